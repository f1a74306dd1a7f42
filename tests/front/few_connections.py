"""The product's settings on a machine that lets a process open a thousand files."""

from cegoscore.front import limits
from cegoscore.settings import *  # noqa: F403

limits.MOST_CONNECTIONS = 1024 - limits.SPARE_FILES
