"""Addresses of the start page and of sheets."""

from django.urls import path

from cegoscore.scoresheet.views import (
    between,
    evening,
    evenings,
    exports,
    hand,
    people,
    rule_change,
    sharing,
    sheet,
    start,
    table,
    what_if,
)

urlpatterns = [
    path("", start.home, name="home"),
    path("new", start.new_table, name="new_table"),
    path("demo", start.open_demo, name="open_demo"),
    path("s/<str:secret>", sharing.open_link, name="open_link"),
    path("code", sharing.enter_code, name="enter_code"),
    path("evenings", evenings.evenings, name="evenings"),
    path("evenings/deleted", evenings.deleted_sheets, name="deleted_sheets"),
    path("import", exports.import_sheet, name="import_sheet"),
    # /sheets/
    path("sheets/<uuid:sheet_id>", sheet.sheet, name="sheet"),
    path("sheets/<uuid:sheet_id>/changes", sheet.sheet_changes, name="sheet_changes"),
    path("sheets/<uuid:sheet_id>/evening", evening.evening, name="evening"),
    path("sheets/<uuid:sheet_id>/what-if", what_if.what_if, name="what_if"),
    path("sheets/<uuid:sheet_id>/rounds", evening.buy_round, name="buy_round"),
    path("sheets/<uuid:sheet_id>/close", evening.close_sheet, name="close_sheet"),
    path("sheets/<uuid:sheet_id>/reopen", evening.reopen_sheet, name="reopen_sheet"),
    path("sheets/<uuid:sheet_id>/next", evening.next_evening, name="next_evening"),
    path("sheets/<uuid:sheet_id>/delete", evenings.delete_sheet, name="delete_sheet"),
    path("sheets/<uuid:sheet_id>/undelete", evenings.restore_sheet, name="restore_sheet"),
    path("sheets/<uuid:sheet_id>/document.json", exports.export_document, name="export_document"),
    path("sheets/<uuid:sheet_id>/hands.csv", exports.export_csv, name="export_csv"),
    path("sheets/<uuid:sheet_id>/text", exports.share_text, name="share_text"),
    path("sheets/<uuid:sheet_id>/share", sharing.share, name="share"),
    path("sheets/<uuid:sheet_id>/links", sharing.create_link, name="create_link"),
    path("sheets/<uuid:sheet_id>/links/<int:link_id>/code", sharing.create_code, name="create_code"),
    path("sheets/<uuid:sheet_id>/links/<int:link_id>/revoke", sharing.revoke_link, name="revoke_link"),
    # who sits there, who they are, and by which rules
    path("sheets/<uuid:sheet_id>/table", table.table, name="table"),
    path("sheets/<uuid:sheet_id>/table/turn", table.set_turn, name="set_turn"),
    path("sheets/<uuid:sheet_id>/table/join", table.join_table, name="join_table"),
    path("sheets/<uuid:sheet_id>/table/seats", people.reseat, name="reseat"),
    path("sheets/<uuid:sheet_id>/table/names", people.names, name="names"),
    path("sheets/<uuid:sheet_id>/table/names/rename", people.rename_player, name="rename_player"),
    path("sheets/<uuid:sheet_id>/table/names/merge", people.merge_players, name="merge_players"),
    path("sheets/<uuid:sheet_id>/table/rules", rule_change.change_rules, name="change_rules"),
    path("sheets/<uuid:sheet_id>/table/go-on", rule_change.go_on, name="go_on"),
    # hands
    path("sheets/<uuid:sheet_id>/hands", sheet.record_hand, name="record_hand"),
    path("sheets/<uuid:sheet_id>/hands/<int:number>", hand.hand, name="hand"),
    path("sheets/<uuid:sheet_id>/hands/<int:number>/correct", hand.correct_hand, name="correct_hand"),
    path("sheets/<uuid:sheet_id>/hands/<int:number>/insert", between.insert_hand, name="insert_hand"),
    path("sheets/<uuid:sheet_id>/hands/<int:number>/strike", hand.strike_hand, name="strike_hand"),
    path("sheets/<uuid:sheet_id>/hands/<int:number>/restore", hand.restore_hand, name="restore_hand"),
]
