"""The server's health, for monitors and for the host."""

import shutil
from collections.abc import Mapping
from datetime import timedelta
from pathlib import Path

from django.conf import settings
from django.db import DatabaseError, connection
from django.utils import timezone

from cegoscore.hosting.models import Heartbeat, JobRun
from cegoscore.hosting.schema import is_behind, unservable

WRITTEN_WITHIN = timedelta(seconds=10)
"""So long one proof that the database can be written to holds for all who ask."""
LEAST_FREE = 200 * 1024 * 1024
"""Bytes on the disk of the data folder below which the server is not ready."""
OLDEST_BACKUP = timedelta(hours=50)
"""A proved backup that is older means that two nights went wrong."""


NEEDED = ("database", "writing", "migrations", "disk")
"""Parts without which no hand can be recorded. A backup that is missing is for the host, not for the proxy."""


def database_answers() -> bool:
    """True if the database can be asked."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError:
        return False
    return True


def health() -> dict[str, str]:
    """Look at everything that recording a hand needs, and at the backup.

    The state of each part is "ok" or what is wrong with it, in words that tell a stranger nothing.
    """
    state = dict.fromkeys((*NEEDED, "backup"), "unknown") | {"disk": "ok" if free_bytes() >= LEAST_FREE else "low"}
    if not database_answers():
        return state | {"database": "away"}
    state |= {"database": "ok", "migrations": _migrations()}
    return state if state["migrations"] != "ok" else state | {"writing": _writing(), "backup": _backup()}


def is_ready(state: Mapping[str, str]) -> bool:
    """True if hands can be recorded."""
    return {state[part] for part in NEEDED} == {"ok"}


def free_bytes() -> int:
    """Bytes left for the database; a server on PostgreSQL still needs its data folder."""
    name = str(connection.settings_dict["NAME"])
    folder = Path(name).parent if connection.vendor == "sqlite" and Path(name).exists() else settings.DATA_DIR
    return shutil.disk_usage(folder).free


def _migrations() -> str:
    """Fit of the database and this code: "behind" if migrations are missing, "newer" if the code is too old."""
    return "newer" if unservable() else "behind" if is_behind() else "ok"


def _writing() -> str:
    """Write the heartbeat, unless somebody just has."""
    now = timezone.now()
    try:
        if not Heartbeat.objects.filter(pk=1, at__gt=now - WRITTEN_WITHIN).exists():
            Heartbeat.objects.update_or_create(pk=1, defaults={"at": now})
    except DatabaseError:
        return "refused"
    return "ok"


def _backup() -> str:
    """Outcome of last night's backup."""
    run = JobRun.objects.filter(name="backup").first()
    if run is None or run.ended_at is None:
        return "none yet"
    if run.has_failed:
        return "failed"
    return "ok" if run.ended_at > timezone.now() - OLDEST_BACKUP and not run.is_ahead else "old"
