"""Pages of a whole club, from what is coming to its settings and joining another one; the host's page on the server."""

import io
import tempfile
from typing import Any
from uuid import UUID, uuid4

from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.http import FileResponse, Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe
from django_htmx.http import HttpResponseClientRedirect

from cegoscore.clubs.club_names import label_club
from cegoscore.clubs.errors import Refused
from cegoscore.clubs.known_people import known_people, proposed
from cegoscore.clubs.log import note
from cegoscore.clubs.models import Guess, LogKind
from cegoscore.clubs.rights.access import get_club
from cegoscore.clubs.rights.devices import Request, device_id, granted_device, known_device, remember
from cegoscore.clubs.rights.managers import hangs_on
from cegoscore.clubs.rights.stranger_limits import count_wrong_code, must_wait
from cegoscore.clubs.rights.views import follow_link
from cegoscore.front.limits import form_page, one_at_a_time, takes_files
from cegoscore.scoring.problems import Problem
from tournaments.clubhouse import fame, home, joining
from tournaments.clubhouse.again import again_page, csv_of
from tournaments.clubhouse.backup import CannotRestore, parse_json, write_backup
from tournaments.clubhouse.fame import PastChampionForm, titles_of
from tournaments.clubhouse.home import ClubForm, GatherForm, evenings_elsewhere
from tournaments.clubhouse.host import check_host, host_page, opens, remember_host
from tournaments.clubhouse.joining import OtherClubForm, SamePeopleForm, alike_people, joinable_clubs, joining_page
from tournaments.clubhouse.log import news_for
from tournaments.clubhouse.managers.page import open_deletion
from tournaments.clubhouse.money.page import has_box
from tournaments.clubhouse.moving_in import ClubFileForm, contents_of, read_in, saved_last
from tournaments.clubhouse.page import club_page, past_by_year, public_coming
from tournaments.clubhouse.players.year import year_linked
from tournaments.clubhouse.reach import get_reach
from tournaments.clubhouse.records.page import records_page
from tournaments.course.wording import answer_to, refused
from tournaments.hall.calendar import appointment_of, calendar_answer
from tournaments.papers.views import problem_sentences


@require_safe
def open_club(request: HttpRequest, secret: str) -> HttpResponse:
    """A link to a whole club was opened, as `restore` prints it."""
    return follow_link(request, secret)


@require_safe
def club(request: HttpRequest, club_id: UUID) -> HttpResponse:
    """A club's page; 404 for a stranger if nothing of the club is public."""
    reach = get_reach(request, club_id)
    page = club_page(request, reach)
    if page is None:
        raise Http404
    context = {
        "club": reach.club,
        "label": label_club(reach.club) if reach.manages else reach.club.name or _("The group"),
        "page": page,
        "manages": reach.manages,
        "has_box": reach.whole and has_box(reach.club),
        "year": year_linked(timezone.localdate()) if reach.whole else None,
        "news": news_for(reach.club, device_id(request)) if reach.manages else (),
        "deletion": open_deletion(reach.club) if reach.manages else None,
        "lacks_spare": hangs_on(reach.club, device_id(request)),
    }
    return render(request, "clubhouse/club.html", context)


@require_safe
def club_tournaments(request: HttpRequest, club_id: UUID) -> HttpResponse:
    """Every tournament that is over, year by year."""
    reach = get_reach(request, club_id)
    years = past_by_year(reach)
    if years is None:
        raise Http404
    return render(request, "clubhouse/club_tournaments.html", {"club": reach.club, "years": years})


@require_safe
def club_records(request: HttpRequest, club_id: UUID) -> HttpResponse:
    """The club's records and its all-time table."""
    reach = get_reach(request, club_id)
    page = records_page(reach, request.GET.dict())
    if page is None:
        raise Http404
    return render(request, "clubhouse/club_records.html", {"club": reach.club, "page": page})


@form_page
@one_at_a_time("GET", "HEAD", "POST")
def club_fame(request: HttpRequest, club_id: UUID) -> HttpResponse:
    """The hall of fame, to which who manages the club adds; 404 for a stranger if nothing of the club is public."""
    reach, form = get_reach(request, club_id), PastChampionForm(request.POST or None)
    if not reach.is_something:
        raise Http404
    if request.method == "POST":
        club = get_club(request, club_id)
        if form.is_valid():
            fame.add_champion(club, **form.cleaned_data, by=granted_device(request).pk)
            return redirect("club_fame", club.pk)
    context = {
        "club": reach.club,
        "manages": reach.manages,
        "titles": titles_of(reach),
        "form": form,
        "known": proposed(known_people(reach.club.pk)) if reach.manages else (),
    }
    return render(request, "clubhouse/club_fame.html", context, status=422 if form.errors else 200)


@require_POST
def remove_champion(request: HttpRequest, club_id: UUID, champion_id: int) -> HttpResponse:
    """Take out a champion who was typed."""
    fame.remove_champion(get_club(request, club_id), champion_id, by=granted_device(request).pk)
    return redirect("club_fame", club_id)


@require_safe
def club_again(request: HttpRequest, club_id: UUID) -> HttpResponse | FileResponse:
    """New, returning and missing visitors of an event (`of`), or a file for spreadsheets with them (`csv`)."""
    club = get_club(request, club_id)
    page = again_page(get_reach(request, club_id), request.GET.get("of", ""))
    if page and "csv" in request.GET:
        file = io.BytesIO(csv_of(page["parts"]).encode())
        return FileResponse(file, as_attachment=True, filename="again.csv")
    return render(request, "clubhouse/club_again.html", {"club": club, "page": page})


@require_safe
def club_calendar(request: HttpRequest, club_id: UUID) -> HttpResponse:
    """The coming public tournaments as a feed."""
    club = get_reach(request, club_id).club
    coming = public_coming(club)
    if coming is None:
        raise Http404
    return calendar_answer(request, map(appointment_of, coming), name=club.name or "Cego")


@require_safe
def club_backup(request: HttpRequest, club_id: UUID) -> HttpResponse:
    """The page with the button that saves a backup."""
    club = get_club(request, club_id)
    return render(request, "clubhouse/club_backup.html", {"club": club, "saved": saved_last(club)})


@require_safe
@one_at_a_time("GET", "HEAD")
def download_backup(request: HttpRequest, club_id: UUID) -> FileResponse:
    """The club's backup as a file, complete before the first byte is sent."""
    club = get_club(request, club_id)
    file = tempfile.TemporaryFile(dir=settings.DATA_DIR)  # noqa: SIM115  (the response closes it)
    out = io.TextIOWrapper(file, encoding="utf-8", write_through=True)
    write_backup(club, out)
    out.detach()
    file.seek(0)
    if request.method == "GET":
        note(club.pk, LogKind.BACKUP_SAVED, device=granted_device(request))
    name = f"{slugify(club.name) or 'cego'}-{timezone.localdate():%Y-%m-%d}.json"
    return FileResponse(file, as_attachment=True, filename=name, content_type="application/json")


@form_page
@takes_files
def read_club(request: Request) -> HttpResponse:
    """Read in a club from its backup: first what is in it is shown, then it becomes a new club."""
    if request.method == "GET":
        return _reading_page(request, ClubFileForm(initial={"key": uuid4()}))
    form = ClubFileForm(request.POST, request.FILES)
    if must_wait(request, what=Guess.DOCUMENT):
        return _reading_page(request, form, must_wait=True, status=429)
    if not form.is_valid():
        return _reading_page(request, form, status=422)
    backup, problems = parse_json(form.cleaned_data["file"])
    if backup is None:
        return _refused_file(request, form, problems)
    if request.POST.get("shown") != form.mark:
        return _reading_page(request, form, found=contents_of(backup, device_id(request)))
    device = known_device(request)
    try:
        club = read_in(backup, device=device, key=form.cleaned_data["key"])
    except CannotRestore as refusal:
        return _refused_file(request, form, refusal.problems)
    except PermissionDenied as refusal:
        return _reading_page(request, form, problem=str(refusal), status=403)
    except Refused as refusal:
        sentence, status = answer_to(refusal)
        return _reading_page(request, form, problem=sentence, status=status)
    there = reverse("club", args=[club.pk])
    response = HttpResponseClientRedirect(there) if request.htmx else redirect(there)
    remember(response, device)
    return response


def _refused_file(request: Request, form: ClubFileForm, problems: tuple[Problem, ...]) -> HttpResponse:
    """The page about a file that is no sound backup; whoever sends many of them waits."""
    count_wrong_code(request, what=Guess.DOCUMENT)
    shown = {"problems": problem_sentences(problems), "count": len(problems)}
    return _reading_page(request, form, status=422, **shown)


def _reading_page(request: Request, form: ClubFileForm, *, status: int = 200, **more: Any) -> HttpResponse:
    """The page; what is asked for in place gets a status by which it is shown there."""
    status = 422 if request.htmx and status > 200 else status
    return render(request, "clubhouse/read_club.html", {"form": form} | more, status=status)


@form_page
def club_settings(request: HttpRequest, club_id: UUID) -> HttpResponse:
    """Name of the club, and what its new tables begin with."""
    club = get_club(request, club_id)
    form = ClubForm(request.POST or None, device=device_id(request), club=club)
    if request.method == "POST" and form.is_valid():
        home.change_club(club, **form.settings(), by=granted_device(request))
        return redirect("club", club.pk)
    return render(
        request, "clubhouse/club_settings.html", {"club": club, "form": form}, status=422 if form.errors else 200
    )


@form_page
def gather_evenings(request: HttpRequest, club_id: UUID) -> HttpResponse:
    """Move evenings that this device opened elsewhere into the club."""
    club = get_club(request, club_id)
    device = granted_device(request).pk
    offered = evenings_elsewhere(club, device)
    form = GatherForm(request.POST if request.method == "POST" else None, offered=offered)
    refusal: dict[str, Any] = {"status": 422} if form.errors else {}
    if request.method == "POST" and form.is_valid():
        with refused() as refusal:
            home.gather(club, list(form.cleaned_data["evenings"]), by=device)
            return redirect("club", club.pk)
    context = {"club": club, "form": form, "offered": offered, **refusal}
    return render(request, "clubhouse/gather_evenings.html", context, status=refusal.get("status"))


@form_page
def join_clubs(request: HttpRequest, club_id: UUID) -> HttpResponse:
    """Choose the other club, answer for everybody whose name is in both, and let them become one."""
    club = get_club(request, club_id)
    device = granted_device(request).pk
    offered = joinable_clubs(club, device)
    choice = OtherClubForm(request.POST or request.GET or None, offered=offered)
    context: dict[str, Any] = {"club": club, "choice": choice, "offered": offered}
    if not choice.is_valid():
        return render(request, "clubhouse/join_clubs.html", context, status=422 if request.method == "POST" else 200)
    key = choice.cleaned_data["other"]
    other = get_club(request, key)
    alike = alike_people(club, other)
    form = SamePeopleForm(request.POST if request.method == "POST" else None, alike=alike)
    context |= {"page": joining_page(club, other, offered[key], alike), "form": form}
    refusal: dict[str, Any] = {"status": 422} if form.errors else {}
    if form.is_valid():
        with refused() as refusal:
            joining.join_clubs(club, other, pairs=form.pairs, by=device)
            return redirect("club", club.pk)
    return render(request, "clubhouse/join_clubs.html", context | refusal, status=refusal.get("status"))


# The server, for its host


@require_safe
def open_host(request: HttpRequest, secret: str) -> HttpResponse:
    """Let this browser look at the server from now on."""
    if not opens(secret):
        raise Http404
    response = redirect("host")
    remember_host(response)
    return response


@require_safe
def host(request: HttpRequest) -> HttpResponse:
    """Show how the server is and who uses it; nothing can be changed here."""
    check_host(request)
    page = host_page(request.GET.get("page", ""), now=timezone.now())
    return render(request, "clubhouse/host.html", {"page": page})
