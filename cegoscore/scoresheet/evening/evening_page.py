"""Values of the page of an evening's end: payments, Schnaps, the curve, figures, and everybody's play."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any
from uuid import UUID, uuid4

from django.db.models import Max, Min
from django.urls import reverse
from django.utils.translation import gettext as _

from cegoscore.clubs.wording import in_language
from cegoscore.scoresheet.evening.exports import card_of, chance_of, hand_told, message_of, sentence_of, told_of
from cegoscore.scoresheet.evening.honours_told import honours_of
from cegoscore.scoresheet.evening.who_pays import points_text
from cegoscore.scoresheet.ledger import money
from cegoscore.scoresheet.ledger.lines import title_of
from cegoscore.scoresheet.ledger.seats import seats_of, turn_of
from cegoscore.scoresheet.models import Seat, Session, State
from cegoscore.scoring.documents import ledger as review
from cegoscore.scoring.documents.document import Document, Transfer
from cegoscore.scoring.documents.ledger import ledger, settle


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """A person at the end of the evening."""

    name: str
    total: int
    money: str
    hands: str = field(default="", compare=False)
    """Address of the hands behind the total."""
    leads: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Payment:
    """One payment between two people; `money` is empty without a stake."""

    payer: str
    receiver: str
    points: int | None
    """None once something was paid: the rest is settled in money."""
    money: str
    due: Transfer | None = field(default=None, compare=False)
    """The same by seats and in cents, where there is a stake."""
    seen: str = field(default="", compare=False)
    """The payments alike that the page knows, as `PaymentForm` reads them."""
    key: UUID = field(default_factory=uuid4, compare=False)
    """Of the booking that it becomes with a tap."""

    @property
    def amount(self) -> str:
        """The money, or the points with their unit."""
        return self.money or points_text(self.points or 0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Feat:
    """A hand that stands out, and for whom."""

    name: str
    amount: int
    number: int | None
    text: str
    why: str
    """Derivation of the amount in one line."""
    url: str
    """Page of the hand, with its cell of the tariff and the sources."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerReview:
    """One person's play: games played alone and won, the best and the worst hand."""

    name: str
    declared: int
    won: int
    best: Feat | None
    worst: Feat | None


def evening_page(sheet: Session) -> dict[str, Any]:
    """The evening as it stands, finished or not; the number of queries does not grow with the hands.

    `paid` are bookings, each in words; `leaving` names those who no longer sit at an open sheet's table and have
    something to pay or to get; `schnaps` are seat, name and rounds of who still owes some; `curve` are the running
    totals by seat after each hand, with its number and page, first what the evening began with; `sentence` is the one
    that it earned, `message` all of it in a few lines for a messenger; `figures` are sentences of what happened, each
    with the page of its hand; `chance` is one on how sure the end was; `honours` are the awards.
    """
    document = told_of(sheet)
    names, hands, sums = document.players, review.played(document), ledger(document)
    totals, sentence = review.curve(document, hands), sentence_of(document)
    deeds = [review.deeds(hands, seat) for seat in range(len(names))]
    everybody = review.own_games([deed for theirs in deeds for deed in theirs])
    seats, stake = seats_of(sheet), money.stake_of(sheet)
    standings, rounded = _settled(sheet, seats, stake, names, sums.totals)
    payments = _payments(stake, names, sums.totals, money.payments_of(sheet, seats) if stake else {})
    urls = _hand_urls(sheet)
    numbers = [(None, ""), *((hand.shown, urls[hand.entry.uuid]) for hand in hands)]
    paid_in = money.in_cents(sheet)
    return {
        "names": names,
        "rules": in_language(document.rules.name),
        "hands": len(hands),
        "standings": standings,
        "payments": payments,
        "paid": [(row, paid_in.sentence(row, seats)) for row in money.bookings_of(sheet) if not row.reverses_id],
        "leaving": _leaving(sheet, names, payments),
        "rounded": rounded,
        "schnaps": [(seat, names[seat], rounds) for seat, rounds in enumerate(sums.schnaps) if rounds > 0],
        "best": _feat(review.best(everybody), document, urls),
        "worst": _feat(review.worst(everybody), document, urls),
        "players": [_player(document, hands, seat, deeds[seat], urls) for seat in range(len(names))],
        "kinds": _kinds(document, hands),
        "curve": [(*first, row) for first, row in zip(numbers, totals, strict=True)],
        "chart": _chart(names, totals),
        "sentence": sentence,
        "message": message_of(sheet, document, sentence),
        "honours": honours_of(sheet, seats, document, hands, totals),
        "figures": [(text, urls.get(hand, "")) for text, hand in card_of(document, hands, totals, _lasted(sheet))],
        "chance": chance_of(document, hands, totals, sheet.pk),
    }


def _leaving(sheet: Session, names: Sequence[str], payments: Iterable[Payment]) -> str:
    """Name those who sit no longer at the open sheet's table and have something to pay or to get."""
    if sheet.state != State.OPEN:
        return ""
    involved = {seat for payment in payments if payment.due for seat in (payment.due.payer, payment.due.receiver)}
    return ", ".join(names[seat] for seat in sorted(involved.difference(turn_of(sheet).lineup)))


def _chart(names: Sequence[str], totals: Sequence[Sequence[int]]) -> dict[str, Any]:
    """The data of the curve: the running totals, a column for each seat."""
    return {
        "names": names,
        "hands": list(range(len(totals))),
        "totals": [list(column) for column in zip(*totals, strict=True)],
        "label": _("Hand"),
    }


def _lasted(sheet: Session) -> timedelta | None:
    """Read the time from the first to the last hand that was written on a phone."""
    written = sheet.hands.filter(revision=1, device__isnull=False).order_by()
    times = written.aggregate(first=Min("written_at"), last=Max("written_at"))
    return times["last"] - times["first"] if times["first"] else None


def _payments(
    stake: money.Stake | None, names: Sequence[str], totals: Sequence[int], paid: Mapping[UUID, Transfer]
) -> tuple[Payment, ...]:
    """All that is still to be paid."""
    in_points = settle(totals)
    dues = money.still_due(totals, stake, paid.values()) if stake else in_points
    return tuple(
        Payment(
            payer=names[due.payer],
            receiver=names[due.receiver],
            points=None if paid else in_points[place].amount,
            money=stake.text_of_cents(due.amount) if stake else "",
            due=due if stake else None,
            seen=",".join(str(key) for key, other in paid.items() if other == due) or "none",
        )
        for place, due in enumerate(dues)
    )


def address_after_leaving(sheet: Session) -> str:
    """The page on which somebody pays who has just left, or the sheet."""
    return f"{reverse('evening', args=[sheet.pk])}#pay-title" if sheet.stake else sheet.get_absolute_url()


def _settled(
    sheet: Session, seats: Sequence[Seat], stake: money.Stake | None, names: Sequence[str], totals: Sequence[int]
) -> tuple[tuple[Standing, ...], bool]:
    """Everybody with the highest total first; whether cents were rounded."""
    transfers = settle(totals)
    coins = money.balances(transfers, stake, len(names)) if stake else None
    people = [seat.player.person.pk for seat in seats]
    order = sorted(range(len(names)), key=lambda seat: -totals[seat])
    standings = tuple(
        Standing(
            name=names[seat],
            total=totals[seat],
            money=stake.signed(coins[seat]) if stake and coins else "",
            hands=f"{reverse('player_hands', args=[sheet.club_id, people[seat]])}?sheet={sheet.pk}",
            leads=totals[seat] == max(totals) > 0,
        )
        for seat in order
    )
    return standings, bool(stake and money.is_rounded(transfers, stake))


HandUrls = Mapping[UUID | None, str]
"""Pages of the hands by the hand's id."""


def _hand_urls(sheet: Session) -> HandUrls:
    numbers = sheet.hands.values_list("uuid", "number")
    return {uuid: reverse("hand", args=[sheet.pk, number]) for uuid, number in numbers}


def _feat(deed: review.Deed | None, document: Document, urls: HandUrls) -> Feat | None:
    if deed is None:
        return None
    text, why = hand_told(deed.hand, document)
    return Feat(
        name=document.players[deed.seat],
        amount=deed.amount,
        number=deed.hand.shown,
        text=text,
        why=why,
        url=urls[deed.hand.entry.uuid],
    )


def _player(
    document: Document, hands: Sequence[review.Played], seat: int, deeds: Sequence[review.Deed], urls: HandUrls
) -> PlayerReview:
    alone = [hand for hand in hands if hand.declarer == seat]
    return PlayerReview(
        name=document.players[seat],
        declared=len(alone),
        won=sum(hand.won for hand in alone),
        best=_feat(review.best(deeds), document, urls),
        worst=_feat(review.worst(deeds), document, urls),
    )


def _kinds(document: Document, hands: Sequence[review.Played]) -> list[tuple[str, int, int | None]]:
    """Kinds of game, how often each was played to its end and won by its declarer; None where nobody declares."""
    played, won, alone = Counter[str](), Counter[str](), set[str]()
    for hand in hands:
        if not hand.is_game:
            continue
        label = title_of(hand.entry.hand.outcome, document.rules)
        played[label] += 1
        won[label] += hand.won
        if hand.declarer is not None:
            alone.add(label)
    return [(label, count, won[label] if label in alone else None) for label, count in played.most_common()]
