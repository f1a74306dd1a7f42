"""Every write to a sheet. A service owns its transaction; constraints and version columns decide races."""

from cegoscore.scoresheet.services.documents import import_document
from cegoscore.scoresheet.services.evening import adjust, note
from cegoscore.scoresheet.services.ledger import (
    Conflict,
    SheetClosed,
    Writing,
    Written,
    standing_at,
    strike_or_restore,
    write_hand,
)
from cegoscore.scoresheet.services.table import open_table

__all__ = [
    "Conflict",
    "SheetClosed",
    "Writing",
    "Written",
    "adjust",
    "import_document",
    "note",
    "open_table",
    "standing_at",
    "strike_or_restore",
    "write_hand",
]
