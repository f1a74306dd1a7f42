"""Effort of the tests: `.ci/run` sets THOROUGH, `make test` tries a quarter of a property's examples."""

import os

THOROUGH = bool(os.environ.get("THOROUGH"))
SLOW = float(os.environ.get("SLOW") or 0)
"""Seconds by which every answer to a form is late in the tests of the browser, to find who does not wait for it."""


def examples(count: int) -> int:
    """Examples to try of `count` that prove something."""
    return count if THOROUGH else max(5, count // 4)
