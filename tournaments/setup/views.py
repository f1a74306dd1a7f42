"""Setting a tournament up: a new one, its settings, last year's once more."""

from functools import partial
from typing import Any
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from cegoscore.clubs.rights.devices import device_id, granted_device, known_device, remember
from cegoscore.clubs.rights.managers import managed_clubs
from cegoscore.front.limits import form_page
from tournaments.course.access import ORGANISER, get_deleted_tournament, get_tournament
from tournaments.course.forms import WhyForm
from tournaments.course.locks import settings_seen
from tournaments.course.views import Page, act_on, why_form
from tournaments.course.wording import point_out, refused
from tournaments.models import Tournament
from tournaments.setup import listing, services
from tournaments.setup.fee_plans import paid_amounts
from tournaments.setup.forms import ChangeSettingsForm, NewTournamentForm, initial_again, initial_of, new_initial
from tournaments.setup.listing import usual_club


@require_safe
def tournaments(request: HttpRequest) -> HttpResponse:
    """List tournaments to come and past ones, and lead to a new one."""
    device = device_id(request)
    listed = listing.tournaments_for(device)
    organised = (tournament for tournament, _players, right in listed["past"] if right == ORGANISER)
    context = {
        "listed": listed,
        "last": next(organised, None),
        "deleted": listing.deleted_for(device),
        "clubs": managed_clubs(device),
    }
    return render(request, "tournaments/setup/tournaments.html", context)


@form_page
def new_tournament(request: HttpRequest) -> HttpResponse:
    """Set up a tournament; whoever does it manages the club that holds it."""
    return _set_up(request, new_initial(usual_club(device_id(request))))


@form_page
def copy_tournament(request: HttpRequest, tournament_id: UUID) -> HttpResponse:
    """Hold the same tournament on another day, with nobody registered."""
    last, _right = get_tournament(request, tournament_id, ORGANISER)
    return _set_up(request, initial_again(last), last)


def _set_up(request: HttpRequest, initial: dict[str, Any], last: Tournament | None = None) -> HttpResponse:
    form = NewTournamentForm(request.POST or None, device=device_id(request), initial=initial)
    refusal: dict[str, Any] = {"status": 422} if form.errors else {}
    if request.method == "POST" and form.is_valid() and "look" not in request.POST:
        device = known_device(request)
        with refused() as refusal:
            response = redirect("door", services.set_up(device, **form.settings()).pk)
            remember(response, device)
            return response
    context = {"form": form, "last": last, **refusal}
    return render(request, "tournaments/setup/new_tournament.html", context, status=refusal.get("status"))


@form_page
def tournament_settings(request: HttpRequest, tournament_id: UUID) -> HttpResponse:
    """Change what was set up, as far as nothing was drawn with it."""
    tournament, _right = get_tournament(request, tournament_id, ORGANISER)
    initial = initial_of(tournament)
    form = ChangeSettingsForm(request.POST or None, device=device_id(request), initial=initial)
    outcome: dict[str, Any] = {"status": 422} if form.errors else {}
    if request.method == "POST" and form.is_valid() and "look" not in request.POST:
        with refused() as refusal:
            services.change_settings(tournament, **form.settings(), device=granted_device(request))
            return redirect("door", tournament.pk)
        form = _typed_again(request, tournament, initial)
        outcome = {"status": refusal["status"]} if point_out(form, refusal.error) else refusal
    return _settings_page(request, tournament, form, **outcome)


def _settings_page(
    request: HttpRequest, tournament: Tournament, form: ChangeSettingsForm | None = None, **more: Any
) -> HttpResponse:
    status = more.pop("status", 200)
    context = {
        "tournament": tournament,
        "form": form or ChangeSettingsForm(None, device=device_id(request), initial=initial_of(tournament)),
        "is_drawn": services.was_drawn(tournament),
        "paid_amounts": paid_amounts(tournament),
        "cancel_form": WhyForm(auto_id="cancel-%s"),
        "delete_form": WhyForm(auto_id="delete-%s"),
        "seasons": services.seasons_of(tournament),
    }
    return render(request, "tournaments/setup/tournament_settings.html", context | more, status=status)


def _typed_again(request: HttpRequest, tournament: Tournament, initial: dict[str, Any]) -> ChangeSettingsForm:
    """The form as typed, now against the settings as they stand, for a person to decide."""
    typed = request.POST.copy()
    typed["seen"] = settings_seen(tournament)
    return ChangeSettingsForm(typed, device=device_id(request), initial=initial)


def _find(request: HttpRequest, tournament_id: UUID) -> tuple[Tournament, Page]:
    tournament, _right = get_tournament(request, tournament_id, ORGANISER)
    return tournament, partial(_settings_page, request, tournament)


cancel_tournament = act_on(_find, "tournament", cancel_form=why_form("cancel"))(services.cancel_tournament)
delete_tournament = act_on(_find, "tournaments", 0, delete_form=why_form("delete"))(services.delete_tournament)


@require_POST
def restore_tournament(request: HttpRequest, tournament_id: UUID) -> HttpResponse:
    """Bring a deleted tournament back."""
    tournament = get_deleted_tournament(request, tournament_id)
    services.restore_tournament(tournament, device=granted_device(request))
    return redirect("door", tournament.pk)
