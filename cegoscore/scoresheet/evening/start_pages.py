"""Pages before any sheet: the start page and the page of a new table."""

from __future__ import annotations

from django.http import HttpRequest
from django.template.loader import render_to_string

from cegoscore.clubs.rights.ceremonies import relying_party
from cegoscore.clubs.rights.deletion import deleted_clubs
from cegoscore.clubs.rights.devices import device_id
from cegoscore.clubs.rights.managers import clubs_with_news
from cegoscore.scoresheet.evening.circles import chosen_circle, circles_of
from cegoscore.scoresheet.evening.evenings import nights_about_now, recent_evenings
from cegoscore.scoresheet.evening.new_table_form import NewTableForm
from cegoscore.scoresheet.ledger.event_notes import EVENTS_TODAY


def home_page(request: HttpRequest) -> str:
    """A new table, the demo, club nights and sheets that this device knows, and news for those who manage a circle."""
    device = device_id(request)
    news = {"told": clubs_with_news(device), "deleted": deleted_clubs(device)}
    context = {"nights": nights_about_now(device), "sheets": recent_evenings(device), **news}
    context["events"] = [event for events in EVENTS_TODAY for event in events(device)]
    context["has_passkeys"] = relying_party(request) is not None
    return render_to_string("scoresheet/evening/home.html", context, request)


def new_table_page(request: HttpRequest, form: NewTableForm | None = None) -> str:
    """For whom it is, names, house rules, stake: as the circle played last, or with what was typed."""
    device = device_id(request)
    circles = circles_of(device)
    start = chosen_circle(circles, request.GET.get("circle") if form is None else form["circle"].value() or "")
    context = {"form": form or NewTableForm(device=device, start=start), "circles": circles, "start": start}
    return render_to_string("scoresheet/evening/new_table.html", context, request)
