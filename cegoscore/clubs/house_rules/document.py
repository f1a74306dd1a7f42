"""A rule set's document as flat fields and back: what a form shows, and what it sends.

A field is called by the key that the core names in a problem (`normal.factors.eine.won`), so that every problem finds
its field. Numbers stay the text that was typed until `document_of`; what is no number goes to the core as it is, and
the core says so. A document that nobody changed comes back equal.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from cegoscore.clubs.signs import SIGNS
from cegoscore.scoring.contracts import NORMAL, RAEUBER, TARGET, Contract
from cegoscore.scoring.rules.auction_readings import LIKE, Point

Document = dict[str, Any]
Values = Mapping[str, str | bool]

MOST_DIGITS = 9
BY_DIFFERENCE, BY_TABLE = "difference", "table"
WITHOUT_TRICK = range(4)
"""A Raeuber can have an amount for so many players without a trick, and none."""


# From a document to fields


def fields_of(document: Mapping[str, Any], language: str) -> dict[str, str | bool]:
    """Every field with its value; numbers as text, switches as truth values. Missing ones are empty."""
    table, schnaps = document["table"], document.get("schnaps", {})
    schinden = document.get("schinden", {})
    return {
        "name": document["name"][language],
        "source": _source(document, language),
        **{f"table.{key}": _shown(table.get(key)) for key in ("players", "cards", "counting", "hands")},
        "table.one_sits_out": table.get("one_sits_out", False),
        **_normal_fields(document.get("normal", {})),
        "normal.on": "normal" in document,
        **_target_fields(document.get("targets", {})),
        **{key: value for game in RAEUBER for key, value in _raeuber_fields(game, document.get(game, {}))},
        "dresch.on": "dresch" in document,
        **{f"dresch.{key}": _shown(document.get("dresch", {}).get(key)) for key in ("amount", "vorhand_factor")},
        "partie": _shown(document.get("partie")),
        "penalty": _shown(document.get("penalty")),
        "pfeif_frei": _shown(document.get("pfeif_frei")),
        "fault": document.get("fault", False),
        "schinden.on": "schinden" in document,
        **{f"schinden.{key}": _shown(schinden.get(key)) for key in ("pays", "claimant")},
        "schinden.strong_hand": schinden.get("strong_hand", {}).get(language, ""),
        **{f"schnaps.{key}": schnaps.get(key, False) for key in ("buergermeister", "no_trick")},
        **{f"auction.{point}": document.get("auction", {}).get(point, "") for point in Point},
        **{f"labels.{game}": document.get("labels", {}).get(game, {}).get(language, "") for game in Contract},
    }


def _shown(value: Any) -> str:
    if isinstance(value, list | tuple):
        return " ".join(map(str, value))
    return "" if value is None else str(value)


def _normal_fields(normal: Mapping[str, Any]) -> dict[str, str | bool]:
    brackets, rounded = normal.get("brackets", {}), normal.get("rounded", {})
    fields: dict[str, str | bool] = {
        "normal.base": BY_TABLE if brackets else BY_DIFFERENCE,
        "normal.base_up_to": _shown(normal.get("base_up_to")),
        "normal.buergermeister": _shown(normal.get("buergermeister")),
        **{f"normal.brackets.{key}": _shown(brackets.get(key)) for key in ("won", "lost", "worth")},
        **{f"normal.rounded.{key}": _shown(rounded.get(key)) for key in ("how", "to", "at_least")},
    }
    fields |= {f"normal.extra.{game}": _shown(normal.get("extra", {}).get(game)) for game in NORMAL}
    for key in ("factors", "over_solo"):
        for game in NORMAL:
            pair = normal.get(key, {}).get(game)
            both = pair if isinstance(pair, Mapping) else {"won": pair, "lost": pair}
            fields |= {f"normal.{key}.{game}.{side}": _shown(both[side]) for side in ("won", "lost")}
            fields[f"normal.{key}.{game}.on"] = pair is not None
    return fields


def _target_fields(targets: Mapping[str, Any]) -> dict[str, str | bool]:
    fields: dict[str, str | bool] = {f"targets.{game}.on": game in targets for game in TARGET}
    for game in TARGET:
        for key in ("amount", "ouvert", "trumps"):
            fields[f"targets.{game}.{key}"] = _shown(targets.get(game, {}).get(key))
    return fields


def _raeuber_fields(game: Contract, raeuber: Mapping[str, Any]) -> Iterator[tuple[str, str | bool]]:
    amounts, rounded = list(raeuber.get("amounts", ())), raeuber.get("points_rounded", {})
    yield f"{game}.on", bool(raeuber)
    for number in WITHOUT_TRICK:
        yield f"{game}.amounts.{number}", _shown(amounts[number]) if number < len(amounts) else ""
    for key in ("vorhand_factor", "tie_with_vorhand", "points_above", "takes_all", "stake_factor_after"):
        yield f"{game}.{key}", _shown(raeuber.get(key))
    for key in ("to", "how", "at_least"):
        yield f"{game}.points_rounded.{key}", _shown(rounded.get(key))


def _source(document: Mapping[str, Any], language: str) -> str:
    """Source of the rules; the document may say it once for both languages."""
    source = document["source"]
    return str(source[language] if isinstance(source, Mapping) else source)


# From fields to a document


def document_of(
    values: Values, base: Mapping[str, Any], *, identifier: str, language: str, original: str = ""
) -> Document:
    """The document that the fields say; `base` is the one that they were made from.

    `original` is the published rule set whose auction decisions about the bidding build on.

    What is empty or switched off is left out. Texts stay in the language that they were typed in, and are used for
    the other too, unless they are what `base` has.
    """
    table = {key: _whole(values[f"table.{key}"]) for key in ("players", "cards", "hands")}
    games = _games(values)
    played = _played(games)
    return {
        "id": identifier,
        "name": _in_both(values["name"], base.get("name"), language),
        "source": base["source"] if values["source"] == _source(base, language) else values["source"],
        "table": _filled(table) | {"counting": values["table.counting"], "one_sits_out": values["table.one_sits_out"]},
        **games,
        **_customs(values, base, language),
        **_filled(
            {
                "labels": _labels(values, base, language, played),
                "rare": [game for game in base.get("rare", ()) if game in played] or None,
                "auction": _auction(values, original),
            }
        ),
    }


def _auction(values: Values, original: str) -> Document | None:
    decided = {str(point): values[f"auction.{point}"] for point in Point if values[f"auction.{point}"]}
    return {LIKE: original, **decided} if decided else None


def _games(values: Values) -> Document:
    return _filled(
        {
            "normal": _normal(values) if values["normal.on"] else None,
            "targets": _targets(values),
            **{str(game): _raeuber(values, game) if values[f"{game}.on"] else None for game in RAEUBER},
            "dresch": _filled(_wholes(values, "dresch", "amount", "vorhand_factor")) if values["dresch.on"] else None,
            "partie": _whole(values["partie"]),
        }
    )


def _played(games: Document) -> list[str]:
    """Only games that are played may have a name of their own or be folded away."""
    return [*games.get("normal", {}).get("factors", ()), *games.get("targets", ()), *games]


def _customs(values: Values, base: Mapping[str, Any], language: str) -> Document:
    return _filled(
        {
            "penalty": _whole(values["penalty"]),
            **{key: values[key] or None for key in ("pfeif_frei", "fault")},
            "schinden": _schinden(values, base, language) if values["schinden.on"] else None,
            "schnaps": {key: True for key in ("buergermeister", "no_trick") if values[f"schnaps.{key}"]} or None,
        }
    )


def _filled(mapping: Mapping[str, Any]) -> Document:
    return {key: value for key, value in mapping.items() if value is not None}


def _whole(typed: str | bool) -> int | str | None:
    """The number, the text if it is none, nothing if nothing was typed."""
    text = str(typed).strip().translate(SIGNS)
    if not text:
        return None
    digits = text.removeprefix("-")
    return int(text) if digits.isascii() and digits.isdigit() and len(digits) <= MOST_DIGITS else text


def _wholes(values: Values, group: str, *keys: str) -> Document:
    return {key: _whole(values[f"{group}.{key}"]) for key in keys}


def _list(typed: str | bool) -> list[int | str | None] | None:
    """Numbers with blanks, commas or semicolons between them."""
    parts = str(typed).replace(",", " ").replace(";", " ").split()
    return [_whole(part) for part in parts] or None


def _in_both(typed: str | bool, old: Mapping[str, str] | None, language: str) -> Mapping[str, Any]:
    text = str(typed).strip()
    return old if old and old[language] == text else {"de": text, "en": text}


def _normal(values: Values) -> Document:
    by_table = values["normal.base"] == BY_TABLE
    brackets: Document = {key: _list(values[f"normal.brackets.{key}"]) for key in ("won", "lost")}
    brackets |= _wholes(values, "normal.brackets", "worth")
    rounded = _filled(_wholes(values, "normal.rounded", "to", "at_least"))
    how = values["normal.rounded.how"]
    # Empty is no number: the core would take a missing step for a missing table.
    step = _whole(values["normal.base_up_to"])
    base = {"brackets": _filled(brackets)} if by_table else {"base_up_to": "" if step is None else step}
    played = [game for game in NORMAL if values[f"normal.factors.{game}.on"]]
    over = [game for game in played if values[f"normal.over_solo.{game}.on"]]
    return _filled(
        {
            **base,
            "rounded": {"how": how, **rounded} if how else None,
            "buergermeister": _whole(values["normal.buergermeister"]),
            "factors": {game: _factor(values, f"normal.factors.{game}") for game in played},
            "over_solo": {game: _factor(values, f"normal.over_solo.{game}") for game in over} or None,
            "extra": _filled({str(game): _whole(values[f"normal.extra.{game}"]) for game in played}) or None,
        }
    )


def _factor(values: Values, group: str) -> int | Document:
    """One number if it is the same won and lost, as in the published documents."""
    both = _filled(_wholes(values, group, "won", "lost"))
    same = both.get("won") == both.get("lost")
    return both["won"] if same and isinstance(both.get("won"), int) else both


def _targets(values: Values) -> Document | None:
    targets = {}
    for game in TARGET:
        if not values[f"targets.{game}.on"]:
            continue
        numbers = _filled(_wholes(values, f"targets.{game}", "amount", "ouvert"))
        trumps = _list(values[f"targets.{game}.trumps"])
        open_value = {} if "amount" in numbers else {"house_sets_it": True}
        targets[str(game)] = numbers | open_value | ({"trumps": trumps} if trumps else {})
    return targets or None


def _raeuber(values: Values, game: Contract) -> Document:
    amounts = [_whole(values[f"{game}.amounts.{number}"]) for number in WITHOUT_TRICK]
    while amounts and amounts[-1] is None:
        amounts.pop()
    above = _whole(values[f"{game}.points_above"])
    rounded = _filled(_wholes(values, f"{game}.points_rounded", "to", "at_least"))
    return _filled(
        {
            "amounts": amounts or None,
            **_wholes(values, game, "vorhand_factor", "takes_all", "stake_factor_after"),
            "tie_with_vorhand": values[f"{game}.tie_with_vorhand"] or None,
            "points_above": above,
            "points_rounded": None if above is None else {"how": values[f"{game}.points_rounded.how"], **rounded},
        }
    )


def _schinden(values: Values, base: Mapping[str, Any], language: str) -> Document:
    old = base.get("schinden", {}).get("strong_hand")
    return {
        **{key: values[f"schinden.{key}"] for key in ("pays", "claimant")},
        "strong_hand": _in_both(values["schinden.strong_hand"], old, language),
    }


def _labels(values: Values, base: Mapping[str, Any], language: str, played: list[str]) -> Document | None:
    old = base.get("labels", {})
    typed = {str(game): values[f"labels.{game}"] for game in Contract if values[f"labels.{game}"] and game in played}
    return {game: _in_both(label, old.get(game), language) for game, label in typed.items()} or None
