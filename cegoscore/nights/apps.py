"""The app of club nights."""

from django.apps import AppConfig

from cegoscore.registry import fill_later


class NightsConfig(AppConfig):
    """Evenings of several tables. Their model stands beside the sheets, which point to it."""

    name = "cegoscore.nights"

    def ready(self) -> None:
        """Have everything registered before it is asked for."""
        fill_later(register)


def register() -> None:
    """Register a night's address, its preview and how it is followed."""
    from cegoscore.clubs.rights.links import TARGETS, LinkTarget
    from cegoscore.clubs.rights.previews import SHOWN
    from cegoscore.front.watched import KINDS
    from cegoscore.nights import queries
    from cegoscore.scoresheet.models import ClubNight

    TARGETS.register("night", LinkTarget(ClubNight.objects, "night", {"write": "join_night"}))
    SHOWN.register("night", queries.night_preview)
    KINDS.register("night", queries.KIND)
