"""The awards of an evening that is closed, and the words for those of any event."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from django.utils.translation import gettext_lazy as _

from cegoscore.contest.honours import (
    ENOUGH,
    Given,
    Honour,
    HonourHand,
    figures_by_rank,
    figures_in,
    honours,
    over_the_mountain,
)
from cegoscore.contest.ties import ranks_of
from cegoscore.scoresheet.models import Seat, Session, State
from cegoscore.scoring.documents.document import Document
from cegoscore.scoring.documents.ledger import Played

TITLES: Mapping[Honour, Any] = {
    Honour.FIRST: _("Winner"),
    Honour.LAST: _("Mauskönig"),
    Honour.MOUNTAIN: _("Over the mountain"),
    Honour.NERVES: _("Steady nerves"),
    Honour.SOLOIST: _("Soloist"),
    Honour.HOST: _("Host"),
    Honour.COMEBACK: _("Comeback"),
}
REASONS: Mapping[Honour, Any] = {
    Honour.FIRST: "",
    Honour.LAST: _("last place"),
    Honour.MOUNTAIN: _("came up %(n)s points, from minus to plus"),
    Honour.NERVES: _("won %(n)s games by five card points at most"),
    Honour.SOLOIST: _("won %(n)s Solos"),
    Honour.HOST: _("paid %(n)s points to the games of others"),
    Honour.COMEBACK: _("came up %(n)s places from one round to another"),
}


class HonourTold(NamedTuple):
    """An award in words, and whoever shares it."""

    title: str
    names: str
    reason: str
    keys: Sequence[int]

    def __str__(self) -> str:
        return f"{self.title}: {self.names}" + (f" ({self.reason})" if self.reason else "")


def told(given: Iterable[Given], names: Mapping[int, str]) -> list[HonourTold]:
    """Awards in words; whoever has no name any more is not named."""
    lines = []
    for one in given:
        keys = [key for key in one.keys if names.get(key)]
        if keys:
            reason = str(REASONS[one.honour]) % {"n": one.figure}
            lines.append(HonourTold(str(TITLES[one.honour]), ", ".join(names[key] for key in keys), reason, keys))
    return lines


def honours_of(
    sheet: Session, seats: Sequence[Seat], document: Document, hands: Sequence[Played], totals: Sequence[Sequence[int]]
) -> list[HonourTold]:
    """The awards of an evening; none before it is closed, below twelve hands, or if its club gives none.

    A table of a tournament has none of its own. `totals` are the hands' `curve`.
    """
    if sheet.state != State.CLOSED or sheet.event or len(hands) < ENOUGH or not sheet.club.gives_awards:
        return []
    by_seat = {seat: seat for seat in range(len(document.players))}
    rows = (
        HonourHand(
            outcome=hand.entry.hand.outcome,
            half=document.rules.half,
            seats=by_seat,
            amounts={seat: amount for seat, amount in enumerate(hand.amounts) if amount is not None},
        )
        for hand in hands
    )
    ranks = ranks_of(totals[-1])
    figures = figures_in(rows) | figures_by_rank({seat: ranks[total] for seat, total in enumerate(totals[-1])})
    figures[Honour.MOUNTAIN] = over_the_mountain(dict(enumerate(zip(*totals, strict=True))))
    names = {seat.number: document.players[seat.number] for seat in seats if seat.player.person.name}
    return told(honours(figures), names)
