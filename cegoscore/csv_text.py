"""Tables as text that spreadsheets open."""

import csv
import io
import re
from collections.abc import Iterable, Sequence

from django.http import HttpResponse
from django.utils.formats import get_format

FORMULA = re.compile(r"""((?:^|[;,])[\s"]*)(?=[=+\-@＝＋－＠])(?![+\-－]$)""")
"""Beginning of what a spreadsheet calculates, full-width ones too: at the start of a cell, or behind a mark at which
another one would divide it. A sign at the end is none, as in "5,-"."""


def csv_text(rows: Iterable[Sequence[object]]) -> str:
    """The rows, with commas, or semicolons where a comma stands in numbers: so spreadsheets take them there.

    Every cell is quoted, for a spreadsheet that divides by another mark than ours.
    """
    out = io.StringIO()
    delimiter = ";" if get_format("DECIMAL_SEPARATOR") == "," else ","
    lines = csv.writer(out, delimiter=delimiter, lineterminator="\r\n", quoting=csv.QUOTE_ALL)
    lines.writerows([cell if isinstance(cell, int) else _plain(str(cell)) for cell in row] for row in rows)
    return out.getvalue()


def csv_answer(text: str, name: str) -> HttpResponse:
    """A table that a browser saves under a name; the mark at its beginning tells spreadsheets that it is UTF-8."""
    headers = {"Content-Disposition": f'attachment; filename="{name}.csv"'}
    return HttpResponse(f"\ufeff{text}", content_type="text/csv; charset=utf-8", headers=headers)


def _plain(text: str) -> str:
    """Text in one line that no spreadsheet takes for a formula."""
    return FORMULA.sub(r"\1'", " ".join(text.split()))
