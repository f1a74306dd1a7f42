"""The weight of our Python in tokens, room by room, with what stands beside it: `make weight` prints it."""

import io
import re
import shutil
import subprocess
import tokenize
from collections import Counter
from functools import cache
from pathlib import Path

from tests.sources import ROOT

LAYOUT = {"NEWLINE", "INDENT", "DEDENT", "ENCODING", "ENDMARKER"}
NO_CODE = re.compile(r"\s*(//|/?\*|$)")
"""Comments and blank lines of scripts."""
BESIDE = ("tests", "tools")
"""Folders whose Python is counted by itself."""


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


@cache
def tracked() -> tuple[Path, ...]:
    """Every file that git knows; none in a copy without git."""
    git = shutil.which("git")
    listed = subprocess.run([git, "ls-files"], cwd=ROOT, capture_output=True, text=True).stdout if git else ""
    return tuple(path for path in map(Path, listed.splitlines()) if (ROOT / path).exists())


@cache
def rooms() -> Counter[str]:
    """Tokens of each room: `cegoscore` is what lies beside the rooms there."""
    weights: Counter[str] = Counter()
    for path in tracked():
        if path.suffix == ".py" and "migrations" not in path.parts:
            folders = path.parts[:-1] if path.parts[0] not in BESIDE else path.parts[:1]
            weights[".".join(folders[:2]) or path.stem] += tokens((ROOT / path).read_text())
    return weights


def code() -> int:
    """Tokens of all rooms together."""
    return sum(weight for room, weight in rooms().items() if room not in BESIDE)


def lines(suffix: str, folder: str) -> int:
    """Count the lines below a folder, without blank ones and comments of scripts."""
    paths = (
        path for path in tracked() if path.suffix == suffix and path.parts[0] == folder and "vendor" not in path.parts
    )
    return sum(not NO_CODE.match(line) for path in paths for line in (ROOT / path).read_text().splitlines())


if __name__ == "__main__":
    for room, weight in rooms().most_common():
        print(f"{weight:9,} tokens {room}")
    print(f"{code():9,} tokens of code, with {rooms()['tests'] / code():.2f} of tests for each")
    print(f"{lines('.html', 'templates'):9,} lines of templates")
    print(f"{lines('.js', 'static'):9,} lines of scripts")
