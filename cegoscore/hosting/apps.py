"""The app of the server as a whole."""

from django.apps import AppConfig


class HostingConfig(AppConfig):
    """Health, jobs and backups of the server."""

    name = "cegoscore.hosting"
    label = "hosting"

    def ready(self) -> None:
        """Register the nightly backup, and that keys go on counting when one is put back."""
        from cegoscore.hosting.forgetting import COUNTED, COUNTERS, FORGETTING
        from cegoscore.hosting.jobs import JOBS
        from cegoscore.hosting.services import back_up

        FORGETTING.register(COUNTED, COUNTERS)
        JOBS.register("backup", back_up)
