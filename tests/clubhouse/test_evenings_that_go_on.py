"""An evening on two sheets, because somebody left: one evening with everybody who played, wherever it is counted."""

import importlib
import uuid
from collections.abc import Sequence
from typing import Any

import pytest
from django.apps import apps
from django.urls import reverse

from cegoscore.nights.page import standing_of
from cegoscore.nights.queries import tables_of
from cegoscore.nights.services import end_night
from cegoscore.scoresheet.evening.services import go_on, purge
from cegoscore.scoresheet.ledger.services.ledger import write_hand
from cegoscore.scoresheet.ledger.services.notes import pay
from cegoscore.scoresheet.ledger.services.sheets import close_sheet, delete_sheet, restore_sheet
from cegoscore.scoresheet.ledger.writing import Writing
from cegoscore.scoresheet.models import Seat, Session
from cegoscore.scoring import hands
from cegoscore.scoring.contracts import Contract
from cegoscore.scoring.rules.rule_files import published
from tests.effort import thorough
from tests.pages import body_of
from tests.worlds.copied import copied
from tests.worlds.night import NightWorld
from tests.worlds.season import BY, SeasonWorld, client_of, with_reason
from tournaments.clubhouse.players.page import player_page
from tournaments.clubhouse.reach import reach_of
from tournaments.clubhouse.records.queries import evenings_of
from tournaments.seasons import services
from tournaments.seasons.addable import addable_evenings
from tournaments.seasons.models import SeasonEvent

FOUR = ("Anna", "Bernd", "Clara", "Dieter")


@pytest.fixture
def world(db: None) -> SeasonWorld:
    return copied(SeasonWorld)


def evening(world: SeasonWorld, totals: Sequence[int] = (30, -10, -20, 0), *, add: bool = False) -> Session:
    """An evening of four who played a hand; then the totals are these."""
    sheet = world.evening(dict.fromkeys(FOUR, 0), add=add)
    solo(sheet)
    give(sheet, totals)
    return sheet


def solo(sheet: Session) -> None:
    """The first hand, a Solo with 41 of whoever sits behind the dealer."""
    lineup = tuple(sheet.lineup)
    declarer = lineup[(lineup.index(sheet.dealer) + 1) % len(lineup)]
    outcome = hands.Points(contract=Contract.SOLO, declarer=declarer, points=41)
    hand = hands.Hand(lineup=lineup, dealer=sheet.dealer, outcome=outcome)
    write_hand(sheet, Writing(uuid=uuid.uuid4(), number=1, revision=1, hand=hand), device=None)


def give(sheet: Session, totals: Sequence[int]) -> None:
    for number, total in enumerate(totals):
        Seat.objects.filter(session=sheet, number=number).update(total=total)
    sheet.refresh_from_db()


def three_go_on(sheet: Session, staying: Sequence[int] = (0, 1, 2)) -> Session:
    """The last of four leaves."""
    sheet.refresh_from_db()
    rules = published("braeunlingen-ministranten-3")
    following = go_on(
        sheet, seen=sheet.version, staying=staying, dealer=staying[0], rules=rules, why="Dieter geht", device=None
    )
    return Session.objects.get(pk=following.pk)


def page_of(world: SeasonWorld, name: str, *, of_season: bool = False) -> dict[str, Any]:
    page = player_page(
        world.player(name), reach_of(world.club, world.organiser.pk), season=world.season if of_season else None
    )
    assert page is not None
    return page


# Who left with nothing


@thorough
def test_evening_of_before_is_one_too_although_who_left_has_no_column_on_its_second_sheet(world: SeasonWorld) -> None:
    following = three_go_on(evening(world))
    following.seats.filter(number=3).delete()
    found = evenings_of(reach_of(world.club, world.organiser.pk)).records
    assert (found.events, {career.wins for career in found.careers}) == (1, {0}), "it still runs"
    close_sheet(following)
    found = evenings_of(reach_of(world.club, world.organiser.pk)).records
    wins = {career.player: career.wins for career in found.careers}
    assert found.events == 1
    assert wins == {world.player(name).pk: int(name == "Anna") for name in FOUR}


@thorough
def test_who_leaves_a_club_night_with_nothing_stays_in_its_standing(db: None) -> None:
    night = NightWorld()
    night.play(1)
    sheet = night.sheet(1)
    give(sheet, (10, -10, 0, 0))
    three_go_on(sheet)
    assert night.standing() | {"Dieter": 0} == night.standing()


# Who never played


def test_who_never_came_has_neither_rank_nor_event(world: SeasonWorld) -> None:
    world.season.worth, world.season.rank_points = "ranks", [10, 6, 4, 2, 1]
    world.season.save()
    sheet = world.evening(dict.fromkeys((*FOUR, "Emil"), 0))
    Session.objects.filter(pk=sheet.pk).update(lineup=[0, 1, 2, 3])
    sheet.refresh_from_db()
    solo(sheet)
    services.add_events(world.season, sheets=[sheet], by=BY)
    give(sheet, (30, -10, -15, -5, 0))
    for is_closed in (False, True):
        if is_closed:
            close_sheet(sheet)
        assert world.table() == [(1, "Anna", 10), (2, "Dieter", 6), (3, "Bernd", 4), (4, "Clara", 2)]
        assert [(each.rank, each.players) for each in page_of(world, "Dieter")["outings"]] == [(2, 4)]
        assert (page_of(world, "Emil")["count"], page_of(world, "Emil")["outings"]) == (0, [])


@thorough
def test_who_never_came_to_a_club_night_is_out_of_the_standing_once_their_table_is_closed(db: None) -> None:
    night = NightWorld()
    night.play(1)
    before = night.standing()
    end_night(night.night, by=night.owner.pk)
    after = {line.name for line in standing_of(tables_of(night.fresh()))}
    assert set(before) - after == {seat.own_name for seat in night.sheet(2).seats.all()}


# In a season


def test_evening_of_a_season_counts_by_the_sheet_that_it_went_on_to(world: SeasonWorld) -> None:
    first = evening(world, add=True)
    following = three_go_on(first)
    give(following, (-70, 40, 30, 0))
    assert world.table() == [(1, "Bernd", 40), (2, "Clara", 30), (3, "Dieter", 0), (4, "Anna", -70)]
    assert world.event().sheet == following
    services.close_season(world.season, seen=world.fresh().version, by=BY)
    assert [player.name for player in world.fresh().champions.all()] == ["Bernd"]
    again = go_on(
        following,
        seen=following.version,
        staying=[1, 0, 2],
        dealer=0,
        rules=published("braeunlingen-ministranten-3"),
        why="so",
        device=None,
    )
    give(again, (0, 0, 0, 0))
    assert world.event().sheet == following, "a closed season stays as it was"
    services.reopen_season(world.fresh(), by=with_reason())
    assert world.event().sheet == again
    assert {total for _rank, _name, total in world.table()} == {0}


FIRST = [(1, "Anna", 30), (2, "Dieter", 0), (3, "Bernd", -10), (4, "Clara", -20)]


@pytest.mark.both
def test_going_on_by_mistake_is_undone_by_deleting_the_new_sheet(world: SeasonWorld) -> None:
    """In the season, among what can be added, for what is paid, and for opening it again; and there and back."""
    first = evening(world, add=True)
    following = three_go_on(first)
    for _again in range(2):
        delete_sheet(following)
        assert (world.table(), world.event().sheet) == (FIRST, first)
        restore_sheet(Session.objects.get(pk=following.pk))
        assert world.event().sheet == following
    delete_sheet(following)
    Session.objects.filter(pk=following.pk).delete()
    assert world.table() == FIRST
    services.close_season(world.season, seen=world.fresh().version, by=BY)
    assert [player.name for player in world.fresh().champions.all()] == ["Anna"]


@thorough
def test_two_sheets_that_were_gone_on_to_are_deleted_and_come_back_one_by_one(world: SeasonWorld) -> None:
    sheets = [evening(world, add=True)]
    for _again in range(2):
        sheets.append(three_go_on(sheets[-1]))
    for sheet in (sheets[2], sheets[1]):
        delete_sheet(sheet)
    assert world.event().sheet == sheets[0]
    restore_sheet(Session.objects.get(pk=sheets[2].pk))
    assert world.event().sheet == sheets[0], "what lies between is still deleted"
    restore_sheet(Session.objects.get(pk=sheets[1].pk))
    assert world.event().sheet == sheets[2]


def test_evening_whose_going_on_was_deleted_can_be_added_paid_and_opened_again(world: SeasonWorld) -> None:
    first = evening(world)
    Session.objects.filter(pk=first.pk).update(stake="0.01", currency="€")
    following = three_go_on(first)
    assert list(addable_evenings(world.season)) == [following]
    asked = client_of(world.organiser).get(reverse("delete_sheet", args=[following.pk]))
    assert "endet dann auf dem früheren" in body_of(asked)
    delete_sheet(following)
    assert list(addable_evenings(world.season)) == [first]
    services.add_events(world.season, sheets=[first], by=BY)
    assert world.table() == FIRST
    first = Session.objects.get(pk=first.pk)
    pay(first, uuid=uuid.uuid4(), payer=1, receiver=0, cents=10, device=None)
    client = client_of(world.organiser)
    assert client.get(reverse("go_on", args=[first.pk])).status_code == 200
    client.post(reverse("reopen_sheet", args=[first.pk]))
    assert Session.objects.get(pk=first.pk).state == "open"
    said = client.post(reverse("restore_sheet", args=[following.pk]))
    assert (said.status_code, said.context["evenings"][0].sheet) == (422, following)


def test_season_of_a_going_on_that_the_version_before_deleted_comes_right_before_it_is_purged(
    world: SeasonWorld,
) -> None:
    first = evening(world, add=True)
    following = three_go_on(first)
    Session.objects.filter(pk=following.pk).update(deleted_at="2025-01-01T00:00Z")
    assert world.table() == []
    assert "1 evenings of seasons went back" in purge()
    assert world.table() == FIRST


def test_evenings_that_went_on_before_this_version_are_found_by_the_migration(world: SeasonWorld) -> None:
    first = evening(world, add=True)
    last = three_go_on(three_go_on(first))
    SeasonEvent.objects.update(sheet=first)
    importlib.import_module("tournaments.seasons.migrations.0003_count_following_sheets").count_following(apps, None)
    assert world.event().sheet == last


def test_season_of_a_player_has_the_hands_of_both_sheets(world: SeasonWorld) -> None:
    following = three_go_on(evening(world, add=True))
    solo(following)
    for is_closed in (False, True):
        if is_closed:
            close_sheet(following)
        whole, season = page_of(world, "Anna"), page_of(world, "Anna", of_season=True)
        assert (whole["total"], whole["play"]) == (season["total"], season["play"])
        assert season["play"]["hands"] == 2
