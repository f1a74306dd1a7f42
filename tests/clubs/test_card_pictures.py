"""Pictures of the cards: each of its own, named in both languages, light enough for a page that shows them all."""

import re

import pytest
from django.template import engines
from django.utils.translation import override

from cegoscore.clubs.glossary import card_label
from cegoscore.scoring.tricks import PACK, card_of

pytestmark = pytest.mark.sqlite  # needs no database: once is enough


def drawn(key: str = "") -> str:
    """Every card with the symbols, or the picture of one."""
    text = '{% load cards %}{% for card in cards %}{% card card %}{% endfor %}{% include "clubs/_card_symbols.html" %}'
    one = "{% load cards %}{% card key %}"
    return engines["django"].from_string(one if key else text).render({"cards": PACK, "key": key})


@pytest.mark.parametrize(
    ("language", "key", "label", "corner"),
    [
        ("de", "trump gstiess", "Gstieß", "Gstieß"),
        ("de", "trump 21", "Trumpf 21", "21"),
        ("de", "clubs king", "Kreuz König", "K"),
        ("de", "hearts knight", "Herz Reiter", "R"),
        ("de", "diamonds 1", "Karo 1", "1"),
        ("en", "spades queen", "queen of spades", "Q"),
        ("en", "spades 10", "10 of spades", "10"),
    ],
)
def test_card_is_named_and_lettered_in_the_language_of_the_page(
    language: str, key: str, label: str, corner: str
) -> None:
    with override(language):
        picture = drawn(key)
        assert card_label(card_of(key)) == label
    assert f'role="img" aria-label="{label}"' in picture
    assert f">{corner}</text>" in picture


@pytest.mark.parametrize("language", ["de", "en"])
def test_every_card_has_a_picture_and_a_name_of_its_own(language: str) -> None:
    with override(language):
        assert len({card_label(card) for card in PACK}) == 54
        assert len({drawn(str(card)) for card in PACK}) == 54


def test_empty_card_has_as_many_pips_as_its_number() -> None:
    for card in PACK:
        if card.is_empty:
            places = re.findall(rf'href="#c-{card.suit}" x="(\d+)" y="(\d+)"', drawn(str(card)))
            assert len(set(places)) == int(card.rank), card


def test_all_pictures_use_symbols_that_are_there_and_are_light() -> None:
    html = drawn()
    assert set(re.findall(r'href="#(c-[\w-]+)"', html)) <= set(re.findall(r'id="(c-[\w-]+)"', html))
    assert len(html.encode()) < 20_000
