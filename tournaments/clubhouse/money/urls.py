"""Addresses of a tournament's cash."""

from django.urls import path

from tournaments.clubhouse.money import views

urlpatterns = [path("<uuid:tournament_id>/cash", views.cash, name="cash")]
