"""Backups of no database, put on a shelf as the server does."""

import json
from datetime import datetime
from pathlib import Path

from cegoscore.hosting.shelf import ABOUT, KEY, Ends, describe


def put_on(
    shelf: Path, name: str, *, made_at: datetime | None = None, ends: Ends | None = None, is_numbered: bool = True
) -> Path:
    """A backup that is the newest on its shelf, or one of a version whose backups bear no number."""
    folder = shelf / name
    folder.mkdir(parents=True)
    copy = folder / "copy"
    copy.write_text("a copy")
    if is_numbered:
        describe(folder, shelf, copy=copy, ends=ends or {})
        about = folder / ABOUT
        if made_at:
            said = json.loads(about.read_text())
            about.write_text(json.dumps(said | {"made_at": made_at.isoformat()}))
    (folder / KEY).touch()
    return folder
