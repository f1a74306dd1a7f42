"""Contents of the pages of a box and of a tournament's cash; amounts in cents."""

from collections import Counter
from typing import Any, NamedTuple

from django.db.models import Q, QuerySet, Sum
from django.db.models.functions import Coalesce

from cegoscore.bookings.models import BOX, CASH, DUE, FEE, PRIZE, Booking
from cegoscore.clubs.models import Club, Player
from cegoscore.clubs.names import sort_key
from tournaments.course.access import EVERYTHING
from tournaments.course.entrants import KEY, STATUS
from tournaments.course.fees import rows_in_step
from tournaments.models import EntrantStatus, Tournament
from tournaments.standings.awards import awarded
from tournaments.standings.queries import StandingsLine, standings_of

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


class Payout(NamedTuple):
    """A prize of somebody, or their share in several: its cents, none if it is no money."""

    line: StandingsLine
    reason: str
    label: str
    cents: int
    is_paid: bool
    key: str


def payouts_of(tournament: Tournament) -> list[Payout]:
    """Prizes with who gets them, from the last prize to the first, as far as it is settled; shares are rounded down."""
    paid = Counter(bookings_in(tournament).filter(kind=PRIZE, reversed_by=None).values_list(PERSON, "reason"))
    payouts = []
    for one in awarded(tournament, standings_of(tournament, EVERYTHING)):
        label = one.label[:120]
        for line in one.settled if one.is_first_of_pool else ():
            mine = line.person.player, label
            key = f"{line.person.player} {label}"
            payouts.append(Payout(line, one.reason, label, one.cents, paid[mine] > 0, key))
            paid[mine] -= 1
    return payouts


def cash_page(tournament: Tournament) -> dict[str, Any]:
    """The cash of a tournament: fees, prizes, what else came and went, and what is there: each a sum of bookings."""
    rows, balances = rows_in_step(tournament)
    paid = {key for key, fee in balances.items() if fee.paid > 0}
    into = Booking.objects.filter(key=tournament.pk, receiver=None).order_by()
    booked = dict(into.values_list("kind").annotate(Sum("cents")))
    payouts = payouts_of(tournament)
    return {
        "sums": {FEE: 0, CASH: 0, PRIZE: 0} | booked,
        "sum": sum(booked.values()),
        "to_pay": sum(one.cents for one in payouts if not one.is_paid),
        "count": len(paid),
        "gone": sum(row[KEY] in paid and row[STATUS] == EntrantStatus.WITHDRAWN for row in rows),
        "payouts": payouts,
        "rows": list(bookings_in(tournament)),
    }
