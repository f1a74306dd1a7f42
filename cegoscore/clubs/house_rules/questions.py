"""Ten questions to a table: what do you play differently? The answers become the fields of the whole form."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from django import forms
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from cegoscore.clubs.house_rules.bidding_points import open_points
from cegoscore.clubs.house_rules.document import fields_of
from cegoscore.clubs.house_rules.groups import point_choices
from cegoscore.scoring.contracts import NORMAL, Contract
from cegoscore.scoring.house_rules import HouseRules, Rounding

MOST = 100_000
ABOVE_HALBE = NORMAL[NORMAL.index(Contract.EINE) :]
"""Games that count one more where a Halbe is played."""

Fields = dict[str, str | bool]


class QuestionsForm(forms.Form):
    """Questions on what tables most often play differently; every answer begins as the rule set has it."""

    def __init__(self, data: Any = None, *, base: HouseRules, original: HouseRules) -> None:
        self.base = base
        self.points = open_points(base, original)
        self.start: Fields = fields_of(base.document, "en" if (get_language() or "de").startswith("en") else "de")
        super().__init__(data, initial={name: value for name, _field, value in self._asked()})
        for name, field, _value in self._asked():
            self.fields[name] = field

    def _asked(self) -> Iterator[tuple[str, forms.Field, Any]]:
        """Name, field and present answer of each question; only what the rule set can be asked."""
        if self.base.players > 2:
            yield "fifth", _yes(_("May one more sit at the table, and the dealer sits out?")), self.base.one_sits_out
        normal = self.base.normal
        if normal:
            yield "rounding", _choice(_("How do you round?"), _roundings()), self._rounding()
            yield "solo_won", _number(_("How many times does a Solo count that is won?")), self._of("factors.solo.won")
            yield "solo_lost", _number(_("And one that is lost?")), self._of("factors.solo.lost")
            yield "halbe", _yes(_("Do you play the Halbe between Cego and Eine?")), Contract.HALBE in normal.factors
            yield "extra", _number(_("What does every Solo cost besides, flat?"), empty=True), self._of("extra.solo")
            if self.base.total % 2 == 0:
                question = _("What does a Bürgermeister cost? (Empty: as any narrow loss, if that costs something.)")
                yield "buergermeister", _number(question, empty=True), self._of("buergermeister")
                yield "schnaps", _yes(_("Does a Bürgermeister buy a round?")), self.base.schnaps_buergermeister
        for game, label in ((Contract.ULTI, "Ulti"), (Contract.PICCOLO, "Piccolo"), (Contract.BETTEL, "Bettel")):
            question = _("How much is the %(game)s? (Empty: not played.)") % {"game": label}
            yield str(game), _number(question, empty=True), self.start[f"targets.{game}.amount"]
        question = _("How much does a Räuber cost? (Empty: not played.)")
        yield "raeuber", _number(question, empty=True), self.start["raeuber.amounts.0"]
        yield "vorhand", _yes(_("Does Vorhand pay double for it?")), self.start["raeuber.vorhand_factor"] == "2"
        yield "penalty", _number(_("What does a breach cost? (Empty: nothing.)"), empty=True), self.start["penalty"]
        for point in self.points:
            yield point.key, _choice(point.question, list(point_choices(point))), point.decided

    def _of(self, key: str) -> str | bool:
        return self.start[f"normal.{key}"]

    def _rounding(self) -> str:
        how, to = self._of("rounded.how"), self._of("rounded.to")
        value = f"{how}-{to}" if how else ""
        return value if value in dict(_roundings()) else "as_it_is"

    def answers(self) -> Fields:
        """Fields of the whole form as the answers make them; what was not asked stays. Only after `is_valid`."""
        data, fields = self.cleaned_data, dict(self.start)
        if "fifth" in data:
            fields["table.one_sits_out"] = data["fifth"]
        if self.base.normal:
            fields |= self._normal(data)
        for game in (Contract.ULTI, Contract.PICCOLO, Contract.BETTEL):
            fields |= _target(fields, str(game), data[game])
        fields |= _raeuber(fields, data)
        fields["penalty"] = _text(data["penalty"])
        return fields | {point.key: data[point.key] for point in self.points}

    def _normal(self, data: Mapping[str, Any]) -> Fields:
        fields: Fields = {
            "normal.factors.solo.won": _text(data["solo_won"]),
            "normal.factors.solo.lost": _text(data["solo_lost"]),
            "normal.extra.solo": _text(data["extra"]),
        }
        if data["rounding"] != "as_it_is":
            how, _dash, to = data["rounding"].partition("-")
            least = str(self._of("rounded.at_least")) or ("" if how == Rounding.UP else to)
            fields |= {"normal.rounded.how": how, "normal.rounded.to": to, "normal.rounded.at_least": least}
        if "buergermeister" in data:
            fields["normal.buergermeister"] = _text(data["buergermeister"])
            fields["schnaps.buergermeister"] = data["schnaps"]
        halbe = self.base.normal is not None and Contract.HALBE in self.base.normal.factors
        return fields | (self._with_halbe(add=data["halbe"]) if data["halbe"] != halbe else {})

    def _with_halbe(self, *, add: bool) -> Fields:
        """Put the Halbe into the ladder, or take it out: the games above it count one more, or one less."""
        fields: Fields = {}
        for table in ("factors", "over_solo"):
            played = bool(self._of(f"{table}.eine.on"))
            fields[f"normal.{table}.halbe.on"] = add and played
            for side in ("won", "lost"):
                fields[f"normal.{table}.halbe.{side}"] = self._of(f"{table}.eine.{side}") if add and played else ""
                for game in ABOVE_HALBE:
                    key = f"{table}.{game}.{side}"
                    if number := str(self._of(key)):
                        fields[f"normal.{key}"] = str(int(number) + (1 if add else -1))
        return fields


def _target(fields: Fields, game: str, amount: int | None) -> Fields:
    known = fields[f"targets.{game}.on"] and not fields[f"targets.{game}.amount"]
    if amount is None and known:
        return {}  # played, and the house sets its value
    return {f"targets.{game}.on": amount is not None, f"targets.{game}.amount": _text(amount)}


def _raeuber(fields: Fields, data: Mapping[str, Any]) -> Fields:
    amount = data["raeuber"]
    if amount is None:
        return {"raeuber.on": False}
    return {
        "raeuber.on": True,
        "raeuber.amounts.0": _text(amount),
        "raeuber.vorhand_factor": "2" if data["vorhand"] else "1",
        "raeuber.tie_with_vorhand": fields["raeuber.tie_with_vorhand"] or "vorhand_alone",
    }


def _text(number: int | None) -> str:
    return "" if number is None else str(number)


def _roundings() -> list[tuple[str, str]]:
    up, nearest = Rounding.UP, Rounding.NEAREST
    return [
        ("", _("not at all")),
        (f"{up}-5", _("up to the next 5")),
        (f"{nearest}-5", _("to the nearest 5")),
        (f"{up}-10", _("up to the next 10")),
        ("as_it_is", _("as the rule set does")),
    ]


def _yes(label: str) -> forms.Field:
    return forms.BooleanField(label=label, required=False)


def _number(label: str, *, empty: bool = False) -> forms.Field:
    widget = forms.TextInput({"inputmode": "numeric", "maxlength": 6})
    return forms.IntegerField(label=label, required=not empty, min_value=1, max_value=MOST, widget=widget)


def _choice(label: str, choices: list[tuple[str, str]]) -> forms.Field:
    return forms.ChoiceField(label=label, choices=choices, required=False)
