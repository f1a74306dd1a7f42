"""Pages of a club night."""

from __future__ import annotations

import uuid
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from cegoscore.clubs.club_labels import label_club
from cegoscore.clubs.known_people import known_people, proposed
from cegoscore.clubs.models import Club, Right
from cegoscore.clubs.rights.access import get_club, get_link
from cegoscore.clubs.rights.devices import device_id, granted_device, known_device, remember
from cegoscore.nights import services
from cegoscore.nights.access import get_night, get_night_to_arrange, look_at
from cegoscore.nights.forms import (
    AddSheetsForm,
    ArrangeForm,
    NightForm,
    NightLinkForm,
    OpenTablesForm,
    OwnTableForm,
    start_of,
    start_of_new,
)
from cegoscore.nights.page import night_links, night_page, standing_of
from cegoscore.nights.queries import free_numbers, sheets_to_add, tables_of
from cegoscore.nights.wording import TROUBLE, answer_to
from cegoscore.scoresheet.evening.evenings import evenings_of
from cegoscore.scoresheet.models import ClubNight

MOST_OFFERED = 40


def _status(form: Any, problem: str = "") -> int:
    return 422 if form.errors or problem else 200


# The standing


@require_safe
@never_cache
def night(request: HttpRequest, night_id: uuid.UUID) -> HttpResponse:
    """The standing across the tables, and the tables; 204 for an open page that shows it already."""
    look = look_at(request, night_id)
    if request.GET.get("v") == look.version:
        return HttpResponse(status=204)
    this, right = get_night(request, night_id)
    page = night_page(this, look.version, right=right, device=device_id(request))
    return render(request, "nights/night.html", {"night": this, "page": page})


# Planning


def _name_of_new(club: Club) -> str:
    day = date_format(timezone.localdate(), "MONTH_DAY_FORMAT")
    return _("%(circle)s, club night of %(day)s") % {"circle": club.name or label_club(club), "day": day}


@require_http_methods(["GET", "POST"])
def new_night(request: HttpRequest, club_id: uuid.UUID) -> HttpResponse:
    """Plan a night, or open one right away."""
    club = get_club(request, club_id)
    start = start_of_new(club, _name_of_new(club)[:120]) | {"day": timezone.localdate()}
    form = NightForm(request.POST or None, device=device_id(request), start=start)
    problem = ""
    if form.is_valid():
        key, by = form.cleaned_data["uuid"], granted_device(request).pk
        try:
            made = services.plan_night(club, form.plan(), key=key, by=by)
        except TROUBLE as error:
            problem = answer_to(error)[0]
        else:
            return redirect(made)
    context = {"club": club, "form": form, "problem": problem}
    return render(request, "nights/new_night.html", context, status=_status(form, problem))


@require_http_methods(["GET", "POST"])
def change_night(request: HttpRequest, night_id: uuid.UUID) -> HttpResponse:
    """Change what was planned."""
    this = get_night_to_arrange(request, night_id)
    form = NightForm(request.POST or None, device=device_id(request), start=start_of(this))
    context: dict[str, Any] = {"night": this, "form": form, "has_tables": bool(tables_of(this))}
    status = 422 if form.errors else 200
    if form.is_valid():
        by, seen = granted_device(request).pk, form.cleaned_data["version"]
        try:
            services.change_night(this, form.plan(), seen=seen, by=by)
        except TROUBLE as error:
            context["problem"], status = answer_to(error)
        else:
            return redirect(this)
    return render(request, "nights/change_night.html", context, status=status)


@require_POST
def delete_night(request: HttpRequest, night_id: uuid.UUID) -> HttpResponse:
    """Delete a night that is not going to be."""
    this = get_night_to_arrange(request, night_id)
    try:
        services.delete_night(this, by=granted_device(request).pk)
    except TROUBLE as error:
        problem, status = answer_to(error)
        form = NightForm(device=device_id(request), start=start_of(this))
        context = {"night": this, "form": form, "has_tables": True, "problem": problem}
        return render(request, "nights/change_night.html", context, status=status)
    return redirect("club", this.club_id)


# Tables


@require_http_methods(["GET", "POST"])
def open_tables(request: HttpRequest, night_id: uuid.UUID) -> HttpResponse:
    """Say who sits where, at as many tables as wanted; the others stay free."""
    this = get_night_to_arrange(request, night_id)
    form = OpenTablesForm(request.POST or None, numbers=free_numbers(this), club=this.club_id)
    problem, status = "", 422 if form.errors else 200
    if form.is_valid():
        try:
            services.open_tables(this, form.cleaned_data["rows"], by=granted_device(request).pk)
        except TROUBLE as error:
            problem, status = answer_to(error)
        else:
            return redirect(this)
    context = _tables_context(this, form) | {"problem": problem}
    return render(request, "nights/open_tables.html", context, status=status)


def _tables_context(this: ClubNight, form: OpenTablesForm) -> dict[str, Any]:
    known, elsewhere = known_people(this.club_id), evenings_of(sheets_to_add(this), MOST_OFFERED)
    return {"night": this, "form": form, "known": proposed(known), "elsewhere": elsewhere}


@require_POST
def add_tables(request: HttpRequest, night_id: uuid.UUID) -> HttpResponse:
    """Let tables that were opened by themselves belong to the night."""
    this = get_night_to_arrange(request, night_id)
    context = _tables_context(this, OpenTablesForm(numbers=free_numbers(this)))
    form = AddSheetsForm(request.POST, offered=[each.id for each in context["elsewhere"]])
    context["adding"], status = form, 422
    if form.is_valid():
        try:
            services.add_sheets(this, form.cleaned_data["sheets"], by=granted_device(request).pk)
        except TROUBLE as error:
            context["problem"], status = answer_to(error)
        else:
            return redirect(this)
    return render(request, "nights/open_tables.html", context, status=status)


@require_http_methods(["GET", "POST"])
def join_night(request: HttpRequest, night_id: uuid.UUID) -> HttpResponse:
    """Sit down at a free table: whoever came by the night's code says who sits there, and writes there from then on."""
    this, _right = get_night(request, night_id, Right.WRITE)
    numbers = free_numbers(this) if this.ended_at is None else []
    asked = request.GET.get("table", "")
    # A table that this device has just opened is free no longer: the service knows whose it is.
    tried = [number for number in range(1, this.places + 1) if str(number) == request.POST.get("table")]
    form = OwnTableForm(request.POST or None, numbers=[*numbers, *tried], asked=asked)
    context: dict[str, Any] = {"night": this, "form": form, "numbers": numbers}
    status = 422 if form.errors else 200
    if form.is_valid():
        device, data = known_device(request), form.cleaned_data
        own = {"number": data["table"], "names": data["names"], "first_dealer": data["first_dealer"]}
        try:
            sheet = services.open_own_table(this, device=device, **own)
        except TROUBLE as error:
            context["problem"], status = answer_to(error)
        else:
            response = redirect(sheet)
            remember(response, device)
            return response
    return render(request, "nights/join_night.html", context, status=status)


@require_http_methods(["GET", "POST"])
def arrange_night(request: HttpRequest, night_id: uuid.UUID) -> HttpResponse:
    """Let people go to other tables, several at once."""
    this = get_night_to_arrange(request, night_id)
    form = _arrange_form(request, this)
    context: dict[str, Any] = {"night": this, "form": form}
    status = 422 if form.errors else 200
    if form.is_valid():
        seen, by = form.cleaned_data["version"], granted_device(request).pk
        try:
            services.arrange(this, form.places, seen=seen, by=by)
        except TROUBLE as error:
            context["problem"], status = answer_to(error)
        else:
            return redirect(this)
    return render(request, "nights/arrange_night.html", context, status=status)


def _arrange_form(request: HttpRequest, this: ClubNight) -> ArrangeForm:
    tables = tables_of(this)
    numbers = [table.number for table in tables if table.is_open]
    return ArrangeForm(request.POST or None, night=this, lines=standing_of(tables), numbers=numbers)


# The end


@require_POST
def end_night(request: HttpRequest, night_id: uuid.UUID) -> HttpResponse:
    """End the night, and with it every table."""
    this = get_night_to_arrange(request, night_id)
    services.end_night(this, by=granted_device(request).pk)
    return redirect(this)


@require_POST
def reopen_night(request: HttpRequest, night_id: uuid.UUID) -> HttpResponse:
    """Go on with a night that was ended."""
    this = get_night_to_arrange(request, night_id)
    services.reopen_night(this, by=granted_device(request).pk)
    return redirect(this)


# Links


@require_safe
@never_cache
def night_codes(request: HttpRequest, night_id: uuid.UUID) -> HttpResponse:
    """The links to the night, and the codes that lie on its tables."""
    return _codes_page(request, get_night_to_arrange(request, night_id))


@require_POST
def create_night_link(request: HttpRequest, night_id: uuid.UUID) -> HttpResponse:
    """Make the link to follow the standing, or the codes for the tables."""
    this = get_night_to_arrange(request, night_id)
    form = NightLinkForm(request.POST)
    if not form.is_valid():
        raise Http404
    try:
        services.share_night(this, right=Right(form.cleaned_data["right"]), by=granted_device(request).pk)
    except TROUBLE as error:
        return _codes_page(request, this, problem=answer_to(error)[0], status=409)
    return redirect("night_codes", this.pk)


def _codes_page(request: HttpRequest, night: ClubNight, *, problem: str = "", status: int = 200) -> HttpResponse:
    links = night_links(request, night)
    has_link = any(each.right == Right.LOOK for each in links)
    context = {"night": night, "links": links, "has_link_to_look": has_link, "problem": problem}
    return render(request, "nights/night_codes.html", context, status=status)


@require_POST
def revoke_night_link(request: HttpRequest, night_id: uuid.UUID, link_id: int) -> HttpResponse:
    """Take a link to the night back from everybody who has it."""
    this = get_night_to_arrange(request, night_id)
    services.unshare_night(this, get_link(this.club_id, this.pk, link_id), by=granted_device(request).pk)
    return redirect("night_codes", this.pk)
