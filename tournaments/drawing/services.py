"""Seats of a round: draw, draw again, swap two people, start."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from cegoscore.clubs.house_rules.rule_sets import rules_of
from cegoscore.clubs.models import Device, Link, Right, RuleSet
from cegoscore.clubs.rights.codes import give_codes
from cegoscore.clubs.rights.links import can_be_shown, forget_targets, make_links
from cegoscore.contest.draw import (
    TABLE_SIZES,
    Basis,
    Draw,
    Plan,
    Remainder,
    Wish,
    draw_tables,
    moved,
    replay,
    table_sizes,
)
from cegoscore.contest.late import divisions
from cegoscore.contest.moves import CannotDraw
from cegoscore.contest.published_draw import digest_of, parse, write
from cegoscore.contest.replay import text_of_prizes
from cegoscore.scoresheet.ledger.ledger_rows import counting_hands
from cegoscore.scoresheet.models import Hand, Seat, Session
from tournaments.course.access import make_hall_link
from tournaments.course.entrants import teams_of
from tournaments.course.locks import Refused, current_round, decide, lock_round, lock_sheets, lock_tournament
from tournaments.course.proved import house_now
from tournaments.course.queries import fixed_now, prizes_now
from tournaments.door.house_players import house_players
from tournaments.models import DecisionKind, Entrant, EntrantStatus, Result, Round, RoundState, Table, Tournament


@dataclass(frozen=True, slots=True, kw_only=True)
class _TablePlan:
    """A table to be made: entrants in the order of their seats, and the seat that deals first."""

    number: int
    entrants: tuple[Entrant, ...]
    dealer: int
    is_practice: bool = False


def field_plan(tournament: Tournament, players: int) -> Plan:
    """The division of a field into tables: as it is set, or if that cannot be, with the fewest house players.

    Raises `CannotDraw` for a field too small.
    """
    playable = sizes_played(tournament)
    try:
        return table_sizes(players, tournament.table_size, Remainder(tournament.remainder), playable=playable)
    except CannotDraw:
        plans = divisions(players, playable)
        if not plans:
            raise
        return plans[0][2]


def sizes_played(tournament: Tournament) -> set[int]:
    """The sizes of tables that there may be by the tournament's rules, of those that the draw knows."""
    playable = {tournament.table_size, *rules_of(tournament.rule_set).sizes}
    if tournament.small_rule_set:
        playable |= set(rules_of(tournament.small_rule_set).sizes)
    return playable & set(TABLE_SIZES)


@transaction.atomic
def divide(tournament: Tournament, *, size: int, remainder: Remainder, why: str = "", device: Device | None) -> None:
    """Take another division into tables for the rounds to be drawn. After the first draw it needs a reason.

    Raises `Refused` for a size that the rules do not know, and while a round is drawn or played.
    """
    tournament = lock_tournament(tournament)
    last = current_round(tournament)
    if last and last.state != RoundState.CLOSED:
        raise Refused(f"round_is_{last.state}", number=last.number)
    if size not in sizes_played(tournament):
        raise Refused("size_not_played", size=size)
    if (tournament.table_size, tournament.remainder) == (size, remainder.value):
        return
    Tournament.objects.filter(pk=tournament.pk).update(table_size=size, remainder=remainder.value)
    if last or tournament.decisions.filter(kind=DecisionKind.DRAW).exists():
        data = {"settings": ["tables"], "size": size, "remainder": remainder.value}
        decide(tournament, DecisionKind.SETTINGS, why=why, data=data, device=device)


def rules_for(tournament: Tournament, size: int) -> RuleSet:
    """The rules at a table of this size: those of the smaller tables if it has fewer players than usual."""
    small = tournament.small_rule_set
    is_small = size < tournament.table_size or size not in rules_of(tournament.rule_set).sizes
    return small if small and is_small else tournament.rule_set


@transaction.atomic
def draw_round(tournament: Tournament, *, seed: str, number: int | None = None, device: Device | None = None) -> Round:
    """Draw the next round. With its `number`, drawn twice from the same seed is drawn once.

    Raises `Refused` while the round before is not closed, for a field too small, and if `number` is not the next.
    """
    tournament = lock_tournament(tournament)
    before = current_round(tournament)
    if before and before.number == number and before.state == RoundState.DRAWN and before.draw["seed"] == seed:
        return before
    if before and (before.state != RoundState.CLOSED or before.number == number):
        raise Refused(f"round_is_{before.state}", number=before.number)
    number = before.number + 1 if before else 1
    if number > tournament.rounds:
        raise Refused("all_rounds_drawn")
    round_ = Round(tournament=tournament, number=number, draw={}, draws=1 + _draws_before(tournament, number))
    _draw(round_, seed, device)
    return round_


def _draws_before(tournament: Tournament, number: int) -> int:
    """The number of times that a round was drawn already: a draw taken back counts, too."""
    draws = tournament.decisions.filter(kind=DecisionKind.DRAW).values_list("data", flat=True)
    return sum(data.get("round") == number for data in draws)


@transaction.atomic
def redraw(
    round_: Round, *, seed: str, why: str, device: Device | None, seen: str | None = None, drops_hands: bool = False
) -> Round:
    """Draw a round anew before it starts, for instance because somebody came late. Every draw is counted.

    `seen` is the version of the draw that is to be replaced; sent twice, drawn anew once. Hands that a table wrote
    before the start are dropped with its sheet if `drops_hands`. Raises `Refused` once the round has started, for a
    table with hands otherwise, and if another version stands.
    """
    round_ = lock_round(round_, RoundState.DRAWN)
    if seen is not None and round_.draw_version != seen:
        if round_.draw["seed"] == seed and seen.partition(".")[0] == str(round_.draws - 1):
            return round_
        raise Refused("draw_changed", number=round_.number)
    dropped = _drop_tables(round_, drops_hands=drops_hands)
    data = {"seed": round_.draw["seed"], "draws": round_.draws} | dropped
    decide(round_, DecisionKind.REDRAW, why=why, data=data, device=device)
    round_.draws += 1
    _draw(round_, seed, device)
    return round_


@transaction.atomic
def undraw(round_: Round, *, why: str, device: Device | None, drops_hands: bool = False) -> None:
    """Take a draw back before the round starts: people can be registered as if there had been none.

    The draw stays in the chain of decisions, and counts. Raises `Refused` as `redraw` does.
    """
    round_ = lock_round(round_, RoundState.DRAWN)
    dropped = _drop_tables(round_, drops_hands=drops_hands)
    data = {"seed": round_.draw["seed"], "draws": round_.draws} | dropped
    decide(round_, DecisionKind.UNDRAW, why=why, data=data, device=device)
    round_.delete()


def written_before_the_start(round_: Round) -> list[int]:
    """The numbers of tables that have a hand in force; struck ones count as none."""
    tables = round_.tables.select_related("sheet").order_by("number")
    return [table.number for table in tables if table.sheet and counting_hands(table.sheet)]


def tables_begun(round_: Round) -> dict[int | None, int]:
    """Tables with a hand, struck ones too, a total typed once, a result of their own, or a penalty: number by key."""
    begun = Q(sheet__hands__isnull=False) | Q(results__points__isnull=False) | Q(results__penalty__gt=0)
    rows = round_.tables.filter(begun | ~Q(typings=[]))
    return dict(rows.order_by("number").values_list("pk", "number").distinct())


def _drop_tables(round_: Round, *, drops_hands: bool) -> dict[str, list[int]]:
    """Drop tables and sheets; the tables that had written hands, for the decision. Raises `Refused`."""
    lock_sheets(*round_.tables.all())
    sheets = Session.objects.filter(table__round=round_)
    has_hands = Hand.objects.filter(session__in=sheets).exists()
    tables = written_before_the_start(round_) if has_hands else []
    if tables and not drops_hands:
        raise Refused("hands_written", tables=", ".join(map(str, tables)))
    keys = list(sheets.values_list("pk", flat=True))
    Table.objects.filter(round=round_).delete()
    forget_targets(keys)
    Session.objects.filter(pk__in=keys).delete()
    return {"tables": tables} if tables else {}


def _draw(round_: Round, seed: str, device: Device | None) -> None:
    """Draw, store what the lot followed from, note it in the chain, and make tables, sheets and links."""
    tournament = round_.tournament
    try:
        drawn = _drawn(tournament, round_.number, seed)
    except CannotDraw as error:
        raise Refused(error.code, **error.params) from None
    round_.draw, round_.drawn_at = write(drawn), timezone.now()
    round_.save()
    present = {entrant.number: entrant for entrant in _present(tournament)}
    plans = [
        _TablePlan(number=place, entrants=tuple(present[number] for number in table), dealer=dealer)
        for place, (table, dealer) in enumerate(zip(drawn.tables, drawn.dealers, strict=True), 1)
    ]
    practice = _practice(tournament, first=len(plans) + 1)
    _set_tables(round_, plans + practice)
    make_hall_link(tournament)
    data = {"seed": seed, "draws": round_.draws, "draw": digest_of(round_.draw)}
    data["practice"] = {str(plan.number): [entrant.number for entrant in plan.entrants] for plan in practice}
    data["house_players"] = house_now(tournament)
    fixed = {} if round_.number > 1 else fixed_now(tournament)
    prize_lines = "" if round_.number > 1 else text_of_prizes(prizes_now(tournament))
    decide(round_, DecisionKind.DRAW, data=data | fixed, what=prize_lines, device=device)


def _present(tournament: Tournament) -> list[Entrant]:
    return list(tournament.entrants.filter(status=EntrantStatus.PRESENT).select_related("player__merged_into"))


def _drawn(tournament: Tournament, number: int, seed: str) -> Draw:
    playing = [entrant for entrant in _present(tournament) if not entrant.practises and not entrant.is_house]
    plan = field_plan(tournament, len(playing))
    house_players(tournament, plan.house)
    takes_part = [entrant for entrant in _present(tournament) if not entrant.practises]
    numbers = tuple(sorted(entrant.number for entrant in takes_part if entrant.number))
    basis = Basis(
        seed=seed,
        numbers=numbers,
        sizes=plan.sizes,
        earlier=_earlier(tournament, number),
        balanced=True,
        teams=_teams(tournament, numbers),
    )
    fixed = {
        entrant.number: entrant.fixed_table - 1
        for entrant in takes_part
        if entrant.number and entrant.fixed_table and entrant.fixed_table <= len(plan.sizes)
    }
    return draw_tables(basis, fixed=fixed, apart=wishes_of(tournament))


def _teams(tournament: Tournament, numbers: Collection[int]) -> tuple[tuple[int, ...], ...]:
    """The teams of which at least two take part."""
    teams = [tuple(number for number in team if number in numbers) for team in teams_of(tournament).values()]
    return tuple(team for team in teams if len(team) > 1)


def wishes_of(tournament: Tournament) -> list[Wish]:
    """Wishes to sit apart."""
    rows = tournament.wishes.values_list("one__number", "other__number", "weight")
    return [Wish(one=one, other=other, weight=weight) for one, other, weight in rows if one and other]


def _earlier(tournament: Tournament, number: int) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """The tables of the rounds before, as they sat in the end."""
    rounds = tournament.played_rounds.filter(number__lt=number).order_by("number")
    return tuple(tuple(tuple(table) for table in round_.draw["tables"]) for round_ in rounds)


def _practice(tournament: Tournament, *, first: int) -> list[_TablePlan]:
    """Plan practice tables in the order of the start numbers, without regard to repeated meetings."""
    here = sorted((e for e in _present(tournament) if e.practises), key=lambda entrant: entrant.number or 0)
    size = tournament.table_size
    groups = [tuple(here[start : start + size]) for start in range(0, len(here), size)]
    return [
        _TablePlan(number=number, entrants=group, dealer=0, is_practice=True)
        for number, group in enumerate(groups, first)
    ]


def _set_tables(round_: Round, plans: Sequence[_TablePlan]) -> None:
    """Tables with their sheets, links and results, in as many queries for fifty as for one."""
    tournament = round_.tournament
    sheets = Session.objects.bulk_create(_sheet(round_, plan) for plan in plans)
    Seat.objects.bulk_create(
        Seat(session=sheet, number=seat, player=entrant.player.person)
        for sheet, plan in zip(sheets, plans, strict=True)
        for seat, entrant in enumerate(plan.entrants)
    )
    # With codes at once: table cards are printed before the round starts.
    give_codes(make_links(tournament.club, right=Right.WRITE, targets=[sheet.pk for sheet in sheets]))
    tables = Table.objects.bulk_create(
        Table(round=round_, number=plan.number, sheet=sheet, is_practice=plan.is_practice)
        for sheet, plan in zip(sheets, plans, strict=True)
    )
    Result.objects.bulk_create(
        Result(
            round=round_,
            entrant=entrant,
            table=table,
            seat=seat,
            counts=not (entrant.is_house or plan.is_practice),
        )
        for table, plan in zip(tables, plans, strict=True)
        for seat, entrant in enumerate(plan.entrants)
    )


def _sheet(round_: Round, plan: _TablePlan) -> Session:
    """The sheet of a table: by the rules of the smaller tables if there are fewer players than usual."""
    tournament, size = round_.tournament, len(plan.entrants)
    title = _("Table %(table)s, round %(round)s") % {"table": plan.number, "round": round_.number}
    return Session(
        club_id=tournament.club_id,
        rule_set=rules_for(tournament, size),
        title=title,
        lineup=list(range(size)),
        dealer=plan.dealer,
        event=tournament.pk,
        planned=tournament.hands_at(size),
    )


def drawn_of(round_: Round) -> Draw:
    """The draw of a round, computed again from what is stored: the lot, then the moves."""
    published, problems = parse(round_.draw)
    if published is None:
        raise ValueError(problems)
    return replay(published.basis)


@transaction.atomic
def swap(round_: Round, one: int, other: int, *, why: str, device: Device | None, seen: str | None = None) -> None:
    """Swap the seats of two start numbers by hand, before the round starts; it stays visible, with its reason.

    `seen` is the version of the draw that the two were looked up in; sent twice, swapped once. Raises `Refused`.
    """
    round_ = lock_round(round_, RoundState.DRAWN)
    if seen is not None and round_.draw_version != seen:
        moves = round_.draw["moves"]
        if moves and moves[-1] == {"swap": one, "with": other} and seen == f"{round_.draws}.{len(moves) - 1}":
            return
        raise Refused("draw_changed", number=round_.number)
    first, second = (_result_of(round_, number) for number in (one, other))
    if first.pk == second.pk:
        raise Refused("same_number_twice")
    lock_sheets(first.table_id or 0, second.table_id or 0)
    if written := {first.table_id, second.table_id} & tables_begun(round_).keys():
        raise Refused("hands_at_table", table=min(tables_begun(round_)[key] for key in written))
    drawn = moved(drawn_of(round_), (one, other))
    published = write(drawn)
    Round.objects.filter(pk=round_.pk).update(draw=published)
    _swap_places(first, second)
    data = {"numbers": [one, other], "draw": digest_of(published)}
    decide(round_, DecisionKind.SWAP, why=why, data=data, device=device)


def _result_of(round_: Round, number: int) -> Result:
    results = round_.results.filter(entrant__number=number, table__is_practice=False)
    result = results.select_related("entrant__player__merged_into").first()
    if result is None:
        raise Refused("number_not_seated", number=number)
    return result


def _swap_places(first: Result, second: Result) -> None:
    """Exchange the entrants of two results; the rows keep their seats, so that none is ever taken twice."""
    for place, entrant in ((first, second.entrant), (second, first.entrant)):
        Seat.objects.filter(session__table=place.table_id, number=place.seat).update(player=entrant.player.person)
    Result.objects.filter(pk=first.pk).delete()
    Result.objects.filter(pk=second.pk).update(entrant=first.entrant, counts=first.counts)
    first.entrant, first.counts = second.entrant, second.counts
    first.save(force_insert=True)


def start_round(round_: Round, *, device: Device | None = None) -> None:
    """Start a round. Expired codes of table cards are renewed. Idempotent.

    Raises `Refused` while somebody who withdrew still has a seat, but for practice, which plays with who is there.
    """
    if Round.objects.filter(pk=round_.pk, state=RoundState.PLAYING).exists():
        return
    with transaction.atomic():
        round_ = lock_round(round_, RoundState.DRAWN)
        seated = round_.results.exclude(table__is_practice=True)
        gone = seated.exclude(entrant__status=EntrantStatus.PRESENT).values_list("entrant__number", flat=True)
        if gone:
            raise Refused("withdrawn_seated", numbers=", ".join(map(str, sorted(filter(None, gone)))))
        Round.objects.filter(pk=round_.pk).update(state=RoundState.PLAYING, started_at=timezone.now())
        give_codes(links_of(round_))
        data = {"draw": digest_of(round_.draw)}
        decide(round_, DecisionKind.START, data=data, device=device)


def links_of(round_: Round) -> list[Link]:
    """The links of a round's tables that can be shown."""
    sheets = Session.objects.filter(table__round=round_).values("pk")
    return list(filter(can_be_shown, Link.objects.valid().filter(target__in=sheets, right=Right.WRITE)))
