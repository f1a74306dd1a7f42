"""The list of a season's settings: an entry is all that a setting needs beside its field in the model."""

import pytest
from django.urls import reverse

from cegoscore.clubs.models import Club
from tests.pages import body_of
from tests.worlds.copied import copied
from tests.worlds.season import SeasonWorld, client_of
from tournaments.seasons.exports import table_document
from tournaments.seasons.models import COUNTING, SETTINGS, Season

pytestmark = pytest.mark.django_db

NO_SETTINGS = {"id", "club", "version", "closed_at", "champion_points", "created_at"}


def test_every_field_of_a_season_is_a_setting_or_is_known_not_to_be_one() -> None:
    fields = {field.name for field in Season._meta.concrete_fields}
    assert sorted(fields - NO_SETTINGS) == sorted(name for names in SETTINGS.values() for name in names)


def test_every_setting_stands_on_the_page_and_what_counts_in_the_export() -> None:
    world = copied(SeasonWorld, rank_points=[10, 5])
    page = client_of(world.organiser).get(reverse("season_settings", args=[world.season.pk]))
    assert 'value="10, 5"' in body_of(page)
    assert [name for name in page.context["form"].fields if f'name="{name}"' not in body_of(page)] == []
    counting = table_document(world.season)["season"]["counting"]
    assert counting.keys() == set(COUNTING)


def test_a_club_may_leave_the_last_unnamed() -> None:
    world = copied(SeasonWorld)
    world.tournament({"Anna": 40, "Bernd": 20, "Clara": -10, "Dieter": -50})
    Club.objects.update(names_last=False)
    page = client_of(world.guest).get(reverse("season", args=[world.season.pk])).context["page"]
    assert [line.person.name for _word, line in page["honours"]] == ["Anna", "Bernd", "Clara"]
