"""A result says whether it counted in a closed round, whoever got the number afterwards."""

from collections import defaultdict
from typing import Any

from django.db import migrations
from django.db.models import Q

SITS_OUT = Q(table__is_practice=True) | Q(table=None, entrant__practises=True)


def settle(apps: Any, schema_editor: Any) -> None:
    """Note it of all rounds.

    Of a number that moved to somebody else after a round's end the first such decision says whether a house player had
    it till then; one that does not say leaves the result as it is.
    """
    results = apps.get_model("tournaments", "Result").objects
    moved: dict[Any, list[tuple[Any, Any]]] = defaultdict(list)
    decisions = apps.get_model("tournaments", "Decision").objects.filter(kind="substitute")
    for tournament, at, data in decisions.order_by("at", "pk").values_list("tournament", "at", "data"):
        moved[tournament, data.get("number")].append((at, data.get("house")))
    tournaments = {tournament for tournament, _number in moved}
    rows = results.filter(round__state="closed", round__tournament__in=tournaments)
    columns = ("pk", "round__tournament", "entrant__number", "round__closed_at", "counts", "table__is_practice")
    told: set[int] = set()
    wrong: dict[bool, set[int]] = {True: set(), False: set()}
    for pk, tournament, number, closed_at, counts, is_practice in rows.values_list(*columns):
        later = [house for at, house in moved[tournament, number] if closed_at and at > closed_at]
        if later:
            told.add(pk)
        if later and later[0] is not None and not is_practice and counts == later[0]:
            wrong[not later[0]].add(pk)
    for counted, keys in wrong.items():
        for some in _some(sorted(keys)):
            results.filter(pk__in=some).update(counts=counted)
    others = results.filter(SITS_OUT | Q(entrant__is_house=True), counts=True).values_list("pk", flat=True)
    for some in _some(sorted({*others} - told)):
        results.filter(pk__in=some).update(counts=False)


def _some(keys: list[int], most: int = 500) -> list[list[int]]:
    return [keys[start : start + most] for start in range(0, len(keys), most)]


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0016_places_in_the_hall"),
    ]

    operations = [
        migrations.RunPython(settle, migrations.RunPython.noop),
    ]
