"""Every address of the site. A route is named like its view function; each app keeps its own list."""

from django.urls import URLPattern, URLResolver, include, path
from django.views.i18n import set_language

from cegoscore import views
from tournaments.views import links

urlpatterns: list[URLPattern | URLResolver] = [
    path("healthz", views.healthz, name="healthz"),
    path("manifest.webmanifest", views.manifest, name="manifest"),
    path("language", set_language, name="set_language"),
    path("", include("cegoscore.clubs.urls")),
    path("", include("cegoscore.scoresheet.urls")),
    path("t/<str:secret>", links.open_tournament_link, name="open_tournament_link"),
    path("clubs/", include("tournaments.club_urls")),
    path("tournaments/", include("tournaments.urls")),
    path("seasons/", include("tournaments.season_urls")),
]
