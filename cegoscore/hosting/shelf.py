"""The shelf: a folder of backups, in the order in which they were put there, whatever the clock said meanwhile.

A backup is a folder with a copy of the database and its key; `about.json` in it says which number it is on this shelf
and what the copy ends with. Those of versions before have none: they are older than all that do, and among themselves
in the order of their names, which are the times at which they were made. A name of theirs that is later than now was
given while the clock was ahead, or is read while it is behind: nobody knows its place, so it is set aside.
"""

import json
import shutil
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from itertools import chain, count
from pathlib import Path
from typing import Any

from django.conf import settings
from django.utils import timezone

from cegoscore.clubs.purging import LONGEST_DAY
from cegoscore.hosting.jobs import NIGHT, JobFailed
from cegoscore.registry import Registry

KEY = "secret_key"
"""Name of the file beside a copy, without which no link and no cookie of the copy opens anything."""
ABOUT = "about.json"
"""Name of the file that says which number a backup is on its shelf, and what is in it."""
BEFORE_MIGRATING = "-before-migration"
"""End of the name of a copy that is not proved."""
NAMED = "%Y-%m-%dT%H-%M-%S"
"""A backup's name: the local time at which it was made."""

NEWEST: Registry[Callable[[], tuple[str, datetime] | None]] = Registry()
"""By what it is: the newest thing of a kind that a backup must not lack, by a key of its own, and when it was written.

"Newest" by the database's own count, never by the clock."""

Ends = dict[str, tuple[str, str]]
"""The newest things in a database: by their kind, key and moment (ISO 8601)."""


def ends_now() -> Ends:
    """The newest things in the database now; kinds of which there is nothing are left out."""
    ends = {name: newest() for name, newest in zip(NEWEST.names, NEWEST, strict=True)}
    return {name: (key_at[0], key_at[1].isoformat()) for name, key_at in ends.items() if key_at}


@dataclass(frozen=True, slots=True)
class Shelved:
    """A complete backup as it lies on the disk."""

    folder: Path
    number: int = 0
    """Place in the order of arrival on its shelf; 0 if it bears none."""
    made_at: datetime | None = None
    copy: str = ""
    size: int = 0
    """Bytes of the copy when it was made."""
    ends: Ends = field(default_factory=dict)

    @property
    def is_proved(self) -> bool:
        """False for a copy from before a migration."""
        return not self.folder.name.endswith(BEFORE_MIGRATING)

    @property
    def order(self) -> tuple[int, str]:
        """Sorts backups of one shelf: the newest is the greatest."""
        return self.number, self.folder.name

    @property
    def evening(self) -> date | None:
        """The evening with which it ends: what is written after midnight belongs to the day before."""
        moments = [datetime.fromisoformat(at) for _key, at in self.ends.values()]
        return (timezone.localtime(max(moments)) - timedelta(hours=NIGHT)).date() if moments else None

    def is_whole(self) -> bool:
        """True if its copy is there and as long as it was made; of one of a version before nobody knows its length."""
        if not self.copy:
            return True
        file = self.folder / self.copy
        return file.is_file() and file.stat().st_size == self.size

    def is_behind(self, now: Ends) -> bool:
        """True if it lacks what the database ends with now, and is not of the last day either.

        A day apart in either direction: what was made by a clock that was wrong proves nothing.
        """
        lacks = any(now[name][0] != self.ends.get(name, ("",))[0] for name in now)
        is_of_today = self.made_at is not None and abs(timezone.now() - self.made_at) < LONGEST_DAY
        return bool(self.number) and lacks and not is_of_today


def backups(shelf: Path | None) -> list[Shelved]:
    """Complete backups of a folder, the newest first; none of those that are set aside."""
    complete = (read_backup(folder) for folder in _complete(shelf))
    return sorted((one for one in complete if not _is_ahead(one)), key=lambda one: one.order, reverse=True)


def newest_proved(shelf: Path | None) -> Shelved | None:
    """The newest proved backup of a folder."""
    return next((one for one in backups(shelf) if one.is_proved), None)


def set_aside(shelf: Path | None) -> list[str]:
    """Names later than now: neither counted nor removed, because their place is not known."""
    return sorted(folder.name for folder in _complete(shelf) if _is_ahead(read_backup(folder)))


def made_ahead(shelf: Path | None) -> list[str]:
    """Names later than now whose place is known all the same."""
    return [one.folder.name for one in backups(shelf) if _is_named_later(one.folder)]


def _complete(shelf: Path | None) -> list[Path]:
    keys = shelf.glob(f"*T*/{KEY}") if shelf else ()
    return [key.parent for key in keys if key.parent.suffix != ".part"]


def read_backup(folder: Path) -> Shelved:
    """A backup by what stands beside it; by its name alone if that cannot be read."""
    try:
        about: dict[str, Any] = json.loads((folder / ABOUT).read_text(encoding="utf-8"))
        ends = {name: (str(key), str(at)) for name, (key, at) in about["ends"].items()}
        made_at = datetime.fromisoformat(about["made_at"])
        return Shelved(folder, int(about["number"]), made_at, str(about["copy"]), int(about["size"]), ends)
    except (OSError, ValueError, LookupError, TypeError, AttributeError):
        return Shelved(folder)


def _is_ahead(backup: Shelved) -> bool:
    """True if only the clock says when it came, and says that it has not come yet."""
    return not backup.number and _is_named_later(backup.folder)


def _is_named_later(folder: Path) -> bool:
    try:
        named = timezone.make_aware(datetime.strptime(folder.name[:19], NAMED))  # noqa: DTZ007 - local, as named
    except ValueError:
        return False
    return named > timezone.now() + LONGEST_DAY


def describe(draft: Path, shelf: Path, *, copy: Path, ends: Ends) -> None:
    """Write beside a copy what it is, as the newest on a shelf."""
    number = 1 + max((read_backup(folder).number for folder in _complete(shelf)), default=0)
    about = {"number": number, "made_at": timezone.now().isoformat(), "copy": copy.name, "ends": ends}
    file = draft / ABOUT
    file.touch(mode=0o600)
    file.write_text(json.dumps(about | {"size": copy.stat().st_size}), encoding="utf-8")


def free_name(shelf: Path, end: str = "") -> Path:
    """A place on a shelf for what is made now."""
    return free_place(shelf / f"{timezone.localtime():{NAMED}}{end}")


def free_place(folder: Path) -> Path:
    """The folder, or one called alike that is not there yet: a clock may come to the same second again."""
    others = (folder.with_name(f"{folder.name[:19]}-{more}{folder.name[19:]}") for more in count(2))
    return next(place for place in chain([folder], others) if not place.exists())


def thin_out(shelf: Path) -> None:
    """Keep the newest `BACKUP_KEEP` proved backups, and no copy from before them; nor what was interrupted."""
    for half in shelf.glob("*.part"):
        if half.stem.endswith(BEFORE_MIGRATING):
            continue  # another start may be writing it
        shutil.rmtree(half, ignore_errors=True)
    proved = [backup for backup in backups(shelf) if backup.is_proved]
    if len(proved) < settings.BACKUP_KEEP:
        return
    oldest = proved[settings.BACKUP_KEEP - 1]
    for old in backups(shelf):
        if old.order < oldest.order:
            try:
                shutil.rmtree(old.folder)
            except OSError as problem:
                raise JobFailed(
                    f"{old.folder} is old, and cannot be removed: {problem.strerror}. Whose is it?"
                ) from problem
