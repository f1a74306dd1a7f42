"""Rows of an event, counted hand by hand. Nothing is saved here."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from cegoscore.clubs.house_rules.rule_sets import rules_of
from cegoscore.clubs.models import RuleSet
from cegoscore.outings.events import Event, PlayedColumn, sheets_of
from cegoscore.outings.models import GAME, Outing, OutingGame, OutingPair, Role
from cegoscore.scoresheet.conditions import is_replaced
from cegoscore.scoresheet.models import Hand, Note, Score
from cegoscore.scoring.contracts import EVERYONE, RAEUBER
from cegoscore.scoring.documents.document import NoteKind
from cegoscore.scoring.documents.ledger import ROUNDS


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
    """Everybody's outings to some events, or one person's. Four queries, however many events there are."""
    by_column: dict[tuple[UUID, int], CountedOuting] = {}
    columns: dict[int, tuple[PlayedColumn, CountedOuting]] = {}
    sheets = sheets_of(events)
    if person is not None:
        sheets = {column.sheet for event in events for column in event.columns if column.person == person}
    for event in events:
        for who in {*event.results, *(column.person for column in event.columns)}:
            by_column[event.key, who] = CountedOuting(outing=_outing(event, who))
        for column in event.columns:
            if column.sheet in sheets:
                columns[column.key] = column, by_column[event.key, column.person]
    _Sheets(sheets, columns).count()
    there = [row for row in by_column.values() if row.outing.points is not None or row.outing.hands]
    return there if person is None else [row for row in there if row.outing.player_id == person]


def _outing(event: Event, person: int) -> Outing:
    place = event.results.get(person)
    return Outing(
        club_id=event.club,
        player_id=person,
        kind=event.kind,
        key=event.key,
        day=event.day,
        moment=event.moment,
        stamp=event.stamp,
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
        rows = Hand.objects.filter(~is_replaced(), session__in=self.sheets, void=False).exclude(game="dead")
        hands = {row[0]: row for row in rows.order_by("session__started_at", "session", "place").values_list(*HAND)}
        scores: dict[int, dict[int, int]] = defaultdict(dict)
        for hand, seat, points in Score.objects.filter(hand__session__in=self.sheets).values_list(*SCORE):
            if hand in hands and seat in self.columns:
                scores[hand][seat] = points
        for key, game, outcome in hands.values():
            self._hand(key, game, outcome, scores[key])
        self._rounds()
        for seat, (column, tally) in self.columns.items():
            if column.owes:
                tally.outing.schnaps_owed += max(0, self.owed[seat])

    def _hand(self, key: int, game: str, outcome: Mapping[str, Any], scores: Mapping[int, int]) -> None:
        number = None if game in EVERYONE else outcome.get("declarer")
        declarer = next((seat for seat in scores if self.columns[seat][0].number == number), None)
        for seat, points in scores.items():
            column, tally = self.columns[seat]
            role = Role.ALL if number is None else Role.ALONE if seat == declarer else Role.AGAINST
            manner = outcome.get("over_solo") is True, outcome.get("ouvert") is True
            sums = {"n": 1, "won": int(points > 0), "points": points, "squares": points**2}
            tally.games[column.rules, role, game, *manner].update(sums)
            _note(tally.outing, key, points)
            if game in RAEUBER and ("card_points" in outcome or "most" in outcome):
                tally.outing.raeuber += 1
                tally.outing.raeuber_lost += points < 0
            if seat == declarer:
                self._half_or_nothing(seat, outcome)
            elif declarer is not None:
                other, its = self.columns[declarer]
                tally.pairs[other.person, column.rules].update(n=1, flow=points)
                its.pairs[column.person, column.rules].update(n=1, flow=-points)

    def _half_or_nothing(self, seat: int, outcome: Mapping[str, Any]) -> None:
        """Half of all card points is a Bürgermeister; no trick may cost a Schnaps, and so may that."""
        column, tally = self.columns[seat]
        rules, points = self.rules[column.rules], outcome.get("points")
        if points and 2 * points == rules.total:
            tally.outing.buergermeister += 1
            self.owed[seat] += rules.schnaps_buergermeister
        elif not points and (points == 0 or outcome.get("no_trick") is True):
            self.owed[seat] += rules.schnaps_no_trick

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


HAND = ("pk", "game", "outcome")
SCORE = ("hand", "seat", "points")


def _note(outing: Outing, hand: int, points: int) -> None:
    """Another hand, perhaps the best or the worst; of equal ones the first stays."""
    outing.hands += 1
    if points > outing.most:
        outing.most, outing.most_hand = points, hand
    if points < outing.least:
        outing.least, outing.least_hand = points, hand
