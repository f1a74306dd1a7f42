"""One more hand as values, for a page that shows everything before it: its script draws what it changes.

What it does not read as values it gets as parts of the page: the first hand, with which the list comes, and all that
an older script asks.
"""

from collections.abc import Sequence
from typing import Any

from django.http import HttpRequest

from cegoscore.scoresheet.hand.sheet_page import SheetPage
from cegoscore.scoresheet.models import Session

READS = "X-Reads"
"""Header of a script that reads them: `hand`."""


def reads_values(request: HttpRequest, page: SheetPage) -> bool:
    """Tell whether the page that asks draws the only line of `page` by itself."""
    return page.lines[0].number > 1 and request.headers.get(READS) == "hand"


def values_of(sheet: Session, page: SheetPage, *, warnings: Sequence[str] = (), news: str = "") -> dict[str, Any]:
    """Values that the only line of `page` changes on the sheet, for `static/offline/one_hand.js`.

    `warnings` are doubts about it, `news` a sentence about it for whoever did not write it.
    """
    (line,), turn = page.lines, page.turn
    return {
        "version": sheet.version,
        "key": line.key,
        "number": line.number,
        "shown": line.shown,
        "dealer": line.deals,
        "lineup": line.lineup,
        "amounts": line.amounts,
        "fields": line.fields,
        "game": line.game,
        "text": line.text,
        "schnaps": ", ".join(line.schnaps),
        "seats": [(seat.total, seat.looks) for seat in page.seats],
        "next": {"dealer": turn.dealer, "vorhand": turn.vorhand, "shown": turn.shown},
        "warnings": warnings,
        "news": news,
    }
