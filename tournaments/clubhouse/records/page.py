"""A club's records as their page shows them: of tournaments or of evenings, with names and dates."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _, pgettext

from cegoscore.contest.records import Career, Series, with_ties
from cegoscore.contest.ties import ranks_of
from tournaments.clubhouse.reach import Reach
from tournaments.clubhouse.records.queries import (
    Chronicle,
    RecordEvent,
    evenings_of,
    flows_of,
    hands_of,
    nothing_of,
    tournaments_of,
)
from tournaments.course.row_writer import (
    NAME,
    NOTHING,
    Html,
    RowWriter,
    body,
    column,
    digits,
    element,
    link,
    named,
    points,
    text,
)
from tournaments.seasons.page import ChoiceLink
from tournaments.seasons.queries import NamedPlayer, players_in

MOST_HANDS = 25
TOURNAMENTS, EVENINGS, HANDS = "tournaments", "evenings", "hands"


LongestRuns = tuple[str, str, Sequence[tuple[Series, NamedPlayer, RecordEvent, RecordEvent]]]
"""The longest series of one kind: its name, the explanation, and each with its person and the events at its ends."""


def records_page(reach: Reach, asked: Mapping[str, str]) -> dict[str, Any] | None:
    """The page by its query string (`of`, `sort`, `rules`); none for strangers to whom nothing is public.

    `highest` are points, person and event, `hands` rank, person and number of hands. If `opens_all`, who reads may open
    every sheet, so that what somebody pays leads to its hands. `players` is the address below which their pages are,
    `body` the rows of the all-time table, `rules` the names of tariffs that are mixed in it.
    """
    of = asked.get("of", "") if reach.whole and asked.get("of") in OF else TOURNAMENTS
    chronicle = OF[of](reach)
    hands = hands_of(reach) if of == HANDS else None
    short = reach.short()
    records = chronicle.records
    if not reach.is_something:
        return None
    played = {career.player: 0 for career in records.careers}
    people = players_in({0: played, 1: hands.by_person if hands else {}}, short)
    sort = asked.get("sort", "")
    players = reverse("player", args=[reach.club.pk, 0]).removesuffix("0")
    careers = [(career, people[career.player]) for career in records.careers]
    columns = _columns(sort, of, has_hands=any(career.hands for career in records.careers))
    return {
        "tabs": _tabs(of) if reach.whole else (),
        "of": of,
        "events": records.events,
        "rules": chronicle.rules,
        "highest": [(best.points, people[best.player], chronicle.events[best.event]) for best in records.highest],
        "runs": _runs(chronicle, people),
        "hands": _most_hands(hands.by_person, people) if hands else (),
        "flows": flows_of(hands, people, asked.get("rules", "")) if hands and hands.between else None,
        "opens_all": reach.manages,
        "columns": columns,
        "body": _rows(_sorted(careers, sort), players, f"/hands?of={of}" if reach.manages else "", len(columns)),
        "players": players,
    }


def _tabs(of: str) -> list[ChoiceLink]:
    labels = {TOURNAMENTS: _("Tournaments"), EVENINGS: _("Evenings"), HANDS: _("Hands")}
    return [
        ChoiceLink(label=label, address="?" if key == TOURNAMENTS else f"?of={key}", current=key == of)
        for key, label in labels.items()
    ]


def _runs(chronicle: Chronicle, people: Mapping[int, NamedPlayer]) -> list[LongestRuns]:
    records, events = chronicle.records, chronicle.events
    kinds = [
        (_("Always there"), _("How many in a row without missing one."), records.attended),
        (_("Always in plus"), _("How many in a row with plus points; missing one does not end it."), records.in_plus),
        (_("Won in a row"), _("How many won in a row; missing one does not end it."), records.won),
    ]
    return [
        (label, what, [(run, people[run.player], events[run.first], events[run.last]) for run in longest])
        for label, what, longest in kinds
        if longest
    ]


OF: dict[str, Callable[[Reach], Chronicle]] = {
    TOURNAMENTS: tournaments_of,
    EVENINGS: evenings_of,
    HANDS: nothing_of,
}


def _most_hands(hands: Mapping[int, int], people: Mapping[int, NamedPlayer]) -> list[tuple[int, NamedPlayer, int]]:
    order = sorted(hands.items(), key=lambda pair: (-pair[1], people[pair[0]].alphabetical))
    most = with_ties(order, MOST_HANDS, lambda pair: pair[1])
    ranks = ranks_of(hands.values())
    return [(ranks[count], people[player], count) for player, count in most]


# The table of all times


def _columns(sort: str, of: str, *, has_hands: bool) -> list[ChoiceLink]:
    labels = {
        "name": _("Name"),
        "events": _("Evenings") if of == EVENINGS else _("Tournaments"),
        "wins": pgettext("how often", "wins"),
        "total": _("Points"),
    } | ({"average": _("Cautious")} if has_hands else {})
    rest = "of=evenings&" if of == EVENINGS else ""
    current = sort if sort in labels else "total"
    return [
        ChoiceLink(label=label, address=f"?{rest}sort={key}#all-time", current=key == current)
        for key, label in labels.items()
    ]


def _sorted(careers: list[tuple[Career, NamedPlayer]], sort: str) -> list[tuple[Career, NamedPlayer]]:
    """Careers in the order asked for; ties in the order of the table, further ties by name."""
    names = {person.pk: person.alphabetical for _career, person in careers}
    careers = sorted(careers, key=lambda line: (line[0].rank, names[line[1].pk]))
    if sort in ("events", "wins", "average"):
        return sorted(careers, key=lambda line: -getattr(line[0], sort))
    return sorted(careers, key=lambda line: names[line[1].pk]) if sort == "name" else careers


def _rows(careers: Iterable[tuple[Career, NamedPlayer]], players: str, hands: str, count: int) -> SafeString:
    """The table's body: a row for everybody who ever played; their points lead to `hands`, where that is given."""
    address, writer = text(players), RowWriter([NAME, *[column()] * (count - 1)])
    return body([writer.row(_cells(career, person, address, text(hands))[:count]) for career, person in careers])


def _cells(career: Career, person: NamedPlayer, players: Html, hands: Html) -> list[Html]:
    rank, who = element("span", text(f"{career.rank}.")), named(person.name, person.village, between=" ")
    name = element("div", Html(f"{rank} {link(players, person.pk, who)}"), "who")
    total = points(career.total)
    total = link(players, f"{person.pk}{hands}", total) if hands else total
    average = points(career.average) if career.hands else NOTHING
    return [name, digits(career.events), digits(career.wins), total, average]
