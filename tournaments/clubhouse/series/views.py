"""Pages of a series: a tournament of another club is looked at and counts, by its file or by the link of its club."""

from functools import partial
from typing import Any
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from cegoscore.clubs.errors import Refused
from cegoscore.clubs.known_people import known_people, proposed
from cegoscore.clubs.rights.devices import device_id, granted_device
from cegoscore.clubs.rights.link_pages import LinkOffer, row_of
from cegoscore.contest import chain
from cegoscore.front.limits import form_page, takes_files
from tournaments.clubhouse.series import offers
from tournaments.clubhouse.series.guests import guest_of, people_in, sealed, take_in, unsealed
from tournaments.course.access import ORGANISER, get_tournament
from tournaments.course.views import answered
from tournaments.course.wording import answer_to, refused
from tournaments.models import Tournament
from tournaments.papers.reading import parse_json
from tournaments.papers.views import DocumentForm, problem_sentences
from tournaments.seasons.access import get_season_to_arrange, signature_of
from tournaments.seasons.forms import ReasonForm
from tournaments.seasons.models import Season
from tournaments.seasons.queries import clubs_managed_by

LINK = LinkOffer(
    label=gettext_lazy("May count in a series of another club"),
    sentence=gettext_lazy(
        "Anyone who opens this link and manages a season of another club lets the tournament count there: names, "
        "villages, points and categories of everybody in the ranking. The link opens nothing else."
    ),
)


@form_page
@takes_files
def season_guests(request: HttpRequest, season_id: UUID) -> HttpResponse:
    """Let a tournament of another club count by its file or link: first who is meant is shown, then it is taken in."""
    season = get_season_to_arrange(request, season_id)
    if request.method == "GET":
        return _page(request, season, DocumentForm())
    if "proved" in request.POST:
        return _agreed(request, season)
    if "offer" in request.POST:
        return _offered(request, season)
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


def _offered(request: HttpRequest, season: Season) -> HttpResponse:
    """Look a tournament over that its club offers: by a link that this device opened, or one that counts already."""
    try:
        key = UUID(request.POST["offer"])
    except ValueError as error:
        raise Http404 from error
    if not offers.counts_in(season, key):
        offers.get_offered(request, key)
    try:
        guest = guest_of(offers.guest_document(key)) | {"offer": str(key)}
    except Refused as refusal:
        sentence, status = answer_to(refusal)
        return _page(request, season, DocumentForm(), problem=sentence, status=status)
    return _page(request, season, DocumentForm(), guest=guest, proved=sealed(season, guest))


def _agreed(request: HttpRequest, season: Season) -> HttpResponse:
    """Take in what was proved, once everybody asked about is known."""
    guest, reason = unsealed(season, request.POST["proved"]), ReasonForm(request.POST)
    if guest is None or not reason.is_valid():
        return _page(request, season, DocumentForm(), status=422)
    people = people_in(season, guest, request.POST)
    refusal: dict[str, Any] = {"status": 422}
    if not any(line.other and line.player is None for line in people.lines):
        with refused() as refusal:
            take_in(season, guest, people.lines, by=signature_of(request, reason.cleaned_data["why"]))
            return redirect("season_events", season.pk)
    return _page(request, season, DocumentForm(), guest=guest, proved=request.POST["proved"], **refusal)


def _page(
    request: HttpRequest, season: Season, form: DocumentForm, *, guest: Any = None, status: int = 200, **more: Any
) -> HttpResponse:
    context: dict[str, Any] = {"season": season, "form": form, "guest": guest} | more
    if guest is None:
        context["given"] = offers.given_to(season)
    else:
        people = people_in(season, guest, request.POST)
        context |= {"people": people, "mark": chain.mark_of(guest["marks"][-1])}
        context["known"] = proposed(known_people(season.club_id)) if people.by_state["new"] else ()
    return render(request, "clubhouse/series/season_guests.html", context, status=status)


@require_safe
def series_offer(request: HttpRequest, offer_id: UUID) -> HttpResponse:
    """Show the tournament that a club offers, and the seasons of other clubs that this device manages."""
    tournament = offers.get_offered(request, offer_id)
    seasons = offers.seasons_to_choose(clubs_managed_by(device_id(request)), tournament)
    context = {"tournament": tournament, "offer": offer_id, "seasons": seasons}
    return render(request, "clubhouse/series/series_offer.html", context)


@form_page
def tournament_series(request: HttpRequest, tournament_id: UUID) -> HttpResponse:
    """Offer a tournament to series of other clubs, see which count it, and take it back."""
    tournament, _right = get_tournament(request, tournament_id, ORGANISER)
    if request.method == "GET":
        return _given(request, tournament)
    act = offers.take_back if "back" in request.POST else offers.give
    page = partial(_given, request, tournament)
    return answered(page, partial(act, tournament, by=granted_device(request)), "tournament_series", tournament.pk)


def _given(request: HttpRequest, tournament: Tournament, *, status: int = 200, **more: Any) -> HttpResponse:
    link, seasons = offers.shown(tournament)
    context = {"tournament": tournament, "seasons": seasons} | more
    context["row"] = row_of(request, link, offer=LINK) if link else None
    return render(request, "clubhouse/series/tournament_series.html", context, status=status)
