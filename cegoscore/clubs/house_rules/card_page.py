"""Page of a rule set: its tariff card, how sure each part of it is, what may be said, and how it is played."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from cegoscore.clubs.house_rules.bidding_points import said_at_the_table
from cegoscore.clubs.house_rules.comparison import Comparison, compare
from cegoscore.clubs.house_rules.derivations import Statement, open_points, source_of, sources_of
from cegoscore.clubs.house_rules.facts import Fact, custom_facts, own_labels, raeuber_sentences, table_facts
from cegoscore.clubs.house_rules.lit_cells import LitCell, cells_of_games, lit_cell
from cegoscore.clubs.house_rules.rule_sets import Offer
from cegoscore.clubs.house_rules.statements import Section, play_sections, remarks, speaker_of
from cegoscore.clubs.house_rules.tariff_card import Card, EveryoneCard, TargetRow, card_of
from cegoscore.clubs.house_rules.words import Word, words_of
from cegoscore.clubs.wording import game_label, in_language
from cegoscore.scoring.contracts import Contract
from cegoscore.scoring.hands import Hand
from cegoscore.scoring.house_rules import HouseRules
from cegoscore.scoring.rules.citations import SOURCES


@dataclass(frozen=True, slots=True, kw_only=True)
class CardPage:
    """All that the page of a rule set says besides its name."""

    rules: HouseRules
    card: Card
    targets: Sequence[tuple[TargetRow, Statement]]
    everyone: Sequence[tuple[EveryoneCard, Sequence[Statement], Statement]]
    facts: Sequence[tuple[Fact, Statement]]
    customs: Sequence[tuple[Fact, Statement]]
    labels: Sequence[tuple[str, str]]
    unsure: Statement | None
    open_points: Sequence[Statement]
    """Points that the text does not say: the readings among which we chose."""
    said: Sequence[Statement]
    """Words of the bidding."""
    sections: Sequence[Section]
    tips: Sequence[Statement]
    words: Sequence[Word]
    cell_sources: Sequence[tuple[str, Statement]]
    """Sources of the amounts, each once, with the games, faults and customs that it is about."""
    lit: LitCell | None = None
    """The amount that a hand rests on."""

    @property
    def trump_one(self) -> str:
        """Name that the rule set has for the lowest trump."""
        return game_label(self.rules, Contract.KLEINER_MANN)

    @property
    def read_from(self) -> list[tuple[Mapping[str, str], str]]:
        """Sources of what is said about bidding and play, with the sections in them."""
        sections: dict[str, dict[str, None]] = defaultdict(dict)
        for statement in (*self.said, *(line for part in self.sections for line in part.statements), *self.tips):
            for at in statement.at:
                source, _colon, places = at.partition(": ")
                sections[source] |= dict.fromkeys(places.split("; ") if places else ())
        return [(SOURCES[source], "; ".join(places)) for source, places in sections.items()]

    @property
    def lit_custom(self) -> Fact | None:
        """The fault or custom that a hand rests on, where no amount of a game is lit."""
        if self.lit is None or self.lit.row is not None:
            return None
        return next((fact for fact, _source in self.customs if self.lit.about(fact.cell)), None)

    @property
    def lit_nowhere(self) -> bool:
        """True for a hand of which only the amount was written down."""
        return self.lit is not None and not self.lit.cells


def card_page(rules: HouseRules, original: HouseRules | None = None, *, hand: Hand | None = None) -> CardPage:
    """Put the page together; `original` is the published rule set that a house's own rules go back to.

    `hand`: one that these rules pay, whose amount is lit.
    """
    card = card_of(rules)
    base = original or rules
    say = speaker_of(rules, base)
    return CardPage(
        rules=rules,
        card=card,
        targets=[(row, source_of(f"targets.{row.game}.amount", rules, original)) for row in card.targets],
        everyone=[
            (game, _of_raeuber(game, rules, original), source_of(str(game.game), rules, original))
            for game in card.everyone
        ],
        facts=[
            (fact, say("cards.values", "") if fact.key == "values" and say else source)
            for fact, source in _with_sources(table_facts(rules), rules, original)
        ],
        customs=_with_sources(custom_facts(rules), rules, original),
        labels=own_labels(rules),
        unsure=_unsure(rules, original),
        open_points=open_points(rules, base),
        said=said_at_the_table(rules, base),
        sections=play_sections(say) if say else (),
        tips=remarks(say.play.tips, "tips") if say else (),
        words=words_of(rules, say),
        cell_sources=_cell_sources(rules, original),
        lit=lit_cell(hand, card, rules) if hand else None,
    )


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
    said = raeuber_sentences(game.rules) if game.rules else {}
    return [replace(source_of(f"{game.game}.{cell}", rules, original), text=text) for cell, text in said.items()]


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
    changed = [aspect.label for aspect in compared.aspects if not aspect.same]
    changed += [game.label for game in compared.games if not game.same]
    name = in_language(original.name)
    if not changed:
        return _("after %(name)s, unchanged") % {"name": name}
    return _("after %(name)s, changed: %(what)s") % {"name": name, "what": ", ".join(dict.fromkeys(changed))}


def source_line(offer: Offer, comparison: Comparison | None = None) -> str:
    """Origin of a rule set in one line: its source, or what a house changed about whose rules."""
    if offer.own and offer.original != offer.rules:
        return after_original(offer.rules, offer.original, comparison)
    return in_language(offer.rules.source)
