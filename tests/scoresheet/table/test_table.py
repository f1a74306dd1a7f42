"""People come and go: places, names, a forgotten hand, other rules. Services, whole results."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.utils import timezone

from cegoscore.clubs.errors import Refused
from cegoscore.clubs.house_rules.rule_sets import rules_of
from cegoscore.clubs.models import Grant, Link, Player, Right
from cegoscore.clubs.rights.access import right_on
from cegoscore.clubs.rights.links import accept_link, make_links
from cegoscore.scoresheet.evening import services as going_on
from cegoscore.scoresheet.hand.sheet_page import sheet_page
from cegoscore.scoresheet.ledger.seats import turn_before
from cegoscore.scoresheet.ledger.services.ledger import strike_or_restore, write_hand
from cegoscore.scoresheet.ledger.services.notes import set_stake
from cegoscore.scoresheet.ledger.wording import SheetClosed, Stale, TableChanged
from cegoscore.scoresheet.ledger.writing import Writing
from cegoscore.scoresheet.models import Hand, Session, State
from cegoscore.scoresheet.table.services import change_rules, insert_hand, join, reseat, set_turn
from cegoscore.scoring import hands
from cegoscore.scoring.contracts import Contract, DeadKind, PenaltyKind
from cegoscore.scoring.rules.rule_files import published
from tests.scoresheet.acting import faults_of
from tests.worlds.sheet import World, writing

EINE = hands.Points(contract=Contract.EINE, declarer=2, points=40)
RAEUBER = hands.Raeuber(contract=Contract.RAEUBER, card_points=(30, 20, 10, 8))


def fresh(world: World) -> Session:
    """The sheet as the next request reads it."""
    return Session.objects.select_related("rule_set").get(pk=world.sheet.pk)


def turn_of(world: World) -> tuple[int, int, tuple[int, ...], int]:
    """Number in the ledger, number shown, line-up and dealer of the next hand."""
    turn = sheet_page(fresh(world)).turn
    return turn.number, turn.shown, turn.lineup, turn.dealer


def columns(world: World) -> list[tuple[str, int]]:
    """Names and totals as the sheet shows them."""
    return [(seat.name, seat.total) for seat in sheet_page(fresh(world)).seats]


def lines(world: World) -> list[tuple[int | None, str, tuple[int | None, ...]]]:
    """The hands as the sheet shows them, oldest first."""
    page = sheet_page(fresh(world))
    return [(line.shown, line.text, line.amounts) for line in reversed(page.lines)]


def write(world: World, number: int, outcome: hands.Outcome | None = None, **more: Any) -> Hand:
    """A hand of four on the world's sheet."""
    return write_hand(fresh(world), writing(number, outcome, **more), device=None).row


def strike(world: World, number: int) -> None:
    """Strike a hand that was never corrected."""
    strike_or_restore(fresh(world), number=number, revision=2, uuid=uuid4(), void=True, why="", device=None)


def with_club_mate(world: World, name: str, village: str = "") -> Player:
    """Somebody of the club who does not sit there."""
    return Player.objects.create(club=world.sheet.club, name=name, village=village)


def player_at(world: World, number: int) -> int:
    """The person in a column."""
    return world.sheet.seats.get(number=number).player_id


# Line-up and dealer


def test_set_turn_holds_for_the_next_hand_and_counts_on_from_there(world: World) -> None:
    write(world, 1)
    set_turn(fresh(world), seen=1, lineup=(2, 0, 3, 1), dealer=3)
    assert turn_of(world) == (2, 2, (2, 0, 3, 1), 3)
    hand = hands.Hand(lineup=(2, 0, 3, 1), dealer=3, outcome=EINE)
    write_hand(fresh(world), Writing(uuid=uuid4(), number=2, revision=1, hand=hand), device=None)
    assert turn_of(world) == (3, 3, (2, 0, 3, 1), 1)
    assert (fresh(world).version, list(faults_of(fresh(world)))) == (3, [])


def test_set_turn_comes_back_when_the_hand_after_it_is_struck(world: World) -> None:
    write(world, 1)
    set_turn(fresh(world), seen=1, lineup=(0, 1, 2, 3), dealer=2)
    write(world, 2, dealer=2)
    strike(world, 2)
    assert turn_of(world) == (3, 2, (0, 1, 2, 3), 2)


def test_set_turn_twice_is_set_once_but_another_one_is_stale(world: World) -> None:
    for _tap in range(2):
        set_turn(fresh(world), seen=0, lineup=(0, 1, 2, 3), dealer=1)
    assert (turn_of(world), fresh(world).version) == ((1, 1, (0, 1, 2, 3), 1), 1)
    with pytest.raises(Stale):
        set_turn(fresh(world), seen=0, lineup=(0, 1, 2, 3), dealer=2)
    assert (turn_of(world), fresh(world).version) == ((1, 1, (0, 1, 2, 3), 1), 1)


@pytest.mark.parametrize(
    ("lineup", "dealer", "code"),
    [
        ((0, 1, 2), 0, "lineup_size"),
        ((0, 1, 2, 2), 0, "seat_twice"),
        ((0, 1, 2, 7), 0, "unknown_seat"),
        ((0, 1, 2, 3), 5, "not_at_table"),
    ],
)
def test_set_turn_refuses_what_cannot_sit_there(world: World, lineup: tuple[int, ...], dealer: int, code: str) -> None:
    with pytest.raises(Refused) as refusal:
        set_turn(fresh(world), seen=0, lineup=lineup, dealer=dealer)
    assert (refusal.value.code, fresh(world).version) == (code, 0)


@pytest.mark.parametrize(
    "happens",
    [
        lambda world: set_turn(fresh(world), seen=0, lineup=(0, 1, 2, 3), dealer=1),
        lambda world: set_stake(fresh(world), seen=0, factor=2, round_left=0, device=world.owner),
        lambda world: change(world, "braeunlingen-loewen", seen=0),
    ],
)
def test_hand_begun_before_the_table_its_stake_or_its_rules_changed_is_not_written(
    world: World, happens: Callable[[World], object]
) -> None:
    before = fresh(world)
    happens(world)
    with pytest.raises(TableChanged):
        write_hand(before, writing(1), device=None)
    assert (Hand.objects.count(), fresh(world).version) == (0, 1)


# Somebody joins


def test_fifth_player_joins_with_nothing_and_older_hands_have_a_gap(world: World) -> None:
    write(world, 1)
    write(world, 2, RAEUBER, dealer=0)
    join(fresh(world), seen=2, name="Emil", lineup=(0, 1, 4, 2, 3), dealer=1)
    assert turn_of(world) == (3, 3, (0, 1, 4, 2, 3), 1)
    hand = hands.Hand(
        lineup=(0, 1, 4, 2, 3), dealer=1, outcome=hands.Points(contract=Contract.SOLO, declarer=4, points=41)
    )
    write_hand(fresh(world), Writing(uuid=uuid4(), number=3, revision=1, hand=hand), device=None)
    paid = Hand.objects.get(number=2).scores.order_by("seat__number").values_list("points", flat=True)
    assert lines(world) == [
        (1, "Bernd 41 : 29", (-10, 30, -10, -10, None)),
        (2, "Anna 30", (*paid, None)),
        (3, "Emil 41 : 29", (-10, -10, -10, -10, 40)),
    ]
    assert list(faults_of(fresh(world))) == []


def test_who_left_comes_back_to_their_own_column_once(world: World) -> None:
    join(fresh(world), seen=0, name="Emil", lineup=(0, 1, 2, 3, 4), dealer=3)
    set_turn(fresh(world), seen=1, lineup=(0, 2, 3, 4), dealer=3)
    for _tap in range(2):
        join(fresh(world), seen=2, name="bernd", lineup=(0, 2, 3, 4, 1), dealer=3)
    assert turn_of(world)[2:] == ((0, 2, 3, 4, 1), 3)
    assert [name for name, _total in columns(world)] == ["Anna", "Bernd", "Clara", "Dieter", "Emil"]
    with pytest.raises(Refused) as refusal:
        join(fresh(world), seen=3, name="Bernd", lineup=(0, 2, 3, 4), dealer=3)
    assert refusal.value.code == "name_on_sheet"


@pytest.mark.parametrize("typed", ["ömer", "ÖMER", "Ömer, Schonach", "ömer, schonach"])
def test_who_joins_is_found_as_when_a_table_is_opened(world: World, typed: str) -> None:
    with_club_mate(world, "Ömer", "Schonach")
    for _tap in range(2):
        join(fresh(world), seen=0, name=typed, lineup=(0, 1, 2, 3, 4), dealer=3)
    assert [name for name, _total in columns(world)[4:]] == ["Ömer"]
    assert Player.objects.count() == 5


def test_namesake_of_another_village_is_somebody_else(world: World) -> None:
    schonach, aasen = (with_club_mate(world, "Emil", village) for village in ("Schonach", "Aasen"))
    join(fresh(world), seen=0, name="Emil, aasen", lineup=(0, 1, 2, 3), dealer=3)
    with pytest.raises(Refused) as refusal:
        join(fresh(world), seen=1, name="emil, Aasen", lineup=(0, 1, 2, 3), dealer=3)
    assert refusal.value.code == "name_on_sheet"
    join(fresh(world), seen=1, name="Emil, Schonach", lineup=(0, 1, 2, 3), dealer=3)
    join(fresh(world), seen=2, name="Emil, Villingen", lineup=(0, 1, 2, 3), dealer=3)
    assert [player_at(world, number) for number in (4, 5)] == [aasen.pk, schonach.pk]
    new = Player.objects.get(pk=player_at(world, 6))
    assert (new.name, new.village) == ("Emil", "Villingen")


@pytest.mark.parametrize(
    ("name", "lineup", "code"),
    [("anna", (0, 1, 2, 3, 4), "name_on_sheet"), ("Emil", (0, 1, 2), "lineup_size")],
)
def test_joining_refused_leaves_no_trace(world: World, name: str, lineup: tuple[int, ...], code: str) -> None:
    with pytest.raises(Refused) as refusal:
        join(fresh(world), seen=0, name=name, lineup=lineup, dealer=0)
    assert (refusal.value.code, len(columns(world)), fresh(world).version) == (code, 4, 0)
    assert Player.objects.count() == 4


def test_no_more_columns_than_fit_on_a_phone(world: World) -> None:
    for number in range(4, 9):
        join(fresh(world), seen=number - 4, name=f"Nr. {number}", lineup=(0, 1, 2, 3), dealer=3)
    with pytest.raises(Refused) as refusal:
        join(fresh(world), seen=5, name="Zu viel", lineup=(0, 1, 2, 3), dealer=3)
    assert (refusal.value.code, len(columns(world))) == ("sheet_full", 9)


# Wrong seats


def test_reseat_refuses_somebody_twice_strangers_and_a_stale_sheet(world: World) -> None:
    players = {number: player_at(world, number) for number in range(4)}
    stranger = World().sheet.seats.get(number=0).player_id
    for wrong, code in (
        (players | {0: players[1]}, "player_twice"),
        (players | {0: stranger}, "player_unknown"),
        ({0: players[0]}, "player_unknown"),
    ):
        with pytest.raises(Refused) as refusal:
            reseat(fresh(world), seen=0, players=wrong)
        assert refusal.value.code == code
    write(world, 1)
    with pytest.raises(Stale):
        reseat(fresh(world), seen=0, players=players | {0: players[1], 1: players[0]})
    assert columns(world) == [("Anna", -10), ("Bernd", 30), ("Clara", -10), ("Dieter", -10)]


# A forgotten hand


def test_forgotten_first_hand_is_proposed_with_the_dealer_before(world: World) -> None:
    write(world, 1)
    turn = turn_before(fresh(world), 1)
    assert (turn.number, turn.shown, turn.lineup, turn.dealer) == (2, 1, (0, 1, 2, 3), 2)


def test_forgotten_hand_leaves_the_set_turn_alone(world: World) -> None:
    write(world, 1)
    write(world, 2)
    set_turn(fresh(world), seen=2, lineup=(3, 2, 1, 0), dealer=2)
    insert_hand(fresh(world), writing(3, dealer=0), before=2, device=None)
    assert turn_of(world) == (4, 4, (3, 2, 1, 0), 2)


def test_no_room_between_two_hands_is_said(world: World) -> None:
    write(world, 1)
    write(world, 2)
    for number in range(3, 23):
        insert_hand(fresh(world), writing(number, dealer=0), before=number - 1, device=None)
    with pytest.raises(Refused) as refusal:
        insert_hand(fresh(world), writing(23, dealer=0), before=22, device=None)
    assert (refusal.value.code, Hand.objects.count()) == ("no_room_between", 22)


# Other rules for the whole sheet


def change(world: World, rules: str, *, seen: int) -> None:
    """Adopt a rule set for the world's sheet."""
    change_rules(fresh(world), seen=seen, rules=published(rules), why="falsch", device=None)


def test_change_of_rules_pays_every_hand_in_force_anew(world: World) -> None:
    write(world, 1)
    write(world, 2, hands.Dead(kind=DeadKind.THROWN_IN))
    write(world, 3, EINE)
    strike(world, 3)
    change(world, "braeunlingen-loewen", seen=4)
    rows = Hand.objects.order_by("number", "revision").values_list("number", "revision", "void", "why", "outcome")
    solo = {"contract": "solo", "declarer": 1, "points": 41}
    eine = {"contract": "eine", "declarer": 2, "points": 40}
    assert list(rows) == [
        (1, 1, False, "", solo),
        (1, 2, False, "falsch", solo),
        (2, 1, False, "", {"dead": "thrown_in"}),
        (2, 2, False, "falsch", {"dead": "thrown_in"}),
        (3, 1, False, "", eine),
        (3, 2, True, "", eine),
    ]
    assert columns(world) == [("Anna", -15), ("Bernd", 45), ("Clara", -15), ("Dieter", -15)]
    assert rules_of(fresh(world).rule_set).id == "braeunlingen-loewen"
    assert (fresh(world).version, list(faults_of(fresh(world)))) == (5, [])


def test_change_of_rules_twice_is_changed_once_but_other_rules_are_stale(world: World) -> None:
    write(world, 1)
    for _tap in range(2):
        change(world, "braeunlingen-loewen", seen=1)
    assert (Hand.objects.count(), fresh(world).version) == (2, 2)
    with pytest.raises(Stale):
        change(world, "grupp", seen=1)
    assert rules_of(fresh(world).rule_set).id == "braeunlingen-loewen"


def test_change_of_rules_refuses_naming_the_hands_that_are_impossible(world: World) -> None:
    write(world, 1)
    write(world, 2, hands.Penalty(kind=PenaltyKind.REVOKE, offender=0))
    write(world, 3)
    for rules, impossible in (("grupp", "2"), ("braeunlingen-ministranten-3", "1, 2, 3")):
        with pytest.raises(Refused) as refusal:
            change(world, rules, seen=3)
        assert (refusal.value.code, refusal.value.params) == ("hands_impossible", {"hands": impossible})
    assert (Hand.objects.count(), fresh(world).version, list(faults_of(fresh(world)))) == (3, 3, [])


def test_change_of_rules_needs_a_next_hand_that_is_possible(world: World) -> None:
    with pytest.raises(Refused) as refusal:
        change(world, "braeunlingen-ministranten-3", seen=0)
    assert refusal.value.code == "lineup_size"


def test_struck_hand_that_the_new_rules_do_not_know_cannot_come_back(world: World) -> None:
    write(world, 1, hands.Penalty(kind=PenaltyKind.REVOKE, offender=0))
    strike(world, 1)
    change(world, "grupp", seen=2)
    with pytest.raises(Refused) as refusal:
        strike_or_restore(fresh(world), number=1, revision=3, uuid=uuid4(), void=False, why="", device=None)
    assert (refusal.value.code, world.totals(), list(faults_of(fresh(world)))) == ("not_under_rules", [0] * 4, [])


# Somebody leaves


def go_on(world: World, *, seen: int, staying: tuple[int, ...] = (0, 1, 3), dealer: int = 3) -> Session:
    """Go on with three by the sister rule set."""
    rules = published("braeunlingen-ministranten-3")
    return going_on.go_on(
        fresh(world), seen=seen, staying=staying, dealer=dealer, rules=rules, why="Übertrag", device=world.owner
    )


def test_going_on_closes_the_sheet_and_carries_everything_over(world: World) -> None:
    write(world, 1)
    write(world, 2, EINE)
    totals = world.totals()
    following = go_on(world, seen=2, staying=(3, 0, 1), dealer=0)
    page = sheet_page(following)
    assert [(seat.name, seat.total, seat.at_table, seat.deals) for seat in page.seats] == [
        ("Dieter", totals[3], True, False),
        ("Anna", totals[0], True, True),
        ("Bernd", totals[1], True, False),
        ("Clara", totals[2], False, False),
    ]
    assert [seat.player_id for seat in following.seats.order_by("number")] == [
        player_at(world, number) for number in (3, 0, 1, 2)
    ]
    assert [(a.amounts, a.why) for a in following.adjustments.all()] == [
        ([totals[3], totals[0], totals[1], totals[2]], "Übertrag")
    ]
    assert (following.continues_id, following.club_id) == (world.sheet.pk, world.sheet.club_id)
    assert fresh(world).state == State.CLOSED
    assert [list(faults_of(sheet)) for sheet in (fresh(world), following)] == [[], []]
    with pytest.raises(SheetClosed):
        go_on(world, seen=3)


def test_going_on_without_anything_written_needs_no_carrying_over(world: World) -> None:
    following = go_on(world, seen=0)
    assert (following.seats.count(), following.adjustments.count()) == (3, 0)


def test_whoever_had_a_link_may_do_the_same_on_the_new_sheet(world: World) -> None:
    following = go_on(world, seen=0)
    rights = [
        right_on(device.id, target=following.pk, club=following.club_id)
        for device in (world.owner, world.mate, world.guest, world.stranger)
    ]
    assert rights == [Right.MANAGE, Right.WRITE, Right.LOOK, None]


def test_right_with_an_end_ends_then_on_the_new_sheet_too(world: World) -> None:
    soon = timezone.now() + timedelta(hours=1)
    Link.objects.filter(target=world.sheet.pk).update(expires_at=soon)
    following = go_on(world, seen=0)
    came = Grant.objects.filter(target=following.pk).exclude(link=None).values_list("right", "link__expires_at")
    assert sorted(came) == [(Right.LOOK, soon), (Right.WRITE, soon)]


def test_right_without_an_end_gets_none_from_another_link(world: World) -> None:
    soon, sheet = timezone.now() + timedelta(hours=1), world.sheet
    Link.objects.filter(target=sheet.pk).update(expires_at=soon)
    accept_link(world.stranger, make_links(sheet.club, right=Right.WRITE, targets=[sheet.pk])[0])
    following = go_on(world, seen=0)
    grant = Grant.objects.get(target=following.pk, device=world.stranger, right=Right.WRITE)
    assert grant.link
    assert grant.link.expires_at is None


def test_going_on_refused_or_stale_changes_nothing(world: World) -> None:
    with pytest.raises(Refused) as refusal:
        go_on(world, seen=0, staying=(0, 1, 2, 3))
    assert refusal.value.code == "lineup_size"
    with pytest.raises(Stale):
        go_on(world, seen=7)
    assert (Session.objects.count(), fresh(world).state, fresh(world).version) == (1, State.OPEN, 0)
