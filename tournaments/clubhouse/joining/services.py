"""Two clubs become one, and are separated again by what was noted then."""

from __future__ import annotations

import logging
import uuid
from collections.abc import Iterator, Mapping
from typing import Any

from django.db import transaction
from django.db.models import Model

from cegoscore.clubs import people
from cegoscore.clubs.club_labels import label_clubs
from cegoscore.clubs.errors import Refused
from cegoscore.clubs.log import note
from cegoscore.clubs.models import Club, ClubJoin, Grant, Link, LogKind, Player, Removal, RescueCode, Right
from cegoscore.clubs.rights.access import right_on
from tournaments.clubhouse.joining.names import name_apart, name_as_before
from tournaments.clubhouse.joining.parting import AT_ONCE, check_parted, follow_their_things, settle_people
from tournaments.clubhouse.people.services import lock_club, show_juniors

logger = logging.getLogger(__name__)

APART: tuple[type[Model], ...] = (Club, ClubJoin, Grant, Removal, RescueCode)
"""Models that point to a club and are not simply moved with it."""


def moved_models() -> Iterator[type[Model]]:
    """Every model whose rows belong to a club; asked of the club's model, because higher floors add to it."""
    for relation in Club._meta.related_objects:
        if relation.related_model not in APART and isinstance(relation.related_model, type):
            yield relation.related_model


def join_clubs(kept: Club, gone: Club, *, pairs: Mapping[int, int], by: uuid.UUID) -> ClubJoin:
    """Let everything of one club belong to another: people, tables, tournaments, seasons, rules, links, rights, log.

    `pairs` are those who are one person: the key of who is kept by that of who was in the club that goes. Whoever had
    asked to delete one of the two did not mean what both are now: that wish is dropped. Strangers read initials of
    juniors if one of the two had it so. Raises `Refused` if the device does not manage both, or two of a pair have
    played together.
    """
    with transaction.atomic():
        _lock(kept, gone)
        if kept.pk == gone.pk or not all(_manages(by, club) for club in (kept, gone)):
            raise Refused("club_not_managed")
        Removal.objects.filter(club__in=[kept, gone]).delete()  # a wish to delete was about one of them alone
        labels = label_clubs([kept, gone])
        moved: dict[str, Any] = {"rows": {}, "renamed": name_apart(kept, gone, labels[gone.pk])}
        for model in moved_models():
            rows = model._base_manager.filter(club=gone)
            moved["rows"][model._meta.label] = [str(key) for key in rows.values_list("pk", flat=True)]
            rows.update(club=kept)
        moved |= _move_rights(kept, gone)
        moved["merged"] = _merge(kept, pairs)
        Club.objects.filter(joined_to=gone).update(joined_to=kept)
        Club.objects.filter(pk=gone.pk).update(joined_to=kept)
        join = ClubJoin.objects.create(kept=kept, gone=gone, moved=moved)
        people.tell_others(kept.pk)
        undoes = {"join": join.pk}
        note(kept.pk, LogKind.CLUBS_JOINED, device=by, subject=labels[gone.pk], tells=True, undoes=undoes)
        if Club.objects.filter(pk=gone.pk, juniors_by_initials=True).exists():
            show_juniors(kept, by_initials=True, by=by)
    logger.info("device %s: club %s joined to %s", by, gone.pk, kept.pk)
    return join


def _manages(device: uuid.UUID, club: Club) -> bool:
    return right_on(device, target=club.pk, club=club.pk) == Right.MANAGE


def _lock(*clubs: Club) -> None:
    """Lock both clubs with all that belongs to them, always in one order."""
    for club in sorted(clubs, key=lambda club: club.pk):
        lock_club(club)


def _move_rights(kept: Club, gone: Club) -> dict[str, Any]:
    """Whoever managed the one club manages the whole; a code on paper goes on if the other club has none."""
    links = Link.objects.filter(target=gone.pk)
    linked = list(links.values_list("pk", flat=True))
    links.update(target=kept.pk)
    managing = Grant.objects.filter(target=kept.pk, right=Right.MANAGE, link=None).values("device")
    doubled = Grant.objects.filter(target=gone.pk, right=Right.MANAGE, link=None, device__in=managing)
    dropped = [str(device) for device in doubled.values_list("device", flat=True)]
    doubled.delete()
    own = Grant.objects.filter(target=gone.pk)
    granted = list(own.values_list("pk", flat=True))
    own.update(target=kept.pk)
    Grant.objects.filter(club=gone).update(club=kept)
    has_code = RescueCode.objects.filter(club=kept).exists()
    codes = 0 if has_code else RescueCode.objects.filter(club=gone).update(club=kept)
    return {"links": linked, "grants": granted, "dropped": dropped, "rescue": bool(codes)}


def _merge(kept: Club, pairs: Mapping[int, int]) -> dict[str, int | None]:
    """Merge people; the person of each row before, by its key."""
    before: dict[str, int | None] = {}
    for gone, same in pairs.items():
        rows = people.names_of(gone).values_list("pk", "merged_into")
        before |= {str(row): merged for row, merged in rows}
        people.merge(kept.pk, kept=same, gone=gone)
    return before


def separate_clubs(kept: Club, join: int, *, by: uuid.UUID) -> Club:
    """Undo a join: what came with the other club belongs to it again, with whatever hangs on it since.

    What was opened since in the club that both became stays there; whoever sits there and belongs to the other one is
    known in both from then on. Raises `Refused` while a season counts events of both.
    """
    with transaction.atomic():
        row = ClubJoin.objects.select_related("gone").filter(pk=join, kept=kept).first()
        if row is None or kept.joined_to_id is not None or not _manages(by, kept):
            raise Refused("changed_since")
        gone, moved = row.gone, row.moved
        lock_club(kept)
        partners = _partners(moved["merged"])
        for model in moved_models():
            keys = moved["rows"].get(model._meta.label, [])
            for start in range(0, len(keys), AT_ONCE):
                model._base_manager.filter(pk__in=keys[start : start + AT_ONCE], club=kept).update(club=gone)
        follow_their_things(kept, gone)
        check_parted(kept, gone)
        _part_people(kept, gone, moved["merged"])
        settle_people(kept, gone, partners)
        settle_people(gone, kept, {there: here for here, there in partners.items()})
        _return_rights(kept, gone, moved, by)
        name_as_before(moved["renamed"])
        Club.objects.filter(joined_to=kept, join__kept=gone).update(joined_to=gone)
        Club.objects.filter(pk=gone.pk).update(joined_to=None)
        row.delete()
        for club in (kept, gone):
            people.tell_others(club.pk)
        labels = label_clubs([kept, gone])
        note(kept.pk, LogKind.CLUBS_SEPARATED, device=by, subject=labels[gone.pk], tells=True)
        note(gone.pk, LogKind.CLUBS_SEPARATED, device=by, subject=labels[kept.pk], tells=True)
    logger.info("device %s: club %s separated from %s", by, gone.pk, kept.pk)
    return gone


def _partners(merged: Mapping[str, int | None]) -> dict[int, int]:
    """The person of the club that goes, by the one of the other club with whom they were merged."""
    own = [int(row) for row, before in merged.items() if before is None]
    return {kept: gone for gone, kept in Player.objects.filter(pk__in=own).values_list("pk", "merged_into") if kept}


def _part_people(kept: Club, gone: Club, merged: Mapping[str, int | None]) -> None:
    """Nobody is merged with somebody of the other club any more; merges of before the join stand again."""
    for row, before in merged.items():
        Player.objects.filter(pk=int(row)).update(merged_into=before)
    for here, there in ((kept, gone), (gone, kept)):
        Player.objects.filter(club=here, merged_into__club=there).update(merged_into=None)


def _return_rights(kept: Club, gone: Club, moved: Mapping[str, Any], by: uuid.UUID) -> None:
    Link.objects.filter(pk__in=moved["links"], target=kept.pk).update(target=gone.pk)
    Grant.objects.filter(pk__in=moved["grants"], target=kept.pk).update(target=gone.pk, club=gone)
    back = {*map(uuid.UUID, moved["dropped"])} & set(
        Grant.objects.valid().filter(target=kept.pk, right=Right.MANAGE).values_list("device", flat=True)
    )
    if not Grant.objects.valid().filter(target=gone.pk, right=Right.MANAGE).exists():
        back.add(by)
    own = {"club": gone, "target": gone.pk, "right": Right.MANAGE}
    Grant.objects.bulk_create([Grant(device_id=device, **own) for device in back], ignore_conflicts=True)
    if moved["rescue"]:
        RescueCode.objects.filter(club=kept).update(club=gone)
