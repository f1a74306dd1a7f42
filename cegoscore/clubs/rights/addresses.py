"""Addresses of what links open. A link's target is opaque here; higher floors register the rows that it may be."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from django.urls import reverse

from cegoscore.clubs.models import Link
from cegoscore.registry import Registry


class LinkTarget(NamedTuple):
    """Rows that links lead to."""

    rows: Any
    view: str
    """The view of a row's page."""
    by_right: Mapping[str, str] = {}
    """Another page's view by the right of the link, where there is one."""


TARGETS: Registry[LinkTarget] = Registry()
"""One for each kind of target."""


def address_of(link: Link) -> str | None:
    """The clean address that the link leads to; `None` if its target is gone."""
    there = (target for target in TARGETS if target.rows.filter(pk=link.target).exists())
    views = (target.by_right.get(link.right, target.view) for target in there)
    return next((reverse(view, args=[link.target]) for view in views), None)
