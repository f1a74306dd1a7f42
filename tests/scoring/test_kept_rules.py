"""Reading, payments and refusals of rules, hands and documents stay what they are, whatever is changed in them."""

import copy
from collections.abc import Iterator, Sequence
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from cegoscore.scoring.auction.auction import auction_table
from cegoscore.scoring.auction.house_auctions import auction_of, called_in, uncalled
from cegoscore.scoring.checks import check_hand, warn_hand
from cegoscore.scoring.contracts import Contract
from cegoscore.scoring.documents.document import Document, parse, warnings, write
from cegoscore.scoring.documents.hand_document import take_outcome, write_outcome
from cegoscore.scoring.documents.ledger import curve, deeds, figures, highlight, ledger, played, settle
from cegoscore.scoring.hands import Hand
from cegoscore.scoring.house_rules import HouseRules
from cegoscore.scoring.payments import explain, payments, schnaps
from cegoscore.scoring.reading import Fields
from cegoscore.scoring.rules.auction_readings import READINGS
from cegoscore.scoring.rules.auction_rules import parse_auction
from cegoscore.scoring.rules.play_rules import parse_play
from cegoscore.scoring.rules.rule_documents import completed_table
from cegoscore.scoring.rules.rule_files import (
    parse_house_rules,
    play_at,
    published,
    published_auction,
    published_citations,
    published_identifiers,
)
from cegoscore.scoring.tariff import counting_table, limits_of, panel, tariff
from tests.effort import thorough
from tests.kept import changes, digest_of, rows
from tests.scoring.houses import house_document
from tests.scoring.sessions import data as session

KEPT = rows(Path(__file__).with_name("kept.txt"))

# What is asked


def of_session(document: Document | None, problems: Sequence[Any]) -> Any:
    if document is None:
        return problems
    hands, sums = played(document), ledger(document)
    course = curve(document, hands)
    done = [deeds(hands, seat) for seat in range(len(document.players))]
    said = [highlight(document), figures(document, hands, course), warnings(document), write(document)]
    return document, sums, settle(sums.totals), course, done, said


HANDS: list[dict[str, Any]] = [
    {"contract": "solo", "declarer": 1, "points": 41, "uuid": "0b9d1d3c-8a4d-4d0e-9df2-0a2a4f6a8c11", "by": "Anna"},
    {"contract": "cego", "declarer": 2, "points": 12, "over_solo": True, "stake_factor": 2, "at": "2026-01-06T20:15"},
    {"contract": "raeuber", "card_points": [None, 20, 30, 20, 0], "lineup": [1, 2, 3, 4], "dealer": 2, "number": 3},
    {"contract": "ulti", "declarer": 3, "made": False, "trumps": [1], "revision": 2, "number": 3, "why": "Otto"},
    {"contract": "cego", "declarer": 4, "fault": {"offender": 4, "eightfold": True}, "void": True},
    {"dead": "thrown_in", "next_dealer": False},
    {"free": [3, 0, -3, None, None], "why": "x", "reason": "y"},
    {"contract": "raeuber", "most": [1], "without_trick": [2], "declarer": 1},
    {"contract": "solo", "declarer": 3, "schinden": {"culprits": [2]}},
    {"contract": "solo", "declarer": 3, "points": 70, "auction": "A:fort B:fort C:fort D:solo"},
]
REMARKS: dict[str, Any] = {
    "adjustments": [{"amounts": [5, -5, 0, 0, 0], "why": "x"}, {"amounts": [-5, 5, 0, 0, 0], "why": "y", "strikes": 1}],
    "notes": [{"after": 2, "kind": "text", "why": "x"}, {"after": 1, "kind": "gstiess", "seat": 2}],
    "paid": [{"from": 1, "to": 2, "cents": 40, "currency": "EUR"}],
    "stake_factor": 2, "compulsory_after": 3, "title": "Fasnet", "stake": "0.05", "currency": "EUR",
    "started": "2026-01-06T20:00", "ended": "2026-01-06T23:00",
}  # fmt: skip


def sessions() -> Iterator[Any]:
    for changed in changes(session(*HANDS, **REMARKS)):
        yield of_session(*parse(changed))


def houses() -> Iterator[Any]:
    normal = house_document()["normal"]
    by_table = {key: value for key, value in normal.items() if key != "base_up_to"}
    by_table["brackets"] = {"won": [36, 41, 70], "lost": [31, 1, 0], "worth": 2}
    more = {
        "labels": {"ulti": {"de": "Ultimo", "en": "Ultimo"}},
        "rare": ["bettel"],
        "schnaps": {"no_trick": True},
        "auction": {"like": "braeunlingen-loewen", "specials": ["ulti"], "equal_bids": "who_sits_earlier"},
        "play": {"leads": {"eine_leere": "suit"}, "open_never_wins": True, "left_out": []},
    }
    for document in (house_document() | more, house_document() | {"normal": by_table}):
        for changed in (document, *changes(document)):
            if isinstance(changed, dict):
                yield parse_house_rules(changed)


def settlements() -> Iterator[Any]:
    for size in range(2, 16):
        totals = [(seat * seat * 7 + size) % 11 - 5 for seat in range(size - 1)]
        yield settle([*totals, -sum(totals)])


MANNERS: tuple[dict[str, Any], ...] = ({}, {"over_solo": True}, {"ouvert": True}, {"trumps": [2]}, {"pfeif_frei": True})
PILES = [10, 20, 30, 10], [None, 35, 35, 0], [0, 0, 45, 25], [20, 50], [None, 5, 65]
RESULTS: list[dict[str, Any]] = [
    *({"points": points} for points in (0, 1, 34, 35, 36, 41, 54, 70, 71, 79)),
    *({"made": made} | points for made in (True, False) for points in ({}, {"points": 40})),
    *({"card_points": piles} for piles in PILES),
    {"per_defender": 40}, {"no_trick": True}, {"last_trick": 2}, {"most": [2]}, {"most": [1, 3], "without_trick": [2]},
    *({"schinden": {"culprits": seats}} for seats in ([], [2], [2, 3], [0])),
    {"schinden": {"culprits": [1], "challenger": 2}},
    *({"fault": {"offender": seat, "eightfold": much}} for seat in (1, 2) for much in (True, False)),
]  # fmt: skip


def outcomes(rules: HouseRules) -> Iterator[dict[str, Any]]:
    """Everything that may have come of a hand, and what cannot."""
    for contract, manner, result in product(Contract, MANNERS, RESULTS):
        if contract in rules.contracts or (not manner and result in ({"points": 0}, {"made": True})):
            yield {"contract": str(contract), "declarer": 1} | manner | result
    yield from ({"contract": str(contract)} | result for contract in rules.contracts for result in RESULTS[14:])
    yield from ({"penalty": kind, "offender": 2} for kind in ("revoke", "wrong_deal", "x"))
    yield from ({"free": amounts, "why": "x"} for amounts in ([1, -1], [1, 0, 0, 0, 0], [5, 0, None, -5], [0, 0, 0, 0]))


def hands(rules: HouseRules) -> Iterator[Any]:
    for place, said in enumerate(outcomes(rules)):
        fields = Fields(copy.deepcopy(said))
        outcome = take_outcome(fields)
        fields.done()
        yield fields.problems
        if outcome is None or fields.problems:
            continue
        size = rules.sizes[place % len(rules.sizes)]
        hand = Hand(lineup=tuple(range(size)), dealer=place % size, outcome=outcome, stake_factor=1 + place % 3 // 2)
        problems = check_hand(hand, rules, size)
        yield write_outcome(outcome), problems
        if not problems:
            yield payments(hand, rules), explain(hand, rules), schnaps(hand, rules), warn_hand(hand, rules)


def auctions(rules: HouseRules) -> Iterator[Any]:
    """Of a rule set, and of houses that have other games or decided something."""
    document = completed_table(rules.id, "auction")
    if document is None:
        return
    yield from (parse_auction(changed, rules) for changed in changes(document) if isinstance(changed, dict))
    auction = published_auction(rules.id)
    assert auction
    yield auction_table(auction), called_in(auction), uncalled(rules, auction)
    decided: list[dict[str, Any]] = [{point: reading} for point in auction.open for reading in READINGS[point]]
    decided += [{"specials": []}, {"specials": ["ulti"]}, {"first": []}, {"first": ["bettel"]}, {"unopposed": []}]
    for decision in decided:
        house, _problems = parse_house_rules({**rules.document, "id": "x", "auction": {"like": rules.id} | decision})
        yield house and auction_of(house)
    for changed in changes(
        {key: rules.document[key] for key in ("table", "normal", "targets") if key in rules.document}
    ):
        if isinstance(changed, dict) and "colour" not in changed:
            kept = {key: value for key, value in rules.document.items() if key not in ("table", "normal", "targets")}
            house, _problems = parse_house_rules(kept | {"id": "x"} | changed)
            if house:
                bid = auction_of(house, rules)
                yield bid, uncalled(house, bid), play_at(house, rules)


def rule_set(identifier: str) -> Iterator[Any]:
    rules = published(identifier)
    yield tariff(rules), panel(rules), counting_table(rules), limits_of(rules)
    citations = published_citations(identifier)
    yield [
        (key, citations.of(key), citations.of(f"{key}.x"), citations.of(key.split(".")[0]))
        for key in citations.by_value
    ]
    yield citations.of("x"), citations.of("x.y"), citations.statements
    yield from hands(rules)
    yield from auctions(rules)
    play = completed_table(identifier, "play") or {}
    yield from (parse_play(changed, rules) for changed in changes(play) if isinstance(changed, dict))


def answers(name: str) -> Iterator[Any]:
    """All that is asked for a row."""
    asked = {"houses": houses, "sessions": sessions, "settlements": settlements}
    return asked[name]() if name in asked else rule_set(name)


def test_every_rule_set_is_kept() -> None:
    assert {*KEPT} == {"houses", "sessions", "settlements", *published_identifiers()}


@thorough
@pytest.mark.parametrize("name", KEPT)
def test_answers_stay_what_they_are(name: str) -> None:
    assert digest_of(answers(name)) == KEPT[name]
