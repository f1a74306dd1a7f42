"""Rule sets between the database and the core: stored once per content, parsed once per process."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from uuid import UUID

from django.db.models import F, QuerySet
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from cegoscore.clubs.models import Club, HouseRuleSet, RuleSet
from cegoscore.clubs.models.rules import columns_of, whole_document
from cegoscore.clubs.names import sort_key, told_apart
from cegoscore.clubs.wording import in_language
from cegoscore.database.prepared import Prepared
from cegoscore.scoring.house_rules import HouseRules
from cegoscore.scoring.problems import InvalidInput
from cegoscore.scoring.rules.rule_files import parse_house_rules, published, published_identifiers
from cegoscore.scoring.tariff import tariff

Choices = list[tuple[str, list[tuple[str, str]]]]


def stored(rules: HouseRules) -> RuleSet:
    """The row of a rule set, made if its content is new."""
    row, _created = RuleSet.objects.get_or_create(
        digest=rules.digest, defaults={"identifier": rules.id, **columns_of(rules.document)}
    )
    return row


def row_of(rules: HouseRules) -> RuleSet:
    """A row for the rule set that is not stored."""
    return RuleSet(digest=rules.digest, identifier=rules.id, **columns_of(rules.document))


def rules_of(row: RuleSet) -> HouseRules:
    """The house rules in a row; the row's document need not be loaded."""
    rules = _PARSED.get(row.digest)
    if rules is None:
        rules, problems = parse_house_rules(whole_document(row.document, auction=row.auction, play=row.play))
        if rules is None:
            raise InvalidInput(problems)
        if len(_PARSED) >= MOST_PARSED:
            _PARSED.clear()
        _PARSED[row.digest] = rules
    return rules


def names_where_mixed(keys: Iterable[int | None]) -> list[str]:
    """Names of the rule sets in these rows, if one of them pays a game otherwise than another; else none.

    One query, none for a single row.
    """
    played = {key for key in keys if key is not None}
    rules = [rules_of(row) for row in RuleSet.objects.filter(pk__in=played)] if len(played) > 1 else []
    return sorted({in_language(one.name) for one in rules}) if len({repr(tariff(one)) for one in rules}) > 1 else []


SHORT = 16
"""Digits of a digest that tell rule sets apart."""


def short_digest(rules: HouseRules) -> str:
    """The beginning of a rule set's digest, by which a phone names it."""
    return rules.digest[:SHORT]


def kept_rules(short: str) -> HouseRules | None:
    """The rule set of this digest, published or as some session or club has it; whoever can name it has seen it."""
    if len(short) != SHORT:
        return None
    for identifier in published_identifiers():
        if short_digest(published(identifier)) == short:
            return published(identifier)
    row = RuleSet.objects.filter(digest__startswith=short).first()
    return rules_of(row) if row else None


MOST_PARSED = 1000
_PARSED: dict[str, HouseRules] = {}
"""Every rule set that this process met, by its content: the same document always reads the same."""


def original_of(row: HouseRuleSet) -> HouseRules | None:
    """The published rule set that a club's own goes back to."""
    return published(row.copied_from) if row.copied_from in published_identifiers() else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Offer:
    """A rule set that somebody may look at: a published one, or one of a club's own."""

    identifier: str
    """Part of its address: the published identifier, or the id of the club's row."""
    name: str
    rules: HouseRules
    own: HouseRuleSet | None = None

    @property
    def url(self) -> str:
        """Its tariff card."""
        return reverse("rule_set", args=[self.identifier])

    @property
    def original(self) -> HouseRules:
        """The published rule set that it goes back to; a published one is its own original."""
        return (original_of(self.own) if self.own else None) or self.rules

    @property
    def retired(self) -> bool:
        """True if it is no longer offered for new tables."""
        return self.own is not None and self.own.retired_at is not None


def _published_offer(rules: HouseRules) -> Offer:
    return Offer(identifier=rules.id, name=in_language(rules.name), rules=rules)


def offers_for(device: UUID | None) -> list[tuple[str, list[Offer]]]:
    """Everything that the device may open a table with, by name and under headings.

    First the rule sets of its own clubs, then the published ones by number of players, most common first.
    """
    published_offers = [_published_offer(published(identifier)) for identifier in published_identifiers()]
    groups = [(_("Our house rules"), own_offers(device))]
    for players in (4, 3, 2):
        offers = _by_name(offer for offer in published_offers if offer.rules.players == players)
        groups.append((_("%(n)s players") % {"n": players}, offers))
    return [(heading, offers) for heading, offers in groups if offers]


def _by_name(offers: Iterable[Offer]) -> list[Offer]:
    return sorted(offers, key=lambda offer: sort_key(offer.name))


def own_offers(device: UUID | None) -> list[Offer]:
    """Rule sets of the clubs that the device manages, by name; those of one name with the day that they are from."""
    rows = {row.pk: row for row in (_own_rows(device, timezone.now()) if device else ())}

    def dated(key: UUID) -> str:
        day = date_format(timezone.localtime(rows[key].created_at), "SHORT_DATE_FORMAT")
        return f"{rows[key].name} ({day})"

    names = told_apart({key: row.name for key, row in rows.items()}, dated)
    return _by_name(replace(_own(row), name=names[key]) for key, row in rows.items())


@Prepared
def _own_rows(device: UUID, at: datetime) -> QuerySet[HouseRuleSet]:
    return HouseRuleSet.objects.managed_by(device, at).offered().select_related("rule_set").order_by("created_at")


def _own(row: HouseRuleSet) -> Offer:
    return Offer(identifier=str(row.id), name=row.name, rules=rules_of(row.rule_set), own=row)


def find_offer(identifier: str, device: UUID | None) -> Offer | None:
    """The rule set with this address if the device may look at it, old versions of its club's own included."""
    if identifier in published_identifiers():
        return _published_offer(published(identifier))
    try:
        key = UUID(identifier)
    except ValueError:
        return None
    row = HouseRuleSet.objects.managed_by(device).select_related("rule_set", "replaced_by").filter(id=key).first()
    return _own(row) if row else None


def offer_of(row: RuleSet, club: UUID) -> Offer:
    """The rule set of a club's sheet, by the name that its players know. One query for what is not published."""
    rules = rules_of(row)
    offer = _published_offer(rules)
    if _is_published(rules):
        return offer
    named = HouseRuleSet.objects.filter(club=club, rule_set=row).select_related("rule_set", "replaced_by")
    # The same rules may have had two names: the one that is still offered, else the last one.
    house_rules = named.order_by(F("retired_at").desc(nulls_first=True), "-created_at").first()
    return _own(house_rules) if house_rules else replace(offer, identifier="")


def original_of_claims(row: RuleSet, club: UUID) -> HouseRules | None:
    """The published rule set that says on a club's sheet when a Solo held back may be claimed.

    `None` where its own rules say it or know no such claim. One query for a house that left it as it was.
    """
    rules = rules_of(row)
    if rules.schinden is None or "schinden" in rules.play or _is_published(rules):
        return None
    return offer_of(row, club).original


def _is_published(rules: HouseRules) -> bool:
    """True for a published rule set as it is published by now."""
    return rules.id in published_identifiers() and published(rules.id) == rules


OwnKeys = Mapping[tuple[UUID, int], UUID]
"""Keys of clubs' own house rules that are offered, by club and rule set."""


def own_keys(clubs: Collection[Club]) -> OwnKeys:
    """The keys of what clubs offer. One query, none without clubs."""
    rows = HouseRuleSet.objects.offered().filter(club__in=clubs) if clubs else HouseRuleSet.objects.none()
    return {(club, rule_set): key for club, rule_set, key in rows.values_list("club", "rule_set", "pk")}


def choice_of(row: RuleSet, club: UUID, offered: OwnKeys) -> str:
    """The value of a club's rule set among `choices_for` it; the beginning of its digest if it is not offered."""
    rules = rules_of(row)
    return rules.id if _is_published(rules) else str(offered.get((club, row.pk), short_digest(rules)))


def choices_for(device: UUID | None) -> Choices:
    """The offers for the device, for a select."""
    return [(heading, [(offer.identifier, offer.name) for offer in offers]) for heading, offers in offers_for(device)]


def chosen(value: str, device: UUID | None) -> HouseRules | None:
    """The rule set behind a value of `choices_for`; none for one that is not offered to the device."""
    offer = find_offer(value, device)
    return None if offer is None or offer.retired else offer.rules
