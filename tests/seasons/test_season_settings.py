"""The list of a season's settings: an entry is all that a setting needs beside its field in the model."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from django.urls import reverse

from tests.pages import body_of
from tests.worlds.copied import copied
from tests.worlds.season import SeasonWorld, client_of
from tournaments.seasons import settings
from tournaments.seasons.exports import table_document
from tournaments.seasons.models import Season, SeasonDecision
from tournaments.seasons.queries import league_rules_of
from tournaments.seasons.settings import SETTINGS, SeasonPagePart, SeasonSetting

pytestmark = pytest.mark.django_db

NO_SETTINGS = {"id", "club", "version", "closed_at", "created_at"}
FLAG = next(each for each in SETTINGS if each.name == "is_public")
COUNTS = next(each for each in SETTINGS if each.name == "best")

Listed = Callable[..., None]


@pytest.fixture
def listed(monkeypatch: pytest.MonkeyPatch) -> Listed:
    """Make a list without `FLAG` and `COUNTS`, or with one of them as the only new line."""

    def make(*entries: SeasonSetting) -> None:
        others = tuple(each for each in SETTINGS if each not in (FLAG, COUNTS))
        monkeypatch.setattr(settings, "SETTINGS", (*others, *entries))

    return make


@pytest.fixture
def world() -> SeasonWorld:
    """A public season of which the best event counts."""
    return copied(SeasonWorld, is_public=True, best=1)


def page_of(world: SeasonWorld) -> Any:
    return client_of(world.organiser).get(reverse("season_settings", args=[world.season.pk]))


def post(world: SeasonWorld, **changes: Any) -> Any:
    """Send the form as a browser does that shows it, some values changed; `None` leaves a field empty."""
    form = page_of(world).context["form"]
    sent = {name: form[name].value() for name in form.fields} | {"version": world.fresh().version} | changes
    sent = {name: "on" if value is True else value for name, value in sent.items() if value not in (None, False, "")}
    return client_of(world.organiser).post(reverse("season_settings", args=[world.season.pk]), sent)


def test_every_field_of_a_season_is_a_setting_or_is_known_not_to_be_one() -> None:
    fields = {field.name for field in Season._meta.concrete_fields}
    assert fields - NO_SETTINGS == {each.name for each in SETTINGS}
    assert len({each.name for each in SETTINGS}) == len(SETTINGS)


@pytest.mark.parametrize("entries", [(), (FLAG,)], ids=["without the entry", "with it"])
def test_page_shows_and_saves_what_is_listed(
    listed: Listed, world: SeasonWorld, entries: tuple[SeasonSetting, ...]
) -> None:
    listed(*entries)
    assert (str(FLAG.label) in body_of(page_of(world))) == bool(entries)
    assert post(world, name="Anders", is_public=None).status_code == 302
    assert (world.fresh().name, world.fresh().is_public) == ("Anders", not entries)


@pytest.mark.parametrize("part", SeasonPagePart)
def test_every_part_of_the_page_shows_its_fields(listed: Listed, world: SeasonWorld, part: SeasonPagePart) -> None:
    listed(replace(FLAG, part=part))
    assert f'name="{FLAG.name}"' in body_of(page_of(world))


@pytest.mark.parametrize("entries", [(), (COUNTS,)], ids=["without the entry", "with it"])
def test_what_is_listed_as_counting_counts_and_stands_in_the_export(
    listed: Listed, world: SeasonWorld, entries: tuple[SeasonSetting, ...]
) -> None:
    listed(*entries)
    assert league_rules_of(world.fresh()).best == (1 if entries else None)
    counting = json.loads(json.dumps(table_document(world.fresh())))["season"]["counting"]
    assert counting.get("best") == (1 if entries else None)
    assert ("best" in counting) == bool(entries)


@pytest.mark.parametrize(
    ("entry", "is_noted"), [(COUNTS, True), (replace(COUNTS, counts=False), False)], ids=["counts", "does not"]
)
def test_change_of_what_counts_is_shown_and_noted_for_everybody(
    listed: Listed, world: SeasonWorld, entry: SeasonSetting, *, is_noted: bool
) -> None:
    listed(entry)
    answer = post(world, best="2")
    assert (answer.status_code == 200) == is_noted
    if is_noted:
        assert world.fresh().best == 1
        answer = post(world, best="2", shown=answer.context["shown"])
    assert (answer.status_code, world.fresh().best) == (302, 2)
    noted = [(row.data["before"]["best"], row.data["after"]["best"]) for row in SeasonDecision.objects.all()]
    assert noted == ([(1, 2)] if is_noted else [])
