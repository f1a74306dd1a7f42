"""Values that open a sheet: the table, and an evening that a phone opened by itself."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal

from cegoscore.scoring.house_rules import HouseRules

DEFAULT_RULES = "schwarzwaldmeisterschaft"
"""House rules that are proposed to people who have not played yet."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NewTable:
    """A table as somebody opens it; `names` in the order of the seats, `first_dealer` is one of them."""

    names: Sequence[str]
    rules: HouseRules
    first_dealer: int
    title: str = ""
    stake: Decimal | None = None
    currency: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Opening:
    """An evening as a phone opened it: the phone made the id; `persons` are row ids by seat, where it knew them."""

    id: uuid.UUID
    table: NewTable
    circle: uuid.UUID | None
    persons: Sequence[int | None]
    started_at: datetime | None
