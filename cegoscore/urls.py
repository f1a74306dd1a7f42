"""Every address of the site. A route is named like its view function; each app keeps its own list."""

from django.urls import URLPattern, URLResolver, include, path
from django.views.i18n import set_language

from cegoscore import views
from cegoscore.views import components

urlpatterns: list[URLPattern | URLResolver] = [
    path("manifest.webmanifest", views.manifest, name="manifest"),
    path("components", components, name="components"),
    path("language", set_language, name="set_language"),
    # Those that one look at the beginning of an address rules out come before those that are tried one by one.
    path("", include("tournaments.urls")),
    path("learn/", include("cegoscore.learning.urls")),
    path("", include("tournaments.clubhouse.urls")),
    path("seasons/", include("tournaments.seasons.urls")),
    path("nights/", include("cegoscore.nights.urls")),
    path("", include("cegoscore.hosting.urls")),
    path("", include("cegoscore.scoresheet.urls")),
    path("", include("cegoscore.answers.urls")),
    path("", include("cegoscore.clubs.house_rules.urls")),
]
