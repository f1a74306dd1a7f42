"""Addresses of tournaments: each room has its own list."""

from django.urls import URLPattern, URLResolver, include, path

from tournaments.setup import links

ROOMS = ("course", "setup", "door", "drawing", "desk", "standings", "hall", "papers")

urlpatterns: list[URLPattern | URLResolver] = [
    path("t/<str:secret>", links.open_tournament_link, name="open_tournament_link"),
    *(path("tournaments/", include(f"tournaments.{room}.urls")) for room in ROOMS),
]
