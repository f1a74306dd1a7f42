"""Payments at the end of an evening, due and made, in words: for the text and the picture that are sent."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _, ngettext

from cegoscore.clubs.names import short_names
from cegoscore.scoresheet.ledger.money import NO_BREAK, in_cents, plain, stake_of, still_due
from cegoscore.scoresheet.models import Session
from cegoscore.scoring.documents.document import Document, Transfer
from cegoscore.scoring.documents.ledger import ledger, settle

LETTERS = 32
"""Letters that the names in one line of the picture may have together."""


def points_text(points: int) -> str:
    """An amount where no money is played for, with its unit on the same line."""
    return (ngettext("%(n)s point", "%(n)s points", points) % {"n": points}).replace(" ", NO_BREAK)


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """A payment between two seats; the amount in money, or in points with their unit."""

    payer: int
    receiver: int
    amount: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Settling:
    """Payments that are still to be made, and those that were."""

    due: Sequence[Said]
    paid: Sequence[Said]
    gets: Sequence[str]
    """By seat what somebody is still to get, in money; empty in points, where it is the total."""
    got: Sequence[str]
    """By seat what somebody got already."""

    def lines(self, names: Sequence[str]) -> list[str]:
        """A sentence for each payment."""
        due, paid = _("{payer} pays {receiver} {money}"), _("{payer} has paid {receiver} {money}")
        rows = [*((due, payment) for payment in self.due), *((paid, payment) for payment in self.paid)]
        return [
            text.format(payer=names[payment.payer], receiver=names[payment.receiver], money=payment.amount)
            for text, payment in rows
        ]

    def of(self, seat: int, names: Sequence[str]) -> str:
        """All of one seat, without its own name; the others are cut where many stand in one line."""
        theirs = Counter(payment.payer for payment in (*self.due, *self.paid))
        short = short_names(tuple(names), LETTERS // max(theirs.values(), default=1))
        return ", ".join(self._of(seat, [short[name] for name in names]))

    def _of(self, seat: int, names: Sequence[str]) -> Iterator[str]:
        for text, rows in ((_("pays {receiver} {money}"), self.due), (_("has paid {receiver} {money}"), self.paid)):
            for payment in rows:
                if payment.payer == seat:
                    yield text.format(receiver=names[payment.receiver], money=payment.amount)
        if gets := self.gets[seat]:
            yield _("gets {money}").format(money=gets)
        if got := self.got[seat]:
            yield _("has got {money}").format(money=got)


def settling_of(sheet: Session, document: Document) -> Settling:
    """The payments of the sheet's document: the fewest that settle what is left after those that were made.

    One in another currency stands among those that were made, and makes nothing less due.
    """
    totals, stake, coins = ledger(document).totals, stake_of(sheet), in_cents(sheet)
    own = [transfer for transfer in document.paid if transfer.currency is None]
    due = still_due(totals, stake, own) if stake else settle(totals)
    money = [coins.text_of_cents(transfer.amount) if stake else points_text(transfer.amount) for transfer in due]
    paid = [
        replace(coins, currency=transfer.currency or coins.currency).text_of_cents(transfer.amount)
        for transfer in document.paid
    ]

    def sums(transfers: Sequence[Transfer]) -> list[str]:
        got: Counter[int] = Counter()
        for transfer in transfers:
            got[transfer.receiver] += transfer.amount
        return [plain(coins.text_of_cents(got[seat])) if got[seat] else "" for seat in range(len(totals))]

    return Settling(
        due=_said(due, money), paid=_said(document.paid, paid), gets=sums(due if stake else ()), got=sums(own)
    )


def _said(transfers: Sequence[Transfer], amounts: Sequence[str]) -> list[Said]:
    return [
        Said(payer=transfer.payer, receiver=transfer.receiver, amount=plain(amount))
        for transfer, amount in zip(transfers, amounts, strict=True)
    ]
