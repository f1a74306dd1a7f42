"""Documents of the published rule files: TOML as it stands there, completed by the rule set that it builds on.

A file says what pays and who may play, and beside that what makes no other rule set: where each value is from
(`cited`), what may be said (`auction`) and how it is played (`play`). With `like` it builds on another file: it takes
over all that it does not say itself, but for what it lists in `without`.
"""

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from cegoscore.scoring.problems import InvalidInput, problem

RULE_SETS = Path(__file__).parents[1] / "rule_sets"
LADDERS = Path(__file__).with_name("ladders.toml")
ONE_MORE = "+1"

BESIDE = ("auction", "play", "cited", "inherited", "like", "without")
"""Parts of a rule file that pay nothing: they stand beside the rule set and are no part of its identity."""

NOT_INHERITED = ("id", "name", "source")
REMARKS = ("notes", "tips")


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleDocument:
    """A rule file, completed."""

    rules: Mapping[str, Any]
    """Document of the rule set: what pays and who may play."""
    own: frozenset[str]
    """Keys of the values that the file says itself."""
    beside: Mapping[str, Any]
    """The parts of `BESIDE`; `auction` and `play` as they stand, or those of the file that it builds on."""
    base: str | None
    """Identifier of the rule set that it builds on."""


@cache
def published_identifiers() -> tuple[str, ...]:
    """The identifiers of all published rule sets, in alphabetical order."""
    return tuple(sorted(path.stem for path in RULE_SETS.glob("*.toml")))


def path_of(identifier: str) -> Path:
    """The file of a published rule set. Raises `KeyError` for an unknown name."""
    if identifier not in published_identifiers():
        raise KeyError(identifier)
    return RULE_SETS / f"{identifier}.toml"


@cache
def published_document(identifier: str) -> RuleDocument:
    """The completed document of a published rule set. Raises `KeyError` or `InvalidInput`."""
    return read_document(path_of(identifier))


def read_document(path: Path) -> RuleDocument:
    """Read a rule file. Raises `InvalidInput` if it is no TOML, or builds on a rule set that does not exist."""
    text = path.read_text(encoding="utf-8")
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise InvalidInput([problem("not_toml", "", why=str(error))], file=path.name) from None
    rules = _in_numbers({key: value for key, value in data.items() if key not in BESIDE})
    beside = {key: value for key, value in data.items() if key in BESIDE}
    written, base = frozenset(leaves(rules)), beside.get("like")
    if base is not None:
        if base not in published_identifiers() or base == path.stem:
            raise InvalidInput([problem("unknown_rules", "like", rules=str(base))], file=path.name)
        under = published_document(base)
        rules = _merged(_left_over(under.rules, beside.get("without", ())), rules)
        beside = {key: under.beside[key] for key in ("auction", "play") if key in under.beside} | beside
    return RuleDocument(rules=rules, own=written, beside=beside, base=base)


@cache
def _ladders() -> Mapping[str, Any]:
    return tomllib.loads(LADDERS.read_text(encoding="utf-8"))


def _in_numbers(rules: dict[str, Any]) -> dict[str, Any]:
    """The factors of a rule file as numbers: a ladder for its name, for `+1` one more over a Solo.

    That is one more of every game that counts the same won and lost. Both come last: pages tell the base value first.
    """
    normal = rules.get("normal")
    if not isinstance(normal, Mapping):
        return rules
    factors, over_solo = normal.get("factors"), normal.get("over_solo")
    if isinstance(factors, str):
        factors = _ladders().get(factors, factors)
    if over_solo == ONE_MORE and isinstance(factors, Mapping):
        over_solo = {game: factor + 1 for game, factor in factors.items() if isinstance(factor, int)}
    numbers = {"factors": factors, "over_solo": over_solo}
    others = {key: value for key, value in normal.items() if key not in numbers}
    return rules | {"normal": others | {key: value for key, value in numbers.items() if value is not None}}


def leaves(document: Mapping[str, Any], path: str = "") -> Iterator[str]:
    """Keys of all values, as paths (`normal.factors.cego`); a list is one value."""
    for key, value in document.items():
        here = f"{path}.{key}" if path else str(key)
        if isinstance(value, Mapping):
            yield from leaves(value, here)
        else:
            yield here


def value_at(document: Mapping[str, Any], key: str) -> Any:
    """The value under a path; `None` if there is none."""
    value: Any = document
    for part in key.split("."):
        value = value.get(part) if isinstance(value, Mapping) else None
    return value


def completed_table(identifier: str, table: str) -> dict[str, Any] | None:
    """A table beside a rule set, such as `auction`, completed by the one that it builds on with its own `like`.

    Remarks are about one rule set only and are not taken over.
    """
    values = published_document(identifier).beside.get(table)
    if values is None:
        return None
    values = dict(values)
    base = values.pop("like", None)
    under = {} if base is None else completed_table(base, table) or {}
    return {key: value for key, value in under.items() if key not in REMARKS} | values


def _left_over(document: Mapping[str, Any], without: Sequence[str], path: str = "") -> dict[str, Any]:
    """The document without what is not inherited."""
    remaining = {}
    for key, value in document.items():
        here = f"{path}.{key}" if path else str(key)
        if here in without or here in NOT_INHERITED:
            continue
        remaining[key] = _left_over(value, without, here) if isinstance(value, Mapping) else value
    return {key: value for key, value in remaining.items() if value != {} or document[key] == {}}


def _merged(base: Mapping[str, Any], values: Mapping[str, Any]) -> dict[str, Any]:
    """Both documents in one; what `own` says replaces what `base` says."""
    merged = dict(base)
    for key, value in values.items():
        under = base.get(key)
        both = isinstance(value, Mapping) and isinstance(under, Mapping)
        merged[key] = _merged(under, value) if both and isinstance(under, Mapping) else value
    return merged
