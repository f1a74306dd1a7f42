"""Values of the host's page: the state of every part, the jobs, the backups, the versions, the clubs."""

from __future__ import annotations

import platform
from datetime import datetime
from pathlib import Path
from typing import Any

import django
from django.conf import settings
from django.core.paginator import Paginator
from django.db import connection
from django.utils.translation import gettext as _

import cegoscore
from cegoscore.hosting.health import Health, free_bytes, health
from cegoscore.hosting.models import JobRun
from cegoscore.hosting.services import backups
from tournaments.clubhouse.management.commands.clubs import clubs_by_use, with_sizes

BACKUPS_SHOWN = 7
CLUBS_A_PAGE = 100


def host_page(number: str, *, now: datetime) -> dict[str, Any]:
    """Look at the server now: sizes are bytes; `number` is the page of clubs, and only theirs are counted."""
    clubs = Paginator(clubs_by_use(), CLUBS_A_PAGE).get_page(number)
    clubs.object_list = with_sizes(clubs_by_use().filter(pk__in=[club.pk for club in clubs]))
    return {
        "states": _states(health()),
        "jobs": list(JobRun.objects.order_by("name")),
        "backups": [(folder.name, _size_of(folder)) for folder in _newest()],
        "free": free_bytes(),
        "size": _size_of_database(),
        "versions": [
            ("cegoscore", cegoscore.__version__),
            ("Django", django.get_version()),
            ("Python", platform.python_version()),
            (connection.display_name, ".".join(map(str, connection.get_database_version()))),
        ],
        "clubs": clubs,
        "read_at": now,
    }


def _states(state: Health) -> list[tuple[str, bool, str]]:
    """The parts of `readyz`: name, whether it is well, and how it is in words."""
    names = {
        "database": _("Database"),
        "writing": _("Writing hands"),
        "migrations": _("Migrations"),
        "disk": _("Free disk space"),
        "backup": _("Last backup"),
    }
    words = {
        "ok": _("as it should be"),
        "away": _("does not answer"),
        "unknown": _("not known"),
        "refused": _("is refused"),
        "behind": _("some are missing: restart the server"),
        "newer": _("the database is newer than this version"),
        "low": _("nearly used up"),
        "none yet": _("comes in the coming night"),
        "failed": _("failed"),
        "old": _("too old"),
    }
    values = {name: getattr(state, name) for name in names}
    return [(names[name], value in {"ok", "none yet"}, words[value]) for name, value in values.items()]


def _newest() -> list[Path]:
    return backups(settings.BACKUPS)[:BACKUPS_SHOWN] if settings.BACKUPS else []


def _size_of(folder: Path) -> int:
    return sum(file.stat().st_size for file in folder.iterdir())


def _size_of_database() -> int:
    """Bytes, by the database's own account."""
    statement = {
        "sqlite": "SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()",
        "postgresql": "SELECT pg_database_size(current_database())",
    }
    with connection.cursor() as cursor:
        cursor.execute(statement[connection.vendor])
        return int(cursor.fetchone()[0])
