"""The people of a club: who is the same, what they are called, and who turned out to be one person.

It is the same name but for blanks and capitals; an accent makes somebody else. Likeness (`likeness.py`) is for
searching and asking; it never decides.

A name stands on `Player` only, and no sum hangs on it. Whoever was merged away keeps a row, which knows the one that
it was merged into, and every seat keeps the row that sat down, so a merger can be undone one by one, in any order.
"""

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import combinations
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import F, Model, Q, QuerySet
from django.utils import timezone

from cegoscore.clubs.errors import Refused
from cegoscore.clubs.models import Club, ForgottenName, NameState, Player
from cegoscore.clubs.models.club import BESIDE_THE_NAME, PERSON_SETTINGS
from cegoscore.database.prepared import Prepared
from cegoscore.registry import Registry
from cegoscore.scoring.names import MARKS, tidy

MOST_NAMES = 20
"""Names from before that a row keeps; the oldest go."""


@lru_cache(maxsize=20_000)
def identity(*texts: str) -> tuple[str, ...]:
    """A name, or name and village, as far as they decide who it is; remembered, as a club has many."""
    return tuple(tidy(text).translate(MARKS).lower() for text in texts)


def name_and_village(text: str) -> tuple[str, str]:
    """Name and home village of somebody typed as `Name, village`; what stands behind the last comma is the village."""
    name, comma, village = text.rpartition(",")
    return (tidy(name), tidy(village)) if comma else (tidy(text), "")


def same_person(people: Iterable[Player], name: str, village: str = "") -> Player | None:
    """The one of this name and village; without a village also the one of another, if all of the name are of that."""
    named = [player for player in people if name and identity(player.name) == identity(name)]
    villages, wanted = {identity(player.village) for player in named}, identity(village)
    if not wanted[0] and len(villages) == 1:
        (wanted,) = villages
    return next((player for player in named if identity(player.village) == wanted), None)


def person_typed(people: Collection[Player], typed: str) -> Player | None:
    """The one meant by a typed name, or name and village; a comma may be part of the name."""
    return same_person(people, typed) or same_person(people, *name_and_village(typed))


@dataclass(frozen=True, slots=True, kw_only=True)
class Presence:
    """A model in which a person stands at most once per parent row: two who met there are two people."""

    model: type[Model]
    """A model with a field `player`."""
    inside: str
    """The field that points to the parent row: a sheet, a tournament."""
    only: Q = field(default_factory=Q)


PRESENCES: Registry[Presence] = Registry()
"""Consulted before a merge."""

PEOPLE_CHANGING: Registry[Callable[[UUID], None]] = Registry()
"""Called with the club's key before a merge or its undoing, to lock what follows from it."""

PEOPLE_CHANGED: Registry[Callable[[UUID], None]] = Registry()
"""Called with the club's key after a merge or its undoing, within the same transaction."""


def persons_of(club: UUID) -> QuerySet[Player]:
    """People of a club, each once; erased ones are among them."""
    return Player.objects.filter(club=club, merged_into=None)


def names_in(club: UUID) -> QuerySet[Player]:
    """Every name by which a club knows somebody: first those of its people, then those that turned out to be theirs."""
    rows = Player.objects.filter(club=club).exclude(name="").select_related("merged_into")
    return rows.order_by(F("merged_into").asc(nulls_first=True), "pk")


def person_of(club: UUID, person: Player, free: Collection[Player]) -> Player:
    """The person of a club, among those who are `free`, who is the same as one of another; else somebody new of it.

    A village that one of them lacks makes no other person, so that a move is undone to what was before. To be asked for
    while the club is locked (`queue_on`).
    """
    without = [player for player in free if not player.village]
    same = same_person(free, person.name, person.village) or same_person(without, person.name)
    return same or Player.objects.create(club_id=club, **said_of(person))


def said_of(person: Player) -> dict[str, str]:
    """The person's `PERSON_SETTINGS`, by field."""
    return {field: getattr(person, field) for field in PERSON_SETTINGS}


def people_named(
    club: UUID, names: Sequence[str], persons: Sequence[int | None] = (), *, taken: Collection[Player] = ()
) -> list[Player]:
    """The people of the circle who sit there, by row id, else by name; somebody new becomes one of them.

    Nobody is one of those `taken`. Who is typed with the village goes before who is typed without. To be asked for
    while the club is locked (`queue_on`).
    """
    free = {player.pk: player for player in persons_of(club).exclude(name="").order_by("pk") if player not in taken}
    sitting = {seat: free.pop(key) for seat, key in enumerate(persons[: len(names)]) if key in free}
    for seat in sorted(set(range(len(names))) - sitting.keys(), key=lambda seat: "," not in names[seat]):
        player = person_typed(free.values(), names[seat])
        if player is None:
            name, village = name_and_village(names[seat].lstrip(", "))
            player = Player.objects.create(club_id=club, name=name, village=village)
        sitting[seat] = player
        free.pop(player.pk, None)
    return [sitting[seat] for seat in range(len(names))]


def names_of(person: int) -> QuerySet[Player]:
    """The person, and everybody who turned out to be this person."""
    return Player.objects.filter(Q(pk=person) | Q(merged_into=person))


rows_of = Prepared(names_of)
"""The same, read at once."""


def rows_with_persons(people: Collection[int]) -> list[tuple[int, int]]:
    """The keys of all rows of these persons, each with its person's key."""
    rows = Player.objects.filter(Q(pk__in=people) | Q(merged_into__in=people)).order_by("pk")
    return [(player, merged_into or player) for player, merged_into in rows.values_list("pk", "merged_into")]


def lock_above(club: UUID) -> None:
    """Let higher floors lock what follows from who is who in a club. Must come before every other lock."""
    for lock in PEOPLE_CHANGING:
        lock(club)


def queue_on(club: UUID) -> None:
    """Serialise writes on what is a club's as a whole (people, managers, passkeys, tables): lock its row.

    Must be the first statement of the transaction, but for `lock_above`.
    """
    Club.with_hidden.filter(pk=club).update(name=F("name"))


def rename(club: UUID, *, player: int, **changes: str) -> dict[str, Any]:
    """Set some of a person's `PERSON_SETTINGS`. Somebody else may have the name only in another village.

    What is not given stays, but for the surname for lists: with another name it goes.

    What it takes to undo it, but for the name: the log keeps that. Raises `Refused`, also for an erased person.
    """
    with transaction.atomic():
        queue_on(club)
        before = persons_of(club).filter(pk=player).exclude(name="").first()
        if before is None:
            raise Refused("player_unknown")
        stands = said_of(before)
        new = stands | changes
        if new["name"] != before.name and "sorted_by" not in changes:
            new["sorted_by"] = ""
        others = persons_of(club).exclude(pk=player).values_list("name", "village")
        if identity(new["name"], new["village"]) in (identity(*other) for other in others):
            raise Refused("name_in_club", name=new["name"])
        this = Player.objects.filter(pk=player)
        this.update(**new)
        if before.name != new["name"]:  # initials may become a name again
            this.update(names_before=_names_until_now(before))
            ForgottenName.objects.filter(pk=before.uuid, state=NameState.SHORTENED).update(
                state=NameState.NAMED, at=timezone.now()
            )
    undoes = {field: stands[field] for field in BESIDE_THE_NAME if stands[field] != new[field]}
    return {"player": player, "sorted_by": before.sorted_by} | undoes


def _names_until_now(row: Player) -> list[tuple[str, str]]:
    """Names of the row from before, with the one that it has now and gives up."""
    return [*row.names_before, (timezone.now().isoformat(), row.name)][-MOST_NAMES:]


def name_now(player: int) -> str:
    """The name that stands on a row of the club's people."""
    return Player.objects.filter(pk=player).values_list("name", flat=True).get()


def merge(club: UUID, *, kept: int, gone: int) -> bool:
    """Merge `gone` into `kept`, wherever either of them played. Idempotent: false if they were one already.

    Raises `Refused`, above all if both were in one sheet or tournament as two people.
    """
    with transaction.atomic():
        lock_above(club)
        queue_on(club)
        if Player.objects.filter(club=club, pk=gone, merged_into=kept).exists():
            return False
        if kept == gone:
            raise Refused("same_person")
        names = dict(persons_of(club).filter(pk__in=(kept, gone)).exclude(name="").values_list("pk", "name"))
        if len(names) != 2:
            raise Refused("player_unknown")
        if who_met([kept, gone]):
            raise Refused("played_together", first=names[kept], second=names[gone])
        _keep_mergers(gone)
        names_of(gone).update(merged_into=kept)
        row = Player.objects.get(pk=gone)
        Player.objects.filter(pk=gone).update(merged_first=kept, names_before=_names_until_now(row))
        tell_others(club)
    return True


def _mergers(person: int) -> dict[int, int]:
    """The row that each of a person's other rows was itself merged into; the person's, where nothing else is known."""
    rows = dict(Player.objects.filter(merged_into=person).values_list("pk", "merged_first"))
    return {row: first if first in rows and first != row else person for row, first in rows.items()}


def _keep_mergers(person: int) -> None:
    """Note who was merged into the person itself, before their rows point further."""
    own = [row for row, first in _mergers(person).items() if first == person]
    Player.objects.filter(pk__in=own).update(merged_first=person)


def _merged_with(player: int, person: int) -> set[int]:
    """The rows that came along when this one was merged into the person, as far as they were not separated since."""
    mergers, along = _mergers(person), {player}
    while new := {row for row, first in mergers.items() if first in along} - along:
        along |= new
    return along - {player}


def who_met(people: Collection[int]) -> set[tuple[int, int]]:
    """Pairs of these persons, by key, the lower first, who were somewhere at once: they are two. A query a model."""
    persons = dict(rows_with_persons(people))
    places: dict[Any, set[int]] = {}
    for presence in PRESENCES:
        present = presence.model._base_manager.filter(presence.only, player__in=persons)
        for player, place in present.values_list("player", presence.inside):
            places.setdefault((presence.model, place), set()).add(persons[player])
    return {pair for there in places.values() for pair in combinations(sorted(there), 2)}


def separate(club: UUID, *, player: int) -> int | None:
    """Undo the merge of a player: what was played under this name, or one merged into it before, belongs to it again.

    The person that it was merged into; `None` if it was not. Idempotent.
    """
    with transaction.atomic():
        lock_above(club)
        queue_on(club)
        merged = Player.objects.filter(club=club, pk=player)
        person = merged.values_list("merged_into", flat=True).first()
        if person is not None:
            Player.objects.filter(pk__in=_merged_with(player, person)).update(merged_into=player)
            (row,) = merged
            was_merged = bool(row.names_before) and row.names_before[-1][1] == row.name
            before = row.names_before[:-1] if was_merged else row.names_before
            merged.update(merged_into=None, merged_first=None, names_before=before)
        tell_others(club)
    return person


def tell_others(club: UUID) -> None:
    """Tell higher floors that it changed who is who in a club, within the transaction that did it (`lock_above`)."""
    for tell in PEOPLE_CHANGED:
        tell(club)


def call(people: Collection[Player], *, name: str, village: str) -> None:
    """Put a name on all rows of one person, also on those that were merged away; all else that was set goes."""
    texts = dict.fromkeys(PERSON_SETTINGS, "") | {"name": name, "village": village}
    Player.objects.filter(pk__in=[player.pk for player in people]).update(**texts, names_before=[])


def initials_of(name: str) -> str:
    """The first letter of every part of a name."""
    return " ".join(f"{part[0].upper()}." for part in name.split() if part[0].isalnum())
