"""The nightly removal of what nobody can bring back any more."""

from __future__ import annotations

from cegoscore.clubs.purging import purge_clubs
from cegoscore.scoresheet.services.sheets import purge_sheets


def purge() -> str:
    """Remove sheets deleted more than 30 days ago, with everything on them, and clubs left empty; return how many."""
    return f"{purge_sheets()} sheets removed, {purge_clubs()} empty clubs removed"
