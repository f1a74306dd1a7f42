"""Results that may be shown of a tournament, and to whom: every page, export and print asks here.

From the decision that holds results back until the one that releases them, nobody but the organiser gets what the
rounds from `held_from` on brought. In the database the same condition is `models.is_held_back`.
"""

from __future__ import annotations

import uuid
from dataclasses import dataclass

from django.http import HttpRequest

from cegoscore.clubs.models import Right
from tournaments.course.access import HELPER, ORGANISER, get_own_right
from tournaments.models import Tournament


@dataclass(frozen=True, slots=True)
class Shown:
    """Rounds whose results may be shown: those before `held_from`, or all of them."""

    held_from: int | None = None
    to_strangers: bool = False
    """True if it is shown to somebody without a right, who reads names as `public_names` has them."""

    @property
    def is_everything(self) -> bool:
        """True if nothing is held back."""
        return self.held_from is None

    def covers(self, number: int) -> bool:
        """True if the results of this round may be shown."""
        return self.held_from is None or number < self.held_from


EVERYTHING = Shown()
"""All rounds: services count with them, whoever asks."""


def get_shown(request: HttpRequest, tournament_id: uuid.UUID) -> tuple[Tournament, Right, Shown]:
    """The tournament for everybody who may look, the right, and what may be shown of it; 404 for all others."""
    tournament, right = get_own_right(request, tournament_id)
    return tournament, right or Right.LOOK, shown_to(tournament, right)


def shown_to(tournament: Tournament, right: Right | None) -> Shown:
    """Results that somebody with this right may see: all of them the organiser, what is not held back everybody.

    Without a right somebody is a stranger.
    """
    if right is not None and right.covers(ORGANISER):
        return EVERYTHING
    return Shown(tournament.held_from, to_strangers=right is None)


def shown_to_all(tournament: Tournament, *, to_strangers: bool = False) -> Shown:
    """Results that everybody may see: on the wall and on the hall's page nobody sees more, not even the organiser."""
    return Shown(tournament.held_from, to_strangers=to_strangers)


def tables_shown_to(tournament: Tournament, right: Right | None) -> Shown:
    """Totals of single tables that somebody with this right may see: who types and checks them sees them all."""
    return EVERYTHING if right is not None and right.covers(HELPER) else shown_to(tournament, right)
