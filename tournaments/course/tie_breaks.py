"""Tie-breaks in words, and the form fields in which an organiser puts them in order."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from cegoscore.contest.ties import DRAWN, TieBreak


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

    def __init__(self, data: Mapping[str, Any] | None = None, *, initial: Mapping[str, Any] | None = None) -> None:
        super().__init__(data, initial=dict(initial or {}))
        choices = [("", _("nothing more")), *((tie_break.value, WORDS[tie_break].choice) for tie_break in self.offered)]
        for name, value in self.tie_break_values(self.proposed).items():
            place = {"place": int(name.removeprefix("tie_")) + 1}
            label = _("%(place)s. tie-break") % place
            self.fields[name] = forms.ChoiceField(label=label, choices=choices, required=False, initial=value)

    @classmethod
    def tie_break_values(cls, tie_breaks: Sequence[str]) -> dict[str, str]:
        """The values of the fields for tie-breaks in this order; empty for the places behind them."""
        filled = [*tie_breaks, *[""] * len(cls.offered)][: len(cls.offered)]
        return {f"tie_{place}": value for place, value in enumerate(filled)}

    @property
    def tie_fields(self) -> list[forms.BoundField]:
        """The fields in their order."""
        return [self[f"tie_{place}"] for place in range(len(self.offered))]

    def clean(self) -> dict[str, Any]:
        """Add `tie_breaks`, the values in their order without gaps; none may stand there twice."""
        data = dict(self.cleaned_data)
        chosen = [value for field in self.tie_fields if (value := data.get(field.name))]
        if len(set(chosen)) < len(chosen):
            self.add_error("tie_0", _("The same stands here twice."))
        return data | {"tie_breaks": chosen}
