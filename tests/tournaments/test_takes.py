"""A state with a reason decides who is ranked and gets prizes: gone home, without prizes, out of the ranking."""

from typing import Any

import pytest

from cegoscore.scoresheet.models import Seat
from tests.effort import thorough
from tests.worlds.copied import copied
from tests.worlds.desk import Browser, text_of
from tests.worlds.lively_club import backup_of, empty_database, restored
from tests.worlds.season import SeasonWorld
from tests.worlds.tournament import World
from tests.worlds.tournament_file import change, document_of, problems_of, read_in, rows_of
from tournaments.course.access import EVERYTHING
from tournaments.course.decisions import decision_lines
from tournaments.course.locks import Refused
from tournaments.desk import services as desk
from tournaments.door import announcing, services as door
from tournaments.models import CategoryKind, Decision, DecisionKind, Entrant, PrizeKind, Result, Takes, Tournament
from tournaments.papers.exports import csv_of, data_of
from tournaments.papers.press import press_text_of
from tournaments.seasons import services
from tournaments.seasons.champions import champions_of
from tournaments.selfcheck import faults_of
from tournaments.setup.plans import PrizePlan
from tournaments.standings.awards import awarded
from tournaments.standings.queries import standings_of

pytestmark = pytest.mark.django_db

PRIZES = [
    PrizePlan(kind=PrizeKind.RANK, what="Schinken", rank=1),
    PrizePlan(kind=PrizeKind.RANK, what="Speck", rank=2),
    PrizePlan(kind=PrizeKind.CATEGORY, what="Blumen", rank=1, category=0),
    PrizePlan(kind=PrizeKind.LAST, what="Wurstsalat"),
]
POINTS = {0: 90, 1: 30, 2: -30, 3: -90}


def played() -> World:
    """One table: seats one to four have 90, 30, −30, −90 points; those of the first and the third are women."""
    world = copied(World, rounds=1, categories=[(CategoryKind.WOMEN, "")], prizes=PRIZES, prizes_for_present=True)
    world.register(4)
    round_ = world.draw()
    desk.type_totals(round_.tables.get(), POINTS, why="", device=None)
    desk.close_round(round_)
    women = world.tournament.entrants.filter(results__seat__in=(0, 2))
    world.tournament.categories.get().entrants.set(women)
    return world


@pytest.fixture
def world(db: None) -> World:
    return copied(played)


def at(world: World, seat: int) -> Entrant:
    return world.tournament.entrants.get(results__seat=seat)


def given(tournament: Tournament) -> dict[str, int]:
    """The points of whoever gets a prize."""
    table = standings_of(tournament, EVERYTHING)
    return {one.award.prize.label: one.winner.row.total for one in awarded(tournament, table) if one.winner}


def ranks(tournament: Tournament) -> list[tuple[int, int]]:
    """Rank and points, with those behind the ranking."""
    table = standings_of(tournament, EVERYTHING)
    return [(line.row.rank, line.row.total) for line in (*table.lines, *table.unranked)]


RANKED = [(1, 90), (2, 30), (3, -30), (4, -90)]
ALL = {"Schinken": 90, "Speck": 30, "Blumen": -30, "Wurstsalat": -90}


@pytest.mark.parametrize(
    ("seat", "prizes"),
    [
        (0, {"Schinken": 30, "Speck": -30, "Wurstsalat": -90}),
        (1, {"Schinken": 90, "Speck": -30, "Wurstsalat": -90}),
        (2, {"Schinken": 90, "Speck": 30, "Wurstsalat": -90}),
        (3, {"Schinken": 90, "Speck": 30, "Wurstsalat": -30}),
    ],
)
@pytest.mark.parametrize("how", ["home", "rank", "nothing"])
def test_who_gets_no_prize_is_passed_over(world: World, how: str, seat: int, prizes: dict[str, int]) -> None:
    """The next one moves up, also as the last and in a category; who went home keeps the rank."""
    tournament, who = world.tournament, at(world, seat)
    assert given(tournament) == ALL
    if how == "home":
        door.withdraw_entrant(who, why="heim", device=None)
    else:
        door.decide_takes(who, takes=how, why="beschlossen", device=None)
    assert given(tournament) == prizes
    others = [total for place, total in POINTS.items() if place != seat]
    behind = [*enumerate(others, 1), (0, POINTS[seat])]
    assert ranks(tournament) == (behind if how == "nothing" else RANKED)
    assert [*faults_of(tournament)] == []


def test_prizes_go_to_whoever_went_home_if_the_organiser_wants_that(world: World) -> None:
    Tournament.objects.update(prizes_for_present=False)
    door.withdraw_entrant(at(world, 0), why="heim", device=None)
    assert given(Tournament.objects.get()) == ALL


@thorough
def test_a_tie_with_somebody_who_takes_no_prize_is_not_drawn_for(world: World) -> None:
    round_ = world.tournament.played_rounds.get()
    desk.type_totals(round_.tables.get(), {0: 60, 1: 60, 2: -30, 3: -90}, why="vertippt", device=None)
    with pytest.raises(Refused, match="prizes_undecided"):
        desk.finish_tournament(world.tournament, why="", device=None)
    door.decide_takes(at(world, 1), takes="rank", why="spielt zum Spaß", device=None)
    desk.finish_tournament(world.tournament, why="", device=None)


def test_a_decision_says_it_with_its_reason_and_the_last_one_stands(world: World) -> None:
    """Whatever was before; the same once more is no decision."""
    first, tournament = at(world, 0), world.tournament
    before = Entrant.objects.values().get(pk=first.pk)
    with pytest.raises(Refused, match="reason_missing"):
        door.decide_takes(first, takes="nothing", why="", device=None)
    for takes, why in (("nothing", "betrogen"), ("nothing", "betrogen"), ("rank", "doch nicht"), ("prizes", "geklärt")):
        door.decide_takes(first, takes=takes, why=why, device=None)
    said = [(line["text"], line["decision"].why) for line in decision_lines(tournament, EVERYTHING)][:3]
    who = f"{first.number} {first.name}"
    assert said == [
        (f"{who}: Wertung und Preise", "geklärt"),
        (f"{who}: Keine Preise, spielt zum Spaß", "doch nicht"),
        (f"{who}: Aus der Wertung", "betrogen"),
    ]
    assert Entrant.objects.values().get(pk=first.pk) == before
    assert (given(tournament), ranks(tournament), [*faults_of(tournament)]) == (ALL, RANKED, [])


def test_what_was_decided_stays_with_the_person_and_is_proved(world: World) -> None:
    """A substitute gets prizes; whoever comes back does not."""
    first, tournament = at(world, 0), world.tournament
    name, number = first.name, first.number
    door.decide_takes(first, takes="nothing", why="betrogen", device=None)
    door.substitute(first, door.Newcomer(name="Ida"), why="heim", device=None)
    assert (ranks(tournament), [*faults_of(tournament)]) == (RANKED, [])
    back = door.Newcomer(name=name, village="Bräunlingen")
    door.substitute(tournament.entrants.get(number=number), back, why="wieder da", device=None)
    assert (ranks(tournament)[-1], [*faults_of(tournament)]) == ((0, 90), [])
    document = document_of(tournament)
    copy = read_in(document, world.stranger)
    assert ranks(copy) == ranks(tournament)
    (place,) = [place for place, row in enumerate(rows_of(document, "entrants"), 1) if row["takes"] == "nothing"]
    change(document, "entrants", place, takes="prizes")
    assert problems_of(document) == [("takes", "not_as_decided")]
    backup = backup_of(tournament.club)
    empty_database()
    restored(backup)
    assert list(Entrant.objects.exclude(takes="prizes").values_list("number", "takes")) == [(number, "nothing")]


@thorough
def test_documents_and_prints_say_who_gets_none_and_why(world: World) -> None:
    tournament, browser = world.tournament, Browser(world)
    door.withdraw_entrant(at(world, 0), why="heim", device=None)
    for seat, takes in ((1, "rank"), (3, "nothing")):
        form = {"takes": takes, "why": "so beschlossen"}
        assert browser.post(f"door/{at(world, seat).pk}/takes", form).status_code == 302
    table = standings_of(tournament, EVERYTHING)
    assert [(line["rank"], line["takes"]) for line in data_of(tournament, table)["standings"]] == [
        (1, "gone"),
        (2, "rank"),
        (3, "prizes"),
        (None, "nothing"),
    ]
    states = ("heimgegangen, ohne Preise", "spielt zum Spaß, ohne Preise", "aus der Wertung")
    pages = ("standings", "beamer?show=standings", "print/standings")
    texts = [csv_of(table), *(text_of(browser.get(page)) for page in pages)]
    assert [[state in text for state in states] for text in texts] == [[True] * 3] * 4
    press = press_text_of(tournament, table, awarded(tournament, table))
    assert [state in press for state in states] == [True, True, False]
    assert "–" in text_of(browser.get("standings"))


def test_who_is_out_of_the_ranking_is_in_no_season_and_a_closed_one_follows(db: None) -> None:
    season = SeasonWorld()
    tournament = season.tournament({"Anna": 100, "Bernd": 50, "Clara": -150})
    services.close_season(season.season, seen=season.fresh().version, by=services.Signature(why="aus"))
    assert champions_of(season.season) == ["Anna"]
    anna = tournament.entrants.get(player=season.player("Anna"))
    desk.open_again(tournament, why="Beschwerde", device=None)
    door.decide_takes(anna, takes="nothing", why="betrogen", device=None)
    assert champions_of(season.season) == ["Bernd"]
    assert set(Result.objects.final().values_list("entrant__player__name", flat=True)) == {"Bernd", "Clara"}
    door.decide_takes(anna, takes="rank", why="doch nicht", device=None)
    assert champions_of(season.season) == ["Anna"]


def test_only_a_decision_changes_what_a_closed_round_shows(world: World) -> None:
    stored = list(Result.objects.order_by("pk").values())
    seats = list(Seat.objects.order_by("pk").values("pk", "player", "total"))
    count = Decision.objects.count()
    door.decide_takes(at(world, 0), takes="nothing", why="betrogen", device=None)
    assert list(Result.objects.order_by("pk").values()) == stored
    assert list(Seat.objects.order_by("pk").values("pk", "player", "total")) == seats
    (decision,) = Decision.objects.order_by("number")[count:]
    assert (decision.kind, decision.why) == (DecisionKind.TAKES, "betrogen")


def test_selfcheck_finds_somebody_who_plays_and_does_not_count() -> None:
    world = copied(World)
    world.register(8)
    round_ = world.draw()
    result: Any = round_.results.select_related("entrant").first()
    Result.objects.filter(pk=result.pk).update(counts=False)
    assert [*faults_of(world.tournament)] == [f"round 1: number {result.entrant.number} plays, but does not count"]


@thorough
def test_the_form_stands_on_the_page_of_who_has_a_number(world: World) -> None:
    browser = Browser(world)
    first = at(world, 0)
    assert "Was gilt" in text_of(browser.get(f"door/{first.pk}"))
    refused = browser.post(f"door/{first.pk}/takes", {"takes": "nothing", "why": ""})
    assert refused.status_code == 422
    (ida,) = announcing.announce_all(world.tournament, [door.Newcomer(name="Ida")])
    assert "Was gilt" not in text_of(browser.get(f"door/{ida.pk}"))
    assert browser.post(f"door/{ida.pk}/takes", {"takes": "rank", "why": "x"}).status_code == 302
    assert Entrant.objects.get(pk=ida.pk).takes == "prizes"


@pytest.mark.parametrize("was_announced", [False, True])
def test_number_of_a_registration_taken_back_gets_prizes_again(was_announced: bool) -> None:
    tournament = copied(World).tournament
    anna, bernd = door.Newcomer(name="Anna", village="Aasen"), door.Newcomer(name="Bernd", village="Aasen")
    if was_announced:
        announcing.announce_all(tournament, [anna])
    came = door.register(tournament, anna)
    door.decide_takes(came, takes=Takes.NOTHING, why="spielt nur so mit", device=None)
    door.take_back(came)
    assert [row.before for row in tournament.entrants.all()] == [[]] * was_announced
    for newcomer in (bernd, anna):
        assert door.register(tournament, newcomer).takes == Takes.PRIZES
    assert list(faults_of(tournament)) == []
    assert problems_of(document_of(tournament)) == []


def test_who_comes_back_under_a_new_number_is_as_the_chain_says() -> None:
    tournament = copied(World).tournament
    anna, bernd = door.Newcomer(name="Anna", village="Aasen"), door.Newcomer(name="Bernd", village="Aasen")
    came = door.register(tournament, anna)
    door.decide_takes(came, takes=Takes.NOTHING, why="spielt nur so mit", device=None)
    door.substitute(came, bernd, why="krank", device=None)
    door.register(tournament, anna)
    assert list(faults_of(tournament)) == []
