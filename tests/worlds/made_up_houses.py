"""Houses made at random in the form of house rules: every field, as somebody might fill it in."""

from collections.abc import Iterable
from random import Random
from typing import Any

from cegoscore.clubs.house_rules.fields import BASE, FieldKind, RuleField, fields_in
from cegoscore.clubs.house_rules.forms import HouseRulesForm
from cegoscore.clubs.house_rules.groups import groups_of
from cegoscore.scoring.rules.rule_files import published
from tests.worlds.club import posted

OWN_NAMES = ("Dachs", "Fuchs", "Igel", "Luchs", "Marder", "Otter", "Reh", "Wolf")
"""Names for games that are words of nothing else."""
TRIES = 40


def made_up_house(identifier: str, lots: Random) -> dict[str, Any]:
    """Everything that a browser sends for a copy of a published set, changed at will; the form takes it."""
    original = published(identifier)
    fields = [*fields_in(groups_of(original, original))]
    for _try in range(TRIES):
        data = _filled_in(fields, posted(identifier), lots)
        form = HouseRulesForm(data, base=original, original=original, name="Stammtisch")
        if form.is_valid():
            return data
    raise AssertionError(form.errors)


def _filled_in(fields: Iterable[RuleField], data: dict[str, Any], lots: Random) -> dict[str, Any]:
    names = lots.sample(OWN_NAMES, len(OWN_NAMES))
    for field in fields:
        missing = not data.get(field.key)
        asked = all(data.get(switch) for switch in field.when)
        if field.key in (BASE, "name", "table.cards") or field.kind is FieldKind.NUMBERS:
            continue
        if field.kind in (FieldKind.PART, FieldKind.SWITCH):
            often = 0.3 if field.kind is FieldKind.SWITCH or not missing else 0.15
            data[field.key] = "on" if missing is (lots.random() < often) else ""
        elif field.kind is FieldKind.CHOICE:
            if lots.random() < (0.1 if field.key in ("table.players", "table.counting") else 0.3):
                data[field.key] = lots.choice(field.choices)[0]
        elif field.kind is FieldKind.SEVERAL:
            if field.key != "play.left_out" and lots.random() < 0.3:
                words = [word for word, _label in field.choices]
                data[field.key] = lots.sample(words, lots.randint(0, len(words)))
        elif field.key.startswith("labels."):
            if lots.random() < 0.1 and names:
                data[field.key] = names.pop()
        elif field.kind is FieldKind.NUMBER:
            needed = asked and field.key.endswith((".won", ".lost", ".vorhand_factor", "amounts.0", "dresch.amount"))
            if lots.random() < (1 if missing and needed else 0.1):
                data[field.key] = str(lots.randint(2, 9))
        elif missing and asked:
            data[field.key] = "So ist es bei uns."
    return {key: value for key, value in data.items() if value}
