"""Reading in a tournament from before the app: paste or choose a list, look it over, take it over."""

from __future__ import annotations

import uuid
from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from cegoscore.clubs.errors import Refused
from cegoscore.clubs.names import NameField
from cegoscore.clubs.rights.devices import granted_device
from cegoscore.front.limits import takes_files
from cegoscore.scoresheet.day_field import DayField
from tournaments.course.lists.forms import ListForm
from tournaments.course.lists.page import preview_of
from tournaments.course.lists.reading import PeopleList
from tournaments.seasons.importing import Occasion, import_tournament, read_totals, wanted_of
from tournaments.seasons.models import Season
from tournaments.seasons.services import Signature
from tournaments.seasons.views.access import get_season_to_arrange
from tournaments.seasons.wording import answer_to


class SeasonTotalsForm(ListForm):
    """The event that the list is about, and the list."""

    uuid = forms.UUIDField(widget=forms.HiddenInput)
    name = NameField(label=gettext_lazy("Name of the tournament"), max_length=120)
    venue = NameField(label=gettext_lazy("Where"), max_length=120, required=False)
    day = DayField(label=gettext_lazy("Day"))
    why = forms.CharField(label=gettext_lazy("Why"), max_length=300, required=False)

    def occasion(self) -> Occasion:
        """The event."""
        data = self.cleaned_data
        return Occasion(name=data["name"], venue=data["venue"], day=data["day"])


@require_http_methods(["GET", "POST"])
@takes_files
def season_import(request: HttpRequest, season_id: uuid.UUID) -> HttpResponse:
    """Read in a list of totals: first it is looked over, then taken over."""
    season = get_season_to_arrange(request, season_id)
    if request.method == "GET":
        return _page(request, season, SeasonTotalsForm(initial={"uuid": uuid.uuid4()}))
    form = SeasonTotalsForm(request.POST, request.FILES)
    if not form.is_valid():
        return _page(request, season, form, status=422)
    people = read_totals(season, form.cleaned_data["list"], form.cleaned_data["day"], request.POST)
    agreed = "save" in request.POST
    preview = preview_of(people, form, wanted_of(season), season.club_id, agreed=agreed)
    if preview.problem or not agreed:
        return _page(request, season, form, preview=preview, status=preview.status)
    return _save(request, season, form, people, preview=preview)


def _save(
    request: HttpRequest, season: Season, form: SeasonTotalsForm, people: PeopleList, **more: Any
) -> HttpResponse:
    data = form.cleaned_data
    by = Signature(why=data["why"], device=granted_device(request))
    try:
        import_tournament(season, uuid=data["uuid"], occasion=form.occasion(), totals=people.good, by=by)
    except Refused as refusal:
        problem, status = answer_to(refusal)
        return _page(request, season, form, problem=problem, status=status, **more)
    return redirect("season_events", season.pk)


def _page(
    request: HttpRequest, season: Season, form: SeasonTotalsForm, *, status: int = 200, **more: Any
) -> HttpResponse:
    preview = more.get("preview")
    total = sum(line.points for line in preview.people.good) if preview else 0
    context = {"season": season, "form": form, "sum": total}
    return render(request, "seasons/season_import.html", context | more, status=status)
