"""Addresses of the desk while it is played."""

from django.urls import URLPattern, path

from tournaments.desk.views import rounds, tables

TABLE = "<uuid:tournament_id>/rounds/<int:number>/tables/<int:table_number>"

urlpatterns: list[URLPattern] = [
    path("<uuid:tournament_id>/rounds/<int:number>", rounds.round_desk, name="round_desk"),
    path("<uuid:tournament_id>/rounds/<int:number>/changes", rounds.round_changes, name="round_changes"),
    path("<uuid:tournament_id>/rounds/<int:number>/find", rounds.find_table, name="find_table"),
    path("<uuid:tournament_id>/rounds/<int:number>/totals", rounds.all_totals, name="all_totals"),
    path("<uuid:tournament_id>/rounds/<int:number>/close", rounds.close_round, name="close_round"),
    path("<uuid:tournament_id>/rounds/<int:number>/end", rounds.end_early, name="end_early"),
    path(TABLE, tables.desk_table, name="desk_table"),
    path(f"{TABLE}/changes", tables.table_changes, name="table_changes"),
    path(f"{TABLE}/totals", tables.type_totals, name="type_totals"),
    path(f"{TABLE}/accept", tables.accept_table, name="accept_table"),
    path(f"{TABLE}/reopen", tables.reopen_table, name="reopen_table"),
    path(f"{TABLE}/void", tables.void_table, name="void_table"),
    path(f"{TABLE}/penalty", tables.penalize, name="penalize"),
    path(f"{TABLE}/dispute", tables.dispute_table, name="dispute_table"),
    path(f"{TABLE}/came", tables.referee_at_table, name="referee_at_table"),
    path(f"{TABLE}/sheets", tables.swap_sheets, name="swap_sheets"),
    path(f"{TABLE}/substitute", tables.substitute, name="substitute"),
    path("<uuid:tournament_id>/results", rounds.results, name="results"),
    path("<uuid:tournament_id>/results/changes", rounds.results_changes, name="results_changes"),
    path("<uuid:tournament_id>/results/hold", rounds.hold_results, name="hold_results"),
    path("<uuid:tournament_id>/results/unveil", rounds.unveil, name="unveil"),
    path("<uuid:tournament_id>/results/release", rounds.release_results, name="release_results"),
    path("<uuid:tournament_id>/ceremony", rounds.ceremony, name="ceremony"),
    path("<uuid:tournament_id>/ceremony/ties/<int:rank>", rounds.decide_tie, name="decide_tie"),
    path("<uuid:tournament_id>/ceremony/finish", rounds.finish_tournament, name="finish_tournament"),
    path("<uuid:tournament_id>/ceremony/again", rounds.open_again, name="open_again"),
]
