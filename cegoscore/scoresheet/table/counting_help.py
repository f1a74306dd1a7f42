"""Help while a hand is played: the counting of a pile, and the three questions that a table asks."""

from collections.abc import Iterable, Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext as _, gettext_lazy

from cegoscore.clubs.house_rules.derivations import Statement
from cegoscore.clubs.house_rules.statements import Section
from cegoscore.clubs.wording import game_label
from cegoscore.scoring.cards import GROUPS, CardKind, count, missing_cards
from cegoscore.scoring.contracts import Contract
from cegoscore.scoring.house_rules import HouseRules

KINDS = {
    CardKind.GSTIESS: gettext_lazy("Gstieß"),
    CardKind.TRUMP_21: gettext_lazy("Mond (21)"),
    CardKind.TRUMP_1: gettext_lazy("Trump 1"),
    CardKind.KING: gettext_lazy("kings"),
    CardKind.QUEEN: gettext_lazy("queens"),
    CardKind.KNIGHT: gettext_lazy("knights"),
    CardKind.JACK: gettext_lazy("jacks"),
    CardKind.OTHER: gettext_lazy("others: trumps 2–20, Leere"),
}
"""The kinds of cards in the words of a table."""


class CountForm(forms.Form):
    """The cards of one side by kind. A declarer's pile has the blind and, where cards stay out, the bonus point."""

    declarer = forms.BooleanField(required=False, initial=True)

    def __init__(self, data: Mapping[str, Any] | None = None, *, rules: HouseRules) -> None:
        super().__init__(data)
        self.rules = rules
        for kind, number in rules.pack.kinds.items():
            label = self._label(kind)
            self.fields[str(kind)] = forms.IntegerField(required=False, min_value=0, max_value=number, label=label)

    def _label(self, kind: CardKind) -> str:
        """Name of the kind of card; for trump 1 the rule set's name of the game that is played for it."""
        has_name = Contract.KLEINER_MANN in self.rules.contracts and kind is CardKind.TRUMP_1
        return game_label(self.rules, Contract.KLEINER_MANN) if has_name else str(KINDS[kind])

    @property
    def kinds(self) -> list[dict[str, Any]]:
        """A row for each kind of card."""
        numbers = self.rules.pack.kinds
        return [{"name": str(kind), "field": self[str(kind)], "most": numbers[kind]} for kind in numbers]

    def counted(self) -> dict[str, int] | None:
        """Count the pile: its card points, those of the other side, and the groups of its cards.

        `missing` cards for whole tricks, or `over` what there can be. `None` for a pile without cards.
        """
        rules, data = self.rules, self.cleaned_data
        pile = {kind: data[str(kind)] or 0 for kind in rules.pack.kinds}
        cards = sum(pile.values())
        if not cards:
            return None
        groups, rest = divmod(cards, GROUPS[rules.counting].size)
        points = count(pile, rules.counting) + (rules.pack.bonus if data["declarer"] else 0)
        missing = missing_cards(rules.pack, cards, blind=data["declarer"])
        return {
            "points": points,
            "other": rules.total - points,
            "cards": cards,
            "groups": groups,
            "rest": rest,
            "missing": missing,
            "over": max(-missing, 0),
        }


def group_name(rules: HouseRules) -> str:
    """The groups in which the table counts, as words."""
    return _("in threes") if GROUPS[rules.counting].size == 3 else _("in twos")


ASKED: Mapping[Any, tuple[str, ...]] = {
    gettext_lazy("Who wins this trick?"): ("tricks.winner", "games.open_never_wins"),
    gettext_lazy("Who leads?"): (
        *("tricks.declarer_leads", "tricks.vorhand_leads", "tricks.next_lead"),
        *("tricks.second_lead", "tricks.third_lead"),
    ),
    gettext_lazy("May I look at the blind, or at what was put away?"): ("tricks.legage", "games.solo"),
}
"""Keys of the sentences that answer each."""


def table_questions(sections: Iterable[Section]) -> dict[Any, list[Statement]]:
    """Each question with what the rule set says about it; without those of which it says nothing."""
    by_key = {statement.key: statement for section in sections for statement in section.statements}
    answers = {question: [by_key[key] for key in keys if key in by_key] for question, keys in ASKED.items()}
    return {question: statements for question, statements in answers.items() if statements}
