"""Reads about club nights: who may see one, its tables, and who sits there. As many queries for ten tables as for one.

Who manages the club arranges a night; whoever may look at one of its tables may look.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.db.models import Prefetch, Q, QuerySet
from django.http import HttpRequest
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.utils.formats import date_format

from cegoscore.clubs.house_rules.rule_sets import rules_of
from cegoscore.clubs.known_people import labelled
from cegoscore.clubs.models import Club, Player, Right
from cegoscore.clubs.rights import sights
from cegoscore.clubs.rights.access import right_on
from cegoscore.clubs.rights.devices import device_id
from cegoscore.clubs.rights.sights import Look
from cegoscore.database.prepared import Prepared
from cegoscore.pictures import Picture
from cegoscore.scoresheet.conditions import HAVE_PLAYED
from cegoscore.scoresheet.ledger.ledger_rows import in_force
from cegoscore.scoresheet.ledger.seats import Turn, next_turn
from cegoscore.scoresheet.models import ClubNight, Hand, Seat, Session, SessionQuerySet, State

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


def look_at(request: HttpRequest, night_id: UUID) -> Look:
    """The version of the night for a device that may look at it: 404 for a stranger."""
    return sights.look_at(request, NIGHT, night_id)


def get_night(request: HttpRequest, night_id: UUID, right: Right = Right.LOOK) -> tuple[ClubNight, Right]:
    """The night and what this device may do with it: 404 for a stranger, 403 for one who may do less.

    To write is to open a table there, and a right on one of its tables is no more than a right to look.
    """
    night = get_object_or_404(ClubNight.objects.select_related("club", "rule_set"), pk=night_id)
    has = right_on(device_id(request), target=night.pk, club=night.club_id)
    if has is None:
        look_at(request, night_id)
        has = Right.LOOK
    if not has.covers(right):
        raise PermissionDenied
    return night, has


def get_night_to_arrange(request: HttpRequest, night_id: UUID) -> ClubNight:
    """The night if this device manages its club."""
    return get_night(request, night_id, Right.MANAGE)[0]


def night_preview(key: UUID) -> Picture | None:
    """The name and day of the night with this key; None if there is none."""
    night = ClubNight.objects.filter(pk=key).first()
    return Picture(title=night.name, day=date_format(night.day, "DATE_FORMAT")) if night else None


MOST_NIGHTS = 5
"""Limit of nights that are over on the page of their club."""
MOST_TABLES = 40


@dataclass(frozen=True, slots=True, kw_only=True)
class NightTable:
    """A table of a night as it stands: its columns, who takes part in the next hand, and what was written."""

    sheet: Session
    number: int
    seats: Sequence[Seat]
    ranked: Sequence[Seat]
    """The columns that count in the standing: at a closed table those of people who played."""
    turn: Turn
    hands: int

    @property
    def is_open(self) -> bool:
        """True while it is played."""
        return self.sheet.state == State.OPEN

    @property
    def at_table(self) -> Sequence[Seat]:
        """The columns of those who sit there, anticlockwise; nobody sits at a closed one."""
        by_number = {seat.number: seat for seat in self.seats}
        return [by_number[number] for number in self.turn.lineup] if self.is_open else []


def tables_of(night: ClubNight) -> list[NightTable]:
    """The tables of a night, by number. Four queries."""
    seats = Prefetch("seats", Seat.objects.select_related("player__merged_into").order_by("number"))
    sheets = night.sheets.that_count().select_related("rule_set").prefetch_related(seats)
    rows: dict[UUID, list[Hand]] = defaultdict(list)
    hands = Hand.objects.filter(session__in=night.sheets.values("pk")).order_by("place", "revision")
    for row in hands.only("session", "number", "place", "revision", "lineup", "dealer", "game", "outcome", "void"):
        rows[row.session_id].append(row)
    played = set(Seat.objects.filter(HAVE_PLAYED, session__night=night).values_list("pk", flat=True))
    return [_table(sheet, rows[sheet.pk], played) for sheet in sheets.order_by("night_table", "started_at")]


def _table(sheet: Session, rows: list[Hand], played: Collection[int]) -> NightTable:
    return NightTable(
        sheet=sheet,
        number=sheet.night_table or 0,
        seats=list(sheet.seats.all()),
        ranked=[seat for seat in sheet.seats.all() if seat.pk in played or sheet.state == State.OPEN],
        turn=next_turn(sheet, rows, rules_of(sheet.rule_set)),
        hands=sum(not row.void and row.game != "dead" for row in in_force(rows)),
    )


def sitting(tables: Iterable[NightTable]) -> dict[int, NightTable]:
    """The table at which each person sits now, by the person's key."""
    return {seat.player.person.pk: table for table in tables for seat in table.at_table}


def labels_of(people: Iterable[Player]) -> Mapping[int, str]:
    """Names that tell people apart, by key; with the village where two have one name."""
    rows = list(people)
    labels = {player.pk: label for label, player in labelled(player for player in rows if player.name).items()}
    return {player.pk: labels.get(player.pk, player.label) for player in rows}


def free_numbers(night: ClubNight) -> list[int]:
    """Numbers of the tables of the room at which nobody has opened a sheet; a deleted one may come back."""
    taken = set(night.sheets.values_list("night_table", flat=True))
    return [number for number in range(1, night.places + 1) if number not in taken]


def nights_coming(club: Club) -> list[ClubNight]:
    """Planned and running nights, the next first; one that was begun yesterday may run past midnight."""
    return _coming(club.pk, *_about_now())


def nights_past(club: Club) -> list[ClubNight]:
    """The newest nights that are over; one that nobody ended with its day, or the next if it was begun."""
    return _past(club.pk, *_about_now())


def _about_now() -> tuple[date, date]:
    today = timezone.localdate()
    return today, today - timedelta(days=1)


def _to_come(club: UUID, today: date, yesterday: date) -> QuerySet[ClubNight]:
    begun = Q(pk__in=Session.objects.filter(club=club).values("night"), day=yesterday)
    return ClubNight.objects.filter(begun | Q(day__gte=today), club=club, ended_at=None)


@Prepared
def _coming(club: UUID, today: date, yesterday: date) -> QuerySet[ClubNight]:
    return _to_come(club, today, yesterday).order_by("day", "created_at")


@Prepared
def _past(club: UUID, today: date, yesterday: date) -> QuerySet[ClubNight]:
    coming = _to_come(club, today, yesterday).values("pk")
    return ClubNight.objects.filter(club=club).exclude(pk__in=coming).order_by("-day", "-created_at")[:MOST_NIGHTS]


def sheets_to_add(night: ClubNight) -> SessionQuerySet:
    """Open sheets of the club that belong to no night, the newest first."""
    rows = Session.objects.filter(club=night.club_id, event=None, night=None, state=State.OPEN)
    return rows.that_count().order_by("-started_at", "pk")


def last_played(club: Club) -> Session | None:
    """The club's newest evening, for rules and stake of the next."""
    rows = Session.objects.filter(club=club, event=None, deleted_at=None).select_related("rule_set")
    return rows.order_by("-started_at", "-pk").first()
