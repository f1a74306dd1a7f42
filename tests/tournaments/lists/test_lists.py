"""Lists as clubs make them, each read at the door and for a season, as CSV and as a spreadsheet's own file."""

import csv
import io
import re
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from cegoscore.clubs.names import WholeField
from tests.tournaments.lists.xlsx import ods, rows_as_xml, workbook, xlsx
from tournaments.course.lists import reading
from tournaments.course.lists.cells import decoded, most_common_delimiter, paid_of, points_of, text_of
from tournaments.course.lists.columns import Wanted, named_by
from tournaments.course.lists.reading import PeopleList, read_lines

FOLDER = Path(__file__).parent
DOOR = Wanted(columns=("name", "village", "paid", "categories"), categories={"damen": (1, "Damen")})
SEASON = Wanted(columns=("name", "village", "points", "categories"), categories={"damen": (1, "Damen")})

EXPECTED = {
    part.splitlines()[0].removeprefix("== "): tuple(part.partition("\n")[2].strip().split("\n--\n"))
    for part in (FOLDER / "expected.txt").read_text().strip().split("\n\n")
}
"""Lines as they are understood at the door, and for a season: a line each, good ones with what they have.

The others are marked: `-` is left out, `#` is no person; `!` names the columns that are not read.
"""


def told(people: PeopleList, *, points: bool) -> str:
    """The list as it was understood, to be compared."""
    lines = []
    for line in people.lines:
        if line.state in ("out", "nobody"):
            lines.append(f"{'-' if line.state == 'out' else '#'} {line.text}")
        else:
            has = f"{line.points:+d}" if points else "paid" * line.has_paid
            lines.append(" | ".join(part for part in (line.name, line.village, has) if part))
    return "\n".join([*lines, *([f"! {'; '.join(people.unread)}"] if people.unread else [])])


def name_of(file: Path) -> str:
    return file.stem


FILES = sorted(FOLDER.glob("*.csv"))


def as_workbook(text: str) -> bytes:
    """The list as a spreadsheet has it that was made from the text."""
    mark = ";" if ";" in text or "\nKetterer, Hans" in text else most_common_delimiter(text)
    if '"Sepp' in text:
        return workbook([line.split(mark) for line in text.splitlines()])
    return workbook(list(csv.reader(io.StringIO(text, newline=""), delimiter=mark)))


def with_points(text: str) -> str:
    """The same list with a last column of points: seven for everybody."""
    mark = ";" if ";" in text or "\nKetterer, Hans" in text else most_common_delimiter(text)
    lines, row, has_head = [], "", False
    for line in text.splitlines():
        row += line
        if row.count('"') % 2 == 0 or row.startswith('"Sepp'):
            is_head = not has_head and re.search(r"\b(Name|Nachname)\b", row) is not None
            has_head |= is_head
            lines.append(line + f"{mark}{'Punkte' if is_head else '7'}" * bool(row.strip(";")))
            row = ""
        else:
            lines.append(line)
            row += "\n"
    return "\n".join(lines)


def test_there_are_forty_lists_and_each_is_expected() -> None:
    assert len(FILES) == 40
    assert EXPECTED.keys() == {name_of(file) for file in FILES}


def texts_of(file: Path) -> list[str]:
    """The text of a list, and what the same is that comes from a spreadsheet's own file."""
    text, _sheets = text_of(file.read_bytes())
    assert text is not None
    return [text, *map(str, (text_of(as_workbook(text))[0],))]


@pytest.mark.parametrize("file", FILES, ids=name_of)
def test_list_is_understood_at_the_door(file: Path) -> None:
    read = [told(read_lines(text, DOOR, {}), points=False) for text in texts_of(file)]
    assert read == [EXPECTED[name_of(file)][0]] * 2


@pytest.mark.parametrize("file", FILES, ids=name_of)
def test_list_is_understood_for_a_season(file: Path) -> None:
    (text, *_more), expected = texts_of(file), EXPECTED[name_of(file)][1]
    if problem := read_lines(text, SEASON, {}).problem:
        assert problem == "In keiner Spalte stehen die Punkte. Sag, welche es ist."
        text = with_points(text)
    again, _sheets = text_of(as_workbook(text))
    assert again is not None
    assert [told(read_lines(each, SEASON, {}), points=True) for each in (text, again)] == [expected] * 2


# What no list may do


@given(
    st.binary(max_size=300) | st.text(alphabet='Anna Kern;,\t"\n\r-0123456789.:SumeÄö', max_size=200).map(str.encode)
)
def test_every_line_of_whatever_is_sent_is_named_once_and_people_have_letters(content: bytes) -> None:
    text = decoded(content)
    if text is None:
        return
    for wanted in (DOOR, SEASON):
        people = read_lines(text, wanted, {})
        numbers = [line.number for line in people.lines]
        assert len(numbers) == len({*numbers})
        rows = reading._cut(text)
        headings = [row.cells for row in rows if row.number not in numbers and not people.problem]
        assert [named_by(cells) > 0 for cells in headings] == [True] * len(headings)
        assert len(headings) <= 1
        by_state = [line.number for lines in people.by_state.values() for line in lines]
        assert sorted(by_state) == sorted(numbers)
        assert [line.name for line in people.good if not any(map(str.isalpha, line.name))] == []


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


# Cells


@pytest.mark.parametrize(
    ("text", "points"),
    [
        *(("120", 120), ("+120", 120), ("-120", -120), ("−120", -120), ("–120", -120), ("120-", -120), ("(120)", -120)),
        *(("1.250", 1250), ("1,250", 1250), ("1 250", 1250), ("1'250", 1250), ("1.250,00", 1250), ("120,00", 120)),
        *(
            ("‑120", -120),
            ("—120", -120),
            ("- 30", -30),
            ("120 P", 120),
            ("120 Pkt.", 120),
            ("0", 0),
            ("1000000", 1_000_000),
        ),
        *((text, None) for text in ("", "-", "1,5", "fünf", "1.2.3", "(5", "5)", "1000001", "9" * 400, "²")),
        *((text, None) for text in ("0,125", "1.234,567", "--5", "-5-", "+-5", "12 34")),
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
        (
            True,
            ["ja", "X", "bez.", "5", "5,00 €", "10 Euro", "7,5 €", "€ 5,00", "5,-", "BAR", "✓", "✔️", "✅", "☑", "[x]"],
        ),
        (
            True,
            ["ja (bar)", "ja, 10 €", "bezahlt am 12.11.", "überw.", "PayPal", "x 10", "erl.", "10,- bar", "10 € bar"],
        ),
        (True, ["bar bezahlt", "bar 10 €", "bar (10 €)", "Bar bez.", "bar ja", "ja – 10 €", "bezahlt von N. Kern"]),
        (False, ["bezahlt: nein", "bezahlt? nein", "überw. offen", "PayPal fehlt", "x (noch offen)", "☐ bar"]),
        (False, ["ja, aber noch nicht", "nicht bar"]),
        (False, ["nicht bezahlt", "noch nicht", "fehlt noch", "bar am Abend", "nein, später", "offen!"]),
        (False, ["", "nein", "-", "0", "0,00 €", "offen", "☐", "❌", "[ ]", "( )", ".", "/", "□"]),
        (None, ["vielleicht", "bar vor Ort", "12345", "5.5.2026", "+", "?", "☒"]),
    ],
)
def test_fee_is_read_as_people_note_it(paid: bool | None, texts: list[str]) -> None:
    assert [paid_of(text) for text in texts] == [paid] * len(texts)


@pytest.mark.parametrize(
    ("line", "is_nobody"),
    [
        *(
            (text, True)
            for text in ("Preiscego 2026", "Anmeldeliste", "Summe", "Gesamt: 12", "Stand 20.11.", "Liste vom Montag")
        ),
        *((text, True) for text in ("Kasse: Anna", "* = bezahlt", "Teilnehmer 24", "Summe der Punkte", "…")),
        *(
            (text, True)
            for text in (
                "Tisch 1",
                "Gruppe 2:",
                "N.N.",
                "NN;Urach",
                "Spalte1;Spalte2",
                "Abgesagt:",
                "Viele Grüße",
                "Hallo Eva,",
            )
        ),
        *(
            (text, False)
            for text in (
                "Stand Peter",
                "Tisch Hans",
                "Gruppe Otto 2",
                "Anna Kern 2010",
                "Ketterer2 Hans",
                "Gesamt Hans",
            )
        ),
    ],
)
def test_lines_about_the_list_are_no_people(line: str, is_nobody: bool) -> None:
    (read,) = [one for one in read_lines(f"{line}\nAnna Kern", DOOR, {}).lines if one.number == 1]
    assert (read.state == "nobody") == is_nobody


MARKS = ("- ", "• ", "•", "* ", "✅ ", "✔️", "1️⃣ ", "1.", "3. ", "4) ", "(5) ", "6 - ", "#8 ", "a) ", "'")


@pytest.mark.parametrize(
    "line",
    [
        *(f"{mark}Anna Kern" for mark in MARKS),
        "*Anna Kern*",
        "_Anna Kern_",
        *(f"Anna Kern{mark}" for mark in ("*", " ✅", "✔️", " 👍🏽")),
    ],
)
def test_marks_around_a_name_are_no_part_of_it(line: str) -> None:
    people = read_lines(
        f"{line}\nOtto Dold (Sohn)\n❌ Rosa Hirt\n1. FC\n(Sepp) Karl Weg\n3er Peter\n's Ännele", DOOR, {}
    )
    names = ["Anna Kern", "Otto Dold (Sohn)", "❌ Rosa Hirt", "FC", "(Sepp) Karl Weg", "3er Peter", "'s Ännele"]
    assert [one.name for one in people.lines] == names
    two = read_lines("Name;Vorname\nDold;✅ Otto\nKern;2. Anna", DOOR, {})
    assert [one.name for one in two.lines] == ["Otto Dold", "Anna Kern"]


@pytest.mark.parametrize("nothing", ["-", "–", "?", "0", "---", "#NV", "#N/A", "#BEZUG!", "#NAME?"])
def test_mark_in_place_of_a_word_and_fault_of_a_spreadsheet_are_nobodys(nothing: str) -> None:
    people = read_lines(
        "Vorname;Name;Ort;Punkte\n§;Kern;§;5\nOtto;§;§;3\n§;§;Kehl;-8".replace("§", nothing), SEASON, {}
    )
    line = "" if "#" in nothing else f"{nothing}; {nothing}; "
    assert told(people, points=True) == f"Kern | +5\nOtto | +3\n# {line}Kehl; -8"


def test_cell_that_a_program_keeps_as_text_is_read() -> None:
    people = read_lines('Name;Ort;Punkte\n="Anna Kern";="Urach";="-120"', SEASON, {})
    assert told(people, points=True) == "Anna Kern | Urach | -120"


def test_postcode_is_no_part_of_a_village() -> None:
    people = read_lines("Name;PLZ Ort\nAnna Kern;78199 Bräunlingen\nOtto Dold;D-78183 Hüfingen", DOOR, {})
    assert told(people, points=False) == "Anna Kern | Bräunlingen\nOtto Dold | Hüfingen"


@pytest.mark.parametrize("form", ["{} ({})", "{} - {}", "{} – {}", "{} / {}", "{}     {}", "1. {} ({}) "])
def test_place_behind_most_names_is_their_village(form: str) -> None:
    people = [("Anna Kern", "Urach"), ("Otto Müller-Dold", "Donaueschingen"), ("Eva Hirt", "Kehl am Rhein")]
    lines = [form.format(*person) for person in people]
    read = read_lines("\n".join([*lines, "Karl Weg"]), DOOR, {}).lines
    assert [(one.name, one.village) for one in read] == [*people, ("Karl Weg", "")]
    few = read_lines("\n".join([lines[0], "Karl Weg", "Rosa Frei"]), DOOR, {}).lines
    assert [one.village for one in few] == ["", "", ""], "of one of them nobody knows what it is"
    table = read_lines(
        "Name          Ort       Punkte\nAnna Kern     Urach        120\nOtto Dold     Kehl        -120", SEASON, {}
    )
    assert told(table, points=True) == "Anna Kern | Urach | +120\nOtto Dold | Kehl | -120"


def test_points_behind_a_name_keep_their_sign_and_a_son_is_no_place() -> None:
    people = read_lines("Name      Punkte\nAnna Kern      120\nOtto Dold      (30)", SEASON, {})
    assert told(people, points=True) == "Anna Kern | +120\nOtto Dold | -30"
    people = read_lines("Anna Kern 120\nOtto Dold - 30\nEva Hirt - 90", SEASON, {})
    assert (people.lines, people.problem != "") == ((), True)
    people = read_lines("Müller (jun.)\nMüller (sen.)\nKarl Weg", DOOR, {})
    assert [one.name for one in people.lines] == ["Müller (jun.)", "Müller (sen.)", "Karl Weg"]
    people = read_lines("Anna Kern (0771 12345)\nOtto Dold (0771 54321)", DOOR, {})
    assert "12345" not in {one.village for one in people.lines}


def test_table_of_a_messenger_is_read() -> None:
    people = read_lines("| Name | Ort |\n|---|---|\n| Anna Kern | Urach |\n| Otto Dold | Kehl |", DOOR, {})
    assert told(people, points=False) == "# ---; ---\nAnna Kern | Urach\nOtto Dold | Kehl"


@pytest.mark.parametrize("nothing", ["-", "–", "/", "", "keine", "m", "Herren"])
def test_dash_in_place_of_a_category_is_none(nothing: str) -> None:
    people = read_lines(f"Name;Kategorie\nAnna Kern;Damen\nOtto Dold;{nothing}\nEva Hirt;Gäste und Damen", DOOR, {})
    assert [(one.labels, one.unknown) for one in people.lines] == [(("Damen",), ()), ((), ()), (("Damen",), ("Gäste",))]


# Columns


def test_cross_in_place_of_points_is_somebody_who_was_not_there() -> None:
    people = read_lines("Anna Kern\t12\nOtto Dold\t❌\nEva Hirt\t✗", SEASON, {})
    assert [(one.state, one.name) for one in people.lines] == [
        ("new", "Anna Kern"),
        ("out", "Otto Dold"),
        ("out", "Eva Hirt"),
    ]


def test_ranks_that_are_shared_are_no_points() -> None:
    people = read_lines("1;Anna Kern;120\n2;Otto Dold;-60\n2;Rosa Hirt;-60\n4.;Karl Weg;abw.", SEASON, {})
    assert told(people, points=True) == "Anna Kern | +120\nOtto Dold | -60\nRosa Hirt | -60\n- 4.; Karl Weg; abw."


def test_what_somebody_says_of_a_column_wins_and_of_two_the_first() -> None:
    people = read_lines("Kern;Anna\nDold;Otto", DOOR, {})
    assert told(people, points=False) == "Kern | Anna\nDold | Otto"
    people = read_lines("Kern;Anna\nDold;Otto", DOOR, {"column_0": "name", "column_1": "first_name"})
    assert told(people, points=False) == "Anna Kern\nOtto Dold"
    people = read_lines("Kern;Anna\nDold;Otto", DOOR, {"column_0": "name", "column_1": "name"})
    assert told(people, points=False) == "Kern\nDold\n! Spalte 2"
    people = read_lines("Kern;Anna", DOOR, {"column_0": "", "column_1": "x"})
    assert (people.lines, people.problem) == ((), "In keiner Spalte stehen die Namen. Sag, welche es ist.")


HEADINGS = (
    *("Mitglied;Ort", "Teilnehmerin;Stadt", "Vor- und Zuname;Wohnort", "Vor- und Nachname;Ort", "Full name;City"),
    *("Player name;Home town", "Name (Pflicht);Ort", "Namen der Teilnehmer;Ortschaft", "Spieler/in;Ort"),
    "Name des Spielers;Ort",
    "Nach-/Vorname;Ort",
    "Vor-/Nachname;Wohnort",
    *("Name;Wohnort (PLZ)", "Name;Ort/Verein", "Name;PLZ, Wohnort", "Participant;Hometown", "Mitspieler;Ortsteil"),
)


@pytest.mark.parametrize("head", HEADINGS)
def test_heading_in_other_words_is_no_person(head: str) -> None:
    people = read_lines(f"{head}\nAnna Spieler;Urach\nOtto Gesamt;Stadt Kehl", DOOR, {})
    assert told(people, points=False) == "Anna Spieler | Urach\nOtto Gesamt | Stadt Kehl"


@pytest.mark.parametrize("heading", ["Startgeld 10 €", "Gebühr (10,- Euro)", "bezahlt 10€", "Kasse: 7,50 EUR"])
def test_fee_behind_the_heading_of_who_paid_it_is_no_part_of_it(heading: str) -> None:
    people = read_lines(f"Name;{heading}\nAnna;x\nOtto;", DOOR, {})
    assert told(people, points=False) == "Anna | paid\nOtto"


@pytest.mark.parametrize(
    ("text", "heading"),
    [
        *(("Name;Gebühr;Bezahlt\nAnna;5 €;nein", "Gebühr"), ("Name;Einsatz;Bezahlt\nAnna;5 €;nein", "Einsatz")),
        ("Name;Startgeld (5 €);bezahlt\nAnna;5 €;nein", "Startgeld (5 €)"),
        *((f"Name;{one};{other}\nAnna;30;0", one) for one, other in (("Spielpunkte", "Punkte"), ("Saldo", "Gesamt"))),
        *(("Name;Punkte;Summe\nAnna;30;0", "Punkte"), ("Name;Punktestand;Punkte\nAnna;30;0", "Punktestand")),
    ],
)
def test_of_two_headings_for_the_same_the_surer_one_counts(text: str, heading: str) -> None:
    people = read_lines(text, SEASON if "30" in text else DOOR, {})
    assert [(one.has_paid, one.points) for one in people.lines] == [(False, 0)]
    assert people.unread == [heading]


@pytest.mark.parametrize(
    "head",
    [
        *("Name;Verein (Ort);Wohnort", "Name;Gemeinde-Nr;Ort", "Player;Partner Town;Town", "Name;Nr;Place"),
        "Name;Platz;Place",
    ],
)
def test_column_whose_heading_says_village_is_the_village(head: str) -> None:
    people = read_lines(f"{head}\nAnna Kern;3;Urach\nAnna Kern;4;78199 Kehl", DOOR, {})
    assert [(one.name, one.village) for one in people.lines] == [("Anna Kern", "Urach"), ("Anna Kern", "Kehl")]


@pytest.mark.parametrize("line", ["{};;", ";{};", "{}" + ";" * 60])
def test_empty_columns_around_the_names_are_none(line: str) -> None:
    people = read_lines("\n".join(map(line.format, ("Name", "Anna", "Otto"))), DOOR, {})
    assert told(people, points=False) == "Anna\nOtto"


@pytest.mark.parametrize(("before", "after"), [("", ";;;;"), (";", ";;;;")])
def test_empty_columns_of_a_list_without_headings_keep_their_places(before: str, after: str) -> None:
    wanted = Wanted(columns=(*DOOR.columns, "team"), categories={})
    (line,) = read_lines(f"{before}Anna Kern{after}Wilde", wanted, {}).lines
    assert (line.name, line.village, line.team) == ("Anna Kern", "", "Wilde")


def test_cell_far_to_the_right_is_a_column_too_many() -> None:
    people = read_lines("Anna;Urach\n" + ";" * 450 + "x", DOOR, {})
    assert "höchstens 500 Zeilen und 40 Spalten" in people.problem


def test_word_of_a_heading_in_a_name_makes_no_heading() -> None:
    people = read_lines("Anna Spieler;Urach\nOtto Ort;Hüfingen\nEva Name;Urach", DOOR, {})
    assert told(people, points=False) == "Anna Spieler | Urach\nOtto Ort | Hüfingen\nEva Name | Urach"


@pytest.mark.parametrize("paid", ["bezahlt", "bez.", "paid", "no"])
def test_who_has_paid_is_no_heading(paid: str) -> None:
    for head in ("", "Name;Ort;bezahlt\n"):
        people = read_lines(f"{head}Hans Kern;Freiburg-Stadt;{paid}\nAnna Spieler;Urach;{paid}", DOOR, {})
        assert told(people, points=False).startswith("Hans Kern | Freiburg-Stadt"), head
        assert len(people.lines) == 2


def test_word_of_a_heading_never_names_the_points() -> None:
    people = read_lines("Name des Spielers;Punkte Runde 1;Gesamt\nAnna Kern;90;-30", SEASON, {})
    assert told(people, points=True) == "Anna Kern | -30\n! Punkte Runde 1"


@given(st.sampled_from("\v\f\x1c\x1d\x1e\x85\u2028\u2029"))
def test_separator_within_a_cell_makes_no_second_person(mark: str) -> None:
    for cell in (f"Anna{mark}Kern", f'"Anna{mark}Kern"'):
        people = read_lines(f"Name;Ort;Punkte\n{cell};Urach;5\nOtto Dold;;-5", SEASON, {})
        assert [len(people.lines), people.lines[-1].name, people.lines[0].points] == [2, "Otto Dold", 5]


@pytest.mark.parametrize(("last", "points"), [(";Gesamt", 20), ("", None)])
def test_points_of_two_rounds_under_one_heading_are_no_total(last: str, points: int | None) -> None:
    people = read_lines(f"Name;Punkte;Punkte{last}\nAnna;30;-10;20", SEASON, {})
    assert [one.points for one in people.lines] == ([] if points is None else [points])


def test_place_of_an_english_list_of_results_is_a_rank() -> None:
    people = read_lines("Place,Name,Town,Points\n1,Anna,Kehl,30\n2.,Otto,Urach,-30", SEASON, {})
    assert told(people, points=True) == "Anna | Kehl | +30\nOtto | Urach | -30"


def test_shared_rank_with_a_sign_is_a_persons() -> None:
    people = read_lines("Platz;Name;Punkte\n1;Anna;5\n2=;Otto;3\n=2;Eva;3", SEASON, {})
    assert told(people, points=True) == "Anna | +5\nOtto | +3\nEva | +3"


def test_team_that_stands_once_above_its_people_is_that_of_all_of_them() -> None:
    wanted = Wanted(columns=("name", "village", "team"), categories={})
    people = read_lines(
        "Mannschaft;Ort;Name\nWilde;Urach;Anna\n;;Otto\nStille;;\n;Kehl;Eva\n-;-;Karl\n;;Rosa", wanted, {}
    )
    assert [(one.name, one.team, one.village) for one in people.good] == [
        *(("Anna", "Wilde", "Urach"), ("Otto", "Wilde", "Urach"), ("Eva", "Stille", "Kehl")),
        *(("Karl", "", ""), ("Rosa", "", "")),
    ]
    assert people.notes == (
        "Ohne Ort, also mit dem der Zeile darüber: Zeile 3.",
        "Ohne Mannschaft, also in der von der Zeile darüber: Zeile 3, 5.",
    )


@pytest.mark.parametrize("kind", ["village", "team"])
def test_empty_cell_is_none_where_each_line_names_its_own(kind: str) -> None:
    wanted = Wanted(columns=("name", "village", "team"), categories={})
    heading = {"village": "Ort", "team": "Mannschaft"}[kind]
    people = read_lines(f"{heading};Name\nWilde;Anna Kern\nWilde;Eva Hirt\n;Otto Dold", wanted, {})
    assert [getattr(one, kind) for one in people.lines] == ["Wilde", "Wilde", ""]


def test_name_and_village_with_a_comma_make_no_surname() -> None:
    (line,) = read_lines("Name\nAnna Kern, Urach", DOOR, {}).lines
    assert line.sorted_by == ""


# Spreadsheets' own files


@pytest.mark.parametrize(
    ("stored", "text"),
    [("120.00000000000001", "120"), ("119.99999999999999", "120"), ("12.125", "12,1250"), ("0.5", "0,5"), ("7", "7")],
)
def test_number_of_a_workbook_is_never_another_one(stored: str, text: str) -> None:
    cell = f'<row r="1"><c r="A1"><v>{stored}</v></c></row>'
    assert text_of(xlsx({"Liste": cell})) == (f"{text}\n", [])
    assert points_of(text) == (int(text) if text.isdigit() else None)


def test_merged_cells_numbers_and_words_of_a_workbook_are_read_as_they_are_seen() -> None:
    merged = workbook([["Name", "Ort", "Startgeld"], ["Anna Kern", "Urach", "5"], ["Otto Dold", "", "5,00"]], ["B2:B3"])
    text, _sheets = text_of(merged)
    assert text == "Name\tOrt\tStartgeld\nAnna Kern\tUrach\t5\nOtto Dold\tUrach\t5\n"


def test_merged_cell_is_read_once_and_only_within_the_rows_that_count() -> None:
    """What follows below a list is no row; what is said again and again costs nothing."""
    rows = rows_as_xml([["Name", "Ort"], ["Anna Kern", "Urach"], ["Otto Dold", ""]])
    below = "".join(f'<row r="{n}"><c r="A{n}" t="str"><f>B{n}</f><v></v></c></row>' for n in range(4, 9000))
    book = xlsx({"Liste": rows + below}, ["B2:B8999"] * 20_000)
    assert text_of(book) == ("Name\tOrt\nAnna Kern\tUrach\nOtto Dold\tUrach\n", [])


def test_file_of_libreoffice_is_read() -> None:
    assert text_of(ods([["Name", "Ort"], ["Jörg Kern", "Urach"]])) == ("Name\tOrt\nJörg Kern\tUrach\n", [])


def test_first_sheet_that_is_seen_and_not_empty_is_read_and_the_others_are_named() -> None:
    book = {"Leer": "", "Liste": rows_as_xml([["Anna"]]), "Kasse": rows_as_xml([["5"]] * 2100), "Tabelle3": ""}
    assert text_of(xlsx(book)) == ("Anna\n", ["Kasse"])


def test_formulas_below_a_list_that_give_nothing_are_no_part_of_it() -> None:
    below = "".join(f'<row r="{n}"><c r="H{n}" t="str"><f>B{n}</f><v></v></c></row>' for n in range(2, 9000))
    assert text_of(xlsx({"Liste": f"{rows_as_xml([['Anna']])}{below}"})) == (f"Anna{7 * chr(9)}\n", [])


@pytest.mark.parametrize(
    "sheet",
    [
        '<row r="1"><c r="A1"><v>1</v></c></row><row r="1048576"><c r="XFD1048576"><v>1</v></c></row>',
        f'<row r="1"><c r="A1" t="inlineStr"><is><t>{"x" * 21_000_000}</t></is></c></row>',
        "".join(f'<row r="{n}"><c r="A{n}"><v>1</v></c></row>' for n in range(1, 2100)),
        '<row r="1"><c r="DA1"><v>1</v></c></row>',
        "<row",
    ],
    ids=["far out", "unpacked", "long", "wide", "broken"],
)
def test_workbook_that_is_too_large_or_broken_is_refused_and_ends_nobody_but_its_reader(sheet: str) -> None:
    assert text_of(xlsx({"Liste": sheet})) == (None, [])
