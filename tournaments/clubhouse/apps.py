"""The app of what belongs to a whole club."""

from django.apps import AppConfig


class ClubhouseConfig(AppConfig):
    """A club as a whole: its page, players and records, people as personal data, and its backup. No models."""

    name = "tournaments.clubhouse"

    def ready(self) -> None:
        """Register this app's links."""
        from cegoscore.clubs.rights.addresses import leads_to
        from tournaments.clubhouse.addresses import address_of

        leads_to(address_of)
