"""The app of tournaments."""

from django.apps import AppConfig

from cegoscore.registry import fill_later


class TournamentsConfig(AppConfig):
    """An evening with many tables, from the door to the prize giving."""

    name = "tournaments"

    def ready(self) -> None:
        """Have everything registered before it is asked for."""
        fill_later(register)


def register() -> None:
    """Register a tournament's address, preview, proof, note, followers, purge, unique start numbers."""
    from django.db.models import Q

    from cegoscore.clubs.people import PRESENCES, Presence
    from cegoscore.clubs.purging import PURGES
    from cegoscore.clubs.rights.links import TARGETS, LinkTarget
    from cegoscore.clubs.rights.previews import SHOWN
    from cegoscore.front.watched import KINDS
    from cegoscore.outings.events import SOURCES
    from cegoscore.scoresheet.events import EVENT_NOTES, EVENTS_TODAY, WITHHELD
    from cegoscore.scoresheet.ledger.selfcheck import CHECKS
    from tournaments.course import access
    from tournaments.course.queries import note_on, today_of
    from tournaments.models import Entrant, Tournament, is_held_back
    from tournaments.purging import purge_announcements, purge_tournaments
    from tournaments.selfcheck import TOURNAMENTS
    from tournaments.standings.outings import TOURNAMENTS_AS_SOURCE
    from tournaments.standings.page import tournament_preview

    SOURCES.register("tournaments", TOURNAMENTS_AS_SOURCE)
    TARGETS.register("tournament", LinkTarget(Tournament.objects, "tournament", {"desk": "desk", "manage": "desk"}))
    SHOWN.register("tournament", tournament_preview)
    KINDS.register("tournament", access.KIND)
    PURGES.register("tournaments", purge_tournaments)
    PURGES.register("announcements", purge_announcements)
    CHECKS.register("tournaments", TOURNAMENTS)
    EVENT_NOTES.register("tournaments", note_on)
    EVENTS_TODAY.register("tournaments", today_of)
    WITHHELD.register("tournaments", is_held_back("table__round"))
    PRESENCES.register("entrant", Presence(model=Entrant, inside="tournament", only=Q(number__isnull=False)))
