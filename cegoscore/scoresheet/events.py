"""Words of those who own events about their sheets: which results are withheld, what a table should know, today's."""

from collections.abc import Callable, Iterator
from functools import reduce
from operator import or_
from typing import NamedTuple
from uuid import UUID

from django.db.models import Q

from cegoscore.registry import Registry

WITHHELD: Registry[Q] = Registry()
"""Conditions on sheets, registered by those who own them."""
NONE = Q(pk__in=[])


def is_withheld() -> Q:
    """The condition on sheets that one of the conditions holds."""
    return reduce(or_, WITHHELD, NONE)


EVENT_NOTES: Registry[Callable[[UUID], str]] = Registry()
"""Sentences about an event by its key, empty where there is nothing to say, registered by those who own such events."""


class EventToday(NamedTuple):
    """An event of today as the start page has it: where its button leads, and what that says."""

    name: str
    where: str
    address: str
    way: str


EVENTS_TODAY: Registry[Callable[[UUID | None], Iterator[EventToday]]] = Registry()
"""The events of today on which a device has a right."""


def note_on(event: UUID | None) -> str:
    """The sentence that everybody at a table of it should know; empty if there is none. No query for an evening."""
    return next((sentence for note in EVENT_NOTES if event and (sentence := note(event))), "")
