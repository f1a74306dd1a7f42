"""The page of whoever runs the server: its health, jobs, backups, clubs; and the link that a command prints for it."""

import platform
from collections.abc import Mapping
from datetime import date, datetime, timedelta
from typing import Any

import django
from django.conf import settings
from django.core import signing
from django.core.paginator import Paginator
from django.db import connection
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _

import cegoscore
from cegoscore.hosting.health import free_bytes, health
from cegoscore.hosting.models import JobRun
from cegoscore.hosting.shelf import backups, set_aside
from cegoscore.reached import printed
from tournaments.clubhouse.management.commands.clubs import clubs_by_use, with_sizes

BACKUPS_SHOWN = 7
CLUBS_A_PAGE = 100


def host_page(number: str, *, now: datetime) -> dict[str, Any]:
    """Look at the server now: sizes are bytes; `number` is the page of clubs, and only theirs are counted."""
    clubs = Paginator(clubs_by_use(), CLUBS_A_PAGE).get_page(number)
    clubs.object_list = with_sizes(clubs_by_use().filter(pk__in=[club.pk for club in clubs]))
    newest = backups(settings.BACKUPS)[:BACKUPS_SHOWN]
    state = health()
    return {
        "states": _states(state),
        "backup_ends": date.fromisoformat(state["backup_ends"]) if "backup_ends" in state else None,
        "set_aside": set_aside(settings.BACKUPS),
        "jobs": list(JobRun.objects.order_by("name")),
        "backups": [(one.folder.name, sum(file.stat().st_size for file in one.folder.iterdir())) for one in newest],
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


def _states(state: Mapping[str, str]) -> list[tuple[str, bool, str]]:
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
        "off": _("this host makes none"),
        "elsewhere": _("lies on another host"),
        "gone": _("is not on the disk"),
        "damaged": _("is not whole"),
    }
    well = {"ok", "none yet", "off", "elsewhere"}
    return [(names[part], value in well, words[value]) for part, value in state.items() if part in names]


def _size_of_database() -> int:
    """Bytes, by the database's own account."""
    statement = {
        "sqlite": "SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()",
        "postgresql": "SELECT pg_database_size(current_database())",
    }
    with connection.cursor() as cursor:
        cursor.execute(statement[connection.vendor])
        return int(cursor.fetchone()[0])


# Who may look

OPENS_FOR = timedelta(days=1)
"""Time within which the link opens the page; the host has printed it just now."""
KEPT = timedelta(days=90)
"""Time for which a browser that has opened it may look."""
LINK = "cegoscore.host.link"
COOKIE = "cegoscore.host.cookie"
"""Salts, so that neither can be taken for the other, or for a device's cookie."""


def host_address() -> str:
    """The address of a new link, as a command prints it."""
    return printed(reverse("open_host", args=[signing.dumps("host", salt=LINK)]))


def opens(secret: str) -> bool:
    """True for the secret of a link that still opens."""
    return _is_signed(secret, LINK, OPENS_FOR)


def remember_host(response: HttpResponse) -> None:
    """Let this browser look from now on."""
    response.set_cookie(
        cookie_name(),
        signing.dumps("host", salt=COOKIE),
        max_age=KEPT,
        httponly=True,
        secure=settings.BEHIND_TLS,
        samesite="Lax",
    )


def check_host(request: HttpRequest) -> None:
    """Raise `Http404` for everybody else."""
    if not _is_signed(request.COOKIES.get(cookie_name(), ""), COOKIE, KEPT):
        raise Http404


def cookie_name() -> str:
    """The cookie's name; behind HTTPS with the prefix that keeps it to this very host."""
    return "__Host-server" if settings.BEHIND_TLS else "server"


def _is_signed(text: str, salt: str, age: timedelta) -> bool:
    try:
        return bool(signing.loads(text, salt=salt, max_age=age) == "host")
    except signing.BadSignature:
        return False
