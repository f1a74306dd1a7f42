"""The rows of a league table, and the headings of its columns: place, day where one place comes twice, weight."""

from collections import Counter
from collections.abc import Container, Iterable, Mapping, Sequence
from urllib.parse import urlencode

from django.utils import formats
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from cegoscore.contest.league import TIE_BREAKS, EventResult, LeagueStanding, Worth
from tournaments.course.row_writer import (
    NAME,
    NOTHING,
    Html,
    RowWriter,
    body,
    bold,
    column,
    digits,
    element,
    link,
    named,
    points,
    struck,
    text,
)
from tournaments.course.tie_breaks import told
from tournaments.seasons.models import SeasonEvent
from tournaments.seasons.queries import LeagueLine, LeagueTable


def column_headings(events: Sequence[SeasonEvent]) -> Mapping[int, str]:
    """Heading of each event by its key; no two are alike."""
    shared, seen = Counter(event.short for event in events), Counter[str]()
    headings = {}
    for event in events:
        heading = event.short
        if event.venue and shared[heading] > 1:
            # Translators: day and month in figures, as Django's filter `date` takes it.
            heading += " " + formats.date_format(event.held_on, _("j M"))
        seen[heading] += 1
        number = f" ({seen[heading]})" if seen[heading] > 1 else ""
        weight = f" × {event.weight}" if event.weight > 1 else ""
        headings[event.pk] = f"{heading}{number}{weight}"
    return headings


WIDTHS = {"laptop": 12, "desk": 14, "wide": 18}
"""Events that are columns on each width of a screen (`season.css`): the newest; those before them are one column.

A row that opens on a phone has them all.
"""


def earlier(events: int) -> dict[str, int]:
    """The number of events that are no columns of their own, by the widths that have no room for all."""
    return {width: events - most for width, most in WIDTHS.items() if events > most}


def column_class(place: int, events: int) -> str:
    """The class of an event's column, with the widths that show it within the column of earlier ones."""
    return " ".join(["ev", *(f"off-{width}" for width, older in earlier(events).items() if place < older)])


def rows_html(
    lines: Iterable[LeagueLine],
    table: LeagueTable,
    *,
    mine: int | None,
    query: dict[str, str],
    players: Container[int],
    address: str,
    hands: str,
    is_closed: bool,
) -> SafeString:
    """The table's body; every row can be linked to by its person, `mine` sticks. `query` is the page's own.

    `players` are those whose pages the reader may see, below `address`; `hands` is the end of the address of somebody's
    hands in the season, empty for who may not see them. Once the season `is_closed`, who is level stays so.
    """
    rows = _LeagueRows(table, mine, query, players, text(address), text(hands))
    if is_closed:
        rows.draw = rows.shared
    return body([rows.row(line) for line in lines])


def hands_of(event: SeasonEvent) -> str:
    """End of the address of somebody's hands at an event; empty for one that was read in as totals."""
    keys = {"tournament": event.tournament_id, "night": event.night_id, "sheet": event.sheet_id}
    return next((f"/hands?{name}={key}" for name, key in keys.items() if key), "")


def change_of(row: LeagueStanding) -> str:
    """The change of a rank since the last event: an arrow and by how much; a word for who is new."""
    if row.rank is None:
        return ""
    if row.change is None:
        return _("new") if row.events else ""
    if row.change == 0:
        return "="
    return f"↑{row.change}" if row.change > 0 else f"↓{-row.change}"


class _LeagueRows:
    """The rows of one table; what they have in common is translated and escaped once for all of them."""

    def __init__(
        self,
        table: LeagueTable,
        mine: int | None,
        query: dict[str, str],
        players: Container[int],
        address: Html,
        hands: Html,
    ) -> None:
        events = table.events
        self.mine, self.players, self.address, self.all_hands = mine, players, address, hands
        self.hands = [text(hands_of(event)) if hands else NOTHING for event in events]
        self.results, self.own = text(_("All results")), text(_("Keep this row in view"))
        self.amount = digits if table.rules.worth is Worth.RANKS else points
        self.shared, self.draw = _note(_("shared rank")), _note(_("still to be drawn"))
        self.decided = {
            tie_break: _note(_("decided by: %(told)s") % {"told": told([tie_break])}) for tie_break in TIE_BREAKS
        }
        self.not_ranked = _note(_("not ranked yet"))
        rest = urlencode({key: value for key, value in query.items() if key != "me"})
        self.keeping = text(f"?{rest}&me=" if rest else "?me=")
        headings = column_headings(events)
        self.earlier = earlier(len(events))
        columns = [column("rank"), column("change"), NAME, *(column(f"before on-{width}") for width in self.earlier)]
        columns += [column(column_class(place, len(events)), headings[event.pk]) for place, event in enumerate(events)]
        self.writer = RowWriter([*columns, column("count", _("Events")), column("total")], prefix="p")

    def row(self, line: LeagueLine) -> Html:
        """One row of the table's body."""
        standing, key = line.row, line.person.pk
        cells = (
            Html("–" if standing.rank is None else f"{standing.rank}."),
            text(change_of(standing)),
            self.who(line),
            *(self.before(standing, older) for older in self.earlier.values()),
            *(self.result(key, result, hands) for result, hands in zip(standing.results, self.hands, strict=True)),
            digits(standing.events),
            self.leading(key, self.amount(standing.total), self.all_hands),
        )
        css = " ".join(name for name, holds in (("mine", key == self.mine), ("tied", standing.tied_with)) if holds)
        return self.writer.row(cells, key=key, css=css)

    def before(self, standing: LeagueStanding, older: int) -> Html:
        """The sum of the first events, which are no columns: with it the cells of a row add up to its total."""
        counting = [result.value for result in standing.results[:older] if result and not result.struck]
        return self.amount(sum(counting)) if counting else NOTHING

    def leading(self, person: int, amount: Html, hands: Html) -> Html:
        """An amount that leads to its hands if they may be seen."""
        return link(self.address, f"{person}{hands}", amount) if hands else amount

    def result(self, person: int, result: EventResult | None, hands: Html) -> Html:
        """The amount of an event: struck through if it does not count, bold if it was won."""
        if result is None:
            return NOTHING
        amount = self.leading(person, self.amount(result.value), hands)
        if result.struck:
            return struck(amount)
        return bold(amount) if result.rank == 1 else amount

    def who(self, line: LeagueLine) -> Html:
        """The name, which opens links to keep the row in view and to the player's page; village and notes."""
        person = line.person
        links = link(self.keeping, f"{person.pk}#stand", self.own)
        if person.pk in self.players:
            links = Html(f"{links} {link(self.address, person.pk, self.results)}")
        name = element("details", Html(f"{element('summary', named(person.name or '–', person.village, ' '))}{links}"))
        return Html("".join([name, *self.notes(line)]))

    def notes(self, line: LeagueLine) -> list[Html]:
        """Notes about the name and the rank."""
        standing = line.row
        notes = [_note(line.person.was)] if line.person.was else []
        notes += [self.decided[tie_break] for tie_break in standing.decided_by]
        if standing.rank is None:
            notes.append(self.not_ranked)
        if standing.tied_with:
            notes.append(self.draw if standing.undecided else self.shared)
        return notes


def _note(words: str) -> Html:
    return Html(f" {element('em', text(words))}")
