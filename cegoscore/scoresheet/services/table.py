"""Who sits at the table, and by which rules."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal

from django.db import transaction
from django.db.models import Max

from cegoscore.clubs.house_rules.rule_sets import rules_of, stored
from cegoscore.clubs.models import Device, Player
from cegoscore.clubs.rights.links import open_club
from cegoscore.scoresheet.models import Seat, Session
from cegoscore.scoresheet.services.errors import Refused, Stale, refuse_first
from cegoscore.scoresheet.services.ledger import take_turn_seen
from cegoscore.scoring.checks import check_table
from cegoscore.scoring.house_rules import HouseRules

MOST_COLUMNS = 9
"""More people than that do not fit beside each other on a phone."""


def open_table(
    device: Device,
    *,
    names: Sequence[str],
    rules: HouseRules,
    first_dealer: int,
    title: str = "",
    stake: Decimal | None = None,
    currency: str = "",
) -> Session:
    """A new sheet in a club of its own, which the device manages; `names` in the order of the seats."""
    with transaction.atomic():
        club = open_club(device)
        sheet = Session.objects.create(
            club=club,
            rule_set=stored(rules),
            title=title,
            stake=stake,
            currency=currency,
            lineup=list(range(len(names))),
            dealer=first_dealer,
        )
        players = Player.objects.bulk_create([Player(club=club, name=name) for name in names])
        Seat.objects.bulk_create([Seat(session=sheet, number=n, player=player) for n, player in enumerate(players)])
    return sheet


def set_turn(sheet: Session, *, seen: int, lineup: tuple[int, ...], dealer: int) -> None:
    """Who sits at the table and who deals the next hand; from there on it counts on. Set twice, set once.

    Raises `Refused`, `SheetClosed`, and `Stale` if the sheet's version is no longer `seen`.
    """
    refuse_first(check_table(lineup, dealer, rules_of(sheet.rule_set), sheet.seats.count()))
    try:
        with transaction.atomic():
            take_turn_seen(sheet, seen)
            _set_turn(sheet, lineup, dealer)
    except Stale:
        sheet.refresh_from_db(fields=("lineup", "dealer", "turn_after"))
        as_wanted = (tuple(sheet.lineup), sheet.dealer) == (lineup, dealer)
        if not as_wanted or sheet.turn_after != _newest(sheet):
            raise


def join(sheet: Session, *, seen: int, name: str, lineup: tuple[int, ...], dealer: int) -> None:
    """A further person gets a column, at zero; `lineup` is who sits at the table for the next hand.

    The new column's number is one more than the last. Somebody of this name in the club is taken for the same person;
    joining twice is joining once. Raises `Refused`, `SheetClosed`, and `Stale` if the version is no longer `seen`.
    """
    try:
        with transaction.atomic():
            take_turn_seen(sheet, seen)
            names = [seat.name for seat in sheet.seats.select_related("player__merged_into")]
            if name.casefold() in map(str.casefold, names):
                raise Refused("name_on_sheet", name=name)
            if len(names) >= MOST_COLUMNS:
                raise Refused("sheet_full", most=MOST_COLUMNS)
            refuse_first(check_table(lineup, dealer, rules_of(sheet.rule_set), len(names) + 1))
            Seat.objects.create(session=sheet, number=len(names), player=_person_named(sheet, name))
            _set_turn(sheet, lineup, dealer)
    except Stale:
        newest = sheet.seats.select_related("player__merged_into").latest("number")
        if newest.name != name:
            raise


def _set_turn(sheet: Session, lineup: tuple[int, ...], dealer: int) -> None:
    sheet.lineup, sheet.dealer, sheet.turn_after = list(lineup), dealer, _newest(sheet)
    sheet.save(update_fields=("lineup", "dealer", "turn_after"))


def _newest(sheet: Session) -> int:
    """The last number of the ledger."""
    return sheet.hands.aggregate(newest=Max("number"))["newest"] or 0


def _person_named(sheet: Session, name: str) -> Player:
    known = Player.objects.filter(club=sheet.club_id, name=name, merged_into=None).order_by("pk").first()
    return known or Player.objects.create(club_id=sheet.club_id, name=name)
