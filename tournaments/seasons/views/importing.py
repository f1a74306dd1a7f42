"""Reading in a tournament from before the app: paste or choose a list, look it over, take it over."""

from __future__ import annotations

import uuid
from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from cegoscore.clubs.names import NameField
from cegoscore.clubs.rights.devices import granted_device
from cegoscore.front.limits import takes_files
from cegoscore.scoresheet.evening.setting_fields import DayField
from tournaments.course.lists.forms import ListForm
from tournaments.course.lists.page import preview_of
from tournaments.seasons.access import get_season_to_arrange
from tournaments.seasons.importing import import_tournament, read_totals, wanted_of
from tournaments.seasons.models import Season
from tournaments.seasons.services import Signature
from tournaments.seasons.wording import refused


class SeasonTotalsForm(ListForm):
    """The event that the list is about, and the list."""

    uuid = forms.UUIDField(widget=forms.HiddenInput)
    name = NameField(label=gettext_lazy("Name of the tournament"), max_length=120)
    venue = NameField(label=gettext_lazy("Where"), max_length=120, required=False)
    day = DayField(label=gettext_lazy("Day"))
    why = forms.CharField(label=gettext_lazy("Why"), max_length=300, required=False)


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
    event = {key: form.cleaned_data[key] for key in ("uuid", "name", "venue", "day")}
    people = read_totals(season, form.cleaned_data["list"], event["day"], request.POST)
    agreed = "save" in request.POST
    preview = preview_of(people, form, wanted_of(season), season.club_id, agreed=agreed)
    if preview.problem or not agreed:
        return _page(request, season, form, preview=preview, status=preview.status)
    by = Signature(why=form.cleaned_data["why"], device=granted_device(request))
    with refused() as said:
        import_tournament(season, totals=people.good, by=by, **event)
        return redirect("season_events", season.pk)
    return _page(request, season, form, preview=preview, **said)


def _page(
    request: HttpRequest, season: Season, form: SeasonTotalsForm, *, status: int = 200, **more: Any
) -> HttpResponse:
    return render(request, "seasons/season_import.html", {"season": season, "form": form} | more, status=status)
