"""Reader of rule sets: a TOML file in `rule_sets/`, or the same shape as JSON from a house of its own.

Reading one yields an immutable `HouseRules` or every problem at once, each with the key that it belongs to. A published
file has to meet more than a house's own rules: see `read_rule_file`.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import cache, partial
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
from cegoscore.scoring.problems import InvalidInput, Problem
from cegoscore.scoring.reading import LANGUAGES, REQUIRED, Fields
from cegoscore.scoring.rules.auction_readings import take_decisions
from cegoscore.scoring.rules.auction_rules import AuctionRules, parse_auction
from cegoscore.scoring.rules.citations import Citations, Status, parse_citations
from cegoscore.scoring.rules.play_rules import PlayRules, parse_play, remarks_on, take_play
from cegoscore.scoring.rules.rule_documents import (
    completed_table,
    path_of,
    published_document,
    published_identifiers,
    read_document,
)
from cegoscore.scoring.rules.subjects import faults_of

__all__ = [
    "parse_house_rules",
    "play_at",
    "published",
    "published_auction",
    "published_citations",
    "published_identifiers",
    "published_play",
    "read_rule_file",
]

PACKS = {(4, 54): FOUR_HANDS, (3, 51): THREE_HANDS, (2, 51): THREE_HANDS, (2, 54): TWO_HANDS}
"""Packs by players and cards; two with 51 cards play with a dummy."""

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
        "normal": fields.take_part("normal", partial(_normal, total=total), None),
        "targets": _by_game(fields, "targets", TARGET, lambda inner, game: inner.take_part(game, _target)),
        "raeuber": MappingProxyType(
            {game: fields.take_part(game, partial(_raeuber, pack=values["pack"])) for game in RAEUBER if game in fields}
        ),
        "dresch": fields.take_part("dresch", _dresch, None),
        "partie": fields.take_int("partie", 1, MOST, None),
        "pfeif_frei": fields.take_choice("pfeif_frei", PfeifAim, None),
        "penalty": fields.take_int("penalty", 1, MOST, None),
        "schinden": fields.take_part("schinden", _schinden, None),
        "fault": fields.take_bool("fault", default=False),
        "labels": _by_game(fields, "labels", Contract, _both_languages),
        "rare": _rare(fields),
        "auction": take_decisions(fields),
        "play": take_play(fields, values["players"] or 4, values["pack"].cards),
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
        "sits_out_free": table.take_bool("sits_out_free", default=False),
        "hands": table.take_int("hands", 1, 200, None),
        "counting": table.take_choice("counting", Counting),
        "pack": PACKS.get((players, cards), FOUR_HANDS),
    }
    if players is not None and cards is not None and (players, cards) not in PACKS:
        table.complain("pack_players", "cards", cards=cards, players=players)
    fields.adopt(table)
    return values


def _schnaps(fields: Fields) -> dict[str, Any]:
    keys = ("buergermeister", "no_trick")
    flags = fields.take_part("schnaps", lambda inner: {key: inner.take_bool(key, default=False) for key in keys}, None)
    return {f"schnaps_{key}": bool(flags and flags[key]) for key in keys}


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
    return fields.take_part(key, lambda inner: inner.take_texts(most)) or {}


def _source(fields: Fields) -> Mapping[str, str]:
    """Read the source of the rules: a text in both languages, or one text that stands for both."""
    if fields.is_mapping("source"):
        return _both_languages(fields, "source", MOST_SOURCE)
    text = fields.take_text("source", MOST_SOURCE)
    return MappingProxyType(dict.fromkeys(LANGUAGES, text))


def _by_game(
    fields: Fields, key: str, games: Iterable[Contract], read: Callable[[Fields, Contract], Any], default: Any = None
) -> Mapping[Contract, Any]:
    """Read each game that stands under a key."""
    part = fields.take_part(key, lambda inner: {game: read(inner, game) for game in games if game in inner}, default)
    return MappingProxyType(part or {})


def _normal(fields: Fields, total: int) -> NormalGames:
    by_difference, by_table = "base_up_to" in fields, "brackets" in fields
    base_up_to = fields.take_int("base_up_to", 1, 100, 1)
    brackets = fields.take_part("brackets", partial(_brackets, total=total), None)
    if by_difference == by_table:
        fields.complain("base_unclear")
    factors = _by_game(fields, "factors", NORMAL, _factor, REQUIRED)
    over_solo = _by_game(fields, "over_solo", NORMAL, _factor)
    extra = _by_game(fields, "extra", NORMAL, lambda inner, game: inner.take_int(game, 1, MOST))
    for key, games in (("over_solo", over_solo), ("extra", extra)):
        for game in games:
            if game not in factors:
                fields.complain("factor_without_game", f"{key}.{game}")
    if Contract.SOLO in over_solo:
        fields.complain("unknown_key", f"over_solo.{Contract.SOLO}")
    return NormalGames(
        brackets=brackets,
        base_up_to=base_up_to,
        factors=factors,
        over_solo=over_solo,
        rounded=fields.take_part("rounded", _rounded, None) or Rounded(to=1, how=Rounding.UP),
        extra=extra,
        buergermeister=fields.take_int("buergermeister", 0, MOST, None),
    )


def _brackets(fields: Fields, total: int) -> Brackets:
    """Read brackets that cover every number of card points: `won` from the first winning one, `lost` down to zero."""
    won, lost = fields.take_ints("won", 0, total), fields.take_ints("lost", 0, total // 2)
    worth = fields.take_int("worth", 1, MOST, 1)
    if won is not None:
        if won[:1] != (total // 2 + 1,):
            fields.complain("bracket_start", "won", first=total // 2 + 1)
        if any(low >= high for low, high in pairwise(won)):
            fields.complain("not_ascending", "won")
    if lost is not None:
        if lost[-1:] != (0,):
            fields.complain("bracket_end", "lost", last=0)
        if any(high <= low for high, low in pairwise(lost)):
            fields.complain("not_descending", "lost")
    return Brackets(won=won, lost=lost, worth=worth)


def _factor(fields: Fields, game: Contract) -> Factor | None:
    if fields.is_mapping(game):
        return fields.take_part(
            game, lambda inner: Factor(won=inner.take_int("won", 1, MOST), lost=inner.take_int("lost", 1, MOST))
        )
    number = fields.take_int(game, 1, MOST)
    return Factor(won=number, lost=number)


def _rounded(fields: Fields) -> Rounded:
    return Rounded(
        to=fields.take_int("to", 1, 1000),
        how=fields.take_choice("how", Rounding),
        at_least=fields.take_int("at_least", 0, MOST, 0),
    )


def _target(fields: Fields) -> Target:
    open_value = fields.take_bool("house_sets_it", default=False)
    return Target(
        amount=fields.take_int("amount", 1, MOST, None) if open_value else fields.take_int("amount", 1, MOST),
        ouvert=fields.take_int("ouvert", 2, 10, None),
        trumps=fields.take_ints("trumps", 1, 21, None) or (1,),
    )


def _raeuber(fields: Fields, pack: Pack) -> RaeuberRules:
    above = fields.take_int("points_above", 0, 79, None)
    rounded = fields.take_part("points_rounded", _rounded, None if above is None else REQUIRED)
    amounts = fields.take_ints("amounts", 1, MOST)
    if amounts is not None and not 1 <= len(amounts) <= pack.hands:
        fields.complain("points_per_player", "amounts", players=pack.hands)
    return RaeuberRules(
        amounts=amounts,
        vorhand_factor=fields.take_int("vorhand_factor", 1, 100),
        tie_with_vorhand=fields.take_choice("tie_with_vorhand", TieWithVorhand),
        points_above=above,
        points_rounded=rounded,
        takes_all=fields.take_int("takes_all", 1, MOST, None),
        stake_factor_after=fields.take_int("stake_factor_after", 2, 1000, None),
    )


def _dresch(fields: Fields) -> DreschRules:
    return DreschRules(
        amount=fields.take_int("amount", 1, MOST), vorhand_factor=fields.take_int("vorhand_factor", 1, 100)
    )


def _schinden(fields: Fields) -> SchindenRules:
    return SchindenRules(
        pays=fields.take_choice("pays", SchindenPays),
        claimant=fields.take_choice("claimant", Claimant),
        strong_hand=_both_languages(fields, "strong_hand"),
    )


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

    Every value says how sure it is and where it is from (`citations`).
    """
    document = read_document(path)
    rules, problems = parse_house_rules(document.rules)
    if faults := problems or parse_citations(document)[1]:
        raise InvalidInput(faults, file=path.name)
    assert rules
    if faults := tuple(faults_of(document, rules)):
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


@cache
def published_play(identifier: str) -> PlayRules:
    """Read the play of a published rule set. Errors as for `published`."""
    rules = published(identifier)
    document = completed_table(identifier, "play")
    play, problems = parse_play(document or {}, rules)
    if play is None:
        raise InvalidInput(problems, file=path_of(identifier).name)
    return play


def play_at(house: HouseRules, original: HouseRules) -> PlayRules:
    """The play of a house's own rules: what it decided, else as in the published ones that they go back to.

    Without remarks that are not so.
    """
    play = published_play(original.id)
    left_out = play.left_out if house.pack.cards == original.pack.cards else ()
    leads = {**play.leads, **house.play.get("leads", {})}
    status = {**play.status, **dict.fromkeys(house.play, Status.STATED)}
    own = replace(play, **{"left_out": left_out, **house.play, "leads": leads, "status": status})
    notes, tips = (remarks_on(remarks, (house, own), (original, play)) for remarks in (play.notes, play.tips))
    return replace(own, notes=notes, tips=tips)
