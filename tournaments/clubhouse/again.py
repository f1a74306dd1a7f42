"""Coming again: everybody of an event of a club against all earlier ones of its kind, by village and category."""

from collections import Counter
from collections.abc import Mapping, Sequence
from operator import attrgetter
from typing import Any
from uuid import UUID

from django.db.models import Count, Max, Q, QuerySet
from django.db.models.functions import Coalesce
from django.utils.translation import gettext as _

from cegoscore.clubs.names import sort_key
from cegoscore.csv_text import csv_text
from cegoscore.outings.models import Kind, Outing
from tournaments.clubhouse.reach import Reach
from tournaments.clubhouse.shown_events import shown_events
from tournaments.models import Result
from tournaments.seasons.importing import usual_categories
from tournaments.seasons.queries import category_label

MOST_EVENTS = 100
Parts = Mapping[str, Sequence[Any]]
"""New, returning and missing people by the word for it, each with `before`, `last` and `categories`."""


def again_page(reach: Reach, asked: str) -> dict[str, Any] | None:
    """The event with this key, else the newest that is over; none if there is none. Six queries at most."""
    outings = Outing.objects.filter(club=reach.club, kind__in=(Kind.TOURNAMENT, Kind.NIGHT))
    rows = outings.order_by("-moment", "key").values_list("key", "kind", "moment", "day", named=True).distinct()
    events: dict[str, Any] = {str(row.key): row for row in rows[:MOST_EVENTS]}
    event = events.get(asked) or next(iter(events.values()), None)
    if event is None:
        return None
    names, parts = shown_events([row.key for row in events.values()], reach), _parts(reach, event)
    return {
        "event": event,
        "events": [(row, names[row.key]) for row in events.values()],
        "parts": parts,
        "villages": _counted(parts, "villages"),
        "categories": _counted(parts, "categories"),
    }


def _parts(reach: Reach, event: Any) -> Parts:
    """Each part by when they were there last, and by surname.

    `before` is the number of earlier events somebody was at, `last` the day of the last of those, and `categories` are
    those of the tournament next to the event that had any.
    """
    earlier = Q(outings__kind=event.kind, outings__moment__lt=event.moment)
    rows: Any = reach.club.players.annotate(
        there=Count("outings", filter=Q(outings__key=event.key)),
        before=Count("outings", filter=earlier),
        last=Max("outings__day", filter=earlier),
    )
    rows = rows.annotate(sat=Q(pk__in=_who_sat_in(event.key)))  # also out of the ranking, which brings them nothing
    people = sorted(rows.filter(Q(sat=True) | Q(there=1) | Q(before__gt=0)), key=attrgetter("alphabetical"))
    people.sort(key=lambda person: str(person.last), reverse=True)
    usual = usual_categories([person.pk for person in people], event.day)
    for person in people:
        person.villages = [person.village]
        person.categories = [category_label(key) for key in sorted(usual.get(person.pk, ()))]
    return {
        _("New here"): [person for person in people if not person.before],
        _("Came again"): [person for person in people if person.before and (person.there or person.sat)],
        _("Missing"): [person for person in people if not (person.there or person.sat)],
    }


def _who_sat_in(event: UUID) -> QuerySet[Result, Any]:
    """The keys of everybody who has a result in the tournament with this key."""
    person = Coalesce("entrant__player__merged_into", "entrant__player")
    return Result.objects.filter(round__tournament=event, entrant__is_house=False).values_list(person)


def _counted(parts: Parts, what: str) -> list[tuple[str, list[int]]]:
    """The number of people of each part by name."""
    counts = [Counter(name for person in people for name in getattr(person, what)) for people in parts.values()]
    return [(name, [count[name] for count in counts]) for name in sorted(set().union(*counts), key=sort_key)]


def csv_of(parts: Parts) -> str:
    """A row a person; the mark at the beginning tells spreadsheets that it is UTF-8."""
    rows: list[Any] = [["", _("Name"), _("Village"), _("Events before"), _("Last time"), _("Categories")]]
    rows += [
        (word, person.label, person.village, person.before, person.last or "", ", ".join(person.categories))
        for word, people in parts.items()
        for person in people
    ]
    return "\ufeff" + csv_text(rows)
