"""Template filter: an amount of money."""

from django import template

from cegoscore.scoresheet.ledger.money import CENT, Stake, typed

register = template.Library()
register.filter(typed)


def money_text(cents: int, currency: str) -> str:
    """`3,50 €`, `−3,50 €`."""
    text = Stake(amount=CENT, currency=currency).text_of_cents(cents)
    return f"−{text}" if cents < 0 else text


@register.filter
def money(cents: int, currency: str) -> str:
    """The same for a page, where it stays on one line."""
    return money_text(cents, currency).replace(" ", "\N{NO-BREAK SPACE}")
