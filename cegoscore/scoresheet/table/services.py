"""Acts at the table: a forgotten hand put in, another rule set, people, places and turns."""

import uuid
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace

from django.db import transaction
from django.db.models import Max

from cegoscore.clubs import people
from cegoscore.clubs.errors import Refused
from cegoscore.clubs.house_rules.rule_sets import rules_of, stored
from cegoscore.clubs.log import note
from cegoscore.clubs.models import Device, LogKind
from cegoscore.clubs.people import person_typed
from cegoscore.scoresheet.ledger.ledger_rows import last_number
from cegoscore.scoresheet.ledger.money import bookings_of
from cegoscore.scoresheet.ledger.seats import seats_of, turn_of
from cegoscore.scoresheet.ledger.services.ledger import lock_sheet_as_seen, move_totals, row_of, write_hand
from cegoscore.scoresheet.ledger.services.sheets import called
from cegoscore.scoresheet.ledger.wording import Conflict, Stale, refuse_at_tournament, refuse_first
from cegoscore.scoresheet.ledger.writing import Writing, Written
from cegoscore.scoresheet.models import Hand, Score, Seat, Session
from cegoscore.scoresheet.table.why import Repaid, dealt_later, repaid_hands, taken_over
from cegoscore.scoring.checks import check_table
from cegoscore.scoring.house_rules import HouseRules


def insert_hand(sheet: Session, writing: Writing, *, before: int, device: Device | None) -> Written:
    """Write a new hand that stands on the sheet right before the hand numbered `before`.

    Its own number is the ledger's next, like that of any other new hand; so of two phones that put one in at the same
    time, one is told. Raises as `write_hand` does, and `Refused` if there is no room left.
    """
    return write_hand(sheet, replace(writing, place=_place_before(sheet, writing, before)), device=device)


def deal_later(sheet: Session, *, number: int, seen: int, why: str, device: Device | None) -> None:
    """Let everybody have dealt one later since the hand at `number`, which had been forgotten.

    Done twice is done once. Raises `Refused` if a hand could not be then, `SheetClosed`, and `Stale` if the version
    is no longer `seen`.
    """
    try:
        with transaction.atomic():
            lock_sheet_as_seen(sheet, seen)
            hands = dealt_later(sheet, number)
            refuse_first(problem for hand in hands for problem in hand.problems)
            pay_anew(sheet, hands, why, device)
    except Stale:
        if dealt_later(sheet, number):
            raise


def take_over(
    sheet: Session, *, number: int, seen: int, seat: int, instead: int, why: str, device: Device | None
) -> None:
    """Put `seat` where `instead` stands from the hand at `number` on: a revision of each of those hands.

    Done twice is done once. Raises `Refused` if `seat` sat in one of them already, if `instead` sat in none or a hand
    could not be then, `SheetClosed`, and `Stale` if the version is no longer `seen`.
    """
    try:
        with transaction.atomic():
            lock_sheet_as_seen(sheet, seen)
            hands = taken_over(sheet, number, seat=seat, instead=instead)
            if not hands:
                raise Refused("not_at_table", seat=instead)
            if any(seat in hand.row.lineup for hand in hands):
                raise Refused("sits_there", seat=seat)
            refuse_first(problem for hand in hands for problem in hand.problems)
            pay_anew(sheet, hands, why, device)
    except Stale:
        if taken_over(sheet, number, seat=seat, instead=instead):
            raise


def _place_before(sheet: Session, writing: Writing, before: int) -> int:
    """Half-way between the hand and the one above it."""
    place = sheet.hands.filter(number=before).values_list("place", flat=True).first()
    if place is None:
        raise Conflict(None)
    others = sheet.hands.filter(place__lt=place).exclude(uuid=writing.uuid)
    above = others.aggregate(place=Max("place"))["place"] or 0
    if place - above < 2:
        raise Refused("no_room_between")
    return (above + place) // 2


def change_rules(sheet: Session, *, seen: int, rules: HouseRules, why: str, device: Device | None) -> None:
    """Go on by another rule set as if it had been chosen at the start: every hand that counts is paid anew.

    Line-up and dealer of the next hand must be possible, too. Adopted twice is adopted once. Raises `Refused` naming
    the hands that are impossible, `SheetClosed`, and `Stale` if the version is no longer `seen`.
    """
    try:
        with transaction.atomic():
            lock_sheet_as_seen(sheet, seen)
            hands = repaid_hands(sheet, rules)
            if impossible := [hand for hand in hands if hand.problems]:
                raise Refused("hands_impossible", hands=", ".join(str(hand.shown or "–") for hand in impossible))
            turn = turn_of(sheet)
            refuse_first(check_table(turn.lineup, turn.dealer, rules, sheet.seats.count()))
            pay_anew(sheet, hands, why, device)
            _note(sheet, rules, device)
            sheet.rule_set = stored(rules)
            sheet.save(update_fields=("rule_set",))
    except Stale:
        sheet.refresh_from_db(fields=("rule_set",))
        if rules_of(sheet.rule_set).digest != rules.digest:
            raise


def _note(sheet: Session, rules: HouseRules, device: Device | None) -> None:
    before, after = rules_of(sheet.rule_set).id, rules.id
    note(sheet.club_id, LogKind.SHEET_CHANGED, device=device, subject=called(sheet), before=before, after=after)


def pay_anew(sheet: Session, hands: list[Repaid], why: str, device: Device | None) -> None:
    """A further revision of each of the hands, with other scores; call it within the transaction of a write."""
    writings = [
        Writing(
            uuid=uuid.uuid4(),
            number=hand.row.number,
            revision=hand.row.revision + 1,
            hand=hand.hand,
            why=why,
            place=hand.row.place,
        )
        for hand in hands
    ]
    rows = Hand.objects.bulk_create(row_of(sheet, writing, device) for writing in writings)
    seats = dict(sheet.seats.values_list("number", "pk"))
    Score.objects.bulk_create(
        Score(hand=row, seat_id=seats[number], points=points)
        for row, hand in zip(rows, hands, strict=True)
        for number, points in hand.new.items()
    )
    changes: Counter[int] = Counter()
    for hand in hands:
        changes.update(hand.new)
        changes.subtract(hand.old)
    move_totals(sheet, changes)


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

    The new column's number is one more than the last; who was here before and left sits down in their own. Who is meant
    is found as when a table is opened; joining twice is joining once. Raises `Refused`, `SheetClosed`, and `Stale` if
    the version is no longer `seen`.
    """
    refuse_at_tournament(sheet)
    try:
        with transaction.atomic():
            lock_sheet_as_seen(sheet, seen)
            people.queue_on(sheet.club_id)
            sitting = [seat.player.person for seat in seats_of(sheet)]
            if known := person_typed(sitting, name):
                _come_back(sheet, sitting.index(known), name, lineup, dealer)
                return
            if len(sitting) >= MOST_COLUMNS:
                raise Refused("sheet_full", most=MOST_COLUMNS)
            refuse_first(check_table(lineup, dealer, rules_of(sheet.rule_set), len(sitting) + 1))
            (person,) = people.people_named(sheet.club_id, [name], taken=sitting)
            Seat.objects.create(session=sheet, number=len(sitting), player=person)
            _set_turn(sheet, lineup, dealer)
    except Stale:
        people_now, at_table = [seat.player.person for seat in seats_of(sheet)], turn_of(sheet).lineup
        if not person_typed([people_now[-1], *(people_now[seat] for seat in at_table)], name):
            raise


def _come_back(sheet: Session, seat: int, name: str, lineup: tuple[int, ...], dealer: int) -> None:
    """Seat again who left; raises `Refused` for somebody who sits there, or has a column and sits down nowhere."""
    if seat in turn_of(sheet).lineup or seat not in lineup:
        raise Refused("name_on_sheet", name=name)
    refuse_first(check_table(lineup, dealer, rules_of(sheet.rule_set), sheet.seats.count()))
    _set_turn(sheet, lineup, dealer)


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
            if any({person.pk for person in row.persons} & gone for row in bookings_of(sheet)):
                raise Refused("has_paid")
            for number, player in players.items():
                if sitting[number] != player:
                    sheet.seats.filter(number=number).update(player=player)
    except Stale:
        if _sitting(sheet) != dict(players):
            raise


def _sitting(sheet: Session) -> dict[int, int]:
    """The person in each column, by seat number."""
    return {seat.number: seat.player.person.pk for seat in sheet.seats.select_related("player__merged_into")}
