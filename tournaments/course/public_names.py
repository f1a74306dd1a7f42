"""Names as strangers read them: of juniors only the initials, as long as their club has it so.

A stranger is who sees a page because it is public, without a right of their own; whoever came by a link of the hall or
the club reads every name. The village stays: without it two with the same initials could not be told apart.
"""

from __future__ import annotations

import re
import uuid
from collections.abc import Callable

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.db.models.functions import Coalesce

from cegoscore.clubs.models import Player
from cegoscore.clubs.people import initials_of
from cegoscore.prepared import Prepared
from tournaments.models import Category, CategoryKind, Entrant, EntrantStatus


def people_by_initials(club: uuid.UUID) -> frozenset[int]:
    """The keys of those of whom strangers read the initials: nobody if the club shows its juniors. One query.

    A junior is who was one at the newest of their tournaments that had juniors at all; an earlier one tells of a child
    that has grown up since.
    """
    newest = dict(_was_junior(club))
    return frozenset(person for person, is_junior in newest.items() if is_junior)


def as_strangers_read(club: uuid.UUID) -> Callable[[str], str]:
    """The change of a typed text in which somebody read by initials may be named. Two queries."""
    short = people_by_initials(club)
    rows = Player.objects.filter(Q(pk__in=short) | Q(merged_into__in=short)).exclude(name="")
    names = sorted(rows.values_list("name", flat=True), key=len, reverse=True)
    named = re.compile(rf"\b({'|'.join(map(re.escape, names))})\b" if names else r"\b\B", re.IGNORECASE)
    return lambda text: named.sub(lambda name: initials_of(name[0]), text)


@Prepared
def _was_junior(club: uuid.UUID) -> QuerySet[Entrant, tuple[int, bool]]:
    """Entrants of tournaments with juniors and whether they were one, the newest last; none if the club shows them."""
    juniors = Category.objects.filter(kind=CategoryKind.JUNIORS)
    rows = Entrant.objects.filter(tournament__club=club, tournament__club__juniors_by_initials=True)
    rows = rows.filter(Exists(juniors.filter(tournament=OuterRef("tournament"))), tournament__deleted_at=None)
    rows = rows.exclude(status=EntrantStatus.ANNOUNCED).order_by("tournament__day", "tournament__created_at", "pk")
    was_one = Exists(juniors.filter(entrants=OuterRef("pk")))
    return rows.values_list(Coalesce("player__merged_into", "player"), was_one)
