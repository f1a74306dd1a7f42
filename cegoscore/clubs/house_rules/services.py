"""Writing a club's own house rules. Versions are only added and put aside, never changed."""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone

from cegoscore.clubs.house_rules.rule_sets import stored
from cegoscore.clubs.models import Club, Device, Grant, HouseRuleSet, Right
from cegoscore.clubs.rights.links import open_club
from cegoscore.scoring.house_rules import HouseRules


class AlreadyReplaced(Exception):
    """Somebody else put this version aside, or another in its place, meanwhile."""


def club_of(device: Device) -> Club:
    """Find the club that keeps the device's own house rules: the first one that it managed, or a new one."""
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
