"""Money and goods in a plan of prizes: what is understood is shown, what is not is named by line, nothing is guessed.

What a line may be called is in `test_setup_pages`.
"""

from importlib import import_module
from typing import Any

import pytest
from django.apps import apps
from django.db import connection
from django.urls import reverse
from django.utils import translation
from hypothesis import given, settings, strategies as st

from tests.effort import examples
from tests.pages import body_of
from tests.tournaments.setup.test_setup_pages import save, shown
from tests.worlds.copied import copied
from tests.worlds.desk import text_of
from tests.worlds.tournament import World, client_of
from tournaments.course.queries import planned_prizes
from tournaments.models import Prize
from tournaments.prize_words import Parts
from tournaments.setup.plans import MOST_TOLD, PlanRead, read_prizes, understood, write_prizes

pytestmark = pytest.mark.django_db


def read(text: str, currency: str = "€") -> PlanRead:
    with translation.override("de"):
        return read_prizes(text, [], currency)


@pytest.mark.parametrize(
    ("what", "parts"),
    [
        *((what, Parts(20_000, "ein Schinken")) for what in ("200 € und ein Schinken", "ein Schinken + € 200,-")),
        *((what, Parts(5000)) for what in ("50 €", "50,-", "je 50 €", "50 € (bar)", "in bar 50 Euro", "€ 50,00")),
        *((what, Parts(5000, "Pokal")) for what in ("50 € + Pokal", "50 €, Pokal", "Pokal und 50 EUR")),
        *((what, Parts(120_050)) for what in ("1.200,50 €", "1200,50 €", "1 200,5 €", "1'200,50 €")),
        ("Wein, Käse und Brot", Parts(None, "Wein, Käse und Brot")),
        ("Euro-Palette Bier", Parts(None, "Euro-Palette Bier")),
    ],
)
def test_money_is_known_beside_goods(what: str, parts: Parts) -> None:
    reading = read(f"1. {what}")
    assert ([plan.parts for plan in reading.plans], reading.problems, reading.questions) == ([parts], [], {})


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("2. 5O €", "„5O €“ ist kein Betrag."),
        ("2. fünfzig Euro", "„fünfzig Euro“ ist kein Betrag."),
        ("2. 12,505 €", "„12,505 €“ ist kein Betrag mit höchstens zwei Stellen hinter dem Komma."),
        ("2. -50 €", "Ein Betrag ist nicht kleiner als null."),
        ("2. €-50", "Ein Betrag ist nicht kleiner als null."),
        ("2. 10.000.000 €", "„10.000.000 €“ ist nichts oder zu viel."),
        ("2. 0 €", "„0 €“ ist nichts oder zu viel."),
        ("2. 50 CHF", "„50 CHF“: Das Geld dieses Turniers ist €."),
        ("2. $50 und Wein", "„$50“: Das Geld dieses Turniers ist €."),
        ("2. 50 € und 20 €", "Da steht mehr als ein Betrag."),
        ("1. 100 €", "Derselbe Preis steht schon in Zeile 1."),
        ("2. zusammen 50 €", "Sag, was es für jeden Platz gibt."),
    ],
)
def test_line_that_is_not_understood_is_named_with_its_number(line: str, said: str) -> None:
    reading = read(f"1. 100 €\n{line}")
    assert reading.problems == [f"Zeile 2: {said}"]


@pytest.mark.parametrize("what", ["200", "Gutschein 50 €", "Umschlag mit 50 €", "10 Flaschen Wein", "bar 50"])
def test_number_that_could_be_money_is_asked_about(what: str) -> None:
    assert read(f"1. 100 €\n2. {what}").questions == {what: 2}


def test_gap_between_places_is_asked_about() -> None:
    assert read("1. 100 €\n2. 50 €\n6–7. 20 €\n9. 10 €").questions == {"#3–5": 3, "#8": 4}


def test_of_300_lines_that_nobody_understands_a_few_are_told() -> None:
    reading = read("\n".join(f"{place}. 5O €" for place in range(1, 301)))
    assert reading.problems[MOST_TOLD:] == ["und 290 weitere solche Zeilen."]
    assert len(reading.problems) == MOST_TOLD + 1
    assert len(read("\n".join(f"{place}. {place} €" for place in range(1, 301))).plans) == 300


@settings(max_examples=examples(300), deadline=None)
@given(
    st.integers(1, 99_999_999) | st.none(),
    st.lists(st.sampled_from(["ein Schinken", "Wein", "2 Karten", "und", ",", "+", "Speck & Brot", "je", "Gutschein"])),
    st.sampled_from(["de", "en"]),
    st.sampled_from(["€", "CHF", ""]),
)
def test_what_is_written_back_reads_the_same(cents: int | None, goods: list[str], language: str, currency: str) -> None:
    """Whatever was understood: the lines that the form shows next time say the same."""
    with translation.override(language):
        amount = [] if cents is None else [f"{cents // 100},{cents % 100:02} {currency or ',-'}"]
        reading = read_prizes(f"1. {' und '.join([*amount, *(' '.join(goods).split(' und '))])}", [], currency)
        again = read_prizes(write_prizes(reading.plans, [], currency), [], currency)
    assert again.plans == reading.plans


def test_table_adds_up_what_is_there_once() -> None:
    plans = read(
        "1. 200 € und ein Schinken\n2–5. 50 €\nMannschaft: je 10 €\nAlle mit Pluspunkten: 1 €\nLetzter: Salat"
    ).plans
    with translation.override("de"):
        table = understood(plans, [], "€")
    assert [(row.who, row.places, row.money, row.plan.goods, row.plan.is_each) for row in table.rows] == [
        ("Rangliste", "1", "200 €", "ein Schinken", False),
        ("Rangliste", "2–5", "50 €", "", False),
        ("Mannschaft", "1", "10 €", "", True),
        ("Alle mit Pluspunkten", "", "1 €", "", True),
        ("Letzter", "", "", "Salat", False),
    ]
    assert table.cents == 40_000


# The form


def test_form_asks_saves_nothing_by_halves_and_takes_the_answer() -> None:
    world = copied(World, entry_fee="12.50")
    typed = shown(world, prizes="1. 200 € und ein Schinken\n2–5. 50 €\n7. 10 Flaschen Wein", venue="Stadthalle")
    refused = save(world, typed)
    assert (refused.status_code, Prize.objects.exists()) == (422, False)
    assert "Zeile 3: „10 Flaschen Wein“: Ist darin Geld?" in text_of(refused)
    assert "Zeile 3: Platz 6 davor hat keinen Preis. Ist das so gemeint?" in text_of(refused)
    saved = save(world, typed | {"meant": ["10 Flaschen Wein", "#6"]})
    assert saved.status_code == 302
    world.register(48)
    page = text_of(client_of(world.organiser).get(reverse("tournament_settings", args=[world.tournament.pk])))
    assert "Rangliste 1 200 € ein Schinken" in page
    assert "Preisgeld zusammen: 400 €. 48 Startgelder bringen 600 €." in page
    assert save(world, shown(world, venue="Kurhaus")).status_code == 302, "nobody is asked twice"


def test_form_shows_how_prizes_are_understood_before_anything_is_saved(world: World) -> None:
    answer = save(world, shown(world, prizes="1. 200 € und ein Schinken", venue="Stadthalle", look="prizes"))
    assert "Rangliste 1 200 € ein Schinken" in text_of(answer)
    assert 'value="Stadthalle"' in body_of(answer)
    assert not Prize.objects.exists()


def test_prize_keeps_its_key_as_long_as_there_is_one_for_its_place(world: World) -> None:
    """What was paid out is known by it, whatever the prize is called by now."""

    def keys(text: str) -> dict[Any, Any]:
        assert save(world, shown(world, prizes=text)).status_code == 302
        return {(row.rank, row.cents, row.goods): row.uuid for row in Prize.objects.all()}

    first = keys("1. 100 €\n1. Pokal\n2. 50 €")
    then = keys("2. 60 €\n1. Pokal\n1. 100 € und Wein\nLetzter: Salat")
    assert then[1, None, "Pokal"] == first[1, None, "Pokal"]
    assert then[1, 10_000, "Wein"] == first[1, 10_000, ""]
    assert then[2, 6000, ""] == first[2, 5000, ""]


# The version before


OLD = {
    "100 € bar": (10_000, "", False),
    "200 € und Wein": (None, "200 € und Wein", True),
    "Wein": (None, "Wein", False),
}


def old_plan(world: World) -> None:
    """Prizes as the version before writes them: words only, its rows get the database's defaults."""
    with connection.cursor() as cursor:
        for rank, what in enumerate(OLD, 1):
            cursor.execute(
                "INSERT INTO tournaments_prize (tournament_id, kind, rank, what) VALUES (%s, 'rank', %s, %s)",
                [world.tournament.pk.hex if connection.vendor == "sqlite" else world.tournament.pk, rank, what],
            )


@pytest.mark.parametrize("is_migrated", [True, False])
def test_plan_of_the_version_before_is_taken_over_and_looked_at(world: World, *, is_migrated: bool) -> None:
    """By the migration, or from a host that still runs: money that its words say, else goods, to be looked at."""
    old_plan(world)
    if is_migrated:
        import_module("tournaments.migrations.0019_prizes_are_money_and_goods").take_over(apps, None)
        assert list(Prize.objects.values_list("cents", "goods", "to_look_at")) == list(OLD.values())
    rows = planned_prizes(world.tournament)
    assert [(row.parts.cents, row.parts.goods, row.to_look_at) for row in rows] == list(OLD.values())
    assert len({row.uuid for row in rows}) == len(OLD)
    page = text_of(client_of(world.organiser).get(reverse("tournament_settings", args=[world.tournament.pk])))
    assert "nicht als Geld galt" in page
    saved = save(world, shown(world))
    assert saved.status_code == 302, "the line reads as money by now"
    assert list(Prize.objects.values_list("what", "cents", "goods", "to_look_at")) == [
        ("100 € bar", 10_000, "", False),
        ("200 € und Wein", 20_000, "Wein", False),
        ("Wein", None, "Wein", False),
    ]
