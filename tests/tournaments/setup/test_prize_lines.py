"""A plan of prizes as lines: what is understood is shown, what is not is named by line, nothing is guessed."""

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
from tests.tournaments.setup.test_setup_pages import CATEGORIES, save, shown
from tests.worlds.copied import copied
from tests.worlds.desk import text_of
from tests.worlds.tournament import World, client_of
from tournaments.course.queries import planned_prizes
from tournaments.models import CategoryKind, Prize, PrizeKind
from tournaments.prize_words import Parts
from tournaments.setup.plans import MOST_TOLD, PlanRead, PrizePlan, read_prizes, understood, write_prizes

pytestmark = pytest.mark.django_db


def read(text: str, currency: str = "€") -> PlanRead:
    with translation.override("de"):
        return read_prizes(text, [], currency)


# Who gets it


FIRST = "1. 100 €;1: 100 €;1) 100 €;1 | 100 €;1. Preis: 100 €;1. Platz 100 €;1.) 100 €;1. - 100 €;1. Platz – 100 €"


@pytest.mark.parametrize("line", f"{FIRST};Platz 1: 100 €;Preis 1: 100 €;1\t100\xa0€;1.\tPlatz\t100 €\t".split(";"))
def test_first_prize_is_understood_however_it_is_written(line: str) -> None:
    assert read_prizes(line, [], "€") == ([PrizePlan(kind=PrizeKind.RANK, rank=1, what="", cents=10_000)], [], {})


@pytest.mark.parametrize(
    ("who", "kind"),
    [
        *((who, PrizeKind.LAST) for who in ("Mauskönig", "Mauskönigin", "Rote Laterne", "Trostpreis", "Schlusslicht")),
        *((who, PrizeKind.PLUS) for who in ("Alle mit Pluspunkten", "Alle im Plus", "Everybody with plus points")),
    ],
)
def test_prizes_are_called_as_in_the_pub(who: str, kind: PrizeKind) -> None:
    plan = PrizePlan(kind=kind, what="", goods="ein Bier", is_each=kind == PrizeKind.PLUS)
    assert read_prizes(f"{who}: ein Bier", [], "€") == ([plan], [], {})


@pytest.mark.parametrize(
    ("line", "kind", "ranks"),
    [
        *(
            (line, PrizeKind.RANK, [4, 5, 6])
            for line in ("4. bis 6. Platz: x", "4 bis 6: x", "Platz 4-6: x", "4.–6. x")
        ),
        *((line, PrizeKind.CATEGORY, [1]) for line in ("1. Dame: x", "1. Platz Damen: x", "Beste Dame: x")),
        *(
            (line, PrizeKind.CATEGORY, [1, 2])
            for line in ("1.-2. Damen: x", "Damen 1-2: x", "Damen 1. bis 2. Platz: x")
        ),
        *((line, PrizeKind.TEAM, [2]) for line in ("2. Mannschaft: x", "Mannschaft 2. Platz: x")),
        *((line, PrizeKind.LAST, [None]) for line in ("Letzter Platz: x", "20. Letzter: x")),
        ("1. Jugend: x", None, []),
    ],
)
def test_prize_goes_to_whom_the_line_names(line: str, kind: PrizeKind | None, ranks: list[int | None]) -> None:
    plans, problems, _questions = read_prizes(line, CATEGORIES, "€")
    assert [(plan.kind, plan.rank, plan.goods) for plan in plans] == [(kind, rank, "x") for rank in ranks]
    assert bool(problems) == (kind is None)


def test_prize_with_a_separator_in_it_stays_whole() -> None:
    text = "1 | 100 € und Schinken | Urkunde: gold\n2. Preis der Sparkasse"
    plans = read_prizes(text, [], "€").plans
    assert [(plan.cents, plan.goods) for plan in plans] == [
        (10_000, "Schinken | Urkunde: gold"),
        (None, "Preis der Sparkasse"),
    ]


def test_prizes_of_a_category_whose_name_has_a_number_or_a_colon() -> None:
    names = ["Ü 60", "Gruppe", "Gruppe 2", "1. Mannschaft", "Wirte: Herren"]
    categories = [(CategoryKind.OWN, name) for name in names]
    text = (
        "Ü 60: Wein\nÜ 60 2: Bier\nGruppe: Brot\nGruppe 2.: Most\nGruppe 2: Speck\n1. Mannschaft: Pokal\n"
        "Wirte: Herren 3: Salz"
    )
    plans, problems, _gaps = read_prizes(text, categories, "€")
    assert problems == []
    assert [(names[plan.category or 0], plan.rank, plan.what) for plan in plans] == [
        ("Ü 60", 1, "Wein"),
        ("Ü 60", 2, "Bier"),
        ("Gruppe", 1, "Brot"),
        ("Gruppe", 2, "Most"),
        ("Gruppe 2", 1, "Speck"),
        ("1. Mannschaft", 1, "Pokal"),
        ("Wirte: Herren", 3, "Salz"),
    ]
    assert {plan.kind for plan in plans} == {PrizeKind.CATEGORY}
    assert write_prizes(plans, categories, "€") == text


@pytest.mark.parametrize("currency", ["€", "", "CHF", "$"])
@pytest.mark.parametrize("language", ["de", "en"])
def test_prizes_read_the_same_again_as_they_are_written(language: str, currency: str) -> None:
    plans = [
        PrizePlan(kind=PrizeKind.RANK, rank=1, what="", cents=120_050, goods="ein Schinken"),
        *(PrizePlan(kind=PrizeKind.RANK, rank=rank, what="", cents=5000) for rank in (2, 3, 7)),
        PrizePlan(kind=PrizeKind.CATEGORY, rank=1, category=0, what="", goods="Blumen"),
        PrizePlan(kind=PrizeKind.CATEGORY, rank=2, category=1, what="", goods="Wein, Käse und 2 Karten"),
        PrizePlan(kind=PrizeKind.LAST, what="", goods="Wurstsalat"),
        PrizePlan(kind=PrizeKind.PLUS, what="", goods="ein Bier", is_each=True),
        PrizePlan(kind=PrizeKind.TEAM, rank=1, what="", cents=1000, is_each=True),
    ]
    with translation.override(language):
        text = write_prizes(plans, CATEGORIES, currency)
        reading = read_prizes(text, CATEGORIES, currency)
        assert (reading.plans, reading.problems) == (plans, [])
    assert [*reading.questions] == ["Wein, Käse und 2 Karten", "#4–6", "#1"]


@pytest.mark.parametrize("line", ["Wein", "3-2: x", "0. x", "Junioren: x", f"1. {'x' * 121}", "999: x"])
def test_line_that_is_no_prize_is_named(line: str) -> None:
    with translation.override("en"):
        plans, problems, _questions = read_prizes(f"1. 100 €\n{line}", CATEGORIES, "€")
    assert len(plans) == 1
    assert [problem[:7] for problem in problems] == ["Line 2:"]


# Money and goods


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
        ("Rangliste", "1", "200\xa0€", "ein Schinken", False),
        ("Rangliste", "2–5", "50\xa0€", "", False),
        ("Mannschaft", "1", "10\xa0€", "", True),
        ("Alle mit Pluspunkten", "", "1\xa0€", "", True),
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
    """A payout is known by it, whatever the prize is called by now."""

    def keys(text: str) -> dict[Any, Any]:
        assert save(world, shown(world, prizes=text)).status_code == 302
        return {(row.rank, row.cents, row.goods): row.uuid for row in Prize.objects.all()}

    first = keys("1. 100 €\n1. Pokal\n2. 50 €")
    then = keys("2. 60 €\n1. Pokal\n1. 100 € und Wein\nLetzter: Salat")
    assert then[1, None, "Pokal"] == first[1, None, "Pokal"]
    assert then[1, 10_000, "Wein"] == first[1, 10_000, ""]
    assert then[2, 6000, ""] == first[2, 5000, ""]
    last = keys("1. 120 €\n1. Kuckucksuhr")
    assert {*last.values()} == {then[1, None, "Pokal"], then[1, 10_000, "Wein"]}


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
        assert list(Prize.objects.order_by("rank").values_list("cents", "goods", "to_look_at")) == list(OLD.values())
    rows = planned_prizes(world.tournament)
    assert [(row.parts.cents, row.parts.goods, row.to_look_at) for row in rows] == list(OLD.values())
    assert len({row.uuid for row in rows}) == len(OLD)
    page = text_of(client_of(world.organiser).get(reverse("tournament_settings", args=[world.tournament.pk])))
    assert "nicht als Geld galt" in page
    saved = save(world, shown(world))
    assert saved.status_code == 302, "the line reads as money by now"
    assert list(Prize.objects.order_by("rank").values_list("what", "cents", "goods", "to_look_at")) == [
        ("100 € bar", 10_000, "", False),
        ("200 € und Wein", 20_000, "Wein", False),
        ("Wein", None, "Wein", False),
    ]
