"""How somebody plays: games by kind, hands that stand out, Räuber lost, and with whom it goes well or badly.

Only hands in which they were at the table are read, in a number of queries that does not grow with them.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from uuid import UUID

from django.db.models import Exists, OuterRef
from django.db.models.functions import Coalesce
from django.utils import timezone
from django.utils.translation import gettext as _

from cegoscore.clubs.models import ERASED, Player, RuleSet
from cegoscore.clubs.rule_sets import rules_of
from cegoscore.scoresheet.ledger_rows import outcome_of
from cegoscore.scoresheet.models import Hand, Score, Seat
from cegoscore.scoresheet.wording import title_of
from cegoscore.scoring.hands import Outcome, PfeifFrei, Points, Raeuber
from cegoscore.scoring.house_rules import HouseRules
from cegoscore.scoring.review import declarer_of
from tournaments.models import Table

Rosters = dict[UUID, dict[int, tuple[int, str]]]
"""Who sat on each sheet, by the column's number: the person's key and name."""

MOST_NAMED = 5
"""So many are named with whom it goes well, and as many with whom it goes badly."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Feat:
    """A hand that stands out, and where it was."""

    points: int
    game: str
    day: date
    where: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind:
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
    """Somebody else at the table, and what the hands in common brought."""

    name: str
    hands: int
    points: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Play:
    """All of it."""

    hands: int
    kinds: tuple[Kind, ...]
    best: Feat | None
    worst: Feat | None
    raeuber: int
    raeuber_lost: int
    buergermeister: int
    well: tuple[Company, ...]
    badly: tuple[Company, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Turn:
    """One hand from the person's side."""

    points: int
    seat: Seat
    outcome: Outcome
    rules: HouseRules
    lineup: Sequence[int]

    @property
    def is_declarer(self) -> bool:
        return declarer_of(self.outcome) == self.seat.number


def seats_of(records: Collection[Player]) -> list[Seat]:
    """Every column somebody ever had, with its sheet and, at a tournament, its table; practice is left out."""
    rows = Seat.objects.filter(player__in=records, session__deleted_at=None)
    rows = rows.exclude(session__table__is_practice=True).exclude(session__table__voided_at__isnull=False)
    return list(rows.select_related("session__table__round__tournament").order_by("session__started_at", "pk"))


def play_of(seats: Sequence[Seat]) -> Play:
    """How somebody plays in these columns. Three queries."""
    rosters = _rosters(seats)
    turns = _turns(seats, rosters)
    others = _companies(turns, rosters)
    raeuber = [turn for turn in turns if isinstance(turn.outcome, Raeuber)]
    best = max(turns, key=lambda turn: turn.points, default=None)
    worst = min(turns, key=lambda turn: turn.points, default=None)
    return Play(
        hands=len(turns),
        kinds=_kinds(turn for turn in turns if turn.is_declarer),
        best=_feat(best) if best and best.points > 0 else None,
        worst=_feat(worst) if worst and worst.points < 0 else None,
        raeuber=len(raeuber),
        raeuber_lost=sum(turn.points < 0 for turn in raeuber),
        buergermeister=sum(turn.is_declarer and _is_half(turn) for turn in turns),
        well=tuple(each for each in others if each.points > 0)[:MOST_NAMED],
        badly=tuple(each for each in reversed(others) if each.points < 0)[:MOST_NAMED],
    )


def _rosters(seats: Iterable[Seat]) -> Rosters:
    """One query."""
    found: Rosters = defaultdict(dict)
    rows = Seat.objects.filter(session__in=[seat.session_id for seat in seats])
    person = [Coalesce(f"player__merged_into__{field}", f"player__{field}") for field in ("pk", "name")]
    for sheet, number, player, name in rows.values_list("session", "number", *person):
        found[sheet][number] = player, name or str(ERASED)
    return found


def _turns(seats: Iterable[Seat], rosters: Rosters) -> list[_Turn]:
    """The hands in force in the order in which they were played. Two queries."""
    by_key = {seat.pk: seat for seat in seats}
    newer = Hand.objects.filter(
        session=OuterRef("hand__session"), number=OuterRef("hand__number"), revision__gt=OuterRef("hand__revision")
    )
    rows = Score.objects.filter(~Exists(newer), seat__in=list(by_key), hand__void=False).exclude(hand__game="dead")
    in_order = rows.order_by("hand__session__started_at", "hand__session", "hand__place")
    rule_sets = RuleSet.objects.filter(pk__in={seat.session.rule_set_id for seat in by_key.values()})
    rules = {row.pk: rules_of(row) for row in rule_sets}
    return [
        _Turn(
            points=points,
            seat=by_key[seat],
            outcome=outcome_of(outcome, len(rosters[by_key[seat].session_id])),
            rules=rules[by_key[seat].session.rule_set_id],
            lineup=lineup,
        )
        for points, seat, outcome, lineup in in_order.values_list("points", "seat", "hand__outcome", "hand__lineup")
    ]


def _is_half(turn: _Turn) -> bool:
    """Whether it was a Bürgermeister: half of the card points, which is not enough."""
    outcome = turn.outcome
    return isinstance(outcome, Points | PfeifFrei) and 2 * outcome.points == turn.rules.total


def _kinds(turns: Iterable[_Turn]) -> tuple[Kind, ...]:
    """The most frequent first."""
    by_label: dict[str, list[int]] = defaultdict(list)
    for turn in turns:
        by_label[str(title_of(turn.outcome, turn.rules))].append(turn.points)
    kinds = (
        Kind(label=label, declared=len(points), won=sum(each > 0 for each in points), points=sum(points))
        for label, points in by_label.items()
    )
    return tuple(sorted(kinds, key=lambda kind: -kind.declared))


def _companies(turns: Iterable[_Turn], rosters: Rosters) -> list[Company]:
    """Everybody who was at the table in one of the hands; with whom it went best comes first."""
    hands: Counter[int] = Counter()
    points: Counter[int] = Counter()
    names: dict[int, str] = {}
    for turn in turns:
        roster = rosters[turn.seat.session_id]
        for number in turn.lineup:
            if number != turn.seat.number:
                player, names[player] = roster[number]
                hands[player] += 1
                points[player] += turn.points
    found = [Company(name=names[key], hands=count, points=points[key]) for key, count in hands.items()]
    return sorted(found, key=lambda each: (-each.points, each.name))


def _feat(turn: _Turn) -> Feat:
    sheet = turn.seat.session
    table = getattr(sheet, "table", None)
    return Feat(
        points=turn.points,
        game=str(title_of(turn.outcome, turn.rules)),
        day=table.round.tournament.day if table else timezone.localdate(sheet.started_at),
        where=_where(table) if table else sheet.title or _("Evening"),
    )


def _where(table: Table) -> str:
    return _("%(tournament)s, round %(round)s, table %(table)s") % {
        "tournament": table.round.tournament.name,
        "round": table.round.number,
        "table": table.number,
    }
