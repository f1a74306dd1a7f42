"""The awards of a tournament, once all rounds are closed and nothing is held back."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import pairwise
from math import inf
from uuid import UUID

from cegoscore.clubs.house_rules.rule_sets import rules_of
from cegoscore.clubs.models import RuleSet
from cegoscore.contest.honours import (
    ENOUGH,
    Given,
    Honour,
    HonourHand,
    figures_by_rank,
    figures_in,
    honours,
    over_the_mountain,
)
from cegoscore.contest.ties import ranks_of
from cegoscore.scoresheet.evening.honours_told import HonourTold, told
from cegoscore.scoresheet.models import Hand
from cegoscore.scoring.documents.hand_document import outcome_of
from tournaments.course.queries import VersionCache
from tournaments.models import CategoryKind, Tournament, called
from tournaments.standings.outlook import Seats, TableHand, hands_by_sheet, seats_by_round
from tournaments.standings.queries import Standings

GIVEN = VersionCache[list[Given]](oldest=inf)
"""By tournament."""


def tournament_honours(tournament: Tournament, table: Standings, version: str) -> list[HonourTold]:
    """The awards in words with the names of `table`, read after `version`; none if the organiser gives none."""
    if not tournament.gives_awards or tournament.holds_from is not None or table.provisional or not table.lines:
        return []
    awards = GIVEN.fetch(tournament.pk, lambda: _given(tournament, table), now=version)
    people = [line.person for line in table.lines]
    return told(awards, {one.number: one.name for one in people if one.name != called("", one.number)})


def _given(tournament: Tournament, table: Standings) -> list[Given]:
    """Count them. Five queries."""
    seats, hands = seats_by_round(tournament.pk), hands_by_sheet(tournament.pk)
    numbers = {line.row.number for line in table.lines}
    rows = list(_counted(tournament.pk, seats, hands, numbers))
    if len(rows) < ENOUGH:
        return []
    figures = figures_in(rows) | figures_by_rank({line.row.number: line.row.rank for line in table.lines})
    figures[Honour.MOUNTAIN] = over_the_mountain(_totals(table, seats, hands))
    figures[Honour.COMEBACK] = _comebacks(table)
    juniors = {
        line.row.number
        for category, lines in table.categories
        if category.kind == CategoryKind.JUNIORS
        for line in lines
    }
    return honours(figures, juniors=juniors)


Hands = Mapping[UUID, Sequence[TableHand]]


def _counted(tournament: UUID, seats: Seats, hands: Hands, numbers: Collection[int]) -> Iterator[HonourHand]:
    """Hands of tables that count, with the start numbers of those who are ranked."""
    rows = Hand.objects.filter(session__event=tournament).order_by()
    outcomes = {key: row for key, *row in rows.values_list("pk", "outcome", "session__rule_set")}
    halves = {
        row.pk: rules_of(row).half for row in RuleSet.objects.filter(pk__in={rules for _o, rules in outcomes.values()})
    }
    for round_seats in seats.values():
        at_sheet: dict[UUID, dict[int, int]] = {}
        for (sheet, seat), number in round_seats.items():
            if number in numbers:
                at_sheet.setdefault(sheet, {})[seat] = number
        for sheet, by_seat in at_sheet.items():
            for hand in hands.get(sheet, ()):
                outcome, rules = outcomes[hand.key]
                amounts = {by_seat[seat]: amount for seat, amount in hand.points.items() if seat in by_seat}
                yield HonourHand(outcome_of(outcome, max(hand.points) + 1), halves[rules], by_seat, amounts)


def _totals(table: Standings, seats: Seats, hands: Hands) -> dict[int, list[int]]:
    """Totals of each after every hand and at the end of every round."""
    amounts = {
        (round_number, number): [hand.points.get(seat, 0) for hand in hands.get(sheet, ())]
        for round_number, there in seats.items()
        for (sheet, seat), number in there.items()
    }
    totals: dict[int, list[int]] = {}
    for line in table.lines:
        row, at_start = totals.setdefault(line.row.number, []), 0
        for round_number, points in zip(table.rounds, line.row.points, strict=True):
            running = at_start
            for amount in amounts.get((round_number, line.row.number), ()):
                running += amount
                row.append(running)
            at_start += points or 0
            row.append(at_start)
    return totals


def _comebacks(table: Standings) -> dict[int, int]:
    """The most places that each came up from the end of one round to that of the next."""
    sums = {line.row.number: 0 for line in table.lines}
    after: list[dict[int, int]] = []
    for place in range(len(table.rounds)):
        sums = {line.row.number: sums[line.row.number] + (line.row.points[place] or 0) for line in table.lines}
        ranks = ranks_of(sums.values())
        after.append({number: ranks[total] for number, total in sums.items()})
    return (
        {number: max(one[number] - two[number] for one, two in pairwise(after)) for number in sums} if after[1:] else {}
    )
