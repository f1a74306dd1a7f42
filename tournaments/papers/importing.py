"""A tournament from its document: everything as it was, in a club of the device that brings it."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any
from uuid import UUID

from django.db import DataError, IntegrityError, transaction

from cegoscore.clubs.errors import Refused
from cegoscore.clubs.models import Club, Device, Player, Right
from cegoscore.clubs.people import identity, queue_on
from cegoscore.clubs.rights.codes import give_codes
from cegoscore.clubs.rights.links import make_links, open_club
from cegoscore.outings.models import Kind
from cegoscore.outings.services import follow
from cegoscore.scoresheet.ledger.selfcheck import faults_by_sheet
from cegoscore.scoresheet.ledger.services.sheets import write_ledger
from cegoscore.scoresheet.models import Session
from tournaments.clubhouse.backup.restoring import CannotRestore, Restorer
from tournaments.models import RoundState, Tournament
from tournaments.papers.reading import ReadTournament
from tournaments.selfcheck import faults_of
from tournaments.setup.services import club_named, made_once


def import_tournament_document(
    reading: ReadTournament, *, device: Device, key: UUID, beside: bool = False
) -> Tournament:
    """The tournament that the document describes, under this key. Imported twice (by its key), imported once.

    Raises `Refused` if it was deleted since, if the key is that of a tournament on which the device has no right, and
    if the device knows the same tournament here already, unless this one is to stand `beside` it;
    and `CannotRestore` for what its rows or the self-check say against it.
    """
    make = partial(_import, reading, device, beside=beside)
    return made_once(key, make, among=lambda: Tournament.with_deleted.known_to(device.pk))


def _import(reading: ReadTournament, device: Device, key: UUID, *, beside: bool) -> Tournament:
    if not beside and (here := _the_same(reading, device)):
        raise Refused("document_here_already", name=here.name)
    restorer, (top,) = Restorer(reading.backup, as_copy=True), reading.backup.rows_of(Club).named
    club = club_named(device, top["name"]) if top["name"] else open_club(device)
    queue_on(club.pk)
    restorer.renamed[Tournament] = {reading.top["id"]: key}
    people = _people(club, reading.backup.rows_of(Player).named)
    restorer.keys.update({Club: {top["id"]: club.pk}, Player: people})
    try:
        with transaction.atomic():
            restorer.write()
    except (IntegrityError, DataError) as error:
        if Tournament.with_deleted.filter(pk=key).exists():
            raise
        raise CannotRestore.because(error) from error
    for sheet, document in reading.ledgers.items():
        write_ledger(Session.objects.get(pk=restorer.keys[Session][sheet]), document, device=None)
    tournament = Tournament.objects.get(pk=key)
    if faults := list(_faults_of(tournament)):
        raise CannotRestore(faults)
    sheets = Session.objects.filter(event=key)
    follow(Kind.TOURNAMENT, key)
    # Tables that still play get links of their own: old ones open nothing here.
    playing = sheets.exclude(table__round__state=RoundState.CLOSED).values_list("pk", flat=True)
    give_codes(make_links(club, right=Right.WRITE, targets=list(playing)))
    return tournament


def _the_same(reading: ReadTournament, device: Device) -> Tournament | None:
    """A tournament that the device knows and whose chain begins with the document's first decision."""
    known = Tournament.objects.get_queryset().known_to(device.pk)
    return known.filter(decisions__hash__in=reading.hashes[:1]).first()


def _people(club: Club, rows: Sequence[dict[str, Any]]) -> dict[int, int]:
    """Players for the document's people, by their place: known ones are taken, each once; the others are new.

    Whoever was merged into somebody is taken for one who was merged into the same.
    """
    known: dict[Any, list[Player]] = defaultdict(list)
    for player in Player.objects.filter(club=club).exclude(name="").order_by("-pk"):
        known[player.merged_into_id, *identity(player.name, player.village)].append(player)
    people: dict[int | None, int | None] = {None: None}
    for is_merged in (False, True):
        some = {}
        for place, row in enumerate(rows, 1):
            if (row["merged_into"] is not None) == is_merged:
                into = people[row["merged_into"]]
                same = known[into, *identity(row["name"], row["village"])]
                names = {name: row[name] for name in ("name", "village", "sorted_by")}
                some[place] = same.pop() if same else Player(club=club, merged_into_id=into, **names)
        Player.objects.bulk_create(player for player in some.values() if player.pk is None)
        people |= {place: player.pk for place, player in some.items()}
    return {place: pk for place, pk in people.items() if place is not None and pk is not None}


def _faults_of(tournament: Tournament) -> Iterator[str]:
    """Faults of its sheets, and only if there are none those of the rest, which leans on them."""
    sheets = Session.objects.filter(event=tournament.pk)
    titles = {str(pk): title for pk, title in sheets.values_list("pk", "title")}
    of_sheets = [f"{titles[key]}: {fault}" for key, faults in faults_by_sheet(sheets) for fault in faults]
    yield from of_sheets or faults_of(tournament)
