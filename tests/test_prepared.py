"""Prepared queries bring what their query sets bring: the fence around what they need of Django's inside."""

import importlib
import pkgutil
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import date, timedelta
from types import ModuleType
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.db import IntegrityError, connection, models, transaction
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

import cegoscore
import tournaments
from cegoscore.clubs import people
from cegoscore.clubs.house_rules import rule_sets
from cegoscore.clubs.models import HouseRuleSet, LogEntry, LogKind, Player, Removal, RemovalState
from cegoscore.clubs.rights import access as rights, managers
from cegoscore.contest.ties import TieBreak
from cegoscore.database.prepared import Prepared, SqlStatement, carry_out, insertion, is_inserted
from cegoscore.database.retries import unless_duplicate
from cegoscore.nights import queries as nights
from cegoscore.outings import events
from cegoscore.scoresheet.conditions import HAVE_PLAYED
from cegoscore.scoresheet.hand import sheet_page
from cegoscore.scoresheet.ledger import access, ledger_rows, lines, seats
from cegoscore.scoresheet.ledger.services.ledger import row_of, write_hand
from cegoscore.scoresheet.ledger.services.notes import add_note, adjust
from cegoscore.scoresheet.models import ClubNight, Hand, Seat, Session
from cegoscore.scoring.documents.document import NoteKind
from tests.worlds import season, tournament
from tests.worlds.copied import copied
from tests.worlds.sheet import World, writing
from tournaments.clubhouse import log
from tournaments.clubhouse.managers import page as managers_page
from tournaments.course import access as desk_access, entrants, fees, locks, queries, steps
from tournaments.desk import services as desk, tiles
from tournaments.models import Category, CategoryKind, Fee, Prize, PrizeKind, Table
from tournaments.seasons import queries as season_queries, services as seasons
from tournaments.seasons.models import FixedPoints, Season
from tournaments.standings import outings, queries as standings

pytestmark = pytest.mark.both

Values = Callable[[Any], tuple[Any, ...]]


def key_of(world: tournament.World) -> tuple[UUID]:
    return (world.tournament.pk,)


def round_of(world: tournament.World) -> tuple[int]:
    return (world.tournament.played_rounds.order_by("-number").values_list("pk", flat=True).first() or 0,)


def table_of(world: tournament.World) -> tuple[int]:
    keys = Table.objects.filter(round__in=round_of(world)).order_by("number").values_list("pk", flat=True)
    return (keys.first() or 0,)


def days_of(world: season.SeasonWorld) -> tuple[UUID, date, date]:
    today = timezone.localdate()
    return world.club.pk, today, today - timedelta(days=1)


def season_of(world: season.SeasonWorld) -> tuple[UUID]:
    return (world.season.pk,)


OF_TOURNAMENTS: dict[str, tuple[Prepared[Any], Values]] = {
    "was junior": (entrants._was_junior, lambda world: (world.tournament.club_id,)),
    "members": (entrants._members, key_of),
    "numbered": (entrants._numbered, key_of),
    "numbered with histories": (entrants._numbered_with_histories, key_of),
    "guests": (entrants._guests, key_of),
    "columns as an outing has them": (
        outings._columns_of_one,
        lambda world: (
            *key_of(world),
            (Seat.objects.filter(HAVE_PLAYED).values_list("player", flat=True).first() or 0),
        ),
    ),
    "tournaments that are not written down": (outings.unwritten_in, lambda world: (world.tournament.club_id,)),
    "results as an outing has them": (outings._results_of_one, key_of),
    "results so far": (standings._results_so_far, key_of),
    "tournament": (desk_access._tournament, key_of),
    "versions": (queries._versions, key_of),
    "rounds": (steps._rounds, key_of),
    "settings": (locks._settings, key_of),
    "categories": (locks.category_rows, key_of),
    "prizes": (locks.prize_rows, key_of),
    "fees": (fees._fees, key_of),
    "fees that are booked": (fees._booked, key_of),
    "present": (steps._present, key_of),
    "newest round": (locks._newest, key_of),
    "drawings": (standings._drawings, key_of),
    "provisional": (standings._provisional_tables, key_of),
    "table": (desk_access._table, lambda world: (*key_of(world), 1, 1)),
    "decisions in a round": (tiles._decisions_in, round_of),
    "tables": (tiles._tables, round_of),
    "results in a round": (tiles._results_in, round_of),
    "results at a table": (tiles._results_at, table_of),
    "hands in a round": (tiles._hands_in, round_of),
    "hands at a table": (tiles._hands_at, table_of),
}
OF_SEASONS: dict[str, tuple[Prepared[Any], Values]] = {
    "deletion that was asked for": (managers_page._asked, lambda world: (world.club.pk,)),
    "nights to come": (nights._coming, days_of),
    "nights that are over": (nights._past, days_of),
    "news": (
        log._news,
        lambda world: (world.club.pk, world.organiser.pk, timezone.now() - timedelta(days=1)),
    ),
    "events of an open season": (season_queries._events_of_open, season_of),
    "events of a closed season": (season_queries._events_of_closed, season_of),
    "tournaments of a season": (season_queries._tournaments, season_of),
    "sheets of a season": (season_queries._sheets_now, season_of),
    "nights of a season": (season_queries._nights_now, season_of),
    "points that are fixed": (season_queries._fixed, season_of),
    "places that were drawn": (season_queries._drawn, season_of),
}
QUERIES: dict[str, tuple[Prepared[Any], Values]] = (
    OF_TOURNAMENTS
    | OF_SEASONS
    | {
        "granted": (
            rights._granted,
            lambda world: (world.mate.pk, world.sheet.pk, world.sheet.club_id, uuid4(), timezone.now()),
        ),
        "grants": (rights._grants, lambda world: (world.mate.pk, timezone.now())),
        "managers": (managers._managing, lambda world: (world.sheet.club_id, timezone.now())),
        "manager's own grant": (log._own_grant, lambda world: (world.sheet.club_id, world.owner.pk, timezone.now())),
        "club": (rights._club, lambda world: (world.sheet.club_id,)),
        "unwritten evenings": (
            events._unwritten_of,
            lambda world: (world.sheet.club_id, world.sheet.seats.get(number=0).player_id),
        ),
        "names of a person": (people.rows_of, lambda world: (world.sheet.seats.get(number=0).player_id,)),
        "own rule sets": (rule_sets._own_rows, lambda world: (world.owner.pk, timezone.now())),
        "sheet": (access._sheet, lambda world: (world.sheet.pk,)),
        "seats": (seats._seats, lambda world: (world.sheet.pk,)),
        "rows": (ledger_rows._rows, lambda world: (world.sheet.pk,)),
        "scores": (lines._scores, lambda world: (world.sheet.pk,)),
        "notes": (seats.notes_on_gstiess, lambda world: (world.sheet.pk,)),
        "lately": (ledger_rows.lately, lambda world: (world.sheet.pk,)),
        "newest": (sheet_page._newest, lambda world: (world.sheet.pk,)),
        "newest scores": (sheet_page._newest_scores, lambda world: (world.sheet.pk,)),
        "adjustments": (sheet_page._adjustments, lambda world: (world.sheet.pk,)),
    }
)


def written() -> World:
    """A sheet on which everything stands that the queries ask for; Clara was merged into another name."""
    world = World()
    write_hand(world.sheet, writing(1), device=world.owner)
    write_hand(world.sheet, writing(1, revision=2, void=True), device=world.mate)
    write_hand(world.sheet, writing(2), device=world.owner)
    adjust(world.sheet, uuid=uuid4(), amounts=(30, -10, -10, -10), why="before", device=world.owner)
    add_note(world.sheet, uuid4(), NoteKind.GSTIESS, 2, "", None)
    clara = world.sheet.seats.get(number=2).player
    other = Player.objects.create(club=world.sheet.club, name="Clara Maier")
    people.merge(world.sheet.club_id, kept=other.pk, gone=clara.pk)
    HouseRuleSet.objects.create(club=world.sheet.club, rule_set=world.sheet.rule_set, name="Unsere")
    return world


@pytest.fixture
def world(db: None) -> World:
    return copied(written)


def known(row: Any, before: Any = None) -> Any:
    """Everything that a row knows without asking the database again: its values, and the rows that came with it.

    A row that is one's only one knows the one `before`, too.
    """
    if not isinstance(row, models.Model):
        return row
    others = row._state.fields_cache.items()
    fetched = {name: value is before or known(value, row) for name, value in others}
    values = {key: value for key, value in vars(row).items() if key != "_state"}
    return (
        values
        | fetched
        | {
            "deferred": row.get_deferred_fields(),
            "adding": row._state.adding,
            "db": row._state.db,
        }
    )


def played() -> tournament.World:
    """A second round that is played, with a junior and somebody who was merged into another name."""
    world = tournament.World(rounds=2, entry_fee="10")
    world.register(8)
    world.play_round("eins")
    first = world.draw("zwei").tables.select_related("sheet").get(number=1)
    assert first.sheet
    tournament.play_hands(first.sheet, 1)
    desk.decide_tie(
        world.tournament.played_rounds.get(number=1), numbers=[1, 2], by=TieBreak.LOT, drawn_by="Ida", device=None
    )
    juniors = Category.objects.create(tournament=world.tournament, kind=CategoryKind.JUNIORS)
    Prize.objects.create(
        tournament=world.tournament, kind=PrizeKind.CATEGORY, rank=1, category=juniors, what="Schinken"
    )
    Fee.objects.create(tournament=world.tournament, name="Jugend", cents=600)
    came = world.tournament.entrants.get(number=3)
    fees.pay(came)
    came.categories.add(juniors)
    other = Player.objects.create(club=world.tournament.club, name="Clara Maier")
    people.merge(world.tournament.club_id, kept=other.pk, gone=came.player_id)
    return world


def season_with_all() -> season.SeasonWorld:
    """A winter with a club night, a drawing, and an evening whose points are fixed; Clara was merged into somebody."""
    world = season.small_winter()
    Season.objects.update(tie_breaks=[TieBreak.LOT.value])
    sheet = world.evening({"Frida": 5, "Georg": 5, "Hans": -10}, add=False)
    night = ClubNight.objects.create(club=world.club, rule_set=sheet.rule_set, day=timezone.localdate())
    Session.objects.filter(pk=sheet.pk).update(night=night, night_table=1)
    seasons.add_events(world.season, nights=[night], by=season.BY)
    ClubNight.objects.create(club=world.club, rule_set=sheet.rule_set, day=night.day - timedelta(days=9))
    Removal.objects.create(club=world.club, state=RemovalState.ASKED, device=world.guest.pk)
    LogEntry.objects.create(club=world.club, device=world.guest, kind=LogKind.MANAGER_CAME, tells=True)
    drawn = [world.player(name).pk for name in ("Georg", "Frida")]
    seasons.decide_tie(world.season, players=drawn, by_what=TieBreak.LOT, by=season.with_reason())
    evening = world.season.events.exclude(sheet=None).get()
    FixedPoints.objects.create(event=evening, player=world.player("Anna"), points=12)
    people.merge(world.club.pk, kept=world.player("Ida").pk, gone=world.player("Clara").pk)
    return world


def full_world(name: str) -> Any:
    """A world of the kind that a query is about, in which everything stands that it asks for."""
    return copied(played if name in OF_TOURNAMENTS else season_with_all if name in OF_SEASONS else written)


def bare_world(name: str) -> Any:
    """A world of the same kind with nothing in it."""
    return tournament.World() if name in OF_TOURNAMENTS else season.SeasonWorld() if name in OF_SEASONS else World()


@pytest.mark.django_db
@pytest.mark.parametrize("name", QUERIES)
def test_prepared_query_asks_in_the_words_of_its_query_set_and_brings_the_same(name: str) -> None:
    query, values_of = QUERIES[name]
    full, bare = full_world(name), bare_world(name)
    for here in (full, bare, full):  # the statement is compiled for the first and used for the others
        values = values_of(here)
        with CaptureQueriesContext(connection) as asked:
            found, expected = query(*values), list(query.build(*values))
        prepared, composed = (one["sql"] for one in asked.captured_queries)
        assert prepared == composed
        assert [known(row) for row in found] == [known(row) for row in expected]
    assert found


@pytest.mark.django_db
def test_query_that_does_not_use_a_value_is_a_mistake() -> None:
    query = Prepared(lambda _sheet, key: Hand.objects.filter(uuid=key))
    with pytest.raises(ValueError, match="does not use all its values"):
        query(uuid4(), uuid4())


@pytest.mark.django_db(transaction=True)
def test_threads_do_not_get_in_each_others_way(world: World) -> None:
    others = [World() for _ in range(4)]
    query, values_of = QUERIES["rows"]

    def ask(here: World) -> list[list[int]]:
        try:
            return [[row.number for row in query(*values_of(here))] for _ in range(50)]
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(ask, [world, *others]))
    assert found == [[[1, 1, 2]] * 50, *[[[]] * 50] * 4]


def insert(row: models.Model) -> None:
    is_inserted(row, carry_out(insertion(row))[0][0][0])


@pytest.mark.django_db
@pytest.mark.parametrize("returning", [True, False])
def test_inserted_row_is_as_if_it_was_saved(world: World, monkeypatch: pytest.MonkeyPatch, returning: bool) -> None:
    inserted, saved = (row_of(world.sheet, writing(number), world.owner) for number in (3, 4))
    if connection.vendor == "sqlite":  # whose old versions bring nothing back
        monkeypatch.setattr(connection.features, "can_return_columns_from_insert", returning)
    insert(inserted)
    saved.save(force_insert=True)
    assert (inserted._state.adding, inserted.pk + 1) == (False, saved.pk)
    for row in (inserted, saved):
        stored = Hand.objects.get(pk=row.pk)
        assert {name: value for name, value in vars(stored).items() if name != "_state"} == {
            name: value for name, value in vars(row).items() if name != "_state"
        }


@pytest.mark.django_db
def test_several_are_carried_out_in_order(world: World) -> None:
    key = world.sheet.pk
    version: SqlStatement[Any] = SqlStatement("SELECT version FROM scoresheet_session WHERE id = %s", (key,))
    with CaptureQueriesContext(connection) as asked:
        before, _, rows, none, after = carry_out(
            version,
            SqlStatement("UPDATE scoresheet_session SET version = version + 7 WHERE id = %s", (key,)),
            ledger_rows._rows.of(key),
            SqlStatement("SELECT 1 FROM scoresheet_hand WHERE session_id = %s AND number = 99", (key,)),
            version,
        )
    assert after[0][0] == before[0][0] + 7
    assert [known(row) for row in rows] == [known(row) for row in ledger_rows._rows(key)]
    assert none == []
    assert len(asked) == (1 if connection.vendor == "postgresql" else 5)


@pytest.mark.django_db(transaction=True)
def test_of_several_none_is_kept_if_one_fails(world: World) -> None:
    again = row_of(world.sheet, writing(1), world.owner)
    raised: SqlStatement[Any] = SqlStatement(
        "UPDATE scoresheet_seat SET total = total + 1 WHERE session_id = %s", (world.sheet.pk,)
    )
    totals = sorted(world.sheet.seats.values_list("total", flat=True))
    with pytest.raises(IntegrityError) as refusal, transaction.atomic():
        carry_out(raised, insertion(again), raised)
    unless_duplicate(refusal.value)
    assert sorted(world.sheet.seats.values_list("total", flat=True)) == totals
    assert len(ledger_rows._rows(world.sheet.pk)) == 3


def modules() -> list[ModuleType]:
    """Every module of ours that a server may load."""
    names = [
        each.name
        for package in (cegoscore, tournaments)
        for each in pkgutil.walk_packages(package.__path__, f"{package.__name__}.")
    ]
    return [importlib.import_module(name) for name in names if "__main__" not in name and ".management." not in name]


def test_every_prepared_query_is_compared_here() -> None:
    found = {
        id(value): f"{module.__name__}.{name}"
        for module in modules()
        for name, value in vars(module).items()
        if isinstance(value, Prepared)
    }
    compared = {id(query) for query, _values in QUERIES.values()}
    assert [name for key, name in found.items() if key not in compared] == []
    assert compared <= set(found)
