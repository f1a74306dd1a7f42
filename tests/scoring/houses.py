"""A house of its own: a rule set that uses nearly everything, for what no published set shows."""

from typing import Any


def house_document() -> dict[str, Any]:
    """A new copy each time, to be changed at will."""
    return {
        "id": "our-house",
        "name": {"de": "Unser Haus", "en": "Our house"},
        "source": "The slate behind the bar.",
        "table": {"players": 4, "counting": "threes", "one_sits_out": True},
        "normal": {
            "base_up_to": 5,
            "rounded": {"to": 10, "how": "up"},
            "factors": {"solo": {"won": 2, "lost": 1}, "cego": 1, "kleiner_mann": 6},
            "over_solo": {"cego": 2},
        },
        "targets": {
            "ulti": {"amount": 80, "ouvert": 2, "trumps": [1, 2]},
            "bettel": {"amount": 40, "ouvert": 3},
            "pascha": {"house_sets_it": True},
        },
        "raeuber": {"amounts": [30, 60], "vorhand_factor": 2, "tie_with_vorhand": "all"},
        "dresch": {"amount": 70, "vorhand_factor": 2},
        "pfeif_frei": "last_trick",
        "penalty": 70,
        "fault": True,
        "schinden": {
            "pays": "eightfold",
            "claimant": "anyone",
            "strong_hand": {"de": "Acht Trümpfe.", "en": "Eight trumps."},
        },
    }
