"""Reads about all that a club has played, as far as somebody may know it, and who pays whom there.

The number of queries does not grow.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import chain
from typing import NamedTuple
from uuid import UUID

from django.db.models import Exists, OuterRef, Sum

from cegoscore.clubs.house_rules.rule_sets import names_where_mixed, rules_of
from cegoscore.clubs.models import ERASED, RuleSet
from cegoscore.clubs.wording import in_language
from cegoscore.contest.records import Records, Tally
from cegoscore.database.engines import snapshot
from cegoscore.outings.counting import counted
from cegoscore.outings.events import Event, day_of, evenings_unwritten
from cegoscore.outings.models import ClubSpan, Kind, Outing
from cegoscore.outings.records import EventPlace, lines_of, tally_of, tally_of_evenings
from cegoscore.scoresheet.models import Hand, Session
from tournaments.clubhouse.players.compared import FEWEST_HANDS, NamedRules
from tournaments.clubhouse.reach import Reach
from tournaments.clubhouse.shown_events import ShownEvent, shown_events
from tournaments.seasons.queries import NamedPlayer
from tournaments.standings.outings import events_of


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordEvent:
    """A tournament or an evening that stands out."""

    day: date
    shown: ShownEvent
    is_running: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Chronicle:
    """Records of tournaments or evenings, and those of them that stand out, by their places."""

    records: Records
    events: Mapping[EventPlace, RecordEvent]
    rules: Sequence[str] = ()
    """Names of the rules, if events are added up that were paid differently."""


def nothing_of(_reach: Reach) -> Chronicle:
    """No records."""
    return Chronicle(records=Tally().records(), events={})


def tournaments_of(reach: Reach) -> Chronicle:
    """Played tournaments whose points the reader may see. Nine queries at most."""
    rules = names_where_mixed(reach.known_points().order_by().values_list("rule_set", flat=True).distinct())
    with snapshot():
        events = events_of(reach.unwritten(), with_hands=False)
        written = Outing.objects.filter(kind=Kind.TOURNAMENT, key__in=reach.known_points().values("pk"))
        return _chronicle(tally_of(lines_of(written, events)), events, reach, rules)


def evenings_of(reach: Reach) -> Chronicle:
    """Evenings, visible in the club only. Nine queries at most."""
    if not reach.whole:
        return nothing_of(reach)
    sheets = Session.objects.filter(
        Exists(Hand.objects.filter(session=OuterRef("pk"))), club=reach.club.pk, event=None, deleted_at=None
    )
    rules = names_where_mixed(sheets.order_by().values_list("rule_set", flat=True).distinct())
    with snapshot():
        events = evenings_unwritten(reach.club.pk)
        return _chronicle(tally_of_evenings(reach.club.pk, events), events, reach, rules)


def _chronicle(tally: Tally, events: Iterable[Event], reach: Reach, rules: Sequence[str]) -> Chronicle:
    records = tally.records()
    keys = {place: UUID(place.key) for place in records.notable}
    names = shown_events(set(keys.values()), reach)
    running = {event.key for event in events if not event.is_over}
    return Chronicle(
        records=records,
        events={
            place: RecordEvent(day=day_of(place.moment), shown=names[key], is_running=key in running)
            for place, key in keys.items()
        },
        rules=rules,
    )


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
        further = counted([*evenings_unwritten(club), *events_of(reach.unwritten())])
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
