"""Personal copy: all data kept about one person, and about nobody else."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from itertools import chain
from typing import Any
from uuid import UUID

from django.db.models import Prefetch, Q

from cegoscore.bookings.models import Booking
from cegoscore.clubs.models import Player
from cegoscore.clubs.people import names_of, said_of
from cegoscore.scoresheet.ledger.ledger_rows import in_force
from cegoscore.scoresheet.models import Adjustment, Hand, Score, Seat
from tournaments.clubhouse.people.naming import Names
from tournaments.models import Apart, Category, Entrant, Result
from tournaments.seasons.models import DrawnPlace, FixedPoints, PastChampion, Season

FORMAT = "cegoscore/person@1"


def copy_of(person: Player) -> dict[str, Any]:
    """The copy as a value for JSON."""
    rows = list(names_of(person.pk).order_by("pk"))
    return {
        "format": FORMAT,
        **said_of(person),
        "club": person.club.name,
        "other_names": [{"name": row.name, "village": row.village} for row in rows if row.pk != person.pk],
        "sheets": _sheets(rows),
        "payments": _payments(rows),
        "tournaments": _tournaments(rows),
        "seasons": _seasons(rows),
        "past_titles": list(
            PastChampion.objects.filter(player__in=rows).order_by("year", "pk").values("year", "event", "points")
        ),
    }


def _sheets(rows: Sequence[Player]) -> list[dict[str, Any]]:
    adjustments = Prefetch("session__adjustments", Adjustment.objects.order_by("pk"))
    played = Seat.objects.filter(player__in=rows).select_related("session").prefetch_related(adjustments)
    seats = list(played.order_by("session__started_at", "session"))
    scores = dict(Score.objects.filter(seat__in=seats).values_list("hand", "points"))
    hands: dict[Any, list[Hand]] = defaultdict(list)
    for hand in Hand.objects.filter(session__in=[seat.session_id for seat in seats]).order_by("place", "revision"):
        hands[hand.session_id].append(hand)
    return [
        {
            "id": str(seat.session_id),
            "title": seat.session.title,
            "started": seat.session.started_at.isoformat(),
            "total": seat.total,
            "hands": _hands(hands[seat.session_id], scores),
            "adjustments": [
                {"at": row.written_at.isoformat(), "points": row.amounts[seat.number]}
                for row in seat.session.adjustments.all()
                if seat.number < len(row.amounts)
            ],
        }
        for seat in seats
    ]


def _payments(rows: Sequence[Player]) -> list[dict[str, Any]]:
    """Amounts that the person paid, got or owes a box; nobody else is named: a reason that names others is left out."""
    others = Player.objects.filter(club=rows[0].club_id).exclude(pk__in=[row.pk for row in rows])
    names = Names(others.values_list("name", flat=True))
    bookings = Booking.objects.filter(Q(payer__in=rows) | Q(receiver__in=rows)).order_by("pk")
    return [
        {
            "at": row.written_at.isoformat(),
            "kind": row.kind,
            "event": row.key,
            "cents": -row.cents if row.payer in rows else row.cents,
            "currency": row.currency,
            "reason": "" if names.stand_in(row.reason) else row.reason,
        }
        for row in bookings.select_related("payer")
    ]


def _hands(rows: Iterable[Hand], scores: dict[int, int]) -> list[dict[str, Any]]:
    """The hands in force in which the person won or lost something, or nothing."""
    return [
        {"hand": row.number, "at": row.written_at.isoformat(), "game": row.game, "points": scores[row.pk]}
        for row in in_force(rows)
        if row.pk in scores
    ]


def _tournaments(rows: Sequence[Player]) -> list[dict[str, Any]]:
    categories = Prefetch("categories", Category.objects.order_by("pk"))
    results = Prefetch("results", Result.objects.select_related("round", "table").order_by("round__number"))
    entered = Entrant.objects.filter(player__in=rows).select_related("tournament").prefetch_related(categories, results)
    entrants = list(entered.order_by("tournament__day", "pk"))
    apart = Apart.objects.filter(Q(one__in=entrants) | Q(other__in=entrants)).values_list("one", "other")
    wishes = Counter(chain.from_iterable(apart))
    return [
        {
            "name": entrant.tournament.name,
            "day": entrant.tournament.day.isoformat(),
            "venue": entrant.tournament.venue,
            "number": entrant.number,
            "status": entrant.status,
            "has_paid": entrant.has_paid,
            "practises": entrant.practises,
            "takes": entrant.takes,
            "fixed_table": entrant.fixed_table,
            "team": entrant.team,
            "categories": [category.label for category in entrant.categories.all()],
            "wishes_to_sit_apart": wishes[entrant.pk],
            "rounds": [
                {
                    "round": result.round.number,
                    "table": result.table and result.table.number,
                    "seat": result.seat,
                    "points": result.points,
                    "penalty": result.penalty,
                    "games_won": result.games_won,
                    "source": result.source,
                }
                for result in entrant.results.all()
            ],
        }
        for entrant in entrants
    ]


def _seasons(rows: Sequence[Player]) -> list[dict[str, Any]]:
    """Rows of seasons about the person: fixed points, drawn places, won seasons. The rest follows from the above."""
    fixed = FixedPoints.objects.filter(player__in=rows).order_by("event__day", "pk")
    drawn = DrawnPlace.objects.filter(player__in=rows).order_by("decision__at", "pk")
    won = Season.objects.filter(champions__in=rows).values_list("pk", flat=True)
    points: dict[UUID, list[FixedPoints]] = defaultdict(list)
    for row in fixed.select_related("event__tournament", "event__night", "event__sheet", "event__guest"):
        points[row.event.season_id].append(row)
    places: dict[UUID, list[int]] = defaultdict(list)
    for season_id, place in drawn.values_list("decision__season", "place"):
        places[season_id].append(place)
    named = Season.objects.filter(
        Q(events__fixed__in=fixed) | Q(decisions__drawn_places__in=drawn) | Q(pk__in=won)
    ).distinct()
    return [
        {
            "name": season.name,
            "is_champion": season.pk in won,
            "points": [{"day": row.event.held_on.isoformat(), "points": row.points} for row in points[season.pk]],
            "drawn_places": places[season.pk],
        }
        for season in named.order_by("first_day", "pk")
    ]
