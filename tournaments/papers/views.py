"""Exports: the standings in three forms, the tournament as a document; and the import of one, with what is wrong where.

Places in a document are told as they are called in a hall.
"""

import re
from io import StringIO
from typing import Any
from uuid import UUID, uuid4

from django import forms
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.text import slugify
from django.utils.translation import gettext as _, gettext_lazy
from django.views.decorators.http import require_safe

from cegoscore.clubs.errors import Refused
from cegoscore.clubs.models import Guess
from cegoscore.clubs.rights.devices import known_device, remember
from cegoscore.clubs.rights.stranger_limits import count_wrong_code, must_wait
from cegoscore.clubs.wording import problem_sentence
from cegoscore.contest.chain import acts_since, is_short
from cegoscore.csv_text import csv_answer
from cegoscore.front.limits import form_page, one_at_a_time, takes_files
from cegoscore.scoring.problems import Problem
from tournaments.clubhouse.backup import CannotRestore, write_backup
from tournaments.course.access import ORGANISER, get_shown, get_tournament
from tournaments.course.decisions import SETTING_NAMES
from tournaments.course.queries import decisions_of
from tournaments.course.wording import answer_to
from tournaments.models import Tournament
from tournaments.papers.exports import csv_of, data_of, teams_csv_of
from tournaments.papers.importing import import_tournament_document
from tournaments.papers.press import press_text_of
from tournaments.papers.reading import ReadTournament, parse_json
from tournaments.standings.awards import awarded
from tournaments.standings.queries import standings_of

WORDS = SETTING_NAMES | {
    "rounds.": gettext_lazy("Round"),
    "tables.": gettext_lazy("Table"),
    "points.": gettext_lazy("Number"),
    "before.": gettext_lazy("Number"),
    "decisions.": gettext_lazy("Decision"),
    "decisions": gettext_lazy("Decisions"),
    "points": gettext_lazy("Points"),
    "numbers": gettext_lazy("who played"),
    "penalties": gettext_lazy("points taken off"),
    "draw": gettext_lazy("the draw"),
    "state": gettext_lazy("where it stands"),
    "hands": gettext_lazy("Hands a round"),
    "hands_larger": gettext_lazy("Hands at larger tables"),
    "hands_smaller": gettext_lazy("Hands at smaller tables"),
    "team_size": gettext_lazy("Players per team"),
    "team_best": gettext_lazy("How many of them count"),
    "held_from": gettext_lazy("results held back"),
    "finished": gettext_lazy("the end"),
    "cancelled": gettext_lazy("calling off"),
    "categories": gettext_lazy("who is in which category"),
    "takes": gettext_lazy("who gets no prize or no rank"),
    "house": gettext_lazy("who played for the house"),
    "gone": gettext_lazy("who had gone home at the end"),
    "outcome": gettext_lazy("the result at the end: ranks and who gets which prize"),
    "practice": gettext_lazy("practice tables"),
    "void": gettext_lazy("void tables"),
    "disputed": gettext_lazy("disputed results"),
    "draws": gettext_lazy("how often it was drawn"),
    "not_counting": gettext_lazy("whose result does not count"),
}
"""By key; one that a number follows ends with a dot."""


def place_in_words(key: str, *, several: bool = False) -> str:
    """Round 2, number 5 for `rounds.2.points.5`; round 2, points with `several`; what has no words stays as it is."""
    key = re.sub(r"\.\d+$", "", key) if several else key
    parts = [(word + number[:1], number[1:]) for word, number in re.findall(r"([^.]+)((?:\.\d+)?)", key)]
    is_known = all(word in WORDS for word, _number in parts)
    if is_known:
        return ", ".join(f"{WORDS[word]} {number}".strip() for word, number in parts)
    row = re.fullmatch(r"([a-z_]+)\.(\d+)\.(.+)", key)
    return (
        _("%(part)s, row %(row)s, %(column)s") % dict(zip(("part", "row", "column"), row.groups(), strict=True))
        if row
        else key
    )


def _file_name(tournament: Tournament) -> str:
    """The name under which a browser saves a file; it says which tournament it is."""
    return f"{slugify(tournament.name) or 'cego'}-{tournament.day:%Y-%m-%d}"


@require_safe
def standings_csv(request: HttpRequest, tournament_id: UUID) -> HttpResponse:
    """The standings as a table, `?teams` those of teams."""
    tournament, _right, shown = get_shown(request, tournament_id)
    write = teams_csv_of if "teams" in request.GET else csv_of
    return csv_answer(write(standings_of(tournament, shown)), _file_name(tournament))


@require_safe
def standings_json(request: HttpRequest, tournament_id: UUID) -> JsonResponse:
    """The standings as data; the format is documented and stays."""
    tournament, _right, shown = get_shown(request, tournament_id)
    data = data_of(tournament, standings_of(tournament, shown))
    return JsonResponse(data, json_dumps_params={"ensure_ascii": False, "indent": 1})


@require_safe
def press_text(request: HttpRequest, tournament_id: UUID) -> HttpResponse:
    """The result as text for a newspaper."""
    tournament, _right, shown = get_shown(request, tournament_id)
    table = standings_of(tournament, shown)
    text = press_text_of(tournament, table, awarded(tournament, table))
    return HttpResponse(text, content_type="text/plain; charset=utf-8")


LARGEST_DOCUMENT = 10_000_000
"""Bytes; two rounds of fifty tables with every hand have a fifth of that."""
MOST_PROBLEMS = 50


class DocumentForm(forms.Form):
    """A tournament's document."""

    most_bytes = LARGEST_DOCUMENT
    too_large = gettext_lazy("This file is too large for a tournament.")
    file = forms.FileField(label=gettext_lazy("File"))

    def clean_file(self) -> str:
        """The text in the file."""
        file = self.cleaned_data["file"]
        if file.size > self.most_bytes:
            raise forms.ValidationError(self.too_large)
        try:
            return str(file.read().decode("utf-8-sig"))
        except UnicodeDecodeError:
            raise forms.ValidationError(_("This is not a text file.")) from None


class TournamentFileForm(DocumentForm):
    """The key makes sure that a second tap does not read it in twice."""

    key = forms.UUIDField(widget=forms.HiddenInput)
    beside = forms.BooleanField(label=gettext_lazy("Load it once more: its results then count twice"), required=False)


class ReplayForm(DocumentForm):
    """A document from anybody, and the mark on the paper in their hand."""

    most_bytes = 5_000_000
    marks_optional = True
    mark = forms.CharField(
        label=gettext_lazy("Check code on the paper"),
        help_text=gettext_lazy("Sixteen letters and digits on every print; twelve on older ones."),
        required=False,
        max_length=40,
    )


@require_safe
@one_at_a_time("GET", "HEAD")
def export_tournament(request: HttpRequest, tournament_id: UUID) -> HttpResponse:
    """The whole tournament as one document; for organisers only."""
    tournament, _right = get_tournament(request, tournament_id, ORGANISER)
    out = StringIO()
    write_backup(tournament, out)
    headers = {"Content-Disposition": f'attachment; filename="{_file_name(tournament)}.json"'}
    return HttpResponse(out.getvalue(), content_type="application/json", headers=headers)


@form_page
@takes_files
def import_tournament(request: HttpRequest) -> HttpResponse:
    """Import a tournament from its document, or list the document's faults."""
    if request.method == "GET":
        return _import_page(request, TournamentFileForm(initial={"key": uuid4()}))
    form = TournamentFileForm(request.POST, request.FILES)
    if not form.is_valid():
        return _import_page(request, form, status=422)
    reading, problems = parse_json(form.cleaned_data["file"])
    if reading is None:
        return _import_page(request, form, problems, status=422)
    device = known_device(request)
    try:
        key, beside = form.cleaned_data["key"], form.cleaned_data["beside"]
        tournament = import_tournament_document(reading, device=device, key=key, beside=beside)
    except Refused as refusal:
        sentence, status = answer_to(refusal)
        is_here = refusal.code == "document_here_already"
        return _import_page(request, form, problem=sentence, status=status, is_here=is_here)
    except CannotRestore as refusal:
        return _import_page(request, form, refusal.problems, status=422)
    response = redirect(tournament)
    remember(response, device)
    return response


def _import_page(
    request: HttpRequest,
    form: TournamentFileForm,
    problems: tuple[Problem, ...] = (),
    *,
    problem: str = "",
    status: int = 200,
    is_here: bool = False,
) -> HttpResponse:
    context = {"form": form, "problems": problem_sentences(problems), "count": len(problems), "problem": problem}
    context["is_here"] = is_here
    return render(request, "tournaments/papers/import_tournament.html", context, status=status)


def problem_sentences(problems: tuple[Problem, ...]) -> list[tuple[str, str]]:
    """Places and sentences of the first problems."""
    sentences = []
    for problem in problems[:MOST_PROBLEMS]:
        place = [_("entry %(n)s") % {"n": problem.hand}] if problem.hand is not None else []
        words = [place_in_words(problem.key)] if problem.key else []
        sentences.append((": ".join([*words, *place]), problem_sentence(problem, {})))
    return sentences


@form_page
@takes_files
def replay_document(request: HttpRequest, tournament_id: UUID) -> HttpResponse:
    """Hold a document against itself, a paper's mark and this server; open when the results are. Nothing is stored."""
    tournament, _right, shown = get_shown(request, tournament_id)
    if not shown.is_everything:
        raise Http404
    context: dict[str, Any] = {"tournament": tournament, "form": ReplayForm()}
    status = 200
    if request.method == "POST" and must_wait(request, what=Guess.DOCUMENT):
        context["must_wait"], status = True, 429
    elif request.method == "POST":
        context["form"] = form = ReplayForm(request.POST, request.FILES)
        reading, problems = parse_json(form.cleaned_data["file"]) if form.is_valid() else (None, ())
        context["problems"] = problem_sentences(problems)
        if reading is None:
            count_wrong_code(request, what=Guess.DOCUMENT)
            status = 422
        else:
            context |= _agreement(tournament, reading, form.cleaned_data["mark"])
    return render(request, "tournaments/papers/replay_document.html", context, status=status)


def _agreement(tournament: Tournament, reading: ReadTournament, mark: str) -> dict[str, Any]:
    """A sound document, with the number of decisions since the paper, and here since the document."""
    here = [row.hash for row in reversed(decisions_of(tournament))]
    return {
        "reading": reading,
        "since_paper": acts_since(mark, reading.hashes),
        "is_short": is_short(mark),
        "paper_mark": mark if is_short(mark) else reading.mark,
        "since_document": acts_since(reading.hashes[-1], here) if reading.mark else None,
        "unproved": dict.fromkeys(place_in_words(place, several=True) for place in reading.replayed.unproved),
    }
