"""Lines of the sheet say who and how, and why it pays what it pays."""

from typing import Any

import pytest
from django.urls import reverse
from django.utils import translation

from cegoscore.scoresheet.ledger.lines import text_of
from cegoscore.scoresheet.ledger.services.ledger import write_hand
from cegoscore.scoring.contracts import Contract
from cegoscore.scoring.documents.hand_document import take_outcome
from cegoscore.scoring.hands import Hand, Points, Raeuber
from cegoscore.scoring.reading import Fields
from cegoscore.scoring.rules.rule_files import published
from tests.pages import body_of
from tests.worlds.copied import copied
from tests.worlds.sheet import NAMES, World, client_of, writing

RAEUBER = {"contract": "raeuber"}
SOLO = {"contract": "solo", "declarer": 1}


def said(rules: str, outcome: dict[str, Any], **more: Any) -> str:
    """The text of a hand that Dieter dealt, so that Anna is Vorhand."""
    read = take_outcome(Fields(outcome))
    assert read is not None
    hand = Hand(lineup=(0, 1, 2, 3), dealer=3, outcome=read, **more)
    with translation.override("de"):
        return text_of(hand, published(rules), NAMES)


@pytest.mark.parametrize(
    ("rules", "outcome", "text"),
    [
        ("schwarzwaldmeisterschaft", SOLO | {"points": 41}, "Bernd 41 : 38"),
        ("braeunlingen-loewen", SOLO | {"points": 35}, "Bernd 35 : 35, Bürgermeister"),
        ("braeunlingen-loewen", SOLO | {"no_trick": True}, "Bernd kein Stich"),
        ("braeunlingen-loewen", RAEUBER | {"card_points": [9, 12, 20, 15]}, "Clara 20"),
        ("braeunlingen-loewen", RAEUBER | {"card_points": [20, 12, 9, 15]}, "Anna 20, als Vorhand doppelt"),
        (
            "braeunlingen-loewen",
            RAEUBER | {"card_points": [18, 12, 9, 18]},
            "Anna und Dieter 18, Gleichstand, Anna zahlt allein, als Vorhand doppelt",
        ),
        (
            "braeunlingen-loewen",
            RAEUBER | {"card_points": [9, 18, 18, 18]},
            "Bernd, Clara und Dieter 18, Gleichstand, alle davon zahlen",
        ),
        ("grupp", RAEUBER | {"card_points": [20, 12, 9, 15]}, "Anna 20"),
        ("braeunlingen-loewen", RAEUBER | {"most": [2]}, "Clara"),
        ("braeunlingen-loewen", RAEUBER | {"most": [1], "declarer": 1}, "Bernd, als Ansager doppelt"),
        ("st-georgen", RAEUBER | {"most": [1], "without_trick": [2, 3]}, "Bernd, ohne Stich: Clara und Dieter"),
        ("st-georgen", RAEUBER | {"card_points": [0, 40, 12, 10]}, "Bernd 40, ohne Stich: Anna"),
        (
            "braeunlingen-loewen",
            {"contract": "pflicht_raeuber", "most": [1], "without_trick": [0, 2, 3]},
            "Bernd, sticht alles und gewinnt",
        ),
        ("baumann-bluemle", {"contract": "dresch", "last_trick": 0}, "letzter Stich: Anna, als Vorhand doppelt"),
        ("baumann-bluemle", {"contract": "dresch", "last_trick": 2}, "letzter Stich: Clara"),
    ],
)
def test_text_says_whose_points_and_why(rules: str, outcome: dict[str, Any], text: str) -> None:
    assert said(rules, outcome) == text


def test_stake_is_said_last() -> None:
    assert said("braeunlingen-loewen", SOLO | {"points": 35}, stake_factor=10) == (
        "Bernd 35 : 35, Bürgermeister, 10-fach"
    )


@pytest.mark.django_db
def test_list_history_and_export_say_why() -> None:
    world = copied(World, "braeunlingen-loewen")
    piles = Raeuber(contract=Contract.RAEUBER, card_points=(20, 9, 14, 7))
    write_hand(world.sheet, writing(1, piles), device=None)
    cego = Points(contract=Contract.CEGO, declarer=2, points=36)
    tenfold = writing(2, cego)
    hand = Hand(lineup=(0, 1, 2, 3), dealer=0, outcome=cego, stake_factor=10)
    write_hand(world.sheet, type(tenfold)(uuid=tenfold.uuid, number=2, revision=1, hand=hand), device=None)
    client, german = client_of(world.owner), {"Accept-Language": "de"}
    pages = [
        client.get(world.sheet.get_absolute_url(), headers=german),
        client.get(reverse("export_csv", args=[world.sheet.id]), headers=german),
    ]
    for page in pages:
        assert "Anna 20, als Vorhand doppelt" in body_of(page)
        assert "Clara 36 : 34, 10-fach" in body_of(page)
    history = body_of(client.get(reverse("hand", args=[world.sheet.id, 2]), headers=german))
    assert "Clara 36 : 34, 10-fach" in history
