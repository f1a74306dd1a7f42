"""Template tag: whether the browser that asks is known here."""

from django import template
from django.template.context import Context

from cegoscore.clubs.rights.devices import device_id

register = template.Library()


@register.simple_tag(takes_context=True)
def has_cookie(context: Context) -> bool:
    """Tell whether the request came with the cookie of a device: without it no right is known."""
    return device_id(context["request"]) is not None
