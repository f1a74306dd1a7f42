"""What a service says when what is wanted makes no sense, or rests on a sheet that has changed."""

from __future__ import annotations

from collections.abc import Iterable

from cegoscore.clubs.errors import Refused
from cegoscore.scoring.problems import Problem

__all__ = ["Refused", "Stale", "refuse_first"]


class Stale(Exception):
    """Somebody wrote on the sheet after the page was shown that this comes from."""


def refuse_first(problems: Iterable[Problem]) -> None:
    """Raise `Refused` with the first problem that the core found, if any."""
    for problem in problems:
        raise Refused(problem.code, **dict(problem.params))
