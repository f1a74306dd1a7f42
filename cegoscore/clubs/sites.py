"""A club's own site, which may show the table of a season in a frame: one origin, written as browsers compare it."""

import re

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

_LABEL = "[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?"
_SITE = re.compile(rf"(https://(?:{_LABEL}\.)+[a-z](?:[a-z0-9-]{{0,61}}[a-z0-9]))(?::([1-9][0-9]{{0,4}}))?")
"""A scheme, a name of ASCII letters whose last part is no number, and a port: nothing that ends a header's word."""

HTTPS_PORT = "443"
HIGHEST_PORT = 65_535


def site_of(text: str) -> str:
    """The site that somebody typed or copied; with nothing behind its name but a slash. Raises `ValidationError`."""
    match = _SITE.fullmatch(text.lower().removesuffix("/"))
    if not match or int(match[2] or HTTPS_PORT) > HIGHEST_PORT:
        raise _refused()
    return match[1] if match[2] in (None, HTTPS_PORT) else f"{match[1]}:{match[2]}"


def check_site(text: str) -> None:
    """Raise `ValidationError` for what is not exactly as `site_of` writes it: it becomes a part of a header."""
    if site_of(text) != text:
        raise _refused()


def is_site(text: str) -> bool:
    """True for what may stand in a header; false for nothing."""
    try:
        check_site(text)
    except ValidationError:
        return False
    return True


def _refused() -> ValidationError:
    return ValidationError(
        _(
            "Only the beginning of its address, such as https://www.example.org: with https, without a path. Letters"
            " such as ä stand there as your browser copies them (xn--…)."
        ),
        code="no_site",
    )
