"""Refusals of the draw."""

from __future__ import annotations

TEXTS = {
    "too_few_players": "needs at least {least} players",
    "size_not_played": "tables of {size} are not played here",
    "field_does_not_divide": "{players} players cannot be divided into tables of {size} and {other}",
    "no_seed": "needs a seed of letters, digits and signs, at most {most}",
    "number_twice": "number {number} stands here twice",
    "seats_do_not_fit": "{players} players do not fill {seats} seats",
    "table_too_small": "a table needs at least two seats",
    "unknown_number": "number {number} does not take part",
    "unknown_seat": "table {table} has no seat {seat}",
    "seat_fixed_twice": "seat {seat} at table {table} is fixed for two numbers",
    "table_full": "more numbers are fixed at table {table} than it has seats",
    "no_seat_left": "every seat is taken",
}


class CannotDraw(ValueError):
    """Raised for what cannot be drawn: a code, its parameters, and the English text as the message."""

    def __init__(self, code: str, **params: int) -> None:
        self.code, self.params = code, params
        super().__init__(TEXTS[code].format(**params))
