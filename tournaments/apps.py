"""The app of tournaments."""

from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    """What builds on sheets: an evening with many tables."""

    name = "tournaments"

    def ready(self) -> None:
        """Links to a tournament lead to the desk, or to the page for everybody."""
        from cegoscore.clubs.addresses import leads_to
        from tournaments.addresses import tournament_address

        leads_to(tournament_address)
