"""The prizes with the people who get them, as they are called up."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from cegoscore.contest.prizes import Award, PrizeFor
from tournaments.models import Tournament
from tournaments.standings.queries import Standings, StandingsLine, awards_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Awarded:
    """A prize, what it is given for, and whoever gets it, or may."""

    award: Award
    reason: str
    lines: tuple[StandingsLine, ...]
    is_shared: bool = False
    """True if several are level and nobody draws for it: they divide the prizes of their places."""

    @property
    def winner(self) -> StandingsLine | None:
        """The line of the winner, if that is settled."""
        return self.lines[0] if len(self.lines) == 1 and not self.award.undecided else None

    @property
    def settled(self) -> tuple[StandingsLine, ...]:
        """The line of the winner, or of all who share it; none while that may change."""
        return self.lines if self.winner or self.is_shared else ()


def awarded(tournament: Tournament, table: Standings) -> list[Awarded]:
    """Every prize in the order of the ceremony, from the last to the first; none while results are held back."""
    if not table.shown.is_everything:
        return []
    lines = {line.person.number: line for line in table.lines}
    categories = {str(category.pk): category.label for category, _lines in table.categories}
    return [
        Awarded(
            award=award,
            reason=_reason(award, categories),
            lines=(own := tuple(lines[number] for number in award.numbers if number in lines)),
            is_shared=len(own) > 1 and not award.provisional and (table.is_over or not _must_draw(own)),
        )
        for award in awards_of(tournament, table)
    ]


def _must_draw(lines: Sequence[StandingsLine]) -> bool:
    return any(line.row.undecided for line in lines)


def _reason(award: Award, categories: dict[str, str]) -> str:
    prize = award.prize
    if prize.given_for is PrizeFor.LAST:
        return _("Last place")
    place = _("Place %(place)s") % {"place": prize.place}
    if prize.given_for is PrizeFor.CATEGORY:
        return f"{categories.get(prize.category, '')}, {place}"
    return place
