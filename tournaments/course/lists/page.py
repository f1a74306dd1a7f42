"""The form in which a list is sent, and its preview: what was understood, what is asked.

Whoever agrees to a preview sends its mark back: another list is not taken over.
"""

from __future__ import annotations

import uuid
from dataclasses import replace
from datetime import timedelta
from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _, gettext_lazy, pgettext_lazy

from cegoscore.clubs.known_people import known_people, proposed
from tournaments.course.lists.cells import text_of
from tournaments.course.lists.columns import HEADINGS, Wanted
from tournaments.course.lists.reading import PeopleList, mark_of, note_of

KINDS = {
    "name": gettext_lazy("Name"),
    "first_name": gettext_lazy("First name"),
    "surname": gettext_lazy("Surname"),
    "name_village": gettext_lazy("Name (village)"),
    "marked": gettext_lazy("Name (categories)"),
    "village": gettext_lazy("Village"),
    "paid": pgettext_lazy("count", "paid"),
    "points": gettext_lazy("Points"),
    "round": gettext_lazy("Points of a round"),
    "categories": gettext_lazy("Categories"),
    "team": gettext_lazy("Team"),
    "number": gettext_lazy("Number or rank"),
}
"""Kinds of columns, in the words of the page."""

TAKEN = ("known", "which")
"""States of lines whose changes are shown."""

COOKIE, MOST_REMEMBERED = "lists", 5
"""Choices for columns, by the mark of their headings: so that the next list alike asks nothing."""


def remembered(request: HttpRequest) -> dict[str, str]:
    """The kinds that columns were last said to be on this device, by the mark of their headings."""
    pairs = (part.partition("=") for part in request.COOKIES.get(COOKIE, "").split("&"))
    return {mark: kinds for mark, _sign, kinds in pairs if mark}


def remember_columns(response: HttpResponse, request: HttpRequest, people: PeopleList) -> HttpResponse:
    """Keep what the columns of a list with headings were said to be for the next one with the same."""
    if people.table.headings:
        columns = remembered(request)
        columns.pop(mark := mark_of(people.table.headings), None)
        columns[mark] = ",".join(people.table.kinds)
        text = "&".join(f"{mark}={kinds}" for mark, kinds in [*columns.items()][-MOST_REMEMBERED:])
        response.set_cookie(
            COOKIE, text, max_age=timedelta(days=400), httponly=True, samesite="Lax", secure=request.is_secure()
        )
    return response


def preview_of(people: PeopleList, form: ListForm, wanted: Wanted, club: uuid.UUID, *, agreed: bool) -> dict[str, Any]:
    """The list in the form as it would be taken over; `problem` if it cannot be, though that was `agreed` to.

    `shown` is the mark of text, columns and lines that the page shows; `kinds` are those that a column can be of,
    `headings` their vocabulary, `known` people of the club who may be typed for somebody who is new.
    """
    data = form.cleaned_data
    fates = (f"{line.key} {line.problem} {line.changes[1:]}" for line in people.lines)
    digest = mark_of([*data["list"].splitlines(), people.mark, *fates])
    problem, status = people.problem, 422
    if unknown := [line.other for line in people.good if line.other and line.player is None]:
        problem = note_of(_("The group knows nobody of this name: %(which)s."), unknown)
    elif agreed and not problem and data["shown"] != digest:
        problem, status = _("The list was changed in the meantime. Please check it again."), 409
    elif agreed and not problem and not people.good:
        problem = _("Nobody is ticked.")
    if data["sheets"]:
        note = note_of(_("These sheets are too large for a list of people: %(which)s."), data["sheets"])
        people = replace(people, notes=(*people.notes, note))
    return {
        "people": people,
        "text": data["list"],
        "shown": digest,
        "ticks": " ".join(line.key for line in people.lines if not line.problem),
        "changes": " ".join(tick.name for line in people.lines if line.state in TAKEN for tick in line.ticks),
        "kinds": {kind: str(KINDS[kind]) for kind in wanted.kinds},
        "headings": [
            (KINDS["village" if kind == "club" else kind], ", ".join(words))
            for kind, words in HEADINGS.items()
            if kind in (*wanted.kinds, "club")
        ],
        "known": proposed(known_people(club)) if people.by_state["new"] else (),
        "problem": problem,
        "status": status if problem else 200,
    }


LARGEST_FILE = 2_000_000
"""Bytes; a spreadsheet's own file may have pictures in it."""
LARGEST_TEXT = 300_000


class ListForm(forms.Form):
    """A list as a file or as text; `shown` is the mark of what the preview showed."""

    file = forms.FileField(
        label=gettext_lazy("File (Excel, LibreOffice or CSV)"), required=False, allow_empty_file=True
    )
    text = forms.CharField(
        label=gettext_lazy("Or its text"), required=False, strip=False, widget=forms.Textarea(attrs={"rows": 8})
    )
    shown = forms.CharField(required=False, widget=forms.HiddenInput)

    def clean(self) -> dict[str, Any]:
        """Adds `list`, the text of the one or the other, and `sheets` of the file that are too large."""
        data, problem = self.cleaned_data, ""
        text: str | None = data.get("text", "")
        sheets: list[str] = []
        file = data.get("file")
        if file is not None and file.size <= LARGEST_FILE:
            text, sheets = text_of(file.read())
        if text is None:
            problem = _(
                "This file cannot be read: it has a password, is no list, or is larger than a list of people. "
                "Save the list by itself as .xlsx without a password, or as CSV, and choose that."
            )
        elif len(text) > LARGEST_TEXT or (file is not None and file.size > LARGEST_FILE):
            problem = _("This file is too large for a list of people.")
        elif not text.strip() and not self.errors:
            problem = _("Choose a file, or paste its text.")
        if problem:
            self.add_error(None, problem)
        return data | {"list": text, "sheets": sheets}
