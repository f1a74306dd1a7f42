"""Counts of calls of our functions: what an answer costs, however busy the machine is."""

import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from tests.sources import ROOT

OURS = (f"{ROOT}/cegoscore", f"{ROOT}/tournaments")
Calls = Counter[tuple[str, str]]


@contextmanager
def counted_calls() -> Iterator[Calls]:
    """Count the calls of each function, by file and name, without comprehensions and such."""
    calls: Calls = Counter()

    def note(frame: FrameType, event: str, _argument: object) -> None:
        file, name = frame.f_code.co_filename, frame.f_code.co_name
        if event == "call" and file.startswith(OURS) and not name.startswith("<"):
            calls[file.removeprefix(f"{ROOT}/"), name] += 1

    sys.setprofile(note)
    try:
        yield calls
    finally:
        sys.setprofile(None)
