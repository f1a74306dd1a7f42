"""Sums over the hands of single columns, by game and by company: added up in the database, kept once a sheet has ended.

What is kept holds while the sheet's end is the one that it was kept for; every other sheet is added up from its hands,
and so are tables of tournaments.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple, Protocol
from uuid import UUID

from django.db.models import Count, Exists, F, IntegerField, Max, Min, OuterRef, Q, QuerySet, Sum
from django.db.models.fields.json import KeyTextTransform
from django.db.models.functions import Cast

from cegoscore.clubs.house_rules.rule_sets import rules_of
from cegoscore.clubs.models import RuleSet
from cegoscore.contest.ties import rank_of
from cegoscore.scoresheet.ledger.ledger_rows import is_replaced
from cegoscore.scoresheet.models import CompanySum, GameSum, Note, Score, Seat, SeatSum, Session
from cegoscore.scoring.contracts import EVERYONE, RAEUBER
from cegoscore.scoring.documents.document import NoteKind
from cegoscore.scoring.documents.ledger import ROUNDS
from cegoscore.scoring.house_rules import HouseRules

AT_ONCE = 100
"""Limit of sheets that are added up in one go."""

ARE_KEPT = Q(sums__ended_at=F("session__ended_at"))
"""Condition for columns: their sums are kept, and hold."""

ENDED = Q(event=None, ended_at__isnull=False)
"""Condition for sheets: evenings that have ended."""

HAVE_PLAYED = Exists(Score.objects.filter(seat=OuterRef("pk"))) | ~Q(total=0) | Q(session__continues__isnull=False)
"""Condition for columns: somebody played there, or on the sheet whose totals went on here."""


class ColumnToSum(Protocol):
    """A column, as far as it has to be known to be added up."""

    @property
    def key(self) -> int:
        """The key of the column's row."""

    @property
    def number(self) -> int:
        """The column's number on its sheet."""

    @property
    def sheet(self) -> UUID:
        """The key of the sheet."""

    @property
    def rules(self) -> int:
        """The row of the sheet's rule set."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ColumnSums:
    """The sums of a column, as rows that are not saved."""

    seat: SeatSum
    games: Sequence[GameSum]
    company: Sequence[CompanySum]

    @property
    def values(self) -> tuple[object, ...]:
        """Everything that is summed up, for comparing."""
        games = ((row.game, row.over_solo, row.ouvert, row.declared, row.won, row.points) for row in self.games)
        company = ((row.other_id, row.hands, row.points) for row in self.company)
        return tuple(getattr(self.seat, name) for name in SUMMED), tuple(sorted(games)), tuple(sorted(company))


SUMMED = tuple(field.name for field in SeatSum._meta.concrete_fields if field.name not in ("id", "seat", "ended_at"))
"""The fields of `SeatSum` that tell of the hands."""


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


def rule_sets(keys: Iterable[int]) -> RuleSets:
    """The rule sets in some rows."""
    return {row.pk: rules_of(row) for row in RuleSet.objects.filter(pk__in=set(keys))}


def added_up(seats: Sequence[ColumnToSum]) -> dict[int, ColumnSums]:
    """The sums of columns by their keys, from the hands in force; rank and number of players are left open.

    Six queries at most, however many columns there are.
    """
    if not seats:
        return {}
    rules = rule_sets(seat.rules for seat in seats)
    stretches: dict[int, list[_Stretch]] = defaultdict(list)
    for each in _stretches(seats):
        stretches[each.seat].append(each)
    games, company = _games(seats), _company(seats, stretches)
    halves, dry = _half_or_nothing(seats, rules)
    paid, owed = _schnaps(seats, rules, halves, dry)
    found = {}
    for seat in seats:
        own = stretches[seat.key]
        row = SeatSum(
            seat_id=seat.key,
            hands=sum(each.hands for each in own),
            most=max((each.most for each in own), default=0),
            least=min((each.least for each in own), default=0),
            raeuber=sum(each.raeuber for each in own),
            raeuber_lost=sum(each.raeuber_lost for each in own),
            buergermeister=halves[seat.key],
            schnaps_paid=paid[seat.key],
            schnaps_owed=max(0, owed[seat.key]),
        )
        found[seat.key] = ColumnSums(seat=row, games=games[seat.key], company=company[seat.key])
    return found


def scores_in(seats: Collection[ColumnToSum]) -> QuerySet[Score]:
    """Scores of the hands in force in these columns.

    The sheets are named although the columns tell them: else PostgreSQL reads the hands of everybody in the database.
    """
    rows = Score.objects.filter(seat__in=[seat.key for seat in seats], hand__session__in={seat.sheet for seat in seats})
    return rows.filter(~is_replaced("hand__"), hand__void=False).exclude(hand__game="dead").order_by()


def _said(key: str) -> KeyTextTransform:
    """The outcome's value under a key, as text."""
    return KeyTextTransform(key, "hand__outcome")


def _declared(seats: Collection[ColumnToSum]) -> QuerySet[Score]:
    """Scores of hands that somebody declared alone; games of everyone for themselves are left out."""
    declarer = Cast(_said("declarer"), IntegerField())
    rows = scores_in(seats).annotate(declarer=declarer).filter(declarer=F("seat__number"))
    return rows.exclude(hand__game__in=EVERYONE)


def _stretches(seats: Collection[ColumnToSum]) -> Iterator[_Stretch]:
    counted = Q(hand__game__in=RAEUBER, hand__outcome__has_any_keys=["card_points", "most"])
    rows = (
        scores_in(seats)
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
    return (_Stretch(*row) for row in rows)


def _games(seats: Collection[ColumnToSum]) -> Mapping[int, list[GameSum]]:
    rows = _declared(seats).values_list("seat", "hand__game", _said("over_solo"), _said("ouvert"))
    sums: dict[int, dict[tuple[str, bool, bool], Counter[str]]] = defaultdict(lambda: defaultdict(Counter))
    for seat, game, over_solo, ouvert, count, won, points in rows.annotate(
        count=Count("pk"), won=Count("pk", filter=Q(points__gt=0)), sum=Sum("points")
    ):
        sums[seat][game, over_solo == "true", ouvert == "true"].update(declared=count, won=won, points=points)
    found: dict[int, list[GameSum]] = defaultdict(list)
    for seat, games in sums.items():
        for (game, over_solo, ouvert), counts in sorted(games.items()):
            found[seat].append(GameSum(game=game, over_solo=over_solo, ouvert=ouvert, **counts))
    return found


def _company(
    seats: Sequence[ColumnToSum], stretches: Mapping[int, Iterable[_Stretch]]
) -> Mapping[int, list[CompanySum]]:
    """The people at the table in any of the hands, by column."""
    columns = Seat.objects.filter(session__in={seat.sheet for seat in seats}).values_list("session", "number", "pk")
    keys = {(sheet, number): key for sheet, number, key in columns}
    found: dict[int, list[CompanySum]] = defaultdict(list)
    for seat in seats:
        hands, points = Counter[int](), Counter[int]()
        for each in stretches[seat.key]:
            others = (
                keys[seat.sheet, number]
                for number in each.lineup
                if number != seat.number and (seat.sheet, number) in keys
            )
            for other in others:
                hands[other] += each.hands
                points[other] += each.points
        found[seat.key] = [
            CompanySum(other_id=other, hands=count, points=points[other]) for other, count in sorted(hands.items())
        ]
    return found


def _half_or_nothing(seats: Collection[ColumnToSum], rules: RuleSets) -> tuple[Counter[int], Counter[int]]:
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


def _schnaps(
    seats: Collection[ColumnToSum], rules: RuleSets, halves: Counter[int], dry: Counter[int]
) -> tuple[Counter[int], Counter[int]]:
    """Rounds of Schnaps bought, and those still owed, by column; below zero, too many were bought."""
    owed = Counter(
        {seat.key: dry[seat.key] + halves[seat.key] * rules[seat.rules].schnaps_buergermeister for seat in seats}
    )
    own = {(seat.sheet, seat.number): seat.key for seat in seats}
    sheets = {seat.sheet for seat in seats}
    notes = Note.objects.filter(session__in=sheets, kind__in=list(ROUNDS), seat__isnull=False)
    paid = Counter[int]()
    for sheet, number, kind in notes.values_list("session", "seat", "kind"):
        key = own.get((sheet, number or 0))
        if key is not None:
            change = ROUNDS[NoteKind(kind)]
            owed[key] += change
            paid[key] += change < 0
    return paid, owed


# Kept sums


class _Whole(NamedTuple):
    """A column of a sheet that is added up as a whole."""

    key: int
    number: int
    sheet: UUID
    rules: int
    total: int
    played: bool


ByColumn = dict[tuple[UUID, int], ColumnSums]
"""Sums by sheet and number of the column."""


def sums_of(ends: Mapping[UUID, datetime]) -> ByColumn:
    """The sums of all columns of sheets, with their ranks, from the hands; `ends` has the end of each sheet."""
    rows = Seat.objects.filter(session__in=list(ends)).annotate(played=HAVE_PLAYED).order_by("pk")
    columns = rows.values_list("pk", "number", "session", "session__rule_set", "total", "played")
    seats = [_Whole(*row) for row in columns]
    fields: dict[UUID, list[int]] = {sheet: [] for sheet in ends}
    for seat in seats:
        fields[seat.sheet] += [seat.total] * seat.played
    sums = added_up(seats)
    for seat in seats:
        row, field = sums[seat.key].seat, fields[seat.sheet]
        row.ended_at, row.players = ends[seat.sheet], len(field)
        row.rank = rank_of(seat.total, field)
    return {(seat.sheet, seat.number): sums[seat.key] for seat in seats}


def kept_sums_of(ends: Mapping[UUID, datetime]) -> ByColumn:
    """The same as they are kept, where they hold."""
    rows = SeatSum.objects.filter(seat__session__in=list(ends), ended_at=F("seat__session__ended_at"))
    kept = rows.select_related("seat").prefetch_related("games", "company")
    return {
        (row.seat.session_id, row.seat.number): ColumnSums(
            seat=row, games=list(row.games.all()), company=list(row.company.all())
        )
        for row in kept
    }


def without_sums() -> QuerySet[Session]:
    """Evenings that have ended and whose sums are not kept."""
    kept = SeatSum.objects.filter(seat=OuterRef("pk"), ended_at=OuterRef("session__ended_at"))
    missing = Seat.objects.filter(~Exists(kept), session=OuterRef("pk"))
    return Session.objects.filter(ENDED, Exists(missing))
