"""The rows of the standings."""

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeAlias

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _, ngettext

from cegoscore.contest.standings import TournamentStanding
from cegoscore.contest.ties import TieBreak
from tournaments.course.row_writer import (
    NAME,
    Html,
    RowWriter,
    body,
    column,
    digits,
    element,
    hidden,
    link,
    named,
    points,
    sign,
    text,
)
from tournaments.course.tie_breaks import told
from tournaments.standings.queries import Standings, StandingsLine

MOST_NAMED = 5
"""With so many others a rank is shared by name; at the beginning everybody is level with everybody."""

OPEN = element("i", "…")
"""Stands behind points that may still change; on the wall those are pale instead."""


Footnotes: TypeAlias = Mapping[tuple[TieBreak, ...], str]
"""The mark of each row of tie-breaks that decided, of which the table says below what it means; of none for a tie."""


def rows_html(
    table: Standings,
    lines: Iterable[StandingsLine],
    *,
    players: str = "",
    hands: str = "",
    footnotes: Footnotes | None = None,
) -> SafeString:
    """The table's body; every row can be linked to by its start number.

    `players` is the address below which everybody has a page; without it names lead nowhere. `hands` is what follows
    it to the hands behind the points; without it points lead nowhere. With `footnotes` a mark stands for what decided.
    """
    rows = _StandingsRows(table, text(players), text(hands), footnotes or {})
    return body([rows.row(line) for line in lines])


def footnotes_of(lines: Iterable[StandingsLine]) -> Footnotes:
    """A mark of its own, of asterisks, for each row of tie-breaks that decided in these lines, and the sign of ties."""
    deciding = dict.fromkeys(line.row.decided_by for line in lines if line.row.decided_by)
    ties: dict[tuple[TieBreak, ...], str] = {(): "="} if any(line.row.tied_with for line in lines) else {}
    return ties | {by: "*" * count for count, by in enumerate(deciding, start=1)}


def decided(by: Sequence[TieBreak]) -> str:
    """The note about what decided between level rows."""
    return _("level, decided by %(by)s") % {"by": told(by)}


def explained(footnotes: Footnotes, table: Standings) -> list[tuple[str, str]]:
    """The marks and what they mean, as the table says it below."""
    is_drawn = table.draws and any(line.row.undecided for line in table.lines)
    tie = _("a shared place, still to be drawn") if is_drawn else _("a shared place")
    return [(mark, decided(by) if by else tie) for by, mark in footnotes.items()]


def shows_games(table: Standings) -> bool:
    """True if games won as declarer are worth a column: they decide, or are known of somebody."""
    decides = TieBreak.GAMES_WON in table.rules.tie_breaks
    return decides or any(line.row.games_won is not None for line in table.lines)


class _StandingsRows:
    """The rows of one table; their words are translated once for all of them."""

    def __init__(self, table: Standings, players: Html, hands: Html, footnotes: Footnotes) -> None:
        self.footnotes = footnotes
        self.rounds = table.rounds if len(table.rounds) > 1 else ()  # those of a single one would say the total twice
        self.draws, self.shows_games, self.players, self.hands = table.draws, shows_games(table), players, hands
        self.shared = element("span", hidden(" " + _("shared")), "tie")
        self.unknown = sign("?", _("not known"))
        columns = [column("rank"), NAME]
        columns += [column("round")] * len(self.rounds) + [column("won")] * self.shows_games
        self.writer = RowWriter([*columns, column("total")], prefix="n")

    def row(self, line: StandingsLine) -> Html:
        """One row of the table's body."""
        standing = line.row
        rank = digits(standing.rank) if standing.rank else Html("–")
        mark = text(self.footnotes.get(standing.decided_by, "")) if standing.decided_by else ""
        cells = [Html(f"{rank}{mark}{self.shared if standing.tied_with else ''}"), self.who(line)]
        cells += [
            points(None) if amount is None else self.amount(line, amount, f"{self.hands}&amp;round={number}")
            for number, amount in zip(self.rounds, standing.points, strict=False)
        ]
        if self.shows_games:
            cells.append(self.unknown if standing.games_won is None else digits(standing.games_won))
        cells.append(self.amount(line, standing.total, self.hands))
        if standing.open_rounds:
            self.mark_open(cells, standing)
        return self.writer.row(cells, key=standing.number, css="tied" if standing.tied_with else "")

    def amount(self, line: StandingsLine, amount: int, hands: str) -> Html:
        """Points, which lead to their hands if those may be seen."""
        written = points(amount)
        return link(self.players, f"{line.person.player}{hands}", written) if self.hands else written

    def mark_open(self, cells: list[Html], standing: TournamentStanding) -> None:
        """Add the sign of what may still change to the total, and to the rounds that are not confirmed."""
        cells[-1] = Html(f"{cells[-1]}{OPEN}")
        for place, number in enumerate(self.rounds, start=2):
            if number in standing.open_rounds:
                cells[place] = Html(f"{cells[place]}{OPEN}")

    def who(self, line: StandingsLine) -> Html:
        """Name, number and village, which lead to the player's page, and the notes about the rank."""
        person, standing = line.person, line.row
        name = named(person.name, f"{standing.number}, {person.village}" if person.village else str(standing.number))
        if self.players:
            name = link(self.players, person.player, name)
        notes = notes_of(line, draws=self.draws, footnotes=self.footnotes)
        return Html(f"{name}{element('small', text('; '.join(notes)), 'notes')}") if notes else name


def notes_of(line: StandingsLine, *, draws: bool, footnotes: Footnotes | None = None) -> list[str]:
    """Notes about a row: why there is no prize, with whom the rank is shared, what decided, void rounds, points off.

    What decided, and that a place is shared, is left to the footnotes if there are any.
    """
    standing, notes = line.row, [note for note in (line.person.was, line.person.state) if note]
    if standing.tied_with and not footnotes:
        notes.append(_level_with(standing, draws=draws))
    if standing.decided_by and not footnotes:
        notes.append(decided(standing.decided_by))
    if standing.voided_rounds:
        rounds = ", ".join(map(str, standing.voided_rounds))
        notes.append(_("not counted: round %(rounds)s") % {"rounds": rounds})
    if standing.penalty:
        notes.append(points_off(standing.penalty))
    return notes


def points_off(penalty: int) -> str:
    """The note about a penalty."""
    return ngettext("%(n)s point off", "%(n)s points off", penalty) % {"n": penalty}


def _level_with(standing: TournamentStanding, *, draws: bool) -> str:
    """A few are named; whether it is theirs to draw is said once nothing changes by itself, and until it is over."""
    if len(standing.tied_with) > MOST_NAMED:
        return _("level with %(n)s others") % {"n": len(standing.tied_with)}
    is_drawn = draws and standing.undecided
    sentence = _("level with %(numbers)s, still to be drawn") if is_drawn else _("level with %(numbers)s")
    return sentence % {"numbers": ", ".join(map(str, standing.tied_with))}
