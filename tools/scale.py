"""Write the tables of docs/scale.md anew from what `make bench` has measured: see tests/benchmarks/budgets.py."""

import json
import sys
from collections.abc import Iterator, Mapping
from textwrap import wrap
from typing import Any

from tests.benchmarks.budgets import GROUPS, Budget, Group
from tests.benchmarks.measurement import MEASURED
from tests.served import ROOT

DOCUMENT = ROOT / "docs" / "scale.md"
BEGIN, END = "<!-- by python -m tools.scale -->\n", "<!-- until here -->\n"
NAMES = {"sqlite": "SQLite", "postgres": "PostgreSQL"}

Measured = Mapping[str, Mapping[str, Any]]
"""Figures by database."""


def main() -> int:
    """Write them; 1 if something was never measured."""
    kept = json.loads(MEASURED.read_text())
    DOCUMENT.write_text(with_tables(DOCUMENT.read_text(), kept))
    missing = [f"{name} on {database}" for name, database in wanted() if database not in kept.get(name, {})]
    print("\n".join(["never measured:", *missing]) if missing else "everything was measured", file=sys.stderr)
    return int(bool(missing))


def wanted() -> list[tuple[str, str]]:
    """Everything that has a budget: its name, and each database that it is measured on."""
    return [
        (f"{name}.{key}", database)
        for name, group in GROUPS.items()
        for key in group.budgets
        for database in group.databases
    ]


def with_tables(document: str, kept: Mapping[str, Measured]) -> str:
    """The document with the tables between the two marks made anew."""
    before, _begin, rest = document.partition(BEGIN)
    _old, _end, after = rest.partition(END)
    tables = [line for name, group in GROUPS.items() for line in _table(name, group, kept)]
    return "\n".join([before + BEGIN, *tables, END + after])


def _table(name: str, group: Group, kept: Mapping[str, Measured]) -> Iterator[str]:
    """A heading, how it is measured, and a line for each budget."""
    columns = [NAMES[database] if len(group.databases) > 1 else "measured" for database in group.databases]
    heads = [group.title, "budget", *columns, "at a table", "on"]
    yield from (f"### {group.title}", "", *wrap(group.how, 100), "")
    yield _row("", *heads[1:])
    yield _row(*["--"] * len(heads))
    for key, budget in group.budgets.items():
        found = kept.get(f"{name}.{key}", {})
        cells = [_figure(found.get(database), budget.most_on(database)) for database in group.databases]
        days = sorted(each["day"] for each in found.values())
        yield _row(budget.what, _budget(budget, group), *cells, _meaning(budget, found), days[0] if days else "")
    yield ""


def _row(*cells: str) -> str:
    return f"| {' | '.join(cells)} |"


def _budget(budget: Budget, group: Group) -> str:
    amounts = dict.fromkeys(number(budget.most_on(database)) for database in group.databases)
    return " / ".join(amounts)


def _figure(found: Mapping[str, Any] | None, most: float) -> str:
    """The median, with the lowest and the highest if there were several; bold if it is over the budget.

    What was measured before figures were kept stands there as it was written down.
    """
    if found is None or "said" in found:
        return found["said"] if found else "not yet"
    middle = number(found["median"])
    text = middle if found["median"] <= most else f"**{middle}**"
    ends = [number(found["lowest"]), number(found["highest"])]
    return text if ends == [middle, middle] else f"{text} ({' to '.join(ends)})"


def _meaning(budget: Budget, found: Measured) -> str:
    """The figure in other words: on SQLite, and on PostgreSQL in brackets."""
    costs = [number(each["cost"]) for database in NAMES if (each := found.get(database)) and "cost" in each]
    if not costs:
        return ""
    return budget.means.format(costs[0] if len(costs) == 1 else f"{costs[0]} ({costs[1]})")


def number(value: float) -> str:
    """Two digits, or all of those before the point."""
    return f"{value:,.0f}" if value >= 10 else f"{value:.2g}"


if __name__ == "__main__":
    sys.exit(main())
