"""Addresses that links to a sheet lead to."""

from __future__ import annotations

from cegoscore.clubs.models import Link
from cegoscore.scoresheet.models import Session


def sheet_address(link: Link) -> str | None:
    """The sheet's page, if the link's target is one."""
    sheet = Session.objects.filter(pk=link.target).only("pk").first()
    return sheet.get_absolute_url() if sheet else None
