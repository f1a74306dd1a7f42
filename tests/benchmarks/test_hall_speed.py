"""Budgets of the whole server, as people run it: two processes, on both databases.

The machine's own pace is measured in the same run, in turns: hands alone, and bare writes. Waiting times are for two
idle cores; on a machine that is busy otherwise they say little, unlike the share of a core that the views take.
"""

import pytest

from tests.benchmarks.measurement import database_of, figures_of, hold

pytestmark = pytest.mark.benchmark


def test_two_hundred_views_of_fifty_tables_leave_recording_as_quick(environment: dict[str, str]) -> None:
    figures = figures_of("measure_hall", environment)
    assert figures["errors"] == 0
    ratio = figures["beside"] / figures["alone"]
    hold("views.beside", [ratio], database_of(environment), cost=figures["beside"])


CLIENTS = (16, 64, 256)


@pytest.fixture(scope="module")
def rush(environment: dict[str, str]) -> dict[str, float]:
    """Clients that record as fast as they can."""
    figures = figures_of("measure_rush", environment)
    print(f"\n{figures}")
    return figures


def test_every_hand_of_a_rush_is_written_once(rush: dict[str, float]) -> None:
    assert [rush[f"errors_{clients}"] for clients in CLIENTS] == [0, 0, 0]
    assert rush["rows"] == rush["acknowledged"]


@pytest.mark.parametrize("clients", CLIENTS)
def test_clients_record_a_hand_in_the_time_of_some_bare_writes(
    rush: dict[str, float], clients: int, environment: dict[str, str]
) -> None:
    writes, hands = 1 / rush[f"share_{clients}"], rush[f"hands_{clients}"]
    hold(f"rush_writes.{clients}", [writes], database_of(environment), cost=hands)


@pytest.mark.parametrize("clients", CLIENTS)
def test_hardly_anybody_waits_for_a_second(rush: dict[str, float], clients: int, environment: dict[str, str]) -> None:
    """Of a hundred hands the slowest one aside."""
    longest = rush[f"longest_{clients}"]
    hold(f"rush_waits.{clients}", [rush[f"p99_{clients}"] / 1000], database_of(environment), cost=longest)


def test_hand_of_sixteen_clients_takes_at_most_twice_a_bare_write(
    rush: dict[str, float], environment: dict[str, str]
) -> None:
    """Compare the slowest hundredth of each."""
    hold("slowest.16", [rush["p99_ratio_16"]], database_of(environment))
