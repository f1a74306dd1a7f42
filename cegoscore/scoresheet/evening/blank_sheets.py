"""Blank sheets for phones without network: the page of an empty sheet by each rule set, with places to be filled.

They are the very page that the server would send, so nothing of it is written twice. Pages differ in few lines: each is
kept as the runs of a common list of lines.
"""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from django.template.loader import render_to_string

from cegoscore.clubs.house_rules.rule_sets import row_of, short_digest
from cegoscore.clubs.models import Club, Player
from cegoscore.edition import edition
from cegoscore.scoresheet.hand.answers import sheet_context
from cegoscore.scoresheet.hand.panel import next_panel
from cegoscore.scoresheet.hand.sheet_page import SheetPage, columns_of
from cegoscore.scoresheet.ledger.seats import next_turn
from cegoscore.scoresheet.models import Seat, Session
from cegoscore.scoring.house_rules import HouseRules
from cegoscore.scoring.rules.rule_files import published, published_identifiers

ID = uuid.UUID("00000000-0000-4000-8000-000000000000")
NAMES = "\ue000\ue001\ue002\ue003\ue004"
DEALER, VORHAND, TITLE, TOKEN, HAND = "\ue005\ue006\ue007\ue008\ue009"
STAKE, CURRENCY = "\ue00a\ue00b"
"""Places to be filled, as characters of no language: names by seat, the first dealer, Vorhand, the title of the sheet,
the token against forged requests, the UUID of the first hand, the stake. The sheet's own id stands in that of `ID`."""

Coded = dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class BlankPage(SheetPage):
    """A sheet without a hand whose first dealer is yet to be named."""

    @property
    def dealer(self) -> str:
        """Place of the dealer's name."""
        return DEALER

    @property
    def vorhand(self) -> str:
        """Place of the name of who speaks first."""
        return VORHAND


def blank_sheet(rules: HouseRules, size: int) -> str:
    """The page of an empty sheet for so many people."""
    row = row_of(rules)
    sheet = Session(
        id=ID,
        club=Club(id=ID),
        rule_set=row,
        title=TITLE,
        stake=STAKE,
        currency=CURRENCY,
        lineup=list(range(size)),
        dealer=0,
        compulsory_after=None,
    )
    seats = [Seat(session=sheet, number=number, player=Player(name=NAMES[number])) for number in range(size)]
    turn = next_turn(sheet, [], rules)
    page = BlankPage(
        seats=columns_of(seats, turn),
        lines=(),
        turn=turn,
        may_write=True,
        schnaps=rules.schnaps_buergermeister or rules.schnaps_no_trick,
    )
    panel = next_panel(sheet, page)
    panel = replace(panel, place={**panel.place, "uuid": HAND})
    context = sheet_context(sheet, page, panel, may_arrange=True, last=None)
    return render_to_string(
        "scoresheet/hand/sheet.html", context | {"csrf_token": TOKEN, "request": {"get_full_path": ""}}
    )


def coded(pages: Mapping[str, Mapping[int, str]]) -> Coded:
    """Pages by rule set and size as `lines`, each line once, and `pages`: where runs of lines begin, and how many."""
    lines: dict[str, int] = {}
    runs = {name: {size: _runs(page, lines) for size, page in sizes.items()} for name, sizes in pages.items()}
    return {"lines": list(lines), "pages": runs}


def _runs(page: str, lines: dict[str, int]) -> list[int]:
    runs: list[int] = []
    for text in page.splitlines():
        line = lines.setdefault(text, len(lines))
        if runs and line == runs[-2] + runs[-1]:
            runs[-1] += 1
        else:
            runs += [line, 1]
    return runs


def blank_sheets(sets: Iterable[HouseRules]) -> Coded:
    """Blank sheets of rule sets by `short_digest`, for every number of people that they are for."""
    return coded({short_digest(rules): {size: blank_sheet(rules, size) for size in rules.sizes} for rules in sets})


def published_blank_sheets() -> Coded:
    """Blank sheets of every published rule set, in the language that is on; `digests` by identifier."""
    return _published(edition())


@lru_cache(maxsize=4)
def _published(_edition: str) -> Coded:
    sets = [published(identifier) for identifier in published_identifiers()]
    return blank_sheets(sets) | {"digests": {rules.id: short_digest(rules) for rules in sets}}
