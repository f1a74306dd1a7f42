"""The fields of house rules, each said once: its place in the document, its kind, its label, and when it applies.

The form shows them in this order, the document is read into them and written from them, questions ask for some of them.
A field is called by the key that the core names in a problem (`normal.factors.eine.won`), so every problem finds its
field.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import KW_ONLY, dataclass, replace
from enum import Enum, auto
from typing import Any

from django.utils.translation import gettext as _

from cegoscore.clubs.house_rules.tariff_card import situations
from cegoscore.scoring.cards import Counting
from cegoscore.scoring.contracts import LABELS, LAST_TRICK, NORMAL, RAEUBER, TARGET, Contract
from cegoscore.scoring.house_rules import (
    Claimant,
    PfeifAim,
    Rounding,
    SchindenPays,
    TieWithVorhand,
)

Choices = tuple[tuple[str, Any], ...]
Values = Mapping[str, str | bool]
"""Text typed or box ticked, by the key of the field."""

BASE = "normal.base"
"""The one field that is in no document: which of these two is there tells it."""
BY_DIFFERENCE, BY_TABLE = "difference", "table"


class FieldKind(Enum):
    """Kinds of fields."""

    NUMBER = auto()
    NUMBERS = auto()
    TEXT = auto()
    LONG_TEXT = auto()
    CHOICE = auto()
    SEVERAL = auto()
    """Any of some choices: their values with `BETWEEN` between them."""
    SWITCH = auto()
    PART = auto()
    """A switch for a part of the document: it is there, or it is not. Its key is that of the part, `.on` behind it."""


BETWEEN = ", "
TEXTS, SWITCHES = (FieldKind.TEXT, FieldKind.LONG_TEXT), (FieldKind.SWITCH, FieldKind.PART)


@dataclass(frozen=True, slots=True)
class RuleField:
    """One field in the page's language."""

    key: str
    label: str
    _: KW_ONLY
    kind: FieldKind = FieldKind.NUMBER
    choices: Choices = ()
    hint: str = ""
    when: tuple[str, ...] = ()
    """Fields without which it is not read: they are empty, or switched off."""
    base: str = ""
    """Way of computing the base value for which it is there; empty for both."""
    needed: bool = False
    """True if it stands in the document even when it is empty, for the reader to say what is wrong with that."""
    default: str | bool | None = None
    """Value as long as the document does not say it: that of the set which the rules go back to."""

    @property
    def place(self) -> str:
        """Path of its value in the document."""
        return self.key.removesuffix(".on")

    def applies(self, values: Values) -> bool:
        """True if it is read where these are the values of all fields."""
        return all(values[key] for key in self.when) and self.base in ("", values[BASE])

    def in_words(self, value: str | bool) -> str:
        """A value as a reader would say it; nothing for a choice that was not to be made."""
        if self.kind in SWITCHES:
            return _("yes") if value else _("no")
        if self.kind in (FieldKind.CHOICE, FieldKind.SEVERAL):
            labels, parts = dict(self.choices), str(value).split(BETWEEN)
            return BETWEEN.join(str(labels.get(part, part)) for part in parts) or "–"
        return str(value) or "–"


@dataclass(frozen=True, slots=True, kw_only=True)
class Block:
    """Fields that belong together, mostly a game; `switch` plays it or does not."""

    fields: tuple[RuleField, ...]
    title: str = ""
    switch: RuleField | None = None
    may_fold: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Group:
    """A part of the page."""

    id: str
    title: str
    intro: str = ""
    blocks: tuple[Block, ...] = ()


def fields_in(groups: Iterable[Group]) -> Iterator[RuleField]:
    """Every field, a switch before what it is the switch of."""
    for group in groups:
        for block in group.blocks:
            yield from (block.switch,) if block.switch else ()
            yield from block.fields


def groups_of_what_pays() -> tuple[Group, ...]:
    """Groups of all that pays and says who may play, in the page's language."""
    return (
        Group(id="table", title=_("Name and table"), blocks=(Block(fields=_table()),)),
        Group(
            id="normal",
            title=_("Normal games"),
            intro=_("A base value, times the factor of the game, rounded."),
            blocks=(_computing(), *map(_normal_game, NORMAL)),
        ),
        Group(
            id="special",
            title=_("Special games"),
            intro=_("Amounts for each opponent. Without an amount the house sets it from case to case."),
            blocks=tuple(map(_target_game, TARGET)),
        ),
        Group(
            id="everyone",
            title=_("Everyone for themselves"),
            intro=_("Amounts that the loser pays each other player."),
            blocks=(_raeuber(RAEUBER[0]), _dresch(), _raeuber(RAEUBER[1]), _partie()),
        ),
        Group(id="customs", title=_("Faults and customs"), blocks=(Block(fields=_customs()), _schinden(), _schnaps())),
    )


def choice(key: str, label: str, *choices: tuple[str, Any], **more: Any) -> RuleField:
    """One of some values, each with its label."""
    return RuleField(key, label, kind=FieldKind.CHOICE, choices=choices, **more)


def switch(key: str, label: str, **more: Any) -> RuleField:
    """Something that is so or not."""
    return RuleField(key, label, kind=FieldKind.SWITCH, **more)


def _part(key: str, label: str, **more: Any) -> RuleField:
    return RuleField(f"{key}.on", label, kind=FieldKind.PART, **more)


def _switched(title: str, switch: RuleField, *fields: RuleField, may_fold: bool = False) -> Block:
    """A block whose fields are read if its switch is on."""
    on = (*switch.when, switch.key)
    inside = tuple(replace(field, when=(*on, *field.when)) for field in fields)
    return Block(title=title, switch=switch, fields=inside, may_fold=may_fold)


def _own_name(contract: Contract) -> RuleField:
    return RuleField(f"labels.{contract}", _("Our name for it"), kind=FieldKind.TEXT)


def _table() -> tuple[RuleField, ...]:
    threes, twos = _("in threes (70 card points)"), _("in twos (79 card points)")
    return (
        RuleField("name", _("Name of the house rules"), kind=FieldKind.TEXT, needed=True),
        RuleField("source", _("Where they come from"), kind=FieldKind.LONG_TEXT, needed=True),
        choice("table.players", _("Players"), *((number, number) for number in "432")),
        switch("table.one_sits_out", _("One more may sit at the table; the dealer sits out"), needed=True),
        switch("table.sits_out_free", _("Who sits out pays and gets nothing"), when=("table.one_sits_out",)),
        choice("table.counting", _("Counting"), (Counting.THREES, threes), (Counting.TWOS, twos)),
        choice("table.cards", _("Cards"), ("", _("as usual")), ("54", "54"), ("51", "51")),
        RuleField("table.hands", _("Hands in a round"), hint=_("Empty: as many as you like.")),
    )


def _computing() -> Block:
    by_difference, by_table = _("card points over half the pack"), _("by a table")
    lowest: dict[str, Any] = {
        "kind": FieldKind.NUMBERS,
        "hint": _("The lowest card points of each step, with blanks between."),
        "base": BY_TABLE,
        "needed": True,
    }
    return _switched(
        _("How it is computed"),
        _part("normal", _("There are games by card points")),
        choice(BASE, _("Base value"), (BY_DIFFERENCE, by_difference), (BY_TABLE, by_table)),
        RuleField(
            "normal.base_up_to",
            _("Card points up to the next"),
            hint=_("1: as they are."),
            base=BY_DIFFERENCE,
            needed=True,
        ),
        RuleField("normal.brackets.won", _("Table, won"), **lowest),
        RuleField("normal.brackets.lost", _("Table, lost"), **lowest),
        RuleField("normal.brackets.worth", _("Points a step"), hint=_("Empty: 1."), base=BY_TABLE),
        *_rounding("normal.rounded", ("", _("not at all")), when="normal.rounded.how"),
        RuleField(
            "normal.buergermeister",
            _("Bürgermeister, flat"),
            hint=_("Empty: lost like any narrow loss. 0: it costs nothing."),
        ),
    )


def _rounding(part: str, *others: tuple[str, str], when: str) -> tuple[RuleField, ...]:
    ways = (*others, (Rounding.UP, _("always up")), (Rounding.NEAREST, _("to the nearest")))
    return (
        choice(f"{part}.how", _("Round amounts"), *ways, when=(when,)),
        RuleField(f"{part}.to", _("to full"), when=(when,)),
        RuleField(f"{part}.at_least", _("at least"), when=(when,)),
    )


def _normal_game(contract: Contract) -> Block:
    factors, over = f"normal.factors.{contract}", f"normal.over_solo.{contract}"
    label = _("Gegensolo") if contract is Contract.CEGO else _("also over a Solo")
    also = _part(over, label, when=(f"normal.factors.{Contract.SOLO}.on",))
    over_solo = (
        also,
        RuleField(f"{over}.won", _("over Solo, won ×"), when=(*also.when, also.key)),
        RuleField(f"{over}.lost", _("over Solo, lost ×"), when=(*also.when, also.key)),
    )
    return _switched(
        LABELS[contract],
        _part(factors, _("played"), when=("normal.on",)),
        RuleField(f"{factors}.won", _("won ×")),
        RuleField(f"{factors}.lost", _("lost ×")),
        *(() if contract is Contract.SOLO else over_solo),
        RuleField(f"normal.extra.{contract}", _("and flat besides"), hint=_("Empty: nothing.")),
        _own_name(contract),
    )


def _target_game(contract: Contract) -> Block:
    game = f"targets.{contract}"
    trumps = RuleField(f"{game}.trumps", _("With which trumps"), kind=FieldKind.NUMBERS, hint=_("Empty: with the 1."))
    return _switched(
        LABELS[contract],
        _part(game, _("played")),
        RuleField(f"{game}.amount", _("Amount")),
        RuleField(f"{game}.ouvert", _("ouvert ×"), hint=_("Empty: not played.")),
        *((trumps,) if contract in LAST_TRICK else ()),
        _own_name(contract),
        may_fold=True,
    )


def _raeuber(contract: Contract) -> Block:
    above = RuleField(f"{contract}.points_above", _("Paid by card points above"), hint=_("Empty: never."))
    return _switched(
        LABELS[contract],
        _part(contract, _("played")),
        *(RuleField(f"{contract}.amounts.{number}", label) for number, label in situations().items()),
        RuleField(f"{contract}.vorhand_factor", _("Vorhand pays ×")),
        choice(
            f"{contract}.tie_with_vorhand",
            _("Tie with Vorhand"),
            (TieWithVorhand.VORHAND_ALONE, _("Vorhand loses alone")),
            (TieWithVorhand.ALL, _("all who tie lose")),
        ),
        above,
        *_rounding(f"{contract}.points_rounded", when=above.key),
        RuleField(
            f"{contract}.takes_all", _("Anyone who takes every trick wins"), hint=_("Empty: loses like any other.")
        ),
        RuleField(f"{contract}.stake_factor_after", _("Stake afterwards ×"), hint=_("Empty: as before.")),
        _own_name(contract),
        may_fold=contract is Contract.PFLICHT_RAEUBER,
    )


def _dresch() -> Block:
    return _switched(
        LABELS[Contract.DRESCH],
        _part("dresch", _("played")),
        RuleField("dresch.amount", _("Amount")),
        RuleField("dresch.vorhand_factor", _("Vorhand pays ×")),
        _own_name(Contract.DRESCH),
    )


def _partie() -> Block:
    amount = RuleField("partie", _("Amount"), hint=_("Empty: not played. Both count, no declarer."))
    name = replace(_own_name(Contract.PARTIE), when=(amount.key,))
    return Block(title=LABELS[Contract.PARTIE], may_fold=True, fields=(amount, name))


def _customs() -> tuple[RuleField, ...]:
    return (
        RuleField("penalty", _("Penalty to each other player"), hint=_("Misdeal, revoke and the like. Empty: none.")),
        switch("fault", _("A breach loses the game, once or eightfold")),
        choice(
            "pfeif_frei",
            _("Pfeif’ frei"),
            ("", _("not played")),
            (PfeifAim.LAST_TRICK, _("has to make the last trick")),
            (PfeifAim.A_TRICK, _("has to make a trick")),
        ),
    )


def _schinden() -> Block:
    return _switched(
        _("Schinden"),
        _part("schinden", _("Holding back a Solo is paid for")),
        choice(
            "schinden.pays",
            _("Who is wrong pays"),
            (SchindenPays.GAME_WITHOUT_TRICK, _("the game last bid, without a trick")),
            (SchindenPays.SOLO_WITHOUT_TRICK, _("a Solo without a trick")),
            (SchindenPays.EIGHTFOLD, _("eight times the game last bid")),
        ),
        choice(
            "schinden.claimant",
            _("Who may claim"),
            (Claimant.DECLARER, _("only the declarer")),
            (Claimant.ANYONE, _("anybody")),
        ),
        RuleField("schinden.strong_hand", _("A Solo that must be bid"), kind=FieldKind.LONG_TEXT, needed=True),
    )


def _schnaps() -> Block:
    return Block(
        title=_("Schnaps"),
        fields=(
            switch("schnaps.buergermeister", _("A Bürgermeister buys a round")),
            switch("schnaps.no_trick", _("A declarer without a trick buys a round")),
        ),
    )
