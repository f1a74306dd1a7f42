"""The app of score sheets."""

from django.apps import AppConfig

from cegoscore.registry import fill_later


class ScoresheetConfig(AppConfig):
    """Sessions, seats, hands and scores."""

    name = "cegoscore.scoresheet"
    label = "scoresheet"

    def ready(self) -> None:
        """Have everything registered before it is asked for."""
        fill_later(register)


def register() -> None:
    """Register a sheet's address, preview and followers, that nobody sits in two columns, its jobs, its end."""
    from cegoscore.clubs.people import PRESENCES, Presence
    from cegoscore.clubs.rights.links import TARGETS, LinkTarget
    from cegoscore.clubs.rights.previews import SHOWN
    from cegoscore.front.watched import KINDS
    from cegoscore.hosting.jobs import JOBS
    from cegoscore.hosting.shelf import NEWEST
    from cegoscore.scoresheet.evening.exports import sheet_preview
    from cegoscore.scoresheet.evening.services import purge
    from cegoscore.scoresheet.ledger import access
    from cegoscore.scoresheet.models import Hand, Seat, Session

    JOBS.register("purge", purge)
    TARGETS.register("sheet", LinkTarget(Session.objects, "sheet"))
    SHOWN.register("sheet", sheet_preview)
    KINDS.register("sheet", access.KIND)
    NEWEST.register("hand", Hand.newest)
    PRESENCES.register("seat", Presence(model=Seat, inside="session"))
