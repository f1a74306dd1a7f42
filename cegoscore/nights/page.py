"""Pages of a club night: the standing across its tables, the tables, the codes."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence, Set as AbstractSet
from dataclasses import dataclass, replace
from functools import partial
from typing import Any
from uuid import UUID

from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _, gettext_lazy

from cegoscore.clubs.models import Player, Right
from cegoscore.clubs.names import sort_key
from cegoscore.clubs.rights.access import rights_of
from cegoscore.clubs.rights.link_pages import LinkOffer, LinkPage, LinkRow, row_of
from cegoscore.clubs.rights.links import links_to
from cegoscore.contest.ties import ranks_of
from cegoscore.nights.queries import NightTable, free_numbers, get_night_to_arrange, labels_of, sitting, tables_of
from cegoscore.nights.services import share_night
from cegoscore.scoresheet.models import ClubNight


@dataclass(frozen=True, slots=True, kw_only=True)
class NightLine:
    """Somebody in the standing: the sum over all tables at which they sat."""

    key: int
    name: str
    rank: int
    total: int
    table: int | None
    """The table at which they sit now; none once they left or it was closed."""
    tables: Sequence[int]
    """All at which they have sat, in the order of their numbers."""
    hands: str = ""
    """Address of the hands behind the total; empty for whoever may open none of these tables."""

    @property
    def leads(self) -> bool:
        """True for whoever stands first."""
        return self.rank == 1


def night_page(night: ClubNight, version: str, *, right: Right, device: UUID | None) -> dict[str, Any]:
    """The page as a device with this right on the night sees it.

    `free` are the numbers of tables at which nobody has sat down yet. A table comes with the names of those who sit
    there now (of a closed one, those who sat there), and with its sheet's address, if that may be seen.
    """
    tables = tables_of(night)
    labels = labels_of(people_at(tables))
    rights, manages = rights_of(device), right.covers(Right.MANAGE)
    opened = {table.number for table in tables if manages or table.sheet.pk in rights}
    is_running = night.ended_at is None
    return {
        "version": version,
        "lines": _with_hands(night, standing_of(tables), opened),
        "tables": [
            (
                table,
                [labels[seat.player.person.pk] for seat in table.at_table or table.seats],
                table.sheet.get_absolute_url() if table.number in opened else "",
            )
            for table in tables
        ],
        "free": free_numbers(night) if is_running else (),
        "may_manage": manages,
        "may_join": is_running and right.covers(Right.WRITE),
        "is_planned": is_running and not tables,
        "back": _("The group") if manages else _("To the start page"),
    }


def _with_hands(night: ClubNight, lines: Iterable[NightLine], opened: AbstractSet[int]) -> list[NightLine]:
    """Lines whose totals lead to the hands that may be seen: those of the tables that the device may open."""
    return [
        replace(line, hands=f"{reverse('player_hands', args=[night.club_id, line.key])}?night={night.pk}")
        if not opened.isdisjoint(line.tables)
        else line
        for line in lines
    ]


def people_at(tables: Iterable[NightTable]) -> Iterable[Player]:
    """Everybody who has a column at one of the tables, once."""
    return {seat.player.person.pk: seat.player.person for table in tables for seat in table.seats}.values()


def standing_of(tables: Sequence[NightTable]) -> list[NightLine]:
    """The standing across the tables, the best first; equals share a rank and stand in alphabetical order."""
    labels = labels_of(people_at(tables))
    totals = Counter[int]()
    where: dict[int, list[int]] = defaultdict(list)
    for table in tables:
        for seat in table.ranked:
            totals[seat.player.person.pk] += seat.total
            where[seat.player.person.pk].append(table.number)
    now, ranks = sitting(tables), ranks_of(totals.values())
    ordered = sorted(totals, key=lambda person: (-totals[person], sort_key(labels[person]), person))
    return [
        NightLine(
            key=person,
            name=labels[person],
            rank=ranks[totals[person]],
            total=totals[person],
            table=now[person].number if person in now else None,
            tables=sorted(set(where[person])),
        )
        for person in ordered
    ]


# Links and codes

OFFERS = {
    Right.WRITE: LinkOffer(
        label=gettext_lazy("Open a free table"),
        sentence=gettext_lazy(
            "Anyone who opens this at a free table says who sits there, and writes at that table only."
        ),
        button=gettext_lazy("Make the codes for the tables"),
        again=True,
    ),
    Right.LOOK: LinkOffer(
        label=gettext_lazy("Follow the standing"),
        sentence=gettext_lazy("Anyone who opens this follows the standing, and nothing else."),
        button=gettext_lazy("Make a link to follow the standing"),
    ),
}


def night_links(request: HttpRequest, night_id: UUID) -> LinkPage:
    """The links to the night, then one for each open table at which a code to write was made."""
    night = get_night_to_arrange(request, night_id)
    return LinkPage(
        kind="night",
        thing=night,
        called=night.name,
        template="nights/night_links.html",
        offers=OFFERS,
        makes=OFFERS,
        make=partial(share_night, night),
        last=_links_of_tables(request, night),
    )


def _links_of_tables(request: HttpRequest, night: ClubNight) -> list[LinkRow]:
    numbers = {table.sheet.pk: table.number for table in tables_of(night) if table.is_open}
    links = [link for link in links_to(night.club, *numbers) if link.right == Right.WRITE]
    sentence = _("Anyone who opens this writes at this table, and at no other.")
    rows = []
    for link in sorted(links, key=lambda link: numbers[link.target]):
        label = _("Table %(number)s") % {"number": numbers[link.target]}
        rows.append(row_of(request, link, offer=LinkOffer(label=label, sentence=sentence)))
    return rows
