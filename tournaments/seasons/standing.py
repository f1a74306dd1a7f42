"""The card of somebody in a season, where they stand and why: rank, distances, what counts, what would have done."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.db.models import Q
from django.utils.translation import gettext as _, ngettext

from cegoscore.clubs.templatetags.cego import signed, signed_unless
from cegoscore.contest.better import better_result
from cegoscore.contest.league import EventResult, LeagueStanding, Worth
from tournaments.seasons.models import Season, SeasonEvent
from tournaments.seasons.queries import LeagueLine, LeagueTable, is_running
from tournaments.seasons.rows import column_headings

PRIZED = 3
"""The rank up to which everybody is honoured: how far it is, is told besides the next one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EventLine:
    """A result of an event: its day and name as the columns have it, the amount, and whether it `counts`."""

    event: SeasonEvent
    heading: str
    amount: str
    counts: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Stand:
    """The card that answers where somebody stands, and why."""

    name: str
    rank: int | None
    people: int
    """The number of people who are ranked."""
    total: str
    gaps: Sequence[str]
    """Sentences: how far the next one is, and the third."""
    better: Sequence[str]
    """Sentences: with what result of which event it would have been enough for a better rank."""
    left: Sequence[str]
    """Sentences: what can still come."""
    events: Sequence[EventLine]
    is_champion: bool = False

    @property
    def counting(self) -> int:
        """The number of events that count."""
        return sum(line.counts for line in self.events)

    @property
    def dropped(self) -> list[EventLine]:
        """The events that do not count."""
        return [line for line in self.events if not line.counts]


def stand_of(table: LeagueTable, lines: Sequence[LeagueLine], mine: LeagueLine, *, is_champion: bool = False) -> Stand:
    """The card of somebody's line among these, which are the whole table's or a category's."""
    row = mine.row
    ranked = [line.row for line in lines if line.row.rank is not None]
    aims = _aims(ranked, row)
    return Stand(
        name=mine.person.name,
        rank=row.rank,
        people=len(ranked),
        total=_amount(table, row.total),
        gaps=_gaps(ranked, row, aims),
        better=[sentence for aim in aims if (sentence := _better(table, ranked, row, aim))],
        left=[] if _is_closed(table) else [*_still(table, row)],
        events=[*_events(table, row)],
        is_champion=is_champion,
    )


def standing_of(season: Season, table: LeagueTable, person: int) -> Stand | None:
    """The card of somebody as the season's table has it; none for who is not in it. One query."""
    lines = table.lines()
    mine = next((line for line in lines if line.person.pk == person), None)
    if mine is None:
        return None
    is_champion = season.champions.filter(Q(pk=person) | Q(merged_into=person)).exists()
    return stand_of(table, lines, mine, is_champion=is_champion)


def _is_closed(table: LeagueTable) -> bool:
    return any(event.season.is_closed for event in table.events)


def _amount(table: LeagueTable, amount: int) -> str:
    return signed_unless(amount, table.rules.worth is Worth.RANKS)


# How far


def _aims(ranked: Sequence[LeagueStanding], row: LeagueStanding) -> list[LeagueStanding]:
    """Whoever is next above, and the last of those who are honoured, if that is another one."""
    if row.rank is None:
        return []
    above = [other for other in ranked if other.rank and other.rank < row.rank]
    honoured = [other for other in above if other.rank and other.rank <= PRIZED]
    aims = [some[-1] for some in (above, honoured) if some]
    return aims[:1] if len({aim.rank for aim in aims}) == 1 else aims


def _gaps(ranked: Sequence[LeagueStanding], row: LeagueStanding, aims: Sequence[LeagueStanding]) -> list[str]:
    if aims:
        return [_behind(aim, row) for aim in aims]
    below = [other for other in ranked if other.rank and row.rank and other.rank > row.rank]
    if not below:
        return []
    ahead = {"points": row.total - below[0].total, "rank": below[0].rank}
    return [(_("%(points)s ahead") if ahead["points"] else _("as many points as rank %(rank)s")) % ahead]


def _behind(aim: LeagueStanding, row: LeagueStanding) -> str:
    behind = {"points": aim.total - row.total, "rank": aim.rank}
    return (_("%(points)s behind rank %(rank)s") if behind["points"] else _("as many points as rank %(rank)s")) % behind


def _better(table: LeagueTable, ranked: Iterable[LeagueStanding], row: LeagueStanding, aim: LeagueStanding) -> str:
    """Say what would have been enough to pass somebody, if everybody else had stayed as they were."""
    result = better_result(row, aim.total, table.rules, [event.weight for event in table.events])
    if result is None:
        return ""
    was = row.results[result.place]
    assert was is not None
    words = {
        "event": column_headings(table.events)[table.events[result.place].pk],
        "rank": 1 + sum(other.total >= result.total for other in ranked if other.player != row.player),
        "was": was.rank if result.points is None else signed(was.points),
        "points": result.rank if result.points is None else signed(result.points),
    }
    if result.points is None:
        return _("Rank %(points)s instead of %(was)s (%(event)s) would have been enough for rank %(rank)s.") % words
    return _("%(points)s instead of %(was)s (%(event)s) would have been enough for rank %(rank)s.") % words


# What counts


def _events(table: LeagueTable, row: LeagueStanding) -> Iterable[EventLine]:
    """Every event somebody was at, the newest first."""
    headings = column_headings(table.events)
    for event, result in reversed([*zip(table.events, row.results, strict=True)]):
        if result is not None:
            amount = _amount(table, result.value)
            yield EventLine(event=event, heading=headings[event.pk], amount=amount, counts=not result.struck)


def _still(table: LeagueTable, row: LeagueStanding) -> Iterable[str]:
    """Sentences on what can still come: events, and whether another result would count."""
    rules = table.rules
    if left := sum(is_running(event) for event in table.events):
        yield ngettext("One event is not over yet.", "%(n)s events are not over yet.", left) % {"n": left}
    if row.rank is None:
        missing = rules.least - row.events
        yield ngettext("One more event until the ranking.", "%(n)s more events until the ranking.", missing) % {
            "n": missing
        }
    if rules.best is None:
        return
    if (free := rules.best - row.events) > 0:
        yield ngettext("The next event counts in any case.", "The next %(n)s events count in any case.", free) % {
            "n": free
        }
    elif weakest := _weakest(row):
        place, result = weakest
        event = column_headings(table.events)[table.events[place].pk]
        words = {"amount": _amount(table, result.value), "event": event}
        yield _("A new result counts if it is worth more than %(amount)s: it replaces %(event)s.") % words


def _weakest(row: LeagueStanding) -> tuple[int, EventResult] | None:
    """The event that counts least of those that count; the newest of equal ones goes first."""
    counting = [(place, result) for place, result in enumerate(row.results) if result and not result.struck]
    return min(counting, key=lambda each: (each[1].value, each[1].points, -each[0]), default=None)
