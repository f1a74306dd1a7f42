"""Addresses of the start page and of sheets."""

from django.urls import path

from cegoscore.scoresheet.views import hand, sharing, sheet, start

urlpatterns = [
    path("", start.home, name="home"),
    path("new", start.new_table, name="new_table"),
    path("demo", start.open_demo, name="open_demo"),
    path("s/<str:secret>", sharing.open_link, name="open_link"),
    # /sheets/
    path("sheets/<uuid:sheet_id>", sheet.sheet, name="sheet"),
    path("sheets/<uuid:sheet_id>/changes", sheet.sheet_changes, name="sheet_changes"),
    path("sheets/<uuid:sheet_id>/share", sharing.share, name="share"),
    path("sheets/<uuid:sheet_id>/links", sharing.create_link, name="create_link"),
    path("sheets/<uuid:sheet_id>/hands", sheet.record_hand, name="record_hand"),
    path("sheets/<uuid:sheet_id>/hands/<int:number>", hand.hand, name="hand"),
    path("sheets/<uuid:sheet_id>/hands/<int:number>/correct", hand.correct_hand, name="correct_hand"),
    path("sheets/<uuid:sheet_id>/hands/<int:number>/strike", hand.strike_hand, name="strike_hand"),
    path("sheets/<uuid:sheet_id>/hands/<int:number>/restore", hand.restore_hand, name="restore_hand"),
]
