"""Rule sets by their content, and a club's own."""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.db import models
from django.urls import reverse
from django.utils import timezone

from cegoscore.clubs.models.access import Grant, Right
from cegoscore.clubs.models.club import Club


class RuleSet(models.Model):
    """A rule set as some session was or is played by it: immutable, addressed by its content."""

    digest = models.CharField(max_length=64, unique=True)
    identifier = models.CharField(max_length=60)
    document = models.JSONField()
    """Everything that pays, and who may play."""
    auction = models.JSONField(default=dict, db_default={}, blank=True)
    """Decisions of a house about the bidding: apart from the document, which version 0.1.0 reads without it."""

    play = models.JSONField(default=dict, db_default={}, blank=True)
    """Decisions about the play, apart from the document as those about the bidding are."""

    def __str__(self) -> str:
        return self.identifier


BESIDE = ("auction", "play")


def columns_of(document: Mapping[str, Any]) -> dict[str, Any]:
    """Columns in which a whole document of a rule set is stored."""
    paid = {key: value for key, value in document.items() if key not in BESIDE}
    return {"document": paid, **{key: document.get(key, {}) for key in BESIDE}}


def whole_document(document: Any, **beside: Mapping[str, Any]) -> Any:
    """A document as it was before it was stored in columns, those beside it by their names."""
    return document | {key: value for key, value in beside.items() if value}


class HouseRuleSetQuerySet(models.QuerySet["HouseRuleSet"]):
    """House rules by whose they are and whether they are still offered."""

    def managed_by(self, device: uuid.UUID | None, at: datetime | None = None) -> HouseRuleSetQuerySet:
        """House rules of the clubs that the device manages, by default now."""
        if device is None:
            return self.none()
        return self.filter(club__in=Grant.objects.valid(at).filter(device=device, right=Right.MANAGE).values("target"))

    def offered(self) -> HouseRuleSetQuerySet:
        """House rules that are neither replaced by a newer version nor put aside."""
        return self.filter(retired_at=None)


class HouseRuleSet(models.Model):
    """A version of a club's own house rules. Editing makes a new row; sessions keep what they were played by."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="house_rule_sets")
    rule_set = models.ForeignKey(RuleSet, on_delete=models.PROTECT, related_name="house_rule_sets")
    name = models.CharField(max_length=120)
    copied_from = models.CharField(max_length=60)
    """The published rule set that it goes back to: what changed amounts are shown beside."""
    replaces = models.OneToOneField(
        "self", null=True, blank=True, on_delete=models.SET_NULL, related_name="replaced_by"
    )
    """The version before; that it has only one successor decides a race between two editors."""
    created_at = models.DateTimeField(default=timezone.now)
    retired_at = models.DateTimeField(null=True, blank=True)

    objects = HouseRuleSetQuerySet.as_manager()

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        """Its tariff card."""
        return reverse("rule_set", args=[self.id])
