"""Addresses of what everybody sees: phone, wall and paper."""

from django.urls import URLPattern, path

from tournaments.hall import paper, views

urlpatterns: list[URLPattern] = [
    path("<uuid:tournament_id>", views.tournament, name="tournament"),
    path("<uuid:tournament_id>/picture.png", views.tournament_image, name="tournament_image"),
    path("<uuid:tournament_id>/calendar.ics", views.tournament_calendar, name="tournament_calendar"),
    path("<uuid:tournament_id>/me", views.remember_me, name="remember_me"),
    path("sheets/<uuid:sheet_id>", views.hall_from_sheet, name="hall_from_sheet"),
    path("<uuid:tournament_id>/beamer", views.beamer, name="beamer"),
    path("<uuid:tournament_id>/print", paper.paper, name="paper"),
    path("<uuid:tournament_id>/print/<slug:what>", paper.paper, name="paper"),
    path("signs/<uuid:club_id>", views.table_signs, name="table_signs"),
    path("signs/<uuid:club_id>/<int:number>", views.table_sign, name="table_sign"),
    path("<uuid:tournament_id>/draws/<int:number>.json", views.published_draw, name="published_draw"),
]
