"""Mergers and separations: points of seasons, closed or not, always follow."""

from collections import defaultdict
from collections.abc import Mapping
from uuid import uuid4

import pytest
from hypothesis import given, settings, strategies as st

from cegoscore.clubs.errors import Refused
from cegoscore.clubs.models import LogEntry, LogKind, Player
from cegoscore.contest.ties import TieBreak
from cegoscore.nights.services import plan_night
from cegoscore.scoresheet.evening.services import purge
from cegoscore.scoresheet.ledger.services.sheets import delete_sheet
from cegoscore.scoresheet.models import Session
from tests.effort import WITH_FIXTURES, examples
from tests.worlds.copied import copied
from tests.worlds.lively_club import backup_of, restored
from tests.worlds.night import plan
from tests.worlds.season import BY, SeasonWorld, with_reason
from tournaments.clubhouse.log import lines_of, undo
from tournaments.clubhouse.people.services import merge_person, separate_person
from tournaments.seasons import services
from tournaments.seasons.champions import champions_of, faults_of_season
from tournaments.seasons.evening_events import come_right
from tournaments.seasons.models import DrawnPlace, FixedPoints
from tournaments.seasons.queries import numbers_of

pytestmark = pytest.mark.django_db


def close(world: SeasonWorld) -> None:
    services.close_season(world.fresh(), seen=world.fresh().version, by=BY)


def merge(world: SeasonWorld, gone: str, kept: str) -> None:
    merge_person(row_of(world, gone), kept=world.player(kept).pk, by=world.organiser.pk)


def separate(world: SeasonWorld, name: str) -> None:
    separate_person(row_of(world, name), by=world.organiser.pk)


def row_of(world: SeasonWorld, name: str) -> Player:
    return Player.objects.select_related("club").get(pk=world.player(name).pk)


def night(world: SeasonWorld, *tables: Mapping[str, int]) -> list[Session]:
    """A club night of the season with these totals."""
    planned = plan_night(world.club, plan(), key=uuid4(), by=world.organiser.pk)
    services.add_events(world.season, nights=[planned], by=BY)
    sheets = [world.evening(totals, add=False) for totals in tables]
    for number, sheet in enumerate(sheets, 1):
        Session.objects.filter(pk=sheet.pk).update(night=planned, night_table=number)
    return sheets


def purged(_world: SeasonWorld) -> None:
    delete_sheet(Session.objects.latest("started_at"))
    Session.objects.latest("started_at").delete()


RIGHT = [(1, "Anna", 60), (2, "Hans", 50), (3, "Johann", 40)]


@pytest.mark.both
@pytest.mark.parametrize("kind", ["evenings", "a night", "a purged sheet"])
def test_merger_by_mistake_is_undone_in_a_closed_season(db: None, kind: str) -> None:
    world = SeasonWorld()
    tables: list[dict[str, int]] = [{"Anna": 60}, {"Hans": 50}, {"Johann": 40}]
    if kind == "a night":
        night(world, *tables)
    else:
        for table in tables:
            world.evening(table)
    merge(world, "Johann", "Hans")
    close(world)
    assert champions_of(world.season) == ["Hans"]
    if kind == "a purged sheet":
        purged(world)
    separate(world, "Johann")
    assert (world.table(), champions_of(world.season)) == (RIGHT, ["Anna"])
    assert list(world.season.decisions.filter(kind="people"))
    services.reopen_season(world.fresh(), by=with_reason())
    assert world.table() == RIGHT


@pytest.mark.parametrize("comes", ["with the separation", "by night"])
def test_points_that_the_version_before_fixed_by_person_come_right(db: None, comes: str) -> None:
    world = SeasonWorld()
    sheets = [world.evening({name: points}) for name, points in (("Anna", 60), ("Hans", 50), ("Johann", 40))]
    merge(world, "Johann", "Hans")
    close(world)
    FixedPoints.objects.filter(player=world.player("Johann")).update(player=world.player("Hans"))
    if comes == "by night":
        purge()
        sheets[-1].delete()
    separate(world, "Johann")
    assert (world.table(), champions_of(world.season)) == (RIGHT, ["Anna"])


def test_what_a_sheet_no_longer_says_stays_as_it_was_fixed(db: None) -> None:
    world = SeasonWorld()
    sheet = world.evening({"Johann": 40, "Anna": 30})
    merge(world, "Johann", "Hans")
    close(world)
    FixedPoints.objects.filter(player=world.player("Johann")).update(player=world.player("Hans"))
    sheet.seats.filter(number=0).update(total=41)
    come_right()
    separate(world, "Johann")
    assert world.table() == [(1, "Hans", 40), (2, "Anna", 30)]


def test_drawing_is_that_of_whoever_it_turns_out_to_have_been(db: None) -> None:
    world = copied(SeasonWorld, tie_breaks=[TieBreak.LOT.value])
    world.evening({"Johann": 50, "Anna": -50})
    world.evening({"Anna": 100, "Bernd": 0})
    world.player("Hans")
    merge(world, "Johann", "Hans")
    order = [world.player("Hans").pk, world.player("Anna").pk]
    services.decide_tie(world.season, players=order, by_what=TieBreak.LOT, by=with_reason("Die Wirtin"))
    assert world.table()[:2] == [(1, "Hans", 50), (2, "Anna", 50)]
    separate(world, "Johann")
    assert world.table()[:2] == [(1, "Johann", 50), (2, "Anna", 50)]
    assert DrawnPlace.objects.count() == 3


def test_restored_club_still_knows_who_was_merged_into_whom_first(db: None) -> None:
    world = SeasonWorld()
    world.evening({"Anna": 100})
    for name in ("Berta", "Clara"):
        world.player(name)
    merge(world, "Anna", "Berta")
    merge(world, "Berta", "Clara")
    copy = restored(backup_of(world.club), as_copy=True, faulty_too=True)
    entry = LogEntry.objects.filter(club=copy, kind=LogKind.MERGED).latest("pk")
    undo(copy, entry.pk, by=world.organiser.pk)
    rows = copy.players.order_by("pk").values_list("name", "merged_into__name")
    assert list(rows) == [("Anna", "Berta"), ("Berta", None), ("Clara", None)]


# Any order


class Model:
    """A model: who was merged into whom, what each row has on each sheet, and what was fixed."""

    def __init__(self, world: SeasonWorld) -> None:
        self.world, self.into, self.entries = world, dict[int, int](), dict[int, tuple[int, int]]()
        self.sheets: dict[int, dict[int, int]] = {}
        self.fixed: dict[int, dict[int, int]] = {}
        self.refusals: list[tuple[str, bool]] = []
        self.is_closed = False

    def person(self, row: int) -> int:
        while row in self.into:
            row = self.into[row]
        return row

    def points(self) -> dict[int, int]:
        total: dict[int, int] = defaultdict(int)
        for event in self.sheets.keys() | self.fixed.keys():
            fixed, now = self.fixed.get(event, {}), self.sheets.get(event)
            for row, points in (fixed if self.is_closed or now is None else now).items():
                total[self.person(row)] += points
        return dict(total)

    def merge(self, one: int, other: int) -> None:
        gone, kept = self.person(one), self.person(other)
        try:
            merge_person(Player.objects.select_related("club").get(pk=gone), kept=kept, by=self.world.organiser.pk)
        except Refused as refusal:
            self.refusals.append((refusal.code, gone == kept))
            return
        self.into[gone] = kept
        self.entries[LogEntry.objects.filter(club=self.world.club, kind=LogKind.MERGED).latest("pk").pk] = gone, kept

    def separate(self, row: int, _other: int = 0) -> None:
        separate_person(Player.objects.select_related("club").get(pk=row), by=self.world.organiser.pk)
        self._parted(row)

    def _parted(self, row: int) -> None:
        self.into.pop(row, None)
        self.entries = {entry: pair for entry, pair in self.entries.items() if pair[0] != row}

    def undo(self, one: int, _other: int = 0) -> None:
        every = list(LogEntry.objects.filter(club=self.world.club, kind=LogKind.MERGED).order_by("pk"))
        assert {entry.pk for entry, _who, _what, may_undo in lines_of(every) if may_undo} == self.entries.keys()
        for entry in every[one % len(every) :][:1] if every else ():
            try:
                undo(self.world.club, entry.pk, by=self.world.organiser.pk)
            except Refused:
                assert entry.pk not in self.entries
            else:
                self._parted(self.entries[entry.pk][0])

    def turn(self, _one: int = 0, _other: int = 0) -> None:
        """Close the season, or open it again: what can be counted anew is."""
        season = self.world.fresh()
        if self.is_closed:
            services.reopen_season(season, by=with_reason())
        else:
            services.close_season(season, seen=season.version, by=BY)
        self.fixed = {event: rows for event, rows in self.fixed.items() if event not in self.sheets}
        self.is_closed = not self.is_closed
        if self.is_closed:
            self.fixed |= {event: dict(rows) for event, rows in self.sheets.items()}

    def purge(self, one: int, _other: int = 0) -> None:
        """Lose a sheet of an evening, which counts on only as far as it was fixed."""
        events = list(self.world.season.events.exclude(sheet=None).select_related("sheet").order_by("pk"))
        if len(events) > 1 and (self.is_closed or len(self.fixed) < len(events)):
            event = events[one % len(events)]
            assert event.sheet
            event.sheet.delete()
            self.sheets.pop(event.pk)

    def check(self) -> None:
        assert set(self.refusals) <= {("same_person", True), ("played_together", False)}
        rows = {player.pk: player.merged_into_id for player in self.world.club.players.all()}
        assert rows == {row: self.person(row) if row in self.into else None for row in rows}
        lines = numbers_of(self.world.fresh()).table(self.world.fresh().rules)
        assert {line.player: line.total for line in lines} == self.points()
        assert list(faults_of_season(self.world.fresh())) == []


NAMES = ("Anna", "Anni", "Annika", "Berta", "Bertl", "Clara")
TABLES = ((0, 3, 5), (1, 4), (2, 3))
AT_NIGHT = ((0, 4), (1, 5))
WHAT = ("merge", "merge", "merge", "separate", "undo", "turn", "purge")
ACTS = st.lists(st.tuples(st.sampled_from(WHAT), st.integers(0, 5), st.integers(0, 5)), min_size=3, max_size=14)


def played(seats: tuple[int, ...], by: int) -> dict[str, int]:
    return {NAMES[seat]: (seat + 1) * by for seat in seats}


def built() -> Model:
    world = SeasonWorld()
    for name in NAMES:
        world.player(name)
    model = Model(world)
    for number, seats in enumerate(TABLES):
        totals = played(seats, 10**number)
        sheet = world.evening(totals)
        event = world.season.events.get(sheet=sheet)
        model.sheets[event.pk] = {world.player(name).pk: points for name, points in totals.items()}
    tables = [played(seats, 1000) for seats in AT_NIGHT]
    night(world, *tables)
    every = {name: points for table in tables for name, points in table.items()}
    of_night = world.season.events.exclude(night=None).get()
    model.sheets[of_night.pk] = {world.player(name).pk: points for name, points in every.items()}
    return model


@settings(max_examples=examples(20), deadline=None, suppress_health_check=WITH_FIXTURES)
@given(acts=ACTS)
def test_mergers_are_undone_one_by_one_in_any_order(db: None, acts: list[tuple[str, int, int]]) -> None:
    model = built()
    rows = [model.world.player(name).pk for name in NAMES]
    for what, one, other in acts:
        if what in ("undo", "turn", "purge"):
            getattr(model, what)(one)
        else:
            getattr(model, what)(rows[one], rows[other])
        model.check()
