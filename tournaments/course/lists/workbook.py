"""A spreadsheet's own file (.xlsx, .xls, .ods) as text with tabs.

It is read apart, within limits (`cegoscore.server.apart`): a file of one kilobyte can name a cell so far out that
reading it takes more memory than there is, and ends the process that does.
"""

import csv
import io
import json
import sys
import zipfile
from datetime import date
from typing import Any

from cegoscore.server.apart import answer_apart, what_was_sent

MOST_UNPACKED = 20_000_000
"""Bytes of all that is packed in such a file: a small one can hold much more."""
MOST_ROWS, MOST_COLUMNS = 2000, 100
MOST_CELLS = 1_000_000
"""Empty ones too: formulas are drawn far down below a list."""


def sheets_of(content: bytes) -> dict[str, str | None] | None:
    """The text of each visible sheet with something on it, by name; none for one that is too large for a list.

    None if the file cannot be read, or is too large.
    """
    answer = answer_apart(__name__, content)
    return None if answer is None else dict(json.loads(answer))


def _main() -> None:
    content = what_was_sent()
    from python_calamine import CalamineWorkbook, SheetTypeEnum, SheetVisibleEnum  # noqa: PLC0415 - for such files only

    if content.startswith(b"PK"):
        with zipfile.ZipFile(io.BytesIO(content)) as packed:
            if sum(file.file_size for file in packed.infolist()) > MOST_UNPACKED:
                sys.exit("too large")
    book = CalamineWorkbook.from_filelike(io.BytesIO(content))
    seen = [
        sheet.name
        for sheet in book.sheets_metadata
        if sheet.typ is SheetTypeEnum.WorkSheet and sheet.visible is SheetVisibleEnum.Visible
    ]
    texts = {" ".join(name.split()): _text(book.get_sheet_by_name(name)) for name in seen}
    json.dump({name: text for name, text in texts.items() if text is None or text.strip()}, sys.stdout)


def _text(sheet: Any) -> str | None:
    """A line for each row, none if it is too large; what is merged over several rows stands in each of them."""
    if sheet.total_height * sheet.total_width > MOST_CELLS or sheet.total_width > MOST_COLUMNS:
        return None
    rows = [[_cell(value) for value in row] for row in sheet.to_python(skip_empty_area=False)]
    while rows and not any(rows[-1]):
        rows.pop()
    if len(rows) > MOST_ROWS:
        return None
    for (top, left), (bottom, _right) in set(sheet.merged_cell_ranges or ()):
        for row in rows[top + 1 : bottom + 1]:
            row[left] = rows[top][left]
    text = io.StringIO()
    csv.writer(text, delimiter="\t", lineterminator="\n").writerows(rows)
    return text.getvalue()


def _cell(value: Any) -> str:
    """A cell as a German reader would type it."""
    if isinstance(value, bool):
        return "ja" if value else "nein"
    if isinstance(value, float):
        # As many digits as a spreadsheet shows; three decimals would read as thousands.
        whole, _point, decimals = f"{value:.15g}".partition(".")
        return f"{whole},{decimals}{'0' * (len(decimals) == 3)}" if decimals else whole
    return f"{value:%d.%m.%Y}" if isinstance(value, date) else " ".join(str(value).split())


if __name__ == "__main__":
    _main()
