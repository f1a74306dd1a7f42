"""Services of the door: registration, withdrawal, substitutes; `announcing` and `corrections` stand beside it."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID, uuid4

from django.db import transaction
from django.db.models import Max, Q
from django.utils import timezone
from django.utils.translation import gettext as _

from cegoscore.clubs import people
from cegoscore.clubs.log import note
from cegoscore.clubs.models import Device, LogKind, Player
from cegoscore.clubs.people import identity
from cegoscore.scoresheet.models import Seat, State
from tournaments.course import fees
from tournaments.course.entrants import counts_before, registered
from tournaments.course.locks import Refused, decide, lock_entrant, lock_sheets, lock_tournament
from tournaments.course.proved import house_now
from tournaments.course.team_names import in_teams
from tournaments.models import Apart, DecisionKind, Entrant, EntrantStatus, RoundState, Takes, Tournament
from tournaments.models.entrants import STATE

MOST_ENTRANTS = 400
"""Including those who only announced themselves: more than any hall holds."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Newcomer:
    """A person at the door: one that the club knows (`player`, a row's key), or a name and a home village."""

    name: str
    village: str = ""
    sorted_by: str = ""
    player: int | None = None
    has_paid: bool = False
    practises: bool = False
    categories: tuple[int, ...] = ()
    """Keys of the tournament's categories."""
    team: str = ""
    """The name of their team; empty if nothing is said of it."""
    is_new: bool = False
    """True if somebody was asked, and said that it is nobody whom the club knows under another name."""
    fee: int | None = None
    """The key of the fee that they owe; none for the usual one, or the one that they owe already."""
    payment: UUID | None = None
    """The UUID under which the payment is booked, made by whoever sends it."""
    by: Device | None = None
    """The device that notes them."""
    new_village: str = ""
    """Another village of a known person, wherever they stand."""


@transaction.atomic
def register(tournament: Tournament, newcomer: Newcomer, *, uuid: UUID | None = None) -> Entrant:
    """Give somebody the next start number. Who announced themselves or had withdrawn comes in as they stand there.

    Sent twice (by its UUID), registered once. Raises `Refused`.
    """
    tournament = lock_tournament(tournament)
    person = person_for(tournament, newcomer)
    before = entrant_of(tournament, person)
    if before and before.status == EntrantStatus.PRESENT and before.uuid != uuid:
        raise Refused("already_registered", name=person.name, number=before.number or 0)
    if uuid is None or tournament.entrants.filter(uuid=uuid).exists():
        uuid = uuid4()
    return _register(tournament, newcomer, uuid, person)


@transaction.atomic
def check_in(entrant: Entrant, *, has_paid: bool, payment: UUID | None = None, device: Device | None = None) -> Entrant:
    """Check in an announced entrant, who gets the next number. Checked in twice, it is the same number.

    A payment is booked of who is here already, too. The row may be gone by then, into another one of the same person.
    """
    uuid, player = entrant.uuid, entrant.player_id
    tournament = lock_tournament(entrant.tournament)
    person = Player.objects.select_related("merged_into").get(pk=player).person
    newcomer = Newcomer(name="", has_paid=has_paid, payment=payment, by=device)
    return noted(tournament, _register(tournament, newcomer, uuid, person), newcomer)


@transaction.atomic
def register_all(tournament: Tournament, newcomers: Iterable[Newcomer]) -> list[Entrant]:
    """Register a whole list or nobody; who is in already gets what it says of them besides. Raises `Refused`."""
    tournament = lock_tournament(tournament)
    came = [
        (_register(tournament, newcomer, uuid4(), person_for(tournament, newcomer)), newcomer) for newcomer in newcomers
    ]
    return [noted(tournament, entrant, newcomer) for entrant, newcomer in came]


def noted(tournament: Tournament, entrant: Entrant, newcomer: Newcomer) -> Entrant:
    """The entrant with what is known of them, on the list from now on. Raises `Refused` if that is full."""
    if not entrant.pk:
        _check_room(tournament)
    entrant.tournament = tournament
    entrant.fee_id = newcomer.fee or entrant.fee_id
    if newcomer.team and not (entrant.pk and entrant.results.exists()):
        entrant.team = team_for(tournament, newcomer.team, [entrant])
    entrant.save()
    entrant.categories.add(*tournament.categories.filter(pk__in=newcomer.categories))
    if newcomer.has_paid and not entrant.has_paid:
        fees.pay(entrant, uuid=newcomer.payment, device=newcomer.by)
    if newcomer.new_village:
        _move(entrant.player.person, newcomer.new_village, newcomer.by)
    return entrant


def _move(person: Player, village: str, by: Device | None) -> None:
    """Note another village of a person, once. Raises `Refused` if somebody else there has the name."""
    if Player.objects.filter(pk=person.pk, village=village).exists():
        return
    undoes = people.rename(person.club_id, player=person.pk, name=person.name, village=village)
    note(person.club_id, LogKind.RENAMED, device=by, before=person.name, after=person.name, undoes=undoes)


def team_for(tournament: Tournament, name: str, people: Collection[Entrant]) -> str:
    """The name of a team as it is written here already. Raises `Refused` if it has no room for these people."""
    others = in_teams(tournament).exclude(pk__in=[one.pk for one in people if one.pk])
    same = [team for _pk, team in others.values_list("pk", "team") if team.casefold() == name.casefold()]
    name, size = same[0] if same else name, tournament.team_size
    if size and len(same) + len(people) > size:
        raise Refused("team_complete", team=name, size=size)
    return name


def _register(tournament: Tournament, newcomer: Newcomer, uuid: UUID, player: Player) -> Entrant:
    """The person's entrant, present under their number; who is so already stays as they are."""
    entrant = entrant_of(tournament, player) or Entrant(player=player, status="")
    if entrant.status == EntrantStatus.PRESENT:
        return entrant
    if entrant.status == EntrantStatus.WITHDRAWN and not (entrant.number or entrant.before):
        entrant.created_at = timezone.now()  # who took back comes behind those who waited
    entrant.remember()
    entrant.uuid = uuid
    is_new = not entrant.number
    entrant.number = entrant.number or next_number(tournament)
    entrant.status = EntrantStatus.PRESENT
    entrant.practises = entrant.practises or newcomer.practises
    came = noted(tournament, entrant, newcomer)
    if is_new and came.takes != Takes.PRIZES:
        data = {"number": came.number, "takes": came.takes}
        decide(tournament, DecisionKind.TAKES, why=_("as decided before"), data=data, device=None)
    return came


def entrant_of(tournament: Tournament, person: Player) -> Entrant | None:
    """The person's one entrant, under whichever name: those that they announced under others go into it."""
    rows = registered(tournament).filter(player__in=people.names_of(person.pk))
    if not rows:
        return None
    first, *others = sorted(rows, key=lambda row: counts_before(row.number, row.status, row.created_at, row.pk))
    for other in others:
        if not other.number:
            _absorb(first, other)
    return first


def _absorb(first: Entrant, other: Entrant) -> None:
    """Put what was noted of a person under another name into their one row: fee, categories, table, wishes."""
    first.has_paid = first.has_paid or other.has_paid
    first.fee_id = first.fee_id or other.fee_id
    first.due = other.due if first.due is None else first.due
    first.fixed_table = first.fixed_table or other.fixed_table
    first.team = first.team or other.team
    first.save()
    first.categories.add(*other.categories.all())
    known = {first.pk}.union(*Apart.objects.filter(Q(one=first) | Q(other=first)).values_list("one", "other"))
    other.wishes.exclude(other__in=known).update(one=first)
    Apart.objects.filter(other=other).exclude(one__in=known).update(other=first)
    other.delete()


def _check_room(tournament: Tournament) -> None:
    if tournament.entrants.count() >= MOST_ENTRANTS:
        raise Refused("tournament_full", most=MOST_ENTRANTS)


def next_number(tournament: Tournament) -> int:
    """The start number after the last."""
    return (tournament.entrants.aggregate(last=Max("number"))["last"] or 0) + 1


def person_for(tournament: Tournament, newcomer: Newcomer) -> Player:
    """The person of the club, made if it knows nobody of this name from this village. Raises `Refused`.

    A name that turned out to be somebody's is theirs, unless it is said to be somebody new's.

    Called within a write that locked the tournament; from then on it queues on the club.
    """
    people.queue_on(tournament.club_id)
    persons = Player.objects.filter(club=tournament.club_id, merged_into=None)
    if newcomer.player is not None:
        person = persons.filter(pk=newcomer.player).first()
        if person is None:
            raise Refused("player_unknown")
        return person
    wanted = identity(newcomer.name, newcomer.village)
    named = people.names_in(tournament.club_id).values_list("pk", "merged_into", "name", "village")
    if newcomer.is_new:
        named = named.filter(merged_into=None)
    same = next((into or pk for pk, into, *person in named.iterator() if identity(*person) == wanted), None)
    if same is not None:
        return persons.get(pk=same)
    return Player.objects.create(
        club_id=tournament.club_id, name=newcomer.name, village=newcomer.village, sorted_by=newcomer.sorted_by
    )


@transaction.atomic
def set_paid(entrant: Entrant, *, has_paid: bool, payment: UUID | None = None, device: Device | None = None) -> None:
    """Book that the entry fee was paid, or was given back: that also once the tournament is cancelled."""
    entrant = lock_entrant(entrant, though_cancelled=not has_paid)
    (fees.pay if has_paid else fees.unpay)(entrant, uuid=payment, device=device)


@transaction.atomic
def take_back(entrant: Entrant, *, device: Device | None = None) -> None:
    """Take back a mistaken registration: what was noted before it stands again, with the fee as it was then.

    The next to get the number gets prizes, whatever was decided about it. Taken back twice, it is taken back once.
    Raises `Refused` once they were drawn.
    """
    tournament = lock_tournament(entrant.tournament)
    here = tournament.entrants.filter(pk=entrant.pk, status=EntrantStatus.PRESENT).first()
    if here is None:
        return
    decide_takes(here, takes=Takes.PRIZES, why=_("taken back"), device=device)
    here.takes = Takes.PRIZES
    *here.before, state = here.before or [{"status": EntrantStatus.WITHDRAWN, "has_paid": False}]
    if "instead_of" in state or here.results.exists():
        raise Refused("drawn_already", number=here.number or 0)
    if not state.get("has_paid"):
        fees.unpay(here, device=device)
    _put_back(here, state | {"has_paid": here.has_paid and bool(state.get("has_paid"))})


def _put_back(entrant: Entrant, state: dict[str, Any]) -> None:
    """Restore a state from before; who was not there then goes. The number comes back if it is free."""
    if "status" not in state:
        entrant.delete()
        return
    for name in STATE & state.keys():
        setattr(entrant, name, state[name])
    others = entrant.tournament.entrants.exclude(pk=entrant.pk)
    if entrant.number and others.filter(number=entrant.number).exists():
        entrant.number = next_number(entrant.tournament)
    entrant.save()


@transaction.atomic
def withdraw_entrant(entrant: Entrant, *, why: str, device: Device | None) -> None:
    """Withdraw an entrant. The number stays theirs; a substitute can take it over with the seat.

    Entrants who were only announced, or never drawn, need no reason. Idempotent.
    """
    entrant = lock_entrant(entrant)
    if entrant.status == EntrantStatus.WITHDRAWN:
        return
    if entrant.results.exists():
        data = {"number": entrant.number}
        decide(entrant.tournament, DecisionKind.WITHDRAWAL, why=why, data=data, device=device)
    Entrant.objects.filter(pk=entrant.pk).update(status=EntrantStatus.WITHDRAWN)


@transaction.atomic
def decide_takes(entrant: Entrant, *, takes: str, why: str, device: Device | None) -> None:
    """Decide whether a start number gets prizes, a rank only, or neither; decided twice alike is decided once."""
    entrant = lock_entrant(entrant)
    if entrant.number and entrant.takes != takes:
        Entrant.objects.filter(pk=entrant.pk).update(takes=takes)
        data = {"number": entrant.number, "takes": takes}
        decide(entrant.tournament, DecisionKind.TAKES, why=why, data=data, device=device)


def substitute(entrant: Entrant, newcomer: Newcomer, *, why: str, device: Device | None) -> None:
    """Move the start number to a substitute, in open rounds with its seat; all points go with it.

    Who leaves keeps a row without a number, with all that was noted of them, and comes back by the same act.
    Categories are those of who comes: noted on the list, or named here. Whoever takes a house player's chair is ranked
    from then on, as everybody is; the house player's closed rounds stay outside. Raises `Refused` if that person takes
    part already.
    """
    with transaction.atomic():
        entrant = lock_entrant(entrant)
        tournament = entrant.tournament
        lock_sheets(*_open_tables(entrant))
        person, left = person_for(tournament, newcomer), entrant.player.person
        came = entrant_of(tournament, person) or Entrant(tournament=tournament, player=person, status="")
        number, house = entrant.number, entrant.is_house
        if person.pk == left.pk or (number is None and _came_for(came, entrant)):
            return
        if number is None or (came.pk and came.results.exists()):
            raise Refused("already_registered", name=person.name, number=came.number or 0)
        takes = _takes_now(tournament)
        _hand_over(entrant, came, newcomer, device)
        data = {"number": number, "house": house, "house_players": house_now(tournament)}
        data |= {} if came.takes == Takes.PRIZES else {"takes": came.takes}
        decide(tournament, DecisionKind.SUBSTITUTE, why=why, data=data, device=device, left=left, came=person)
        _decide_changed_takes(tournament, takes | {number: came.takes}, why=why, device=device)


def _takes_now(tournament: Tournament) -> dict[int | None, str]:
    """`Entrant.takes` by start number."""
    return dict(tournament.entrants.exclude(number=None).values_list("number", "takes"))


def _decide_changed_takes(
    tournament: Tournament, before: Mapping[int | None, str], *, why: str, device: Device | None
) -> None:
    """Decide about numbers that somebody gave up for another one, or got back: a decision stays with its number."""
    now = _takes_now(tournament)
    for number in sorted(filter(None, before.keys() | now.keys())):
        takes = now.get(number, Takes.PRIZES.value)
        if takes != before.get(number, Takes.PRIZES):
            decide(tournament, DecisionKind.TAKES, why=why, data={"number": number, "takes": takes}, device=device)


def _open_tables(entrant: Entrant) -> list[int]:
    """The keys of the tables of open rounds at which an entrant has a seat."""
    seats = entrant.results.exclude(round__state=RoundState.CLOSED).exclude(table=None)
    return [table for table in seats.values_list("table", flat=True) if table]


def _came_for(came: Entrant, left: Entrant) -> bool:
    """True if the last that happened to one entrant is that they took over the other's number."""
    return bool((came.before or [{}])[-1].get("instead_of") == str(left.uuid))


def _hand_over(left: Entrant, came: Entrant, newcomer: Newcomer, device: Device | None) -> None:
    """Move number, seats, results, turn; and the fee, unless the substitute has paid one, or it is the house's.

    If the number goes back to whom it came from, that undoes the act by which it came. Somebody new who stood in stays
    on the list if a round was closed meanwhile, or a fee is theirs.
    """
    *earlier, state = left.before if _came_for(left, came) else [{}]
    if not state:
        came.remember(instead_of=str(left.uuid))
    pays = newcomer.has_paid and not came.has_paid
    if left.has_paid and not (came.has_paid or pays or left.is_house or state.get("has_paid")):
        fees.hand_over(left, came, device=device)
    came.team = left.team or came.team
    came.created_at, left.created_at = left.created_at, came.created_at
    came.number, came.status, came.practises = left.number, EntrantStatus.PRESENT, left.practises
    left.number, left.status = None, EntrantStatus.WITHDRAWN
    left.save()
    came.save()
    if pays:
        fees.pay(came, uuid=newcomer.payment, device=device)
    came.categories.add(*came.tournament.categories.filter(pk__in=newcomer.categories))
    _reseat(left, came)
    left.results.update(entrant=came)
    if state:
        left.before = earlier
        stays = left.has_paid or left.tournament.played_rounds.filter(closed_at__gt=left.created_at).exists()
        _put_back(left, ({"status": left.status} if stays else {}) | state | {"has_paid": left.has_paid})


def _reseat(left: Entrant, came: Entrant) -> None:
    """Move seats on open sheets to who comes. Open rounds count as theirs: never for a house player."""
    open_results = left.results.exclude(round__state=RoundState.CLOSED)
    open_results.exclude(table__is_practice=True).update(counts=not came.is_house)
    for result in open_results.filter(table__sheet__state=State.OPEN):
        Seat.objects.filter(session__table=result.table_id, number=result.seat).update(player=came.player.person)
