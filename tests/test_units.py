"""Amounts on pages: no line ends between a number and its currency."""

import re
from collections.abc import Iterator

import pytest

from tests.effort import sampled
from tests.worlds.copied import copied
from tests.worlds.pages import walked
from tests.worlds.tournament import World, client_of, type_table
from tournaments.desk import services as desk
from tournaments.models import PrizeKind

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]  # what pages look like does not depend on the database

BESIDES = re.compile(r"(?s)<(textarea|script|style)\b.*?</\1>|<[^<>]*>")
"""Text of fields, and attributes: what is typed on or copied has blanks as people type them."""
WHOLE = re.compile("\\d\N{NO-BREAK SPACE}€")
PARTED = re.compile(r".*\d\s+€.*")
PRIZES = ("", "/prizes", "/print/certificates", "/print/poster")


def amounts_of(page: str) -> tuple[int, list[str]]:
    """The number of amounts that keep their currency, and the lines of those that do not."""
    words = BESIDES.sub("\n", page)
    kept = len(WHOLE.findall(words))
    return kept, PARTED.findall(WHOLE.sub("", words))


@sampled
def test_no_page_parts_an_amount_from_its_currency() -> None:
    pages = {address: amounts_of(answer.text) for address, answer in walked().items() if answer.is_html}
    assert sum(whole for whole, _parted in pages.values()) > 20
    assert {address: parted for address, (_whole, parted) in pages.items() if parted} == {}


def of_prizes() -> Iterator[tuple[str, str]]:
    """Pages of a tournament of one round that is closed."""
    world = copied(World, rounds=1)
    for rank in (1, 2):
        world.tournament.prizes.create(kind=PrizeKind.RANK, rank=rank, what="200 € und ein Schinken")
    world.register(8)
    round_ = world.draw()
    for number, table in enumerate(round_.tables.all(), 1):
        type_table(table, 30 * number)
    desk.close_round(round_)
    client = client_of(world.organiser)
    for path in PRIZES:
        yield path, client.get(f"/tournaments/{world.tournament.pk}{path}").content.decode()


def test_no_page_of_prizes_parts_an_amount_from_its_currency() -> None:
    pages = {path: amounts_of(page) for path, page in of_prizes()}
    assert {path: parted for path, (_whole, parted) in pages.items() if parted} == {}
    assert [path for path, (whole, _parted) in pages.items() if not whole] == []
