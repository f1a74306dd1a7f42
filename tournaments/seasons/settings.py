"""The settings of a season, listed once: page, way of counting, its decisions, and the export follow from here.

A new setting needs its field in `models.Season` and one entry in `SETTINGS`. One that counts is a field of
`contest.league.LeagueRules`, too.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from django.utils.translation import gettext_lazy as _

from cegoscore.contest.league import LeagueRules, Worth
from cegoscore.contest.ties import TieBreak
from tournaments.course.setting_kinds import Amounts, BaseSetting, Categories, Day, Flag, Number, OneOf, Text, TieBreaks


class SeasonPagePart(StrEnum):
    """A part of the settings page."""

    WHAT = "what"
    DAYS = "days"
    WORTH = "worth"
    HOW_MANY = "how_many"
    TIES = "ties"
    CATEGORIES = "categories"
    VIEWERS = "viewers"


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonSetting(BaseSetting):
    """A setting with its place on the settings page.

    One that `counts` is part of the way of counting: a change of it is shown before it is saved, and noted for
    everybody.
    """

    part: SeasonPagePart
    counts: bool = False


WORTHS = OneOf(
    (
        (Worth.POINTS.value, _("its points, plus and minus")),
        (Worth.PLUS.value, _("only plus points")),
        (Worth.RANKS.value, _("points by rank")),
    ),
    open=True,
)

SETTINGS: tuple[SeasonSetting, ...] = (
    SeasonSetting(name="name", kind=Text(120, needed=True), part=SeasonPagePart.WHAT, label=_("Name of the season")),
    SeasonSetting(name="first_day", kind=Day(), part=SeasonPagePart.DAYS, label=_("First day")),
    SeasonSetting(name="last_day", kind=Day(), part=SeasonPagePart.DAYS, label=_("Last day")),
    SeasonSetting(
        name="worth",
        kind=WORTHS,
        part=SeasonPagePart.WORTH,
        label=_("What an event counts"),
        proposed=Worth.POINTS.value,
        counts=True,
    ),
    SeasonSetting(
        name="best",
        kind=Number(1, 999, optional=True),
        part=SeasonPagePart.HOW_MANY,
        label=_("How many results count?"),
        hint=_("The best ones; leave empty for all."),
        counts=True,
    ),
    SeasonSetting(
        name="rank_points",
        kind=Amounts(),
        part=SeasonPagePart.WORTH,
        label=_("Points by rank, from the first on"),
        hint=_("For instance 25, 20, 16, 13, 11, 10, 9, 8 … Whoever comes after these gets nothing."),
        counts=True,
    ),
    SeasonSetting(
        name="least",
        kind=Number(1, 999),
        part=SeasonPagePart.HOW_MANY,
        label=_("Events needed to be ranked"),
        proposed=1,
        counts=True,
    ),
    SeasonSetting(name="tie_breaks", kind=TieBreaks(), part=SeasonPagePart.TIES, counts=True),
    SeasonSetting(name="categories", kind=Categories(), part=SeasonPagePart.CATEGORIES),
    SeasonSetting(name="is_public", kind=Flag(), part=SeasonPagePart.VIEWERS, label=_("Everybody may see the table")),
)


def plain() -> list[SeasonSetting]:
    """The settings with one form field that holds their value; tie-breaks and categories have several."""
    return [each for each in SETTINGS if not isinstance(each.kind, TieBreaks | Categories)]


def counting_of(values: Mapping[str, Any]) -> dict[str, Any]:
    """The settings that are the way of counting, out of all settings of a season."""
    return {each.name: values[each.name] for each in SETTINGS if each.counts}


def league_rules(values: Mapping[str, Any]) -> LeagueRules:
    """The way of counting by these settings of a season."""
    frozen: dict[str, Any] = {
        "worth": Worth(values["worth"]),
        "rank_points": tuple(values["rank_points"]),
        "tie_breaks": tuple(TieBreak(value) for value in values["tie_breaks"]),
    }
    return LeagueRules(**counting_of(values) | frozen)
