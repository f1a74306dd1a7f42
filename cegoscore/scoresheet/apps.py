"""The app of score sheets."""

from django.apps import AppConfig


class ScoresheetConfig(AppConfig):
    """Sessions, seats, hands and scores."""

    name = "cegoscore.scoresheet"
    label = "scoresheet"

    def ready(self) -> None:
        """Links to a sheet lead to its page, it can be followed, and nobody sits in two columns of one."""
        from cegoscore.clubs.people import ONCE, Once
        from cegoscore.clubs.rights.addresses import leads_to
        from cegoscore.front.watched import KINDS
        from cegoscore.scoresheet import following
        from cegoscore.scoresheet.addresses import sheet_address
        from cegoscore.scoresheet.models import Seat

        leads_to(sheet_address)
        KINDS["sheet"] = following.KIND
        ONCE.append(Once(model=Seat, inside="session"))
