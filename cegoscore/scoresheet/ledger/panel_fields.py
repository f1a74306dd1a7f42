"""A hand that is written, as the fields of the panel's form say it: what a correction begins with."""

from collections.abc import Mapping
from typing import Any
from urllib.parse import quote_plus

from django.utils.datastructures import MultiValueDict

from cegoscore.scoresheet.models import Hand
from cegoscore.scoring.contracts import EVERYONE

OF_EACH_SEAT = ("card_points", "free")
"""Results for which a form has a field a seat."""
BLANK = {"points_of": "declarer", "next_dealer": "on", "stake_factor": "1", "penalty": "other", "result": ""}
"""Fields of a panel in which nothing was chosen."""


def fields_of(outcome: Mapping[str, Any]) -> MultiValueDict[str, str]:
    """The fields that a panel would send for an outcome as a row keeps it."""
    # by name: a database may keep a document's keys in an order of its own
    return MultiValueDict(dict(sorted(_sent_for(outcome).items())))


def _sent_for(outcome: Mapping[str, Any]) -> dict[str, list[str]]:
    data = dict(outcome)
    game = data.pop("contract", None) or next(kind for kind in ("penalty", "dead", "free") if kind in data)
    fields: dict[str, Any] = {"game": game, "next_dealer": True}
    for claim in ("schinden", "fault"):
        if claim in data:
            fields |= data.pop(claim) | {"result": claim}
    if "per_defender" in data:
        fields["result"] = "per_defender"
    if "made" in data:
        fields["made"] = "true" if data.pop("made") else "false"
    if "declarer" in data and game in EVERYONE:
        fields["announcer"] = data.pop("declarer")
    for name in OF_EACH_SEAT:
        fields |= {f"{name}_{seat}": value for seat, value in enumerate(data.pop(name, ()))}
    return {name: _sent(value) for name, value in (fields | data).items()}


def _sent(value: Any) -> list[str]:
    """A value as a form sends it: nothing for a box that is not ticked or a field left blank."""
    if isinstance(value, bool):
        return ["on"] if value else []
    if isinstance(value, list | tuple):
        return [str(item) for item in value]
    return [] if value is None else [str(value)]


def fields_of_row(row: Hand) -> MultiValueDict[str, str]:
    """All that a panel says of a row, without its place in the ledger."""
    return MultiValueDict(_sent_of(row))


def _sent_of(row: Hand) -> dict[str, list[str]]:
    blank = {name: [value] for name, value in BLANK.items()}
    more = {"stake_factor": [str(row.stake_factor)]} | ({"auction": [row.auction]} if row.auction else {})
    return blank | _sent_for(row.outcome) | more


def sent_of(row: Hand) -> str:
    """All that a panel says of a row in one line, as an address has it.

    Sorted, because PostgreSQL keeps the keys of an outcome in an order of its own. Most values are a word or a number
    and are left as they are: a page has hundreds of them.
    """
    sent = sorted(_sent_of(row).items())
    return "&".join([f"{name}={_quoted(value)}" for name, values in sent for value in values])


def _quoted(value: str) -> str:
    return value if value.isascii() and value.isalnum() else quote_plus(value)
