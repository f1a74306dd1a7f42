"""The limit of open files, of which every connection is one."""

from __future__ import annotations

import logging

from cegoscore.server import system

logger = logging.getLogger(__name__)


def allow_open_files(wanted: int) -> int:
    """Raise the limit of this process as far as needed and possible; how many of the wanted files may be open."""
    soft, hard = system.open_files_limits()
    most = int(min(wanted, hard))
    if soft < most:
        system.allow_open_files(most)
    if most < wanted:
        logger.warning("Only %s files may be open (LimitNOFILE, ulimit -n): %s would be better", most, wanted)
    return most
