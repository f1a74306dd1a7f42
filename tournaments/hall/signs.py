"""Signs for the tables of a club: a permanent address for a table's number, which leads to what runs there today.

It gives no right: whoever scans it sees what everybody may see, or types a code.
"""

from __future__ import annotations

import uuid

from django import forms
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from cegoscore.clubs.rights.access import get_whole_club, managed_club
from cegoscore.clubs.rights.devices import device_id
from cegoscore.clubs.rights.qr import qr_svg
from cegoscore.reached import public_address
from tournaments.course.queries import public_today
from tournaments.hall.leaves import leaves

SIGNS_A_PAGE = 4
MOST_NUMBER = 200


class SignsForm(forms.Form):
    """Numbers of the tables that get a sign."""

    first = forms.IntegerField(label=_("From table"), min_value=1, max_value=MOST_NUMBER)
    last = forms.IntegerField(label=_("To table"), min_value=1, max_value=MOST_NUMBER)


@require_safe
@never_cache
def table_sign(request: HttpRequest, club_id: uuid.UUID, number: int) -> HttpResponse:
    """The public tournament that the club holds today; which one, if there are several; else the page for a code."""
    tournaments = public_today(get_whole_club(club_id))
    if len(tournaments) == 1:
        return redirect(tournaments[0])
    return render(request, "tournaments/hall/table_sign.html", {"tournaments": tournaments, "number": number})


@require_safe
@never_cache
def table_signs(request: HttpRequest, club_id: uuid.UUID) -> HttpResponse:
    """The signs for some tables to print, for those who manage the club; 404 for others."""
    club = managed_club(club_id, device_id(request))
    if club is None:
        raise Http404
    form = SignsForm(request.GET or {"first": 1, "last": 12})
    data = form.cleaned_data if form.is_valid() else {"first": 1, "last": 0}
    numbers = range(data["first"], data["last"] + 1)
    signs = [(number, qr_svg(_address(request, club.pk, number))) for number in numbers]
    back = reverse("club", args=[club.pk])
    context = {"club": club, "form": form, "pages": leaves(signs, SIGNS_A_PAGE), "back": back}
    return render(request, "tournaments/hall/table_signs.html", context)


def _address(request: HttpRequest, club: uuid.UUID, number: int) -> str:
    return public_address(request, reverse("table_sign", args=[club, number]))
