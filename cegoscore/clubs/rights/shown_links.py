"""A link as a page shows it for handing on: as picture, as address, as code to type."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.http import HttpRequest
from django.urls import reverse
from django.utils.functional import Promise

from cegoscore.clubs.models import Link
from cegoscore.clubs.rights.codes import code_of
from cegoscore.clubs.rights.links import secret_of
from cegoscore.clubs.rights.qr import qr_svg
from cegoscore.reached import public_address


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownLink:
    """A row of the page; an address that is empty stands for something that the reader may not do."""

    label: str | Promise
    sentence: str | Promise
    """Sentence about what it opens."""
    ends: str | Promise
    """Sentence about its end, if that is at no fixed time."""
    right: str
    url: str
    qr_svg: str
    expires_at: datetime | None
    code: str | None
    code_expires_at: datetime | None
    code_url: str
    """Address that makes a code."""
    revoke_url: str
    """Address that takes the link back."""


def shown_link(
    request: HttpRequest,
    link: Link,
    *,
    opened_by: str,
    label: str | Promise,
    sentence: str | Promise,
    ends: str | Promise = "",
    code_url: str = "",
    revoke_url: str = "",
) -> ShownLink:
    """The row of a link; `opened_by` is the route that takes its secret."""
    url = public_address(request, reverse(opened_by, args=[secret_of(link)]))
    return ShownLink(
        label=label,
        sentence=sentence,
        ends=ends,
        right=link.right,
        url=url,
        qr_svg=qr_svg(url),
        expires_at=link.expires_at,
        code=code_of(link),
        code_expires_at=link.code_expires_at,
        code_url=code_url,
        revoke_url=revoke_url,
    )
