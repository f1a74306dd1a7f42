"""The vocabulary of games: every name that a rule set, a document or a page may use for one."""

from collections.abc import Mapping
from enum import StrEnum


class Contract(StrEnum):
    """A game that can be played, normal games from low to high first."""

    SOLO = "solo"
    CEGO = "cego"
    HALBE = "halbe"
    EINE = "eine"
    EINE_LEERE = "eine_leere"
    ZWEI_LEERE = "zwei_leere"
    ZWEI_VERSCHIEDENE = "zwei_verschiedene"
    KLEINER_MANN = "kleiner_mann"
    ULTI = "ulti"
    PICCOLO = "piccolo"
    BETTEL = "bettel"
    DUO = "duo"
    TRIO = "trio"
    QUARTO = "quarto"
    QUINTO = "quinto"
    PASCHA = "pascha"
    SOLO_DURCH = "solo_durch"
    SOLO_ULTI = "solo_ulti"
    SOLO_ULTI_DURCH = "solo_ulti_durch"
    RAEUBER = "raeuber"
    DRESCH = "dresch"
    PFLICHT_RAEUBER = "pflicht_raeuber"
    PARTIE = "partie"


NORMAL = tuple(contract for contract in Contract)[:8]
"""Games that are paid by the declarer's card points, low to high."""

TARGET = tuple(contract for contract in Contract)[8:19]
"""Games in which the declarer has one aim, made or lost."""

LAST_TRICK = (Contract.ULTI, Contract.SOLO_ULTI, Contract.SOLO_ULTI_DURCH)
"""Target games in which the declarer says with which low trumps the last tricks will be won."""

RAEUBER = (Contract.RAEUBER, Contract.PFLICHT_RAEUBER)
"""Everyone for themselves, most card points loses."""

EVERYONE = (Contract.RAEUBER, Contract.DRESCH, Contract.PFLICHT_RAEUBER)
"""Everyone for themselves: there is a loser (or a winner), no declarer."""


class PenaltyKind(StrEnum):
    """A breach of the rules that costs a fixed amount; the deal is dead."""

    MISDEAL = "misdeal"
    WRONG_DISCARD = "wrong_discard"
    REVOKE = "revoke"
    OTHER = "other"


class DeadKind(StrEnum):
    """A reason why a deal came to nothing."""

    THROWN_IN = "thrown_in"
    MISDEAL = "misdeal"


LABELS: Mapping[Contract, str] = {
    Contract.SOLO: "Solo",
    Contract.CEGO: "Cego",
    Contract.HALBE: "Halbe",
    Contract.EINE: "Eine",
    Contract.EINE_LEERE: "Eine Leere",
    Contract.ZWEI_LEERE: "Zwei Leere",
    Contract.ZWEI_VERSCHIEDENE: "Zwei Verschiedene",
    Contract.KLEINER_MANN: "Kleiner Mann",
    Contract.ULTI: "Ulti",
    Contract.PICCOLO: "Piccolo",
    Contract.BETTEL: "Bettel",
    Contract.DUO: "Duo",
    Contract.TRIO: "Trio",
    Contract.QUARTO: "Quarto",
    Contract.QUINTO: "Quinto",
    Contract.PASCHA: "Pascha",
    Contract.SOLO_DURCH: "Solo Durch",
    Contract.SOLO_ULTI: "Solo Ulti",
    Contract.SOLO_ULTI_DURCH: "Solo Ulti Durch",
    Contract.RAEUBER: "Räuber",
    Contract.DRESCH: "Dresch",
    Contract.PFLICHT_RAEUBER: "Pflicht-Räuber",
    Contract.PARTIE: "Partie",
}
"""Name of each game unless a rule set has its own; terms of the game stay German in every language."""
