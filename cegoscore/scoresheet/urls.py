"""Addresses of the start page and of sheets."""

from django.urls import include, path

from cegoscore.clubs.rights import previews
from cegoscore.clubs.rights.views import links_of, open_link
from cegoscore.scoresheet.evening.views import evening, sharing, start
from cegoscore.scoresheet.hand import views as sheet
from cegoscore.scoresheet.table.views import hand, rules, table

urlpatterns = [
    # first, because every open sheet asks for it; each address before it costs a request a microsecond
    path("sheets/<uuid:sheet_id>/changes", sheet.sheet_changes, name="sheet_changes"),
    path("sheets/<uuid:sheet_id>/hands", sheet.record_hand, name="record_hand"),
    path("sheets/<uuid:sheet_id>/queue", sheet.record_queue, name="record_queue"),
    path("", start.home, name="home"),
    path("new", start.new_table, name="new_table"),
    path("demo", start.open_demo, name="open_demo"),
    path("s/<str:secret>", open_link, name="open_link"),
    path("s/<str:secret>/picture.png", previews.link_picture, name="link_picture"),
    path("code", sharing.enter_code, name="enter_code"),
    path("evenings", start.evenings, name="evenings"),
    path("evenings/deleted", start.deleted_sheets, name="deleted_sheets"),
    path("import", sharing.import_sheet, name="import_sheet"),
    path("unsent", sharing.open_unsent, name="open_unsent"),
    # /sheets/
    path("sheets/<uuid:sheet_id>", sheet.sheet, name="sheet"),
    path("sheets/new", start.take_in_sheet, name="take_in_sheet"),
    path("sheets/worker.js", start.worker, name="worker"),
    path("sheets/outbox", start.outbox, name="outbox"),
    path("sheets/pack.json", start.offline_pack, name="offline_pack"),
    path("sheets/rest.json", start.offline_rest, name="offline_rest"),
    path("sheets/<uuid:sheet_id>/count", rules.count_cards, name="count_cards"),
    path("sheets/<uuid:sheet_id>/rules", rules.sheet_rules, name="sheet_rules"),
    path("sheets/<uuid:sheet_id>/rules/bidding", rules.sheet_bidding, name="sheet_bidding"),
    path("sheets/<uuid:sheet_id>/evening", evening.evening, name="evening"),
    path("sheets/<uuid:sheet_id>/what-if", rules.what_if, name="what_if"),
    path("sheets/<uuid:sheet_id>/rounds", evening.buy_round, name="buy_round"),
    path("sheets/<uuid:sheet_id>/pay", evening.pay, name="pay"),
    path("sheets/<uuid:sheet_id>/paid/<int:booking_id>/back", evening.unpay, name="unpay"),
    path("sheets/<uuid:sheet_id>/close", evening.close_sheet, name="close_sheet"),
    path("sheets/<uuid:sheet_id>/reopen", evening.reopen_sheet, name="reopen_sheet"),
    path("sheets/<uuid:sheet_id>/delete", start.delete_sheet, name="delete_sheet"),
    path("sheets/<uuid:sheet_id>/undelete", start.restore_sheet, name="restore_sheet"),
    path("sheets/<uuid:sheet_id>/document.json", sharing.export_document, name="export_document"),
    path("sheets/<uuid:sheet_id>/hands.csv", sharing.export_csv, name="export_csv"),
    path("sheets/<uuid:sheet_id>/text", sharing.share_text, name="share_text"),
    path("sheets/<uuid:sheet_id>/picture.png", sharing.picture, name="picture"),
    path("sheets/", include(links_of("sheet", sharing.sheet_links))),
    path("sheets/<uuid:sheet_id>/unsent", sharing.read_unsent, name="read_unsent"),
    path("sheets/<uuid:sheet_id>/late", evening.late_hands_of, name="late_hands_of"),
    path("sheets/<uuid:sheet_id>/late/<int:late_id>/take", evening.take_late_hand, name="take_late_hand"),
    path("sheets/<uuid:sheet_id>/late/<int:late_id>/decline", evening.decline_late_hand, name="decline_late_hand"),
    # a tournament's table at its end
    path("sheets/<uuid:sheet_id>/hand-in", evening.hand_in, name="hand_in"),
    path("sheets/<uuid:sheet_id>/confirm", evening.confirm_sheet, name="confirm_sheet"),
    path("sheets/<uuid:sheet_id>/take-back", evening.take_back, name="take_back"),
    path("sheets/<uuid:sheet_id>/call", evening.call_referee, name="call_referee"),
    path("sheets/<uuid:sheet_id>/came", evening.referee_came, name="referee_came"),
    # who sits there, who they are, and by which rules
    path("sheets/<uuid:sheet_id>/table", table.table, name="table"),
    path("sheets/<uuid:sheet_id>/table/turn", table.set_turn, name="set_turn"),
    path("sheets/<uuid:sheet_id>/table/leave", table.leave_table, name="leave_table"),
    path("sheets/<uuid:sheet_id>/table/join", table.join_table, name="join_table"),
    path("sheets/<uuid:sheet_id>/table/seats", table.reseat, name="reseat"),
    path("sheets/<uuid:sheet_id>/table/rules", rules.change_rules, name="change_rules"),
    path("sheets/<uuid:sheet_id>/table/go-on", rules.go_on, name="go_on"),
    # customs, and points outside any hand
    path("sheets/<uuid:sheet_id>/customs", table.customs, name="customs"),
    path("sheets/<uuid:sheet_id>/customs/round", table.change_round, name="change_round"),
    path("sheets/<uuid:sheet_id>/customs/stake", table.set_stake, name="set_stake"),
    path("sheets/<uuid:sheet_id>/customs/gstiess", table.note_gstiess, name="note_gstiess"),
    path("sheets/<uuid:sheet_id>/adjustments", table.adjust_sheet, name="adjust_sheet"),
    path(
        "sheets/<uuid:sheet_id>/adjustments/<int:adjustment>/strike",
        table.strike_adjustment,
        name="strike_adjustment",
    ),
    # hands
    path("sheets/<uuid:sheet_id>/hands/<int:number>", hand.hand, name="hand"),
    path("sheets/<uuid:sheet_id>/hands/<int:number>/rules", rules.hand_rules, name="hand_rules"),
    path("sheets/<uuid:sheet_id>/hands/<int:number>/correct", hand.correct_hand, name="correct_hand"),
    path("sheets/<uuid:sheet_id>/hands/<int:number>/insert", hand.insert_hand, name="insert_hand"),
    path("sheets/<uuid:sheet_id>/hands/<int:number>/later", hand.deal_later, name="deal_later"),
    path("sheets/<uuid:sheet_id>/hands/<int:number>/over", hand.take_over, name="take_over"),
    path("sheets/<uuid:sheet_id>/hands/<int:number>/strike", hand.strike_hand, name="strike_hand"),
    path("sheets/<uuid:sheet_id>/hands/<int:number>/restore", hand.restore_hand, name="restore_hand"),
]
