"""The text for a newspaper says what is known, and nothing else."""

from typing import Any

import pytest
from django.db import connection
from django.db.models import OuterRef, Subquery
from django.test import Client
from django.test.utils import CaptureQueriesContext

from cegoscore.clubs.models import Player
from cegoscore.contest.ties import TieBreak
from cegoscore.scoresheet.models import Session
from tests.pages import body_of
from tests.worlds.copied import copied
from tests.worlds.season import SeasonWorld
from tests.worlds.tournament import World, client_of, play_hands
from tournaments.desk import services as desk
from tournaments.models import CategoryKind, Entrant, Result, ResultSource, Tournament
from tournaments.seasons.models import Season

pytestmark = pytest.mark.django_db


def text_of(tournament: Tournament, language: str = "de") -> str:
    return body_of(Client(headers={"accept-language": language}).get(f"/tournaments/{tournament.pk}/press"))


def two_years(now: int, before: int, **changed: Any) -> Tournament:
    """Public tournaments of one name with so many players, a year apart; `changed` about the earlier one."""
    world = SeasonWorld()
    names = [f"Spieler {number}" for number in range(max(now, before))]
    earlier, later = (world.tournament(dict.fromkeys(names[:many], 0), add=False) for many in (before, now))
    for tournament, day in ((earlier, "2024-11-16"), (later, "2025-11-15")):
        rows = Tournament.objects.filter(pk=tournament.pk)
        rows.update(name="Preiscego", day=day, is_public=True)
    Tournament.objects.filter(pk=earlier.pk).update(**changed)
    return later


@pytest.mark.parametrize(
    ("now", "before", "german", "english"),
    [
        (6, 4, "2 mehr als im Jahr davor (4).", "2 more than the year before (4)."),
        (4, 5, "1 weniger als im Jahr davor (5).", "1 fewer than the year before (5)."),
        (4, 4, "So viele wie im Jahr davor.", "As many as the year before."),
    ],
)
def test_attendance_is_held_against_the_year_before(now: int, before: int, german: str, english: str) -> None:
    later = two_years(now, before)
    assert german in text_of(later).splitlines()
    assert english in text_of(later, "en").splitlines()


@pytest.mark.parametrize(
    "changed",
    [
        {"name": "Preiscego 2024"},
        {"is_public": False},
        {"finished_at": None},
        {"cancelled_at": "2024-11-16T00:00Z"},
        {"deleted_at": "2024-11-16T00:00Z"},
        {"day": "2023-11-16"},
        {"held_from": 1},
    ],
    ids=lambda changed: next(iter(changed)),
)
def test_attendance_is_not_said_where_the_counterpart_is_not_known(changed: dict[str, Any]) -> None:
    assert "Jahr davor" not in text_of(two_years(6, 4, **changed))


def test_two_tournaments_of_a_name_in_one_year_have_no_counterpart() -> None:
    later = two_years(6, 4)
    Tournament.objects.create(club=later.club, name="preiscego ", day="2025-03-01", rule_set=later.rule_set)
    assert "Jahr davor" not in text_of(later)


def test_whoever_practised_is_no_player_of_the_year_before() -> None:
    later = two_years(6, 5)
    Result.objects.filter(round__tournament__day="2024-11-16", entrant__player__name="Spieler 4").update(counts=False)
    assert "2 mehr als im Jahr davor (4)." in text_of(later)


def played_on_sheets() -> World:
    """Eight players, three hands at each of two tables, finished."""
    world = copied(World, is_public=True, hands=3, rounds=1)
    world.register(8)
    round_ = world.draw()
    for table in round_.tables.all():
        assert table.sheet
        play_hands(table.sheet, 3)
        Session.objects.filter(pk=table.sheet.pk).update(state="confirmed")
    desk.close_round(round_)
    desk.finish_tournament(world.tournament)
    return world


def test_hands_are_counted_where_every_table_wrote_them() -> None:
    world = played_on_sheets()
    assert "6 Spiele wurden gespielt." in text_of(world.tournament).splitlines()
    assert "6 hands were played." in text_of(world.tournament, "en").splitlines()
    ended = Tournament.objects.get().finished_at
    Tournament.objects.update(finished_at=None)
    assert "wurden gespielt" not in text_of(world.tournament), "it goes on"
    Tournament.objects.update(finished_at=ended)
    Result.objects.filter(pk=Result.objects.order_by("pk").values("pk")[:1]).update(source=ResultSource.TYPED)
    assert "wurden gespielt" not in text_of(world.tournament), "what a table had on paper nobody counted"


def test_those_whom_a_card_parted_are_named() -> None:
    world = copied(World, is_public=True, rounds=1, tie_breaks=[TieBreak.CARD])
    world.register(8)
    table = world.play_round()
    assert "Gleich viele" not in text_of(world.tournament), "nobody drew yet"
    level = [result.entrant.number or 0 for result in table.results.filter(seat=0).order_by("entrant__number")]
    desk.decide_tie(table, numbers=level, by=TieBreak.CARD, drawn_by="Wirt", device=None)
    told = [line for line in text_of(world.tournament).splitlines() if line.startswith("Gleich viele")]
    english = [line for line in text_of(world.tournament, "en").splitlines() if line.startswith("Level, decided")]
    assert len(told) == len(english) == 1
    first, second = (Player.objects.get(entries__number=number).name for number in level)
    assert told[0].startswith("Gleich viele Punkte, Karte gezogen: 1. ")
    assert told[0].index(f"1. {first}") < told[0].index(f"2. {second}")


def test_those_whom_counting_parted_are_not_named() -> None:
    world = copied(World, is_public=True, hands=3, rounds=1, tie_breaks=[TieBreak.GAMES_WON])
    world.register(8)
    table = world.play_round()
    Result.objects.filter(round=table).update(
        games_won=Subquery(Entrant.objects.filter(pk=OuterRef("entrant")).values("number")),
        source=ResultSource.IMPORTED,
    )
    data = Client().get(f"/tournaments/{world.tournament.pk}/standings.json").json()
    assert any(row["decided_by"] for row in data["standings"])
    assert "Gleich viele" not in text_of(world.tournament)


def led(**settings: Any) -> tuple[SeasonWorld, Tournament]:
    world = SeasonWorld()
    Season.objects.update(is_public=True, **settings)
    world.tournament({"Anna": 40, "Bernd": -40})
    last = world.tournament({"Anna": -10, "Bernd": 10})
    Tournament.objects.update(is_public=True)
    return world, last


def test_text_says_who_lead_the_open_public_season_in_which_it_counts() -> None:
    world, last = led()
    assert "In der Saison Winter vorn: Anna (Hüfingen) +30" in text_of(last).splitlines()
    assert "In front in the season Winter: Anna (Hüfingen) +30" in text_of(last, "en").splitlines()
    last = world.tournament({"Anna": -30, "Bernd": 30})
    Tournament.objects.update(is_public=True)
    assert "In der Saison Winter vorn: Anna (Hüfingen) 0, Bernd (Hüfingen) 0" in text_of(last)


@pytest.mark.parametrize(
    ("model", "settings"),
    [
        *((Season, settings) for settings in ({"is_public": False}, {"closed_at": "2026-05-01T00:00Z"})),
        *((Tournament, settings) for settings in ({"held_from": 1}, {"finished_at": None})),
    ],
)
def test_season_is_not_mentioned_if_it_is_private_or_over_or_results_are_held_back_or_come(
    model: Any, settings: dict[str, Any]
) -> None:
    world, last = led()
    model.objects.filter(pk__in=(world.season.pk, last.pk)).update(**settings)
    assert "Saison" not in text_of(last)


def test_erased_leader_has_no_name() -> None:
    world, last = led()
    Player.objects.filter(pk=world.player("Anna").pk).update(name="", village="")
    line = next(line for line in text_of(last).splitlines() if "Saison Winter" in line)
    assert "Anna" not in line


def test_junior_who_leads_a_season_is_read_by_initials_whoever_asks() -> None:
    world, last = led()
    junior = last.categories.create(kind=CategoryKind.JUNIORS)
    junior.entrants.set(last.entrants.filter(player__name="Anna"))
    for client in (Client(headers={"accept-language": "de"}), client_of(world.organiser)):
        text = body_of(client.get(f"/tournaments/{last.pk}/press"))
        line = next(line for line in text.splitlines() if "Saison Winter" in line)
        assert line == "In der Saison Winter vorn: A. (Hüfingen) +30"


def test_queries_of_the_text_do_not_grow_with_the_field() -> None:
    counts = set()
    for many in (4, 9):
        tournament = two_years(many, many)
        with CaptureQueriesContext(connection) as captured:
            text_of(tournament)
        counts.add(len(captured))
    assert len(counts) == 1
