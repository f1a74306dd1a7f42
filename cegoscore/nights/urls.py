"""Addresses of club nights."""

from django.urls import path

from cegoscore.clubs.rights.views import links_of
from cegoscore.nights import views
from cegoscore.nights.page import night_links

urlpatterns = [
    path("of/<uuid:club_id>/new", views.new_night, name="new_night"),
    path("<uuid:night_id>", views.night, name="night"),
    path("<uuid:night_id>/join", views.join_night, name="join_night"),
    # arranging it
    path("<uuid:night_id>/plan", views.change_night, name="change_night"),
    path("<uuid:night_id>/delete", views.delete_night, name="delete_night"),
    path("<uuid:night_id>/tables", views.open_tables, name="open_tables"),
    path("<uuid:night_id>/tables/add", views.add_tables, name="add_tables"),
    path("<uuid:night_id>/people", views.arrange_night, name="arrange_night"),
    path("<uuid:night_id>/end", views.end_night, name="end_night"),
    path("<uuid:night_id>/reopen", views.reopen_night, name="reopen_night"),
    *links_of("night", night_links),
]
