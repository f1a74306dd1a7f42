"""The hands of a session document as a ledger: numbered, with line-up and dealer filled in, corrections in their place.

Line-up and dealer count on from hand to hand. A correction starts out from the line-up and dealer of what it corrects,
and what stands last (the highest revision, unless it is struck) decides where the next hand counts on from.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any
from uuid import UUID

from cegoscore.scoring.auction.words import MOST_AUCTION, check_auction
from cegoscore.scoring.checks import UNDER_ANY_RULES, check_hand, check_seats, check_table
from cegoscore.scoring.documents.hand_document import MOST_SEATS, MOST_TEXT, take_outcome, write_outcome
from cegoscore.scoring.hands import Dead, Free, Hand, Outcome, next_seat
from cegoscore.scoring.house_rules import HouseRules
from cegoscore.scoring.problems import Problem, problem
from cegoscore.scoring.reading import Fields

MOST_NUMBER = 10_000
MOST_FACTOR = 1000


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
    """The reason why it was corrected or struck; a free hand has it in `reason`, as its `why` says what it was."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentHand:
    """A hand as the document has it: what is left out there is `None` here, and so is a faulty outcome."""

    deal: int
    """The position in the list, from 1."""
    outcome: Outcome | None
    lineup: tuple[int, ...] | None
    dealer: int | None
    stake_factor: int
    auction: str
    number: int | None
    revision: int
    void: bool
    history: Mapping[str, Any]


def take_hands(fields: Fields) -> list[DocumentHand]:
    """Take the list of hands, each judged by itself alone."""
    raw_hands = fields.take_list("hands")
    if len(raw_hands) > MOST_NUMBER:
        fields.complain("out_of_range", "hands", least=0, most=MOST_NUMBER)
    taken = (_take_hand(fields, raw, deal) for deal, raw in enumerate(raw_hands[:MOST_NUMBER], 1))
    return [hand for hand in taken if hand]


def _take_hand(fields: Fields, raw: Any, deal: int) -> DocumentHand | None:
    if not isinstance(raw, Mapping):
        fields.problems.append(Problem(code="not_a_mapping", hand=deal))
        return None
    inner = Fields(raw, hand=deal)
    outcome = take_outcome(inner)
    history = {"uuid": inner.take_uuid("uuid", None), "at": inner.take_time("at", None)}
    reason = "reason" if isinstance(outcome, Free) else "why"
    history |= {"by": inner.take_text("by", MOST_TEXT, None), "why": inner.take_text(reason, MOST_TEXT, None)}
    if outcome is None:
        inner.skip(("reason",))
    hand = DocumentHand(
        deal=deal,
        outcome=outcome,
        lineup=inner.take_ints("lineup", 0, MOST_SEATS, None),
        dealer=inner.take_int("dealer", 0, MOST_SEATS, None),
        stake_factor=inner.take_int("stake_factor", 1, MOST_FACTOR, 1) or 1,
        auction=inner.take_text("auction", MOST_AUCTION, "") or "",
        number=inner.take_int("number", 1, MOST_NUMBER, None),
        revision=inner.take_int("revision", 1, MOST_NUMBER, 1) or 1,
        void=bool(inner.take_bool("void", default=False)),
        history=history,
    )
    fields.adopt(inner)
    return hand


def put_in_order(
    written: Sequence[DocumentHand], rules: HouseRules, seats: int, lineup: tuple[int, ...], dealer: int
) -> tuple[tuple[Entry, ...], list[Problem]]:
    """Every entry that is possible, in the order of the document, and what is impossible.

    `dealer` deals the first hand and must sit in the line-up.
    """
    by_deal: dict[int, Entry] = {}
    places, problems = _places(written)
    for place, revisions in places.items():
        standing = max(revisions, key=lambda hand: hand.revision)
        table = after = lineup, dealer
        for hand in revisions:
            counts = hand is standing and not hand.void
            table, faults = _seated(hand, table, rules, seats, counts=counts)
            if hand.outcome is not None:
                manner: dict[str, Any] = {"stake_factor": hand.stake_factor, "auction": hand.auction}
                paid = Hand(lineup=table[0], dealer=table[1], outcome=hand.outcome, **manner)
                # What does not count pays nothing; it may have been written under rules that the evening had before.
                check = check_hand if counts else check_seats
                faults += check(paid, rules, seats) or (check_auction(paid, rules) if counts else [])
                number = place if place > 0 else None
                revision: dict[str, Any] = {"revision": hand.revision, "void": hand.void, **hand.history}
                by_deal[hand.deal] = Entry(hand=paid, number=number, **revision)
            problems += [replace(fault, hand=hand.deal) for fault in faults]
            if counts:
                again = isinstance(hand.outcome, Dead) and not hand.outcome.next_dealer
                after = table[0], table[1] if again else next_seat(*table)
        lineup, dealer = after
    return tuple(by_deal[deal] for deal in sorted(by_deal)), problems


def _places(written: Sequence[DocumentHand]) -> tuple[dict[int, list[DocumentHand]], list[Problem]]:
    """All revisions by number; dead deals without one stand alone, under their position below zero."""
    places: dict[int, list[DocumentHand]] = {}
    problems: list[Problem] = []
    seen: set[tuple[int, int]] = set()
    last = 0
    for hand in written:
        place = hand.number or (-hand.deal if isinstance(hand.outcome, Dead) else last + 1)
        last = max(last, place)
        faults = []
        if place > MOST_NUMBER:
            faults.append(problem("out_of_range", "number", least=1, most=MOST_NUMBER))
        if (place, hand.revision) in seen:
            faults.append(problem("same_revision", "revision", number=place, revision=hand.revision))
        seen.add((place, hand.revision))
        places.setdefault(place, []).append(hand)
        problems += [replace(fault, hand=hand.deal) for fault in faults]
    return places, problems


Table = tuple[tuple[int, ...], int]
"""Line-up and dealer."""


def _seated(
    hand: DocumentHand, before: Table, rules: HouseRules, seats: int, *, counts: bool
) -> tuple[Table, list[Problem]]:
    """Line-up and dealer of a hand that comes after these; as before if what is written is impossible, and why."""
    lineup, dealer = before
    new = lineup if hand.lineup is None else hand.lineup
    deals = _still_there(dealer, lineup, new) if hand.dealer is None else hand.dealer
    problems = [fault for fault in check_table(new, deals, rules, seats) if counts or fault.code in UNDER_ANY_RULES]
    return before if problems else (new, deals), problems


def _still_there(dealer: int, old: tuple[int, ...], new: tuple[int, ...]) -> int:
    """Dealer after a change of line-up: the one whose turn it was, or the next after them who still sits there."""
    start = old.index(dealer)
    return next((seat for seat in (*old[start:], *old[:start], *new) if seat in new), dealer)


def in_force(entries: Sequence[Entry]) -> list[tuple[int, Entry]]:
    """The highest revision of each place, with its position in the document from 1; struck ones are left out."""
    places: dict[int, tuple[int, Entry]] = {}
    for deal, entry in enumerate(entries, 1):
        place = entry.number or -deal
        if place not in places or entry.revision > places[place][1].revision:
            places[place] = deal, entry
    return [(deal, entry) for deal, entry in places.values() if not entry.void]


def write_entry(entry: Entry) -> dict[str, Any]:
    """The mapping of an entry, with line-up and dealer spelled out."""
    hand = entry.hand
    return write_outcome(hand.outcome) | said(
        {
            "lineup": list(hand.lineup),
            "dealer": hand.dealer,
            "stake_factor": hand.stake_factor if hand.stake_factor != 1 else None,
            "auction": hand.auction or None,
            "number": entry.number,
            "revision": entry.revision if entry.revision != 1 else None,
            "void": entry.void or None,
            "uuid": str(entry.uuid) if entry.uuid else None,
            "at": entry.at,
            "by": entry.by,
            "reason" if isinstance(hand.outcome, Free) else "why": entry.why,
        }
    )


def said(data: Mapping[str, Any]) -> dict[str, Any]:
    """The keys that have a value; a document leaves out what is as ever."""
    return {key: value for key, value in data.items() if value is not None}
