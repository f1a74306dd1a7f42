"""The app of tournaments."""

from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    """What builds on sheets: an evening with many tables."""

    name = "tournaments"

    def ready(self) -> None:
        """Links lead to this app's pages, and the self-check proves what only this app knows."""
        from cegoscore.clubs.addresses import leads_to
        from cegoscore.scoresheet.selfcheck import CHECKS
        from tournaments.addresses import address_of
        from tournaments.selfcheck import TOURNAMENTS

        leads_to(address_of)
        if TOURNAMENTS not in CHECKS:
            CHECKS.append(TOURNAMENTS)
