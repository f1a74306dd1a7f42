"""Money for points: whole points times the stake, for display and settling only."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from decimal import ROUND_HALF_UP, Decimal
from uuid import UUID

from django.db.models import QuerySet
from django.utils.formats import number_format
from django.utils.translation import gettext as _

from cegoscore.bookings.models import EVENING, Booking
from cegoscore.clubs.names import set_apart
from cegoscore.scoresheet.ledger.seats import seats_of
from cegoscore.scoresheet.models import Seat, Session
from cegoscore.scoring.documents.document import Transfer
from cegoscore.scoring.documents.ledger import settle

CENT = Decimal("0.01")
SIGNS = ("€", "$", "£")
"""Of currencies; where they stand is for each language to say."""

NO_BREAK = "\N{NO-BREAK SPACE}"


def plain(text: str) -> str:
    """Text with amounts of money as people type it: for what is kept, copied, or typed on in a field."""
    return text.replace(NO_BREAK, " ")


def typed(amount: Decimal) -> str:
    """An amount as people write it: `2`, `0,10`, `0,125`."""
    exact = amount.normalize()
    digits = -min(int(exact.as_tuple().exponent), 0)
    return number_format(exact, decimal_pos=max(digits, 2) if digits else 0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Stake:
    """Money a point."""

    amount: Decimal
    currency: str

    def exact(self, points: int) -> Decimal:
        """Money for points, to the last digit."""
        return self.amount * points

    def of(self, points: int) -> Decimal:
        """Money for points in coins: whole cents, half a cent goes up whoever gets it."""
        return self.exact(points).quantize(CENT, rounding=ROUND_HALF_UP)

    def text(self, money: Decimal) -> str:
        """`1,35 €`, in English `€1.35`, on one line; without cents where stake and money are whole numbers."""
        places = 2 if self.amount % 1 or money % 1 else 0
        amount = number_format(abs(money), decimal_pos=places, force_grouping=True)
        if self.currency in SIGNS:
            text = _("%(sign)s%(amount)s") % {"sign": self.currency, "amount": amount}
        else:
            text = f"{amount} {self.currency}".rstrip()
        return text.replace(" ", NO_BREAK)

    def sentence(self, row: Booking, seats: Iterable[Seat]) -> str:
        """A booking in words, in its own currency; the seats tell people of one name apart."""
        names = {seat.player.person.pk: seat.told_apart for seat in seats}
        payer, receiver = (set_apart(names.get(person.pk) or person.label) for person in row.persons)
        own = replace(self, currency=row.currency or self.currency)
        words = {"payer": payer, "receiver": receiver, "money": own.text_of_cents(row.cents)}
        return _("{payer} pays {receiver} {money}").format(**words)

    def text_of_cents(self, cents: int) -> str:
        """Whole cents in words, as `text` has an amount."""
        return self.text(cents * CENT)

    def signed(self, money: Decimal) -> str:
        """An amount in words, with a plus or a real minus sign."""
        sign = "+" if money > 0 else "−" if money < 0 else ""
        return sign + self.text(money)


def stake_of(sheet: Session) -> Stake | None:
    """Money for a point at this table, if any."""
    return Stake(amount=sheet.stake, currency=sheet.currency) if sheet.stake else None


def in_cents(sheet: Session) -> Stake:
    """Money in which payments at this table are written, also where points are worth nothing any more."""
    return stake_of(sheet) or Stake(amount=CENT, currency=sheet.currency)


def paid_in(sheet: Session) -> set[str]:
    """The currencies in which somebody paid somebody for this evening, if it was not taken back."""
    return {row.currency or sheet.currency for row in bookings_of(sheet).filter(reverses=None, reversed_by=None)} - {""}


def bookings_of(sheet: Session) -> QuerySet[Booking]:
    """The bookings of an evening, in order, with their people."""
    people = ("payer__merged_into", "receiver__merged_into", "reversed_by")
    return Booking.objects.filter(kind=EVENING, key=sheet.pk).select_related(*people).order_by("pk")


def payments_of(sheet: Session, seats: Sequence[Seat]) -> dict[UUID, Transfer]:
    """Payments by id that make what is due less: nobody knows what another currency is worth."""
    return {key: paid for key, paid in all_payments_of(sheet, seats).items() if paid.currency is None}


def all_payments_of(sheet: Session, seats: Sequence[Seat]) -> dict[UUID, Transfer]:
    """Payments in cents that are not taken back, between two who have a column, by their ids."""
    seat_of = {seat.player.person.pk: seat.number for seat in seats}
    payments = {}
    for row in bookings_of(sheet).filter(reverses=None, reversed_by=None):
        payer, receiver = (seat_of.get(person.pk) for person in row.persons)
        if payer is not None and receiver is not None:
            other = None if row.currency in ("", sheet.currency) else row.currency
            payments[row.uuid] = Transfer(payer=payer, receiver=receiver, amount=row.cents, currency=other)
    return payments


def words_of_payments(sheet: Session) -> str:
    """Payments in a line for the phone's script, `id:payer:receiver:cents`; empty where no money is played for."""
    payments = payments_of(sheet, seats_of(sheet)) if sheet.stake else {}
    return " ".join(f"{key}:{paid.payer}:{paid.receiver}:{paid.amount}" for key, paid in payments.items())


def balances(transfers: Sequence[Transfer], stake: Stake, seats: int) -> tuple[Decimal, ...]:
    """Money that each seat gets or pays: the sum of its rounded transfers, so together it is zero to the cent."""
    money = [Decimal(0)] * seats
    for transfer in transfers:
        amount = stake.of(transfer.amount)
        money[transfer.payer] -= amount
        money[transfer.receiver] += amount
    return tuple(money)


def is_rounded(transfers: Sequence[Transfer], stake: Stake) -> bool:
    """Tell whether anybody pays a fraction of a cent more or less than the points say."""
    return any(stake.of(transfer.amount) != stake.exact(transfer.amount) for transfer in transfers)


def open_cents(totals: Sequence[int], stake: Stake, paid: Collection[Transfer]) -> list[int]:
    """Cents that each seat still gets, or owes if below zero, after payments in cents; together zero."""
    left = [int(amount * 100) for amount in balances(settle(totals), stake, len(totals))]
    for payment in paid:
        left[payment.payer] += payment.amount
        left[payment.receiver] -= payment.amount
    return left


def still_due(totals: Sequence[int], stake: Stake, paid: Collection[Transfer]) -> Sequence[Transfer]:
    """The fewest payments in cents that are left; as the points say as long as nothing was paid."""
    if paid:
        return settle(open_cents(totals, stake, paid))
    return [replace(transfer, amount=int(stake.of(transfer.amount) * 100)) for transfer in settle(totals)]
