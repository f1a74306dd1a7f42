"""The settings of a tournament, listed once: page, copy, and the rule about draws follow from here.

A new setting needs its field in `models.Tournament` and one entry in `SETTINGS`. Prizes and categories are rows of
their own and no settings.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from django.utils.translation import gettext_lazy as _

from cegoscore.contest.draw import TABLE_SIZES, Remainder
from tournaments.course.setting_kinds import BaseSetting, Day, Flag, Money, Number, OneOf, RuleSetKey, Text, TieBreaks


class PagePart(StrEnum):
    """A part of the settings page."""

    WHAT = "what"
    HOW = "how"
    SMALLER = "smaller"
    MONEY = "money"
    PRIZES = "prizes"
    TIES = "ties"
    VIEWERS = "viewers"


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting(BaseSetting):
    """A setting with its place on the settings page.

    One that is `fixed_by_the_draw` cannot change once a round was drawn. A tournament held again has it too if it is
    `copied`.
    """

    part: PagePart
    fixed_by_the_draw: bool = False
    copied: bool = True

    @property
    def column(self) -> str:
        """The attribute of a tournament that holds the plain value: for a rule set its key."""
        return f"{self.name}_id" if isinstance(self.kind, RuleSetKey) else self.name


SIZES = OneOf(tuple((size, str(size)) for size in TABLE_SIZES))
REMAINDERS = OneOf(
    (
        (Remainder.HOUSE.value, _("House players fill the empty seats")),
        (Remainder.LARGER.value, _("Some tables have one more, and the dealer sits out")),
        (Remainder.SMALLER.value, _("Some tables have one less, by other rules")),
    ),
    open=True,
)

SETTINGS: tuple[Setting, ...] = (
    Setting(
        name="name",
        kind=Text(120, needed=True),
        part=PagePart.WHAT,
        label=_("Name of the tournament"),
        copied=False,
    ),
    Setting(name="day", kind=Day(), part=PagePart.WHAT, label=_("Day"), copied=False),
    Setting(
        name="hour",
        kind=Text(120),
        part=PagePart.WHAT,
        label=_("At what time"),
        hint=_("As it stands on the page: 2 p.m., door opens at 1 p.m."),
    ),
    Setting(name="venue", kind=Text(120), part=PagePart.WHAT, label=_("Where")),
    Setting(name="rule_set", kind=RuleSetKey(), part=PagePart.HOW, fixed_by_the_draw=True),
    Setting(name="rounds", kind=Number(1, 12), part=PagePart.HOW, label=_("Rounds"), proposed=2),
    Setting(
        name="hands",
        kind=Number(1, 200),
        part=PagePart.HOW,
        label=_("Hands per round"),
        proposed=24,
        fixed_by_the_draw=True,
    ),
    Setting(
        name="table_size",
        kind=SIZES,
        part=PagePart.HOW,
        label=_("Players per table"),
        proposed=4,
        fixed_by_the_draw=True,
    ),
    Setting(
        name="hands_larger",
        kind=Number(1, 99, optional=True),
        part=PagePart.HOW,
        label=_("Hands at larger tables"),
        hint=_(
            "Where the dealer sits out: 30 hands at a table of five are as many for everybody as 24 at one of four."
        ),
        fixed_by_the_draw=True,
    ),
    Setting(
        name="hands_smaller",
        kind=Number(1, 99, optional=True),
        part=PagePart.HOW,
        label=_("Hands at smaller tables"),
        fixed_by_the_draw=True,
    ),
    Setting(
        name="minutes",
        kind=Number(1, 1000, optional=True),
        part=PagePart.HOW,
        label=_("Minutes per round"),
        hint=_("Only if there is a limit: then a clock runs."),
    ),
    Setting(
        name="remainder",
        kind=REMAINDERS,
        part=PagePart.HOW,
        label=_("If the players don't divide evenly"),
        proposed=Remainder.HOUSE.value,
        fixed_by_the_draw=True,
    ),
    Setting(name="small_rule_set", kind=RuleSetKey(), part=PagePart.SMALLER, fixed_by_the_draw=True),
    Setting(
        name="small_note",
        kind=Text(300),
        part=PagePart.SMALLER,
        label=_("How their points compare, in a sentence for everybody"),
    ),
    Setting(name="entry_fee", kind=Money(), part=PagePart.MONEY, label=_("Entry fee")),
    Setting(name="currency", kind=Text(10), part=PagePart.MONEY, label=_("Currency"), proposed="€"),
    Setting(
        name="fills_last_total",
        kind=Flag(),
        part=PagePart.HOW,
        label=_("The last total from paper is filled in"),
        hint=_("Quicker, but then plus and minus always come to zero: a slip in the others is not found."),
    ),
    Setting(
        name="types_twice",
        kind=Flag(),
        part=PagePart.HOW,
        label=_("Totals from paper are typed twice, on two devices"),
        hint=_("They count once both have typed the same."),
    ),
    Setting(name="tie_breaks", kind=TieBreaks(), part=PagePart.TIES),
    Setting(
        name="one_prize_each",
        kind=Flag(),
        part=PagePart.PRIZES,
        label=_("One prize each: a prize by rank rules out a category prize"),
        proposed=True,
    ),
    Setting(
        name="prizes_for_present",
        kind=Flag(),
        part=PagePart.PRIZES,
        label=_("Who goes home before the end gets no prize"),
        proposed=True,
    ),
    Setting(
        name="is_public",
        kind=Flag(),
        part=PagePart.VIEWERS,
        label=_("Everybody may see the tournament's page"),
        hint=_("Otherwise only whoever has a link."),
    ),
    Setting(
        name="takes_announcements",
        kind=Flag(),
        part=PagePart.VIEWERS,
        label=_("People may announce themselves there beforehand"),
    ),
)


def fixed_by_the_draw() -> list[Setting]:
    """The settings that cannot change once a round was drawn."""
    return [each for each in SETTINGS if each.fixed_by_the_draw]


def copied() -> list[Setting]:
    """The settings that a copy takes from the tournament before it."""
    return [each for each in SETTINGS if each.copied]


def plain() -> list[Setting]:
    """The settings whose form field holds their value; tie-breaks have several fields, rule sets are looked up."""
    return [each for each in SETTINGS if not isinstance(each.kind, TieBreaks | RuleSetKey)]
