"""Template filter: an amount of money."""

from __future__ import annotations

from django import template

from cegoscore.scoresheet.ledger.money import CENT, Stake

register = template.Library()


@register.filter
def money(cents: int, currency: str) -> str:
    """`3,50 €`, `−3,50 €`, which stays on one line."""
    text = Stake(amount=CENT, currency=currency).text_of_cents(cents).replace(" ", "\N{NO-BREAK SPACE}")
    return f"−{text}" if cents < 0 else text
