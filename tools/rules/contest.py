"""Tournaments: who meets whom, who is ahead, and who gets which prize."""

from cegoscore.contest.draw import Basis, Draw, Plan, Remainder, draw_tables, replay, table_sizes
from cegoscore.contest.prizes import Award, Prize, PrizeFor, prizes
from cegoscore.contest.standings import RoundResult, TieRules, TournamentStanding, rows_of, standings
from cegoscore.contest.ties import Drawing, TieBreak

__all__ = [
    "Award",
    "Basis",
    "Draw",
    "Drawing",
    "Plan",
    "Prize",
    "PrizeFor",
    "Remainder",
    "RoundResult",
    "TieBreak",
    "TieRules",
    "TournamentStanding",
    "draw_tables",
    "prizes",
    "replay",
    "rows_of",
    "standings",
    "table_sizes",
]
