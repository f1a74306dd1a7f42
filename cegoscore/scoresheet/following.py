"""Following a sheet: its version, and who may look at it, for the bell and for open pages that ask again."""

from __future__ import annotations

import uuid
from collections.abc import Collection

from cegoscore.clubs.rights import sights
from cegoscore.clubs.rights.devices import device_in
from cegoscore.front.watched import Device, Kind, Sight

SHEET = """
    SELECT id, event, club_id, FALSE AS is_public, version
    FROM scoresheet_session WHERE deleted_at IS NULL AND id IN ({keys})
"""


def sheet_sights(sheet: uuid.UUID, devices: Collection[Device]) -> dict[Device, Sight]:
    """Find those of the devices that may look at the sheet, as `access.get_sheet` has it."""
    return sights.sights(SHEET, sheet, devices)


def sheet_versions(sheets: Collection[uuid.UUID]) -> dict[uuid.UUID, str]:
    """The versions of sheets; a deleted one has none."""
    return sights.versions(SHEET, sheets)


def is_unchanged(sheet: uuid.UUID, version: str, device: uuid.UUID) -> bool:
    """True if the device may see the sheet and shows its newest version: nearly all that open pages ask."""
    sight = sheet_sights(sheet, (device,)).get(device)
    return sight is not None and sight.version == version


KIND = Kind(device_in=device_in, versions=sheet_versions, sights=sheet_sights)
