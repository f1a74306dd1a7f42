"""The pages over ten seasons of 13 tournaments with 150 players, against bare views of the same rows."""

import os

import pytest

from tests.benchmarks.measurement import environment_of, figures_of
from tests.databases import chosen_database

pytestmark = pytest.mark.benchmark

MOST = 2.0


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> dict[str, float]:
    """Figures that `measure_seasons` measured."""
    # On PostgreSQL the process's own server, beside its test database; on SQLite a file of its own.
    address = os.environ["DATABASE_URL"] if chosen_database() == "postgres" else ""
    return figures_of("measure_seasons", environment_of(tmp_path_factory.mktemp("seasons"), address))


def test_every_hand_of_the_decade_is_there(found: dict[str, float]) -> None:
    print(f"\n{chosen_database()}, {found['scores']:.0f} scores")
    assert found["scores"] >= 900_000


@pytest.mark.parametrize("page", ["table", "player", "records"])
def test_page_costs_at_most_twice_a_bare_one(found: dict[str, float], page: str) -> None:
    bare = f"bare_{page}"
    ratio, cpu = found[page] / found[bare], found[f"{page}_cpu"] / found[f"{bare}_cpu"]
    times = f"{page} {found[page]:.1f} ms, bare {found[bare]:.1f} ms"
    print(f"\n{chosen_database()}: {times}, ratio {ratio:.2f} (CPU {cpu:.2f})")
    assert ratio <= MOST
