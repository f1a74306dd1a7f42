"""Forms of the desk while the tournament is played."""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from django import forms
from django.utils.translation import gettext, gettext_lazy as _

from cegoscore.clubs.house_rules.rule_sets import rules_of
from cegoscore.clubs.names import NameField, WholeField
from cegoscore.clubs.templatetags.cego import signed
from cegoscore.contest.ties import TieBreak
from cegoscore.scoring.tariff import limits_of
from tournaments.course.entrants import Person, people_meant
from tournaments.course.forms import (
    LEADING_NUMBER,
    MOST_NUMBER,
    DeskForm,
    EntrantField,
    WhyForm,
    label_of,
    number_field,
)
from tournaments.course.tie_breaks import drawn_choices
from tournaments.desk.tiles import Tile, planned_at
from tournaments.door.forms import CategoriesField
from tournaments.door.which_one import WhichOneForm
from tournaments.models import Category, Table
from tournaments.models.rounds import MOST_PENALTY

MOST_POINTS = 10**9
MOST_TYPED = 2000
"""Characters of an order that was drawn."""


class TableField(EntrantField):
    """A table by its number, or by somebody who sits there; its value is the table's number."""

    tables: Mapping[int, int] = MappingProxyType({})
    """Tables by start number, set by the form."""

    def clean(self, value: Any) -> Any:
        """The number; one that no table has is left to the view."""
        typed = str(value or "").strip()
        if not typed:
            return None
        number = super().clean(typed)
        return number if typed.isdecimal() else self.tables.get(number)


class FindTableForm(DeskForm):
    """A table by its number or by a name."""

    number = TableField(_("Type the totals of table"))

    def __init__(self, data: Any = None, *, tiles: Iterable[Tile] = ()) -> None:
        seated = {place.person.number: (tile.number, place.person) for tile in tiles for place in tile.places}
        super().__init__(data, people=[person for _table, person in seated.values()])
        field = self.fields["number"]
        assert isinstance(field, TableField)
        field.tables = {number: table for number, (table, _person) in seated.items()}
        field.widget = forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off", "size": 4})


class TotalsForm(WhyForm):
    """The totals of a table, one for each seat in the order around the table, with those that are fixed already.

    `seen` is what they replace (`Tile.fixed`), as it stood when the form was shown. Totals that the tariff hardly
    pays are asked about once: they are valid only when `sure` names these very totals.
    """

    seen = forms.CharField(required=False, max_length=200)
    sure = forms.CharField(required=False, max_length=200)

    def __init__(self, data: Any = None, *, table: Table | None = None, seats: Iterable[int] = ()) -> None:
        super().__init__(data)
        self.table, self.doubt, self.asked = table, "", ""
        self.seats = {f"points_{seat}": seat for seat in seats}
        for name in self.seats:
            self.fields[name] = WholeField(min_value=-MOST_POINTS, max_value=MOST_POINTS, localize=False)

    def rows(self, tile: Tile) -> list[tuple[str, str, str, dict[str, str], str]]:
        """A row for each place of a table: number, name, the field's id, its attributes, and what is wrong there."""
        rows = []
        for place in tile.places:
            name, fixed = f"points_{place.seat}", "" if place.fixed is None else str(place.fixed)
            typed = self.data.get(name, "") if self.is_bound else fixed
            key, wrong = str(self.auto_id) % name, str(self.errors.get(name, ""))
            attributes = {"id": key, "name": name, "value": str(typed)}
            if wrong:
                attributes |= {"aria-invalid": "true", "aria-describedby": f"{key}_error"}
            rows.append((str(place.person.number), place.person.name, key, attributes, wrong))
        return rows

    def clean(self) -> dict[str, Any]:
        """Adds `doubt`, a question about totals that come to zero, unless it was answered."""
        data = self.cleaned_data
        if self.table is None or self.errors or sum(self.points().values()):
            return data
        asked = ",".join(map(str, self.points().values()))
        doubt = "" if data.get("sure") == asked else doubt_about(self.table, list(self.points().values()))
        if doubt:
            self.doubt, self.asked = doubt, asked
            self.add_error(None, doubt)
        return data

    def points(self) -> dict[int, int]:
        """Points by seat."""
        return {seat: self.cleaned_data[name] for name, seat in self.seats.items()}


def doubt_about(table: Table, totals: Sequence[int]) -> str:
    """The question about a total beyond what the tariff pays in the table's hands, or off its grain; empty if none."""
    sheet, tournament = table.sheet, table.round.tournament
    limits = limits_of(rules_of(sheet.rule_set if sheet else tournament.rule_set))
    if limits is None:
        return ""
    hands = planned_at(table)
    most = limits.most * hands
    far = next((total for total in totals if hands and abs(total) > most), None)
    if far is not None:
        values = {"total": signed(far), "hands": hands, "most": most}
        return gettext("%(total)s? In %(hands)s hands the games of these rules bring at most %(most)s.") % values
    odd = next((total for total in totals if limits.grain and total % limits.grain), None)
    if odd is not None:
        return gettext("%(total)s? These rules pay in steps of %(grain)s.") % {
            "total": signed(odd),
            "grain": limits.grain,
        }
    return ""


class AcceptForm(WhyForm):
    """The sheet whose version the desk has `seen` is taken as it stands."""

    seen = forms.IntegerField(min_value=0, max_value=2**31 - 2, widget=forms.HiddenInput)


class DisputeForm(DeskForm):
    """A dispute, raised or settled."""

    disputed = forms.BooleanField(required=False)


class SwapSheetsForm(WhyForm):
    """The table that has this one's sheet or typed totals; `seen` is what this one had, in a word."""

    other = number_field(_("Exchange with table"))
    seen = forms.CharField(max_length=200, widget=forms.HiddenInput)
    field_order = ("other", "why")


class AtTableForm(WhyForm):
    """One of those at the table."""

    number = forms.TypedChoiceField(label=_("Who"), coerce=int)

    def __init__(self, data: Any = None, *, tile: Tile) -> None:
        super().__init__(data)
        choices = [(place.person.number, f"{place.person.number} {place.person.name}") for place in tile.places]
        self.fields["number"].choices = choices  # type: ignore[attr-defined]


class PenaltyForm(AtTableForm):
    """Points that are taken off one of them."""

    points = WholeField(
        label=_("Points off"), help_text=_("0 gives them back"), min_value=0, max_value=MOST_PENALTY, localize=False
    )
    field_order = ("number", "points", "why")


class SubstituteAtTableForm(WhichOneForm, AtTableForm):
    """The substitute for a start number at the table."""

    name = NameField(label=_("Who plays on"), max_length=60)
    village = NameField(label=_("from"), max_length=60, required=False)
    field_order = ("number", "name", "village", "why")

    def __init__(self, data: Any = None, *, tile: Tile, categories: Iterable[Category]) -> None:
        super().__init__(data, tile=tile, club=tile.table.round.tournament.club_id)
        self.fields["number"].label = _("Leaves")
        self.fields["categories"] = CategoriesField(categories)


class HoldForm(WhyForm):
    """The round from which on results are held back."""

    first = forms.TypedChoiceField(label=_("From round"), coerce=int)
    field_order = ("first", "why")

    def __init__(self, data: Any = None, *, rounds: int, initial: Any = None) -> None:
        super().__init__(data, initial=initial)
        self.fields["first"].choices = [(number, number) for number in range(1, rounds + 1)]  # type: ignore[attr-defined]


class UnveilForm(DeskForm):
    """The rank that is unveiled with all behind it, and the one that was when the button was shown; 0 is none."""

    place = forms.IntegerField(min_value=0, max_value=MOST_NUMBER)
    seen = forms.IntegerField(min_value=0, max_value=MOST_NUMBER)


class TieForm(DeskForm):
    """The result of a drawing: the order, the means, and who drew."""

    numbers = forms.CharField(
        label=_("Numbers in the order drawn, the best first"),
        help_text=_("or names, with commas between them"),
        max_length=MOST_TYPED,
    )
    by = forms.TypedChoiceField(label=_("How"), choices=(), coerce=TieBreak)
    drawn_by = forms.CharField(label=_("Who drew"), max_length=120)

    def __init__(self, data: Any = None, *, tied: Sequence[Person], tie_breaks: Sequence[TieBreak]) -> None:
        self.tied = sorted(tied, key=lambda person: person.number)
        super().__init__(data, auto_id=f"tie-{self.tied[0].number}-%s")
        self.fields["by"].choices = drawn_choices(tie_breaks)  # type: ignore[attr-defined]

    def clean_numbers(self) -> tuple[int, ...]:
        """Exactly those who are equal, in their order."""
        numbers = order_typed(self.cleaned_data["numbers"], self.tied)
        if sorted(numbers) != [person.number for person in self.tied]:
            raise forms.ValidationError(
                _("Please type each of these once: %(people)s."),
                params={"people": "; ".join(map(label_of, self.tied))},
            )
        return numbers


def order_typed(typed: str, people: Collection[Person]) -> tuple[int, ...]:
    """Start numbers in the order typed: numbers, or names with commas between them; 0 for whoever is not understood."""
    has_names = any(letter.isalpha() for letter in typed)
    parts = filter(None, map(str.strip, re.split(r"[,;\n]" if has_names else r"[,;\s]", typed)))
    return tuple(_number_of(part, people) for part in parts)


def _number_of(typed: str, people: Collection[Person]) -> int:
    number = LEADING_NUMBER.fullmatch(typed)
    if number:
        return int(number[1])
    hits = people_meant(people, typed)
    return hits[0].number if len(hits) == 1 else 0
