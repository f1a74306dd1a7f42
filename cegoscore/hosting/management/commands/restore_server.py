"""`restore_server FOLDER`: a backup of the whole database put back, while the server is stopped."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import connection

from cegoscore.hosting.copies import copy_in, put_back
from cegoscore.hosting.forgetting import Known, all_forgotten, forget_again
from cegoscore.hosting.jobs import JobFailed
from cegoscore.hosting.keys import OLD_KEYS, keep_old_keys
from cegoscore.hosting.schema import unservable
from cegoscore.hosting.services import back_up
from cegoscore.hosting.shelf import KEY
from cegoscore.server.start_lock import alone, start_lock


class Command(BaseCommand):
    """Keeps what is there now as a backup of its own before anything is replaced."""

    help = "Puts a backup of the whole database back. Stop the server first."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Define the backup's folder."""
        parser.add_argument("--discard", action="store_true", help="do not keep what is there now")
        parser.add_argument(
            "folder", type=Path, help="a folder in backups, as the night or the command backup makes them"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Keep the present, put the past back, and say what to do about the key."""
        folder: Path = options["folder"]
        copy = copy_in(folder)
        if not copy.exists():
            raise CommandError(f"{folder} holds no backup of this kind of database ({copy.name}).")
        with alone():
            known = all_forgotten(settings.BACKUPS, settings.BACKUP_COPY)
            if not options["discard"]:
                self._keep_present()
            with start_lock():
                self._put_back(copy, known)
        self.stdout.write(f"Restored {folder.name}.{self._keep_key(folder / KEY)}")

    def _keep_key(self, key: Path) -> str:
        """Let links and cookies go on that the key beside the copy has made; a sentence if it is another one."""
        if not key.exists():
            return " No key lies beside it: links and cookies need the one that made them."
        if not keep_old_keys([key.read_text()]):
            return ""
        return (
            f" The key beside it is another one, and is kept in {settings.DATA_DIR / OLD_KEYS}: its links and cookies"
            " go on. Further hosts need that line, too."
        )

    def _keep_present(self) -> None:
        """Back up what is there now."""
        try:
            self.stdout.write(f"Kept what was there: {back_up(thinning=False)}")
        except JobFailed as problem:
            raise CommandError(
                f"What is there now cannot be kept: {problem}. --discard goes on all the same."
            ) from problem

    def _put_back(self, copy: Path, known: Known) -> None:
        """Put the past back, without what was erased since."""
        connection.close()
        put_back(copy, connection.settings_dict)
        if sentence := unservable():
            raise CommandError(f"{copy.parent.name} is in place, but {sentence[0].lower()}{sentence[1:]}")
        if any(known.values()):
            call_command("migrate", verbosity=0)
            if again := forget_again(known):
                counts = ", ".join(f"{count} {name}" for name, count in again.items())
                self.stdout.write(f"Done again, as after this backup: {counts}")
