"""Reasons why a service wrote nothing: senseless, a stale page, a closed sheet, a conflict in the ledger."""

from __future__ import annotations

from collections.abc import Iterable

from cegoscore.clubs.errors import NothingWritten, Refused
from cegoscore.scoresheet.models import Hand, Session
from cegoscore.scoring.problems import Problem


class Stale(NothingWritten):
    """The sheet has a newer version than the page that the change comes from."""


class SheetClosed(NothingWritten):
    """The sheet takes no more hands from the table."""


class AllWritten(SheetClosed):
    """As many hands as belong on the sheet are written already."""


class Conflict(Exception):
    """Another device wrote at this place of the ledger; `standing` is the revision in force there now."""

    def __init__(self, standing: Hand | None = None) -> None:
        self.standing = standing
        super().__init__()


class TableChanged(Conflict):
    """Line-up, dealer, stake or rule set were changed after the hand was begun."""


class Gap(Conflict):
    """The write would leave an empty place before it: no page proposes that, so a hand was lost on the way."""


def refuse_at_tournament(sheet: Session) -> None:
    """Raise `Refused` for a tournament's table: who sits there, their names and its end are the desk's, by its rules.

    What it counts for whom stands in results and decisions, of which a sheet knows nothing.
    """
    if sheet.event is not None:
        raise Refused("done_at_the_desk")


def refuse_first(problems: Iterable[Problem]) -> None:
    """Raise `Refused` with the first problem that the core found, if any."""
    for problem in problems:
        raise Refused(problem.code, **dict(problem.params))
