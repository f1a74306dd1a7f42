"""Seats after the draw: late-comers draw one by lot, and who is not there leaves one. All as moves of the draw."""

from collections.abc import Sequence

from django.db import transaction
from django.db.models import Q, QuerySet

from cegoscore.clubs.models import Device
from cegoscore.contest.draw import Draw, moved
from cegoscore.contest.late import Chairs, can_shrink, seat_for
from cegoscore.contest.moves import CannotDraw, Join, Leave, Move
from cegoscore.contest.published_draw import digest_of, write
from cegoscore.scoresheet.models import Seat, Session
from tournaments.course.entrants import teams_of
from tournaments.course.locks import Refused, current_round, decide, lock_entrant, lock_sheets, lock_tournament
from tournaments.course.proved import house_now
from tournaments.door.house_players import one_more_house_player
from tournaments.drawing.services import drawn_of, rules_for, sizes_played, tables_begun, wishes_of
from tournaments.models import Apart, DecisionKind, Entrant, EntrantStatus, Result, Round, RoundState, Table, Tournament

SEATING = (RoundState.DRAWN, RoundState.PLAYING)
"""States of a round in which somebody may still sit down: at tables that have not written a hand."""


@transaction.atomic
def seat_late(entrant: Entrant, *, device: Device | None) -> int:
    """Let a late-comer draw a seat in the round that is drawn; the number of the table. Seated twice is seated once.

    Raises `Refused` if no round is drawn or if there is no seat left.
    """
    entrant = lock_entrant(entrant)
    round_ = _round_of(entrant.tournament)
    if here := _table_of(round_, entrant):
        return here
    if entrant.status != EntrantStatus.PRESENT or entrant.practises or not entrant.number:
        raise Refused("not_to_be_seated")
    drawn = drawn_of(round_)
    table = _make(round_, drawn, _move(drawn, entrant.number, _chairs(round_, drawn, entrant)))
    data = {"number": entrant.number, "table": table, "draw": digest_of(round_.draw)}
    data["house_players"] = house_now(round_.tournament)
    decide(round_, DecisionKind.SEATED, data=data, device=device)
    return table


@transaction.atomic
def empty_seat(entrant: Entrant, *, device: Device | None) -> int:
    """Take somebody who is not there out of the round that is drawn; the number of the table.

    The table plays with one less if it can, otherwise a house player sits down. Raises `Refused` if they have no seat.
    """
    entrant = lock_entrant(entrant)
    round_ = _round_of(entrant.tournament)
    seat = round_.results.filter(entrant=entrant, table__is_practice=False).first()
    if seat is None or not entrant.number:
        raise Refused("number_not_seated", number=entrant.number or 0)
    lock_sheets(seat.table_id or 0)
    Entrant.objects.filter(pk=entrant.pk).update(status=EntrantStatus.WITHDRAWN)
    drawn = drawn_of(round_)
    chairs = _chairs(round_, drawn, entrant)
    move: Move = Leave(entrant.number)
    if not can_shrink(drawn, entrant.number, chairs):
        move = Join(one_more_house_player(round_.tournament).number or 0, instead_of=(entrant.number,))
    table = _make(round_, drawn, move)
    data = {"number": entrant.number, "table": table, "draw": digest_of(round_.draw), "house": type(move) is Join}
    data["house_players"] = house_now(round_.tournament)
    decide(round_, DecisionKind.UNSEATED, data=data, device=device)
    return table


def _round_of(tournament: Tournament) -> Round:
    round_ = current_round(tournament)
    if round_ is None or round_.state not in SEATING or not round_.draw:
        raise Refused("no_round_to_sit_in")
    round_.tournament = tournament
    return round_


def _table_of(round_: Round, entrant: Entrant) -> int:
    """The number of the entrant's table; 0 without a seat."""
    table = round_.results.filter(entrant=entrant).values_list("table__number", flat=True).first()
    return table or 0


def _chairs(round_: Round, drawn: Draw, entrant: Entrant) -> Chairs:
    fixed = entrant.fixed_table
    seated = round_.results.filter(table__is_practice=False)
    return Chairs(
        playable=sizes_played(round_.tournament),
        usual=round_.tournament.table_size,
        empty=_numbers(seated.exclude(entrant__status=EntrantStatus.PRESENT)),
        house=_numbers(seated.filter(entrant__is_house=True)),
        closed=sorted(number - 1 for number in tables_begun(round_).values()),
        apart=wishes_of(round_.tournament),
        teams=teams_of(round_.tournament).values(),
        only=fixed - 1 if fixed and fixed <= len(drawn.tables) else None,
    )


def _numbers(results: QuerySet[Result]) -> list[int]:
    return [number for number in results.values_list("entrant__number", flat=True) if number]


def _move(drawn: Draw, number: int, chairs: Chairs) -> Join:
    try:
        return seat_for(drawn, number, chairs)
    except CannotDraw as error:
        raise Refused(error.code, **error.params) from None


def _make(round_: Round, drawn: Draw, move: Move) -> int:
    """Make a move: store the draw, and bring the table that changed in line with it; its number.

    Raises `Refused` if that table has begun: then the seat needs a substitute, no move.
    """
    after = moved(drawn, move)
    pairs = zip(drawn.tables, after.tables, strict=True)
    row = next(place for place, (old, new) in enumerate(pairs) if old != new)
    table = Table.objects.get(round=round_, number=row + 1)
    lock_sheets(table)
    if table.pk in tables_begun(round_):
        raise Refused("hands_at_table", table=table.number)
    round_.draw = write(after)
    Round.objects.filter(pk=round_.pk).update(draw=round_.draw)
    _seat(round_, table, after.tables[row], after.dealers[row])
    if isinstance(move, Join | Leave):
        left = set(drawn.tables[row]) - set(after.tables[row])
        house = round_.tournament.entrants.filter(number__in=left, is_house=True)
        house.update(status=EntrantStatus.WITHDRAWN)
    return table.number


def _seat(round_: Round, table: Table, numbers: Sequence[int], dealer: int) -> None:
    """Results, columns and turn of a table's sheet follow its seats; link and code on its card stay as they are."""
    entrants = round_.tournament.entrants.filter(number__in=numbers)
    by_number = {entrant.number: entrant for entrant in entrants.select_related("player__merged_into")}
    Result.objects.filter(table=table).delete()
    Result.objects.bulk_create(
        Result(round=round_, table=table, entrant=by_number[number], seat=seat, counts=not by_number[number].is_house)
        for seat, number in enumerate(numbers)
    )
    sheet = Session.objects.filter(table=table)
    this = sheet.get()
    Seat.objects.filter(session=this, number__gte=len(numbers)).delete()
    for seat, number in enumerate(numbers):
        Seat.objects.update_or_create(session=this, number=seat, defaults={"player": by_number[number].player.person})
    sheet.update(
        lineup=list(range(len(numbers))),
        dealer=dealer,
        planned=round_.tournament.hands_at(len(numbers)),
        rule_set=rules_for(round_.tournament, len(numbers)),
    )


HEAVIEST = 9


@transaction.atomic
def keep_apart(tournament: Tournament, one: int, other: int, *, weight: int = 1) -> None:
    """Keep two start numbers apart; repeated, only the weight changes. Raises `Refused`."""
    tournament = lock_tournament(tournament)
    if one == other:
        raise Refused("same_number_twice")
    first, second = (_entrant(tournament, number) for number in sorted((one, other)))
    noted, *again = tournament.wishes.filter(Q(one=first, other=second) | Q(one=second, other=first)).order_by(
        "pk"
    ) or [Apart(tournament=tournament, one=first, other=second)]
    noted.weight = weight
    noted.save()
    Apart.objects.filter(pk__in=[wish.pk for wish in again]).delete()


@transaction.atomic
def let_together(tournament: Tournament, wish: int) -> None:
    """The wish (its row's key) is taken back; one that is gone already stays gone."""
    tournament = lock_tournament(tournament)
    tournament.wishes.filter(pk=wish).delete()


@transaction.atomic
def fix_table(tournament: Tournament, number: int, table: int | None) -> None:
    """Keep a start number at one table in all rounds drawn from now on, or let it sit anywhere. Raises `Refused`."""
    tournament = lock_tournament(tournament)
    entrant = _entrant(tournament, number)
    Entrant.objects.filter(pk=entrant.pk).update(fixed_table=table)


def _entrant(tournament: Tournament, number: int) -> Entrant:
    entrant = tournament.entrants.filter(number=number).first()
    if entrant is None:
        raise Refused("number_unknown", number=number)
    return entrant
