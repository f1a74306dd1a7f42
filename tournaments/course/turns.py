"""The lock with which every write to a tournament begins, and the refusals common to all."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.db.models import F

from cegoscore.clubs.errors import Refused
from cegoscore.clubs.models import Device
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


def take_turn_in(round_: Round, *states: RoundState) -> Round:
    """Lock the tournament (`take_turn`) for a write that needs the round in one of the states; the fresh round.

    Raises `Refused`.
    """
    take_turn(round_.tournament)
    fresh = Round.objects.select_related("tournament").filter(pk=round_.pk).first()
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
    round_: Round | None = None,
) -> Decision:
    """Note what the desk decided. Raises `Refused` without a reason."""
    if not why.strip():
        raise Refused("reason_missing")
    return Decision.objects.create(
        tournament=tournament, round=round_, kind=kind, why=why.strip(), data=dict(data), device=device
    )
