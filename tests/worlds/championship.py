"""Believable seasons of the championship, to measure with; one of them is the document that `demo_season` restores."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from random import Random

from django.db import transaction
from django.utils import timezone

from cegoscore.clubs.house_rules.rule_sets import stored
from cegoscore.clubs.models import Club, Device, Player
from cegoscore.clubs.rights.links import open_club
from cegoscore.contest.ties import TieBreak
from cegoscore.scoring.rule_files import published
from tournaments.demo.evening import RULES, play_round
from tournaments.demo.made_up import JUNIORS, people
from tournaments.models import (
    Category,
    CategoryKind,
    Entrant,
    Tournament,
)
from tournaments.seasons.importing import write_totals
from tournaments.seasons.models import Season, SeasonEvent

VENUES = (
    "Bräunlingen",
    "Unadingen",
    "Löffingen",
    "Hammereisenbach",
    "Vöhrenbach",
    "Furtwangen",
    "Schonach",
    "Gremmelsbach",
    "St. Georgen",
    "Königsfeld",
    "Tannheim",
    "Wolterdingen",
    "Döggingen",
)
REGULARS = 2.3
"""So many more people come in a season than to one tournament."""

STEADY = 1.0
SPREAD = 300
"""Standard deviation of an evening's totals, and of the players' skill in card points."""


@dataclass(frozen=True, slots=True)
class Regular:
    """Somebody of the championship: how well they play, how often they come, what they are."""

    player: Player
    skill: float
    keen: float
    categories: frozenset[CategoryKind]


def demo_season(
    device: Device, *, seasons: int, tournaments: int, players: int, hands: int, seed: int, first: date
) -> list[Season]:
    """So many seasons of one club, a year apart, the last one beginning on the day; all tournaments are finished.

    Without hands every tournament has one round of totals that were read in; with hands two rounds that were played.
    """
    random = Random(seed)
    with transaction.atomic():
        club = open_club(device, name="Schwarzwaldmeisterschaft")
        regulars = _regulars(club, random, round(players * REGULARS))
    return [
        _season(club, random, regulars, _years_before(first, ago), (tournaments, players, hands))
        for ago in range(seasons - 1, -1, -1)
    ]


def _years_before(day: date, years: int) -> date:
    return day - timedelta(days=364 * years)


def _regulars(club: Club, random: Random, count: int) -> list[Regular]:
    rows = people(random, count)
    players = Player.objects.bulk_create(Player(club=club, name=made.name, village=made.village) for made in rows)
    return [
        Regular(
            player=player,
            skill=random.gauss(0, STEADY),
            keen=random.betavariate(0.8, 1.4) + 0.02,
            categories=frozenset(
                ([CategoryKind.WOMEN] if made.is_woman else [])
                + ([CategoryKind.JUNIORS] if random.random() < JUNIORS else [])
            ),
        )
        for player, made in zip(players, rows, strict=True)
    ]


def _season(club: Club, random: Random, regulars: Sequence[Regular], first: date, size: tuple[int, int, int]) -> Season:
    tournaments, players, hands = size
    days = [first + timedelta(days=14 * number) for number in range(tournaments)]
    with transaction.atomic():
        season = Season.objects.create(
            club=club,
            name=f"Schwarzwaldmeisterschaft {first.year}/{(first.year + 1) % 100:02}",
            first_day=first,
            last_day=days[-1],
            tie_breaks=[TieBreak.WINS.value, TieBreak.LOT.value],
            categories=[[CategoryKind.WOMEN.value, ""], [CategoryKind.JUNIORS.value, ""]],
            is_public=True,
        )
    for number, day in enumerate(days):
        with transaction.atomic():
            field = _field(random, regulars, players)
            tournament = _tournament(club, VENUES[number % len(VENUES)], day, hands)
            entrants = _register(tournament, field)
            _play(tournament, random, field, entrants)
            Tournament.objects.filter(pk=tournament.pk).update(finished_at=timezone.now())
            SeasonEvent.objects.create(season=season, tournament=tournament, day=day)
    return season


def _field(random: Random, regulars: Sequence[Regular], players: int) -> list[Regular]:
    """Choose who comes, the keen ones more often; a multiple of four, so that no house player is needed."""
    wish = {regular.player.pk: random.random() ** (1 / regular.keen) for regular in regulars}
    return sorted(regulars, key=lambda regular: -wish[regular.player.pk])[: players - players % 4]


def _tournament(club: Club, venue: str, day: date, hands: int) -> Tournament:
    return Tournament.objects.create(
        club=club,
        name="Preiscego",
        day=day,
        venue=venue,
        rule_set=stored(published(RULES)),
        rounds=2 if hands else 1,
        hands=max(1, hands // 2),
        is_public=True,
    )


def _register(tournament: Tournament, field: Sequence[Regular]) -> list[Entrant]:
    entrants = Entrant.objects.bulk_create(
        Entrant(tournament=tournament, number=number, player=regular.player, has_paid=True)
        for number, regular in enumerate(field, 1)
    )
    for kind in (CategoryKind.WOMEN, CategoryKind.JUNIORS):
        category = Category.objects.create(tournament=tournament, kind=kind)
        members = [entrant for entrant, regular in zip(entrants, field, strict=True) if kind in regular.categories]
        category.entrants.set(members)
    return entrants


def _play(tournament: Tournament, random: Random, field: Sequence[Regular], entrants: Sequence[Entrant]) -> None:
    if tournament.rounds == 1:
        _totals(tournament, random, field, entrants)
        return
    skills = {entrant.number or 0: regular.skill for entrant, regular in zip(entrants, field, strict=True)}
    for number in (1, 2):
        play_round(tournament, random, skills, seed=f"{tournament.day}-{number}")


def _totals(tournament: Tournament, random: Random, field: Sequence[Regular], entrants: Sequence[Entrant]) -> None:
    """A round of totals that sum to zero."""
    points = [round(random.gauss(regular.skill * SPREAD / 4, SPREAD) / 5) * 5 for regular in field]
    mean = sum(points) // len(points)
    points = [amount - mean for amount in points]
    points[0] -= sum(points)
    write_totals(tournament, entrants, points)
