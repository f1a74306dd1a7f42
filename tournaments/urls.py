"""Addresses of tournaments."""

from django.urls import URLPattern, path

from tournaments.views import (
    announce,
    ceremony,
    desk,
    door,
    drawing,
    entrants,
    links,
    list_import,
    public,
    rounds,
    setup,
    start,
    tables,
    wishes,
)

TABLE = "<uuid:tournament_id>/rounds/<int:number>/tables/<int:table_number>"

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
    path("<uuid:tournament_id>/desk/decisions", desk.desk_decisions, name="desk_decisions"),
    path("<uuid:tournament_id>/desk/wishes", wishes.draw_wishes, name="draw_wishes"),
    path("<uuid:tournament_id>/desk/wishes/apart", wishes.keep_apart, name="keep_apart"),
    path("<uuid:tournament_id>/desk/wishes/apart/<int:wish>/drop", wishes.let_together, name="let_together"),
    path("<uuid:tournament_id>/desk/wishes/fixed", wishes.fix_table, name="fix_table"),
    path("<uuid:tournament_id>/desk/wishes/fixed/<int:number>/drop", wishes.let_move, name="let_move"),
    path("<uuid:tournament_id>/rounds/<int:number>/draw", drawing.draw, name="draw"),
    path("<uuid:tournament_id>/rounds/<int:number>/draw/again", drawing.redraw, name="redraw"),
    path("<uuid:tournament_id>/rounds/<int:number>/draw/swap", drawing.swap, name="swap"),
    path("<uuid:tournament_id>/rounds/<int:number>/draw/back", drawing.undraw, name="undraw"),
    path("<uuid:tournament_id>/rounds/<int:number>/start", drawing.start_round, name="start_round"),
    path("<uuid:tournament_id>/rounds/<int:number>", rounds.round_desk, name="round_desk"),
    path("<uuid:tournament_id>/rounds/<int:number>/changes", rounds.round_changes, name="round_changes"),
    path("<uuid:tournament_id>/rounds/<int:number>/find", rounds.find_table, name="find_table"),
    path("<uuid:tournament_id>/rounds/<int:number>/close", rounds.close_round, name="close_round"),
    path(TABLE, tables.desk_table, name="desk_table"),
    path(f"{TABLE}/changes", tables.table_changes, name="table_changes"),
    path(f"{TABLE}/totals", tables.type_totals, name="type_totals"),
    path(f"{TABLE}/accept", tables.accept_table, name="accept_table"),
    path(f"{TABLE}/reopen", tables.reopen_table, name="reopen_table"),
    path(f"{TABLE}/void", tables.void_table, name="void_table"),
    path(f"{TABLE}/dispute", tables.dispute_table, name="dispute_table"),
    path(f"{TABLE}/came", tables.referee_at_table, name="referee_at_table"),
    path(f"{TABLE}/sheets", tables.swap_sheets, name="swap_sheets"),
    path(f"{TABLE}/substitute", tables.substitute, name="substitute"),
    path("<uuid:tournament_id>/ceremony", ceremony.ceremony, name="ceremony"),
    path("<uuid:tournament_id>/ceremony/ties/<int:rank>", ceremony.decide_tie, name="decide_tie"),
    path("<uuid:tournament_id>/ceremony/finish", ceremony.finish_tournament, name="finish_tournament"),
    # what everybody sees, paper, and what leaves
    path("<uuid:tournament_id>", public.tournament, name="tournament"),
]
