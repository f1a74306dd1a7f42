"""Rows of an event, counted hand by hand. Nothing is saved here."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from uuid import UUID

from cegoscore.clubs.house_rules.rule_sets import rules_of
from cegoscore.clubs.models import RuleSet
from cegoscore.outings.events import Event, PlayedColumn, sheets_of
from cegoscore.outings.models import GAME, Outing, OutingGame, OutingPair, Role
from cegoscore.scoresheet.conditions import is_replaced
from cegoscore.scoresheet.models import Hand, Note, Score, Seat
from cegoscore.scoring import hands as core
from cegoscore.scoring.documents.document import NoteKind
from cegoscore.scoring.documents.hand_document import outcome_of
from cegoscore.scoring.documents.ledger import ROUNDS
from cegoscore.scoring.hands import HandKind, kind_of
from cegoscore.scoring.payments import answerable, schnaps

NEVER_WRITTEN = 0
"""The stamp of one person's outing, which is counted without what the others' rest on."""


@dataclass(kw_only=True)
class CountedOuting:
    """An outing with its games and pairs."""

    outing: Outing
    games: dict[tuple[int, Role, str, bool, bool], Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    """By rule set, role and manner: `SUMS`."""
    pairs: dict[tuple[int, int], Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    """By the other person and rule set: `n`, `flow`."""

    @property
    def game_rows(self) -> list[OutingGame]:
        """Rows of the games."""
        names = ("rule_set_id", *GAME[1:])
        return [
            OutingGame(outing=self.outing, **dict(zip(names, game, strict=True)), **counts)
            for game, counts in self.games.items()
        ]

    @property
    def pair_rows(self) -> list[OutingPair]:
        """Rows of the pairs."""
        return [
            OutingPair(outing=self.outing, other_id=other, rule_set_id=rules, **counts)
            for (other, rules), counts in self.pairs.items()
        ]


def counted(events: Sequence[Event], person: int | None = None) -> list[CountedOuting]:
    """Everybody's outings to some events, or one person's, to be read only. Four queries, however many events."""
    by_column: dict[tuple[UUID, int], CountedOuting] = {}
    columns: dict[int, tuple[PlayedColumn, CountedOuting]] = {}
    sheets = sheets_of(events)
    if person is not None:
        sheets = {column.sheet for event in events for column in event.columns if column.person == person}
    for event in events:
        counting = [column for column in event.columns if column.sheet in sheets]
        stamp = event.stamp if person is None else NEVER_WRITTEN
        for who in {*(event.results if person is None else (person,)), *(column.person for column in counting)}:
            by_column[event.key, who] = CountedOuting(outing=_outing(event, who, stamp))
        for column in counting:
            columns[column.key] = column, by_column[event.key, column.person]
    _Sheets(sheets, columns).count()
    notable = [row for row in by_column.values() if row.outing.points is not None or row.outing.hands]
    return notable if person is None else [row for row in notable if row.outing.player_id == person]


def _outing(event: Event, person: int, stamp: int) -> Outing:
    place = event.results.get(person)
    return Outing(
        club_id=event.club,
        player_id=person,
        kind=event.kind,
        key=event.key,
        day=event.day,
        moment=event.moment,
        stamp=stamp,
        points=place and place.points,
        rank=place and place.rank,
        players=len(event.results),
    )


class _Sheets:
    """Some sheets, and the outings for which their columns count, by the key of the column."""

    def __init__(self, sheets: Iterable[UUID], columns: Mapping[int, tuple[PlayedColumn, CountedOuting]]) -> None:
        self.sheets, self.columns = list(sheets), columns
        rules = {column.rules for column, _counted in columns.values()}
        self.rules = {row.pk: rules_of(row) for row in RuleSet.objects.filter(pk__in=rules)}
        self.owed = Counter[int]()

    def count(self) -> None:
        """Count all hands in force, and the rounds of Schnaps."""
        if not self.columns:
            return
        rows = Hand.objects.filter(~is_replaced(), session__in=self.sheets, void=False)
        hands = {row.pk: row for row in rows.order_by("session__started_at", "session", "place").only(*HAND)}
        seats = Counter(Seat.objects.filter(session__in=self.sheets).order_by().values_list("session", flat=True))
        scores: dict[int, dict[int, int]] = defaultdict(dict)
        for hand, seat, points in Score.objects.filter(hand__session__in=self.sheets).values_list(*SCORE):
            if hand in hands and seat in self.columns:
                scores[hand][seat] = points
        for key, row in hands.items():
            outcome = outcome_of(row.outcome, seats[row.session_id])
            if kind_of(outcome) is not HandKind.OUTSIDE:
                dealt = core.Hand(lineup=tuple(row.lineup), dealer=row.dealer, outcome=outcome)
                self._hand(key, row.game, dealt, scores[key])
        self._rounds()
        for seat, (column, tally) in self.columns.items():
            if column.owes:
                tally.outing.schnaps_owed += max(0, self.owed[seat])

    def _hand(self, key: int, game: str, dealt: core.Hand, scores: Mapping[int, int]) -> None:
        """Count a hand of cards; a claim and a fault are nobody's game."""
        outcome, declarer = dealt.outcome, core.declarer_of(dealt.outcome)
        over_solo, ouvert = (declarer is not None and getattr(outcome, name, False) for name in ("over_solo", "ouvert"))
        for seat, points in scores.items():
            column, tally = self.columns[seat]
            role = Role.ALL if declarer is None else Role.ALONE if column.number == declarer else Role.AGAINST
            sums = {"n": 1, "won": int(points > 0), "points": points, "squares": points**2}
            tally.games[column.rules, role, game, over_solo, ouvert].update(sums)
            _note(tally.outing, key, points)
            if isinstance(outcome, core.Raeuber | core.UncountedRaeuber):
                tally.outing.raeuber += 1
                tally.outing.raeuber_lost += points < 0
            if role == Role.ALONE:
                self._half_or_nothing(seat, dealt)
        self._pairs(answerable(dealt), scores)

    def _pairs(self, paying: Collection[int], scores: Mapping[int, int]) -> None:
        """Note what passed between those who were answerable and each of the others, who got the same from each."""
        for seat, points in scores.items():
            column, tally = self.columns[seat]
            if column.number in paying:
                continue
            for one in scores:
                other, its = self.columns[one]
                if other.number in paying:
                    flow = points // len(paying)
                    tally.pairs[other.person, column.rules].update(n=1, flow=flow)
                    its.pairs[column.person, column.rules].update(n=1, flow=-flow)

    def _half_or_nothing(self, seat: int, dealt: core.Hand) -> None:
        """Half of all card points is a Bürgermeister; no trick may cost a Schnaps, and so may that."""
        column, tally = self.columns[seat]
        rules, outcome = self.rules[column.rules], dealt.outcome
        if isinstance(outcome, core.Points | core.PfeifFrei):
            tally.outing.buergermeister += 2 * outcome.points == rules.total
        self.owed[seat] += column.number in schnaps(dealt, rules)

    def _rounds(self) -> None:
        """Rounds of Schnaps that were bought, or came along from another sheet."""
        seats = {(column.sheet, column.number): seat for seat, (column, _counted) in self.columns.items()}
        notes = Note.objects.filter(session__in=self.sheets, kind__in=list(ROUNDS), seat__isnull=False)
        for sheet, number, kind in notes.values_list("session", "seat", "kind"):
            seat = seats.get((sheet, number or 0))
            if seat is not None:
                change = ROUNDS[NoteKind(kind)]
                self.owed[seat] += change
                self.columns[seat][1].outing.schnaps_paid += change < 0


HAND = ("session", "game", "outcome", "lineup", "dealer")
SCORE = ("hand", "seat", "points")


def _note(outing: Outing, hand: int, points: int) -> None:
    """Another hand, perhaps the best or the worst; of equal ones the first stays."""
    outing.hands += 1
    if points > outing.most:
        outing.most, outing.most_hand = points, hand
    if points < outing.least:
        outing.least, outing.least_hand = points, hand
