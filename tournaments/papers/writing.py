"""The whole tournament as one document: settings, people, rounds with draw, tables, sheets and results, decisions.

What stands in it is described in `docs/formats/tournament.md`. People, entrants and categories are called by their
place in the document; nothing of devices and links ever stands in it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from decimal import Decimal
from typing import Any

from django.utils import timezone

from cegoscore.clubs.house_rules.rule_sets import rules_of
from cegoscore.clubs.models import Player, RuleSet
from cegoscore.database.snapshot import snapshot
from cegoscore.scoresheet.evening.exports import document_of
from cegoscore.scoresheet.models import Hand, Seat, Session
from cegoscore.scoring.checks import check_table
from cegoscore.scoring.documents.document import write
from cegoscore.scoring.rules.rule_files import published, published_identifiers
from tournaments.course.entrants import registered
from tournaments.course.tournament_settings import in_document
from tournaments.models import Decision, DecisionKind, Entrant, Result, Round, Table, Tournament

FORMAT = "cegoscore/tournament@1"

Places = Mapping[int, int]
"""Keys of rows to places in the document."""


def document_of_tournament(tournament: Tournament) -> dict[str, Any]:
    """The document as JSON data, as it stands at one moment; importing and exporting it again gives the same."""
    with snapshot():
        return _document(Tournament.objects.get(pk=tournament.pk))


def _document(tournament: Tournament) -> dict[str, Any]:
    rows = registered(tournament)
    # Who also announced themselves under another name stands here once.
    firsts: dict[Player, Entrant] = {}
    for row in rows:
        firsts.setdefault(row.player.person, row)
    order = {person: place for place, person in enumerate(firsts)}
    places, entrants = {row.pk: order[row.player.person] for row in rows}, list(firsts.values())
    sheets = Session.objects.filter(table__round__tournament=tournament).select_related("rule_set")
    people, persons = _people(tournament, entrants, sheets)
    categories = {row.pk: place for place, row in enumerate(tournament.categories.order_by("pk"))}
    return {
        "format": FORMAT,
        "name": tournament.name,
        "club": tournament.club.name,
        "day": tournament.day.isoformat(),
        "venue": tournament.venue,
        "rules": _rules(tournament.rule_set),
        "small_rules": _rules(tournament.small_rule_set) if tournament.small_rule_set else None,
        "settings": _settings(tournament),
        "held_from": tournament.held_from,
        "finished": _moment(tournament.finished_at),
        "cancelled": _moment(tournament.cancelled_at),
        "categories": [{"kind": row.kind, "name": row.name} for row in tournament.categories.order_by("pk")],
        "prizes": [
            {"kind": row.kind, "rank": row.rank, "category": categories.get(row.category_id or 0), "what": row.what}
            for row in tournament.prizes.order_by("pk")
        ],
        "people": [{"name": person.name, "village": person.village} for person in people],
        "entrants": [_entrant(entrant, persons, categories) for entrant in entrants],
        "apart": [
            {"one": places[row.one_id], "other": places[row.other_id], "weight": row.weight}
            for row in tournament.wishes.order_by("pk")
        ],
        "rounds": [_round(row, places, persons) for row in tournament.played_rounds.order_by("number")],
        "decisions": [
            _decision(row, persons) for row in tournament.decisions.select_related("round").order_by("number")
        ],
    }


def _settings(tournament: Tournament) -> dict[str, Any]:
    values = {each.name: getattr(tournament, each.name) for each in in_document()}
    return {name: f"{value.normalize():f}" if isinstance(value, Decimal) else value for name, value in values.items()}


def _people(
    tournament: Tournament, entrants: Iterable[Entrant], sheets: Iterable[Session]
) -> tuple[list[Player], Places]:
    """People of the document, each once: entrants first, then those who left a seat to a substitute.

    With the place of each key, also of those who were merged into somebody since.
    """
    found = {entrant.player.person.pk: entrant.player.person for entrant in entrants}
    seats = Seat.objects.filter(session__in=[sheet.pk for sheet in sheets]).select_related("player__merged_into")
    for seat in seats.order_by("session__table__round__number", "session__table__number", "number"):
        found.setdefault(seat.player.person.pk, seat.player.person)
    substitutions = tournament.decisions.filter(kind=DecisionKind.SUBSTITUTE).order_by("number")
    named = [key for row in substitutions.values_list("left", "came") for key in row if key]
    by_key = {row.pk: row.person for row in Player.objects.filter(pk__in=named).select_related("merged_into")}
    for key in named:
        if key in by_key:
            found.setdefault(by_key[key].pk, by_key[key])
    places = {key: place for place, key in enumerate(found)}
    return list(found.values()), places | {key: places[person.pk] for key, person in by_key.items()}


def _rules(row: RuleSet) -> Any:
    """The rule set as in a session document: the identifier of a published one, or the whole of any other."""
    rules = rules_of(row)
    return rules.id if rules.id in published_identifiers() and published(rules.id) == rules else dict(rules.document)


def _moment(moment: datetime | None) -> str | None:
    return None if moment is None else timezone.localtime(moment).isoformat(timespec="microseconds")


def _entrant(entrant: Entrant, persons: Places, categories: Places) -> dict[str, Any]:
    return {
        "number": entrant.number,
        "person": persons[entrant.player.person.pk],
        "status": entrant.status,
        "paid": entrant.has_paid,
        "house": entrant.is_house,
        "practises": entrant.practises,
        "takes": entrant.takes,
        "fixed_table": entrant.fixed_table,
        "categories": sorted(categories[row.pk] for row in entrant.categories.all()),
        "uuid": str(entrant.uuid),
        "created": _moment(entrant.created_at),
    }


def _round(round_: Round, entrants: Places, persons: Places) -> dict[str, Any]:
    tables = round_.tables.select_related("sheet__rule_set").prefetch_related("results", "sheet__seats__player")
    return {
        "number": round_.number,
        "state": round_.state,
        "draw": round_.draw,
        "draws": round_.draws,
        "drawn": _moment(round_.drawn_at),
        "started": _moment(round_.started_at),
        "closed": _moment(round_.closed_at),
        "tables": [_table(table, entrants, persons) for table in tables.order_by("number")],
        "without_table": [_result(row, entrants) for row in round_.results.filter(table=None).order_by("entrant")],
    }


def _table(table: Table, entrants: Places, persons: Places) -> dict[str, Any]:
    return {
        "number": table.number,
        "practice": table.is_practice,
        "disputed": _moment(table.disputed_at),
        "void": _moment(table.voided_at),
        "results": [_result(row, entrants) for row in sorted(table.results.all(), key=lambda row: row.seat)],
        "sheet": _sheet(table.sheet, persons) if table.sheet and _can_be_played(table.sheet) else None,
    }


def _result(result: Result, entrants: Places) -> dict[str, Any]:
    return {
        "entrant": entrants[result.entrant_id],
        "seat": result.seat,
        "points": result.points,
        "games_won": result.games_won,
        "source": result.source,
        "counts": result.counts,
    } | ({"penalty": result.penalty} if result.penalty else {})


def _can_be_played(sheet: Session) -> bool:
    """True if the rules know a table of this size; a practice table of two has a sheet that stays empty."""
    return not check_table(tuple(sheet.lineup), sheet.dealer, rules_of(sheet.rule_set), sheet.seats.count())


def _sheet(sheet: Session, persons: Places) -> dict[str, Any]:
    """The session document, and what only a tournament's table has."""
    seats = sorted(sheet.seats.select_related("player__merged_into"), key=lambda seat: seat.number)
    deals = list(
        Hand.objects.filter(session=sheet, revision=1).order_by("place", "number").values_list("number", flat=True)
    )
    return {
        "people": [persons[seat.player.person.pk] for seat in seats],
        "state": sheet.state,
        "planned": sheet.planned,
        "handed_in_by": sheet.handed_in_by,
        "confirmed_by": sheet.confirmed_by,
        "called": _moment(sheet.called_at),
        "turn": {
            "lineup": sheet.lineup,
            "dealer": sheet.dealer,
            "after": _after(deals, sheet.turn_after),
            "stake_factor": sheet.stake_factor,
            "compulsory_after": None if sheet.compulsory_after is None else _after(deals, sheet.compulsory_after),
        },
        "document": write(document_of(sheet)),
    }


def _after(deals: list[int], number: int) -> int:
    """The number of deals, in the order of the sheet, up to a number of the ledger."""
    return max((place for place, own in enumerate(deals, 1) if own <= number), default=0)


def _decision(decision: Decision, persons: Places) -> dict[str, Any]:
    data = dict(decision.data)
    if decision.kind == DecisionKind.SUBSTITUTE:
        data |= {"left": persons.get(decision.left_id or 0), "came": persons.get(decision.came_id or 0)}
    return {
        "kind": decision.kind,
        "round": decision.round.number if decision.round else None,
        "why": decision.why,
        "data": data,
        "at": _moment(decision.at),
        "number": decision.number,
        "by": decision.by,
        "what": decision.what,
        "salt": decision.salt,
        "reason": decision.reason_hash,
        "hash": decision.hash,
    }
