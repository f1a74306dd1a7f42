"""A tournament from its document: everything as it was, in a club of the device that brings it."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from functools import partial

from cegoscore.clubs.house_rules.rule_sets import stored
from cegoscore.clubs.models import Club, Device, Player, Right
from cegoscore.clubs.rights.codes import give_codes
from cegoscore.clubs.rights.links import make_links, open_club
from cegoscore.clubs.who import identity
from cegoscore.outings.models import Kind
from cegoscore.outings.services import follow
from cegoscore.scoresheet.ledger.document_limits import moment
from cegoscore.scoresheet.ledger.services.documents import write_ledger
from cegoscore.scoresheet.models import Seat, Session
from tournaments.chaining import chain_unnumbered
from tournaments.models import (
    Apart,
    Category,
    Decision,
    DecisionKind,
    Entrant,
    Prize,
    Result,
    Round,
    RoundState,
    Table,
    Tournament,
)
from tournaments.papers.read_decisions import PERSONS
from tournaments.papers.reading import ReadTournament, Row
from tournaments.setup.services import club_named, made_once


def import_tournament_document(reading: ReadTournament, *, device: Device, key: uuid.UUID) -> Tournament:
    """The tournament that the document describes, under this key. Imported twice (by its key), imported once.

    Raises `Refused` if it was deleted since, or if the key is that of a tournament on which the device has no right.
    """
    make = partial(_import, reading, device)
    return made_once(key, make, among=lambda: Tournament.with_deleted.known_to(device.pk))


def _import(reading: ReadTournament, device: Device, key: uuid.UUID) -> Tournament:
    top = dict(reading.top)
    name = top.pop("club")
    club = club_named(device, name) if name else open_club(device)
    small = stored(reading.small_rules) if reading.small_rules else None
    rule_set = stored(reading.rules)
    tournament = Tournament.objects.create(id=key, club=club, rule_set=rule_set, small_rule_set=small, **top)
    people = _people(club, reading.people)
    entrants = _field(tournament, reading, people)
    rounds = {row["number"]: _round(tournament, row, entrants, people) for row in reading.rounds}
    Decision.objects.bulk_create(_decision(tournament, row, rounds, people) for row in reading.decisions)
    chain_unnumbered(tournament)
    follow(Kind.TOURNAMENT, tournament.pk)
    return tournament


def _people(club: Club, rows: Sequence[Row]) -> list[Player]:
    """Players for the document's people: known ones are reused, each once; the others are new."""
    known: dict[tuple[str, ...], list[Player]] = {}
    for player in Player.objects.filter(club=club, merged_into=None).exclude(name="").order_by("-pk"):
        known.setdefault(identity(player.name, player.village), []).append(player)
    people = []
    for row in rows:
        same = known.get(identity(row["name"], row["village"]))
        people.append(same.pop() if same else Player(club=club, name=row["name"], village=row["village"]))
    Player.objects.bulk_create([person for person in people if person.pk is None])
    return people


def _field(tournament: Tournament, reading: ReadTournament, people: Sequence[Player]) -> list[Entrant]:
    """Categories, prizes, entrants and wishes."""
    categories = Category.objects.bulk_create(Category(tournament=tournament, **row) for row in reading.categories)
    Prize.objects.bulk_create(
        Prize(
            tournament=tournament,
            **row | {"category": None if row["category"] is None else categories[row["category"]]},
        )
        for row in reading.prizes
    )
    plain = [
        {key: value for key, value in row.items() if key not in ("person", "categories")} for row in reading.entrants
    ]
    entrants = Entrant.objects.bulk_create(
        Entrant(tournament=tournament, player=people[row["person"]], **values)
        for row, values in zip(reading.entrants, plain, strict=True)
    )
    through = Entrant.categories.through
    through.objects.bulk_create(
        through(entrant_id=entrant.pk, category_id=categories[place].pk)
        for entrant, row in zip(entrants, reading.entrants, strict=True)
        for place in sorted(set(row["categories"]))
    )
    Apart.objects.bulk_create(
        Apart(tournament=tournament, one=entrants[row["one"]], other=entrants[row["other"]], weight=row["weight"])
        for row in reading.apart
    )
    return entrants


def _round(tournament: Tournament, row: Row, entrants: Sequence[Entrant], people: Sequence[Player]) -> Round:
    """A round with its tables. Tables that still play get links of their own: old ones open nothing here."""
    values = {key: value for key, value in row.items() if key not in ("tables", "without_table")}
    round_ = Round.objects.create(tournament=tournament, **values)
    results: list[tuple[Table | None, Row]] = [(None, result) for result in row["without_table"]]
    for each in row["tables"]:
        values = {key: value for key, value in each.items() if key not in ("results", "sheet")}
        sheet = _sheet(tournament, each["sheet"], people) if each["sheet"] else None
        table = Table.objects.create(round=round_, sheet=sheet, **values)
        results += [(table, result) for result in each["results"]]
    Result.objects.bulk_create(
        Result(round=round_, table=table, **result | {"entrant": entrants[result["entrant"]]})
        for table, result in results
    )
    round_.results.settle()
    if round_.state != RoundState.CLOSED:
        sheets = list(Session.objects.filter(table__round=round_).values_list("pk", flat=True))
        give_codes(make_links(tournament.club, right=Right.WRITE, targets=sheets))
    return round_


def _sheet(tournament: Tournament, row: Row, people: Sequence[Player]) -> Session:
    document = row["document"]
    values = {key: value for key, value in row.items() if key not in ("document", "people", "lineup")}
    sheet = Session(
        club_id=tournament.club_id,
        rule_set=stored(document.rules),
        title=document.title or "",
        stake=document.stake,
        currency=document.currency or "",
        lineup=list(row["lineup"]),
        ended_at=moment(document.ended),
        event=tournament.pk,
        **values,
    )
    sheet.started_at = moment(document.started) or sheet.started_at
    sheet.save(force_insert=True)
    Seat.objects.bulk_create(
        Seat(session=sheet, number=number, player=people[place]) for number, place in enumerate(row["people"])
    )
    write_ledger(sheet, document, device=None)
    return sheet


def _decision(tournament: Tournament, row: Row, rounds: dict[int, Round], people: Sequence[Player]) -> Decision:
    data = dict(row["data"])
    if row["kind"] == DecisionKind.SUBSTITUTE:
        persons = {key: data.pop(key, None) for key in PERSONS}
        row = row | {key: None if place is None else people[place] for key, place in persons.items()}
    round_ = None if row["round"] is None else rounds.get(row["round"])
    return Decision(tournament=tournament, **row | {"data": data, "round": round_})
