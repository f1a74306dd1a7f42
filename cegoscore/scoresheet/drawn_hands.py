"""Parts of the sheet's page that one more hand changes, drawn once for all who see the same.

They differ in numbers and names mostly: drawn once in each language, as blanks with places to be filled.
"""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from types import SimpleNamespace
from typing import Any

from django.template.loader import render_to_string
from django.utils.html import escape
from django.utils.translation import get_language

from cegoscore.addresses import address
from cegoscore.clubs.templatetags.cego import beside
from cegoscore.recent import Recent
from cegoscore.scoresheet.drawn_lines import ID, Blank, drawn_line, place
from cegoscore.scoresheet.lines import LedgerLine
from cegoscore.scoresheet.models import Session, State
from cegoscore.scoresheet.sheet_page import Mark, SheetPage

NEXT, UNDO = "scoresheet/_panel.html#next", "scoresheet/_panel.html#undo"
TOTALS, LINE, FIRST_LINE, LIVE, NEWS = (
    f"scoresheet/sheet.html#{name}" for name in ("totals", "newest", "lines", "live", "news")
)
OOB = ' hx-swap-oob="true"'
"""Attribute of a part that goes to where its like stands; the part for the element that asked has none."""
OWN = {name: place(name) for name in ("uuid", "undo")}
"""Places of UUIDs that every panel has for itself."""
MOST = 512
"""Hands that a process keeps drawn, of some three kilobytes each: more than a hall writes in a minute."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawnHand:
    """The parts that a new hand changes, for whoever shows everything before it; all but `line` are texts of HTML."""

    line: LedgerLine
    before: int | None
    """Key of the row that was the newest before."""
    totals: str
    ledger: str
    """The line in the list; for the first hand the list."""
    live: str
    head: str
    """Of the panel."""
    undo: str

    def for_writer(self, head: str = "") -> str:
        """The answer to the phone that wrote: the next hand first. `head` with doubts about this hand, if any."""
        head = (head or self.head).replace(OOB, "", 1)
        return _own("\n".join((head, self.undo, self.totals, self.ledger, self.live, _news(None, get_language()))))

    def for_outbox(self, head: str = "") -> str:
        """The same for a phone that has emptied its panel already and offers to undo by itself."""
        return self._followed(None, head or self.head)

    def for_follower(self, *, is_news: bool, may_write: bool) -> str:
        """The answer to a page that follows; `is_news` if another phone wrote the hand."""
        return self._followed(self.line if is_news else None, self.head if may_write else "")

    def _followed(self, news: LedgerLine | None, head: str) -> str:
        live = self.live.replace(OOB, "", 1)
        return _own("\n".join((live, self.totals, self.ledger, _news(news, get_language()), head)))


def _own(text: str) -> str:
    for its_place in OWN.values():
        text = text.replace(its_place, str(uuid.uuid4()))
    return text


_DRAWN: Recent[DrawnHand] = Recent(MOST)


def drawn_hand(sheet: Session) -> DrawnHand | None:
    """The hand that made the sheet's version, if it is drawn in the language that is on."""
    return _DRAWN.get((sheet.pk, sheet.version, get_language()))


def draw_hand(sheet: Session, page: SheetPage, before: int | None) -> DrawnHand:
    """Draw the only line of the page, which made the version of the sheet."""
    (line,) = page.lines
    values = _values(sheet, page)
    looks = tuple((seat.looks, seat.mark, seat.leads) for seat in page.seats)
    drawn = DrawnHand(
        line=line,
        before=before,
        totals=_totals(looks, get_language()).filled(values),
        ledger=_ledger(sheet, page),
        live=_blank(LIVE, None, 0, get_language()).filled(values),
        head=_head(sheet, values, ()),
        undo=_blank(UNDO, None, 0, get_language()).filled(values),
    )
    return _DRAWN.put((sheet.pk, sheet.version, get_language()), drawn)


def _ledger(sheet: Session, page: SheetPage) -> str:
    """The line of the page for the list; with the first hand comes the list."""
    (line,) = page.lines
    if line.number == 1:
        return render_to_string(FIRST_LINE, {"sheet": sheet, "page": page, "oob": True, "stage": None})
    return _blank(LINE, None, 0, get_language()).filled({"line": drawn_line(line, get_language())})


def head_with(sheet: Session, page: SheetPage, warnings: Sequence[str]) -> str:
    """The head of the panel after the line of the page, with doubts about that."""
    return _head(sheet, _values(sheet, page), warnings)


def _head(sheet: Session, values: dict[str, str], warnings: Sequence[str]) -> str:
    doubts = {f"warning{at}": escape(sentence) for at, sentence in enumerate(warnings)}
    return _blank(NEXT, sheet.planned, len(warnings), get_language()).filled(values | doubts)


def _values(sheet: Session, page: SheetPage) -> dict[str, str]:
    """Everything that the parts say about a hand, ready for a page."""
    line, turn = page.lines[0], page.turn
    return {
        "sheet": str(sheet.pk),
        "version": str(sheet.version),
        "newest": str(line.key),
        "shown": str(page.next_shown),
        "number": str(turn.number),
        "lineup": ",".join(map(str, turn.lineup)),
        "deals": str(turn.dealer),
        "dealer": escape(page.dealer),
        "vorhand": escape(page.vorhand),
        "strike": address("strike_hand", sheet.pk, line.number),
        "again": str(line.revision + 1),
        **OWN,
        **{f"name{seat.number}": beside(seat.name, page.seats) for seat in page.seats},
        **{f"total{seat.number}": str(seat.total) for seat in page.seats},
        **{f"signed{seat.number}": seat.signed for seat in page.seats},
    }


@lru_cache(maxsize=256)
def _blank(part: str, planned: int | None, warnings: int, _language: str | None) -> Blank:
    names = ("version", "newest", "shown", "number", "lineup", "deals", "dealer", "vorhand", "strike", "again")
    to_fill: Any = SimpleNamespace(**{name: place(name) for name in names}, **OWN)
    fields = {"uuid": to_fill.uuid, "number": to_fill.number, "revision": "1", "lineup": to_fill.lineup}
    page = {
        "next_shown": to_fill.shown,
        "dealer": to_fill.dealer,
        "vorhand": to_fill.vorhand,
        "newest": {"key": to_fill.newest},
    }
    panel = {
        "place": fields | {"dealer": to_fill.deals},
        "warnings": [place(f"warning{at}") for at in range(warnings)],
        "undo": {"url": to_fill.strike, "uuid": to_fill.undo, "revision": to_fill.again},
    }
    sheet = {"id": ID, "version": to_fill.version, "state": State.OPEN.value, "planned": planned}
    drawn = {"mode": "new", "oob": True, "drawn_line": place("line")}
    return Blank(render_to_string(part, {"sheet": sheet, "page": page, "panel": panel} | drawn))


@lru_cache(maxsize=1024)
def _totals(looks: tuple[tuple[str, Mark | None, bool], ...], _language: str | None) -> Blank:
    """Totals of columns that look so."""
    seats = [
        {"looks": classes, "mark": mark, "leads": leads}
        | {name: place(f"{name}{number}") for name in ("name", "total", "signed")}
        for number, (classes, mark, leads) in enumerate(looks)
    ]
    return Blank(render_to_string(TOTALS, {"page": {"seats": seats}, "oob": True, "stage": None}))


@lru_cache(maxsize=MOST)
def _news(line: LedgerLine | None, _language: str | None) -> str:
    """Words about a hand of another phone; without one the place where they stand."""
    return render_to_string(NEWS, {"news": line, "oob": True, "sheet": {"state": State.OPEN.value}})
