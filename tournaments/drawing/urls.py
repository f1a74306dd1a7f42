"""Addresses of the draw."""

from django.urls import URLPattern, path

from tournaments.drawing import seating_views, views, wishes_views

urlpatterns: list[URLPattern] = [
    path("<uuid:tournament_id>/desk/wishes", wishes_views.draw_wishes, name="draw_wishes"),
    path("<uuid:tournament_id>/desk/wishes/apart", wishes_views.keep_apart, name="keep_apart"),
    path("<uuid:tournament_id>/desk/wishes/apart/<int:wish>/drop", wishes_views.let_together, name="let_together"),
    path("<uuid:tournament_id>/desk/wishes/fixed", wishes_views.fix_table, name="fix_table"),
    path("<uuid:tournament_id>/desk/wishes/fixed/<int:number>/drop", wishes_views.let_move, name="let_move"),
    path("<uuid:tournament_id>/desk/divide", seating_views.divide_field, name="divide_field"),
    path("<uuid:tournament_id>/desk/seats/<int:entrant_id>/draw", seating_views.seat_late, name="seat_late"),
    path("<uuid:tournament_id>/desk/seats/<int:entrant_id>/empty", seating_views.empty_seat, name="empty_seat"),
    path("<uuid:tournament_id>/rounds/<int:number>/draw", views.draw, name="draw"),
    path("<uuid:tournament_id>/rounds/<int:number>/draw/changes", views.draw_changes, name="draw_changes"),
    path("<uuid:tournament_id>/rounds/<int:number>/draw/again", views.redraw, name="redraw"),
    path("<uuid:tournament_id>/rounds/<int:number>/draw/swap", views.swap, name="swap"),
    path("<uuid:tournament_id>/rounds/<int:number>/draw/back", views.undraw, name="undraw"),
    path("<uuid:tournament_id>/rounds/<int:number>/start", views.start_round, name="start_round"),
]
