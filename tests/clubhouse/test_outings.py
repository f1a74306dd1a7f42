"""Outings are what hands and results give, whatever happens to an event, its people and its club."""

from collections import Counter, defaultdict
from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta
from random import Random
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.core.management import call_command
from django.db import transaction
from django.db.models import F
from django.utils import timezone
from hypothesis import given, settings, strategies as st

from cegoscore.clubs import people
from cegoscore.clubs.house_rules.rule_sets import rules_of
from cegoscore.clubs.models import Club, Player
from cegoscore.clubs.rights.links import open_club
from cegoscore.nights import services as nights
from cegoscore.outings import services as outings
from cegoscore.outings.models import ClubSpan, Kind, Outing, PersonSpan
from cegoscore.outings.records import lines_of, tally_of, tally_of_evenings
from cegoscore.outings.services import faults, follow, settle_all
from cegoscore.scoresheet.evening import services as late_hands
from cegoscore.scoresheet.evening.services import go_on
from cegoscore.scoresheet.hand.services import REFUSALS
from cegoscore.scoresheet.hand.sheet_page import sheet_page
from cegoscore.scoresheet.ledger.services import sheets
from cegoscore.scoresheet.ledger.services.ledger import strike_or_restore, write_hand
from cegoscore.scoresheet.ledger.writing import Writing
from cegoscore.scoresheet.models import ClubNight, Hand, LateHand, Seat, Session
from cegoscore.scoresheet.table import services
from cegoscore.scoring.contracts import EVERYONE
from cegoscore.scoring.rules.rule_files import published
from tests.effort import WITH_FIXTURES, examples, thorough
from tests.worlds.copied import copied
from tests.worlds.made_up import hands_of_every_kind
from tests.worlds.season import SeasonWorld
from tests.worlds.sheet import posted
from tests.worlds.tournament import World, play_hands, type_table
from tournaments.clubhouse.joining import join_clubs
from tournaments.clubhouse.people.services import erase_person
from tournaments.clubhouse.players.page import player_page
from tournaments.clubhouse.reach import reach_of
from tournaments.clubhouse.records.queries import Chronicle, evenings_of, hands_of, tournaments_of
from tournaments.desk import exchange, services as desk
from tournaments.models import Result, Tournament
from tournaments.setup import services as setup

pytestmark = [pytest.mark.django_db, pytest.mark.both]

NAMES = ("Anna", "Bernd", "Clara", "Dieter")
Told = tuple[Any, ...]


def stored() -> dict[tuple[UUID, int], Told]:
    """Everything that is written down, by event and person."""
    found: dict[tuple[UUID, int], Told] = {}
    for row in Outing.objects.prefetch_related("games", "pairs"):
        roles, flow = Counter[tuple[str, str]](), Counter[tuple[int, str]]()
        for game in row.games.all():
            roles.update({(game.role, name): getattr(game, name) for name in ("n", "won", "points")})
        for pair in row.pairs.all():
            flow.update({(pair.other_id, "n"): pair.n, (pair.other_id, "flow"): pair.flow})
        figures = row.hands, row.most, row.least
        told = row.club_id, row.points, row.rank, row.players, figures, _without_zeros(roles), _without_zeros(flow)
        assert found.setdefault((row.key, row.player_id), told) is told
    return found


def _without_zeros(counts: Counter[Any]) -> dict[Any, int]:
    return {key: count for key, count in counts.items() if count}


# The same by another way


def by_hand(clubs: list[Club]) -> dict[tuple[UUID, int], Told]:
    """The same from sheets and results, row by row, as somebody would do it with paper and pencil."""
    found: dict[tuple[UUID, int], Told] = {}
    for club in clubs:
        there = {sheet.pk: sheet for sheet in club.sessions.filter(event=None) if sheet.deleted_at is None}
        later = {sheet.continues_id: sheet for sheet in there.values() if sheet.continues_id in there}
        evenings = defaultdict(list)
        for sheet in there.values():
            last = sheet
            while last.pk in later:
                last = later[last.pk]
            evenings[last.night_id or last.pk].append(sheet)
        for key, together in evenings.items():
            if all(sheet.state == "closed" for sheet in together):
                points = Counter[int]()
                for sheet in together:
                    points.update(_points_on(sheet, later.get(sheet.pk)))
                found |= _told(club, key, dict(points), together)
        for tournament in club.tournaments.all():
            if tournament.finished_at or tournament.cancelled_at:
                totals = Counter[int]()
                rows = Result.objects.filter(round__tournament=tournament, round__state="closed")
                for row in rows.select_related("entrant__player__merged_into"):
                    totals[row.entrant.player.person.pk] += (row.points or 0) - row.penalty
                found |= _told(club, tournament.pk, dict(totals), [])
    return found


def _points_on(sheet: Session, following: Session | None) -> dict[int, int]:
    """Points that count on this sheet; on the next one, if somebody went on there."""
    gone = {seat.player.person.pk for seat in following.seats.all()} if following else set()
    return {
        seat.player.person.pk: seat.total
        for seat in sheet.seats.all()
        if seat.player.person.pk not in gone and (seat.total or seat.scores.exists() or sheet.continues_id)
    }


def _told(club: Club, key: UUID, points: dict[int, int], together: list[Session]) -> dict[tuple[UUID, int], Told]:
    hands, roles, flow = defaultdict(list), defaultdict(Counter), defaultdict(Counter)  # type: ignore[var-annotated]
    for sheet in together:
        newest = {row.number: row for row in sheet.hands.order_by("revision")}
        for row in newest.values():
            if row.void or row.game in ("dead", "free", "penalty"):
                continue
            paid = {each.seat.number: (each.seat.player.person.pk, each.points) for each in row.scores.all()}
            spoiled = "fault" in row.outcome or "schinden" in row.outcome
            alone: int | None = None if row.game in EVERYONE or spoiled else row.outcome.get("declarer")
            at_fault = [number for number, (_person, amount) in paid.items() if spoiled and amount < 0]
            for number, (person, amount) in paid.items():
                role = "all" if alone is None else "alone" if number == alone else "against"
                hands[person].append(amount)
                roles[person].update({(role, "n"): 1, (role, "won"): int(amount > 0), (role, "points"): amount})
                from_whom = at_fault if alone is None else [alone]
                for other in [] if number in from_whom else from_whom:
                    one, share = paid[other][0], amount // len(from_whom)
                    flow[person].update({(one, "n"): 1, (one, "flow"): share})
                    flow[one].update({(person, "n"): 1, (person, "flow"): -share})
    return {
        (key, person): (
            club.pk,
            points.get(person),
            1 + sum(other > points[person] for other in points.values()) if person in points else None,
            len(points),
            (len(hands[person]), max([0, *hands[person]]), min([0, *hands[person]])),
            _without_zeros(roles[person]),
            _without_zeros(flow[person]),
        )
        for person in {*points, *hands}
    }


# What may happen


class Circle:
    """Two evenings of a club, one of them with five at the table, a tournament, and a club that things can move to."""

    def __init__(self) -> None:
        self.world = copied(SeasonWorld)
        self.device, self.club = self.world.organiser, self.world.club
        self.clubs = [self.club, open_club(self.device, name="Andere")]
        for names in (NAMES, (*NAMES, "Emil")):
            sheet = self.world.evening(dict.fromkeys(names, 0), add=False)
            for pick in range(3):
                self.write(sheet, None, pick)
        self.world.tournament({"Anna": 30, "Bernd": 30, "Fritz": -60}, add=False, finished=False)

    def act(self, action: str, pick: int) -> None:
        """Something happens to any sheet, person or tournament; what makes no sense is refused."""
        there = Session.objects.filter(club__in=self.clubs).select_related("rule_set", "club", "night")
        evenings = list(there.order_by("started_at", "pk"))
        persons = list(Player.objects.filter(merged_into=None, club__in=self.clubs).order_by("pk"))
        with suppress(*REFUSALS):
            ACTIONS[action](self, evenings[pick % len(evenings)], persons[pick % len(persons)], pick)

    def write(self, sheet: Session, _person: Player | None, pick: int) -> None:
        sheet = Session.objects.select_related("rule_set").get(pk=sheet.pk)
        turn, rules = sheet_page(sheet).turn, rules_of(sheet.rule_set)
        (hand,) = hands_of_every_kind(Random(pick), rules, 1, dealer=turn.dealer, seats=len(turn.lineup))
        write_hand(sheet, Writing(uuid=uuid4(), number=turn.number, revision=1, hand=hand), device=None)

    def strike(self, sheet: Session, _person: Player, pick: int) -> None:
        again = {"number": 1, "revision": sheet.hands.filter(number=1).count() + 1, "uuid": uuid4()}
        strike_or_restore(sheet, void=bool(pick % 2), why="", device=None, **again)  # type: ignore[arg-type]

    def late(self, sheet: Session, _person: Player, _pick: int) -> None:
        fields = {name: str(value) for name, value in posted(99).items()}
        late = LateHand.objects.create(session=sheet, uuid=uuid4(), kind="new", fields=fields)
        late_hands.take(late, by=self.device.pk)

    def reseat(self, sheet: Session, person: Player, _pick: int) -> None:
        """Somebody else sat in the first column, found out after the evening was closed."""
        sheets.reopen_sheet(sheet)
        columns = {seat.number: seat.player.person.pk for seat in sheet.seats.all()}
        version = Session.objects.get(pk=sheet.pk).version
        with suppress(*REFUSALS):
            services.reseat(sheet, seen=version, players=columns | {0: person.pk})
        sheets.close_sheet(sheet)

    def go_on(self, sheet: Session, _person: Player, _pick: int) -> None:
        rules = published("schwarzwaldmeisterschaft")
        go_on(sheet, seen=sheet.version, staying=[1, 0, 2, 3], dealer=0, rules=rules, why="so", device=None)

    def night(self, sheet: Session, _person: Player, _pick: int) -> None:
        night = sheet.night or ClubNight.objects.filter(club=sheet.club, ended_at=None).first()
        if sheet.night is None:
            plan = {"club": sheet.club, "name": "Spielabend", "day": timezone.localdate(), "rule_set": sheet.rule_set}
            nights.add_sheets(night or ClubNight.objects.create(**plan), [sheet.pk], by=self.device.pk)
        elif night is not None:
            (nights.reopen_night if night.ended_at else nights.end_night)(night, by=self.device.pk)

    def merge(self, _sheet: Session, person: Player, _pick: int) -> None:
        others = Player.objects.filter(club=person.club_id, merged_into=None).exclude(pk=person.pk)
        people.merge(person.club_id, kept=person.pk, gone=others.order_by("-pk")[0].pk)

    def separate(self, _sheet: Session, _person: Player, _pick: int) -> None:
        for merged in Player.objects.filter(club__in=self.clubs).exclude(merged_into=None):
            people.separate(merged.club_id, player=merged.pk)

    def move(self, sheet: Session, _person: Player, _pick: int) -> None:
        sheets.move_sheets([sheet], self.clubs[sheet.club_id == self.club.pk])

    def delete(self, sheet: Session, _person: Player, _pick: int) -> None:
        (sheets.delete_sheet if sheet.deleted_at is None else sheets.restore_sheet)(sheet)

    def tournament(self, _sheet: Session, _person: Player, pick: int) -> None:
        tournament = Tournament.with_deleted.get()
        acts: list[Callable[..., None]] = [
            desk.finish_tournament,
            desk.open_again,
            setup.cancel_tournament,
            setup.delete_tournament,
        ]
        if tournament.deleted_at:
            setup.restore_tournament(tournament)
        else:
            acts[pick % 4](tournament, why="so", device=None)


ACTIONS: dict[str, Any] = {
    "close": lambda _circle, sheet, _person, _pick: sheets.close_sheet(sheet),
    "reopen": lambda _circle, sheet, _person, _pick: sheets.reopen_sheet(sheet),
    "erase": lambda _circle, _sheet, person, _pick: erase_person(person),
} | {
    act.__name__: act
    for act in (
        *(Circle.write, Circle.strike, Circle.late, Circle.reseat, Circle.go_on, Circle.night),
        *(Circle.merge, Circle.separate, Circle.move, Circle.delete, Circle.tournament),
    )
}


def told(chronicle: Chronicle) -> list[Any]:
    """Records with their events; the cautious average waits until hands are written down."""
    records, events = chronicle.records, chronicle.events
    runs = [*records.attended, *records.in_plus, *records.won]
    return [
        (records.events, [career._replace(hands=0, counted=0) for career in records.careers]),
        [(best.player, best.points, events[best.event]) for best in records.highest],
        [(run.player, run.length, events[run.first], events[run.last], run.goes_on) for run in runs],
    ]


def own_part(compared: dict[str, Any]) -> list[Any]:
    """Without what the club makes of it: that is what is written down."""
    roles = [(row.label, row.own) for row in compared["roles"]]
    kinds = [(kind.label, kind.own) for kind in compared["kinds"]]
    return [compared["rules"], compared["others"], roles, kinds, compared["well"], compared["badly"]]


def as_listed(row: Any) -> list[Any]:
    return [row.key, row.kind, row.day, row.points, row.rank, row.players, row.shown, row.is_running, row.total]


def shown(circle: Circle) -> list[Any]:
    """Everything that pages add up, of everybody."""
    found: list[Any] = []
    for club in circle.clubs:
        reach = reach_of(club, circle.device.pk)
        found += [hands_of(reach), told(evenings_of(reach)), told(tournaments_of(reach))]
        for person in people.persons_of(club.pk).order_by("pk"):
            page = player_page(person, reach, most=3)
            assert page is not None
            best, results = ([as_listed(row) for row in rows if row] for rows in ([page["best"]], page["outings"]))
            figures = page["count"], page["total"], page["wins"], best, results, page["chart"]
            found.append((*figures, page["play"], page["compared"] and own_part(page["compared"])))
    return found


def values() -> list[Any]:
    """Every row, without its key."""
    outings = [tuple(row.values())[1:] for row in Outing.objects.order_by("key", "player").values()]
    spans = ClubSpan.objects.order_by("club", "number").values_list("club", "number", "records", "games", "pairs")
    persons = PersonSpan.objects.order_by("player", "number").values_list("player", "number", "games")
    return [outings, stored(), [span for span in spans if span[2]["events"] or span[3]], list(persons)]


def forget() -> None:
    """As if a version before had ended everything."""
    Outing.objects.all().delete()
    ClubSpan.objects.all().delete()
    PersonSpan.objects.all().delete()
    Session.objects.update(has_outings=False)


def assert_rebuilt_is_the_same() -> None:
    """Written as it happened, and all at once."""
    before = values()
    forget()
    settle_all()
    assert values() == before


@thorough
@settings(max_examples=examples(10), deadline=None, suppress_health_check=WITH_FIXTURES)
@given(
    happening=st.lists(st.tuples(st.sampled_from(sorted(ACTIONS)), st.integers(0, 9)), min_size=4, max_size=14),
)
def test_whatever_happens_outings_are_what_hands_and_results_give(db: None, happening: list[tuple[str, int]]) -> None:
    with transaction.atomic():
        circle = copied(Circle)
        for action, pick in [("close", 0), *happening]:
            circle.act(action, pick)
        assert stored() == by_hand(circle.clubs)
        assert [fault for _name, found in faults(None) for fault in found] == []
        pages = shown(circle)
        assert_rebuilt_is_the_same()
        forget()
        assert shown(circle) == pages, "what is not written down is counted with every look"
        transaction.set_rollback(True)


@pytest.mark.parametrize(
    "happening",
    [
        "reopen write strike close",
        "late late",
        "reseat",
        "reopen late go_on close",
        "merge5 separate merge5 erase",
        "move move",
        "delete delete",
        "reopen night night close night night",
        "tournament",
    ],
)
def test_every_writer_leaves_what_a_rebuild_writes(happening: str) -> None:
    circle = copied(Circle)
    for pick in (0, 1):
        circle.act("close", pick)
    before = values()
    for place, word in enumerate(happening.split()):
        action = word.rstrip("5")
        circle.act(action, place % 2 if action == word else 5)
        assert stored() == by_hand(circle.clubs), action
        assert_rebuilt_is_the_same()
    assert happening in ("move move", "delete delete") or values() != before


@thorough
def test_evenings_of_years_stand_out_as_if_counted_at_once() -> None:
    """Each span of months is added up by itself; a change in an old one is written there alone."""
    world, random = copied(SeasonWorld), Random(7)
    for week in range(24):
        names = random.sample(NAMES, 3)
        sheet = world.evening({name: random.randint(-9, 20) for name in names}, add=False)
        start = timezone.now() - timedelta(days=60 * (24 - week))
        Session.objects.filter(pk=sheet.pk).update(started_at=start, state="closed", ended_at=start)
    settle_all()
    written = lines_of(Outing.objects.all(), [])
    at_once, in_spans = tally_of(written), tally_of_evenings(world.club.pk, [])
    assert in_spans.records() == at_once.records()
    versions = list(ClubSpan.objects.order_by("number").values_list("version", flat=True))
    assert len(versions) > 3
    oldest = Session.objects.order_by("started_at").first()
    assert oldest
    sheets.reopen_sheet(oldest)
    sheets.close_sheet(oldest)
    versions[0] += 2
    assert list(ClubSpan.objects.order_by("number").values_list("version", flat=True)) == versions
    assert tally_of_evenings(world.club.pk, []).records() == at_once.records()


@thorough
def test_clubs_that_become_one_have_their_outings_together() -> None:
    circle = copied(Circle)
    circle.act("close", 0)
    circle.act("move", 0)
    kept, gone = circle.clubs
    anna, other = (Player.objects.get(club=club, name="Anna").pk for club in circle.clubs)
    join_clubs(kept, gone, pairs={other: anna}, by=circle.device.pk)
    assert Outing.objects.filter(club=kept, player=anna).count() == 1
    assert stored() == by_hand([kept])
    assert_rebuilt_is_the_same()


def test_tournament_is_written_when_it_ends_is_released_or_put_right(db: None) -> None:
    world = copied(World, hands=2, rounds=1)
    world.register(8)
    round_ = world.draw()
    first, second = round_.tables.select_related("sheet").order_by("number")
    assert first.sheet
    play_hands(first.sheet, 2)
    Session.objects.filter(pk=first.sheet.pk).update(state="confirmed")
    type_table(second)
    exchange.hold_results(world.tournament, first=1, device=None)
    desk.close_round(round_)
    desk.finish_tournament(world.tournament, why="so")
    assert stored() == {}, "nobody knows yet"
    exchange.release_results(world.tournament)
    assert sorted(row.hands for row in Outing.objects.all()) == [0] * 4 + [2] * 4
    best = Outing.objects.order_by("rank")[0]
    desk.open_again(world.tournament, why="falsch", device=None)
    assert stored() == {}
    desk.void_table(first, why="falsch", device=None)
    desk.finish_tournament(world.tournament, why="so")
    assert sorted(row.hands for row in Outing.objects.all()) == [0] * 8
    assert Outing.objects.get(player=best.player_id).points != best.points or best.hands == 0
    assert_rebuilt_is_the_same()


@thorough
def test_what_another_version_did_is_found_at_night(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It ends, opens and removes evenings without knowing their outings. Few are written in one transaction."""
    circle = copied(Circle)
    circle.act("close", 0)
    first, second = Session.objects.order_by("started_at", "pk")
    ended = timezone.now()
    Session.objects.filter(pk=second.pk).update(state="closed", ended_at=ended)
    pages = shown(circle)
    call_command("repair")
    assert "outings: 1 events written down" in capsys.readouterr().out
    assert shown(circle) == pages
    Seat.objects.filter(session=first).update(total=0)
    Hand.objects.filter(session=first).delete()
    Session.objects.filter(pk=first.pk).update(ended_at=ended)
    assert [name for name, found in faults(circle.club) if list(found)] == [f"event {first.pk}"]
    second.delete()
    at_once: list[int] = []

    def counted(kind: Kind, *keys: UUID, new_dues: bool) -> None:
        at_once.append(len(keys))
        follow(kind, *keys, new_dues=new_dues)

    monkeypatch.setattr(outings, "AT_NIGHT", 1)
    monkeypatch.setattr(outings, "follow", counted)
    assert (settle_all(), at_once) == ("2 events written down", [1, 1])
    assert stored() == {}
    assert settle_all() == "0 events written down"


def test_what_was_counted_in_the_former_way_is_no_fault_and_is_written_anew() -> None:
    """Rows of 0.2 have a stamp of 32 bits; they count a claim as a declared game, and penalties as games."""
    circle = copied(Circle)
    sheet = Session.objects.filter(club=circle.club, event=None).order_by("pk")[0]
    sheets.close_sheet(sheet)
    expected = stored()
    Outing.objects.filter(key=sheet.pk).update(stamp=7, hands=99)
    assert [fault for _name, found in faults(circle.club) for fault in found] == []
    settle_all()
    assert stored() == expected


@pytest.mark.parametrize("field", ["points", "hands", "rank", "games__points", "pairs__flow"])
def test_forged_rows_are_found(field: str) -> None:
    circle = copied(Circle)
    circle.act("close", 0)
    row: Any = Outing.objects.filter(pairs__isnull=False).order_by("pk")[0]
    *way, name = field.split("__")
    row = getattr(row, way[0]).all()[0] if way else row
    type(row).objects.filter(pk=row.pk).update(**{name: F(name) + 1})
    assert len([name for name, found in faults(None) if list(found)]) == 1
