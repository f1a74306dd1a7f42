"""An update of the database, and the way back.

Back means the code of the version before on the schema as it is: migrations only add. The copy from before is put back
only where nobody can have written since: a SQLite file, whose one server is stopped. PostgreSQL may have other hosts;
there a migration that fails leaves nothing behind, and the copy waits for the host's own decision.
"""

from __future__ import annotations

from io import StringIO
from pathlib import Path

from django.core.management import CommandError, call_command
from django.db import DatabaseError, connection

from cegoscore.hosting.copies import NAMES, put_back
from cegoscore.hosting.jobs import JobFailed
from cegoscore.hosting.schema import is_behind, unservable
from cegoscore.hosting.services import back_up_before_migrating


def apply_update() -> str:
    """Migrate and check everything; return a sentence. Raises `JobFailed` with what was done about it.

    Called within `nobody_serves` and `start_lock`.
    """
    if sentence := unservable():
        raise JobFailed(sentence)
    if not is_behind():
        return "The database is up to date."
    folder = back_up_before_migrating()
    try:
        call_command("migrate", verbosity=0)
        _check()
    except (DatabaseError, CommandError, JobFailed) as problem:
        reason = next(iter(str(problem).strip().splitlines()), type(problem).__name__)
        raise JobFailed(f"The update failed: {reason}. {_went_back(folder)}") from problem
    kept = f"; a copy from before is in {folder}" if folder else ""
    return f"The database is up to date, and everything in it is right{kept}."


def _check() -> None:
    said = StringIO()
    try:
        call_command("selfcheck", stdout=said)
    except SystemExit:
        raise JobFailed(f"the self-check finds faults: {said.getvalue().splitlines()[0]}") from None


def _went_back(folder: Path | None) -> str:
    """Put the copy back where nobody can have written since; a sentence."""
    if folder is None:
        return "There is no copy from before (BACKUPS is 0, or the database was new)."
    if connection.vendor != "sqlite":
        return f"The version before goes on with the database as it is; a copy from before is in {folder}."
    connection.close()
    put_back(folder / NAMES["sqlite"], connection.settings_dict)
    return "The database is again as it was before."
