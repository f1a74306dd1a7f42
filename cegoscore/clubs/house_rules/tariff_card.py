"""The tariff card of a rule set: every amount of the core, put together as compactly as a table allows.

Results that are paid alike in every game share a row, games that are paid alike in every row share a column.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from cegoscore.clubs.wording import game_label
from cegoscore.scoring.amounts import (
    EIGHTFOLD,
    amounts_by_points,
    dresch_amount,
    game_value,
    normal_amounts,
    raeuber_amount,
    target_amount,
)
from cegoscore.scoring.contracts import NORMAL, RAEUBER, TARGET, Contract
from cegoscore.scoring.hands import PfeifFrei, Points
from cegoscore.scoring.house_rules import HouseRules, RaeuberRules, SchindenPays

MOST_COLUMNS = 8
"""Number of columns that fit on a phone beside two columns of card points; published rule sets need no more."""

Runs = tuple[range, ...]


class TariffGame(NamedTuple):
    """A normal game with or without a Solo before it."""

    contract: Contract
    over_solo: bool


class TariffLine(NamedTuple):
    """A normal game that was won or lost: what has a column of amounts."""

    game: TariffGame
    won: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class NormalRow:
    """Results that are paid alike: card points of a declarer who won, of one who lost; or a name instead of them."""

    won_points: range = range(0)
    lost_points: range = range(0)
    name: str = ""
    amounts: tuple[int, ...]

    @property
    def won(self) -> str:
        """Card points of a declarer who won; empty where the row is not about that."""
        return range_text(self.won_points) if self.won_points else ""

    @property
    def lost(self) -> str:
        """Card points of a declarer who lost; empty where the row is not about that."""
        return range_text(self.lost_points) if self.lost_points else ""


@dataclass(frozen=True, slots=True, kw_only=True)
class NormalTable:
    """Amounts that each defender pays a declarer who won, or gets from one who lost; `columns` are names of games."""

    columns: tuple[tuple[str, ...], ...]
    lines: tuple[tuple[TariffLine, ...], ...]
    """The games of each column, won or lost."""
    rows: tuple[NormalRow, ...]
    has_won: bool
    has_lost: bool

    @property
    def headed(self) -> tuple[tuple[tuple[str, ...], str, str], ...]:
        """Each column with the games that it is for if won, and if lost; over a Solo with a `+`."""
        return tuple(
            (names, _keys(lines, won=True), _keys(lines, won=False))
            for names, lines in zip(self.columns, self.lines, strict=True)
        )


def _keys(lines: Iterable[TariffLine], *, won: bool) -> str:
    return " ".join(f"{game.contract}{'+' * game.over_solo}" for game, has_won in lines if has_won is won)


@dataclass(frozen=True, slots=True, kw_only=True)
class TargetRow:
    """A target game: what it brings if made and costs if lost, played with closed and with open cards."""

    game: Contract
    name: str
    amount: int | None
    ouvert: int | None
    trumps: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LoserRow:
    """Amounts that the loser of a game of everyone for themselves pays each other player."""

    situation: str
    anyone: int
    vorhand: int | None


PointsRow = tuple[str, int, range]
"""Card points in words, the amount that they cost, and the card points."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EveryoneCard:
    """A Raeuber or Dresch; `by_points`: amounts by the loser's card points, under a heading, where they decide."""

    game: Contract
    name: str
    rows: tuple[LoserRow, ...]
    by_points: tuple[tuple[str, tuple[PointsRow, ...]], ...] = ()
    rules: RaeuberRules | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Card:
    """All amounts of a rule set."""

    normal: tuple[NormalTable, ...]
    buergermeister: int | None
    targets: tuple[TargetRow, ...]
    everyone: tuple[EveryoneCard, ...]
    partie: int | None

    @property
    def any_ouvert(self) -> bool:
        """True if some target game is played with open cards."""
        return any(row.ouvert is not None for row in self.targets)


def ladder_of(rules: HouseRules, game: Points | PfeifFrei) -> tuple[tuple[str, int, bool], ...]:
    """All amounts of one normal game: card points, amount for the declarer, and whether that is what was paid."""
    amounts = normal_amounts(rules, game.contract, game.over_solo)
    runs = grouped(range(rules.total, -1, -1), amounts.__getitem__)
    return tuple((range_text(run), amounts[run[0]], game.points in run) for run in runs)


def card_of(rules: HouseRules) -> Card:
    """The tariff card, with games called as the rule set calls them."""
    raeuber = [_raeuber(rules, contract) for contract in RAEUBER if contract in rules.raeuber]
    return Card(
        normal=normal_tables(rules),
        buergermeister=_flat_buergermeister(rules),
        targets=tuple(_target(rules, contract) for contract in TARGET if contract in rules.targets),
        everyone=(*raeuber[:1], *([_dresch(rules)] if rules.dresch else []), *raeuber[1:]),
        partie=rules.partie,
    )


# Normal games


def games_of(rules: HouseRules) -> list[TariffGame]:
    """Every normal game of the rule set, low to high, those over a Solo last."""
    if rules.normal is None:
        return []
    return [
        TariffGame(contract, over_solo)
        for over_solo, factors in ((False, rules.normal.factors), (True, rules.normal.over_solo))
        for contract in NORMAL
        if contract in factors
    ]


def label_of(rules: HouseRules, game: TariffGame) -> str:
    """Name that players use for the game."""
    label = game_label(rules, game.contract, over_solo=game.over_solo)
    gegensolo = game.contract is Contract.CEGO
    return _("%(game)s over Solo") % {"game": label} if game.over_solo and not gegensolo else label


def _flat_buergermeister(rules: HouseRules) -> int | None:
    """The amount for equal card points, where it is the same in every game; none where no tie can be."""
    return rules.normal.buergermeister if rules.normal and rules.total % 2 == 0 else None


def normal_tables(rules: HouseRules) -> tuple[NormalTable, ...]:
    """One table in which won and lost share the columns; two if that does not work out."""
    games = games_of(rules)
    if not games:
        return ()
    narrowest = rules.half - (_flat_buergermeister(rules) is not None)
    won = _runs(rules, games, range(rules.half + 1, rules.total + 1))
    lost = _runs(rules, games, range(narrowest, -1, -1))
    if len(won) == len(lost):
        both = _table(rules, games, won, lost)
        if len(both.columns) <= MOST_COLUMNS:
            return (both,)
    return (_table(rules, games, won, ()), _table(rules, games, (), lost))


def _runs(rules: HouseRules, games: Sequence[TariffGame], points: range) -> Runs:
    """Neighbouring card points for which every game pays the same."""
    paid = [*zip(*(normal_amounts(rules, game.contract, game.over_solo) for game in games), strict=True)]
    return grouped(points, paid.__getitem__)


def grouped(points: Iterable[int], paid: Callable[[int], Any]) -> Runs:
    """Neighbouring numbers with the same value, each run rising."""
    runs = [sorted(group) for _key, group in groupby(points, key=paid)]
    return tuple(range(run[0], run[-1] + 1) for run in runs)


def _table(rules: HouseRules, games: Sequence[TariffGame], won: Runs, lost: Runs) -> NormalTable:
    """A table of the given rows; without rows for won (or lost) results it is about the others only."""
    sides = [side for side, runs in ((True, won), (False, lost)) if runs]
    columns: dict[tuple[int, ...], list[TariffLine]] = defaultdict(list)
    for line in (TariffLine(game, side) for game in games for side in sides):
        columns[_column(rules, line, won if line.won else lost)].append(line)
    vectors = sorted(columns)
    amounts = list(zip(*vectors, strict=True))
    results = [
        NormalRow(
            won_points=won[index] if won else range(0),
            lost_points=lost[index] if lost else range(0),
            amounts=amounts[index],
        )
        for index in range(len(won or lost))
    ]
    values = [NormalRow(name=name, amounts=amounts[len(results) + n]) for n, name in enumerate(_times(rules).values())]
    return NormalTable(
        columns=tuple(_heading(rules, columns[vector], sides) for vector in vectors),
        lines=tuple(tuple(columns[vector]) for vector in vectors),
        rows=(*results, *values),
        has_won=bool(won),
        has_lost=bool(lost),
    )


def _column(rules: HouseRules, line: TariffLine, runs: Runs) -> tuple[int, ...]:
    contract, over_solo = line.game
    amounts = normal_amounts(rules, contract, over_solo)
    values = (game_value(rules, contract, times, won=line.won, over_solo=over_solo) for times in _times(rules))
    return (*(abs(amounts[run[0]]) for run in runs), *values)


def _times(rules: HouseRules) -> dict[int, str]:
    """Multiples of a game's value that faults and claims cost, with the name of each row."""
    eightfold = rules.schinden is not None and rules.schinden.pays is SchindenPays.EIGHTFOLD
    once = {1: _("Fault, once")} if rules.fault else {}
    return once | ({EIGHTFOLD: _("Eightfold")} if rules.fault or eightfold else {})


def _heading(rules: HouseRules, lines: Sequence[TariffLine], sides: Sequence[bool]) -> tuple[str, ...]:
    """The games of a column; one that is there only if won, or only if lost, says so."""
    names = []
    for game in dict.fromkeys(line.game for line in lines):
        here = [line.won for line in lines if line.game == game]
        label = label_of(rules, game)
        if len(here) < len(sides):
            label = (_("%(game)s won") if here[0] else _("%(game)s lost")) % {"game": label}
        names.append(label)
    return tuple(names)


def range_text(run: range) -> str:
    """`36–40`, or a single number."""
    return f"{run[0]}–{run[-1]}" if len(run) > 1 else str(run[0])


# Special games


def _target(rules: HouseRules, contract: Contract) -> TargetRow:
    target = rules.targets[contract]
    known = target.amount is not None
    return TargetRow(
        game=contract,
        name=game_label(rules, contract),
        amount=target_amount(rules, contract, made=True) if known else None,
        ouvert=target_amount(rules, contract, made=True, ouvert=True) if known and target.ouvert else None,
        trumps=", ".join(map(str, target.trumps)) if len(target.trumps) > 1 else "",
    )


def _raeuber(rules: HouseRules, contract: Contract) -> EveryoneCard:
    raeuber = rules.raeuber[contract]
    by_trick = len(set(raeuber.amounts)) > 1
    # Where all but one are without a trick, some sets pay that one: `takes_all`.
    most = rules.players - (raeuber.takes_all is not None)
    return EveryoneCard(
        game=contract,
        name=game_label(rules, contract),
        rows=tuple(_loser(raeuber, without) for without in (range(most) if by_trick else (-1,))),
        by_points=_by_points(rules, contract),
        rules=raeuber,
    )


def situations() -> dict[int, str]:
    """Number of players of a Raeuber without a trick, in words."""
    return {
        0: _("everybody has a trick"),
        1: _("one without a trick"),
        2: _("two without a trick"),
        3: _("three without a trick"),
    }


def _loser(raeuber: RaeuberRules, without: int) -> LoserRow:
    """`without`: how many have no trick; negative if that changes nothing."""
    anyone, vorhand = (
        raeuber_amount(raeuber, points=0, without_trick=max(without, 0), vorhand=vorhand) for vorhand in (False, True)
    )
    situation = situations().get(without, "")
    return LoserRow(situation=situation, anyone=anyone, vorhand=vorhand if vorhand != anyone else None)


def _by_points(rules: HouseRules, contract: Contract) -> tuple[tuple[str, tuple[PointsRow, ...]], ...]:
    raeuber = rules.raeuber[contract]
    if raeuber.points_above is None:
        return ()
    headings = {False: _("Card points of the loser")}
    if raeuber.vorhand_factor != 1:
        headings[True] = _("Card points of Vorhand")

    def column(vorhand: bool) -> tuple[PointsRow, ...]:
        paid = amounts_by_points(rules, contract, vorhand=vorhand)
        runs = grouped(range(1, rules.total + 1), paid.__getitem__)
        return tuple((range_text(run), paid[run[0]], run) for run in runs)

    return tuple((heading, column(vorhand)) for vorhand, heading in headings.items())


def _dresch(rules: HouseRules) -> EveryoneCard:
    anyone, vorhand = (dresch_amount(rules, vorhand=loses) for loses in (False, True))
    row = LoserRow(situation="", anyone=anyone, vorhand=vorhand if vorhand != anyone else None)
    return EveryoneCard(game=Contract.DRESCH, name=game_label(rules, Contract.DRESCH), rows=(row,))
