"""Cost of the page of fifty table cards, as a ratio to drawing fifty bare QR codes in the same run."""

import time
from collections.abc import Callable

import pytest
import segno

from tests.benchmarks.measurement import hold
from tests.pages import body_of
from tests.worlds.sheet import client_of
from tests.worlds.tournament import World

pytestmark = [pytest.mark.benchmark, pytest.mark.django_db]

ROUNDS = 5


def test_fifty_cards_cost_little_more_than_their_codes() -> None:
    world = World()
    world.register(200)
    world.draw()
    client, address = client_of(world.helper), f"/tournaments/{world.tournament.pk}/print/cards"
    secret = f"http://192.168.178.20:8000/sheets/s/{'x' * 26}"
    page = body_of(client.get(address))
    assert page.count('class="qr"') == 2 * 50, "each its table's code, and the hall's, which is drawn once"
    cards, bare = [], []
    for _ in range(ROUNDS):
        cards.append(cpu(lambda: client.get(address)))
        bare.append(cpu(lambda: [segno.make(f"{secret}{number}", micro=False).svg_inline() for number in range(50)]))
    hold("alone.paper", [min(cards) / min(bare)], cost=min(cards) * 1000)


def cpu(work: Callable[[], object]) -> float:
    """Seconds of CPU."""
    begin = time.process_time()
    work()
    return time.process_time() - begin
