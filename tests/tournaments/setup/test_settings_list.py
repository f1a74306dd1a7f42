"""The list of settings: an entry is all that a setting needs beside its field in the model."""

from __future__ import annotations

import json
import uuid
from collections.abc import Callable
from dataclasses import replace
from datetime import date
from typing import Any

import pytest
from django.urls import reverse

from cegoscore.scoring.reading import Fields
from tests.pages import body_of
from tests.worlds.copied import copied
from tests.worlds.tournament import World, client_of
from tournaments.course import tournament_settings
from tournaments.course.seen import settings_seen
from tournaments.course.tournament_settings import SETTINGS, PagePart, Setting
from tournaments.models import Tournament
from tournaments.papers.settings import take_settings
from tournaments.papers.writing import document_of_tournament
from tournaments.setup import services

pytestmark = pytest.mark.django_db

NO_SETTINGS = {
    *("id", "club", "version", "finished_at", "cancelled_at", "deleted_at", "created_at"),
    *("helpers_run", "held_from", "unveiled_from"),
}
ENTRY = next(each for each in SETTINGS if each.name == "takes_announcements")

Listed = Callable[..., None]


@pytest.fixture
def listed(monkeypatch: pytest.MonkeyPatch) -> Listed:
    """Make a list without `ENTRY`, or with it as the only new line."""

    def make(*entries: Setting) -> None:
        others = tuple(each for each in SETTINGS if each != ENTRY)
        monkeypatch.setattr(tournament_settings, "SETTINGS", (*others, *entries))

    return make


@pytest.fixture
def world() -> World:
    """A tournament for which people may announce themselves."""
    return copied(World, takes_announcements=True)


def settings_page(world: World) -> Any:
    url = reverse("tournament_settings", args=[world.tournament.pk])
    return client_of(world.organiser).get(url)


def sent_from(form: Any) -> dict[str, Any]:
    """The values that a browser sends for the form as it is shown."""
    values = {name: form[name].value() for name in form.fields}
    return {name: "on" if value is True else value for name, value in values.items() if value not in (None, False, "")}


def test_every_field_of_a_tournament_is_a_setting_or_is_known_not_to_be_one() -> None:
    fields = {field.name for field in Tournament._meta.concrete_fields}
    assert fields - NO_SETTINGS == {each.name for each in SETTINGS}
    assert len({each.name for each in SETTINGS}) == len(SETTINGS)


@pytest.mark.parametrize("entries", [(), (ENTRY,)], ids=["without the entry", "with it"])
def test_page_shows_and_saves_what_is_listed(listed: Listed, world: World, entries: tuple[Setting, ...]) -> None:
    listed(*entries)
    page = settings_page(world)
    form = page.context["form"]
    assert (str(ENTRY.label) in body_of(page)) == bool(entries)
    sent = sent_from(form) | {"name": "Anders"}
    sent.pop(ENTRY.name, None)
    url = reverse("tournament_settings", args=[world.tournament.pk])
    assert client_of(world.organiser).post(url, sent).status_code == 302
    tournament = Tournament.objects.get()
    assert (tournament.name, tournament.takes_announcements) == ("Anders", not entries)


@pytest.mark.parametrize(
    ("entries", "has_it"), [((), False), ((ENTRY,), True), ((replace(ENTRY, copied=False),), False)]
)
def test_copy_has_what_is_listed_as_copied(
    listed: Listed, world: World, entries: tuple[Setting, ...], *, has_it: bool
) -> None:
    listed(*entries)
    copy = services.copy_tournament(world.tournament, name="Noch einmal", day=date(2027, 11, 20), uuid=uuid.uuid4())
    assert copy.takes_announcements is has_it


@pytest.mark.parametrize("entries", [(), (ENTRY,)], ids=["without the entry", "with it"])
def test_somebody_elses_change_of_what_is_listed_is_noticed(
    listed: Listed, world: World, entries: tuple[Setting, ...]
) -> None:
    listed(*entries)
    before = settings_seen(world.tournament)
    Tournament.objects.update(takes_announcements=False)
    assert (settings_seen(world.tournament) != before) == bool(entries)


@pytest.mark.parametrize(
    ("entry", "refused"), [(ENTRY, False), (replace(ENTRY, fixed_by_the_draw=True), True)], ids=["free", "fixed"]
)
def test_what_is_listed_as_fixed_by_the_draw_is_refused_after_it(
    listed: Listed, world: World, entry: Setting, *, refused: bool
) -> None:
    listed(entry)
    world.register(8)
    world.draw()
    form = settings_page(world).context["form"]
    sent = sent_from(form)
    del sent[ENTRY.name]
    answer = client_of(world.organiser).post(reverse("tournament_settings", args=[world.tournament.pk]), sent)
    assert (answer.status_code == 302, Tournament.objects.get().takes_announcements) == (not refused, refused)


@pytest.mark.parametrize(
    ("entries", "written"), [((), False), ((ENTRY,), True), ((replace(ENTRY, in_document=False),), False)]
)
def test_document_has_what_is_listed(
    listed: Listed, world: World, entries: tuple[Setting, ...], *, written: bool
) -> None:
    listed(*entries)
    document = json.loads(json.dumps(document_of_tournament(world.tournament)["settings"]))
    assert (ENTRY.name in document) == written
    fields = Fields(document)
    assert (ENTRY.name in take_settings(fields)) == written
    fields.done()
    assert fields.problems == []


def test_document_from_before_a_setting_has_the_value_of_that_time(listed: Listed, world: World) -> None:
    listed()
    document = json.loads(json.dumps(document_of_tournament(world.tournament)["settings"]))
    listed(ENTRY)
    strict = Fields(document)
    take_settings(strict)
    assert [(problem.code, problem.key) for problem in strict.problems] == [("missing", ENTRY.name)]
    listed(replace(ENTRY, before=True))
    fields = Fields(document)
    assert take_settings(fields)[ENTRY.name] is True
    assert fields.problems == []


def test_every_part_of_the_page_shows_its_fields(listed: Listed, world: World) -> None:
    """An entry can be put into any part."""
    for part in PagePart:
        listed(replace(ENTRY, part=part))
        assert f'name="{ENTRY.name}"' in body_of(settings_page(world)), part
