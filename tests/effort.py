"""Number of examples that a property is tried with: a quarter in `make test`, all in `.ci/run`, which sets THOROUGH."""

import os


def examples(count: int) -> int:
    """Examples to try of `count` that prove something."""
    return count if os.environ.get("THOROUGH") else max(5, count // 4)
