"""The chain of decisions: what was changed, left out or put elsewhere is found."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone

from hypothesis import given, strategies as st

from cegoscore.contest.chain import (
    ALPHABET,
    ChainedDecision,
    FreeText,
    acts_since,
    faults_of,
    hash_of,
    is_short,
    mark_of,
)

AT = datetime(2026, 11, 22, 19, 30, 0, 123456, tzinfo=UTC)
DATA = st.dictionaries(st.text(max_size=8), st.integers(-(10**6), 10**6) | st.text(max_size=8), max_size=4)
KINDS = st.sampled_from(("draw", "swap", "tie", "void"))


def chained(rows: list[tuple[str, dict[str, int | str], str]]) -> list[tuple[ChainedDecision, FreeText]]:
    """A sound chain of kinds, data and reasons."""
    found: list[tuple[ChainedDecision, FreeText]] = []
    before = ""
    for number, (kind, data, why) in enumerate(rows, 1):
        free = FreeText(salt=f"salt {number}" if why else "", texts=(why, ""))
        decision = ChainedDecision(
            number=number, kind=kind, by="organiser", at=AT + timedelta(number), data=data, reason=free.hash
        )
        before = hash_of(decision, before)
        found.append((replace(decision, hash=before), free))
    return found


ROWS = st.lists(st.tuples(KINDS, DATA, st.text(max_size=8)), min_size=2, max_size=8)


@given(ROWS)
def test_a_chain_as_it_was_written_is_sound(rows: list[tuple[str, dict[str, int | str], str]]) -> None:
    assert list(faults_of(chained(rows))) == []


@given(ROWS, st.data())
def test_a_decision_that_was_changed_left_out_or_moved_is_found(
    rows: list[tuple[str, dict[str, int | str], str]], data: st.DataObject
) -> None:
    chain = chained(rows)
    place = data.draw(st.integers(0, len(chain) - 2))
    decision, free = chain[place]
    changed = [
        replace(decision, kind="forged"),
        replace(decision, by="helper"),
        replace(decision, at=decision.at + timedelta(microseconds=1)),
        replace(decision, data={**decision.data, "table": 7}),
        replace(decision, reason="0" * 64),
    ]
    for forged in changed:
        assert list(faults_of([*chain[:place], (forged, free), *chain[place + 1 :]])) != []
    assert list(faults_of([*chain[:place], *chain[place + 1 :]])) != []
    assert list(faults_of([*chain[:place], chain[place + 1], chain[place], *chain[place + 2 :]])) != []


def test_a_reason_that_was_changed_or_added_is_found_and_one_that_was_erased_is_not() -> None:
    chain = chained([("draw", {}, ""), ("void", {"table": 3}, "Anna wrote on it")])
    decision, free = chain[1]
    erased = FreeText(salt="", texts=("", ""))
    assert list(faults_of([chain[0], (decision, erased)])) == []
    other = replace(free, texts=("Berta wrote on it", ""))
    assert list(faults_of([chain[0], (decision, other)])) == ["decision 2: its reason was changed"]
    added = FreeText(salt="", texts=("later", ""))
    assert list(faults_of([(chain[0][0], added), chain[1]])) == [
        "decision 1: has a reason that the chain does not know"
    ]


def test_the_hash_does_not_depend_on_the_time_zone_or_on_the_order_of_keys() -> None:
    decision = ChainedDecision(number=1, kind="swap", by="", at=AT, data={"a": 1, "b": 2})
    same = replace(decision, at=AT.astimezone(timezone(timedelta(hours=1))), data={"b": 2, "a": 1})
    assert hash_of(decision, "") == hash_of(same, "")
    assert hash_of(decision, "") != hash_of(decision, "f" * 64)


def test_mark_is_eighty_bits_in_letters_that_do_not_look_alike() -> None:
    assert (mark_of("0123456789abcdef" * 4), mark_of("")) == ("26KN CTWB PH8Y Y2B5", "")
    assert len(set(ALPHABET)) == 32
    assert not set("0O1I") & set(ALPHABET)


@given(st.binary(min_size=32, max_size=32), st.integers(0, 79))
def test_every_bit_of_eighty_is_in_the_mark(digest: bytes, bit: int) -> None:
    number = int.from_bytes(digest)
    other = number ^ 1 << (255 - bit)
    assert mark_of(f"{number:064x}") != mark_of(f"{other:064x}")


@given(ROWS)
def test_mark_of_a_paper_is_found_however_it_is_typed_and_an_old_one_is_said_to_be_short(
    rows: list[tuple[str, dict[str, int | str], str]],
) -> None:
    hashes = [decision.hash for decision, _free in chained(rows)]
    for behind, digest in enumerate(reversed(hashes)):
        mark, old = mark_of(digest), f"{digest[:4]} {digest[4:8]}-{digest[8:12]}"
        for typed in (mark, mark.lower().replace(" ", ""), mark.replace(" ", "-"), old, old.upper(), digest):
            assert acts_since(typed, hashes) == behind
        assert (is_short(mark), is_short(old), is_short(digest)) == (False, True, False)
    assert acts_since("2222 2222 2222 2222", hashes) is None
    assert acts_since("", hashes) is None
