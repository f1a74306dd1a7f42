"""Contents of the pages of a box and of a tournament's cash; amounts in cents."""

from collections import defaultdict
from collections.abc import Sequence
from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID

from django.db.models import Q, QuerySet, Sum
from django.db.models.functions import Coalesce

from cegoscore.bookings.models import BOX, CASH, DUE, FEE, Booking
from cegoscore.clubs.models import Club, Player
from cegoscore.clubs.names import sort_key
from tournaments.models import Tournament

NEWEST = 100
"""Bookings of a box on its page, unless all are asked for."""
PERSON = Coalesce("payer__merged_into", "payer")


def place_of(whole: Club | Tournament) -> dict[str, Any]:
    """The columns of money in the box of a club, or in the cash of a tournament."""
    if isinstance(whole, Club):
        return {"club_id": whole.pk, "kind": BOX, "key": None}
    return {"club_id": whole.club_id, "kind": CASH, "key": whole.pk}


def bookings_in(whole: Club | Tournament) -> QuerySet[Booking]:
    """The money in a box or in a tournament's cash, prizes too, the newest first; without what takes a booking back.

    Fees are not among them: they belong to the list of the door.
    """
    place = place_of(whole)
    rows = Booking.objects.filter(club=place["club_id"], key=place["key"], reverses=None).exclude(kind=FEE)
    return rows.select_related("payer__merged_into", "reversed_by").order_by("-pk")


def has_box(club: Club) -> bool:
    """True if the club has a rule for a box, or had one: what is in it does not go with the rule."""
    return bool(club.box_rule) or Booking.objects.filter(club=club, kind__in=[BOX, DUE]).exists()


def people_of(club: Club, **which: Any) -> list[dict[str, Any]]:
    """Dues, payments and the rest of everybody, and what is nobody's in a row without a person. One query."""
    rows = Booking.objects.filter(club=club, kind__in=[BOX, DUE])
    name, village = (Coalesce(f"payer__merged_into__{column}", f"payer__{column}") for column in ("name", "village"))
    people = rows.values(person=PERSON, name=name, village=village).filter(**which)
    due, paid = (Sum("cents", filter=Q(kind=kind), default=0) for kind in (DUE, BOX))
    sums = [row | {"left": row["paid"] - row["due"]} for row in people.annotate(due=due, paid=paid)]
    return sorted(sums, key=lambda row: (sort_key(row["name"] or ""), row["village"] or ""))


def is_settled(club: Club) -> bool:
    """True if nothing is in the club's box and nobody owes it anything, so that its currency means nothing."""
    people = people_of(club)
    return not sum(row["paid"] for row in people) and not any(row["left"] for row in people if row["person"])


def box_page(club: Club, *, whole: bool) -> dict[str, Any]:
    """The box of a club: its money, what everybody owes, and the newest bookings, or all of them. Two queries."""
    people, rows = people_of(club), bookings_in(club)
    return {
        "sum": sum(row["paid"] for row in people),
        "owed": sum(max(-row["left"], 0) for row in people if row["person"]),
        "people": people,
        "rows": list(rows if whole else rows[:NEWEST]),
    }


def box_of(club: Club, person: Player) -> dict[str, Any]:
    """Bookings of somebody, the oldest first, and how they stand."""
    rows = Booking.objects.filter(Q(payer=person) | Q(payer__merged_into=person), kind__in=[BOX, DUE]).order_by("pk")
    return {"club": club, "person": person, "rows": list(rows), "sums": people_of(club, person=person.pk)}


class BookedLine(NamedTuple):
    """A line of the cash: one booking, or all of one act, which are taken back together."""

    pk: int | UUID
    """The key to take it back by: of the booking, or of the act."""
    written_at: datetime
    payer: Player | None
    """The person whose it was; none for everybody, and for several."""
    people: int
    """The number of people that it was."""
    reason: str
    cents: int
    currency: str
    reversed_by: bool
    """True if it was taken back."""


def booked_lines(tournament: Tournament) -> list[BookedLine]:
    """The bookings in a tournament's cash but fees, the newest first, those of one act in one line."""
    acts: dict[Any, list[Booking]] = defaultdict(list)
    for row in bookings_in(tournament):
        acts[row.act or row.pk].append(row)
    return [_line(key, rows) for key, rows in acts.items()]


def _line(key: int | UUID, rows: Sequence[Booking]) -> BookedLine:
    last, payers = rows[0], {row.payer and row.payer.person for row in rows}
    return BookedLine(
        pk=key,
        written_at=last.written_at,
        payer=last.payer if len(payers) == 1 else None,
        people=len(payers),
        reason=", ".join({row.reason: None for row in reversed(rows) if row.reason})[:120],
        cents=sum(row.cents for row in rows),
        currency=last.currency,
        reversed_by=all(hasattr(row, "reversed_by") for row in rows),
    )
