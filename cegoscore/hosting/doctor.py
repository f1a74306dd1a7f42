"""Findings about an installation, each with the line to type where something is wrong."""

from __future__ import annotations

import stat
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from django.conf import settings
from django.db import connection

from cegoscore.clubs.rights.ceremonies import bound_to
from cegoscore.clubs.rights.passkeys import passkeys_elsewhere
from cegoscore.environment import replaced
from cegoscore.front.limits import MOST_CONNECTIONS
from cegoscore.hosting.health import LEAST_FREE, database_answers, free_bytes, health
from cegoscore.hosting.models import JobRun
from cegoscore.hosting.proxies import lost_on_the_way
from cegoscore.hosting.schema import unservable, wrong_encoding
from cegoscore.hosting.services import fault_of_second
from cegoscore.server.system import open_files_limits
from cegoscore.sqlite.file import file_fault

PRIVATE = 0o077
"""Permissions that nobody but the owner may have on what holds names or keys."""


@dataclass(frozen=True, slots=True)
class Finding:
    """A thing that was looked at, and what is to be said of it."""

    what: str
    is_well: bool
    text: str


def findings() -> Iterator[Finding]:
    """Everything in the order in which it would be mended."""
    yield _data_folder()
    yield from _private_files()
    yield _disk()
    yield _public_address()
    yield _open_files()
    yield _notices()
    yield from (Finding("settings", is_well=False, text=sentence) for sentence in replaced())
    if settings.BACKUPS and settings.BACKUP_COPY:
        fault = fault_of_second(settings.BACKUP_COPY, first=settings.BACKUPS)
        yield Finding("second folder", is_well=not fault, text=fault or f"{settings.BACKUP_COPY} is on another disk")
    if connection.vendor == "sqlite" and (said := file_fault(Path(connection.settings_dict["NAME"]))):
        yield Finding("database file", is_well=False, text=said)
        return  # whoever opens it to write would bring the log into it
    if not database_answers():
        yield Finding("database", is_well=False, text="it does not answer; see DATABASE_URL and the database's own log")
        return
    found = health()
    encoding = wrong_encoding()
    yield Finding("database", is_well=not encoding, text=encoding or f"{connection.vendor} answers")
    advice = {"behind": "the next start brings it up to date", "newer": unservable(), "ok": "ok"}[found.migrations]
    yield Finding("migrations", is_well=found.migrations == "ok", text=advice)
    if found.migrations == "ok":
        yield Finding("writing", is_well=found.writing == "ok", text=found.writing)
        yield _passkeys()
        yield _clock()
        yield _backup(found.backup)


def _data_folder() -> Finding:
    folder = Path(settings.DATA_DIR)
    mode = stat.S_IMODE(folder.stat().st_mode)
    if mode & PRIVATE:
        return Finding("data folder", is_well=False, text=f"others may look into it: chmod 700 {folder}")
    return Finding("data folder", is_well=True, text=str(folder))


def _private_files() -> Iterator[Finding]:
    """The key and the database's file, where they are files."""
    files = [settings.DATA_DIR / "secret_key"]
    if connection.vendor == "sqlite":
        files.append(Path(connection.settings_dict["NAME"]))
    for file in files:
        if not file.exists():
            continue
        # A private folder is enough.
        is_open = stat.S_IMODE(file.stat().st_mode) & PRIVATE and stat.S_IMODE(file.parent.stat().st_mode) & PRIVATE
        text = f"others may read it: chmod 600 {file}" if is_open else "nobody else reads it"
        yield Finding(file.name, is_well=not is_open, text=text)


def _disk() -> Finding:
    free = free_bytes()
    return Finding("disk", is_well=free >= LEAST_FREE, text=f"{free / 1e9:.1f} GB free")


def _public_address() -> Finding:
    if not settings.PUBLIC_URL:
        return Finding("PUBLIC_URL", is_well=True, text="not set: for this network only, without HTTPS")
    if not settings.BEHIND_TLS:
        return Finding("PUBLIC_URL", is_well=False, text="not HTTPS: phones cannot work without network")
    lost = lost_on_the_way()
    return Finding("PUBLIC_URL", is_well=not lost, text=f"{settings.PUBLIC_URL}: {'; '.join(lost) or 'answers'}")


def _open_files() -> Finding:
    _, hard = open_files_limits()
    is_enough = hard >= MOST_CONNECTIONS
    advice = "" if is_enough else f"; LimitNOFILE={MOST_CONNECTIONS * 2} would be better"
    return Finding("open files", is_well=is_enough, text=f"up to {hard:.0f}{advice}")


def _notices() -> Finding:
    is_missing = bool(settings.PUBLIC_URL) and not settings.IMPRINT
    text = "IMPRINT is not set; who hosts for others in Germany needs one" if is_missing else "as it should be"
    return Finding("imprint", is_well=not is_missing, text=text)


def _passkeys() -> Finding:
    """Passkeys are bound to the host of `PUBLIC_URL`."""
    lost = passkeys_elsewhere()
    if not lost:
        return Finding("passkeys", is_well=True, text=f"bound to {bound_to()}")
    hosts = ", ".join(f"{count} to {host}" for host, count in lost.items())
    text = f"bound to another address ({hosts}) and open nothing under {bound_to()}; managers make new ones"
    return Finding("passkeys", is_well=False, text=text)


def _clock() -> Finding:
    ahead = [run.name for run in JobRun.objects.order_by("name") if run.is_ahead]
    text = f"it was ahead when these ran, which run again within minutes: {', '.join(ahead)}"
    return Finding("clock", is_well=not ahead, text=text if ahead else "nothing ran in the future")


def _backup(state: str) -> Finding:
    run = JobRun.objects.filter(name="backup").first()
    if settings.BACKUPS is None:
        return Finding("backup", is_well=True, text="switched off (BACKUPS=0)")
    if state == "none yet":
        return Finding("backup", is_well=True, text="the first one comes tonight; at once: manage.py backup_server")
    assert run is not None
    return Finding("backup", is_well=state == "ok", text=run.outcome if state != "old" else f"too old: {run.outcome}")
