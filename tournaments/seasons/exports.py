"""Exports of a season: its tables for programs and spreadsheets (docs/contest.md describes both), its days."""

from collections.abc import Iterator
from typing import Any

from django.utils.translation import gettext as _

from cegoscore.contest.league import EventResult
from cegoscore.csv_text import csv_text
from tournaments.hall.calendar import Appointment, appointment_of
from tournaments.seasons.models import Season, SeasonEvent
from tournaments.seasons.queries import CategoryKey, LeagueLine, LeagueTable, events_of, is_running, league_table_of
from tournaments.seasons.rows import column_headings

FORMAT = "cegoscore.league-table"
VERSION = 1


def table_document(season: Season, *, to_strangers: bool = False) -> dict[str, Any]:
    """Everything that the page shows, for programs."""
    league = league_table_of(season, to_strangers=to_strangers)
    return {
        "format": FORMAT,
        "version": VERSION,
        "season": _season(season),
        "events": [_event(league, event) for event in league.events],
        "tables": [_table(league, None), *(_table(league, key) for key in league.categories)],
    }


def _season(season: Season) -> dict[str, Any]:
    return {
        "id": str(season.pk),
        "name": season.name,
        "club": season.club.name,
        "first_day": season.first_day.isoformat(),
        "last_day": season.last_day.isoformat(),
        "closed": season.is_closed,
        "counting": season.counting,
    }


def _event(league: LeagueTable, event: SeasonEvent) -> dict[str, Any]:
    return {
        "name": event.name,
        "venue": event.venue,
        "day": event.held_on.isoformat(),
        "players": len(league.numbers.points.get(event.pk, {})),
        "weight": event.weight,
        "running": is_running(event),
    }


def _table(league: LeagueTable, key: CategoryKey | None) -> dict[str, Any]:
    category = None if key is None else {"kind": key[0].value, "name": key[1]}
    return {"category": category, "rows": [_row(line) for line in league.lines(key)]}


def _row(line: LeagueLine) -> dict[str, Any]:
    row = line.row
    return {
        "rank": row.rank,
        "change": row.change,
        "player": {"id": line.person.pk, "name": line.person.name, "village": line.person.village} | _then(line),
        "events": row.events,
        "wins": row.wins,
        "best": row.best,
        "total": row.total,
        "tied_with": list(row.tied_with),
        "decided_by": list(row.decided_by),
        "results": [_result(result) for result in row.results],
    }


def _result(result: EventResult | None) -> dict[str, Any] | None:
    if result is None:
        return None
    return {"points": result.points, "value": result.value, "rank": result.rank, "counts": not result.struck}


def table_csv(season: Season, *, to_strangers: bool = False) -> str:
    """A row a player, a column an event; the last column names the events that do not count."""
    league = league_table_of(season, to_strangers=to_strangers)
    headings = column_headings(league.events)
    columns = [_column(event, headings[event.pk]) for event in league.events]
    rows: list[list[object]] = [
        [_("Rank"), _("Up or down"), _("Name"), _("Village"), _("Events"), *columns, _("Points"), _("Struck")]
    ]
    for line in league.lines():
        row = line.row
        amounts = ["" if result is None else result.value for result in row.results]
        struck = [column for column, result in zip(columns, row.results, strict=True) if result and result.struck]
        start = ["" if row.rank is None else row.rank, "" if row.change is None else row.change]
        rows.append([*start, _name(line), line.person.village, row.events, *amounts, row.total, ", ".join(struck)])
    return csv_text(rows)


def _then(line: LeagueLine) -> dict[str, str]:
    return {"called_then": line.person.was} if line.person.was else {}


def _name(line: LeagueLine) -> str:
    return f"{line.person.name} ({line.person.was})" if line.person.was else line.person.name


def _column(event: SeasonEvent, heading: str) -> str:
    """The heading with the day as programs read it, which stands for the one that people read where that is all."""
    day = f"{event.held_on:%Y-%m-%d}"
    return f"{heading} {day}" if event.venue else heading.replace(event.short, day, 1)


def appointments_of(season: Season) -> Iterator[Appointment]:
    """The events in the order of their days: of one that has no public page as much as the season's table says."""
    for event in events_of(season):
        if event.tournament and event.tournament.is_public:
            yield appointment_of(event.tournament)
        else:
            yield Appointment(
                key=_calendar_key(event),
                since=season.created_at,
                version=season.version,
                name=event.name,
                day=event.held_on,
                place=event.venue,
                path=season.get_absolute_url(),
                is_cancelled=event.tournament is not None and event.tournament.cancelled_at is not None,
            )


def _calendar_key(event: SeasonEvent) -> str:
    """The key of what was held, so that an event taken out and added again stays one entry."""
    if guest := getattr(event, "guest", None):
        return str(guest.origin)
    return str(event.tournament_id or event.night_id or event.sheet_id or f"{event.season_id}-{event.pk}")
