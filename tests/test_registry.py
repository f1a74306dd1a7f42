"""A registry keeps its order, takes the same value twice as once, and refuses another one under the same name."""

from collections.abc import Callable

import pytest
from django.apps import apps

from cegoscore.clubs import people
from cegoscore.clubs.rights.links import TARGETS
from cegoscore.registry import Registry, fill_later
from cegoscore.scoresheet.ledger.selfcheck import CHECKS

pytestmark = pytest.mark.sqlite  # needs no database: once is enough


def test_values_come_in_the_order_of_registration() -> None:
    registry: Registry[int] = Registry()
    registry.register("b", 2)
    registry.register("a", 1)
    assert (list(registry), registry.names, len(list(registry))) == ([2, 1], ("b", "a"), 2)


@pytest.mark.parametrize("read", [list, lambda registry: registry.names, lambda registry: registry.get("a")])
def test_what_waits_is_registered_before_anything_is_read(read: Callable[[Registry[int]], object]) -> None:
    registry: Registry[int] = Registry()
    fill_later(lambda: registry.register("a", 1))
    assert read(registry) in ([1], ("a",), 1)


def test_same_value_is_registered_once() -> None:
    registry: Registry[tuple[int, ...]] = Registry()
    registry.register("a", (1,))
    registry.register("a", (1,))
    assert list(registry) == [(1,)]


def test_other_value_under_the_same_name_is_an_error() -> None:
    registry: Registry[int] = Registry()
    registry.register("a", 1)
    with pytest.raises(ValueError, match="a is registered already"):
        registry.register("a", 2)
    assert list(registry) == [1]


def test_second_start_of_the_apps_registers_nothing_twice() -> None:
    registries = (CHECKS, TARGETS, people.PRESENCES, people.PEOPLE_CHANGING, people.PEOPLE_CHANGED)
    before = [registry.names for registry in registries]
    for config in apps.get_app_configs():
        if config.name.startswith(("cegoscore.", "tournaments")):
            config.ready()
    assert [registry.names for registry in registries] == before
    assert before == [
        ("sheets", "tournaments", "seasons", "clubs", "bookings", "outings"),
        ("sheet", "night", "tournament", "season", "club", "offer"),
        ("seat", "entrant", "fixed points"),
        ("tournaments", "seasons"),
        ("outings", "season champions"),
    ]
