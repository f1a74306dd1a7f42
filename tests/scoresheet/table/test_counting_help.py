"""The counting help: its page without scripts, and the part that the panel fetches."""

import json
import re
from html import unescape
from typing import Any

import pytest
from django.urls import reverse

from cegoscore.clubs.house_rules.rule_sets import stored
from cegoscore.scoring.rules.rule_files import published
from cegoscore.scoring.tariff import counting_table
from tests.pages import body_of
from tests.worlds.copied import copied
from tests.worlds.sheet import NAMES, World, client_of


def counted(world: World, **cards: Any) -> Any:
    """The counting page after its form was sent."""
    return client_of(world.guest).get(reverse("count_cards", args=[world.sheet.id]), cards)


@pytest.mark.parametrize(
    ("rules", "players", "side", "points"),
    [
        ("braeunlingen-ministranten", 4, "on", (21, 49)),
        ("braeunlingen-ministranten", 4, "", (21, 49)),
        ("schwarzwaldmeisterschaft", 4, "on", (23, 56)),
        ("braeunlingen-loewen-3", 3, "on", (22, 48)),
        ("braeunlingen-loewen-3", 3, "", (21, 49)),
    ],
)
def test_pile_is_counted_as_the_rule_set_does(
    db: None, rules: str, players: int, side: str, points: tuple[int, int]
) -> None:
    """Gstiess, three kings and ten empty cards: 30 less four groups of three and a rest, or seven pairs."""
    world = copied(World, rules, NAMES[:players])
    found = counted(world, gstiess=1, king=3, other=10, declarer=side).context["counted"]
    assert (found["points"], found["other"], found["cards"]) == (*points, 14)


@pytest.mark.parametrize(("side", "cards", "said"), [("on", 13, "fehlen: 1"), ("", 13, "fehlen: 3"), ("", 12, None)])
def test_missing_cards_are_said(world: World, side: str, cards: int, said: str | None) -> None:
    response = counted(world, other=cards, declarer=side)
    note = re.search(r'class="note">.*?<div>(.*?)</div>', body_of(response))
    assert (note[1].split("Stiche ")[1] if note else None) == said


def test_more_kings_than_there_are_is_refused_beside_the_field(world: World) -> None:
    response = counted(world, king=5)
    assert response.context["counted"] is None
    assert list(response.context["form"].errors) == ["king"]


def test_panel_fetches_the_steppers_alone_with_their_table(world: World) -> None:
    url = reverse("count_cards", args=[world.sheet.id])
    html = body_of(client_of(world.owner).get(url, headers={"HX-Request": "true"}))
    table = re.search(r'data-table="([^"]*)"', html)
    assert table is not None
    assert json.loads(unescape(table[1])) == counting_table(published("braeunlingen-ministranten"))
    assert "<html" not in html


def test_phone_that_has_the_steppers_is_told_so_while_it_may_see_the_sheet(world: World) -> None:
    url = reverse("count_cards", args=[world.sheet.id])
    asked = {"HX-Request": "true", "Accept-Encoding": "gzip"}
    first = client_of(world.owner).get(url, headers=asked)
    assert first.headers["Cache-Control"] == "private, no-cache"
    known = asked | {"If-None-Match": first.headers["ETag"]}
    again = client_of(world.owner).get(url, headers=known)
    assert (again.status_code, again.content) == (304, b"")
    assert again.headers["X-Keep-Offline"] == first.headers["X-Keep-Offline"]
    assert client_of(world.stranger).get(url, headers=known).status_code == 404
    english = client_of(world.owner).get(url, headers=known | {"Accept-Language": "en"})
    assert (english.status_code, english.headers["ETag"] == first.headers["ETag"]) == (200, False)
    world.sheet.rule_set = stored(published("schwarzwaldmeisterschaft"))
    world.sheet.save()
    assert client_of(world.owner).get(url, headers=known).status_code == 200
