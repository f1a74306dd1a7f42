"""Open views follow within two seconds: they ask often enough, and every server process tells them the same."""

import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from urllib.error import HTTPError

import pytest

from cegoscore.assets.bundles import BUNDLES
from tests.pages import body_of
from tests.served import PATIENCE, Server, Visitor
from tests.worlds.copied import copied
from tests.worlds.evening import Evening, Looking
from tests.worlds.tournament import World, client_of

TEMPLATES = Path(__file__).parents[3] / "templates"

FOLLOWED = 2.0
"""Seconds after which everybody who looks sees a hand."""
ON_THE_WAY = 0.2
"""Of that for the request, the answer, and making a page anew."""


@pytest.mark.django_db
def test_every_view_asks_often_enough_to_follow_within_two_seconds() -> None:
    world = copied(World, is_public=True)
    world.register(8)
    sheet = world.draw().tables.get(number=1).sheet
    assert sheet
    client, home = client_of(world.organiser), f"/tournaments/{world.tournament.pk}"
    desk = (f"{home}/rounds/1", f"{home}/rounds/1/tables/1")
    for path in (sheet.get_absolute_url(), *desk, f"{home}/beamer", f"{home}/standings", home):
        page = body_of(client.get(path))
        pace = re.search(r'data-live="(\d+)"', page)
        assert pace, path
        assert int(pace[1]) / 1000 + ON_THE_WAY <= FOLLOWED, path
        scripts = re.findall(r'(?:src|data-script)="/static/scripts/(\w+)\.\w+\.js"', page)
        assert sum("live.js" in BUNDLES[name] for name in scripts) == 1, path


def test_views_ask_by_one_script_alone() -> None:
    others = [
        path.name
        for path in TEMPLATES.rglob("*.html")
        if re.search(r'hx-trigger="[^"]*(every|load delay:\d+s)', path.read_text())
    ]
    assert others == []


@pytest.fixture
def pool() -> Iterator[ThreadPoolExecutor]:
    with ThreadPoolExecutor(10) as pool:
        yield pool


@pytest.mark.both
@pytest.mark.heavy
def test_a_hand_written_at_one_server_is_told_at_the_other_to_everybody_who_follows(
    server: Server, pool: ThreadPoolExecutor
) -> None:
    evening = Evening(server)
    link, home, sheet = evening.link, evening.home, evening.sheet
    other = server.another()
    try:
        paths = (
            sheet,
            f"{home}/rounds/1",
            f"{home}/rounds/1/tables/1",
            f"{home}/standings",
            f"{home}/beamer",
            home,
            f"{home}?me=3",
        )
        views = [Looking(other, link, path) for path in paths]
        assert [view.is_told() for view in views] == [False] * len(views)
        held = [pool.submit(view.follows) for view in [*views, Looking(other, link, f"{home}/door")]]
        with pytest.raises(HTTPError, match="404"):
            Visitor(other).get(views[0].question)
        assert not any(question.done() for question in held)
        evening.record()
        assert all(question.result(timeout=PATIENCE) for question in held), "the bell tells everybody"
        assert [view.is_told() for view in views] == [True] * len(views)
    finally:
        other.kill()
