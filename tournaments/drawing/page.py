"""The draw's page: the division of the field before the draw, repeated meetings after it."""

from __future__ import annotations

import secrets
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.db.models import Q, QuerySet

from cegoscore.contest.draw import Remainder, Wish, repeated_meetings
from cegoscore.contest.errors import CannotDraw
from cegoscore.contest.late import divisions
from tournaments.course.entrants import Person, people_of, registered
from tournaments.course.fixed import Uneven, uneven
from tournaments.course.locks import Refused
from tournaments.course.showing import shown_to_all
from tournaments.course.wording import refusal_sentence
from tournaments.desk.tiles import Tile, tiles_of
from tournaments.drawing import services
from tournaments.models import Apart, Decision, DecisionKind, Entrant, EntrantStatus, Round, Tournament

BY_HAND = (DecisionKind.SWAP, DecisionKind.REDRAW, DecisionKind.SEATED, DecisionKind.UNSEATED)
"""Decisions that changed a draw."""


def proposed_seed() -> str:
    """Eight digits, as somebody in the hall might call them."""
    digits = f"{secrets.randbelow(10**8):08d}"
    return f"{digits[:4]} {digits[4:]}"


def apart_rows(tournament: Tournament) -> QuerySet[Apart]:
    """Wishes to sit apart, the heavier first; none of somebody who left the number to a substitute."""
    rows = tournament.wishes.select_related("one__player__merged_into", "other__player__merged_into")
    return rows.exclude(Q(one__number=None) | Q(other__number=None)).order_by("-weight", "one__number", "other__number")


def fixed_seats_of(tournament: Tournament) -> QuerySet[Entrant]:
    """Entrants with a fixed table, unless they left the number to a substitute."""
    return registered(tournament).exclude(Q(fixed_table=None) | Q(number=None))


@dataclass(frozen=True, slots=True, kw_only=True)
class DivisionOffer:
    """A division into tables that the organiser can take instead of the present one."""

    size: int
    remainder: Remainder
    house: int
    sizes: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """The people present and their division into tables; `problem` says why there is none."""

    present: int
    practising: int
    announced: int
    unpaid: int
    house: int = 0
    sizes: tuple[tuple[int, int], ...] = ()
    """The number of tables of each size: pairs of count and size, the usual size first."""
    problem: str = ""
    offers: tuple[DivisionOffer, ...] = ()
    """The settings that give a plan with fewer house players, or one at all if the present one does not."""
    uneven: tuple[Uneven, ...] = ()
    """Comparison of tables of different sizes, if there are such."""
    beyond: tuple[Entrant, ...] = ()
    """Entrants whose fixed table there is not."""


def field_of(tournament: Tournament) -> Field:
    """The field as it stands now, with what a draw would make of it."""
    entrants = list(tournament.entrants.filter(is_house=False).values_list("status", "practises", "has_paid"))
    present = [row for row in entrants if row[0] == EntrantStatus.PRESENT]
    playing = sum(not practises for _status, practises, _paid in present)
    counts: dict[str, Any] = {
        "present": playing,
        "practising": len(present) - playing,
        "announced": sum(row[0] == EntrantStatus.ANNOUNCED for row in entrants),
        "unpaid": sum(not paid for _status, _practises, paid in present) if tournament.entry_fee else 0,
    }
    try:
        plan = services.field_plan(tournament, playing)
    except CannotDraw as error:
        problem = refusal_sentence(Refused(error.code, **error.params))
        return Field(**counts, problem=problem, offers=tuple(_offers(tournament, playing)))
    beyond = fixed_seats_of(tournament).filter(fixed_table__gt=len(plan.sizes), status=EntrantStatus.PRESENT)
    return Field(
        **counts,
        house=plan.house,
        sizes=_counted(plan.sizes),
        beyond=tuple(beyond),
        uneven=tuple(uneven(tournament, plan.sizes)),
        offers=tuple(offer for offer in _offers(tournament, playing) if offer.house < plan.house)[:1],
    )


def _offers(tournament: Tournament, playing: int) -> Iterable[DivisionOffer]:
    for size, remainder, plan in divisions(playing, services.sizes_played(tournament)):
        yield DivisionOffer(size=size, remainder=remainder, house=plan.house, sizes=_counted(plan.sizes))


def _counted(sizes: Iterable[int]) -> tuple[tuple[int, int], ...]:
    return tuple((count, size) for size, count in Counter(sizes).items())


@dataclass(frozen=True, slots=True, kw_only=True)
class Again:
    """A pair at one table that met `before` times in earlier rounds."""

    one: Person
    other: Person
    table: int
    before: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Broken:
    """A pair at one table that wished to sit apart."""

    one: Person
    other: Person
    table: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """A drawn round. `fewest` and `proven` speak of repeated meetings (`draw.Draw`)."""

    tables: tuple[Tile, ...]
    again: tuple[Again, ...]
    fewest: int
    proven: bool
    broken: tuple[Broken, ...]
    by_hand: tuple[Decision, ...]
    """Swaps and earlier draws of this round, with their reasons."""
    unseated: tuple[Person, ...]
    """People who are present without a seat: they came after the draw."""
    gone: tuple[Person, ...]
    """People who have a seat and went home."""

    @property
    def repeats(self) -> int:
        """Repeated meetings: who meets for the third time counts twice."""
        return sum(pair.before for pair in self.again)

    @property
    def is_least(self) -> bool:
        """True if no draw could have fewer repeated meetings."""
        return self.proven and self.repeats <= self.fewest


def report_on(round_: Round) -> Report:
    """The report on a draw; it is only replayed if there are repeated meetings."""
    people = people_of(round_.tournament)
    tables = [tuple(table) for table in round_.draw["tables"]]
    where = {number: place for place, table in enumerate(tables, 1) for number in table}
    met = repeated_meetings(tables, round_.draw["earlier"])
    drawn = services.drawn_of(round_) if met else None
    seated = set(round_.results.values_list("entrant__number", flat=True))
    present = set(round_.tournament.entrants.filter(status=EntrantStatus.PRESENT).values_list("number", flat=True))
    return Report(
        tables=tuple(tiles_of(round_, shown_to_all(round_.tournament))),
        again=tuple(
            Again(one=people[pair.one], other=people[pair.other], table=where[pair.one], before=pair.before)
            for pair in met
        ),
        fewest=drawn.fewest if drawn else 0,
        proven=drawn.proven if drawn else True,
        broken=tuple(_broken(services.wishes_of(round_.tournament), where, people)),
        by_hand=tuple(round_.decisions.filter(kind__in=BY_HAND).order_by("number")),
        unseated=tuple(people[number] for number in sorted(filter(None, present - seated))),
        gone=tuple(people[number] for number in sorted(filter(None, seated - present))),
    )


def _broken(wishes: Iterable[Wish], where: dict[int, int], people: dict[int, Person]) -> Iterable[Broken]:
    heaviest_first = sorted(wishes, key=lambda wish: (-wish.weight, wish.one, wish.other))
    for wish in heaviest_first:
        if wish.one in where and where[wish.one] == where.get(wish.other):
            yield Broken(one=people[wish.one], other=people[wish.other], table=where[wish.one])
