"""The parent of the server's processes: `python -m cegoscore.server.supervisor PROCESSES HOST PORT THREADS FOLLOWERS`.

Signals are blocked before anything else and waited for, so that none is lost at any moment. A process that ends by
itself is replaced.
"""

from __future__ import annotations

import os
import signal
import sys
import time

STOP_SIGNALS = {signal.SIGINT, signal.SIGTERM, signal.SIGHUP}
SIGNALS = STOP_SIGNALS | {signal.SIGCHLD}

PATIENCE = 1.5
"""Seconds that the processes have to stop before they are killed."""
QUICK = 5.0
"""Seconds within which a process that ended has hardly served."""
QUICK_FAILURE = 60.0
"""The same for a process that says itself that it failed: on a busy machine it needs long to find that out."""
MOST_QUICK = 5
"""So many processes may end quickly, one after the other, before that is taken for hopeless."""

BETWEEN_LOOKS = 300.0
"""Seconds without a signal after which it is time to look whether a job is due."""
DUE = (sys.executable, "-m", "cegoscore.command", "due")


class Supervisor:
    """The processes by their ids, and since when they run."""

    def __init__(self, arguments: list[str]) -> None:
        # The processes read an end of this: it is closed when we are gone.
        end, self.ours = os.pipe()
        os.set_inheritable(end, True)  # noqa: FBT003
        self.command = [sys.executable, "-m", "cegoscore.server.worker", *arguments, str(end)]
        self.started: dict[int, float] = {}
        self.quick = 0
        self.jobs: int | None = None
        """The process that runs what is due, while there is one."""

    def start(self) -> None:
        """One more process. Only our word ends it, at once while it serves nobody yet; a terminal's is for us."""
        process = os.posix_spawn(sys.executable, self.command, os.environ, setsigmask=STOP_SIGNALS - {signal.SIGTERM})
        self.started[process] = time.monotonic()

    def reap(self) -> int:
        """Take note of the processes that have ended; how many."""
        ended = 0
        while self.started or self.jobs:
            process, status = os.waitpid(-1, os.WNOHANG)
            if not process:
                break
            if process == self.jobs:
                self.jobs = None
                continue
            lived = time.monotonic() - self.started.pop(process)
            is_quick = lived < (QUICK if os.waitstatus_to_exitcode(status) <= 0 else QUICK_FAILURE)
            self.quick = self.quick + 1 if is_quick else 0
            ended += 1
        return ended

    def run(self, processes: int) -> int:
        """Keep so many processes running until a signal says stop; the exit status."""
        for _ in range(processes):
            self.start()
        while (came := signal.sigtimedwait(SIGNALS, BETWEEN_LOOKS)) is None or came.si_signo == signal.SIGCHLD:
            if came is None:
                self.look_for_jobs()
            for _ in range(self.reap()):
                sys.stderr.write("A process of the server has ended by itself; another one is started.\n")
                if self.quick > MOST_QUICK:
                    self.stop()
                    return 1
                self.start()
        self.stop()
        return 0

    def look_for_jobs(self) -> None:
        """Let a process of its own run what is due, unless the one before still does."""
        if self.jobs is None:
            self.jobs = os.posix_spawn(sys.executable, DUE, os.environ, setsigmask=(), setpgroup=0)

    def stop(self) -> None:
        """End all processes: by a word, and after a while by force."""
        if self.jobs:
            os.killpg(self.jobs, signal.SIGKILL)  # with the programs that it runs; half a backup counts for nothing
        for process in self.started:
            os.kill(process, signal.SIGTERM)
        until = time.monotonic() + PATIENCE
        while self.started and (left := until - time.monotonic()) > 0:
            signal.sigtimedwait({signal.SIGCHLD}, left)
            self.reap()
        for process in self.started:
            os.kill(process, signal.SIGKILL)
            os.waitpid(process, 0)


def main() -> None:
    """Start the processes, and end when they have ended."""
    signal.pthread_sigmask(signal.SIG_BLOCK, SIGNALS)
    processes, *arguments = sys.argv[1:]
    sys.exit(Supervisor(arguments).run(int(processes)))


if __name__ == "__main__":
    main()
