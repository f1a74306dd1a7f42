"""The end of a tournament as it is published, in one digest: ranks, totals, who gets what, and why not who does not.

`docs/formats/club.md` describes it, so that anybody can compute it from a tournament's document.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from typing import Any, NamedTuple

from cegoscore.contest.prizes import Award
from cegoscore.contest.standings import TournamentStanding
from cegoscore.contest.teams import TeamStanding

_json = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode


class EndLine(NamedTuple):
    """Somebody's line at the end; `takes` is their share in prizes and ranking, and without `rank` they are outside."""

    rank: int | None
    number: int
    total: int
    takes: str


def digest_of_end(
    lines: Iterable[EndLine],
    categories: Sequence[tuple[str, str, Sequence[TournamentStanding]]],
    teams: Iterable[TeamStanding],
    awards: Iterable[Award],
    *,
    currency: str,
) -> str:
    """The SHA-256 of everything that is published at the end, in hexadecimal digits.

    `categories` have the key by which prizes name them, their kind, and their standing.
    """
    rows = [list(line) for line in lines]
    ranked, outside = ([row for row in rows if (row[0] is None) == is_outside] for is_outside in (False, True))
    places = {key: place for place, (key, _kind, _rows) in enumerate(categories, 1)}
    return digest_of_json(
        {
            "standings": sorted(ranked) + sorted(outside),
            "categories": [
                [kind, sorted([row.rank, row.number] for row in theirs)] for _key, kind, theirs in categories
            ],
            "teams": [[team.rank, team.total, sorted(row.number for row in team.members)] for team in teams],
            "currency": currency,
            "prizes": sorted((_prize(award, places) for award in awards), key=_json),
        }
    )


def _prize(award: Award, places: Mapping[str, int]) -> list[Any]:
    """Ground, place and category of a prize, its money, who has it, and the cents that each of them gets.

    All prizes of places that several share are theirs together: each names them, and the same money.
    """
    prize = award.prize
    ground = [prize.given_for.value, prize.place, places.get(prize.category)]
    return [*ground, prize.cents, sorted(award.numbers), award.cents]


def digest_of_json(content: Any) -> str:
    """The SHA-256 of a value as JSON: keys in order, no blanks, letters as they are."""
    return sha256(_json(content).encode()).hexdigest()
