"""The chain of a tournament's decisions: each carries the hash of the one before, so that none can disappear.

What is hashed is in `docs/formats/club.md`: numbers, keys and words of the program, never a name. Free text
enters only as a salted hash; whoever erases the text erases the salt with it, and the chain still holds. A chain that
was computed anew as a whole is sound in itself: `short` forms of its head on papers and screens give it away.
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import sha256
from typing import Any

SHORT = 12
"""Hexadecimal digits in the short form of a hash: 48 bits."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChainedDecision:
    """A decision as the chain sees it. `reason` is the hash of its free text, empty if there was none."""

    number: int
    kind: str
    by: str
    at: datetime
    data: Mapping[str, Any]
    reason: str = ""
    hash: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class FreeText:
    """The free text of a decision with its salt; without a salt it was erased."""

    salt: str
    texts: tuple[str, ...]

    @property
    def hash(self) -> str:
        """The salted hash of the texts, empty if there is no text."""
        if not any(self.texts):
            return ""
        return _hashed([self.salt, *self.texts])


def hash_of(decision: ChainedDecision, before: str) -> str:
    """The hash of a decision behind the one with the hash `before` (empty for the first)."""
    content = {
        "number": decision.number,
        "kind": decision.kind,
        "by": decision.by,
        "at": decision.at.astimezone(UTC).isoformat(timespec="microseconds"),
        "data": decision.data,
        "reason": decision.reason,
        "before": before,
    }
    return _hashed(content)


def _hashed(content: Any) -> str:
    text = json.dumps(content, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return sha256(text.encode()).hexdigest()


def faults_of(decisions: Iterable[tuple[ChainedDecision, FreeText]]) -> Iterator[str]:
    """Faults of a chain, its decisions in the order of their numbers: one missing, one changed, a reason changed."""
    before = ""
    for place, (decision, free) in enumerate(decisions, 1):
        if decision.number != place:
            yield f"decision {place}: is missing"
            return
        if decision.hash != hash_of(decision, before):
            yield f"decision {place}: was changed, or one before it"
            return
        if free.salt and free.hash != decision.reason:
            yield f"decision {place}: its reason was changed"
        if not free.salt and any(free.texts):
            yield f"decision {place}: has a reason that the chain does not know"
        before = decision.hash


def acts_since(mark: str, hashes: Sequence[str]) -> int | None:
    """The number of hashes behind the one with this mark or whole hash; none if it is of another chain."""
    digits = re.sub(r"\W", "", mark).casefold()
    bearing = (later for later, digest in enumerate(reversed(hashes)) if digest.startswith(digits))
    return next(bearing, None) if len(digits) >= SHORT else None


def short(chain_hash: str) -> str:
    """The short form of a hash, for papers and screens: twelve digits in groups of four."""
    return " ".join(chain_hash[start : min(start + 4, SHORT)] for start in range(0, min(len(chain_hash), SHORT), 4))
