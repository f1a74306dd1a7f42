"""The app of the server as a whole."""

from django.apps import AppConfig


class HostingConfig(AppConfig):
    """Health, jobs and backups of the server."""

    name = "cegoscore.hosting"
    label = "hosting"

    def ready(self) -> None:
        """Register the nightly backup, and what keeps a host from making it."""
        from cegoscore.hosting.jobs import HINDRANCES, JOBS
        from cegoscore.hosting.services import back_up, hindrance

        JOBS.register("backup", back_up)
        HINDRANCES.register("backup", hindrance)
