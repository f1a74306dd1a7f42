"""One hand's outcome as the mapping that documents, stored rows and forms share (`SESSION_FORMAT`), and back."""

from collections.abc import Mapping
from typing import Any

from cegoscore.scoring.contracts import EVERYONE, LAST_TRICK, NORMAL, RAEUBER, TARGET, Contract, DeadKind, PenaltyKind
from cegoscore.scoring.hands import (
    Aim,
    Amount,
    Dead,
    Dresch,
    Fault,
    Free,
    Outcome,
    Partie,
    Penalty,
    PfeifFrei,
    Points,
    Raeuber,
    Schinden,
    UncountedRaeuber,
)
from cegoscore.scoring.problems import InvalidInput
from cegoscore.scoring.reading import Fields

Game = Points | PfeifFrei | Aim | Amount | Raeuber | UncountedRaeuber | Dresch | Partie | Schinden | Fault
"""Outcomes of a game that was played, to its end or not."""

KINDS = ("contract", "penalty", "dead", "free")
MOST_SEATS = 99
MOST_AMOUNT = 1_000_000
MOST_CARD_POINTS = 999
MOST_TEXT = 500

_CLAIMS = ("schinden", "fault")
_RESULTS: Mapping[Contract, tuple[str, ...]] = {
    **dict.fromkeys(NORMAL, ("points", "no_trick", "per_defender", *_CLAIMS)),
    **dict.fromkeys(TARGET, ("made", "per_defender", *_CLAIMS)),
    **dict.fromkeys(RAEUBER, ("card_points", "most", *_CLAIMS)),
    Contract.DRESCH: ("last_trick", *_CLAIMS),
    Contract.PARTIE: ("card_points", *_CLAIMS),
}
_ALL_RESULTS = tuple(dict.fromkeys(result for results in _RESULTS.values() for result in results))
_MANNER = ("over_solo", "ouvert", "trumps")
_ALL_KEYS = (*KINDS, *_ALL_RESULTS, *_MANNER, "declarer", "without_trick", "pfeif_frei", "offender", "next_dealer")


BY_SEAT = ("card_points", "free")
"""Results that are lists with one entry a seat; a row is as long as there were seats when it was written."""


def outcome_of(data: Mapping[str, Any], seats: int) -> Outcome:
    """The outcome in a row, read for a sheet that has so many seats by now. Raises `InvalidInput` for a damaged row."""
    padded = {key: [*value, *[None] * (seats - len(value))] if key in BY_SEAT else value for key, value in data.items()}
    fields = Fields(padded)
    outcome = take_outcome(fields)
    if outcome is None:
        raise InvalidInput(fields.problems)
    return outcome


def take_outcome(fields: Fields) -> Outcome | None:
    """Take the keys of one outcome out of `fields`; `None` after a problem was noted there."""
    before = len(fields.problems)
    outcome: Outcome | None = None
    match fields.only_one_of(KINDS, none="no_kind", several="several_kinds"):
        case "contract":
            outcome = _take_game(fields)
        case "penalty":
            outcome = Penalty(kind=fields.take_choice("penalty", PenaltyKind), offender=_take_seat(fields, "offender"))
        case "dead":
            next_dealer = fields.take_bool("next_dealer", default=True)
            outcome = Dead(kind=fields.take_choice("dead", DeadKind), next_dealer=next_dealer)
        case "free":
            amounts = fields.take_ints("free", -MOST_AMOUNT, MOST_AMOUNT, none=True) or ()
            why = fields.take_text("why", MOST_TEXT)
            outcome = Free(amounts=tuple(amount or 0 for amount in amounts), why=why)
    if outcome is None:
        fields.skip(_ALL_KEYS)
    return outcome if len(fields.problems) == before else None


def _take_seat(fields: Fields, key: str, *default: None) -> Any:
    return fields.take_int(key, 0, MOST_SEATS, *default)


def _take_game(fields: Fields) -> Outcome | None:
    contract = fields.take_choice("contract", Contract)
    if contract is None:
        return None
    manner = _take_manner(fields, contract)
    optional = (None,) if contract in EVERYONE else ()
    declarer: Any = None if contract is Contract.PARTIE else _take_seat(fields, "declarer", *optional)
    if fields.take_bool("pfeif_frei", default=False):
        return _take_pfeif_frei(fields, contract, declarer, manner)
    result = _take_result_key(fields, contract)
    if result is None:
        return None
    if result in _CLAIMS:
        return _take_claim(fields, contract, result, {"declarer": declarer} | manner)
    if contract in NORMAL or contract in TARGET:
        return _take_declared(fields, contract, result, {"declarer": declarer} | manner)
    if contract is Contract.PARTIE:
        return Partie(card_points=_take_piles(fields))
    if contract is Contract.DRESCH:
        return Dresch(last_trick=_take_seat(fields, "last_trick"), announcer=declarer)
    if result == "most":
        most, without_trick = (
            fields.take_ints("most", 0, MOST_SEATS),
            fields.take_ints("without_trick", 0, MOST_SEATS, ()),
        )
        return UncountedRaeuber(contract=contract, most=most, without_trick=without_trick, announcer=declarer)
    return Raeuber(contract=contract, card_points=_take_piles(fields), announcer=declarer)


def _take_piles(fields: Fields) -> Any:
    return fields.take_ints("card_points", 0, MOST_CARD_POINTS, none=True)


def _take_manner(fields: Fields, contract: Contract) -> dict[str, Any]:
    """Read the manner of the game: only a normal game is played over a Solo, only a target game ouvert."""
    over_solo, ouvert = (bool(fields.take_bool(key, default=False)) for key in ("over_solo", "ouvert"))
    if over_solo and contract not in NORMAL:
        fields.complain("no_over_solo", "over_solo", contract=contract)
    if ouvert and contract not in TARGET:
        fields.complain("no_ouvert", "ouvert", contract=contract)
    return {"over_solo": over_solo, "ouvert": ouvert, "trumps": _take_trumps(fields, contract)}


def _take_trumps(fields: Fields, contract: Contract) -> tuple[int, ...]:
    trumps: tuple[int, ...] = fields.take_ints("trumps", 1, 21, ()) or ()
    if len(set(trumps)) != len(trumps) or (trumps and contract not in LAST_TRICK):
        choices = "1, 2, 3" if contract in LAST_TRICK else "-"
        fields.complain("trumps_not_allowed", "trumps", choices=choices)
    return trumps


def _take_result_key(fields: Fields, contract: Contract) -> str | None:
    """The key of the one result; a `no_trick` that is false says nothing and is put aside."""
    if contract in NORMAL:
        fields.take_false("no_trick")
    strange = [key for key in fields.keys if key in _ALL_RESULTS and key not in _RESULTS[contract]]
    for key in strange:
        fields.complain("result_does_not_fit", key, contract=contract)
    fields.skip(strange)
    return fields.only_one_of(_RESULTS[contract], none="no_result", several="several_results")


def _take_declared(fields: Fields, contract: Contract, result: str, common: dict[str, Any]) -> Outcome:
    if result == "per_defender":
        amount = fields.take_int("per_defender", -MOST_AMOUNT, MOST_AMOUNT)
        return Amount(contract=contract, per_defender=amount, **common)
    over_solo = common.pop("over_solo")
    if result == "made":
        return Aim(contract=contract, made=fields.take_bool("made"), **common)
    points = fields.take_int("points", 0, MOST_CARD_POINTS) if result == "points" else 0
    if result == "no_trick":
        fields.take_bool("no_trick")
    return Points(contract=contract, declarer=common["declarer"], points=points, over_solo=over_solo)


def _take_pfeif_frei(fields: Fields, contract: Contract, declarer: int, manner: dict[str, Any]) -> Outcome | None:
    """`made`, and the declarer's card points if it was made."""
    if contract is not Contract.KLEINER_MANN:
        fields.complain("result_does_not_fit", "pfeif_frei", contract=contract)
        return None
    made = fields.take_bool("made")
    points = fields.take_int("points", 0, MOST_CARD_POINTS) if made else 0
    if made and points == 0:
        fields.complain("pfeif_without_trick", "points")
    if made is False and "points" in fields:
        fields.complain("result_does_not_fit", "points", contract=contract)
    fields.skip(("points",))
    return PfeifFrei(declarer=declarer, points=points, over_solo=manner["over_solo"])


def _take_claim(fields: Fields, contract: Contract, key: str, common: dict[str, Any]) -> Outcome | None:
    inner = fields.take_fields(key)
    if inner is None:
        return None
    outcome: Outcome
    if key == "schinden":
        culprits, challenger = inner.take_ints("culprits", 0, MOST_SEATS), _take_seat(inner, "challenger", None)
        outcome = Schinden(contract=contract, culprits=culprits, challenger=challenger, **common)
    else:
        offender, eightfold = _take_seat(inner, "offender"), bool(inner.take_bool("eightfold", default=False))
        outcome = Fault(contract=contract, offender=offender, eightfold=eightfold, **common)
    fields.adopt(inner)
    return outcome


def write_outcome(outcome: Outcome) -> dict[str, Any]:
    """The mapping of an outcome; reading it again gives the same outcome."""
    match outcome:
        case Penalty():
            return {"penalty": str(outcome.kind), "offender": outcome.offender}
        case Dead():
            return {"dead": str(outcome.kind)} | ({} if outcome.next_dealer else {"next_dealer": False})
        case Free():
            return {"free": list(outcome.amounts), "why": outcome.why}
    return _write_game(outcome) | _write_result(outcome)


def _write_game(game: Game) -> dict[str, Any]:
    """The game with who declared or announced it, and in which manner it was played, as far as it has one."""
    declarer = (
        game.announcer if isinstance(game, Raeuber | UncountedRaeuber | Dresch) else getattr(game, "declarer", None)
    )
    data: dict[str, Any] = {"contract": str(game.contract)} | ({} if declarer is None else {"declarer": declarer})
    data |= {key: True for key in ("over_solo", "ouvert") if getattr(game, key, False)}
    trumps = getattr(game, "trumps", ())
    return data | ({"trumps": list(trumps)} if trumps else {})


def _write_result(game: Game) -> dict[str, Any]:
    match game:
        case Points(points=points):
            return {"points": points} if points else {"no_trick": True}
        case PfeifFrei(points=points):
            return {"pfeif_frei": True} | ({"made": True, "points": points} if points else {"made": False})
        case Aim():
            return {"made": game.made}
        case Amount():
            return {"per_defender": game.per_defender}
        case Raeuber() | Partie():
            return {"card_points": list(game.card_points)}
        case UncountedRaeuber():
            without = {"without_trick": list(game.without_trick)} if game.without_trick else {}
            return {"most": list(game.most)} | without
        case Dresch():
            return {"last_trick": game.last_trick}
        case Schinden():
            challenger = {} if game.challenger is None else {"challenger": game.challenger}
            return {"schinden": {"culprits": list(game.culprits)} | challenger}
        case Fault():
            return {"fault": {"offender": game.offender} | ({"eightfold": True} if game.eightfold else {})}
