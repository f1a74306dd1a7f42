"""Addresses of the door: who comes gets a number."""

from django.urls import URLPattern, path

from tournaments.door.views import door, entrants

urlpatterns: list[URLPattern] = [
    path("<uuid:tournament_id>/door", door.door, name="door"),
    path("<uuid:tournament_id>/door/changes", door.door_changes, name="door_changes"),
    path("<uuid:tournament_id>/door/find", door.find_entrants, name="find_entrants"),
    path("<uuid:tournament_id>/door/register", door.register_entrant, name="register_entrant"),
    path("<uuid:tournament_id>/door/came", door.check_in_entrant, name="check_in_entrant"),
    path("<uuid:tournament_id>/door/paid", door.pay_entrant, name="pay_entrant"),
    path("<uuid:tournament_id>/door/<int:entrant_id>", entrants.entrant, name="entrant"),
    path("<uuid:tournament_id>/door/<int:entrant_id>/undo", door.take_back_entrant, name="take_back_entrant"),
    path("<uuid:tournament_id>/door/<int:entrant_id>/takes", entrants.decide_takes, name="decide_takes"),
    path("<uuid:tournament_id>/door/<int:entrant_id>/withdraw", entrants.withdraw_entrant, name="withdraw_entrant"),
    path(
        "<uuid:tournament_id>/door/<int:entrant_id>/substitute", entrants.substitute_entrant, name="substitute_entrant"
    ),
    path("<uuid:tournament_id>/import", entrants.import_entrants, name="import_entrants"),
    path("<uuid:tournament_id>/announce", entrants.announce, name="announce"),
    path("<uuid:tournament_id>/announced/<str:secret>", entrants.my_announcement, name="my_announcement"),
]
