"""Following a tournament: desk, door, wall, standings and its public page show one version."""

from __future__ import annotations

import uuid
from collections.abc import Collection

from cegoscore.clubs.rights import sights
from cegoscore.clubs.rights.devices import device_in
from cegoscore.front.watched import Device, Kind, Sight

TOURNAMENT = """
    SELECT id, CAST(NULL AS uuid) AS event, club_id, is_public,
        CAST(version AS TEXT) || '.' || CAST(COALESCE(
            (SELECT SUM(sheet.version) FROM scoresheet_session sheet WHERE sheet.event = tournaments_tournament.id), 0
        ) AS TEXT) AS version
    FROM tournaments_tournament WHERE deleted_at IS NULL AND id IN ({keys})
"""
"""The version is as `queries.live_version` has it."""


def tournament_sights(tournament: uuid.UUID, devices: Collection[Device]) -> dict[Device, Sight]:
    """Find those of the devices that may look at the tournament, as `access.get_tournament` has it."""
    return sights.sights(TOURNAMENT, tournament, devices)


def tournament_versions(tournaments: Collection[uuid.UUID]) -> dict[uuid.UUID, str]:
    """The versions of tournaments."""
    return sights.versions(TOURNAMENT, tournaments)


KIND = Kind(device_in=device_in, versions=tournament_versions, sights=tournament_sights)
