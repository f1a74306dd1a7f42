"""The rows of a part as a backup has them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from tournaments.clubhouse.backup.parts import Part


@dataclass(frozen=True, slots=True, kw_only=True)
class Rows:
    """The rows of a part: values in the order of its columns, references as keys of the document."""

    part: Part
    rows: Sequence[list[Any]]

    def column(self, name: str) -> int:
        """The place of a column's value in a row."""
        return list(self.part.fields).index(name)

    @property
    def keys(self) -> list[Any]:
        """The key of each row: its UUID, or its place."""
        if self.part.is_counted:
            return list(range(1, len(self.rows) + 1))
        place = self.column(self.part.key_column)
        return [row[place] for row in self.rows]

    @property
    def named(self) -> list[dict[str, Any]]:
        """The rows with a name for each value."""
        return [dict(zip(self.part.fields, row, strict=True)) for row in self.rows]
