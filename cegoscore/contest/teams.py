"""Teams: people of one tournament under one name, and their standing, which follows from that of the single players.

A team has the sum of its people, or of its best few. Equal sums are told apart by the best single total, then the next
best and so on, whether it counts or not; then by lot. A team's lot is a number below 2^32 from the pot `team 17`, where
17 is its smallest start number, with the seed of the first draw; the larger one is ahead.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import groupby

from cegoscore.contest.lots import Lots
from cegoscore.contest.standings import TournamentStanding

TEAM_SIZES = range(2, 7)


class TeamTie(StrEnum):
    """Separation of a team from others with the same sum."""

    SINGLES = "singles"
    LOT = "lot"


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamStanding:
    """A team at its place. `members` are those who have played, the best first; the first `counting` of them count."""

    rank: int
    name: str
    members: tuple[TournamentStanding, ...]
    counting: int
    total: int
    decided_by: TeamTie | None = None

    @property
    def provisional(self) -> bool:
        """True while the result of somebody in it may change."""
        return any(member.provisional for member in self.members)


def teams_by_name(pairs: Iterable[tuple[int | None, str]]) -> dict[str, tuple[int, ...]]:
    """Start numbers by the name of their team, the team with the smallest number first; who has none is left out."""
    teams: dict[str, tuple[int, ...]] = {}
    for number, name in sorted((number, name) for number, name in pairs if number and name):
        teams[name] = (*teams.get(name, ()), number)
    return teams


def team_standings(
    rows: Iterable[TournamentStanding], teams: Mapping[str, Sequence[int]], *, best: int | None, seed: str
) -> tuple[TeamStanding, ...]:
    """Rank the teams of which somebody is in these rows; without `best` all their people count. No rank is shared."""
    by_number = {row.number: row for row in rows}
    played = []
    for name, numbers in teams.items():
        members = [by_number[number] for number in numbers if number in by_number]
        members.sort(key=lambda row: (-row.total, row.number))
        if members:
            singles = [row.total for row in members]
            lot = Lots(seed.strip(), 1, f"team {min(numbers)}").below(2**32)
            played.append(((sum(singles[:best]), singles, lot, -min(numbers)), name, members))
    played.sort(key=lambda team: team[0], reverse=True)
    standing: list[TeamStanding] = []
    for total, group in groupby(played, key=lambda team: team[0][0]):
        level = list(group)
        all_singles = [singles for (_total, singles, *_lot), _name, _members in level]
        for singles, (_key, name, members) in zip(all_singles, level, strict=True):
            by_lot = all_singles.count(singles) > 1
            tie = TeamTie.LOT if by_lot else TeamTie.SINGLES if len(level) > 1 else None
            standing.append(
                TeamStanding(
                    rank=len(standing) + 1,
                    name=name,
                    members=tuple(members),
                    counting=len(members[:best]),
                    total=total,
                    decided_by=tie,
                )
            )
    return tuple(standing)
