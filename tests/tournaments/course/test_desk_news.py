"""Two desks at work see each other's acts: pages with half typed forms say so, and replace nothing."""

import re

import pytest

from tests.pages import body_of
from tests.worlds.desk import Browser, text_of
from tests.worlds.tournament import World, play_hands
from tournaments.door import services as door

pytestmark = pytest.mark.django_db

PAGES = ("ceremony", "desk/decisions", "desk/wishes", "settings", "door/{entrant}")


@pytest.mark.parametrize("path", PAGES)
def test_page_says_that_another_desk_did_something_and_not_that_a_table_plays(world: World, path: str) -> None:
    entrants = world.register(8)
    table = world.draw().tables.select_related("sheet").earliest("number")
    assert table.sheet
    desk = Browser(world)
    shown = body_of(desk.get(path.format(entrant=entrants[0].pk)))
    asked = re.search(r'hx-get="[^"]*/(desk/news\?v=\d+)"\s+data-live', shown)
    assert asked, path
    assert shown.count("data-live") == 1
    play_hands(table.sheet, 1)
    assert desk.get(asked[1]).status_code == 204
    door.set_paid(entrants[0], has_paid=True)
    news = desk.get(asked[1])
    assert "Jemand anders hat inzwischen etwas geändert." in text_of(news)
    assert Browser(world, world.guest).get(asked[1]).status_code == 403
