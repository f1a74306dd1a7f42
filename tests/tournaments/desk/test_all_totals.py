"""The forms of all tables, with which totals are typed while the server is away."""

import re
from html import unescape

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.effort import thorough
from tests.pages import body_of
from tests.worlds.copied import copied
from tests.worlds.desk import HTMX, Browser
from tests.worlds.tournament import World, type_table
from tournaments.models import Table

pytestmark = pytest.mark.django_db

FORM = re.compile(r'(?s)<template\s+data-table="(\d+)"\s+data-people="([^"]*)"\s*>(.*?)</template>')


def without_keys(html: str) -> str:
    """A form without its token and the key that every form has of its own."""
    return " ".join(re.sub(r'name="(key|csrfmiddlewaretoken)" value="[^"]*"', "", html).split())


def test_each_table_has_the_form_that_it_would_have_with_the_server() -> None:
    world = copied(World)
    world.register(8)
    world.draw()
    type_table(Table.objects.get(number=2))
    browser = Browser(world, world.helper)
    page = body_of(browser.get("rounds/1/totals"))
    forms = FORM.findall(page)
    assert [number for number, _people, _form in forms] == ["1", "2"]
    for number, people, form in forms:
        entry = body_of(browser.get(f"rounds/1/find?number={number}", headers=HTMX))
        shown = entry[entry.index("<form") : entry.index("</section>")]
        assert without_keys(form) == without_keys(shown)
        assert unescape(people).split(", ") == [
            result.entrant.name
            for result in Table.objects.get(number=number).results.select_related("entrant__player").order_by("seat")
        ]
    assert 'value="90"' in forms[1][2]
    assert "<template data-find>" in page


@thorough
def test_all_forms_take_as_many_queries_as_a_few(world: World) -> None:
    counted = []
    for players in (8, 12):
        evening = World(club_name=f"{players}")
        evening.register(players)
        evening.draw()
        with CaptureQueriesContext(connection) as captured:
            assert Browser(evening).get("rounds/1/totals").status_code == 200
        counted.append(len(captured))
    assert counted[0] == counted[1]
    assert Browser(world, world.guest).get("rounds/1/totals").status_code == 403
