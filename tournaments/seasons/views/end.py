"""The end of a season: equals who drew, the champion, opening it again; and who may look."""

from functools import partial
from typing import Any
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.html import escape
from django.utils.translation import gettext_lazy

from cegoscore.clubs.errors import Refused
from cegoscore.clubs.models import Right
from cegoscore.clubs.rights.link_pages import LinkOffer, LinkPage, LinkRow
from cegoscore.contest.ties import TieBreak
from cegoscore.front.limits import form_page
from cegoscore.reached import public_address
from tournaments.course.tie_breaks import undecided
from tournaments.course.views import answered
from tournaments.course.wording import answer_to, point_out, refused
from tournaments.seasons import services
from tournaments.seasons.access import get_season_to_arrange, signature_of
from tournaments.seasons.forms import ReasonForm, SeasonTieForm
from tournaments.seasons.queries import is_running, league_table_of, otherwise_now


@form_page
def season_end(request: HttpRequest, season_id: UUID) -> HttpResponse:
    """Close a season and declare its champion, or open a closed one again."""
    season = get_season_to_arrange(request, season_id)
    if request.method == "GET":
        return _end_page(request, season_id)

    def act(*, why: str, version: int | None) -> None:
        by = signature_of(request, why)
        if request.POST.get("end") == "reopen":
            services.reopen_season(season, by=by)
        else:
            services.close_season(season, seen=version or 0, by=by)

    return answered(partial(_end_page, request, season_id), act, "season", season_id, reason=ReasonForm(request.POST))


def _end_page(
    request: HttpRequest,
    season_id: UUID,
    *,
    problem: str = "",
    status: int = 200,
    reason: ReasonForm | None = None,
    **_form: Any,
) -> HttpResponse:
    season = get_season_to_arrange(request, season_id)
    league = league_table_of(season)
    lines = league.lines()
    ties = undecided(lines)
    context = {
        "season": season,
        "first": [line for line in lines if line.row.rank == 1],
        "otherwise": otherwise_now(season),
        "running": [event for event in league.events if is_running(event)],
        "ties": ties,
        "other_ties": {rank: equal for rank, equal in ties.items() if rank > 1},
        "reason": reason or ReasonForm(),
        "problem": problem,
    }
    return render(request, "seasons/season_end.html", context, status=status)


@form_page
def season_tie(request: HttpRequest, season_id: UUID, rank: int) -> HttpResponse:
    """Note in which order equals were drawn, and who drew."""
    season = get_season_to_arrange(request, season_id)
    equal = undecided(league_table_of(season).lines()).get(rank)
    if equal is None and request.method == "POST":
        problem, status = answer_to(Refused("not_equal_any_more"))
        return _end_page(request, season_id, problem=problem, status=status)
    if equal is None:
        raise Http404
    people = [(line.person.pk, line.person.name) for line in equal]
    form = SeasonTieForm(request.POST or None, people=people, tie_breaks=season.tie_breaks)
    context: dict[str, Any] = {"season": season, "form": form, "rank": rank, "equal": equal}
    if not form.is_valid():
        return render(request, "seasons/season_tie.html", context, status=422 if form.errors else 200)
    by, by_what = signature_of(request, form.cleaned_data["why"]), TieBreak(form.cleaned_data["by"])
    with refused() as refusal:
        services.decide_tie(season, players=form.players, by_what=by_what, by=by)
        return redirect("season_end", season.pk)
    point_out(form, refusal.error)
    return render(request, "seasons/season_tie.html", context | refusal, status=refusal["status"])


# Who may look

LOOK = LinkOffer(
    label=Right.LOOK.label,
    sentence=gettext_lazy("Anyone who opens this link sees the table, also while it is not public."),
    button=gettext_lazy("Make a link to look on"),
)
EVERYBODY = LinkOffer(
    label=gettext_lazy("For everybody"),
    sentence=gettext_lazy("Everybody may see the table; its address is enough."),
)


def season_links(request: HttpRequest, season_id: UUID) -> LinkPage:
    """The link to the table; its own address is enough if everybody may see it."""
    season = get_season_to_arrange(request, season_id)
    address = public_address(request, season.get_absolute_url())
    framed = public_address(request, reverse("season_table", args=[season.pk]))
    return LinkPage(
        kind="season",
        thing=season,
        called=season.name,
        template="seasons/season_links.html",
        offers={Right.LOOK: LOOK},
        makes=() if season.is_public else (Right.LOOK,),
        opened_by="open_season_link",
        first=[LinkRow(offer=EVERYBODY, url=address)] if season.is_public else [],
        more={"frame": {"url": _frame(framed, season.name)} if season.is_public and season.club.site else None},
    )


def _frame(address: str, title: str) -> str:
    """The line of HTML by which another page shows the table."""
    named = f'src="{escape(address)}" title="{escape(title)}"'
    return f'<iframe {named} loading="lazy" width="100%" height="600" style="border:0"></iframe>'
