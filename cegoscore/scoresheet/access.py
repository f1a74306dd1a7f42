"""Fetching a sheet as far as the asking device may see it."""

from __future__ import annotations

import uuid

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404

from cegoscore.clubs.models import Right
from cegoscore.clubs.rights.access import right_on
from cegoscore.clubs.rights.devices import device_id
from cegoscore.scoresheet.models import Session


def get_sheet(request: HttpRequest, sheet_id: uuid.UUID, right: Right = Right.LOOK) -> tuple[Session, Right]:
    """The sheet and what this device may do with it: 404 for a stranger, 403 for one who may do less than `right`."""
    sheets = Session.objects.filter(deleted_at=None).select_related("rule_set").defer("rule_set__document")
    sheet = get_object_or_404(sheets, pk=sheet_id)
    has = right_on(device_id(request), target=sheet.id, club=sheet.club_id, event=sheet.event)
    if has is None:
        raise Http404
    if not has.covers(right):
        raise PermissionDenied
    return sheet, has


def get_sheet_to_write(request: HttpRequest, sheet_id: uuid.UUID) -> Session:
    """The sheet if this device may write on it."""
    return get_sheet(request, sheet_id, Right.WRITE)[0]


def may_arrange(sheet: Session, right: Right) -> bool:
    """Whether more than hands may be changed: who sits there, by which rules, whether it is closed.

    At a tournament that is for the desk.
    """
    return right.covers(Right.WRITE if sheet.event is None else Right.DESK)


def get_sheet_to_arrange(request: HttpRequest, sheet_id: uuid.UUID) -> tuple[Session, Right]:
    """The sheet and what this device may do with it, if it may change more than hands."""
    sheet, right = get_sheet(request, sheet_id, Right.WRITE)
    if not may_arrange(sheet, right):
        raise PermissionDenied
    return sheet, right
