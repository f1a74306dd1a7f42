"""Draws of every kind stay what they are: what is published of one proves it only while the same lot gives the same.

Standings, prizes, seasons and proofs of chains likewise, on fields by chance.
"""

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import astuple, replace
from datetime import UTC, datetime
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from cegoscore.contest.better import better_result
from cegoscore.contest.chain import ChainedDecision, FreeText
from cegoscore.contest.draw import Basis, Draw, Wish, draw_tables, moved
from cegoscore.contest.honours import Honour, figures_by_rank, honours, over_the_mountain
from cegoscore.contest.late import Chairs, can_shrink, divisions, seat_for
from cegoscore.contest.league import EventPoints, LeagueRules, LeagueStanding, Worth, league_table, moves
from cegoscore.contest.moves import CannotDraw, Join, Leave
from cegoscore.contest.prizes import Prize, PrizeFor, prizes
from cegoscore.contest.published_draw import digest_of as digest_of_draw, parse, write
from cegoscore.contest.replay import BECOMES, PLAN, ResultNow, RoundNow, TournamentNow, replayed
from cegoscore.contest.standings import RoundResult, TieRules, round_standings, standings, within
from cegoscore.contest.teams import team_standings, teams_by_name
from cegoscore.contest.ties import DRAWN, Drawing, TieBreak
from tests.kept import changes, digest_of

AT = datetime(2026, 11, 22, 19, 30, tzinfo=UTC)


def evening(seed: int) -> list[Draw]:
    """Two to five rounds of 6 to 45, some with teams, fixed tables, wishes, late-comers and people who leave."""
    chance, rounds = Random(seed), list[Draw]()
    here = list(range(1, chance.choice((6, 8, 9, 10, 13, 17, 26, 45)) + 1))
    team, balanced = chance.choice((0, 0, 2, 3, 5)), chance.random() < 0.7
    for _round in range(chance.choice((2, 3, 3, 5))):
        teams = tuple(tuple(here[start : start + team]) for start in range(0, len(here), team)) if team else ()
        sizes = chance.choice([plan.sizes for _size, _rest, plan in divisions(len(here), (3, 4, 5)) if not plan.house])
        before = tuple(one.tables for one in rounds)
        basis = Basis(
            seed=f"Furtwangen {seed}", numbers=tuple(here), sizes=sizes, earlier=before, balanced=balanced, teams=teams
        )
        wishes = [Wish(one=one, other=other, weight=chance.randint(1, 9)) for one, other in pairwise(here)]
        wishes = chance.sample(wishes, chance.choice((0, 0, 1, 4)))
        fixed = {number: chance.randrange(len(sizes)) for number in chance.sample(here, chance.choice((0, 0, 1, 2)))}
        one = draw_tables(basis, fixed=fixed, apart=wishes)
        for gone in chance.sample(here, chance.choice((0, 1, 2))):
            chairs = Chairs(
                playable=(3, 4, 5),
                usual=chance.choice((4, 5)),
                house=here[:1],
                empty=[gone],
                apart=wishes,
                teams=teams,
                closed=chance.sample(range(len(sizes)), chance.choice((0, 1))),
                only=chance.choice((None, None, 1)),
            )
            late = here[-1] + 1
            try:
                one = moved(one, Leave(gone) if can_shrink(one, gone, chairs) else seat_for(one, late, chairs))
                one = moved(one, seat_for(one, late, chairs))
            except CannotDraw:
                continue
            here = [number for number in [*here, late] if number != gone]
        rounds.append(one)
        here = sorted(number for table in one.tables for number in table)
    return rounds


def draws(seed: int) -> Iterator[Any]:
    """All that is said of an evening's draws."""
    for one in evening(seed):
        yield write(one), one.fewest, one.proven, one.fewest_mates, one.mates_by_lot, *map(astuple, one.meetings)


KEPT = """
df3dbe13 e6cb4d71 055675f9 c7a890ec f939ffcd a26cb0b5 81cec14b 748f303b a885b123 462dc325 6d315a55 926ad976
a522291f 748bb9ed 2a92905f c602133c 68ddd3eb 70576d88 7d471d6b d3f8d156 15f62685 8897306e 7d9e130c 1c4a3568
"""


@pytest.mark.parametrize(("seed", "kept"), list(enumerate(KEPT.split())))
def test_draws_stay_what_they_are(seed: int, kept: str) -> None:
    """If this fails, a draw that was published before can no longer be proved: put the lot back as it was."""
    assert digest_of(draws(seed))[:8] == kept


# What else a tournament or a season is counted by, on fields by chance


def hall(chance: Random) -> Iterator[Any]:
    """Standings, teams and prizes of a field with many ties, and awards on its totals."""
    numbers = range(1, chance.randint(2, 14))
    results = [
        RoundResult(
            number=number,
            round=round_,
            points=chance.choice((None, -10, 0, 0, 10, 20)),
            games_won=chance.choice((None, 0, 1)),
            provisional=chance.random() < 0.1,
            voided=chance.random() < 0.1,
            penalty=chance.choice((0, 0, 0, 10)),
        )
        for number in numbers
        for round_ in (1, 2)
    ]
    order = tuple(chance.sample(numbers, len(numbers)))
    breaks = tuple(chance.sample(sorted({*TieBreak} - {TieBreak.WINS, TieBreak.BEST}), 3))
    drawings = [Drawing(by=chance.choice(DRAWN), order=order[: chance.randint(2, 14)], total=chance.choice((None, 0)))]
    ties = TieRules(tie_breaks=breaks[: chance.randint(0, 3)], drawings=tuple(drawings))
    rows = standings(results, ties)
    some = {name: tuple(chance.sample(numbers, len(numbers) // 2)) for name in "ab"}
    categories = {name: within(rows, members, ties) for name, members in some.items()}
    teams = teams_by_name([(number, chance.choice(("", "Rot", "Blau", "Grün"))) for number in numbers])
    ranked = team_standings(rows, teams, best=chance.choice((None, 1, 2)), seed="x")
    plan = [
        Prize(
            label=str(place),
            given_for=chance.choice([*PrizeFor, PrizeFor.RANK, PrizeFor.RANK]),
            place=chance.randint(1, 6),
            category=chance.choice("ab"),
            cents=chance.choice((None, 100, 100, 300)),
            goods=chance.choice(("", "ham")),
            is_each=chance.random() < 0.3,
        )
        for place in range(chance.randint(1, 8))
    ]
    each, draws = chance.random() < 0.5, chance.random() < 0.7
    yield rows, round_standings(results, 1, ties), ranked
    yield prizes(rows, plan, categories, ranked, one_each=each, draws=draws)
    totals = {row.number: [point or 0 for point in row.points] for row in rows}
    ranks = {row.number: row.rank for row in rows if row.rank}
    figures = figures_by_rank(ranks) | {Honour.MOUNTAIN: over_the_mountain(totals)}
    yield figures, honours(figures, juniors=some["a"])


def by_name(table: Iterable[LeagueStanding]) -> list[dict[str, Any]]:
    """The lines of a season's table, each value with its name."""
    return [row._asdict() | {"results": [each and each._asdict() for each in row.results]} for row in table]


def season(chance: Random) -> Iterator[Any]:
    """The table of a season, moves in it, and which result would have had to be better."""
    events = [
        EventPoints(
            key=key,
            points={player: chance.choice((-20, 0, 10, 10, 30)) for player in range(1, 8) if chance.random() < 0.8},
            weight=chance.choice((1, 1, 2)),
        )
        for key in range(chance.randint(1, 5))
    ]
    rules = LeagueRules(
        worth=chance.choice([*Worth]),
        best=chance.choice((None, 1, 3)),
        rank_points=chance.choice(((10, 7, 5, 1), (3, 8, 5))),
        least=chance.choice((1, 3)),
        tie_breaks=chance.choice(((), (TieBreak.WINS,), (TieBreak.BEST, TieBreak.WINS, TieBreak.LOT))),
    )
    table = league_table(events, rules)
    part = league_table(events, rules, only=(1, 3, 5))
    moved = moves(league_table(events[:-1], rules), table)
    yield by_name(table), by_name(part), moved, [(row.key, row.change) for row in table]
    weights = [event.weight for event in events]
    yield [better_result(row, row.total + 5, rules, weights) for row in table]


KINDS = (
    *("draw", "redraw", "undraw", "start", "close", "correction", "reopened", "void", "dispute", "settled", "penalty"),
    *("finish", "goes_on", "cancelled", "held_back", "released", "settings", "takes", "substitute", "seated"),
)
NAMED: dict[str, tuple[Any, ...]] = {
    "table": (1, 2),
    "points": ({"1": 30, "2": -30}, {"1": 10, "2": -10}, {}),
    "before": ({"1": 30, "2": -30}, {"1": 0}, None),
    "practice": ({}, {"1": [1]}),
    "draws": (1, 2),
    "draw": ("x", digest_of_draw({})),
    "not_counting": ([], [2]),
    "settled": (True,),
    "number": (1, 2, 9),
    "penalty": (0, 10),
    "takes": ("prizes", "rank", "nothing"),
    "settings": (["tie_breaks"], ["categories", "rounds"], ["prizes"], ["categories"]),
    "house_players": ([2], [1, 7], []),
    **dict.fromkeys(("hands", "hands_larger", "team_size", "rounds", "categories", "gone", "outcome"), (1, 2)),
    **dict.fromkeys(("tie_breaks", "one_prize_each"), ([], ["lot"])),
}


def chained(chance: Random) -> Iterator[Any]:
    """Decisions in any order held against a tournament of which a part is as they say."""
    acts = []
    for number in range(1, chance.randint(2, 9)):
        kind = chance.choice(("draw", "close", *KINDS))
        data = {key: chance.choice(values) for key, values in NAMED.items() if chance.random() < 0.5}
        data |= {"round": chance.choice((1, 1, 2))} if chance.random() < 0.9 else {}
        texts = ("", chance.choice(("", f"1: Wurst{PLAN}x", f"a{BECOMES}1: Wurst", "1: Wurst")))
        free = FreeText(salt=chance.choice(("", "salt")), texts=texts)
        reason = chance.choice(("", "x"))
        acts.append((ChainedDecision(number=number, kind=kind, by="", at=AT, data=data, reason=reason), free))
    rounds = [
        RoundNow(
            number=round_,
            state=chance.choice(("drawn", "playing", "closed")),
            draw={},
            results=tuple(
                ResultNow(
                    table=chance.choice((None, 1, 1, 2)),
                    is_practice=chance.random() < 0.2,
                    is_void=chance.random() < 0.2,
                    number=number,
                    points=chance.choice((None, 0, 30, -30, 10)),
                    penalty=chance.choice((0, 0, 10)),
                    counts=chance.random() < 0.8,
                    seat=chance.choice((None, None, 0)),
                )
                for number in (1, 2)
            ),
            draws=chance.choice((1, 2)),
            disputed=chance.choice(((), (1,))),
        )
        for round_ in range(1, chance.randint(1, 3))
    ]
    names = ("hands", "team_size", "rounds", "categories", "gone", "prizes", "plan", "finished", "held_from", "house")
    settings: dict[str, Any] = {name: chance.choice((1, 2, False, None, [1, 2])) for name in names if name != "house"}
    settings |= {"house": [1, 7]} if chance.random() < 0.5 else {}
    settings |= {"takes": chance.choice(({}, {1: "rank"}))}
    now = TournamentNow(settings=settings, rounds=tuple(rounds), numbers=chance.choice((None, frozenset({1, 2}))))
    yield replayed(acts, now)


def published_draws(_chance: Random) -> Iterator[Any]:
    """A draw with moves as it is published, and with one place of it changed."""
    one = evening(1)[-1]
    late = replace(one, basis=replace(one.basis, moves=((1, 2), Leave(3), Join(9, instead_of=(1,)), Join(9, at=(1,)))))
    for changed in changes(json.loads(json.dumps(write(late)))):
        yield parse(changed)


@pytest.mark.parametrize(
    ("asked", "times", "kept"),
    [
        (hall, 200, "cafbeb990f4c7727"),
        (season, 200, "6ca54fcf41153249"),
        (chained, 600, "c40a8cca5fdfe8ad"),
        (published_draws, 1, "bdb7faac2e698ca1"),
    ],
)
def test_answers_on_what_chance_brings_stay_what_they_are(
    asked: Callable[[Random], Iterable[Any]], times: int, kept: str
) -> None:
    assert digest_of(answer for seed in range(times) for answer in asked(Random(seed))) == kept
