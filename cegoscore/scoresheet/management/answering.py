"""A management command that prints what a module of `cegoscore.answers` answers."""

import sys
from argparse import ArgumentParser
from collections.abc import Mapping
from types import ModuleType
from typing import Any

from django.core.management.base import BaseCommand

from cegoscore.answers.reading import NoAnswer


class AnsweringCommand(BaseCommand):
    """Exit status 2, and a line for every problem on standard error, for what cannot be answered."""

    requires_system_checks = ()
    answers: ModuleType

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Those of the module."""
        self.answers.add_arguments(parser)

    def answer(self, options: Mapping[str, Any]) -> str:
        """The text to print. Raises `NoAnswer`."""
        return str(self.answers.answer(options))

    def handle(self, *args: Any, **options: Any) -> None:
        """Answer, or refuse."""
        try:
            self.stdout.write(self.answer(options))
        except NoAnswer as problem:
            self.stderr.write(str(problem), style_func=str)
            sys.exit(2)
