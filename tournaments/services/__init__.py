"""Every write to a tournament. A service owns its transaction; writers queue on the tournament's version."""

from tournaments.services.drawing import draw_round, drawn_of, field_plan, links_of, redraw, start_round, swap, undraw
from tournaments.services.registration import (
    Newcomer,
    announce,
    change_entrant,
    register,
    register_all,
    set_paid,
    substitute,
    withdraw,
)
from tournaments.services.results import (
    accept,
    close_round,
    decide_tie,
    reopen_table,
    set_dispute,
    swap_sheets,
    type_totals,
    void_table,
)
from tournaments.services.setup import CategoryPlan, PrizePlan, change_settings, copy_tournament, finish, set_up
from tournaments.services.turns import Refused, current_round

__all__ = [
    "CategoryPlan",
    "Newcomer",
    "PrizePlan",
    "Refused",
    "accept",
    "announce",
    "change_entrant",
    "change_settings",
    "close_round",
    "copy_tournament",
    "current_round",
    "decide_tie",
    "draw_round",
    "drawn_of",
    "field_plan",
    "finish",
    "links_of",
    "redraw",
    "register",
    "register_all",
    "reopen_table",
    "set_dispute",
    "set_paid",
    "set_up",
    "start_round",
    "substitute",
    "swap",
    "swap_sheets",
    "type_totals",
    "undraw",
    "void_table",
    "withdraw",
]
