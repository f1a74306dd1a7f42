"""Answers to a refused change: the page again, with a sentence above it."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from cegoscore.clubs.errors import Refused
from tournaments.course.wording import refusal_sentence

CONFLICTS = (
    "round_is_",
    "round_drawn_anew",
    "draw_changed",
    "sheet_changed",
    "result_changed",
    "changed_",
    "table_is_open",
    "tournament_finished",
    "tournament_cancelled",
    "hands_written",
    "sent_before",
    "all_rounds_drawn",
)
"""Refusals that come from what somebody else did meanwhile; they are answered with 409."""


def answer_to(refusal: Refused) -> tuple[str, int]:
    """The sentence, and the status of the page that shows it."""
    return refusal_sentence(refusal), 409 if refusal.code.startswith(CONFLICTS) else 422


LOOK_AGAIN = _("Something is missing here, or cannot be read. Nothing was changed.")
