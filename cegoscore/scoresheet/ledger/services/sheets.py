"""A sheet as a whole: opened, closed, deleted, restored, purged, moved to another club, read from a document."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import datetime
from decimal import Decimal
from typing import Any
from uuid import UUID, uuid4

from django.db import transaction
from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.utils import timezone

from cegoscore.bookings import services as bookings
from cegoscore.bookings.models import DUE, EVENING, Booking
from cegoscore.clubs.errors import Refused
from cegoscore.clubs.house_rules.rule_sets import stored
from cegoscore.clubs.log import note
from cegoscore.clubs.models import Club, Device, Grant, Link, LogKind, Player, Right
from cegoscore.clubs.people import lock_above, person_of, persons_of, queue_on, tell_others
from cegoscore.clubs.purging import remove, surely_before
from cegoscore.clubs.rights.links import forget_targets, let_end, link_for, open_club
from cegoscore.outings.models import Kind
from cegoscore.outings.services import follow
from cegoscore.registry import Registry
from cegoscore.scoresheet.ledger.ledger_rows import in_force
from cegoscore.scoresheet.ledger.services.ledger import move_totals, paid_by, row_of
from cegoscore.scoresheet.ledger.wording import Stale, refuse_at_tournament
from cegoscore.scoresheet.ledger.writing import NewTable, Writing
from cegoscore.scoresheet.models import KEPT, Adjustment, ClubNight, Hand, Note, Score, Seat, Session, State
from cegoscore.scoring.checks import check_hand
from cegoscore.scoring.documents.document import Document
from cegoscore.scoring.documents.entries import Entry
from cegoscore.scoring.problems import Problem


def create_sheet(club: Club, table: NewTable, *, players: Sequence[Player] | None = None, **more: Any) -> Session:
    """A new sheet of a club with its seats; without `players` everybody is new there. `more`: other columns.

    It has a link to look on from the start, so that its page for sharing opens with a QR code.
    """
    if players is None:
        players = Player.objects.bulk_create([Player(club=club, name=name) for name in table.names])
    columns = {"lineup": list(range(len(players))), "rule_set": stored(table.rules), "dealer": table.first_dealer}
    columns |= {name: getattr(table, name) for name in ("title", "stake", "currency")}
    sheet = Session.objects.create(club=club, **columns | more)
    Seat.objects.bulk_create(Seat(session=sheet, number=n, player=player) for n, player in enumerate(players))
    link_for(club, right=Right.LOOK, target=sheet.pk)
    return sheet


def close_sheet(
    sheet: Session, *, by: UUID | None = None, at: datetime | None = None, newest: int | None = None
) -> None:
    """End the evening: the sheet takes nothing more, and links to write on it end; one that is not open stays so.

    `at`: the moment of something larger that ends with it. `newest`: key of the last hand that was there when somebody
    said so. Raises `Refused` at a tournament's table, and `Stale` if others than `by` have written since.
    """
    refuse_at_tournament(sheet)
    with transaction.atomic():
        at = at or timezone.now()
        if shut(sheet, at=at):
            if newest is not None and sheet.hands.filter(pk__gt=newest).exclude(device=by).exists():
                raise Stale
            let_end(sheet.pk, right=Right.WRITE, at=at)
            note(sheet.club_id, LogKind.SHEET_CLOSED, device=by, subject=called(sheet))


def reopen_sheet(sheet: Session, *, by: UUID | None = None) -> None:
    """Go on with a closed sheet; one whose totals were carried over to another stays closed. Managers are told.

    Raises `Refused` at a tournament's table.
    """
    refuse_at_tournament(sheet)
    with transaction.atomic():
        if unshut(sheet) is not None:
            note(sheet.club_id, LogKind.SHEET_REOPENED, device=by, subject=called(sheet), tells=True)


def renew(sheet: Session) -> None:
    """A new version for a change that a closed sheet takes, too: whoever looks sees it, and writers queue on it."""
    Session.objects.filter(pk=sheet.pk).update(version=F("version") + 1)


def shut(sheet: Session, *, at: datetime) -> bool:
    """Close a sheet that ended then, within somebody's transaction; false if it was not open."""
    this = Session.objects.filter(pk=sheet.pk, state=State.OPEN)
    if not this.update(state=State.CLOSED, ended_at=at, version=F("version") + 1):
        return False
    follow(Kind.SHEET, sheet.pk)
    return True


def unshut(sheet: Session) -> datetime | None:
    """Open a closed sheet, within somebody's transaction; the moment at which it had ended, none if it stays closed."""
    this = Session.objects.filter(pk=sheet.pk, state=State.CLOSED).at_the_end()
    if not this.update(state=State.OPEN, version=F("version") + 1):
        return None
    opened = Session.objects.filter(pk=sheet.pk)
    ended = opened.values_list("ended_at", flat=True).get()
    opened.update(ended_at=None)
    follow(Kind.SHEET, sheet.pk)
    return ended or timezone.now()


def called(sheet: Session) -> str:
    """Name of a sheet in a log: its title and its day."""
    day = f"{timezone.localtime(sheet.started_at):%d.%m.%Y}"
    return f"{sheet.title}, {day}" if sheet.title else day


GONE_ON: Registry[Callable[[UUID], None]] = Registry()
"""Called with the key of a sheet whose totals went on to another one, or of that one if it is back after it was
deleted, within the same transaction."""

GONE_BACK: Registry[Callable[[UUID], None]] = Registry()
"""Called with the key of a sheet that was deleted, within the same transaction: the evening ends with the one before.
"""


def delete_sheet(sheet: Session, *, by: UUID | None = None) -> None:
    """Hide a sheet from everybody; it can be brought back for 30 days. Raises `Refused` at a tournament's table."""
    refuse_at_tournament(sheet)
    with transaction.atomic():
        if Session.objects.filter(pk=sheet.pk, deleted_at=None).update(deleted_at=timezone.now()):
            _move_payments(sheet.pk, sheet.continues_id)
            for tell in GONE_BACK:
                tell(sheet.pk)
            follow(Kind.SHEET, sheet.pk)
            note(sheet.club_id, LogKind.SHEET_DELETED, device=by, subject=called(sheet), tells=True)


@transaction.atomic
def restore_sheet(sheet: Session, *, by: UUID | None = None) -> None:
    """Bring a deleted sheet back. Raises `Refused` if the evening was opened again, or went on otherwise, meanwhile."""
    opened_again = Q(pk=sheet.continues_id, state=State.OPEN)
    other = opened_again | Q(continues=sheet.continues_id) & ~Q(pk=sheet.pk)
    if sheet.continues_id and Session.objects.filter(other, deleted_at=None).exists():
        raise Refused("went_on_otherwise")
    if Session.objects.filter(pk=sheet.pk).exclude(deleted_at=None).update(deleted_at=None):
        _move_payments(sheet.continues_id, _last_there(sheet.pk))
        for tell in GONE_ON:
            tell(sheet.pk)
        follow(Kind.SHEET, sheet.pk, new_dues=False)
        note(sheet.club_id, LogKind.SHEET_RESTORED, device=by, subject=called(sheet))


def _last_there(key: UUID) -> UUID:
    """The sheet on which an evening went on last, by one of its sheets."""
    following = Session.objects.filter(continues=key, deleted_at=None).order_by("started_at", "pk").last()
    return _last_there(following.pk) if following else key


def _move_payments(source: UUID | None, target: UUID | None) -> None:
    """Book what was paid on another sheet of the same evening, which bears the payments on the last that is there."""
    if source and target and Booking.objects.filter(kind=EVENING, key=source).update(key=target):
        Session.objects.filter(pk=target).update(version=F("version") + 1)


def purge_sheets() -> int:
    """Remove for good what was deleted more than 30 days ago; how many sheets that were.

    Sheets of a tournament go with it.
    """
    count = remove_sheets(Session.objects.filter(event=None, deleted_at__lt=surely_before(KEPT)))
    no_event = [~Exists(model.objects.filter(pk=OuterRef("key"))) for model in (Session, ClubNight)]
    remove(Booking.objects.filter(*no_event, kind__in=[EVENING, DUE]))
    return count


def remove_sheets(sheets: QuerySet[Session]) -> int:
    """Remove sheets for good with every right on them, each in a transaction of its own; how many.

    The table of a night is free before the sheet that goes on there becomes its first.
    """
    keys = list(sheets.order_by("-started_at").values_list("pk", flat=True))
    for key in keys:
        with transaction.atomic():
            forget_targets([key])
            Session.objects.filter(pk=key).update(night=None)
            Session.objects.filter(pk=key).delete()
    return len(keys)


def move_sheets(
    evenings: Sequence[Session], club: Club, *, check: Callable[[Sequence[Session]], None] = lambda _sheets: None
) -> list[Session]:
    """Move evenings to a club, with their chains and whatever leads to them; the sheets as they were. No hand changes.

    Who sits there becomes the club's person of the same name and village, or a new one of it. Links to the sheets go
    on; whoever managed the club before, and not this one, no longer reaches them. `check` may refuse to move the
    sheets; it is asked when no other writer can be in between. Raises `Refused` if they changed meanwhile.
    """
    moving = with_their_chains(evenings)
    keys, clubs = sorted(sheet.pk for sheet in moving), sorted({club.pk, *(sheet.club_id for sheet in moving)})
    with transaction.atomic():
        # As all writers do, what is above sheets first, clubs last. Whoever joins the table meanwhile is told.
        for key in clubs:
            lock_above(key)
        for key in keys:
            Session.objects.filter(pk=key).update(version=F("version") + 1)
        chains = with_their_chains(Session.objects.filter(pk__in=keys))
        if len(chains) > len(keys) or not {sheet.club_id for sheet in chains} <= set(clubs):
            raise Refused("changed_since")
        sheets = [sheet for sheet in chains if sheet.club_id != club.pk]
        for key in clubs:
            queue_on(key)
        check(sheets)
        for sheet in sheets:
            _move(sheet, club)
        for key in clubs:
            tell_others(key)
    return sheets


def _move(sheet: Session, club: Club) -> None:
    Session.objects.filter(pk=sheet.pk).update(club=club)
    seats = list(Seat.objects.filter(session=sheet).select_related("player__merged_into").order_by("number"))
    known, here = list(persons_of(club.pk).exclude(name="").order_by("pk")), dict[int, Player]()
    for seat in seats:
        person = seat.player.person
        if person.pk not in here:
            here[person.pk] = person_of(
                club.pk, person, [candidate for candidate in known if candidate not in here.values()]
            )
        seat.player = here[person.pk]
    Seat.objects.bulk_update(seats, ["player"])
    bookings.move(sheet.pk, club, here)
    Link.objects.filter(target=sheet.pk).update(club=club)
    Grant.objects.filter(target=sheet.pk).update(club=club)


def with_their_chains(sheets: Iterable[Session]) -> list[Session]:
    """The sheets, and those whose totals went on to them or came from them."""
    chains = {sheet.pk: sheet for sheet in sheets}
    while True:
        before = len(chains)
        keys = list(chains)
        for sheet in Session.objects.filter(continued_by__in=keys) | Session.objects.filter(continues__in=keys):
            chains.setdefault(sheet.pk, sheet)
        if len(chains) == before:
            return list(chains.values())


SMALLEST_STAKE, LARGEST_STAKE = Decimal("0.0001"), Decimal("999999.9999")
YEARS = range(1900, 2200)


def cannot_keep(document: Document) -> list[Problem]:
    """List the values of a valid document that do not fit the database: odd stakes and times far off."""
    problems = []
    stake = document.stake
    if stake is not None and (stake > LARGEST_STAKE or stake != stake.quantize(SMALLEST_STAKE)):
        limits = (("least", str(SMALLEST_STAKE)), ("most", str(LARGEST_STAKE)))
        problems.append(Problem(code="out_of_range", key="stake", params=limits))
    for key, time in (("started", document.started), ("ended", document.ended)):
        if time is not None and datetime.fromisoformat(time).year not in YEARS:
            problems.append(Problem(code="not_time", key=key))
    for deal, entry in enumerate(document.entries, 1):
        if entry.at is not None and datetime.fromisoformat(entry.at).year not in YEARS:
            problems.append(Problem(code="not_time", key="at", hand=deal))
    return problems


def moment(text: str | None) -> datetime | None:
    """Read a time of the document; one without a zone is local time."""
    if text is None:
        return None
    written = datetime.fromisoformat(text)
    return timezone.make_aware(written) if timezone.is_naive(written) else written


def import_document(document: Document, *, device: Device) -> Session:
    """A new sheet from a session document, its whole history included, in a club of its own.

    The document must be one that `cannot_keep` has nothing against.
    """
    ended_at = moment(document.ended)
    table = NewTable(
        names=document.players,
        rules=document.rules,
        first_dealer=document.first_dealer,
        title=document.title or "",
        stake=document.stake,
        currency=document.currency or "",
    )
    with transaction.atomic():
        sheet = create_sheet(
            open_club(device),
            table,
            lineup=list(document.lineup),
            started_at=moment(document.started) or timezone.now(),
            ended_at=ended_at,
            state=State.CLOSED if ended_at else State.OPEN,
            stake_factor=document.stake_factor,
            compulsory_after=document.compulsory_after,
        )
        write_ledger(sheet, document, device=device)
        follow(Kind.SHEET, sheet.pk)
    return sheet


def write_ledger(sheet: Session, document: Document, *, device: Device | None) -> None:
    """Hands, adjustments and notes of a document on a sheet that has its seats, but nothing written yet."""
    totals = _write_hands(sheet, document)
    rows: list[Adjustment] = []
    for entry in document.adjustments:
        strikes = None if entry.strikes is None else rows[entry.strikes - 1]
        fields = {"uuid": uuid4(), "amounts": list(entry.amounts), "why": entry.why, "strikes": strikes}
        rows.append(Adjustment.objects.create(session=sheet, device=device, **fields))
        totals = {number: total + entry.amounts[number] for number, total in totals.items()}
    Note.objects.bulk_create(
        Note(
            session=sheet,
            uuid=uuid4(),
            after=note.after,
            kind=note.kind,
            seat=note.seat,
            why=note.why or "",
            device=device,
        )
        for note in document.notes
    )
    people = dict(sheet.seats.values_list("number", "player"))
    for paid in document.paid:
        event = {"club_id": sheet.club_id, "kind": EVENING, "key": sheet.pk, "uuid": uuid4(), "device": device}
        event |= {"cents": paid.amount, "currency": paid.currency or sheet.currency}
        Booking.objects.create(payer_id=people[paid.payer], receiver_id=people[paid.receiver], **event)
    move_totals(sheet, totals)


def _write_hands(sheet: Session, document: Document) -> dict[int, int]:
    """Every revision with its scores; the totals of those in force, by seat number.

    They bear no device: whoever reads the document in did not write them.
    """
    writings = list(_writings(document.entries))
    seats = {seat.number: seat for seat in sheet.seats.all()}
    rows = [row_of(sheet, writing, None) for writing in writings]
    for row, entry in zip(rows, document.entries, strict=True):
        row.written_at = moment(entry.at) or row.written_at
        row.by = entry.by or ""
    rows = Hand.objects.bulk_create(rows)
    current = {row.pk for row in in_force(sorted(rows, key=lambda row: (row.number, row.revision)))}
    scores = [  # what is not in force may be of rules that pay nothing for it
        Score(hand=row, seat=seats[number], points=points)
        for row, writing in zip(rows, writings, strict=True)
        if row.pk in current or not check_hand(writing.hand, document.rules, len(seats))
        for number, points in paid_by(sheet, writing).items()
    ]
    Score.objects.bulk_create(scores)
    totals = dict.fromkeys(seats, 0)
    for score in scores:
        totals[score.seat.number] += score.points if score.hand_id in current else 0
    return totals


def _writings(entries: Sequence[Entry]) -> Iterator[Writing]:
    """The place of each entry in a ledger of ours: numbers in the order in which they come, dead deals included."""
    places: dict[int, int] = {}
    used: set[UUID] = set()
    for index, entry in enumerate(entries):
        key = -1 - index if entry.number is None else entry.number
        yield Writing(
            uuid=entry.uuid if entry.uuid and entry.uuid not in used else uuid4(),
            number=places.setdefault(key, len(places) + 1),
            revision=entry.revision,
            hand=entry.hand,
            void=entry.void,
            why=entry.why or "",
        )
        used |= {entry.uuid} if entry.uuid else set()
