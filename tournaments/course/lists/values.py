"""Words and numbers as people write them into a cell: points, a fee that was paid, categories, an absence."""

from __future__ import annotations

import re
from collections.abc import Collection

HIGHEST = 1_000_000

YES = {"x", "ja", "j", "yes", "y", "true", "wahr", "bezahlt", "bez", "paid", "ok", "bar", "überwiesen", "✓"}
NO = {"", "nein", "n", "no", "false", "falsch", "-", "–", "offen"}
AMOUNT = re.compile(r"(\d{1,4})(?:[.,](\d\d|-|–))?\s*(?:€|eur|euro)?")

ABSENT = {"", "-", "–", "—", "x", "abw", "abwesend", "entsch", "entschuldigt", "nicht da", "fehlt", "absent", "n a"}
NUMBER = re.compile(r"(\d{1,3}(?:[.,' ]\d{3})+|\d+)(?:[.,]0{1,2})?")
"""A whole number with marks between its thousands, or with decimals that say nothing."""
UNIT = re.compile(r"\s*(?:p|pkt|punkte|points)\.?$")


def plain(text: str) -> str:
    """A cell as far as its words say something: small letters, without marks."""
    return " ".join(re.sub(r"[^\w\s✓–—-]", " ", text.casefold()).split())


def paid_of(text: str) -> bool | None:
    """True if the fee was paid, also as an amount; none if nobody can tell."""
    amount = AMOUNT.fullmatch(text.casefold().strip())
    if amount:
        return any(digit not in "0-–" for part in amount.groups("") for digit in part)
    word = plain(text)
    return True if word in YES else False if word in NO else None


def points_of(text: str) -> int | None:
    """A whole number with any of the signs that people and spreadsheets write; none if it is none."""
    typed = UNIT.sub("", text.casefold().replace("\u2212", "-").replace("\u2013", "-").replace("\xa0", " ").strip())
    is_minus = typed.startswith(("-", "(")) or typed.endswith("-")
    if typed.startswith("(") != typed.endswith(")"):
        return None
    number = NUMBER.fullmatch(typed.removeprefix("(").removesuffix(")").removesuffix("-").lstrip("+-").strip())
    if not number or not number[0].isascii():
        return None
    points = int(re.sub(r"\D", "", number[1])[:12])
    return None if points > HIGHEST else -points if is_minus else points


def is_absent(text: str) -> bool:
    """True if the cell says that somebody was not there."""
    return plain(text) in ABSENT


def named_categories(text: str, known: Collection[str]) -> list[str]:
    """The categories in a cell: one as it is called, or several with any mark between them."""
    if text.casefold() in known:
        return [text]
    return [part.strip() for part in re.split(r"[/|,+;&]", text) if part.strip()]
