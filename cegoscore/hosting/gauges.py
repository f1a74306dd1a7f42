"""Gauges of the server as a whole."""

from __future__ import annotations

from collections.abc import Iterator

from cegoscore.gauges import Gauge
from cegoscore.hosting.health import free_bytes, health
from cegoscore.hosting.models import JobRun


def server_gauges() -> Iterator[Gauge]:
    """Readiness and disk, and how the jobs ended if the database can say it."""
    found = health()
    yield Gauge("cegoscore_ready", "1 if hands can be recorded, as /readyz says", found.is_ready)
    yield Gauge("cegoscore_free_bytes", "Bytes left on the disk of the data", free_bytes())
    if found.database != "ok" or found.migrations != "ok":
        return
    backup = JobRun.objects.filter(name="backup", ended_at__isnull=False).first()
    if backup and backup.ended_at:
        yield Gauge("cegoscore_backup_failed", "1 if the last backup failed or proved wrong", backup.has_failed)
        moment = backup.ended_at.timestamp()
        yield Gauge("cegoscore_backup_timestamp_seconds", "Moment at which the last backup ended, since 1970", moment)
