"""Following a tournament: desk, door, wall, standings and its public page show one version."""

from __future__ import annotations

from cegoscore.clubs.rights import sights

TOURNAMENT = """
    SELECT id, CAST(NULL AS uuid) AS event, club_id, is_public,
        CAST(version AS TEXT) || '.' || CAST(COALESCE(
            (SELECT SUM(sheet.version) FROM scoresheet_session sheet WHERE sheet.event = tournaments_tournament.id), 0
        ) AS TEXT) AS version
    FROM tournaments_tournament WHERE deleted_at IS NULL AND id IN ({keys})
"""
"""The version is as `queries.live_version` has it."""


KIND = sights.followed(TOURNAMENT)
"""The right to look is as `access.get_tournament` has it."""
