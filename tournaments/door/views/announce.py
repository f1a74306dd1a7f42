"""Announcing oneself beforehand, on a page for everybody; with a link of one's own to correct it or take it back."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from functools import partial
from typing import Any

from django.core import signing
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from cegoscore.clubs.rights.devices import known_device, remember
from tournaments.course.access import get_tournament
from tournaments.course.acts import answered
from tournaments.course.wording import refused
from tournaments.door import services
from tournaments.door.forms import AnnounceForm
from tournaments.door.page import takes_announcements
from tournaments.models import Tournament


@require_http_methods(["GET", "POST"])
def announce(request: HttpRequest, tournament_id: uuid.UUID) -> HttpResponse:
    """Name and village of somebody who will come. The answer is the same for who is known and who is not."""
    tournament, _right = get_tournament(request, tournament_id)
    form = AnnounceForm(request.POST or None, initial={"uuid": uuid.uuid4()})
    return _noted(request, tournament, form, services.announce, is_taken_back="back" in request.GET)


@require_http_methods(["GET", "POST"])
@never_cache
def my_announcement(request: HttpRequest, tournament_id: uuid.UUID, secret: str) -> HttpResponse:
    """One's own announcement, to be corrected or taken back. Who was known before reads the same as all others."""
    tournament, _right = get_tournament(request, tournament_id)
    try:
        key, name, village = signing.loads(secret, salt=str(tournament.pk))
    except signing.BadSignature:
        raise Http404 from None
    form = AnnounceForm(request.POST or None, initial={"uuid": uuid.uuid4(), "name": name, "village": village})
    if "back" in request.POST:
        page = partial(_page, request, tournament, form, own=name)
        act = partial(services.take_back_announcement, tournament, uuid.UUID(key))
        return answered(page, act, f"{reverse('announce', args=[tournament.pk])}?back")
    return _noted(request, tournament, form, partial(services.announce, instead=uuid.UUID(key)), own=name)


def _noted(
    request: HttpRequest, tournament: Tournament, form: AnnounceForm, note: Callable[..., object], **more: Any
) -> HttpResponse:
    """Note what was sent; the answer has the link to change it."""
    if request.method != "POST" or not form.is_valid():
        return _page(request, tournament, form, status=422 if form.errors else 200, **more)
    device, newcomer, key = known_device(request, gets_right=False), form.newcomer(), form.cleaned_data["uuid"]
    with refused() as said:
        note(tournament, newcomer, uuid=key, device=device)
    if said:
        return _page(request, tournament, form, **said, **more)
    secret = signing.dumps([str(key), newcomer.name, newcomer.village], salt=str(tournament.pk))
    another = AnnounceForm(initial={"uuid": uuid.uuid4(), "village": newcomer.village})
    response = _page(request, tournament, another, noted=newcomer, secret=secret)
    remember(response, device)
    return response


def _page(
    request: HttpRequest, tournament: Tournament, form: AnnounceForm, *, status: int = 200, **more: Any
) -> HttpResponse:
    context = {"tournament": tournament, "form": form, "is_open": takes_announcements(tournament)}
    page = "my_announcement" if "own" in more else "announce"
    return render(request, f"tournaments/door/{page}.html", context | more, status=status)
