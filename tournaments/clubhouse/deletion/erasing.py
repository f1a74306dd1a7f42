"""Every night: clubs whose deletion nobody stopped are deleted, and erased for good once their 30 days are over.

Rows go in many short transactions, children before parents, so that nobody who writes waits; a job that was killed
goes on the next night. Nobody can bring the club back meanwhile.
"""

from __future__ import annotations

import uuid

from django.db import transaction
from django.db.models import Q

from cegoscore.clubs.models import Club, Device, ErasedClub, HouseRuleSet, RuleSet
from cegoscore.clubs.purging import none_of
from cegoscore.clubs.rights.deletion import delete_asked, overdue
from tournaments.clubhouse.backup.parts import PARTS, Part
from tournaments.clubhouse.backup.scopes import rows_of

AT_ONCE = 500


def erase_clubs() -> str:
    """Delete and erase what is due; a line with how many clubs there were. Old versions of rows go with the scrub."""
    deleted, gone = delete_asked(), overdue()
    for key in gone:
        erase(key)
    return f"{deleted} clubs deleted, {len(gone)} erased"


def erase(key: uuid.UUID) -> None:
    """Erase every row of a club and of those that became a part of it; only their keys are kept."""
    club = Club.with_hidden.get(pk=key)
    devices = list(club.grants.values_list("device", flat=True).distinct())
    rules = list(HouseRuleSet.objects.filter(club=club).values_list("rule_set", flat=True))
    for part in reversed(PARTS):
        if part.club and part.model is not Club:
            _empty(part, club)
    gone = Club.with_hidden.filter(Q(pk=key) | Q(joined_to=key))
    with transaction.atomic():
        ErasedClub.objects.bulk_create([ErasedClub(pk=each.pk) for each in gone], ignore_conflicts=True)
        gone.delete()
    RuleSet.objects.filter(pk__in=rules, **none_of(RuleSet)).delete()
    Device.objects.filter(pk__in=devices, grants=None).update(name="")


def _empty(part: Part, club: Club) -> None:
    rows = part.model._base_manager
    while some := list(rows_of(part, club).values_list("pk", flat=True)[:AT_ONCE]):
        rows.filter(pk__in=some).delete()
