"""The limit of open files, of which every connection is one."""

from __future__ import annotations

import logging
import resource

logger = logging.getLogger(__name__)


def allow_open_files(wanted: int) -> int:
    """Raise the limit of this process as far as needed and possible; how many of the wanted files may be open."""
    soft, hard = (float("inf") if each == resource.RLIM_INFINITY else each for each in _limits())
    most = int(min(wanted, hard))
    if soft < most:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, _limits()[1]))
    if most < wanted:
        logger.warning("Only %s files may be open (LimitNOFILE, ulimit -n): %s would be better", most, wanted)
    return most


def _limits() -> tuple[int, int]:
    return resource.getrlimit(resource.RLIMIT_NOFILE)
