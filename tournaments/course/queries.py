"""Reads that every room shares: the version for live views and what is cached by it, ends of rounds, decisions.

Among them are the settings that are fixed once the first draw stands.
"""

import threading
import time
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from datetime import datetime, timedelta
from typing import Any, Generic, NamedTuple, TypeVar
from uuid import UUID

from django.db.models import Exists, OuterRef, Q, QuerySet, Sum
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from cegoscore.clubs.house_rules.rule_sets import rules_of
from cegoscore.clubs.models import Club, Right
from cegoscore.clubs.rights.access import rights_of
from cegoscore.contest.replay import DECIDING, HANDS, TEAMS, category_digest, named_prizes
from cegoscore.database.prepared import Prepared
from cegoscore.scoresheet.events import EventToday
from cegoscore.scoresheet.models import Session
from tournaments.course.entrants import teams_of
from tournaments.course.locks import prize_rows
from tournaments.models import Category, CategoryKind, Decision, DecisionKind, PrizeKind, Round, RoundState, Tournament
from tournaments.prize_words import Parts, may_hide_money, parts_known


def live_version(tournament: Tournament) -> str:
    """The version for live views: it changes with every write at the desk or a table and never recurs.

    The desk may drop sheets with a draw, so the tables' part may fall, but then its own part has grown.
    """
    return f"{tournament.version}.{sum(version for (version,) in _versions(tournament.pk))}"


@Prepared
def _versions(tournament: UUID) -> QuerySet[Session, tuple[int]]:
    """The sum of the versions of its sheets; nothing without sheets."""
    sheets = Session.objects.filter(event=tournament).order_by().values("event")
    return sheets.annotate(sum=Sum("version")).values_list("sum")


def under_way(tournaments: QuerySet[Tournament]) -> QuerySet[Tournament]:
    """Those of today, and those of yesterday that were begun: not over, not cancelled. Prizes are given at midnight."""
    today = timezone.localdate()
    has_begun = Exists(Round.objects.filter(tournament=OuterRef("pk")))
    there = tournaments.filter(finished_at=None, cancelled_at=None)
    return there.filter(Q(day=today) | Q(has_begun, day=today - timedelta(days=1)))


def is_past(tournament: Tournament) -> bool:
    """True once the tournament's day is over, whether it was played or not."""
    return tournament.day < timezone.localdate()


def is_closed(tournament: Tournament) -> bool:
    """True once people may not announce themselves any more: the deadline is over."""
    return tournament.announced_until is not None and tournament.announced_until <= timezone.now()


def public_today(club: Club) -> list[Tournament]:
    """The club's tournaments that everybody may see, by name: those under way, and those that ended today."""
    public, today = Tournament.objects.filter(club=club, is_public=True, cancelled_at=None), timezone.localdate()
    ended = Q(day=today) | Q(day=today - timedelta(days=1), finished_at__date=today)
    return list(public.filter(Q(pk__in=under_way(public)) | ended).order_by("name"))


def today_of(device: UUID | None) -> Iterator[EventToday]:
    """Tournaments under way on which a device has a right: to the desk for whoever works there, else to one's seat."""
    rows = list(under_way(Tournament.objects.get_queryset().known_to(device)).order_by("pk"))
    rights = rights_of(device) if rows else {}
    for row in rows:
        granted = [right for key in (row.pk, row.club_id) if (right := rights.get(key))]
        is_desk = any(right.covers(Right.DESK) for right in granted)
        address = reverse("desk", args=[row.pk]) if is_desk else row.get_absolute_url()
        way = _("To the desk") if is_desk else _("My table, my place")
        yield EventToday(name=row.name, where=row.venue, address=address, way=way)


def newest(tournament: Tournament) -> tuple[str, Tournament]:
    """The version for live views, and the tournament as it stands, read after it: later changes are asked for again."""
    version = live_version(tournament)
    return version, Tournament.objects.select_related("rule_set", "small_rule_set").get(pk=tournament.pk)


def ends_at(round_: Round) -> datetime | None:
    """The end of the round's time, if it has a limit; none once the tournament is over."""
    minutes = None if round_.tournament.is_over else round_.tournament.minutes
    return round_.started_at + timedelta(minutes=minutes) if round_.started_at and minutes else None


def categories_of(tournament: Tournament) -> QuerySet[Category]:
    """The tournament's categories in the order in which they were set up."""
    return tournament.categories.order_by("pk")


def decisions_of(tournament: Tournament) -> QuerySet[Decision]:
    """Decisions of the desk, newest first."""
    return tournament.decisions.order_by("-number")


def drawings_of(tournament: Tournament) -> QuerySet[Decision]:
    """Ties that were drawn for, newest first."""
    return decisions_of(tournament).filter(kind=DecisionKind.TIE)


def closed_rounds(tournament: Tournament) -> int:
    """The number of rounds that are closed."""
    return tournament.played_rounds.filter(state=RoundState.CLOSED).count()


def note_on(event: UUID) -> str:
    """The sentence for the tables of a tournament that was cancelled; empty for any other event. One query."""
    is_cancelled = Tournament.objects.filter(pk=event, cancelled_at__isnull=False).exists()
    return _("This tournament was cancelled") if is_cancelled else ""


def fixed_now(tournament: Tournament) -> dict[str, Any]:
    """Rules (by their digest), hands, tie-breaks and teams, as the chain of decisions names them."""
    names = HANDS + DECIDING + (TEAMS if tournament.team_size else ())
    return {"rules": tournament.rule_set.digest} | {name: getattr(tournament, name) for name in names}


def categories_now(tournament: Tournament) -> str:
    """The digest of who is in which category, as the end of the tournament names it."""
    rows = tournament.categories.order_by("pk").prefetch_related("entrants")
    members = [(row.kind, [entrant.number for entrant in row.entrants.all()]) for row in rows]
    return category_digest([*members, *(("team", numbers) for numbers in teams_of(tournament).values())])


class PlannedPrize(NamedTuple):
    """A prize of a tournament as it stands: its place, words and parts, and its key."""

    kind: PrizeKind
    rank: int | None
    category: tuple[CategoryKind, str] | None
    what: str
    parts: Parts
    to_look_at: bool
    uuid: UUID

    @property
    def place(self) -> tuple[Any, ...]:
        """Kind, rank and category: what it is given for."""
        return self[:3]


def planned_prizes(tournament: Tournament) -> list[PlannedPrize]:
    """The prizes in their order. One query."""
    prizes = []
    for kind, rank, category, name, what, *parts, to_look_at, uuid in prize_rows(tournament.pk):
        row = {"kind": kind, "rank": rank, "what": what, "to_look_at": to_look_at, "uuid": uuid}
        row |= zip(Parts._fields, parts, strict=True)
        prizes.append(planned_prize(row, (category, name) if category else None, tournament.currency))
    return prizes


def planned_prize(row: Mapping[str, Any], category: tuple[str, str | None] | None, currency: str) -> PlannedPrize:
    """A prize from its columns, with kind and name of its category."""
    stored = Parts(*(row[name] for name in Parts._fields))
    parts = parts_known(stored, row["what"], row["kind"], currency)
    looked_at = stored.is_said and not row["to_look_at"]
    return PlannedPrize(
        kind=PrizeKind(row["kind"]),
        rank=row["rank"],
        category=(CategoryKind(category[0]), category[1] or "") if category else None,
        what=row["what"],
        parts=parts,
        to_look_at=not looked_at and may_hide_money(parts.goods),
        uuid=row["uuid"],
    )


def prizes_now(tournament: Tournament) -> dict[str, str]:
    """The prizes as the chain of decisions names them, in the program's own words and by their digest."""
    return prizes_named(planned_prizes(tournament))


def prizes_named(prizes: Iterable[PlannedPrize]) -> dict[str, str]:
    """These prizes as a decision names them: free text of the organiser's, so no part of the chain itself."""
    lines, rows = [], []
    for prize in prizes:
        others = {PrizeKind.LAST: "-", PrizeKind.PLUS: "+", PrizeKind.TEAM: f"team {prize.rank}"}
        place, (category, name) = others.get(prize.kind, str(prize.rank)), prize.category or (None, "")
        lines.append(f"{place} {name or category}: {prize.what}" if category else f"{place}: {prize.what}")
        rows.append([prize.kind, prize.rank, category, name, prize.what, *prize.parts])
    return named_prizes(lines, rows)


def uneven(tournament: Tournament, sizes: Iterable[int]) -> list[str]:
    """A sentence for those at tables of each size: hands there, and how many of them everybody plays.

    Empty if all tables are of one size.
    """
    different = sorted(set(sizes))
    if len(different) < 2:
        return []
    sentences = []
    for size in different:
        small = tournament.small_rule_set
        rules = rules_of(small if small and size < tournament.table_size else tournament.rule_set)
        hands, playing = tournament.hands_at(size), min(*rules.sizes, size)
        least, more = divmod(hands * playing, size)
        words = {"size": size, "hands": hands, "least": least, "most": least + 1}
        sentence = (
            _("Tables of %(size)s: %(hands)s hands, everybody plays %(least)s or %(most)s of them.")
            if more
            else _("Tables of %(size)s: %(hands)s hands, everybody plays %(least)s of them.")
        )
        sentences.append(sentence % words)
    return sentences


OLDEST = 3.0
"""Seconds after which nobody gets what is cached any more: the time of day is in no version."""
MOST_CACHED = 100

Value = TypeVar("Value")


class VersionCache(Generic[Value]):
    """Cache of what many look at, in this process, while the version of what it is about stands.

    Values by what distinguishes them, for `OLDEST` seconds if not said otherwise. What somebody typed is no part of a
    key before it is understood. Who may look, and which version stands now, is asked with every request
    (`rights.sights.Look`); the cache knows nothing of rights.
    """

    def __init__(self, *, oldest: float | None = None) -> None:
        self._oldest = oldest
        self._values: dict[Hashable, tuple[str, float, Value]] = {}
        self._guard = threading.Lock()

    def fetch(self, key: Hashable, make: Callable[[], Value], *, now: str) -> Value:
        """Value under a key that shows the version `now` at least, made anew if there is none.

        Of too many the one that was made first is forgotten.
        """
        version, began_at, value = self._values.get(key, ("", 0.0, None))
        oldest = OLDEST if self._oldest is None else self._oldest
        if value is not None and version == now and time.monotonic() - began_at < oldest:
            return value
        began_at, fresh = time.monotonic(), make()
        with self._guard:
            self._values.pop(key, None)
            self._values[key] = now, began_at, fresh
            if len(self._values) > MOST_CACHED:
                del self._values[next(iter(self._values))]
        return fresh
