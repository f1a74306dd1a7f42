"""House rules as they are typed in: a field for every number, checked by the same reader as every rule set."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.text import slugify
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from cegoscore.clubs.house_rules.bidding_points import open_points
from cegoscore.clubs.house_rules.derivations import Source, source_of
from cegoscore.clubs.house_rules.document import BY_DIFFERENCE, BY_TABLE, document_of, fields_of
from cegoscore.clubs.house_rules.groups import Block, FieldKind, Group, RuleField, groups
from cegoscore.clubs.house_rules.worth import worthless
from cegoscore.clubs.names import NameField
from cegoscore.clubs.wording import problem_sentence
from cegoscore.scoring.house_rules import HouseRules
from cegoscore.scoring.problems import Problem
from cegoscore.scoring.rules.auction_readings import LIKE
from cegoscore.scoring.rules.rule_files import parse_house_rules

OWN = "own"
"""No published identifier begins so: a club's rule set can never be taken for a published one."""

LONGEST_NAME = 120
ALIASES = {"normal": "normal.base", "id": "name"}
"""Field at which a problem is shown whose key has no field of its own."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownField:
    """A field on the page, and what the original has where that is something else."""

    bound: forms.BoundField
    field: RuleField
    original: str
    source: Source
    """Origin of what the original has."""

    @property
    def is_switch(self) -> bool:
        """True if the label stands behind the box."""
        return self.field.kind is FieldKind.SWITCH

    @property
    def applies(self) -> str:
        """Way of computing the base value for which the field is there; empty for all."""
        if self.field.key.startswith("normal.brackets."):
            return BY_TABLE
        return BY_DIFFERENCE if self.field.key == "normal.base_up_to" else ""

    @property
    def is_wide(self) -> bool:
        """True if it needs a line of its own."""
        return self.field.kind is not FieldKind.NUMBER


@dataclass(frozen=True, slots=True, kw_only=True)
class BlockOnPage:
    """A block with its fields; `added`: the original does not play this game."""

    title: str
    switch: ShownField | None
    cells: tuple[ShownField, ...]
    added: bool

    @property
    def is_open(self) -> bool:
        """True if something in it is wrong or differs from the original: all else stands folded."""
        return self.errors or any(cell.original for cell in self._all)

    @property
    def in_short(self) -> str:
        """The numbers in it, beside the name of a folded block."""
        values = (str(cell.bound.value()) for cell in self.cells)
        return ", ".join(value for value in values if value.isdigit())

    @property
    def _all(self) -> tuple[ShownField, ...]:
        return (*self.cells, *([self.switch] if self.switch else []))

    @property
    def errors(self) -> bool:
        """True if anything in it is wrong."""
        return any(cell.bound.errors for cell in self.cells)


@dataclass(frozen=True, slots=True, kw_only=True)
class GroupOnPage:
    """A group with its blocks; `folded` are games that nobody here plays so far."""

    group: Group
    shown: tuple[BlockOnPage, ...]
    folded: tuple[BlockOnPage, ...]


class HouseRulesForm(forms.Form):
    """All of a rule set. `base` is what the fields start from, `original` what changes are shown against."""

    def __init__(self, data: Any = None, *, base: HouseRules, original: HouseRules, name: str) -> None:
        self.language = "en" if (get_language() or "de").startswith("en") else "de"
        self.base, self.original = base, original
        self.start = fields_of(base.document, self.language) | {"name": name}
        self.first = fields_of(original.document, self.language)
        self.rules: HouseRules | None = None
        super().__init__(data, initial=self.start)
        self.groups = groups(open_points(base, original))
        for field in _fields_of(self.groups):
            self.fields[field.key] = _field(field)

    def clean(self) -> dict[str, Any]:
        """Reads the document that the fields make: then `rules` are there, or every problem is beside its field."""
        values = dict.fromkeys(self.start, "") | self.cleaned_data
        name = str(values["name"])
        document = document_of(
            values,
            self.base.document,
            identifier=_identifier(name),
            language=self.language,
            original=self.base.auction.get(LIKE, self.original.id),
        )
        rules, problems = parse_house_rules(document)
        # A text stands in both languages, and may be wrong in both.
        for place, sentence in dict.fromkeys((self._place_of(each), problem_sentence(each, {})) for each in problems):
            self.add_error(place, sentence)
        for key, sentence in worthless(rules) if rules else ():
            self.add_error(key if key in self.fields else None, sentence)
        self.rules = rules if not self.errors else None
        return self.cleaned_data

    @property
    def title(self) -> str:
        """Name of the house rules; only after the form was found valid."""
        return str(self.cleaned_data["name"])

    def _place_of(self, problem: Problem) -> str | None:
        """The field that a problem belongs to: its own, or the first number under its key."""
        key = ALIASES.get(problem.key, problem.key.removesuffix(".de").removesuffix(".en"))
        if not key or key in self.fields:
            return key or None
        under = (name for name, field in self.fields.items() if name.startswith(f"{key}.") and _is_typed(field))
        return next(under, None)

    def page(self) -> tuple[GroupOnPage, ...]:
        """The groups as the page shows them."""
        return tuple(self._group(group) for group in self.groups)

    def _group(self, group: Group) -> GroupOnPage:
        blocks = [(block, self._block(block)) for block in group.blocks]
        folds = [block.may_fold and not self._is_played(block) and not shown.errors for block, shown in blocks]
        return GroupOnPage(
            group=group,
            shown=tuple(shown for (_block, shown), fold in zip(blocks, folds, strict=True) if not fold),
            folded=tuple(shown for (_block, shown), fold in zip(blocks, folds, strict=True) if fold),
        )

    def _is_played(self, block: Block) -> bool:
        """True if the game is played, here or in the original."""
        key = block.switch.key if block.switch else block.fields[0].key
        return bool(self[key].value() or self.first[key])

    def _block(self, block: Block) -> BlockOnPage:
        added = block.switch is not None and not self.first[block.switch.key]
        return BlockOnPage(
            title=block.title,
            switch=self._cell(block.switch, compared=True) if block.switch else None,
            cells=tuple(self._cell(field, compared=not added) for field in block.fields),
            added=added,
        )

    def _cell(self, field: RuleField, *, compared: bool) -> ShownField:
        bound = self[field.key]
        now, first = bound.value() or "", self.first[field.key] or ""
        differs = compared and str(now).strip() != str(first) and field.key not in ("name", "source")
        source = source_of(field.key.removesuffix(".on"), self.original)
        return ShownField(bound=bound, field=field, original=_said(field, first) if differs else "", source=source)


def as_posted(values: Mapping[str, str | bool]) -> dict[str, str]:
    """Fields as a browser sends them: a switch that is off is not sent at all."""
    return {key: "on" if value is True else str(value) for key, value in values.items() if value is not False}


def _identifier(name: str) -> str:
    """Identifier of a club's rule set in documents."""
    return "-".join(part for part in (OWN, slugify(name)[:50].strip("-_").replace("_", "-")) if part)


def _fields_of(all_groups: tuple[Group, ...]) -> Iterator[RuleField]:
    for group in all_groups:
        for block in group.blocks:
            yield from ((block.switch,) if block.switch else ())
            yield from block.fields


def _field(field: RuleField) -> forms.Field:
    """Text for everything but switches: what is no number is for the core to say, and stays as it was typed."""
    if field.kind is FieldKind.SWITCH:
        return forms.BooleanField(label=field.label, help_text=field.hint, required=False)
    widgets: Mapping[FieldKind, forms.Widget] = {
        FieldKind.NUMBER: forms.TextInput({"inputmode": "numeric", "maxlength": 12}),
        FieldKind.NUMBERS: forms.TextInput({"maxlength": 400}),
        FieldKind.TEXT: forms.TextInput({"maxlength": LONGEST_NAME}),
        FieldKind.LONG_TEXT: forms.Textarea({"rows": 3}),
        FieldKind.CHOICE: forms.Select(choices=field.choices),
    }
    if field.key == "name":
        return NameField(
            label=field.label,
            help_text=field.hint,
            required=False,
            max_length=LONGEST_NAME,
            widget=widgets[field.kind],
        )
    return forms.CharField(label=field.label, help_text=field.hint, required=False, widget=widgets[field.kind])


def _is_typed(field: forms.Field) -> bool:
    return not isinstance(field, forms.BooleanField)


def _said(field: RuleField, value: str | bool) -> str:
    """A value of the original in words."""
    if field.kind is FieldKind.SWITCH:
        return _("yes") if value else _("no")
    if field.kind is FieldKind.CHOICE:
        return str(dict(field.choices).get(str(value), value))
    return str(value) or "–"
