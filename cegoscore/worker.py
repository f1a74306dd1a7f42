"""The application as a worker process of our server loads it."""

import signal

from cegoscore.wsgi import application

__all__ = ["application"]

# Ctrl+C in a terminal reaches every process, and the parent then tells its workers to stop; a worker that is told
# twice can block itself over it (granian 2.8) and has to be killed. So only the parent's word counts.
signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
