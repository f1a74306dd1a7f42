"""Budgets of the whole server, as people run it: two processes, on both databases.

The machine's own pace is measured in the same run, in turns: hands alone, and bare writes. Waiting times are for two
idle cores; on a machine that is busy otherwise they say little, unlike the share of a core that the views take.
"""

import pytest

from tests.benchmarks.measurement import figures_of

pytestmark = pytest.mark.benchmark


def test_two_hundred_views_of_fifty_tables_leave_recording_as_quick(environment: dict[str, str]) -> None:
    figures = figures_of("measure_hall", environment)
    ratio = figures["beside"] / figures["alone"]
    print(
        f"\na hand alone {figures['alone']:.1f} ms, beside 200 views {figures['beside']:.1f} ms: ratio {ratio:.2f};"
        f" p95 {figures['alone_95']:.1f} and {figures['beside_95']:.1f} ms; {figures['looks']:.0f} looks,"
        f" {figures['views']:.0%} of a core for the views"
    )
    assert figures["errors"] == 0
    assert ratio <= 1.5


CLIENTS = (16, 64, 256)


@pytest.fixture(scope="module")
def rush(environment: dict[str, str]) -> dict[str, float]:
    """Clients that record as fast as they can."""
    figures = figures_of("measure_rush", environment)
    for clients in CLIENTS:
        print(
            f"\n{clients} clients: {figures[f'hands_{clients}']:.0f} hands a second, p99"
            f" {figures[f'p99_{clients}']:.0f} ms, longest {figures[f'longest_{clients}']:.0f} ms; bare writes"
            f" {figures[f'bare_{clients}']:.0f} a second, p99 {figures[f'bare_p99_{clients}']:.0f} ms:"
            f" {figures[f'share_{clients}']:.2f} of them, p99 {figures[f'p99_ratio_{clients}']:.1f} times theirs"
        )
    return figures


def test_every_hand_of_a_rush_is_written_once(rush: dict[str, float]) -> None:
    assert [rush[f"errors_{clients}"] for clients in CLIENTS] == [0, 0, 0]
    assert rush["rows"] == rush["acknowledged"]


@pytest.mark.parametrize("clients", CLIENTS)
def test_clients_record_at_least_two_fifths_of_the_bare_writes(rush: dict[str, float], clients: int) -> None:
    assert rush[f"share_{clients}"] >= 0.4


def test_nobody_of_256_clients_waits_for_a_second(rush: dict[str, float]) -> None:
    """Of a hundred hands the slowest one aside."""
    assert rush["p99_256"] < 1000


def test_hand_of_sixteen_clients_takes_at_most_twice_a_bare_write(rush: dict[str, float]) -> None:
    """Compare the slowest hundredth of each."""
    assert rush["p99_ratio_16"] <= 2
