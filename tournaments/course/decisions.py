"""Decisions of the desk in sentences. Only numbers are stored; names are looked up when they are read."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _

from cegoscore.clubs.models import Player, Right
from cegoscore.clubs.templatetags.cego import signed
from cegoscore.contest.chain import mark_of
from cegoscore.contest.standings import TIE_BREAKS
from tournaments.course.access import Shown
from tournaments.course.entrants import Person, people_of
from tournaments.course.queries import decisions_of
from tournaments.models import Decision, DecisionKind, Takes, Tournament

SENTENCES = {
    DecisionKind.DRAW: _("Drawn from “{seed}”"),
    DecisionKind.SWAP: _("Seats swapped: {numbers}"),
    DecisionKind.SHEETS_SWAPPED: _("Sheets of tables {tables} swapped"),
    DecisionKind.REDRAW: _("Drawn again; before, it was drawn from “{seed}”"),
    DecisionKind.UNDRAW: _("The draw from “{seed}” was taken back"),
    DecisionKind.SEATED: _("{who} drew a seat at table {table}"),
    DecisionKind.UNSEATED: _("{who} is not there; table {table} plays without"),
    DecisionKind.START: _("Started"),
    DecisionKind.CLOSE: _("Closed"),
    DecisionKind.SUBSTITUTE: _("Number {number}: {came} plays on for {left}"),
    DecisionKind.WITHDRAWAL: _("{who} has withdrawn"),
    DecisionKind.TAKES: _("{who}: {takes}"),
    DecisionKind.DISPUTE: _("Table {table}: the result is disputed"),
    DecisionKind.SETTLED: _("Table {table}: the dispute is settled"),
    DecisionKind.CORRECTION: _("Table {table}: result corrected{points}"),
    DecisionKind.VOID: _("Table {table} is void"),
    DecisionKind.PENALTY: _("{who}: {penalty} points off"),
    DecisionKind.REOPENED: _("Table {table} opened again"),
    DecisionKind.TIE: _("Equal points, drawn in this order: {numbers}"),
    DecisionKind.SETTINGS: _("Changed after the first draw: {settings}"),
    DecisionKind.HELD_BACK: _("Results from round {round} on are held back until the prize giving"),
    DecisionKind.RELEASED: _("The results were released"),
    DecisionKind.FINISH: _("The tournament was finished"),
    DecisionKind.GOES_ON: _("The tournament was opened again"),
    DecisionKind.CANCELLED: _("The tournament was cancelled"),
}
BY_HOUSE = _("{who} is not there; a house player sits at table {table} instead")
UNFINISHED = _("Table {table} accepted, hands missing: {missing}")
AND_SETTLED = _("{decided}; with it the dispute is settled")

SETTING_NAMES = {
    "tie_breaks": _("tie-breaks"),
    "prizes": _("prizes"),
    "plan": _("money and goods of the prizes"),
    "categories": _("categories"),
    "one_prize_each": _("one prize for each"),
    "prizes_for_present": _("prizes only for those who stay"),
    "rounds": _("number of rounds"),
    "tables": _("division into tables"),
    "teams": _("team"),
}
"""Settings that change after the first draw only with a reason, by their key in a decision's data."""


def _whole(value: Any) -> bool:
    return type(value) is int


def _wholes(value: Any) -> bool:
    return isinstance(value, list) and all(map(_whole, value))


def _texts(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(text, str) for text in value)


def _by_number(value: Any) -> bool:
    return isinstance(value, Mapping) and all(number.isdecimal() and len(number) < 10 for number in value)


_SHAPES: dict[str, Callable[[Any], bool]] = {
    "numbers": _wholes,
    "tables": _wholes,
    "settings": _texts,
    "points": _by_number,
    "number": lambda value: value is None or _whole(value),
    "takes": lambda value: value in Takes.values,
    "table": _whole,
    "round": _whole,
    "hands_missing": _whole,
    "penalty": _whole,
    "house_players": _wholes,
    "not_counting": _wholes,
    "gone": _wholes,
    "outcome": lambda value: isinstance(value, str),
    "practice": lambda value: _by_number(value) and all(map(_wholes, value.values())),
}
"""The form in which readers need what a decision says, by its key in the data."""


def can_be_read(kind: str | None, data: Mapping[str, Any]) -> bool:
    """True if the data of such a decision has all that its readers need, each in its form."""
    if kind == DecisionKind.TIE and (data.get("by") not in TIE_BREAKS or "numbers" not in data):
        return False
    if "hands_missing" in data and "table" not in data:
        return False
    return all(fits(data[key]) for key, fits in _SHAPES.items() if key in data)


ROLES = {Right.MANAGE.value: _("organiser"), Right.DESK.value: _("helper at the desk")}
"""Roles of those who decide, in a word; never a device."""


def role_of(decision: Decision) -> str:
    """The role of whoever decided, in a word; empty if it is not known."""
    return str(ROLES.get(decision.by, ""))


OF_RESULTS = frozenset(
    {
        DecisionKind.DISPUTE,
        DecisionKind.SETTLED,
        DecisionKind.CORRECTION,
        DecisionKind.VOID,
        DecisionKind.PENALTY,
        DecisionKind.REOPENED,
        DecisionKind.TIE,
        DecisionKind.GOES_ON,
    }
)
"""Acts that tell of results, in their reasons at least."""


def waits(decision: Decision, shown: Shown) -> bool:
    """True if the act tells of results that are held back: what it was, of whom and why is read once they are shown."""
    number = None if decision.kind == DecisionKind.TIE else decision.data.get("round")  # a tie is one of the ranking
    is_shown = shown.is_everything if number is None else shown.covers(number)
    return decision.kind in OF_RESULTS and not is_shown


def decision_lines(
    tournament: Tournament, shown: Shown, rows: Iterable[Decision] | None = None
) -> list[dict[str, Any]]:
    """The decisions (all of them, if not said which) as they are read, newest first. Four queries at most.

    `by` is the role of whoever decided; if it `is_tie`, the reason names the person who drew. `round` is the one that
    it is about, also one whose draw was taken back; `mark` is that of the result at the end. While results are held
    back a drawing tells neither whom it was about nor who drew.
    """
    decisions = list(decisions_of(tournament) if rows is None else rows)
    if not decisions:
        return []
    people = people_of(tournament)
    keys = {key for decision in decisions for key in (decision.left_id, decision.came_id) if key}
    persons = Player.objects.filter(pk__in=keys).select_related("merged_into") if keys else ()
    names = {person.pk: person.person.label for person in persons}
    return [
        {
            "decision": decision,
            "text": _sentence(decision, people, names, shown),
            "why": "" if is_secret_tie(decision, shown) else decision.why,
            "is_tie": decision.kind == DecisionKind.TIE,
            "by": role_of(decision),
            "mark": mark_of(decision.data.get("outcome", "")),
            "round": decision.data.get("round"),
        }
        for decision in decisions
    ]


def is_secret_tie(decision: Decision, shown: Shown) -> bool:
    """True for a drawing that is not told in full, as the ranking is held back."""
    return decision.kind == DecisionKind.TIE and waits(decision, shown)


def _sentence(decision: Decision, people: Mapping[int, Person], names: Mapping[int, str], shown: Shown) -> str:
    data = decision.data
    if is_secret_tie(decision, shown):
        return str(decision.get_kind_display())
    words = defaultdict(str, data) | {
        "numbers": ", ".join(_who(number, people) for number in data.get("numbers", ())),
        "tables": ", ".join(map(str, data.get("tables", ()))),
        "who": ", ".join(_who(number, people) for number in _about(data)),
        "missing": data.get("hands_missing", ""),
        "takes": Takes(data.get("takes", Takes.PRIZES)).label,
        "points": _points(data, people),
        "settings": ", ".join(str(SETTING_NAMES[name]) for name in data.get("settings", ()) if name in SETTING_NAMES),
        "left": names.get(decision.left_id or 0, "–"),
        "came": names.get(decision.came_id or 0, "–"),
    }
    by_house = decision.kind == DecisionKind.UNSEATED and data.get("house")
    usual = BY_HOUSE if by_house else SENTENCES[DecisionKind(decision.kind)]
    sentence = str(UNFINISHED if "hands_missing" in data else usual).format_map(words)
    return str(AND_SETTLED).format(decided=sentence) if "settled" in data else sentence


def _about(data: Mapping[str, Any]) -> list[int]:
    """The start numbers that a decision is about: of one person, or of a whole team."""
    return list(data["numbers"]) if "number" not in data and "numbers" in data else [data.get("number") or 0]


def _who(number: int, people: Mapping[int, Person]) -> str:
    return f"{number} {people[number].name}" if number in people else str(number)


def _points(data: Mapping[str, Any], people: Mapping[int, Person]) -> str:
    """Points before and after, for each start number whose points changed."""
    before = data.get("before", {})
    if not isinstance(before, Mapping):
        return ""
    moved = [
        f"{_who(int(number), people)} {signed(before.get(number))} → {signed(points)}"
        for number, points in sorted(data.get("points", {}).items(), key=lambda pair: int(pair[0]))
        if before.get(number) != points
    ]
    return f" ({'; '.join(moved)})" if moved else ""
