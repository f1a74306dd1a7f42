"""Pages of rule sets: the list, the tariff cards, the comparison; what a player reads there is what the core pays."""

import uuid

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.html import escape
from django.utils.translation import gettext, ngettext, override
from pytest_django import DjangoAssertNumQueries

from cegoscore.clubs.house_rules.comparison import compare
from cegoscore.clubs.house_rules.tariff_card import TariffGame, games_of, label_of
from cegoscore.clubs.wording import in_language
from cegoscore.scoring.amounts import normal_amount, target_amount
from cegoscore.scoring.house_rules import HouseRules
from cegoscore.scoring.rules.rule_files import published, published_identifiers
from tests.clubs.test_tariff_card import points_in
from tests.effort import thorough
from tests.pages import body_of
from tests.worlds.club import World, client_of, rows_of

EVERY = pytest.mark.parametrize("identifier", published_identifiers())
BOTH = pytest.mark.parametrize("language", ["de", "en"])


def page(url: str, client: Client | None = None, *, language: str = "de") -> str:
    """The text of a page that must be there."""
    response = (client or client_of(language=language)).get(url)
    assert response.status_code == 200
    return body_of(response)


def looked_up(rules: HouseRules, rows: list[list[str]], game: TariffGame, points: int) -> int:
    """The amount that a player finds on the printed card: first the row, then the column."""
    head, won, label = rows[0], points > rules.half, label_of(rules, game)
    wanted = {label, (gettext("%(game)s won") if won else gettext("%(game)s lost")) % {"game": label}}
    (column,) = [index for index, names in enumerate(head) if wanted & set(names.split(", "))]
    results = [row for row in rows[1:] if len(row) == len(head)]
    (row,) = [row for row in results if points in points_in(row[0 if won else 1])]
    return int(row[column]) * (1 if won else -1)


@EVERY
@BOTH
def test_card_shows_the_amounts_of_the_core(identifier: str, language: str) -> None:
    rules = published(identifier)
    html = page(reverse("rule_set", args=[identifier]), language=language)
    with override(language):
        rows = rows_of(html, "tariff")
        for game in games_of(rules):
            for points in (rules.total, 50, rules.half + 1, rules.half - 1, 20, 0):
                wanted = normal_amount(rules, game.contract, points, over_solo=game.over_solo)
                assert looked_up(rules, rows, game, points) == wanted, (game, points)
        targets = [target_amount(rules, each, made=True) for each in rules.targets if rules.targets[each].amount]
        specials = [cell for row in rows_of(html, "specials") for cell in row]
    assert [str(amount) for amount in targets if str(amount) not in specials] == []


@BOTH
def test_list_names_every_published_set(language: str) -> None:
    html = page(reverse("rule_sets"), language=language)
    for identifier in published_identifiers():
        with override(language):
            assert in_language(published(identifier).name) in html
        assert f'href="/rules/{identifier}"' in html


@pytest.mark.parametrize(("language", "words"), [("de", "Was Peter Müller berichtet"), ("en", "Peter Müller's report")])
def test_tariff_card_says_its_source_in_the_language_of_the_page(language: str, words: str) -> None:
    assert escape(words) in page(reverse("rule_set", args=["ichenheim"]), language=language)


@pytest.mark.parametrize(
    ("identifier", "language", "words"),
    [
        ("oberwolfach-3", "de", "muss dann mit ihr den letzten Stich machen"),
        ("oberwolfach-4", "en", "has to win the last trick with it"),
        ("dreier", "de", "muss dann mit ihr den letzten Stich machen"),
        ("schmid", "de", "einen Stich machen, nicht unbedingt den letzten"),
        ("schmid-3", "en", "has to win a trick with it, not necessarily the last one"),
    ],
)
def test_pfeif_frei_is_told_as_each_source_has_it(identifier: str, language: str, words: str) -> None:
    """Oberwolfach and the text for three: the last trick. The leaflet of F. X. Schmid: a trick."""
    assert words in page(reverse("rule_set", args=[identifier]), language=language)


def test_unknown_rule_set_is_not_found() -> None:
    for identifier in ("nothing", "compare-with", uuid.uuid4()):
        assert Client().get(f"/rules/{identifier}").status_code == 404


@BOTH
def test_comparison_says_in_words_what_differs(language: str) -> None:
    with override(language):
        compared = compare(published("braeunlingen-loewen"), published("braeunlingen-turnier"))
        same, in_results = gettext("the same"), "differs in %(count)s of %(all)s results"
        # By its number, as the page: by its name alone some versions of Python do not find a text with a plural.
        count = ngettext(in_results, in_results, 14) % {"count": 14, "all": 71}
    labels = [aspect["label"] for aspect in compared["aspects"] if not aspect["same"]]
    assert [label for label in labels if label[0] in "PB"] == ["Piccolo", "Bettel", "Pflicht-Räuber"]
    games = {game["label"]: game for game in compared["games"]}
    assert games["Cego"]["verdict"] == same
    assert games["Cego"]["cells"] == [(amount, amount) for amount in (35, 15, 5, -5, -15, -35)]
    assert games["Solo"]["cells"] == [(70, 70), (30, 30), (5, 10), (-5, -5), (-15, -15), (-35, -35)]
    assert games["Solo"]["verdict"] == count


def test_every_single_difference_is_listed() -> None:
    with override("en"):
        compared = compare(published("braeunlingen-loewen"), published("braeunlingen-turnier"))
    (eine, *_) = [game for game in compared["games"] if game["verdict"].startswith("differs in 28 of 71")]
    # At the Löwen (36 − 35) × 2 goes up to 5; at the tournament 1 goes up to 5 first, times 2.
    assert ("36–37", 5, 10) in eine["changes"]


def test_rule_set_does_not_differ_from_itself() -> None:
    assert compare(published("grupp"), published("grupp"))["differences"] == 0


def test_comparison_of_other_packs_shows_card_points_of_both() -> None:
    with override("en"):
        compared = compare(published("braeunlingen-loewen"), published("schwarzwaldmeisterschaft"))
    assert compared["results"][0] == ("all tricks", "70 / 79")
    halbe = next(game for game in compared["games"] if game["label"] == "Halbe")
    assert (halbe["verdict"], halbe["cells"][0]) == ("on the right only", (None, 80))


def test_own_house_rules_stand_first_and_only_for_their_club(world: World) -> None:
    own = world.add("Unser Löwen")
    for device, seen in ((world.owner, True), (world.mate, True), (world.guest, False), (world.stranger, False)):
        assert ("Unser Löwen" in page(reverse("rule_sets"), client_of(device))) == seen
        assert client_of(device).get(own.get_absolute_url()).status_code == (200 if seen else 404)
    assert Client().get(own.get_absolute_url()).status_code == 404
    html = page(reverse("rule_sets"), client_of(world.owner))
    assert html.index("Unser Löwen") < html.index("Schwarzwaldmeisterschaft")


def test_own_card_shows_what_was_changed(world: World) -> None:
    own = world.add(targets={"ulti": {"amount": 95}})
    html = page(own.get_absolute_url(), client_of(world.owner, "en"))
    assert ["80", "95"] in rows_of(html, "versus")
    assert rows_of(html, "specials")[1] == ["Ulti", "95"]


@thorough
def test_number_of_queries_does_not_grow(world: World, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    client = client_of(world.owner)
    for amount in (95, 96, 97):
        own = world.add(f"Ulti {amount}", targets={"ulti": {"amount": amount}})
        with django_assert_num_queries(1):
            client.get(reverse("rule_sets"))
    with django_assert_num_queries(1):
        client.get(own.get_absolute_url())
    with django_assert_num_queries(0):
        Client().get(reverse("rule_set", args=["grupp"]))
