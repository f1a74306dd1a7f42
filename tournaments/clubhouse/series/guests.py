"""A tournament of another club as a season counts it: what its file proves, who is meant, and how it comes in."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date, timedelta
from typing import Any
from uuid import UUID

from django.core import signing
from django.db import transaction

from cegoscore.clubs.errors import Refused
from cegoscore.clubs.models import Club, Player
from cegoscore.clubs.people import initials_of, queue_on
from tournaments.clubhouse.people.queries import is_guest_only
from tournaments.clubhouse.people.services import erase_person
from tournaments.clubhouse.series import offers
from tournaments.course.lists.list_lines import ListLine
from tournaments.course.lists.meant import with_people
from tournaments.course.lists.reading import ListTable, PeopleList
from tournaments.models import Category, CategoryKind, Entrant, Result, Round, RoundState, Table, Takes
from tournaments.papers.reading import ReadTournament
from tournaments.seasons.models import FixedPoints, GuestEvent, Season
from tournaments.seasons.queries import category_label
from tournaments.seasons.services import Signature, count_guest

Guest = dict[str, Any]
"""Everything that counts of a tournament: name, venue, host, day, marks, a row for each player; its offer, if any."""
SALT, HOLDS = "cegoscore.guest", timedelta(days=1)


def guest_of(reading: ReadTournament) -> Guest:
    """The part of a proved document that a season counts. Raises `Refused` if it is not over, or no log proves it."""
    top = reading.top
    if (top["cancelled"] or top["finished"]) is None or top["held_from"] is not None:
        raise Refused("guest_running")
    points = (place for place in reading.replayed.unproved if place.startswith("rounds.") and ".p" in place)
    if not reading.hashes or any(points):
        raise Refused("guest_unproved")
    (club,) = reading.backup.rows_of(Club).named
    event = {"name": top["name"], "venue": top["venue"], "host": club["name"], "day": top["day"].isoformat()}
    return event | {"marks": reading.hashes, "rows": list(_rows(reading))}


def _rows(reading: ReadTournament) -> Iterator[list[Any]]:
    """Number, name, village, surname, points and categories of everybody who is in the ranking."""
    people = reading.backup.rows_of(Player).named
    categories = [[row["kind"], row["name"]] for row in reading.backup.rows_of(Category).named]
    sums = _sums(reading)
    for place, entrant in enumerate(reading.backup.rows_of(Entrant).named, 1):
        if place in sums:
            row = people[entrant["person"] - 1]
            person = people[row["merged_into"] - 1] if row["merged_into"] else row
            own = [categories[key - 1] for key in entrant["categories"]]
            yield [entrant["number"], person["name"], person["village"], person["sorted_by"], sums[place], own]


def _sums(reading: ReadTournament) -> dict[int, int]:
    """The points of each entrant in the closed rounds that count, by place: as `Result.final` has them."""
    rounds, tables, entrants = (reading.backup.rows_of(model).named for model in (Round, Table, Entrant))
    results, sums = reading.backup.rows_of(Result), dict[int, int]()
    for row in results.named:
        entrant, table = entrants[row["entrant"] - 1], tables[row["table"] - 1] if row["table"] else None
        practises = table["practice"] if table else entrant["practises"]
        counts = not (entrant["house"] or practises) if "counts" in results.unsaid else row["counts"]
        closed = rounds[row["round"] - 1]["state"] == RoundState.CLOSED
        if counts and closed and row["points"] is not None and entrant["takes"] != Takes.NOTHING:
            sums[row["entrant"]] = sums.get(row["entrant"], 0) + row["points"] - row["penalty"]
    return sums


def sealed(season: Season, guest: Guest) -> str:
    """The signed text of a guest, so that the page can send it back unchanged."""
    return signing.dumps([str(season.pk), guest], salt=SALT, compress=True)


def unsealed(season: Season, text: str) -> Guest | None:
    """The guest that was proved for this season within a day; `None` for anything else."""
    try:
        key, guest = signing.loads(text, salt=SALT, max_age=HOLDS)
    except signing.BadSignature:
        return None
    return guest if key == str(season.pk) else None


def people_in(season: Season, guest: Guest, chosen: Mapping[str, str]) -> PeopleList:
    """Everybody of a guest with who is meant: equal is the same, alike is asked, and an answer holds when read anew."""
    lines = [
        ListLine(
            number=number,
            key=str(number),
            text=name,
            name=name,
            village=village,
            sorted_by=sorted_by,
            points=points,
            categories=tuple(map(tuple, own)),
            labels=tuple(category_label((CategoryKind(kind), named)) for kind, named in own),
            problem="" if name else "-",
        )
        for number, name, village, sorted_by, points, own in guest["rows"]
    ]
    empty = PeopleList(table=ListTable("", [], None, []), lines=tuple(lines))
    people = with_people(empty, season.club_id, chosen)
    rows = FixedPoints.objects.filter(event__season=season, event__guest__origin=guest["marks"][0])
    before = {row.number: row.player.person for row in rows.select_related("player__merged_into")}
    return replace(people, lines=tuple(_as_before(line, before.get(line.number)) for line in people.lines))


def _as_before(line: ListLine, person: Player | None) -> ListLine:
    """The line with whoever was meant before by its number; two of one name in a tournament are two people."""
    line = replace(line, problem="", player=None, alike=()) if line.problem else line
    if person is None or line.other:
        return line
    gone = not line.name or person.name in ("", initials_of(line.name))
    same = gone or person.pk == line.player or person.pk in {other.pk for other in line.alike}
    return replace(line, player=person.pk, alike=()) if same else line


@transaction.atomic
def take_in(season: Season, guest: Guest, lines: Sequence[ListLine], *, by: Signature) -> None:
    """Let a guest count, in place of what counted of it before. Raises `Refused`."""
    if offer := guest.get("offer"):
        offers.hold(UUID(offer), season)
    queue_on(season.club_id)
    origin, mark = guest["marks"][0], guest["marks"][-1]
    counted = GuestEvent.objects.filter(event__season=season, origin=origin).first()
    if counted and counted.mark not in guest["marks"]:
        raise Refused("guest_older")
    known = Player.objects.filter(club=season.club_id, merged_into=None).in_bulk([line.player or 0 for line in lines])
    if len({line.player for line in lines if line.player}) < sum(line.player is not None for line in lines):
        raise Refused("people_do_not_fit")
    points = [
        FixedPoints(
            player=known.get(line.player or 0) or _new(season, line),
            points=line.points,
            number=line.number,
            categories=[list(category) for category in line.categories or ()],
        )
        for line in lines
    ]
    event = GuestEvent(**{name: guest[name] for name in ("name", "venue", "host")}, origin=origin, mark=mark)
    event.offer = UUID(offer) if offer else counted.offer if counted else None
    count_guest(season, event, points, day=date.fromisoformat(guest["day"]), by=by)
    for line in lines:
        gone = known.get(line.player or 0)
        if gone and gone.name and not line.name and is_guest_only(gone):
            erase_person(gone)


def _new(season: Season, line: ListLine) -> Player:
    return Player.objects.create(club_id=season.club_id, name=line.name, village=line.village, sorted_by=line.sorted_by)
