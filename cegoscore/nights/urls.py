"""Addresses of club nights."""

from cegoscore.addresses import routes
from cegoscore.clubs.rights.views import links_of
from cegoscore.nights import views
from cegoscore.nights.page import night_links

urlpatterns = [
    *routes("of/<uuid:club_id>", {"/new": views.new_night}),
    *routes(
        "<uuid:night_id>",
        {
            "": views.night,
            "/join": views.join_night,
            # arranging it
            "/plan": views.change_night,
            "/delete": views.delete_night,
            "/tables": views.open_tables,
            "/tables/add": views.add_tables,
            "/people": views.arrange_night,
            "/end": views.end_night,
            "/reopen": views.reopen_night,
        },
    ),
    *links_of("night", night_links),
]
