"""Page of a rule set: its tariff card, how sure each part is, the amount that a hand rests on, how it is played."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import gettext as _

from cegoscore.clubs.house_rules.bidding import said_at_the_table
from cegoscore.clubs.house_rules.comparison import Comparison, compare
from cegoscore.clubs.house_rules.derivations import Statement, open_points, source_of, sources_of
from cegoscore.clubs.house_rules.facts import Fact, custom_facts, own_labels, raeuber_sentences, table_facts
from cegoscore.clubs.house_rules.rule_sets import Offer
from cegoscore.clubs.house_rules.statements import play_sections, remarks, speaker_of, words_of
from cegoscore.clubs.house_rules.tariff_card import (
    Card,
    EveryoneCard,
    TariffGame,
    TariffLine,
    card_of,
    games_of,
)
from cegoscore.clubs.wording import game_label, in_language
from cegoscore.scoring.contracts import TARGET, Contract
from cegoscore.scoring.derivation import normal_steps
from cegoscore.scoring.hands import Aim, Dresch, Fault, Hand, PfeifFrei, Points, Raeuber, UncountedRaeuber
from cegoscore.scoring.house_rules import HouseRules
from cegoscore.scoring.payments import announcer_of, explain, raeuber_result
from cegoscore.scoring.rules.citations import SOURCES


def card_page(rules: HouseRules, original: HouseRules | None = None, *, hand: Hand | None = None) -> dict[str, Any]:
    """All that the page of a rule set says besides its name.

    `original` is the published rule set that a house's own rules go back to, `hand` one that these rules pay: `lit` is
    the amount that it rests on, `lit_custom` the fault or custom where that is no amount of a game, and `lit_nowhere`
    says that only the amount was written down. `said` are words of the bidding, `open_points` what the text does not
    say: the readings among which we chose. `cell_sources` are sources of the amounts, each once, with the games, faults
    and customs that it is about, `read_from` those of what is said about bidding and play, with the sections in them.
    """
    card = card_of(rules)
    base = original or rules
    say = speaker_of(rules, base)
    statements, sections = said_at_the_table(rules, base), play_sections(say) if say else ()
    tips = remarks(say.play.tips, "tips") if say else ()
    customs = _with_sources(custom_facts(rules), rules, original)
    lit = lit_cell(hand, card, rules) if hand else None
    in_customs = (fact for fact, _source in customs if lit and lit.row is None and lit.about(fact.cell))
    return {
        "rules": rules,
        "card": card,
        "targets": [(row, source_of(f"targets.{row.game}.amount", rules, original)) for row in card.targets],
        "everyone": [
            (game, _of_raeuber(game, rules, original), source_of(str(game.game), rules, original))
            for game in card.everyone
        ],
        "facts": [
            (fact, say("cards.values", "") if fact.key == "values" and say else source)
            for fact, source in _with_sources(table_facts(rules), rules, original)
        ],
        "customs": customs,
        "labels": own_labels(rules),
        "trump_one": game_label(rules, Contract.KLEINER_MANN) if Contract.KLEINER_MANN in rules.contracts else "1",
        "unsure": _unsure(rules, original),
        "open_points": open_points(rules, base),
        "said": statements,
        "sections": sections,
        "tips": tips,
        "words": words_of(rules, say),
        "cell_sources": _cell_sources(rules, original),
        "read_from": _read_from([*statements, *(line for section in sections for line in section.statements), *tips]),
        "lit": lit,
        "lit_custom": next(in_customs, None),
        "lit_nowhere": lit is not None and not lit.cells,
    }


def _read_from(statements: Iterable[Statement]) -> list[tuple[Mapping[str, str], str]]:
    sections: dict[str, dict[str, None]] = defaultdict(dict)
    for statement in statements:
        for at in statement.at:
            source, _colon, places = at.partition(": ")
            sections[source] |= dict.fromkeys(places.split("; ") if places else ())
    return [(SOURCES[source], "; ".join(places)) for source, places in sections.items()]


def _cell_sources(rules: HouseRules, original: HouseRules | None) -> list[tuple[str, Statement]]:
    topics: dict[tuple[str, str, str], list[str]] = defaultdict(list)
    sources: dict[tuple[str, str, str], Statement] = {}
    customs = {fact.key: [fact.cell] for fact in custom_facts(rules)}
    for topic, cells in (cells_of_games(rules) | customs).items():
        for source in sources_of(cells, rules, original):
            same = source.status_text, source.place, source.text
            sources.setdefault(same, source)
            topics[same].append(topic)
    return [(" ".join(dict.fromkeys(topics[same])), source) for same, source in sources.items()]


def _of_raeuber(game: EveryoneCard, rules: HouseRules, original: HouseRules | None) -> list[Statement]:
    sentences = raeuber_sentences(game.rules) if game.rules else {}
    return [replace(source_of(f"{game.game}.{cell}", rules, original), text=text) for cell, text in sentences.items()]


def _with_sources(
    facts: Iterable[Fact], rules: HouseRules, original: HouseRules | None
) -> list[tuple[Fact, Statement]]:
    return [(fact, source_of(fact.cell, rules, original)) for fact in facts]


def _unsure(rules: HouseRules, original: HouseRules | None) -> Statement | None:
    """Origin of the first value of the normal games that the source does not state; none if it states all."""
    base = "normal.brackets" if rules.normal and rules.normal.brackets else "normal.base_up_to"
    cells = [base, "normal.factors.cego", "normal.factors.solo", "normal.over_solo", "normal.buergermeister"]
    sources = sources_of(cells if rules.normal else [], rules, original)
    return next((source for source in sources if not source.is_stated), None)


def after_original(rules: HouseRules, original: HouseRules, comparison: Comparison | None = None) -> str:
    """Origin of a house's own rules: `after ..., changed: Solo, Ulti`."""
    compared = comparison or compare(original, rules)
    changed = [aspect["label"] for aspect in compared["aspects"] if not aspect["same"]]
    changed += [game["label"] for game in compared["games"] if not game["same"]]
    name = in_language(original.name)
    if not changed:
        return _("after %(name)s, unchanged") % {"name": name}
    return _("after %(name)s, changed: %(what)s") % {"name": name, "what": ", ".join(dict.fromkeys(changed))}


def source_line(offer: Offer, comparison: Comparison | None = None) -> str:
    """Origin of a rule set in one line: its source, or what a house changed about whose rules."""
    if offer.own and offer.original != offer.rules:
        return after_original(offer.rules, offer.original, comparison)
    return in_language(offer.rules.source)


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
    if isinstance(outcome, Points | PfeifFrei):
        return _normal(card, rules, outcome)
    if isinstance(outcome, Aim):
        return next(row for row in card.targets if row.game == outcome.contract), int(outcome.ouvert)
    if not isinstance(outcome, Dresch | Raeuber | UncountedRaeuber):
        return None, 0
    game = next(game for game in card.everyone if game.game == outcome.contract)
    if isinstance(outcome, Dresch):
        return game.rows[0], int(outcome.last_trick == announcer_of(hand, outcome))
    return _raeuber(hand, outcome, game, rules)


def _normal(card: Card, rules: HouseRules, game: Points | PfeifFrei) -> tuple[object, int]:
    if 2 * game.points == rules.total and card.buergermeister is not None:
        return card, 0
    line = TariffLine(TariffGame(game.contract, game.over_solo), 2 * game.points > rules.total)
    for table in card.normal:
        for column, lines in enumerate(table.lines):
            if line in lines:
                return next(
                    row for row in table.rows if game.points in (row.won_points if line.won else row.lost_points)
                ), column
    return None, 0


def _raeuber(
    hand: Hand, outcome: Raeuber | UncountedRaeuber, game: EveryoneCard, rules: HouseRules
) -> tuple[object, int]:
    result = raeuber_result(hand, outcome, rules)
    if result.takes_all:
        return game, 0
    vorhand = announcer_of(hand, outcome) in result.losers
    if any(step.code == "points_instead" for step in explain(hand, rules)):
        columns = [rows for _heading, rows in game.by_points]
        return next(row for row in columns[vorhand and len(columns) > 1] if result.most in row[2]), 0
    return game.rows[min(result.without_trick, len(game.rows) - 1)], int(vorhand)
