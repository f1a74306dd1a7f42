"""The floor that our pages are compared with: bare views behind the same middleware."""

import uuid
from typing import Any

from django.db import transaction
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.template import engines
from django.urls import include, path

from cegoscore.clubs.models import FailedGuess
from tournaments.models import Entrant, Result

ROW = engines["django"].from_string("<li>{{ row.pk }} {{ row.address_hash }}</li>")


def hello(request: HttpRequest) -> HttpResponse:
    """Five bytes."""
    return HttpResponse("hello")


def write(request: HttpRequest) -> HttpResponse:
    """One INSERT in a transaction and a template of one row."""
    with transaction.atomic():
        row = FailedGuess.objects.create(address_hash="bare")
    return HttpResponse(ROW.render({"row": row}))


LARGE = 5_000_000


def large(request: HttpRequest) -> StreamingHttpResponse:
    """More than a connection takes that nobody reads from, in pieces."""
    return StreamingHttpResponse(b"x" * 100_000 for _ in range(LARGE // 100_000))


STANDINGS = engines["django"].from_string(
    """<table>{% for row in rows %}<tr id="n{{ row.number }}"><td class="rank">{{ row.rank }}</td>
    <th scope="row">{{ row.name }}<small>{{ row.number }}, {{ row.village }}</small></th>
    {% for points in row.points %}<td class="round">{{ points }}</td>{% endfor %}<td class="won">{{ row.won }}</td>
    <td class="total">{{ row.total }}</td></tr>{% endfor %}</table>"""
)


def standings(request: HttpRequest, tournament: uuid.UUID) -> HttpResponse:
    """The rows of the standings, asked for in two queries, sorted by their sum and rendered by a template."""
    names = ("pk", "number", "player__name", "player__village")
    entrants = Entrant.objects.filter(tournament=tournament, is_house=False).values_list(*names)
    by_key: dict[int, dict[str, Any]] = {
        key: {"number": number, "name": name, "village": village, "points": [], "won": None}
        for key, number, name, village in entrants
    }
    results = Result.objects.filter(round__tournament=tournament).order_by("round__number")
    for key, points in results.values_list("entrant", "points"):
        by_key[key]["points"].append(points)
    rows = sorted(by_key.values(), key=lambda row: -sum(row["points"]))
    for rank, row in enumerate(rows, 1):
        row.update(rank=rank, total=sum(row["points"]))
    return HttpResponse(STANDINGS.render({"rows": rows}))


urlpatterns = [
    path("", include("cegoscore.urls")),
    path("bare/hello", hello, name="hello"),
    path("bare/large", large, name="large"),
    path("bare/standings/<uuid:tournament>", standings, name="bare_standings"),
    path("bare/write", write, name="write"),
]
