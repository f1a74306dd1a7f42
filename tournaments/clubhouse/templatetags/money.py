"""Template filters: an amount of money."""

import re
from decimal import Decimal

from django import template
from django.template.defaultfilters import stringfilter

from cegoscore.scoresheet.ledger.money import CENT, NO_BREAK, Stake, typed

register = template.Library()
register.filter(typed)

UNIT = re.compile(r"(?<=\d) (?=[^\W\d]|[€$£])")


@register.filter
def money(cents: int, currency: str) -> str:
    """`3,50 €`, `−3,50 €`."""
    text = Stake(amount=CENT, currency=currency).text_of_cents(cents)
    return f"−{text}" if cents < 0 else text


@register.filter
def in_currency(amount: Decimal, currency: str) -> str:
    """An amount to its last digit, `0,125 €`."""
    return f"{typed(amount)} {currency}".rstrip().replace(" ", NO_BREAK)


@register.filter
@stringfilter
def on_one_line(text: str) -> str:
    """Words that are kept as people type them; a number and its currency or unit are not parted: `je 200 €`, `2 kg`."""
    return UNIT.sub(NO_BREAK, text)
