"""The chain of a tournament's decisions: each carries the hash of the one before, so that none can disappear.

What is hashed is in `docs/formats/club.md`: numbers, keys and words of the program, never a name. Free text
enters only as a salted hash; whoever erases the text erases the salt with it, and the chain still holds. A chain that
was computed anew as a whole is sound in itself: the mark of its head (`mark_of`) on papers and screens gives it away.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from cegoscore.contest.published_end import digest_of_json

ALPHABET = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
"""Letters and digits of a mark, five bits each; none of 0, O, 1 and I, which look alike."""

LETTERS = 16
"""The length of a mark: 80 bits, in groups of four."""

SHORT = 12
"""The length of a mark on papers of version 0.2 and before: hexadecimal digits, 48 bits. Somebody can hit those."""


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
        return digest_of_json([self.salt, *self.texts])


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
    return digest_of_json(content)


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
        if free.salt and not decision.reason:
            yield f"decision {place}: has a salt without a reason"
        if not free.salt and any(free.texts):
            yield f"decision {place}: has a reason that the chain does not know"
        before = decision.hash


def acts_since(typed: str, hashes: Sequence[str]) -> int | None:
    """The number of hashes behind the one with this mark, short mark or whole hash; none if it is of another chain."""
    digits = _tidied(typed)
    bearing = (later for later, digest in enumerate(reversed(hashes)) if _bears(digest, digits))
    return next(bearing, None)


def is_short(typed: str) -> bool:
    """True for a mark of version 0.2 or before."""
    return len(_tidied(typed)) == SHORT


def mark_of(digest: str) -> str:
    """The mark of a hash, for papers and screens: its first 80 bits in letters; empty for none."""
    bits = int(digest[: LETTERS * 5 // 4] or "0", 16)
    letters = "".join(ALPHABET[bits >> 5 * place & 31] for place in reversed(range(LETTERS)))
    return " ".join(letters[start : start + 4] for start in range(0, LETTERS, 4)) if digest else ""


def _tidied(typed: str) -> str:
    return re.sub(r"[\W_]", "", typed).upper()


def _bears(digest: str, typed: str) -> bool:
    if len(typed) == LETTERS:
        return _tidied(mark_of(digest)) == typed
    return len(typed) >= SHORT and digest.startswith(typed.casefold())
