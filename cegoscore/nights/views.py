"""Pages of a club night, and sentences on why nothing was written."""

from collections.abc import Mapping
from functools import partial
from typing import Any
from uuid import UUID

from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _, gettext_lazy
from django.views.decorators.http import require_POST, require_safe

from cegoscore.clubs.club_names import label_club
from cegoscore.clubs.errors import Refusals, Refused
from cegoscore.clubs.known_people import known_people, proposed
from cegoscore.clubs.models import Club, Right
from cegoscore.clubs.rights.access import get_club
from cegoscore.clubs.rights.devices import device_id, granted_device, known_device, remember
from cegoscore.front.limits import form_page
from cegoscore.nights import services
from cegoscore.nights.forms import AddSheetsForm, ArrangeForm, NightForm, OpenTablesForm, OwnTableForm, begun
from cegoscore.nights.page import night_page, standing_of
from cegoscore.nights.queries import free_numbers, get_night, get_night_to_arrange, look_at, sheets_to_add, tables_of
from cegoscore.scoresheet.evening.evenings import evenings_of
from cegoscore.scoresheet.ledger.wording import CLOSED, refusal_sentence
from cegoscore.scoresheet.models import ClubNight

REFUSALS: dict[str, Any] = {
    "night_changed": gettext_lazy("The club night was changed meanwhile. Nothing was saved; please look again."),
    "night_ended": gettext_lazy("This club night is over. Nothing was changed."),
    "night_has_tables": gettext_lazy("Tables were opened already, so the club night stays. You can end it."),
    "night_table_taken": gettext_lazy("Table {table} is taken already. Please choose another one."),
    "night_table_size": gettext_lazy(
        "At table {table} {size} would play, and its house rules are for {sizes}. Let somebody else change tables, too."
    ),
    "sits_at_table": gettext_lazy("{name} sits at table {table} already. Somebody else? Then add an initial."),
}


def answer_to(error: Exception) -> tuple[str, int]:
    """The sentence and the status of the page that shows it: 409 means look again, 422 type something else."""
    if isinstance(error, Refused):
        if error.code in REFUSALS:
            status = 409 if error.code in ("night_changed", "night_ended") else 422
            return str(REFUSALS[error.code]).format(**dict(error.params)), status
        return refusal_sentence(error, {}), 422
    return str(CLOSED), 409


refused = partial(Refusals, answer_to)


MOST_OFFERED = 40


NOTHING: Mapping[str, Any] = {}


def _faults(form: BaseForm) -> Mapping[str, Any]:
    return {"status": 422} if form.errors else NOTHING


def _page(request: HttpRequest, name: str, context: dict[str, Any], refusal: Mapping[str, Any]) -> HttpResponse:
    """A page, also with what was refused there."""
    return render(request, f"nights/{name}.html", {**context, **refusal}, status=refusal.get("status"))


# The standing


@require_safe
def night(request: HttpRequest, night_id: UUID) -> HttpResponse:
    """The standing across the tables, and the tables; 204 for an open page that shows it already."""
    look = look_at(request, night_id)
    if request.GET.get("v") == look.version:
        return HttpResponse(status=204)
    club_night, right = get_night(request, night_id)
    page = night_page(club_night, look.version, right=right, device=device_id(request))
    return render(request, "nights/night.html", {"night": club_night, "page": page})


# Planning


def _name_of_new(club: Club) -> str:
    day = date_format(timezone.localdate(), "MONTH_DAY_FORMAT")
    return _("%(circle)s, club night of %(day)s") % {"circle": club.name or label_club(club), "day": day}


@form_page
def new_night(request: HttpRequest, club_id: UUID) -> HttpResponse:
    """Plan a night, or open one right away."""
    club = get_club(request, club_id)
    begins = begun(club, name=_name_of_new(club)[:120], day=timezone.localdate())
    form = NightForm(request.POST or None, device=device_id(request), night=begins)
    refusal = _faults(form)
    if form.is_valid():
        key, by = form.cleaned_data["uuid"], granted_device(request).pk
        with refused() as refusal:
            return redirect(services.plan_night(club, form.plan(), key=key, by=by))
    return _page(request, "new_night", {"club": club, "form": form}, refusal)


@form_page
def change_night(request: HttpRequest, night_id: UUID) -> HttpResponse:
    """Change what was planned."""
    club_night = get_night_to_arrange(request, night_id)
    form = NightForm(request.POST or None, device=device_id(request), night=club_night)
    context, refusal = {"night": club_night, "form": form, "has_tables": bool(tables_of(club_night))}, _faults(form)
    if form.is_valid():
        by, seen = granted_device(request).pk, form.cleaned_data["version"]
        with refused() as refusal:
            services.change_night(club_night, form.plan(), seen=seen, by=by)
            return redirect(club_night)
    return _page(request, "change_night", context, refusal)


@require_POST
def delete_night(request: HttpRequest, night_id: UUID) -> HttpResponse:
    """Delete a night that is not going to be."""
    club_night = get_night_to_arrange(request, night_id)
    with refused() as refusal:
        services.delete_night(club_night, by=granted_device(request).pk)
        return redirect("club", club_night.club_id)
    form = NightForm(device=device_id(request), night=club_night)
    return _page(request, "change_night", {"night": club_night, "form": form, "has_tables": True}, refusal)


# Tables


@form_page
def open_tables(request: HttpRequest, night_id: UUID) -> HttpResponse:
    """Say who sits where, at as many tables as wanted; the others stay free."""
    club_night = get_night_to_arrange(request, night_id)
    form = OpenTablesForm(request.POST or None, numbers=free_numbers(club_night), club=club_night.club_id)
    refusal = _faults(form)
    if form.is_valid():
        with refused() as refusal:
            services.open_tables(club_night, form.cleaned_data["rows"], by=granted_device(request).pk)
            return redirect(club_night)
    return _page(request, "open_tables", _tables_context(club_night, form), refusal)


def _tables_context(club_night: ClubNight, form: OpenTablesForm) -> dict[str, Any]:
    known, elsewhere = known_people(club_night.club_id), evenings_of(sheets_to_add(club_night), MOST_OFFERED)
    return {"night": club_night, "form": form, "known": proposed(known), "elsewhere": elsewhere}


@require_POST
def add_tables(request: HttpRequest, night_id: UUID) -> HttpResponse:
    """Let tables that were opened by themselves belong to the night."""
    club_night = get_night_to_arrange(request, night_id)
    context = _tables_context(club_night, OpenTablesForm(numbers=free_numbers(club_night)))
    form = AddSheetsForm(request.POST, offered=[evening.sheet.pk for evening in context["elsewhere"]])
    refusal = _faults(form)
    if form.is_valid():
        with refused() as refusal:
            services.add_sheets(club_night, form.cleaned_data["sheets"], by=granted_device(request).pk)
            return redirect(club_night)
    return _page(request, "open_tables", context | {"adding": form}, refusal)


@form_page
def join_night(request: HttpRequest, night_id: UUID) -> HttpResponse:
    """Sit down at a free table: whoever came by the night's code says who sits there, and writes there from then on."""
    club_night, _right = get_night(request, night_id, Right.WRITE)
    numbers = free_numbers(club_night) if club_night.ended_at is None else []
    asked = request.GET.get("table", "")
    # A table that this device has just opened is free no longer: the service knows whose it is.
    tried = [number for number in range(1, club_night.places + 1) if str(number) == request.POST.get("table")]
    form = OwnTableForm(request.POST or None, numbers=[*numbers, *tried], asked=asked)
    refusal = _faults(form)
    if form.is_valid():
        device, data = known_device(request), form.cleaned_data
        table = {"number": data["table"], "names": data["names"], "first_dealer": data["first_dealer"]}
        with refused() as refusal:
            response = redirect(services.open_own_table(club_night, device=device, **table))
            remember(response, device)
            return response
    return _page(request, "join_night", {"night": club_night, "form": form, "numbers": numbers}, refusal)


@form_page
def arrange_night(request: HttpRequest, night_id: UUID) -> HttpResponse:
    """Let people go to other tables, several at once."""
    club_night = get_night_to_arrange(request, night_id)
    form = _arrange_form(request, club_night)
    refusal = _faults(form)
    if form.is_valid():
        seen, by = form.cleaned_data["version"], granted_device(request).pk
        with refused() as refusal:
            services.arrange(club_night, form.places, seen=seen, by=by)
            return redirect(club_night)
    return _page(request, "arrange_night", {"night": club_night, "form": form}, refusal)


def _arrange_form(request: HttpRequest, club_night: ClubNight) -> ArrangeForm:
    tables = tables_of(club_night)
    numbers = [table.number for table in tables if table.is_open]
    return ArrangeForm(request.POST or None, night=club_night, lines=standing_of(tables), numbers=numbers)


# The end


@require_POST
def end_night(request: HttpRequest, night_id: UUID) -> HttpResponse:
    """End the night, and with it every table."""
    club_night = get_night_to_arrange(request, night_id)
    services.end_night(club_night, by=granted_device(request).pk)
    return redirect(club_night)


@require_POST
def reopen_night(request: HttpRequest, night_id: UUID) -> HttpResponse:
    """Go on with a night that was ended."""
    club_night = get_night_to_arrange(request, night_id)
    services.reopen_night(club_night, by=granted_device(request).pk)
    return redirect(club_night)
