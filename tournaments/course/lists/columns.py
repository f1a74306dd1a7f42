"""Kinds of columns: by headings in a stated vocabulary, and by what somebody says; never by what stands below."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tournaments.course.lists.cells import Row, plain

MOST_TITLES = 10
"""The lines of which one may be that of the headings."""

HEADINGS = {
    kind: tuple(headings.split(", "))
    for kind, headings in {
        "first_name": "vorname, vornamen, rufname, first name, firstname, first names, forename, given name",
        "surname": "nachname, familienname, zuname, surname, last name",
        "name": (
            "name, namen, spieler, spielerin, spieler in, player, teilnehmer, teilnehmerin, mitglied, mitspieler, "
            "vor und nachname, vor und zuname, nach und vorname, name vorname, vorname name, nachname vorname, "
            "vorname nachname, nach vorname, vor nachname, spielername, name des spielers, namen der teilnehmer, "
            "full name, fullname, participant, participants, players, player name, competitor"
        ),
        "name_village": "name ort, name wohnort, name verein, name village, name town",
        "village": (
            "ort, village, dorf, wohnort, heimatort, ortschaft, stadt, gemeinde, herkunft, plz ort, ort plz, town, "
            "city, hometown, home town, ortsteil, plz wohnort, wohnort plz, ort verein"
        ),
        "club": "verein, club, heimatverein, cegoverein, verein ort",
        "paid": (
            "bezahlt, paid, gezahlt, startgeld, bez, startgebühr, startgeld bezahlt, bezahlt startgeld, entry fee, "
            "eingezahlt, kasse, kassiert, einsatz, gebühr, fee, fee paid, bezahlt ja nein"
        ),
        "points": (
            "punkte, points, total, summe, gesamt, gesamtpunkte, punktzahl, pkt, ergebnis, score, punkte gesamt, "
            "gesamtpunktzahl, endstand, pts, punktestand, spielpunkte, gesamtergebnis, endergebnis, gesamtsumme, "
            "summe punkte, punkte summe, gesamt punkte, total points, total score, final score, saldo"
        ),
        "round": (
            "runde, durchgang, serie, round, dg, rd, punkte runde, punkte durchgang, runde punkte, durchgang punkte, "
            "punkte serie, points round, round points"
        ),
        "categories": "wertung, categories, category, kategorie, kategorien, wertungen",
        "team": "mannschaft, team, teams, team name, mannschaften, mannschaftsname",
        "number": (
            "nr, no, nummer, platz, rang, pl, pos, lfd nr, lfd, start nr, startnr, startnummer, rank, place, number, "
            "position, platzierung, laufende nummer"
        ),
    }.items()
}
"""Headings by what stands below them, as the page shows them on request. Beside a first name the name is the surname,
and a club stands for the village if no other column does."""
FEE = re.compile(r"\d[\d.,–-]*\s*(€|eur)\w*", re.IGNORECASE)
"""The fee may stand behind the heading of who paid it."""

WHOLE = ("name", "surname", "marked", "name_village")
"""Kinds of columns of which each names somebody."""
NUMBERED = ("name", "round", "points", "first_name", "surname")
"""Kinds whose headings may have a number; points with one are those of a round."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """The columns that a list is read for."""

    columns: tuple[str, ...]
    """The kinds of columns beside those of the name."""
    categories: Mapping[str, tuple[Any, str]]
    """Key and label of every category, by all that it is called, in small letters."""

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of columns that are read."""
        rounds = ("round",) if "points" in self.columns else ()
        return ("name", "first_name", "surname", "name_village", "marked", *self.columns, *rounds, "number")


def kind_of(heading: str) -> str:
    """The kind that a cell is the heading of; empty if the vocabulary does not have it."""
    # A narrow column parts a word: `Start- geld`.
    text = " ".join(re.sub(r"(?<=\w)- ", "", plain(FEE.sub("", heading))).replace("-", " ").split())
    bare = " ".join(re.sub(r"\d+", "", text).split())
    kind = next((kind for kind, words in HEADINGS.items() if bare in words), "")
    if bare == text:
        return kind
    return "" if kind not in NUMBERED else "round" if kind == "points" else kind


def names_columns(cells: Sequence[str]) -> int:
    """The number of columns that a row is the heading of; none if that may be chance."""
    kinds = [kind for kind in map(kind_of, cells) if kind]
    is_named = {*WHOLE, "first_name"} & {*kinds} and (len(cells) == 1 or sum(map(bool, cells)) > 1)
    return len(kinds) if is_named or len(kinds) > 1 else 0


def heading_row(rows: Sequence[Row]) -> int | None:
    """The place of the row among the first ones that names most columns; none if none does."""
    sizes = [names_columns(row.cells) for row in rows[:MOST_TITLES]]
    return sizes.index(max(sizes)) if any(sizes) else None


def proposed(headings: Sequence[str], wanted: Wanted) -> list[str]:
    """The kind of each column as its heading says; empty if that is not known, or two columns say the same."""
    kinds = list(map(kind_of, headings))
    stands_for = {
        "club": "" if "village" in kinds else "village",
        "name": "surname" if "first_name" in kinds else "name",
    }
    kinds = [stands_for.get(kind, kind) for kind in kinds]
    kinds = [kind if kind in wanted.kinds else "" for kind in kinds]
    twice = said_twice(kinds)
    return ["" if kind in twice else kind for kind in kinds]


def said_twice(kinds: Sequence[str]) -> list[str]:
    """Kinds that two columns of one person have, though only one can count."""
    counted = [kinds[place] for place in blocks_of(kinds)[0] if kinds[place] not in (*WHOLE, "round")]
    return [kind for kind in dict.fromkeys(counted) if counted.count(kind) > 1]


def blocks_of(kinds: Sequence[str]) -> list[list[int]]:
    """The columns of each person of a row: of each block if the same kinds stand side by side, else all share the rest.

    Numbers of lines belong to no block.
    """
    used = [place for place, kind in enumerate(kinds) if kind and kind != "number"]
    own = [place for place in used if kinds[place] in WHOLE] or [p for p in used if kinds[p] == "first_name"]
    if not own:
        return [used]
    size = len(used) // len(own)
    blocks = [used[start : start + size] for start in range(0, len(used), size)]
    if len({tuple(kinds[place] for place in block) for block in blocks}) == 1:
        return blocks
    return [[place for place in used if place == one or place not in own] for one in own]
