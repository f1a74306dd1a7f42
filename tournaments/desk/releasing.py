"""Results are held back from a moment on, unveiled place by place at the prize giving, and released."""

from __future__ import annotations

from django.db import transaction

from cegoscore.clubs.models import Device
from cegoscore.outings.models import Kind
from cegoscore.outings.services import follow
from tournaments.course.locks import Refused, decide, lock_though_over, lock_tournament
from tournaments.course.queries import closed_rounds
from tournaments.models import DecisionKind, Tournament


def hold_results(tournament: Tournament, *, first: int, why: str = "", device: Device | None = None) -> None:
    """Hold the results of a round and of those behind it back, from now on; a decision in the chain. Idempotent.

    Raises `Refused` for a round that is not planned, once the tournament is finished, and while something is held
    back from another round on.
    """
    with transaction.atomic():
        lock_tournament(tournament)
        fresh = Tournament.objects.get(pk=tournament.pk)
        if fresh.held_from == first:
            return
        if fresh.held_from is not None:
            raise Refused("results_held_already", number=fresh.held_from)
        if not 1 <= first <= fresh.rounds:
            raise Refused("round_not_planned", number=first)
        Tournament.objects.filter(pk=tournament.pk).update(held_from=first, unveiled_from=None)
        decide(fresh, DecisionKind.HELD_BACK, why=why, data={"round": first}, device=device)


def unveil(tournament: Tournament, *, place: int, seen: int) -> None:
    """Show on the wall this rank and all behind it; 0 covers everything again. Sent twice, unveiled once.

    `seen` is the best rank that was unveiled when the button was shown, 0 for none. Raises `Refused` if another
    device has unveiled more meanwhile, while a round is open, or if nothing is held back.
    """
    with transaction.atomic():
        fresh = lock_though_over(tournament)
        if (fresh.unveiled_from or 0) == place:
            return
        if fresh.held_from is None or closed_rounds(fresh) < fresh.rounds:
            raise Refused("nothing_to_unveil")
        if (fresh.unveiled_from or 0) != seen:
            raise Refused("changed_on_the_stage")
        Tournament.objects.filter(pk=tournament.pk).update(unveiled_from=place or None)


def release_results(tournament: Tournament, *, why: str = "", device: Device | None = None) -> None:
    """Show everybody what was held back; a decision in the chain. Released twice is released once."""
    with transaction.atomic():
        fresh = lock_though_over(tournament)
        if fresh.held_from is None:
            return
        data = {"round": fresh.held_from}
        Tournament.objects.filter(pk=tournament.pk).update(held_from=None, unveiled_from=None)
        follow(Kind.TOURNAMENT, tournament.pk)
        decide(fresh, DecisionKind.RELEASED, why=why, data=data, device=device)
