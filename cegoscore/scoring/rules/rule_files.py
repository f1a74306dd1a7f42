"""Reader of rule sets: a TOML file in `rule_sets/`, or the same shape as JSON from a house of its own.

Reading one yields an immutable `HouseRules` or every problem at once, each with the key that it belongs to. A published
file has to meet more than a house's own rules: see `read_rule_file`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from itertools import pairwise
from pathlib import Path
from string import ascii_lowercase, digits
from types import MappingProxyType
from typing import Any

from cegoscore.scoring.cards import FOUR_HANDS, THREE_HANDS, TWO_HANDS, Counting, Pack, pack_total
from cegoscore.scoring.contracts import NORMAL, RAEUBER, TARGET, Contract
from cegoscore.scoring.house_rules import (
    Brackets,
    Claimant,
    DreschRules,
    Factor,
    HouseRules,
    NormalGames,
    PfeifAim,
    RaeuberRules,
    Rounded,
    Rounding,
    SchindenPays,
    SchindenRules,
    Target,
    TieWithVorhand,
)
from cegoscore.scoring.problems import InvalidInput, Problem, problem
from cegoscore.scoring.reading import LANGUAGES, REQUIRED, Fields
from cegoscore.scoring.rules.auction_readings import take_decisions
from cegoscore.scoring.rules.auction_rules import AuctionRules, parse_auction
from cegoscore.scoring.rules.citations import Citations, parse_citations
from cegoscore.scoring.rules.rule_documents import (
    RuleDocument,
    completed_table,
    path_of,
    published_document,
    published_identifiers,
    read_document,
)

__all__ = [
    "parse_house_rules",
    "published",
    "published_auction",
    "published_citations",
    "published_identifiers",
    "read_rule_file",
]

PACKS = {(4, 54): FOUR_HANDS, (3, 51): THREE_HANDS, (2, 51): THREE_HANDS, (2, 54): TWO_HANDS}
"""By players and cards; two with 51 cards play with a dummy."""

MOST = 100_000
"""No amount, factor or bracket of a rule set may be larger."""

MOST_SOURCE = 2000
"""Characters of what a rule set says about where it is from."""


def parse_house_rules(document: Mapping[str, Any]) -> tuple[HouseRules | None, tuple[Problem, ...]]:
    """Read a rule set; either it or every problem found, each with the key it belongs to."""
    fields = Fields(document)
    values = _table(fields)
    total = pack_total(values["pack"], values["counting"] or Counting.THREES)
    values |= {
        "id": _identifier(fields),
        "name": _both_languages(fields, "name"),
        "source": _source(fields),
        "normal": _normal(fields, total),
        "targets": _targets(fields),
        "raeuber": _raeuber(fields, values["pack"]),
        "dresch": _dresch(fields),
        "partie": fields.take_int("partie", 1, MOST, None),
        "pfeif_frei": fields.take_choice("pfeif_frei", PfeifAim, None),
        "penalty": fields.take_int("penalty", 1, MOST, None),
        "schinden": _schinden(fields),
        "fault": fields.take_bool("fault", default=False),
        "labels": _labels(fields),
        "rare": _rare(fields),
        "auction": take_decisions(fields),
    } | _schnaps(fields)
    fields.done()
    rules = None if fields.problems else HouseRules(document=document, **values)
    if rules:
        _check_games(fields, rules)
    return (None if fields.problems else rules), tuple(fields.problems)


def _table(fields: Fields) -> dict[str, Any]:
    """Read the number of players, the pack, and how cards are counted."""
    table = fields.take_fields("table") or Fields({"players": 4, "counting": "threes"}, path="table")
    players = table.take_int("players", 2, 4)
    cards = table.take_int("cards", 51, 54, 51 if players == 3 else 54)
    values = {
        "players": players,
        "one_sits_out": table.take_bool("one_sits_out", default=False),
        "hands": table.take_int("hands", 1, 200, None),
        "counting": table.take_choice("counting", Counting),
        "pack": PACKS.get((players, cards), FOUR_HANDS),
    }
    if players is not None and cards is not None and (players, cards) not in PACKS:
        table.complain("pack_players", "cards", cards=cards, players=players)
    fields.adopt(table)
    return values


def _schnaps(fields: Fields) -> dict[str, Any]:
    inner = fields.take_fields("schnaps", None) or Fields({}, path="schnaps")
    values = {f"schnaps_{key}": inner.take_bool(key, default=False) for key in ("buergermeister", "no_trick")}
    fields.adopt(inner)
    return values


def _check_games(fields: Fields, rules: HouseRules) -> None:
    """A rule set has games, and names and folds away only games that it has."""
    if not rules.contracts:
        fields.complain("no_game")
    for key, games in (("labels", rules.labels), ("rare", rules.rare)):
        for contract in games:
            if contract not in rules.contracts:
                fields.complain("unknown_game", key, contract=contract)


def _identifier(fields: Fields) -> str:
    name = fields.take_text("id", 60)
    if name is not None and not set(name) <= set(ascii_lowercase + digits + "-"):
        fields.complain("bad_identifier", "id")
    return name or ""


def _both_languages(fields: Fields, key: str, most: int = 400) -> Mapping[str, str]:
    inner = fields.take_fields(key)
    if inner is None:
        return {}
    texts = inner.take_texts(most)
    fields.adopt(inner)
    return texts


def _source(fields: Fields) -> Mapping[str, str]:
    """Read the source of the rules: a text in both languages, or one text that stands for both."""
    if fields.is_mapping("source"):
        return _both_languages(fields, "source", MOST_SOURCE)
    text = fields.take_text("source", MOST_SOURCE)
    return MappingProxyType(dict.fromkeys(LANGUAGES, text))


def _normal(fields: Fields, total: int) -> NormalGames | None:
    inner = fields.take_fields("normal", None)
    if inner is None:
        return None
    by_difference, by_table = "base_up_to" in inner, "brackets" in inner
    base_up_to = inner.take_int("base_up_to", 1, 100, 1)
    brackets = _brackets(inner, total)
    if by_difference == by_table:
        inner.complain("base_unclear")
    factors, over_solo = _factors(inner, "factors"), _factors(inner, "over_solo", None)
    for contract in over_solo:
        if contract not in factors:
            inner.complain("factor_without_game", f"over_solo.{contract}")
    if Contract.SOLO in over_solo:
        inner.complain("unknown_key", f"over_solo.{Contract.SOLO}")
    normal = NormalGames(
        brackets=brackets,
        base_up_to=base_up_to or 1,
        factors=factors,
        over_solo=over_solo,
        rounded=_rounded(inner, "rounded", None) or Rounded(to=1, how=Rounding.UP),
        extra=_extra(inner, factors),
        buergermeister=inner.take_int("buergermeister", 1, MOST, None),
    )
    fields.adopt(inner)
    return normal


def _brackets(fields: Fields, total: int) -> Brackets | None:
    inner = fields.take_fields("brackets", None)
    if inner is None:
        return None
    won, lost = inner.take_ints("won", 0, total), inner.take_ints("lost", 0, total // 2)
    worth = inner.take_int("worth", 1, MOST, 1)
    _ordered(inner, "won", won, first=total // 2 + 1)
    _ordered(inner, "lost", lost, last=0)
    fields.adopt(inner)
    return None if won is None or lost is None or worth is None else Brackets(won=won, lost=lost, worth=worth)


def _ordered(fields: Fields, key: str, bounds: tuple[int, ...] | None, *, first: int = -1, last: int = -1) -> None:
    """Brackets must cover every number of card points: `won` from the first winning one, `lost` down to zero."""
    if bounds is None:
        return
    if first >= 0:
        if bounds[:1] != (first,):
            fields.complain("bracket_start", key, first=first)
        if any(low >= high for low, high in pairwise(bounds)):
            fields.complain("not_ascending", key)
    if last >= 0:
        if bounds[-1:] != (last,):
            fields.complain("bracket_end", key, last=last)
        if any(high <= low for high, low in pairwise(bounds)):
            fields.complain("not_descending", key)


def _factors(fields: Fields, key: str, default: Any = REQUIRED) -> Mapping[Contract, Factor]:
    inner = fields.take_fields(key, default)
    factors: dict[Contract, Factor] = {}
    if inner is None:
        return factors
    for contract in NORMAL:
        if contract not in inner:
            continue
        pair = inner.take(contract)
        if isinstance(pair, Mapping):
            both = Fields(pair, path=f"normal.{key}.{contract}")
            won, lost = both.take_int("won", 1, MOST), both.take_int("lost", 1, MOST)
            inner.adopt(both)
        else:
            one = Fields({contract: pair}, path=f"normal.{key}")
            won = lost = one.take_int(contract, 1, MOST)
            inner.adopt(one)
        factors[contract] = Factor(won=won or 1, lost=lost or 1)
    fields.adopt(inner)
    return MappingProxyType(factors)


def _extra(fields: Fields, factors: Mapping[Contract, Factor]) -> Mapping[Contract, int]:
    """Read what games cost besides, won or lost: a flat amount that is added last."""
    inner = fields.take_fields("extra", None)
    if inner is None:
        return {}
    extra = {game: inner.take_int(game, 1, MOST) for game in NORMAL if game in inner}
    for game in extra:
        if game not in factors:
            inner.complain("factor_without_game", game)
    fields.adopt(inner)
    return MappingProxyType(extra)


def _rounded(fields: Fields, key: str, default: Any = REQUIRED) -> Rounded | None:
    inner = fields.take_fields(key, default)
    if inner is None:
        return None
    to, how = inner.take_int("to", 1, 1000), inner.take_choice("how", Rounding)
    at_least = inner.take_int("at_least", 0, MOST, 0)
    fields.adopt(inner)
    return None if to is None or how is None or at_least is None else Rounded(to=to, how=how, at_least=at_least)


def _targets(fields: Fields) -> Mapping[Contract, Target]:
    inner = fields.take_fields("targets", None)
    targets: dict[Contract, Target] = {}
    if inner is None:
        return targets
    for contract in TARGET:
        game = inner.take_fields(contract, None)
        if game is None:
            continue
        open_value = game.take_bool("house_sets_it", default=False)
        targets[contract] = Target(
            amount=game.take_int("amount", 1, MOST, None) if open_value else game.take_int("amount", 1, MOST),
            ouvert=game.take_int("ouvert", 2, 10, None),
            trumps=game.take_ints("trumps", 1, 21, None) or (1,),
        )
        inner.adopt(game)
    fields.adopt(inner)
    return MappingProxyType(targets)


def _raeuber(fields: Fields, pack: Pack) -> Mapping[Contract, RaeuberRules]:
    games: dict[Contract, RaeuberRules] = {}
    for contract in RAEUBER:
        inner = fields.take_fields(contract, None)
        if inner is None:
            continue
        above = inner.take_int("points_above", 0, 79, None)
        rounded = _rounded(inner, "points_rounded", None if above is None else REQUIRED)
        amounts = inner.take_ints("amounts", 1, MOST)
        if amounts is not None and not 1 <= len(amounts) <= pack.hands:
            inner.complain("points_per_player", "amounts", players=pack.hands)
        games[contract] = RaeuberRules(
            amounts=amounts or (1,),
            vorhand_factor=inner.take_int("vorhand_factor", 1, 100),
            tie_with_vorhand=inner.take_choice("tie_with_vorhand", TieWithVorhand),
            points_above=above,
            points_rounded=rounded,
            takes_all=inner.take_int("takes_all", 1, MOST, None),
            stake_factor_after=inner.take_int("stake_factor_after", 2, 1000, None),
        )
        fields.adopt(inner)
    return MappingProxyType(games)


def _dresch(fields: Fields) -> DreschRules | None:
    inner = fields.take_fields("dresch", None)
    if inner is None:
        return None
    dresch = DreschRules(
        amount=inner.take_int("amount", 1, MOST), vorhand_factor=inner.take_int("vorhand_factor", 1, 100)
    )
    fields.adopt(inner)
    return dresch


def _schinden(fields: Fields) -> SchindenRules | None:
    inner = fields.take_fields("schinden", None)
    if inner is None:
        return None
    schinden = SchindenRules(
        pays=inner.take_choice("pays", SchindenPays),
        claimant=inner.take_choice("claimant", Claimant),
        strong_hand=_both_languages(inner, "strong_hand"),
    )
    fields.adopt(inner)
    return schinden


def _labels(fields: Fields) -> Mapping[Contract, Mapping[str, str]]:
    inner = fields.take_fields("labels", None)
    labels: dict[Contract, Mapping[str, str]] = {}
    if inner is None:
        return labels
    for contract in Contract:
        if contract in inner:
            labels[contract] = _both_languages(inner, contract)
    fields.adopt(inner)
    return MappingProxyType(labels)


def _rare(fields: Fields) -> tuple[Contract, ...]:
    names = fields.take_list("rare", None)
    for name in names:
        if name not in list(Contract):
            fields.complain("not_one_of", "rare", choices=", ".join(Contract))
    return tuple(Contract(name) for name in names if name in list(Contract))


@cache
def published(identifier: str) -> HouseRules:
    """Read a published rule set. Raises `KeyError` for an unknown name, `InvalidInput` if its file is faulty."""
    return read_rule_file(path_of(identifier))


def read_rule_file(path: Path) -> HouseRules:
    """Read a published rule set. Raises `InvalidInput` with all problems, each with the file's name and the key.

    The file opens with a comment that says whose rules these are. Its `id` is its name, its `source` is given in both
    languages, because pages show it, and every value says how sure it is and where it is from (`citations`).
    """
    document = read_document(path)
    rules, problems = parse_house_rules(document.rules)
    faults = [*_faults_of_file(document, path.stem), *problems]
    if not faults:
        faults = [*parse_citations(document)[1]]
    if rules is None or faults:
        raise InvalidInput(faults, file=path.name)
    return rules


@cache
def published_citations(identifier: str) -> Citations:
    """Citations of a published rule set. Errors as for `published`."""
    published(identifier)
    return parse_citations(published_document(identifier))[0]


@cache
def published_auction(identifier: str) -> AuctionRules | None:
    """Read the auction of a published rule set; none where the game has no auction. Errors as for `published`."""
    rules, document = published(identifier), completed_table(identifier, "auction")
    if document is None:
        return None
    auction, problems = parse_auction(document, rules)
    if auction is None:
        raise InvalidInput(problems, file=path_of(identifier).name)
    return auction


def _faults_of_file(document: RuleDocument, name: str) -> Iterator[Problem]:
    if document.opening != "# ":
        yield problem("no_opening", "")
    if document.rules.get("id", name) != name:
        yield problem("other_identifier", "id", name=name)
    if isinstance(document.rules.get("source"), str):
        yield problem("one_language", "source")
