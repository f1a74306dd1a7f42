"""The price of each capability, in tokens of Python and lines of pages and scripts: `make weight` prints the list.

`capabilities.toml` says which files belong to which capability; a file that belongs to none is an error.
"""

import io
import re
import shutil
import subprocess
import sys
import tokenize
import tomllib
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from functools import cache
from pathlib import Path

from tests.sources import ROOT

LAYOUT = {"NEWLINE", "INDENT", "DEDENT", "ENCODING", "ENDMARKER"}
NO_CODE = re.compile(r"\s*(//|/?\*|$)")
"""Comments and blank lines of scripts."""
COLUMNS = ("code", "tests", "templates", "scripts", "tests of scripts", "style")
"""Tokens of Python in the first two, lines in the others."""


def tokens(text: str) -> int:
    """Count what does something in a Python source; an f-string is one token, as it is before Python 3.12."""
    kinds = [
        tokenize.tok_name[number]
        for number, *_text_and_places in tokenize.generate_tokens(io.StringIO(text).readline)
        if number not in (tokenize.COMMENT, tokenize.NL)
    ]
    count = depth = 0
    for before, kind, after in zip(["NEWLINE", *kinds], kinds, [*kinds[1:], "NEWLINE"], strict=False):
        is_docstring = before in LAYOUT and kind == "STRING" and after == "NEWLINE"
        depth += kind == "FSTRING_START"
        count += (depth == 0 and kind not in LAYOUT and not is_docstring) or (depth == 1 and kind == "FSTRING_END")
        depth -= kind == "FSTRING_END"
    return count


def lines(text: str) -> int:
    """Count the lines of a page, script or style sheet, without blank ones and comments of scripts."""
    return sum(not NO_CODE.match(line) for line in text.splitlines())


def column_of(path: str) -> str:
    """Column of the list in which a file is counted; empty if it is in none."""
    folder, suffix = path.partition("/")[0], Path(path).suffix
    if "/migrations/" in path or "/vendor/" in path:
        return ""
    if suffix == ".py":
        return "tests" if folder in ("tests", "tools") else "code"
    counted = {
        ("templates", ".html"): "templates",
        ("static", ".js"): "scripts",
        ("tests", ".js"): "tests of scripts",
        ("static", ".css"): "style",
    }
    return counted.get((folder, suffix), "")


@cache
def capabilities() -> Mapping[str, Collection[str]]:
    """Beginnings of paths by capability, in the order of the list."""
    return tomllib.loads((Path(__file__).parent / "capabilities.toml").read_text())


def belonging(path: str) -> str:
    """The beginning of a path that says to which capability a file belongs: the longest; empty if there is none."""
    named = (begin for beginnings in capabilities().values() for begin in beginnings)
    return max((begin for begin in named if path.startswith(begin)), key=len, default="")


def counted_files() -> list[str]:
    """Paths of all files that git knows and the list counts; none in a copy without git."""
    git = shutil.which("git")
    listed = subprocess.run([git, "ls-files"], cwd=ROOT, capture_output=True, text=True).stdout if git else ""
    return [path for path in listed.splitlines() if column_of(path) and (ROOT / path).exists()]


def prices(paths: Iterable[str]) -> dict[str, Counter[str]]:
    """The price of each capability by column."""
    names = {begin: name for name, beginnings in capabilities().items() for begin in beginnings}
    found: dict[str, Counter[str]] = {name: Counter() for name in capabilities()}
    for path in paths:
        text = (ROOT / path).read_text()
        found[names[belonging(path)]][column_of(path)] += (tokens if path.endswith(".py") else lines)(text)
    return found


def main() -> None:
    """Print the list, its sums, and what stands in no capability."""
    paths = counted_files()
    if homeless := [path for path in paths if not belonging(path)]:
        sys.exit("In no capability of tests/capabilities.toml: " + ", ".join(homeless))
    rows = prices(paths)
    rows["Together"] = sum(rows.values(), Counter())
    print(f"{'':38}" + "".join(f"{column:>{len(column) + 4}}" for column in COLUMNS))
    for name, row in rows.items():
        print(f"{name:38}" + "".join(f"{row[column] or '':>{len(column) + 4}}" for column in COLUMNS))


if __name__ == "__main__":
    main()
