"""The nightly backup: a copy that is proved, kept in two places, and thinned out."""

import logging
import shlex
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.conf import settings

from cegoscore.files import put_in_place
from cegoscore.hosting.copies import lacking_programs, packed, prove, run, write_copy
from cegoscore.hosting.forgetting import keep_forgotten
from cegoscore.hosting.jobs import JobFailed, NotHere
from cegoscore.hosting.schema import applied_migrations, is_behind
from cegoscore.hosting.shelf import (
    BEFORE_MIGRATING,
    Ends,
    describe,
    free_name,
    free_place,
    read_backup,
    set_aside,
    thin_out,
)
from cegoscore.server.start_lock import held, start_lock

logger = logging.getLogger(__name__)

MIGRATIONS = "migrations"
"""Name of the file in a copy from before a migration that lists the migrations applied in it."""


def back_up(*, thinning: bool = True) -> str:
    """Write a copy, prove it, bring it elsewhere; return a sentence for the host.

    Without `thinning` no older backup goes, and none elsewhere: a restore is about to read one of them, perhaps from a
    disk that is new.
    """
    if settings.BACKUPS is None:
        return "switched off"
    with held(settings.DATA_DIR / "backup.lock"):  # one clears the halves of others away
        return _back_up(settings.BACKUPS, thinning=thinning)


def _back_up(shelf: Path, *, thinning: bool) -> str:
    folder = free_name(shelf)
    with _draft(folder, complaint=f"The backup {folder} cannot be written") as draft:
        with start_lock():  # while another start migrates, a copy would fit neither version
            copy = write_copy(draft)
        copy = packed(copy)
        size = copy.stat().st_size
        proof = prove(copy)
        describe(draft, shelf, copy=copy, ends=proof.ends)
    report = f"{folder.name}: {size / 1e6:.1f} MB, proved ({proof.said})"
    if ahead := set_aside(shelf):
        report += f"; set aside, as their names are later than now: {', '.join(ahead)}"
    if not thinning:
        keep_forgotten(shelf)
        return report
    try:
        thin_out(shelf)
        keep_forgotten(shelf, settings.BACKUP_COPY)
    finally:  # what is wrong with older ones keeps no backup on this machine
        report += _elsewhere(folder, proof.ends)
    return report


def hindrance() -> str:
    """Sentence that says why this host can make no backup; empty if it can. Raises `NotHere` if it is to make none."""
    if settings.BACKUPS is None:
        raise NotHere("BACKUPS=0: this host makes no backups")
    return lacking_programs()


def back_up_before_migrating() -> Path | None:
    """Copy a database in use that misses migrations of this version; the copy's folder, if one was needed.

    The copy is not proved: this version's checks do not fit it yet. It takes the place of what earlier starts, which
    got no further, have left: halves, and copies with the same migrations.
    """
    if settings.BACKUPS is None or not applied_migrations() or not is_behind():
        return None
    for half in settings.BACKUPS.glob(f"*{BEFORE_MIGRATING}.part"):
        shutil.rmtree(half, ignore_errors=True)
    applied = "".join(f"{app}.{name}\n" for app, name in sorted(applied_migrations()))
    lists = settings.BACKUPS.glob(f"*{BEFORE_MIGRATING}/{MIGRATIONS}")
    earlier = [file.parent for file in lists if file.read_text(encoding="utf-8") == applied]
    folder = free_name(settings.BACKUPS, BEFORE_MIGRATING)
    with _draft(folder, complaint="The database cannot be copied before migrating") as draft:
        describe(draft, settings.BACKUPS, copy=write_copy(draft), ends={})
        (draft / MIGRATIONS).write_text(applied, encoding="utf-8")
    for copy in earlier:
        shutil.rmtree(copy, ignore_errors=True)
    return folder


@contextmanager
def _draft(folder: Path, *, complaint: str) -> Iterator[Path]:
    """A place to write a backup, which takes its name once it is complete, and is gone otherwise."""
    draft = folder.with_suffix(".part")
    try:
        yield draft
        put_in_place(draft, folder)
    except OSError as problem:
        raise JobFailed(f"{complaint}: {problem.strerror}") from problem
    finally:
        shutil.rmtree(draft, ignore_errors=True)


def _elsewhere(folder: Path, ends: Ends) -> str:
    """Bring a backup beyond its folder, in both ways even if one fails."""
    second = settings.BACKUP_COPY
    try:
        copied = _copied(folder, second, ends) if second else ""
    finally:
        sent = _sent(folder)
    return copied + sent


def _copied(folder: Path, second: Path, ends: Ends) -> str:
    """Copy a backup to the second folder, whose disk may know no permissions, as FAT."""
    complaint = f"{folder.name} is proved, but cannot be copied"
    fault = fault_of_second(second, first=folder.parent)
    if not second.exists():
        raise JobFailed(f"{complaint}: {fault}")
    with _draft(free_place(second / folder.name), complaint=complaint) as draft:
        draft.mkdir(mode=0o700)
        for file in folder.iterdir():
            (draft / file.name).touch(mode=0o600)
            shutil.copyfile(file, draft / file.name)
        describe(draft, second, copy=draft / read_backup(folder).copy, ends=ends)
    thin_out(second)
    return ", copied, but onto the same disk" if fault else ", copied"


def fault_of_second(second: Path, *, first: Path) -> str:
    """Reason in a sentence why the second folder of backups is no help; empty if it is on another disk."""
    disk = _disk(second)
    if disk is None:
        return f"{second} is not there. Is its disk mounted?"
    return f"{second} is on the same disk as the first. Is its own mounted?" if disk == _disk(first) else ""


def _disk(folder: Path) -> int | None:
    """Number by which the system knows the disk of a folder; nothing if there is no such folder."""
    return folder.stat().st_dev if folder.exists() else None


def _sent(folder: Path) -> str:
    """Hand a backup to the host's own command, which brings it beyond this machine."""
    if not settings.BACKUP_COMMAND:
        return ""
    run(*shlex.split(settings.BACKUP_COMMAND), str(folder))
    return ", sent"
