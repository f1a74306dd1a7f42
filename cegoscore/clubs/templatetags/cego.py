"""Template filters: signed amounts, and texts of a rule set in the page's language."""

from __future__ import annotations

from django import template

from cegoscore.clubs import wording

register = template.Library()


@register.filter
def signed(amount: int | None) -> str:
    """`+45`, `−15` with a real minus sign, `0`; a dash for who was not at the table."""
    if amount is None:
        return "–"
    return f"+{amount}" if amount > 0 else str(amount).replace("-", "−")


register.filter("in_language", wording.in_language)
