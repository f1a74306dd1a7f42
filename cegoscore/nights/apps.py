"""The app of club nights."""

from django.apps import AppConfig


class NightsConfig(AppConfig):
    """Evenings of several tables. Their model stands beside the sheets, which point to it."""

    name = "cegoscore.nights"

    def ready(self) -> None:
        """Register a night's address, its preview and how it is followed."""
        from cegoscore.clubs.rights.addresses import TARGETS
        from cegoscore.clubs.rights.previews import SHOWN
        from cegoscore.front.watched import KINDS
        from cegoscore.nights import following
        from cegoscore.nights.addresses import night_address, night_preview

        TARGETS.register("night", night_address)
        SHOWN.register("night", night_preview)
        KINDS.register("night", following.KIND)
