"""Tournaments as version 0.1 wrote them (`cegoscore/tournament@1`, a tree), turned into the rows of today's documents.

Its words are those of the columns: what they say is checked where all rows are, here the tree is only taken apart.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any
from uuid import UUID

from django.utils import timezone

from cegoscore.clubs.models.rules import columns_of
from cegoscore.scoresheet.ledger.services.sheets import cannot_keep, moment
from cegoscore.scoring.documents.document import Document, parse
from cegoscore.scoring.house_rules import HouseRules
from cegoscore.scoring.problems import Problem, problem
from cegoscore.scoring.reading import printable
from cegoscore.scoring.rules.rule_files import parse_house_rules, published, published_identifiers
from tournaments.clubhouse.backup.scopes import TOURNAMENT
from tournaments.models import DecisionKind

FORMAT = "cegoscore/tournament@1"
KEY = str(UUID(int=1))
"""The key of the tournament, and of its club, which the tree has not."""

Row = dict[str, Any]
Ledgers = dict[UUID, Document]
"""Session documents of what was written on the sheets, by the sheet's key."""


def rows_of(tree: Mapping[str, Any]) -> tuple[Row, Ledgers, tuple[Problem, ...]]:
    """The document as rows, the ledgers of its sheets, and what is wrong with rules and ledgers.

    Of a tree that cannot be taken apart only the first fault is told: nobody writes one by hand.
    """
    old = _OldTree()
    try:
        old.read(tree)
    except KeyError as error:
        old.problems.append(problem("missing", printable(str(error.args[0]))))
    except (AttributeError, TypeError, ValueError):
        old.problems.append(problem("no_shape", ""))
    return old.document, old.ledgers, tuple(old.problems)


class _OldTree:
    """The rows of each part, as far as the tree has been taken apart."""

    def __init__(self) -> None:
        self.parts: dict[str, list[Row]] = {part.name: [] for part in TOURNAMENT.parts}
        self.ledgers: Ledgers = {}
        self.problems: list[Problem] = []

    @property
    def document(self) -> Row:
        """The rows as a document has them; what only some rows of a part have is null in the others."""
        document: Row = {"format": TOURNAMENT.format}
        for name, rows in self.parts.items():
            columns = list(dict.fromkeys(column for row in rows for column in row))
            document[name] = {"columns": columns, "rows": [[row.get(column) for column in columns] for row in rows]}
        return document

    def read(self, tree: Mapping[str, Any]) -> None:
        """Take everything; a key that nobody knows ends as a column that nobody knows."""
        top = {key: value for key, value in tree.items() if key != "format"}
        self._add("club", {"id": KEY, "name": top.pop("club")})
        rules, small = top.pop("rules"), top.pop("small_rules")
        places = {
            "rule_set": self._rules(rules, "rules"),
            "small_rule_set": None if small is None else self._rules(small, "small_rules"),
        }
        lists = {name: top.pop(name) for name in ("categories", "prizes", "people", "entrants", "apart")}
        rounds, decisions, settings = top.pop("rounds"), top.pop("decisions"), top.pop("settings")
        self._add("tournaments", top | settings | places | {"id": KEY, "club": KEY})
        for name, rows in lists.items():
            for row in rows:
                self._add(name, _counted(row) | {"club" if name == "people" else "tournament": KEY})
        for place, row in enumerate(rounds, 1):
            self._add_round(dict(row), f"rounds.{place}")
        numbers = {row["number"]: place for place, row in enumerate(rounds, 1)}
        for row in decisions:
            self._add_decision(row, numbers.get(row["round"]))

    def _add(self, part: str, row: Row) -> int:
        """Add a row; its place."""
        self.parts[part].append(row)
        return len(self.parts[part])

    def _complain(self, problems: Iterable[Problem], path: str) -> None:
        self.problems += [replace(problem, key=f"{path}.{problem.key}".rstrip(".")) for problem in problems]

    def _rules(self, raw: Any, key: str) -> int | None:
        """The place of a rule set: a published one is called by its identifier."""
        if isinstance(raw, str) and raw in published_identifiers():
            return self._rule_set(published(raw))
        rules, problems = parse_house_rules(raw) if isinstance(raw, dict) else (None, ())
        self._complain(
            problems or (() if rules else [problem("unknown_rules", "", rules=printable(str(raw)[:60]))]), key
        )
        return self._rule_set(rules) if rules else None

    def _rule_set(self, rules: HouseRules) -> int:
        row = {"digest": rules.digest, "identifier": rules.id} | columns_of(rules.document)
        stored = self.parts["rule_sets"]
        return stored.index(row) + 1 if row in stored else self._add("rule_sets", row)

    def _add_round(self, row: Row, path: str) -> None:
        tables, without_table = row.pop("tables"), row.pop("without_table")
        draw = row["draw"] and {"earlier": [], "moves": []} | row["draw"]
        at = self._add("rounds", row | {"tournament": KEY, "draw": draw})
        for number, table in enumerate(tables, 1):
            fields = {key: value for key, value in table.items() if key != "results"}
            sheet = fields["sheet"] and self._add_sheet(dict(fields["sheet"]), f"{path}.tables.{number}.sheet")
            self._add_results(table["results"], at, self._add("tables", fields | {"round": at, "sheet": sheet}))
        self._add_results(without_table, at, None)

    def _add_results(self, rows: Iterable[Row], at: int, table: int | None) -> None:
        for row in rows:
            self._add("results", {"penalty": 0} | _counted(row) | {"round": at, "table": table})

    def _add_sheet(self, sheet: Row, path: str) -> str | None:
        """A sheet with its seats; none if what was written on it cannot be read."""
        document, problems = parse(sheet.pop("document"))
        self._complain(cannot_keep(document) if document else problems, f"{path}.document")
        people, turn = sheet.pop("people"), dict(sheet.pop("turn"))
        if document is None:
            return None
        if len(people) != len(document.players):
            self.problems.append(problem("points_per_player", f"{path}.people", players=len(document.players)))
        key = UUID(int=len(self.ledgers) + 1)
        began, ended = moment(document.started) or timezone.now(), moment(document.ended)
        fields = {
            "id": str(key),
            "club": KEY,
            "event": KEY,
            "rule_set": self._rule_set(document.rules),
            "title": document.title or "",
            "stake": None if document.stake is None else str(document.stake),
            "currency": document.currency or "",
            "turn_after": turn.pop("after"),
            "started": began.isoformat(),
            "ended": None if ended is None else ended.isoformat(),
        }
        self._add("sheets", sheet | turn | fields)
        for number, person in enumerate(people):
            self._add("seats", {"sheet": str(key), "number": number, "person": _place(person), "total": 0})
        self.ledgers[key] = document
        return str(key)

    def _add_decision(self, row: Row, at: int | None) -> None:
        persons = {}
        if row["kind"] == DecisionKind.SUBSTITUTE:
            persons = {key: _place(row["data"].get(key)) for key in ("left", "came")}
        data = {key: value for key, value in row["data"].items() if key not in persons}
        self._add("decisions", row | {"tournament": KEY, "round": at, "data": data} | persons)


def _counted(row: Row) -> Row:
    """A row whose references to other lists are keys."""
    places = {key: _place(row[key]) for key in ("person", "category", "one", "other", "entrant") if key in row}
    members = {"categories": [_place(category) for category in row["categories"]]} if "categories" in row else {}
    return row | places | members


def _place(value: Any) -> Any:
    """A place in a list of the tree, from 0, as the key of a row, from 1."""
    return value + 1 if type(value) is int else value
