"""A round of Pflicht-Räuber, and a higher stake."""

from __future__ import annotations

from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from cegoscore.clubs.errors import Refused
from cegoscore.clubs.house_rules.rule_sets import rules_of
from cegoscore.clubs.log import note
from cegoscore.clubs.models import Device, LogKind
from cegoscore.scoresheet.ledger.errors import Stale
from cegoscore.scoresheet.ledger.ledger_rows import last_number
from cegoscore.scoresheet.ledger.services.ledger import lock_sheet_as_seen
from cegoscore.scoresheet.ledger.services.sheets import called
from cegoscore.scoresheet.models import Session
from cegoscore.scoring.contracts import Contract


def begin_round(sheet: Session, *, seen: int) -> None:
    """From the next hand on everybody deals one Pflicht-Räuber. Begun twice is begun once.

    Raises `Refused` if the rule set has none, `SheetClosed`, and `Stale` if the version is no longer `seen`.
    """
    if Contract.PFLICHT_RAEUBER not in rules_of(sheet.rule_set).raeuber:
        raise Refused("no_compulsory_round")
    _set(sheet, seen=seen, compulsory_after=last_number(sheet))


def end_round(sheet: Session, *, seen: int) -> None:
    """Break a round of Pflicht-Räuber off; done twice is done once. Raises `SheetClosed` and `Stale`."""
    _set(sheet, seen=seen, compulsory_after=None)


def set_stake(sheet: Session, *, seen: int, factor: int, round_left: int, device: Device, **money: Any) -> None:
    """By what the next hands count more, 1: as ever; it takes the place of what a finished round brought.

    `round_left`: hands left of a round that is being played, which goes on. `money` are `stake` and `currency`, for all
    hands, if they are to be others. It stands in the club's log. Raises `SheetClosed` and `Stale`.
    """
    changes = {"stake_factor": factor, **money} | ({} if round_left else {"compulsory_after": None})
    _set(sheet, device, seen=seen, **changes)


def _stake_in_words(sheet: Session) -> str:
    money = f", {sheet.stake:f} {sheet.currency}" if sheet.stake else ""
    return _("stake ×{factor}").format(factor=sheet.stake_factor) + money


def _set(sheet: Session, device: Device | None = None, *, seen: int, **values: Any) -> None:
    """Change the sheet's columns; the club's log says what the stake was and is."""
    there = Session.objects.filter(pk=sheet.pk)
    try:
        with transaction.atomic():
            lock_sheet_as_seen(sheet, seen)
            before = _stake_in_words(there.get())
            there.update(**values)
            if before != (after := _stake_in_words(there.get())):
                changed, subject = LogKind.SHEET_CHANGED, called(sheet)
                note(sheet.club_id, changed, device=device, subject=subject, before=before, after=after)
    except Stale:
        if not there.filter(**values).exists():
            raise
