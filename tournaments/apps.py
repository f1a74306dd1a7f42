"""The app of tournaments."""

from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    """What builds on sheets: an evening with many tables."""

    name = "tournaments"

    def ready(self) -> None:
        """Links lead to this app's pages, the self-check proves what only it knows, nobody has two start numbers."""
        from django.db.models import Q

        from cegoscore.clubs.addresses import leads_to
        from cegoscore.clubs.people import AFTERWARDS, ONCE, Once
        from cegoscore.scoresheet.selfcheck import CHECKS
        from tournaments.addresses import address_of
        from tournaments.models import Entrant
        from tournaments.selfcheck import SEASONS, TOURNAMENTS
        from tournaments.services.seasons import declare_after_people_changed

        leads_to(address_of)
        CHECKS.extend((TOURNAMENTS, SEASONS))
        ONCE.append(Once(model=Entrant, inside="tournament", only=Q(number__isnull=False)))
        AFTERWARDS.append(declare_after_people_changed)
