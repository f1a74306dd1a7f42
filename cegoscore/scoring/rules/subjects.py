"""Subjects of a statement: the games and values that its text names by placeholders, and what a rule set has there.

    {ulti}                        name of a game, as the rule set calls it; {gegensolo} of a Cego over a Solo
    {kleiner_mann:kleinen Mann}   the same in another form, where the rule set calls it so (`Eine Halbe`)
    {targets.ulti.amount}         a value, in a list by its number ({raeuber.amounts.0}); {a*b} and {a+1} of values
    {half}                        a number that follows from the rule set (`FOLLOWING`)
    {'23'}, {'two'}               a word or number that is not the rule set's own

A statement belongs to whatever it names: it is said where that is as in the rule set that it was written for. A text
that has the name of a game, or a number in digits or words, outside of a placeholder is refused, so no statement can
forget a subject.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Any

from cegoscore.scoring.contracts import LABELS, Contract
from cegoscore.scoring.house_rules import HouseRules
from cegoscore.scoring.problems import Problem, problem
from cegoscore.scoring.reading import LANGUAGES
from cegoscore.scoring.rules.rule_documents import REMARKS, RuleDocument, published_document

PLACEHOLDER = re.compile(r"\{(?:'([^'{}]+)'|([a-z][a-z_.\d]*(?:\*[a-z][a-z_.\d]*)*)([+-]1)?(?::([^{}]+))?)\}")
"""Groups: what is meant as it stands; or the subjects, one more or less than them, and another form of a name."""

GEGENSOLO = "gegensolo"
INFLECTED = "(?:s|spieler)?"
"""Endings with which the name of a game stands in a text."""

_GERMAN = (
    "zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf|(?:drei|vier|fünf|sech|sieb|acht|neun)zehn"
    "|(?:zwan|vier|fünf|sech|sieb|acht|neun)zig|dreißig|hundert"
)
_ENGLISH = (
    "two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|(?:thir|four|fif|six|seven|eigh|nine)teen"
    "|(?:twen|thir|for|fif|six|seven|eigh|nine)ty|hundred"
)
NUMBER_WORDS = re.compile(
    rf"(?<!\w)(?:(?:{_GERMAN})(?:er|mal|fach\w*)?|(?:zwei|drei|vier)en|doppelt\w*"
    rf"|(?:{_ENGLISH})(?:fold)?|twice|double)(?!\w)",
    re.IGNORECASE,
)
"""Numbers in words. One is an article as well, an ordinal tells a place, and `verdoppelt` a doing: none of them is."""
COMPANY = re.compile(r"(?<!\w)(?:with|for) (?:two|three|four)(?= players(?!\w)|[.,;:]|$)", re.IGNORECASE)
"""Number of players, as a fixed term that tells which game is meant: `as with four`, in German `wie zu viert`."""

FOLLOWING: Mapping[str, Callable[[HouseRules], int]] = MappingProxyType(
    {
        "half": lambda rules: rules.half,
        "total": lambda rules: rules.total,
        "cards": lambda rules: rules.pack.cards,
        "hand": lambda rules: rules.pack.hand,
        "blind": lambda rules: rules.pack.blind,
        "tie": lambda rules: 0 if rules.total % 2 or rules.normal is None else rules.half,
        "ouvert": lambda rules: sum(target.ouvert is not None for target in rules.targets.values()),
    }
)
"""Numbers that follow from a rule set: card points of half the pack and of all of it, cards, card points with which
both sides are level (0: never), games that can be played ouvert."""


def subjects_of(text: str) -> tuple[str, ...]:
    """Games and values that a text names, each once."""
    named = (match[2] for match in PLACEHOLDER.finditer(text) if match[2])
    return tuple(dict.fromkeys(part for parts in named for part in parts.split("*")))


def filled(text: str, rules: HouseRules, language: str) -> str:
    """The text with the names and numbers that a rule set has."""
    return PLACEHOLDER.sub(lambda match: _said(match, rules, language), text)


def value_of(subject: str, rules: HouseRules) -> Any:
    """The value of a rule set under a subject: of a game if it is played; `None` where it has nothing of the kind."""
    if subject in _GAMES:
        return subject in rules.contracts
    if subject == GEGENSOLO:
        over_solo = rules.normal.over_solo if rules.normal else {}
        return Contract.CEGO in over_solo and Contract.SOLO in rules.contracts
    if subject in FOLLOWING:
        return FOLLOWING[subject](rules)
    return in_document(subject, rules.document)


def in_document(key: str, document: Any) -> Any:
    """The value under a path, in a list by its number; `None` if there is none."""
    value = document
    for part in key.split("."):
        if isinstance(value, Mapping):
            value = value.get(part)
        elif isinstance(value, list | tuple) and part.isdigit():
            value = value[int(part)] if int(part) < len(value) else None
        else:
            return None
    return value


def named_alike(subject: str, document: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    """True if two documents have the same under a subject, as far as a document says it by itself."""
    if subject in FOLLOWING:
        return True
    if subject in _GAMES:
        return _plays(subject, document) is _plays(subject, other)
    key = "normal.over_solo.cego" if subject == GEGENSOLO else subject
    return bool(in_document(key, document) == in_document(key, other))


_GAMES = frozenset(map(str, Contract))


def _plays(game: str, document: Mapping[str, Any]) -> bool:
    return any(in_document(f"{place}{game}", document) is not None for place in ("normal.factors.", "targets.", ""))


def _said(match: re.Match[str], rules: HouseRules, language: str) -> str:
    literal, named, shift, form = match.groups()
    if literal or named == GEGENSOLO:
        return literal or "Gegensolo"
    if named in _GAMES:
        label = rules.labels.get(Contract(named), {}).get(language, LABELS[Contract(named)])
        return form if form and LABELS[Contract(named)] in label else label
    number = 1
    for part in named.split("*"):
        number *= value_of(part, rules)
    return str(number + int(shift or 0))


# What a rule file may not say


def faults_of(document: RuleDocument, rules: HouseRules) -> Iterator[Problem]:
    """Names and numbers outside of placeholders, and placeholders of nothing, in the statements of a rule file."""
    beside = document.beside
    statements = [(f"cited.{number}", entry) for number, entry in enumerate(beside.get("cited", ()), 1)]
    statements += [("inherited", beside["inherited"])] if "inherited" in beside else []
    taken_over = published_document(document.base).beside.get("play") if document.base else None
    play = beside.get("play", {})
    for part in REMARKS if play is not taken_over else ():
        entries = enumerate(play.get(part, ()), 1)
        statements += [(f"play.{part}.{number}", entry) for number, entry in entries]
    for path, entry in statements:
        yield from _faults(path, entry, rules)


def _faults(path: str, texts: Mapping[str, Any], rules: HouseRules) -> Iterator[Problem]:
    named = {language: {*subjects_of(str(texts.get(language, "")))} for language in LANGUAGES}
    for language in LANGUAGES:
        text, here = str(texts.get(language, "")), f"{path}.{language}"
        for word in unbound(text, rules):
            yield problem("unbound", here, word=word)
        for subject in sorted(named[language]):
            if value_of(subject, rules) is None:
                yield problem("cites_nothing", f"{here}.{subject}")
        if others := set().union(*named.values()) - named[language]:
            yield problem("other_subjects", here, names=", ".join(sorted(others)))


def unbound(text: str, rules: HouseRules) -> list[str]:
    """Names of games and numbers that stand in a text outside of its placeholders."""
    bare = PLACEHOLDER.sub(" ", text)
    names = re.findall(rf"(?<!\w)(?:{_names(rules)}){INFLECTED}(?!\w)|\d+|[{{}}]", bare)
    return names + NUMBER_WORDS.findall(COMPANY.sub(" ", bare))


def _names(rules: HouseRules) -> str:
    """Pattern of the names of all games, those that everybody knows and those of a rule set."""
    own: Iterable[Mapping[str, str]] = rules.labels.values()
    names = {*LABELS.values(), "Halben", "kleine Mann", "kleinen Mann", "kleiner Mann", "Gegensolo"}
    names |= {name for label in own for name in label.values()}
    return "|".join(sorted(map(re.escape, names), key=len, reverse=True))
