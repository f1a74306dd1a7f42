"""The floor that our pages are compared with: bare views behind the same middleware."""

from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.template import engines
from django.urls import include, path

from cegoscore.clubs.models import FailedGuess

ROW = engines["django"].from_string("<li>{{ row.pk }} {{ row.address_hash }}</li>")


def hello(request: HttpRequest) -> HttpResponse:
    """Five bytes."""
    return HttpResponse("hello")


def write(request: HttpRequest) -> HttpResponse:
    """One INSERT in a transaction and a template of one row."""
    with transaction.atomic():
        row = FailedGuess.objects.create(address_hash="bare")
    return HttpResponse(ROW.render({"row": row}))


urlpatterns = [
    path("", include("cegoscore.urls")),
    path("bare/hello", hello, name="hello"),
    path("bare/write", write, name="write"),
]
