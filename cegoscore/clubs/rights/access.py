"""What a device may do: with a club as its manager, with a single target by a link."""

from __future__ import annotations

import uuid

from cegoscore.clubs.models import Club, Grant, Right


def right_on(
    device: uuid.UUID | None, *, target: uuid.UUID, club: uuid.UUID, event: uuid.UUID | None = None
) -> Right | None:
    """The highest right of the device on something of a club; to manage the club is to manage all that it owns.

    `event` is what the target is a part of, if anything: a right there holds here, too.
    """
    if device is None:
        return None
    targets = {target, club} if event is None else {target, club, event}
    granted = Grant.objects.on(device, targets).values_list("target", "right")
    rights = [Right(right) for where, right in granted if where != club or right == Right.MANAGE]
    return max(rights, key=Right.values.index, default=None)


def targets_of(device: uuid.UUID | None) -> list[uuid.UUID]:
    """Everything that the device has a right on: clubs that it manages, and single sheets or tournaments."""
    return list(Grant.objects.valid().filter(device=device).values_list("target", flat=True)) if device else []


def rights_of(device: uuid.UUID | None) -> dict[uuid.UUID, Right]:
    """The highest right of the device on each target of its grants."""
    rights: dict[uuid.UUID, Right] = {}
    granted = Grant.objects.valid().filter(device=device).values_list("target", "right") if device else ()
    for target, value in granted:
        right = Right(value)
        if target not in rights or right.covers(rights[target]):
            rights[target] = right
    return rights


def has_some_right_in(club: Club, device: uuid.UUID | None) -> bool:
    """Whether the device is no stranger: it may do something with something of the club."""
    return device is not None and Grant.objects.valid().filter(device=device, club=club).exists()
