"""Believable seasons and tournaments of the championship, to measure with and to look around in (`demos.py`)."""

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from random import Random
from typing import Any
from uuid import uuid5

from django.db import transaction
from django.db.models import F
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext

from cegoscore.clubs.house_rules.rule_sets import stored
from cegoscore.clubs.models import Club, Device, Player, Right
from cegoscore.clubs.rights.links import link_for, open_club, secret_of
from cegoscore.contest.ties import TieBreak
from cegoscore.scoresheet.models import Session, State
from cegoscore.scoring.rules.rule_files import published
from tests.worlds.made_up import JUNIORS, people, played_hands, write_hands
from tournaments.clubhouse.management.commands.demo import TEXTS
from tournaments.desk import services as desk
from tournaments.drawing import services as drawing
from tournaments.models import Category, CategoryKind, Entrant, Prize, PrizeKind, Tournament
from tournaments.seasons.models import Season, SeasonEvent

RULES = "schwarzwaldmeisterschaft"
FIRST = date(2025, 11, 15)
"""The day on which the last season begins."""
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


def played_seasons(device: Device, *, tournaments: int, players: int, hands: int = 0, seasons: int = 1) -> Season:
    """So many seasons of one club, a year apart, and the last of them; all tournaments are finished.

    Without hands every tournament has one round of totals that were read in; with hands two rounds that were played.
    """
    random = Random(1)
    club = open_club(device, name="Schwarzwaldmeisterschaft")
    regulars = _regulars(club, random, round(players * REGULARS))
    firsts = [FIRST - timedelta(days=364 * ago) for ago in reversed(range(seasons))]
    return [_season(club, random, regulars, first, (tournaments, players, hands)) for first in firsts][-1]


def played_tournament(*, players: int, day: date, rounds: int = 2) -> Tournament:
    """A tournament of two rounds of 24 hands, so many of them played."""
    random = Random(1)
    club = open_club(Device.objects.create(), name="Cegofreunde Bregtal")
    field = _regulars(club, random, players)
    ties = [TieBreak.LAST_ROUND.value, TieBreak.GAMES_WON.value, TieBreak.CARD.value]
    tournament = _tournament(club, "Gasthaus Hirschen", day, 48, entry_fee=12, tie_breaks=ties)
    entrants = _register(tournament, field)
    *for_ranks, for_women, for_juniors = map(gettext, TEXTS[:10])
    prizes: list[dict[str, Any]] = [{"rank": rank, "what": what} for rank, what in enumerate(for_ranks, 1)]
    for category, what in zip(tournament.categories.order_by("pk"), (for_women, for_juniors), strict=True):
        prizes.append({"kind": PrizeKind.CATEGORY, "rank": 1, "category": category, "what": what})
    prizes.append({"kind": PrizeKind.LAST, "what": "Wurstsalat"})
    for place, columns in enumerate(prizes):
        # A key of its own: chance goes on as it did before prizes had one.
        key = uuid5(tournament.pk, f"prize {place}")
        Prize.objects.create(tournament=tournament, uuid=key, **{"kind": PrizeKind.RANK} | columns)
    _play(tournament, random, field, entrants, rounds)
    return tournament


def say_tournament(players: int, rounds: int) -> None:
    """Make one, and print the address of its page and that of the link that runs it: for `manage.py shell`."""
    tournament = played_tournament(players=players, day=timezone.localdate(), rounds=rounds)
    link = link_for(tournament.club, right=Right.MANAGE, target=tournament.pk)
    sys.stdout.write(f"{tournament.get_absolute_url()} {reverse('open_tournament_link', args=[secret_of(link)])}\n")


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
            (_play if hands else _totals)(tournament, random, field, entrants)
            Tournament.objects.filter(pk=tournament.pk).update(finished_at=timezone.now())
            SeasonEvent.objects.create(season=season, tournament=tournament, day=day)
    return season


def _field(random: Random, regulars: Sequence[Regular], players: int) -> list[Regular]:
    """Choose who comes, the keen ones more often; a multiple of four, so that no house player is needed."""
    wish = {regular.player.pk: random.random() ** (1 / regular.keen) for regular in regulars}
    return sorted(regulars, key=lambda regular: -wish[regular.player.pk])[: players - players % 4]


def _tournament(club: Club, venue: str, day: date, hands: int, **more: Any) -> Tournament:
    return Tournament.objects.create(
        club=club,
        name="Preiscego",
        day=day,
        venue=venue,
        rule_set=stored(published(RULES)),
        rounds=2 if hands else 1,
        hands=max(1, hands // 2),
        is_public=True,
        **more,
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


def _play(
    tournament: Tournament, random: Random, field: Sequence[Regular], entrants: Sequence[Entrant], rounds: int = 2
) -> None:
    """Draw so many rounds, play and confirm all of their tables, close them."""
    skills = {entrant.number: regular.skill for entrant, regular in zip(entrants, field, strict=True)}
    rules = published(RULES)
    for number in range(1, rounds + 1):
        round_ = drawing.draw_round(tournament, seed=f"{tournament.venue} {number}")
        drawing.start_round(round_)
        at_table: dict[int | None, list[float]] = {}
        for table, entrant in round_.results.order_by("seat").values_list("table", "entrant__number"):
            at_table.setdefault(table, []).append(skills.get(entrant, 0.0))
        sheets = Session.objects.filter(table__round=round_)
        for sheet in sheets.select_related("rule_set", "table").order_by("table__number"):
            skills_there = at_table[sheet.table.pk]
            write_hands(sheet, played_hands(random, rules, tournament.hands, dealer=sheet.dealer, skills=skills_there))
        confirmed = {"state": State.CONFIRMED, "handed_in_by": 0, "confirmed_by": 1, "ended_at": timezone.now()}
        sheets.update(**confirmed, version=F("version") + 2)
        desk.close_round(round_)


def _totals(tournament: Tournament, random: Random, field: Sequence[Regular], entrants: Sequence[Entrant]) -> None:
    """A round of totals that sum to zero."""
    points = [round(random.gauss(regular.skill * SPREAD / 4, SPREAD) / 5) * 5 for regular in field]
    mean = sum(points) // len(points)
    points = [amount - mean for amount in points]
    points[0] -= sum(points)
    desk.read_in(tournament, entrants, points)
