"""Every write to a sheet. A service owns its transaction; constraints and version columns decide races."""

from cegoscore.scoresheet.services.between import insert_hand
from cegoscore.scoresheet.services.customs import begin_round, end_round, note_gstiess, set_stake
from cegoscore.scoresheet.services.documents import cannot_keep, import_document, write_ledger
from cegoscore.scoresheet.services.errors import Refused, Stale
from cegoscore.scoresheet.services.evening import (
    NothingOwed,
    adjust,
    buy_round,
    close_sheet,
    delete_sheet,
    next_evening,
    note,
    purge_sheets,
    reopen_sheet,
    restore_sheet,
    strike_adjustment,
)
from cegoscore.scoresheet.services.finishing import Agreeing, call_referee, confirm, hand_in, referee_came, take_back
from cegoscore.scoresheet.services.going_on import Carried, go_on
from cegoscore.scoresheet.services.ledger import (
    AllWritten,
    Conflict,
    Gap,
    SheetClosed,
    TableChanged,
    Writing,
    Written,
    counting_hands,
    standing_at,
    strike_or_restore,
    write_hand,
)
from cegoscore.scoresheet.services.people import merge, rename, reseat
from cegoscore.scoresheet.services.rule_change import change_rules
from cegoscore.scoresheet.services.table import join, open_table, set_turn
from cegoscore.scoresheet.services.whole_sheets import write_whole_sheets

__all__ = [
    "Agreeing",
    "AllWritten",
    "Carried",
    "Conflict",
    "Gap",
    "NothingOwed",
    "Refused",
    "SheetClosed",
    "Stale",
    "TableChanged",
    "Writing",
    "Written",
    "adjust",
    "begin_round",
    "buy_round",
    "call_referee",
    "cannot_keep",
    "change_rules",
    "close_sheet",
    "confirm",
    "counting_hands",
    "delete_sheet",
    "end_round",
    "go_on",
    "hand_in",
    "import_document",
    "insert_hand",
    "join",
    "merge",
    "next_evening",
    "note",
    "note_gstiess",
    "open_table",
    "purge_sheets",
    "referee_came",
    "rename",
    "reopen_sheet",
    "reseat",
    "restore_sheet",
    "set_stake",
    "set_turn",
    "standing_at",
    "strike_adjustment",
    "strike_or_restore",
    "take_back",
    "write_hand",
    "write_ledger",
    "write_whole_sheets",
]
