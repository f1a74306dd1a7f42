"""Play of a rule set: what is kept, laid open, led and seen, as data of the rule file's `[play]`.

It stands beside what a rule set pays and is no part of its identity. Every value carries a status, as in `[auction]`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cache
from types import MappingProxyType
from typing import Any

from cegoscore.scoring.contracts import Contract
from cegoscore.scoring.hands import Schinden
from cegoscore.scoring.house_rules import HouseRules
from cegoscore.scoring.problems import InvalidInput, Problem
from cegoscore.scoring.reading import Fields
from cegoscore.scoring.rules.citations import MOST_TEXT, Status, take_status
from cegoscore.scoring.rules.rule_documents import completed_table, path_of, value_at
from cegoscore.scoring.rules.rule_files import published

SUITS = ("clubs", "spades", "hearts", "diamonds")
"""Suits from high to low, where equal cards are compared."""

NUMERALS = {"clubs": (10, 9, 8, 7), "spades": (10, 9, 8, 7), "hearts": (1, 2, 3, 4), "diamonds": (1, 2, 3, 4)}
"""Empty cards of each suit, from high to low: in red suits the lowest number is the highest card."""

WITH_EMPTIES = (Contract.HALBE, Contract.EINE_LEERE, Contract.ZWEI_LEERE, Contract.ZWEI_VERSCHIEDENE)
"""Games in which empty cards are laid open."""


class Empties(StrEnum):
    """Cards that may be laid open as empty ones."""

    MUST_BE_EMPTY = "must_be_empty"
    MAY_BE_NAMED = "may_be_named"


class Lead(StrEnum):
    """First lead of a declarer with open cards: that card, it or another of its suit, or any card."""

    CARD = "card"
    SUIT = "suit"
    FREE = "free"


class ZweiDiscard(StrEnum):
    """Card put away after picking up the blind in Zwei Leere and Zwei Verschiedene."""

    TRUMP_SHOWN = "trump_shown"
    ANY = "any"


class ThirdLead(StrEnum):
    """Leader of the third trick after two open cards."""

    HIGHER_CARD = "higher_card"
    WINNER = "winner"
    DECLARER = "declarer"


class Seen(StrEnum):
    """End of the time in which the declarer may look at the cards put away."""

    FIRST_TRICK = "first_trick"
    THIRD_TRICK = "third_trick"


class Window(StrEnum):
    """Time in which it may be claimed that a Solo was held back."""

    ALL_FORT_AFTER_BLIND = "all_fort_after_blind"
    BEFORE_FIRST_LEAD = "before_first_lead"
    BEFORE_PLAY = "before_play"


class ThrowIn(StrEnum):
    """Right to throw a hand in."""

    SEVEN_EMPTIES = "seven_empties"
    NEVER = "never"


CUSTOMS = ("schinden", "penalty")
"""Customs that a remark may say do not exist, as it may of every game."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Remark:
    """A statement on the play in our own words, by language."""

    keys: tuple[str, ...]
    """Subjects: a game (`ulti`), as far as it is played or not, or a value (`targets.piccolo.amount`)."""
    status: Status
    at: str
    """Source and place in it."""
    section: str
    """Section of the play that it belongs to."""
    text: Mapping[str, str]

    def holds_for(self, rules: HouseRules, original: HouseRules) -> bool:
        """True if a house has all that it speaks of as the `original` has it, for which it was written."""
        return all(_spoken_of(key, rules) == _spoken_of(key, original) for key in self.keys)


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayRules:
    """Play of one rule set; `None` where there is no such game or the source has no such thing."""

    left_out: tuple[str, ...]
    """Cards that stay out with three players, as `clubs 7`."""
    empties: Empties | None
    open_never_wins: bool
    """True where a source says that an empty card laid open wins no trick, even if nobody can follow suit."""
    leads: Mapping[Contract, Lead]
    zwei_discard: ZweiDiscard | None
    third_lead: ThirdLead | None
    legage: Seen | None
    schinden: Window | None
    throw_in: ThrowIn | None
    notes: tuple[Remark, ...]
    tips: tuple[Remark, ...]
    status: Mapping[str, Status]
    """Status of each value, by its key; `common` of the sentences that rule sets share, where its source says them."""


STATUS_KEYS = (
    "common",
    "left_out",
    "empties",
    "open_never_wins",
    "leads",
    "zwei_discard",
    "third_lead",
    "legage",
    "schinden",
    "throw_in",
)


@cache
def published_play(identifier: str) -> PlayRules:
    """Read the play of a published rule set. Errors as for `published`."""
    rules = published(identifier)
    document = completed_table(identifier, "play")
    play, problems = parse_play(document or {}, rules)
    if play is None:
        raise InvalidInput(problems, file=path_of(identifier).name)
    return play


def parse_play(document: Mapping[str, Any], rules: HouseRules) -> tuple[PlayRules | None, tuple[Problem, ...]]:
    """Read the `[play]` of a rule set; either it or every problem found, each with the key it belongs to."""
    fields = Fields(document, path="play")
    needed: dict[str, Any] = {} if rules.normal else {"default": None}
    play = PlayRules(
        left_out=_left_out(fields, rules),
        empties=fields.take_choice("empties", Empties, **needed),
        open_never_wins=fields.take_bool("open_never_wins", default=False),
        leads=_leads(fields, rules),
        zwei_discard=fields.take_choice("zwei_discard", ZweiDiscard, **needed),
        third_lead=fields.take_choice("third_lead", ThirdLead, **needed),
        legage=fields.take_choice("legage", Seen, **needed),
        schinden=_schinden(fields, rules),
        throw_in=fields.take_choice("throw_in", ThrowIn, None),
        notes=_remarks(fields, "notes", rules),
        tips=_remarks(fields, "tips", rules),
        status=take_status(fields, STATUS_KEYS),
    )
    fields.done()
    return (None if fields.problems else play), tuple(fields.problems)


def _left_out(fields: Fields, rules: HouseRules) -> tuple[str, ...]:
    cards = tuple(str(card) for card in fields.take_list("left_out", None))
    known = {f"{suit} {number}" for suit, numbers in NUMERALS.items() for number in numbers}
    if not set(cards) <= known:
        fields.complain("not_one_of", "left_out", choices=", ".join(sorted(known)))
    if len(cards) != 54 - rules.pack.cards:
        fields.complain("pack_players", "left_out", cards=54 - len(cards), players=rules.players)
    return cards


def _leads(fields: Fields, rules: HouseRules) -> Mapping[Contract, Lead]:
    def of_each(inner: Fields) -> dict[Contract, Lead]:
        return {game: inner.take_choice(game, Lead) for game in WITH_EMPTIES if game in inner}

    leads = fields.take_part("leads", of_each, None) or {}
    for game in leads:
        if game not in rules.contracts:
            fields.complain("unknown_game", f"leads.{game}", contract=game)
    return MappingProxyType(leads)


def _schinden(fields: Fields, rules: HouseRules) -> Window | None:
    """The window of a claim; a rule set without Schinden has none, whatever it takes over from another."""
    window: Window | None = fields.take_choice("schinden", Window, None)
    return window if rules.schinden else None


def _spoken_of(key: str, rules: HouseRules) -> Any:
    return key in rules.contracts if key in list(Contract) else value_at(rules.document, key)


def play_at(house: HouseRules, original: HouseRules) -> PlayRules:
    """The play of a house's own rules: that of the published ones they go back to, without remarks that are not so."""
    play = published_play(original.id)
    notes, tips = (
        tuple(remark for remark in remarks if remark.holds_for(house, original)) for remarks in (play.notes, play.tips)
    )
    return replace(play, notes=notes, tips=tips)


def _remarks(fields: Fields, key: str, rules: HouseRules) -> tuple[Remark, ...]:
    remarks = []
    for entry in fields.take_list(key, None):
        inner = Fields(entry if isinstance(entry, Mapping) else {}, path=f"play.{key}")
        keys = tuple(str(about) for about in inner.take_list("keys", ()))
        for about in keys:
            if about not in CUSTOMS and _spoken_of(about, rules) is None:
                inner.complain("cites_nothing", f"keys.{about}")
        status = inner.take_choice("status", Status)
        at = inner.take_text("at", 200)
        section = inner.take_text("section", 20, key)
        text = inner.take_texts(MOST_TEXT)
        fields.adopt(inner)
        remarks.append(Remark(keys=keys, status=status, at=at, section=section, text=text))
    return tuple(remarks)


def claim_is_open(window: Window, claim: Schinden) -> bool:
    """True if the source opens this claim of a Solo held back.

    Where everyone must have said Fort first, a Solo, a game over a Solo and what is bid in the first phase leave no
    room for it; elsewhere only games without a declarer do.
    """
    if window is Window.ALL_FORT_AFTER_BLIND:
        return claim.contract in AFTER_FORT and not claim.over_solo
    return claim.declarer is not None


AFTER_FORT = (Contract.CEGO, Contract.EINE, Contract.KLEINER_MANN, *WITH_EMPTIES)
"""Normal games of the second phase: there was no Solo before them, unless they are played over one."""
