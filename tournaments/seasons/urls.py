"""Addresses of seasons."""

from cegoscore.addresses import routes
from cegoscore.clubs.rights.views import links_of
from tournaments.seasons.views import end, league, setup

urlpatterns = [
    *routes(
        "",
        {"": league.seasons, "new": setup.new_season, "s/<str:secret>": league.open_season_link},
    ),
    *routes(
        "<uuid:season_id>",
        {
            "": league.season,
            "/picture.png": league.season_image,
            "/mine": league.remember_row,
            "/wall": league.season_wall,
            "/table": league.season_table,
            "/table.json": league.season_json,
            "/table.csv": league.season_csv,
            "/calendar.ics": league.season_calendar,
            # arranging it
            "/settings": setup.season_settings,
            "/events": setup.season_events,
            "/events/<int:event_id>/remove": setup.remove_season_event,
            "/events/<int:event_id>/weigh": setup.weigh_season_event,
            "/import": setup.season_import,
            "/close": end.season_end,
            "/ties/<int:rank>": end.season_tie,
        },
    ),
    *links_of("season", end.season_links),
]
