"""Addresses of the start page and of sheets."""

from django.urls import path

from cegoscore.scoresheet import views

urlpatterns = [
    path("", views.home, name="home"),
    path("new", views.new_table, name="new_table"),
    path("demo", views.open_demo, name="open_demo"),
    path("s/<str:secret>", views.open_link, name="open_link"),
    # /sheets/
    path("sheets/<uuid:sheet_id>", views.sheet, name="sheet"),
    path("sheets/<uuid:sheet_id>/share", views.share, name="share"),
    path("sheets/<uuid:sheet_id>/links", views.create_link, name="create_link"),
    path("sheets/<uuid:sheet_id>/hands", views.record_hand, name="record_hand"),
    path("sheets/<uuid:sheet_id>/hands/<int:number>", views.hand, name="hand"),
    path("sheets/<uuid:sheet_id>/hands/<int:number>/correct", views.correct_hand, name="correct_hand"),
    path("sheets/<uuid:sheet_id>/hands/<int:number>/strike", views.strike_hand, name="strike_hand"),
    path("sheets/<uuid:sheet_id>/hands/<int:number>/restore", views.restore_hand, name="restore_hand"),
]
