"""Hypothesis strategies: rule sets, hands that they allow, whole documents, and documents that somebody mutilated."""

from collections.abc import Sequence
from typing import Any

from hypothesis import strategies as st

from cegoscore.scoring.contracts import DeadKind, PenaltyKind
from cegoscore.scoring.house_rules import Claimant, HouseRules
from cegoscore.scoring.rules.rule_files import parse_house_rules, published, published_identifiers
from tests.scoring.houses import house_document

PUBLISHED = st.sampled_from(published_identifiers())
TEXTS = st.text("Aä ß-“”1.\n", min_size=1, max_size=12).map(str.strip).filter(bool)


def house(**changes: Any) -> HouseRules:
    """The house of the tests, changed."""
    rules, problems = parse_house_rules(house_document() | changes)
    assert problems == ()
    assert rules
    return rules


def rule_sets() -> st.SearchStrategy[HouseRules]:
    """Every published set, and now and then the house that has everything."""
    houses = [
        house(),
        house(id="our-other-house", schnaps={"no_trick": True, "buergermeister": True}),
        house(id="our-free-house", table=house_document()["table"] | {"sits_out_free": True}),
    ]
    return st.one_of(PUBLISHED.map(published), st.sampled_from(houses))


@st.composite
def outcomes(draw: st.DrawFn, rules: HouseRules, lineup: Sequence[int], dealer: int, seats: int) -> dict[str, Any]:
    """An outcome that the rule set allows at this table, as a document says it."""
    playing = [seat for seat in lineup if len(lineup) == rules.players or seat != dealer]
    kinds = ["game"] * 12 + ["free", "dead"] + (["penalty"] if rules.penalty else [])
    kind = draw(st.sampled_from(kinds))
    if kind == "free":
        return draw(_free(lineup, seats))
    if kind == "dead":
        next_dealer = draw(st.sampled_from([{}, {"next_dealer": False}]))
        return {"dead": str(draw(st.sampled_from(DeadKind)))} | next_dealer
    if kind == "penalty":
        return {"penalty": str(draw(st.sampled_from(PenaltyKind))), "offender": draw(st.sampled_from(lineup))}
    return draw(games(rules, playing, seats))


@st.composite
def _free(draw: st.DrawFn, lineup: Sequence[int], seats: int) -> dict[str, Any]:
    amounts: list[int | None] = [None] * seats
    for seat in lineup[1:]:
        amounts[seat] = draw(st.integers(-300, 300))
    amounts[lineup[0]] = -sum(amount or 0 for amount in amounts)
    return {"free": amounts, "why": draw(TEXTS)}


@st.composite
def games(draw: st.DrawFn, rules: HouseRules, playing: Sequence[int], seats: int) -> dict[str, Any]:
    """A game of the rule set with one of the results that it can have."""
    contract = draw(st.sampled_from(rules.contracts))
    player = st.sampled_from(playing)
    said: dict[str, Any] = {"contract": str(contract)}
    if contract in rules.raeuber and rules.raeuber[contract].points_above is None and draw(st.booleans()):
        return said | draw(_uncounted(playing))
    if contract in rules.raeuber or contract == "partie":
        return said | {"card_points": draw(_piles(rules, playing, seats, partie=contract == "partie"))}
    if contract == "dresch":
        return said | {"last_trick": draw(player)} | draw(st.sampled_from([{}, {"declarer": draw(player)}]))
    said["declarer"] = draw(player)
    if contract in rules.targets:
        return said | draw(_target_result(rules, contract, playing, said["declarer"]))
    if rules.normal and contract in rules.normal.over_solo and draw(st.booleans()):
        said["over_solo"] = True
    return said | draw(_normal_result(rules, contract, playing, said["declarer"]))


@st.composite
def _uncounted(draw: st.DrawFn, playing: Sequence[int]) -> dict[str, Any]:
    """A Raeuber whose piles nobody counted: seats with most, and without a trick."""
    shuffled = draw(st.permutations(playing))
    most = draw(st.integers(1, len(playing)))
    without = draw(st.integers(0, len(playing) - most))
    said = {"most": shuffled[:most]}
    return said | ({"without_trick": shuffled[most : most + without]} if without else {})


@st.composite
def _piles(draw: st.DrawFn, rules: HouseRules, playing: Sequence[int], seats: int, *, partie: bool) -> list[int | None]:
    piles: list[int | None] = [None] * seats
    if partie:
        loser, winner = draw(st.permutations(playing))
        won = draw(st.integers(rules.half + 1, rules.total))
        piles[winner], piles[loser] = won, rules.total - won
        return piles
    for seat in playing:
        piles[seat] = draw(st.sampled_from([0, 0, 5, 9, 10, 15, rules.total // len(playing)]))
    piles[draw(st.sampled_from(playing))] = rules.total // len(playing)
    return piles


def _claims(rules: HouseRules, playing: Sequence[int], declarer: int) -> list[st.SearchStrategy[dict[str, Any]]]:
    """Claims and faults as far as the rule set has them."""
    found: list[st.SearchStrategy[dict[str, Any]]] = []
    others = [seat for seat in playing if seat != declarer]
    if rules.schinden:
        culprits = st.lists(st.sampled_from(others), unique=True, max_size=2)
        found.append(culprits.map(lambda seats: {"schinden": {"culprits": seats}}))
        if rules.schinden.claimant is Claimant.ANYONE:
            challenge = {"culprits": [declarer], "challenger": others[0]}
            found.append(st.just({"schinden": challenge}))
    if rules.fault:
        faults = st.fixed_dictionaries({"offender": st.sampled_from(playing), "eightfold": st.booleans()})
        found.append(faults.map(lambda fault: {"fault": fault}))
    return found


def _target_result(
    rules: HouseRules, contract: Any, playing: Sequence[int], declarer: int
) -> st.SearchStrategy[dict[str, Any]]:
    target = rules.targets[contract]
    results: list[st.SearchStrategy[dict[str, Any]]] = [
        st.integers(-500, 500).map(lambda amount: {"per_defender": amount})
    ]
    if target.amount is not None:
        results += [st.booleans().map(lambda made: {"made": made}), *_claims(rules, playing, declarer)]
    manners: list[dict[str, Any]] = [{}]
    manners += [{"ouvert": True}] if target.ouvert else []
    manners += [{"trumps": list(target.trumps)}] if "ulti" in contract else []
    return st.builds(lambda result, manner: result | manner, st.one_of(results), st.sampled_from(manners))


def _normal_result(
    rules: HouseRules, contract: Any, playing: Sequence[int], declarer: int
) -> st.SearchStrategy[dict[str, Any]]:
    points = st.integers(0, rules.total)
    results: list[st.SearchStrategy[dict[str, Any]]] = [
        points.map(lambda points: {"points": points}),
        st.just({"no_trick": True}),
        st.integers(-500, 500).map(lambda amount: {"per_defender": amount}),
        *_claims(rules, playing, declarer),
    ]
    if rules.pfeif_frei and contract == "kleiner_mann":
        made = st.integers(1, rules.total).map(lambda points: {"pfeif_frei": True, "made": True, "points": points})
        results += [made, st.just({"pfeif_frei": True, "made": False})]
    return st.one_of(results)


@st.composite
def hands(draw: st.DrawFn, rules: HouseRules, seats: int) -> dict[str, Any]:
    """A hand with line-up and dealer, as a document says it; people come and go."""
    size = draw(st.sampled_from([size for size in rules.sizes if size <= seats]))
    lineup = draw(st.permutations(range(seats)))[:size]
    dealer = draw(st.sampled_from(lineup))
    outcome = draw(outcomes(rules, lineup, dealer, seats))
    factor = draw(st.sampled_from([{}, {}, {"stake_factor": 1}, {"stake_factor": 10}]))
    return outcome | {"lineup": list(lineup), "dealer": dealer} | factor


@st.composite
def documents(draw: st.DrawFn) -> dict[str, Any]:
    """A session document that is right, with revisions, struck hands, adjustments and notes."""
    rules = draw(rule_sets())
    seats = draw(st.integers(rules.players, rules.players + 2))
    ledger = draw(st.lists(hands(rules, seats), max_size=6))
    corrected = draw(st.booleans())
    if ledger and corrected:
        ledger += draw(_revisions(rules, seats, ledger))
    known = rules.id in published_identifiers()
    document: dict[str, Any] = {
        "format": "cegoscore/session@1",
        "rules": rules.id if known else dict(rules.document),
        "players": [f"Player {number}" for number in range(seats)],
        "lineup": list(range(draw(st.sampled_from([size for size in rules.sizes if size <= seats])))),
        "first_dealer": draw(st.integers(0, rules.players - 1)),
        "hands": ledger,
    }
    return document | draw(_remarks(seats, len(ledger))) | draw(_heading())


@st.composite
def _revisions(draw: st.DrawFn, rules: HouseRules, seats: int, ledger: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Corrections of hands that bear a number, each after the ledger as it came."""
    numbered = [index for index, hand in enumerate(ledger) if "dead" not in hand]
    for number, index in enumerate(numbered, 1):
        ledger[index]["number"] = number
    corrected = draw(st.lists(st.sampled_from(range(1, len(numbered) + 1)), unique=True)) if numbered else []
    texts = {"by": "the phone of player 1", "at": "2026-11-21T20:15:00+01:00"}
    return [
        _with_reason(draw(hands(rules, seats))) | {"number": number, "revision": 2, "void": draw(st.booleans())} | texts
        for number in corrected
    ]


def _with_reason(hand: dict[str, Any]) -> dict[str, Any]:
    """A correction that says why; a free entry has its `why` already."""
    return hand | {"reason" if "free" in hand else "why": "miscounted"}


@st.composite
def _remarks(draw: st.DrawFn, seats: int, deals: int) -> dict[str, Any]:
    amounts = draw(st.lists(st.integers(-500, 500), min_size=seats - 1, max_size=seats - 1))
    adjustment: dict[str, Any] = {"amounts": [*amounts, -sum(amounts)], "why": draw(TEXTS)}
    struck = {"amounts": [-amount for amount in adjustment["amounts"]], "why": "struck", "strikes": 1}
    after, seat = st.integers(0, deals), st.integers(0, seats - 1)
    notes = st.one_of(
        st.fixed_dictionaries({"after": after, "kind": st.just("gstiess"), "seat": st.one_of(seat, st.none())}),
        st.fixed_dictionaries({"after": after, "kind": st.just("gstiess_off")}),
        st.fixed_dictionaries(
            {"after": after, "kind": st.sampled_from(["schnaps_bought", "schnaps_owed"]), "seat": seat}
        ),
        st.fixed_dictionaries({"after": after, "kind": st.just("text"), "why": TEXTS}),
    )
    adjustments = draw(st.sampled_from([[], [adjustment], [adjustment, struck]]))
    more = draw(st.fixed_dictionaries({}, optional={"compulsory_after": after, "stake_factor": st.integers(1, 1000)}))
    return {"adjustments": adjustments, "notes": draw(st.lists(notes, max_size=3))} | more


def _heading() -> st.SearchStrategy[dict[str, Any]]:
    return st.fixed_dictionaries(
        {},
        optional={
            "title": TEXTS,
            "stake": st.sampled_from(["0.05", "1", "2.50"]),
            "currency": st.just("EUR"),
            "started": st.sampled_from(["2026-11-21T20:15:00", "2026-11-21"]),
            "ended": st.just("2026-11-22T01:00:00+01:00"),
        },
    )


JUNK: st.SearchStrategy[Any] = st.recursive(
    st.one_of(
        st.none(),
        st.booleans(),
        st.sampled_from([0, 1, -1, 41, 10**6, 10**30, -(10**30), 0.5, float("nan"), float("inf"), 1e300]),
        st.sampled_from(["", " ", "solo", "cego", "raeuber", "grupp", "\x00", "\ud800", "x" * 5000, "2026-11-21"]),
    ),
    lambda inner: st.one_of(
        st.lists(inner, max_size=4),
        st.dictionaries(
            st.sampled_from(["contract", "points", "id", "players", "de", "\ud800", "culprits", "x" * 100]),
            inner,
            max_size=4,
        ),
    ),
    max_leaves=8,
)


def _paths(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Every place of a JSON value."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path, *(found for key, inner in items for found in _paths(inner, (*path, key)))]


SLIPS: st.SearchStrategy[Any] = st.one_of(st.integers(-1, 6), st.sampled_from([35, 70, 79, None, True, False, []]))
"""Values as a slip of the finger might leave them: small enough to be possible at times."""

KEYS = ("colour", "number", "revision", "lineup", "dealer", "void", "made", "declarer", "over_solo", "no_trick")


@st.composite
def mutilated(draw: st.DrawFn) -> Any:
    """A document with parts cut out, slightly wrong, replaced by junk or put elsewhere; often within a hand."""
    document: Any = _copy(draw(documents()))
    for _ in range(draw(st.integers(1, 3))):
        places = _paths(document)[1:]
        in_hands = [path for path in places if path[0] == "hands" and len(path) > 2]
        if not places:
            return draw(JUNK)
        within_hand = draw(st.booleans())
        path = draw(st.sampled_from(in_hands if in_hands and within_hand else places))
        _mutilate(draw, document, path, places)
    return document


def _mutilate(draw: st.DrawFn, document: Any, path: tuple[Any, ...], places: Sequence[tuple[Any, ...]]) -> None:
    *parents, key = path
    inner = document
    for step in parents:
        inner = inner[step]
    how = draw(st.sampled_from(["cut", "slip", "junk", "key", "copy"]))
    if how == "cut":
        del inner[key]
    elif how == "copy":
        value = document
        for step in draw(st.sampled_from(places)):
            value = value[step]
        inner[key] = _copy(value)
    elif how == "key" and isinstance(inner, dict):
        inner[draw(st.sampled_from(KEYS))] = draw(SLIPS)
    else:
        inner[key] = draw(SLIPS if how == "slip" else JUNK)


def _copy(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _copy(inner) for key, inner in value.items()}
    return [_copy(inner) for inner in value] if isinstance(value, list) else value
