"""Addresses of setting a tournament up, and its links."""

from django.urls import URLPattern, path

from cegoscore.clubs.rights.views import links_of
from tournaments.setup import links, views

urlpatterns: list[URLPattern] = [
    path("", views.tournaments, name="tournaments"),
    path("new", views.new_tournament, name="new_tournament"),
    path("<uuid:tournament_id>/settings", views.tournament_settings, name="tournament_settings"),
    path("<uuid:tournament_id>/cancel", views.cancel_tournament, name="cancel_tournament"),
    path("<uuid:tournament_id>/delete", views.delete_tournament, name="delete_tournament"),
    path("<uuid:tournament_id>/restore", views.restore_tournament, name="restore_tournament"),
    path("<uuid:tournament_id>/copy", views.copy_tournament, name="copy_tournament"),
    path("<uuid:tournament_id>/links/helpers", links.widen_helpers, name="widen_helpers"),
    *links_of("tournament", links.tournament_links),
]
