"""The session document: one evening (or one tournament table) as JSON, read, checked and written.

What may stand in it is described in `docs/session-format.md`. Reading never raises: it yields a `Document` or every
problem at once, each with the hand (counted from 1 as it stands in the list) and the key it belongs to.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from enum import StrEnum
from typing import Any
from uuid import UUID

from cegoscore.scoring.checks import check_hand, warn_hand
from cegoscore.scoring.hand_document import MOST_AMOUNT, MOST_SEATS, MOST_TEXT, take_outcome, write_outcome
from cegoscore.scoring.hands import Dead, Free, Hand, Outcome, next_seat
from cegoscore.scoring.house_rules import HouseRules
from cegoscore.scoring.problems import Problem
from cegoscore.scoring.reading import Fields
from cegoscore.scoring.rule_files import parse_house_rules, published, published_identifiers

FORMAT = "cegoscore/session@1"
MOST_NAME = 60
MOST_NUMBER = 10_000


class NoteKind(StrEnum):
    """What may be noted between two hands."""

    GSTIESS = "gstiess"
    SCHNAPS_BOUGHT = "schnaps_bought"
    TEXT = "text"


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """A hand as it stands in the ledger: its number (dead deals have none), its revision, who wrote it when and why."""

    hand: Hand
    number: int | None
    revision: int = 1
    void: bool = False
    uuid: UUID | None = None
    at: str | None = None
    by: str | None = None
    why: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Adjustment:
    """Amounts outside any hand, one a player, that sum to zero."""

    amounts: tuple[int, ...]
    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Note:
    """Something worth knowing after so many hands."""

    after: int
    kind: NoteKind
    seat: int | None = None
    why: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Document:
    """One session: the rule set, everyone who ever sat, and the ledger in order."""

    rules: HouseRules
    players: tuple[str, ...]
    lineup: tuple[int, ...]
    first_dealer: int
    entries: tuple[Entry, ...] = ()
    adjustments: tuple[Adjustment, ...] = ()
    notes: tuple[Note, ...] = ()
    title: str | None = None
    stake: Decimal | None = None
    currency: str | None = None
    started: str | None = None
    ended: str | None = None


def parse_json(text: str) -> tuple[Document | None, tuple[Problem, ...]]:
    """Read a session document from text."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        return None, (Problem(code="not_json", params=(("why", str(error)),)),)
    return parse(data)


def parse(data: Any) -> tuple[Document | None, tuple[Problem, ...]]:
    """Read a session document; the document, or every problem found."""
    if not isinstance(data, Mapping):
        return None, (Problem(code="not_a_mapping"),)
    fields = Fields(data)
    if fields.take_text("format", 60) not in (None, FORMAT):
        fields.complain("not_one_of", "format", choices=FORMAT)
    rules = _rules(fields)
    players = _players(fields)
    seats = len(players)
    lineup = fields.take_ints("lineup", 0, max(seats - 1, 0), tuple(range(seats)))
    first_dealer = fields.take_int("first_dealer", 0, max(seats - 1, 0))
    raw_hands = fields.take_list("hands")
    adjustments = [
        _adjustment(fields, raw, index, seats) for index, raw in enumerate(fields.take_list("adjustments", []))
    ]
    notes = [
        _note(fields, raw, index, seats, len(raw_hands)) for index, raw in enumerate(fields.take_list("notes", []))
    ]
    top = {
        "title": fields.take_text("title", 200, None),
        "stake": fields.take_decimal("stake", None),
        "currency": fields.take_text("currency", 10, None),
        "started": fields.take_time("started", None),
        "ended": fields.take_time("ended", None),
    }
    fields.done()
    if lineup is not None and rules is not None:
        _check_lineup(fields, rules, lineup, first_dealer)
    if rules is None or lineup is None or first_dealer is None or not seats:
        return None, tuple(fields.problems)
    entries = _Ledger(fields, rules, seats, lineup, first_dealer).entries(raw_hands)
    if fields.problems:
        return None, tuple(fields.problems)
    document = Document(
        rules=rules,
        players=players,
        lineup=lineup,
        first_dealer=first_dealer,
        entries=tuple(entries),
        adjustments=tuple(adjustment for adjustment in adjustments if adjustment),
        notes=tuple(note for note in notes if note),
        **top,
    )
    return document, ()


def _rules(fields: Fields) -> HouseRules | None:
    raw = fields.take("rules")
    if isinstance(raw, str):
        if raw in published_identifiers():
            return published(raw)
        fields.complain("unknown_rules", "rules", rules=raw[:60])
    elif isinstance(raw, Mapping):
        rules, problems = parse_house_rules(raw)
        fields.problems += [replace(problem, key=f"rules.{problem.key}".rstrip(".")) for problem in problems]
        return rules
    elif raw is not None:
        fields.complain("not_text", "rules")
    return None


def _players(fields: Fields) -> tuple[str, ...]:
    raw = fields.take_list("players")
    names = Fields({f"players[{index}]": name for index, name in enumerate(raw[:MOST_SEATS])})
    players = tuple(names.take_text(key, MOST_NAME) for key in names.keys)
    fields.adopt(names)
    if "players" not in fields and len(raw) < 2:
        fields.complain("too_few_players", "players", least=2)
    if len(raw) > MOST_SEATS:
        fields.complain("out_of_range", "players", least=2, most=MOST_SEATS)
    for name in sorted({name for name in players if name is not None and players.count(name) > 1}):
        fields.complain("same_name", "players", name=name)
    return tuple(name or "" for name in players)


def _check_lineup(fields: Fields, rules: HouseRules, lineup: tuple[int, ...], first_dealer: int | None) -> None:
    if len(lineup) not in rules.sizes:
        fields.complain("lineup_size", "lineup", sizes=" / ".join(map(str, rules.sizes)), size=len(lineup))
    if len(set(lineup)) != len(lineup):
        fields.complain("seat_twice", "lineup")
    if first_dealer is not None and first_dealer not in lineup:
        fields.complain("not_at_table", "first_dealer", seat=first_dealer)


def _adjustment(fields: Fields, raw: Any, index: int, seats: int) -> Adjustment | None:
    inner = _inner(fields, f"adjustments[{index}]", raw)
    if inner is None:
        return None
    amounts, why = inner.take_ints("amounts", -MOST_AMOUNT, MOST_AMOUNT), inner.take_text("why", MOST_TEXT)
    if amounts is not None and len(amounts) != seats:
        inner.complain("points_per_player", "amounts", players=seats)
    if amounts is not None and sum(amounts) != 0:
        inner.complain("amounts_not_zero", "amounts", sum=sum(amounts))
    fields.adopt(inner)
    return None if amounts is None or why is None else Adjustment(amounts=amounts, why=why)


def _note(fields: Fields, raw: Any, index: int, seats: int, deals: int) -> Note | None:
    inner = _inner(fields, f"notes[{index}]", raw)
    if inner is None:
        return None
    after, kind = inner.take_int("after", 0, deals), inner.take_choice("kind", NoteKind)
    seat = why = None
    if kind is NoteKind.TEXT:
        why = inner.take_text("why", MOST_TEXT)
    elif kind is NoteKind.GSTIESS and inner.take_null("seat"):
        seat = None
    elif kind is not None:
        seat = inner.take_int("seat", 0, max(seats - 1, 0))
    fields.adopt(inner)
    return None if after is None or kind is None else Note(after=after, kind=kind, seat=seat, why=why)


def _inner(fields: Fields, path: str, raw: Any, hand: int | None = None) -> Fields | None:
    if isinstance(raw, Mapping):
        return Fields(raw, path=path, hand=hand)
    fields.problems.append(Problem(code="not_a_mapping", key=path, hand=hand))
    return None


class _Ledger:
    """Reads the hands in order and keeps who sits where, who deals next, and which number comes."""

    def __init__(self, fields: Fields, rules: HouseRules, seats: int, lineup: tuple[int, ...], dealer: int) -> None:
        self.fields, self.rules, self.seats = fields, rules, seats
        self.lineup, self.dealer = lineup, dealer
        self.number = 0
        self.first: dict[int, Hand] = {}

    def entries(self, raw_hands: Sequence[Any]) -> list[Entry]:
        """Every entry that could be read; what could not is among the problems."""
        current = _current_revisions(raw_hands)
        seen: set[tuple[int, int]] = set()
        found: list[Entry] = []
        for deal, raw in enumerate(raw_hands, 1):
            entry = self._entry(raw, deal, current)
            if entry is None:
                continue
            if entry.number is not None and (entry.number, entry.revision) in seen:
                params = (("number", entry.number), ("revision", entry.revision))
                self.fields.problems.append(Problem(code="same_revision", key="revision", hand=deal, params=params))
            seen.add((entry.number or 0, entry.revision))
            found.append(entry)
        return found

    def _entry(self, raw: Any, deal: int, current: Mapping[int, tuple[int, bool]]) -> Entry | None:
        inner = _inner(self.fields, "", raw, deal)
        if inner is None:
            return None
        number = inner.take_int("number", 1, MOST_NUMBER, None)
        revision, void = inner.take_int("revision", 1, MOST_NUMBER, 1), inner.take_bool("void", False)
        history = {"uuid": inner.take_uuid("uuid", None), "at": inner.take_time("at", None)}
        history["by"] = inner.take_text("by", MOST_TEXT, None)
        earlier = self.first.get(number) if number else None
        lineup = inner.take_ints("lineup", 0, MOST_SEATS, None)
        dealer = inner.take_int("dealer", 0, MOST_SEATS, None)
        stake_factor = inner.take_int("stake_factor", 1, 1000, 1)
        outcome = take_outcome(inner)
        history["why"] = None if isinstance(outcome, Free) else inner.take_text("why", MOST_TEXT, None)
        self.fields.adopt(inner)
        if inner.problems or outcome is None:
            return None
        lineup = lineup or (earlier.lineup if earlier else self.lineup)
        if dealer is None:
            dealer = earlier.dealer if earlier else _still_there(self.dealer, self.lineup, lineup)
        hand = Hand(lineup=lineup, dealer=dealer, outcome=outcome, stake_factor=stake_factor)
        problems = [replace(problem, hand=deal) for problem in check_hand(hand, self.rules, self.seats)]
        self.fields.problems += problems
        if problems:
            return None
        struck = current[number][1] if number in current else void
        number = self._number(number, outcome)
        if earlier is None and not struck:
            self._pass_deal_on(hand)
        if number is not None:
            self.first.setdefault(number, hand)
        return Entry(hand=hand, number=number, revision=revision, void=void, **history)

    def _number(self, number: int | None, outcome: Outcome) -> int | None:
        if number is None and not isinstance(outcome, Dead):
            number = self.number + 1
        self.number = max(self.number, number or 0)
        return number

    def _pass_deal_on(self, hand: Hand) -> None:
        again = isinstance(hand.outcome, Dead) and not hand.outcome.next_dealer
        self.lineup = hand.lineup
        self.dealer = hand.dealer if again else next_seat(hand.lineup, hand.dealer)


def _still_there(dealer: int, old: tuple[int, ...], new: tuple[int, ...]) -> int:
    """Who deals after a change of line-up: whose turn it was, or the next after them who still sits there."""
    start = old.index(dealer)
    return next((seat for seat in (*old[start:], *old[:start]) if seat in new), new[0])


def _current_revisions(raw_hands: Sequence[Any]) -> dict[int, tuple[int, bool]]:
    """The highest revision of each number given, and whether it strikes the hand; faulty values are left to others."""
    current: dict[int, tuple[int, bool]] = {}
    for raw in raw_hands:
        if not isinstance(raw, Mapping):
            continue
        number, revision = raw.get("number"), raw.get("revision", 1)
        if type(number) is int and type(revision) is int and revision > current.get(number, (0, False))[0]:
            current[number] = (revision, raw.get("void") is True)
    return current


def warnings(document: Document) -> list[Problem]:
    """What is possible but hardly true in the hands that count."""
    current = {id(entry) for entry in current_entries(document)}
    return [
        replace(problem, hand=deal)
        for deal, entry in enumerate(document.entries, 1)
        if id(entry) in current
        for problem in warn_hand(entry.hand, document.rules)
    ]


def current_entries(document: Document) -> list[Entry]:
    """The entries in force: of each number the highest revision unless it is void; dead deals as they stand."""
    highest: dict[int, Entry] = {}
    for entry in document.entries:
        if entry.number is not None:
            known = highest.setdefault(entry.number, entry)
            if entry.revision > known.revision:
                highest[entry.number] = entry
    unnumbered = (entry for entry in document.entries if entry.number is None)
    ordered: list[Entry] = [*highest.values(), *unnumbered]
    return [entry for entry in ordered if not entry.void]


def write(document: Document) -> dict[str, Any]:
    """The document as JSON data; reading it again gives the same document."""
    rules = document.rules
    same = rules.id in published_identifiers() and published(rules.id) == rules
    data: dict[str, Any] = {
        "format": FORMAT,
        "rules": rules.id if same else dict(rules.document),
        "players": list(document.players),
        "lineup": list(document.lineup),
        "first_dealer": document.first_dealer,
        "hands": [_write_entry(entry) for entry in document.entries],
        "adjustments": [{"amounts": list(entry.amounts), "why": entry.why} for entry in document.adjustments],
        "notes": [_write_note(note) for note in document.notes],
    }
    top = {"title": document.title, "stake": document.stake, "currency": document.currency}
    times = {"started": document.started, "ended": document.ended}
    return data | {key: str(value) for key, value in (top | times).items() if value is not None}


def _write_entry(entry: Entry) -> dict[str, Any]:
    hand = entry.hand
    data = write_outcome(hand.outcome) | {"lineup": list(hand.lineup), "dealer": hand.dealer}
    data |= {"stake_factor": hand.stake_factor} if hand.stake_factor != 1 else {}
    data |= {} if entry.number is None else {"number": entry.number}
    data |= {} if entry.revision == 1 else {"revision": entry.revision}
    data |= {"void": True} if entry.void else {}
    texts = {"uuid": entry.uuid, "at": entry.at, "by": entry.by, "why": entry.why}
    return data | {key: str(value) for key, value in texts.items() if value is not None}


def _write_note(note: Note) -> dict[str, Any]:
    data: dict[str, Any] = {"after": note.after, "kind": str(note.kind)}
    if note.kind is NoteKind.TEXT:
        return data | {"why": note.why}
    return data | {"seat": note.seat}
