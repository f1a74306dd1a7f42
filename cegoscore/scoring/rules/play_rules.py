"""Play of a rule set: what is kept, laid open, led and seen, as data of the rule file's `[play]`.

It stands beside what a rule set pays and is no part of its identity. Every value carries a status, as in `[auction]`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from types import MappingProxyType
from typing import Any

from cegoscore.scoring.contracts import Contract
from cegoscore.scoring.hands import Schinden
from cegoscore.scoring.house_rules import HouseRules
from cegoscore.scoring.problems import Problem
from cegoscore.scoring.reading import REQUIRED, Fields
from cegoscore.scoring.rules.citations import MOST_TEXT, Status, take_status
from cegoscore.scoring.rules.subjects import filled, subjects_of, value_of

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


CHOICES: Mapping[str, type[StrEnum]] = MappingProxyType(
    {
        "empties": Empties,
        "zwei_discard": ZweiDiscard,
        "third_lead": ThirdLead,
        "legage": Seen,
        "schinden": Window,
        "throw_in": ThrowIn,
    }
)
"""Values of what is one of a few things, by the key of `[play]`."""
NEEDED = ("empties", "zwei_discard", "third_lead", "legage")
"""Those that every rule set with normal games says."""

NUMBER_CARDS = tuple(f"{suit} {number}" for suit, numbers in NUMERALS.items() for number in numbers)


CUSTOMS = ("schinden", "penalty")
"""Customs that a remark may say do not exist, as it may of every game."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Remark:
    """A statement on the play in our own words, by language."""

    keys: tuple[str, ...]
    """Subjects that it does not name: a value (`fault`), one of the play (`play.schinden`), a number (`cards`)."""
    status: Status
    at: str
    """Source and place in it."""
    section: str
    """Section of the play that it belongs to."""
    text: Mapping[str, str]
    """With placeholders (`subjects`), until `play_at` fills them in."""

    @property
    def subjects(self) -> tuple[str, ...]:
        """All that it speaks of: what it names, and its keys."""
        return (*self.keys, *subjects_of(next(iter(self.text.values()))))

    def holds_for(self, side: Side, original: Side) -> bool:
        """True if a house has all that it speaks of as the `original` has it, for which it was written."""
        return all(_spoken_of(subject, *side) == _spoken_of(subject, *original) for subject in self.subjects)

    def of(self, rules: HouseRules) -> Remark:
        """The remark with the names and numbers of a rule set."""
        return replace(self, text={language: filled(text, rules, language) for language, text in self.text.items()})


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


def parse_play(document: Mapping[str, Any], rules: HouseRules) -> tuple[PlayRules | None, tuple[Problem, ...]]:
    """Read the `[play]` of a rule set; either it or every problem found, each with the key it belongs to."""
    fields = Fields(document, path="play")
    leads = take_leads(fields)
    for game in leads:
        if game not in rules.contracts:
            fields.complain("unknown_game", f"leads.{game}", contract=game)
    needed = NEEDED if rules.normal else ()
    choices = {
        key: fields.take_choice(key, choice, REQUIRED if key in needed else None) for key, choice in CHOICES.items()
    }
    if not rules.schinden:
        choices["schinden"] = None  # whatever is taken over from another rule set
    play = PlayRules(
        left_out=take_left_out(fields, rules.players, rules.pack.cards),
        open_never_wins=fields.take_bool("open_never_wins", default=False),
        leads=leads,
        notes=_remarks(fields, "notes", rules),
        tips=_remarks(fields, "tips", rules),
        status=take_status(fields, STATUS_KEYS),
        **choices,
    )
    fields.done()
    return (None if fields.problems else play), tuple(fields.problems)


def take_play(fields: Fields, players: int, cards: int) -> Mapping[str, Any]:
    """Read what a house decided about the play with so many players and cards; what it did not is missing."""

    def read(inner: Fields) -> dict[str, Any]:
        play: dict[str, Any] = {key: inner.take_choice(key, of) for key, of in CHOICES.items() if key in inner}
        if "open_never_wins" in inner:
            play["open_never_wins"] = inner.take_bool("open_never_wins")
        if "left_out" in inner:
            play["left_out"] = take_left_out(inner, players, cards)
        if "leads" in inner:
            play["leads"] = take_leads(inner)
        return play

    return MappingProxyType(fields.take_part("play", read, None) or {})


def take_left_out(fields: Fields, players: int, cards: int) -> tuple[str, ...]:
    """Read the cards that stay out of a whole pack, as `clubs 7`."""
    left_out = tuple(str(card) for card in fields.take_list("left_out", None))
    if not set(left_out) <= set(NUMBER_CARDS):
        fields.complain("not_one_of", "left_out", choices=", ".join(sorted(NUMBER_CARDS)))
    if len(set(left_out)) != 54 - cards:
        fields.complain("pack_players", "left_out", cards=54 - len(left_out), players=players)
    return left_out


def take_leads(fields: Fields) -> Mapping[Contract, Lead]:
    """Read what is led first in each game with open cards."""

    def of_each(inner: Fields) -> dict[Contract, Lead]:
        return {game: inner.take_choice(game, Lead) for game in WITH_EMPTIES if game in inner}

    return MappingProxyType(fields.take_part("leads", of_each, None) or {})


Side = tuple[HouseRules, "PlayRules | None"]
"""A rule set, and how it is played."""


def _spoken_of(subject: str, rules: HouseRules, play: PlayRules | None) -> Any:
    table, _dot, key = subject.partition(".")
    return getattr(play, key) if table == "play" else value_of(subject, rules)


def remarks_on(remarks: Iterable[Remark], side: Side, original: Side) -> tuple[Remark, ...]:
    """Those of a published rule set that hold for a house, with what it calls and counts its games."""
    return tuple(remark.of(side[0]) for remark in remarks if remark.holds_for(side, original))


def _remarks(fields: Fields, key: str, rules: HouseRules) -> tuple[Remark, ...]:
    remarks = []
    for entry in fields.take_list(key, None):
        inner = Fields(entry if isinstance(entry, Mapping) else {}, path=f"play.{key}")
        keys = tuple(str(about) for about in inner.take_list("keys", ()))
        for about in keys:
            known = about.removeprefix("play.") in STATUS_KEYS if about.startswith("play.") else about in CUSTOMS
            if not known and value_of(about, rules) is None:
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
