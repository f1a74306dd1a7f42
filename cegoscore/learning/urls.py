"""Addresses of "Cego lernen"."""

from cegoscore.addresses import routes
from cegoscore.learning import views

urlpatterns = routes(
    "",
    {
        "": views.learn,
        "<slug:identifier>": views.learn,
        "<slug:identifier>/first-evening": views.first_evening,
        "<slug:identifier>/course": views.course,
        "<slug:identifier>/played/<slug:game>": views.played,
        "<slug:identifier>/<slug:key>": views.lesson,
    },
)
