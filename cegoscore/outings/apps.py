"""The app of outings."""

from django.apps import AppConfig

from cegoscore.registry import fill_later


class OutingsConfig(AppConfig):
    """Rows of what every event brought everybody."""

    name = "cegoscore.outings"

    def ready(self) -> None:
        """Have everything registered before it is asked for."""
        fill_later(register)


def register() -> None:
    """Register evenings as events, what follows when people change, and the job of every night."""
    from cegoscore.clubs.people import PEOPLE_CHANGED
    from cegoscore.hosting.jobs import JOBS
    from cegoscore.outings.events import EVENINGS_AS_SOURCE, SOURCES
    from cegoscore.outings.services import settle, settle_all

    SOURCES.register("evenings", EVENINGS_AS_SOURCE)
    PEOPLE_CHANGED.register("outings", settle)
    JOBS.register("outings", settle_all)
