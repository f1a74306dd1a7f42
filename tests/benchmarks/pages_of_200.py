"""Pages of a club, its season and its tournament with 200 people, as `measure_desk` asks for them, and those left out.

An address is written with `{tournament}`, `{season}`, `{club}`, `{entrant}` and `{player}`.
"""

T = "/tournaments/{tournament}"
CLUB = "/clubs/{club}"
SEASON = "/seasons/{season}"

DESK = {
    "round": f"{T}/rounds/2",
    "round_changes": f"{T}/rounds/2/changes?v=0&state=playing",
    "all_totals": f"{T}/rounds/2/totals",
    "table": f"{T}/rounds/2/tables/1",
    "typed_table": f"{T}/rounds/2/tables/2",
    "table_changes": f"{T}/rounds/2/tables/1/changes?v=0",
    "closed_round": f"{T}/rounds/1",
    "find": f"{T}/rounds/2/find?number=1",
    "decisions": f"{T}/desk/decisions",
    "wishes": f"{T}/desk/wishes",
    "results": f"{T}/results",
    "results_changes": f"{T}/results/changes?v=0",
    "ceremony": f"{T}/ceremony",
    "ceremony_early": f"{T}/ceremony?early",
    "draw": f"{T}/rounds/2/draw",
    "door": f"{T}/door",
    "door_changes": f"{T}/door/changes?v=0",
    "door_find": f"{T}/door/find?who=Anna",
    "entrant": f"{T}/door/{{entrant}}",
    "import": f"{T}/import",
    "settings": f"{T}/settings",
    "copy": f"{T}/copy",
    "links": f"{T}/links",
    "press": f"{T}/press",
    "cash": f"{T}/cash",
}
"""Of the tournament, as its organiser asks."""

HALL = {
    "hall": T,
    "hall_mine": f"{T}?me=8",
    "wall": f"{T}/beamer",
    "wall_names": f"{T}/beamer?show=names",
    "wall_tables": f"{T}/beamer?show=tables",
    "wall_clock": f"{T}/beamer?show=clock",
    "prizes": f"{T}/prizes",
    "papers": f"{T}/print",
}
"""Of the tournament, as a guest asks; nothing is kept from the request before."""

HOUSE = {
    "club": CLUB,
    "club_tournaments": f"{CLUB}/tournaments",
    "club_records": f"{CLUB}/records",
    "again": f"{CLUB}/again",
    "club_settings": f"{CLUB}/settings",
    "club_year": f"{CLUB}/year",
    "fame": f"{CLUB}/fame",
    "managers": f"{CLUB}/managers",
    "log": f"{CLUB}/log",
    "box": f"{CLUB}/box",
    "box_of_person": f"{CLUB}/box/{{player}}",
    "people": f"{CLUB}/people",
    "person": f"{CLUB}/people/{{player}}",
    "player": f"{CLUB}/players/{{player}}",
    "player_hands": f"{CLUB}/players/{{player}}/hands",
    "player_year": f"{CLUB}/players/{{player}}/year",
    "season": SEASON,
    "season_wall": f"{SEASON}/wall",
    "season_settings": f"{SEASON}/settings",
    "season_events": f"{SEASON}/events",
    "season_end": f"{SEASON}/close",
    "season_guests": f"{SEASON}/guests",
    "season_links": f"{SEASON}/links",
}
"""Of the club and of its season, to which the tournament belongs, as their manager asks."""

PAGES = DESK | HALL | HOUSE

LEFT_OUT = {
    "measured by test_standings_speed": {"standings"},
    "kept once made": {
        *("tournament_image", "season_image", "club_year_image", "player_year_image", "season_table"),
    },
    "a calendar, which is as long as a season": {"tournament_calendar", "season_calendar", "club_calendar"},
    "a file that people take home once": {
        *("standings_csv", "standings_json", "export_tournament", "published_draw", "season_csv", "season_json"),
        *("club_backup", "download_backup", "copy_person"),
    },
    "a form without a list": {
        *("replay_document", "announce", "my_announcement", "season_import", "weigh_season_event", "new_night"),
        *("delete_club", "join_clubs", "put_device_out", "new_passkey_question", "shorten_person", "erase_person"),
        *("gather_evenings", "season_tie"),
    },
    "shown while a draw waits for its start, as long as `draw`": {"draw_changes"},
    "shown where teams play, whose people `door` lists, too": {"door_teams"},
    "leads to another page": {"desk"},
    "a line of text": {"desk_news"},
    "a series between clubs, of some tournaments": {"tournament_series", "series_offer"},
    "a sign for a table of one's own": {"table_signs", "table_sign"},
}
"""Names of addresses that are not measured with 200 people, by the reason."""
