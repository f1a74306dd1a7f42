"""The nightly removal of what nobody can bring back any more."""

from __future__ import annotations

from cegoscore.clubs.purging import PURGES, purge_clubs
from cegoscore.clubs.rights.stranger_limits import forget_addresses
from cegoscore.scoresheet.evening.services.late_hands import purge_late_hands
from cegoscore.scoresheet.ledger.services.sheets import purge_sheets


def purge() -> str:
    """Remove what was deleted more than 30 days ago, with everything in it, and clubs left empty; return how many."""
    above = [removed() for removed in PURGES]
    forget_addresses()
    here = [f"{purge_sheets()} sheets removed", f"{purge_late_hands()} late hands removed"]
    return ", ".join([*above, *here, f"{purge_clubs()} empty clubs removed"])
