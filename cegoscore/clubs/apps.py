"""The app of clubs, and the system check of the published rule files: run by `manage.py`, and when the app starts."""

from typing import Any

from django.apps import AppConfig
from django.core import checks
from django.core.checks import CheckMessage, Error

from cegoscore.scoring.problems import InvalidInput
from cegoscore.scoring.rules.rule_files import published, published_auction, published_identifiers


def check_rule_files(**_kwargs: Any) -> list[CheckMessage]:
    """Report every problem of every published rule file, with file and key."""
    messages: list[CheckMessage] = []
    for identifier in published_identifiers():
        try:
            published(identifier)
            published_auction(identifier)
        except InvalidInput as faults:
            messages += [Error(line, id="clubs.E001") for line in str(faults).splitlines()]
    return messages


class ClubsConfig(AppConfig):
    """Clubs, players, house rules, devices and links."""

    name = "cegoscore.clubs"
    label = "clubs"

    def ready(self) -> None:
        """Register the system check."""
        checks.register(check_rule_files, "rule_files")
