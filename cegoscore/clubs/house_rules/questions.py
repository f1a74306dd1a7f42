"""Questions to a table: what do you play differently? The answers become the values of the whole form."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from django import forms
from django.utils.translation import gettext as _

from cegoscore.clubs.house_rules.bidding import open_points
from cegoscore.clubs.house_rules.document import values_of
from cegoscore.clubs.house_rules.fields import SWITCHES, Choices, FieldKind, RuleField, fields_in
from cegoscore.clubs.house_rules.forms import SeveralField
from cegoscore.clubs.house_rules.groups import groups_of
from cegoscore.scoring.cards import Counting
from cegoscore.scoring.contracts import LABELS, NORMAL, Contract
from cegoscore.scoring.house_rules import HouseRules, Rounding, TieWithVorhand
from cegoscore.scoring.rules.rule_files import published

MOST = 100_000
SPECIALS = (Contract.ULTI, Contract.PICCOLO, Contract.BETTEL)
HALBE = "normal.factors.halbe.on"
COUNTING, BRACKETS, SCHINDEN = "table.counting", "normal.brackets.", "schinden."
BRACKETS_OF = {Counting.TWOS: "grupp", Counting.THREES: "baumann-bluemle"}
"""Published sets whose table of base values is used where a table begins to count the other way."""
SCHINDEN_OF = {4: "oberwolfach-4", 3: "braeunlingen-loewen-3"}
"""By the number of players, published sets whose Schinden is used where a table begins with it."""
ABOVE_HALBE = NORMAL[NORMAL.index(Contract.EINE) :]
"""Games that count one more where a Halbe is played."""

ROUNDING, AS_IT_IS = "rounding", "as_it_is"
DOUBLE = "double"
"""With `ROUNDING` the questions that are about no single field: how amounts are rounded, if Vorhand pays double."""
UNOPPOSED = "auction.unopposed"

Answers = dict[str, str | bool]


class QuestionsForm(forms.Form):
    """Questions on what tables most often play differently; every answer begins as the rule set has it."""

    def __init__(self, data: Any = None, *, base: HouseRules, original: HouseRules) -> None:
        self.base = base
        self.points = open_points(base, original)
        self.table = {field.key: field for field in fields_in(groups_of(base, original))}
        self.start: Answers = values_of(base.document, self.table.values())
        is_double = self.start["raeuber.vorhand_factor"] == "2"
        super().__init__(data, initial=self.start | {ROUNDING: self._rounding(), DOUBLE: is_double})
        self.fields |= {field.key: _field(field) for field in self._asked()}

    def _asked(self) -> Iterator[RuleField]:
        """The fields that this rule set can be asked about, each under its question."""
        yield from self._settled_first()
        if self.base.players > 2:
            yield self._ask("table.one_sits_out", _("May one more sit at the table, and the dealer sits out?"))
        if self.base.normal:
            yield RuleField(ROUNDING, _("How do you round?"), kind=FieldKind.CHOICE, choices=_roundings())
            question = _("How many times does a Solo count that is won?")
            yield self._ask("normal.factors.solo.won", question, needed=True)
            yield self._ask("normal.factors.solo.lost", _("And one that is lost?"), needed=True)
            yield self._ask("normal.extra.solo", _("What does every Solo cost besides, flat?"))
        if self.base.normal and self.base.total % 2 == 0:
            question = _("What does a Bürgermeister cost? (Empty: as any narrow loss, if that costs something.)")
            yield self._ask("normal.buergermeister", question)
            yield self._ask("schnaps.buergermeister", _("Does a Bürgermeister buy a round?"))
        for game in SPECIALS:
            question = _("How much is the %(game)s? (Empty: not played.)") % {"game": LABELS[game]}
            yield self._ask(f"targets.{game}.amount", question)
        yield self._ask("raeuber.amounts.0", _("How much does a Räuber cost? (Empty: not played.)"))
        yield RuleField(DOUBLE, _("Does Vorhand pay double for it?"), kind=FieldKind.SWITCH)
        yield self._ask("penalty", _("What does a breach cost? (Empty: nothing.)"))
        yield from (self.table[point.key] for point in self.points)

    def _settled_first(self) -> Iterator[RuleField]:
        """Points on which strangers have to agree before they play (cego.de, Ablauf)."""
        if self.base.normal:
            yield self._ask(HALBE, _("Do you play the Halbe between Cego and Eine?"))
        yield self._ask(COUNTING, _("Do you count in threes or in twos?"))
        if UNOPPOSED in self.table:
            question = _("May Vorhand choose a Räuber, by rules or not, if everybody says “gut” to the Cego?")
            yield self._ask(UNOPPOSED, question)
        if self.base.players in SCHINDEN_OF:
            yield self._ask(f"{SCHINDEN}on", _("Does a Solo have to be bid with a hand that is good enough?"))

    def _ask(self, key: str, question: str, *, needed: bool = False) -> RuleField:
        return replace(self.table[key], label=question, needed=needed)

    def _rounding(self) -> str:
        how, to = self.start["normal.rounded.how"], self.start["normal.rounded.to"]
        value = f"{how}-{to}" if how else ""
        return value if value in dict(_roundings()) else AS_IT_IS

    def answers(self) -> Answers:
        """Values of the whole form as the answers make them; what was not asked stays. Only after `is_valid`."""
        data = self.cleaned_data
        answers = self.start | {key: _typed(value) for key, value in data.items()}
        for game in SPECIALS:
            on, amount = f"targets.{game}.on", f"targets.{game}.amount"
            house_sets_it = self.start[on] and not self.start[amount]
            answers[on] = bool(answers[amount] or house_sets_it)
        answers |= self._raeuber(answers["raeuber.amounts.0"], "2" if data[DOUBLE] else "1")
        if data.get(ROUNDING, AS_IT_IS) != AS_IT_IS:
            answers |= self._rounded(data[ROUNDING])
        if answers[COUNTING] != self.start[COUNTING]:
            answers |= {"normal.buergermeister": ""} | self._of(BRACKETS_OF[Counting(str(answers[COUNTING]))], BRACKETS)
        if answers.get(f"{SCHINDEN}on") and not self.start[f"{SCHINDEN}on"]:
            answers |= self._of(SCHINDEN_OF[self.base.players], SCHINDEN)
        if answers[HALBE] != self.start[HALBE]:
            answers |= self._with_halbe(add=data[HALBE])
        return answers

    def _of(self, identifier: str, part: str) -> Answers:
        """Values that a published set has in a part."""
        values = values_of(published(identifier).document, self.table.values())
        return {key: value for key, value in values.items() if key.startswith(part)}

    def _raeuber(self, amount: str | bool, vorhand_factor: str) -> Answers:
        if not amount:
            return {"raeuber.on": False, "raeuber.amounts.0": self.start["raeuber.amounts.0"]}
        tie = self.start["raeuber.tie_with_vorhand"] or TieWithVorhand.VORHAND_ALONE
        return {"raeuber.on": True, "raeuber.vorhand_factor": vorhand_factor, "raeuber.tie_with_vorhand": tie}

    def _rounded(self, rounding: str) -> Answers:
        """No game may be worth nothing: rounded to the nearest, it is worth one step at least."""
        how, _dash, to = rounding.partition("-")
        least = self.start["normal.rounded.at_least"] or ("" if how == Rounding.UP else to)
        return {"normal.rounded.how": how, "normal.rounded.to": to, "normal.rounded.at_least": least}

    def _with_halbe(self, *, add: bool) -> Answers:
        """Put the Halbe into the ladder, or take it out: the games above it count one more, or one less."""
        answers: Answers = {}
        for table in ("normal.factors", "normal.over_solo"):
            played = bool(self.start[f"{table}.eine.on"])
            answers[f"{table}.halbe.on"] = add and played
            for side in ("won", "lost"):
                answers[f"{table}.halbe.{side}"] = self.start[f"{table}.eine.{side}"] if add and played else ""
                for game in ABOVE_HALBE:
                    key = f"{table}.{game}.{side}"
                    if number := str(self.start[key]):
                        answers[key] = str(int(number) + (1 if add else -1))
        return answers


def _typed(answer: Any) -> str | bool:
    """An answer as it would be typed or ticked in the whole form."""
    if isinstance(answer, bool):
        return answer
    return "" if answer is None else str(answer)


def _roundings() -> Choices:
    up, nearest = Rounding.UP, Rounding.NEAREST
    return (
        ("", _("not at all")),
        (f"{up}-5", _("up to the next 5")),
        (f"{nearest}-5", _("to the nearest 5")),
        (f"{up}-10", _("up to the next 10")),
        (AS_IT_IS, _("as the rule set does")),
    )


def _field(field: RuleField) -> forms.Field:
    if field.kind in SWITCHES:
        return forms.BooleanField(label=field.label, required=False)
    if field.kind is FieldKind.CHOICE:
        return forms.ChoiceField(label=field.label, choices=field.choices, required=False)
    if field.kind is FieldKind.SEVERAL:
        return SeveralField(label=field.label, choices=field.choices, required=False)
    widget = forms.TextInput({"inputmode": "numeric", "maxlength": 6})
    return forms.IntegerField(label=field.label, required=field.needed, min_value=1, max_value=MOST, widget=widget)
