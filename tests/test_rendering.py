"""Whatever a page needs is read before it is rendered: a template asks the database for nothing.

Every page of a club is tried where it is fetched anyway: in tests/test_html.py and tests/test_caches.py.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from django.http import HttpResponseBase
from django.template import engines

from cegoscore.clubs.models import Club
from tests.rendering import reads_of_templates
from tests.test_html import of_a_sheet, of_an_evening, of_strangers, of_the_club

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]  # who asks does not depend on the database


def test_what_a_template_reads_is_seen() -> None:
    template = engines["django"].from_string("{{ clubs|length }}")
    with reads_of_templates() as statements:
        template.render({"clubs": Club.objects.all()})
        assert Club.objects.count() == 0
    assert len(statements) == 1


@pytest.mark.parametrize(
    "pages", [of_the_club, lambda: of_a_sheet("baumann-bluemle"), lambda: of_an_evening("12.50"), of_strangers]
)
def test_no_part_and_no_refusal_reads_while_it_is_rendered(
    pages: Callable[[], Iterator[tuple[str, HttpResponseBase]]],
) -> None:
    with reads_of_templates() as statements:
        assert list(pages())
    assert statements == []
