"""Following a club night: its standing moves with the night itself and with every table."""

from __future__ import annotations

from cegoscore.clubs.rights import sights

NIGHT = """
    SELECT night.id, part.id AS event, night.club_id, FALSE AS is_public,
        CAST(night.version AS TEXT) || '.' || (
            SELECT CAST(COUNT(sheet.id) AS TEXT) || '.' || CAST(COALESCE(SUM(sheet.version), 0) AS TEXT)
            FROM scoresheet_session sheet WHERE sheet.night_id = night.id AND sheet.deleted_at IS NULL
        ) AS version
    FROM scoresheet_clubnight night
    LEFT JOIN scoresheet_session part ON part.night_id = night.id AND part.deleted_at IS NULL
    WHERE night.id IN ({keys})
"""
"""A row a table: whoever may look at one of them may follow the standing."""

KIND = sights.followed(NIGHT)
