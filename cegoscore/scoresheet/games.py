"""The buttons of the entry panel: every game of a rule set, and what is written besides games."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

from cegoscore.clubs.wording import game_label
from cegoscore.scoring.contracts import NORMAL, TARGET, Contract
from cegoscore.scoring.house_rules import HouseRules


@dataclass(frozen=True, slots=True, kw_only=True)
class Game:
    """A button of the panel, and what may be said with it."""

    value: str
    label: str
    kind: str
    over_solo: bool = False
    ouvert: bool = False
    pfeif_frei: bool = False
    trumps: tuple[int, ...] = ()
    """With which trumps the last trick may be announced, where that is a choice."""


def games_of(rules: HouseRules) -> list[Game]:
    """Every game of the rule set, in the order of bidding, and what is written besides games."""
    games = [_game(rules, contract) for contract in rules.contracts]
    besides = [
        Game(value="dead", label=_("No result"), kind="dead"),
        Game(value="free", label=_("Free entry"), kind="free"),
    ]
    if rules.penalty is not None:
        besides.insert(0, Game(value="penalty", label=_("Penalty"), kind="penalty"))
    return games + besides


def _game(rules: HouseRules, contract: Contract) -> Game:
    target = rules.targets.get(contract)
    return Game(
        value=str(contract),
        label=game_label(rules, contract),
        kind=_kind(contract),
        over_solo=rules.normal is not None and contract in rules.normal.over_solo,
        ouvert=target is not None and target.ouvert is not None,
        pfeif_frei=contract is Contract.KLEINER_MANN and rules.pfeif_frei,
        trumps=target.trumps if target is not None and len(target.trumps) > 1 else (),
    )


def _kind(contract: Contract) -> str:
    if contract in NORMAL:
        return "normal"
    if contract in TARGET:
        return "target"
    return "raeuber" if contract is Contract.PFLICHT_RAEUBER else str(contract)


@dataclass(frozen=True, slots=True, kw_only=True)
class OtherResult:
    """How a game may end that was not counted or played out, and for which kinds of games."""

    value: str
    label: str
    kinds: str


def other_results_of(rules: HouseRules) -> list[OtherResult]:
    """What the rule set knows of them: by the amount alone, a Solo held back, a fault."""
    every = "normal target raeuber dresch partie"
    found = []
    if rules.normal or rules.targets:
        found.append(OtherResult(value="per_defender", label=_("only the amount"), kinds="normal target"))
    if rules.schinden:
        found.append(OtherResult(value="schinden", label=_("Solo held back"), kinds=every))
    if rules.fault:
        found.append(OtherResult(value="fault", label=_("lost by a fault"), kinds=every))
    return found
