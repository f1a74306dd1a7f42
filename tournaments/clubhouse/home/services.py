"""Settings of a club; evenings that were opened before their circle was: moved into it, and back."""

from __future__ import annotations

import logging
import uuid
from collections.abc import Sequence
from functools import partial
from typing import Any

from django.db import transaction

from cegoscore.clubs.club_names import label_clubs, name_club
from cegoscore.clubs.errors import Refused
from cegoscore.clubs.house_rules.rule_sets import stored
from cegoscore.clubs.log import note
from cegoscore.clubs.models import Club, Device, LogKind, Right
from cegoscore.clubs.models.club import SETTINGS
from cegoscore.clubs.rights.access import right_on
from cegoscore.scoresheet.ledger.services.sheets import called, move_sheets
from cegoscore.scoresheet.models import Session
from cegoscore.scoring.house_rules import HouseRules
from tournaments.seasons.models import SeasonEvent
from tournaments.setup.services import changes, settings_in_words

logger = logging.getLogger(__name__)


def change_club(club: Club, *, name: str, rules: HouseRules | None, by: Device, **settings: Any) -> None:
    """Change what a club's managers set; its log says what, a name in an entry of its own. Idempotent."""
    with transaction.atomic():
        name_club(club, name, by=by)
        before = settings_in_words(Club.objects.get(pk=club.pk), SETTINGS)
        Club.objects.filter(pk=club.pk).update(rule_set=stored(rules) if rules else None, **settings)
        was, now = changes(before, settings_in_words(Club.objects.get(pk=club.pk), SETTINGS))
        if was:
            note(club.pk, LogKind.CLUB_SETTINGS, device=by, before=was, after=now)


def gather(club: Club, evenings: Sequence[Session], *, by: uuid.UUID) -> None:
    """Move evenings of other clubs that the device manages into this one; the log can move each of them back.

    A sheet goes with those whose totals went on to it. Raises `Refused` if the device does not manage one of the clubs,
    and for an evening that counts in a season.
    """
    labels: dict[uuid.UUID, str] = {}

    def check(sheets: Sequence[Session]) -> None:
        clubs = {club.pk, *(sheet.club_id for sheet in sheets)}
        if any(right_on(by, target=key, club=key) != Right.MANAGE for key in clubs):
            raise Refused("club_not_managed")
        if any(sheet.night_id for sheet in sheets):
            raise Refused("table_of_a_night")
        if SeasonEvent.objects.filter(sheet__in=sheets).exists():
            raise Refused("counts_in_a_season")
        labels.update(label_clubs(Club.objects.filter(pk__in=clubs)))

    with transaction.atomic():
        sheets = move_sheets(evenings, club, check=check)
        for sheet in sheets:
            undoes = {"sheet": str(sheet.pk), "from": str(sheet.club_id)}
            moved = partial(
                note,
                kind=LogKind.SHEET_MOVED,
                device=by,
                subject=called(sheet),
                before=labels[sheet.club_id],
                after=labels[club.pk],
                tells=True,
            )
            moved(club.pk, undoes=undoes)
            moved(sheet.club_id)
    logger.info("device %s: %d sheets moved into club %s", by, len(sheets), club.pk)


def move_back(club: Club, *, sheet: uuid.UUID, to: uuid.UUID, by: uuid.UUID) -> None:
    """Undo what `gather` did to a sheet. Raises `Refused`, also if the sheet was moved on since."""
    there = Session.objects.filter(pk=sheet, club=club).first()
    before = Club.objects.filter(pk=to).first()
    if there is None or before is None:
        raise Refused("changed_since")
    gather(before, [there], by=by)
