"""Announcing oneself beforehand, on a page for everybody."""

from __future__ import annotations

import uuid
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods

from cegoscore.clubs.rights.devices import known_device, remember
from tournaments.course.access import get_tournament
from tournaments.course.locks import Refused
from tournaments.course.trouble import answer_to
from tournaments.door import services
from tournaments.door.forms import AnnounceForm
from tournaments.door.page import takes_announcements
from tournaments.models import Tournament


@require_http_methods(["GET", "POST"])
def announce(request: HttpRequest, tournament_id: uuid.UUID) -> HttpResponse:
    """Name and village of somebody who will come. The answer is the same for who is known and who is not."""
    tournament, _right = get_tournament(request, tournament_id)
    form = AnnounceForm(request.POST or None, initial={"uuid": uuid.uuid4()})
    if request.method != "POST" or not form.is_valid():
        return _page(request, tournament, form, status=422 if form.errors else 200)
    device, newcomer = known_device(request, gets_right=False), form.newcomer()
    try:
        services.announce(tournament, newcomer, uuid=form.cleaned_data["uuid"], device=device)
    except Refused as refusal:
        sentence, status = answer_to(refusal)
        return _page(request, tournament, form, problem=sentence, status=status)
    another = AnnounceForm(initial={"uuid": uuid.uuid4(), "village": newcomer.village})
    response = _page(request, tournament, another, noted=newcomer)
    remember(response, device)
    return response


def _page(
    request: HttpRequest, tournament: Tournament, form: AnnounceForm, *, status: int = 200, **more: Any
) -> HttpResponse:
    context = {"tournament": tournament, "form": form, "is_open": takes_announcements(tournament)}
    return render(request, "tournaments/door/announce.html", context | more, status=status)
