"""Stand-ins for a reader of files that never ends: `python -m tests.front.spins`, as `answer_apart` starts it.

With `sleep` it uses no processor; what else was sent names the file into which it writes its own number.
"""

import os
import time
from pathlib import Path

from cegoscore.server.apart import what_was_sent

if __name__ == "__main__":
    word, _, path = what_was_sent().decode().partition(" ")
    if path:
        Path(path).write_text(str(os.getpid()))
    while True:
        if word == "sleep":
            time.sleep(60)
