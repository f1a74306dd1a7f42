"""Every number of a player's page, on evenings that can be added up with a pencil."""

import re
from html import unescape
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from cegoscore.clubs.house_rules.rule_sets import rules_of, stored
from cegoscore.clubs.models import Club, Device, Player
from cegoscore.scoresheet.evening.services import buy_round, go_on
from cegoscore.scoresheet.ledger.services.ledger import strike_or_restore, write_hand
from cegoscore.scoresheet.ledger.writing import Writing
from cegoscore.scoresheet.models import Session, State
from cegoscore.scoring import hands
from cegoscore.scoring.contracts import Contract, DeadKind
from cegoscore.scoring.documents.document import NoteKind
from cegoscore.scoring.rules.rule_files import parse_house_rules
from tests.effort import thorough
from tests.pages import body_of
from tests.scoring.houses import house_document
from tests.worlds.club import rows_of
from tests.worlds.copied import copied
from tests.worlds.season import BY, SeasonWorld, client_of, compared_of, figures_of, with_reason
from tests.worlds.tournament import World, play_hands, type_table
from tournaments.desk import services as desk
from tournaments.door import services as door
from tournaments.models import Tournament
from tournaments.seasons import services as seasons
from tournaments.seasons.models import Season

pytestmark = pytest.mark.django_db

FOUR = ("Anna", "Bernd", "Clara", "Dieter")
FIGURES = ("hands", "raeuber", "raeuber_lost", "buergermeister")


@pytest.fixture
def world(db: None) -> SeasonWorld:
    return copied(SeasonWorld)


def written(sheet: Session, number: int, outcome: hands.Outcome, *, revision: int = 1, dealer: int = 3) -> None:
    """A hand of four, dealt by the last of them if not said otherwise: the first is Vorhand."""
    hand = hands.Hand(lineup=(0, 1, 2, 3), dealer=dealer, outcome=outcome)
    writing = Writing(uuid=uuid4(), number=number, revision=revision, hand=hand, why="so" * (revision > 1))
    write_hand(sheet, writing, device=None)


def solo(declarer: int, points: int, **more: Any) -> hands.Points:
    return hands.Points(contract=Contract.SOLO, declarer=declarer, points=points, **more)


def evening_of(world: SeasonWorld, names: tuple[str, ...] = FOUR, *, title: str = "Stammtisch") -> Session:
    sheet = world.evening(dict.fromkeys(names, 0), add=False, title=title)
    sheet.refresh_from_db()
    sheet.lineup, sheet.dealer = list(range(len(names))), len(names) - 1
    Session.objects.filter(pk=sheet.pk).update(lineup=sheet.lineup, dealer=sheet.dealer)
    return sheet


def by_pencil(world: SeasonWorld) -> Session:
    """An evening by the Ministranten rules: the difference times the factor, to the nearest five.

    | hand | Anna | Bernd | Clara | Dieter |
    |---|---|---|---|---|
    | 1 Anna, Solo 41: 6 x 2, so 10 from each | +30 | -10 | -10 | -10 |
    | 2 Anna, Solo 35: Bürgermeister, 5 to each | -15 | +5 | +5 | +5 |
    | 3 Bernd, Cego 25 (first written as a Solo 60): 10 to each | +10 | -30 | +10 | +10 |
    | 4 Räuber 40, 20, 10, 0: Anna is Vorhand, 80 to each | -240 | +80 | +80 | +80 |
    | 5 Anna, Solo 60, struck | | | | |
    | 6 thrown in | | | | |
    | 7 Clara, Piccolo made: 40 from each | -40 | -40 | +120 | -40 |
    | 8 Anna, Gegensolo 40: 5 x 4, 20 from each | +60 | -20 | -20 | -20 |
    | all | -195 | -15 | +185 | +25 |
    """
    sheet = evening_of(world)
    written(sheet, 1, solo(0, 41))
    written(sheet, 2, solo(0, 35))
    written(sheet, 3, solo(1, 60))
    written(sheet, 3, hands.Points(contract=Contract.CEGO, declarer=1, points=25), revision=2)
    written(sheet, 4, hands.Raeuber(contract=Contract.RAEUBER, card_points=(40, 20, 10, 0)))
    written(sheet, 5, solo(0, 60))
    struck: dict[str, Any] = {"number": 5, "revision": 2, "uuid": uuid4()}
    strike_or_restore(sheet, void=True, why="doppelt", device=None, **struck)
    written(sheet, 6, hands.Dead(kind=DeadKind.THROWN_IN))
    written(sheet, 7, hands.Aim(contract=Contract.PICCOLO, declarer=2, made=True))
    written(sheet, 8, hands.Points(contract=Contract.CEGO, declarer=0, points=40, over_solo=True))
    buy_round(sheet, uuid=uuid4(), seat=0, device=None)
    sheet.refresh_from_db()
    return sheet


def play(world: SeasonWorld, name: str) -> dict[str, Any]:
    return figures_of(world.player(name))


def schnaps(world: SeasonWorld, name: str) -> tuple[int, int]:
    """Rounds paid and still owed."""
    figures = play(world, name)
    return figures["schnaps_paid"], figures["schnaps_owed"]


def compared(world: SeasonWorld, name: str) -> dict[str, Any]:
    return compared_of(world.player(name))


def kinds(comparison: dict[str, Any]) -> list[tuple[str, int, int, int]]:
    """Games declared: their name, how many, how many won, and their points."""
    return [(kind.label, kind.own.n, kind.own.won, kind.own.points) for kind in comparison["kinds"]]


def test_evening_by_pencil(world: SeasonWorld) -> None:
    sheet = by_pencil(world)
    assert [seat.total for seat in sheet.seats.order_by("number")] == [-195, -15, 185, 25]
    anna = play(world, "Anna")
    by_game = compared(world, "Anna")
    assert kinds(by_game) == [("Solo", 2, 1, 15), ("Gegensolo", 1, 1, 60)]
    assert [kind.own.average for kind in by_game["kinds"]] == [8, 60]
    assert [(row.label, row.own.n, row.own.points) for row in by_game["roles"]] == [
        ("allein", 3, 75),
        ("gegen jemanden", 2, -30),
        ("alle gegen alle", 1, -240),
    ]
    assert tuple(anna[name] for name in FIGURES) == (6, 1, 1, 1)
    assert schnaps(world, "Anna") == (1, 0)
    assert (anna["best"]["points"], anna["best"]["game"]) == (60, "Gegensolo")
    assert (anna["worst"]["points"], anna["worst"]["game"]) == (-240, "Räuber")
    assert anna["best"]["url"].startswith(f"/sheets/{sheet.pk}/hands/")
    clara = play(world, "Clara")
    assert kinds(compared(world, "Clara")) == [("Piccolo", 1, 1, 120)]
    assert (*(clara[name] for name in FIGURES[1:]), *schnaps(world, "Clara")) == (1, 0, 0, 0, 0)
    assert kinds(compared(world, "Bernd")) == [("Cego", 1, 0, -30)]
    assert kinds(compared(world, "Dieter")) == []


@thorough
def test_page_says_the_same(world: SeasonWorld) -> None:
    by_pencil(world)
    address = reverse("player", args=[world.club.pk, world.player("Anna").pk])
    page = unescape(body_of(client_of(world.organiser).get(address)))
    feats = re.search(r'<dl class="feats">(.*?)</dl>', page, re.DOTALL)
    assert feats
    day = timezone.localdate().strftime("%d.%m.%Y")
    assert " ".join(re.sub(r"<[^>]+>", " ", feats[1]).split()) == (
        f"Bestes Spiel +60 Gegensolo {day}, Stammtisch "
        "Warum so viel? 40 Augen, 5 über 35, mal 4 für Gegensolo: 20, auf 5er gerundet: 20 "
        f"Die Stelle im Tarif und ihre Quelle Schlechtestes Spiel −240 Räuber {day}, Stammtisch "
        "Warum so viel? jemand hat mit 40 die meisten Augen, mehr als 30, darum nach Augen bezahlt: 40, "
        "als Vorhand doppelt: 80, auf 5er gerundet: 80 Die Stelle im Tarif und ihre Quelle"
    )
    told = re.search(r'<dl class="figures">(.*?)</dl>', page, re.DOTALL)
    assert told
    assert " ".join(re.sub(r"<[^>]+>", " ", told[1]).split()).endswith(
        "Bestes Spiel +60 Gegensolo Räuber verloren 1 von 1 Bürgermeister 1 Schnaps 1 Runde gezahlt"
    )
    games = re.search(r'"kinds-title">.*?</table>', page, re.DOTALL)
    assert games
    row = r'row">([^<]+)</th>\s*<td>(\d)</td>\s*<td>\s*(\d)\s*<small>\s*</small>\s*</td>\s*<td>\s*<a [^>]+>([^<]+)</a>'
    assert re.findall(row, games[0]) == [
        ("Solo", "2", "1", "+8"),
        ("Gegensolo", "1", "1", "+60"),
    ]


@thorough
def test_manner_of_a_game_makes_it_another_kind_and_a_round_of_raeuber_is_nobodys(world: SeasonWorld) -> None:
    sheet = evening_of(world)
    document = house_document() | {"schnaps": {"no_trick": True}}
    rules, _problems = parse_house_rules(document)
    assert rules
    sheet.rule_set = stored(rules)
    sheet.save()
    outcomes: list[hands.Outcome] = [
        hands.Aim(contract=Contract.BETTEL, declarer=0, made=True),
        hands.Aim(contract=Contract.BETTEL, declarer=0, made=False, ouvert=True),
        hands.PfeifFrei(declarer=0, points=40),
        hands.PfeifFrei(declarer=0, points=35),
        hands.Amount(contract=Contract.SOLO, declarer=0, per_defender=20),
        solo(0, 0),
        hands.Raeuber(contract=Contract.RAEUBER, card_points=(10, 40, 10, 5), announcer=0),
        hands.Fault(contract=Contract.RAEUBER, declarer=0, offender=2),
        hands.Schinden(contract=Contract.RAEUBER, declarer=0, culprits=(2,), challenger=0),
        hands.Fault(contract=Contract.SOLO, declarer=0, offender=0),
        hands.Free(amounts=(0, 0, 0, 0), why="Spende"),
    ]
    for number, outcome in enumerate(outcomes, 1):
        written(sheet, number, outcome)
    assert [row[:3] for row in kinds(compared(world, "Anna"))] == [
        ("Kleiner Mann", 2, 1),
        ("Solo", 2, 1),
        ("Bettel", 1, 1),
        ("Bettel ouvert", 1, 0),
    ]
    anna = play(world, "Anna")
    assert tuple(anna[name] for name in FIGURES) == (10, 1, 0, 1), "a free entry is no hand of cards"
    assert schnaps(world, "Anna") == (0, 1), "no trick costs a round here, a Bürgermeister none"
    assert play(world, "Bernd")["raeuber_lost"] == 1


# Schnaps


@thorough
def test_schnaps_is_owed_until_it_is_bought_and_goes_along_to_the_next_sheet_once(world: SeasonWorld) -> None:
    sheet = evening_of(world)
    written(sheet, 1, solo(0, 35))
    written(sheet, 2, solo(0, 35))
    written(sheet, 3, solo(1, 35))
    assert [schnaps(world, name) for name in FOUR[:2]] == [(0, 2), (0, 1)]
    buy_round(sheet, uuid=uuid4(), seat=0, device=None)
    sheet.refresh_from_db()
    following = go_on(
        sheet,
        seen=sheet.version,
        staying=[3, 2, 1, 0],
        dealer=3,
        rules=rules_of(sheet.rule_set),
        why="Übertrag",
        device=None,
    )
    assert following.notes.filter(kind=NoteKind.SCHNAPS_OWED).count() == 2
    assert [schnaps(world, name) for name in FOUR[:2]] == [(1, 1), (0, 1)]
    buy_round(following, uuid=uuid4(), seat=3, device=None)
    assert [schnaps(world, name) for name in FOUR] == [
        (2, 0),
        (0, 1),
        (0, 0),
        (0, 0),
    ]


@thorough
def test_round_bought_for_a_hand_that_was_struck_later_is_no_credit(world: SeasonWorld) -> None:
    sheet = by_pencil(world)
    struck: dict[str, Any] = {"number": 2, "revision": 2, "uuid": uuid4()}
    strike_or_restore(sheet, void=True, why="falsch", device=None, **struck)
    later = evening_of(world)
    written(later, 1, solo(0, 35))
    assert schnaps(world, "Anna") == (1, 1)


# At a tournament


@thorough
def test_substitute_has_the_points_and_who_left_keeps_the_hands_of_rounds_that_were_over(db: None) -> None:
    world = copied(World, hands=2, rounds=2)
    first = world.register(8)[0]
    for seed in ("eins", "zwei"):
        round_ = world.draw(seed)
        table = round_.tables.select_related("sheet").get(results__entrant=first)
        if seed == "zwei":
            door.substitute(first, door.Newcomer(name="Ersatz"), why="heim", device=None)
        assert table.sheet
        play_hands(table.sheet, 2)
        Session.objects.filter(pk=table.sheet.pk).update(state=State.CONFIRMED)
        type_table(round_.tables.exclude(pk=table.pk).get())
        desk.close_round(round_)
    left, came = Player.objects.get(name="Anna 1"), Player.objects.get(name="Ersatz")
    pages = [
        client_of(world.organiser).get(reverse("player", args=[world.tournament.club_id, person.pk])).context["page"]
        for person in (left, came)
    ]
    assert [[each.shown.name for each in page["outings"]] for page in pages] == [[], ["Preiscego"]]
    assert [page["play"]["hands"] for page in pages] == [2, 2]


# One season


def page(world: SeasonWorld, device: Device, name: str = "Anna", **query: Any) -> Any:
    return client_of(device).get(reverse("player", args=[world.club.pk, world.player(name).pk]), query)


def two_seasons(world: SeasonWorld) -> Season:
    """A tournament and an evening of the first season, a tournament of the second, and an evening of none."""
    world.tournament({"Anna": 100, "Bernd": -100})
    evening = by_pencil(world)
    seasons.add_events(world.season, sheets=[evening], by=BY)
    second = seasons.open_season(
        world.organiser,
        club=world.club,
        uuid=uuid4(),
        name="Sommer",
        first_day=world.season.last_day,
        last_day=world.season.last_day.replace(month=9),
    )
    later = world.tournament({"Anna": -30, "Bernd": 30}, add=False)
    seasons.add_events(second, tournaments=[later], by=BY)
    written(evening_of(world, title="Geburtstag"), 1, solo(0, 41))
    return second


@thorough
def test_season_shows_what_belongs_to_it(world: SeasonWorld) -> None:
    second = two_seasons(world)
    everything = page(world, world.organiser).context["page"]
    assert {each.shown.name: each.points for each in everything["outings"]} == {
        "Preiscego 1": 100,
        "Stammtisch": -195,
        "Preiscego 2": -30,
        "Geburtstag": 30,
    }
    sums = [[each[name] for name in ("name", "events", "points", "average")] for each in everything["seasons"]]
    assert sums == [["Sommer", 1, -30, -30], ["Winter", 2, -95, -48]]
    winter = page(world, world.organiser, season=world.season.pk).context["page"]
    assert [(each.shown.name, each.points, each.total) for each in winter["outings"]] == [
        ("Preiscego 1", 100, 100),
        ("Stammtisch", -195, -95),
    ]
    assert winter["chart"]["totals"] == [[100, -95]]
    assert (winter["play"]["hands"], winter["total"], winter["wins"]) == (6, -95, 1)
    summer = page(world, world.organiser, season=second.pk)
    assert (summer.context["page"]["play"]["hands"], summer.context["page"]["total"]) == (0, -30)
    assert f'href="{second.get_absolute_url()}"' in body_of(summer)


def test_closed_season_keeps_what_its_evenings_gave(world: SeasonWorld) -> None:
    """As its table does: the sheet was written on again, and the other one is gone."""
    two_seasons(world)
    gone = evening_of(world, title="Advent")
    written(gone, 1, solo(0, 41))
    seasons.add_events(world.season, sheets=[gone], by=BY)
    seasons.close_season(world.season, seen=world.fresh().version, by=with_reason())
    Session.objects.filter(pk=gone.pk).update(deleted_at=timezone.now())
    by_then = Session.objects.get(title="Stammtisch")
    written(by_then, 9, solo(0, 41))
    winter = page(world, world.organiser, season=world.season.pk).context["page"]
    assert [(each.shown.name, each.points, each.rank) for each in winter["outings"]] == [
        ("Preiscego 1", 100, 1),
        ("Advent", 30, None),
        ("Stammtisch", -195, None),
    ]
    assert winter["total"] == -65
    assert ("Anna", -65) in [(name, total) for _rank, name, total in world.table()]
    everything = page(world, world.organiser).context["page"]
    assert everything["total"] == 100 - 165 - 30 + 30
    assert [(each["name"], each["events"], each["points"]) for each in everything["seasons"]] == [
        ("Sommer", 1, -30),
        ("Winter", 3, -65),
    ]


def test_season_is_shown_to_who_may_see_it(world: SeasonWorld) -> None:
    second = two_seasons(world)
    asked = [("Anna", world.season.pk), ("Anna", second.pk), ("Clara", world.season.pk), ("Anna", uuid4())]

    def seen(device: Device) -> list[int]:
        return [page(world, device, name, season=season).status_code for name, season in asked]

    assert seen(world.organiser) == [200, 200, 200, 404]
    assert seen(world.guest) == [200, 404, 404, 404], "evenings are for those of the club"
    assert seen(world.stranger) == [404, 404, 404, 404]
    Season.objects.filter(pk=second.pk).update(is_public=True)
    assert seen(world.stranger) == [404, 200, 404, 404]
    public = page(world, world.stranger).context["page"]
    assert [each["name"] for each in public["seasons"]] == ["Sommer"]
    assert [page(world, world.organiser, season=text).status_code for text in ("x", "")] == [404, 200]


@thorough
def test_curve_needs_two_days(world: SeasonWorld) -> None:
    by_pencil(world)
    by_pencil(world)
    assert b"data-chart" not in page(world, world.organiser).content
    world.tournament({"Anna": 5, "Bernd": -5}, add=False)
    assert b"data-chart" in page(world, world.organiser).content


QUERIES: tuple[dict[str, Any], ...] = ({}, {"all": 1})


@thorough
def test_of_many_results_the_newest_are_shown_until_all_are_asked_for(world: SeasonWorld) -> None:
    for points in range(10):
        world.tournament({"Anna": points, "Bernd": -points})
    assert "Alle 10 Ergebnisse" not in body_of(page(world, world.organiser))
    world.tournament({"Anna": 5, "Bernd": -5})
    newest, whole = (unescape(body_of(page(world, world.organiser, **query))) for query in QUERIES)
    assert 'href="?all=1#results-title">Alle 11 Ergebnisse</a>' in newest
    assert "Alle 11 Ergebnisse" not in whole
    assert [len(rows_of(text, "results-table")) for text in (newest, whole)] == [1 + 10, 1 + 11]
    pages = [page(world, world.organiser, **query).context["page"] for query in QUERIES]
    assert [(one["total"], one["count"], one["wins"], one["best"].points, one["chart"]) for one in pages] == [
        (50, 11, 11, 9, pages[1]["chart"])
    ] * 2


@thorough
def test_queries_do_not_grow_with_seasons(world: SeasonWorld, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tournaments.clubhouse.players.compared.FEWEST_HANDS", 1)
    monkeypatch.setattr("tournaments.course.queries.OLDEST", 0)  # no look finds the table of one before
    two_seasons(world)
    world.tournament({"Anna": 5, "Bernd": 5})
    Tournament.objects.update(tie_breaks=["lot"])

    def asked(**query: Any) -> int:
        with CaptureQueriesContext(connection) as captured:
            assert page(world, world.organiser, **query).status_code == 200
        return len(captured)

    few = asked(), asked(season=world.season.pk)
    for _year in range(4):
        two_seasons(world)
        seasons.add_events(world.season, sheets=[by_pencil(world)], by=BY)
    Tournament.objects.update(tie_breaks=["lot"])
    assert Club.objects.get(pk=world.club.pk).seasons.count() == 6
    assert (asked(), asked(season=world.season.pk)) == few
    assert max(few) <= 54, "the season's table is among them"
