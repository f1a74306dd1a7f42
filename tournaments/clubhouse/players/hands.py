"""A player's hands in figures: games by kind, best and worst hand, Räuber lost, Schnaps, company at the table.

The hands in force are added up in the database, in a number of queries that does not grow with them.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import NamedTuple
from uuid import UUID

from django.db.models import Count, F, IntegerField, Max, Min, Q, QuerySet, Sum
from django.db.models.fields.json import KeyTextTransform
from django.db.models.functions import Cast, Coalesce
from django.urls import reverse

from cegoscore.clubs.house_rules.derivations import derivation_text
from cegoscore.clubs.house_rules.rule_sets import rules_of
from cegoscore.clubs.models import ERASED, RuleSet
from cegoscore.scoresheet.hand_words import title_of
from cegoscore.scoresheet.ledger_rows import hand_of, is_replaced
from cegoscore.scoresheet.models import Note, Score, Seat
from cegoscore.scoring.contracts import EVERYONE, NORMAL, RAEUBER, Contract
from cegoscore.scoring.document import NoteKind
from cegoscore.scoring.explanation import explain
from cegoscore.scoring.hands import Aim, Points
from cegoscore.scoring.house_rules import HouseRules
from cegoscore.scoring.ledger import ROUNDS
from tournaments.clubhouse.players.seats import OwnSeat

MOST_NAMED = 5
"""The number of people named with the best common hands, and of those with the worst."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NotableHand:
    """A hand that stands out, and where it was."""

    points: int
    game: str
    day: date
    where: str
    why: str
    """Derivation of the amount in one line."""
    url: str
    """Page of the hand, with its cell of the tariff and the sources."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GameKind:
    """A kind of game that somebody declared."""

    label: str
    declared: int
    won: int
    points: int

    @property
    def average(self) -> int:
        """Points a game, rounded."""
        return round(self.points / self.declared)


@dataclass(frozen=True, slots=True, kw_only=True)
class Company:
    """Another person at the table, and the points of the common hands."""

    key: int
    name: str
    hands: int
    points: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Schnaps:
    """Rounds of Schnaps: bought, and on the last sheets still owed."""

    paid: int = 0
    owed: int = 0

    def __bool__(self) -> bool:
        return bool(self.paid or self.owed)


@dataclass(frozen=True, slots=True, kw_only=True)
class Play:
    """Figures of a player's hands."""

    hands: int
    kinds: tuple[GameKind, ...]
    best: NotableHand | None
    worst: NotableHand | None
    raeuber: int
    raeuber_lost: int
    buergermeister: int
    schnaps: Schnaps
    well: tuple[Company, ...]
    badly: tuple[Company, ...]


class _Stretch(NamedTuple):
    """The hands of one column that were played in one line-up."""

    seat: int
    lineup: list[int]
    hands: int
    points: int
    most: int
    least: int
    raeuber: int
    raeuber_lost: int


RuleSets = Mapping[int, HouseRules]
"""Rule sets by their row's key."""


def play_of(seats: Sequence[OwnSeat]) -> Play:
    """The figures of the hands in these columns. Seven queries at most."""
    stretches = _stretches(seats)
    rules = {row.pk: rules_of(row) for row in RuleSet.objects.filter(pk__in={seat.rules for seat in seats})}
    others = _companies(seats, stretches)
    halves, dry = _half_or_nothing(seats, rules)
    best, worst = _notable(seats, stretches, rules)
    return Play(
        hands=sum(each.hands for each in stretches),
        kinds=_kinds(seats, rules),
        best=best,
        worst=worst,
        raeuber=sum(each.raeuber for each in stretches),
        raeuber_lost=sum(each.raeuber_lost for each in stretches),
        buergermeister=halves.total(),
        schnaps=_schnaps(seats, rules, halves, dry),
        well=tuple(each for each in others if each.points > 0)[:MOST_NAMED],
        badly=tuple(each for each in reversed(others) if each.points < 0)[:MOST_NAMED],
    )


def _scores(seats: Collection[OwnSeat]) -> QuerySet[Score]:
    """Scores of the hands in force in these columns.

    The sheets are named although the columns tell them: else PostgreSQL reads the hands of everybody in the database.
    """
    rows = Score.objects.filter(seat__in=[seat.key for seat in seats], hand__session__in=[seat.sheet for seat in seats])
    return rows.filter(~is_replaced("hand__"), hand__void=False).exclude(hand__game="dead").order_by()


def _said(key: str) -> KeyTextTransform:
    """The outcome's value under a key, as text."""
    return KeyTextTransform(key, "hand__outcome")


def _declared(seats: Collection[OwnSeat]) -> QuerySet[Score]:
    """Scores of hands that somebody declared alone; games of everyone for themselves are left out."""
    declarer = Cast(_said("declarer"), IntegerField())
    rows = _scores(seats).annotate(declarer=declarer).filter(declarer=F("seat__number"))
    return rows.exclude(hand__game__in=EVERYONE)


def _stretches(seats: Sequence[OwnSeat]) -> list[_Stretch]:
    """Stretches in the order of the columns. One query."""
    counted = Q(hand__game__in=RAEUBER, hand__outcome__has_any_keys=["card_points", "most"])
    rows = (
        _scores(seats)
        .values_list("seat", "hand__lineup")
        .annotate(
            hands=Count("pk"),
            sum=Sum("points"),
            most=Max("points"),
            least=Min("points"),
            raeuber=Count("pk", filter=counted),
            raeuber_lost=Count("pk", filter=counted & Q(points__lt=0)),
        )
    )
    place = {seat.key: number for number, seat in enumerate(seats)}
    return sorted((_Stretch(*row) for row in rows), key=lambda each: place[each.seat])


def _kinds(seats: Collection[OwnSeat], rules: RuleSets) -> tuple[GameKind, ...]:
    """The most frequent first. One query."""
    rows = _declared(seats).values_list("seat__session__rule_set", "hand__game", _said("over_solo"), _said("ouvert"))
    sums: dict[str, Counter[str]] = defaultdict(Counter)
    for rule_set, game, over_solo, ouvert, count, won, points in rows.annotate(
        count=Count("pk"), won=Count("pk", filter=Q(points__gt=0)), sum=Sum("points")
    ):
        label = _label(rules[rule_set], Contract(game), over_solo=over_solo == "true", ouvert=ouvert == "true")
        sums[label].update(declared=count, won=won, points=points)
    kinds = (
        GameKind(label=label, declared=found["declared"], won=found["won"], points=found["points"])
        for label, found in sums.items()
    )
    return tuple(sorted(kinds, key=lambda kind: (-kind.declared, kind.label)))


def _label(rules: HouseRules, contract: Contract, *, over_solo: bool, ouvert: bool) -> str:
    """The name of a game, whatever its result."""
    if contract in NORMAL:
        return title_of(Points(contract=contract, declarer=0, points=0, over_solo=over_solo), rules)
    return title_of(Aim(contract=contract, declarer=0, made=True, ouvert=ouvert), rules)


# Half of the card points, or none


def _half_or_nothing(seats: Sequence[OwnSeat], rules: RuleSets) -> tuple[Counter[int], Counter[int]]:
    """Counts by column: times Bürgermeister, and times without a trick where that costs a Schnaps.

    One query, none where neither can be.
    """
    half = {key: own.total // 2 for key, own in rules.items() if own.total % 2 == 0}
    nothing = {key for key, own in rules.items() if own.schnaps_no_trick}
    halves, dry = Counter[int](), Counter[int]()
    wanted = {*half.values(), *([0] if nothing else [])}
    if not wanted:
        return halves, dry
    no_trick, card_points = _said("no_trick"), Cast(_said("points"), IntegerField())
    rows = _declared(seats).annotate(no_trick=no_trick, card_points=card_points)
    rows = rows.filter(Q(card_points__in=wanted) | Q(no_trick="true"))
    columns = rows.values_list("seat", "seat__session__rule_set", "card_points")
    for seat, rule_set, points, count in columns.annotate(Count("pk")):
        halves[seat] += count if points and points == half.get(rule_set) else 0
        dry[seat] += count if not points and rule_set in nothing else 0
    return halves, dry


def _schnaps(seats: Sequence[OwnSeat], rules: RuleSets, halves: Counter[int], dry: Counter[int]) -> Schnaps:
    """Rounds of Schnaps bought and owed; debts that went on to another sheet are owed there. One query."""
    owed = {seat.key: dry[seat.key] + halves[seat.key] * rules[seat.rules].schnaps_buergermeister for seat in seats}
    own = {(seat.sheet, seat.number): seat.key for seat in seats}
    notes = Note.objects.filter(session__in=[seat.sheet for seat in seats], kind__in=list(ROUNDS), seat__isnull=False)
    paid = 0
    for sheet, number, kind in notes.values_list("session", "seat", "kind"):
        key = own.get((sheet, number or 0))
        if key is not None:
            change = ROUNDS[NoteKind(kind)]
            owed[key] += change
            paid += change < 0
    gone_on = {seat.continues for seat in seats}
    return Schnaps(paid=paid, owed=sum(max(0, owed[seat.key]) for seat in seats if seat.sheet not in gone_on))


# With whom


def _companies(seats: Sequence[OwnSeat], stretches: Iterable[_Stretch]) -> list[Company]:
    """People at the table in any of the hands, the best common points first. One query."""
    by_key = {seat.key: seat for seat in seats}
    rosters = _rosters({seat.sheet for seat in seats})
    hands: Counter[int] = Counter()
    points: Counter[int] = Counter()
    names: dict[int, str] = {}
    for each in stretches:
        seat = by_key[each.seat]
        roster = rosters[seat.sheet]
        for number in each.lineup:
            if number != seat.number:
                player, names[player] = roster[number]
                hands[player] += each.hands
                points[player] += each.points
    found = [Company(key=key, name=names[key], hands=count, points=points[key]) for key, count in hands.items()]
    return sorted(found, key=lambda each: (-each.points, each.name))


def _rosters(sheets: Collection[UUID]) -> Mapping[UUID, Mapping[int, tuple[int, str]]]:
    """The people of each sheet by the column's number: key and name."""
    found: dict[UUID, dict[int, tuple[int, str]]] = defaultdict(dict)
    person = [Coalesce(f"player__merged_into__{field}", f"player__{field}") for field in ("pk", "name")]
    rows = Seat.objects.filter(session__in=sheets).values_list("session", "number", *person)
    for sheet, number, player, name in rows:
        found[sheet][number] = player, name or str(ERASED)
    return found


# Hands that stand out


def _notable(
    seats: Sequence[OwnSeat], stretches: Sequence[_Stretch], rules: RuleSets
) -> tuple[NotableHand | None, NotableHand | None]:
    """The highest gain and the highest loss; of equal ones the first. One query."""
    most = max(stretches, key=lambda each: each.most, default=None)
    least = min(stretches, key=lambda each: each.least, default=None)
    gain = (most.seat, most.most) if most and most.most > 0 else None
    loss = (least.seat, least.least) if least and least.least < 0 else None
    sought = [each for each in (gain, loss) if each]
    same = Q()
    for key, points in sought:
        same |= Q(seat=key, points=points)
    by_key = {seat.key: seat for seat in seats}
    found: dict[tuple[int, int], NotableHand] = {}
    rows = _scores([by_key[key] for key, _points in sought]).filter(same).order_by("hand__place")
    for score in rows.select_related("hand"):
        seat = by_key[score.seat_id]
        hand, by = hand_of(score.hand, max(score.hand.lineup) + 1), rules[seat.rules]
        why = derivation_text(explain(hand, by), by)
        notable = NotableHand(
            points=score.points,
            game=title_of(hand.outcome, by),
            day=seat.day,
            where=seat.where,
            why=why,
            url=reverse("hand", args=[seat.sheet, score.hand.number]),
        )
        found.setdefault((score.seat_id, score.points), notable)
    return found[gain] if gain else None, found[loss] if loss else None
