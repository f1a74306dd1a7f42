"""Pages of "Cego lernen": the list, a lesson, and what is printed for a first evening or a course."""

from itertools import pairwise

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from cegoscore.clubs.house_rules.rule_sets import Offer, find_offer, own_offers
from cegoscore.clubs.house_rules.statements import speaker_of
from cegoscore.clubs.rights.devices import device_id
from cegoscore.contest.lots import Lots
from cegoscore.learning.lessons import EXERCISES, LESSONS, advice, fitting
from cegoscore.learning.played import titles, told
from cegoscore.learning.printed import course_hands, first_evening_of
from cegoscore.learning.task import NAMES, Ground, ground_of
from cegoscore.scoresheet.ledger.access import keepable
from cegoscore.scoresheet.ledger.writing import DEFAULT_RULES

VARIANTS = 1000
"""Variants of a lesson's tasks and sheets of a course, by the number `n` in the address."""


def variant_of(request: HttpRequest) -> int:
    """Number in the address by which lots are drawn; 1 without one."""
    number = request.GET.get("n", "")
    return int(number) % VARIANTS if number.isdecimal() and len(number) < 5 else 1


def _get_ground(request: HttpRequest, identifier: str, lots: Lots) -> tuple[Offer, Ground]:
    """The rule set if this device may look at it and its play is known; otherwise that of a new table."""
    for known in (identifier, DEFAULT_RULES):
        offer = find_offer(known, device_id(request))
        if offer and (say := speaker_of(offer.rules, offer.original)):
            return offer, ground_of(say, lots)
    raise Http404


@require_safe
def learn(request: HttpRequest, identifier: str = "") -> HttpResponse:
    """All lessons; without a rule set by the first one of the device's clubs, else by that of a new table."""
    if not identifier:
        identifier = next((offer.identifier for offer in own_offers(device_id(request))), DEFAULT_RULES)
    offer, ground = _get_ground(request, identifier, Lots("", 0, ""))
    context = {"offer": offer, "lessons": fitting(LESSONS, ground), "exercises": fitting(EXERCISES, ground)}
    context |= {"hands": titles(ground), "said": ground.said(["games.aim"])}
    return keepable(request, render(request, "learning/learn.html", context))


@require_safe
def lesson(request: HttpRequest, identifier: str, key: str) -> HttpResponse:
    """A lesson or an exercise. The number `n` in its address says by which lots its tasks are drawn."""
    variant = variant_of(request)
    offer, ground = _get_ground(request, identifier, Lots(str(variant), 0, key))
    lessons = fitting(LESSONS, ground)
    chosen = (lessons | fitting(EXERCISES, ground)).get(key)
    if chosen is None:
        return redirect("learn", offer.identifier)
    order, statements = list(lessons), chosen.said(ground)
    context = {
        "offer": offer,
        "lesson": chosen,
        "said": statements,
        "origins": list(dict.fromkeys((one.label, one.status_text, one.place) for one in statements)),
        "tasks": list(chosen.tasks(ground)),
        "example": chosen.example(ground) if chosen.example else None,
        "cards": ground.cards if key == "cards" else (),
        "advice": advice(ground) if key == "bidding" else (),
        "place": order.index(key) + 1 if key in lessons else 0,
        "all": len(order),
        "before": dict(pairwise(order[::-1])).get(key),
        "after": dict(pairwise(order)).get(key),
        "next_variant": (variant + 1) % VARIANTS,
    }
    return keepable(request, render(request, "learning/lesson.html", context))


@require_safe
def first_evening(request: HttpRequest, identifier: str) -> HttpResponse:
    """One page to print for those who play for the first time."""
    offer, ground = _get_ground(request, identifier, Lots("", 0, ""))
    context = {"offer": offer, "evening": first_evening_of(ground)}
    return keepable(request, render(request, "learning/first_evening.html", context))


@require_safe
def course(request: HttpRequest, identifier: str) -> HttpResponse:
    """Two pages to print for a course: hands to work out, and the answers. The number `n` says which sheet it is."""
    sheet = variant_of(request)
    offer, ground = _get_ground(request, identifier, Lots(str(sheet), 0, "course"))
    hands = course_hands(ground)
    if not hands:
        return redirect("learn", offer.identifier)
    context = {"offer": offer, "hands": hands, "names": NAMES[: ground.rules.players]}
    context |= {"sheet": sheet, "next_sheet": (sheet + 1) % VARIANTS, "last_sheet": VARIANTS - 1}
    return keepable(request, render(request, "learning/course.html", context))


@require_safe
def played(request: HttpRequest, identifier: str, game: str) -> HttpResponse:
    """A hand played out. All of it is on the page, and a script shows it card by card."""
    offer, ground = _get_ground(request, identifier, Lots("", 0, ""))
    values = told(game, ground)
    if values is None:
        return redirect("learn", offer.identifier)
    return keepable(request, render(request, "learning/played.html", values | {"offer": offer}))
