"""Find what the tests of a room do not notice: `make mutants ROOM=cegoscore.contest MOST=40`.

A mutant is the code of the room with one place changed, in a copy of the checkout. So many of all are drawn, and the
tests of the room that run the changed line must fail: quickly in a fork of a process that has run them, or else in a
process of their own. Those that live are printed: each wants a test, or a reason.
"""

import argparse
import ast
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import NamedTuple

from tools.room_tests import PIPE, ROOM, ByLine, Question

PATIENCE = 300
"""Seconds after which a mutant that keeps the tests busy counts as noticed."""
TOOLS = (".venv", "node_modules")
SWAPPED: Mapping[type[ast.AST], type[ast.AST]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.And: ast.Or,
    ast.Or: ast.And,
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.FloorDiv: ast.Mult,
    ast.Div: ast.Mult,
}


class Mutant(NamedTuple):
    """One change: the bytes of a file from `start` to `end`, and what stands there instead."""

    line: int
    start: int
    end: int
    old: str
    new: str


def mutants_of(source: str) -> Iterator[Mutant]:
    """Every mutant of a module, in the order of the tree."""
    starts = [0]
    for line in source.encode().splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    for node, new in _changes(ast.parse(source)):
        start = starts[node.lineno - 1] + node.col_offset
        end = starts[(node.end_lineno or 0) - 1] + (node.end_col_offset or 0)
        old = source.encode()[start:end].decode()
        if new != old:
            yield Mutant(node.lineno, start, end, old, new)


def changed(source: str, mutant: Mutant) -> str:
    """The module as the mutant has it."""
    code = source.encode()
    return (code[: mutant.start] + mutant.new.encode() + code[mutant.end :]).decode()


def _changes(node: ast.AST) -> Iterator[tuple[ast.expr | ast.stmt, str]]:
    """Places below a node, each with other code for it; annotations and what stands in texts are left alone."""
    for name, value in ast.iter_fields(node):
        children = value if isinstance(value, list) else [value]
        for child in children if name not in ("annotation", "returns", "decorator_list", "bases") else ():
            if isinstance(child, ast.expr):
                yield from ((child, f"({new})") for new in _other_values(child, name))
            elif isinstance(child, ast.stmt):
                yield from ((child, new) for new in _other_statements(child))
            if isinstance(child, ast.AST) and not _never_matters(child):
                yield from _changes(child)


def _never_matters(node: ast.AST) -> bool:
    """True for texts, and for `strict` of `zip`: lengths differ only where something else is wrong already."""
    return isinstance(node, ast.JoinedStr) or (isinstance(node, ast.keyword) and node.arg == "strict")


def _other_values(node: ast.expr, role: str) -> Iterator[str]:
    match node:
        case ast.Compare(left=left, ops=[op], comparators=right) if type(op) in SWAPPED:
            yield ast.unparse(ast.Compare(left, [SWAPPED[type(op)]()], right))  # type: ignore[list-item]
        case ast.BoolOp(op=op, values=values):
            yield ast.unparse(ast.BoolOp(SWAPPED[type(op)](), values))  # type: ignore[arg-type]
        case ast.BinOp(left=left, op=op, right=right) if type(op) in SWAPPED:
            yield ast.unparse(ast.BinOp(left, SWAPPED[type(op)](), right))  # type: ignore[arg-type]
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            yield ast.unparse(operand)
        case ast.Constant(value=bool(value)):
            yield str(not value)
        case ast.Constant(value=int(value)):
            yield str(value + 1)
        case ast.IfExp(body=body, orelse=orelse):
            yield from (ast.unparse(body), ast.unparse(orelse))
    if role == "ifs":
        yield "True"


def _other_statements(node: ast.stmt) -> Iterator[str]:
    match node:
        case ast.Return(value=ast.expr() as value) if ast.unparse(value) != "None":
            yield "return None"
        case ast.Expr(value=ast.Call()):
            yield "pass"


def copied(root: Path, copy: Path) -> None:
    """Copy a checkout, with its tools as links, and without data and what is made anew."""
    shutil.copytree(
        root, copy, ignore=shutil.ignore_patterns(".*", *TOOLS, "__pycache__", "data", "test-results", "dist")
    )
    for tools in TOOLS:
        if (root / tools).exists():
            (copy / tools).symlink_to((root / tools).resolve())


def _command(*arguments: str) -> tuple[list[str], dict[str, str]]:
    """A run of tests, `thorough` ones too, and its environment."""
    env = os.environ | {"PYTHONDONTWRITEBYTECODE": "1", "PYTHONPATH": str(Path(__file__).parents[1]), "EVERY_CASE": "1"}
    return [sys.executable, "-m", "pytest", "-qx", "-p", "no:cacheprovider", *arguments], env


@contextmanager
def warm_tests(copy: Path, room: str, tests: Sequence[str]) -> Iterator[Connection]:
    """A process that has run the tests (`tools/room_tests.py`), by the pipe that one asks it on."""
    ours, theirs = Pipe()
    command, env = _command("-p", "tools.room_tests", *tests)
    env |= {PIPE: str(theirs.fileno()), ROOM: room}
    with subprocess.Popen(
        command, cwd=copy, env=env, pass_fds=[theirs.fileno()], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    ):
        theirs.close()
        yield ours
        ours.send(None)


def _lives(copy: Path, tests: Sequence[str]) -> bool:
    """True if tests pass in a process of their own; too long is noticed."""
    command, env = _command(*tests)
    try:
        return not subprocess.run(
            command, cwd=copy, env=env, check=False, capture_output=True, timeout=PATIENCE
        ).returncode
    except subprocess.TimeoutExpired:
        return False


def survivors(root: Path, room: str, tests: Sequence[str], most: int, seed: int) -> Iterator[tuple[Path, Mutant, bool]]:
    """Up to `most` mutants of a room that a test runs, each with its file, and whether it lives."""
    with TemporaryDirectory() as folder:
        copy = Path(folder, "copy").resolve()
        copied(root, copy)
        with warm_tests(copy, room, tests) as warm:
            by_line: ByLine | None = warm.recv()
            if by_line is None:
                sys.exit("A test fails before anything is changed.")
            sources = {path: (copy / path).read_text() for path in sorted(by_line)}
            every = [(path, mutant) for path in sources for mutant in mutants_of(sources[path])]
            run = [(path, mutant) for path, mutant in every if by_line[path].get(mutant.line)]
            for path, mutant in Random(seed).sample(run, min(most, len(run))):  # noqa: S311
                noticing, code = by_line[path][mutant.line], changed(sources[path], mutant)
                warm.send(Question(copy / path, code, noticing))
                if warm.recv():
                    yield path, mutant, False
                    continue
                (copy / path).write_text(code)
                lives = _lives(copy, noticing)
                (copy / path).write_text(sources[path])
                yield path, mutant, lives


def main() -> int:
    """Print what lives."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("room", help="as in `make test-room`: cegoscore.contest")
    parser.add_argument("tests", nargs="+", help="folders or files of tests")
    parser.add_argument("--most", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    count = lived = 0
    for path, mutant, lives in survivors(Path.cwd(), options.room, options.tests, options.most, options.seed):
        count, lived = count + 1, lived + lives
        if lives:
            print(f"{path}:{mutant.line}: {mutant.old!r} -> {mutant.new!r}", flush=True)
    print(f"{count - lived} of {count} noticed")
    return 0


if __name__ == "__main__":
    sys.exit(main())
