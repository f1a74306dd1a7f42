"""Demos can be looked around in and managed, end today or yesterday, and are in the language that is asked for."""

import gzip
import json
import re
from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import Settings

from cegoscore.scoresheet.models import Session
from tests.effort import thorough
from tests.worlds.demos import document_of
from tournaments.clubhouse.management.commands.demo import FILES
from tournaments.course.access import EVERYTHING
from tournaments.models import Prize, Tournament
from tournaments.seasons.models import Season
from tournaments.seasons.queries import league_table_of
from tournaments.standings.queries import standings_of

pytestmark = pytest.mark.django_db
TEXTS = {
    "de": ("Mittwochsrunde im Löwen", "Tisch 1, Durchgang 1", "150 € und ein Schinken", "Meisterschaft"),
    "en": ("Wednesdays at the Löwen", "Table 1, round 1", "€150 and a ham", "Championship season"),
}


@pytest.mark.parametrize(
    "kind", ["evening", *(pytest.param(kind, marks=thorough) for kind in ("season", "tournament"))]
)
def test_addresses_open_as_they_are_printed_and_the_link_manages(kind: str, settings: Settings) -> None:
    settings.PUBLIC_URL = "https://cego.example.org"
    out = StringIO()
    for _twice in range(2):
        call_command("demo", kind, stdout=out)
    page, link = re.findall(r"https://cego.example.org(\S+)", out.getvalue())[2:]
    client = Client()
    managed = client.post(reverse("become_manager"), {"secret": link.split("/")[-1]})
    assert [client.get(address).status_code for address in (page, managed["Location"])] == [200, 200]


@thorough
@pytest.mark.parametrize("language", TEXTS)
def test_demos_are_of_today_and_in_the_language_asked_for(language: str) -> None:
    for kind in ("evening", "tournament", "season"):
        call_command("demo", kind, "--language", language, stdout=StringIO())
    tournament, season = Tournament.objects.get(rounds=2), Season.objects.get()
    table = Session.objects.get(table__number=1, table__round__number=1)
    prize = Prize.objects.get(rank=1, category=None)
    assert (Session.objects.get(event=None).title, table.title, prize.what, season.name) == TEXTS[language]
    assert (prize.cents, bool(prize.goods)) == (15_000, True), "nobody has to look at it"
    assert (tournament.day, tournament.finished_at) == (timezone.localdate(), None)
    assert table.started_at < timezone.now()
    assert len(standings_of(tournament, EVERYTHING).lines) == 144
    events = league_table_of(season).events
    assert (len(events), events[-1].held_on) == (13, timezone.localdate() - timedelta(days=1))


@thorough
@pytest.mark.parametrize("kind", ["tournament", "season"])
def test_documents_are_what_their_generators_make(kind: str) -> None:
    """Columns that a document does not have yet make no difference."""
    made = document_of(kind)
    for name, kept in json.loads(gzip.decompress((FILES / f"demo_{kind}.json.gz").read_bytes())).items():
        if isinstance(kept, dict):
            places = [made[name]["columns"].index(column) for column in kept["columns"]]
            assert [[row[place] for place in places] for row in made[name]["rows"]] == kept["rows"], name
