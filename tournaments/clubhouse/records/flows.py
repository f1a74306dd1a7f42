"""The hands of a club: how many everybody was dealt into, and who pays whom in those that one of two declared."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from itertools import chain
from typing import NamedTuple

from django.db.models import Sum

from cegoscore.clubs.house_rules.rule_sets import rules_of
from cegoscore.clubs.models import ERASED, RuleSet
from cegoscore.clubs.wording import in_language
from cegoscore.database.snapshot import snapshot
from cegoscore.outings.counting import counted
from cegoscore.outings.events import evenings_unwritten
from cegoscore.outings.models import ClubSpan, Outing
from tournaments.clubhouse.players.compared import FEWEST_HANDS, NamedRules
from tournaments.clubhouse.reach import Reach
from tournaments.seasons.queries import NamedPlayer
from tournaments.standings.outings import events_of, unwritten

FEWEST_PEOPLE, MOST_PEOPLE = 3, 12


class ClubHands(NamedTuple):
    """Hands in force of everything that is in the club only."""

    by_person: Counter[int]
    between: Mapping[tuple[int, int, int], Counter[str]]
    """By rule set and two people: `n` hands that one of the two declared, and the `flow` to the first of them."""


def hands_of(reach: Reach) -> ClubHands:
    """The hands of a club, for those of the club. Nine queries at most.

    Struck ones, revisions that were replaced, deals without result, practice and void tables are left out, and house
    players.
    """
    between = defaultdict[tuple[int, int, int], Counter[str]](Counter)
    with snapshot():
        club = reach.club.pk
        further = counted([*evenings_unwritten(club), *events_of(unwritten(reach.known_points()))])
        sums = Outing.objects.filter(club=club, hands__gt=0).order_by().values_list("player").annotate(Sum("hands"))
        by_person = Counter(dict(sums))
        spans = ClubSpan.objects.filter(club=club).values_list("pairs", flat=True)
        for one, other, rules, n, points in chain.from_iterable(spans):
            between[rules, one, other].update(n=n, flow=points)
            between[rules, other, one].update(n=n, flow=-points)
    for event in further:
        person = event.outing.player_id
        by_person[person] += event.outing.hands
        for (other, rules), row in event.pairs.items():
            between[rules, person, other].update(row)
    return ClubHands(+by_person, between)


class Flows(NamedTuple):
    """The matrix by one rule set: a row for each person, with what came from each of the others; none below ten."""

    rules: Sequence[NamedRules]
    """All by which they played, the matrix's first."""
    rows: Sequence[tuple[NamedPlayer, Sequence[tuple[NamedPlayer, int | None]]]]


def flows_of(hands: ClubHands, people: Mapping[int, NamedPlayer], asked: str) -> Flows | None:
    """The matrix of those who met most, by the rule set of this key, else by that of most hands. One query."""
    by_rules, often = Counter[int](), Counter[int]()
    for (rules, _one, _other), row in hands.between.items():
        by_rules[rules] += row["n"]
    sets = sorted(RuleSet.objects.filter(pk__in=by_rules), key=lambda row: (str(row.pk) != asked, -by_rules[row.pk]))
    amounts = {}
    for (rules, one, other), row in hands.between.items():
        if rules == sets[0].pk and row["n"] >= FEWEST_HANDS:
            amounts[one, other] = row["flow"]
            often[one] += row["n"]
    met = [people[key] for key, _n in often.most_common() if people[key].name != str(ERASED)][:MOST_PEOPLE]
    met.sort(key=lambda person: person.alphabetical)
    if len(met) < FEWEST_PEOPLE:
        return None
    return Flows(
        rules=[NamedRules(row.pk, in_language(rules_of(row).name)) for row in sets],
        rows=[(one, [(other, amounts.get((one.pk, other.pk))) for other in met]) for one in met],
    )
