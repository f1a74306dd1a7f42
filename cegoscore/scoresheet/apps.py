"""The app of score sheets."""

from django.apps import AppConfig


class ScoresheetConfig(AppConfig):
    """Sessions, seats, hands and scores."""

    name = "cegoscore.scoresheet"
    label = "scoresheet"

    def ready(self) -> None:
        """Register the address of a sheet, how it is followed, and that nobody sits in two columns of one."""
        from cegoscore.clubs.people import PRESENCES, Presence
        from cegoscore.clubs.rights.addresses import TARGETS
        from cegoscore.front.watched import KINDS
        from cegoscore.scoresheet import following
        from cegoscore.scoresheet.addresses import sheet_address
        from cegoscore.scoresheet.models import Seat

        TARGETS.register("sheet", sheet_address)
        KINDS.register("sheet", following.KIND)
        PRESENCES.register("seat", Presence(model=Seat, inside="session"))
