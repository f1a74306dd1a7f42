"""Chances near the end: on the wall, at the desk and on the public page, when it is said and of whom."""

import re
from dataclasses import replace
from typing import Any

import pytest
from django.test import Client

from cegoscore.clubs.models import Player
from cegoscore.clubs.people import initials_of
from cegoscore.contest.outlook import OpenTotal, first_places
from tests.pages import body_of
from tests.worlds.copied import copied
from tests.worlds.tournament import World, client_of, drawn, play_hands
from tournaments.course.access import EVERYTHING
from tournaments.course.queries import live_version
from tournaments.desk import exchange, services as desk
from tournaments.models import CategoryKind, Entrant, PrizeKind, Takes, Tournament
from tournaments.setup.plans import PrizePlan
from tournaments.standings import outlook
from tournaments.standings.outlook import Outlook, outlook_context, outlook_of
from tournaments.standings.queries import standings_of

pytestmark = pytest.mark.django_db

PRIZES = [PrizePlan(kind=PrizeKind.RANK, rank=rank, what="Wein") for rank in (1, 2)]


def last_round(players: int = 8, **settings: Any) -> World:
    """Twelve hands a round, the first with hands, the second drawn; the organiser shows who can still win."""
    world = drawn(players, hands=12, shows_chances=True, is_public=True, prizes=PRIZES, **settings)
    play(world, 12)
    desk.close_round(world.tournament.played_rounds.get(number=1))
    world.draw()
    return world


def play(world: World, count: int, *, first: int = 1, tables: tuple[int, ...] = ()) -> None:
    """So many hands at the tables of the newest round, or at these; each table ends by itself."""
    round_ = world.tournament.played_rounds.order_by("-number")[0]
    for table in round_.tables.order_by("number").select_related("sheet"):
        if table.sheet and (not tables or table.number in tables):
            play_hands(table.sheet, count, first=first, points=40 + 3 * table.number)
            if first + count > 12:
                type(table.sheet).objects.filter(pk=table.sheet.pk).update(state="confirmed")


def seen(world: World) -> Outlook:
    return outlook_of(Tournament.objects.get(pk=world.tournament.pk), live_version(world.tournament))


def pages_of(world: World) -> dict[str, str]:
    home = f"/tournaments/{world.tournament.pk}"
    asked = {"wall": f"{home}/beamer?show=chances", "public": home, "desk": f"{home}/rounds/2"}
    return {name: body_of(client_of(world.organiser).get(address)) for name, address in asked.items()}


def test_it_is_silent_before_the_middle_of_the_last_round_and_then_stands_in_three_places() -> None:
    world = copied(last_round)
    play(world, 5)
    assert not seen(world).firsts
    assert not any("<polyline" in page for page in pages_of(world).values())
    play(world, 1, first=6)
    assert sum(seen(world).firsts.values()) in range(85, 116)
    pages = pages_of(world)
    assert [page.count("<polyline") for page in pages.values()] == [8, 8, 8]
    assert all("style=" not in re.sub("(?s).*<main", "", page) for page in pages.values())


@pytest.mark.parametrize("why", ["switched off", "held back", "cancelled", "over"])
def test_it_is_silent_where_the_organiser_shows_nothing(why: str) -> None:
    world = copied(last_round)
    play(world, 12)
    if why == "switched off":
        Tournament.objects.update(shows_chances=False)
    elif why == "held back":
        exchange.hold_results(world.tournament, first=2, device=world.organiser)
    elif why == "cancelled":
        Tournament.objects.update(cancelled_at=world.tournament.created_at)
    else:
        desk.close_round(world.tournament.played_rounds.get(number=2))
    assert seen(world) == Outlook()
    page = body_of(client_of(world.organiser).get(f"/tournaments/{world.tournament.pk}"))
    assert "<polyline" not in page


def test_an_open_round_is_never_said_to_be_decided() -> None:
    world = copied(last_round)
    play(world, 12)
    assert set(seen(world).firsts.values()) <= {0, 50, 100}
    page = pages_of(world)["public"]
    shares = [" ".join(cell.split()) for cell in re.findall(r"(?s)<td>(.*?)</td>", page)]
    assert shares
    assert not {"0", "100"} & set(shares)


def test_tables_on_paper_count_with_all_their_hands_and_it_is_said() -> None:
    world = copied(last_round)
    play(world, 12, tables=(1,))
    assert seen(world).on_paper == 1
    assert "1 Tisch schreibt auf Papier" in pages_of(world)["public"]


def test_who_takes_no_prizes_can_win_without_one_and_who_is_out_of_the_ranking_is_not_named() -> None:
    world = copied(last_round)
    play(world, 6)
    first, second = standings_of(world.tournament, EVERYTHING).lines[:2]
    Entrant.objects.filter(pk=first.person.entrant).update(takes=Takes.RANK)
    Entrant.objects.filter(pk=second.person.entrant).update(takes=Takes.NOTHING)
    Tournament.objects.update(version=99)
    shares = seen(world)
    assert first.row.number in shares.firsts
    assert first.row.number not in shares.prizes
    assert second.row.number not in shares.firsts
    Entrant.objects.filter(pk=second.person.entrant).update(takes=Takes.PRIZES)
    later = outlook_context(shares, standings_of(world.tournament, EVERYTHING))
    assert second.row.number not in {one.line.row.number for one in (*later["chances"], *later["ways"])}


def test_somebody_erased_is_a_number_and_a_junior_is_initials_for_strangers() -> None:
    world = copied(last_round)
    play(world, 6)
    line = standings_of(world.tournament, EVERYTHING).lines[0]
    Player.objects.filter(pk=line.person.player).update(name="")
    page = body_of(Client().get(f"/tournaments/{world.tournament.pk}"))
    assert line.person.name not in page
    assert f"Spieler {line.row.number}" in page


def test_a_junior_in_the_list_of_chances_is_initials_to_strangers() -> None:
    world = copied(last_round, categories=[(CategoryKind.JUNIORS, "")])
    play(world, 6)
    shares = seen(world).firsts
    lines = standings_of(world.tournament, EVERYTHING).lines
    person = max(lines, key=lambda line: shares[line.row.number]).person
    juniors = world.tournament.categories.get()
    juniors.entrants.add(person.entrant)
    short = initials_of(person.name)
    for address in ("", "/beamer?show=chances"):
        page = f"/tournaments/{world.tournament.pk}{address}"
        strangers = body_of(Client().get(page))
        assert "<polyline" in strangers
        assert (person.name in strangers, short in strangers) == (False, True), page
    assert person.name in pages_of(world)["desk"]


def test_house_and_practising_players_have_no_chance_and_no_way() -> None:
    world = copied(World, hands=12, shows_chances=True)
    world.register(11)
    world.tournament.entrants.filter(number__gt=7).update(practises=True)
    world.draw()
    play(world, 12)
    desk.close_round(world.tournament.played_rounds.get(number=1))
    world.draw()
    play(world, 6, tables=(1, 2))
    assert world.tournament.entrants.filter(is_house=True).count() == 1
    shares = seen(world)
    assert set(shares.firsts) == set(shares.ranks) == set(range(1, 8))
    assert sum(shares.firsts.values()) in range(85, 116)
    assert shares.on_paper == 0, "the table that practises has no hands yet"


def test_ranks_are_those_of_the_hands_and_end_where_the_standings_are() -> None:
    world = copied(last_round)
    play(world, 8)
    shares, lines = seen(world), standings_of(world.tournament, EVERYTHING).lines
    assert shares.steps == [(1, 6), (1, None), (2, 6), (2, None)]
    assert {line.row.number: line.row.rank for line in lines} == {key: row[-1] for key, row in shares.ranks.items()}
    half: dict[int, int] = {}
    for result in world.tournament.played_rounds.get(number=1).results.select_related("entrant", "table__sheet"):
        assert result.table
        assert result.table.sheet
        rows = result.table.sheet.hands.order_by("place")[:6]
        number = result.entrant.number or 0
        half[number] = sum(row.scores.get(seat__number=result.seat).points for row in rows)
    assert {key: row[0] for key, row in shares.ranks.items()} == {
        number: 1 + sum(other > points for other in half.values()) for number, points in half.items()
    }


def test_my_line_is_in_the_chart_though_others_are_ahead() -> None:
    world = copied(last_round, players=16)
    play(world, 6)
    table = standings_of(world.tournament, EVERYTHING)
    last = table.lines[-1].row.number
    context = outlook_context(seen(world), table, last)
    assert [way.line.row.number for way in context["ways"] if way.is_me] == [last]
    assert len(context["ways"]) == 11
    assert last in [one.line.row.number for one in context["chances"]]
    for count in (2, 3):
        shorter = replace(seen(world), steps=seen(world).steps[:count])
        steps = outlook_context(shorter, table)["steps"]
        assert (steps[0][0], steps[-1][0]) == (outlook.LEFT, outlook.RIGHT)


def test_it_is_counted_once_until_something_changes(monkeypatch: pytest.MonkeyPatch) -> None:
    world, counted = copied(last_round), []
    play(world, 6)
    original = first_places

    def count(field: dict[int, OpenTotal]) -> dict[int, float]:
        counted.append(len(field))
        return original(field)

    monkeypatch.setattr(outlook, "first_places", count)
    outlook.OUTLOOKS.__init__(oldest=float("inf"))  # type: ignore[misc]
    for _look in range(3):
        pages_of(world)
    assert counted == [8]
    play(world, 1, first=7)
    pages_of(world)
    assert counted == [8, 8]
