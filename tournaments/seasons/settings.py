"""The way in which a season counts, out of its settings."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cegoscore.contest.league import LeagueRules, Worth
from cegoscore.contest.ties import TieBreak
from tournaments.seasons.models import COUNTING


def counting_of(values: Mapping[str, Any]) -> dict[str, Any]:
    """The settings that are the way of counting, out of all settings of a season."""
    return {name: values[name] for name in COUNTING}


def league_rules(values: Mapping[str, Any]) -> LeagueRules:
    """The way of counting by these settings of a season."""
    frozen: dict[str, Any] = {
        "worth": Worth(values["worth"]),
        "rank_points": tuple(values["rank_points"]),
        "tie_breaks": tuple(TieBreak(value) for value in values["tie_breaks"]),
    }
    return LeagueRules(**counting_of(values) | frozen)
