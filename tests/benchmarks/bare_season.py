"""The floor under a league table: the same rows, asked for and rendered by the shortest view that shows them."""

from collections import defaultdict
from uuid import UUID

from django.db.models import Sum
from django.http import HttpRequest, HttpResponse
from django.template import engines
from django.urls import include, path

from tournaments.models import Result

TABLE = engines["django"].from_string(
    "<table>{% for row in rows %}<tr><td>{{ forloop.counter }}</td><td>{{ row.name }}</td><td>{{ row.village }}</td>"
    "{% for points in row.points %}<td>{{ points }}</td>{% endfor %}<td>{{ row.total }}</td></tr>{% endfor %}</table>"
)


def bare_season(request: HttpRequest, season_id: UUID) -> HttpResponse:
    """Sums by person and event, the highest total first."""
    results = Result.objects.filter(round__tournament__season_events__season=season_id)
    names = ("entrant__player", "entrant__player__name", "entrant__player__village")
    sums = results.order_by().values_list(*names, "round__tournament").annotate(sum=Sum("points"))
    found: dict[tuple[int, str, str], dict[UUID, int]] = defaultdict(dict)
    for player, name, village, tournament, points in sums:
        found[player, name, village][tournament] = points
    events = sorted({tournament for own in found.values() for tournament in own})
    rows = [
        {
            "name": name,
            "village": village,
            "points": [own.get(event, "") for event in events],
            "total": sum(own.values()),
        }
        for (_player, name, village), own in found.items()
    ]
    return HttpResponse(TABLE.render({"rows": sorted(rows, key=lambda row: -row["total"])}))


urlpatterns = [
    path("", include("cegoscore.urls")),
    path("bare/seasons/<uuid:season_id>", bare_season, name="bare_season"),
]
