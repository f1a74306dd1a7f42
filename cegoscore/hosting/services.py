"""The nightly backup: a copy that is proved, kept in two places, and thinned out."""

from __future__ import annotations

import logging
import shlex
import shutil
from pathlib import Path

from django.conf import settings
from django.utils import timezone

from cegoscore.hosting.copies import KEY, prove, run, write_copy
from cegoscore.hosting.forgetting import keep_forgotten
from cegoscore.hosting.jobs import JobFailed
from cegoscore.hosting.schema import applied_migrations, is_behind
from cegoscore.server.start_lock import start_lock

logger = logging.getLogger(__name__)


def back_up(*, thinning: bool = True) -> str:
    """Write a copy, prove it, bring it elsewhere; return a sentence for the host.

    Without `thinning` no older backup goes: a restore is about to read one of them.
    """
    if settings.BACKUPS is None:
        return "switched off"
    folder = settings.BACKUPS / f"{timezone.localtime():%Y-%m-%dT%H-%M-%S}"
    draft = folder.with_suffix(".part")
    try:
        with start_lock():  # while another start migrates, a copy would fit neither version
            copy = write_copy(draft)
        size = copy.stat().st_size
        proof = prove(copy)
        draft.rename(folder)
    except OSError as problem:
        raise JobFailed(f"The backup cannot be written: {problem.strerror}") from problem
    finally:
        shutil.rmtree(draft, ignore_errors=True)
    if thinning:
        thin_out(settings.BACKUPS)
    try:
        keep_forgotten(settings.BACKUPS, settings.BACKUP_COPY)
    finally:  # a list that cannot be read keeps no backup on this machine
        elsewhere = [place for place in (_copied(folder, thinning=thinning), _sent(folder)) if place]
    return f"{folder.name}: {size / 1e6:.1f} MB, proved ({proof}){''.join(elsewhere)}"


def back_up_before_migrating() -> Path | None:
    """Copy a database in use that misses migrations of this version; the copy's folder, if one was needed.

    The copy is not proved: this version's checks do not fit it yet.
    """
    if settings.BACKUPS is None or not applied_migrations() or not is_behind():
        return None
    folder: Path = settings.BACKUPS / f"{timezone.localtime():%Y-%m-%dT%H-%M-%S}-before-migration"
    try:
        write_copy(folder)
    except OSError as problem:
        raise JobFailed(f"The database cannot be copied before migrating: {problem.strerror}") from problem
    return folder


def backups(folder: Path) -> list[Path]:
    """Complete backups of a folder, the newest first."""
    return sorted((key.parent for key in folder.glob(f"*T*/{KEY}") if key.parent.suffix != ".part"), reverse=True)


def thin_out(folder: Path) -> None:
    """Remove all but the newest `BACKUP_KEEP` backups, and what is left of those that were interrupted."""
    for half in folder.glob("*.part"):
        shutil.rmtree(half, ignore_errors=True)
    for old in backups(folder)[settings.BACKUP_KEEP :]:
        shutil.rmtree(old)


def _copied(folder: Path, *, thinning: bool) -> str:
    """Copy a backup to the second folder."""
    if settings.BACKUP_COPY is None:
        return ""
    draft = settings.BACKUP_COPY / f"{folder.name}.part"
    try:
        shutil.copytree(folder, draft, dirs_exist_ok=True)
        draft.rename(settings.BACKUP_COPY / folder.name)
        if thinning:
            thin_out(settings.BACKUP_COPY)
    except OSError as problem:
        raise JobFailed(f"{folder.name} is proved, but cannot be copied: {problem.strerror}") from problem
    return ", copied"


def _sent(folder: Path) -> str:
    """Hand a backup to the host's own command, which brings it beyond this machine."""
    if not settings.BACKUP_COMMAND:
        return ""
    run(*shlex.split(settings.BACKUP_COMMAND), str(folder))
    return ", sent"
