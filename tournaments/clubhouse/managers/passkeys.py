"""Passkeys: making one, removing one, and opening a club with one from any device."""

from __future__ import annotations

import uuid

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from cegoscore.clubs.club_labels import label_club
from cegoscore.clubs.errors import Refused
from cegoscore.clubs.rights import passkeys
from cegoscore.clubs.rights.access import get_club
from cegoscore.clubs.rights.ceremonies import (
    RelyingParty,
    check_known,
    check_new,
    question_for_known,
    question_for_new,
    relying_party,
)
from cegoscore.clubs.rights.devices import granted_device, known_device, remember
from tournaments.clubhouse.managers.forms import NewPasskeyForm, PasskeyForm
from tournaments.clubhouse.managers.views import managers_page_response
from tournaments.course.wording import refused


def _party(request: HttpRequest) -> RelyingParty:
    """The server as a passkey's counterpart; 404 where browsers allow no passkeys."""
    party = relying_party(request)
    if party is None:
        raise Http404
    return party


@require_safe
@never_cache
def new_passkey_question(request: HttpRequest, club_id: uuid.UUID) -> HttpResponse:
    """Options with which the browser makes a passkey, as JSON."""
    club = get_club(request, club_id)
    question = question_for_new(_party(request), club, label=label_club(club), device=granted_device(request).pk)
    return HttpResponse(question, content_type="application/json")


@require_POST
def add_passkey(request: HttpRequest, club_id: uuid.UUID) -> HttpResponse:
    """Keep the passkey that the browser has made."""
    club, by = get_club(request, club_id), granted_device(request).pk
    party = _party(request)
    credential, name = NewPasskeyForm(request.POST, request=request).answer()
    with refused() as said:
        made = check_new(credential, party, club, device=by)
        passkeys.add_passkey(club, made, party, name=name, by=by)
        return redirect("managers", club.pk)
    return managers_page_response(request, club, **said)


@require_POST
def remove_passkey(request: HttpRequest, club_id: uuid.UUID, passkey_id: int) -> HttpResponse:
    """Remove a passkey; the page leads to its button in two steps."""
    club = get_club(request, club_id)
    passkeys.remove_passkey(club, passkey_id, by=granted_device(request).pk)
    return redirect("managers", club.pk)


@require_safe
@never_cache
def passkey_question(request: HttpRequest) -> HttpResponse:
    """Options with which the browser asks for a passkey, as JSON."""
    return HttpResponse(question_for_known(_party(request)), content_type="application/json")


@require_http_methods(["GET", "POST"])
@never_cache
def open_by_passkey(request: HttpRequest) -> HttpResponse:
    """Make this device a manager by a passkey, and tell the other managers; the page needs no right at all."""
    party, form = relying_party(request), PasskeyForm(request.POST or None, request=request)
    if request.method != "POST" or party is None:
        return _opening(request, form if party else None)
    try:
        credential, name = form.answer()
        answered = check_known(credential, party)
        device = known_device(request)
        club = passkeys.come_by_passkey(device, answered, name=name)
    except Refused:
        sentence = _("This fingerprint opens no group here. It may have been removed; or try once more.")
        return _opening(request, form, sentence, status=422)
    response = redirect("managers", club.pk)
    remember(response, device)
    return response


def _opening(request: HttpRequest, form: PasskeyForm | None, problem: str = "", *, status: int = 200) -> HttpResponse:
    context = {"form": form, "problem": problem}
    return render(request, "clubhouse/open_by_passkey.html", context, status=status)
