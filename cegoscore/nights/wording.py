"""Sentences of club nights: why nothing was written."""

from __future__ import annotations

from functools import partial
from typing import Any

from django.utils.translation import gettext_lazy

from cegoscore.clubs.errors import Refusals, Refused
from cegoscore.scoresheet.ledger.wording import CLOSED, refusal_sentence

REFUSALS: dict[str, Any] = {
    "night_changed": gettext_lazy("The club night was changed meanwhile. Nothing was saved; please look again."),
    "night_ended": gettext_lazy("This club night is over. Nothing was changed."),
    "night_has_tables": gettext_lazy("Tables were opened already, so the club night stays. You can end it."),
    "night_table_taken": gettext_lazy("Table {table} is taken already. Please choose another one."),
    "night_table_size": gettext_lazy(
        "At table {table} {size} would play, and its house rules are for {sizes}. Let somebody else change tables, too."
    ),
    "sits_at_table": gettext_lazy("{name} sits at table {table} already. Somebody else? Then add an initial."),
}


def answer_to(error: Exception) -> tuple[str, int]:
    """The sentence and the status of the page that shows it: 409 means look again, 422 type something else."""
    if isinstance(error, Refused):
        if error.code in REFUSALS:
            status = 409 if error.code in ("night_changed", "night_ended") else 422
            return str(REFUSALS[error.code]).format(**dict(error.params)), status
        return refusal_sentence(error, {}), 422
    return str(CLOSED), 409


refused = partial(Refusals, answer_to)
