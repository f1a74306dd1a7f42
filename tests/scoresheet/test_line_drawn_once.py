"""A line of the sheet is drawn once for all who see the same, and anew for whoever sees something else."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest
from django.utils.html import escape
from django.utils.translation import override

from cegoscore.scoresheet.drawn_lines import drawn_line, place
from cegoscore.scoresheet.services.ledger import write_hand
from cegoscore.scoresheet.sheet_page import sheet_page
from cegoscore.scoresheet.templatetags.ledger import ledger_line
from tests.worlds.copied import copied
from tests.worlds.sheet import World, writing


@pytest.mark.django_db
def test_line_is_drawn_once_for_each_language_and_value() -> None:
    world = copied(World)
    write_hand(world.sheet, writing(1), device=world.owner)
    line = sheet_page(world.sheet).lines[0]
    drawn_line.cache_clear()
    with override("de"):
        german = ledger_line(replace(line, void=True))
        assert ledger_line(replace(line, void=True)) is german
    with override("en"):
        english = ledger_line(replace(line, void=True))
    assert ("gestrichen" in german, "struck" in english) == (True, True)
    assert "struck" not in ledger_line(line)
    assert drawn_line.cache_info().misses == 3


@pytest.mark.django_db
def test_lines_that_look_the_same_differ_in_what_they_say() -> None:
    """Whatever stands in a name or a text: also the marks of places to be filled."""
    world = copied(World)
    write_hand(world.sheet, writing(1), device=world.owner)
    line = sheet_page(world.sheet).lines[0]
    odd = f"<b> & {place('text')}"
    changes: tuple[dict[str, Any], ...] = ({}, {"text": odd}, {"schnaps": (odd, "Emil")}, {"schnaps": ("Fritz",)})
    for here in (replace(line, **change) for change in changes):
        drawn = ledger_line(here)
        said = escape(", ".join(here.schnaps))
        assert (escape(here.text) in drawn, said in drawn) == (True, True)
        assert ("Emil" in drawn, "Fritz" in drawn) == ("Emil" in here.schnaps, "Fritz" in here.schnaps)
    assert 'class="number">1<' in ledger_line(line)
    assert 'class="number"' not in ledger_line(replace(line, shown=None, amounts=(None, 0, 5, -5)))
    amounts = re.findall(r'<span (class="plus")?>(\S+)</span>', ledger_line(replace(line, amounts=(None, 0, 5, -5))))
    assert amounts == [("", "–"), ("", "0"), ('class="plus"', "+5"), ("", "−5")]
