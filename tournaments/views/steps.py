"""The course of the evening, as the desk's pages show it on their left."""

from __future__ import annotations

from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments.models import Tournament


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """A part of the evening with its page."""

    label: str
    address: str
    is_here: bool


def steps_of(tournament: Tournament, here: str) -> list[Step]:
    """The pages of the desk; `here` is the name of the one that is shown."""
    pages = (("tournament_settings", _("Set up")), ("door", _("Register")), ("desk", _("Desk")))
    return [
        Step(label=label, address=reverse(name, args=[tournament.pk]), is_here=name == here) for name, label in pages
    ]
