"""Addresses of the desk's entrance and its decisions."""

from django.urls import URLPattern, path

from tournaments.course import views

urlpatterns: list[URLPattern] = [
    path("<uuid:tournament_id>/desk", views.desk, name="desk"),
    path("<uuid:tournament_id>/desk/news", views.desk_news, name="desk_news"),
    path("<uuid:tournament_id>/desk/decisions", views.desk_decisions, name="desk_decisions"),
]
