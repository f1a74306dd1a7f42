"""Removing for good what is old enough, and clubs of which nothing is left."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import datetime, timedelta
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import F, Model, ProtectedError, QuerySet
from django.utils import timezone

from cegoscore.clubs.models import Club, Grant, Link, Player
from cegoscore.registry import Registry

PURGES: Registry[Callable[[], str]] = Registry()
"""Purges of higher floors, each with a line that says how much it was; before sheets and clubs."""

EMPTY_FOR = timedelta(days=30)
"""A club that is younger may be just being set up."""


AT_ONCE = 200
"""Rows that go in one transaction: nobody who writes a hand waits for all of them."""


LONGEST_DAY = timedelta(hours=26)
"""More than from one night's job to the next where the clocks go back, or another host's are a little ahead."""
_NIGHT: ContextVar[datetime | None] = ContextVar("night", default=None)


@contextmanager
def judged_on(night: datetime) -> Iterator[None]:
    """The work inside was due on this night, by the clock of the run before."""
    token = _NIGHT.set(night)
    try:
        yield
    finally:
        _NIGHT.reset(token)


def surely_before(age: timedelta) -> datetime:
    """The moment before which things are surely older than `age`, for what removes them for good.

    Where the clock is far ahead of the night that was due, nobody knows whether the server was off or the clock is
    wrong (an empty battery, no internet): then that counts as one day, until the next night finds the clock there.
    """
    now, night = timezone.now(), _NIGHT.get()
    return (min(now, night + LONGEST_DAY) if night else now) - age


def remove(rows: QuerySet[Any]) -> int:
    """Remove rows in many short transactions; how many. One that was cut short goes on the next time."""
    count = 0
    while some := list(rows.values_list("pk", flat=True)[:AT_ONCE]):
        rows.model._base_manager.filter(pk__in=some).delete()
        count += len(some)
    return count


def purge_clubs() -> int:
    """Remove clubs of which nothing is left but people whom nothing mentions any more; how many those were.

    A club with a name, or with a link to itself, was meant to stay; so was one that became a part of another, because
    its addresses lead there.
    """
    old = Club.objects.filter(name="", joined_to=None, created_at__lt=surely_before(EMPTY_FOR)).exclude(
        links__target=F("id")
    )
    return sum(_remove(club) for club in old.filter(**none_of(Club, besides=(Player, Link, Grant))))


def none_of(model: type[Model], *, besides: tuple[type[Model], ...] = ()) -> dict[str, None]:
    """The condition that no row points to one of `model`; asked of the model, because higher floors add to it."""
    return {to.name: None for to in model._meta.related_objects if to.related_model not in besides}


def _remove(club: Club) -> bool:
    """Remove a club with its people, unless one of them is needed: every column of a sheet protects its player."""
    if club.players.exclude(**none_of(Player, besides=(Player,))).exists():
        return False
    try:
        with transaction.atomic():
            club.delete()
    except (ProtectedError, IntegrityError):
        return False
    return True
