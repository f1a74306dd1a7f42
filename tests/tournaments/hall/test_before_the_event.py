"""Announcement of a tournament on its page: hour, fee, prizes, rules."""

import pytest
from django.db.models import F
from django.test import Client
from django.urls import reverse

from cegoscore.clubs.models import RuleSet
from tests.effort import thorough
from tests.pages import body_of
from tests.worlds.desk import text_of
from tests.worlds.tournament import World
from tests.worlds.tournament_file import document_of, drop_columns, read_in
from tournaments.models import CategoryKind, PrizeKind, Tournament
from tournaments.setup.plans import PrizePlan

pytestmark = pytest.mark.django_db


@pytest.fixture
def announced() -> World:
    """A public tournament with all that there is to say, nobody registered yet."""
    prizes = [
        PrizePlan(kind=PrizeKind.RANK, category=None, rank=1, what="200 €"),
        PrizePlan(kind=PrizeKind.LAST, category=None, rank=None, what="Wurstsalat"),
        PrizePlan(kind=PrizeKind.CATEGORY, category=0, rank=1, what="Blumen"),
    ]
    return World(
        is_public=True,
        hour="14 Uhr, Anmeldung ab 13 Uhr",
        entry_fee="12.50",
        minutes=90,
        prizes=prizes,
        categories=[(CategoryKind.WOMEN, "")],
    )


def page(world: World) -> str:
    return body_of(Client().get(reverse("tournament", args=[world.tournament.pk])))


def test_hour_fee_rules_and_prizes_are_told_before_the_event(announced: World) -> None:
    html = page(announced)
    text = text_of(Client().get(reverse("tournament", args=[announced.tournament.pk])))
    for told in (
        "14 Uhr, Anmeldung ab 13 Uhr",
        "Startgeld 12,50 €",
        "2 Durchgänge, je 24 Spiele, 4 an einem Tisch, je 90 Minuten",
        "1. 200 €",
        "Letzter: Wurstsalat",
        "Damen: Blumen",
        "Bei Punktgleichheit",
    ):
        assert told in text
    assert 'href="/rules/schwarzwaldmeisterschaft"' in html
    Tournament.objects.update(minutes=1, version=F("version") + 1)
    assert "4 an einem Tisch, je eine Minute" in page(announced)


@thorough
def test_it_stands_first_before_the_draw_and_last_afterwards(announced: World) -> None:
    assert "Wo sitze ich?" not in page(announced), "nobody is there who could ask"
    announced.register(8)
    before = page(announced)
    announced.draw()
    after = page(announced)
    assert "Wo sitze ich?" in before
    assert "Text für die Zeitung" not in before
    assert "Text für die Zeitung" in after
    assert 'id="draw-title"' not in before
    assert after.index('id="about-title"') > after.index('id="draw-title"')


def test_what_is_not_known_is_not_told() -> None:
    text = text_of(Client().get(reverse("tournament", args=[World(is_public=True).tournament.pk])))
    about = text.partition("Zum Turnier")[2].partition("Zum Mitnehmen")[0]
    assert "Startgeld" not in about
    assert "Preise" not in about


def test_rules_without_a_page_are_named_only(announced: World) -> None:
    document = {**announced.tournament.rule_set.document, "id": "eigene"}
    own = RuleSet.objects.create(digest="eigene", identifier="eigene", document=document)
    Tournament.objects.update(rule_set=own)
    about = page(announced).partition('id="about-title"')[2].partition("</section>")[0]
    assert 'href="/rules/' not in about
    assert "Schwarzwaldmeisterschaft" in about


@thorough
def test_hour_goes_with_a_document_and_one_of_version_0_1_has_none(announced: World) -> None:
    document = document_of(announced.tournament)
    hours = [read_in(document).hour]
    drop_columns(document, "tournaments", ["hour"])
    hours.append(read_in(document).hour)
    assert hours == ["14 Uhr, Anmeldung ab 13 Uhr", ""]
