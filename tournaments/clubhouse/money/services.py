"""Money into the box of a club or a tournament's cash, or out of it: its form, its writes, and what the log says."""

from collections.abc import Mapping, Sequence
from decimal import Decimal
from functools import partial
from typing import Any
from uuid import UUID, uuid5

from django import forms
from django.db import transaction
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _, gettext_lazy

from cegoscore.bookings.models import PRIZE, Booking
from cegoscore.bookings.services import reverse
from cegoscore.clubs.log import note
from cegoscore.clubs.models import Club, Device, LogKind
from cegoscore.clubs.names import NameField
from cegoscore.clubs.sent_once import SentOnceForm
from cegoscore.scoresheet.evening.money_form import MoneyField
from cegoscore.scoresheet.ledger.money import plain
from tournaments.clubhouse.money.page import bookings_in, place_of
from tournaments.clubhouse.money.payouts import payees_of, rows_for
from tournaments.clubhouse.people.chosen import ChosenPersonField
from tournaments.clubhouse.people.queries import with_names
from tournaments.clubhouse.templatetags.money import money
from tournaments.course.locks import lock_though_over
from tournaments.models import Tournament


class BookingForm(SentOnceForm):
    """An amount, which way it went, whose it was, and why."""

    sign = forms.TypedChoiceField(
        label=gettext_lazy("Paid in or out?"),
        coerce=int,
        choices=[(1, gettext_lazy("paid in")), (-1, gettext_lazy("paid out"))],
    )
    amount = MoneyField(label=gettext_lazy("Amount"), min_value=Decimal("0.01"), max_digits=8, decimal_places=2)
    payer = ChosenPersonField(
        label=gettext_lazy("Who"),
        required=False,
        help_text=gettext_lazy("A few letters of the name are enough. Left empty: everybody."),
    )
    reason = NameField(label=gettext_lazy("What for"), max_length=120, required=False)

    def __init__(self, data: Mapping[str, Any] | None, *, club: UUID | None = None) -> None:
        """Take somebody of the `club` for whose it was, if given."""
        super().__init__(data)
        if club:
            payer: Any = self.fields["payer"]
            payer.offer(partial(with_names, club))

    def clean(self) -> dict[str, Any]:
        """The columns of the booking: what is everybody's, or is paid out, needs a reason."""
        data = super().clean() or {}
        data["cents"] = int(data.pop("amount", 0) * 100) * data.pop("sign", 1)
        is_everybodys = not data.get("payer") and "payer" not in self.errors
        if not data.get("reason") and (data["cents"] < 0 or is_everybodys):
            self.add_error("reason", _("Say what it was for."))
        return data


def book(whole: Club | Tournament, *, uuid: Any, device: Device, **columns: Any) -> None:
    """Book money into a box or a tournament's cash, or out of it; sent twice, booked once."""
    columns = place_of(whole) | columns | {"currency": whole.currency, "device": device}
    with transaction.atomic():
        row, is_new = Booking.objects.get_or_create(club_id=columns["club_id"], uuid=uuid, defaults=columns)
        if is_new:
            _note(whole, row, device)


def take_back(whole: Club | Tournament, pk: int | None, *, device: Device) -> None:
    """Reverse a booking; done twice is done once. 404 if there is none in it."""
    row = get_object_or_404(bookings_in(whole), pk=pk)
    with transaction.atomic():
        if reverse(row, device=device):
            _note(whole, row, device, _("taken back"))


@transaction.atomic
def take_back_act(tournament: Tournament, act: UUID, *, device: Device) -> None:
    """Reverse all that was booked in one act, as far as it stands."""
    fresh = lock_though_over(tournament)
    rows = [row for row in bookings_in(fresh).filter(act=act) if reverse(row, device=device)]
    _note_act(fresh, rows, device, _("taken back"))


@transaction.atomic
def pay_out(tournament: Tournament, *, act: UUID, device: Device, **which: Any) -> None:
    """Book that somebody got what is theirs, or gave back what is not, or that all of a ground got their prize.

    By the key of a `person`, or that of a `ground`. What was paid out already is not paid again; sent twice (by the
    UUID of its page) it is booked once.
    """
    fresh = lock_though_over(tournament)
    place: dict[str, Any] = {"kind": PRIZE, "key": fresh.pk, "currency": fresh.currency, "device": device, "act": act}
    rows = [
        Booking(
            club_id=fresh.club_id,
            uuid=uuid5(act, f"{person} {part}"),
            payer_id=person,
            part=part,
            cents=-cents,
            reason=words,
            **place,
        )
        for person, part, cents, words in rows_for(payees_of(fresh), **which)
    ]
    if not Booking.objects.filter(key=fresh.pk, act=act).exists():
        _note_act(fresh, Booking.objects.bulk_create(rows), device)


def _note_act(tournament: Tournament, rows: Sequence[Booking], device: Device, *more: str) -> None:
    """One line in the club's log for an act: whose it was, or of how many."""
    if rows:
        cents, payers = sum(row.cents for row in rows), {row.payer_id for row in rows}
        whole = Booking(club_id=tournament.club_id, cents=cents, currency=tournament.currency, reason=rows[0].reason)
        whole.payer = rows[0].payer if len(payers) == 1 else None
        several = _("%(count)s people") % {"count": len(payers)} if len(payers) > 1 else ""
        _note(tournament, whole, device, *filter(None, (several, *more)))


def _note(whole: Club | Tournament, row: Booking, device: Device, *more: str) -> None:
    payer, amount = row.payer.person.label if row.payer else "", money(row.cents, row.currency or whole.currency)
    words = payer, plain(amount), row.reason, *more
    subject = _("The box") if isinstance(whole, Club) else whole.name
    note(row.club_id, LogKind.BOOKED, device=device, subject=subject, after=", ".join(filter(None, words)))
