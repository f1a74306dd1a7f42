"""Addresses of the draw."""

from django.urls import URLPattern, path

from tournaments.drawing import views

urlpatterns: list[URLPattern] = [
    path("<uuid:tournament_id>/desk/wishes", views.draw_wishes, name="draw_wishes"),
    path("<uuid:tournament_id>/desk/wishes/apart", views.keep_apart, name="keep_apart"),
    path("<uuid:tournament_id>/desk/wishes/apart/<int:wish>/drop", views.let_together, name="let_together"),
    path("<uuid:tournament_id>/desk/wishes/fixed", views.fix_table, name="fix_table"),
    path("<uuid:tournament_id>/desk/wishes/fixed/<int:number>/drop", views.let_move, name="let_move"),
    path("<uuid:tournament_id>/desk/divide", views.divide_field, name="divide_field"),
    path("<uuid:tournament_id>/desk/seats/<int:entrant_id>/draw", views.seat_late, name="seat_late"),
    path("<uuid:tournament_id>/desk/seats/<int:entrant_id>/empty", views.empty_seat, name="empty_seat"),
    path("<uuid:tournament_id>/rounds/<int:number>/draw", views.draw, name="draw"),
    path("<uuid:tournament_id>/rounds/<int:number>/draw/changes", views.draw_changes, name="draw_changes"),
    path("<uuid:tournament_id>/rounds/<int:number>/draw/again", views.redraw, name="redraw"),
    path("<uuid:tournament_id>/rounds/<int:number>/draw/swap", views.swap, name="swap"),
    path("<uuid:tournament_id>/rounds/<int:number>/draw/back", views.undraw, name="undraw"),
    path("<uuid:tournament_id>/rounds/<int:number>/start", views.start_round, name="start_round"),
]
