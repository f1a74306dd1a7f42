"""Addresses of the app, and one that fails."""

from django.db import IntegrityError
from django.http import HttpRequest, HttpResponse
from django.urls import path

from cegoscore import urls


def fail(request: HttpRequest, secret: str) -> HttpResponse:
    """Raise an error while something typed is at hand."""
    typed = "Anna " + "mieheG"[::-1]  # so that it does not stand in the source, which a trace shows
    raise ZeroDivisionError(f"division of {len(typed)}")


def violate(request: HttpRequest) -> HttpResponse:
    """Raise an error as PostgreSQL's driver does, which repeats a row of the database."""
    said = 'null value in column "day" violates a constraint\nDETAIL:  Failing row contains (54, Anna G' + "eheim).\n"
    raise IntegrityError(said) from ValueError(said)


urlpatterns = [path("s/<str:secret>", fail), path("row", violate), *urls.urlpatterns]
