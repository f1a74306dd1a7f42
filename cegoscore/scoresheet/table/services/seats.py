"""Seats of a sheet: line-up and dealer of the next hand, somebody who joins, and which person a column really is."""

from __future__ import annotations

import uuid
from collections.abc import Mapping

from django.db import transaction

from cegoscore.clubs import log, people
from cegoscore.clubs.errors import Refused
from cegoscore.clubs.house_rules.rule_sets import rules_of
from cegoscore.clubs.models import LogKind
from cegoscore.clubs.who import person_typed
from cegoscore.scoresheet.evening.services.circle_tables import people_named
from cegoscore.scoresheet.ledger.errors import Stale, refuse_at_tournament, refuse_first
from cegoscore.scoresheet.ledger.ledger_rows import last_number
from cegoscore.scoresheet.ledger.money import bookings_of
from cegoscore.scoresheet.ledger.services.ledger import lock_sheet_as_seen
from cegoscore.scoresheet.ledger.services.sheets import renew
from cegoscore.scoresheet.models import Seat, Session
from cegoscore.scoring.checks import check_table

MOST_COLUMNS = 9
"""More people than that do not fit beside each other on a phone."""


def set_turn(sheet: Session, *, seen: int, lineup: tuple[int, ...], dealer: int) -> None:
    """Set line-up and dealer of the next hand; from there on they are counted on. Set twice, set once.

    Raises `Refused`, `SheetClosed`, and `Stale` if the sheet's version is no longer `seen`.
    """
    refuse_first(check_table(lineup, dealer, rules_of(sheet.rule_set), sheet.seats.count()))
    try:
        with transaction.atomic():
            lock_sheet_as_seen(sheet, seen)
            _set_turn(sheet, lineup, dealer)
    except Stale:
        sheet.refresh_from_db(fields=("lineup", "dealer", "turn_after"))
        as_wanted = (tuple(sheet.lineup), sheet.dealer) == (lineup, dealer)
        if not as_wanted or sheet.turn_after != last_number(sheet):
            raise


def join(sheet: Session, *, seen: int, name: str, lineup: tuple[int, ...], dealer: int) -> None:
    """A further person gets a column, at zero; `lineup` is who sits at the table for the next hand.

    The new column's number is one more than the last. Who is meant is found as when a table is opened; joining twice
    is joining once. Raises `Refused`, `SheetClosed`, and `Stale` if the version is no longer `seen`.
    """
    refuse_at_tournament(sheet)
    try:
        with transaction.atomic():
            lock_sheet_as_seen(sheet, seen)
            people.queue_on(sheet.club_id)
            sitting = [seat.player.person for seat in sheet.seats.select_related("player__merged_into")]
            if person_typed(sitting, name):
                raise Refused("name_on_sheet", name=name)
            if len(sitting) >= MOST_COLUMNS:
                raise Refused("sheet_full", most=MOST_COLUMNS)
            refuse_first(check_table(lineup, dealer, rules_of(sheet.rule_set), len(sitting) + 1))
            (person,) = people_named(sheet.club_id, [name], taken=sitting)
            Seat.objects.create(session=sheet, number=len(sitting), player=person)
            _set_turn(sheet, lineup, dealer)
    except Stale:
        newest = sheet.seats.select_related("player__merged_into").latest("number")
        if not person_typed([newest.player.person], name):
            raise


def _set_turn(sheet: Session, lineup: tuple[int, ...], dealer: int) -> None:
    sheet.lineup, sheet.dealer, sheet.turn_after = list(lineup), dealer, last_number(sheet)
    sheet.save(update_fields=("lineup", "dealer", "turn_after"))


def reseat(sheet: Session, *, seen: int, players: Mapping[int, int]) -> None:
    """Put every column on the right person: players' keys by seat number. No hand changes; done twice is done once.

    Raises `Refused`, `SheetClosed`, and `Stale` if the version is no longer `seen`.
    """
    refuse_at_tournament(sheet)
    if len(set(players.values())) != len(players):
        raise Refused("player_twice")
    try:
        with transaction.atomic():
            lock_sheet_as_seen(sheet, seen)
            people.queue_on(sheet.club_id)
            sitting = _sitting(sheet)
            persons = people.persons_of(sheet.club_id)
            known = set(persons.filter(pk__in=players.values()).values_list("pk", flat=True))
            if sitting.keys() != players.keys() or known != set(players.values()):
                raise Refused("player_unknown")
            gone = set(sitting.values()) - set(players.values())
            if any({row.payer.person.pk, row.receiver.person.pk} & gone for row in bookings_of(sheet)):
                raise Refused("has_paid")
            for number, player in players.items():
                if sitting[number] != player:
                    sheet.seats.filter(number=number).update(player=player)
    except Stale:
        if _sitting(sheet) != dict(players):
            raise


def rename(sheet: Session, *, player: int, name: str, by: uuid.UUID | None = None) -> None:
    """Call a person of the sheet by another name, on every sheet of the club; a closed sheet can still be put right.

    Raises `Refused` if somebody else in the club has that name, or if the person is not on the sheet.
    """
    refuse_at_tournament(sheet)
    with transaction.atomic():
        renew(sheet)
        if player not in _sitting(sheet).values():
            raise Refused("player_unknown")
        before = people.name_now(player)
        undoes = people.rename(sheet.club_id, player=player, name=name)
        log.note(sheet.club_id, LogKind.RENAMED, device=by, before=before, after=name, undoes=undoes)


def merge(sheet: Session, *, kept: int, gone: int, by: uuid.UUID | None = None) -> None:
    """The same person twice in the sheet's club, as `people.merge` does it; whoever looks at the sheet sees it."""
    refuse_at_tournament(sheet)
    with transaction.atomic():
        people.lock_above(sheet.club_id)
        renew(sheet)
        if people.merge(sheet.club_id, kept=kept, gone=gone):
            before, after = people.name_now(gone), people.name_now(kept)
            undoes = {"player": gone}
            log.note(sheet.club_id, LogKind.MERGED, device=by, before=before, after=after, undoes=undoes)


def _sitting(sheet: Session) -> dict[int, int]:
    """The person in each column, by seat number."""
    return {seat.number: seat.player.person.pk for seat in sheet.seats.select_related("player__merged_into")}
