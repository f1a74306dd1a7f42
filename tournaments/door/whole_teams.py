"""Acts on a whole team at once: it comes, does not come or goes home, is called otherwise; and the way back of each.

An act is about those whom the page had ticked, by the keys of their rows, and is done for all of them or for nobody.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import Any
from uuid import UUID, uuid5

from django.db import transaction

from cegoscore.clubs.models import Device
from tournaments.course.entrants import registered
from tournaments.course.locks import Refused, decide, lock_tournament
from tournaments.door.announcing import said_to_be
from tournaments.door.services import check_in, take_back, team_for
from tournaments.models import DecisionKind, Entrant, EntrantStatus, Tournament


def ticked(tournament: Tournament, keys: Collection[int]) -> list[Entrant]:
    """The entrants of these keys, by number, then in the order of their rows. Raises `Refused` if one is not there."""
    rows = list(registered(tournament).filter(pk__in=keys))
    if not rows or len(rows) < len(set(keys)):
        raise Refused("player_unknown")
    return rows


@transaction.atomic
def team_comes(
    tournament: Tournament,
    keys: Collection[int],
    meant: Mapping[int, int],
    *,
    has_paid: bool,
    payment: UUID,
    device: Device | None,
) -> None:
    """Check everybody of a team in; `payment` is the UUID of the button. Raises `Refused`.

    `meant` are the people whom the club knows (keys of their rows) as whom some of them were announced.
    """
    tournament = lock_tournament(tournament)
    for entrant in ticked(tournament, keys):
        if entrant.pk in meant:
            said_to_be(entrant, meant[entrant.pk], device=device)
        check_in(entrant, has_paid=has_paid, payment=uuid5(payment, str(entrant.pk)), device=device)


@transaction.atomic
def team_comes_not(tournament: Tournament, keys: Collection[int], *, device: Device | None) -> None:
    """Take back that everybody of a team came, as it is for one of them (`services.take_back`). Raises `Refused`."""
    tournament = lock_tournament(tournament)
    for entrant in ticked(tournament, keys):
        take_back(entrant, device=device)


@transaction.atomic
def team_leaves(tournament: Tournament, keys: Collection[int], *, why: str, device: Device | None) -> None:
    """Withdraw everybody of a team: one decision, with its reason, for those of them who have a seat. Idempotent."""
    tournament = lock_tournament(tournament)
    left = [one for one in ticked(tournament, keys) if one.status != EntrantStatus.WITHDRAWN]
    Entrant.objects.filter(pk__in=[one.pk for one in left]).update(status=EntrantStatus.WITHDRAWN)
    if numbers := _drawn(left):
        decide(tournament, DecisionKind.WITHDRAWAL, why=why, data={"numbers": numbers}, device=device)


@transaction.atomic
def team_is_back(tournament: Tournament, keys: Collection[int], *, device: Device | None) -> None:
    """Take back that a team left: who has a number is here, who has none is announced, in the order of before."""
    tournament = lock_tournament(tournament)
    for entrant in ticked(tournament, keys):
        if entrant.number:
            check_in(entrant, has_paid=False, device=device)
        elif entrant.status == EntrantStatus.WITHDRAWN:
            Entrant.objects.filter(pk=entrant.pk).update(status=EntrantStatus.ANNOUNCED)


@transaction.atomic
def team_is_called(tournament: Tournament, keys: Collection[int], name: str, *, device: Device | None) -> None:
    """Call the team of these people otherwise; one of that name takes them in. Once they were drawn it is a decision.

    Raises `Refused` if that team would have too many people.
    """
    tournament = lock_tournament(tournament)
    people = ticked(tournament, keys)
    name = team_for(tournament, name, people)
    moved = [one for one in people if one.team != name]
    before = list(dict.fromkeys(one.team or "–" for one in moved))
    Entrant.objects.filter(pk__in=[one.pk for one in moved]).update(team=name)
    if numbers := _drawn(moved):
        data: dict[str, Any] = {"settings": ["teams"], "numbers": numbers}
        decide(tournament, DecisionKind.SETTINGS, why=f"{', '.join(before)} → {name}", data=data, device=device)


def _drawn(people: Sequence[Entrant]) -> list[int]:
    """The start numbers of those who were drawn."""
    return sorted(one.number for one in people if one.number and one.results.exists())
