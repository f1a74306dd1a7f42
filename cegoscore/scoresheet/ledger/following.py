"""Following a sheet: its version, and who may look at it, for the bell and for open pages that ask again."""

from __future__ import annotations

import uuid

from cegoscore.clubs.rights import sights

SHEET = """
    SELECT id, event, club_id, FALSE AS is_public, version
    FROM scoresheet_session WHERE deleted_at IS NULL AND id IN ({keys})
"""


KIND = sights.followed(SHEET)
"""The right to look is as `access.get_sheet` has it. A deleted sheet has no version."""


def is_unchanged(sheet: uuid.UUID, version: str, device: uuid.UUID) -> bool:
    """True if the device may see the sheet and shows its newest version: nearly all that open pages ask."""
    sight = KIND.sights(sheet, (device,)).get(device)
    return sight is not None and sight.version == version
