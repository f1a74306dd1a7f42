"""Entrants of a tournament: the desk's list, those present, and people by start number."""

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Container, Iterable, Iterator
from datetime import datetime
from functools import partial
from typing import Any, NamedTuple
from uuid import UUID

from django.db.models import Exists, F, ManyToOneRel, OuterRef, Q, QuerySet
from django.db.models.functions import Coalesce
from django.utils.translation import gettext_lazy as _

from cegoscore.clubs.likeness import begin, words
from cegoscore.clubs.models import Player
from cegoscore.clubs.names import surname, surname_first, surname_key
from cegoscore.clubs.names_then import called_before
from cegoscore.clubs.people import initials_of, name_and_village, names_of
from cegoscore.clubs.shortening import shortened
from cegoscore.contest.teams import teams_by_name
from cegoscore.database.prepared import Prepared
from cegoscore.scoresheet.models import Seat
from tournaments.course.access import EVERYTHING, Shown
from tournaments.models import (
    Category,
    CategoryKind,
    Decision,
    Entrant,
    EntrantStatus,
    Round,
    Takes,
    Tournament,
    called,
)


def people_by_initials(club: UUID) -> frozenset[int]:
    """The keys of those of whom strangers read the initials: nobody if the club shows its juniors. One query.

    A junior is who was one at the newest of their tournaments that had juniors at all; an earlier one tells of a child
    that has grown up since.
    """
    newest = dict(_was_junior(club))
    return frozenset(person for person, is_junior in newest.items() if is_junior)


def as_strangers_read(club: UUID) -> Callable[[str], str]:
    """The change of a typed text in which somebody read by initials may be named. Two queries."""
    short = people_by_initials(club)
    rows = Player.objects.filter(Q(pk__in=short) | Q(merged_into__in=short)).exclude(name="")
    return shortened(rows.values_list("name", flat=True))


@Prepared
def _was_junior(club: UUID) -> QuerySet[Entrant, tuple[int, bool]]:
    """Entrants of tournaments with juniors and whether they were one, the newest last; none if the club shows them."""
    juniors = Category.objects.filter(kind=CategoryKind.JUNIORS)
    rows = Entrant.objects.filter(tournament__club=club, tournament__club__juniors_by_initials=True)
    rows = rows.filter(Exists(juniors.filter(tournament=OuterRef("tournament"))), tournament__deleted_at=None)
    rows = rows.exclude(status=EntrantStatus.ANNOUNCED).order_by("tournament__day", "tournament__created_at", "pk")
    was_one = Exists(juniors.filter(entrants=OuterRef("pk")))
    return rows.values_list(Coalesce("player__merged_into", "player"), was_one)


GONE = "gone"
STATES = {
    Takes.RANK: _("plays for fun, without prizes"),
    Takes.NOTHING: _("out of the ranking"),
    GONE: _("gone home, without prizes"),
}

LONG_NAME, LONG_WORD = 18, 11
"""More letters than fit into a line of a table's tile on the wall, or into a column of a paper sheet."""


class Person(NamedTuple):
    """The holder of a start number, as lists show them; a tuple, because a page has some hundred."""

    number: int
    name: str
    village: str
    categories: tuple[int, ...] = ()
    is_house: bool = False
    takes: str = Takes.PRIZES
    """Their share in prizes and ranking, `Takes`; `GONE` for somebody who would get prizes, but went home."""
    entrant: int = 0
    """The key of the entrant's row."""
    player: int = 0
    """The key of the person's row, under whatever name they came."""
    sorted_by: str = ""
    """The surname for lists, where it is not the last word of the name."""
    team: str = ""
    """The name of their team; empty where no teams play."""
    was: str = ""
    """Words about the name that they had when the tournament ended, if it was another."""
    is_alike: bool = False
    """True if somebody else in the tournament has the same name."""

    @property
    def alphabetical(self) -> tuple[str, str, int]:
        """The place in lists by surname."""
        return *surname_key(self.name, self.sorted_by), self.number

    @property
    def listed(self) -> str:
        """The name with the surname first."""
        return surname_first(self.name, self.sorted_by)

    @property
    def surname(self) -> str:
        """The surname as it is written."""
        return surname(self.name, self.sorted_by)

    @property
    def is_long(self) -> bool:
        """True for a name that needs smaller letters where there is little room."""
        return len(self.name) > LONG_NAME or any(len(word) > LONG_WORD for word in self.name.split())

    @property
    def state(self) -> str:
        """The reason for which they get no prize; empty for all others."""
        return str(STATES.get(self.takes, ""))

    @property
    def apart(self) -> str:
        """Number and village of somebody who has a namesake here; nothing for all others."""
        return ", ".join(filter(None, (str(self.number), self.village))) if self.is_alike else ""


def people_of(
    tournament: Tournament, shown: Shown = EVERYTHING, *, only: Collection[int] | None = None
) -> dict[int, Person]:
    """People by start number (all, or only these), called as whoever it is shown to may read them.

    Two queries, three for strangers.
    """
    member = categories_by_entrant(tournament.pk)
    short = people_by_initials(tournament.club_id) if shown.to_strangers else ()
    rows = [
        (*row, *((initials_of(name), village, player, "") if player in short else (name, village, player, by)), was)
        for *row, name, village, player, by, was in _numbered_then(tournament, short)
    ]
    names = Counter(row[6].casefold() for row in rows if row[6])
    left = [EntrantStatus.WITHDRAWN] if tournament.prizes_for_present else []
    return {
        number: Person(
            number=number,
            name=called(name, number),
            village=village,
            categories=tuple(member.get(key, ())),
            is_house=is_house,
            takes=GONE if takes == Takes.PRIZES and status in left else takes,
            entrant=key,
            player=player,
            sorted_by=sorted_by,
            team=team if tournament.team_size else "",
            is_alike=names[name.casefold()] > 1,
            was=was,
        )
        for key, number, is_house, takes, status, team, name, village, player, sorted_by, was in rows
        if number is not None and (only is None or number in only)
    }


def _numbered_then(tournament: Tournament, short: Container[int]) -> list[tuple[Any, ...]]:
    """Entrants with a start number as `_numbered`, with what they were called at the end, if it was another name."""
    end = tournament.finished_at
    if end is None:
        return [(*row, "") for row in _numbered(tournament.pk)]
    return [
        (*row, called_before(row[-4], end, own, histories, by_initials=row[-2] in short))
        for *row, own, histories in _numbered_with_histories(tournament.pk)
    ]


def categories_by_entrant(tournament: UUID) -> dict[int, list[int]]:
    """The keys of the categories of each entrant who is in any, by the entrant's key."""
    member: dict[int, list[int]] = defaultdict(list)
    for entrant, category in _members(tournament):
        member[entrant].append(category)
    return member


@Prepared
def _members(tournament: UUID) -> QuerySet[Any, tuple[int, int]]:
    """Pairs of an entrant and a category."""
    rows = Entrant.categories.through.objects.filter(entrant__tournament=tournament)
    return rows.values_list("entrant", "category")


def _with_number(tournament: UUID, *more: Any) -> QuerySet[Entrant, Any]:
    """Entrants with a start number: key, number, house player, takes, status, team; name, village, key, sorting."""
    entrants = Entrant.objects.filter(tournament=tournament).exclude(number=None).order_by("number")
    columns = ("pk", "number", "is_house", "takes", "status", "team")
    return entrants.values_list(*columns, *_of_person(), *more)


_numbered = Prepared(_with_number)
_numbered_with_histories = Prepared(
    lambda tournament: _with_number(
        tournament, "player__names_before", Coalesce("player__merged_into__names_before", "player__names_before")
    )
)
"""The same, and what the row and its person were called before: two documents to be read for each."""


class GuestRow(NamedTuple):
    """An entrant who is no house player: their own columns, and those of the person that they turned out to be."""

    key: int
    number: int | None
    status: str
    has_paid: bool
    practises: bool
    takes: str
    team: str
    name: str
    village: str
    person: int
    sorted_by: str
    since: datetime
    fee: int | None
    due: int | None


def guest_rows(tournament: UUID) -> list[GuestRow]:
    """All but house players by number; those without one, who only announced themselves, come last. One query."""
    return list(map(_as_guest, _guests(tournament)))


_as_guest: Callable[[tuple[Any, ...]], GuestRow] = partial(tuple.__new__, GuestRow)
"""`GuestRow._make` without a call for each row: a list has some hundred."""


@Prepared
def _guests(tournament: UUID) -> QuerySet[Entrant, Any]:
    """The columns of `GuestRow`, in its order."""
    guests = by_number(Entrant.objects.filter(tournament=tournament, is_house=False))
    columns = ("pk", "number", "status", "has_paid", "practises", "takes", "team")
    return guests.values_list(*columns, *_of_person(), "created_at", "fee", "due")


def each_once(rows: Collection[GuestRow]) -> list[GuestRow]:
    """The row of each person that counts, whatever names they came under. The fee is paid if one of them paid it."""
    last_first = sorted(rows, key=lambda row: counts_before(row.number, row.status, *moment_of(row)), reverse=True)
    first = {row.person: row for row in last_first}
    paid = {row.person for row in rows if row.has_paid}
    counting = (row for row in rows if first[row.person] is row)
    return [row if row.has_paid or row.person not in paid else row._replace(has_paid=True) for row in counting]


def counts_before(number: int | None, status: str, since: datetime, key: int) -> tuple[Any, ...]:
    """The order of the rows of one person: the first counts. With a number, then who did not leave, then the oldest."""
    return not number, status == EntrantStatus.WITHDRAWN, since, key


def coming_of(rows: Collection[GuestRow]) -> list[GuestRow]:
    """Those who are here or announced, in their order."""
    return sorted((row for row in each_once(rows) if row.status != EntrantStatus.WITHDRAWN), key=moment_of)


def moment_of(row: GuestRow) -> tuple[datetime, int]:
    """The moment at which somebody came on the list; of several at once the order of their rows."""
    return row.since, row.key


def _of_person() -> list[Coalesce]:
    """Name, village, key and sorting of the person that a row points to."""
    columns = ("name", "village", "pk", "sorted_by")
    return [Coalesce(f"player__merged_into__{field}", f"player__{field}") for field in columns]


def sat_in(round_: Round, shown: Shown) -> dict[tuple[int | None, int], tuple[str, str, int]]:
    """Name, village and key of those who sat in a round by its sheets, by table key and seat. Two queries at most."""
    short = people_by_initials(round_.tournament.club_id) if shown.to_strangers else ()
    rows = Seat.objects.filter(session__table__round=round_).values_list("session__table", "number", *_of_person())
    return {
        (table, seat): (initials_of(name) if player in short else name, village, player)
        for table, seat, name, village, player, _sorted_by in rows
    }


def guests_of(tournament: Tournament) -> list[Person]:
    """People with a start number by surname, without house players. Two queries."""
    return by_surname(people_of(tournament).values())


def teams_of(tournament: Tournament) -> dict[str, tuple[int, ...]]:
    """Start numbers by the name of their team; nothing where no teams play."""
    return teams_by_name(tournament.entrants.values_list("number", "team")) if tournament.team_size else {}


def by_surname(people: Iterable[Person]) -> list[Person]:
    """People by surname, without house players."""
    guests = (person for person in people if not person.is_house)
    return sorted(guests, key=lambda person: person.alphabetical)


def rows_elsewhere(tournament: Tournament) -> Iterator[tuple[str, QuerySet[Any]]]:
    """Rows of every table that points to people, beside those of this tournament; with the column that points.

    Also the columns that `Player._meta.related_objects` leaves out, because nothing leads back from a person.
    """
    inside: dict[Any, Q] = {
        Seat: Q(session__event=tournament.pk),
        Entrant: Q(tournament=tournament),
        Decision: Q(tournament=tournament),
    }
    for relation in Player._meta.get_fields(include_hidden=True):
        model: Any = relation.related_model
        if isinstance(relation, ManyToOneRel) and model is not Player:
            yield relation.field.name, model._base_manager.exclude(inside.get(model, Q(pk__in=())))


def stands_elsewhere(tournament: Tournament, person: Player) -> bool:
    """True if anything but this tournament shows the person: a sheet, another tournament, its decisions, a season."""
    names = names_of(person.pk)
    return any(rows.filter(**{f"{column}__in": names}).exists() for column, rows in rows_elsewhere(tournament))


def registered(tournament: Tournament) -> QuerySet[Entrant]:
    """Entrants by number; those without one, who only announced themselves, come last."""
    rows = tournament.entrants.select_related("player__merged_into").prefetch_related("categories")
    return by_number(rows)


def by_number(entrants: QuerySet[Entrant]) -> QuerySet[Entrant]:
    """Entrants by number; those without one come last."""
    return entrants.order_by(F("number").asc(nulls_last=True), "pk")


def people_meant(people: Iterable[Person], typed: str) -> list[Person]:
    """People that match a start number or beginnings of their names, `Müller, Hüf` also of the village.

    A comma may also stand behind the surname, as on the papers. House players are never found.
    """
    players = [person for person in people if not person.is_house]
    if typed.strip().isdecimal():
        return [person for person in players if person.number == int(typed)]
    (name, village), whole = map(words, name_and_village(typed)), words(typed)
    matching = [
        person
        for person in players
        if (name and begin(name, words(person.name)) and begin(village, words(person.village)))
        or (village and begin(whole, words(person.name)))
    ]
    return sorted(matching, key=lambda person: person.alphabetical)
