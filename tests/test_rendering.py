"""Whatever a page needs is read before it is rendered: a template asks the database for nothing.

Every page is tried where it is fetched anyway: in tests/test_html.py and tests/test_caches.py.
"""

import pytest
from django.template import engines

from cegoscore.clubs.models import Club
from tests.rendering import reads_of_templates

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]  # who asks does not depend on the database


def test_what_a_template_reads_is_seen() -> None:
    template = engines["django"].from_string("{{ clubs|length }}")
    with reads_of_templates() as statements:
        template.render({"clubs": Club.objects.all()})
        assert Club.objects.count() == 0
    assert len(statements) == 1
