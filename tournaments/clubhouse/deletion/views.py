"""Deleting a club and bringing it back."""

from __future__ import annotations

import uuid

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from cegoscore.clubs.errors import Refused
from cegoscore.clubs.models import Club
from cegoscore.clubs.rights import deletion
from cegoscore.clubs.rights.access import get_club
from cegoscore.clubs.rights.devices import device_id, granted_device
from cegoscore.clubs.rights.rescue import club_of
from tournaments.clubhouse.deletion.page import deletion_page
from tournaments.clubhouse.managers.forms import CodeForm
from tournaments.course.wording import refusal_sentence


def _page(
    request: HttpRequest, club: Club, *, form: CodeForm | None = None, problem: str = "", status: int = 200
) -> HttpResponse:
    page = deletion_page(club, device_id(request))
    context = {"club": club, "page": page, "form": form or CodeForm(), "problem": problem}
    return render(request, "clubhouse/delete_club.html", context, status=status)


@require_http_methods(["GET", "POST"])
@never_cache
def delete_club(request: HttpRequest, club_id: uuid.UUID) -> HttpResponse:
    """Ask, and then delete the club by its rescue code."""
    club = get_club(request, club_id)
    form = CodeForm(request.POST or None)
    if request.method != "POST":
        return _page(request, club)
    if not form.is_valid():
        return _page(request, club, form=form, status=422)
    if club_of(form.cleaned_data["code"]) != club:
        form.add_error("code", _("This is not the rescue code of this group. A newer one may have taken its place."))
        return _page(request, club, form=form, status=422)
    deletion.delete_with_code(club, by=granted_device(request).pk)
    return redirect("restore_club", club.pk)


@require_POST
def ask_deletion(request: HttpRequest, club_id: uuid.UUID) -> HttpResponse:
    """Ask the others who manage the club to delete it."""
    club = get_club(request, club_id)
    deletion.ask_deletion(club, by=granted_device(request).pk)
    return redirect("delete_club", club.pk)


@require_POST
def drop_deletion(request: HttpRequest, club_id: uuid.UUID) -> HttpResponse:
    """Keep the club after all."""
    club = get_club(request, club_id)
    deletion.drop_deletion(club, by=granted_device(request).pk)
    return redirect("club", club.pk)


@require_POST
def agree_to_deletion(request: HttpRequest, club_id: uuid.UUID) -> HttpResponse:
    """Delete the club as its second manager."""
    club = get_club(request, club_id)
    try:
        deletion.agree_to_deletion(club, by=granted_device(request).pk)
    except Refused as refusal:
        return _page(request, club, problem=refusal_sentence(refusal), status=422)
    return redirect("restore_club", club.pk)


@require_http_methods(["GET", "POST"])
@never_cache
def restore_club(request: HttpRequest, club_id: uuid.UUID) -> HttpResponse:
    """The way back, for devices that managed the club when it was deleted; 404 for everybody else."""
    device = device_id(request)
    gone = next((each for each in deletion.deleted_clubs(device) if each.club.pk == club_id), None)
    if gone is None:
        raise Http404
    if request.method != "POST":
        return render(request, "clubhouse/restore_club.html", {"club": gone.club, "until": gone.until})
    deletion.bring_back(gone.club, by=device)
    return redirect("club", gone.club.pk)
