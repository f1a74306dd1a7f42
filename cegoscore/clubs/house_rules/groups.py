"""The form of house rules in the order of a page: groups, blocks of a game each, and the fields of a document."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import Any

from django.utils.translation import gettext as _

from cegoscore.clubs.house_rules.bidding_points import OpenPoint
from cegoscore.clubs.house_rules.document import BY_DIFFERENCE, BY_TABLE
from cegoscore.clubs.house_rules.tariff_card import situations
from cegoscore.scoring.cards import Counting
from cegoscore.scoring.contracts import LABELS, LAST_TRICK, NORMAL, RAEUBER, TARGET, Contract
from cegoscore.scoring.house_rules import Claimant, PfeifAim, Rounding, SchindenPays, TieWithVorhand

Choices = tuple[tuple[str, Any], ...]


class FieldKind(Enum):
    """Kinds of input fields."""

    NUMBER = auto()
    NUMBERS = auto()
    TEXT = auto()
    LONG_TEXT = auto()
    SWITCH = auto()
    CHOICE = auto()


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleField:
    """One field; `key` is its name, and the key of the document."""

    key: str
    label: str
    kind: FieldKind = FieldKind.NUMBER
    choices: Choices = ()
    hint: str = ""


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
    blocks: tuple[Block, ...] = field(default=())


def groups(open_points: Iterable[OpenPoint] = ()) -> tuple[Group, ...]:
    """The whole form in the page's language; `open_points` of the bidding are asked where there are any."""
    points = tuple(_open_point(point) for point in open_points)
    bidding = Group(
        id="bidding",
        title=_("Bidding"),
        intro=_("Points that the text leaves open."),
        blocks=(Block(fields=points),),
    )
    return (*_groups(), *([bidding] if points else []))


def _open_point(point: OpenPoint) -> RuleField:
    return RuleField(key=point.key, label=point.question, kind=FieldKind.CHOICE, choices=point_choices(point))


def point_choices(point: OpenPoint) -> Choices:
    """To leave it open, which tells how it is bid then, or one of the readings."""
    (ours, *_others) = point.readings.values()
    return (("", _("Open. Until then: %(reading)s") % {"reading": ours}), *point.readings.items())


def _groups() -> tuple[Group, ...]:
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


def _switch(key: str, label: str) -> RuleField:
    return RuleField(key=key, label=label, kind=FieldKind.SWITCH)


def _own_name(contract: Contract) -> RuleField:
    return RuleField(key=f"labels.{contract}", label=_("Our name for it"), kind=FieldKind.TEXT)


def _table() -> tuple[RuleField, ...]:
    counting = ((Counting.THREES, _("in threes (70 card points)")), (Counting.TWOS, _("in twos (79 card points)")))
    packs = (("", _("as usual")), ("54", "54"), ("51", "51"))
    return (
        RuleField(key="name", label=_("Name of the house rules"), kind=FieldKind.TEXT),
        RuleField(key="source", label=_("Where they come from"), kind=FieldKind.LONG_TEXT),
        RuleField(key="table.players", label=_("Players"), kind=FieldKind.CHOICE, choices=tuple((n, n) for n in "432")),
        _switch("table.one_sits_out", _("One more may sit at the table; the dealer sits out")),
        RuleField(key="table.counting", label=_("Counting"), kind=FieldKind.CHOICE, choices=counting),
        RuleField(key="table.cards", label=_("Cards"), kind=FieldKind.CHOICE, choices=packs),
        RuleField(key="table.hands", label=_("Hands in a round"), hint=_("Empty: as many as you like.")),
    )


def _computing() -> Block:
    bases = ((BY_DIFFERENCE, _("card points over half the pack")), (BY_TABLE, _("by a table")))
    first = _("The lowest card points of each step, with blanks between.")
    return Block(
        title=_("How it is computed"),
        switch=_switch("normal.on", _("There are games by card points")),
        fields=(
            RuleField(key="normal.base", label=_("Base value"), kind=FieldKind.CHOICE, choices=bases),
            RuleField(key="normal.base_up_to", label=_("Card points up to the next"), hint=_("1: as they are.")),
            RuleField(key="normal.brackets.won", label=_("Table, won"), kind=FieldKind.NUMBERS, hint=first),
            RuleField(key="normal.brackets.lost", label=_("Table, lost"), kind=FieldKind.NUMBERS, hint=first),
            RuleField(key="normal.brackets.worth", label=_("Points a step"), hint=_("Empty: 1.")),
            *_rounding("normal.rounded"),
            RuleField(
                key="normal.buergermeister",
                label=_("Bürgermeister, flat"),
                hint=_("Empty: lost like any narrow loss."),
            ),
        ),
    )


def _rounding(group: str, *, optional: bool = True) -> tuple[RuleField, ...]:
    ways = ((Rounding.UP, _("always up")), (Rounding.NEAREST, _("to the nearest")))
    none = (("", _("not at all")),) if optional else ()
    return (
        RuleField(key=f"{group}.how", label=_("Round amounts"), kind=FieldKind.CHOICE, choices=(*none, *ways)),
        RuleField(key=f"{group}.to", label=_("to full")),
        RuleField(key=f"{group}.at_least", label=_("at least")),
    )


def _normal_game(contract: Contract) -> Block:
    factors, over = f"normal.factors.{contract}", f"normal.over_solo.{contract}"
    over_solo = (
        _switch(f"{over}.on", _("Gegensolo") if contract is Contract.CEGO else _("also over a Solo")),
        RuleField(key=f"{over}.won", label=_("over Solo, won ×")),
        RuleField(key=f"{over}.lost", label=_("over Solo, lost ×")),
    )
    return Block(
        title=LABELS[contract],
        switch=_switch(f"{factors}.on", _("played")),
        fields=(
            RuleField(key=f"{factors}.won", label=_("won ×")),
            RuleField(key=f"{factors}.lost", label=_("lost ×")),
            *(() if contract is Contract.SOLO else over_solo),
            RuleField(key=f"normal.extra.{contract}", label=_("and flat besides"), hint=_("Empty: nothing.")),
            _own_name(contract),
        ),
    )


def _target_game(contract: Contract) -> Block:
    trumps = RuleField(
        key=f"targets.{contract}.trumps",
        label=_("With which trumps"),
        kind=FieldKind.NUMBERS,
        hint=_("Empty: with the 1."),
    )
    return Block(
        title=LABELS[contract],
        switch=_switch(f"targets.{contract}.on", _("played")),
        may_fold=True,
        fields=(
            RuleField(key=f"targets.{contract}.amount", label=_("Amount")),
            RuleField(key=f"targets.{contract}.ouvert", label=_("ouvert ×"), hint=_("Empty: not played.")),
            *((trumps,) if contract in LAST_TRICK else ()),
            _own_name(contract),
        ),
    )


def _raeuber(contract: Contract) -> Block:
    ties = (
        (TieWithVorhand.VORHAND_ALONE, _("Vorhand loses alone")),
        (TieWithVorhand.ALL, _("all who tie lose")),
    )
    amounts = [RuleField(key=f"{contract}.amounts.{n}", label=label) for n, label in situations().items()]
    return Block(
        title=LABELS[contract],
        switch=_switch(f"{contract}.on", _("played")),
        may_fold=contract is Contract.PFLICHT_RAEUBER,
        fields=(
            *amounts,
            RuleField(key=f"{contract}.vorhand_factor", label=_("Vorhand pays ×")),
            RuleField(
                key=f"{contract}.tie_with_vorhand", label=_("Tie with Vorhand"), kind=FieldKind.CHOICE, choices=ties
            ),
            RuleField(key=f"{contract}.points_above", label=_("Paid by card points above"), hint=_("Empty: never.")),
            *_rounding(f"{contract}.points_rounded", optional=False),
            RuleField(
                key=f"{contract}.takes_all",
                label=_("Whoever takes every trick wins"),
                hint=_("Empty: loses like any other."),
            ),
            RuleField(key=f"{contract}.stake_factor_after", label=_("Stake afterwards ×"), hint=_("Empty: as before.")),
            _own_name(contract),
        ),
    )


def _dresch() -> Block:
    return Block(
        title=LABELS[Contract.DRESCH],
        switch=_switch("dresch.on", _("played")),
        fields=(
            RuleField(key="dresch.amount", label=_("Amount")),
            RuleField(key="dresch.vorhand_factor", label=_("Vorhand pays ×")),
            _own_name(Contract.DRESCH),
        ),
    )


def _partie() -> Block:
    amount = RuleField(key="partie", label=_("Amount"), hint=_("Empty: not played. Both count, no declarer."))
    return Block(title=LABELS[Contract.PARTIE], may_fold=True, fields=(amount, _own_name(Contract.PARTIE)))


def _customs() -> tuple[RuleField, ...]:
    pfeif_frei = (
        ("", _("not played")),
        (PfeifAim.LAST_TRICK, _("has to make the last trick")),
        (PfeifAim.A_TRICK, _("has to make a trick")),
    )
    return (
        RuleField(
            key="penalty", label=_("Penalty to each other player"), hint=_("Misdeal, revoke and the like. Empty: none.")
        ),
        _switch("fault", _("A breach loses the game, once or eightfold")),
        RuleField(key="pfeif_frei", label=_("Pfeif’ frei"), kind=FieldKind.CHOICE, choices=pfeif_frei),
    )


def _schinden() -> Block:
    pays = (
        (SchindenPays.GAME_WITHOUT_TRICK, _("the game last bid, without a trick")),
        (SchindenPays.SOLO_WITHOUT_TRICK, _("a Solo without a trick")),
        (SchindenPays.EIGHTFOLD, _("eight times the game last bid")),
    )
    claimants = ((Claimant.DECLARER, _("only the declarer")), (Claimant.ANYONE, _("anybody")))
    return Block(
        title=_("Schinden"),
        switch=_switch("schinden.on", _("Holding back a Solo is paid for")),
        fields=(
            RuleField(key="schinden.pays", label=_("Who is wrong pays"), kind=FieldKind.CHOICE, choices=pays),
            RuleField(key="schinden.claimant", label=_("Who may claim"), kind=FieldKind.CHOICE, choices=claimants),
            RuleField(key="schinden.strong_hand", label=_("A Solo that must be bid"), kind=FieldKind.LONG_TEXT),
        ),
    )


def _schnaps() -> Block:
    return Block(
        title=_("Schnaps"),
        fields=(
            _switch("schnaps.buergermeister", _("A Bürgermeister buys a round")),
            _switch("schnaps.no_trick", _("A declarer without a trick buys a round")),
        ),
    )
