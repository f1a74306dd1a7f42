"""Every form that takes a name keeps what is seen of it, and refuses what is not seen at all."""

from typing import Any

import pytest
from django.urls import reverse

from cegoscore.clubs.models import HouseRuleSet, Player
from cegoscore.scoresheet.models import Session
from tests.worlds.club import posted
from tests.worlds.sheet import World, client_of

UNSEEN = "\u200b\u202e"


def new_table(**names: str) -> dict[str, Any]:
    four = {"name_0": "Anna", "name_1": "Bernd", "name_2": "Clara", "name_3": "Dora"}
    return four | {"rules": "braeunlingen-ministranten", "first_dealer": "0"} | names


def test_new_table_keeps_names_and_title_as_they_are_seen(world: World) -> None:
    data = new_table(name_0="An\u200bna  Maria", name_1="Jo\u0308rg", title="Stamm\u00adtisch")
    assert client_of(world.owner).post(reverse("new_table"), data).status_code == 302
    sheet = Session.objects.get(club__name="Stammtisch")
    assert sheet.title.startswith("Stammtisch, ")
    seats = sheet.seats.order_by("number")
    assert [seat.name for seat in seats] == ["Anna Maria", "Jörg", "Clara", "Dora"]


def test_names_at_a_new_table_that_look_the_same_are_refused(world: World) -> None:
    response = client_of(world.owner).post(reverse("new_table"), new_table(name_1="Anna" + UNSEEN))
    assert list(response.context["form"].errors) == ["name_1"]


def test_unseen_name_at_a_new_table_is_nobody(world: World) -> None:
    response = client_of(world.owner).post(reverse("new_table"), new_table(name_3=UNSEEN))
    assert list(response.context["form"].errors) == ["name_3"]
    assert Session.objects.count() == 1


@pytest.mark.parametrize(("typed", "kept"), [("An\u200bna\u202e Maria", "Anna Maria"), (UNSEEN, "Anna")])
def test_rename_keeps_what_is_seen(world: World, typed: str, kept: str) -> None:
    player = Player.objects.get(name="Anna")
    client_of(world.owner).post(
        reverse("rename_person", args=[world.sheet.club_id, player.pk]), {"name": typed, "village": ""}
    )
    player.refresh_from_db()
    assert player.name == kept


@pytest.mark.parametrize(("typed", "kept"), [("E\u200bmil", ["Emil"]), (UNSEEN, []), ("Anna\u200b", [])])
def test_join_keeps_what_is_seen(world: World, typed: str, kept: list[str]) -> None:
    data = {"name": typed, "where": "", "version": 0}
    client_of(world.owner).post(reverse("join_table", args=[world.sheet.id]), data)
    assert list(Player.objects.filter(seats__number=4).values_list("name", flat=True)) == kept


def test_house_rules_keep_a_name_as_it_is_seen(world: World) -> None:
    rules = "braeunlingen-ministranten"
    data = posted(rules, name="Un\u200bsere  Regeln") | {"save": "1"}
    assert client_of(world.owner).post(reverse("copy_rule_set", args=[rules]), data).status_code == 302
    assert HouseRuleSet.objects.get().name == "Unsere Regeln"
