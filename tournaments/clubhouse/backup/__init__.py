"""A club, or one of its tournaments, as one document of rows, and back. `docs/formats/club.md` describes it."""

from tournaments.clubhouse.backup.reading import Backup, parse_json
from tournaments.clubhouse.backup.restoring import CannotRestore, restore
from tournaments.clubhouse.backup.writing import CannotBackUp, write_backup

__all__ = ["Backup", "CannotBackUp", "CannotRestore", "parse_json", "restore", "write_backup"]
