"""Entry fees: what everybody owes, and what is booked of it in the ledger of `cegoscore.bookings`.

A fee is booked when it is paid, at the price of that moment; what was paid is a sum of bookings. The mark on the
entrant (`has_paid`) is kept in step with it, because the version before reads and writes that alone: `take_over` books
what it marked. Every write here stands within one that locked the tournament.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from decimal import Decimal
from typing import Any, NamedTuple
from uuid import UUID, uuid4

from django.db import transaction
from django.db.models import QuerySet
from django.db.models.functions import Coalesce
from django.utils.translation import gettext as _

from cegoscore.bookings.models import FEE, Booking
from cegoscore.bookings.services import reverse
from cegoscore.clubs import people
from cegoscore.clubs.log import note
from cegoscore.clubs.models import Device, LogKind
from cegoscore.database.prepared import Prepared
from cegoscore.scoresheet.ledger.money import plain
from tournaments.course.entrants import GuestRow, each_once, guest_rows
from tournaments.course.locks import lock_though_over
from tournaments.models import Entrant, EntrantStatus, Fee, Tournament
from tournaments.prize_words import money_words


class Price(NamedTuple):
    """A fee by its name, in cents."""

    name: str
    cents: int


class Balance(NamedTuple):
    """A person's fee: its name, the cents that they owe, and those that they paid."""

    name: str
    owed: int
    paid: int

    @property
    def left(self) -> int:
        """The cents that are still to be paid; below zero those to be given back."""
        return self.owed - self.paid

    @property
    def back(self) -> int:
        """The cents to be given back."""
        return max(-self.left, 0)


def prices_of(tournament: Tournament) -> dict[int | None, Price]:
    """The fees by their keys, the usual one under none. One query."""
    usual = Price(_("Entry fee"), int(Decimal(tournament.entry_fee or 0) * 100))
    return {None: usual} | {key: Price(name, cents) for key, name, cents in _fees(tournament.pk)}


def takes_fees(tournament: Tournament) -> bool:
    """True if anybody has to pay. One query."""
    return any(price.cents for price in prices_of(tournament).values())


@Prepared
def _fees(tournament: UUID) -> QuerySet[Fee, tuple[int, str, int]]:
    return Fee.objects.filter(tournament=tournament).order_by("pk").values_list("pk", "name", "cents")


def paid_by_person(tournament: UUID) -> Counter[int]:
    """The cents that each person paid and did not get back, in fees. One query."""
    paid: Counter[int] = Counter()
    for payer, receiver, cents in _booked(tournament):
        paid[payer] += cents
        paid[receiver] -= cents
    del paid[None]
    return paid


@Prepared
def _booked(tournament: UUID) -> QuerySet[Booking, Any]:
    who = (Coalesce(f"{column}__merged_into", column) for column in ("payer", "receiver"))
    return Booking.objects.filter(key=tournament, kind=FEE).values_list(*who, "cents")


def balance(prices: dict[int | None, Price], fee: int | None, due: int | None, paid: int) -> Balance:
    """The balance of who owes this fee, or what is `due` since they paid."""
    name, cents = prices[fee]
    return Balance(name, cents if due is None else due, paid)


def balances_of(tournament: Tournament, rows: Iterable[GuestRow]) -> dict[int, Balance]:
    """The balance of everybody in these rows of `guest_rows`, each person once, by the entrant's key. Two queries."""
    prices, paid = prices_of(tournament), paid_by_person(tournament.pk)
    return {row.key: balance(prices, row.fee, row.due, paid[row.person]) for row in rows}


def balance_of(entrant: Entrant) -> Balance:
    """The balance of an entrant. Two queries."""
    tournament = entrant.tournament
    paid = paid_by_person(tournament.pk)[entrant.player.person.pk]
    return balance(prices_of(tournament), entrant.fee_id, entrant.due, paid)


def bookings_of(entrant: Entrant) -> QuerySet[Booking]:
    """Bookings of an entrant's fee, the newest first; not what takes a booking back."""
    payers = people.names_of(entrant.player.person.pk)
    rows = Booking.objects.filter(key=entrant.tournament_id, kind=FEE, payer__in=payers, reverses=None)
    return rows.select_related("reversed_by").order_by("-pk")


def pay(entrant: Entrant, *, uuid: UUID | None = None, device: Device | None = None) -> None:
    """Book what an entrant owes now, or gets back of what they paid too much; sent twice (by its UUID), booked once.

    Of no fee their word is noted.
    """
    before = balance_of(entrant)
    if before.left:
        _book(entrant, before.left, before.name, uuid=uuid, device=device)
        entrant.due = before.owed
    _keep_in_step(entrant, word=not before.owed and entrant.due is None)


def unpay(entrant: Entrant, *, uuid: UUID | None = None, device: Device | None = None) -> None:
    """Take back what an entrant paid, the newest first, as a slip.

    A fee given back is a booking of its own: of who left, once the tournament is cancelled, and what does not stand as
    a payment of theirs.
    """
    paid = balance_of(entrant).paid
    is_given_back = entrant.status == EntrantStatus.WITHDRAWN or entrant.tournament.cancelled_at
    payments = bookings_of(entrant).filter(reversed_by=None, receiver=None, cents__gt=0)
    for row in () if is_given_back else payments:
        if row.cents <= paid and reverse(row, device=device):
            paid -= row.cents
            _note(entrant, -row.cents, _("taken back"), device)
    if paid > 0:
        _book(entrant, -paid, _("given back"), uuid=uuid, device=device)
    _keep_in_step(entrant, word=False)


def choose(entrant: Entrant, fee: int | None, *, device: Device | None = None) -> None:
    """Let an entrant owe another fee, by its key, or the usual one: at the present price, if they have paid."""
    paid, was_waived = balance_of(entrant).paid, entrant.due == 0
    if entrant.fee_id == fee and not was_waived:
        return
    entrant.fee_id = fee
    entrant.due = prices_of(entrant.tournament)[fee].cents if paid > 0 else None
    for row in bookings_of(entrant).filter(reversed_by=None, cents=0) if was_waived else ():
        reverse(row, device=device)
    Entrant.objects.filter(pk=entrant.pk).update(fee=fee, due=entrant.due)


def waive(entrant: Entrant, *, device: Device | None = None) -> None:
    """Let an entrant owe nothing; waived twice, waived once."""
    if entrant.due != 0:
        _book(entrant, 0, _("waived"), uuid=None, device=device)
        entrant.due = 0
        Entrant.objects.filter(pk=entrant.pk).update(due=0)


def hand_over(left: Entrant, came: Entrant, *, device: Device | None = None) -> None:
    """Let what somebody paid count for who takes over their number, as if they had paid it to them. Both unsaved."""
    came.has_paid, left.has_paid = True, False
    if (paid := balance_of(left).paid) > 0:
        _book(came, paid, _("substitute"), uuid=None, device=device, receiver_id=left.player_id)
        came.fee_id, came.due, left.due = left.fee_id, left.due, None


def rows_in_step(tournament: Tournament) -> tuple[list[GuestRow], dict[int, Balance]]:
    """`guest_rows`, and the balance of each person by the key of their entrant, with all marks taken over."""
    for _again in range(2):
        rows = guest_rows(tournament.pk)
        once = each_once(rows)
        balances = balances_of(tournament, once)
        if not _strays(once, balances):
            break
        take_over(tournament)
    return rows, balances


def take_over(tournament: Tournament) -> None:
    """Book what the version before marked or unmarked, and what older files marked, at the present fee."""
    with transaction.atomic():
        fresh = lock_though_over(tournament)
        once = each_once(guest_rows(fresh.pk))
        strays = _strays(once, balances_of(fresh, once))
        for entrant in fresh.entrants.filter(pk__in=strays).select_related("player__merged_into"):
            entrant.tournament = fresh
            (unpay if balance_of(entrant).paid > 0 else pay)(entrant)


def _strays(rows: Iterable[GuestRow], balances: Mapping[int, Balance]) -> list[int]:
    """The keys of entrants whose mark says something else than what is booked."""
    return [row.key for row in rows if _is_stray(balances[row.key], has_paid=row.has_paid)]


def _is_stray(fee: Balance, *, has_paid: bool) -> bool:
    return fee.owed > 0 >= fee.paid if has_paid else fee.paid > 0


def _book(entrant: Entrant, cents: int, reason: str, *, uuid: UUID | None, device: Device | None, **more: Any) -> None:
    tournament = entrant.tournament
    columns: dict[str, Any] = {"kind": FEE, "key": tournament.pk, "payer_id": entrant.player_id, "cents": cents}
    columns |= {"currency": tournament.currency, "reason": reason, "device": device}
    once = {"club_id": tournament.club_id, "uuid": uuid or uuid4()}
    _row, is_new = Booking.objects.get_or_create(**once, defaults=columns | more)
    if is_new and cents <= 0:
        _note(entrant, cents, reason, device)


def _note(entrant: Entrant, cents: int, reason: str, device: Device | None) -> None:
    """Note in the club's log that somebody got money back, or pays none; who paid stands at the door."""
    tournament = entrant.tournament
    words = f"{entrant.name}, {plain(money_words(cents, tournament.currency))}, {reason}"
    note(tournament.club_id, LogKind.BOOKED, device=device, subject=tournament.name, after=words)


def _keep_in_step(entrant: Entrant, *, word: bool) -> None:
    """Set the mark of every row of the person by what is booked; by the `word` if that is nothing."""
    paid = paid_by_person(entrant.tournament_id)[entrant.player.person.pk]
    entrant.has_paid = paid > 0 or word
    if paid <= 0 and entrant.due:
        entrant.due = None
    names = people.names_of(entrant.player.person.pk)
    rows = Entrant.objects.filter(tournament=entrant.tournament_id, player__in=names, is_house=False)
    rows.update(has_paid=entrant.has_paid)
    Entrant.objects.filter(pk=entrant.pk).update(due=entrant.due)
