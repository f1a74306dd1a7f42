"""Addresses of setting a tournament up, and its links."""

from django.urls import URLPattern, path

from tournaments.setup import links, views

urlpatterns: list[URLPattern] = [
    path("", views.tournaments, name="tournaments"),
    path("new", views.new_tournament, name="new_tournament"),
    path("<uuid:tournament_id>/settings", views.tournament_settings, name="tournament_settings"),
    path("<uuid:tournament_id>/cancel", views.cancel_tournament, name="cancel_tournament"),
    path("<uuid:tournament_id>/delete", views.delete_tournament, name="delete_tournament"),
    path("<uuid:tournament_id>/restore", views.restore_tournament, name="restore_tournament"),
    path("<uuid:tournament_id>/copy", views.copy_tournament, name="copy_tournament"),
    path("<uuid:tournament_id>/links", links.links, name="links"),
    path("<uuid:tournament_id>/links/helpers", links.widen_helpers, name="widen_helpers"),
    path("<uuid:tournament_id>/links/new", links.create_tournament_link, name="create_tournament_link"),
    path("<uuid:tournament_id>/links/<int:link_id>/code", links.give_tournament_code, name="give_tournament_code"),
    path(
        "<uuid:tournament_id>/links/<int:link_id>/revoke", links.revoke_tournament_link, name="revoke_tournament_link"
    ),
]
