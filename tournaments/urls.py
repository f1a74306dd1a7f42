"""Addresses of tournaments."""

from django.urls import URLPattern, path

from tournaments.views import announce, desk, door, entrants, links, list_import, public, setup, start

urlpatterns: list[URLPattern] = [
    # setting up, and the door
    path("", start.tournaments, name="tournaments"),
    path("new", setup.new_tournament, name="new_tournament"),
    path("<uuid:tournament_id>/settings", setup.tournament_settings, name="tournament_settings"),
    path("<uuid:tournament_id>/copy", setup.copy_tournament, name="copy_tournament"),
    path("<uuid:tournament_id>/door", door.door, name="door"),
    path("<uuid:tournament_id>/door/changes", door.door_changes, name="door_changes"),
    path("<uuid:tournament_id>/door/find", door.find_entrants, name="find_entrants"),
    path("<uuid:tournament_id>/door/register", door.register_entrant, name="register_entrant"),
    path("<uuid:tournament_id>/door/came", door.check_in_entrant, name="check_in_entrant"),
    path("<uuid:tournament_id>/door/paid", door.pay_entrant, name="pay_entrant"),
    path("<uuid:tournament_id>/door/<int:entrant_id>", entrants.entrant, name="entrant"),
    path("<uuid:tournament_id>/door/<int:entrant_id>/undo", door.take_back_entrant, name="take_back_entrant"),
    path("<uuid:tournament_id>/door/<int:entrant_id>/withdraw", entrants.withdraw_entrant, name="withdraw_entrant"),
    path(
        "<uuid:tournament_id>/door/<int:entrant_id>/substitute", entrants.substitute_entrant, name="substitute_entrant"
    ),
    path("<uuid:tournament_id>/import", list_import.import_entrants, name="import_entrants"),
    path("<uuid:tournament_id>/announce", announce.announce, name="announce"),
    path("<uuid:tournament_id>/links", links.tournament_links, name="tournament_links"),
    path("<uuid:tournament_id>/links/new", links.create_tournament_link, name="create_tournament_link"),
    path("<uuid:tournament_id>/links/<int:link_id>/code", links.give_tournament_code, name="give_tournament_code"),
    path(
        "<uuid:tournament_id>/links/<int:link_id>/revoke", links.revoke_tournament_link, name="revoke_tournament_link"
    ),
    # the desk while it is played
    path("<uuid:tournament_id>/desk", desk.desk, name="desk"),
    # what everybody sees, paper, and what leaves
    path("<uuid:tournament_id>", public.tournament, name="tournament"),
]
