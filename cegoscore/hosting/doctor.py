"""Findings about an installation, each with the line to type where something is wrong."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from django.conf import settings
from django.db import connection

from cegoscore.clubs.rights.ceremonies import bound_to
from cegoscore.clubs.rights.passkeys import passkeys_elsewhere
from cegoscore.environment import replaced
from cegoscore.hosting.health import LEAST_FREE, database_answers, free_bytes, health
from cegoscore.hosting.models import JobRun
from cegoscore.hosting.proxies import lost_on_the_way
from cegoscore.hosting.schema import unservable, wrong_encoding
from cegoscore.hosting.services import fault_of_second
from cegoscore.sqlite.file import file_fault

PRIVATE = 0o077
"""Permissions that nobody but the owner may have on what holds names or keys."""


@dataclass(frozen=True, slots=True)
class Finding:
    """A thing that was looked at, and what is wrong with it; empty if it is well, as `well` says then."""

    what: str
    wrong: str
    well: str = "ok"


def findings() -> Iterator[Finding]:
    """Everything in the order in which it would be mended."""
    yield Finding("data folder", _open_to_others(), str(settings.DATA_DIR))
    free = f"{free_bytes() / 1e9:.1f} GB free"
    yield Finding("disk", free if free_bytes() < LEAST_FREE else "", free)
    yield _public_address()
    needs_imprint = settings.PUBLIC_URL and not settings.IMPRINT
    yield Finding("imprint", "IMPRINT is not set; who hosts for others in Germany needs one" if needs_imprint else "")
    yield from (Finding("settings", sentence) for sentence in replaced())
    if settings.BACKUPS and settings.BACKUP_COPY:
        fault = fault_of_second(settings.BACKUP_COPY, first=settings.BACKUPS)
        yield Finding("second folder", fault, f"{settings.BACKUP_COPY} is on another disk")
    if connection.vendor == "sqlite" and (said := file_fault(Path(connection.settings_dict["NAME"]))):
        yield Finding("database file", said)
        return  # whoever opens it to write would bring the log into it
    if not database_answers():
        yield Finding("database", "it does not answer; see DATABASE_URL and the database's own log")
        return
    state = health()
    yield Finding("database", wrong_encoding(), f"{connection.vendor} answers")
    yield Finding("migrations", {"behind": "the next start brings it up to date"}.get(state.migrations, unservable()))
    if state.migrations == "ok":
        yield Finding("writing", "" if state.writing == "ok" else state.writing)
        yield from _rows(state.backup)


def _open_to_others() -> str:
    """Places where others may read names or keys; a private folder is enough."""
    paths = [settings.DATA_DIR, *([Path(connection.settings_dict["NAME"])] if connection.vendor == "sqlite" else ())]
    inside = [(path, path.parent) for path in paths if path.exists()]
    read = [str(path) for path, folder in inside if path.stat().st_mode & PRIVATE and folder.stat().st_mode & PRIVATE]
    return f"others may read it: chmod go= {' '.join(read)}" if read else ""


def _public_address() -> Finding:
    if not settings.PUBLIC_URL:
        return Finding("PUBLIC_URL", "", "not set: for this network only, without HTTPS")
    if not settings.BEHIND_TLS:
        return Finding("PUBLIC_URL", "not HTTPS: phones cannot work without network")
    return Finding("PUBLIC_URL", "; ".join(lost_on_the_way()), f"{settings.PUBLIC_URL}: answers")


def _rows(backup: str) -> Iterator[Finding]:
    """Everything that stands in the database, and the state of the last backup."""
    lost = ", ".join(f"{count} to {host}" for host, count in passkeys_elsewhere().items())
    other = f"bound to another address ({lost}), they open nothing under {bound_to()}; managers make new ones"
    yield Finding("passkeys", other if lost else "", f"bound to {bound_to()}")
    runs = {run.name: run for run in JobRun.objects.order_by("name")}
    ahead = ", ".join(name for name, run in runs.items() if run.is_ahead)
    again = f"it was ahead when these ran, which run again within minutes: {ahead}"
    yield Finding("clock", again if ahead else "", "nothing ran in the future")
    if settings.BACKUPS is None:
        yield Finding("backup", "", "switched off (BACKUPS=0)")
    elif backup == "none yet":
        yield Finding("backup", "", "the first one comes tonight; at once: cegoscore backup")
    else:
        outcome = runs["backup"].outcome
        yield Finding("backup", {"ok": "", "old": f"too old: {outcome}"}.get(backup, outcome), outcome)
