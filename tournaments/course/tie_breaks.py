"""Tie-breaks in words, and the form fields in which an organiser puts them in order."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, TypeVar

from django import forms
from django.forms import model_to_dict
from django.utils.functional import Promise
from django.utils.translation import gettext as _, gettext_lazy

from cegoscore.contest.ties import DRAWN, TieBreak
from tournaments.models import CategoryKind


@dataclass(frozen=True, slots=True)
class TieBreakWords:
    """A tie-break as an organiser chooses it, and as it is told after it decided."""

    choice: str | Promise
    told: str | Promise


WORDS = {
    TieBreak.LAST_ROUND: TieBreakWords(gettext_lazy("More points in the last round"), gettext_lazy("the last round")),
    TieBreak.GAMES_WON: TieBreakWords(gettext_lazy("More games won as declarer"), gettext_lazy("games won")),
    TieBreak.WINS: TieBreakWords(gettext_lazy("More events won"), gettext_lazy("more events won")),
    TieBreak.BEST: TieBreakWords(gettext_lazy("The best single result"), gettext_lazy("the best single result")),
    TieBreak.CARD: TieBreakWords(gettext_lazy("They cut for it"), gettext_lazy("a card drawn")),
    TieBreak.LOT: TieBreakWords(gettext_lazy("The lot decides"), gettext_lazy("the lot")),
}
"""The words of every tie-break; all rooms take them from here."""


def told(tie_breaks: Iterable[TieBreak], joined_by: str = ", ") -> str:
    """The tie-breaks that decided, one after the other."""
    return joined_by.join(str(WORDS[tie_break].told) for tie_break in tie_breaks)


Line = TypeVar("Line")


def undecided(lines: Iterable[Line]) -> dict[int, list[Line]]:
    """Lines of a ranking that must still be drawn for by the organiser's rules, by the rank that they share."""
    by_rank: dict[int, list[Line]] = {}
    for line in lines:
        row = line.row  # type: ignore[attr-defined]  # of a tournament or a league table
        if row.undecided and row.rank:
            by_rank.setdefault(row.rank, []).append(line)
    return by_rank


def drawn_choices(tie_breaks: Iterable[str]) -> list[tuple[str, str | Promise]]:
    """The choices of a form that records a drawing: those of the organiser's tie-breaks that are drawn."""
    chosen = set(tie_breaks)
    return [(tie_break.value, WORDS[tie_break].told) for tie_break in DRAWN if tie_break in chosen]


class TieBreaksForm(forms.Form):
    """Settings with tie-breaks: a field for each place in their order."""

    marks_optional: ClassVar = False
    """Labels do not say what may be left empty: nearly everything may."""
    offered: ClassVar[Sequence[TieBreak]]
    """The tie-breaks to choose from; there are as many places."""
    proposed: ClassVar[Sequence[TieBreak]]
    """The tie-breaks of an empty form, in their order."""
    sections: ClassVar[Mapping[str, Sequence[str]]]
    """The names of plain settings by their part of the page."""

    def __init__(self, data: Mapping[str, Any] | None = None, *, initial: Mapping[str, Any] | None = None) -> None:
        super().__init__(data, initial=dict(initial or {}))
        choices = [("", _("nothing more")), *((tie_break.value, WORDS[tie_break].choice) for tie_break in self.offered)]
        for name, value in self.tie_break_values(self.proposed).items():
            place = {"place": int(name.removeprefix("tie_")) + 1}
            label = _("%(place)s. tie-break") % place
            self.fields[name] = forms.ChoiceField(label=label, choices=choices, required=False, initial=value)

    @classmethod
    def values_of(cls, row: Any, names: Sequence[str], categories: Iterable[Sequence[str]]) -> dict[str, Any]:
        """The values of the fields for a row with tie-breaks, and kinds and names of categories."""
        return {
            **model_to_dict(row, names),
            **cls.tie_break_values(row.tie_breaks),
            "categories": [kind for kind, _name in categories if kind != CategoryKind.OWN],
            "own_categories": [name for kind, name in categories if kind == CategoryKind.OWN],
        }

    @classmethod
    def tie_break_values(cls, tie_breaks: Sequence[str]) -> dict[str, str]:
        """The values of the fields for tie-breaks in this order; empty for the places behind them."""
        filled = [*tie_breaks, *[""] * len(cls.offered)][: len(cls.offered)]
        return {f"tie_{place}": value for place, value in enumerate(filled)}

    @property
    def parts(self) -> dict[str, list[forms.BoundField]]:
        """The fields of plain settings by their part of the page."""
        return {part: [self[name] for name in names if name in self.fields] for part, names in self.sections.items()}

    @property
    def tie_fields(self) -> list[forms.BoundField]:
        """The fields in their order."""
        return [self[f"tie_{place}"] for place in range(len(self.offered))]

    def clean(self) -> dict[str, Any]:
        """Add `tie_breaks`, the values in their order without gaps, of which none may stand there twice.

        And `category_keys`, pairs of kind and name.
        """
        data = dict(self.cleaned_data)
        chosen = [value for field in self.tie_fields if (value := data.get(field.name))]
        if len(set(chosen)) < len(chosen):
            self.add_error("tie_0", _("The same is here twice."))
        keys = [(kind, "") for kind in CategoryKind if kind.value in data.get("categories", ())]
        keys += [(CategoryKind.OWN, name) for name in data.get("own_categories", ())]
        return data | {"tie_breaks": chosen, "category_keys": keys}
