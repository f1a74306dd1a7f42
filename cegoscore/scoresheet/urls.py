"""Addresses of the start page and of sheets."""

from django.urls import include, path

from cegoscore.addresses import routes
from cegoscore.clubs.rights import previews
from cegoscore.clubs.rights.views import links_of, open_link
from cegoscore.scoresheet.evening.views import evening, sharing, start
from cegoscore.scoresheet.hand import views as sheet
from cegoscore.scoresheet.table.views import hand, rules, table

urlpatterns = [
    # first, because every open sheet asks for it; each address before it costs a request a microsecond
    *routes(
        "sheets/<uuid:sheet_id>",
        {
            "/changes": sheet.sheet_changes,
            "/hands": sheet.record_hand,
            "/queue": sheet.record_queue,
            "": sheet.sheet,
            "/count": rules.count_cards,
            "/rules": rules.sheet_rules,
            "/rules/bidding": rules.sheet_bidding,
            "/evening": evening.evening,
            "/rounds": evening.buy_round,
            "/pay": evening.pay,
            "/paid/<int:booking_id>/back": evening.unpay,
            "/close": evening.close_sheet,
            "/reopen": evening.reopen_sheet,
            "/delete": start.delete_sheet,
            "/undelete": start.restore_sheet,
            "/document.json": sharing.export_document,
            "/hands.csv": sharing.export_csv,
            "/text": sharing.share_text,
            "/picture.png": sharing.picture,
            "/unsent": sharing.read_unsent,
            "/late": evening.late_hands_of,
            "/late/<int:late_id>/take": evening.take_late_hand,
            "/late/<int:late_id>/decline": evening.decline_late_hand,
            # a tournament's table at its end
            "/hand-in": evening.hand_in,
            "/confirm": evening.confirm_sheet,
            "/take-back": evening.take_back,
            "/call": evening.call_referee,
            "/came": evening.referee_came,
            # who sits there, who they are, and by which rules
            "/table": table.table,
            "/table/turn": table.set_turn,
            "/table/leave": table.leave_table,
            "/table/join": table.join_table,
            "/table/seats": table.reseat,
            "/table/rules": rules.change_rules,
            "/table/go-on": rules.go_on,
            # customs, and points outside any hand
            "/customs": table.customs,
            "/customs/round": table.change_round,
            "/customs/stake": table.set_stake,
            "/customs/gstiess": table.note_gstiess,
            "/adjustments": table.adjust_sheet,
            "/adjustments/<int:adjustment>/strike": table.strike_adjustment,
            # hands
            "/hands/<int:number>": hand.hand,
            "/hands/<int:number>/rules": rules.hand_rules,
            "/hands/<int:number>/correct": hand.correct_hand,
            "/hands/<int:number>/insert": hand.insert_hand,
            "/hands/<int:number>/later": hand.deal_later,
            "/hands/<int:number>/over": hand.take_over,
            "/hands/<int:number>/strike": hand.strike_hand,
            "/hands/<int:number>/restore": hand.restore_hand,
        },
    ),
    path("sheets/", include(links_of("sheet", sharing.sheet_links))),
    *routes(
        "",
        {
            "": start.home,
            "new": start.new_table,
            "demo": start.open_demo,
            "s/<str:secret>": open_link,
            "s/<str:secret>/picture.png": previews.link_picture,
            "code": sharing.enter_code,
            "evenings": start.evenings,
            "evenings/deleted": start.deleted_sheets,
            "import": sharing.import_sheet,
            "unsent": sharing.open_unsent,
            "sheets/new": start.take_in_sheet,
            "sheets/worker.js": start.worker,
            "sheets/outbox": start.outbox,
            "sheets/pack.json": start.offline_pack,
            "sheets/rest.json": start.offline_rest,
        },
    ),
]
