"""Rule sets between the database and the core: stored once per content, parsed once per process."""

from __future__ import annotations

from functools import lru_cache

from cegoscore.clubs.models import RuleSet
from cegoscore.scoring.house_rules import HouseRules
from cegoscore.scoring.problems import InvalidInput
from cegoscore.scoring.rule_files import parse_house_rules


def stored(rules: HouseRules) -> RuleSet:
    """The row of a rule set, made if its content is new."""
    row, _ = RuleSet.objects.get_or_create(
        digest=rules.digest, defaults={"identifier": rules.id, "document": rules.document}
    )
    return row


def rules_of(row: RuleSet) -> HouseRules:
    """The house rules in a row; the row's document need not be loaded."""
    return _rules_by_digest(row.digest)


@lru_cache(maxsize=512)
def _rules_by_digest(digest: str) -> HouseRules:
    rules, problems = parse_house_rules(RuleSet.objects.get(digest=digest).document)
    if rules is None:
        raise InvalidInput(problems)
    return rules
