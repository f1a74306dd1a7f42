"""The prize list for the ceremony, from standings and the organiser's plan."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from cegoscore.contest.standings import TournamentStanding
from cegoscore.contest.teams import TeamStanding


class PrizeFor(StrEnum):
    """Grounds on which a prize is given, in the order in which they rule out further ones."""

    RANK = "rank"
    LAST = "last"
    CATEGORY = "category"
    PLUS = "plus"
    """For everybody with plus points."""
    TEAM = "team"
    """For everybody of a team."""


OF_SEVERAL = (PrizeFor.PLUS, PrizeFor.TEAM)
"""Grounds on which several get a prize together, whatever else they get."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Prize:
    """One prize. `place` counts from 1, in the whole field, in the category or among the teams; the last has none."""

    label: str
    given_for: PrizeFor = PrizeFor.RANK
    place: int = 1
    category: str = ""
    cents: int | None = None
    """Its money; none if it is none."""
    goods: str = ""
    is_each: bool = False
    """True if each of several gets all of it; otherwise they divide it."""
    key: str = ""
    """What it is known by when it is paid out."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Award:
    """A prize and who gets it.

    Several numbers share the place: they are `undecided` and draw for it, or divide all prizes of their places. No
    number: nobody is there for it.
    """

    prize: Prize
    numbers: tuple[int, ...]
    undecided: bool = False


def prizes(
    rows: Sequence[TournamentStanding],
    plan: Sequence[Prize],
    categories: Mapping[str, Sequence[TournamentStanding]] | None = None,
    teams: Sequence[TeamStanding] = (),
    *,
    one_each: bool = False,
) -> tuple[Award, ...]:
    """The awards in the order of the ceremony: the organiser's plan backwards, the first prize at the end.

    `categories` holds the standings of each category, as `standings.within` gives them. With `one_each` nobody takes
    home two: prizes by rank are given first, then that for the last, then those of categories, which pass on to the
    next without a prize. The default lets the best woman be third as well. Everybody with plus points is everybody.
    """
    order = list(PrizeFor)
    awards: dict[int, Award] = {}
    for index, prize in sorted(enumerate(plan), key=lambda entry: order.index(entry[1].given_for)):
        if prize.given_for is PrizeFor.TEAM:
            awards[index] = _of_team(prize, teams)
            continue
        field = (categories or {}).get(prize.category, ()) if prize.given_for is PrizeFor.CATEGORY else rows
        awards[index] = _award(prize, field, tuple(awards.values()) if one_each else ())
    return tuple(awards[index] for index in sorted(awards, reverse=True))


def _award(prize: Prize, field: Sequence[TournamentStanding], given: Sequence[Award]) -> Award:
    """The award of one prize; `given` are those that rule out another one for the same person."""
    if prize.given_for is PrizeFor.PLUS:
        numbers = tuple(row.number for row in field if row.total > 0)
        return Award(prize=prize, numbers=numbers)
    given = [award for award in given if not same_list(award.prize, prize)]
    sure, unsure = _holders(given)
    if prize.given_for is PrizeFor.LAST:
        free, place = [row for row in field if row.rank == field[-1].rank and row.number not in sure], 1
    else:
        free, place = [row for row in field if row.number not in sure], prize.place
    if not 1 <= place <= len(free):
        return Award(prize=prize, numbers=())
    sharing = [row for row in free if row.rank == free[place - 1].rank]
    return Award(
        prize=prize,
        numbers=tuple(row.number for row in sharing),
        undecided=len(sharing) > 1 or any(row.number in unsure for row in (*free[:place], *sharing)),
    )


def _of_team(prize: Prize, teams: Sequence[TeamStanding]) -> Award:
    """The award of a prize for everybody of the team at its place."""
    members = next((team.members for team in teams if team.rank == prize.place), ())
    return Award(prize=prize, numbers=tuple(row.number for row in members))


def same_list(one: Prize, other: Prize) -> bool:
    """True if two prizes are places of one list, where nobody stands twice anyway."""
    return (one.given_for, one.category) == (other.given_for, other.category)


def _holders(given: Sequence[Award]) -> tuple[set[int], set[int]]:
    """Numbers that have a prize for certain, and those that may have one once a tie is separated."""
    prizes_of = Counter(award.numbers for award in given)
    sure = {number for numbers, count in prizes_of.items() if count >= len(numbers) for number in numbers}
    return sure, {number for numbers in prizes_of for number in numbers} - sure
