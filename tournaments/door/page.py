"""The door's page: known people, the list of entrants, fees in the cash box; and who has a place in the hall.

Places go in the order in which people came on the list. Nothing of it is stored: when somebody takes back, or the
organiser raises the number of places, the next have moved up. Whoever has a place keeps it unless that number is
lowered, or somebody who had left with a number comes back: who is let in beyond the places takes nobody's.
"""

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from functools import partial
from typing import Any
from uuid import UUID

from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext as _

from cegoscore.clubs.likeness import begin, may_mean, spelled, words
from cegoscore.clubs.models import Player
from cegoscore.clubs.names import sort_key, surname_key
from cegoscore.clubs.people import identity, name_and_village, names_in
from cegoscore.scoresheet.ledger.money import CENT, Stake
from cegoscore.scoring.names import tidy
from tournaments.course.entrants import (
    STATES,
    GuestRow,
    categories_by_entrant,
    coming_of,
    each_once,
    guest_rows,
    moment_of,
    registered,
    stands_elsewhere,
)
from tournaments.course.fees import Balance, rows_in_step
from tournaments.course.queries import categories_of, is_closed, is_past, live_version
from tournaments.course.team_names import Team, questions_of, teams_in
from tournaments.door.announcing import noted_by
from tournaments.models import Entrant, EntrantStatus, RoundState, Tournament, called


def waiting_of(tournament: Tournament, coming: Sequence[GuestRow]) -> list[GuestRow]:
    """Those who wait for a place, in their order."""
    beyond = coming[tournament.places :] if tournament.places else ()
    return [row for row in beyond if row.status == EntrantStatus.ANNOUNCED]


def room_of(tournament: Tournament) -> dict[str, int]:
    """The number of those who have a place (`coming`), of places `left`, and of those `waiting`. One query."""
    coming = coming_of(guest_rows(tournament.pk))
    waiting = len(waiting_of(tournament, coming))
    left = (tournament.places or 0) - len(coming)
    return {"coming": len(coming) - waiting, "left": max(left, 0), "waiting": waiting}


def announcement_of(tournament: Tournament, key: UUID, since: datetime) -> dict[str, Any]:
    """The end of an announcement: whom it `noted`, and where they wait (`waits_at`, 0 with a place in the hall).

    It noted nobody if the person was on the list before. That is not told: it reads as for somebody new, who came on
    the list at the moment `since`.
    """
    noted = noted_by(tournament, key).select_related("player__merged_into").first()
    coming = coming_of(guest_rows(tournament.pk))
    own = (row for row in coming if noted and row.person == noted.player.person.pk)
    moment = next(map(moment_of, own), (noted.created_at, noted.pk) if noted else (since, 0))
    before = [row for row in coming if moment_of(row) < moment]
    is_full = tournament.places is not None and len(before) >= tournament.places
    return {"noted": noted, "waits_at": len(waiting_of(tournament, before)) + 1 if is_full else 0}


def entrant_called(tournament: Tournament, name: str, village: str) -> Entrant | None:
    """The entrant of exactly this name and village, which may be a former one; of several the one with a number."""
    wanted = identity(name, village)
    same = {row.person.pk for row in names_in(tournament.club_id) if identity(row.name, row.village) == wanted}
    return next((row for row in registered(tournament) if row.player.person.pk in same), None)


LEAST_LETTERS = 2
MOST_FOUND = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """A known person of the club, with their state in this tournament."""

    player: int
    name: str
    village: str
    entrant: int | None = None
    """The key of their row on this tournament's list."""
    number: int | None = None
    status: str = ""
    is_exact: bool
    """True if the typed text is exactly the name, or name and village."""
    is_alike: bool
    """True if the whole typed text may mean them, in other letters, shortened, or by a name that they had."""
    alphabetical: tuple[str, str]
    """The place in lists by surname."""

    @property
    def is_here(self) -> bool:
        """True if they are registered already."""
        return self.status == EntrantStatus.PRESENT


def find_people(tournament: Tournament, text: str) -> list[Found]:
    """Known people of whom a name, with the village, begins with the typed words, or who may be meant by them.

    Absent ones come first.
    """
    looked_for, whole = words(tidy(text)), name_and_village(text)
    typed = identity(*whole)
    if len("".join(looked_for)) < LEAST_LETTERS:
        return []
    people, names = Player.objects.filter(club=tournament.club_id, merged_into=None).exclude(name=""), defaultdict(list)
    for key, person, name, village in names_in(tournament.club_id).values_list("pk", "merged_into", "name", "village"):
        names[person or key].append((name, village))
    guests = people.filter(Q(entries=None) | Q(entries__is_house=False))
    rows = guests.values_list("pk", "name", "village", "sorted_by").distinct()
    entrants: dict[int, dict[str, Any]] = {
        row.person: {"entrant": row.key, "number": row.number, "status": row.status}
        for row in each_once(guest_rows(tournament.pk))
    }
    alike = {key for key, all_names in names.items() if any(may_mean(*called_so, *whole) for called_so in all_names)}
    matches = [
        Found(
            player=key,
            name=name,
            village=village,
            is_exact=typed in (identity(name, village), identity(name, "")),
            is_alike=key in alike,
            alphabetical=surname_key(name, sorted_by),
            **entrants.get(key, {}),
        )
        for key, name, village, sorted_by in rows
        if key in alike or any(begin(looked_for, words(" ".join(called_so))) for called_so in names[key])
    ]
    first = sort_key(text).split()[0]
    matches.sort(
        key=lambda person: (
            person.is_here,
            not person.is_exact,
            not sort_key(person.name).startswith(first),
            person.alphabetical,
        )
    )
    return matches[:MOST_FOUND]


def who_it_may_be(entrant: Entrant) -> list[Found]:
    """People of the club who may be meant by an announcement; nobody once the person stands anywhere but in it.

    A list that noted somebody has asked already.
    """
    is_new = entrant.announced_by_id and not entrant.before and entrant.status == EntrantStatus.ANNOUNCED
    if not is_new or entrant.player.merged_into_id or stands_elsewhere(entrant.tournament, entrant.player):
        return []
    people = find_people(entrant.tournament, f"{entrant.name}, {entrant.village}")
    return [person for person in people if person.is_alike and person.player != entrant.player_id]


def proposed(text: str, matches: list[Found]) -> Found | None:
    """The match that Enter takes: the only exact one, or, before a village is typed, the first who is not here.

    Nobody if just that person is here already, or the whole name is typed with other letters, or one that turned out to
    be theirs: then somebody who is called nearly the same, or was so once, must not come in instead.
    """
    free = [person for person in matches if not person.is_here]
    if any(person.is_exact for person in matches):
        return meant(free)
    is_alike = any(words(person.name) == words(text) and spelled(person.name) != spelled(text) for person in free)
    if "," in text or is_alike:
        return None
    return next((person for person in free if begin(words(text), words(f"{person.name} {person.village}"))), None)


def meant(matches: list[Found]) -> Found | None:
    """The only exact match of a fully typed text, if there is just one."""
    exact = [person for person in matches if person.is_exact]
    return exact[0] if len(exact) == 1 else None


def list_of(tournament: Tournament) -> dict[str, Any]:
    """The list of the door; who has a number stands there once. Five queries, six where teams play.

    Those who are `here` with the last number first, and how many of them are `playing` for the ranking; those who are
    `announced` and have a place, and those `waiting` in their order; `paid` is the number of paid fees, also of people
    who left without a refund, `box` their sum with the currency, if there is a fee, `open` what those who are here
    still owe; `teams` are those so far, `full_teams` the number of full ones, `which_teams` names that may be one.
    """
    rows, balances = rows_in_step(tournament)
    by_status: dict[str, list[GuestRow]] = {status: [] for status in EntrantStatus.values}
    for row in each_once(rows):
        by_status[row.status].append(row)
    waiting = waiting_of(tournament, coming_of(rows))
    placed = (row for row in by_status[EntrantStatus.ANNOUNCED] if row not in waiting)
    here = by_status[EntrantStatus.PRESENT]
    teams = teams_in(tournament)
    left = sum(max(balances[row.key].left, 0) for row in here)
    several = len({one.paid or one.owed for one in balances.values()} - {0}) > 1
    amount = partial(cents_of, tournament) if several else lambda _cents: ""
    groups, address = _groups(tournament, rows, teams), reverse("door", args=[tournament.pk])
    written = partial(_row, address, groups, _("practice table"), balances, amount, is_over=tournament.is_over)
    takes_fees = any(one.owed or one.paid for one in balances.values()) or tournament.entry_fee
    paid, box = sum(row.has_paid for row in each_once(rows)), sum(one.paid for one in balances.values())
    return {
        "here": [*map(written, reversed(here))],
        "playing": sum(not row.practises for row in here),
        "announced": [*map(written, sorted(placed, key=_alphabetical))],
        "waiting": [*map(written, waiting)],
        "gone": [*map(written, by_status[EntrantStatus.WITHDRAWN])],
        "paid": paid,
        "teams": teams,
        "full_teams": sum(not team.missing for team in teams),
        "which_teams": questions_of(teams),
        "box": cents_of(tournament, box) if takes_fees else "",
        "open": cents_of(tournament, left) if takes_fees and left else "",
    }


def _groups(tournament: Tournament, rows: Sequence[GuestRow], teams: Sequence[Team]) -> dict[int, list[str]]:
    """The team with the number of those missing, and the categories, by entrant. Two queries."""
    labels = {category.pk: category.label for category in categories_of(tournament)}
    member, named = categories_by_entrant(tournament.pk), {team.name: team.named for team in teams}
    return {
        row.key: [named.get(row.team) or row.team, *(labels[key] for key in sorted(member.get(row.key, ())))]
        for row in rows
    }


def _alphabetical(row: GuestRow) -> tuple[Any, ...]:
    """The order of `Player.alphabetical`, of a row."""
    return not row.name, *surname_key(row.name, row.sorted_by), sort_key(row.village), row.person


def _row(
    address: str,
    groups: dict[int, list[str]],
    practice: str,
    balances: dict[int, Balance],
    amount: Callable[[int], str],
    row: GuestRow,
    *,
    is_over: bool,
) -> dict[str, Any]:
    """An entrant on the list; `detail` is the village, what `groups` they are in, and the practice table.

    `pay` are the attributes of the button by which the fee is paid, and taken back.
    """
    key, number, _status, has_paid, practises, takes, _team, name, village, *_more = row
    parts = [village, *groups[key], practice if practises else "", str(STATES.get(takes, ""))]
    fee = balances[key]
    parts += [fee.name] if row.fee else []
    return {
        "key": str(key),
        "number": str(number or "–"),
        "name": called(name, number),
        "detail": " · ".join(filter(None, parts)),
        "url": f"{address}/{key}",
        "has_paid": has_paid,
        "pay": {"id": f"pay-{key}", "value": key, "disabled": is_over}
        | ({"name": "unpaid", "aria-pressed": "true"} if has_paid else {"name": "paid", "aria-pressed": "false"}),
        "fee": fee,
        "amount": amount(fee.paid or fee.owed),
        "owes_nothing": not (fee.owed or has_paid),
        "is_uneven": fee.paid and fee.left,
    }


def list_and_version(tournament: Tournament) -> tuple[dict[str, Any], str]:
    """The list and the tournament's live version, which is read first: later changes are asked for again."""
    tournament.refresh_from_db(fields=["version", "finished_at", "cancelled_at"])
    version = live_version(tournament)
    return list_of(tournament), version


def present_with(tournament: Tournament, number: int) -> Entrant | None:
    """The guest who is here under a start number."""
    here = tournament.entrants.filter(status=EntrantStatus.PRESENT, is_house=False)
    return here.select_related("player__merged_into").filter(number=number).first()


def has_seat(entrant: Entrant) -> bool:
    """True if somebody was drawn into a round."""
    return entrant.results.exists()


def seat_now(entrant: Entrant) -> dict[str, Any]:
    """The seat of somebody who is here in the newest round, unless that is closed.

    The number of the `table`, or whether one may be drawn by lot (`may_draw`).
    """
    round_ = entrant.tournament.played_rounds.exclude(state=RoundState.CLOSED).order_by("-number").first()
    if round_ is None or entrant.practises or entrant.status != EntrantStatus.PRESENT:
        return {}
    result = entrant.results.filter(round=round_).select_related("table").first()
    return {"table": result.table.number if result and result.table else None, "may_draw": result is None}


def takes_announcements(tournament: Tournament) -> bool:
    """True if people may announce themselves: the organiser wants it, nothing is drawn, day and deadline not over."""
    return not is_closed(tournament) and _may_take_announcements(tournament)


def announcing_ended(tournament: Tournament) -> bool:
    """True if people might still announce themselves but for the deadline, which is over."""
    return is_closed(tournament) and _may_take_announcements(tournament)


def _may_take_announcements(tournament: Tournament) -> bool:
    is_open = tournament.takes_announcements and not tournament.is_over and not is_past(tournament)
    return is_open and not tournament.played_rounds.exists()


def cents_of(tournament: Tournament, cents: int) -> str:
    """An amount as text, `37,50 €`."""
    return Stake(amount=tournament.entry_fee or CENT, currency=tournament.currency).text_of_cents(cents)


def money_of(tournament: Tournament, fees: int) -> str:
    """The sum of some entry fees as text, `1.240 €`."""
    stake = Stake(amount=tournament.entry_fee or Decimal(0), currency=tournament.currency)
    return stake.text(stake.of(fees))


def seats_from(tournament: Tournament) -> int | None:
    """The first round in which a newcomer gets a seat; `None` if all rounds are drawn."""
    drawn = tournament.played_rounds.exclude(state=RoundState.CLOSED).order_by("-number").first()
    following = (drawn.number if drawn else tournament.played_rounds.count()) + 1
    return following if following <= tournament.rounds else None
