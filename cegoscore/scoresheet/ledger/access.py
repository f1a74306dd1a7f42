"""The door of every page: what the device may see of what it asks for, and what its phone may keep of the answer."""

from typing import Any
from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _

from cegoscore.bookings.models import Booking
from cegoscore.clubs.errors import Refused
from cegoscore.clubs.house_rules.rule_sets import SHORT
from cegoscore.clubs.models import Grant, Right, is_there
from cegoscore.clubs.rights import sights
from cegoscore.clubs.rights.devices import device_id
from cegoscore.database.prepared import Prepared, SqlStatement, carry_out
from cegoscore.files import edition
from cegoscore.scoresheet.events import is_withheld
from cegoscore.scoresheet.ledger.ledger_rows import standing_at
from cegoscore.scoresheet.ledger.money import bookings_of
from cegoscore.scoresheet.ledger.seats import columns
from cegoscore.scoresheet.ledger.wording import refusal_sentence, refuse_at_tournament
from cegoscore.scoresheet.models import Hand, LateHand, Seat, Session, State


def get_sheet(request: HttpRequest, sheet_id: UUID, right: Right = Right.LOOK) -> tuple[Session, Right]:
    """The sheet and what this device may do with it: 404 for a stranger, 403 for one who may do less than `right`.

    403 also for whoever may only look at a sheet that is withheld.
    """
    return _get(request, sheet_id, right)[:2]


def get_sheet_and_seats(request: HttpRequest, sheet_id: UUID) -> tuple[Session, list[Seat]]:
    """The sheet if this device may write on it, and its columns, in one trip to the database."""
    sheet, _right, (seats,) = _get(request, sheet_id, Right.WRITE, columns(sheet_id))
    return sheet, seats


def _get(
    request: HttpRequest, sheet_id: UUID, right: Right, *more: SqlStatement[Any]
) -> tuple[Session, Right, list[list[Any]]]:
    device = device_id(request)
    sheets, looks, *rows = carry_out(_sheet.of(sheet_id), sights.looks(SHEET, sheet_id, [device]), *more)
    if not sheets or not looks:
        raise Http404
    sheet: Session = sheets[0]
    has: Right = looks[0][1].right
    if not has.covers(right):
        raise PermissionDenied
    if not has.covers(Right.WRITE) and _is_withheld(sheet):
        raise PermissionDenied(_("The results are held back until the prize giving."))
    return sheet, has, rows


@Prepared
def _sheet(key: UUID) -> QuerySet[Session]:
    """The sheet with its rule set, whose document is read only if it is not in memory."""
    sheets = Session.objects.filter(deleted_at=None).select_related("rule_set").defer("rule_set__document")
    return sheets.filter(pk=key)


def _is_withheld(sheet: Session) -> bool:
    return sheet.event is not None and Session.objects.filter(is_withheld(), pk=sheet.pk).exists()


def get_sheet_to_write(request: HttpRequest, sheet_id: UUID) -> Session:
    """The sheet if this device may write on it."""
    return get_sheet(request, sheet_id, Right.WRITE)[0]


def may_arrange(sheet: Session, right: Right) -> bool:
    """Tell whether the device may change more than hands: the seats, the rules, the links, the end of the evening.

    That is for who manages the club, and at a tournament for the desk.
    """
    return right.covers(Right.MANAGE if sheet.event is None else Right.DESK)


def get_sheet_to_arrange(request: HttpRequest, sheet_id: UUID) -> tuple[Session, Right]:
    """The sheet and what this device may do with it, if it may change more than hands."""
    sheet, right = get_sheet(request, sheet_id, Right.WRITE)
    if not may_arrange(sheet, right):
        raise PermissionDenied
    return sheet, right


def get_evening_to_arrange(request: HttpRequest, sheet_id: UUID) -> tuple[Session, Right]:
    """The sheet and this device's right, for what is done nowhere on a tournament's sheet: 403 says where instead."""
    sheet, right = get_sheet_to_arrange(request, sheet_id)
    try:
        refuse_at_tournament(sheet)
    except Refused as refusal:
        raise PermissionDenied(refusal_sentence(refusal, {})) from None
    return sheet, right


def find_sheet_written_on(device: UUID | None, sheet_id: UUID) -> Session | None:
    """The sheet of an evening that the device may write on, or could until its link ended."""
    could = Grant.objects.filter(is_there(), device=device, target=sheet_id, right=Right.WRITE)
    if device is None or not could.exists():
        return None
    return Session.objects.filter(pk=sheet_id, deleted_at=None, event=None).select_related("rule_set").first()


def get_late_hand(sheet: Session, late_id: int) -> LateHand:
    """A late hand of this sheet."""
    return get_object_or_404(sheet.late_hands.select_related("device", "session__rule_set"), pk=late_id)


def get_restorable_sheet(request: HttpRequest, sheet_id: UUID) -> Session:
    """A deleted sheet, if this device may bring it back."""
    return get_object_or_404(Session.objects.restorable_by(device_id(request)), pk=sheet_id)


def get_standing(sheet: Session, number: int) -> Hand:
    """The revision in force at a number of the sheet's ledger, 404 if there is none."""
    row = standing_at(sheet, number)
    if row is None:
        raise Http404
    return row


def get_booking(sheet: Session, booking_id: int) -> Booking:
    """A payment of this sheet that takes back no other one."""
    return get_object_or_404(bookings_of(sheet), pk=booking_id, reverses=None)


SHEET = """
    SELECT id, event, club_id, FALSE AS is_public, version
    FROM scoresheet_session WHERE deleted_at IS NULL AND id IN ({keys})
"""


KIND = sights.followed(SHEET)
"""The right to look is as `access.get_sheet` has it. A deleted sheet has no version."""


def is_unchanged(sheet: UUID, version: str, device: UUID) -> bool:
    """True if the device may see the sheet and shows its newest version: nearly all that open pages ask."""
    sight = KIND.sights(sheet, (device,)).get(device)
    return sight is not None and sight.version == version


MINIMAL = "return=minimal"
"""RFC 7240: the sender only wants to know that the hand is written, and needs no page."""
KEEP = "X-Keep-Offline"
"""Tells the service worker that the phone may keep this answer: the edition of the app that it is a page of."""
KEPT_FOR = "X-Kept-For"
"""A mark of the device that the answer is for: the worker empties its cache when another one uses the browser."""
RULES = "X-Kept-Rules"
"""The rule set of a sheet: what the phone keeps of it besides the page is fetched again when that changes."""


def keepable(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """Mark an answer that the phone may keep."""
    response.headers[KEEP] = edition()
    response.headers[KEPT_FOR] = kept_for(request)
    return response


def kept_for(request: HttpRequest) -> str:
    """Mark of the device that asks, which tells nothing of its key."""
    return salted_hmac("cegoscore.kept-for", str(device_id(request))).hexdigest()[:12]


def is_keepable(sheet: Session, right: Right) -> bool:
    """True if a phone of this right may keep what is about the sheet: it is open, and the phone may write on it."""
    return sheet.state == State.OPEN and right.covers(Right.WRITE)


def keepable_sheet(request: HttpRequest, response: HttpResponse, sheet: Session, right: Right) -> HttpResponse:
    """Mark an answer about a sheet that is open and that the phone may write on."""
    if is_keepable(sheet, right):
        response.headers[RULES] = sheet.rule_set.digest[:SHORT]
        return keepable(request, response)
    return response


def written(request: HttpRequest, address: str) -> HttpResponse:
    """The answer to a change: to a form the page to go to, to an outbox, such as those of 0.1.0, that it is written."""
    return minimal() if request.headers.get("Prefer") == MINIMAL else redirect(address)


def minimal() -> HttpResponse:
    """The answer to an outbox: it is written."""
    return HttpResponse(status=204, headers={"Preference-Applied": MINIMAL})
