"""The tool that changes one place of a room's code and sees whether its tests notice."""

import ast
from pathlib import Path
from typing import Any

import pytest

from tests.effort import thorough
from tools import mutants
from tools.mutants import changed, mutants_of, survivors

CODE = '''
def fare(age: int = 18, *, rides: int) -> int:
    """Every ride 2, "free" below 6 and not above."""
    if age < 6 or not rides:
        return 0
    note("paid")
    paid = [ride * 2 for ride in range(rides) if ride >= 0]
    paid += [fare for fare, _ride in zip(paid, paid, strict=False)]
    return sum(paid) + 1 if is_open is True else f"{age - 1}"
'''
FARES = """
from functools import cache

def rest(number: int) -> int:
    if number > 5:
        return number - half(10)
    return 0

@cache
def half(number: int) -> int:
    return number // 2
"""
TESTS = """
from toy.fares import rest

def test_rest():
    assert rest(9) == 4
"""


def test_every_kind_of_change_is_made_and_each_can_be_read() -> None:
    made = {(mutant.old, mutant.new) for mutant in mutants_of(CODE)}
    assert made >= {
        ("age < 6", "(age <= 6)"),
        ("age < 6 or not rides", "(age < 6 and (not rides))"),
        ("not rides", "(rides)"),
        ("return 0", "return None"),
        ('note("paid")', "pass"),
        ("ride * 2", "(ride + 2)"),
        ("ride >= 0", "(True)"),
        ("sum(paid) + 1", "(sum(paid) - 1)"),
        ("True", "(False)"),
        ("6", "(7)"),
    }
    assert ("age - 1", "(age + 1)") not in made, "texts are left alone"
    assert ("False", "(True)") not in made, "and so is what cannot matter"
    for mutant in mutants_of(CODE):
        ast.parse(changed(CODE, mutant))


@pytest.mark.parametrize("source", [Path("cegoscore/contest/draw.py"), Path("tournaments/setup/plans.py")])
def test_one_place_of_a_real_module_is_changed(source: Path) -> None:
    """Letters of several bytes in front of it move nothing."""
    code = source.read_text()
    for mutant in mutants_of(code):
        before, after = code.encode(), changed(code, mutant).encode()
        assert after != before
        assert after[: mutant.start] == before[: mutant.start]
        assert before.endswith(after[mutant.start + len(mutant.new.encode()) :])


@thorough
def test_what_a_test_notices_is_told_from_what_it_does_not(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    files = {"toy/__init__.py": "", "toy/fares.py": FARES, "tests/test_fares.py": TESTS, "pyproject.toml": ""}
    for name, text in files.items():
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
    alone = []
    is_alive = mutants._lives

    def counted(*asked: Any) -> bool:
        alone.append(is_alive(*asked))
        return alone[-1]

    monkeypatch.setattr(mutants, "_lives", counted)
    told = survivors(tmp_path, "toy", ["tests"], most=50, seed=1)
    assert {(mutant.line, mutant.new): lives for _path, mutant, lives in told} == {
        (5, "(number >= 5)"): True,
        (5, "(6)"): True,
        (6, "return None"): False,
        (6, "(number + half(10))"): False,
        (6, "(11)"): True,
        (11, "return None"): False,
        (11, "(number * 2)"): False,
        (11, "(3)"): False,
    }, "line 7 is run by no test"
    assert sorted(alone) == [False] * 3 + [True] * 3, "of what is noticed only the value that is kept was tried alone"
