"""Kinds of columns: by the headings, or else by what stands in them."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from tournaments.course.lists.cells import NO, YES, Row, is_absent, named_categories, paid_of, plain, points_of

MOST_TITLES = 10
"""The lines of which one may be that of the headings."""

HEADINGS = {
    kind: frozenset(headings.split(", "))
    for kind, headings in {
        "first_name": "vorname, vornamen, rufname, first name, firstname, first names, forename, given name",
        "name": (
            "name, namen, spieler, spielerin, player, nachname, familienname, zuname, surname, last name, "
            "teilnehmer, teilnehmerin, mitglied, vor und nachname, name vorname, vorname name, "
            "nachname vorname, vorname nachname, nachvorname, vornachname, spielername, mitspieler, fullname, "
            "full name, participant, participants, players, player name, competitor"
        ),
        "village": (
            "village, dorf, ort, wohnort, heimatort, ortschaft, stadt, gemeinde, herkunft, plz ort, town, city, "
            "hometown, home town, ortsteil, plz wohnort"
        ),
        "paid": (
            "paid, bezahlt, gezahlt, startgeld, bez, startgebühr, startgeld bezahlt, bezahlt startgeld, entry fee, "
            "eingezahlt, kasse, kassiert, einsatz, gebühr, fee, fee paid, bezahlt ja nein"
        ),
        "points": (
            "points, punkte, total, summe, gesamt, gesamtpunkte, punktzahl, pkt, ergebnis, score, "
            "punkte gesamt, gesamtpunktzahl, endstand, pts, punktestand, spielpunkte, gesamtergebnis, endergebnis, "
            "gesamtsumme, summe punkte, punkte summe, gesamt punkte, total points, total score, final score, saldo"
        ),
        "categories": "categories, category, kategorie, kategorien, wertung, wertungen",
        "team": "team, teams, team name, mannschaft, mannschaften, mannschaftsname",
        "number": "nr, no, nummer, platz, rang, pl, pos, lfd nr, lfd, start nr, startnr, startnummer, rank, place, "
        "number, position, platzierung, laufende nummer",
    }.items()
}
"""Headings by what stands below them. Beside a first name the name is the surname."""
FEE = re.compile(r"\d[\d.,–-]*\s*(€|eur)\w*", re.IGNORECASE)
SURE = re.compile(r"zahlt|\bbez\b|paid|gesamt|total|summe|^end|final")
"""Headings that win over others for the same."""
VAGUE = re.compile("saldo|spielp|punktestand|pts")
"""Headings that lose."""
WORD = re.compile(r"[^\W\d]{3}")
"""A part of a village's name, no rank as `1st`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """The columns that a list is read for."""

    columns: tuple[str, ...]
    """The kinds of columns in their order in a list without headings."""
    categories: Mapping[str, tuple[Any, str]]
    """Key and label of every category, by all that it is called, in small letters."""

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of columns that are read."""
        return ("first_name", *self.columns, "number")


class Head(NamedTuple):
    """The kinds of the columns, the headings as they are written, and the number of rows down to the first person."""

    kinds: list[str]
    headings: tuple[str, ...]
    rows: int


def head_of(rows: Sequence[Row], wanted: Wanted) -> Head:
    """The kinds of columns: by the row among the first ones that names most, else by what is in them."""
    sizes = [named_by(row.cells) for row in rows[:MOST_TITLES]]
    best = max(range(len(sizes)), key=sizes.__getitem__, default=0)
    if not any(sizes):
        return Head(_guessed([row.cells for row in rows], wanted), (), 0)
    headings = rows[best].cells
    kinds = _named(headings)
    for place, heading in enumerate(map(plain, headings)):
        column = [row.cells[place] for row in rows[best + 1 :] if row.cells[place]]
        if heading == "place" and "village" not in kinds and 2 * sum(map(bool, map(WORD.search, column))) > len(column):
            kinds[place] = "village"
    return Head([kind if kind in wanted.kinds else "" for kind in kinds], headings, best + 1)


def named_by(cells: Sequence[str]) -> int:
    """The number of columns that a row is the heading of; none if that may be chance."""
    kinds = {*_named(cells)} - {""}
    is_name = {"name", "first_name"} & kinds and (len(cells) == 1 or sum(map(bool, cells)) > 1)
    return len(kinds) if is_name or len(kinds) > 1 else 0


def _named(cells: Sequence[str]) -> list[str]:
    """The kind that each cell is the heading of; of two for the same the surer one counts, else the first.

    One word of a heading tells, unless that may be chance, that of the names if no other is: `Name des Spielers`.
    """
    # A narrow column parts a word: `Start- geld`; the fee may stand behind it.
    headings = [re.sub(r"(?<=\w)- ", "", plain(FEE.sub("", cell))).replace("-", " ") for cell in cells]
    kinds = [next((kind for kind, words in HEADINGS.items() if heading in words), "") for heading in headings]
    told = [] if {"name", "first_name"} & {*kinds} else ["name", "first_name"]
    told += ["village"] * ("village" not in kinds)
    loose = [kind or _told_by_a_word(heading, told) for kind, heading in zip(kinds, headings, strict=True)]
    said = {kind for kind, heading in zip(loose, headings, strict=True) if kind and heading not in YES | NO}
    kinds = loose if len(said) > 1 else kinds
    # Points under one heading twice are those of rounds, not their sum.
    kinds = [
        "" if kind == "points" and headings.count(heading) > 1 else kind
        for kind, heading in zip(kinds, headings, strict=True)
    ]
    doubts = [(not SURE.search(heading), bool(VAGUE.search(heading)), place) for place, heading in enumerate(headings)]
    best = {kinds[place]: place for *_doubts, place in sorted(doubts, reverse=True)}
    return [kind if best[kind] == place else "" for place, kind in enumerate(kinds)]


def _told_by_a_word(heading: str, kinds: Sequence[str]) -> str:
    words = {*heading.split()}
    return next((kind for kind in kinds if words & HEADINGS[kind]), "")


def _guessed(rows: Sequence[Sequence[str]], wanted: Wanted) -> list[str]:
    """The kinds in the order of a list without headings, where nothing speaks against it."""
    left = [kind for kind in wanted.columns if kind != "points"]
    kinds: list[str] = []
    for column in zip(*rows, strict=True):
        kind = _by_content([*filter(None, column)], left, wanted)
        if kind in left:
            left = left[left.index(kind) + 1 :]
        kinds.append("" if kind in kinds else kind)
    return kinds


def _by_content(cells: Sequence[str], left: Sequence[str], wanted: Wanted) -> str:
    """The kind of a column with these cells, before which those that are left have not come; empty for none."""
    following = next(iter(left), "")
    if _are_numbers(cells):
        numbers = [points_of(cell.rstrip(".")) or 0 for cell in cells]
        is_counted = "name" in left and numbers[0] == 1 and numbers == sorted(numbers)
        return "number" if is_counted else "points" if "points" in wanted.columns else ""
    if not cells or "name" in left:
        return following
    if all(paid_of(cell) is not None for cell in cells):
        return "paid" if "paid" in left else ""
    words = {part.casefold() for cell in cells for part in named_categories(cell, wanted.categories)}
    return "categories" if "categories" in left and words <= {*wanted.categories} else following


def _are_numbers(cells: Sequence[str]) -> bool:
    """True if most of the cells are numbers, or say that somebody was not there."""
    numbers = sum(points_of(cell.rstrip(".")) is not None for cell in cells)
    return numbers > 0 and 2 * (numbers + sum(map(is_absent, cells))) >= len(cells)
