"""The parts of a prize, money and goods, and its words. Words of the version before are read here, and nowhere else."""

import re
from decimal import Decimal
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from cegoscore.scoresheet.ledger.money import Stake, plain

AT_ONCE = 500


class Parts(NamedTuple):
    """The money of a prize in cents, its goods in words, and whether each of several gets all of it."""

    cents: int | None = None
    goods: str = ""
    is_each: bool = False

    @property
    def is_said(self) -> bool:
        """False for a row of the version before, which has words only."""
        return self.cents is not None or bool(self.goods)


def money_words(cents: int, currency: str) -> str:
    """An amount as a plan of prizes has it: `1.200 €`; `200,-` where the tournament has no currency."""
    text = Stake(amount=Decimal(1), currency=currency).text_of_cents(cents)
    return text if currency or cents % 100 else f"{text},-"


def words_of(parts: Parts, kind: str, currency: str) -> str:
    """The words of a prize in the reader's language, as a plan keeps them: `200 € und ein Schinken`, `je 10 €`."""
    both = [plain(money_words(parts.cents, currency))] if parts.cents is not None else []
    both += [parts.goods] if parts.goods else []
    text = (
        _("%(money)s and %(goods)s") % dict(zip(("money", "goods"), both, strict=True)) if both[1:] else "".join(both)
    )
    if parts.is_each != (kind == "plus"):
        text = _("each %(prize)s") % {"prize": text} if parts.is_each else _("together %(prize)s") % {"prize": text}
    return text


# Words of the version before

EURO = "€|euro|eur"
EACH = r"\b(?:je(?:weils)?|each)\b|à"
OF_MONEY = rf"{EACH}|\b(?:(?:in )?bar|cash|geldpreis|preisgeld)\b:?"
"""Words beside an amount that change nothing of it."""
AMOUNT = r"(\d{1,3}(?:[.']\d{3})+|\d{1,6})(?:[.,](\d\d))?"


def parts_of_words(what: str, kind: str, currency: str) -> Parts:
    """The parts of a prize of which only words are known: money, if it is nothing but an amount; otherwise goods."""
    is_each = kind == "plus" or (kind == "team" and bool(re.search(EACH, what, re.IGNORECASE)))
    if cents := _money_in(what, currency):
        return Parts(cents=cents, is_each=is_each)
    goods = re.sub(rf"^(?:{EACH})\s+", "", what, flags=re.IGNORECASE) if is_each else what
    return Parts(goods=goods, is_each=is_each)


def _money_in(what: str, currency: str) -> int:
    """The cents of words that are nothing but money, as in `1.200 €`, `je € 50,-` or `7,50`; otherwise 0."""
    sign = EURO if re.fullmatch(EURO, currency, re.IGNORECASE) else re.escape(currency)
    beside = rf"(?:{OF_MONEY}|{sign}|[.,][-–]+|\s)+"
    amount = re.fullmatch(AMOUNT, re.sub(rf"^{beside}|{beside}$|\s", "", what, flags=re.IGNORECASE))
    return int(re.sub(r"\D", "", amount[1]) + (amount[2] or "00")) if amount else 0


def parts_known(parts: Parts, what: str, kind: str, currency: str) -> Parts:
    """The parts of a row, or those of its words, where it has nothing else."""
    return parts if parts.is_said else parts_of_words(what, kind, currency)


def may_hide_money(goods: str) -> bool:
    """True for goods with a number in their words."""
    return any(letter.isdigit() for letter in goods)


def read_words(prizes: Any) -> None:
    """Write down the parts of prizes of which only words are known; a number in what is no money is to be looked at.

    For the migration, and for files from before.
    """
    changed = []
    for row in prizes.order_by("pk").select_related("tournament").iterator(chunk_size=AT_ONCE):
        row.cents, row.goods, row.is_each = parts_of_words(row.what, row.kind, row.tournament.currency)
        row.to_look_at = may_hide_money(row.goods)
        changed.append(row)
    prizes.bulk_update(changed, ("cents", "goods", "is_each", "to_look_at"), batch_size=AT_ONCE)
