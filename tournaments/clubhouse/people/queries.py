"""The people of a club as lists show them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cegoscore.clubs.models import Club, Player
from cegoscore.clubs.names import sort_key
from cegoscore.clubs.people import persons_of


def find_people(club: Club, words: str) -> list[Player]:
    """Everybody by name; with words only those in whose names or village all of them stand. The erased come last.

    Compared and put in order here, so that a name is found and stands in the same place on every database.
    """
    everybody = persons_of(club.pk).prefetch_related("merged")
    return sorted(
        (person for person in everybody if _stand_in(sort_key(words).split(), list(_texts(person)))), key=_place
    )


def _texts(person: Player) -> Iterator[str]:
    for record in (person, *person.merged.all()):
        yield sort_key(record.name)
    yield sort_key(person.village)


def _stand_in(words: Sequence[str], texts: Sequence[str]) -> bool:
    return all(any(word in text for text in texts) for word in words)


def _place(person: Player) -> tuple[bool, str, str, int]:
    return not person.name, sort_key(person.name), sort_key(person.village), person.pk


def others_than(person: Player) -> list[Player]:
    """Who somebody might turn out to be."""
    return sorted(persons_of(person.club_id).exclude(pk=person.pk).exclude(name=""), key=_place)


def merged_into(person: Player) -> list[Player]:
    """Who turned out to be this person."""
    return sorted(person.merged.all(), key=_place)
