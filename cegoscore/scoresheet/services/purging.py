"""The nightly removal of what nobody can bring back any more."""

from __future__ import annotations

from cegoscore.clubs.purging import PURGES, purge_clubs
from cegoscore.scoresheet.services.sheets import purge_sheets


def purge() -> str:
    """Remove what was deleted more than 30 days ago, with everything in it, and clubs left empty; return how many."""
    above = [removed() for removed in PURGES]
    return ", ".join([*above, f"{purge_sheets()} sheets removed", f"{purge_clubs()} empty clubs removed"])
