"""Weights of a season's events, tariffs that differ, and how sure the first place is."""

import json
import re
from typing import Any

import pytest
from django.db.models import F
from django.urls import reverse

from cegoscore.clubs.house_rules.rule_sets import stored
from cegoscore.contest.lots import Lots
from cegoscore.scoresheet.models import Session
from cegoscore.scoring.rules.rule_files import parse_house_rules, published
from tests.effort import thorough
from tests.seasons.test_season_pages import get, post, two_events
from tests.worlds.copied import copied
from tests.worlds.season import SeasonWorld, text_of
from tournaments.seasons.models import Season, SeasonEvent

pytestmark = pytest.mark.django_db


@pytest.fixture
def world(db: None) -> SeasonWorld:
    return copied(two_events)


def weigh(world: SeasonWorld, event: SeasonEvent, weight: int, **more: Any) -> Any:
    """Save a weight whose effect was shown."""
    return post(world, "weigh_season_event", event.pk, weight=weight, shown=weight, **more)


# Events that count more than once


@thorough
def test_effect_of_a_weight_is_shown_before_it_is_saved(world: SeasonWorld) -> None:
    """Bernd and Clara lead with 70 over Anna's 50; if the first counts twice, she has 150, and they have 110."""
    first = world.event(0)
    before = world.table()
    answer = post(world, "weigh_season_event", first.pk, weight=2, why="Beschluss")
    assert answer.status_code == 200
    page = text_of(answer)
    assert "Wenn es 2-fach zählt" in page
    assert re.findall(r'<th scope="row"> ?(\w+)', page) == ["Anna", "Bernd", "Clara"]
    assert world.table() == before
    again = dict(re.findall(r'<input type="hidden" name="(weight|shown|why)" value="(.*?)"', answer.content.decode()))
    assert again == {"weight": "2", "shown": "2", "why": "Beschluss"}
    assert post(world, "weigh_season_event", first.pk, **again | {"weight": "3"}).status_code == 200, (
        "not what was shown"
    )
    assert world.event(0).weight == 1
    changed_language = get(world, world.organiser, "weigh_season_event", first.pk)
    assert changed_language["Location"] == reverse("season_events", args=[world.season.pk])
    assert post(world, "weigh_season_event", first.pk, **again).status_code == 302
    assert world.event(0).weight == 2


def test_final_counts_twice_and_everything_says_so(world: SeasonWorld) -> None:
    """Anna 100 - 2x50, Bernd and Clara 40 + 2x30, Dieter -180, Edgar -2x10."""
    final = world.event(1)
    assert "zählt einfach" in text_of(get(world, world.organiser, "season_events"))
    assert "Änderungen zeigen" in text_of(get(world, world.organiser, "season_events"))
    assert "zählt einfach" not in text_of(get(world, world.guest)), "nobody asked"
    assert weigh(world, final, 2).status_code == 302
    assert world.table() == [
        (1, "Bernd", 100),
        (1, "Clara", 100),
        (3, "Anna", 0),
        (4, "Edgar", -20),
        (5, "Dieter", -180),
    ]
    page = text_of(get(world, world.guest))
    assert "zählt 2-fach" in page
    assert "Gewicht eines Termins geändert (29.11.2025 × 2)" in page
    assert "Ort 2 × 2" in page
    events = json.loads(get(world, world.guest, "season_json").content)["events"]
    assert [event["weight"] for event in events] == [1, 2]
    assert "Ort 2 × 2 2025-11-29" in get(world, world.guest, "season_csv").content.decode()
    weigh(world, final, 2)
    assert world.season.decisions.filter(kind="weighed").count() == 1, "the same again changes nothing"
    for nonsense in ("0", "10", "x", ""):
        assert post(world, "weigh_season_event", final.pk, weight=nonsense).status_code == 422
    assert world.event(1).weight == 2


def test_weight_in_a_closed_season_wants_a_reason_and_declares_anew(db: None) -> None:
    world = copied(SeasonWorld)
    world.tournament({"Anna": 30, "Bernd": -30})
    world.tournament({"Anna": -20, "Bernd": 20})
    post(world, "season_end", end="close", version=world.fresh().version)
    champions = world.fresh().champions.values_list("name", flat=True)
    assert list(champions) == ["Anna"]
    assert weigh(world, world.event(1), 2).status_code == 422
    assert list(champions.all()) == ["Anna"]
    assert weigh(world, world.event(1), 2, why="Beschluss").status_code == 302
    assert list(champions.all()) == ["Bernd"]
    page = text_of(get(world, world.guest))
    assert "× 2): Beschluss" in page


# Different tariffs


@thorough
def test_different_tariffs_that_are_added_up_are_named(world: SeasonWorld) -> None:
    hint = "Hier werden Termine mit verschiedenen Tarifen zusammengezählt"
    assert hint not in text_of(get(world, world.guest)), "two tournaments by the same rules"
    world.evening({"Anna": 9, "Bernd": -9})
    page = text_of(get(world, world.guest, "season", v=""))
    assert hint in page
    assert "Schwarzwald" in page[page.index(hint) :].partition("</li>")[0]
    other, _problems = parse_house_rules({**published("schwarzwaldmeisterschaft").document, "id": "unsere"})
    assert other
    Session.objects.update(rule_set=stored(other))
    Season.objects.update(version=F("version") + 1)
    assert hint not in text_of(get(world, world.guest)), "another set of rules, the same payments"


def test_choice_says_what_it_rewards(world: SeasonWorld) -> None:
    page = text_of(get(world, world.organiser, "season_settings"))
    assert page.count("belohnt Können") == 1
    assert page.count("belohnt Dabeisein") == 2


# How sure it is


@thorough
def test_how_sure_the_first_place_is_for_everybody_alike(db: None) -> None:
    world = copied(SeasonWorld)
    amounts = [(50, 10, -60), (-20, 30, -10), (40, -50, 10), (5, 5, -10)]
    for anna, bernd, clara in amounts:
        world.tournament({"Anna": anna, "Bernd": bernd, "Clara": clara})
    assert "Wie sicher ist das?" not in text_of(get(world, world.guest)), "below five events nothing is said"
    world.tournament({"Anna": -30, "Bernd": 20})
    final = world.event(3)
    weigh(world, final, 3)
    rows = [*amounts[:3], (15, 15, -30), (-30, 20, 0)]
    lots, wins = Lots(str(world.season.pk), 0, "chance"), 0.0
    for _season in range(2000):
        totals = [sum(column) for column in zip(*(rows[lots.below(5)] for _event in rows), strict=True)]
        wins += (totals[0] == max(totals)) / totals.count(max(totals))
    said = f"Von 100 solchen Saisons gewinnt Anna {round(wins / 20)}."
    for device in (world.organiser, world.guest):
        page = text_of(get(world, device))
        assert said in page
        assert "kein Einspruch gegen die Wertung" in page
    Season.objects.update(best=3, version=F("version") + 1)
    assert "Wie sicher ist das?" not in text_of(get(world, world.guest))
