"""Addresses of standings and prizes."""

from django.urls import URLPattern, path

from tournaments.standings import views

urlpatterns: list[URLPattern] = [
    path("<uuid:tournament_id>/standings", views.standings, name="standings"),
    path("<uuid:tournament_id>/prizes", views.prizes, name="prizes"),
]
