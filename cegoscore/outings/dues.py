"""Dues: what people owe the box of their club for an evening that is over, by its rule."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from typing import Any
from uuid import UUID, uuid5

from cegoscore.bookings.models import DUE, Booking
from cegoscore.bookings.services import dues, rule_of
from cegoscore.clubs.models import Club
from cegoscore.outings.events import FoundEvents


def missing_dues(evenings: FoundEvents, *, new_too: bool) -> Iterator[Booking]:
    """Dues, unsaved, that make those of each evening what its rule says; what is no event any more costs nothing.

    An evening that was booked before keeps its rule; any other has that of its club if `new_too`, else none.
    """
    booked: dict[UUID | None, list[Booking]] = defaultdict(list)
    rows = Booking.objects.filter(kind=DUE, key__in=evenings.touched).select_related("payer__merged_into")
    for row in rows.order_by("pk"):
        booked[row.key].append(row)
    events = {event.key: event for event in evenings.events}
    for key in evenings.touched:
        event, before = events.get(key), booked[key]
        if event and not event.is_over:
            continue
        club, rule = (before[0].club_id, before[0].rule) if before else (event and event.club, "")
        if new_too and club and not before:
            rule = rule_of(Club.with_hidden.get(pk=club))
        missing = Counter(dues(rule, {person: one.points for person, one in event.results.items()} if event else {}))
        for row in before:
            missing[row.payer.person.pk if row.payer else 0] -= row.cents
        columns: dict[str, Any] = {"club_id": club, "kind": DUE, "key": key, "rule": rule}
        for person, cents in sorted(missing.items()):
            if cents:
                yield Booking(**columns, payer_id=person, cents=cents, uuid=uuid5(key, f"{len(before)} {person}"))
