"""Evenings found again: the sheets that a device knows, searched, a page at a time; deleted ones; the demo."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from functools import cache
from pathlib import Path
from typing import Any
from uuid import UUID

from django.conf import settings
from django.core.paginator import Page, Paginator
from django.db.models import Count, Q, QuerySet, Window
from django.db.models.functions import Coalesce
from django.utils import timezone, translation
from django.utils.translation import ngettext

from cegoscore.clubs.models import Device, Grant, Player
from cegoscore.clubs.names import in_capitals_or_not, set_apart, told_apart
from cegoscore.scoresheet.conditions import is_replaced
from cegoscore.scoresheet.models import ClubNight, Hand, Seat, Session, SessionQuerySet, State, nameless
from cegoscore.scoring.documents.document import Document, parse_json
from cegoscore.scoring.problems import InvalidInput

PER_PAGE = 20
MOST_RECENT = 10
RUNS_FOR = timedelta(hours=12)
"""Time for which a table that was opened and not ended counts as being played at."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Evening:
    """A sheet as lists show it."""

    sheet: Session
    totals: Sequence[tuple[str, int]]
    """Names and points, in the order of the seats."""
    hands: int
    label: str = ""
    """The title, else who sat there; with the time where two of a day have one: no two look alike."""

    @property
    def names(self) -> str:
        """Names of those who sat there."""
        return ", ".join(name for name, _total in self.totals)

    @property
    def played(self) -> str:
        """The number of hands in words. Made here, because a tag of the template takes thrice as long for each line."""
        return ngettext("%(hands)s hand", "%(hands)s hands", self.hands) % {"hands": self.hands}

    @property
    def results(self) -> list[tuple[str, int]]:
        """Names with their totals, the highest first."""
        return sorted(self.totals, key=lambda result: -result[1])


def recent_evenings(device: UUID | None) -> list[Evening]:
    """The sheets that the device may look at, newest first; a tournament's tables only where it was at the table."""
    return evenings_of(Session.objects.met_by(device), MOST_RECENT)


def runs(sheet: Session, rights: Collection[UUID]) -> bool:
    """True if it is open and of the last hours; of a club night's tables only for one of which there is a right."""
    is_new = sheet.state == State.OPEN and sheet.started_at > timezone.now() - RUNS_FOR
    return is_new and (sheet.night_id is None or sheet.pk in rights)


def nights_about_now(device: UUID | None) -> list[ClubNight]:
    """Club nights that the device may follow and that nobody has ended: those of yesterday, today and tomorrow."""
    if device is None:
        return []
    day, today = timedelta(days=1), timezone.localdate()
    nights = ClubNight.objects.known_to(device).filter(ended_at=None, day__gte=today - day, day__lte=today + day)
    return list(nights.order_by("day", "created_at"))


def evenings_of(sheets: SessionQuerySet, most: int) -> list[Evening]:
    """Some sheets as lists show them, newest first."""
    return _evenings(_on_list(_keys(sheets)[:most]))


def find_evenings(
    device: UUID | None, *, q: str = "", since: date | None = None, until: date | None = None, page: Any = None
) -> tuple[Page[UUID], list[Evening]]:
    """A page of the sheets that the device may look at. Each word of `q` must stand in the title or in a name."""
    sheets = Session.objects.known_to(device)
    people = Player.objects.filter(club__in=Grant.objects.valid().filter(device=device).values("club"))
    for word in q.replace(",", " ").split():
        sheets = sheets.filter(_mentions(word, people))
    if since:
        sheets = sheets.filter(started_at__date__gte=since)
    if until:
        sheets = sheets.filter(started_at__date__lte=until)
    keys = _keys(sheets)
    on_page = Paginator(keys, PER_PAGE).get_page(page) if page else _newest(keys)
    return on_page, _evenings(_on_list(on_page))


def deleted_evenings(device: UUID | None) -> list[Evening]:
    """Deleted evenings that the device may restore, the last deleted first."""
    return _evenings(_on_list(_keys(Session.objects.restorable_by(device))).order_by("-deleted_at"))


def sheet_titled(device: Device, titles: Sequence[str]) -> Session | None:
    """The newest sheet of one of these titles that the device knows."""
    return Session.objects.known_to(device.id).filter(title__in=titles).order_by("-started_at").first()


def evening_with_hands(device: Device, hands: Collection[UUID]) -> Session | None:
    """A sheet that the device knows and on which one of these hands is written."""
    return Session.objects.known_to(device.id).filter(hands__uuid__in=hands).first() if hands else None


def following_sheet(sheet: Session) -> Session | None:
    """The sheet that continues this one and is not deleted."""
    return sheet.continued_by.filter(deleted_at=None).first()


def with_earlier(sheets: Iterable[UUID]) -> list[UUID]:
    """These sheets, and those whose totals went on to them. One query, another one for each step back."""
    chain = newest = list(sheets)
    while newest:
        newest = list(Session.objects.filter(continued_by__in=newest).values_list("pk", flat=True))
        chain = chain + newest
    return chain


def _mentions(word: str, people: QuerySet[Player]) -> Q:
    """One query for the people, who come first: where one of them was there, no title is searched."""
    titles, names = Q(), Q()
    for spelling in in_capitals_or_not(word):
        titles |= Q(title__icontains=spelling)
        names |= Q(merged_into=None, name__icontains=spelling) | Q(merged_into__name__icontains=spelling)
    named = list(people.filter(names).values_list("pk", flat=True))
    return Q(pk__in=Seat.objects.filter(player__in=named).values("session")) | titles


def _keys(sheets: SessionQuerySet) -> QuerySet[Session, UUID]:
    """Newest first: what a list shows is read of those that stand on it, not of all."""
    return sheets.order_by("-started_at", "id").values_list("pk", flat=True)


def _newest(keys: QuerySet[Session, UUID]) -> Page[UUID]:
    """The first page, counted in the same query: to find them costs more than to read them."""
    rows = list(keys.annotate(all=Window(Count("pk"))).values_list("pk", "all")[:PER_PAGE])
    paginator = Paginator(keys, PER_PAGE)
    paginator.count = rows[0][1] if rows else 0
    return Page([key for key, _all in rows], 1, paginator)


def _on_list(keys: Iterable[UUID]) -> SessionQuerySet:
    """Newest first, with what a list shows of the sheets themselves."""
    sheets = Session.objects.filter(pk__in=list(keys))
    return sheets.order_by("-started_at", "id").only(
        "club", "event", "night", "title", "state", "started_at", "deleted_at"
    )


def _written(sheets: Collection[UUID]) -> Counter[UUID]:
    """The hands that count, by sheet. One query: joined to that of the sheets it costs PostgreSQL twice as much."""
    hands = Hand.objects.filter(~is_replaced(), session__in=sheets, void=False).exclude(game="dead").order_by()
    return Counter(dict(hands.values_list("session").annotate(Count("number"))))


def _results(sheets: Collection[UUID]) -> dict[UUID, list[tuple[str, int]]]:
    """Names and totals by sheet, in the order of the seats, namesakes as on the sheet. One query."""
    name, village = (Coalesce(f"player__merged_into__{column}", f"player__{column}") for column in ("name", "village"))
    rows = Seat.objects.filter(session__in=sheets).order_by("number")
    rows_there = rows.values_list("session", "number", name, village, "total")
    seats: dict[UUID, dict[int, tuple[str, str, int]]] = defaultdict(dict)
    for sheet, number, name_there, village_there, total in rows_there:
        seats[sheet][number] = name_there or nameless(number), village_there or str(number + 1), total
    return {sheet: _told_apart(columns) for sheet, columns in seats.items()}


def _told_apart(columns: dict[int, tuple[str, str, int]]) -> list[tuple[str, int]]:
    names = {number: name for number, (name, _beside, _total) in columns.items()}
    labels = told_apart(names, lambda number: f"{names[number]} ({columns[number][1]})")
    return [(labels[number], total) for number, (_name, _beside, total) in columns.items()]


def _evenings(sheets: SessionQuerySet) -> list[Evening]:
    """Evenings of sheets as `_on_list` reads them; without any nothing else is asked."""
    keys = [sheet.id for sheet in sheets]
    if not keys:
        return []
    results, written = _results(keys), _written(keys)
    rows = {
        sheet.id: Evening(
            sheet=sheet,
            totals=[(set_apart(name), total) for name, total in results.get(sheet.id, [])],
            hands=written[sheet.id],
        )
        for sheet in sheets
    }
    times = {key: timezone.localtime(row.sheet.started_at) for key, row in rows.items()}
    of_days: dict[date, dict[UUID, str]] = defaultdict(dict)
    for key, row in rows.items():
        of_days[times[key].date()][key] = row.sheet.called_by(name for name, _total in row.totals)
    for labels in of_days.values():
        told = told_apart(labels, lambda key: f"{of_days[times[key].date()][key]}, {times[key]:%H:%M}")
        rows |= {key: replace(rows[key], label=label) for key, label in told.items()}
    return list(rows.values())


DEMO = Path(__file__).parent / "demo_evening.json"
TITLE = translation.gettext_noop("Wednesdays at the Löwen")


def demo_document() -> Document:
    """24 hands with every kind of game, under a title in the language of the page."""
    return replace(_stored(), title=translation.gettext(TITLE))


@cache
def _stored() -> Document:
    """Raises `InvalidInput` if the file is faulty."""
    document, problems = parse_json(DEMO.read_text(encoding="utf-8"))
    if document is None:
        raise InvalidInput(problems)
    return document


def demo_titles() -> list[str]:
    """The title in every language."""
    titles = []
    for language, _name in settings.LANGUAGES:
        with translation.override(language):
            titles.append(translation.gettext(TITLE))
    return titles
