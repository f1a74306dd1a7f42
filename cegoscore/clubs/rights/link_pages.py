"""Pages of links: what a device may hand on of a sheet, a night, a tournament or a season, in one way for all.

A room says in a `LinkPage` what is its own, and has the routes of `views.links_of` among its addresses.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import lru_cache
from typing import Any

import segno
from django import forms
from django.db.models import TextChoices
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext_lazy as _

from cegoscore.clubs.models import Link, Right
from cegoscore.clubs.rights.codes import code_of
from cegoscore.clubs.rights.links import links_to, noon_tomorrow, secret_of
from cegoscore.reached import is_plain, is_reachable, public_address


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkOffer:
    """A right that is handed on as a link, in words."""

    label: Any
    sentence: Any
    button: Any = ""
    ends: Any = ""
    """Sentence about its end, if that is at no fixed time."""
    asks_until: bool = False
    """True if whoever makes it says how long it holds."""
    again: bool = False
    """True if its button stays once there is one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkRow:
    """An address on the page, and what it opens; an empty one is only spoken of."""

    url: str
    link: Link | None = None
    """The link with this address; none if everybody may open it."""
    offer: LinkOffer | None = None

    @property
    def qr_svg(self) -> SafeString:
        """The address as a picture."""
        return qr_svg(self.url) if self.url else SafeString()

    @property
    def code(self) -> str | None:
        """The code that can be typed instead, while there is one."""
        return code_of(self.link) if self.link else None


def row_of(request: HttpRequest, link: Link, opened_by: str = "open_link", offer: LinkOffer | None = None) -> LinkRow:
    """The row of a link; `opened_by` is the route that takes its secret."""
    return LinkRow(offer=offer, link=link, url=public_address(request, reverse(opened_by, args=[secret_of(link)])))


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkPage:
    """The page with the links to something, as a device may hand them on."""

    kind: str
    """The kind of thing, as `views.links_of` has it."""
    thing: Any
    """The row that they lead to, with its club."""
    called: str
    """Its name in the club's log."""
    template: str
    offers: Mapping[Right, LinkOffer]
    """The links that are shown."""
    makes: Collection[Right]
    """Those that the device may make, and give codes."""
    revokes: bool = True
    opened_by: str = "open_link"
    make: Callable[..., object] | None = None
    """Service that makes one, if there is more to it than `links.share`."""
    first: Sequence[LinkRow] = ()
    last: Sequence[LinkRow] = ()
    more: Mapping[str, Any] = field(default_factory=dict)
    """Further context of the template."""

    @property
    def address(self) -> str:
        """Its own address."""
        return reverse(f"{self.kind}_links", args=[self.thing.pk])

    def shown(self, request: HttpRequest) -> dict[str, Any]:
        """Context of its template."""
        links = [link for link in links_to(self.thing.club, self.thing.pk) if link.right in self.offers]
        there = {link.right for link in links if not self.offers[Right(link.right)].again}
        rows = [row_of(request, link, self.opened_by, self.offers[Right(link.right)]) for link in links]
        return {
            "page": self,
            "links": [*self.first, *rows, *self.last],
            "missing": [(right, self.offers[right]) for right in self.makes if right not in there],
            "form": LinkForm(),
            "is_plain": self.offers.keys() != {Right.LOOK} and is_plain(request),
            **self.more,
        }


class Holds(TextChoices):
    """Ends of a link to write on a sheet; it ends when the evening is closed in any case."""

    NOON = "noon", _("until noon tomorrow")
    WEEK = "week", _("for a week")
    CLOSE = "close", _("until the evening is closed")


class LinkForm(forms.Form):
    """A link that is to be made."""

    right = forms.TypedChoiceField(choices=Right.choices, coerce=Right)
    holds = forms.ChoiceField(
        label=_("How long may others write here?"), choices=Holds.choices, initial=Holds.NOON, required=False
    )

    def until(self) -> datetime | None:
        """The end of a link to write; `None` if only closing ends it."""
        if self.cleaned_data["holds"] == Holds.CLOSE:
            return None
        if self.cleaned_data["holds"] == Holds.WEEK:
            return timezone.localtime() + timedelta(days=7)
        return noon_tomorrow()


def qr_svg(address: str) -> SafeString:
    """An inline SVG of a QR code that scales with its box; dark modules in the text colour.

    None is drawn of an address that no phone reaches.
    """
    if not is_reachable(address):
        return SafeString()
    drawn = _code_of(address).svg_inline(border=4, omitsize=True, svgclass="qr", lineclass=None)
    return mark_safe(drawn)  # noqa: S308 - digits only


@lru_cache(maxsize=64)
def _code_of(address: str) -> segno.QRCode:
    """The modules of an address: eight patterns are tried, which is a fifth of the wall's work."""
    return segno.make(address, error="m", micro=False)
