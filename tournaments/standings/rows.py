"""The rows of the standings, put together without a template: two hundred of them are most of the page's work."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from cegoscore.clubs.templatetags.cego import signed
from cegoscore.contest.standings import Row, TieBreak
from tournaments.standings.queries import Line, Standings

TIE_BREAKS = {
    TieBreak.LAST_ROUND: gettext_lazy("the last round"),
    TieBreak.GAMES_WON: gettext_lazy("games won"),
    TieBreak.CARD: gettext_lazy("a card drawn"),
    TieBreak.LOT: gettext_lazy("the lot"),
}
"""What decides between equals, as it is told."""

MOST_NAMED = 5
"""With so many others a rank is shared by name; at the beginning everybody is level with everybody."""

OPEN = "…"
"""Stands behind points that may still change."""


def rows_html(table: Standings, lines: Iterable[Line], *, players: str = "") -> SafeString:
    """The table's body; every row can be linked to by its start number.

    `players` is the address below which everybody has a page; without it names lead nowhere.
    """
    last = len(table.rounds) > 1
    words = _Words(table.rounds, shows_rounds=last, shows_games=shows_games(table), players=players)
    return mark_safe("".join([words.row(line) for line in lines]))  # noqa: S308 - escaped by `_Words`


def shows_games(table: Standings) -> bool:
    """Whether the games that somebody won as declarer are worth a column."""
    decides = TieBreak.GAMES_WON in table.rules.tie_breaks
    return decides or any(line.row.games_won is not None for line in table.lines)


class _Words:
    """The words of the rows, translated once for all of them."""

    def __init__(self, rounds: tuple[int, ...], *, shows_rounds: bool, shows_games: bool, players: str = "") -> None:
        self.players = escape(players)
        self.rounds, self.shows_rounds, self.shows_games = rounds, shows_rounds, shows_games
        self.shared = escape(_("shared"))
        self.unknown = escape(_("not known"))

    def row(self, line: Line) -> str:
        """One row of the table's body."""
        row, person = line.row, line.person
        tied = f'<span class="tie"><span class="vh"> {self.shared}</span></span>' if row.tied_with else ""
        village = f", {escape(person.village)}" if person.village else ""
        notes = f'<small class="notes">{escape("; ".join(self.notes(row)))}</small>' if _has_notes(row) else ""
        css = ' class="tied"' if row.tied_with else ""
        who = f"{escape(person.name)}<small>{row.number}{village}</small>"
        if self.players:
            who = f'<a href="{self.players}{person.player}">{who}</a>'
        return (
            f'<tr id="n{row.number}"{css}><td class="rank">{row.rank}{tied}</td>'
            f'<th scope="row">{who}{notes}</th>'
            f'{self.points(row)}{self.games(row)}<td class="total">{signed(row.total)}{OPEN if row.open_rounds else ""}'
            "</td></tr>"
        )

    def points(self, row: Row) -> str:
        """A cell for each round; the one of a single round would say the total once more."""
        if not self.shows_rounds:
            return ""
        return "".join(
            [
                f'<td class="round">{signed(points)}{OPEN if round_number in row.open_rounds else ""}</td>'
                for round_number, points in zip(self.rounds, row.points, strict=True)
            ]
        )

    def games(self, row: Row) -> str:
        """How many games were won; a dash with its word if nobody knows."""
        if not self.shows_games:
            return ""
        won = f'<span aria-hidden="true">?</span><span class="vh">{self.unknown}</span>'
        return f'<td class="won">{won if row.games_won is None else row.games_won}</td>'

    def notes(self, row: Row) -> list[str]:
        """What has to be said about a row: with whom the rank is shared, what decided, which round does not count."""
        found = []
        if row.tied_with:
            found.append(_level_with(row))
        if row.decided_by:
            by = ", ".join(str(TIE_BREAKS[tie_break]) for tie_break in row.decided_by)
            found.append(_("level, decided by %(by)s") % {"by": by})
        if row.voided_rounds:
            rounds = ", ".join(map(str, row.voided_rounds))
            found.append(_("round %(rounds)s does not count") % {"rounds": rounds})
        return found


def _has_notes(row: Row) -> bool:
    return bool(row.tied_with or row.decided_by or row.voided_rounds)


def _level_with(row: Row) -> str:
    """A few are named; and whether it is theirs to draw is said once nothing changes any more by itself."""
    if len(row.tied_with) > MOST_NAMED:
        return _("level with %(n)s others") % {"n": len(row.tied_with)}
    draws = row.undecided and not row.provisional
    sentence = _("level with %(numbers)s, still to be drawn") if draws else _("level with %(numbers)s")
    return sentence % {"numbers": ", ".join(map(str, row.tied_with))}


def notes_of(row: Row) -> list[str]:
    """What has to be said about a row, for other pages."""
    return _Words((), shows_rounds=False, shows_games=False).notes(row)
