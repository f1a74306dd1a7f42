"""Following a season: its table moves with its own version, its tournaments and its evenings."""

from __future__ import annotations

from cegoscore.clubs.rights import sights

SEASON = """
    SELECT id, CAST(NULL AS uuid) AS event, club_id, is_public,
        CAST(version AS TEXT) || '.' || (
            SELECT CAST(COALESCE(SUM(tournament.version), 0) AS TEXT)
                || '.' || CAST(COUNT(sheet.id) AS TEXT)
                || '.' || CAST(COALESCE(SUM(sheet.version), 0) AS TEXT)
            FROM seasons_seasonevent event
            LEFT JOIN tournaments_tournament tournament ON tournament.id = event.tournament_id
                AND tournament.deleted_at IS NULL
            LEFT JOIN scoresheet_session sheet ON (sheet.id = event.sheet_id OR sheet.night_id = event.night_id)
                AND sheet.deleted_at IS NULL
            WHERE event.season_id = seasons_season.id
        ) AS version
    FROM seasons_season WHERE id IN ({keys})
"""
"""Only closed rounds of a tournament count, so its tables' hands are not news; those of an evening are.

What is taken out of a season, deleted or brought back has moved the season's own version before.
"""

KIND = sights.followed(SEASON)
"""The right to look is as `views.access.get_season` has it."""
