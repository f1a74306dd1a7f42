"""The places that the wall unveils at the prize giving, one after the other, from the last to the first."""

from dataclasses import dataclass
from itertools import groupby, takewhile

from cegoscore.contest.prizes import OF_SEVERAL, PrizeFor
from tournaments.course.access import Shown
from tournaments.course.queries import closed_rounds
from tournaments.models import Tournament
from tournaments.standings.awards import Awarded, awarded
from tournaments.standings.queries import StandingsLine, standings_of

MOST_BEHIND = 11
"""Places that the wall shows behind the one that was unveiled last."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """A rank with whoever holds it, several if they are level, and the prizes that they get."""

    rank: int
    lines: tuple[StandingsLine, ...]
    prizes: tuple[Awarded, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Stage:
    """The prize giving as far as it has come; `places` begin with the last."""

    places: tuple[Place, ...]
    unveiled_from: int | None
    """The best rank that is unveiled; none before the first."""

    @property
    def unveiled(self) -> tuple[Place, ...]:
        """Places that everybody may see, the best first."""
        if self.unveiled_from is None:
            return ()
        return tuple(place for place in reversed(self.places) if place.rank >= self.unveiled_from)

    @property
    def latest(self) -> Place | None:
        """The place that was unveiled last."""
        return self.unveiled[0] if self.unveiled else None

    @property
    def behind(self) -> tuple[Place, ...]:
        """The places just behind it."""
        return self.unveiled[1 : 1 + MOST_BEHIND]

    @property
    def coming(self) -> tuple[Place, ...]:
        """The places still to be unveiled, the next first; for the organiser only."""
        return self.places[len(self.unveiled) :]

    @property
    def before(self) -> int:
        """The rank that was unveiled before the latest, to go back to; 0 if that was the first."""
        return self.unveiled[1].rank if len(self.unveiled) > 1 else 0

    @property
    def unprized(self) -> int:
        """The best rank up to which nobody gets anything: all these may be shown at once. 0 if that are not several."""
        ranks = [place.rank for place in takewhile(lambda place: place.rank > 1 and not place.prizes, self.coming)]
        return ranks[-1] if len(ranks) > 1 else 0


def may_be_unveiled(tournament: Tournament) -> bool:
    """True if results are held back and all rounds are closed."""
    return tournament.holds_from is not None and closed_rounds(tournament) >= tournament.rounds


def stage_of(tournament: Tournament, *, to_strangers: bool = False) -> Stage:
    """All places with their prizes, with the first those of teams, without those for plus points.

    Everybody may see `Stage.unveiled`.
    """
    table = standings_of(tournament, Shown(to_strangers=to_strangers))
    prizes = awarded(tournament, table)
    of_teams = tuple(one for one in prizes if one.award.prize.given_for is PrizeFor.TEAM and one.settled)
    singles = [one for one in prizes if one.settled and one.award.prize.given_for not in OF_SEVERAL]
    groups = [tuple(lines) for _rank, lines in groupby(table.lines, key=lambda line: line.row.rank)]
    return Stage(
        places=tuple(
            Place(
                rank=lines[0].row.rank,
                lines=lines,
                prizes=(
                    *(one for one in singles if one.settled[0] in lines),
                    *(of_teams if lines is groups[0] else ()),
                ),
            )
            for lines in reversed(groups)
        ),
        unveiled_from=tournament.unveiled_from if tournament.holds_from else None,
    )
