"""A line of the sheet is drawn once for all who see the same, and anew for whoever sees something else."""

from __future__ import annotations

from dataclasses import replace

import pytest
from django.utils.translation import override

from cegoscore.scoresheet.services.ledger import write_hand
from cegoscore.scoresheet.sheet_page import sheet_page
from cegoscore.scoresheet.templatetags.ledger import _drawn, ledger_line
from tests.worlds.sheet import World, writing


@pytest.mark.django_db
def test_line_is_drawn_once_for_each_language_and_value() -> None:
    world = World()
    write_hand(world.sheet, writing(1), device=world.owner)
    line = sheet_page(world.sheet).lines[0]
    _drawn.cache_clear()
    with override("de"):
        german = ledger_line(replace(line, void=True))
        assert ledger_line(replace(line, void=True)) is german
    with override("en"):
        english = ledger_line(replace(line, void=True))
    assert ("gestrichen" in german, "struck" in english) == (True, True)
    assert "struck" not in ledger_line(line)
    assert _drawn.cache_info().misses == 3
