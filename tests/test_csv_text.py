"""Tables that spreadsheets open calculate nothing, whatever divides their cells there."""

import csv
import io
import re

import pytest
from django.utils import translation
from hypothesis import given, strategies as st

from cegoscore.csv_text import csv_text
from tournaments.course.lists.cells import most_common_delimiter, rows_of

CALCULATES = re.compile(r"\s*[=+\-@＝＋－＠]\s*\S")
LANGUAGES = pytest.mark.parametrize("language", ["de", "en"])


@LANGUAGES
@pytest.mark.parametrize("delimiter", ";,\t")
@given(name=st.text(st.sampled_from("=+-@＝1aÄ;,\t\"' \n"), max_size=9))
def test_no_cell_is_a_formula_whatever_a_spreadsheet_divides_by(language: str, delimiter: str, name: str) -> None:
    with translation.override(language):
        text = csv_text([["Name", name, 7]])
    cells = next(csv.reader(io.StringIO(text, newline=""), delimiter=delimiter))
    blind = text.strip().split(delimiter)
    assert not [cell for cell in [*cells, *blind] if CALCULATES.match(cell.replace('"', ""))], text


@LANGUAGES
@pytest.mark.parametrize("name", ["Eva Kern;=2+3", "Eva Kern,=2+3", '"=2+3', "a; -2"])
def test_formula_behind_a_mark_is_text(language: str, name: str) -> None:
    with translation.override(language):
        text = csv_text([[name]])
    assert text.startswith('"')
    assert re.search(r"'[=-]2", text), text


@LANGUAGES
def test_every_cell_is_quoted_and_is_read_again_as_it_was(language: str) -> None:
    rows = [["Name", "Ort", "Punkte"], ['Jörg "Jockel" Kern', "Urach; Dorf", "-120"], ["Anna, geb. Dold", "Au", "5,-"]]
    with translation.override(language):
        text = csv_text([[*row[:2], int(row[2])] if row[2] == "-120" else row for row in rows])
    assert text.count('"') >= 2 * 9
    read = rows_of(text, most_common_delimiter(text))
    assert [list(row.cells) for row in read[:1]] == rows[:1]
    assert read[1].cells[1:] == ("Urach; Dorf", "-120")
    assert read[2].cells == ("Anna, geb. Dold", "Au", "5,-")
