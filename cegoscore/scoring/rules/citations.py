"""Citations: for every value of a published rule set how sure it is, where the source has it, and what it says there.

The wording is ours; nothing is copied from a source. Citations stand beside a rule set and are no part of its
identity: a mended citation makes no new rule set.
"""

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from types import MappingProxyType
from typing import Any

from cegoscore.scoring.problems import Problem, problem
from cegoscore.scoring.reading import LANGUAGES, Fields
from cegoscore.scoring.rules.rule_documents import RuleDocument, leaves, published_document
from cegoscore.scoring.rules.subjects import named_alike, subjects_of

NOT_CITED = ("id", "name", "source", "rare")
"""Keys of a rule file that state nothing about the game."""

TABLES = ("auction", "play")
"""Tables beside a rule set that are cited as a whole; the status of each of their values stands in the table."""

INHERITED = "inherited"
MOST_TEXT = 600


class Status(StrEnum):
    """Certainty of a value, the surest first."""

    STATED = "stated"
    INFERRED = "inferred"
    UNCLEAR = "unclear"


def least_sure(statuses: Iterable[Status]) -> Status:
    """The status of what was put together from several."""
    return max(statuses, key=list(Status).index)


_DATA: Mapping[str, Any] = tomllib.loads(Path(__file__).with_name("sentences.toml").read_text(encoding="utf-8"))

SAID: Mapping[str, Mapping[str, Any]] = _DATA["said"]
"""Sentences on bidding and play by their keys: texts by language, and where sources say what rule sets share."""

POINTS: Mapping[str, Mapping[str, Mapping[str, str]]] = _DATA["point"]
"""Label, question and readings of every point that texts leave open about the bidding, each by language."""

WORDS: Mapping[str, Mapping[str, Any]] = _DATA["word"]
"""Words of the game: their forms, their meaning by language, and where a source has them."""

SOURCES: Mapping[str, Mapping[str, str]] = _DATA["source"]
"""Sources that the rule sets were read from, by the word with which a place in it begins (`pagat: The Scoring`).

Name by language, when it was `read`, and its address, if it has one.
"""


def place_named(at: str) -> Mapping[str, str]:
    """Source and place as a reader would look them up, by language."""
    source, colon, section = at.partition(": ")
    return {language: f"{SOURCES[source][language]}{colon}{section}" for language in LANGUAGES}


def place_of_sentence(key: str, identifier: str, source: str, common: Status) -> tuple[str, Status]:
    """Place of a sentence that rule sets share, for one that was read from a source; and how sure it is there.

    `common`: how sure such sentences are in this rule set, where its source says them.
    """
    places, own = SAID[key].get("at", []), SAID[key].get("own", {})
    if identifier in own:
        return own[identifier], Status.STATED
    for place in places:
        if place.partition(": ")[0] == source:
            return place, common
    return [*places, *own.values()][0], least_sure([common, Status.INFERRED])


@dataclass(frozen=True, slots=True, kw_only=True)
class Citation:
    """One statement about one or several values."""

    keys: tuple[str, ...]
    """Values that it is about: `normal.factors` for all within, `normal.factors.cego` for one."""
    status: Status
    at: str
    """Source and place in it: `pagat: The Scoring`."""
    text: Mapping[str, str]
    """Statement of the source, or how we read it where it is silent, by language, with placeholders (`subjects`)."""

    @property
    def named(self) -> tuple[str, ...]:
        """Games and values that its text names, besides those that it is about."""
        return subjects_of(next(iter(self.text.values())))


@dataclass(frozen=True, kw_only=True)
class Citations:
    """All citations of a rule set."""

    by_value: Mapping[str, Citation]
    """Citation of every value, by its key."""
    tables: Mapping[str, Citation]
    """Citations of `auction` and `play`."""

    def of(self, cell: str) -> Citation | None:
        """The citation of a value or a table, or of the first one of a group; `None` for what no rule file says."""
        if cell in self.by_value or cell in self.tables:
            return self.by_value.get(cell) or self.tables[cell]
        within = (citation for key, citation in self.by_value.items() if key.startswith(f"{cell}."))
        nearest = next(within, None)
        if nearest is not None or "." not in cell:
            return nearest
        return self.of(cell.rpartition(".")[0])

    def values_of(self, citation: Citation) -> list[str]:
        """Keys of the values of which a citation says where they are from."""
        return [key for key, of_value in self.by_value.items() if of_value is citation]

    @property
    def statements(self) -> tuple[Citation, ...]:
        """Every citation once, in the order of the values."""
        return tuple({id(citation): citation for citation in (*self.by_value.values(), *self.tables.values())}.values())


def parse_citations(document: RuleDocument) -> tuple[Citations, tuple[Problem, ...]]:
    """Read the citations of a rule file; with every problem found, each with its key.

    Every value needs one: the file's own, or for what it took over from another file (`like`) that of the other file,
    unless `inherited` says how sure what was taken over is here. A citation of several values, of which this file
    changes or removes one, says what is false here: it is not taken over, and its other values need one of their own.
    """
    beside, problems = document.beside, list[Problem]()
    entries = enumerate(beside.get("cited", ()), 1)
    stated = [cited for number, entry in entries if (cited := _citation(entry, f"cited.{number}", problems))]
    inherited = _citation(beside["inherited"], INHERITED, problems) if INHERITED in beside else None
    under = published_document(document.base) if document.base else None
    base = parse_citations(under)[0] if under else None
    changed = _changed(document)
    by_value: dict[str, Citation] = {}
    tables: dict[str, Citation] = {}
    values = [key for key in leaves(document.rules) if key.partition(".")[0] not in NOT_CITED]
    for key in (*values, *(table for table in TABLES if table in beside)):
        citation = _longest(stated, key)
        if citation is None and base is not None and key in beside:
            citation = inherited or base.tables.get(key)
        elif citation is None and base is not None and key not in document.own:
            citation = inherited or _unless_about(base.of(key), changed, document, under)
        if citation is None:
            problems.append(problem("no_status", key))
        else:
            (tables if key in beside else by_value)[key] = citation
    problems += _faults(stated, [*values, *(key for key in TABLES if key in beside)])
    return Citations(by_value=MappingProxyType(by_value), tables=MappingProxyType(tables)), tuple(problems)


def _changed(document: RuleDocument) -> frozenset[str]:
    """Keys of the values of the file that this one builds on which are others here, or none."""
    under = frozenset(leaves(published_document(document.base).rules) if document.base else ())
    return under & document.own | under.difference(leaves(document.rules))


def _unless_about(
    citation: Citation | None, changed: Iterable[str], document: RuleDocument, under: RuleDocument | None
) -> Citation | None:
    """The citation, unless it speaks of a value that was changed, too, or names something that is otherwise here."""
    if citation is None or under is None or any(_longest([citation], key) for key in changed):
        return None
    alike = (named_alike(subject, document.rules, under.rules) for subject in citation.named)
    return citation if all(alike) else None


def take_status(fields: Fields, keys: Iterable[str]) -> Mapping[str, Status]:
    """A status for each value: one for all of them, or `default` and the keys that differ."""

    def of_each(inner: Fields) -> dict[str, Status]:
        default = inner.take_choice("default", Status)
        return {key: inner.take_choice(key, Status, default) for key in keys}

    return MappingProxyType(fields.take_part("status", of_each) or {})


def _citation(entry: Any, path: str, problems: list[Problem]) -> Citation | None:
    """Read one; what is wrong with it goes to `problems`."""
    fields = Fields(entry if isinstance(entry, Mapping) else {}, path=path)
    keys = () if path == INHERITED else tuple(map(str, fields.take_list("keys")))
    status = fields.take_choice("status", Status)
    at, text = fields.take_text("at", 200), fields.take_texts(MOST_TEXT)
    if at is not None and at.partition(": ")[0] not in SOURCES:
        fields.complain("not_one_of", "at", choices=", ".join(SOURCES))
    fields.done()
    problems += fields.problems
    return None if fields.problems else Citation(keys=keys, status=status, at=at, text=text)


def _longest(citations: Iterable[Citation], key: str) -> Citation | None:
    """The citation whose key says most exactly which value it is about."""
    covering = [
        (len(cited), citation)
        for citation in citations
        for cited in citation.keys
        if key == cited or key.startswith(f"{cited}.")
    ]
    return max(covering, key=lambda pair: pair[0])[1] if covering else None


def _faults(stated: Iterable[Citation], values: list[str]) -> list[Problem]:
    """Citations of values that the file does not have."""
    keys = [key for citation in stated for key in citation.keys]
    return [
        problem("cites_nothing", key)
        for key in keys
        if not any(value == key or value.startswith(f"{key}.") for value in values)
    ]
