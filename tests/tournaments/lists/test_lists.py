"""Lists as clubs make them, as CSV and as a spreadsheet's own file: who is in them, by three choices at most."""

import csv
import io
import re
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from cegoscore.clubs.names import WholeField
from tests.tournaments.lists.xlsx import ods, rows_as_xml, workbook, xlsx
from tournaments.course.lists.cells import decoded, most_common_delimiter, paid_of, points_of, text_of
from tournaments.course.lists.columns import HEADINGS, Wanted, kind_of
from tournaments.course.lists.reading import PeopleList, mark_of, read_lines

FOLDER = Path(__file__).parent
CATEGORIES = dict.fromkeys(("damen", "d"), (1, "Damen")) | dict.fromkeys(("jugend", "j"), (2, "Jugend"))
DOOR = Wanted(columns=("village", "paid", "categories", "team"), categories=CATEGORIES)
SEASON = Wanted(columns=("village", "points", "categories"), categories=CATEGORIES)

EXPECTED = {
    part.splitlines()[0].split()[1]: (part.splitlines()[0].split()[2:], part.partition("\n")[2].strip())
    for part in (FOLDER / "expected.txt").read_text().strip().split("\n\n")
}
"""By list: what somebody chooses, and a line for each that is taken over with what it has.

The others are marked: `-` cannot be taken over, `#` is proposed to be left out; `!` says why nothing can be read.
"""


def told(people: PeopleList) -> str:
    """The list as it was understood, to be compared."""
    if people.problem:
        return f"! {people.problem}"
    lines = []
    for line in people.lines:
        if line.state in ("out", "left"):
            lines.append(f"{'-' if line.state == 'out' else '#'} {line.text[:59]}")
        else:
            has = (
                line.village,
                "paid" * line.has_paid,
                line.team,
                *line.labels,
                f"{line.points:+d}" * bool(line.points),
            )
            lines.append(" | ".join(part for part in (line.name, *has) if part))
    return "\n".join(lines)


NO_CELLS = {
    *("open_quote", "one_column_surname_first", "letters_of_a_page", "capitals_first", "numbers_in_the_name"),
}
"""Lists of which the text is no table of cells, or says by its commas what cells do not."""
FILES = sorted(FOLDER.glob("*.csv"))


def text_in(file: Path) -> str:
    text, _sheets = text_of(file.read_bytes())
    assert text is not None
    return text


def read_file(name: str, text: str, **sheet: str) -> str:
    """The list in a text after what is chosen for it."""
    chosen, _expected = EXPECTED[name]
    wanted = SEASON if {"unkte", "Runde"} & {*re.findall("unkte|Runde", text)} or "column_3=points" in chosen else DOOR
    return told(
        read_lines(text, wanted, sheet | {one: what for one, _is, what in (each.partition("=") for each in chosen)})
    )


def name_of(file: Path) -> str:
    return file.stem


@pytest.mark.parametrize("file", FILES, ids=name_of)
def test_list_comes_in_with_the_right_people_by_three_choices(file: Path) -> None:
    chosen, expected = EXPECTED[file.stem]
    assert read_file(file.stem, text_in(file)) == expected
    assert len([one for one in chosen if not one.startswith("asked")]) <= 3


def test_same_lists_as_sheets_of_one_workbook_have_the_same_people() -> None:
    texts = {file.stem: text_in(file) for file in FILES}
    cells = {
        name: list(csv.reader(io.StringIO(text, newline=""), delimiter=most_common_delimiter(text)))
        for name, text in texts.items()
        if name not in NO_CELLS
    }
    book, _sheets = text_of(xlsx({name: rows_as_xml(rows) for name, rows in cells.items()}))
    assert book is not None
    assert read_lines(book, DOOR, {}).sheets == (*cells,)
    alone = {name: f"\f{name}\n{book.split(f'{chr(12)}{name}{chr(10)}')[1].split(chr(12))[0]}" for name in cells}
    read = {name: read_file(name, text, sheet=name) for name, text in alone.items()}
    assert read == {name: EXPECTED[name][1] for name in cells}


def test_there_are_fifty_lists_and_each_is_expected() -> None:
    assert len(FILES) == 50
    assert {*EXPECTED} == {file.stem for file in FILES}


# What no list may do


@given(
    st.binary(max_size=300) | st.text(alphabet='Anna Kern;,\t"\n\r-0123456789.:SumeÄö', max_size=200).map(str.encode),
    st.lists(st.sampled_from(["", *SEASON.kinds, *DOOR.kinds]), max_size=4),
)
def test_every_line_of_whatever_is_sent_is_named_and_people_have_letters(content: bytes, kinds: list[str]) -> None:
    text = decoded(content)
    if text is None:
        return
    for wanted in (DOOR, SEASON):
        people = read_lines(text, wanted, {f"column_{place}": kind for place, kind in enumerate(kinds)})
        rows = {row.number for row in people.table.body}
        assert {line.number for line in people.lines} == (set() if people.problem else rows)
        assert len({line.key for line in people.lines}) == len(people.lines)
        assert sum(map(len, people.by_state.values())) == len(people.lines)
        assert [line.name for line in people.good if not any(map(str.isalpha, line.name))] == []


@given(st.lists(st.text("Anna;0Urach-1. ", min_size=1, max_size=12), min_size=1, max_size=6))
def test_what_stands_below_the_headings_never_says_what_a_column_is(cells: list[str]) -> None:
    lines = ";".join("abcdefghij"[:3])
    people = read_lines(
        "\n".join([lines, *(f"{cell.replace(';', '')};x{cell.replace(';', '')};5" for cell in cells)]), DOOR, {}
    )
    assert set(people.table.kinds) == {""}


@pytest.mark.parametrize(("kind", "heading"), [(kind, word) for kind, words in HEADINGS.items() for word in words])
def test_vocabulary_means_one_thing_in_any_capitals(kind: str, heading: str) -> None:
    assert {kind_of(heading), kind_of(heading.upper()), kind_of(f"{heading}:")} == {kind}


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("Ort;bezahlt\nUrach;ja", "Namen"),
        ("Name;Ort", "niemand"),
        ("Name;Ort\n;Urach\n;Kehl", "Die Spalte der Namen ist leer"),
        ("Name;Ort;Ort\nAnna;Urach;Kehl", ""),
        ("Anna;Urach\n" + ";" * 450 + "x", "höchstens 500 Zeilen und 40 Spalten"),
        ("Name\n" + "Anna\n" * 5000, "höchstens 500 Zeilen und 40 Spalten"),
    ],
)
def test_what_cannot_be_read_says_why_and_takes_nobody(text: str, problem: str) -> None:
    people = read_lines(text, DOOR, {})
    assert problem in people.problem
    assert (people.good == []) == bool(problem)


def test_one_column_is_not_taken_for_two_though_somebody_says_so() -> None:
    people = read_lines("Name;a;b\nAnna;30;20", SEASON, {"column_1": "points", "column_2": "points"})
    assert (people.good, "Zwei Spalten" in people.problem) == ([], True)


def test_columns_are_those_of_last_time_for_the_same_headings_and_no_others() -> None:
    said = read_lines("Wer;Woher\nAnna;Urach", DOOR, {"head": "0", "column_0": "name", "column_1": "village"})
    before = {mark_of(said.table.headings): ",".join(said.table.kinds)}
    again = read_lines("Wer;Woher\nOtto;Kehl", DOOR, {"head": "0"}, before)
    assert told(again) == "Otto | Kehl"
    assert read_lines("Wer;Wohin\nOtto;Kehl", DOOR, {"head": "0"}, before).problem != ""
    broken = {mark_of(said.table.headings): "name,points"}
    assert read_lines("Wer;Woher\nOtto;Kehl", DOOR, {"head": "0"}, broken).problem != ""


# Encodings

GERMAN = ("Jörg Strauß;Hüfingen", "Änne Kößler\nÖzgür Übelhör", "Zoë Müller;Löffingen\nJosé Groß;", "Anna Kern;Urach")


@pytest.mark.parametrize(
    "encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "cp1252", "cp850", "mac_roman"]
)
@pytest.mark.parametrize("text", GERMAN)
def test_letters_survive_every_encoding_of_a_spreadsheet(text: str, encoding: str) -> None:
    assert decoded(text.encode(encoding)) == text


@pytest.mark.parametrize("text", GERMAN)
def test_letters_that_were_taken_for_others_once_are_put_right(text: str) -> None:
    assert decoded(text.encode().decode("cp1252").encode("utf-8-sig")) == text


@pytest.mark.parametrize(
    "content",
    [b"%PDF-1.7 \xff", b"<html><table>", b"{\\rtf1 Anna}", b"PK\x03\x04", b"\xd0\xcf\x11\xe0 Anna", b"\x00\x01\x02"],
)
def test_what_is_no_list_is_not_guessed_at(content: bytes) -> None:
    assert text_of(content) == (None, [])


# Workbooks


def test_sheet_with_headings_is_proposed_any_other_can_be_chosen_and_one_too_large_is_named() -> None:
    cover, people = [["Preiscego", "2026"]], [["Name", "Ort"], ["Anna Kern", "Urach"]]
    sheets = {f"Blatt {number}": rows_as_xml(cover) for number in range(18)} | {"Leute": rows_as_xml(people)}
    sheets["Groß"] = rows_as_xml([["x"]] * 2500)
    text, too_large = text_of(xlsx(sheets))
    assert (text is not None, too_large) == (True, ["Groß"])
    assert told(read_lines(text or "", DOOR, {})) == "Anna Kern | Urach"
    other = read_lines((text or "").replace("\n", "\r\n"), DOOR, {"sheet": "Blatt 3", "column_0": "name"})
    assert [line.name for line in other.lines] == ["Preiscego"]


@pytest.mark.parametrize("rows", [[["1"] * 120] * 2, [["1"]] * 2001])
def test_workbook_that_is_too_large_is_no_list(rows: list[list[str]]) -> None:
    assert text_of(ods(rows)) == (None, [])


def test_spreadsheet_of_libreoffice_and_merged_cells_are_read() -> None:
    rows = [["Ort", "Name"], ["Urach", "Anna"], ["", "Otto"]]
    for content, village in ((ods(rows), ""), (workbook(rows, merged=["A2:A3"]), "Urach")):
        text, _too_large = text_of(content)
        assert [line.village for line in read_lines(text or "", DOOR, {}).lines] == ["Urach", village]


# Cells


@pytest.mark.parametrize(
    ("text", "points"),
    [
        *(("120", 120), ("+120", 120), ("−120", -120), ("120-", -120), ("(120)", -120), ("120,-", 120), ("-5,–", -5)),
        *(("1.250", 1250), ("1 250", 1250), ("1'250", 1250), ("1.250,00", 1250), ("120,00", 120), ("120 Pkt.", 120)),
        *((text, None) for text in ("", "-", "1,5", "fünf", "1.2.3", "(5", "1000001", "9" * 400, "²", "--5", "12 34")),
    ],
)
def test_points_are_read_as_people_write_them(text: str, points: int | None) -> None:
    assert points_of(text) == points


@given(st.integers(-999_999, 999_999), st.sampled_from([",", ".", "'", "’", " ", "\xa0", "\u202f", ""]), st.booleans())
def test_number_with_any_marks_is_the_same_number_typed_or_listed(number: int, mark: str, plain: bool) -> None:
    text = f"{number:,}".replace(",", mark).replace("-", "-" if plain else "−")
    assert points_of(text) == WholeField().clean(text) == number


@pytest.mark.parametrize(
    ("paid", "texts"),
    [
        (True, ["ja", "X", "bez.", "5", "5,00 €", "10 Euro", "€ 5,00", "5,-", "BAR", "✓", "☑", "[x]", "ja, 10 €"]),
        (False, ["", "nein", "-", "0", "0,00 €", "offen", "☐", "nicht bezahlt", "bar am Abend", "überw. offen"]),
        (None, ["vielleicht", "bar vor Ort", "bezahlt am 12.11."]),
    ],
)
def test_fee_is_read_by_a_stated_vocabulary(paid: bool | None, texts: list[str]) -> None:
    assert [paid_of(text) for text in texts] == [paid] * len(texts)


@pytest.mark.parametrize("mark", ["- ", "• ", "* ", "✅ ", "1.", "3. ", "(5) ", "6 - ", "#8 "])
def test_bullet_before_a_name_is_no_part_of_it(mark: str) -> None:
    people = read_lines(f"Name\n{mark}Anna Kern\n3er Peter\n(Sepp) Karl Weg", DOOR, {})
    assert [line.name for line in people.lines] == ["Anna Kern", "3er Peter", "(Sepp) Karl Weg"]


@pytest.mark.parametrize(
    ("typed", "name", "sorted_by"),
    [
        ("Ketterer Hans Peter", "Hans Peter Ketterer", ""),
        ("von der Heide Rosa", "Rosa von der Heide", ""),
        ("DI MARCO Eva", "Eva Di Marco", "Di Marco"),
        ("MÜLLER-DOLD Otto", "Otto Müller-Dold", ""),
        ("Kern, Anna", "Anna Kern", ""),
    ],
)
def test_surname_in_front_is_turned_if_somebody_says_so(typed: str, name: str, sorted_by: str) -> None:
    (line,) = read_lines(f"Name;Ort\n{typed};Urach", DOOR, {"asked": "1", "first": "on"}).lines
    assert (line.name, line.sorted_by) == (name, sorted_by)
    (line,) = read_lines(f"Name;Ort\n{typed};Urach", DOOR, {"asked": "1"}).lines
    assert line.name == (name if "," in typed else typed)


@pytest.mark.parametrize("nothing", ["-", "–", "/", "", "keine", "m", "Herren"])
def test_dash_in_place_of_a_category_is_none(nothing: str) -> None:
    people = read_lines(f"Name;Kategorie\nAnna Kern;Damen\nOtto Dold;{nothing}\nEva Hirt;Gäste und Damen", DOOR, {})
    assert [(one.labels, one.unknown) for one in people.lines] == [(("Damen",), ()), ((), ()), (("Damen",), ("Gäste",))]


# Lines


def test_tick_takes_a_line_in_or_out_and_stays_only_while_it_is_read_the_same() -> None:
    text = "Name;Ort\nAnna Kern;Urach\nOtto Dold;Kehl\nSumme;"
    people = read_lines(text, DOOR, {})
    said = {"reading": people.mark, "ticks": "2 3 4", "take_3": "on", "take_4": "on"}
    assert [line.is_ticked for line in read_lines(text, DOOR, said).lines] == [False, True, True]
    other = said | {"column_1": "team"}
    assert [line.is_ticked for line in read_lines(text, DOOR, other).lines] == [True, True, False]


def test_rounds_are_added_and_a_sum_beside_them_counts_alone() -> None:
    text = "Name;Runde 1;Runde 2;{}\nAnna;30;-10;7"
    assert [read_lines(text.format(head), SEASON, {}).lines[0].points for head in ("x", "Gesamt")] == [20, 7]


@given(st.sampled_from("\v\x1c\x1d\x1e\x85\u2028\u2029"))
def test_separator_within_a_cell_makes_no_second_person(mark: str) -> None:
    for cell in (f"Anna{mark}Kern", f'"Anna{mark}Kern"'):
        people = read_lines(f"Name;Ort;Punkte\n{cell};Urach;5\nOtto Dold;;-5", SEASON, {})
        assert [len(people.lines), people.lines[-1].name, people.lines[0].points] == [2, "Otto Dold", 5]
