"""The sheet's page, whose values and larger parts a process keeps while the sheet stands as it is.

Several phones open a sheet between two hands, and see the same. What is kept goes by everything that it shows: the
sheet's own row with its version, which every write counts up, the names, and what the viewer may do.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence

from django.utils.translation import get_language

from cegoscore.recent import Recent
from cegoscore.scoresheet.drawn_lines import EDGE
from cegoscore.scoresheet.models import Seat, Session
from cegoscore.scoresheet.seats import seats_of
from cegoscore.scoresheet.sheet_page import Column, SheetPage, sheet_page

MOST = 128
"""Sheets that a process keeps, of some fifty kilobytes each."""

_PAGES: Recent[SheetPage] = Recent(MOST)
_PARTS: Recent[str] = Recent(MOST * 2)


def kept_page(sheet: Session, *, may_write: bool) -> tuple[SheetPage, Hashable]:
    """The values of the page, and what they go by; brings `sheet` up to date if somebody writes meanwhile."""
    seats = seats_of(sheet)
    seen = _seen(sheet, seats, may_write=may_write)
    page = _PAGES.get(seen)
    if page is None:
        page = sheet_page(sheet, may_write=may_write, seats=seats)
        seen = _seen(sheet, page.seats, may_write=may_write)
        _PAGES.put(seen, page)
    return page, seen


def _seen(sheet: Session, seats: Sequence[Seat | Column], *, may_write: bool) -> Hashable:
    row = tuple(str(getattr(sheet, field.attname)) for field in Session._meta.concrete_fields)
    return row, tuple((seat.name, seat.total) for seat in seats), may_write, get_language()


def forget_pages() -> None:
    """Draw everything anew."""
    _PAGES.clear()
    _PARTS.clear()


def kept_part(name: str, seen: Hashable, own: Mapping[str, str], draw: Callable[[], str]) -> str:
    """A part of the page, drawn unless it is here; `own` are values by their names that no other answer has."""
    text = _PARTS.get((name, seen))
    if text is None:
        text = draw()
        for key, value in own.items():
            text = text.replace(value, f"{EDGE}{key}{EDGE}")
        _PARTS.put((name, seen), text)
    for key, value in own.items():
        text = text.replace(f"{EDGE}{key}{EDGE}", value)
    return text
