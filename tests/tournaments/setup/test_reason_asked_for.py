"""A change of settings that needs a reason, sent without one: the page leads to its field."""

import pytest

from tests.pages import body_of, leads_to_its_field
from tests.tournaments.setup.test_setup_pages import save, shown
from tests.worlds.tournament import drawn

pytestmark = pytest.mark.django_db


def test_prizes_changed_after_the_draw_without_a_reason_lead_to_its_field() -> None:
    world = drawn()
    refused = save(world, shown(world, prizes="1. Schinken"))
    assert refused.status_code == 422
    assert leads_to_its_field(refused, "why")
    assert "Schinken" in body_of(refused)
