"""The box of a club, for its members, and the cash of a tournament, for its organisers."""

from uuid import UUID, uuid4, uuid5

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from cegoscore.addresses import number_of, uuid_of
from cegoscore.clubs.known_people import proposed
from cegoscore.clubs.models import Club
from cegoscore.clubs.rights.access import get_club
from cegoscore.clubs.rights.devices import granted_device
from cegoscore.front.limits import form_page, one_at_a_time
from tournaments.clubhouse.money import services
from tournaments.clubhouse.money.page import box_of, box_page
from tournaments.clubhouse.money.payouts import cash_page
from tournaments.clubhouse.money.services import BookingForm
from tournaments.clubhouse.people.queries import named, with_names
from tournaments.clubhouse.reach import Reach, get_player, get_reach
from tournaments.course.access import ORGANISER, get_tournament
from tournaments.course.views import desk_context
from tournaments.models import Tournament


def _whole(request: HttpRequest, club_id: UUID) -> Reach:
    """The club for who may see all of it: 404 for a stranger, 403 for somebody with a right on a part of it."""
    reach = get_reach(request, club_id)
    if not reach.whole:
        raise PermissionDenied if reach.is_known else Http404
    return reach


def _is_done(request: HttpRequest, whole: Club | Tournament, form: BookingForm) -> bool:
    """Do what was sent: take a booking back, or book what was typed, if it makes sense."""
    device = granted_device(request)
    if back := request.POST.get("back"):
        services.take_back(whole, number_of(back), device=device)
    elif form.is_valid():
        services.book(whole, device=device, **form.cleaned_data)
    else:
        return False
    return True


@form_page
@one_at_a_time("GET", "HEAD", "POST")
def box(request: HttpRequest, club_id: UUID) -> HttpResponse:
    """The box; whoever manages the club books what is paid in and out. With `?all` every booking."""
    reach = _whole(request, club_id)
    club = get_club(request, club_id) if request.method == "POST" else reach.club
    form = BookingForm(request.POST or None, club=club.pk)
    if request.method == "POST" and _is_done(request, club, form):
        return redirect("box", club.pk)
    context = box_page(club, whole="all" in request.GET) | {"club": club, "form": form, "manages": reach.manages}
    if reach.manages:
        context["known"] = proposed(map(named, with_names(club.pk)))
    return render(request, "clubhouse/box.html", context, status=422 if form.errors else 200)


@require_safe
def box_of_person(request: HttpRequest, club_id: UUID, player_id: int) -> HttpResponse:
    """The statement of one person."""
    club = _whole(request, club_id).club
    return render(request, "clubhouse/box_of_person.html", box_of(club, get_player(club, player_id).person))


def _is_paid_out(request: HttpRequest, tournament: Tournament) -> bool:
    """Pay prizes out as it was ticked, to one person or to all of a ground, or take such an act back."""
    device, page = granted_device(request), uuid_of(request.POST.get("act")) or uuid4()
    if act := uuid_of(request.POST.get("back")):
        services.take_back_act(tournament, act, device=device)
    elif ground := request.POST.get("ground"):
        services.pay_out(tournament, act=uuid5(page, ground), device=device, ground=ground)
    elif person := number_of(request.POST.get("person", "")):
        services.pay_out(tournament, act=uuid5(page, str(person)), device=device, person=person)
    else:
        return False
    return True


@form_page
def cash(request: HttpRequest, tournament_id: UUID) -> HttpResponse:
    """The cash of a tournament; prizes are ticked, anything else typed. With `?sign` a list to sign."""
    tournament, right = get_tournament(request, tournament_id, ORGANISER)
    form = BookingForm(request.POST or None)
    if request.method == "POST" and (_is_paid_out(request, tournament) or _is_done(request, tournament, form)):
        return redirect("cash", tournament.pk)
    page = desk_context(tournament, right) | cash_page(tournament) | {"form": form, "act": uuid4()}
    template = "clubhouse/cash_receipts.html" if "sign" in request.GET else "clubhouse/cash.html"
    return render(request, template, page, status=422 if form.errors else 200)
