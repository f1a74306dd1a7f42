"""`wait_until_ready`: asks this machine's server until it is ready for hands; an update calls it."""

from __future__ import annotations

import time
import urllib.request
from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from cegoscore.reached import as_in_address

BETWEEN = 0.2
"""Seconds between two questions."""


class Command(BaseCommand):
    """Says nothing once it is ready; exit status 1 if that takes too long."""

    help = "Waits until the server of this machine answers /readyz with 200."
    requires_system_checks = ()  # the server has made them

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Define how long."""
        parser.add_argument("--seconds", type=float, default=60.0)

    def handle(self, *args: Any, **options: Any) -> None:
        """Ask until then."""
        everywhere = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104 - asks, does not listen
        host = as_in_address(everywhere.get(settings.HOST, settings.HOST))
        address = f"http://{host}:{settings.PORT}/readyz"
        until = time.monotonic() + options["seconds"]
        while problem := _problem(address):
            if time.monotonic() > until:
                raise CommandError(f"The server is not ready: {problem}")
            time.sleep(BETWEEN)


def _problem(address: str) -> str:
    """Why it is not ready; empty if it is."""
    try:
        with urllib.request.urlopen(address, timeout=10):  # noqa: S310 - our own address
            return ""
    except OSError as problem:
        return str(problem)
