"""The prize list for the ceremony, from standings and the organiser's plan."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
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


Ranking = tuple[PrizeFor, str]
"""A ranking with places for which there are prizes, and in which nobody stands twice: the ground, and the category."""


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
    """The key by which it is paid out."""

    @property
    def ranking(self) -> Ranking:
        """The ranking that its place is in."""
        return self.given_for, self.category

    @property
    def parts(self) -> tuple[int, str]:
        """Money and goods, whatever they are for."""
        return self.cents or 0, self.goods or ("" if self.cents else self.label)


@dataclass(frozen=True, slots=True, kw_only=True)
class Award:
    """A prize and its answer: who gets it, that nobody is there for it, or who draws for it first.

    No number: nobody is there for it. While it waits, `numbers` are those who may get it.
    """

    prize: Prize
    numbers: tuple[int, ...]
    waits_for: tuple[int, ...] = ()
    """The numbers that draw before anybody has it; its own, or those who draw for a prize that rules it out."""
    pool: tuple[Prize, ...] = ()
    """All prizes of the places that `numbers` share, the best first; just this one if nobody shares it."""
    passed_on: tuple[int, ...] = ()
    """Those who would have it, or be ahead for it, if they had no prize by which it passes on."""
    each: tuple[Prize, ...] | None = None
    """The prizes that each gets whole, as alike ones on all their places need no drawing; none if they divide."""

    @property
    def undecided(self) -> bool:
        """True while it waits for a drawing."""
        return bool(self.waits_for)

    @property
    def cents(self) -> int:
        """The money that each of them gets; nothing while it waits."""
        if self.undecided or not self.numbers:
            return 0
        if self.each is not None:
            return sum(prize.cents or 0 for prize in self.each)
        return sum(prize.cents or 0 for prize in self.pool) // len(self.numbers)

    @property
    def left(self) -> int:
        """The cents that cannot be divided."""
        is_divided = self.numbers and self.each is None and not self.undecided
        return sum(prize.cents or 0 for prize in self.pool) % len(self.numbers) if is_divided else 0


def prizes(
    rows: Sequence[TournamentStanding],
    plan: Sequence[Prize],
    categories: Mapping[str, Sequence[TournamentStanding]] | None = None,
    teams: Sequence[TeamStanding] = (),
    *,
    one_each: bool = False,
    draws: bool = True,
) -> tuple[Award, ...]:
    """The awards in the order of the ceremony: the organiser's plan backwards, the first prize at the end.

    `rows` are those who take prizes; nobody else gets any, on no ground. `categories` holds their standings in each
    category, as `standings.within` gives them. With `one_each` nobody takes home two: prizes by rank are given first,
    then that for the last, then the first of each category, the second, and so on, which pass on to the next without a
    prize. Who shares one has one. The default lets the best woman be third as well. Everybody with plus points is
    everybody. Unless somebody still `draws`, those who are level share.
    """
    giving = _Giving(rows, plan, categories or {}, teams, one_each=one_each, draws=draws)
    grounds, names = list(PrizeFor), list(categories or {})

    def order(index: int) -> tuple[int, ...]:
        prize = plan[index]
        category = names.index(prize.category) if prize.category in names else len(names)
        return grounds.index(prize.given_for), prize.place, category

    for index in sorted(range(len(plan)), key=order):
        if index not in giving.awards:
            giving.give(index)
    return tuple(giving.awards[index] for index in reversed(range(len(plan))))


class _Giving:
    """The awards so far, by their place in the plan, and who has a prize of which ranking, or may have one."""

    def __init__(
        self,
        rows: Sequence[TournamentStanding],
        plan: Sequence[Prize],
        categories: Mapping[str, Sequence[TournamentStanding]],
        teams: Sequence[TeamStanding],
        *,
        one_each: bool,
        draws: bool,
    ) -> None:
        self.rows, self.plan, self.categories, self.teams = rows, plan, categories, teams
        self.one_each, self.draws = one_each, draws
        self.awards: dict[int, Award] = {}
        self.sure: dict[Ranking, set[int]] = defaultdict(set)
        self.unsure: dict[Ranking, dict[int, set[int]]] = defaultdict(dict)
        """Those who draw, by each number that has a prize only once it is drawn for."""

    def give(self, index: int) -> None:
        """Add the award of a prize, and those of all others of the places that the same people share."""
        prize = self.plan[index]
        if prize.given_for in OF_SEVERAL:
            self.awards[index] = self._of_several(prize)
            return
        rows, having = self._rows(prize), self._having(prize.ranking)
        free = [row for row in rows if row.number not in having]
        if prize.place > len(free):
            passed_on = tuple(row.number for row in rows if row.number in having)
            self.awards[index] = Award(prize=prize, numbers=(), passed_on=passed_on)
            return
        rank = free[prize.place - 1].rank
        first, level = sum(row.rank < rank for row in free), sum(row.rank == rank for row in free)
        places = range(first + 1, first + level + 1)
        pooled = self._left_on(prize.ranking, places) if level > 1 else [index]
        on_each = [tuple(self.plan[at] for at in pooled if self.plan[at].place == place) for place in places]
        for_each = on_each[0] if level > 1 and _are_alike(on_each) else None
        waits_for = self._waits_for(prize, free[:first], free[first : first + level], for_each)
        self._note(prize.ranking, free, places, waits_for, is_enough=all(on_each))
        pool = tuple(sorted((self.plan[at] for at in pooled), key=_best_first))
        numbers = tuple(row.number for row in free[first : first + level])
        passed_on = tuple(row.number for row in rows if row.number in having and row.rank <= rank)
        award = Award(prize=prize, numbers=numbers, waits_for=waits_for, pool=pool, passed_on=passed_on, each=for_each)
        self.awards |= {at: replace(award, prize=self.plan[at]) for at in pooled}

    def _of_several(self, prize: Prize) -> Award:
        """The award for everybody with plus points, or for those of a team who take prizes."""
        takers = {row.number for row in self.rows}
        rows: Iterable[TournamentStanding] = (row for row in self.rows if row.total > 0)
        if prize.given_for is PrizeFor.TEAM:
            rows = next((team.members for team in self.teams if team.rank == prize.place), ())
        numbers = tuple(row.number for row in rows if row.number in takers)
        return Award(prize=prize, numbers=numbers, pool=(prize,), each=(prize,) if prize.is_each else None)

    def _rows(self, prize: Prize) -> Sequence[TournamentStanding]:
        """The rows among whom a prize is given, the best first."""
        rows = self.categories.get(prize.category, ()) if prize.given_for is PrizeFor.CATEGORY else self.rows
        if prize.given_for is PrizeFor.LAST:
            return [row for row in rows if row.rank == rows[-1].rank]
        return rows

    def _having(self, own: Ranking) -> set[int]:
        """Those who have a prize of another ranking that rules out one of this."""
        return {number for other in self._others(own) for number in self.sure[other]}

    def _others(self, own: Ranking) -> list[Ranking]:
        """The rankings whose prizes rule out one of this ranking."""
        return [other for other in (*self.sure,) if self.one_each and other != own]

    def _left_on(self, own: Ranking, places: range) -> list[int]:
        """The prizes of some places of a ranking that are not given yet."""
        there = ((at, prize) for at, prize in enumerate(self.plan) if at not in self.awards)
        return [at for at, prize in there if prize.ranking == own and prize.place in places]

    def _doubts(self, own: Ranking, rows: Iterable[TournamentStanding]) -> list[set[int]]:
        """Those who draw, for each of these rows that has a prize of another ranking only after it."""
        numbers = [row.number for row in rows]
        unsure = [self.unsure[other] for other in self._others(own)]
        return [by_number[number] for by_number in unsure for number in numbers if number in by_number]

    def _waits_for(
        self,
        prize: Prize,
        ahead: Sequence[TournamentStanding],
        level: Sequence[TournamentStanding],
        each: tuple[Prize, ...] | None,
    ) -> tuple[int, ...]:
        """Those who draw before it is known who gets the prizes that these rows share; nobody if that is known."""
        drawing = set().union(*self._doubts(prize.ranking, (*ahead, *level)))
        if self.draws and each is None and len(level) > 1 and any(row.undecided for row in level):
            drawing |= {row.number for row in level}
        return tuple(sorted(drawing))

    def _note(
        self,
        own: Ranking,
        free: Sequence[TournamentStanding],
        places: range,
        waits_for: Sequence[int],
        *,
        is_enough: bool,
    ) -> None:
        """Note who has a prize now, whatever is drawn, and who may have one."""
        doubts = len(self._doubts(own, free[: places.stop - 1]))
        rows = free[places.start - 1 : places.stop - 1 + doubts]
        if not waits_for or (is_enough and not doubts):
            self.sure[own] |= {row.number for row in rows}
            return
        self.sure[own] |= set()
        for row in rows:
            self.unsure[own].setdefault(row.number, set()).update(waits_for)


def _best_first(prize: Prize) -> tuple[int, int, str]:
    return prize.place, -(prize.cents or 0), prize.label


def _are_alike(on_each: Sequence[Sequence[Prize]]) -> bool:
    """True if on each of these places there is the same."""
    first, *others = (sorted(prize.parts for prize in prizes) for prizes in on_each)
    return all(other == first for other in others)
