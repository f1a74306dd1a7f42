"""The app of what belongs to a whole club."""

from django.apps import AppConfig


class ClubhouseConfig(AppConfig):
    """A club as a whole: its page, players and records, people as personal data, and its backup. No models."""

    name = "tournaments.clubhouse"

    def ready(self) -> None:
        """Register the address of a club."""
        from cegoscore.clubs.rights.addresses import TARGETS
        from tournaments.clubhouse.addresses import address_of

        TARGETS.register("club", address_of)
