"""The floor under a league table, a club's records and a player's page: the same rows, by the shortest views.

They heed neither who may look nor corrected hands, practice, people under two names, or more than one language.
"""

from collections import defaultdict
from uuid import UUID

from django.db.models import Count, F, IntegerField, Q, QuerySet, Sum
from django.db.models.fields.json import KeyTextTransform
from django.db.models.functions import Cast
from django.http import HttpRequest, HttpResponse
from django.template import engines
from django.urls import include, path

from cegoscore.scoresheet.models import Score
from tournaments.models import Entrant, Result

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


PLAYER = engines["django"].from_string(
    "<table>{% for row in results %}<tr><td>{{ row.day }}</td><td>{{ row.name }}</td><td>{{ row.venue }}</td>"
    "<td>{{ row.rank }}</td><td>{{ row.players }}</td><td>{{ row.points }}</td><td>{{ row.total }}</td></tr>"
    "{% endfor %}</table>{% for table in tables %}<table>{% for row in table %}<tr>"
    "{% for value in row %}<td>{{ value }}</td>{% endfor %}</tr>{% endfor %}</table>{% endfor %}"
)


def bare_player(request: HttpRequest, club_id: UUID, player_id: int) -> HttpResponse:
    """All results with their ranks, games by kind, the best and the worst hand, Räuber, and with whom."""
    scores = Score.objects.filter(seat__player=player_id).order_by()
    declarer = Cast(KeyTextTransform("declarer", "hand__outcome"), IntegerField())
    declared = scores.annotate(declarer=declarer).filter(declarer=F("seat__number")).values_list("hand__game")
    kinds = declared.annotate(count=Count("pk"), won=Count("pk", filter=Q(points__gt=0)), sum=Sum("points"))
    raeuber = scores.filter(hand__game="raeuber").aggregate(
        played=Count("pk"), lost=Count("pk", filter=Q(points__lt=0))
    )
    others = scores.values_list("hand__scores__seat__player__name").annotate(hands=Count("pk"), sum=Sum("points"))
    company = sorted(others, key=lambda row: -row[2])
    tables = [kinds, _hands(scores.order_by("-points")), _hands(scores.order_by("points")), [raeuber.values()]]
    context = {"results": _results(player_id), "tables": [*tables, company[:6], company[-5:]]}
    return HttpResponse(PLAYER.render(context))


def _hands(scores: QuerySet[Score]) -> QuerySet[Score, tuple[object, ...]]:
    """The first of them, with its table."""
    table = "hand__session__table"
    tournament = f"{table}__round__tournament"
    where = (f"{tournament}__name", f"{tournament}__day", f"{table}__round__number", f"{table}__number")
    return scores.values_list("points", "hand__game", *where)[:1]


def _results(player_id: int) -> list[dict[str, object]]:
    entries = Entrant.objects.filter(player=player_id).select_related("tournament").order_by("tournament__day")
    fields: dict[UUID, dict[int, int]] = defaultdict(dict)
    results = Result.objects.filter(round__tournament__entrants__player=player_id).order_by()
    sums = results.values_list("round__tournament", "entrant").annotate(sum=Sum("points"))
    for tournament, entrant, points in sums:
        fields[tournament][entrant] = points
    total, rows = 0, []
    for entry in entries:
        field = fields[entry.tournament_id]
        own = field[entry.pk]
        total += own
        rank = 1 + sum(points > own for points in field.values())
        event = {name: getattr(entry.tournament, name) for name in ("day", "name", "venue")}
        rows.append({**event, "rank": rank, "players": len(field), "points": own, "total": total})
    return rows[::-1]


ALL_TIME = engines["django"].from_string(
    "<table>{% for row in rows %}<tr><td>{{ forloop.counter }}</td><td>{{ row.name }}</td><td>{{ row.village }}</td>"
    "<td>{{ row.events }}</td><td>{{ row.best }}</td><td>{{ row.total }}</td></tr>{% endfor %}</table>"
)


def bare_records(request: HttpRequest, club_id: UUID) -> HttpResponse:
    """Sums by person and tournament of a whole club, the highest total first."""
    results = Result.objects.filter(round__tournament__club=club_id)
    names = ("entrant__player", "entrant__player__name", "entrant__player__village")
    sums = results.order_by().values_list(*names, "round__tournament").annotate(sum=Sum("points"))
    found: dict[tuple[int, str, str], list[int]] = defaultdict(list)
    for player, name, village, _tournament, points in sums:
        found[player, name, village].append(points)
    rows = [
        {"name": name, "village": village, "events": len(own), "best": max(own), "total": sum(own)}
        for (_player, name, village), own in found.items()
    ]
    return HttpResponse(ALL_TIME.render({"rows": sorted(rows, key=lambda row: -row["total"])}))


urlpatterns = [
    path("", include("cegoscore.urls")),
    path("bare/seasons/<uuid:season_id>", bare_season, name="bare_season"),
    path("bare/clubs/<uuid:club_id>/players/<int:player_id>", bare_player, name="bare_player"),
    path("bare/clubs/<uuid:club_id>/records", bare_records, name="bare_records"),
]
