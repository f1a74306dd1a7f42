"""Bring tests/cover.txt up to date with what the last `make test` has noted: see tests/cover.py."""

import json
import sys
from pathlib import Path

from tests.cover import LIST, NOTES, chosen, listed

CACHE = Path(".pytest_cache/v") / NOTES
HEAD = "# Tests that run on PostgreSQL in `make test`, too: they send every SQL statement. Made by `make cover`."


def main() -> int:
    """Write the list; 1 if there is nothing to make it from."""
    if not CACHE.is_file():
        print("Type `make test` first: it notes which test sends which SQL statements.", file=sys.stderr)
        return 1
    notes = json.loads(CACHE.read_text())
    if not notes:
        print("The last `make test` was interrupted: run it again.", file=sys.stderr)
        return 1
    tests = chosen(notes, frozenset() if "--anew" in sys.argv else listed())
    LIST.write_text("\n".join([HEAD, *tests]) + "\n")
    seconds, all_seconds = (sum(notes[test]["seconds"] for test in group) for group in (tests, notes))
    print(f"{LIST.name}: {len(tests)} of {len(notes)} tests, {seconds:.0f} of {all_seconds:.0f} seconds")
    return 0


if __name__ == "__main__":
    sys.exit(main())
