"""The list of settings: an entry is all that a setting needs beside its field in the model."""

import pytest
from django.urls import reverse

from tests.pages import body_of
from tests.worlds.tournament import World, client_of
from tournaments.models import Tournament
from tournaments.models.tournament import ALL_SETTINGS

pytestmark = pytest.mark.django_db

NO_SETTINGS = {
    *("id", "club", "version", "finished_at", "cancelled_at", "deleted_at", "created_at"),
    *("helpers_run", "held_from", "unveiled_from"),
}


def test_every_field_of_a_tournament_is_a_setting_or_is_known_not_to_be_one() -> None:
    fields = {field.name for field in Tournament._meta.concrete_fields}
    assert fields - NO_SETTINGS == set(ALL_SETTINGS)
    assert len(set(ALL_SETTINGS)) == len(ALL_SETTINGS)


def test_every_setting_stands_on_the_page(world: World) -> None:
    page = client_of(world.organiser).get(reverse("tournament_settings", args=[world.tournament.pk]))
    fields = page.context["form"].fields.keys() - {"meant"}  # nothing is asked about
    assert [name for name in fields if f'name="{name}"' not in body_of(page)] == []
