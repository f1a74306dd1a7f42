"""The app of seasons."""

from django.apps import AppConfig


class SeasonsConfig(AppConfig):
    """The league table: what adds tournaments and evenings up."""

    name = "tournaments.seasons"

    def ready(self) -> None:
        """Register this app's links, its proof, and what follows when two names turn out to be one person."""
        from cegoscore.clubs.people import AFTERWARDS
        from cegoscore.clubs.rights.addresses import leads_to
        from cegoscore.scoresheet.selfcheck import CHECKS
        from tournaments.seasons.addresses import address_of
        from tournaments.seasons.selfcheck import SEASONS
        from tournaments.seasons.services import declare_after_people_changed

        leads_to(address_of)
        CHECKS.append(SEASONS)
        AFTERWARDS.append(declare_after_people_changed)
