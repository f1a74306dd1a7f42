"""The people of a club as lists show them."""

from __future__ import annotations

from django.db.models import BooleanField, ExpressionWrapper, Q, QuerySet

from cegoscore.clubs.models import Club, Player
from cegoscore.clubs.people import persons_of


def find_people(club: Club, words: str) -> QuerySet[Player]:
    """Everybody by name; with words only those in whose names or village all of them stand. The erased come last."""
    found = persons_of(club.pk).prefetch_related("merged")
    for word in words.split():
        found = found.filter(pk__in=Player.objects.filter(_has(word)).values("pk"))
    nameless = ExpressionWrapper(Q(name=""), output_field=BooleanField())
    return found.order_by(nameless, "name", "village", "pk")


def _has(word: str) -> Q:
    """SQLite ignores case in plain letters only, so `özlem` is tried as `Özlem` too."""
    has = Q()
    for spelling in {word, word.lower(), word.capitalize()}:
        has |= Q(name__icontains=spelling) | Q(village__icontains=spelling) | Q(merged__name__icontains=spelling)
    return has


def others_than(person: Player) -> QuerySet[Player]:
    """Who somebody might turn out to be."""
    return persons_of(person.club_id).exclude(pk=person.pk).exclude(name="").order_by("name", "village", "pk")
