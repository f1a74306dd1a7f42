"""Dates as people of the page's language write them, and never so that day and month can be mistaken."""

import re
from datetime import UTC, datetime
from pathlib import Path

import pytest
from django.utils import formats, timezone, translation

ROOT = Path(__file__).parents[1]
MOMENT = datetime(2026, 11, 5, 15, 30, tzinfo=UTC)
NAMED = {"DATE_FORMAT", "SHORT_DATE_FORMAT", "MONTH_DAY_FORMAT", "DATETIME_FORMAT", "SHORT_DATETIME_FORMAT"}
SAME_EVERYWHERE = {"l", "H:i", "U", "U.u", "c"}
"""The weekday's name, the time of day, and what is written for machines."""


@pytest.mark.parametrize(
    ("named", "english", "german"),
    [
        ("DATE_FORMAT", "5 November 2026", "5. November 2026"),
        ("SHORT_DATE_FORMAT", "5 Nov 2026", "05.11.2026"),
        ("MONTH_DAY_FORMAT", "5 November", "5. November"),
        ("DATETIME_FORMAT", "5 November 2026, 16:30", "5. November 2026 16:30"),
        ("SHORT_DATETIME_FORMAT", "5 Nov 2026, 16:30", "05.11.2026 16:30"),
        ("TIME_FORMAT", "16:30", "16:30"),
    ],
)
def test_dates_can_be_read_in_one_way_only(named: str, english: str, german: str) -> None:
    for language, wanted in (("en", english), ("de", german)):
        with translation.override(language):
            assert formats.date_format(timezone.localtime(MOMENT), named) == wanted


def test_pages_leave_the_form_of_a_date_to_its_language() -> None:
    used = re.compile(r"""\|(?:date|time):["']([^"']*)["']""")
    found = {
        (template.name, form)
        for template in (ROOT / "templates").rglob("*")
        if template.is_file()
        for form in used.findall(template.read_text())
    }
    assert len(found) > 20
    assert {each for each in found if each[1] not in NAMED | SAME_EVERYWHERE} == set()
