"""A whole club as one document, and back. `docs/formats/club.md` describes it."""

from tournaments.clubhouse.backup.reading import Backup, parse_json
from tournaments.clubhouse.backup.restoring import CannotRestore, restore
from tournaments.clubhouse.backup.writing import FORMAT, CannotBackUp, write_backup

__all__ = ["FORMAT", "Backup", "CannotBackUp", "CannotRestore", "parse_json", "restore", "write_backup"]
