"""A list of people read in: first shown line by line, then registered."""

from __future__ import annotations

import uuid
from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from cegoscore.front.limits import takes_files
from tournaments.course.access import HELPER, get_tournament
from tournaments.course.locks import Refused
from tournaments.course.spreadsheets import decoded
from tournaments.course.trouble import answer_to
from tournaments.door import services
from tournaments.door.people_list import LARGEST_FILE, PeopleList, category_labels, read_list
from tournaments.models import Tournament


class ListForm(forms.Form):
    """A list as a file or as text; `expected` is how many people the preview showed."""

    file = forms.FileField(label=gettext_lazy("File"), required=False, allow_empty_file=True)
    text = forms.CharField(
        label=gettext_lazy("Or its text"), required=False, strip=False, widget=forms.Textarea(attrs={"rows": 8})
    )
    expected = forms.IntegerField(required=False, min_value=0)

    def clean(self) -> dict[str, Any]:
        """Adds `list`: the text of the one or the other."""
        data = self.cleaned_data
        text = data.get("text", "")
        if (file := data.get("file")) is not None and file.size <= LARGEST_FILE:
            found = decoded(file.read())
            if found is None:
                self.add_error(None, _("This is not a text file. Save the list as CSV."))
            text = found or ""
        elif file is not None or len(text) > LARGEST_FILE:
            self.add_error(None, _("This file is too large for a list of people."))
        if not text.strip() and not self.errors:
            self.add_error(None, _("Choose a file, or paste its text."))
        return data | {"list": text}


@require_http_methods(["GET", "POST"])
@takes_files
def import_entrants(request: HttpRequest, tournament_id: uuid.UUID) -> HttpResponse:
    """Read a list, show what was understood, and register those people once that is agreed to."""
    tournament, _right = get_tournament(request, tournament_id, HELPER)
    if request.method != "POST":
        return _page(request, tournament, form=ListForm())
    form = ListForm(request.POST, request.FILES)
    if not form.is_valid():
        return _page(request, tournament, form=form, status=422)
    text = form.cleaned_data["list"]
    people = read_list(tournament, text, request.POST)
    wanted = request.POST.get("as")
    if people.problem or wanted not in ("here", "announced"):
        return _preview(request, tournament, text, people, people.problem, 422 if people.problem else 200)
    if form.cleaned_data["expected"] != len(people.good):
        sentence = _("The list was changed in the meantime. Please check it again.")
        return _preview(request, tournament, text, people, sentence, 409)
    register = services.register_all if wanted == "here" else services.announce_all
    try:
        register(tournament, [line.newcomer for line in people.good])
    except Refused as refusal:
        return _preview(request, tournament, text, people, *answer_to(refusal))
    return redirect("door", tournament.pk)


def _preview(
    request: HttpRequest, tournament: Tournament, text: str, people: PeopleList, sentence: str, status: int
) -> HttpResponse:
    """The preview: what is not read, then the parsed lines, faulty ones first."""
    context = {"form": ListForm(initial={"text": text}), "text": text, "problem": sentence, "people": people}
    return _page(request, tournament, status=status, **context)


def _page(request: HttpRequest, tournament: Tournament, *, status: int = 200, **context: Any) -> HttpResponse:
    context |= {"tournament": tournament, "categories": category_labels(tournament)}
    return render(request, "tournaments/door/import_entrants.html", context, status=status)
