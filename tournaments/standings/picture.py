"""The picture of a tournament: the first ten, as strangers may read them."""

from __future__ import annotations

from uuid import UUID

from django.utils.formats import date_format

from cegoscore.pictures import MOST_ROWS, Picture, PictureRow
from tournaments.course.queries import live_version
from tournaments.course.showing import shown_to_all
from tournaments.models import Tournament, called
from tournaments.standings.queries import Standings, standings_of


def tournament_picture(tournament: Tournament, table: Standings, version: str) -> Picture:
    """The picture of these standings; without names while results are held back. Whoever was erased is not in it."""
    shows = table.has_begun and table.shown.is_everything
    first = table.lines[:MOST_ROWS] if shows else ()
    day = date_format(tournament.day, "DATE_FORMAT")
    return Picture(
        title=tournament.name,
        day=", ".join(filter(None, (day, tournament.venue))),
        rows=[
            PictureRow(name=line.person.name, amount=line.row.total, rank=line.row.rank)
            for line in first
            if line.person.name != called("", line.row.number)
        ],
        version=version,
    )


def tournament_preview(key: UUID) -> Picture | None:
    """The picture of the tournament with this key; None if there is none."""
    tournament = Tournament.objects.filter(pk=key).first()
    if tournament is None:
        return None
    table = standings_of(tournament, shown_to_all(tournament, to_strangers=True))
    return tournament_picture(tournament, table, live_version(tournament))
