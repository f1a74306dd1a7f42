"""Short scripts and styles: without comments and blanks, and with short names for what only a script itself knows.

That is the work of `minify`, a library in Go. It runs in a process of its own, so that its runtime, which takes threads
and signals, stays out of the server's.
"""

import json
import subprocess
import sys
from collections.abc import Mapping
from pathlib import PurePath

KINDS = {".css": "text/css", ".js": "application/javascript"}
LANGUAGE = 2021
"""Year of the JavaScript that every browser we serve knows: nothing newer is written."""


def shortened(files: Mapping[str, str]) -> dict[str, str]:
    """Texts of files by name, each as short as it gets."""
    command = [sys.executable, __file__]
    run = subprocess.run(command, input=json.dumps(dict(files)), capture_output=True, text=True, check=True)  # noqa: S603 - this module
    return dict(json.loads(run.stdout))


def _main() -> None:
    import minify  # noqa: PLC0415 - not in the process of whoever imports this module

    minify.config({"js-version": LANGUAGE})
    files = json.load(sys.stdin)
    short = {name: minify.string(KINDS[PurePath(name).suffix], text) for name, text in files.items()}
    json.dump(short, sys.stdout)


if __name__ == "__main__":
    _main()
