"""Totals typed twice, on two devices, count once both have typed the same."""

import re
from typing import Any

import pytest

from cegoscore.clubs.models import Device
from tests.effort import thorough
from tests.pages import body_of
from tests.worlds.copied import copied
from tests.worlds.desk import HTMX, Browser, problem_of, text_of, totals
from tests.worlds.lively_club import backup_of, empty_database, restored
from tests.worlds.tournament import World, drawn
from tournaments.desk import services as desk
from tournaments.models import Result, Table

pytestmark = pytest.mark.django_db

RIGHT, WRONG = (90, -30, -30, -30), (60, 0, -30, -30)


@pytest.fixture
def twice(db: None) -> World:
    """Two tables at play; totals are typed twice."""
    world = copied(World, types_twice=True)
    world.register(8)
    world.draw()
    return world


def typed(browser: Browser, points: tuple[int, ...], **more: Any) -> Any:
    """The answer to the totals of table 1."""
    return browser.post("rounds/1/tables/1/totals", totals(*points), **more)


def results() -> list[int | None]:
    return list(Result.objects.filter(table__number=1).order_by("seat").values_list("points", flat=True))


def test_the_same_typed_twice_counts(twice: World) -> None:
    one, other = Browser(twice, twice.helper), Browser(twice)
    first = typed(one, RIGHT, headers=HTMX)
    assert "Tisch 1 ist einmal eingetippt." in text_of(first)
    assert results() == [None] * 4
    assert "einmal getippt" in text_of(other.get("rounds/1"))
    form = body_of(other.get("rounds/1/find?number=1", headers=HTMX))
    assert not re.search(r'value="[+−-]?90"', form)  # typed without looking
    assert "Tisch 1 ist eingetippt." in text_of(typed(other, RIGHT, headers=HTMX))
    assert tuple(results()) == RIGHT
    assert Table.objects.get(number=1).typings == []


def test_who_types_twice_on_one_device_has_typed_once(twice: World) -> None:
    browser = Browser(twice)
    for points in (WRONG, RIGHT, RIGHT):
        assert typed(browser, points).status_code == 302
    assert results() == [None] * 4
    assert typed(Browser(twice, twice.helper), WRONG).status_code == 422, "what was typed last is compared"


def test_a_difference_is_named_and_the_paper_decides(twice: World) -> None:
    one, other = Browser(twice, twice.helper), Browser(twice)
    typed(one, WRONG)
    answer = typed(other, RIGHT)
    people = list(Result.objects.filter(table__number=1).order_by("seat"))
    assert answer.status_code == 422
    said = problem_of(answer)
    for person, points in zip(people[:2], ("+60 / +90", "0 / −30"), strict=True):
        assert f"{person.entrant.number} {person.entrant.name}: {points}" in said
    assert people[2].entrant.name not in said
    assert "Zuerst eingetippt: Helfer am Tisch der Turnierleitung." in said
    assert "Zuerst eingetippt: Helfer am Tisch der Turnierleitung" in text_of(other.get("rounds/1/tables/1"))
    Device.objects.filter(pk=twice.helper.pk).update(name="Bernds Handy")
    assert "Zuerst eingetippt: Bernds Handy" in text_of(other.get("rounds/1/tables/1"))
    assert typed(one, RIGHT).status_code == 302
    assert tuple(results()) == RIGHT


@thorough
def test_a_round_with_a_table_typed_once_cannot_be_closed_and_a_void_one_forgets(twice: World) -> None:
    browser = Browser(twice)
    typed(browser, RIGHT)
    assert browser.post("rounds/1/close").status_code == 422
    table = Table.objects.get(number=1)
    restored_table = backup_of(twice.tournament.club)
    desk.void_table(table, why="nicht mehr nachvollziehbar", device=None)
    table.refresh_from_db()
    assert table.typings == []
    empty_database()
    restored(restored_table)
    assert [points for _key, points in Table.objects.get(number=1).typings] == [list(RIGHT)]


@thorough
def test_a_correction_needs_its_reason_and_no_second_person(twice: World) -> None:
    browser = Browser(twice)
    for device in (browser, Browser(twice, twice.helper)):
        typed(device, RIGHT)
    assert browser.post("rounds/1/tables/1/totals", totals(*WRONG, why="verlesen")).status_code == 302
    assert tuple(results()) == WRONG


@thorough
def test_without_the_setting_once_is_enough_and_the_last_total_is_filled_in_only_with_its_own() -> None:
    world = copied(drawn)
    browser = Browser(world)
    assert "data-fills" not in body_of(browser.get("rounds/1/tables/1"))
    type(world.tournament).objects.update(fills_last_total=True)
    assert "data-fills" in body_of(browser.get("rounds/1/tables/1"))
    assert typed(browser, RIGHT).status_code == 302
    assert tuple(results()) == RIGHT
