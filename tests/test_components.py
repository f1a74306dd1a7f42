"""The page of components, which only developers see."""

import re
from pathlib import Path

import pytest
from django.test import Client, override_settings

from cegoscore.views import COLOURS, SYMBOLS
from tests.pages import body_of

pytestmark = pytest.mark.sqlite  # needs no database: once is enough

ROOT = Path(__file__).parent.parent


def test_page_of_components_exists_for_developers_only() -> None:
    assert Client().get("/components").status_code == 404
    with override_settings(DEBUG=True):
        assert Client().get("/components").status_code == 200


@override_settings(DEBUG=True)
def test_page_has_every_symbol_and_every_colour() -> None:
    page = body_of(Client().get("/components"))
    drawings = "".join((ROOT / "templates" / name).read_text() for name in SYMBOLS)
    symbols = set(re.findall(r'<symbol id="(i-\w+)"', drawings))
    assert symbols
    assert set(re.findall(r'href="#(i-\w+)"', page)) == symbols
    tokens = (ROOT / "static/app.css").read_text().partition(":root {")[2].partition("}")[0]
    assert set(re.findall(r"--([\w-]+): #", tokens)) == set(COLOURS)
