"""Exports: the standings in three forms, and the whole tournament, which comes back as it was."""

import csv
import io
import json
from decimal import Decimal
from itertools import cycle, islice
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from hypothesis import HealthCheck, given, settings, strategies as st

from cegoscore.bookings.models import PRIZE, Booking
from cegoscore.clubs.models import Club, Device, Link, Player
from cegoscore.clubs.rights.codes import code_of
from cegoscore.contest.ties import TieBreak
from cegoscore.scoresheet.evening.services import call_referee, confirm, hand_in
from cegoscore.scoresheet.ledger.services.ledger import strike_or_restore
from cegoscore.scoresheet.models import Seat, Session
from tests.effort import examples, thorough
from tests.golden import text_of as golden
from tests.pages import body_of
from tests.worlds.copied import copied
from tests.worlds.desk import text_of
from tests.worlds.season import SeasonWorld
from tests.worlds.tournament import World, client_of, play_hands, type_table
from tests.worlds.tournament_file import Document, change, document_of, drop_columns, problems_of, read_in, rows_of
from tournaments.clubhouse.backup import CannotRestore
from tournaments.course.access import EVERYTHING
from tournaments.desk import services as desk
from tournaments.door import services as door
from tournaments.door.house_players import house_players
from tournaments.drawing import services as drawing
from tournaments.models import CategoryKind, EntrantStatus, PrizeKind, RoundState, Table, Tournament
from tournaments.papers.reading import ReadTournament, parse, parse_json
from tournaments.setup.plans import MOST_PRIZES, PrizePlan
from tournaments.standings.queries import standings_of

pytestmark = pytest.mark.django_db

CATEGORIES = ((CategoryKind.WOMEN, ""), (CategoryKind.OWN, "Wirte"))
PRIZES = (
    PrizePlan(kind=PrizeKind.RANK, what="Schinken", rank=1),
    PrizePlan(kind=PrizeKind.LAST, what="Wurstsalat"),
    PrizePlan(kind=PrizeKind.CATEGORY, what="Blumen", rank=1, category=0),
)


FEES: dict[str, Any] = {"fees": [("Jugend", 600)]}


def eventful() -> World:
    """Everything that can happen: hands, corrections, typed totals, a void table, a swap, a substitute, a tie drawn."""
    world = copied(World, hands=3, categories=CATEGORIES, prizes=PRIZES, minutes=90, entry_fee=Decimal("7.50"), **FEES)
    people = world.register(10)
    people[0].fee = world.tournament.fees.get()
    people[0].save()
    for paid in (True, False, True):
        door.set_paid(people[0], has_paid=paid)
    prize = {"kind": PRIZE, "part": world.tournament.prizes.earliest("pk").uuid}
    place = {"club": world.tournament.club, "key": world.tournament.pk, "payer": people[0].player}
    Booking.objects.create(cents=-1200, currency="€", **place, **prize)
    people[0].categories.set(world.tournament.categories.all())
    world.tournament.wishes.create(one=people[1], other=people[2], weight=3)
    round_ = world.draw(start=False)
    drawing.swap(
        round_, round_.draw["tables"][0][0], round_.draw["tables"][1][1], why="Ehepaar", device=world.organiser
    )
    drawing.start_round(round_)
    one, other, third = round_.tables.order_by("number")
    assert one.sheet
    _play_with_corrections(one.sheet)
    type_table(other)
    desk.void_table(third, why="nicht mehr nachvollziehbar", device=world.helper)
    desk.close_round(round_)
    table = standings_of(world.tournament, EVERYTHING)
    tied = [line.row.number for line in table.lines if line.row.tied_with][:2]
    if len(tied) == 2:
        desk.decide_tie(round_, numbers=tied, by=TieBreak.CARD, drawn_by="Wirt", device=None)
    second = world.draw("zwei")
    open_table = second.tables.get(number=1)
    assert open_table.sheet
    play_hands(open_table.sheet, 2)
    seated = open_table.results.select_related("entrant").exclude(entrant__is_house=True)[0].entrant
    door.substitute(seated, door.Newcomer(name="Ersatz"), why="musste heim", device=None)
    call_referee(open_table.sheet)
    return world


def _play_with_corrections(sheet: Session) -> None:
    play_hands(sheet, 3, declarer=1)
    strike_or_restore(sheet, number=2, revision=2, uuid=uuid4(), void=True, why="falsch", device=None)
    play_hands(sheet, 1, first=4, declarer=2)
    sheet.refresh_from_db()
    hand_in(sheet, seen=sheet.version, seat=0)
    sheet.refresh_from_db()
    confirm(sheet, seen=sheet.version, seat=1)


NONSENSE: tuple[Any, ...] = (None, [], {}, -1, True, 10**30, "x")


# The whole tournament


EMPTY = ["adjustments", "notes"]


def test_tournament_comes_back_as_it_was() -> None:
    world = copied(eventful)
    document = document_of(world.tournament)
    again = read_in(document)
    assert again.club_id != world.tournament.club_id
    assert document_of(again) == document
    assert [part for part, rows in document.items() if part not in ("format", "devices") and not rows["rows"]] == EMPTY
    assert {row["kind"] for row in rows_of(document, "decisions")} >= {"swap", "void", "substitute"}
    before, after = (standings_of(each, EVERYTHING) for each in (world.tournament, again))
    assert [(line.row, line.person.name) for line in after.lines] == [
        (line.row, line.person.name) for line in before.lines
    ]


@thorough
def test_fullest_tournament_comes_back_with_all_its_prizes_and_house_players() -> None:
    prizes = [PrizePlan(kind=PrizeKind.RANK, what="Schinken", rank=rank) for rank in range(1, MOST_PRIZES + 1)]
    world = copied(World, prizes=prizes)
    world.register(door.MOST_ENTRANTS)
    house_players(world.tournament, 2)
    document = document_of(world.tournament)
    assert [len(document[part]["rows"]) for part in ("prizes", "entrants")] == [400, 402]
    assert document_of(read_in(document)) == document


@thorough
def test_queries_of_the_document_do_not_grow_with_the_field() -> None:
    counts = set()
    for players in (8, 16):
        world = copied(World, categories=CATEGORIES)
        world.register(players)
        with CaptureQueriesContext(connection) as captured:
            document_of(world.tournament)
        counts.add(len(captured))
    assert len(counts) == 1


@thorough
def test_restored_tournament_goes_on_being_played() -> None:
    world = copied(eventful)
    again = read_in(document_of(world.tournament))
    round_ = again.played_rounds.get(number=2)
    assert round_.state == RoundState.PLAYING
    assert drawing.drawn_of(round_).tables == drawing.drawn_of(world.tournament.played_rounds.get(number=2)).tables
    table = round_.tables.get(number=1)
    assert table.sheet
    before = list(table.sheet.seats.order_by("number").values_list("total", flat=True))
    play_hands(table.sheet, 1, first=3)
    assert list(table.sheet.seats.order_by("number").values_list("total", flat=True)) != before
    for other in round_.tables.all():
        type_totals = dict.fromkeys(range(other.results.count()), 0)
        desk.type_totals(other, type_totals, why="Papier", device=None)
    desk.close_round(round_)
    desk.finish_tournament(again)


@thorough
def test_tables_that_still_play_get_links_of_their_own() -> None:
    world = copied(eventful)
    again = read_in(document_of(world.tournament))
    playing = Session.objects.filter(table__round__tournament=again, table__round__state=RoundState.PLAYING)
    links = Link.objects.filter(target__in=playing)
    assert links.count() == playing.count() == 3
    assert all(code_of(link) for link in links)
    assert not Link.objects.filter(target__in=Session.objects.filter(table__round__number=1, event=again.pk)).exists()


def test_document_says_nothing_of_devices_and_links() -> None:
    world = copied(eventful)
    client_of(world.organiser).get(f"/tournaments/{world.tournament.pk}/print/cards")
    Table.objects.update(typings=[[str(world.helper.pk), [1, -1]]])
    text = json.dumps(document_of(world.tournament))
    forbidden = [str(device.pk) for device in Device.objects.all()]
    forbidden += [link.secret_hash for link in Link.objects.all()]
    forbidden += [code for link in Link.objects.all() if (code := code_of(link))]
    forbidden += [str(key) for key in Session.objects.values_list("pk", flat=True)]
    forbidden += [str(world.tournament.pk), str(world.tournament.club_id)]
    assert [secret for secret in forbidden if secret in text] == []


@thorough
def test_merged_and_erased_people_come_back() -> None:
    world = copied(eventful)
    one = Player.objects.filter(club=world.tournament.club, name__startswith="Anna")[0]
    other = Player.objects.create(club=world.tournament.club, name="Anna doppelt")
    Seat.objects.filter(player=one).update(player=other)
    other.merged_into = one
    other.save()
    gone = world.tournament.entrants.get(number=2).player
    Player.objects.filter(pk=gone.pk).update(name="", village="")
    document, people = document_of(world.tournament), Player.objects.count()
    again = read_in(document)
    assert document_of(again) == document
    merged = Player.objects.get(club=again.club, name="Anna doppelt")
    assert merged.person.name == one.name
    assert Player.objects.filter(club=again.club, name="").count() == 1
    read_in(document, world.organiser, beside=True)
    assert Player.objects.filter(club=world.tournament.club).count() == people + 1, "who was erased is nobody known"


def damaged(part: str, row: int, **values: Any) -> Document:
    document = document_of(copied(eventful).tournament)
    change(document, part, row, **values)
    return document


@pytest.mark.parametrize(
    ("part", "row", "values", "key"),
    [
        ("entrants", 1, {"person": 999}, "entrants.1.person"),
        ("entrants", 1, {"number": 2}, "entrants.2.tournament number"),
        ("entrants", 1, {"uuid": "x"}, "entrants.1.uuid"),
        ("tournaments", 1, {"hands": "24"}, "tournaments.1.hands"),
        ("tournaments", 1, {"hands": 201}, "tournaments.1.hands"),
        ("tournaments", 1, {"table_size": 0}, "tournaments.1.table_size"),
        ("tournaments", 1, {"name": ""}, "tournaments.1.name"),
        ("tournaments", 1, {"tie_breaks": "dice"}, "tournaments.1.tie_breaks"),
        ("tournaments", 1, {"entry_fee": "NaN"}, "tournaments.1.entry_fee"),
        ("results", 1, {"seat": 1}, "results.2.table seat"),
        ("results", 1, {"points": 10**16}, "results.1.points"),
        ("tables", 1, {"sheet": str(UUID(int=99))}, "tables.1.sheet"),
        ("rounds", 2, {"drawn": "0001-01-01T00:00:00+01:00"}, "rounds.2.drawn"),
        ("decisions", 1, {"data": [1]}, "decisions.1.data"),
        ("decisions", 1, {"data": {"seed": "\x00"}}, ""),
        ("decisions", 1, {"data": {"seed": "\ud800"}}, ""),
        ("decisions", 1, {"data": {"\ud800": 1}}, ""),
        ("decisions", 1, {"data": {"points": {"\ud800": 1}}}, ""),
        ("decisions", 1, {"data": {"numbers": ["\x00"]}}, ""),
        ("decisions", 1, {"data": {"tables": 5}}, "decisions.1.data"),
        ("decisions", 1, {"data": {"points": {"eins": 4}}}, "decisions.1.data"),
        ("decisions", 1, {"data": {"hands_missing": 5}}, "decisions.1.data"),
        ("decisions", 1, {"data": {"seed": "anders"}}, "decisions.1"),
    ],
)
def test_faulty_document_is_refused_with_the_place(part: str, row: int, values: dict[str, Any], key: str) -> None:
    places = [place for place, _code in problems_of(damaged(part, row, **values))]
    assert key in places


@thorough
def test_zone_with_parts_of_a_second_is_read_as_the_moment_that_it_is() -> None:
    again = read_in(damaged("rounds", 2, drawn="2026-01-01T20:00:00+01:00:00.5"))
    assert again.played_rounds.get(number=2).drawn_at.isoformat() == "2026-01-01T18:59:59.500000+00:00"


def test_sheet_of_no_tournament_is_refused_in_a_document() -> None:
    ((_place, code),) = problems_of(damaged("sheets", 1, event=None))
    assert code == "row_elsewhere"


@thorough
@pytest.mark.parametrize(
    ("values", "fault"),
    [
        ({"seed": None}, "round 2: draw: seed: must be text"),
        ({"numbers": []}, "round 2: draw: 0 players do not fill"),
        ({"sizes": [4, 4]}, "round 2: draw"),
        ({"earlier": [[[1, 1]]]}, "round 2: draw"),
        ({"moves": [{"swap": 1, "with": 77}]}, "round 2: draw"),
        ({"moves": [{"leave": 1}]}, "round 2: draw"),
        ({"dealers": [1, 1, 1]}, "round 2: draw: somebody deals at a table"),
        ({"tables": None}, "round 2: draw"),
    ],
)
def test_draw_that_contradicts_itself_is_refused_by_the_self_check(values: dict[str, Any], fault: str) -> None:
    document = document_of(copied(eventful).tournament)
    change(document, "rounds", 2, draw=rows_of(document, "rounds")[1]["draw"] | values)
    for place, row in enumerate(rows_of(document, "decisions"), 1):
        change(document, "decisions", place, number=None, data={k: v for k, v in row["data"].items() if k != "round"})
    drop_columns(document, "decisions", ["by", "what", "salt", "reason", "hash"])
    with pytest.raises(CannotRestore, match=fault):
        read_in(document)
    assert Tournament.objects.count() == 1


@thorough
def test_nobody_in_a_document_has_a_result_without_a_start_number() -> None:
    place = rows_of(document_of(copied(eventful).tournament), "results")[0]["entrant"]
    document = damaged("entrants", place, number=None, status=EntrantStatus.WITHDRAWN)
    assert problems_of(document) == [(f"entrants.{place}.number", "missing")]


@thorough
@pytest.mark.parametrize(
    ("part", "column"), [("hands", "device"), ("tables", "typings"), ("sheets", "night"), ("tournaments", "deleted")]
)
def test_what_stays_with_the_club_is_unknown_in_a_document(part: str, column: str) -> None:
    document = document_of(copied(eventful).tournament)
    assert column not in document[part]["columns"]
    for row in (document[part]["columns"], *document[part]["rows"]):
        row.append(column)
    assert problems_of(document) == [(f"{part}.{column}", "unknown_key")]


def test_document_has_no_more_rows_than_a_tournament_can_have() -> None:
    document = document_of(copied(eventful).tournament)
    document["people"]["rows"] *= 200
    document["log"] = document["seasons"] = {"columns": [], "rows": []}
    document["devices"] = 1
    assert sorted(problems_of(document)) == [
        ("devices", "out_of_range"),
        ("log", "unknown_key"),
        ("people.rows", "out_of_range"),
        ("seasons", "unknown_key"),
    ]


# A document of version 0.1


SHEET = ("rounds", 0, "tables", 0, "sheet")


@pytest.fixture
def tree() -> Any:
    return json.loads(golden("0.1", "tournament.json"))


@pytest.mark.parametrize(
    ("path", "value", "key"),
    [
        (("format",), "cegoscore/tournament@3", "format"),
        (("rules",), "skat", "rules"),
        (("rules",), {"id": "skat"}, "rules.name"),
        (("entrants", 0, "person"), 999, "entrants.1.person"),
        (("entrants", 0, "number"), 2, "entrants.2.tournament number"),
        (("settings", "hands"), "24", "tournaments.1.hands"),
        ((*SHEET, "people", 0), 10**6, "seats.1.person"),
        ((*SHEET, "people"), [], "rounds.1.tables.1.sheet.people"),
        (("rounds", 0, "tables", 0, "sheet", "document", "stake"), "0.00001", "rounds.1.tables.1.sheet.document.stake"),
        (
            ("rounds", 0, "tables", 0, "sheet", "document", "hands", 0, "points"),
            99,
            "rounds.1.tables.1.sheet.document.points",
        ),
        ((*SHEET, "turn", "surprise"), 1, "sheets.surprise"),
        (("rounds", 0, "state"), "lost", "rounds.1.state"),
        (("decisions", 0, "data"), {"tables": 5}, "decisions.1.data"),
        (("surprise",), 1, "tournaments.surprise"),
    ],
)
def test_faulty_tree_is_refused_with_the_place(tree: Any, path: tuple[Any, ...], value: Any, key: str) -> None:
    inner = tree
    for step in path[:-1]:
        inner = inner[step]
    inner[path[-1]] = value
    assert key in {place for place, _code in problems_of(tree)}


@thorough
def test_draw_of_a_tree_may_leave_out_what_it_had_nothing_of(tree: Any) -> None:
    for round_, key in ((0, "earlier"), (0, "moves"), (1, "moves")):
        del tree["rounds"][round_]["draw"][key]
    device = Device.objects.create()
    again, client = read_in(tree, device), client_of(device)
    for number in (1, 2):
        assert client.get(f"/tournaments/{again.pk}/rounds/{number}/draw").status_code == 200


@thorough
@pytest.mark.parametrize("written", ["now", "by version 0.1"])
def test_every_part_of_a_document_may_be_missing_or_nonsense_without_a_crash(tree: Any, written: str) -> None:
    document = document_of(copied(eventful).tournament) if written == "now" else tree
    in_turn = cycle(NONSENSE)
    for path in _paths(document):
        for nonsense in (..., *islice(in_turn, 3)):
            inner = document
            for step in path[:-1]:
                inner = inner[step]
            right = inner[path[-1]]
            if nonsense is ...:
                del inner[path[-1]]
            else:
                inner[path[-1]] = nonsense
            reading, problems = parse(document)
            if nonsense is ...:
                inner.insert(path[-1], right) if isinstance(inner, list) else inner.update({path[-1]: right})
            inner[path[-1]] = right
            assert isinstance(reading, ReadTournament) != bool(problems), path


def _paths(data: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Every key of a document; of long lists of lists and objects the first entry stands for all."""
    if isinstance(data, dict):
        inner = [(*path, key) for key in data]
    elif isinstance(data, list) and data:
        inner = [(*path, place) for place in range(1 if isinstance(data[0], (list, dict)) else len(data))]
    else:
        return []
    return inner + [deeper for step in inner for deeper in _paths(data[step[-1]], step)]


# Any tournament


@thorough
@settings(max_examples=examples(10), deadline=None, suppress_health_check=list(HealthCheck))
@given(
    players=st.integers(6, 14),
    hands=st.integers(0, 3),
    typed=st.integers(0, 3),
    step=st.integers(-50, 50),
    closes=st.booleans(),
    names=st.lists(st.text("aäß \"'<&Ł汉", min_size=1, max_size=20).filter(str.strip), max_size=3),
)
def test_round_trip_of_any_tournament(
    db: None, *, players: int, hands: int, typed: int, step: int, closes: bool, names: list[str]
) -> None:
    world = copied(World, hands=3)
    world.register(players)
    for name in names:
        newcomer = door.Newcomer(name=name.strip(), practises=True)
        door.register_all(world.tournament, [newcomer])
    round_ = world.draw()
    for table in round_.tables.order_by("number"):
        assert table.sheet
        if table.number <= typed or closes:
            type_table(table, step)
        elif len(table.sheet.lineup) >= 4:
            play_hands(table.sheet, hands, declarer=table.number % len(table.sheet.lineup))
    if closes:
        desk.close_round(round_)
    document = document_of(world.tournament)
    assert document_of(read_in(document)) == document


# Its pages


def posted(document: str, key: UUID | None = None) -> dict[str, Any]:
    file = SimpleUploadedFile("t.json", document.encode(), content_type="application/json")
    return {"file": file, "key": str(key or uuid4())}


def test_document_is_read_in_once_by_two_taps() -> None:
    world = copied(eventful)
    text = body_of(client_of(world.organiser).get(f"/tournaments/{world.tournament.pk}/document.json"))
    client, key = client_of(world.stranger), uuid4()
    answers = [client.post("/tournaments/import", posted(text, key)) for _tap in range(2)]
    assert [answer.headers["Location"] for answer in answers] == [f"/tournaments/{key}"] * 2
    assert Tournament.objects.count() == 2
    assert client.get(f"/tournaments/{key}/document.json").json() == json.loads(text)
    assert client_of(world.organiser).get(f"/tournaments/{key}").status_code == 404


def test_document_sent_without_the_key_of_its_page_says_what_to_do(world: World) -> None:
    data = posted(json.dumps(document_of(world.tournament)), uuid4())
    answer = client_of(world.stranger).post("/tournaments/import", {"file": data["file"]})
    assert answer.status_code == 422
    assert "Etwas fehlt auf dieser Seite. Lade sie neu und wähle die Datei noch einmal." in text_of(answer)


def test_key_of_somebody_elses_tournament_opens_nothing(world: World) -> None:
    text = json.dumps(document_of(world.tournament))
    answer = client_of(world.stranger).post("/tournaments/import", posted(text, world.tournament.pk))
    assert (answer.status_code, str(world.tournament.name) in body_of(answer)) == (409, False)
    assert Tournament.objects.count() == 1


@thorough
def test_document_read_in_again_after_its_tournament_was_deleted_says_so() -> None:
    text = json.dumps(document_of(copied(eventful).tournament))
    client, key = Client(), uuid4()
    for address in ("/tournaments/import", f"/tournaments/{key}/delete"):
        assert client.post(address, posted(text, key)).status_code == 302
    answer = client.post("/tournaments/import", posted(text, key))
    assert (answer.status_code, "gelöschtes Turnier holst du" in body_of(answer)) == (409, True)


def test_import_says_everything_that_is_wrong_in_the_readers_language() -> None:
    document = document_of(copied(eventful).tournament)
    change(document, "tournaments", 1, day="morgen")
    change(document, "entrants", 1, person=-1)
    change(document, "rounds", 1, state="lost")
    answer = Client(headers={"accept-language": "de"}).post("/tournaments/import", posted(json.dumps(document)))
    assert answer.status_code == 422
    page = " ".join(body_of(answer).split())
    assert "<b>tournaments, Zeile 1, day</b>: Wert „morgen“ hat ein ungültiges Datumsformat." in page
    assert "<b>Durchgang 1, wie weit er ist</b>: Möglich ist nur: drawn, playing, closed." in page
    change(document, "tournaments", 1, day="2026-11-21")
    change(document, "rounds", 1, state="closed")
    page = body_of(Client(headers={"accept-language": "de"}).post("/tournaments/import", posted(json.dumps(document))))
    assert "<b>entrants, Zeile 1, person</b>: " in page


def test_import_says_what_the_self_check_finds_and_keeps_nothing() -> None:
    answer = Client().post("/tournaments/import", posted(json.dumps(damaged("seats", 1, total=7))))
    assert (answer.status_code, Tournament.objects.count()) == (422, 1)
    assert "total 7, the hands make" in body_of(answer)


def test_import_of_nonsense_is_refused(tree: Any) -> None:
    for rules in ("skat", "\ud800"):
        answer = Client().post("/tournaments/import", posted(json.dumps(tree | {"rules": rules})))
        assert answer.status_code == 422
    for nonsense in ("", "{", "\x00", "[1]", '{"format": "cegoscore/tournament@1"}'):
        assert Client().post("/tournaments/import", posted(nonsense)).status_code == 422
    assert Client().get("/tournaments/import").status_code == 200


def test_json_that_is_none_is_a_problem() -> None:
    reading, problems = parse_json("{")
    assert reading is None
    assert [problem.code for problem in problems] == ["not_json"]


# The standings


def one_round() -> World:
    """Eight players after one round: two share each of the four ranks, one of them is a woman."""
    world = copied(World, is_public=True, venue="Löwen", categories=CATEGORIES, prizes=PRIZES, tie_breaks=[])
    world.register(8)
    table = world.play_round()
    first = table.results.get(table__number=1, seat=0).entrant
    first.categories.add(world.tournament.categories.get(kind=CategoryKind.WOMEN))
    Player.objects.filter(pk=first.player_id).update(name="=Zita", village="Hüfingen")
    return world


@pytest.fixture
def round_() -> World:
    return copied(one_round)


def test_standings_as_data(round_: World) -> None:
    data = Client().get(f"/tournaments/{round_.tournament.pk}/standings.json").json()
    assert data["format"] == "cegoscore/standings@1"
    assert (data["rounds"], data["provisional"], data["final"]) == ([1], False, False)
    assert [row["rank"] for row in data["standings"]] == [1, 1, 3, 3, 5, 5, 7, 7]
    zita = next(row for row in data["standings"] if row["name"] == "=Zita")
    assert zita["points"] == [90]
    assert zita["games_won"] is None
    assert zita["level_with"] != []
    assert data["categories"][0]["standings"] == [{"rank": 1, "number": zita["number"]}]


def test_standings_as_a_table_start_no_formula(round_: World) -> None:
    answer = Client().get(f"/tournaments/{round_.tournament.pk}/standings.csv")
    rows = list(csv.reader(io.StringIO(answer.content.decode("utf-8-sig")), delimiter=";"))
    assert len(rows) == 9
    assert {len(row) for row in rows} == {8}
    assert "'=Zita" in {row[2] for row in rows}
    assert {row[6] for row in rows[1:]} == {"nicht bekannt"}
    assert answer.headers["Content-Disposition"] == 'attachment; filename="preiscego-2026-11-21.csv"'


def test_text_for_the_newspaper_names_the_best_woman_and_the_last_if_the_club_likes(round_: World) -> None:
    text = body_of(Client().get(f"/tournaments/{round_.tournament.pk}/press"))
    assert "Preiscego\n21. November 2026, Löwen" in text
    assert "1. =Zita (Hüfingen) +90" in text
    assert "Bei den Damen vorn: =Zita (Hüfingen) +90" in text
    assert len([line for line in text.splitlines() if line.startswith("Schlusslicht: 7. ")]) == 2
    Club.objects.update(names_last=False)
    assert "Schlusslicht" not in body_of(Client().get(f"/tournaments/{round_.tournament.pk}/press"))


def test_text_for_the_newspaper_says_where_somebody_stands_who_moved_up_to_a_prize(db: None) -> None:
    world = copied(SeasonWorld)
    tournament = world.tournament({"Anna": 30, "Bernd": 10, "Clara": -40})
    Tournament.objects.update(prizes_for_present=True)
    tournament.prizes.create(kind=PrizeKind.RANK, rank=1, what="50 €")
    tournament.prizes.create(kind=PrizeKind.RANK, rank=2, what="30 €")
    tournament.entrants.filter(player__name="Bernd").update(status=EntrantStatus.WITHDRAWN)
    lines = body_of(client_of(world.organiser).get(f"/tournaments/{tournament.pk}/press")).splitlines()
    assert lines[-2:] == ["50 € (Platz 1): Anna (Hüfingen)", "30 € (Platz 2): 3. Clara (Hüfingen) −40"]
