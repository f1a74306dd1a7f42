"""One hand's outcome as the mapping that documents, stored rows and forms share (`SESSION_FORMAT`), and back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cegoscore.scoring.contracts import NORMAL, RAEUBER, TARGET, Contract, DeadKind, PenaltyKind
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
)
from cegoscore.scoring.reading import Fields

KINDS = ("contract", "penalty", "dead", "free")
MOST_SEATS = 99
MOST_AMOUNT = 1_000_000
MOST_TEXT = 500

_CLAIMS = ("schinden", "fault")
_RESULTS: Mapping[Contract, tuple[str, ...]] = {
    **dict.fromkeys(NORMAL, ("points", "no_trick", "per_defender", *_CLAIMS)),
    **dict.fromkeys(TARGET, ("made", "per_defender", *_CLAIMS)),
    **dict.fromkeys(RAEUBER, ("card_points", *_CLAIMS)),
    Contract.DRESCH: ("last_trick", *_CLAIMS),
    Contract.PARTIE: ("card_points",),
}
_ALL_RESULTS = tuple(dict.fromkeys(result for results in _RESULTS.values() for result in results))


def take_outcome(fields: Fields) -> Outcome | None:
    """Take the keys of one outcome out of `fields`; `None` after a problem was noted there."""
    before = len(fields.problems)
    kind = fields.only_one_of(KINDS, none="no_kind", several="several_kinds")
    outcome: Outcome | None = None
    if kind == "contract":
        outcome = _take_game(fields)
    elif kind == "penalty":
        penalty, offender = fields.take_choice("penalty", PenaltyKind), _take_seat(fields, "offender")
        outcome = Penalty(kind=penalty, offender=offender)
    elif kind == "dead":
        dead, next_dealer = fields.take_choice("dead", DeadKind), fields.take_bool("next_dealer", True)
        outcome = Dead(kind=dead, next_dealer=next_dealer)
    elif kind == "free":
        amounts = fields.take_ints("free", -MOST_AMOUNT, MOST_AMOUNT, none=True) or ()
        why = fields.take_text("why", MOST_TEXT)
        outcome = Free(amounts=tuple(amount or 0 for amount in amounts), why=why)
    return outcome if len(fields.problems) == before else None


def _take_seat(fields: Fields, key: str, *default: None) -> Any:
    return fields.take_int(key, 0, MOST_SEATS, *default)


def _take_game(fields: Fields) -> Outcome | None:
    contract = fields.take_choice("contract", Contract)
    if contract is None:
        return None
    if fields.take_bool("pfeif_frei", False):
        return _take_pfeif_frei(fields, contract)
    result = _take_result_key(fields, contract)
    if result in _CLAIMS:
        return _take_claim(fields, contract, str(result))
    if contract in NORMAL or contract in TARGET:
        return _take_declared(fields, contract, result)
    if contract is Contract.PARTIE:
        return Partie(card_points=_take_piles(fields)) if result else None
    announcer = _take_seat(fields, "declarer", None)
    if contract is Contract.DRESCH:
        return Dresch(last_trick=_take_seat(fields, "last_trick"), announcer=announcer) if result else None
    return Raeuber(contract=contract, card_points=_take_piles(fields), announcer=announcer) if result else None


def _take_piles(fields: Fields) -> Any:
    return fields.take_ints("card_points", 0, 999, none=True)


def _take_result_key(fields: Fields, contract: Contract) -> str | None:
    """The key of the one result; a `no_trick` that is false says nothing and is put aside."""
    if "no_trick" in fields and contract in NORMAL and fields.take_bool("no_trick") is True:
        fields.put_back("no_trick", True)
    for key in _ALL_RESULTS:
        if key in fields and key not in _RESULTS[contract]:
            fields.complain("result_does_not_fit", key, contract=contract)
            fields.take(key)
    return fields.only_one_of(_RESULTS[contract], none="no_result", several="several_results")


def _take_declared(fields: Fields, contract: Contract, result: str | None) -> Outcome | None:
    declarer = _take_seat(fields, "declarer")
    normal = contract in NORMAL
    over_solo = bool(fields.take_bool("over_solo", False))
    if over_solo and not normal:
        fields.complain("no_over_solo", "over_solo", contract=contract)
    ouvert = {} if normal else {"ouvert": bool(fields.take_bool("ouvert", False)), "trumps": _take_trumps(fields)}
    match result:
        case "points":
            points = fields.take_int("points", 0, 999)
            return Points(contract=contract, declarer=declarer, points=points, over_solo=over_solo)
        case "no_trick":
            fields.take("no_trick")
            return Points(contract=contract, declarer=declarer, points=0, over_solo=over_solo)
        case "made":
            return Aim(contract=contract, declarer=declarer, made=fields.take_bool("made"), **ouvert)
        case "per_defender":
            amount = fields.take_int("per_defender", -MOST_AMOUNT, MOST_AMOUNT)
            return Amount(contract=contract, declarer=declarer, per_defender=amount, over_solo=over_solo, **ouvert)
    return None


def _take_trumps(fields: Fields) -> tuple[int, ...]:
    return fields.take_ints("trumps", 1, 21, ()) or ()


def _take_pfeif_frei(fields: Fields, contract: Contract) -> Outcome | None:
    """`made`, and the declarer's card points if it was made."""
    if contract is not Contract.KLEINER_MANN:
        fields.complain("result_does_not_fit", "pfeif_frei", contract=contract)
        return None
    declarer, over_solo = _take_seat(fields, "declarer"), bool(fields.take_bool("over_solo", False))
    made = fields.take_bool("made")
    points = fields.take_int("points", 0, 999) if made else 0
    if made and points == 0:
        fields.complain("pfeif_without_trick", "points")
    return PfeifFrei(declarer=declarer, points=points, over_solo=over_solo)


def _take_claim(fields: Fields, contract: Contract, key: str) -> Outcome | None:
    inner = fields.take_fields(key)
    declarer = _take_seat(fields, "declarer", None)
    over_solo = bool(fields.take_bool("over_solo", False))
    if inner is None:
        return None
    outcome: Outcome
    if key == "schinden":
        culprits, challenger = inner.take_ints("culprits", 0, MOST_SEATS), _take_seat(inner, "challenger", None)
        outcome = Schinden(
            contract=contract, declarer=declarer, culprits=culprits, challenger=challenger, over_solo=over_solo
        )
    else:
        offender, eightfold = _take_seat(inner, "offender"), bool(inner.take_bool("eightfold", False))
        outcome = Fault(
            contract=contract, declarer=declarer, offender=offender, eightfold=eightfold, over_solo=over_solo
        )
    fields.adopt(inner)
    return outcome


def write_outcome(outcome: Outcome) -> dict[str, Any]:
    """The mapping of an outcome; reading it again gives the same outcome."""
    match outcome:
        case Points() as game:
            result: dict[str, Any] = {"points": game.points} if game.points else {"no_trick": True}
            return _game(game.contract, game.declarer, over_solo=game.over_solo) | result
        case PfeifFrei() as game:
            result = {"made": True, "points": game.points} if game.points else {"made": False}
            data = _game(Contract.KLEINER_MANN, game.declarer, over_solo=game.over_solo)
            return data | {"pfeif_frei": True} | result
        case Aim() as game:
            return _game(game.contract, game.declarer, ouvert=game.ouvert, trumps=game.trumps) | {"made": game.made}
        case Amount() as game:
            data = _game(game.contract, game.declarer, over_solo=game.over_solo, ouvert=game.ouvert, trumps=game.trumps)
            return data | {"per_defender": game.per_defender}
        case Raeuber() as game:
            return _game(game.contract, game.announcer) | {"card_points": list(game.card_points)}
        case Dresch() as game:
            return _game(Contract.DRESCH, game.announcer) | {"last_trick": game.last_trick}
        case Partie() as game:
            return {"contract": str(Contract.PARTIE), "card_points": list(game.card_points)}
        case Schinden() as claim:
            inner: dict[str, Any] = {"culprits": list(claim.culprits)}
            inner |= {} if claim.challenger is None else {"challenger": claim.challenger}
            return _game(claim.contract, claim.declarer, over_solo=claim.over_solo) | {"schinden": inner}
        case Fault() as fault:
            inner = {"offender": fault.offender} | ({"eightfold": True} if fault.eightfold else {})
            return _game(fault.contract, fault.declarer, over_solo=fault.over_solo) | {"fault": inner}
        case Penalty() as penalty:
            return {"penalty": str(penalty.kind), "offender": penalty.offender}
        case Dead() as dead:
            return {"dead": str(dead.kind)} | ({} if dead.next_dealer else {"next_dealer": False})
        case Free() as free:
            return {"free": list(free.amounts), "why": free.why}


def _game(
    contract: Contract,
    declarer: int | None,
    *,
    over_solo: bool = False,
    ouvert: bool = False,
    trumps: tuple[int, ...] = (),
) -> dict[str, Any]:
    data: dict[str, Any] = {"contract": str(contract)}
    data |= {} if declarer is None else {"declarer": declarer}
    data |= {"over_solo": True} if over_solo else {}
    data |= {"ouvert": True} if ouvert else {}
    return data | ({"trumps": list(trumps)} if trumps else {})
