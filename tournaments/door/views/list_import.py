"""A list of people read in: first shown line by line, then registered."""

from __future__ import annotations

import uuid
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from cegoscore.front.limits import takes_files
from tournaments.course.access import HELPER, get_tournament
from tournaments.course.lists.forms import ListForm
from tournaments.course.lists.page import preview_of
from tournaments.course.wording import refused
from tournaments.door import services
from tournaments.door.people_list import category_labels, newcomer_of, read_list, wanted_of
from tournaments.models import Tournament

WAYS = {"here": services.register_all, "announced": services.announce_all}


@require_http_methods(["GET", "POST"])
@takes_files
def import_entrants(request: HttpRequest, tournament_id: uuid.UUID) -> HttpResponse:
    """Read a list, show what was understood, and register those people once that is agreed to."""
    tournament, _right = get_tournament(request, tournament_id, HELPER)
    if request.method != "POST":
        return _page(request, tournament, form=ListForm())
    form = ListForm(request.POST, request.FILES)
    if not form.is_valid():
        return _page(request, tournament, form=form, status=422)
    people = read_list(tournament, form.cleaned_data["list"], request.POST)
    register = WAYS.get(request.POST.get("as", ""))
    preview = preview_of(people, form, wanted_of(tournament), tournament.club_id, agreed=register is not None)
    if preview.problem or register is None:
        return _page(request, tournament, preview=preview, status=preview.status)
    with refused() as said:
        register(tournament, [newcomer_of(line) for line in people.good])
        return redirect("door", tournament.pk)
    return _page(request, tournament, preview=preview, **said)


def _page(request: HttpRequest, tournament: Tournament, *, status: int = 200, **context: Any) -> HttpResponse:
    context |= {"tournament": tournament, "categories": category_labels(tournament)}
    return render(request, "tournaments/door/import_entrants.html", context, status=status)
