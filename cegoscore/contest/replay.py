"""A tournament's chain of decisions, replayed: what stands is what the last decision that names it says.

`contest.chain` proves that no decision was changed; here points, draws, tie-breaks and prizes are held against them.
Decisions of version 0.1 name little: what none names is unproved, and no fault. Names of people stand in no decision,
so nothing here proves them.
"""

import json
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Any, NamedTuple

from cegoscore.contest.chain import ChainedDecision, FreeText
from cegoscore.contest.published_draw import digest_of, parse
from cegoscore.scoring.problems import Problem, problem

HANDS = ("hands", "hands_larger", "hands_smaller")
"""Settings that the first draw fixes, and that are free again once it is taken back."""

TEAMS = ("team_size", "team_best")
"""Settings that the first draw fixes where teams play; no decision of any other tournament names them."""

DECIDING = ("tie_breaks", "one_prize_each", "prizes_for_present", "rounds")
"""Settings that change after the first draw by a decision only."""

AT_THE_END = ("categories", "gone", "outcome")
"""Things that the end names, and that are free again once the tournament is opened again."""

BRINGS_HOUSE_PLAYERS = ("draw", "seated", "unseated", "substitute")
"""Decisions that name who plays for the house. Version 0.2 named nobody there: then that is unproved."""

BECOMES = "\n→\n"
"""Stands between the prizes before and after a change."""

MOST_IN_WORDS = 900
"""Letters of the prizes that a decision keeps in words, before and after a change; the digest behind them is of all."""
PLAN = "\nsha256:"
"""Stands in front of the digest of the whole plan of prizes. Decisions of version 0.2 name the words only."""

_ENDS = {
    "finish": {"finished": True, "cancelled": False},
    "cancelled": {"cancelled": True},
    "goes_on": {"finished": False, "cancelled": False},
}
_NOTHING_YET: dict[str, Any] = {"void": [], "disputed": []}
"""The tables of a round that was just drawn."""

_STATES = {"draw": "drawn", "start": "playing", "close": "closed"}


class ResultNow(NamedTuple):
    """A result of somebody with a start number, and how many points were taken off; `table` is the table's number."""

    table: int | None
    is_practice: bool
    is_void: bool
    number: int
    points: int | None
    penalty: int = 0
    counts: bool = True
    seat: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundNow:
    """A round as it stands; the results of a table stand in the order of its seats."""

    number: int
    state: str
    draw: Mapping[str, Any]
    results: tuple[ResultNow, ...] = ()
    draws: int = 1
    """The number of times that it was drawn."""
    disputed: tuple[int, ...] = ()
    """The numbers of tables whose result is disputed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TournamentNow:
    """A tournament as it stands.

    `settings` has `HANDS`, `DECIDING`, `TEAMS` where teams play, `named_prizes`, `categories` (`category_digest`),
    `takes` (`takes_by_number`), `house` and `gone` (start numbers), `held_from`, `finished` and `cancelled`.
    """

    settings: Mapping[str, Any]
    rounds: tuple[RoundNow, ...] = ()
    numbers: frozenset[int] | None = None
    """The start numbers that somebody has; what was decided about another one is about nobody. `None` if unknown."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Replayed:
    """Everything that contradicts the decisions, and the places of which no decision says anything."""

    problems: tuple[Problem, ...]
    unproved: tuple[str, ...]


def replayed(decisions: Iterable[tuple[ChainedDecision, FreeText]], now: TournamentNow) -> Replayed:
    """Hold a tournament against its decisions, which stand in their order."""
    replay = _Replay()
    for decision, free in decisions:
        replay.follow(decision, free)
    replay.forget_takes_of_nobody(now.numbers)
    seated = {placed.number for row in now.rounds for placed in row.results}
    replay.forget_house_players_at_no_table(seated)
    now = replace(now, settings=_with_house_at_tables(now.settings, seated))
    places = dict(now.settings) | {place: value for row in now.rounds for place, value in _places(row)}
    problems = [*replay.problems, *replay.disagreements(places), *replay.never_drawn(now.rounds)]
    for row in now.rounds:
        problems += _faults_of_tables(row)
    return Replayed(problems=tuple(problems), unproved=tuple(place for place in places if place not in replay.said))


def _with_house_at_tables(settings: Mapping[str, Any], seated: Collection[int]) -> dict[str, Any]:
    """The settings with those house players only who ever sat at a table: others come and go without a decision."""
    if "house" not in settings:
        return dict(settings)
    return {**settings, "house": [number for number in settings["house"] if number in seated]}


def category_digest(categories: Iterable[tuple[str, Iterable[int | None]]]) -> str:
    """The digest of who is in which category, by its kind and start numbers: the end of a tournament names it.

    Teams stand behind them, in the order of `teams.teams_by_name`.
    """
    rows = [[kind, sorted(number for number in numbers if number)] for kind, numbers in categories]
    return sha256(json.dumps(rows, separators=(",", ":")).encode()).hexdigest()


def named_prizes(lines: Iterable[str], rows: Sequence[Sequence[Any]]) -> dict[str, str]:
    """A plan of prizes by the places that a decision names: its words, cut, and the digest of the whole of it.

    A row has kind, rank, kind and name of the category, words, cents, goods, and whether each of several gets all.
    """
    text = json.dumps(rows, ensure_ascii=False, separators=(",", ":"))
    digest = sha256(text.encode()).hexdigest() if rows else ""
    return {"prizes": "\n".join(lines)[:MOST_IN_WORDS], "plan": digest}


def text_of_prizes(named: Mapping[str, str]) -> str:
    """The text of a decision for prizes as `named_prizes` names them; empty for no prizes."""
    return f"{named['prizes']}{PLAN}{named['plan']}" if named["plan"] else ""


def takes_by_number(pairs: Iterable[tuple[int | None, str]]) -> dict[int, str]:
    """`Entrant.takes` of those start numbers that do not get everything."""
    return {number: takes for number, takes in pairs if number and takes != "prizes"}


def _places(row: RoundNow) -> Iterator[tuple[str, Any]]:
    """Everything in a round that a decision can name, by its place."""
    path = f"rounds.{row.number}"
    yield f"{path}.state", row.state
    yield f"{path}.draw", digest_of(row.draw)
    if penalties := {str(placed.number): placed.penalty for placed in row.results if placed.penalty}:
        yield f"{path}.penalties", penalties
    yield f"{path}.numbers", sorted(placed.number for placed in row.results)
    practice: dict[str, list[int]] = defaultdict(list)
    for placed in row.results:
        if placed.is_practice:
            practice[str(placed.table)].append(placed.number)
    yield f"{path}.practice", dict(practice)
    yield f"{path}.void", sorted({placed.table for placed in row.results if placed.is_void and placed.table})
    yield f"{path}.disputed", sorted(row.disputed)
    yield f"{path}.draws", row.draws
    if row.state == _STATES["close"]:
        yield f"{path}.not_counting", sorted(placed.number for placed in row.results if not placed.counts)
    yield from ((f"{path}.points.{placed.number}", placed.points) for placed in row.results)


def _faults_of_tables(row: RoundNow) -> Iterator[Problem]:
    """Tables whose points are not those of a game, or where others sit than were drawn."""
    published, _problems = parse(row.draw)
    drawn = (published and published.tables) or ()
    tables: dict[int, list[ResultNow]] = defaultdict(list)
    for placed in row.results:
        if placed.table is not None:
            tables[placed.table].append(placed)
    for number, results in tables.items():
        place = f"rounds.{row.number}.tables.{number}"
        points = [placed.points for placed in results if placed.points is not None]
        if results[0].is_void and any(points):
            yield problem("void_with_points", place)
        elif len(points) == len(results) and (over := sum(points)):
            yield problem("table_not_zero", place, sum=over)
        seats = [placed.number for placed in results]
        if any(placed.seat not in (None, at) for at, placed in enumerate(results)):
            yield problem("not_as_drawn", place)
        if number <= len(drawn) and not results[0].is_practice and seats != [*drawn[number - 1]]:
            yield problem("not_as_drawn", place)


class _Said(NamedTuple):
    """The words of a decision about a place, with its number."""

    value: Any
    by: int


class _Replay:
    """The last words of the decisions so far, by place."""

    def __init__(self) -> None:
        self.takes: dict[int, str] = {}
        self.said = {"takes": _Said({}, 0)}
        self.problems: list[Problem] = []

    def follow(self, decision: ChainedDecision, free: FreeText) -> None:
        """Take in the next decision."""
        data, number = decision.data, decision.data.get("round")
        self._say(decision, _ENDS.get(decision.kind, {}))
        if decision.kind in BRINGS_HOUSE_PLAYERS:
            self._forget("house")
            self._say(decision, {"house": data["house_players"]} if "house_players" in data else {})
        if decision.kind in ("held_back", "released"):
            self._say(decision, {"held_from": number if decision.kind == "held_back" else None})
        elif decision.kind == "settings":
            self._change(decision, free)
        elif decision.kind in ("finish", "goes_on"):
            self._forget(*AT_THE_END)
            if decision.kind == "finish":
                self._say(decision, {name: data[name] for name in AT_THE_END if name in data})
        elif decision.kind in ("takes", "substitute"):
            self.takes[data.get("number", 0)] = data.get("takes", "prizes")
            self._say(decision, {"takes": takes_by_number(self.takes.items())})
        elif number is not None:
            self._follow_in_round(decision, f"rounds.{number}")
            if number == 1:
                self._begin(decision, free)

    def forget_takes_of_nobody(self, numbers: Collection[int] | None) -> None:
        """A number that somebody gave up for another one is nobody's: its share in prizes and rank went with it."""
        last = self.said["takes"]
        if numbers is not None:
            self.said["takes"] = _Said({one: takes for one, takes in last.value.items() if one in numbers}, last.by)

    def forget_house_players_at_no_table(self, seated: Collection[int]) -> None:
        """Leave only those who ever sat at a table."""
        if last := self.said.get("house"):
            self.said["house"] = last._replace(value=[number for number in last.value if number in seated])

    def disagreements(self, places: Mapping[str, Any]) -> Iterator[Problem]:
        """Places that are not what was said last; what was said to be gone is there no more."""
        for place, last in self.said.items():
            if places.get(place) != last.value:
                yield _contradiction(place, last, places.get(place))

    def never_drawn(self, rounds: Iterable[RoundNow]) -> Iterator[Problem]:
        """Rounds that no decision drew, although one drew an earlier round."""
        drawn = [row.number for row in rounds if f"rounds.{row.number}.state" in self.said]
        for row in rounds:
            if drawn and row.number > min(drawn) and row.number not in drawn:
                yield problem("round_not_drawn", f"rounds.{row.number}")

    def _follow_in_round(self, decision: ChainedDecision, path: str) -> None:
        data, kind = decision.data, decision.kind
        if kind in ("draw", "redraw", "undraw"):
            self._forget(*[place for place in self.said if place.startswith(f"{path}.")])
            self._say(decision, {f"{path}.penalties": None})
        if kind == "penalty":
            last = self.said.get(f"{path}.penalties")
            penalties = ((last and last.value) or {}) | {str(data.get("number")): data.get("penalty")}
            self._say(
                decision, {f"{path}.penalties": {key: penalty for key, penalty in penalties.items() if penalty} or None}
            )
        if kind == "undraw":
            self._say(decision, {f"{path}.state": None})
        if kind in _STATES:
            self._say(decision, {f"{path}.state": _STATES[kind]})
        if kind == "draw" and "draw" in data:
            named = {name: data[name] for name in ("practice", "draws") if name in data}
            self._say(decision, {f"{path}.{name}": value for name, value in (named | _NOTHING_YET).items()})
        if "table" in data:
            self._follow_at_table(decision, path, data["table"])
        if kind == "close" and "not_counting" in data:
            self._say(decision, {f"{path}.not_counting": data["not_counting"]})
        if "draw" in data:
            self._say(decision, {f"{path}.draw": data["draw"]})
        before = data["before"] if isinstance(data.get("before"), Mapping) else {}
        self._compare_with_before(decision, path, before)
        if kind == "reopened":
            self._forget(*[f"{path}.points.{number}" for number in before])
        points = dict.fromkeys(before, 0) if kind == "void" else data.get("points", {})
        self._say(decision, {f"{path}.points.{number}": result for number, result in points.items()})
        if kind == "close" and points:
            self._say(decision, {f"{path}.numbers": sorted(map(int, points))})

    def _follow_at_table(self, decision: ChainedDecision, path: str, table: int) -> None:
        """Note whether a table is void or disputed after a decision about it; not where no draw named its round."""
        kind, void, disputed = decision.kind, f"{path}.void", f"{path}.disputed"
        ends = {void: ("correction", "reopened"), disputed: ("settled",)}
        begins = {void: "void", disputed: "dispute"}
        for place in (void, disputed):
            tables = {*self.said[place].value} if place in self.said else None
            is_settled = place == disputed and "settled" in decision.data
            if tables is not None and (kind in ends[place] or is_settled):
                self._say(decision, {place: sorted(tables - {table})})
            elif tables is not None and kind == begins[place]:
                self._say(decision, {place: sorted(tables | {table})})

    def _compare_with_before(self, decision: ChainedDecision, path: str, before: Mapping[str, Any]) -> None:
        """Complain if points were others before a decision than it says."""
        for number, recorded in before.items():
            last = self.said.get(f"{path}.points.{number}")
            if last and last.value != recorded:
                self.problems.append(_contradiction(f"decisions.{decision.number}.before.{number}", last, recorded))

    def _begin(self, decision: ChainedDecision, free: FreeText) -> None:
        """The first draw names settings and prizes; taken back, it leaves some free."""
        if decision.kind == "undraw":
            self._forget(*HANDS, *TEAMS)
        if decision.kind == "draw":
            names = HANDS + TEAMS + DECIDING
            self._say(decision, {name: decision.data[name] for name in names if name in decision.data})
            self._name_prizes(decision, free)

    def _change(self, decision: ChainedDecision, free: FreeText) -> None:
        changed = decision.data.get("settings", ())
        self._forget(*[name for name in DECIDING if name in changed])
        self._say(decision, {name: decision.data[name] for name in DECIDING if name in decision.data})
        if "prizes" in changed or ("categories" in changed and free.texts[-1]):
            self._name_prizes(decision, free)
        elif "categories" in changed:
            self._forget("prizes", "plan")

    def _name_prizes(self, decision: ChainedDecision, free: FreeText) -> None:
        """The prizes stand in the text of a decision; whoever erased it left them unproved."""
        self._forget("prizes", "plan")
        if free.salt or not decision.reason:
            words, has_digest, digest = free.texts[-1].rpartition(BECOMES)[2].partition(PLAN)
            self._say(decision, {"prizes": words} | ({"plan": digest} if has_digest or not words else {}))

    def _say(self, decision: ChainedDecision, values: Mapping[str, Any]) -> None:
        self.said |= {place: _Said(value, decision.number) for place, value in values.items()}

    def _forget(self, *places: str) -> None:
        for place in places:
            self.said.pop(place, None)


def _contradiction(place: str, said: _Said, now: Any) -> Problem:
    if place.rpartition(".")[0].endswith(("points", "before")) and now is not None:
        return problem("points_not_as_decided", place, decision=said.by, said=said.value, now=now)
    return problem("not_as_decided", place, decision=said.by)
