"""Properties of every rule set and every hand, tried on many."""

import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

from cegoscore.scoring.amounts import normal_amounts
from cegoscore.scoring.checks import check_hand
from cegoscore.scoring.documents.document import Document, parse, parse_json, warnings, write
from cegoscore.scoring.documents.hand_document import take_outcome, write_outcome
from cegoscore.scoring.documents.ledger import ledger, settle
from cegoscore.scoring.hands import Hand
from cegoscore.scoring.payments import payments
from cegoscore.scoring.reading import Fields
from cegoscore.scoring.rules.rule_files import parse_house_rules, published, published_identifiers
from tests.effort import examples
from tests.scoring.houses import house_document
from tests.scoring.strategies import JUNK, documents, hands, mutilated

SLOW = [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.large_base_example]
FEW = settings(max_examples=examples(60), deadline=None, suppress_health_check=SLOW)
MANY = settings(max_examples=examples(400), deadline=None, suppress_health_check=SLOW)


def read(data: dict[str, Any]) -> Document:
    document, problems = parse(data)
    assert [problem.text for problem in problems] == []
    assert document is not None
    return document


@pytest.mark.parametrize("identifier", published_identifiers())
@given(data=st.data())
@settings(max_examples=examples(40), deadline=None, suppress_health_check=SLOW)
def test_every_hand_sums_to_zero(identifier: str, data: st.DataObject) -> None:
    rules = published(identifier)
    raw = data.draw(hands(rules, rules.players + 1))
    lineup, dealer, factor = raw.pop("lineup"), raw.pop("dealer"), raw.pop("stake_factor", 1)
    fields = Fields(raw)
    outcome = take_outcome(fields)
    fields.done()
    assert fields.problems == []
    assert outcome is not None
    hand = Hand(lineup=tuple(lineup), dealer=dealer, outcome=outcome, stake_factor=factor)
    assert check_hand(hand, rules, rules.players + 1) == []

    paid = payments(hand, rules)

    assert len(paid) == len(lineup)
    assert all(type(amount) is int for amount in paid)
    assert sum(paid) == 0


@pytest.mark.parametrize("identifier", published_identifiers())
def test_more_points_never_pay_the_declarer_less(identifier: str) -> None:
    rules = published(identifier)
    games = [(game, False) for game in (rules.normal.factors if rules.normal else ())]
    games += [(game, True) for game in (rules.normal.over_solo if rules.normal else ())]
    for game, over_solo in games:
        amounts = normal_amounts(rules, game, over_solo)
        assert list(amounts) == sorted(amounts), game
        assert amounts[rules.half] < 0 < amounts[rules.half + 1], game


@given(documents())
@FEW
def test_document_that_was_written_is_read_again(data: dict[str, Any]) -> None:
    document = read(data)

    text = json.dumps(write(document))

    assert parse_json(text) == (document, ())
    assert json.dumps(write(read(json.loads(text)))) == text


@given(documents())
@FEW
def test_totals_are_the_sum_of_the_hands_and_adjustments(data: dict[str, Any]) -> None:
    document = read(data)

    sums = ledger(document)

    rows = [line.amounts for line in sums.lines] + [adjustment.amounts for adjustment in document.adjustments]
    totals = [sum(row[seat] or 0 for row in rows) for seat in range(len(document.players))]
    assert list(sums.totals) == totals
    assert all(sum(amount or 0 for amount in row) == 0 for row in rows)
    assert sum(sums.totals) == 0


@given(documents())
@FEW
def test_settlement_of_a_session_brings_all_to_zero(data: dict[str, Any]) -> None:
    totals = list(ledger(read(data)).totals)

    for transfer in settle(totals):
        totals[transfer.payer] += transfer.amount
        totals[transfer.receiver] -= transfer.amount

    assert totals == [0] * len(totals)


@given(documents())
@FEW
def test_who_stands_in_no_line_up_has_no_payment(data: dict[str, Any]) -> None:
    document = read(data)
    current = {entry.number: entry.hand for entry in document.entries}

    for line in ledger(document).lines:
        absent = {seat for seat, amount in enumerate(line.amounts) if amount is None}
        assert absent.isdisjoint(current[line.entry.number].lineup) or line.entry.number is None


def is_read_or_refused(data: Any) -> None:
    """The one or the other, never a traceback; whatever is read can be summed up and written."""
    document, problems = parse(data)
    assert (document is None) == bool(problems)
    for problem in problems:
        assert problem.text.encode().decode().count("\n") == 0
    if document is not None:
        assert read(json.loads(json.dumps(write(document)))) == document
        assert sum(ledger(document).totals) == 0
        assert all(problem.text for problem in warnings(document))


@given(mutilated())
@MANY
def test_mutilated_document_is_read_or_refused(data: Any) -> None:
    is_read_or_refused(data)


@given(JUNK)
@FEW
def test_junk_is_refused(data: Any) -> None:
    assert parse(data)[0] is None


@given(st.one_of(st.text(max_size=40), st.builds(lambda n: "[" * n, st.integers(0, 200_000)), JUNK.map(repr)))
@FEW
def test_text_that_is_no_document_is_refused(text: str) -> None:
    document, problems = parse_json(text)

    assert document is None
    assert all("\n" not in problem.text for problem in problems)
    assert problems


@given(st.data())
@MANY
def test_mutilated_rule_set_is_read_or_refused(data: st.DataObject) -> None:
    document = house_document()
    for _ in range(data.draw(st.integers(1, 3))):
        inner: dict[str, Any] = document
        for _ in range(data.draw(st.integers(0, 2))):
            deeper = [value for value in inner.values() if isinstance(value, dict) and value]
            inner = data.draw(st.sampled_from(deeper)) if deeper else inner
        key = data.draw(st.sampled_from([*inner, "colour", "amount", "brackets"]))
        inner[key] = data.draw(JUNK)

    rules, problems = parse_house_rules(document)

    assert (rules is None) == bool(problems)
    assert all(problem.text for problem in problems)
    assert rules is None or len(rules.digest) == 64


@given(st.data())
@MANY
def test_outcome_of_any_shape_is_read_or_refused(data: st.DataObject) -> None:
    rules = published(data.draw(st.sampled_from(published_identifiers())))
    outcome = data.draw(hands(rules, rules.players))
    for key in data.draw(st.lists(st.sampled_from(sorted(outcome)), max_size=2)):
        outcome[key] = data.draw(JUNK)
    for key in ("lineup", "dealer", "stake_factor"):
        outcome.pop(key, None)

    fields = Fields(outcome)
    read_outcome = take_outcome(fields)
    fields.done()

    assert (read_outcome is None) <= bool(fields.problems)
    if read_outcome is not None and not fields.problems:
        again = Fields(write_outcome(read_outcome))
        assert take_outcome(again) == read_outcome
