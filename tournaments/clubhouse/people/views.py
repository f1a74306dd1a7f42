"""The people of a club, for those who manage it."""

from collections.abc import Callable
from typing import Any
from uuid import UUID

from django.core.paginator import Paginator
from django.db.models import prefetch_related_objects
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from cegoscore.clubs.known_people import proposed as proposed_names
from cegoscore.clubs.models import Player
from cegoscore.clubs.people import initials_of
from cegoscore.clubs.rights.access import get_club
from cegoscore.clubs.rights.devices import granted_device
from cegoscore.front.limits import form_page, one_at_a_time
from tournaments.clubhouse.people import services
from tournaments.clubhouse.people.chosen import SamePersonForm
from tournaments.clubhouse.people.copy import copy_of
from tournaments.clubhouse.people.mentions import mentions_of
from tournaments.clubhouse.people.queries import (
    FindForm,
    JuniorsForm,
    PersonForm,
    find_people,
    matcher_of,
    maybe_the_same,
    maybe_the_same_as,
    merged_into,
    named,
    others_than,
)
from tournaments.clubhouse.reach import get_player
from tournaments.course.wording import refused

PER_PAGE = 100


def get_person(request: HttpRequest, club_id: UUID, player_id: int) -> Player:
    """A person of a club that this device manages, by whatever name they are looked for."""
    return get_player(get_club(request, club_id), player_id).person


@require_safe
@one_at_a_time("GET", "HEAD")
def people(request: HttpRequest, club_id: UUID) -> HttpResponse:
    """The list of people, or the result of a search."""
    club = get_club(request, club_id)
    form = FindForm(request.GET)
    words = form.cleaned_data["q"] if form.is_valid() else ""
    listed = find_people(club, words)
    page = Paginator(listed, PER_PAGE).get_page(request.GET.get("page"))
    prefetch_related_objects(list(page), "merged")
    context = {"club": club, "form": form, "words": words, "page": page}
    if not words and page.number == 1:
        context["maybe_the_same"] = maybe_the_same(listed)
    return render(request, "clubhouse/people.html", context, status=422 if form.errors else 200)


@require_POST
def show_juniors(request: HttpRequest, club_id: UUID) -> HttpResponse:
    """Choose whether strangers read the names of juniors, or their initials only."""
    club, form = get_club(request, club_id), JuniorsForm(request.POST)
    if form.is_valid():
        services.show_juniors(club, by_initials=form.cleaned_data["by_initials"], by=granted_device(request).pk)
    return redirect("people", club.pk)


def _person_page(
    request: HttpRequest,
    person: Player,
    *,
    form: PersonForm | None = None,
    same_form: SamePersonForm | None = None,
    problem: str = "",
    status: int = 200,
) -> HttpResponse:
    others = others_than(person)
    alike = maybe_the_same_as(person, others)
    proposed = {"kept": named(alike[0])} if alike else {}
    context = {
        "club": person.club,
        "person": person,
        "form": form or PersonForm(person=person),
        "same_form": same_form or SamePersonForm(club=person.club_id, initial=proposed),
        "known": proposed_names([named(other) for other in others]),
        "alike": alike,
        "merged": merged_into(person),
        "initials": initials_of(person.name),
        "problem": problem,
    }
    return render(request, "clubhouse/person.html", context, status=status)


@require_safe
@one_at_a_time("GET", "HEAD")
def person(request: HttpRequest, club_id: UUID, player_id: int) -> HttpResponse:
    """A person, with all that can be done about the name."""
    player = get_person(request, club_id, player_id)
    return _person_page(request, player) if player.pk == player_id else _to(player)


def _to(person: Player) -> HttpResponse:
    return redirect("person", person.club_id, person.pk)


@require_POST
def rename_person(request: HttpRequest, club_id: UUID, player_id: int) -> HttpResponse:
    """Change name and village."""
    player = get_person(request, club_id, player_id)
    form = PersonForm(request.POST, person=player)
    if not form.is_valid():
        return _person_page(request, player, form=form, status=422)
    with refused() as refusal:
        services.rename_person(player, **form.cleaned_data, by=granted_device(request).pk)
        return _to(player)
    return _person_page(request, player, form=form, **refusal)


@require_POST
def merge_person(request: HttpRequest, club_id: UUID, player_id: int) -> HttpResponse:
    """Merge a person into another one."""
    player = get_person(request, club_id, player_id)
    form = SamePersonForm(request.POST, club=player.club_id)
    if not form.is_valid():
        return _person_page(request, player, same_form=form, status=422)
    into = form.cleaned_data["kept"].pk
    if player.pk != player_id and player.pk == into:
        return _to(player)
    with refused() as refusal:
        services.merge_person(player, kept=into, by=granted_device(request).pk)
        return redirect("person", club_id, into)
    return _person_page(request, player, same_form=form, **refusal)


@require_POST
def separate_person(request: HttpRequest, club_id: UUID, player_id: int) -> HttpResponse:
    """Undo a merge."""
    services.separate_person(get_player(get_club(request, club_id), player_id), by=granted_device(request).pk)
    return redirect("person", club_id, player_id)


@form_page
def shorten_person(request: HttpRequest, club_id: UUID, player_id: int) -> HttpResponse:
    """Ask, and then keep the initials only."""
    player = get_person(request, club_id, player_id)
    return _ask_and_do(request, player, services.shorten_person, "clubhouse/shorten_person.html")


@form_page
def erase_person(request: HttpRequest, club_id: UUID, player_id: int) -> HttpResponse:
    """Ask, and then take the name out of everything."""
    player = get_person(request, club_id, player_id)
    return _ask_and_do(request, player, services.erase_person, "clubhouse/erase_person.html")


def _ask_and_do(request: HttpRequest, person: Player, service: Callable[..., None], template: str) -> HttpResponse:
    """Show every text in which the name stands; once that is confirmed, do it."""
    if request.method == "POST":
        ticked = set(request.POST.getlist("also"))
        service(
            person,
            by=granted_device(request).pk,
            also=ticked,
            stays=set(request.POST.get("shown", "").split()) - ticked,
        )
        return _to(person)
    context = {"club": person.club, "person": person, "initials": initials_of(person.name)}
    return render(request, template, context | _mentions(person))


MOST_ASKED = 300
"""Texts of each kind that a page asks about. Of those beyond it, the ones with the whole name go."""


def _mentions(person: Player) -> dict[str, Any]:
    """The texts with a name, each once, those with all of it ticked; the rest may be about somebody else."""
    by_key = {mention.key: mention for mention in mentions_of(person.club, matcher_of(person))}
    whole = [mention for mention in by_key.values() if mention.is_whole]
    partly = [mention for mention in by_key.values() if not mention.is_whole][:MOST_ASKED]
    return {"whole": whole[:MOST_ASKED], "more": max(0, len(whole) - MOST_ASKED), "partly": partly}


@require_safe
def copy_person(request: HttpRequest, club_id: UUID, player_id: int) -> JsonResponse:
    """The personal copy as a file."""
    player = get_person(request, club_id, player_id)
    response = JsonResponse(copy_of(player), json_dumps_params={"ensure_ascii": False, "indent": 1})
    response["Content-Disposition"] = f'attachment; filename="person-{player.pk}.json"'
    return response
