"""A short digest of the values that a form showed; it is sent back, so that a conflict is noticed."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from contextlib import contextmanager

from tournaments.course.locks import Refused
from tournaments.models import Entrant, Tournament
from tournaments.models.tournament import ALL_SETTINGS


def settings_seen(tournament: Tournament) -> str:
    """Digest of the settings as they stand in the database."""
    values = Tournament.objects.filter(pk=tournament.pk).values_list(*ALL_SETTINGS)
    categories = tournament.categories.order_by("pk").values_list("kind", "name")
    prizes = tournament.prizes.order_by("pk").values_list("kind", "rank", "category__kind", "category__name", "what")
    return _short([*values, *categories, *prizes])


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
