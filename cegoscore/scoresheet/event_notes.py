"""Sentences about the event that a sheet belongs to, for whoever sits at that table."""

from __future__ import annotations

from collections.abc import Callable
from uuid import UUID

from cegoscore.registry import Registry
from cegoscore.scoresheet.models import Session

EVENT_NOTES: Registry[Callable[[UUID], str]] = Registry()
"""Sentences about an event by its key, empty where there is nothing to say, registered by those who own such events."""


def note_on(sheet: Session) -> str:
    """The sentence that everybody at the table should know; empty if there is none. No query for an evening."""
    if sheet.event is None:
        return ""
    return next((said for note in EVENT_NOTES if (said := note(sheet.event))), "")
