"""The nightly removal of what nobody can bring back any more."""

from __future__ import annotations

from cegoscore.clubs.purging import purge_clubs
from cegoscore.scoresheet.services.late_hands import purge_late_hands
from cegoscore.scoresheet.services.sheets import purge_sheets


def purge() -> str:
    """Remove sheets deleted and late hands sent more than 30 days ago, and clubs left empty; return how many."""
    sheets, late, clubs = purge_sheets(), purge_late_hands(), purge_clubs()
    return f"{sheets} sheets removed, {late} late hands removed, {clubs} empty clubs removed"
