"""Reads what a prize is from what is typed: money, goods, or both with `and` between them.

    PRIZE  = [SHARED] MONEY | [SHARED] MONEY AND GOODS | [SHARED] GOODS AND MONEY | [SHARED] GOODS
    MONEY  = AMOUNT with the currency before or behind it, or `,-` behind it
    AND    = `und`, `and`, `+`, `&` or a comma
    SHARED = `je`, `each`: everybody gets all of it; `zusammen`, `together`: they divide it

Nothing else is money. Goods with a number in them are asked about.
"""

import re
from dataclasses import dataclass
from functools import cached_property

from django.utils.formats import get_format
from django.utils.translation import gettext as _

from tournaments.models import PrizeKind
from tournaments.prize_words import EURO, Parts

MOST_CENTS = 99_999_999
EACH = r"(?:je(?:weils)?|each|à)\b"
TOGETHER = r"(?:zusammen|together)\b"
CASH = r"(?:in bar|\(bar\)|bar|cash|geldpreis:?|preisgeld:?)"
AND = re.compile(r"\s*(?:[+&]|,(?=\s)|(?<=\s)(?:und|and)(?=\s))\s*", re.IGNORECASE)
NUMBER = r"\d+(?:[ .,'\u202f\u00a0]\d+)*"
DASH = r"[.,][-–]+"
OTHERS = r"[$£€]|\b(?:CHF|USD|GBP|EUR|Fr|SFr|Franken|Dollar|Pfund|Euro)\b"
"""Currencies by which money is known that is not the tournament's."""


class CannotRead(Exception):
    """A prize that cannot be read, with the sentence that says why."""


def read_parts(text: str, kind: PrizeKind, currency: str) -> Parts:
    """The money and goods of a prize. Raises `CannotRead`."""
    shared = re.match(rf"(?:({EACH})|{TOGETHER})(?:[:\s]*(?:{EACH}|{TOGETHER}))*[:\s]*", text, re.IGNORECASE)
    is_each = kind == PrizeKind.PLUS
    if shared:
        is_each, text = bool(shared[1]), text[shared.end() :]
    if kind not in (PrizeKind.PLUS, PrizeKind.TEAM):
        if shared and not is_each:
            raise CannotRead(_("say what there is for each place."))
        is_each = False
    money = _Money(currency)
    cents, goods = money.split(text)
    if cents is None:
        money.refuse_what_is_no_amount(goods)
    if cents is None and not goods:
        raise CannotRead(_("say what there is."))
    return Parts(cents=cents, goods=goods, is_each=is_each)


@dataclass(frozen=True)
class _Money:
    """The money of one currency in a text."""

    currency: str

    @cached_property
    def sign(self) -> str:
        """The currency as it is typed."""
        if re.fullmatch(EURO, self.currency, re.IGNORECASE):
            return r"(?:€|\beuro?\b(?!-))"
        return rf"(?<![^\W\d]){re.escape(self.currency)}(?![^\W\d])" if self.currency else r"(?!)"

    @cached_property
    def amount(self) -> str:
        """The pattern of an amount of money; without a currency one with `,-` or two decimals."""
        bare = "" if self.currency else r"|[\d.' ]+,\d\d|[\d,' ]+\.\d\d"
        minus = r"[-–−]?"
        return (
            rf"{minus}{self.sign}\s*{minus}{NUMBER}(?:{DASH})?|{minus}{NUMBER}(?:{DASH})?\s*{self.sign}"
            rf"|{minus}{NUMBER}{DASH}{bare}"
        )

    def split(self, text: str) -> tuple[int | None, str]:
        """The cents and the rest of a text whose first or last piece is money. Raises `CannotRead`."""
        pieces = AND.split(text)
        sums = [self._cents(piece) for piece in pieces]
        amounts = [cents for cents in sums if cents is not None]
        if len(amounts) > 1:
            raise CannotRead(_("there is more than one amount."))
        if not amounts or (sums[0] is None and sums[-1] is None):
            return None, text.strip()
        if len(pieces) == 1:
            return amounts[0], ""
        ends = [match.span() for match in AND.finditer(text)]
        rest = text[ends[0][1] :] if sums[0] is not None else text[: ends[-1][0]]
        return amounts[0], rest.strip()

    def _cents(self, piece: str) -> int | None:
        """The cents of a piece that is nothing but money. Raises `CannotRead` for an amount that cannot be."""
        beside = rf"(?:\s|{EACH}|{CASH})*"
        money = re.fullmatch(rf"{beside}({self.amount}){beside}", piece, re.IGNORECASE)
        return cents_of(money[1]) if money else None

    def refuse_what_is_no_amount(self, goods: str) -> None:
        """Raise `CannotRead` if goods have a currency without an amount, or an amount in another currency."""
        if re.search(rf"{self.sign}", goods, re.IGNORECASE):
            if not re.search(self.amount, goods, re.IGNORECASE):
                raise CannotRead(_("“%(text)s” is no amount.") % {"text": goods})
        elif other := re.search(rf"(?:{OTHERS})\.?\s*{NUMBER}|{NUMBER}\s*(?:{OTHERS})", goods, re.IGNORECASE):
            if not self.currency:
                raise CannotRead(_("“%(text)s”: choose the currency first.") % {"text": other[0].strip()})
            words = {"text": other[0].strip(), "currency": self.currency}
            raise CannotRead(_("“%(text)s”: the money of this tournament is %(currency)s.") % words)


def cents_of(amount: str) -> int:
    """The cents of a typed amount, whose separators are those of the reader's language. Raises `CannotRead`."""
    if re.search("[-–−](?=.*\\d)", amount):
        raise CannotRead(_("an amount is not below zero."))
    group = "." if get_format("DECIMAL_SEPARATOR") == "," else ","
    typed = re.sub(r"[^\d.,]", "", re.sub(rf"{DASH}\D*$", "", amount)).strip(".,")
    number = re.fullmatch(rf"(\d{{1,3}}(?:{re.escape(group)}\d{{3}})+|\d+)(?:[.,](\d{{1,2}}))?", typed)
    if number is None:
        raise CannotRead(_("“%(text)s” is no amount with at most two decimals.") % {"text": amount.strip()})
    cents = int(re.sub(r"\D", "", number[1])) * 100 + int((number[2] or "0").ljust(2, "0"))
    if not 0 < cents <= MOST_CENTS:
        raise CannotRead(_("“%(text)s” is nothing, or too much.") % {"text": amount.strip()})
    return cents
