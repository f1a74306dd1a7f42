"""The server's health, for monitors and for the host."""

import shutil
from collections.abc import Mapping
from datetime import timedelta
from pathlib import Path

from django.conf import settings
from django.db import DatabaseError, connection
from django.utils import timezone

from cegoscore.hosting.jobs import this_host
from cegoscore.hosting.models import Heartbeat, JobRun
from cegoscore.hosting.schema import is_behind, unservable
from cegoscore.hosting.shelf import Shelved, ends_now, newest_proved

WRITTEN_WITHIN = timedelta(seconds=10)
"""So long one proof that the database can be written to holds for all who ask."""
LEAST_FREE = 200 * 1024 * 1024
"""Bytes on the disk of the data folder below which the server is not ready."""
OLDEST_BACKUP = timedelta(hours=50)
"""A proved backup that is older means that two nights went wrong."""


STANDBY = "SELECT pg_is_in_recovery(), current_setting('transaction_read_only')::boolean"
PRIMARY = "or all with ?target_session_attrs=read-write"

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

    The state of each part is "ok" or what is wrong with it, in words that tell a stranger nothing; `backup_ends` is
    the evening with which the newest backup on this host's disk ends.
    """
    state = dict.fromkeys((*NEEDED, "backup"), "unknown") | {"disk": "ok" if free_bytes() >= LEAST_FREE else "low"}
    if not database_answers():
        return state | {"database": "away"}
    state |= {"database": "ok", "migrations": _migrations()}
    if state["migrations"] != "ok":
        return state
    backup, evening = _backup()
    return state | {"writing": _writing(), "backup": backup} | ({"backup_ends": evening} if evening else {})


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


def takes_no_writes() -> str:
    """Sentence that says why this very host can write nothing; empty if it can.

    Asked with each question: what another host has written, a standby shows, too.
    """
    if connection.vendor == "sqlite":
        return ""
    with connection.cursor() as cursor:
        cursor.execute(STANDBY)
        is_standby, is_read_only = cursor.fetchone()
    if not is_standby and not is_read_only:
        return ""
    mode = "a standby" if is_standby else "read-only (default_transaction_read_only)"
    return f"The database that DATABASE_URL leads to takes no writes, it is {mode}: name the primary, {PRIMARY}"


def _writing() -> str:
    """Ask this host's own database whether it takes writes; write the heartbeat, unless somebody just has."""
    now = timezone.now()
    try:
        if takes_no_writes():
            return "refused"
        if not Heartbeat.objects.filter(pk=1, at__gt=now - WRITTEN_WITHIN, at__lte=now + WRITTEN_WITHIN).exists():
            Heartbeat.objects.update_or_create(pk=1, defaults={"at": now})
    except DatabaseError:
        return "refused"
    return "ok"


def _backup() -> tuple[str, str]:
    """State of the newest backup as it lies here, and the evening with which it ends."""
    if settings.BACKUPS is None:
        return "off", ""
    run, newest = JobRun.objects.filter(name="backup").first(), newest_proved(settings.BACKUPS)
    evening = f"{newest.evening or ''}" if newest else ""
    if run is None or run.ended_at is None:
        # A database that came back from the first backup does not know that one has ended.
        return (_on_disk(newest) if newest else "none yet"), evening
    return _state_of(run, newest), evening


def _state_of(run: JobRun, newest: Shelved | None) -> str:
    """The state of what a job left on this host's disk; its own word counts for nothing else."""
    if run.has_failed:
        return "failed"
    if run.ended_at is None or run.ended_at < timezone.now() - OLDEST_BACKUP or run.is_ahead:
        return "old"
    if run.host not in ("", this_host()):
        return "elsewhere"
    return _on_disk(newest) if newest else "gone"


def _on_disk(newest: Shelved) -> str:
    """The state of the newest backup, by itself and by what the database ends with now."""
    if not newest.is_whole():
        return "damaged"
    return "old" if newest.is_behind(ends_now()) else "ok"
