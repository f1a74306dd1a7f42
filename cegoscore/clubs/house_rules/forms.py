"""House rules as they are typed in: a field for every number, checked by the same reader as every rule set."""

from collections.abc import Iterator, Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext as _

from cegoscore.clubs.house_rules.derivations import source_of
from cegoscore.clubs.house_rules.document import document_of, own_identifier, values_of
from cegoscore.clubs.house_rules.fields import (
    BETWEEN,
    SWITCHES,
    Block,
    FieldKind,
    Group,
    RuleField,
    fields_in,
)
from cegoscore.clubs.house_rules.groups import groups_of
from cegoscore.clubs.house_rules.tariff_card import games_of
from cegoscore.clubs.names import NameField
from cegoscore.clubs.wording import problem_sentence
from cegoscore.scoring.amounts import normal_amounts
from cegoscore.scoring.contracts import Contract
from cegoscore.scoring.house_rules import HouseRules, NormalGames
from cegoscore.scoring.problems import Problem
from cegoscore.scoring.reading import LANGUAGES
from cegoscore.scoring.rules.auction_readings import LIKE
from cegoscore.scoring.rules.rule_files import parse_house_rules

"""No published identifier begins so: a club's rule set can never be taken for a published one."""

LONGEST_NAME = 120
ALIASES = {"normal": "normal.base", "id": "name"}
"""Field at which a problem is shown whose key has no field of its own."""


class HouseRulesForm(forms.Form):
    """All of a rule set. `base` is what the fields start from, `original` what changes are shown against."""

    def __init__(self, data: Any = None, *, base: HouseRules, original: HouseRules, name: str) -> None:
        self.base, self.original = base, original
        self.groups = groups_of(base, original)
        self.table = tuple(fields_in(self.groups))
        self.start = values_of(base.document, self.table) | {"name": name}
        self.first = values_of(original.document, self.table)
        self.rules: HouseRules | None = None
        super().__init__(data, initial=self.start)
        self.fields |= {field.key: _field(field) for field in self.table}

    def clean(self) -> dict[str, Any]:
        """Reads the document that the fields make: then `rules` are there, or every problem is beside its field."""
        values = dict.fromkeys(self.start, "") | self.cleaned_data | self._as_original()
        name = str(values["name"])
        document = document_of(
            values,
            self.table,
            self.base.document,
            identifier=own_identifier(name),
            original=self.base.auction.get(LIKE, self.original.id),
        )
        rules, problems = parse_house_rules(document)
        # A text stands in both languages, and may be wrong in both.
        for place, sentence in dict.fromkeys(
            (self._place_of(problem), problem_sentence(problem, {})) for problem in problems
        ):
            self.add_error(place, sentence)
        for key, sentence in _worthless(rules) if rules else ():
            self.add_error(key if key in self.fields else None, sentence)
        self.rules = rules if not self.errors else None
        return self.cleaned_data

    def _as_original(self) -> dict[str, str | bool]:
        """Fields that begin as in the original and were not on the page, of which a form from before knows nothing."""
        fields = [field for field in self.table if field.default is not None]
        if any(field.key in self.data for field in fields):
            return {}
        return {field.key: field.default for field in fields if field.default is not None}

    @property
    def title(self) -> str:
        """Name of the house rules; only after the form was found valid."""
        return str(self.cleaned_data["name"])

    def _place_of(self, problem: Problem) -> str | None:
        """The field that a problem belongs to: its own, or the first number under its key."""
        place, _dot, last = problem.key.rpartition(".")
        key = ALIASES.get(problem.key, place if last in LANGUAGES else problem.key)
        if not key or key in self.fields:
            return key or None
        under = (name for name, field in self.fields.items() if name.startswith(f"{key}.") and _is_typed(field))
        return next(under, None)

    def page(self) -> list[dict[str, Any]]:
        """The groups as the page shows them, each with its blocks; `folded` are games that nobody here plays so far."""
        return [self._group(group) for group in self.groups]

    def _group(self, group: Group) -> dict[str, Any]:
        blocks: dict[bool, list[dict[str, Any]]] = {True: [], False: []}
        for block in group.blocks:
            context = self._block(block)
            key = block.switch.key if block.switch else block.fields[0].key
            is_played = bool(self[key].value() or self.first[key])
            blocks[block.may_fold and not is_played and not context["errors"]].append(context)
        return {"group": group, "shown": blocks[False], "folded": blocks[True]}

    def _block(self, block: Block) -> dict[str, Any]:
        """A block with its fields; `added`: the original does not play this game.

        Only what is wrong or differs from the original `is_open`; beside the name of the rest stand its numbers.
        """
        added = block.switch is not None and not self.first[block.switch.key]
        cells = [self._cell(field, compared=not added) for field in block.fields]
        switch = self._cell(block.switch, compared=True) if block.switch else None
        values = (str(cell["bound"].value()) for cell in cells)
        errors = any(cell["bound"].errors for cell in cells)
        return {
            "title": block.title,
            "switch": switch,
            "cells": cells,
            "added": added,
            "errors": errors,
            "is_open": errors or any(cell["original"] for cell in (*cells, *([switch] if switch else []))),
            "in_short": ", ".join(value for value in values if value.isdigit()),
        }

    def _cell(self, field: RuleField, *, compared: bool) -> dict[str, Any]:
        """A field, what the `original` has where that is something else, and the source of that.

        The label of a switch stands behind its box; what `is_wide` needs a line of its own.
        """
        bound = self[field.key]
        now, first = bound.value() or "", self.first[field.key] or ""
        now = BETWEEN.join(now) if isinstance(now, list) else now
        differs = compared and str(now).strip() != str(first) and field.key not in ("name", "source")
        return {
            "bound": bound,
            "field": field,
            "original": field.in_words(first) if differs else "",
            "source": source_of(field.place, self.original),
            "is_switch": field.kind in SWITCHES,
            "is_wide": field.kind is not FieldKind.NUMBER,
        }


class SeveralField(forms.MultipleChoiceField):
    """Any of some choices; its value is the text of a field's values."""

    widget = forms.CheckboxSelectMultiple

    def prepare_value(self, value: Any) -> Any:
        """The values one by one."""
        return [part for part in value.split(BETWEEN) if part] if isinstance(value, str) else value

    def clean(self, value: Any) -> Any:
        """The values as one text."""
        return BETWEEN.join(super().clean(self.prepare_value(value)))


def _field(field: RuleField) -> forms.Field:
    """Text for everything but switches: what is no number is for the core to say, and stays as it was typed."""
    options: dict[str, Any] = {"label": field.label, "help_text": field.hint, "required": False}
    if field.kind in SWITCHES:
        return forms.BooleanField(**options)
    widgets: Mapping[FieldKind, forms.Widget] = {
        FieldKind.NUMBER: forms.TextInput({"inputmode": "numeric", "maxlength": 12}),
        FieldKind.NUMBERS: forms.TextInput({"maxlength": 400}),
        FieldKind.TEXT: forms.TextInput({"maxlength": LONGEST_NAME}),
        FieldKind.LONG_TEXT: forms.Textarea({"rows": 3}),
        FieldKind.CHOICE: forms.Select(choices=field.choices),
    }
    if field.kind is FieldKind.SEVERAL:
        return SeveralField(choices=field.choices, **options)
    if field.key == "name":
        return NameField(max_length=LONGEST_NAME, widget=widgets[field.kind], **options)
    return forms.CharField(widget=widgets[field.kind], **options)


def _is_typed(field: forms.Field) -> bool:
    return not isinstance(field, forms.BooleanField)


def _worthless(rules: HouseRules) -> Iterator[tuple[str, str]]:
    """Find games for which nobody would pay anything: fields of the form, each with its sentence."""
    if rules.normal is not None:
        yield from _worth_nothing(rules, rules.normal)
    if rules.schinden and Contract.SOLO not in rules.contracts:
        yield "schinden.on", _("There is no Solo here that could be held back. Leave this out, or play a Solo.")


def _worth_nothing(rules: HouseRules, normal: NormalGames) -> Iterator[tuple[str, str]]:
    rows = [normal_amounts(rules, *game) for game in games_of(rules)]
    nothing = sorted({points for row in rows for points, amount in enumerate(row) if not amount})
    level = {rules.half} if 2 * rules.half == rules.total else set()
    if normal.buergermeister is None and level.intersection(nothing):
        yield (
            "normal.buergermeister",
            _("Without a number here %(points)s each would cost nothing.") % {"points": rules.half},
        )
    if others := [points for points in nothing if points not in level]:
        sentence = _("With %(points)s card points nobody would pay anything. How much is the least?")
        yield "normal.rounded.at_least", sentence % {"points": others[0]}
