"""Addresses of seasons."""

from django.urls import path

from cegoscore.clubs.rights.views import links_of
from tournaments.seasons.views import end as season_end
from tournaments.seasons.views import league as season
from tournaments.seasons.views import setup as season_setup

urlpatterns = [
    path("", season.seasons, name="seasons"),
    path("new", season_setup.new_season, name="new_season"),
    path("s/<str:secret>", season.open_season_link, name="open_season_link"),
    # /seasons/<season>
    path("<uuid:season_id>", season.season, name="season"),
    path("<uuid:season_id>/picture.png", season.season_image, name="season_image"),
    path("<uuid:season_id>/mine", season.remember_row, name="remember_row"),
    path("<uuid:season_id>/wall", season.season_wall, name="season_wall"),
    path("<uuid:season_id>/table.json", season.season_json, name="season_json"),
    path("<uuid:season_id>/table.csv", season.season_csv, name="season_csv"),
    # arranging it
    path("<uuid:season_id>/settings", season_setup.season_settings, name="season_settings"),
    path("<uuid:season_id>/events", season_setup.season_events, name="season_events"),
    path("<uuid:season_id>/events/<int:event_id>/remove", season_setup.remove_season_event, name="remove_season_event"),
    path("<uuid:season_id>/events/<int:event_id>/weigh", season_setup.weigh_season_event, name="weigh_season_event"),
    path("<uuid:season_id>/import", season_setup.season_import, name="season_import"),
    path("<uuid:season_id>/close", season_end.season_end, name="season_end"),
    path("<uuid:season_id>/ties/<int:rank>", season_end.season_tie, name="season_tie"),
    *links_of("season", season_end.season_links),
]
