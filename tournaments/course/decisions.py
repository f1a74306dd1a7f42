"""Decisions of the desk in sentences. Only numbers are stored; names are looked up when they are read."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext_lazy as _

from cegoscore.clubs.models import Player
from cegoscore.clubs.templatetags.cego import signed
from tournaments.course.entrants import Person, people_of
from tournaments.course.queries import decisions_of
from tournaments.models import Decision, DecisionKind, Tournament

SENTENCES = {
    DecisionKind.SWAP: _("Seats swapped: {numbers}"),
    DecisionKind.SHEETS_SWAPPED: _("Sheets of tables {tables} swapped"),
    DecisionKind.REDRAW: _("Drawn again; before, it was drawn from “{seed}”"),
    DecisionKind.SUBSTITUTE: _("Number {number}: {came} plays on for {left}"),
    DecisionKind.WITHDRAWAL: _("{who} has withdrawn"),
    DecisionKind.CORRECTION: _("Table {table}: result corrected{points}"),
    DecisionKind.VOID: _("Table {table} is void"),
    DecisionKind.REOPENED: _("Table {table} opened again"),
    DecisionKind.TIE: _("Equal points, drawn in this order: {numbers}"),
}
UNFINISHED = _("Table {table} accepted with {missing} hands missing")


@dataclass(frozen=True, slots=True, kw_only=True)
class DecisionLine:
    """A decision as it is read: what was decided, and why (for a tie: who drew)."""

    decision: Decision
    text: str

    @property
    def is_tie(self) -> bool:
        """True if the reason names the person who drew."""
        return self.decision.kind == DecisionKind.TIE


def decision_lines(tournament: Tournament, rows: Iterable[Decision] | None = None) -> list[DecisionLine]:
    """The decisions (all of them, if not said which), newest first. Three queries."""
    decisions = list(decisions_of(tournament) if rows is None else rows)
    if not decisions:
        return []
    people = people_of(tournament)
    keys = {decision.data[key] for decision in decisions for key in ("left", "came") if key in decision.data}
    persons = Player.objects.filter(pk__in=keys).select_related("merged_into") if keys else ()
    names = {person.pk: person.person.label for person in persons}
    return [DecisionLine(decision=each, text=_sentence(each, people, names)) for each in decisions]


def _sentence(decision: Decision, people: Mapping[int, Person], names: Mapping[int, str]) -> str:
    data = decision.data
    if "hands_missing" in data:
        return str(UNFINISHED).format(table=data["table"], missing=data["hands_missing"])
    kind = DecisionKind(decision.kind)
    return str(SENTENCES[kind]).format(**{key: say(data, people, names) for key, say in _WORDS.items()})


Say = Callable[[Mapping[str, Any], Mapping[int, Person], Mapping[int, str]], str]


def _who(number: int, people: Mapping[int, Person]) -> str:
    return f"{number} {people[number].name}" if number in people else str(number)


def _points(data: Mapping[str, Any], people: Mapping[int, Person]) -> str:
    """Points before and after, for each start number whose points changed."""
    before = data.get("before", {})
    moved = [
        f"{_who(int(number), people)} {signed(before.get(number))} → {signed(points)}"
        for number, points in sorted(data.get("points", {}).items(), key=lambda pair: int(pair[0]))
        if before.get(number) != points
    ]
    return f" ({'; '.join(moved)})" if moved else ""


_WORDS: dict[str, Say] = {
    "numbers": lambda data, people, names: ", ".join(_who(number, people) for number in data.get("numbers", ())),
    "tables": lambda data, people, names: ", ".join(map(str, data.get("tables", ()))),
    "seed": lambda data, people, names: str(data.get("seed", "")),
    "number": lambda data, people, names: str(data.get("number", "")),
    "who": lambda data, people, names: _who(data.get("number") or 0, people),
    "left": lambda data, people, names: names.get(data.get("left", 0), "–"),
    "came": lambda data, people, names: names.get(data.get("came", 0), "–"),
    "table": lambda data, people, names: str(data.get("table", "")),
    "points": lambda data, people, names: _points(data, people),
}
