"""Two clubs become one."""

from __future__ import annotations

import logging
import time
import uuid
from collections.abc import Iterator, Mapping
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import Model
from django.utils import timezone

from cegoscore.clubs import people
from cegoscore.clubs.club_names import label_clubs
from cegoscore.clubs.errors import Refused
from cegoscore.clubs.log import note
from cegoscore.clubs.models import Club, Grant, Link, LogKind, Removal, RescueCode, Right
from cegoscore.clubs.rights.access import right_on
from cegoscore.clubs.rights.deletion import WAY_BACK
from cegoscore.outings.services import settle
from tournaments.clubhouse.backup import CannotBackUp, write_backup
from tournaments.clubhouse.people.services import lock_club, show_juniors

logger = logging.getLogger(__name__)

FOLDER = settings.DATA_DIR / "joined"
APART: tuple[type[Model], ...] = (Club, Grant, Removal, RescueCode)
"""Models that point to a club and are not simply moved with it."""


def moved_models() -> Iterator[type[Model]]:
    """Every model whose rows belong to a club; asked of the club's model, because higher floors add to it."""
    for relation in Club._meta.related_objects:
        if relation.related_model not in APART and isinstance(relation.related_model, type):
            yield relation.related_model


def join_clubs(kept: Club, gone: Club, *, pairs: Mapping[int, int], by: uuid.UUID) -> None:
    """Let everything of one club belong to another: people, tables, tournaments, seasons, rules, links, rights, log.

    `pairs` are those who are one person: the key of who is kept by that of who was in the club that goes. Backups of
    both lie on the server for 30 days. Whoever had asked to delete one of the two did not mean what both are now: that
    wish is dropped. Strangers read initials of juniors if one of the two had it so. Raises `Refused` if the device does
    not manage both, two of a pair have played together, or there can be no backup.
    """
    with transaction.atomic():
        _lock(kept, gone)
        if kept.pk == gone.pk or not all(_manages(by, club) for club in (kept, gone)):
            raise Refused("club_not_managed")
        _back_up(kept, gone)
        Removal.objects.filter(club__in=[kept, gone]).delete()  # a wish to delete was about one of them alone
        labels = label_clubs([kept, gone])
        name_apart(kept, gone, labels[gone.pk])
        for model in moved_models():
            model._base_manager.filter(club=gone).update(club=kept)
        _move_rights(kept, gone)
        for other, same in pairs.items():
            people.merge(kept.pk, kept=same, gone=other)
        Club.objects.filter(joined_to=gone).update(joined_to=kept)
        Club.objects.filter(pk=gone.pk).update(joined_to=kept)
        people.tell_others(kept.pk)
        settle(gone.pk)
        note(kept.pk, LogKind.CLUBS_JOINED, device=by, subject=labels[gone.pk], tells=True)
        if Club.objects.filter(pk=gone.pk, juniors_by_initials=True).exists():
            show_juniors(kept, by_initials=True, by=by)
    logger.info("device %s: club %s joined to %s", by, gone.pk, kept.pk)


def _back_up(*clubs: Club) -> None:
    try:
        FOLDER.mkdir(mode=0o700, parents=True, exist_ok=True)
        for club in clubs:
            path = FOLDER / f"{timezone.localtime():%Y-%m-%dT%H-%M-%S}-{club.pk}.json"
            with path.open("w", encoding="utf-8") as out:
                write_backup(club, out)
    except (CannotBackUp, OSError) as problem:
        logger.warning("no backup before clubs are joined: %s", problem)
        raise Refused("no_backup") from problem


def drop_old_backups() -> str:
    """Remove backups of clubs that were joined more than 30 days ago; a line with how many there were."""
    old = [path for path in FOLDER.glob("*.json") if time.time() - path.stat().st_mtime > WAY_BACK.total_seconds()]
    for path in old:
        path.unlink(missing_ok=True)
    return f"{len(old)} backups of joined groups removed"


def _manages(device: uuid.UUID, club: Club) -> bool:
    return right_on(device, target=club.pk, club=club.pk) == Right.MANAGE


def _lock(*clubs: Club) -> None:
    """Lock both clubs with all that belongs to them, always in one order."""
    for club in sorted(clubs, key=lambda club: club.pk):
        lock_club(club)


def _move_rights(kept: Club, gone: Club) -> None:
    """Whoever managed the one club manages the whole; a code on paper goes on if the other club has none."""
    Link.objects.filter(target=gone.pk).update(target=kept.pk)
    managing = Grant.objects.filter(target=kept.pk, right=Right.MANAGE, link=None).values("device")
    Grant.objects.filter(target=gone.pk, right=Right.MANAGE, link=None, device__in=managing).delete()
    Grant.objects.filter(target=gone.pk).update(target=kept.pk)
    Grant.objects.filter(club=gone).update(club=kept)
    if not RescueCode.objects.filter(club=kept).exists():
        RescueCode.objects.filter(club=gone).update(club=kept)


MOST = 120


def name_apart(kept: Club, gone: Club, label: str) -> None:
    """Call those of the club that goes by its name, too, where the other club has one of that name.

    House rules with the same content are put aside instead.
    """
    for row, is_same in (*_rules(kept, gone), *_seasons(kept, gone)):
        room = MOST - len(row.name) - len(" ()")
        if is_same:
            type(row)._base_manager.filter(pk=row.pk).update(retired_at=timezone.now())
        elif room > 0:
            type(row)._base_manager.filter(pk=row.pk).update(name=f"{row.name} ({label[:room]})")


def _rules(kept: Club, gone: Club) -> Iterator[tuple[Any, bool]]:
    offered = {row.name.casefold(): row.rule_set_id for row in kept.house_rule_sets.filter(retired_at=None)}
    for row in gone.house_rule_sets.filter(retired_at=None):
        if row.name.casefold() in offered:
            yield row, offered[row.name.casefold()] == row.rule_set_id


def _seasons(kept: Club, gone: Club) -> Iterator[tuple[Any, bool]]:
    names = {name.casefold() for name in kept.seasons.values_list("name", flat=True)}
    return ((row, False) for row in gone.seasons.all() if row.name.casefold() in names)
