"""Writing a club's own house rules. Versions are only added and put aside, never changed."""

from collections.abc import Callable

from django.db import transaction
from django.utils import timezone

from cegoscore.clubs.house_rules.comparison import differences_in_words
from cegoscore.clubs.house_rules.document import own_identifier
from cegoscore.clubs.house_rules.rule_sets import original_of, rules_of, stored
from cegoscore.clubs.log import note
from cegoscore.clubs.models import Club, Device, Grant, HouseRuleSet, LogKind, Right, RuleSet
from cegoscore.clubs.models.rules import whole_document
from cegoscore.clubs.rights.links import open_club
from cegoscore.clubs.texts_inside import changed, texts_in
from cegoscore.scoring.house_rules import HouseRules
from cegoscore.scoring.problems import InvalidInput
from cegoscore.scoring.rules.rule_files import parse_house_rules


class AlreadyReplaced(Exception):
    """Somebody else put this version aside, or another in its place, meanwhile."""


def club_for_rules(device: Device) -> Club:
    """Find the club that keeps the device's own house rules: the first one that it managed, or a new one."""
    grants = Grant.objects.valid().filter(device=device, right=Right.MANAGE).select_related("club")
    grant = grants.order_by("created_at", "id").first()
    return grant.club if grant else open_club(device)


@transaction.atomic
def add_house_rules(device: Device, rules: HouseRules, *, name: str, copied_from: str) -> HouseRuleSet:
    """Keep house rules as the device's club's own. Sent twice, kept once: equal ones of that name are the same."""
    club, rule_set = club_for_rules(device), stored(rules)
    same = HouseRuleSet.objects.offered().filter(club=club, rule_set=rule_set, name=name).first()
    if same is not None:
        return same
    note(club.pk, LogKind.RULES_ADDED, device=device, subject=name, before=copied_from)
    return HouseRuleSet.objects.create(club=club, rule_set=rule_set, name=name, copied_from=copied_from)


@transaction.atomic
def replace_house_rules(old: HouseRuleSet, rules: HouseRules, *, name: str, device: Device) -> HouseRuleSet:
    """Put a new version in the place of `old`, which stays for the sessions that were played by it.

    Raises `AlreadyReplaced` if `old` is no longer offered.
    """
    new = stored(rules)
    _put_aside(old, new)
    before, after = differences_in_words(rules_of(old.rule_set), rules, original_of(old))
    names = (old.name, name) if name != old.name else ("", "")
    was, now = ("; ".join(filter(None, both)) for both in zip(names, (before, after), strict=True))
    if was or now:
        note(old.club_id, LogKind.RULES_CHANGED, device=device, subject=old.name, before=was, after=now)
    return HouseRuleSet.objects.create(
        club=old.club, rule_set=new, name=name, copied_from=old.copied_from, replaces=old
    )


@transaction.atomic
def retire_house_rules(old: HouseRuleSet, *, device: Device) -> None:
    """No longer offer a version for new tables. Raises `AlreadyReplaced` if it was not offered any more."""
    _put_aside(old)
    note(old.club_id, LogKind.RULES_RETIRED, device=device, subject=old.name)


def _put_aside(old: HouseRuleSet, new: RuleSet | None = None) -> None:
    """Offer `old` no longer. A club whose tables begin with it takes the new version, or none.

    Where the same rules are offered by another name, its tables go on with those.
    """
    if not HouseRuleSet.objects.offered().filter(pk=old.pk).update(retired_at=timezone.now()):
        raise AlreadyReplaced
    if not HouseRuleSet.objects.offered().filter(club=old.club_id, rule_set=old.rule_set_id).exists():
        Club.objects.filter(pk=old.club_id, rule_set=old.rule_set_id).update(rule_set=new)


TOLD = ("name", "source", "labels", "strong_hand")
"""Words of a house about its rules, in a document that is otherwise about numbers."""


def retold(old: RuleSet, change: Callable[[str], str]) -> RuleSet:
    """Store the rules of `old` told in other words, and so at another address. Raises `InvalidInput`."""
    document = whole_document(old.document, auction=old.auction, play=old.play)
    for key in TOLD:
        document = changed(document, key, change)
    name = next(texts_in(document, "name"))
    rules, problems = parse_house_rules(document | {"id": own_identifier(name)})
    if rules is None:
        raise InvalidInput(problems)
    return stored(rules)
