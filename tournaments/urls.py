"""Addresses of tournaments, room by room.

Those that a whole hall asks for come first: every address before it costs a request a microsecond.
"""

from django.urls import URLPattern, URLResolver, include, path

from cegoscore.clubs.rights.views import links_of
from tournaments.course import views as course
from tournaments.desk.views import rounds, tables
from tournaments.door.views import door, entrants
from tournaments.drawing import views as drawing
from tournaments.hall import paper
from tournaments.hall import views as hall
from tournaments.papers import views as papers
from tournaments.setup import links
from tournaments.setup import views as setup
from tournaments.standings import views as standings

ROUND = "<uuid:tournament_id>/rounds/<int:number>"
TABLE = f"{ROUND}/tables/<int:table_number>"

PAGES: list[URLPattern | URLResolver] = [
    # /tournaments/<tournament>: standings
    path("<uuid:tournament_id>/standings", standings.standings, name="standings"),
    path("<uuid:tournament_id>/prizes", standings.prizes, name="prizes"),
    # the hall
    path("<uuid:tournament_id>", hall.tournament, name="tournament"),
    path("<uuid:tournament_id>/picture.png", hall.tournament_image, name="tournament_image"),
    path("<uuid:tournament_id>/calendar.ics", hall.tournament_calendar, name="tournament_calendar"),
    path("<uuid:tournament_id>/me", hall.remember_me, name="remember_me"),
    path("sheets/<uuid:sheet_id>", hall.hall_from_sheet, name="hall_from_sheet"),
    path("<uuid:tournament_id>/beamer", hall.beamer, name="beamer"),
    path("<uuid:tournament_id>/print", paper.paper, name="paper"),
    path("<uuid:tournament_id>/print/<slug:what>", paper.paper, name="paper"),
    path("signs/<uuid:club_id>", hall.table_signs, name="table_signs"),
    path("signs/<uuid:club_id>/<int:number>", hall.table_sign, name="table_sign"),
    path("<uuid:tournament_id>/draws/<int:number>.json", hall.published_draw, name="published_draw"),
    # the desk while it is played
    path(ROUND, rounds.round_desk, name="round_desk"),
    path(f"{ROUND}/changes", rounds.round_changes, name="round_changes"),
    path(f"{ROUND}/find", rounds.find_table, name="find_table"),
    path(f"{ROUND}/totals", rounds.all_totals, name="all_totals"),
    path(f"{ROUND}/close", rounds.close_round, name="close_round"),
    path(f"{ROUND}/end", rounds.end_early, name="end_early"),
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
    # the door: who comes gets a number
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
    # the draw
    path("<uuid:tournament_id>/desk/wishes", drawing.draw_wishes, name="draw_wishes"),
    path("<uuid:tournament_id>/desk/wishes/apart", drawing.keep_apart, name="keep_apart"),
    path("<uuid:tournament_id>/desk/wishes/apart/<int:wish>/drop", drawing.let_together, name="let_together"),
    path("<uuid:tournament_id>/desk/wishes/fixed", drawing.fix_table, name="fix_table"),
    path("<uuid:tournament_id>/desk/wishes/fixed/<int:number>/drop", drawing.let_move, name="let_move"),
    path("<uuid:tournament_id>/desk/divide", drawing.divide_field, name="divide_field"),
    path("<uuid:tournament_id>/desk/seats/<int:entrant_id>/draw", drawing.seat_late, name="seat_late"),
    path("<uuid:tournament_id>/desk/seats/<int:entrant_id>/empty", drawing.empty_seat, name="empty_seat"),
    path(f"{ROUND}/draw", drawing.draw, name="draw"),
    path(f"{ROUND}/draw/changes", drawing.draw_changes, name="draw_changes"),
    path(f"{ROUND}/draw/again", drawing.redraw, name="redraw"),
    path(f"{ROUND}/draw/swap", drawing.swap, name="swap"),
    path(f"{ROUND}/draw/back", drawing.undraw, name="undraw"),
    path(f"{ROUND}/start", drawing.start_round, name="start_round"),
    # the desk's entrance and its decisions
    path("<uuid:tournament_id>/desk", course.desk, name="desk"),
    path("<uuid:tournament_id>/desk/news", course.desk_news, name="desk_news"),
    path("<uuid:tournament_id>/desk/decisions", course.desk_decisions, name="desk_decisions"),
    # setting up, settings, links
    path("", setup.tournaments, name="tournaments"),
    path("new", setup.new_tournament, name="new_tournament"),
    path("<uuid:tournament_id>/settings", setup.tournament_settings, name="tournament_settings"),
    path("<uuid:tournament_id>/cancel", setup.cancel_tournament, name="cancel_tournament"),
    path("<uuid:tournament_id>/delete", setup.delete_tournament, name="delete_tournament"),
    path("<uuid:tournament_id>/restore", setup.restore_tournament, name="restore_tournament"),
    path("<uuid:tournament_id>/copy", setup.copy_tournament, name="copy_tournament"),
    path("<uuid:tournament_id>/links/helpers", links.widen_helpers, name="widen_helpers"),
    *links_of("tournament", links.tournament_links),
    # documents and exports
    path("<uuid:tournament_id>/standings.csv", papers.standings_csv, name="standings_csv"),
    path("<uuid:tournament_id>/standings.json", papers.standings_json, name="standings_json"),
    path("<uuid:tournament_id>/press", papers.press_text, name="press_text"),
    path("<uuid:tournament_id>/document.json", papers.export_tournament, name="export_tournament"),
    path("<uuid:tournament_id>/replay", papers.replay_document, name="replay_document"),
    path("import", papers.import_tournament, name="import_tournament"),
]

urlpatterns = [
    path("t/<str:secret>", links.open_tournament_link, name="open_tournament_link"),
    path("tournaments/", include(PAGES)),
]
