"""Wishes for the draw: who sits at the same table in every round, and who would rather not sit together."""

from __future__ import annotations

from django.db import transaction

from tournaments.course.locks import Refused, lock_tournament
from tournaments.models import Apart, Entrant, Tournament

HEAVIEST = 9


def keep_apart(tournament: Tournament, one: int, other: int, *, weight: int = 1) -> None:
    """Keep two start numbers apart; repeated, only the weight changes. Raises `Refused`."""
    with transaction.atomic():
        lock_tournament(tournament)
        if one == other:
            raise Refused("same_number_twice")
        first, second = (_entrant(tournament, number) for number in sorted((one, other)))
        Apart.objects.update_or_create(
            one=first, other=second, defaults={"weight": weight}, create_defaults=_of(tournament, weight)
        )


def _of(tournament: Tournament, weight: int) -> dict[str, object]:
    return {"tournament": tournament, "weight": weight}


def let_together(tournament: Tournament, wish: int) -> None:
    """The wish (its row's key) is taken back; one that is gone already stays gone."""
    with transaction.atomic():
        lock_tournament(tournament)
        tournament.wishes.filter(pk=wish).delete()


def fix_table(tournament: Tournament, number: int, table: int | None) -> None:
    """Keep a start number at one table in all rounds drawn from now on, or let it sit anywhere. Raises `Refused`."""
    with transaction.atomic():
        lock_tournament(tournament)
        entrant = _entrant(tournament, number)
        Entrant.objects.filter(pk=entrant.pk).update(fixed_table=table)


def _entrant(tournament: Tournament, number: int) -> Entrant:
    entrant = tournament.entrants.filter(number=number).first()
    if entrant is None:
        raise Refused("number_unknown", number=number)
    return entrant
