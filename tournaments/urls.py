"""Addresses of tournaments: each room has its own list."""

from django.urls import URLPattern, URLResolver, include, path

from tournaments.setup import links

ROOMS = ("standings", "hall", "desk", "door", "drawing", "course", "setup", "papers")
"""Rooms whose pages a whole hall asks for come first: every address before it costs a request a microsecond."""

urlpatterns: list[URLPattern | URLResolver] = [
    path("t/<str:secret>", links.open_tournament_link, name="open_tournament_link"),
    *(path("tournaments/", include(f"tournaments.{room}.urls")) for room in ROOMS),
]
