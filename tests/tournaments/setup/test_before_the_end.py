"""A tournament that is cancelled, deleted and brought back."""

import uuid
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone

from cegoscore.clubs.models import Link, Right
from cegoscore.clubs.rights.access import has_some_right_in
from cegoscore.clubs.rights.links import accept_link
from cegoscore.outings.models import Outing
from cegoscore.outings.services import faults
from cegoscore.scoresheet.evening.services import purge
from cegoscore.scoresheet.models import Session
from tests.effort import thorough
from tests.pages import body_of
from tests.worlds.desk import text_of
from tests.worlds.tournament import World, client_of, play_hands
from tournaments.course.steps import DOOR, steps_of
from tournaments.desk import services as desk
from tournaments.door import services as door
from tournaments.drawing import services as drawing
from tournaments.models import Decision, Result, Round, Tournament
from tournaments.purging import purge_tournaments
from tournaments.setup import services as setup

pytestmark = pytest.mark.django_db


def post(world: World, name: str, **data: str) -> int:
    return client_of(world.organiser).post(reverse(name, args=[world.tournament.pk]), data).status_code


def test_a_cancelled_tournament_says_so_to_everybody_with_the_reason(world: World) -> None:
    Tournament.objects.update(is_public=True, takes_announcements=True)
    door.register(world.tournament, door.Newcomer(name="Anna"))
    assert post(world, "cancel_tournament", why="") == 422
    for _tap in range(2):
        assert post(world, "cancel_tournament", why="Wasserschaden im Saal") == 302
    assert [(row.kind, row.by) for row in Decision.objects.all()] == [("cancelled", "manage")]
    stranger = client_of(world.stranger)
    page = text_of(stranger.get(world.tournament.get_absolute_url()))
    assert "Dieses Turnier wurde abgesagt" in page
    assert "Wasserschaden im Saal" in page
    for name in ("announce", "press_text"):
        assert "Dieses Turnier wurde abgesagt" in text_of(stranger.get(reverse(name, args=[world.tournament.pk])))
    assert "Abgesagt" in text_of(stranger.get(reverse("tournaments")))
    assert "Wie habe ich abgeschnitten?" not in page
    assert "Wo sitze ich?" not in page
    steps = steps_of(Tournament.objects.get(), DOOR)
    assert [step["state"] for step in steps] == ["later"] * len(steps), "nothing of it was done"
    assert post(world, "register_entrant", who="Bernd", new="1", uuid=str(uuid.uuid4())) == 409


def test_a_cancelled_tournament_is_opened_again_with_a_reason(world: World) -> None:
    setup.cancel_tournament(world.tournament, why="Sturm", device=world.organiser)
    assert post(world, "open_again", why="") == 422
    assert post(world, "open_again", why="Der Sturm zog vorbei") == 302
    assert door.register(world.tournament, door.Newcomer(name="Anna")).number == 1


def test_hands_of_the_round_in_which_a_tournament_is_cancelled_are_in_nobodys_figures(world: World) -> None:
    world.register(8)
    world.play_round()
    sheet = world.draw("zwei").tables.get(number=1).sheet
    assert sheet is not None
    play_hands(sheet, 1)
    setup.cancel_tournament(world.tournament, why="Sturm", device=world.organiser)
    play_hands(sheet, 1, first=2)
    assert set(Outing.objects.values_list("hands", "points")) == {(0, points) for points in (-90, -30, 30, 90)}
    assert [fault for _name, wrong in faults(None) for fault in wrong] == []


def test_a_deleted_tournament_is_hidden_with_its_sheets_and_comes_back_whole(world: World) -> None:
    world.register(8)
    world.play_round()
    results = Result.objects.final().count()
    assert post(world, "delete_tournament") == 302
    organiser = client_of(world.organiser)
    assert organiser.get(world.tournament.get_absolute_url()).status_code == 404
    assert (Result.objects.final().count(), Session.objects.filter(deleted_at=None).count()) == (0, 0)
    assert "Zurückholen" in text_of(organiser.get(reverse("tournaments")))
    assert client_of(world.helper).post(reverse("restore_tournament", args=[world.tournament.pk])).status_code == 404
    assert post(world, "restore_tournament") == 302
    assert organiser.get(world.tournament.get_absolute_url()).status_code == 200
    assert (Result.objects.final().count(), Session.objects.filter(deleted_at=None).count()) == (results, 2)


@thorough
def test_a_deleted_tournament_is_purged_after_thirty_days(world: World) -> None:
    world.register(8)
    world.play_round()
    setup.delete_tournament(world.tournament)
    assert "0 tournaments removed" in purge()
    Tournament.with_deleted.update(deleted_at=timezone.now() - timedelta(days=31))
    assert post(world, "restore_tournament") == 404
    assert "1 tournaments removed" in purge()
    assert (Tournament.with_deleted.count(), Session.objects.count()) == (0, 0)


@pytest.mark.parametrize(
    "goes",
    [
        lambda world, _round: (
            Tournament.with_deleted.update(deleted_at=timezone.now() - timedelta(days=31)),
            purge_tournaments(),
        ),
        lambda world, round_: drawing.redraw(round_, seed="zwei", why="zu spät", device=world.organiser),
    ],
    ids=["purged", "drawn anew"],
)
def test_nobody_has_a_right_on_a_sheet_that_is_gone(world: World, goes: Callable[[World, Round], Any]) -> None:
    world.register(8)
    round_ = world.draw(start=False)
    sheet = round_.tables.get(number=1).sheet
    assert sheet is not None
    accept_link(world.stranger, Link.objects.get(target=sheet.pk, right=Right.WRITE))
    goes(world, round_)
    assert not Session.objects.filter(pk=sheet.pk).exists()
    assert not Link.objects.filter(target=sheet.pk).exists()
    assert not has_some_right_in(world.tournament.club, world.stranger.pk)


def test_a_finished_tournament_is_opened_again_and_a_sum_is_mended(world: World) -> None:
    """Found the next day: a wrong sum. The result changes, and everybody can read why."""
    world.register(8)
    for seed in ("eins", "zwei"):
        last = world.play_round(seed)
    desk.finish_tournament(world.tournament, why="die Plätze bleiben geteilt", device=world.organiser)
    assert post(world, "open_again", why="Tisch 1 hatte falsch addiert") == 302
    table = last.tables.get(number=1)
    desk.type_totals(table, {0: 40, 1: 0, 2: -10, 3: -30}, why="nachgerechnet", device=world.organiser)
    desk.finish_tournament(world.tournament, device=world.organiser, why="fertig")
    kinds = [row.kind for row in Decision.objects.order_by("number")][-4:]
    assert kinds == ["finish", "goes_on", "correction", "finish"]


@thorough
def test_the_final_result_is_not_called_final_while_places_are_shared_and_settings_look_closed(world: World) -> None:
    world.register(8)
    for seed in ("eins", "zwei"):
        world.play_round(seed)
    round_ = world.tournament.played_rounds.get(number=2)
    desk.void_table(round_.tables.get(number=1), why="x", device=None)
    desk.void_table(round_.tables.get(number=2), why="x", device=None)
    desk.finish_tournament(world.tournament, why="geteilt", device=None)
    organiser = client_of(world.organiser)
    page = text_of(organiser.get(reverse("standings", args=[world.tournament.pk])))
    assert "Plätze, um die nicht gezogen wurde, bleiben geteilt." in page
    assert "Das ist der Endstand" not in page
    settings = organiser.get(reverse("tournament_settings", args=[world.tournament.pk]))
    assert "seine Einstellungen bleiben, wie sie sind" in text_of(settings)
    assert '<fieldset class="over" disabled>' in body_of(settings)
