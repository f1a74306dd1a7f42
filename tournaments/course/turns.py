"""What every write to a tournament begins with, and why one is refused."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.db.models import F

from cegoscore.clubs.models import Device
from cegoscore.scoresheet.services import Refused
from tournaments.models import Decision, DecisionKind, Round, RoundState, Tournament

__all__ = ["Refused", "current_round", "decide", "take_turn", "take_turn_in"]


def take_turn(tournament: Tournament) -> None:
    """The first statement of every write: writers of one tournament queue on its version.

    Raises `Refused` once the tournament is finished.
    """
    this = Tournament.objects.filter(pk=tournament.pk)
    if not this.filter(finished_at=None).update(version=F("version") + 1):
        raise Refused("tournament_finished")


def current_round(tournament: Tournament) -> Round | None:
    """The last round that was drawn."""
    return tournament.played_rounds.order_by("-number").first()


def take_turn_in(played: Round, *states: RoundState) -> Round:
    """As `take_turn`, for something that makes sense only while the round is in one of the states; the round anew.

    Raises `Refused`.
    """
    take_turn(played.tournament)
    fresh = Round.objects.select_related("tournament").filter(pk=played.pk).first()
    if fresh is None:
        raise Refused("round_drawn_anew")
    if fresh.state not in states:
        raise Refused(f"round_is_{fresh.state}", number=fresh.number)
    return fresh


def decide(
    tournament: Tournament,
    kind: DecisionKind,
    *,
    why: str,
    data: Mapping[str, Any],
    device: Device | None,
    played: Round | None = None,
) -> Decision:
    """Note what the desk decided. Raises `Refused` without a reason."""
    if not why.strip():
        raise Refused("reason_missing")
    return Decision.objects.create(
        tournament=tournament, round=played, kind=kind, why=why.strip(), data=dict(data), device=device
    )
