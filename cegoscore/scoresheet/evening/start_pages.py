"""Pages before any sheet: the start page and the page of a new table."""

from __future__ import annotations

from django.http import HttpRequest
from django.template.loader import render_to_string

from cegoscore.clubs.models import Right
from cegoscore.clubs.rights.access import rights_of
from cegoscore.clubs.rights.ceremonies import relying_party
from cegoscore.clubs.rights.deletion import deleted_clubs
from cegoscore.clubs.rights.devices import device_id
from cegoscore.clubs.rights.managers import clubs_with_news
from cegoscore.scoresheet.evening.circles import chosen_circle, circles_of
from cegoscore.scoresheet.evening.demo import demo_titles
from cegoscore.scoresheet.evening.evenings import nights_about_now, recent_evenings, runs
from cegoscore.scoresheet.evening.new_table_form import NewTableForm
from cegoscore.scoresheet.ledger.event_notes import EVENTS_TODAY
from cegoscore.scoresheet.ledger.opening import DEFAULT_RULES
from cegoscore.scoring.contracts import Contract
from cegoscore.scoring.hands import Hand, Points
from cegoscore.scoring.payments import payments
from cegoscore.scoring.rules.rule_files import published

MOST_LISTED = 3
SAMPLE = Points(contract=Contract.SOLO, declarer=1, points=45)
"""Paid out on the page for strangers, by the rules that a new table begins with."""


def home_page(request: HttpRequest) -> str:
    """The page of what runs now, of the usual circle, and of what this device knows; to a stranger, of what this is."""
    device = device_id(request)
    evenings, rights, demo = recent_evenings(device), rights_of(device), demo_titles()
    played = [evening for evening in evenings if evening.sheet.title not in demo]
    running = [evening for evening in played if runs(evening.sheet, rights)]
    own = (each for each in played if each.sheet.event is None and rights.get(each.sheet.club_id) == Right.MANAGE)
    context = {
        "running": running,
        "events": [event for events in EVENTS_TODAY for event in events(device)],
        "nights": nights_about_now(device),
        "circle": next(own, None),
        "sheets": [evening for evening in evenings if evening not in running][:MOST_LISTED],
        "told": clubs_with_news(device),
        "deleted": deleted_clubs(device),
        "has_passkeys": relying_party(request) is not None,
        "sample_points": SAMPLE.points,
        "sample": sample_payments(),
    }
    return render_to_string("scoresheet/evening/home.html", context, request)


def sample_payments() -> list[tuple[str, int]]:
    """Amounts of the sample by name."""
    hand = Hand(lineup=(0, 1, 2, 3), dealer=3, outcome=SAMPLE)
    names = ("Anna", "Bernd", "Clara", "Dieter")
    return list(zip(names, payments(hand, published(DEFAULT_RULES)), strict=True))


def new_table_page(request: HttpRequest, form: NewTableForm | None = None) -> str:
    """For whom it is, names, house rules, stake: as the circle played last, or with what was typed."""
    device = device_id(request)
    circles = circles_of(device)
    start = chosen_circle(circles, request.GET.get("circle") if form is None else form["circle"].value() or "")
    context = {"form": form or NewTableForm(device=device, start=start), "circles": circles, "start": start}
    return render_to_string("scoresheet/evening/new_table.html", context, request)
