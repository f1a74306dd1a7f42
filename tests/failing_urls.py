"""Addresses of the app, and one that fails."""

from django.http import HttpRequest, HttpResponse
from django.urls import path

from cegoscore import urls


def fail(request: HttpRequest, secret: str) -> HttpResponse:
    """Raise an error while something typed is at hand."""
    typed = "Anna " + "mieheG"[::-1]  # so that it does not stand in the source, which a trace shows
    raise ZeroDivisionError(f"division of {len(typed)}")


urlpatterns = [path("s/<str:secret>", fail), *urls.urlpatterns]
