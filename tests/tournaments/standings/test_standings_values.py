"""Ranks, prizes, chances and awards of a full tournament, as they were looked at."""

from collections.abc import Iterable
from typing import Any

import pytest

from tests.golden.values import hold
from tests.tournaments.standings.test_outlook import last_round, play, seen
from tests.tournaments.standings.test_tournament_honours import played
from tests.worlds.copied import copied
from tests.worlds.full_tournament import FullTournament
from tests.worlds.tournament import World, type_table
from tournaments.course.access import EVERYTHING, Shown
from tournaments.course.queries import live_version
from tournaments.models import PrizeKind, Tournament
from tournaments.setup.plans import PrizePlan
from tournaments.standings.awards import awarded
from tournaments.standings.ends import end_of
from tournaments.standings.outings import events_of
from tournaments.standings.outlook import outlook_context
from tournaments.standings.page import StandingsChoice, standings_context, tournament_picture
from tournaments.standings.queries import standings_of
from tournaments.standings.tournament_honours import tournament_honours
from tournaments.standings.unveiling import Place, may_be_unveiled, stage_of

pytestmark = pytest.mark.django_db


def pages(tournament: Tournament, shown: Shown = EVERYTHING) -> list[dict[str, Any]]:
    """All that the pages of a tournament have beside the table itself, on paper, too."""
    keys = tournament.categories.order_by("pk").values_list("pk", flat=True)
    choices = [StandingsChoice(), StandingsChoice(round=1), *(StandingsChoice(category=key) for key in keys)]
    told = [
        standings_context(tournament, shown, choice, players="/players/", sees_hands=not on_paper, on_paper=on_paper)
        for choice in choices
        for on_paper in (False, True)[: 1 if choice.category else 2]
    ]
    return [{key: value for key, value in page.items() if key not in ("table", "lines")} for page in told]


def test_full_tournament_has_its_ranks_prizes_and_pages() -> None:
    tournament = copied(FullTournament).tournament
    table, of_one = (standings_of(tournament, EVERYTHING, only_round=number) for number in (None, 1))
    hold("full_tournament", [table, of_one.lines, awarded(tournament, table)])
    shown = [*pages(tournament), *pages(tournament, Shown(held_from=2))[:1]]
    hold("full_tournament_pages", [shown, tournament_picture(tournament, table, "1")])
    (event,) = events_of(Tournament.objects.all())
    placed = sorted((one.rank, one.points) for one in event.results.values())
    hold("full_tournament_outings", [event.is_over, placed, [column.number for column in event.columns]])


def places_told(places: Iterable[Place | None]) -> list[Any]:
    return [place and (place.rank, len(place.lines), [one.label for one in place.prizes]) for place in places]


def test_full_tournament_is_unveiled_place_by_place() -> None:
    tournament, stages = copied(FullTournament).tournament, []
    for holds_from, unveiled_from in ((None, None), (1, None), (1, 13), (1, 11), (1, 3), (1, 1)):
        tournament.held_from, tournament.unveiled_from = holds_from, unveiled_from
        stage = stage_of(tournament)
        places = [places_told(places) for places in ([stage.latest], stage.behind, stage.coming)]
        stages.append([stage.before, stage.unprized, may_be_unveiled(tournament), *places])
    hold("full_tournament_unveiled", stages)


def test_money_of_who_is_level_is_divided() -> None:
    prizes = [
        PrizePlan(kind=PrizeKind.RANK, rank=rank, what="10 €", cents=cents) for rank, cents in ((1, 1000), (2, 501))
    ]
    world, told = copied(World, prizes=prizes, tie_breaks=[]), []
    world.register(8)
    for _round in range(2):
        world.play_round(f"{_round}")
        told.append(awarded(world.tournament, standings_of(world.tournament, EVERYTHING)))
    hold("level", told)


def test_who_is_level_shares_in_the_end_as_if_nobody_drew() -> None:
    prizes = [PrizePlan(kind=PrizeKind.RANK, rank=1, what="Geld", cents=1000)]
    world = copied(World, rounds=1, prizes=prizes, tie_breaks=["lot"])
    world.register(8)
    world.play_round()
    to_be_drawn = end_of(world.tournament)
    world.tournament.tie_breaks = []
    assert end_of(world.tournament) == to_be_drawn


def test_last_round_has_its_chances_and_ways() -> None:
    world = copied(last_round, players=28)
    play(world, 12, tables=(1,))
    play(world, 9, tables=(2, 3, 4, 5))
    type_table(world.tournament.played_rounds.get(number=2).tables.get(number=6))
    table = standings_of(world.tournament, EVERYTHING)
    mine = outlook_context(seen(world), table, table.lines[-1].row.number)
    hold("last_round", [table, pages(world.tournament)[:1], seen(world), mine])


def test_awards_are_told() -> None:
    world = copied(played)
    tournament = Tournament.objects.get(pk=world.tournament.pk)
    table = standings_of(tournament, EVERYTHING)
    honours = tournament_honours(tournament, table, live_version(tournament))
    hold("awards", [honours, tournament_picture(tournament, table, "1", honours)])
