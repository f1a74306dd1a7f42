"""The count of tokens that `make weight` prints."""

import pytest

from tests.weight import belonging, capabilities, counted_files, tokens


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


def test_every_file_is_in_one_capability_and_every_line_of_the_list_names_one() -> None:
    named = [begin for beginnings in capabilities().values() for begin in beginnings]
    assert len(set(named)) == len(named)
    paths = counted_files()
    assert [path for path in paths if not belonging(path)] == []
    assert not paths or set(named) == {belonging(path) for path in paths}
