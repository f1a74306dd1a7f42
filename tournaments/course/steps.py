"""The course of the evening as steps: registering, drawing and playing each round, the prize giving."""

from typing import Any
from uuid import UUID

from django.db.models import Count, QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _, ngettext

from cegoscore.database.prepared import Prepared
from tournaments.models import Entrant, EntrantStatus, Round, RoundState, Table, Tournament

Step = tuple[str, int]
"""A step of the evening by the route of its page and the number of its round, 0 for none."""

DOOR: Step = "door", 0
CEREMONY: Step = "ceremony", 0
NOWHERE: Step = "", 0
"""A page that belongs to no step."""


def draw_key(number: int) -> Step:
    """The step in which a round is drawn."""
    return "draw", number


def round_key(number: int) -> Step:
    """The step in which a round is played."""
    return "round_desk", number


def current_step(tournament: Tournament) -> Step:
    """The key of the step that the evening has come to."""
    return _current(tournament, _states(tournament))


def steps_of(tournament: Tournament, here: Step) -> list[dict[str, Any]]:
    """Steps of the evening; `here` is the key of the one whose page is shown. Three queries at most.

    `address` is empty while a step cannot be taken yet, `state` one of `done`, `now` and `later`; near (`is_near`) are
    the one that is shown and its neighbours: a phone has room for these only. The one to go on with (`is_next`) is
    the one that the evening has come to, from the door the draw.
    """
    states = _states(tournament)
    rounds = () if _was_read_in(tournament) else range(1, max(tournament.rounds, *states, 0) + 1)
    keys = [DOOR, *(key(n) for n in rounds for key in (draw_key, round_key)), CEREMONY]
    key_now = _current(tournament, states)
    now = keys.index(key_now)
    place = keys.index(here) if here in keys else now
    following = keys.index(draw_key(1)) if key_now == DOOR and here in (DOOR, draw_key(1)) else now
    return [
        {
            "key": key,
            "is_door": key == DOOR,
            "label": _label(key),
            "address": address_of(tournament, key) if _can_be_taken(key, states, now, index) else "",
            "note": _note(tournament, key, states),
            "state": "done"
            if index < now or tournament.finished_at
            else "now"
            if index == now and not tournament.is_over
            else "later",
            "is_here": key == here,
            "is_near": abs(index - place) <= 1,
            "is_next": index == following and key != here and not tournament.is_over,
        }
        for index, key in enumerate(keys)
    ]


def _states(tournament: Tournament) -> dict[int, str]:
    return dict(_rounds(tournament.pk))


@Prepared
def _rounds(tournament: UUID) -> QuerySet[Round, tuple[int, str]]:
    """Number and state of the rounds that are drawn."""
    return Round.objects.filter(tournament=tournament).order_by("number").values_list("number", "state")


def _was_read_in(tournament: Tournament) -> bool:
    """True if the tournament was imported as totals: nothing was drawn, no round can be looked at."""
    tables = Table.objects.filter(round__tournament=tournament)
    return tournament.finished_at is not None and not tables.exists()


def _current(tournament: Tournament, states: dict[int, str]) -> Step:
    last = max(states, default=0)
    if not last:
        return DOOR
    if states[last] == RoundState.DRAWN:
        return draw_key(last)
    if states[last] == RoundState.PLAYING:
        return round_key(last)
    return draw_key(last + 1) if last < tournament.rounds else CEREMONY


def _can_be_taken(key: Step, states: dict[int, str], now: int, index: int) -> bool:
    """The next draw can be looked at before it is time, a round once it is drawn."""
    route, number = key
    if route == "round_desk":
        return states.get(number) in (RoundState.PLAYING, RoundState.CLOSED)
    return index <= now or (key == draw_key(1) and not states)


def _label(key: Step) -> str:
    route, number = key
    if route == "draw":
        return _("Draw round %(number)s") % {"number": number}
    if route == "round_desk":
        return _("Round %(number)s") % {"number": number}
    return _("Register") if key == DOOR else _("Prize giving")


def _note(tournament: Tournament, key: Step, states: dict[int, str]) -> str:
    if key == DOOR:
        return here_in_words(sum(count for (count,) in _present(tournament.pk)))
    route, number = key
    words = {str(RoundState.PLAYING): _("is being played"), str(RoundState.CLOSED): _("closed")}
    return words.get(states.get(number, ""), "") if route == "round_desk" else ""


@Prepared
def _present(tournament: UUID) -> QuerySet[Entrant, tuple[int]]:
    """The number of those who are here and play for the ranking; nothing if nobody is."""
    here = Entrant.objects.filter(tournament=tournament, status=EntrantStatus.PRESENT, practises=False, is_house=False)
    return here.order_by().values("tournament").annotate(count=Count("pk")).values_list("count")


def here_in_words(count: int) -> str:
    """The note of the step at the door: how many are here who play for the ranking."""
    return ngettext("%(count)s here", "%(count)s here", count) % {"count": count}


def address_of(tournament: Tournament, key: Step) -> str:
    """The address of the step's page."""
    route, number = key
    return reverse(route, args=[tournament.pk, number] if number else [tournament.pk])
