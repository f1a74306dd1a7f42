"""The parent of the server's processes: `python -m cegoscore.server.supervisor FILE PROCESSES HOST PORT`.

Signals are held back from before its start until it listens to them, so that none is lost at any moment. A process that
ends by itself is replaced.
"""

import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from queue import Empty, SimpleQueue

from cegoscore.server import system

PATIENCE = 1.5
"""Seconds that the processes have to stop before they are killed."""
QUICK = 5.0
"""Seconds within which a process that ended has hardly served."""
QUICK_FAILURE = 60.0
"""The same for a process that says itself that it failed: on a busy machine it needs long to find that out."""
MOST_QUICK = 5
"""So many processes may end quickly, one after the other, before that is taken for hopeless."""

BETWEEN_LOOKS = 300.0
"""Seconds after which it is time to look whether a job is due."""
DUE = (sys.executable, "-m", "cegoscore.command", "due")
FOR_US = system.STOP_SIGNALS - {signal.SIGTERM}
"""Signals of a terminal: to the processes only we say stop, at once while they serve nobody yet."""

Process = subprocess.Popen[bytes]


class Supervisor:
    """The processes, and since when they run."""

    def __init__(self, arguments: list[str]) -> None:
        self.command = [sys.executable, "-m", "cegoscore.server.worker", *arguments]
        self.happened: SimpleQueue[Process | None] = SimpleQueue()
        """The processes that ended, in their order, and `None` for a word to stop."""
        self.started: dict[Process, float] = {}
        self.quick = 0
        self.jobs: Process | None = None
        """The process that runs what is due, while there is one."""

    def start(self) -> None:
        """One more process. It reads from us: what it reads ends when we say so, or are gone."""
        with system.for_children(FOR_US):
            # What may be inherited is: the lock of a server that runs (`alone`).
            process = subprocess.Popen(self.command, stdin=subprocess.PIPE, close_fds=False)  # noqa: S603 - our own
        self.started[process] = time.monotonic()
        self._watch(process)

    def _watch(self, process: Process) -> None:
        def wait() -> None:
            process.wait()
            self.happened.put(process)

        threading.Thread(target=wait, daemon=True).start()

    def take_note(self, process: Process) -> bool:
        """Take note of a process that has ended; true if it was one of the server's."""
        if process is self.jobs:
            self.jobs = None
            return False
        lived = time.monotonic() - self.started.pop(process)
        if process.stdin:
            process.stdin.close()
        is_quick = lived < (QUICK if process.returncode <= 0 else QUICK_FAILURE)
        self.quick = self.quick + 1 if is_quick else 0
        return True

    def run(self, processes: int) -> int:
        """Keep so many processes running until a signal says stop; the exit status."""
        for _ in range(processes):
            self.start()
        look_at = time.monotonic() + BETWEEN_LOOKS
        while True:
            left = look_at - time.monotonic()
            if left <= 0:
                self.look_for_jobs()
                look_at += BETWEEN_LOOKS
                continue
            try:
                ended = self.happened.get(timeout=min(left, system.LONGEST_WAIT))
            except Empty:
                continue
            if ended is None:
                self.stop()
                return 0
            if self.take_note(ended):
                sys.stderr.write("A process of the server has ended by itself; another one is started.\n")
                if self.quick > MOST_QUICK:
                    self.stop()
                    return 1
                self.start()

    def look_for_jobs(self) -> None:
        """Let a process of its own run what is due, unless the one before still does."""
        if self.jobs is None:
            # Without our lock: should we be killed, the next server need not wait for it.
            self.jobs = subprocess.Popen(DUE, **system.own_group())  # noqa: S603 - our own
            self._watch(self.jobs)

    def stop(self) -> None:
        """End all processes: by a word, and after a while by force."""
        if self.jobs:
            system.kill_group(self.jobs)  # with the programs that it runs; half a backup counts for nothing
        for process in self.started:
            system.ask_to_stop(process)
        until = time.monotonic() + PATIENCE
        for process in self.started:
            try:
                process.wait(timeout=max(0.0, until - time.monotonic()))
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


def main() -> None:
    """Start the processes, and end when they have ended."""
    database, processes, *arguments = sys.argv[1:]
    supervisor = Supervisor(arguments)
    for number in system.STOP_SIGNALS:
        if signal.getsignal(number) != signal.SIG_IGN:  # `nohup` wants no word of the terminal's
            signal.signal(number, lambda _number, _frame: supervisor.happened.put(None))
    system.let_through(system.STOP_SIGNALS)
    status = supervisor.run(int(processes))
    if database:
        from cegoscore.sqlite.file import settle  # noqa: PLC0415 - costs memory while the server runs

        if not settle(Path(database)):
            sys.stderr.write(f"The newest hands are in {database}-wal: move or copy it together with the database.\n")
    sys.exit(status)


if __name__ == "__main__":
    main()
