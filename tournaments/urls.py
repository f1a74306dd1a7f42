"""Addresses of tournaments, room by room.

Those that a whole hall asks for come first: every address before it costs a request a microsecond.
"""

from django.urls import include, path

from cegoscore.addresses import routes
from cegoscore.clubs.rights.views import links_of
from tournaments.course import views as course
from tournaments.desk.views import rounds, tables
from tournaments.door.views import door, entrants, team_acts
from tournaments.drawing import views as drawing
from tournaments.hall import paper, views as hall
from tournaments.papers import views as papers
from tournaments.setup import links, views as setup
from tournaments.standings import views as standings

ONE = "<uuid:tournament_id>"
ROUND = f"{ONE}/rounds/<int:number>"
TABLE = f"{ROUND}/tables/<int:table_number>"

PAGES = [
    *routes(
        ONE,
        {
            # /tournaments/<tournament>: standings
            "/standings": standings.standings,
            "/prizes": standings.prizes,
            # the hall
            "": hall.tournament,
            "/picture.png": hall.tournament_image,
            "/calendar.ics": hall.tournament_calendar,
            "/me": hall.remember_me,
            "/beamer": hall.wall,
            "/print": paper.paper,
            "/print/<slug:what>": paper.paper,
            "/draws/<int:number>.json": hall.published_draw,
            # the desk while it is played
            "/results": rounds.results,
            "/results/changes": rounds.results_changes,
            "/results/hold": rounds.hold_results,
            "/results/unveil": rounds.unveil,
            "/results/release": rounds.release_results,
            "/ceremony": rounds.ceremony,
            "/ceremony/ties/<int:rank>": rounds.decide_tie,
            "/ceremony/finish": rounds.finish_tournament,
            "/ceremony/again": rounds.open_again,
            # the door: who comes gets a number
            "/door": door.door,
            "/door/changes": door.door_changes,
            "/door/find": door.find_entrants,
            "/door/register": door.register_entrant,
            "/door/came": door.check_in_entrant,
            "/door/paid": door.pay_entrant,
            "/door/teams": team_acts.door_teams,
            "/door/teams/act": team_acts.act_on_team,
            "/door/<int:entrant_id>": entrants.entrant,
            "/door/<int:entrant_id>/undo": door.take_back_entrant,
            "/door/<int:entrant_id>/takes": entrants.decide_takes,
            "/door/<int:entrant_id>/withdraw": entrants.withdraw_entrant,
            "/door/<int:entrant_id>/substitute": entrants.substitute_entrant,
            "/import": entrants.import_entrants,
            "/announce": entrants.announce,
            "/announced/<str:secret>": entrants.my_announcement,
            # the draw
            "/desk/wishes": drawing.draw_wishes,
            "/desk/wishes/apart": drawing.keep_apart,
            "/desk/wishes/apart/<int:wish>/drop": drawing.let_together,
            "/desk/wishes/fixed": drawing.fix_table,
            "/desk/wishes/fixed/<int:number>/drop": drawing.let_move,
            "/desk/divide": drawing.divide_field,
            "/desk/seats/<int:entrant_id>/draw": drawing.seat_late,
            "/desk/seats/<int:entrant_id>/empty": drawing.empty_seat,
            # the desk's entrance and its decisions
            "/desk": course.desk,
            "/desk/news": course.desk_news,
            "/desk/decisions": course.desk_decisions,
            # setting up, settings, links
            "/settings": setup.tournament_settings,
            "/cancel": setup.cancel_tournament,
            "/delete": setup.delete_tournament,
            "/restore": setup.restore_tournament,
            "/copy": setup.copy_tournament,
            "/links/helpers": links.widen_helpers,
            # documents and exports
            "/standings.csv": papers.standings_csv,
            "/standings.json": papers.standings_json,
            "/press": papers.press_text,
            "/document.json": papers.export_tournament,
            "/replay": papers.replay_document,
        },
    ),
    *routes(
        ROUND,
        {
            "": rounds.round_desk,
            "/changes": rounds.round_changes,
            "/find": rounds.find_table,
            "/totals": rounds.all_totals,
            "/close": rounds.close_round,
            "/end": rounds.end_early,
            "/draw": drawing.draw,
            "/draw/changes": drawing.draw_changes,
            "/draw/again": drawing.redraw,
            "/draw/swap": drawing.swap,
            "/draw/back": drawing.undraw,
            "/start": drawing.start_round,
        },
    ),
    *routes(
        TABLE,
        {
            "": tables.desk_table,
            "/changes": tables.table_changes,
            "/totals": tables.type_totals,
            "/accept": tables.accept_table,
            "/reopen": tables.reopen_table,
            "/void": tables.void_table,
            "/penalty": tables.penalize,
            "/dispute": tables.dispute_table,
            "/came": tables.referee_at_table,
            "/sheets": tables.swap_sheets,
            "/substitute": tables.substitute,
        },
    ),
    *routes(
        "",
        {
            "sheets/<uuid:sheet_id>": hall.hall_from_sheet,
            "signs/<uuid:club_id>": hall.table_signs,
            "signs/<uuid:club_id>/<int:number>": hall.table_sign,
            "": setup.tournaments,
            "new": setup.new_tournament,
            "import": papers.import_tournament,
        },
    ),
    *links_of("tournament", links.tournament_links),
]

urlpatterns = [
    path("t/<str:secret>", links.open_tournament_link, name="open_tournament_link"),
    path("tournaments/", include(PAGES)),
]
