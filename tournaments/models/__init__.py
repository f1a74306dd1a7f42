"""A tournament: who takes part, the rounds with their tables by lot, and what everybody got in each of them."""

from tournaments.models.decisions import COURSE, Decision, DecisionKind
from tournaments.models.entrants import Apart, Entrant, EntrantStatus, Takes, called
from tournaments.models.rounds import Result, ResultQuerySet, ResultSource, Round, RoundState, Table, is_held_back
from tournaments.models.tournament import (
    Category,
    CategoryKind,
    Fee,
    Prize,
    PrizeKind,
    Tournament,
)

__all__ = [
    "COURSE",
    "Apart",
    "Category",
    "CategoryKind",
    "Decision",
    "DecisionKind",
    "Entrant",
    "EntrantStatus",
    "Fee",
    "Prize",
    "PrizeKind",
    "Result",
    "ResultQuerySet",
    "ResultSource",
    "Round",
    "RoundState",
    "Table",
    "Takes",
    "Tournament",
    "called",
    "is_held_back",
]
