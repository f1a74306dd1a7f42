"""Payouts: prizes of everybody, held against what was paid: by person and by the row of the prize, never by its words.

What is due and what was paid are compared by person. A correction leaves a difference: so much more, or so much back.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple
from uuid import UUID

from django.db.models import Sum
from django.utils.translation import gettext as _

from cegoscore.bookings.models import CASH, FEE, PRIZE, Booking
from cegoscore.clubs.models import Player
from cegoscore.contest.prizes import PrizeFor
from tournaments.clubhouse.money.page import PERSON, booked_lines
from tournaments.course.access import EVERYTHING
from tournaments.course.entrants import Person
from tournaments.course.fees import rows_in_step
from tournaments.models import EntrantStatus, Tournament
from tournaments.standings.awards import Awarded, awarded
from tournaments.standings.queries import StandingsLine, standings_of


class PrizeShare(NamedTuple):
    """A prize of somebody, or their part of several."""

    part: UUID
    """The key of the prize, of the first if they are several."""
    ground: str
    """The ground and, of a category, which: prizes of one ground can be paid out together."""
    reason: str
    label: str
    cents: int
    goods: str
    is_handed: bool
    """True if it was paid out, or handed over."""


@dataclass(frozen=True)
class Payee:
    """A person with all that is theirs, and the cents that they got so far."""

    person: Person
    shares: tuple[PrizeShare, ...]
    by_part: dict[UUID | None, int]
    """The cents that they got, by the prize for which; of the version before by none."""
    is_certain: bool
    """False while somebody may still get what seems to be theirs: nothing is asked back then."""

    @cached_property
    def paid(self) -> int:
        """The cents that they got."""
        return sum(self.by_part.values())

    @cached_property
    def due(self) -> int:
        """The cents that are theirs."""
        return sum(share.cents for share in self.shares)

    @cached_property
    def left(self) -> int:
        """The cents that they still get; below zero those that they give back."""
        left = self.due - self.paid
        return left if self.is_certain else max(left, 0)

    @property
    def back(self) -> int:
        """The cents that they give back."""
        return max(-self.left, 0)

    @cached_property
    def is_done(self) -> bool:
        """True if they have got everything, and nothing else."""
        return not self.left and all(share.is_handed for share in self.shares if share.goods)

    @cached_property
    def is_one_of_many(self) -> bool:
        """True if all that they get is for everybody with plus points, and nothing else is to be said."""
        is_plain = self.paid in (0, self.due)
        return is_plain and bool(self.shares) and all(share.ground == PrizeFor.PLUS for share in self.shares)

    @cached_property
    def not_theirs(self) -> dict[UUID | None, int]:
        """The cents that they got for what is not theirs by now, by prize."""
        theirs = {share.part for share in self.shares}
        return {part: cents for part, cents in self.by_part.items() if part not in theirs and cents}

    @cached_property
    def is_corrected(self) -> bool:
        """True if what they got for a prize is not what it is by now."""
        got = ((self.by_part.get(share.part, 0), share.cents) for share in self.shares)
        return bool(self.not_theirs) or any(cents not in (0, due) for cents, due in got)

    def is_open(self, share: PrizeShare) -> bool:
        """True if they have not got just this: its cents, and what it is besides."""
        return self.by_part.get(share.part, 0) != share.cents or not share.is_handed

    @cached_property
    def to_book(self) -> list[tuple[UUID | None, int, str]]:
        """Prize, cents and words of what makes them even: for each prize what is due less what they got for it."""
        rows: list[tuple[UUID | None, int, str]] = [
            (share.part, share.cents - self.by_part.get(share.part, 0), share.label)
            for share in self.shares
            if self.is_open(share)
        ]
        rows += [(part, -cents, _("given back")) for part, cents in self.not_theirs.items()]
        return rows if self.left == self.due - self.paid else []


class PayoutGround(NamedTuple):
    """A ground on which several get a prize, to be paid out in one act."""

    key: str
    label: str
    people: int
    cents: int
    left: int
    """The number of those who have not got theirs yet."""
    each: int
    """The cents of each, if all get as much."""


def payees_of(tournament: Tournament) -> list[Payee]:
    """Everybody who gets a prize or got one, the first prize first, as far as it is settled."""
    table = standings_of(tournament, EVERYTHING)
    awards = awarded(tournament, table)
    may_get = {number for one in awards if one.award.undecided for number in (*one.award.numbers, *one.award.waits_for)}
    is_known = bool(awards) and not table.provisional
    people = {line.person.player: line.person for line in (*table.lines, *table.unranked)}
    got = _got(tournament)
    shares: dict[int, list[PrizeShare]] = {line.person.player: [] for _one, line in _settled(awards)}
    for one, line in _settled(awards):
        shares[line.person.player].append(_share(one, got[line.person.player]))
    owing = [person for person, mine in got.items() if person not in shares and sum(mine.by_part.values()) != 0]
    strangers = Player.objects.filter(pk__in=[person for person in owing if person not in people])
    people |= {row.pk: Person(number=0, name=row.label, village="", player=row.pk) for row in strangers}
    return [
        Payee(
            person=people[one],
            shares=tuple(shares.get(one, ())),
            by_part=dict(got[one].by_part),
            is_certain=is_known and people[one].number not in may_get,
        )
        for one in [*shares, *owing]
    ]


class _Got:
    """All that somebody got: cents by prize, and the bookings that stand, each with its cents."""

    def __init__(self) -> None:
        self.by_part: dict[UUID | None, int] = defaultdict(int)
        self.standing: list[tuple[UUID | None, int]] = []

    def has(self, part: UUID) -> bool:
        """True if they got this; of the version before each booking is one of what they get, in order."""
        if part in (known for known, _cents in self.standing):
            return True
        old = next((one for one in self.standing if one[0] is None), None)
        if old is None:
            return False
        self.standing.remove(old)
        self.by_part[None] -= old[1]
        self.by_part[part] += old[1]
        return True


def _got(tournament: Tournament) -> dict[int, _Got]:
    """All that was paid out, by person. One query."""
    booked = Booking.objects.filter(key=tournament.pk, kind=PRIZE).order_by("pk")
    got: dict[int, _Got] = defaultdict(_Got)
    for person, part, cents, *reversal in booked.values_list(PERSON, "part", "cents", "reverses", "reversed_by"):
        got[person].by_part[part] -= cents
        if not any(reversal):
            got[person].standing.append((part, -cents))
    return got


def _settled(awards: Sequence[Awarded]) -> Iterator[tuple[Awarded, StandingsLine]]:
    """Each prize with each who gets it, in the order of the plan: what is shared by several once."""
    for one in reversed(awards):
        for line in one.settled if one.is_first_of_pool else ():
            yield one, line


def _share(one: Awarded, got: _Got) -> PrizeShare:
    prize, several = one.award.prize, one.award.each or one.award.pool or (one.award.prize,)
    return PrizeShare(
        part=UUID(prize.key),
        ground=" ".join(filter(None, prize.ranking)),
        reason=one.reason,
        label=one.label[:120],
        cents=one.cents,
        goods=" + ".join(prize.goods for prize in several if prize.goods),
        is_handed=got.has(UUID(prize.key)),
    )


def grounds_of(payees: Iterable[Payee]) -> list[PayoutGround]:
    """The grounds on which several get a prize, in the order of the plan."""
    by_ground: dict[str, list[tuple[Payee, PrizeShare]]] = defaultdict(list)
    for payee in payees:
        for share in payee.shares:
            by_ground[share.ground].append((payee, share))
    return [_ground(key, having) for key, having in by_ground.items() if len(having) > 1]


def _ground(key: str, having: Sequence[tuple[Payee, PrizeShare]]) -> PayoutGround:
    shares = [share for _payee, share in having]
    amounts = {share.cents for share in shares}
    labels: dict[str, str] = {PrizeFor.RANK: _("Prizes by place"), PrizeFor.TEAM: _("Team ranking")}
    return PayoutGround(
        key=key,
        label=labels.get(key, shares[0].reason.partition(",")[0]),
        people=len(shares),
        cents=sum(share.cents for share in shares),
        left=sum(payee.is_open(share) and not payee.not_theirs for payee, share in having),
        each=max(amounts) if len(amounts) == 1 else 0,
    )


def rows_for(payees: Iterable[Payee], *, person: int = 0, ground: str = "") -> list[tuple[int, UUID | None, int, str]]:
    """Rows of an act, by person: all that makes one even, or of a ground what nobody of it got yet.

    Not of who has something that is not theirs: what they get is less, and for them alone to be said.
    """
    if not ground:
        return [(person, *row) for payee in payees if payee.person.player == person for row in payee.to_book]
    return [
        (payee.person.player, share.part, share.cents - payee.by_part.get(share.part, 0), share.label)
        for payee in payees
        for share in payee.shares
        if share.ground == ground and payee.is_open(share) and not payee.not_theirs
    ]


def sums_of(payees: Sequence[Payee]) -> dict[str, Any]:
    """The cents that are still to be paid out, and those that are to come back."""
    return {"to_pay": sum(max(payee.left, 0) for payee in payees), "to_get": sum(payee.back for payee in payees)}


def cash_page(tournament: Tournament) -> dict[str, Any]:
    """The cash of a tournament: fees, prizes, what else came and went, and what is there: each a sum of bookings."""
    rows, balances = rows_in_step(tournament)
    paid = {key for key, fee in balances.items() if fee.paid > 0}
    into = Booking.objects.filter(key=tournament.pk, receiver=None).order_by()
    booked = dict(into.values_list("kind").annotate(Sum("cents")))
    payees = payees_of(tournament)
    return {
        "sums": {FEE: 0, CASH: 0, PRIZE: 0} | booked,
        "sum": sum(booked.values()),
        "count": len(paid),
        "gone": sum(row.key in paid and row.status == EntrantStatus.WITHDRAWN for row in rows),
        "grounds": grounds_of(payees),
        "payees": payees,
        "many": sum(payee.is_one_of_many for payee in payees),
        "rows": booked_lines(tournament),
    } | sums_of(payees)
