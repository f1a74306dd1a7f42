"""The rules of Cego: rule sets as data, what a hand pays and why, and the bidding.

A seat is a number into the list of everyone at the table, anticlockwise. Payments are whole points from the side of
each seat. Draws, standings and prizes of tournaments are in `cegoscore_rules.contest`.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import override

from cegoscore import __version__
from cegoscore.clubs.house_rules.derivations import step_sentence
from cegoscore.scoring import payments as paying
from cegoscore.scoring.auction.auction import fold
from cegoscore.scoring.auction.house_auctions import auction_of
from cegoscore.scoring.auction.state import Auction
from cegoscore.scoring.auction.words import read_words
from cegoscore.scoring.checks import check_hand
from cegoscore.scoring.derivation import Step
from cegoscore.scoring.documents.document import Document, parse
from cegoscore.scoring.documents.hand_document import take_outcome
from cegoscore.scoring.documents.ledger import ledger
from cegoscore.scoring.hands import Hand
from cegoscore.scoring.house_rules import HouseRules
from cegoscore.scoring.problems import InvalidInput, Problem
from cegoscore.scoring.reading import Fields
from cegoscore.scoring.rules.rule_files import parse_house_rules, published, published_identifiers
from cegoscore.scoring.tariff import tariff as rows_of

__all__ = [
    "Auction",
    "Document",
    "Hand",
    "HouseRules",
    "InvalidInput",
    "Problem",
    "Step",
    "__version__",
    "auction",
    "check",
    "evening",
    "explain",
    "hand",
    "payments",
    "rule_set",
    "rule_sets",
    "sentence",
    "tariff",
    "totals",
]


def rule_sets() -> tuple[str, ...]:
    """Identifiers of the published rule sets."""
    return tuple(published_identifiers())


def rule_set(rules: str | Mapping[str, Any]) -> HouseRules:
    """A published rule set by its identifier, or one's own as a document. Raises `InvalidInput`."""
    if isinstance(rules, str):
        if rules not in published_identifiers():
            raise InvalidInput([Problem(code="unknown_rules", key="rules", params=(("rules", rules),))])
        return published(rules)
    house, problems = parse_house_rules(rules)
    if house is None:
        raise InvalidInput(problems)
    return house


def hand(
    outcome: Mapping[str, Any], *, lineup: Sequence[int] = (0, 1, 2, 3), dealer: int = 3, stake_factor: int = 1
) -> Hand:
    """A hand from its outcome as documents have it, such as `{"contract": "solo", "declarer": 1, "points": 41}`.

    `lineup` are the seats at the table, anticlockwise, the dealer among them; what it pays counts `stake_factor` times.
    Raises `InvalidInput`.
    """
    fields = Fields(outcome)
    read = take_outcome(fields)
    fields.done()
    if read is None or fields.problems:
        raise InvalidInput(fields.problems)
    return Hand(lineup=tuple(lineup), dealer=dealer, outcome=read, stake_factor=stake_factor)


def check(hand: Hand, rules: HouseRules) -> tuple[Problem, ...]:
    """Everything that makes a hand impossible by these rules; empty if it can be paid."""
    return tuple(check_hand(hand, rules, max(hand.lineup, default=0) + 1))


def _possible(hand: Hand, rules: HouseRules) -> Hand:
    if problems := check(hand, rules):
        raise InvalidInput(problems)
    return hand


def payments(hand: Hand, rules: HouseRules) -> dict[int, int]:
    """Points that each seat at the table gets; below zero it pays. Raises `InvalidInput` for an impossible hand."""
    return paying.paid_by_seat(_possible(hand, rules), rules)


def explain(hand: Hand, rules: HouseRules) -> tuple[Step, ...]:
    """The steps that lead to the amount, the amount with the last. Raises `InvalidInput` for an impossible hand."""
    return tuple(paying.explain(_possible(hand, rules), rules))


def sentence(step: Step, rules: HouseRules, *, names: Sequence[str] = (), language: str = "de") -> str:
    """A step in words, in German (`de`) or English (`en`); `names` are those of all seats."""
    with override(language):
        return step_sentence(step, rules, names)


def tariff(rules: HouseRules) -> list[dict[str, Any]]:
    """Every result that a rule set can pay, one a row, as `docs/formats/session.md` describes the rows."""
    return rows_of(rules)


def auction(rules: HouseRules, words: str = "") -> Auction:
    """The auction after these words, such as `A:fort B:solo`; A is Vorhand. Raises `ValueError` where it cannot be."""
    bidding = auction_of(rules)
    if bidding is None:
        raise ValueError("these rules are played without an auction")
    return fold(bidding, read_words(words, bidding.players))


def evening(document: Mapping[str, Any]) -> Document:
    """A session document, read and checked. Raises `InvalidInput` with every problem."""
    read, problems = parse(document)
    if read is None:
        raise InvalidInput(problems)
    return read


def totals(evening: Document) -> tuple[int, ...]:
    """The totals of all players in whole points, in the order of the seats."""
    return ledger(evening).totals
