"""Reading in a tournament from before the app: paste or choose a list, look it over, take it over."""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from cegoscore.clubs.errors import Refused
from cegoscore.clubs.known_people import Known, known_people
from cegoscore.clubs.likeness import Likely, likely_people
from cegoscore.clubs.models import Player
from cegoscore.clubs.names import NameField
from cegoscore.clubs.rights.devices import granted_device
from cegoscore.clubs.who import person_typed
from cegoscore.front.limits import takes_files
from cegoscore.scoresheet.day_field import DayField
from tournaments.course.spreadsheets import decoded
from tournaments.seasons.importing import (
    Occasion,
    category_words,
    import_tournament,
    usual_categories,
)
from tournaments.seasons.models import Season
from tournaments.seasons.queries import CategoryKey, category_label
from tournaments.seasons.services import Signature
from tournaments.seasons.totals_csv import Total, TotalsFault, read_totals, unread_headings
from tournaments.seasons.views.access import get_season_to_arrange
from tournaments.seasons.wording import FAULTS, answer_to

LARGEST = 100_000
"""Characters, or bytes of a file; a list of 500 has some 15,000."""


class SeasonTotalsForm(forms.Form):
    """The event that the list is about, and the list."""

    uuid = forms.UUIDField(widget=forms.HiddenInput)
    name = NameField(label=gettext_lazy("Name of the tournament"), max_length=120)
    venue = NameField(label=gettext_lazy("Where"), max_length=120, required=False)
    day = DayField(label=gettext_lazy("Day"))
    file = forms.FileField(label=gettext_lazy("File (CSV)"), required=False, allow_empty_file=True)
    text = forms.CharField(
        label=gettext_lazy("Or its lines: name; place; points; categories"),
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 8}),
    )
    why = forms.CharField(label=gettext_lazy("Why"), max_length=300, required=False)

    def clean(self) -> dict[str, Any]:
        """Adds `list`: the text of the file, or what was typed."""
        data = self.cleaned_data
        text, file = data.get("text", ""), data.get("file")
        if file is not None and file.size <= LARGEST:
            text = decoded(file.read())
            if text is None:
                self.add_error("file", _("This is not a text file."))
        elif file is not None or len(text) > LARGEST:
            self.add_error(None, _("This list is too long."))
        return data | {"list": text}


@dataclass(frozen=True, slots=True, kw_only=True)
class Match:
    """A line of the list with whom the club knows by that name."""

    total: Total
    found: Sequence[tuple[Player, str]]
    """With the categories in which they would be."""
    chosen: int | None
    categories: str
    """As the list says."""
    other: str
    """Somebody else of the club, as typed."""

    @property
    def is_unknown(self) -> bool:
        """True if somebody was typed whom the club does not know."""
        return bool(self.other) and self.chosen is None


@require_http_methods(["GET", "POST"])
@takes_files
def season_import(request: HttpRequest, season_id: uuid.UUID) -> HttpResponse:
    """The list, its preview with everybody matched or what is wrong in which line, and the tournament made of it."""
    season = get_season_to_arrange(request, season_id)
    if request.method == "GET":
        start = {"uuid": uuid.uuid4(), "day": season.first_day}
        return _page(request, season, SeasonTotalsForm(initial=start))
    form = SeasonTotalsForm(request.POST, request.FILES)
    if not form.is_valid():
        return _page(request, season, form, status=422)
    words = category_words(season)
    totals, faults = read_totals(form.cleaned_data["list"], words)
    if faults:
        return _page(request, season, form, faults=_sentences(faults), status=422)
    matches = _matches(season, totals, request.POST, words=words, day=form.cleaned_data["day"])
    if any(match.is_unknown for match in matches):
        return _page(request, season, form, matches=matches, status=422)
    if "save" not in request.POST:
        return _page(request, season, form, matches=matches)
    return _save(request, season, form, matches)


def _save(request: HttpRequest, season: Season, form: SeasonTotalsForm, matches: Sequence[Match]) -> HttpResponse:
    data = form.cleaned_data
    try:
        import_tournament(
            season,
            uuid=data["uuid"],
            occasion=Occasion(name=data["name"], venue=data["venue"], day=data["day"]),
            totals=[match.total for match in matches],
            people={match.total.line: match.chosen for match in matches if match.chosen is not None},
            by=Signature(why=data["why"], device=granted_device(request)),
        )
    except Refused as refusal:
        problem, status = answer_to(refusal)
        return _page(request, season, form, matches=matches, problem=problem, status=status)
    return redirect("season_events", season.pk)


def _matches(
    season: Season, totals: Sequence[Total], posted: Mapping[str, str], *, words: Mapping[str, CategoryKey], day: date
) -> list[Match]:
    """Everybody as chosen on the preview, or else as proposed."""
    likely = likely_people(season.club_id, {total.line: (total.name, total.village) for total in totals})
    known = known_people(season.club_id)
    usual = usual_categories((player.pk for line in likely.values() for player in line.found), day)
    return [
        Match(
            total=total,
            found=[
                (player, _labels(usual.get(player.pk, ())) if total.categories is None else "")
                for player in likely[total.line].found
            ],
            chosen=_chosen(total, likely[total.line], posted, known),
            other=posted.get(f"other_{total.line}", "").strip(),
            categories=_labels(words[word] for word in total.categories or ()),
        )
        for total in totals
    ]


def _labels(keys: Iterable[CategoryKey]) -> str:
    return ", ".join(category_label(key) for key in sorted(keys))


def _chosen(total: Total, likely: Likely, posted: Mapping[str, str], known: Known) -> int | None:
    """The person of a line: anybody of the club who was typed, else as chosen, else as proposed."""
    other = posted.get(f"other_{total.line}", "").strip()
    player = person_typed(known.values(), other) if other else likely.meant(posted.get(f"who_{total.line}"))
    return player.pk if player else None


def _sentences(faults: Sequence[TotalsFault]) -> list[tuple[int, str]]:
    return [(fault.line, str(FAULTS[fault.code]).format(text=fault.text)) for fault in faults]


def _page(
    request: HttpRequest, season: Season, form: SeasonTotalsForm, *, status: int = 200, **more: Any
) -> HttpResponse:
    matches = more.get("matches", ())
    context = {
        "season": season,
        "form": form,
        "sum": sum(match.total.points for match in matches),
        "known": sum(match.chosen is not None for match in matches),
        "known_people": known_people(season.club_id) if matches else (),
        "unread": unread_headings(form.cleaned_data.get("list", "")) if matches else (),
        "list": form.cleaned_data.get("list", "") if form.is_bound and form.is_valid() else "",
    }
    return render(request, "seasons/season_import.html", context | more, status=status)
