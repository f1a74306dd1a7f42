"""Words of the game with their meanings. Templates show them in place: `{{ text|glossed }}`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from cegoscore.clubs.wording import in_language
from cegoscore.scoring.rules.citations import WORDS as DATA


@dataclass(frozen=True, slots=True, kw_only=True)
class Term:
    """A word of the game, the forms in which it stands in texts, and its meaning by language."""

    key: str
    word: str
    forms: tuple[str, ...]
    texts: Mapping[str, str]

    @property
    def meaning(self) -> str:
        """The meaning in the page's language."""
        return in_language(self.texts)


TERMS: tuple[Term, ...] = tuple(
    Term(key=key, word=entry["word"], forms=tuple(entry.get("forms", [entry["word"]])), texts=entry)
    for key, entry in DATA.items()
)
"""In the order of their words."""

BY_FORM: Mapping[str, Term] = {form: term for term in TERMS for form in term.forms}
WORDS = re.compile(r"(?<!\w)(" + "|".join(sorted(map(re.escape, BY_FORM), key=len, reverse=True)) + r")(?!\w)")
