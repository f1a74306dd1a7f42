"""Writing a club's own house rules. Versions are only added and put aside, never changed."""

from __future__ import annotations

from datetime import timedelta

from django.db import IntegrityError, transaction
from django.db.models import F, Model, ProtectedError
from django.utils import timezone

from cegoscore.clubs.links import open_club
from cegoscore.clubs.models import Club, Device, Grant, HouseRuleSet, Link, Player, Right
from cegoscore.clubs.rule_sets import stored
from cegoscore.scoring.house_rules import HouseRules

EMPTY_FOR = timedelta(days=30)
"""A club that is younger may be just being set up."""


class AlreadyReplaced(Exception):
    """Somebody else put this version aside, or another in its place, meanwhile."""


def club_of(device: Device) -> Club:
    """Where the device keeps its own house rules: the first club that it managed, or one opened on the fly."""
    grants = Grant.objects.valid().filter(device=device, right=Right.MANAGE).select_related("club")
    grant = grants.order_by("created_at", "id").first()
    return grant.club if grant else open_club(device)


def add_house_rules(device: Device, rules: HouseRules, *, name: str, copied_from: str) -> HouseRuleSet:
    """Keep house rules as the device's club's own."""
    with transaction.atomic():
        return HouseRuleSet.objects.create(
            club=club_of(device), rule_set=stored(rules), name=name, copied_from=copied_from
        )


def replace_house_rules(old: HouseRuleSet, rules: HouseRules, *, name: str) -> HouseRuleSet:
    """Put a new version in the place of `old`, which stays for the sessions that were played by it.

    Raises `AlreadyReplaced` if `old` is no longer offered.
    """
    with transaction.atomic():
        retire_house_rules(old)
        return HouseRuleSet.objects.create(
            club=old.club, rule_set=stored(rules), name=name, copied_from=old.copied_from, replaces=old
        )


def retire_house_rules(old: HouseRuleSet) -> None:
    """No longer offer a version for new tables. Raises `AlreadyReplaced` if it was not offered any more."""
    if not HouseRuleSet.objects.offered().filter(pk=old.pk).update(retired_at=timezone.now()):
        raise AlreadyReplaced


def purge_clubs() -> int:
    """Remove clubs of which nothing is left but people whom nothing mentions any more; how many those were.

    A club with a name, or with a link to itself, was meant to stay.
    """
    old = Club.objects.filter(name="", created_at__lt=timezone.now() - EMPTY_FOR).exclude(links__target=F("id"))
    return sum(_remove(club) for club in old.filter(**_none_of(Club, besides=(Player, Link, Grant))))


def _none_of(model: type[Model], *, besides: tuple[type[Model], ...]) -> dict[str, None]:
    """The condition that no row points to one of `model`; asked of the model, because higher floors add to it."""
    return {to.name: None for to in model._meta.related_objects if to.related_model not in besides}


def _remove(club: Club) -> bool:
    """Remove a club with its people, unless one of them is needed: every column of a sheet protects its player."""
    if club.players.exclude(**_none_of(Player, besides=(Player,))).exists():
        return False
    try:
        with transaction.atomic():
            club.delete()
    except (ProtectedError, IntegrityError):
        return False
    return True
