"""Choices of the entry panel: the games of a rule set, entries without a game, and results other than points."""

from collections.abc import Collection
from dataclasses import dataclass
from functools import lru_cache

from django.utils.translation import get_language, gettext as _

from cegoscore.clubs.house_rules.statements import claim_sentence, window_of
from cegoscore.clubs.wording import game_label
from cegoscore.scoring.contracts import NORMAL, TARGET, Contract
from cegoscore.scoring.house_rules import Claimant, HouseRules
from cegoscore.scoring.rules.play_rules import AFTER_FORT, Window

MANNERS = ("over_solo", "ouvert", "pfeif_frei")
"""Flags of a game: played over a Solo, ouvert, with Pfeif' frei."""
LONG_WORD = "Ver\u00adschie\u00addene"
WITHOUT_CONTRACT = ("penalty", "dead", "free")
"""Kinds of entries that are no game."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GameButton:
    """A button of the panel, and the flags that go with it."""

    value: str
    label: str
    kind: str
    over_solo: bool = False
    ouvert: bool = False
    pfeif_frei: bool = False
    trumps: tuple[int, ...] = ()
    """Trumps with which the last trick may be announced, where that is a choice."""

    @property
    def manners(self) -> tuple[str, ...]:
        """Those of `MANNERS` that it has."""
        return tuple(name for name in MANNERS if getattr(self, name))

    @property
    def on_button(self) -> str:
        """The label, with soft hyphens where a word is too long for a button of a small phone."""
        return self.label.replace(LONG_WORD.replace("\u00ad", ""), LONG_WORD)


@dataclass(frozen=True, slots=True, kw_only=True)
class OtherResult:
    """A way to end a game that was not counted or played out, and the kinds of games that may end so."""

    value: str
    label: str
    kinds: str
    never: str = ""
    """Games of these kinds that may not."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Choices:
    """Everything that may be chosen on a panel, as the rule set and the customs have it."""

    games: tuple[GameButton, ...]
    """Always in view."""
    rare_games: tuple[GameButton, ...]
    """Folded away."""
    only_one_game: bool
    """A round of Pflicht-Räuber is being played: nobody bids."""
    manners: frozenset[str]
    """Those of `MANNERS` that some game has."""
    other_results: tuple[OtherResult, ...]
    other_kinds: str
    """Kinds of games that have another result, separated by blanks."""
    trumps: tuple[int, ...]
    anyone_claims: bool
    """Everybody, not only the declarer, may claim that a Solo was held back."""
    uncounted: bool
    """A Raeuber may be written down by who has most, without counting."""
    counts_tricks: bool
    """In some Raeuber it counts who took no trick."""
    strong_hand: str
    """The hand that counts as a Solo that must be bid, in words; before it, when a claim is open."""
    is_window_undecided: bool
    """Nobody has said until when it may be claimed that a Solo was held back."""


def choices_of(rules: HouseRules, only: Collection[str] = (), original: HouseRules | None = None) -> Choices:
    """The choices of a rule set; `only` names the games that may be bid, all if empty.

    `original`: the published rule set that says when a Solo held back may be claimed, if `rules` do not.

    Their places are the rule set's, whatever is played: no button moves in the middle of an evening.
    """
    usual = [game for game in rules.contracts if game not in rules.rare]
    return _choices(rules, frozenset(only), frozenset(only or usual), original, get_language())


@lru_cache(maxsize=256)
def _choices(
    rules: HouseRules,
    only: frozenset[str],
    in_view: frozenset[str],
    original: HouseRules | None,
    _language: str | None,
) -> Choices:
    games = [game for game in games_of(rules) if not only or game.value in only]
    usual = [game for game in games if game.value in in_view and game.kind not in WITHOUT_CONTRACT]
    others = _other_results_of(rules, original)
    return Choices(
        games=tuple(usual),
        rare_games=tuple(game for game in games if game not in usual),
        only_one_game=bool(only),
        manners=frozenset(name for game in games for name in game.manners),
        other_results=tuple(others),
        other_kinds=" ".join(sorted({kind for other in others for kind in other.kinds.split()})),
        trumps=tuple(sorted({trump for game in games for trump in game.trumps})),
        anyone_claims=rules.schinden is not None and rules.schinden.claimant is Claimant.ANYONE,
        uncounted=any(raeuber.points_above is None for raeuber in rules.raeuber.values()),
        counts_tricks=any(len(raeuber.amounts) > 1 or raeuber.takes_all for raeuber in rules.raeuber.values()),
        strong_hand=claim_sentence(rules, original),
        is_window_undecided=rules.schinden is not None and window_of(rules, original) is None,
    )


def games_of(rules: HouseRules) -> tuple[GameButton, ...]:
    """Every game of the rule set in the order of bidding, then the entries without a game."""
    return _games(rules, get_language())


@lru_cache(maxsize=256)
def _games(rules: HouseRules, _language: str | None) -> tuple[GameButton, ...]:
    penalty = [GameButton(value="penalty", label=_("Penalty"), kind="penalty")] if rules.penalty is not None else []
    return (
        *(_game(rules, contract) for contract in rules.contracts),
        *penalty,
        GameButton(value="dead", label=_("No result"), kind="dead"),
        GameButton(value="free", label=_("Free entry"), kind="free"),
    )


def _game(rules: HouseRules, contract: Contract) -> GameButton:
    target = rules.targets.get(contract)
    return GameButton(
        value=str(contract),
        label=game_label(rules, contract),
        kind=kind_of(contract),
        over_solo=rules.normal is not None and contract in rules.normal.over_solo,
        ouvert=target is not None and target.ouvert is not None,
        pfeif_frei=contract is Contract.KLEINER_MANN and rules.pfeif_frei is not None,
        trumps=target.trumps if target is not None and len(target.trumps) > 1 else (),
    )


def kind_of(contract: Contract) -> str:
    """The kind of result that a game has: `normal`, `target`, `raeuber`, `dresch` or `partie`."""
    if contract in NORMAL:
        return "normal"
    if contract in TARGET:
        return "target"
    return "raeuber" if contract is Contract.PFLICHT_RAEUBER else str(contract)


CLAIMED_IN = {
    None: "normal target raeuber dresch partie",
    Window.ALL_FORT_AFTER_BLIND: "normal",
    Window.BEFORE_FIRST_LEAD: "normal target",
    Window.BEFORE_PLAY: "normal target",
}
"""Kinds of games in which a claim is offered; in all where nothing is known of a window."""


def _other_results_of(rules: HouseRules, original: HouseRules | None) -> list[OtherResult]:
    """The amount alone, a Solo held back, a fault: as far as the rule set knows them."""
    every = "normal target raeuber dresch partie"
    results = []
    if rules.normal or rules.targets:
        results.append(OtherResult(value="per_defender", label=_("only the amount"), kinds="normal target"))
    if rules.schinden:
        window = window_of(rules, original)
        no_claim = {*NORMAL} - {*AFTER_FORT} if window is Window.ALL_FORT_AFTER_BLIND else ()
        kinds, never = CLAIMED_IN[window], " ".join(sorted(no_claim))
        results.append(OtherResult(value="schinden", label=_("Solo held back"), kinds=kinds, never=never))
    if rules.fault:
        results.append(OtherResult(value="fault", label=_("lost by a fault"), kinds=every))
    return results
