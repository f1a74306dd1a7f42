"""Headings of the columns of a league table: place, day where one place was played at more than once, weight."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence

from django.utils import formats
from django.utils.translation import gettext as _

from tournaments.seasons.models import SeasonEvent


def column_headings(events: Sequence[SeasonEvent]) -> Mapping[int, str]:
    """Heading of each event by its key; no two are alike."""
    short = {event.pk: event.short for event in events}
    dated = _where_alike(short, events, lambda event: f"{event.venue} {_day(event)}" if event.venue else event.short)
    seen: Counter[str] = Counter()
    found: dict[int, str] = {}
    for key, heading in dated.items():
        seen[heading] += 1
        found[key] = heading if seen[heading] == 1 else f"{heading} ({seen[heading]})"
    return found | {event.pk: f"{found[event.pk]} × {event.weight}" for event in events if event.weight > 1}


def _where_alike(
    headings: Mapping[int, str], events: Iterable[SeasonEvent], other: Callable[[SeasonEvent], str]
) -> dict[int, str]:
    """Another heading for each of those that are called the same."""
    alike = Counter(headings.values())
    return {event.pk: other(event) if alike[headings[event.pk]] > 1 else headings[event.pk] for event in events}


def _day(event: SeasonEvent) -> str:
    # Translators: day and month in figures, as Django's filter `date` takes it.
    return formats.date_format(event.held_on, _("j M"))
