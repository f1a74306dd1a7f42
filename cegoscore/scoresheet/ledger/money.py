"""Money for points: whole points times the stake, for display and settling only."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal

from django.utils.formats import number_format
from django.utils.translation import gettext as _

from cegoscore.scoring.documents.ledger import Transfer

CENT = Decimal("0.01")
SIGNS = ("€", "$", "£")
"""Of currencies; where they stand is for each language to say."""


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
        """`1,35 €`, in English `€1.35`, without cents where the stake is a whole number anyway."""
        places = 0 if self.amount == self.amount.to_integral_value() else 2
        amount = number_format(abs(money), decimal_pos=places, force_grouping=True)
        if self.currency in SIGNS:
            return _("%(sign)s%(amount)s") % {"sign": self.currency, "amount": amount}
        return f"{amount} {self.currency}".rstrip()

    def signed(self, money: Decimal) -> str:
        """With a plus or a real minus sign."""
        sign = "+" if money > 0 else "−" if money < 0 else ""
        return sign + self.text(money)


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
