"""The count of tokens that `make weight` prints."""

import pytest

from tests.weight import tokens


@pytest.mark.parametrize(
    ("source", "count"),
    [
        ("", 0),
        ('"""What."""\n# Why.\n\nx = (\n    1\n)\n', 5),
        ('class A:\n    """What."""\n\n    x: int = "é"\n    """Why."""\n', 8),
        ("x = f'{x!r:>{y}} {f\"{z}\"}'", 3),
    ],
)
def test_what_does_something_is_counted(source: str, count: int) -> None:
    assert tokens(source) == count
