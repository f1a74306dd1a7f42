"""Reasons why nothing was written, with their sentences; the names of penalties and dead deals."""

import uuid
from collections.abc import Iterable, Mapping
from functools import partial
from typing import Any

from django.http import HttpRequest
from django.utils.translation import gettext as _, gettext_lazy

from cegoscore.clubs.errors import NothingWritten, Refusals, Refused
from cegoscore.clubs.wording import PROBLEMS
from cegoscore.scoresheet.models import Hand, Session
from cegoscore.scoring.contracts import DeadKind, PenaltyKind
from cegoscore.scoring.problems import Problem


class Stale(NothingWritten):
    """The sheet has a newer version than the page that the change comes from."""


class SheetClosed(NothingWritten):
    """The sheet takes no more hands from the table."""


class AllWritten(SheetClosed):
    """The sheet has as many hands as belong on it."""


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


PENALTIES = {
    PenaltyKind.MISDEAL: gettext_lazy("misdeal"),
    PenaltyKind.WRONG_DISCARD: gettext_lazy("wrong discard"),
    PenaltyKind.REVOKE: gettext_lazy("revoke"),
    PenaltyKind.OTHER: gettext_lazy("other breach"),
}
REFUSALS = {
    "paid_in_currency": gettext_lazy("Somebody has paid in {currency} already. Keep the currency, or take that back."),
    "name_on_sheet": gettext_lazy("{name} is on this sheet already. Add an initial."),
    "done_at_the_desk": gettext_lazy(
        "This is a tournament’s table: what becomes of it is decided at the desk, on its page of the table. Names are "
        "put right at the door."
    ),
    "too_many_late": gettext_lazy(
        "More than {most} of your hands wait for an answer already. They stay on this phone."
    ),
    "went_on_otherwise": gettext_lazy(
        "The evening was opened again, or went on with another sheet, since this one was deleted. It stays deleted."
    ),
    "not_carried": gettext_lazy(
        "This sheet went on with other people. Enter the points as an adjustment on the sheet that goes on."
    ),
    "not_payable": gettext_lazy("This cannot be paid on this sheet. Nothing was booked."),
    "settled_there": gettext_lazy(
        "This evening went on with another sheet and is settled there. Nothing was booked here: if it is still owed "
        "there, enter it there."
    ),
    "not_owed": gettext_lazy(
        "{payer} owes {owes} by now, and {receiver} gets {gets}. Nothing was booked: perhaps it was on another phone."
    ),
    "has_paid": gettext_lazy("Somebody who has paid or was paid here would lose their column. Take that back first."),
    "sits_there": gettext_lazy("{seat} already sits there in one of these hands. Nothing was changed."),
    "sheet_full": gettext_lazy("No more than {most} columns fit on a sheet."),
    "player_twice": gettext_lazy("Somebody would sit in two places. Everybody needs a column of their own."),
    "player_unknown": gettext_lazy("This person is no longer on the list. Please reload the page."),
    "same_person": gettext_lazy("Please choose two different names."),
    "played_together": gettext_lazy(
        "{first} and {second} have played on one sheet or in one tournament. They cannot be the same person."
    ),
    "no_room_between": gettext_lazy("There is no room left between these two hands. Put it before another one."),
    "who_agrees": gettext_lazy("Please say who you are."),
    "hands_missing": gettext_lazy("Hands still to be written: {missing}."),
    "same_player_confirms": gettext_lazy("Somebody else has to agree, not the one who handed it in."),
    "unchanged": gettext_lazy("The hand is like that already. Nothing was written."),
    "no_compulsory_round": gettext_lazy("These house rules have no Pflicht-Räuber."),
    "hands_impossible": gettext_lazy(
        "Some hands are impossible under these house rules: {hands}. Nothing was changed."
    ),
}
"""Sentences for the codes of `Refused`."""
DEADS = {DeadKind.THROWN_IN: gettext_lazy("thrown in"), DeadKind.MISDEAL: gettext_lazy("misdealt, no result")}


def refusal_sentence(refusal: Refused, names: Mapping[int, str]) -> str:
    """Sentence for a refusal; seats are called by their names."""
    params = dict(refusal.params)
    if isinstance(seat := params.get("seat"), int):
        params["seat"] = names.get(seat, str(seat))
    sentence = REFUSALS.get(refusal.code) or PROBLEMS[refusal.code]
    return str(sentence).format(**params)


def closed_sentence(refusal: SheetClosed) -> str:
    """The reason why a sheet took no hand."""
    if isinstance(refusal, AllWritten):
        return _("All hands of this sheet are written already. Nothing was added.")
    return _("This sheet is closed. Nothing was written.")


def conflict_sentence(conflict: Conflict, device: uuid.UUID | None) -> str:
    """The reason why a hand was not written; `device` is the one that sent it."""
    if isinstance(conflict, Gap):
        return _("A hand before this one is missing, so yours was not saved. If it is still right, tap again.")
    if isinstance(conflict, TableChanged):
        return _("The table was changed meanwhile, so your hand was not saved. If it is still right, tap again.")
    if conflict.standing and conflict.standing.device_id == device:
        return _("You have already written a hand here. If it is the same hand, leave it.")
    return _("Another phone was faster, so your hand was not saved. If it is the same hand, leave it.")


STALE = gettext_lazy("The sheet was changed meanwhile, so nothing was saved. If it is still right, tap again.")
CLOSED = gettext_lazy("This sheet is closed. Nothing was changed.")
NOBODY: Mapping[int, str] = {}


def answer_to(error: Exception, names: Mapping[int, str] = NOBODY) -> tuple[str, int]:
    """The sentence and the status of the page that shows it."""
    if isinstance(error, Refused):
        return refusal_sentence(error, names), 422
    return str(CLOSED if isinstance(error, SheetClosed) else STALE), 409


refused = partial(Refusals, answer_to)


def typed_again(request: HttpRequest, sheet: Session) -> dict[str, Any]:
    """Typed values with the present version of the sheet, for a person to confirm."""
    return request.POST.dict() | {"version": str(sheet.version)}
