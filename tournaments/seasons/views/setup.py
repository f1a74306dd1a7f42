"""Setting a season up, changing how it counts, and which events belong to it."""

from collections.abc import Callable
from contextlib import suppress
from datetime import date
from functools import partial
from typing import Any
from uuid import UUID, uuid4

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_POST

from cegoscore.clubs.rights.devices import device_id, known_device, remember
from cegoscore.front.limits import form_page, takes_files
from tournaments.course.lists.page import preview_of, remember_columns, remembered
from tournaments.course.views import answered
from tournaments.course.wording import point_out, refused
from tournaments.seasons import addable, queries, services
from tournaments.seasons.access import get_event, get_season_to_arrange, signature_of
from tournaments.seasons.forms import NewSeasonForm, ReasonForm, SeasonForm, SeasonTotalsForm, WeightForm
from tournaments.seasons.importing import import_tournament, read_totals, wanted_of
from tournaments.seasons.models import Season
from tournaments.seasons.page import changes_of
from tournaments.seasons.wording import rules_sentences


@form_page
def new_season(request: HttpRequest) -> HttpResponse:
    """Open a season; whoever has no club yet gets one."""
    today = timezone.localdate()
    spring = date(today.year + (today.month > 4), 4, 30)
    start = {"uuid": uuid4(), "first_day": today, "last_day": spring}
    clubs = queries.clubs_managed_by(device_id(request))
    usual = queries.played_last(clubs)
    form = NewSeasonForm(request.POST or None, clubs=clubs, start=start | {"club": str(usual.pk) if usual else ""})
    refusal: dict[str, Any] = {"status": 422} if form.errors else {}
    if form.is_valid():
        device = known_device(request)
        asked = {"uuid": form.cleaned_data["uuid"], "club_name": form.cleaned_data["club_name"]}
        with refused() as refusal:
            season = services.open_season(device, club=form.chosen_club, **asked, **form.settings())
            response = redirect("season_events", season.pk)
            remember(response, device)
            return response
    return render(request, "seasons/new_season.html", {"form": form, **refusal}, status=refusal.get("status"))


@form_page
def season_settings(request: HttpRequest, season_id: UUID) -> HttpResponse:
    """Change a season. Another way of counting is first shown with everybody whom it moves, and then saved."""
    season = get_season_to_arrange(request, season_id)
    form = SeasonForm(request.POST or None, season=season)
    reason = ReasonForm(request.POST or {"version": season.version})
    context: dict[str, Any] = {"season": season, "form": form, "reason": reason, "version": season.version}
    page = partial(render, request, "seasons/season_settings.html")
    if request.method == "GET":
        return page(context)
    if not (form.is_valid() and reason.is_valid()):
        return page(context, status=422)
    if season.rules != form.rules() and request.POST.get("shown") != repr(form.rules()):
        return page(context | _preview(season, form))
    with refused() as refusal:
        seen = reason.cleaned_data["version"] or 0
        services.change_season(
            season, seen=seen, by=signature_of(request, reason.cleaned_data["why"]), **form.settings()
        )
        return redirect(season)
    point_out(reason, refusal.error)
    season = get_season_to_arrange(request, season_id)
    context |= {"season": season, "version": season.version, **refusal, **_preview(season, form)}
    return page(context, status=refusal["status"])


def _preview(season: Season, form: SeasonForm) -> dict[str, Any]:
    """The effect of another way of counting, which the page sends back as it was `shown`."""
    before, rules = season.rules, form.rules()
    if before == rules:
        return {}
    return {
        "shown": repr(rules),
        "before": rules_sentences(before),
        "after": rules_sentences(rules),
        "changes": changes_of(season, rules),
    }


# Events


def _events_page(
    request: HttpRequest, season: Season, *, problem: str = "", status: int = 200, **_form: Any
) -> HttpResponse:
    """The page, which writes its fields by hand: it shows no faults of a form."""
    context = {
        "season": season,
        "events": list(queries.events_of(season)),
        "otherwise": queries.otherwise_now(season),
        "problem": problem,
    } | addable.offered(season)
    return render(request, "seasons/season_events.html", context, status=status)


@form_page
def season_events(request: HttpRequest, season_id: UUID) -> HttpResponse:
    """Show the tournaments and evenings that belong to the season, and those that could."""
    season = get_season_to_arrange(request, season_id)
    if request.method == "GET":
        return _events_page(request, season)

    def act(*, why: str, **_version: Any) -> None:
        keys = (_keys(request, name) for name in ("tournament", "night", "evening"))
        services.add_events(season, **addable.chosen(season, *keys), by=signature_of(request, why))

    return _answered(request, season, act, ReasonForm(request.POST))


def _answered(request: HttpRequest, season: Season, act: Callable[..., None], form: ReasonForm) -> HttpResponse:
    return answered(partial(_events_page, request, season), act, "season_events", season.pk, reason=form)


def _keys(request: HttpRequest, name: str) -> list[UUID]:
    """Ticked rows; a value that is no key is ignored."""
    keys = []
    for text in request.POST.getlist(name):
        with suppress(ValueError):
            keys.append(UUID(text))
    return keys


@require_POST
def remove_season_event(request: HttpRequest, season_id: UUID, event_id: int) -> HttpResponse:
    """An event no longer belongs to the season."""
    return _change_event(request, season_id, event_id, ReasonForm(request.POST), services.remove_event)


@form_page
def weigh_season_event(request: HttpRequest, season_id: UUID, event_id: int) -> HttpResponse:
    """An event counts so many times from now on; first everybody whom that moves is shown."""
    season = get_season_to_arrange(request, season_id)
    event = get_event(season, event_id)
    form = WeightForm(request.POST)
    if request.method == "GET":  # the language was changed where the effect was shown
        return redirect("season_events", season.pk)
    if not form.is_valid() or request.POST.get("shown") == str(form.cleaned_data["weight"]):
        return _change_event(request, season_id, event_id, form, services.weigh_event)
    context = {"season": season, "event": event, **form.cleaned_data}
    event.weight = form.cleaned_data["weight"]
    context["changes"] = changes_of(season, season.rules, weighed=event)
    return render(request, "seasons/weigh_season_event.html", context)


def _change_event(
    request: HttpRequest, season_id: UUID, event_id: int, form: ReasonForm, change: Callable[..., None]
) -> HttpResponse:
    season = get_season_to_arrange(request, season_id)
    event = get_event(season, event_id)

    def act(*, why: str, version: int | None, **typed: int) -> None:
        change(event, by=signature_of(request, why), **typed)

    return _answered(request, season, act, form)


# A tournament from before the app


@form_page
@takes_files
def season_import(request: HttpRequest, season_id: UUID) -> HttpResponse:
    """Read in a list of totals: first it is looked over, then taken over."""
    season = get_season_to_arrange(request, season_id)
    if request.method == "GET":
        return _import_page(request, season, SeasonTotalsForm())
    form = SeasonTotalsForm(request.POST, request.FILES)
    if not form.is_valid():
        return _import_page(request, season, form, status=422)
    event = {key: form.cleaned_data[key] for key in ("uuid", "name", "venue", "day")}
    people = read_totals(season, form.cleaned_data["list"], event["day"], request.POST, remembered(request))
    agreed = "save" in request.POST
    preview = preview_of(people, form, wanted_of(season), season.club_id, agreed=agreed)
    if preview["problem"] or not agreed:
        return _import_page(request, season, form, preview=preview, status=preview["status"])
    with refused() as refusal:
        import_tournament(season, totals=people.good, by=signature_of(request, form.cleaned_data["why"]), **event)
        return remember_columns(redirect("season_events", season.pk), request, people)
    point_out(form, refusal.error)
    return _import_page(request, season, form, preview=preview, **refusal)


def _import_page(
    request: HttpRequest, season: Season, form: SeasonTotalsForm, *, status: int = 200, **more: Any
) -> HttpResponse:
    return render(request, "seasons/season_import.html", {"season": season, "form": form} | more, status=status)
