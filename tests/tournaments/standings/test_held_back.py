"""Results held back are nowhere to be had until the wall unveils them, place by place, or they are released."""

import re
from collections.abc import Iterable
from itertools import count
from typing import Any

import pytest
from django.db import transaction
from django.test import Client

from cegoscore.clubs.models import Device, Right
from cegoscore.clubs.rights.links import accept_link, link_for
from cegoscore.scoresheet.models import Seat, Session, State
from tests.commands import called
from tests.effort import thorough
from tests.pages import body_of
from tests.worlds.copied import begin_as, copied
from tests.worlds.desk import Browser, problem_of, text_of
from tests.worlds.lively_club import LivelyClub, backup_of, empty_database, restored
from tests.worlds.pages import pages
from tests.worlds.tournament import World, client_of
from tests.worlds.tournament_file import document_of, read_in
from tournaments.course.access import EVERYTHING
from tournaments.course.decisions import OF_RESULTS
from tournaments.course.locks import Refused, decide
from tournaments.desk import exchange, services as desk
from tournaments.models import CategoryKind, DecisionKind, Entrant, PrizeKind, Result, Table, Tournament
from tournaments.setup.plans import PrizePlan
from tournaments.standings.queries import standings_of

pytestmark = pytest.mark.django_db

MARKER = 47_193
"""A total that nothing else in the club can be."""


def numbers_in(answer: Any) -> set[int]:
    """The numbers in an answer, however their digits are set; keys and hashes do not count."""
    body = b"".join(answer) if answer.streaming else answer.content
    text = re.sub(r"(?<=\d)[\s.,’'\u202f\xa0](?=\d{3})", "", body.decode(errors="replace"))
    return set(map(int, re.findall(r"(?<![0-9a-f])\d{1,9}(?![0-9a-f])", text)))


class Held(LivelyClub):
    """The lively club, public: the second round is held back, and every total of it is a marker."""

    def __init__(self) -> None:
        begin_as(self, LivelyClub)
        Tournament.objects.filter(pk=self.tournament.pk).update(is_public=True)
        self.season.club.seasons.update(is_public=True)
        exchange.hold_results(self.tournament, first=2, device=self.organiser)
        second = self.tournament.played_rounds.get(number=2)
        self.markers: set[int] = set()
        self.tables = list(second.tables.order_by("number").select_related("sheet"))
        markers = count(MARKER, 2)
        for table in self.tables:
            seats = list(Seat.objects.filter(session=table.sheet).order_by("number"))
            marker = next(markers)
            for seat, total in zip(seats, (marker, -marker, marker + 1, -marker - 1), strict=True):
                Seat.objects.filter(pk=seat.pk).update(total=total)
            self.markers |= {marker, marker + 1}
        Session.objects.filter(table__round=second).update(state=State.CONFIRMED)
        Table.objects.filter(round=second).update(disputed_at=None)
        desk.close_round(second)
        self.tournament.refresh_from_db()
        lines = standings_of(self.tournament, EVERYTHING).lines
        self.sums = {abs(line.row.total) for line in lines} - {0}
        assert all(total > MARKER // 2 for total in self.sums)

    def told_to(self, client: Client, addresses: Iterable[str]) -> dict[str, set[int]]:
        """The addresses that tell somebody of what is held back, with the numbers that they tell."""
        answers = ((address, client.get(address)) for address in addresses)
        told = ((address, numbers_in(answer)) for address, answer in answers if answer.status_code == 200)
        return {address: found for address, numbers in told if (found := numbers & (self.markers | self.sums))}


@thorough
@pytest.mark.sqlite
def test_what_is_held_back_is_nowhere_to_be_had_and_everywhere_once_it_is_released() -> None:
    held = copied(Held)
    home = f"/tournaments/{held.tournament.pk}"
    everything = pages(held)
    exports = {f"{home}/{what}" for what in ("standings", "standings.csv", "standings.json", "prizes")}
    assert exports <= set(everything)
    assert held.told_to(client_of(held.organiser), exports).keys() == exports  # what is kept for a crowd is kept now

    own, other = (table.sheet for table in held.tables[:2])
    assert own
    assert other
    assert held.told_to(Client(), [each for each in everything if home in each]) == {}
    accept_link(held.guest, link_for(held.club, right=Right.LOOK, target=other.pk))
    assert held.told_to(client_of(held.guest), everything) == {}
    player = Device.objects.create()
    accept_link(player, link_for(held.club, right=Right.WRITE, target=own.pk))
    told = held.told_to(client_of(player), [each for each in everything if "/sheets" in each or each == "/"])
    assert set().union(*told.values()) <= {MARKER, MARKER + 1}  # one's own sheet is one's own
    tables = re.compile(rf"{home}/rounds/2/|/sheets/")  # who types totals and checks sheets sees those, and no more
    told = held.told_to(client_of(held.helper), everything)
    assert [each for each in told if not tables.match(each)] == []
    assert set().union(*told.values()) & held.sums <= held.markers

    exchange.release_results(held.tournament, device=held.organiser)
    opened = held.told_to(Client(), [*exports, home, *(each for each in everything if "/seasons/" in each)])
    assert {*exports, home} <= opened.keys()
    assert any("/seasons/" in each for each in opened)


def test_what_was_decided_about_results_waits_with_them() -> None:
    held = copied(Held)
    second, first = (held.tournament.played_rounds.get(number=number) for number in (2, 1))
    kinds = [*OF_RESULTS, DecisionKind.WITHDRAWAL, DecisionKind.SHEETS_SWAPPED]
    with transaction.atomic():
        for kind in kinds:
            about: dict[str, Any] = {"by": "lot", "numbers": [1]} if kind == DecisionKind.TIE else {"table": 3}
            decide(second, kind, data=about, why=f"2: {kind.value} Wirtin zog", device=None)
        decide(first, DecisionKind.PENALTY, data={"number": 5, "penalty": 3}, why="1: Handy", device=None)
    home = f"/tournaments/{held.tournament.pk}"
    everything = [page for page in pages(held) if home in page]

    def told_on(addresses: list[str], who: Client) -> set[str]:
        texts = (text_of(answer) for page in addresses if (answer := who.get(page)).status_code == 200)
        return {kind.value for text in texts for kind in kinds if f"2: {kind.value} Wirtin" in text}

    for who in (Client(), client_of(held.guest)):
        assert told_on(everything, who) & OF_RESULTS == set()
    page = text_of(Client().get(home))
    assert "1: Handy" in page
    assert "Gleichstand entschieden" not in page
    assert "Einträge betreffen zurückgehaltene Ergebnisse" in page
    assert "tie Wirtin zog" not in text_of(client_of(held.helper).get(f"{home}/desk/decisions"))
    exchange.release_results(held.tournament, device=held.organiser)
    assert told_on([home], Client()) == {kind.value for kind in kinds}


def test_a_table_that_is_held_back_is_opened_by_those_who_write_on_it_alone() -> None:
    held = copied(Held)
    sheet = held.tables[0].sheet
    assert sheet
    for device, status in ((held.guest, 403), (held.helper, 200), (held.organiser, 200)):
        assert client_of(device).get(sheet.get_absolute_url()).status_code == status
    assert "zurückgehalten" in text_of(client_of(held.guest).get(sheet.get_absolute_url()))
    first = held.first.tables.get(number=1).sheet
    assert first
    assert client_of(held.guest).get(first.get_absolute_url()).status_code == 200


@thorough
def test_rounds_before_are_shown_and_nobody_calls_them_final() -> None:
    held = copied(Held)
    desk.finish_tournament(held.tournament, why="vor der Siegerehrung", device=None)
    data = Client().get(f"/tournaments/{held.tournament.pk}/standings.json").json()
    assert (data["rounds"], data["final"], data["held_back_from"]) == ([1], False, 2)
    page = text_of(Client().get(f"/tournaments/{held.tournament.pk}/standings"))
    assert "Die Ergebnisse ab Durchgang 2 werden bis zur Siegerehrung zurückgehalten." in page
    assert "Endstand" not in page
    assert Client().get(f"/tournaments/{held.tournament.pk}/standings?round=2").status_code == 404


def held_and_closed() -> World:
    """Eight players of one round with three prizes, held back from its beginning and closed."""
    prizes = [PrizePlan(kind=PrizeKind.RANK, rank=rank, what=what) for rank, what in enumerate(("Ham", "Wine"), 1)]
    prizes.append(PrizePlan(kind=PrizeKind.LAST, what="Wurstsalat"))
    world = copied(World, rounds=1, is_public=True, prizes=prizes)
    world.register(8)
    round_ = world.draw()
    exchange.hold_results(world.tournament, first=1, device=world.organiser)
    for step, table in enumerate(round_.tables.order_by("number"), 1):
        points = {seat: amount * step for seat, amount in enumerate((300, 100, -150, -250))}
        desk.type_totals(table, points, why="", device=None)
    desk.close_round(round_)
    return world


@pytest.fixture
def evening(db: None) -> World:
    return copied(held_and_closed)


@thorough
def test_holding_back_survives_backup_and_document(evening: World) -> None:
    backup = backup_of(evening.tournament.club)
    evening.tournament.refresh_from_db()
    document = document_of(evening.tournament)
    empty_database()
    again = Tournament.objects.get(club=restored(backup))
    assert (again.held_from, Result.objects.final().filter(round__tournament=again).count()) == (1, 0)
    assert read_in(document).held_from == 1


def shown_by(client: Client, world: World) -> list[int]:
    """Totals that the wall shows, the place unveiled last first."""
    page = body_of(client.get(f"/tournaments/{world.tournament.pk}/beamer"))
    found = re.findall(r'class="points">\s*([+−]?[\d.]+|0)', page)
    return [int(each.replace("−", "-").replace(".", "")) for each in found]


@thorough
def test_the_wall_unveils_place_by_place_and_the_page_opens_afterwards(evening: World) -> None:
    laptop, everybody = Browser(evening), Client()
    page = text_of(everybody.get(f"{laptop.home}/beamer"))
    assert "Siegerehrung" in page
    assert shown_by(everybody, evening) == []
    # 600, 300, 200, 100, −150, −250, −300, −500
    assert laptop.post("results/unveil", {"place": 8, "seen": 0}).status_code == 302
    assert shown_by(everybody, evening) == [-500]
    assert "gleich ist" not in text_of(everybody.get(f"{laptop.home}/beamer")), "it is the prize giving"
    assert "Wurstsalat" in text_of(everybody.get(f"{laptop.home}/beamer?show=standings"))  # every wall follows
    laptop.post("results/unveil", {"place": 3, "seen": 8})
    assert shown_by(everybody, evening) == [200, 100, -150, -250, -300, -500]
    laptop.post("results/unveil", {"place": 2, "seen": 3})
    laptop.post("results/unveil", {"place": 1, "seen": 2})
    page = text_of(everybody.get(f"{laptop.home}/beamer"))
    assert "Platz 1" in page
    assert "Ham" in page
    assert 600 not in numbers_in(everybody.get(f"{laptop.home}/standings"))
    assert "Alle Plätze sind enthüllt" in text_of(laptop.get("results"))

    assert laptop.post("results/release").status_code == 302
    assert 600 in numbers_in(everybody.get(f"{laptop.home}/standings"))
    kinds = list(evening.tournament.decisions.order_by("number").values_list("kind", flat=True))
    assert kinds[-1] == DecisionKind.RELEASED
    assert kinds.count(DecisionKind.HELD_BACK) == 1
    assert "Ergebnisse freigegeben" in text_of(everybody.get(laptop.home))
    assert called("selfcheck")[0] == 0


def test_nobody_who_gets_a_prize_is_unveiled_with_the_others(evening: World) -> None:
    laptop, women = Browser(evening), evening.tournament.categories.create(name="Frauen", kind=CategoryKind.WOMEN)
    Entrant.objects.get(results__points=-250).categories.add(women)  # place 6
    evening.tournament.prizes.create(kind=PrizeKind.CATEGORY, category=women, rank=1, what="Blumen")
    assert "Alle ohne Preis" not in text_of(laptop.get("results")), "the last gets one"
    for place, seen in ((8, 0), (7, 8), (6, 7)):
        assert "Alle ohne Preis, ab Platz 3" not in text_of(laptop.get("results"))
        laptop.post("results/unveil", {"place": place, "seen": seen})
    assert "Alle ohne Preis, ab Platz 3" in text_of(laptop.get("results"))


def test_laptop_and_phone_unveil_a_place_once_and_see_each_other(evening: World) -> None:
    laptop, phone = Browser(evening), Browser(evening)
    version = re.search(r"results/changes\?v=([\d.]+)", body_of(laptop.get("results")))
    assert version
    assert laptop.get(f"results/changes?v={version[1]}").status_code == 204
    for browser in (laptop, phone):
        assert browser.post("results/unveil", {"place": 8, "seen": 0}).status_code == 302
    assert "Platz 7 enthüllen" in text_of(laptop.get(f"results/changes?v={version[1]}"))
    late = phone.post("results/unveil", {"place": 6, "seen": 0})
    assert late.status_code == 409
    assert "Ein anderes Gerät hat inzwischen etwas enthüllt" in problem_of(late)
    assert "Platz 7 enthüllen" in text_of(late)
    assert laptop.post("results/unveil", {"place": 0, "seen": 8}).status_code == 302  # covered again
    assert shown_by(Client(), evening) == []


@thorough
def test_helper_is_told_who_sees_the_draws_to_come(evening: World) -> None:
    page = text_of(Browser(evening, evening.helper).get("ceremony"))
    assert "Wer noch losen muss, sieht nur, wer das Turnier veranstaltet." in page


def test_nothing_is_unveiled_before_the_last_round_is_closed() -> None:
    world = copied(World, is_public=True)
    world.register(8)
    world.play_round()
    browser = Browser(world)
    assert "Ab Durchgang" in text_of(browser.get("results"))
    assert browser.post("results/unveil", {"place": 8, "seen": 0}).status_code == 422
    assert browser.post("results/hold", {"first": 3, "why": ""}).status_code == 422
    assert browser.post("results/hold", {"first": 2, "why": ""}).status_code == 302
    exchange.hold_results(world.tournament, first=2)
    assert world.tournament.decisions.filter(kind=DecisionKind.HELD_BACK).count() == 1
    assert browser.post("results/unveil", {"place": 8, "seen": 0}).status_code == 422
    with pytest.raises(Refused, match="results_held_already"):
        exchange.hold_results(world.tournament, first=1)
    with pytest.raises(Refused, match="round_not_planned"):
        exchange.hold_results(World().tournament, first=3)
    exchange.release_results(world.tournament)
    exchange.release_results(world.tournament)
    assert world.tournament.decisions.filter(kind=DecisionKind.RELEASED).count() == 1
