"""The app of the server as a whole."""

from django.apps import AppConfig

from cegoscore.registry import fill_later


class HostingConfig(AppConfig):
    """Health, jobs and backups of the server."""

    name = "cegoscore.hosting"
    label = "hosting"

    def ready(self) -> None:
        """Have everything registered before it is asked for."""
        fill_later(register)


def register() -> None:
    """Register the nightly backup, what keeps a host from making it, and the keys that a restore counts on from."""
    from cegoscore.hosting.forgetting import COUNTED, COUNTERS, FORGETTING
    from cegoscore.hosting.jobs import HINDRANCES, JOBS
    from cegoscore.hosting.services import back_up, hindrance

    FORGETTING.register(COUNTED, COUNTERS)
    JOBS.register("backup", back_up)
    HINDRANCES.register("backup", hindrance)
