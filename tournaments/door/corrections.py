"""Corrections of what was noted at the door: name and village, categories, team, table, and the fee."""

from collections.abc import Collection

from django.db import transaction

from cegoscore.clubs import people
from cegoscore.clubs.log import note
from cegoscore.clubs.models import Device, LogKind
from tournaments.course import fees
from tournaments.course.entrants import stands_elsewhere
from tournaments.course.locks import Refused, changing, decide, lock_entrant
from tournaments.door.services import team_for
from tournaments.models import DecisionKind, Entrant

WAIVED = "waived"
"""The choice of who owes no fee."""


@transaction.atomic
def change_entrant(
    entrant: Entrant,
    *,
    has_paid: bool,
    practises: bool,
    categories: Collection[int],
    fixed_table: int | None,
    name: str,
    village: str,
    sorted_by: str = "",
    team: str | None = None,
    fee: str | None = None,
    seen: str | None = None,
    everywhere: bool = True,
    by: Device | None = None,
) -> None:
    """Put right what was noted at the door. Name and village change for the person, wherever they stand.

    Without `team` they stay in theirs; with an empty one they are in none. The `fee` is its key, empty for the usual
    one, or `WAIVED`; without it stays what they owe.

    Without `everywhere` they change only for somebody who stands nowhere but in this tournament: a right for one
    tournament changes nothing that another one or an evening shows.

    Raises `Refused` for that, for another name of somebody who was erased, if the club has somebody else of this name
    from this village, and if somebody else changed the same since it was `seen`.
    """
    entrant = lock_entrant(entrant)
    person = entrant.player.person
    with changing(entrant, seen):
        if (entrant.name, entrant.village, person.sorted_by) != (name, village, sorted_by):
            if not everywhere and stands_elsewhere(entrant.tournament, person):
                raise Refused("name_elsewhere", name=person.name)
            now = {"name": name, "village": village, "sorted_by": sorted_by}
            undoes = people.rename(person.club_id, player=person.pk, **now)
            if (entrant.name, entrant.village) != (name, village):
                names, tells = {"before": person.name, "after": name}, not everywhere
                note(person.club_id, LogKind.RENAMED, device=by, tells=tells, undoes=undoes, **names)
        this = Entrant.objects.filter(pk=entrant.pk)
        this.update(practises=practises, fixed_table=fixed_table)
        _change_fee(entrant, fee, has_paid=has_paid, by=by)
        if team is not None:
            _change_team(entrant, team, by)
        entrant.categories.set(entrant.tournament.categories.filter(pk__in=categories))


def _change_team(entrant: Entrant, team: str, by: Device | None) -> None:
    """Put an entrant into another team, or none; once they were drawn that is a decision which everybody reads."""
    before, team = entrant.team, team and team_for(entrant.tournament, team, [entrant])
    if before == team:
        return
    Entrant.objects.filter(pk=entrant.pk).update(team=team)
    if entrant.results.exists():
        data, why = {"settings": ["teams"], "number": entrant.number}, f"{before or '–'} → {team or '–'}"
        decide(entrant.tournament, DecisionKind.SETTINGS, why=why, data=data, device=by)


def _change_fee(entrant: Entrant, fee: str | None, *, has_paid: bool, by: Device | None) -> None:
    """Let an entrant owe another fee, or none, and book what they paid, or take it back."""
    if has_paid and not entrant.has_paid:
        fees.pay(entrant, device=by)
    elif entrant.has_paid and not has_paid:
        fees.unpay(entrant, device=by)
    if fee == WAIVED:
        fees.waive(entrant, device=by)
    elif fee is not None:
        fees.choose(entrant, int(fee) if fee else None, device=by)
