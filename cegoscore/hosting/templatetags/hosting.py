"""Template tags about who runs the server."""

from django import template
from django.conf import settings

register = template.Library()


@register.simple_tag
def imprint_url() -> str:
    """Address of the imprint: the host's own page, or ours with the host's text; empty without either."""
    return str(settings.IMPRINT.address)


@register.simple_tag
def privacy_url() -> str:
    """Address of the page on privacy: the host's own, or ours, which is there without any text of the host's."""
    return str(settings.PRIVACY.address or "/privacy")
