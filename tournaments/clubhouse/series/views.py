"""The page of a season on which a tournament's file of another club is looked at, and counts."""

from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from cegoscore.clubs.errors import Refused
from cegoscore.clubs.known_people import known_people, proposed
from cegoscore.contest import chain
from cegoscore.front.limits import form_page, takes_files
from tournaments.clubhouse.series.guests import guest_of, people_in, sealed, take_in, unsealed
from tournaments.course.wording import answer_to, refused
from tournaments.papers.reading import parse_json
from tournaments.papers.views import DocumentForm, problem_sentences
from tournaments.seasons.access import get_season_to_arrange, signature_of
from tournaments.seasons.forms import ReasonForm
from tournaments.seasons.models import Season


@form_page
@takes_files
def season_guests(request: HttpRequest, season_id: UUID) -> HttpResponse:
    """Let a tournament of another club count by its file: first who is meant is shown, then it is taken in."""
    season = get_season_to_arrange(request, season_id)
    if request.method == "GET":
        return _page(request, season, DocumentForm())
    if "proved" in request.POST:
        return _agreed(request, season)
    form = DocumentForm(request.POST, request.FILES)
    if not form.is_valid():
        return _page(request, season, form, status=422)
    reading, problems = parse_json(form.cleaned_data["file"])
    if reading is None:
        return _page(request, season, form, problems=problem_sentences(problems), count=len(problems), status=422)
    try:
        guest = guest_of(reading)
    except Refused as refusal:
        sentence, status = answer_to(refusal)
        return _page(request, season, form, problem=sentence, status=status)
    return _page(request, season, form, guest=guest, proved=sealed(season, guest))


def _agreed(request: HttpRequest, season: Season) -> HttpResponse:
    """Take in what was proved, once everybody asked about is known."""
    guest, reason = unsealed(season, request.POST["proved"]), ReasonForm(request.POST)
    if guest is None or not reason.is_valid():
        return _page(request, season, DocumentForm(), status=422)
    people = people_in(season, guest, request.POST)
    said: dict[str, Any] = {"status": 422}
    if not any(line.other and line.player is None for line in people.lines):
        with refused() as said:
            take_in(season, guest, people.lines, by=signature_of(request, reason.cleaned_data["why"]))
            return redirect("season_events", season.pk)
    return _page(request, season, DocumentForm(), guest=guest, proved=request.POST["proved"], **said)


def _page(
    request: HttpRequest, season: Season, form: DocumentForm, *, guest: Any = None, status: int = 200, **more: Any
) -> HttpResponse:
    context: dict[str, Any] = {"season": season, "form": form, "guest": guest} | more
    if guest is not None:
        people = people_in(season, guest, request.POST)
        context |= {"people": people, "mark": chain.mark_of(guest["marks"][-1])}
        context["known"] = proposed(known_people(season.club_id)) if people.by_state["new"] else ()
    return render(request, "clubhouse/series/season_guests.html", context, status=status)
