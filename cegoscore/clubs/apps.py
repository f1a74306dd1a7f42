"""The app of clubs."""

from django.apps import AppConfig
from django.core import checks


class ClubsConfig(AppConfig):
    """Clubs, players, house rules, devices and links."""

    name = "cegoscore.clubs"
    label = "clubs"

    def ready(self) -> None:
        """Register the system check."""
        from cegoscore.clubs.checks import check_rule_files

        checks.register(check_rule_files)
