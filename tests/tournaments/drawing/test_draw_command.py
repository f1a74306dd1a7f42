"""`draw` as anybody who checks a published draw calls it: what is printed where, and the exit status."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from cegoscore.contest.draw import Basis, Wish, draw_tables
from cegoscore.contest.published_draw import parse, write
from tests.commands import called
from tests.effort import thorough

ROOT = Path(__file__).parents[3]


def published() -> dict[str, Any]:
    """A second round of twelve in which a couple was moved apart."""
    earlier = (((1, 2, 3, 4), (5, 6, 7, 8), (9, 10, 11, 12)),)
    basis = Basis(seed="Bräunlingen", numbers=tuple(range(1, 13)), sizes=(4, 4, 4), earlier=earlier)
    plain = draw_tables(basis)
    drawn = draw_tables(basis, apart=[Wish(one=plain.tables[0][0], other=plain.tables[0][1])])
    assert drawn.basis.moves
    return write(drawn)


def as_stdin(document: Any) -> bytes:
    return json.dumps(document).encode()


def test_the_tables_of_an_honest_document_are_equal(tmp_path: Path) -> None:
    document = published()
    file = tmp_path / "draw.json"
    file.write_bytes(as_stdin(document))
    status, out, err = called("draw", str(file))
    lines = out.splitlines()
    assert (status, err) == (0, "")
    assert lines[-1] == "equal"
    for table, (numbers, dealer) in enumerate(zip(document["tables"], document["dealers"], strict=True), start=1):
        shown = " ".join(f"({number})" if number == dealer else str(number) for number in numbers)
        assert lines[table - 1] == f"Table {table}: {shown}"
    assert len([line for line in lines if line.startswith("Meet again: ")]) == 3


@thorough
def test_manage_py_knows_it_and_reads_standard_input() -> None:
    command = [sys.executable, str(ROOT / "manage.py"), "draw", "-"]
    done = subprocess.run(command, input=as_stdin(published()), capture_output=True, check=False)
    assert (done.returncode, done.stdout.decode().splitlines()[-1], done.stderr) == (0, "equal", b"")


def test_without_tables_they_are_printed_and_nothing_is_compared() -> None:
    document = published()
    basis = {key: value for key, value in document.items() if key not in ("tables", "dealers")}
    status, out, err = called("draw", "-", "--format", "json", stdin=as_stdin(basis))
    assert (status, err) == (0, "")
    assert json.loads(out) == document
    status, out, err = called("draw", "-", stdin=as_stdin(basis))
    assert (status, err) == (0, "")
    assert "equal" not in out


def test_other_tables_differ() -> None:
    document = published()
    first, second = document["tables"][0], document["tables"][1]
    first[0], second[0] = second[0], first[0]
    document["dealers"] = list(reversed(document["dealers"]))
    status, out, err = called("draw", "-", stdin=as_stdin(document))
    assert status == 1
    assert out.startswith("Table 1: ")
    assert err == "differs: table 1, 2\ndiffers: who deals first\n"


def test_a_table_too_few_differs() -> None:
    document = published()
    del document["tables"][2]
    status, _, err = called("draw", "-", stdin=as_stdin(document))
    assert (status, err) == (1, "differs: the number of tables\n")


@pytest.mark.parametrize(
    ("stdin", "expected"),
    [
        (b"\xff", "-: is not UTF-8\n"),
        (b"[]", "must be an object with named values\n"),
        (
            b'{"format": "x", "numbers": [1.5], "earlier": [[1]], "moves": [[1]], "extra": 1}',
            (
                "format: must be one of: cegoscore/draw@1\n"
                "seed: is missing\n"
                "numbers: must be a whole number\n"
                "sizes: is missing\n"
                "earlier.1.1: must be a list\n"
                "moves.1: must be an object with named values\n"
                "extra: is not known here\n"
            ),
        ),
        (
            b'{"format": "cegoscore/draw@1", "seed": "7", "numbers": [1, 2, 3, 4, 5, 6], "sizes": [4, 4]}',
            "6 players do not fill 8 seats\n",
        ),
    ],
)
def test_what_is_no_draw_is_said_on_stderr_and_ends_with_2(stdin: bytes, expected: str) -> None:
    assert called("draw", "-", stdin=stdin) == (2, "", expected)


def test_text_that_is_not_json_and_a_file_that_is_not_there_end_with_2() -> None:
    status, out, err = called("draw", "-", stdin=b"{")
    assert (status, out) == (2, "")
    assert err.startswith("is not valid JSON: ")
    assert called("draw", "/nowhere/draw.json") == (2, "", "/nowhere/draw.json: No such file or directory\n")


@pytest.mark.parametrize("key", ["seed", "numbers", "sizes", "earlier", "moves", "tables", "dealers"])
def test_no_value_of_another_kind_raises(key: str) -> None:
    document = published()
    for value in (None, True, 0, "", "7", 1.5, [None], [[None]], [[[None]]], {"swap": 1}, [{"swap": 1}]):
        read, problems = parse(document | {key: value})
        assert (read is None) == bool(problems), value
        assert all(problem.key.split(".")[0] == key for problem in problems), value
        assert problems or (key, value) == ("seed", "7"), value
