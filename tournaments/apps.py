"""The app of tournaments."""

from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    """An evening with many tables, from the door to the prize giving."""

    name = "tournaments"

    def ready(self) -> None:
        """Register links, proofs, what can be followed, and that nobody has two start numbers in one tournament."""
        from django.db.models import Q

        from cegoscore.clubs.people import ONCE, Once
        from cegoscore.clubs.rights.addresses import leads_to
        from cegoscore.front.watched import KINDS
        from cegoscore.scoresheet.selfcheck import CHECKS
        from tournaments.addresses import address_of
        from tournaments.course import following
        from tournaments.models import Entrant
        from tournaments.selfcheck import TOURNAMENTS

        leads_to(address_of)
        KINDS["tournament"] = following.KIND
        CHECKS.append(TOURNAMENTS)
        ONCE.append(Once(model=Entrant, inside="tournament", only=Q(number__isnull=False)))
