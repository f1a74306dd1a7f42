"""The app of the server as a whole."""

from django.apps import AppConfig
from django.conf import settings


class HostingConfig(AppConfig):
    """Health, jobs and backups of the server."""

    name = "cegoscore.hosting"
    label = "hosting"

    def ready(self) -> None:
        """Register the nightly backup; let errors be told."""
        from cegoscore.error_reports import start_sentry
        from cegoscore.hosting.jobs import JOBS, NIGHTLY, Job
        from cegoscore.hosting.services import back_up

        if settings.SENTRY_DSN:
            start_sentry()
        JOBS.register("backup", Job("backup", NIGHTLY, back_up))
