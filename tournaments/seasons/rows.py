"""The rows of a league table, put together without a template: three hundred rows of thirteen events are its work."""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass
from html import escape
from urllib.parse import urlencode

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from cegoscore.clubs.templatetags.cego import signed
from cegoscore.contest.league import Counting, Result, Row, Worth
from tournaments.seasons.models import SeasonEvent
from tournaments.seasons.queries import Line
from tournaments.seasons.wording import TIE_BREAKS


@dataclass(frozen=True, slots=True, kw_only=True)
class Pages:
    """Who has a page that the reader may see, and the address below which those are."""

    players: Container[int]
    address: str


def rows_html(
    lines: Iterable[Line],
    *,
    events: Sequence[SeasonEvent],
    way: Counting,
    mine: int | None,
    query: dict[str, str],
    pages: Pages,
) -> SafeString:
    """The table's body; every row can be linked to by its person, `mine` sticks. `query` is the page's own."""
    words = _Words(events, way, mine, query, pages)
    return mark_safe("".join([words.row(line) for line in lines]))  # noqa: S308 - escaped by `_Words`


def change_of(row: Row) -> str:
    """How a rank changed since the last event: an arrow and by how much; a word for who is new."""
    if row.rank is None:
        return ""
    if row.change is None:
        return _("new") if row.events else ""
    if row.change == 0:
        return "="
    return f"↑{row.change}" if row.change > 0 else f"↓{-row.change}"


class _Words:
    """What the rows have in common, translated and escaped once for all of them."""

    def __init__(
        self, events: Sequence[SeasonEvent], way: Counting, mine: int | None, query: dict[str, str], pages: Pages
    ) -> None:
        self.mine, self.pages, self.results = mine, pages, escape(_("All results"))
        self.cells = [f'<td class="ev" data-e="{escape(event.short)}">' for event in events]
        self.amount = str if way.worth is Worth.RANKS else signed
        self.shared, self.draw = escape(_("shared rank")), escape(_("still to be drawn"))
        self.decided = {each: escape(_("decided by: %(told)s") % {"told": told}) for each, told in TIE_BREAKS.items()}
        self.own, self.not_ranked = escape(_("Keep this row in view")), escape(_("not ranked yet"))
        rest = urlencode({key: value for key, value in query.items() if key != "me"})
        self.address = escape(f"?{rest}&me=" if rest else "?me=")

    def row(self, line: Line) -> str:
        """One row of the table's body."""
        row, person = line.row, line.person
        css = " ".join(name for name, holds in (("mine", person.pk == self.mine), ("tied", row.tied_with)) if holds)
        rank = "–" if row.rank is None else f"{row.rank}."
        notes = "".join(f" <em>{note}</em>" for note in self._notes(row))
        village = f" <small>{escape(person.village)}</small>" if person.village else ""
        page = ""
        if person.pk in self.pages.players:
            page = f' <a href="{escape(self.pages.address)}{person.pk}">{self.results}</a>'
        cells = "".join([self._cell(start, result) for start, result in zip(self.cells, row.results, strict=True)])
        return (
            f'<tr id="p{person.pk}" class="{css}"><td class="rank">{rank}</td><td class="change">{change_of(row)}</td>'
            f'<th scope="row"><details><summary>{escape(person.name) or "–"}</summary>'
            f'<a href="{self.address}{person.pk}#p{person.pk}">{self.own}</a>{page}</details>{village}{notes}</th>'
            f'{cells}<td class="count">{row.events}</td><td class="total">{self.amount(row.total)}</td></tr>'
        )

    def _cell(self, start: str, result: Result | None) -> str:
        if result is None:
            return f"{start}</td>"
        amount = self.amount(result.value)
        if result.struck:
            return f"{start}<s>{amount}</s></td>"
        return f"{start}<b>{amount}</b></td>" if result.rank == 1 else f"{start}{amount}</td>"

    def _notes(self, row: Row) -> list[str]:
        """What has to be said about the rank."""
        found = [self.decided[each] for each in row.decided_by]
        if row.rank is None:
            found.append(self.not_ranked)
        if row.tied_with:
            found.append(self.draw if row.undecided else self.shared)
        return found
