"""The people of a club as lists show them, and the forms about them."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import copy
from itertools import chain, combinations
from operator import attrgetter
from typing import Any
from uuid import UUID

from django import forms
from django.db.models import Q, QuerySet, prefetch_related_objects
from django.utils.translation import gettext_lazy

from cegoscore.clubs.likeness import alike, letters_of, words
from cegoscore.clubs.models import Club, LogEntry, LogKind, Player
from cegoscore.clubs.models.club import PERSON_SETTINGS
from cegoscore.clubs.names import NameField, sort_key
from cegoscore.clubs.people import names_of, persons_of, who_met
from cegoscore.scoresheet.evening.forms import field_of
from cegoscore.scoresheet.models import Seat
from tournaments.clubhouse.people.naming import Names
from tournaments.models import Entrant
from tournaments.seasons.models import FixedPoints

MOST_PAIRS = 20
"""Pairs that a page asks about at once."""


def find_people(club: Club, words: str) -> list[Player]:
    """People by name; with words only those whose names or village have all of them. Erased people come last.

    Compared and put in order here, so that a name is found and stands in the same place on every database.
    """
    return find_among(persons_of(club.pk), words)


def find_among(people: Iterable[Player], words: str) -> list[Player]:
    """Those of the people in whose names or village all words stand, by name; what was merged is read for a search."""
    typed, matching = sort_key(words).replace(",", " ").split(), list(people)
    if typed:
        prefetch_related_objects(matching, "merged")
        matching = [person for person in matching if _stand_in(typed, list(_texts(person)))]
    return sorted(matching, key=attrgetter("alphabetical"))


def _texts(person: Player) -> Iterator[str]:
    for text in (person.village, *(player.name for player in (person, *person.merged.all()))):
        yield sort_key(text)
        yield letters_of(text)


def _stand_in(words: Sequence[str], texts: Sequence[str]) -> bool:
    return all(any(word in text or letters_of(word) in text for text in texts) for word in words)


def others_than(person: Player) -> list[Player]:
    """People with whom somebody may be merged."""
    return [other for other in with_names(person.club_id) if other.pk != person.pk]


def with_names(club: UUID) -> list[Player]:
    """Everybody of a club who has a name, by name."""
    return sorted(persons_of(club).exclude(name=""), key=attrgetter("alphabetical"))


def maybe_the_same(people: Iterable[Player]) -> list[tuple[Player, Player]]:
    """Pairs of people who are called almost alike and never met, the one who came later first."""
    by_words: dict[tuple[str, ...], list[Player]] = {}
    for person in sorted(people, key=attrgetter("pk"), reverse=True):
        if person.name:
            by_words.setdefault(words(person.name), []).append(person)
    pairs = [
        (later, earlier)
        for namesakes in by_words.values()
        for later, earlier in combinations(namesakes, 2)
        if alike([earlier], later.name, later.village)
    ]
    met = who_met({person.pk for pair in pairs for person in pair}) if pairs else set()
    return [(later, earlier) for later, earlier in pairs if (earlier.pk, later.pk) not in met][:MOST_PAIRS]


def maybe_the_same_as(person: Player, others: Iterable[Player]) -> list[Player]:
    """Those of the others who are called almost as this person and never met them; none for somebody erased."""
    namesakes = alike(others, person.name, person.village) if person.name else []
    met = who_met({player.pk for player in (person, *namesakes)}) if namesakes else set()
    return [other for other in namesakes if (min(person.pk, other.pk), max(person.pk, other.pk)) not in met]


def merged_into(person: Player) -> list[Player]:
    """Players that were merged into this person."""
    return sorted(person.merged.all(), key=attrgetter("alphabetical"))


def all_names_of(person: Player) -> set[str]:
    """The names of the person's row and of all that were merged into it; earlier ones if nobody else has them now."""
    now = set(names_of(person.pk).values_list("name", flat=True))
    earlier = set(chain.from_iterable(renames_of(person).values_list("before", "after"))) - now
    others = Player.objects.filter(club=person.club_id, name__in=earlier)
    return now | earlier.difference(others.values_list("name", flat=True))


def matcher_of(person: Player, *, but: str = "") -> Names:
    """The matcher for all names of a person, which tells them from longer names of others in the club."""
    others = Player.objects.filter(club=person.club_id).exclude(pk__in=names_of(person.pk))
    return Names(all_names_of(person) - {but}, list(others.values_list("name", flat=True)))


def renames_of(person: Player) -> QuerySet[LogEntry]:
    """Entries of the log about the person's names, in the clubs that joined theirs, too."""
    rows = list(names_of(person.pk).values_list("pk", flat=True))
    entries = LogEntry.objects.filter(kind=LogKind.RENAMED, undoes__player__in=rows)
    return entries.filter(Q(club=person.club_id) | Q(club__joined_to=person.club_id))


class FindForm(forms.Form):
    """A part of a name or of a village."""

    q = NameField(label=gettext_lazy("Name or village"), max_length=60, required=False)


class PersonForm(forms.ModelForm):  # type: ignore[type-arg]
    """The fields of a person that somebody sets; no form leaves anybody without a name."""

    name = NameField(label=gettext_lazy("Name"), max_length=60)

    class Meta:
        model = Player
        fields = PERSON_SETTINGS
        formfield_callback = field_of

    def __init__(self, data: Mapping[str, Any] | None = None, *, person: Player) -> None:
        super().__init__(data, instance=copy(person))


class JuniorsForm(forms.Form):
    """Choice whether strangers read the initials of juniors only."""

    by_initials = forms.BooleanField(required=False)


def named(person: Player) -> str:
    """Label of a person that tells them apart from others of the same name."""
    return f"{person.label}, {person.village}" if person.village else person.label


def guests_of(person: Player) -> list[Player]:
    """Rows of the person in clubs whose seasons count a tournament of this club, and that know nothing else of them."""
    rows = Entrant.objects.filter(player__in=names_of(person.pk), number__isnull=False)
    origins = rows.filter(tournament__decisions__number=1).values_list("tournament__decisions__hash", "number")
    here = [Q(event__guest__origin=origin, number=number) for origin, number in origins if origin]
    points = FixedPoints.objects.filter(Q(*here, _connector=Q.OR)).exclude(player__name="") if here else ()
    people = {row.player_id: row.player for row in points}
    keys = [row.pk for row in points]
    return [player for player in people.values() if is_guest_only(player, but=keys)]


def is_guest_only(player: Player, but: Iterable[int] | None = None) -> bool:
    """True if a club knows somebody by tournaments of other clubs only, or only by these rows of them."""
    others = FixedPoints.objects.filter(player=player)
    others = others.filter(number=None) if but is None else others.exclude(pk__in=list(but))
    return not (others.exists() or any(rows.filter(player=player).exists() for rows in (Seat.objects, Entrant.objects)))
