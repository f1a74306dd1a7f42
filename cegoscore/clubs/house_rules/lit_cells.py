"""The place on a tariff card that a hand rests on, so that its page can light it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from cegoscore.clubs.house_rules.tariff_card import Card, EveryoneCard, NormalTable, games_of
from cegoscore.scoring.contracts import TARGET, Contract
from cegoscore.scoring.derivation import normal_steps
from cegoscore.scoring.explanation import explain
from cegoscore.scoring.hands import Aim, Dresch, Fault, Hand, PfeifFrei, Points, Raeuber, UncountedRaeuber
from cegoscore.scoring.house_rules import HouseRules
from cegoscore.scoring.payments import announcer_of, raeuber_result


@dataclass(frozen=True, slots=True, kw_only=True)
class LitCell:
    """One amount on a card, and the values of the rule set that the hand's derivation uses."""

    row: object = None
    """The row of the card, the very object: of a table, of a game, or the card itself for a flat Bürgermeister."""
    column: int = 0
    cells: frozenset[str] = frozenset()

    def about(self, cell: str) -> bool:
        """True for a value that the derivation uses, or for the table of the rule set that it stands in."""
        return any(used == cell or used.startswith(f"{cell}.") for used in self.cells)


def lit_cell(hand: Hand, card: Card, rules: HouseRules) -> LitCell:
    """Find the amount of a hand that `checks.check_hand` let pass."""
    cells = frozenset(step.cell for step in explain(hand, rules) if step.cell)
    if isinstance(hand.outcome, Fault):
        cells |= {"fault"}
    row, column = _place(hand, card, rules)
    return LitCell(row=row, column=column, cells=cells)


def cells_of_games(rules: HouseRules) -> dict[str, list[str]]:
    """Values of the rule set that each game's amounts rest on, by the game; over a Solo it has a `+` behind it.

    For a hand that the server does not know yet: its page finds them without the server.
    """
    cells: dict[str, list[str]] = {}
    for game in rules.contracts:
        cells[game] = [f"targets.{game}.amount" if game in TARGET else str(game)]
    for game, over_solo in games_of(rules):
        points = (rules.total, rules.half, 1)
        steps = [step for result in points for step in normal_steps(rules, game, result, over_solo=over_solo)]
        cells[f"{game}{'+' * over_solo}"] = list(dict.fromkeys(step.cell for step in steps if step.cell))
    return cells


def _place(hand: Hand, card: Card, rules: HouseRules) -> tuple[object, int]:
    outcome = hand.outcome
    if isinstance(outcome, Points):
        return _normal(card, rules, outcome.contract, outcome.points, over_solo=outcome.over_solo)
    if isinstance(outcome, PfeifFrei):
        return _normal(card, rules, Contract.KLEINER_MANN, outcome.points, over_solo=outcome.over_solo)
    if isinstance(outcome, Aim):
        return next(row for row in card.targets if row.game == outcome.contract), int(outcome.ouvert)
    if isinstance(outcome, Dresch):
        return card.game_of(Contract.DRESCH).rows[0], int(outcome.last_trick == announcer_of(hand, outcome))
    if isinstance(outcome, Raeuber | UncountedRaeuber):
        return _raeuber(hand, outcome, card.game_of(outcome.contract), rules)
    return None, 0


def _normal(card: Card, rules: HouseRules, contract: Contract, points: int, *, over_solo: bool) -> tuple[object, int]:
    if 2 * points == rules.total and card.buergermeister is not None:
        return card, 0
    won = 2 * points > rules.total
    places = [place for table in card.normal if (place := _in_table(table, (contract, over_solo, won), points))]
    return places[0] if places else (None, 0)


def _in_table(table: NormalTable, line: tuple[Contract, bool, bool], points: int) -> tuple[object, int] | None:
    contract, over_solo, won = line
    for column, lines in enumerate(table.lines):
        if any(line.game == (contract, over_solo) and line.won == won for line in lines):
            rows = [row for row in table.rows if points in (row.won_points if won else row.lost_points)]
            return (rows[0], column) if rows else None
    return None


def _raeuber(
    hand: Hand, outcome: Raeuber | UncountedRaeuber, game: EveryoneCard, rules: HouseRules
) -> tuple[object, int]:
    result = raeuber_result(hand, outcome, rules)
    if result.takes_all:
        return game, 0
    vorhand = announcer_of(hand, outcome) in result.losers
    if any(step.code == "points_instead" for step in explain(hand, rules)):
        return _by_points(game, result.most, vorhand=vorhand), 0
    return game.rows[min(result.without_trick, len(game.rows) - 1)], int(vorhand)


def _by_points(game: EveryoneCard, points: int, *, vorhand: bool) -> object:
    columns: Sequence[tuple[tuple[str, int], ...]] = [ranges for _heading, ranges in game.by_points]
    for line in columns[int(vorhand and len(columns) > 1)]:
        first, _dash, last = line[0].partition("–")
        if int(first) <= points <= int(last or first):
            return line
    return None
