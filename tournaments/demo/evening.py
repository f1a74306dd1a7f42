"""A believable championship evening, to look around in and to measure with."""

from __future__ import annotations

from datetime import date
from random import Random

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from cegoscore.clubs.house_rules.rule_sets import rules_of
from cegoscore.clubs.models import Device
from cegoscore.contest.ties import TieBreak
from cegoscore.scoresheet.models import Session, State
from cegoscore.scoresheet.services.whole_sheets import write_whole_sheets
from cegoscore.scoring.rule_files import published
from tournaments.demo.made_up import JUNIORS, people, played_hands
from tournaments.desk import services as desk
from tournaments.door import services as door
from tournaments.door.services import Newcomer
from tournaments.drawing import services as drawing
from tournaments.models import CategoryKind, PrizeKind, Result, Round, Tournament
from tournaments.setup import services as setup
from tournaments.setup.plans import PrizePlan

RULES = "schwarzwaldmeisterschaft"
SKILL = 1.0
"""Standard deviation of the players' skill in card points."""

PRIZES = ("150 € und ein Schinken", "100 € und ein Schinken", "75 €", "50 €", "40 €", "30 €", "Vesperplatte", "Speck")


def demo_tournament(device: Device, *, players: int, seed: int, day: date, rounds_played: int = 2) -> Tournament:
    """A tournament of two rounds of 24 hands with this field; as many of them played as asked for."""
    random = Random(seed)
    with transaction.atomic():
        tournament = _set_up(device, day)
        _register(tournament, random, players)
        skills = {number: random.gauss(0, SKILL) for number in range(1, players + 10)}
        for number in range(1, rounds_played + 1):
            play_round(tournament, random, skills, seed=f"{seed}-{number}")
    tournament.refresh_from_db()
    return tournament


def _set_up(device: Device, day: date) -> Tournament:
    ranks = [PrizePlan(kind=PrizeKind.RANK, rank=rank, what=what) for rank, what in enumerate(PRIZES, 1)]
    others = [
        PrizePlan(kind=PrizeKind.CATEGORY, category=0, rank=1, what="Blumenstrauß"),
        PrizePlan(kind=PrizeKind.CATEGORY, category=1, rank=1, what="Kinokarten"),
        PrizePlan(kind=PrizeKind.LAST, what="Wurstsalat"),
    ]
    return setup.set_up(
        device,
        club_name="Cegofreunde Bregtal",
        rules=published(RULES),
        small_rules=None,
        categories=[(CategoryKind.WOMEN, ""), (CategoryKind.JUNIORS, "")],
        prizes=ranks + others,
        name="Preiscego",
        day=day,
        venue="Gasthaus Hirschen",
        entry_fee=12,
        tie_breaks=[TieBreak.LAST_ROUND.value, TieBreak.GAMES_WON.value, TieBreak.CARD.value],
        is_public=True,
    )


def _register(tournament: Tournament, random: Random, players: int) -> None:
    women, juniors = tournament.categories.order_by("pk").values_list("pk", flat=True)
    door.register_all(
        tournament,
        [
            Newcomer(
                name=made.name,
                village=made.village,
                has_paid=True,
                categories=(*[women] * made.is_woman, *[juniors] * (random.random() < JUNIORS)),
            )
            for made in people(random, players)
        ],
    )


def play_round(tournament: Tournament, random: Random, skills: dict[int, float], *, seed: str) -> Round:
    """Draw a round, play and confirm all of its tables, close it."""
    round_ = drawing.draw_round(tournament, seed=seed)
    drawing.start_round(round_)
    write_whole_sheets(
        (sheet, played_hands(random, rules_of(sheet.rule_set), tournament.hands, dealer=sheet.dealer, skills=own))
        for sheet, own in _tables(round_, skills)
    )
    sheets = Session.objects.filter(table__round=round_)
    sheets.update(
        state=State.CONFIRMED, handed_in_by=0, confirmed_by=1, ended_at=timezone.now(), version=F("version") + 2
    )
    desk.close_round(round_)
    round_.refresh_from_db()
    return round_


def _tables(round_: Round, skills: dict[int, float]) -> list[tuple[Session, list[float]]]:
    """Every sheet of the round with the skills of its seats."""
    results = Result.objects.filter(round=round_).select_related("entrant").order_by("table", "seat")
    by_table: dict[int | None, list[float]] = {}
    for result in results:
        by_table.setdefault(result.table_id, []).append(skills.get(result.entrant.number or 0, 0.0))
    tables = round_.tables.select_related("sheet__rule_set").order_by("number")
    return [(table.sheet, by_table[table.pk]) for table in tables if table.sheet]
