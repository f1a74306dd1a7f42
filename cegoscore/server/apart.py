"""Work on what somebody sent, in a process of its own: within limits, and gone when its server is, killed or not.

Such a process gets the length of what was sent, then that; the end of its input, which comes after it has answered,
says that whoever asked has gone.
"""

import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import IO, Any

from cegoscore import files
from cegoscore.server import system

LENGTH = 8
"""Bytes in which the length is said."""
MOST_MEMORY = 256 * 1024 * 1024
MOST_SECONDS = 1
"""Of the processor, beside what starting took."""
PATIENCE = 5.0
"""Seconds by the clock, on a machine that has much else to do."""
QUIET = {"RUST_BACKTRACE": "0"}
"""Without memory a part in Rust would wait for ever for the words that say where it was."""


def answer_apart(module: str, sent: bytes) -> bytes | None:
    """Output of a module that is run on what was sent; `None` if it fails, or goes beyond a limit."""
    command = [sys.executable, "-m", module]
    pipes: dict[str, Any] = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL}
    with (
        suppress(BrokenPipeError),  # it has ended before it had all
        subprocess.Popen(command, cwd=files.PACKAGE.parent, env=os.environ | QUIET, **pipes) as process,  # noqa: S603
        _within(PATIENCE, process) as (to_it, from_it),
    ):
        to_it.write(len(sent).to_bytes(LENGTH) + sent)
        to_it.flush()
        answer = from_it.read()
        return answer if process.wait() == 0 else None
    return None


@contextmanager
def _within(seconds: float, process: subprocess.Popen[bytes]) -> Iterator[tuple[IO[bytes], IO[bytes]]]:
    """The input and the output of a process that is killed after this time, or when nobody waits for it any more."""
    assert process.stdin, "it is a pipe"
    assert process.stdout, "it is a pipe"
    limit = threading.Timer(seconds, process.kill)
    limit.start()
    try:
        yield process.stdin, process.stdout
    finally:
        limit.cancel()
        process.kill()


def what_was_sent() -> bytes:
    """Read the task of this process, which from now on keeps within limits and ends when nobody waits any more."""
    system.allow_memory(MOST_MEMORY)
    system.allow_processor(MOST_SECONDS)
    sent = sys.stdin.buffer.read(int.from_bytes(sys.stdin.buffer.read(LENGTH)))
    threading.Thread(target=_end_with_input, daemon=True).start()
    return sent


def _end_with_input() -> None:
    os.read(sys.stdin.fileno(), 1)  # past the buffer, whose lock Python wants when it ends
    os._exit(1)
