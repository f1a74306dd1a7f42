"""The session document: one evening (or one tournament table) as JSON, read, checked and written.

What may stand in it is described in `docs/formats/session.md`. Reading never raises: it yields a `Document` or every
problem at once, each with the hand (counted from 1 as it stands in the list) and the key it belongs to.
"""

import copy
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from enum import StrEnum
from functools import partial
from typing import Any, TypeVar

from cegoscore.scoring.checks import check_table, warn_hand
from cegoscore.scoring.documents.entries import (
    MOST_FACTOR,
    DocumentHand,
    Entry,
    in_force,
    put_in_order,
    said,
    take_hands,
    write_entry,
)
from cegoscore.scoring.documents.hand_document import MOST_AMOUNT, MOST_SEATS, MOST_TEXT
from cegoscore.scoring.house_rules import HouseRules
from cegoscore.scoring.problems import Problem
from cegoscore.scoring.reading import Fields, parse_text, printable
from cegoscore.scoring.rules.rule_files import parse_house_rules, published, published_identifiers

Part = TypeVar("Part")

FORMAT = "cegoscore/session@1"
MOST_NAME = 60
MOST_CENTS = 10**12


class NoteKind(StrEnum):
    """Kinds of notes between two hands."""

    GSTIESS = "gstiess"
    GSTIESS_OFF = "gstiess_off"
    SCHNAPS_BOUGHT = "schnaps_bought"
    SCHNAPS_OWED = "schnaps_owed"
    TEXT = "text"


@dataclass(frozen=True, slots=True, kw_only=True)
class Adjustment:
    """Amounts outside any hand, one a player, that sum to zero."""

    amounts: tuple[int, ...]
    why: str
    strikes: int | None = None
    """The place in the list, from 1, of an earlier one that this one takes back."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Note:
    """Something worth knowing after so many hands."""

    after: int
    kind: NoteKind
    seat: int | None = None
    why: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Transfer:
    """A payment between two seats, in points or cents."""

    payer: int
    receiver: int
    amount: int
    currency: str | None = None
    """The currency of cents that were paid in another one than the evening's."""


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
    paid: tuple[Transfer, ...] = ()
    """Payments in cents that were made already, and not taken back."""
    title: str | None = None
    stake: Decimal | None = None
    currency: str | None = None
    started: str | None = None
    ended: str | None = None
    stake_factor: int = 1
    """Factor of the hands to come."""
    compulsory_after: int | None = None
    """After so many hands a round of Pflicht-Räuber began."""


def parse_json(text: str) -> tuple[Document | None, tuple[Problem, ...]]:
    """Read a session document from text."""
    return parse_text(text, parse)


def parse(data: Any) -> tuple[Document | None, tuple[Problem, ...]]:
    """Read a session document; the document, or every problem found."""
    if not isinstance(data, Mapping):
        return None, (Problem(code="not_a_mapping"),)
    fields = Fields(data)
    fields.take_format(FORMAT)
    rules, players = _take_rules(fields), _take_players(fields)
    lineup = fields.take_ints("lineup", 0, MOST_SEATS, tuple(range(len(players))))
    first_dealer = fields.take_int("first_dealer", 0, MOST_SEATS)
    written = take_hands(fields)
    values = _take_remarks(fields, len(players), written) | {
        "title": fields.take_name("title", 200, None),
        "stake": fields.take_decimal("stake", None),
        "currency": fields.take_text("currency", 10, None),
        "started": fields.take_time("started", None),
        "ended": fields.take_time("ended", None),
        "stake_factor": fields.take_int("stake_factor", 1, MOST_FACTOR, 1) or 1,
    }
    fields.done()
    entries: tuple[Entry, ...] = ()
    if rules and players and lineup is not None and first_dealer is not None:
        faults = check_table(lineup, first_dealer, rules, len(players))
        fields.problems += [
            replace(problem, key="first_dealer") if problem.key == "dealer" else problem for problem in faults
        ]
        if not faults:
            entries, problems = put_in_order(written, rules, len(players), lineup, first_dealer)
            fields.problems += problems
    if fields.problems or rules is None:
        return None, tuple(sorted(fields.problems, key=lambda problem: problem.hand or 0))
    document = Document(
        rules=rules, players=players, lineup=lineup, first_dealer=first_dealer, entries=entries, **values
    )
    return document, ()


def _take_rules(fields: Fields) -> HouseRules | None:
    before = len(fields.problems)
    raw = fields.take("rules")
    if isinstance(raw, Mapping):
        rules, problems = parse_house_rules(raw)
        fields.problems += [replace(problem, key=f"rules.{problem.key}".rstrip(".")) for problem in problems]
        return rules
    if isinstance(raw, str) and raw in published_identifiers():
        return published(raw)
    if isinstance(raw, str):
        fields.complain("unknown_rules", "rules", rules=printable(raw[:MOST_NAME]))
    elif len(fields.problems) == before:
        fields.complain("not_text", "rules")
    return None


def _take_players(fields: Fields) -> tuple[str, ...]:
    """Their names, empty where a name is faulty."""
    raw = fields.take_list("players")
    names = Fields({f"players[{index}]": name for index, name in enumerate(raw[:MOST_SEATS])})
    players = tuple(names.take_name(key, MOST_NAME) for key in names.keys)
    fields.adopt(names)
    if len(raw) < 2:
        fields.complain("too_few_players", "players", least=2)
    if len(raw) > MOST_SEATS:
        fields.complain("out_of_range", "players", least=2, most=MOST_SEATS)
    for name in sorted({name for name in players if name is not None and players.count(name) > 1}):
        fields.complain("same_name", "players", name=printable(name))
    return tuple(name or "" for name in players)


def _take_remarks(fields: Fields, seats: int, written: Sequence[DocumentHand]) -> dict[str, Any]:
    """Adjustments and notes."""
    deals = max([len(written), *(hand.number for hand in written if hand.number)])
    adjustments = _take_each(fields, "adjustments", partial(_take_adjustment, seats=seats))
    notes = _take_each(fields, "notes", partial(_take_note, seats=seats, deals=deals))
    paid = _take_each(fields, "paid", partial(_take_payment, seats=seats))
    _check_strikes(fields, adjustments)
    return {
        "compulsory_after": fields.take_int("compulsory_after", 0, deals, None),
        "adjustments": tuple(adjustment for adjustment in adjustments if adjustment),
        "notes": tuple(note for note in notes if note),
        "paid": tuple(payment for payment in paid if payment),
    }


def _take_each(fields: Fields, key: str, read: Callable[[Fields, int], Part | None]) -> list[Part | None]:
    """Read every mapping of a list with its place from 0; nothing for what is none."""
    parts = []
    for index, raw in enumerate(fields.take_list(key, ())):
        is_mapping, path = isinstance(raw, Mapping), f"{key}[{index}]"
        if not is_mapping:
            fields.complain("not_a_mapping", path)
        inner = Fields(raw if is_mapping else {}, path=path)
        parts.append(read(inner, index) if is_mapping else None)
        fields.adopt(inner)
    return parts


def _take_adjustment(inner: Fields, index: int, seats: int) -> Adjustment | None:
    amounts, why = inner.take_ints("amounts", -MOST_AMOUNT, MOST_AMOUNT), inner.take_text("why", MOST_TEXT)
    strikes = inner.take_int("strikes", 1, max(index, 1), None)
    if amounts is not None and seats and len(amounts) != seats:
        inner.complain("points_per_player", "amounts", players=seats)
    if amounts is not None and sum(amounts) != 0:
        inner.complain("amounts_not_zero", "amounts", sum=sum(amounts))
    return None if amounts is None or why is None else Adjustment(amounts=amounts, why=why, strikes=strikes)


def _check_strikes(fields: Fields, adjustments: Sequence[Adjustment | None]) -> None:
    """Check that a reversal has exactly the amounts of what it takes back, with the other sign, and is the only one."""
    struck: set[int] = set()
    for index, entry in enumerate(adjustments):
        if entry is None or entry.strikes is None:
            continue
        other = adjustments[entry.strikes - 1]
        opposite = other is not None and entry.amounts == tuple(-amount for amount in other.amounts)
        if index < entry.strikes or entry.strikes in struck or (other is not None and not opposite):
            fields.complain("strikes_nothing", f"adjustments[{index}].strikes", place=entry.strikes)
        struck.add(entry.strikes)


def _take_note(inner: Fields, _index: int, seats: int, deals: int) -> Note | None:
    after, kind = inner.take_int("after", 0, deals), inner.take_choice("kind", NoteKind)
    seat = why = None
    if kind is None:
        inner.skip(("seat", "why"))
    elif kind is NoteKind.GSTIESS_OFF:
        pass
    elif kind is NoteKind.TEXT:
        why = inner.take_text("why", MOST_TEXT)
    elif not (kind is NoteKind.GSTIESS and inner.take_null("seat")):
        seat = inner.take_int("seat", 0, max(seats - 1, 0))
    return None if after is None or kind is None else Note(after=after, kind=kind, seat=seat, why=why)


def _take_payment(inner: Fields, _index: int, seats: int) -> Transfer | None:
    payer, receiver = (inner.take_int(key, 0, max(seats - 1, 0)) for key in ("from", "to"))
    cents = inner.take_int("cents", 1, MOST_CENTS)
    if payer is not None and payer == receiver:
        inner.complain("seat_twice", "to")
    currency = inner.take_text("currency", 10, None)
    return None if inner.problems else Transfer(payer=payer, receiver=receiver, amount=cents, currency=currency)


def current_entries(document: Document) -> list[Entry]:
    """The entries in force, a correction in the place of what it corrects, dead deals where they stand."""
    return [entry for _, entry in in_force(document.entries)]


def warnings(document: Document) -> list[Problem]:
    """Plausibility warnings for the hands that count."""
    return [
        replace(problem, hand=deal)
        for deal, entry in in_force(document.entries)
        for problem in warn_hand(entry.hand, document.rules)
    ]


def write(document: Document) -> dict[str, Any]:
    """The document as JSON data; reading it again gives the same document."""
    rules = document.rules
    same = rules.id in published_identifiers() and published(rules.id) == rules
    data = {
        "format": FORMAT,
        "rules": rules.id if same else copy.deepcopy(dict(rules.document)),
        "players": list(document.players),
        "lineup": list(document.lineup),
        "first_dealer": document.first_dealer,
        "hands": [write_entry(entry) for entry in document.entries],
        "adjustments": [
            said({"amounts": list(entry.amounts), "why": entry.why, "strikes": entry.strikes})
            for entry in document.adjustments
        ],
        "notes": [_write_note(note) for note in document.notes],
        "paid": [_payment(one) for one in document.paid] or None,
        "stake_factor": document.stake_factor if document.stake_factor != 1 else None,
        "compulsory_after": document.compulsory_after,
        "title": document.title,
        "stake": str(document.stake) if document.stake else None,
        "currency": document.currency,
        "started": document.started,
        "ended": document.ended,
    }
    return said(data)


def _payment(one: Transfer) -> dict[str, Any]:
    return said({"from": one.payer, "to": one.receiver, "cents": one.amount, "currency": one.currency})


def _write_note(note: Note) -> dict[str, Any]:
    data: dict[str, Any] = {"after": note.after, "kind": str(note.kind)}
    if note.kind is NoteKind.TEXT:
        return data | {"why": note.why}
    return data if note.kind is NoteKind.GSTIESS_OFF else data | {"seat": note.seat}
