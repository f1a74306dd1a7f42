"""A table at the desk: typed totals, taking its sheet, disputes, and everything that goes wrong."""

import re
from typing import Any

import pytest

from cegoscore.scoresheet.evening.services import call_referee, confirm
from cegoscore.scoresheet.ledger.wording import Stale
from cegoscore.scoresheet.models import Session, State
from tests.effort import thorough
from tests.pages import body_of
from tests.tournaments.desk.test_rounds import hand_in
from tests.worlds.copied import copied
from tests.worlds.desk import HTMX, Browser, problem_of, text_of, totals
from tests.worlds.tournament import drawn, play_hands, type_table
from tournaments.desk import services
from tournaments.models import COURSE, Decision, DecisionKind, ResultSource, Table

pytestmark = pytest.mark.django_db

WHY = "Bitte sag, warum: der Grund bleibt dabei stehen."
NOT_STARTED = "Durchgang 1 ist ausgelost, hat aber noch nicht angefangen. Es hat sich nichts geändert."


class Hall:
    """A tournament of two tables that play two hands each, as the organiser sees it."""

    def __init__(self, *, start: bool = True) -> None:
        self.world = copied(drawn, start=start, hands=2)
        self.round = self.world.tournament.played_rounds.get()
        self.desk = Browser(self.world)

    def table(self, number: int = 1) -> Table:
        """The table as it stands in the database."""
        return Table.objects.select_related("sheet", "round").get(round=self.round, number=number)

    def sheet(self, number: int = 1) -> Session:
        """Its sheet."""
        sheet = self.table(number).sheet
        assert sheet
        return sheet

    def post(self, what: str, data: dict[str, Any] | None = None, *, number: int = 1, **more: Any) -> Any:
        """Do something at a table."""
        return self.desk.post(f"rounds/1/tables/{number}/{what}", data, **more)

    def points(self, number: int = 1) -> list[int | None]:
        """The table's fixed points in the order of the seats."""
        return list(self.table(number).results.order_by("seat").values_list("points", flat=True))

    def text(self, number: int = 1) -> str:
        """Text of the table's page."""
        return text_of(self.desk.get(f"rounds/1/tables/{number}"))


@pytest.fixture
def hall(db: None) -> Hall:
    return Hall()


# The table's page


def test_page_shows_people_with_points_and_leads_to_the_sheet(hall: Hall) -> None:
    play_hands(hall.sheet(), 1)
    text = hall.text()
    assert "spielt 1 von 2 Spielen" in text
    for seat in hall.sheet().seats.order_by("number"):
        assert f"{seat.name} Bräunlingen" in text
    assert f'href="/sheets/{hall.sheet().id}"' in body_of(hall.desk.get("rounds/1/tables/1"))
    assert hall.desk.client.get(f"/sheets/{hall.sheet().id}").status_code == 200


def test_table_that_does_not_exist_is_not_found(hall: Hall) -> None:
    assert [hall.desk.get(f"rounds/{place}").status_code for place in ("1/tables/3", "2/tables/1", "9/tables/1")] == [
        404,
        404,
        404,
    ]


def test_open_page_follows_the_sheet(hall: Hall) -> None:
    page = body_of(hall.desk.get("rounds/1/tables/1"))
    address = page.split('hx-get="')[1].split('"')[0].removeprefix(f"{hall.desk.home}/")
    assert hall.desk.get(address, headers=HTMX).status_code == 204
    play_hands(hall.sheet(), 2)
    changed = hall.desk.get(address, headers=HTMX)
    assert body_of(changed).lstrip().startswith('<section id="live"')
    assert "alles geschrieben 2 von 2 Spielen" in text_of(changed)


@thorough
def test_table_of_a_round_that_has_not_started_offers_nothing(db: None) -> None:
    hall = Hall(start=False)
    page = body_of(hall.desk.get("rounds/1/tables/1"))
    assert "/totals" not in page
    assert "/void" not in page
    for what, data in (
        ("totals", totals(30, 10, -10, -30)),
        ("void", {"why": "x"}),
        ("accept", {"seen": 0, "why": "x"}),
    ):
        refused = hall.post(what, data)
        assert (refused.status_code, problem_of(refused)) == (409, NOT_STARTED)


# Typed totals


def test_totals_are_typed_by_table_number(hall: Hall) -> None:
    found = hall.desk.get("rounds/1/find?number=2")
    assert found.url == f"{hall.desk.home}/rounds/1/tables/2"
    sent = hall.post("totals", totals(30, "+10", "−10", "- 30"), number=2)
    assert sent.url == f"{hall.desk.home}/rounds/1?typed=2"
    assert hall.points(2) == [30, 10, -10, -30]
    assert "Tisch 2 ist eingetippt." in text_of(hall.desk.client.get(sent.url))
    assert set(hall.table(2).results.values_list("source", "games_won")) == {(ResultSource.TYPED, None)}


def test_thousand_that_is_typed_with_a_point_is_no_one(hall: Hall) -> None:
    hall.post("totals", totals("1.000", "-1.000", "10,00", "−10"), number=2)
    assert hall.points(2) == [1000, -1000, 10, -10]


def test_typing_goes_on_in_place_with_scripts(hall: Hall) -> None:
    form = body_of(hall.desk.get("rounds/1/find?number=2", headers=HTMX))
    assert form.lstrip().startswith('<section id="entry"')
    assert form.count('name="points_') == 4
    sent = body_of(hall.post("totals", totals(30, 10, -10, -30), number=2, headers=HTMX))
    assert sent.lstrip().startswith('<section id="entry"')
    assert 'name="number"' in sent
    assert '<div id="live"' in sent
    assert 'hx-swap-oob="true"' in sent.split('<div id="live"')[1].split(">")[0]
    assert "eingetippt" in sent


@pytest.mark.parametrize("number", ["9", "", "0"])
def test_table_number_that_does_not_exist_is_said_at_once(hall: Hall, number: str) -> None:
    for headers in ({}, HTMX):
        answer = hall.desk.get(f"rounds/1/find?number={number}", headers=headers)
        assert answer.status_code == 422
        assert "Diesen Tisch gibt es in diesem Durchgang nicht." in text_of(answer)


@pytest.mark.parametrize(
    ("posted", "sentence"),
    [
        (totals(30, 10, -10, -20), "Plus und Minus müssen null ergeben; es bleibt 10 übrig."),
        (totals(30, 10, -10), "Hier fehlt etwas oder ist nicht zu lesen. Es hat sich nichts geändert."),
        (totals(30, 10, -10, "viel"), "Hier fehlt etwas oder ist nicht zu lesen. Es hat sich nichts geändert."),
        (totals(30, 10, -10, "9" * 30), "Hier fehlt etwas oder ist nicht zu lesen. Es hat sich nichts geändert."),
    ],
)
def test_totals_that_cannot_be_right_are_refused_with_what_was_typed(
    hall: Hall, posted: dict[str, Any], sentence: str
) -> None:
    for headers in ({}, HTMX):
        refused = hall.post("totals", posted, headers=headers)
        assert (refused.status_code, problem_of(refused)) == (422, sentence)
        assert 'value="30"' in body_of(refused)
    assert hall.points() == [None] * 4


BEYOND = "+1.280.001? In 2 Spielen bringen die Spiele dieser Regeln höchstens 2560."
OFF = "+31? Diese Regeln zahlen in Schritten von 10."


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [((1280001, 9, -10, -1280000), BEYOND), ((31, 9, -10, -30), OFF), ((30, 9, -9, -30), OFF.replace("31", "9"))],
)
def test_totals_that_the_tariff_hardly_pays_are_asked_about_once(
    hall: Hall, typed: tuple[int, ...], sentence: str
) -> None:
    for headers in ({}, HTMX):
        asked = hall.post("totals", totals(*typed), headers=headers)
        assert (asked.status_code, problem_of(asked)) == (422, sentence)
        assert f'name="sure" value="{",".join(map(str, typed))}"' in body_of(asked)
        assert hall.points() == [None] * 4
    assert hall.post("totals", totals(*typed, sure=",".join(map(str, typed)))).status_code == 302
    assert hall.points() == list(typed)


def test_yes_to_doubted_totals_holds_for_no_others(hall: Hall) -> None:
    asked = hall.post("totals", totals(41, 9, -20, -30, sure="31,9,-10,-30"))
    assert (asked.status_code, problem_of(asked)) == (422, OFF.replace("31", "41"))
    assert 'name="sure" value="41,9,-20,-30"' in body_of(asked)
    assert hall.points() == [None] * 4


def test_most_that_the_tariff_pays_is_not_asked_about(hall: Hall) -> None:
    assert hall.post("totals", totals(2560, -2560, 0, 0)).status_code == 302
    assert hall.points() == [2560, -2560, 0, 0]


def test_typed_totals_are_replaced_only_with_a_reason(hall: Hall) -> None:
    for _tap in range(2):
        assert hall.post("totals", totals(30, 10, -10, -30)).status_code == 302
    refused = hall.post("totals", totals(40, 10, -10, -40), headers=HTMX)
    assert (refused.status_code, problem_of(refused)) == (422, WHY)
    assert 'name="why"' in body_of(refused)
    assert hall.points() == [30, 10, -10, -30]
    assert hall.post("totals", totals(40, 10, -10, -40, why="verschrieben")).status_code == 302
    assert hall.points() == [40, 10, -10, -40]
    decision = Decision.objects.exclude(kind__in=COURSE).get()
    assert decision.why == "verschrieben"
    assert [sorted(decision.data[key].values()) for key in ("before", "points")] == [
        [-30, -10, 10, 30],
        [-40, -10, 10, 40],
    ]


def test_correction_of_a_result_that_changed_meanwhile_is_refused_and_can_be_sent_again(hall: Hall) -> None:
    hall.post("totals", totals(30, 10, -10, -30, seen=",,,"))
    hall.post("totals", totals(40, 10, -10, -40, seen="30,10,-10,-30", why="erste Helferin"))
    late = totals(50, 10, -10, -50, seen="30,10,-10,-30", why="zweiter Helfer")
    refused = hall.post("totals", late)
    assert refused.status_code == 409
    assert hall.points() == [40, 10, -10, -40]
    assert 'name="seen" value="40,10,-10,-40"' in body_of(refused)
    assert hall.post("totals", late | {"seen": "40,10,-10,-40"}).status_code == 302
    assert hall.points() == [50, 10, -10, -50]


def test_totals_over_a_sheet_with_hands_need_a_reason_and_close_it(hall: Hall) -> None:
    play_hands(hall.sheet(), 1)
    assert hall.post("totals", totals(30, 10, -10, -30)).status_code == 422
    assert hall.post("totals", totals(30, 10, -10, -30, why="Papier gilt")).status_code == 302
    assert hall.sheet().state == State.CLOSED


def test_closed_round_still_takes_a_correction(hall: Hall) -> None:
    hall.world.type_all(hall.round)
    services.close_round(hall.round)
    assert hall.post("totals", totals(40, 10, -10, -40, why="nachgerechnet")).status_code == 302
    assert hall.points() == [40, 10, -10, -40]


# Taking a sheet


def accept(hall: Hall, *, why: str = "", version: int | None = None) -> Any:
    seen = hall.sheet().version if version is None else version
    return hall.post("accept", {"why": why, "seen": seen})


def test_full_sheet_is_taken_without_a_reason(hall: Hall) -> None:
    play_hands(hall.sheet(), 2)
    for _tap in range(2):
        assert accept(hall).status_code == 302
    assert hall.sheet().state == State.CONFIRMED
    assert not Decision.objects.exclude(kind__in=COURSE).exists()


def test_unfinished_sheet_is_taken_only_with_a_reason(hall: Hall) -> None:
    play_hands(hall.sheet(), 1)
    refused = accept(hall)
    assert (refused.status_code, problem_of(refused)) == (422, WHY)
    assert accept(hall, why="Wirt macht zu").status_code == 302
    assert hall.sheet().state == State.CONFIRMED
    assert "Tisch 1 übernommen, fehlende Spiele: 1" in hall.text()


def test_sheet_that_changed_meanwhile_is_looked_at_again(hall: Hall) -> None:
    play_hands(hall.sheet(), 2)
    refused = accept(hall, version=1)
    assert refused.status_code == 409
    assert problem_of(refused).startswith("Bei Tisch 1 hat sich inzwischen etwas geändert.")
    assert hall.sheet().state == State.OPEN


@thorough
def test_there_is_no_sheet_to_take_where_totals_were_typed(hall: Hall) -> None:
    type_table(hall.table())
    refused = accept(hall, why="x")
    assert (refused.status_code, problem_of(refused)) == (
        422,
        "Hier gibt es kein Blatt zu übernehmen: die Summen wurden eingetippt.",
    )


def test_table_confirms_once_and_then_only_the_desk_changes_it(hall: Hall) -> None:
    play_hands(hall.sheet(), 2)
    hand_in(hall.sheet(), confirm=True)
    with pytest.raises(Stale):
        confirm(hall.sheet(), seen=hall.sheet().version, seat=2)
    assert "bestätigt" in hall.text()
    assert hall.post("reopen", {"why": "Spiel 2 war falsch"}).status_code == 302
    assert hall.sheet().state == State.OPEN


# Opening again, void, dispute


def test_table_is_opened_again_only_with_a_reason(hall: Hall) -> None:
    type_table(hall.table())
    refused = hall.post("reopen", {"why": ""})
    assert (refused.status_code, problem_of(refused)) == (422, WHY)
    assert hall.post("reopen", {"why": "doch der Zettel"}).status_code == 302
    assert hall.points() == [None] * 4
    assert hall.sheet().state == State.OPEN


@pytest.mark.parametrize(
    ("is_closed", "sentence"),
    [(False, "Das Blatt von Tisch 1 ist schon offen."), (True, "Durchgang 1 ist abgeschlossen.")],
)
def test_table_that_is_open_or_of_a_closed_round_is_not_opened_again(
    hall: Hall, *, is_closed: bool, sentence: str
) -> None:
    if is_closed:
        hall.world.type_all(hall.round)
        services.close_round(hall.round)
    refused = hall.post("reopen", {"why": "x"})
    assert (refused.status_code, problem_of(refused)) == (409, f"{sentence} Es hat sich nichts geändert.")
    assert not Decision.objects.exclude(kind__in=COURSE).exists()


def test_table_is_void_only_with_a_reason_and_once(hall: Hall) -> None:
    play_hands(hall.sheet(), 1)
    refused = hall.post("void", {"why": " "})
    assert (refused.status_code, problem_of(refused)) == (422, WHY)
    assert hall.points() == [None] * 4
    for _tap in range(2):
        assert hall.post("void", {"why": "nicht mehr nachvollziehbar"}).status_code == 302
    assert hall.points() == [0] * 4
    assert Decision.objects.filter(kind=DecisionKind.VOID).count() == 1
    assert "Tisch 1 ist ungültig nicht mehr nachvollziehbar" in hall.text()


def test_dispute_is_noted_and_settled(hall: Hall) -> None:
    for _tap in range(2):
        hall.post("dispute", {"disputed": "on"})
    assert "Streit 0 von 2 Spielen" in hall.text()
    for _tap in range(2):
        hall.post("dispute")
    assert hall.table().disputed_at is None


@pytest.mark.parametrize("way", ["totals", "accept", "void"])
def test_result_ends_a_dispute_only_when_somebody_says_how(hall: Hall, way: str) -> None:
    play_hands(hall.sheet(), hall.sheet().planned or 0)
    hall.post("dispute", {"disputed": "on"})
    typed = {"totals": totals(90, -30, -30, -30), "accept": {"seen": hall.sheet().version}, "void": {}}[way]
    refused = hall.post(way, typed)
    form = re.search(rf'<form[^>]*/{way}".*?</form>', body_of(refused), re.DOTALL)
    assert (refused.status_code, bool(form and 'name="why"' in form[0])) == (422, True)
    assert hall.table().disputed_at is not None
    assert hall.points() == [None] * 4
    assert hall.post(way, typed | {"why": "nachgezählt"}).status_code == 302
    assert hall.table().disputed_at is None
    settled = Decision.objects.exclude(kind=DecisionKind.DISPUTE).exclude(kind__in=COURSE).get()
    assert (settled.why, settled.data["table"]) == ("nachgezählt", 1)
    assert "Streitfall geklärt" in hall.text() or "Streitfall ist geklärt" in hall.text()


def test_result_of_a_closed_round_is_not_disputed_any_more(hall: Hall) -> None:
    hall.world.type_all(hall.round)
    services.close_round(hall.round)
    assert hall.post("dispute", {"disputed": "on"}).status_code == 409
    assert hall.table().disputed_at is None


# Referee, wrong sheets, substitutes


@thorough
def test_table_that_calls_is_seen_until_somebody_was_there(hall: Hall) -> None:
    call_referee(hall.sheet())
    assert "Der Tisch hat die Turnierleitung gerufen." in hall.text()
    for _tap in range(2):
        assert hall.post("came").status_code == 302
    assert hall.sheet().called_at is None
    assert "gerufen" not in hall.text()


def test_phone_of_the_table_follows_when_the_desk_came(hall: Hall) -> None:
    call_referee(hall.sheet())
    address = f"/sheets/{hall.sheet().id}/changes?v={hall.sheet().version}"
    hall.post("came")
    answer = body_of(hall.desk.client.get(address, headers=HTMX))
    note = answer.split('<div id="called"')[1].split("</div>")[0]
    assert note.endswith(">")


def swapping(hall: Hall, other: int | str = 2, why: str = "falscher Code") -> dict[str, Any]:
    return {"other": other, "why": why, "seen": hall.table().sheet_id}


def test_sheets_of_two_tables_are_swapped_once_by_a_double_tap(hall: Hall) -> None:
    play_hands(hall.sheet(1), 1)
    before = (hall.sheet(1).id, hall.sheet(2).id)
    data = swapping(hall)
    for _tap in range(2):
        assert hall.post("sheets", data).status_code == 302
    assert (hall.sheet(2).id, hall.sheet(1).id) == before
    seated = [result.entrant.player for result in hall.table(2).results.order_by("seat")]
    assert [seat.player for seat in hall.sheet(2).seats.order_by("number")] == seated
    assert max(hall.sheet(2).seats.values_list("total", flat=True)) == 30
    assert "Blätter der Tische 1, 2 getauscht falscher Code" in hall.text(2)


@pytest.mark.parametrize(("other", "why", "status"), [(1, "x", 422), (9, "x", 422), (2, "", 422), ("", "x", 422)])
def test_sheets_that_do_not_fit_stay(hall: Hall, other: int | str, why: str, status: int) -> None:
    before = hall.sheet(1).id
    refused = hall.post("sheets", swapping(hall, other, why))
    assert refused.status_code == status
    assert problem_of(refused)
    assert hall.sheet(1).id == before


def test_sheet_of_a_typed_table_is_not_swapped(hall: Hall) -> None:
    type_table(hall.table(2))
    refused = hall.post("sheets", swapping(hall))
    assert refused.status_code == 422
    assert problem_of(refused).startswith("Getauscht werden können nur Blätter")


def test_substitute_takes_over_number_seat_and_points(hall: Hall) -> None:
    result = hall.table().results.select_related("entrant").get(seat=2)
    play_hands(hall.sheet(), 1, declarer=2)
    number = result.entrant.number
    data = {"number": number, "name": "Ersatz", "village": "Hüfingen", "why": "musste heim"}
    for _tap in range(2):
        assert hall.post("substitute", data).status_code == 302
    seat = hall.sheet().seats.get(number=2)
    assert (seat.name, seat.total > 0) == ("Ersatz", True)
    assert f"{number} Ersatz Hüfingen" in hall.text()
    assert Decision.objects.filter(kind=DecisionKind.SUBSTITUTE).count() == 1


@thorough
def test_the_categories_of_a_substitute_are_ticked_with_the_name(hall: Hall) -> None:
    result = hall.table().results.select_related("entrant").get(seat=2)
    page = "rounds/1/tables/1?open=substitute_form"
    assert "Wertungen" not in text_of(hall.desk.get(page))
    categories = hall.world.tournament.categories
    women, own = categories.create(kind="women"), categories.create(kind="own", name="Wirte")
    result.entrant.categories.set([own])
    assert "Wertungen" in text_of(hall.desk.get(page))
    data = {"number": result.entrant.number, "name": "Ida", "why": "musste heim", "categories": [women.pk]}
    assert hall.post("substitute", data).status_code == 302
    result.refresh_from_db()
    assert list(result.entrant.categories.all()) == [women]


def test_somebody_who_plays_already_is_no_substitute(hall: Hall) -> None:
    mine = hall.table(1).results.select_related("entrant__player").first()
    other = hall.table(2).results.select_related("entrant__player").first()
    assert mine
    assert other
    data = {"number": mine.entrant.number, "name": other.entrant.name, "village": "Bräunlingen", "why": "x"}
    refused = hall.post("substitute", data)
    assert refused.status_code == 422
    assert problem_of(refused).startswith(other.entrant.name)


def test_number_of_another_table_is_not_replaced_here(hall: Hall) -> None:
    other = hall.table(2).results.select_related("entrant").first()
    assert other
    data = {"number": other.entrant.number, "name": "Ersatz", "why": "x"}
    assert hall.post("substitute", data).status_code == 422
    assert not Decision.objects.exclude(kind__in=COURSE).exists()


@pytest.mark.parametrize("what", ["void", "penalty", "sheets"])
def test_form_that_was_refused_stays_open(hall: Hall, what: str) -> None:
    number = hall.table().results.get(seat=0).entrant.number
    data = {"why": "", "number": number, "points": 5, "other": 2, "seen": hall.table().sheet_id}
    page = body_of(hall.post(what, data))
    assert page.count('<section class="box" aria-labelledby="opened"') == 1
