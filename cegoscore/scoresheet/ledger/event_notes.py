"""Events that sheets belong to: sentences for whoever sits at a table of one, and those of today."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple
from uuid import UUID

from cegoscore.registry import Registry
from cegoscore.scoresheet.models import Session

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


def note_on(sheet: Session) -> str:
    """The sentence that everybody at the table should know; empty if there is none. No query for an evening."""
    if sheet.event is None:
        return ""
    return next((said for note in EVENT_NOTES if (said := note(sheet.event))), "")
