"""The league table as its page shows it: which table, in which order, whose row sticks, who is honoured."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Any
from urllib.parse import urlencode
from uuid import UUID

from django.urls import reverse
from django.utils.formats import date_format
from django.utils.text import get_text_list
from django.utils.translation import gettext as _, ngettext

from cegoscore.addresses import number_of
from cegoscore.clubs.likeness import begin, words
from cegoscore.clubs.models import ERASED
from cegoscore.clubs.names import sort_key
from cegoscore.contest.chance import firsts
from cegoscore.contest.league import LeagueRules, Move, moves
from cegoscore.pictures import MOST_ROWS, Picture, PictureRow
from tournaments.course.entrants import as_strangers_read
from tournaments.models import DecisionKind
from tournaments.seasons.champions import champions_of
from tournaments.seasons.models import Season, SeasonDecision, SeasonDecisionKind, SeasonEvent
from tournaments.seasons.queries import (
    CategoryKey,
    LeagueLine,
    LeagueTable,
    NamedPlayer,
    category_label,
    decisions_of,
    is_running,
    league_table_of,
    mixed_rules,
    numbers_of,
    players_in,
)
from tournaments.seasons.rows import column_class, column_headings, earlier, rows_html
from tournaments.seasons.season_end import mark_of_end
from tournaments.seasons.standing import stand_of
from tournaments.seasons.wording import rules_sentences

MOST_LETTERS = 40
FEWEST_EVENTS = 5
"""Events from which on it is said how sure the first place is."""


ChoiceLink = dict[str, Any]
"""A link that changes what the page shows: its `label`, its `address`, and whether it is `current`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class League:
    """A season with all that its pages are made of, for who manages its club or for everybody else."""

    season: Season
    version: str
    """The version for live views that it shows at least."""
    table: LeagueTable
    champions: Sequence[str]
    decisions: Sequence[Mapping[str, Any]]
    """Decisions as everybody reads them."""
    rules: Sequence[str]
    """Names of the rules, if events are added up that were paid differently."""
    chance: str
    """A sentence on how sure the first place is."""
    of_the_club: bool
    """True for somebody who may see everybody's own page; others see those of who was at one of the tournaments."""
    to_strangers: bool
    """True if it is for somebody without a right."""

    @property
    def mark(self) -> str:
        """The mark of the table that the last decision recorded; empty while it is open, or if nobody recorded it."""
        return str(self.decisions[0]["mark"]) if self.decisions and self.season.is_closed else ""


def league_of(season: Season, version: str, *, of_the_club: bool, to_strangers: bool) -> League:
    """The season with everything that takes long to find."""
    table = league_table_of(season, to_strangers=to_strangers)
    return League(
        season=season,
        version=version,
        table=table,
        champions=champions_of(season, to_strangers=to_strangers),
        decisions=decided(season, to_strangers=to_strangers),
        rules=mixed_rules(table.events),
        chance=chance_of(table, season.pk),
        of_the_club=of_the_club,
        to_strangers=to_strangers,
    )


def season_picture(league: League) -> Picture:
    """The first ten of the table. Whoever was erased is not in it."""
    season = league.season
    days = (date_format(day, "DATE_FORMAT") for day in (season.first_day, season.last_day))
    return Picture(
        title=season.name,
        day=" – ".join(days),
        rows=[
            PictureRow(name=line.person.name, amount=line.row.total, rank=line.row.rank)
            for line in league.table.lines()[:MOST_ROWS]
            if line.row.rank and line.person.name != str(ERASED)
        ],
        version=league.version,
    )


def chance_of(table: LeagueTable, key: UUID) -> str:
    """Say how many of 100 seasons who leads wins if the events are drawn anew; empty below five, or if not all count.

    The same for everybody, because the season's key draws.
    """
    lines = [line for line in table.lines() if line.row.rank]
    played = [place for place, event in enumerate(table.events) if table.numbers.points.get(event.pk)]
    if table.rules.best or len(played) < FEWEST_EVENTS or len(lines) < 2:
        return ""
    rows = [[getattr(line.row.results[place], "value", 0) for line in lines] for place in played]
    shares = firsts(rows, [0] * len(lines), str(key))
    return " ".join(
        _("Of 100 such seasons %(name)s wins %(n)s.") % {"name": line.person.name, "n": share}
        for line, share in zip(lines, shares, strict=True)
        if line.row.rank == 1
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class AskedTable:
    """Choice of a reader: a table, an order, and whose row sticks; 0 or nothing for what is usual."""

    table: int = 0
    sort: str = ""
    me: int = 0
    find: str = ""
    """The beginning of somebody's name."""

    @property
    def query(self) -> dict[str, str]:
        """The choice as it stands in an address."""
        values = {"table": self.table, "sort": self.sort, "me": self.me, "find": self.find}
        return {key: str(value) for key, value in values.items() if value}


def asked_of(league: League, query: Mapping[str, str]) -> AskedTable:
    """Choice by a query string, as far as the season has it."""
    sorts = [*_sort_labels(), *(f"e{event.pk}" for event in league.table.events)]
    sort = query.get("sort", "")
    return AskedTable(
        table=number_of(query.get("table", ""), most=len(league.table.categories)) or 0,
        sort=sort if sort in sorts and sort != "rank" else "",
        me=number_of(query.get("me", "")) or 0,
        find=query.get("find", "").strip()[:MOST_LETTERS],
    )


def season_page(league: League, asked: AskedTable, *, remembered: str = "") -> dict[str, Any]:
    """The page by what was asked for and by whose row the device remembers.

    `shown` is the number of the table: 0 for everybody, then the categories, whose name is `heading`. `query` is for
    links that keep the choice; `mine` is the card of whose row sticks, and `me` their key.
    """
    season, table = league.season, league.table
    keys = list(table.categories)
    category = keys[asked.table - 1] if asked.table else None
    lines = table.lines(category)
    me, query, typed = asked.me or number_of(remembered), asked.query, words(asked.find)
    mine = next((line for line in lines if line.person.pk == me), None)
    return {
        "body": rows_html(
            _sorted(lines, asked.sort, [event.pk for event in table.events]),
            table,
            mine=me,
            query=query,
            **_pages(league),
            is_closed=season.is_closed,
        ),
        "count": len(lines),
        "columns": _columns(table, query),
        "earlier": earlier(len(table.events)),
        "sorts": {key: _sort_choice(key, label, query) for key, label in _sort_labels().items()},
        "tabs": _tabs(keys, asked.table, query),
        "shown": asked.table,
        "heading": category_label(category) if category else "",
        "honours": _honours(season, lines),
        "sentences": rules_sentences(table.rules),
        "me": me,
        "mine": stand_of(table, lines, mine) if mine else None,
        "met": [line for line in lines if typed and begin(typed, words(line.person.name))],
        "find": asked.find,
        "newest": newest_of(table),
        "query": urlencode(query),
    }


def newest_of(table: LeagueTable) -> SeasonEvent | None:
    """The last event at which somebody has points."""
    return next((event for event in reversed(table.events) if table.numbers.points.get(event.pk)), None)


def season_line(season: Season, lines: Sequence[LeagueLine], events: Sequence[SeasonEvent]) -> str:
    """The season in one line: how many of its events are over, and whoever is in front."""
    if not events:
        return ""
    sentence = ngettext("%(n)s of one event is over", "%(n)s of %(all)s events are over", len(events))
    over = sentence % {"n": sum(not is_running(event) for event in events), "all": len(events)}
    first = [line.person.name for line in lines if line.row.rank == 1]
    if not first:
        return over
    if season.is_closed:
        sentence = ngettext("%(names)s wins the season", "%(names)s win the season", len(first))
    else:
        sentence = ngettext("%(names)s leads", "%(names)s lead", len(first))
    return " · ".join([over, sentence % {"names": get_text_list(first, _("and"))}])


def _pages(league: League) -> dict[str, Any]:
    table = league.table
    points = table.numbers.points
    at_tournaments = {player for event in table.events if event.tournament for player in points.get(event.pk, ())}
    return {
        "players": table.people if league.of_the_club else at_tournaments,
        "address": reverse("player", args=[league.season.club_id, 0]).removesuffix("0"),
        "hands": f"/hands?season={league.season.pk}" if league.of_the_club else "",
    }


def decided(season: Season, *, to_strangers: bool) -> list[dict[str, Any]]:
    """Decisions about the season, newest first; with the way of counting `until_then` where that was changed."""
    read = as_strangers_read(season.club_id) if to_strangers else str
    return [
        {
            "at": row.at,
            "label": _label(row),
            "why": read(row.why),
            "until_then": _until_then(row),
            "mark": mark_of_end(row),
        }
        for row in decisions_of(season)
    ]


def _label(decision: SeasonDecision) -> str:
    label, data = str(decision.get_kind_display()), decision.data
    day = date_format(date.fromisoformat(data["day"]), "SHORT_DATE_FORMAT") if "day" in data else ""
    day += f" × {data['weight']}" if "weight" in data else ""
    if decision.kind == SeasonDecisionKind.PEOPLE and not data.get("another", True):
        return _("two names turned out to be one person or two, and the table another one")
    if "taken_back" in data:
        return _("the other club took its tournament back (%(day)s)") % {"day": day}
    if decision.kind == SeasonDecisionKind.RESULT and "kind" in data:
        another = _(", and another champion by it") if data["another"] else ""
        return f"{label} ({day}, {DecisionKind(data['kind']).label}){another}"
    return f"{label} ({day})" if day else label


def _until_then(decision: SeasonDecision) -> str:
    if decision.kind != SeasonDecisionKind.COUNTING:
        return ""
    return " ".join(rules_sentences(Season(**decision.data["before"]).rules))


# In which order


def _sort_labels() -> dict[str, str]:
    return {"rank": _("Rank"), "name": _("Name"), "village": _("Village"), "events": _("Events"), "total": _("Points")}


def _address(query: Mapping[str, str], **changes: str) -> str:
    return f"?{urlencode({key: value for key, value in {**query, **changes}.items() if value})}"


def _sort_choice(key: str, label: str, query: Mapping[str, str]) -> ChoiceLink:
    is_default = key == "rank"
    address = _address(query, sort="" if is_default else key)
    return {"label": label, "address": address, "current": query.get("sort", "rank") == key}


def _sorted(lines: Sequence[LeagueLine], sort: str, events: Sequence[int]) -> Sequence[LeagueLine]:
    """The lines in the order asked for; those who are equal in it stay in the order of the table."""
    by: dict[str, Callable[[LeagueLine], Any]] = {
        "name": lambda line: line.person.alphabetical,
        "village": lambda line: (not line.person.village, sort_key(line.person.village), *line.person.alphabetical),
        "events": lambda line: -line.row.events,
        "total": lambda line: -line.row.total,
    }
    if sort in by:
        return sorted(lines, key=by[sort])
    place = {f"e{event}": place for place, event in enumerate(events)}.get(sort)
    return lines if place is None else sorted(lines, key=lambda line: _at_event(line, place))


def _at_event(line: LeagueLine, place: int) -> tuple[bool, int]:
    result = line.row.results[place]
    return (result is None, 0 if result is None else -result.points)


# Around the table


def _tabs(keys: Sequence[CategoryKey], current: int, query: Mapping[str, str]) -> list[ChoiceLink]:
    if not keys:
        return []
    labels = [_("All"), *map(category_label, keys)]
    return [
        {"label": label, "address": _address(query, table=str(number or "")), "current": number == current}
        for number, label in enumerate(labels)
    ]


def _columns(
    league: LeagueTable, query: Mapping[str, str]
) -> list[tuple[SeasonEvent, ChoiceLink, int, str, bool, str]]:
    """The events, each with its order, the number of players, who had most points there, and whether it is running.

    Last comes the class of its column.
    """
    headings = column_headings(league.events)
    return [
        (
            event,
            _sort_choice(f"e{event.pk}", headings[event.pk], query),
            len(league.numbers.points.get(event.pk, {})),
            ", ".join(_firsts(league, event.pk)),
            is_running(event),
            column_class(place, len(league.events)),
        )
        for place, event in enumerate(league.events)
    ]


def _firsts(league: LeagueTable, event: int) -> Iterable[str]:
    points = league.numbers.points.get(event, {})
    most = max(points.values(), default=None)
    return (league.people[player].name for player, amount in points.items() if amount == most)


def _honours(season: Season, lines: Sequence[LeagueLine]) -> list[tuple[str, LeagueLine]]:
    """The first three, in words, and the last unless the club leaves that one unnamed."""
    ranked = [line for line in lines if line.row.rank is not None]
    words = {1: _("wins the season") if season.is_closed else _("leads"), 2: _("second place"), 3: _("third place")}
    honours = [(words[line.row.rank], line) for line in ranked if line.row.rank in words]
    if season.club.names_last and len(ranked) > len(honours) and not ranked[-1].row.tied_with:
        honours.append((_("brings up the rear"), ranked[-1]))
    return honours


def changes_of(
    season: Season, rules: LeagueRules, *, weighed: SeasonEvent | None = None
) -> list[tuple[NamedPlayer, Move]]:
    """People whose rank changes under the new rules, or where `weighed` has another weight; as in the new table."""
    numbers = numbers_of(season)
    people = players_in(numbers.points)
    after = replace(numbers, events=tuple(weighed if weighed == event else event for event in numbers.events))
    changes = moves(numbers.table(season.rules), after.table(rules))
    return [(people[move.player], move) for move in changes]


def season_preview(key: UUID) -> Picture | None:
    """The picture of the season with this key, as strangers read it; None if there is none."""
    season = Season.objects.select_related("club").filter(pk=key).first()
    if season is None:
        return None
    return season_picture(league_of(season, str(season.version), of_the_club=False, to_strangers=True))
