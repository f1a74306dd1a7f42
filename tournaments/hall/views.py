"""A tournament's page for everybody: where do I sit, who is at my table, how do I stand."""

from collections.abc import Callable, Sequence
from datetime import timedelta
from typing import Any
from urllib.parse import urlencode
from uuid import UUID

from django import forms
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import get_language, gettext_lazy as _
from django.views.decorators.http import require_POST, require_safe

from cegoscore.addresses import number_of
from cegoscore.clubs.models import Right
from cegoscore.clubs.rights.access import get_whole_club, managed_club
from cegoscore.clubs.rights.devices import device_id
from cegoscore.clubs.rights.link_pages import qr_svg
from cegoscore.clubs.rights.previews import preview_png
from cegoscore.clubs.rights.views import let_in
from cegoscore.front.limits import one_at_a_time
from cegoscore.pictures import picture_answer
from cegoscore.reached import public_address
from cegoscore.scoresheet.ledger.access import get_sheet
from tournaments.chaining import mark_of_chain
from tournaments.course.access import (
    HELPER,
    ORGANISER,
    Shown,
    find_hall_link,
    get_round,
    get_shown,
    get_tournament,
    get_tournament_of,
    look_at,
    qr_of_hall,
    shown_to_all,
)
from tournaments.course.forms import MOST_NUMBER
from tournaments.course.locks import current_round
from tournaments.course.queries import VersionCache, live_version, public_today
from tournaments.course.views import with_memory
from tournaments.hall.calendar import appointment_of, calendar_answer
from tournaments.hall.page import hall_page, state_sentence, tournament_context
from tournaments.hall.seats import Hall, at_round, leaves
from tournaments.models import Round, RoundState, Tournament
from tournaments.standings.outlook import outlook_context, outlook_of
from tournaments.standings.page import standings_context, tournament_preview
from tournaments.standings.queries import standings_of
from tournaments.standings.tournament_honours import tournament_honours
from tournaments.standings.unveiling import may_be_unveiled, stage_of

HALL_PAGES = VersionCache[dict[str, Any]]()
"""By tournament, language, and whether it is for strangers."""
PICTURES = VersionCache[bytes]()
"""By tournament and language."""
COOKIE = "me"
"""The cookie with the start number whose page this device shows; sent to this tournament's pages only."""
REMEMBERED_FOR = timedelta(days=7)
MOST_TYPED = 60


def _number(text: str | None) -> int | None:
    """A start number; none if it is none."""
    return number_of(text or "", most=MOST_NUMBER) or None


@require_safe
def tournament(request: HttpRequest, tournament_id: UUID) -> HttpResponse:
    """The tournament as the hall sees it. `?q=` looks for a name or number, `?me=` is one person's own page.

    `?v=` asks whether anything changed: 204 if not.
    """
    look = look_at(request, tournament_id)
    if request.GET.get("v") == look.version:
        return HttpResponse(status=204)
    typed = request.GET.get("q", "").strip()[:MOST_TYPED]
    remembered, asked = _number(request.COOKIES.get(COOKIE)), _number(request.GET.get("me"))
    is_desk, is_stranger = look.right.covers(HELPER), not look.is_own
    page = HALL_PAGES.fetch(
        (tournament_id, get_language(), is_stranger),
        lambda: hall_page(get_tournament(request, tournament_id)[0], look.version, to_strangers=is_stranger),
        now=look.version,
    )
    number = asked or (None if typed else remembered)
    context = tournament_context(page, typed=typed, number=number, sees_sheets=look.is_own) | {
        "remembered": remembered,
        "image": public_address(request, reverse("tournament_image", args=[tournament_id])),
        "is_desk": is_desk,
        "is_organiser": look.right.covers(ORGANISER),
        "here": urlencode({key: value for key, value in (("q", typed), ("me", asked)) if value}),
    }
    return render(request, "tournaments/hall/tournament.html", context)


@require_safe
@one_at_a_time("GET", "HEAD")
def tournament_image(request: HttpRequest, tournament_id: UUID) -> HttpResponse:
    """The first ten as a picture, for everybody who may look at the tournament; 404 while there is nothing to show."""
    look = look_at(request, tournament_id)
    key = tournament_id, get_language()
    return picture_answer(PICTURES.fetch(key, lambda: preview_png(tournament_preview(tournament_id)), now=look.version))


@require_safe
def tournament_calendar(request: HttpRequest, tournament_id: UUID) -> HttpResponse:
    """The tournament as a file for a calendar."""
    return calendar_answer(request, [appointment_of(get_tournament(request, tournament_id)[0])])


@require_POST
def remember_me(request: HttpRequest, tournament_id: UUID) -> HttpResponse:
    """Remember or forget on this device whose page to show."""
    tournament, _right = get_tournament(request, tournament_id, Right.LOOK)
    number = _number(request.POST.get("number"))
    path = reverse("tournament", args=[tournament.pk])
    return with_memory(redirect(tournament), COOKIE, number, path=path, max_age=REMEMBERED_FOR)


@require_safe
def hall_from_sheet(request: HttpRequest, sheet_id: UUID) -> HttpResponse:
    """Lead from a table's sheet to its tournament whoever may look at the sheet: as if by the hall's link.

    404 for a stranger, and once the organiser took the link back.
    """
    tournament = get_tournament_of(get_sheet(request, sheet_id)[0])
    link = find_hall_link(tournament)
    if link is None:
        return redirect(get_tournament(request, tournament.pk)[0])
    return let_in(request, link)


@require_safe
def published_draw(request: HttpRequest, tournament_id: UUID, number: int) -> JsonResponse:
    """The draw of a round as `python manage.py draw` reads it: start numbers, no names and no wishes."""
    tournament, _right = get_tournament(request, tournament_id)
    published = get_round(tournament, number).draw
    if not published:
        raise Http404
    return JsonResponse(published, json_dumps_params={"indent": 1})


NAME_COLUMNS, NAME_ROWS = 3, 14
TABLE_TILES = 12
"""Limits for a wall of 1920 by 1080 in letters for the back row."""
ROOMY = 60
"""More people than this stand in two columns, so that nobody waits for longer than two minutes to see a name."""


@require_safe
def wall(request: HttpRequest, tournament_id: UUID) -> HttpResponse:
    """The wall, at `/beamer`. `?show=names,clock` goes round through what is named; without it what matters now shows.

    `?v=` asks whether anything changed: 204 if not.
    """
    tournament, _right, for_reader = get_shown(request, tournament_id)
    shown = shown_to_all(tournament, to_strangers=for_reader.to_strangers)
    live = live_version(tournament)  # first: what is written meanwhile is news again
    round_ = current_round(tournament)
    asked = [name for name in request.GET.get("show", "").split(",") if name in SCREENS]
    code = qr_of_hall(request, tournament)
    names = ["ceremony"] if tournament.unveiled_from else asked or _what_matters(tournament, round_, code, live)
    at = _at(request, len(names))
    version = f"{at}.{live}.{','.join(names)}"
    if request.GET.get("v") == version:
        return HttpResponse(status=204)
    context = {
        "tournament": tournament,
        "state": state_sentence(tournament, round_),
        "kind": names[at],
        "screen": f"tournaments/hall/wall/{names[at]}.html",
        "version": version,
        "live_version": live,
        "here": _query(asked, at),
        "qr_svg": code,
        "next": _query(asked, (at + 1) % len(names)) if len(names) > 1 else "",
        "chain_head": mark_of_chain(tournament) if tournament.finished_at else "",
    }
    return render(request, "tournaments/hall/wall.html", context | SCREENS[names[at]](round_, tournament, shown))


def _at(request: HttpRequest, count: int) -> int:
    return (number_of(request.GET.get("at", "")) or 0) % count


def _query(asked: Sequence[str], at: int) -> str:
    return "?" + urlencode(({"show": ",".join(asked)} if asked else {}) | {"at": at}, safe=",")


def _what_matters(tournament: Tournament, round_: Round | None, code: str, live: str) -> list[str]:
    """Seats while people look for them, standings and clock while they play; what was held back, at the end.

    The code to scan is as large as a hall needs: beside the clock, otherwise on a screen of its own.
    """
    find_me = ["code"] if code else []
    standings = ["standings", "teams"] if tournament.team_size else ["standings"]
    standings += ["chances"] if outlook_of(tournament, live).firsts else []
    if may_be_unveiled(tournament):
        return ["ceremony"]
    if tournament.finished_at:
        return [*standings, *(["honours"] if tournament.gives_awards else []), *find_me]
    if round_ is None or tournament.cancelled_at:
        return ["clock"]
    if round_.state == RoundState.DRAWN:
        return ["names", "tables", *find_me]
    return ["clock", *standings] if Hall(round=round_).ends_at else [*standings, *find_me]


def _names(round_: Round | None, _tournament: Tournament, shown: Shown) -> dict[str, Any]:
    pages = [leaves(page, NAME_ROWS) for page in leaves(at_round(round_, shown).by_name, NAME_COLUMNS * NAME_ROWS)]
    return {"leaves": [(page, page[0][0].person.surname[:3], page[-1][-1].person.surname[:3]) for page in pages]}


def _standings(round_: Round | None, tournament: Tournament, shown: Shown) -> dict[str, Any]:
    context = standings_context(tournament, shown)
    if context["seats"]:
        return _names(round_, tournament, shown) | {"screen": "tournaments/hall/wall/names.html", "kind": "names"}
    return context | {"is_dense": len(context["lines"]) > ROOMY}


def _chances(_round: Round | None, tournament: Tournament, shown: Shown) -> dict[str, Any]:
    outlook = outlook_of(tournament, live_version(tournament))
    return outlook_context(outlook, standings_of(tournament, shown)) if outlook.firsts else {}


def _honours(_round: Round | None, tournament: Tournament, shown: Shown) -> dict[str, Any]:
    version = live_version(tournament)
    return {"honours": tournament_honours(tournament, standings_of(tournament, shown), version)}


SCREENS: dict[str, Callable[[Round | None, Tournament, Shown], dict[str, Any]]] = {
    "names": _names,
    "tables": lambda round_, _tournament, shown: {"leaves": leaves(at_round(round_, shown).tiles, TABLE_TILES)},
    "clock": lambda round_, _tournament, shown: {"hall": at_round(round_, shown)},
    "code": lambda _round, _tournament, _shown: {},
    "standings": _standings,
    "teams": _standings,
    "chances": _chances,
    "honours": _honours,
    "ceremony": lambda _round, tournament, shown: {"stage": stage_of(tournament, to_strangers=shown.to_strangers)},
}


SIGNS_A_PAGE = 4
MOST_SIGNS = 200


class SignsForm(forms.Form):
    """Numbers of the tables that get a sign."""

    first = forms.IntegerField(label=_("From table"), min_value=1, max_value=MOST_SIGNS)
    last = forms.IntegerField(label=_("To table"), min_value=1, max_value=MOST_SIGNS)
    wifi = forms.CharField(label=_("Wi-Fi that phones have to join"), max_length=60, required=False)


@require_safe
def table_sign(request: HttpRequest, club_id: UUID, number: int) -> HttpResponse:
    """The public tournament that the club holds today; which one, if there are several; else the page for a code."""
    tournaments = public_today(get_whole_club(club_id))
    if len(tournaments) == 1:
        return redirect(tournaments[0])
    return render(request, "tournaments/hall/table_sign.html", {"tournaments": tournaments, "number": number})


@require_safe
@one_at_a_time("GET", "HEAD")
def table_signs(request: HttpRequest, club_id: UUID) -> HttpResponse:
    """The signs for some tables to print, for those who manage the club; 404 for others."""
    club = managed_club(club_id, device_id(request))
    if club is None:
        raise Http404
    form = SignsForm(request.GET or {"first": 1, "last": 12})
    data = form.cleaned_data if form.is_valid() else {"first": 1, "last": 0}
    numbers = range(data["first"], data["last"] + 1)
    signs = [(number, qr_svg(_address(request, club.pk, number))) for number in numbers]
    context = {
        "club": club,
        "form": form,
        "pages": leaves(signs, SIGNS_A_PAGE),
        "wifi": data.get("wifi"),
        "address": public_address(request, "/"),
        "back": reverse("club", args=[club.pk]),
    }
    return render(request, "tournaments/hall/table_signs.html", context)


def _address(request: HttpRequest, club: UUID, number: int) -> str:
    return public_address(request, reverse("table_sign", args=[club, number]))
