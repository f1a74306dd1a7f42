"""A short digest of the values that a form showed; it is sent back, so that a conflict is noticed."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from uuid import UUID

from django.db.models import QuerySet

from cegoscore.database.prepared import Prepared
from tournaments.course.locks import Refused
from tournaments.models import Category, Entrant, Prize, Tournament
from tournaments.models.tournament import ALL_SETTINGS


def settings_seen(tournament: Tournament) -> str:
    """Digest of the settings as they stand in the database."""
    key = tournament.pk
    return _short([*_settings(key), *category_rows(key), *prize_rows(key)])


@Prepared
def _settings(tournament: UUID) -> QuerySet[Tournament, tuple[Any, ...]]:
    return Tournament.objects.filter(pk=tournament).values_list(*ALL_SETTINGS)


@Prepared
def category_rows(tournament: UUID) -> QuerySet[Category, tuple[str, str]]:
    """Kind and name of its categories, in their order."""
    return Category.objects.filter(tournament=tournament).order_by("pk").values_list("kind", "name")


@Prepared
def prize_rows(tournament: UUID) -> QuerySet[Prize, tuple[str, int | None, str | None, str | None, str]]:
    """Kind and rank of its prizes, kind and name of their category, and what is won, in their order."""
    rows = Prize.objects.filter(tournament=tournament).order_by("pk")
    return rows.values_list("kind", "rank", "category__kind", "category__name", "what")


def entrant_seen(entrant: Entrant) -> str:
    """Digest of an entrant's data as it stands in the database."""
    this = Entrant.objects.filter(pk=entrant.pk)
    person = ("player", "player__name", "player__village", "player__sorted_by")
    values = this.values_list(*person, "has_paid", "practises", "fixed_table", "team")
    return _short([*values, *sorted(entrant.categories.values_list("pk"))])


def _short(values: object) -> str:
    text = json.dumps(values, default=str, ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


@contextmanager
def changing(subject: Tournament | Entrant, seen: str | None) -> Iterator[None]:
    """Around a change within a transaction: refuses it if somebody else changed the same meanwhile.

    Sent twice is no conflict: then it already is as wanted. Raises `Refused`.
    """
    mark = settings_seen if isinstance(subject, Tournament) else entrant_seen
    before = mark(subject)  # type: ignore[arg-type]
    yield
    if seen is not None and seen != before != mark(subject):  # type: ignore[arg-type]
        raise Refused("changed_meanwhile")
