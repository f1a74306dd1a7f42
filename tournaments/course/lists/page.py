"""The preview of a list: what was understood, what is asked, and whether the page agreed to showed the same."""

from __future__ import annotations

import uuid
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from cegoscore.clubs.known_people import known_people, proposed
from tournaments.course.lists.columns import Wanted
from tournaments.course.lists.forms import ListForm
from tournaments.course.lists.reading import PeopleList

KINDS = {
    "name": gettext_lazy("Name"),
    "first_name": gettext_lazy("First name"),
    "village": gettext_lazy("Village"),
    "paid": pgettext_lazy("count", "paid"),
    "points": gettext_lazy("Points"),
    "categories": gettext_lazy("Categories"),
}
"""What a column can be read as, in the words of the page."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ListPreview:
    """A list as it would be taken over."""

    people: PeopleList
    text: str
    shown: str
    """The mark of text and columns that the page shows."""
    kinds: Mapping[str, str]
    """What a column can be."""
    known: tuple[str, ...]
    """People of the club who may be typed for somebody who is new."""
    problem: str = ""
    status: int = 200


def preview_of(people: PeopleList, form: ListForm, wanted: Wanted, club: uuid.UUID, *, agreed: bool) -> ListPreview:
    """The preview of the list in the form; with a problem if it cannot be taken over, though that was `agreed` to."""
    data = form.cleaned_data
    shown = f"{people.shape} {zlib.crc32(chr(10).join(data['list'].splitlines()).encode()):x}"
    problem, status = people.problem, 422 if people.problem else 200
    if unknown := [line.other for line in people.good if line.other and line.player is None]:
        problem, status = _("The group knows nobody of this name: %(names)s.") % {"names": "; ".join(unknown)}, 422
    elif agreed and not problem and (data["expected"], data["shown"] or shown) != (len(people.good), shown):
        problem, status = _("The list was changed in the meantime. Please check it again."), 409
    if data["sheets"]:
        note = _("Only the first sheet is read, not: %(names)s.") % {"names": ", ".join(data["sheets"])}
        people = replace(people, notes=(*people.notes, note))
    kinds = {kind: str(KINDS[kind]) for kind in wanted.kinds}
    known = tuple(proposed(known_people(club))) if people.new else ()
    return ListPreview(
        people=people, text=data["list"], shown=shown, kinds=kinds, known=known, problem=problem, status=status
    )
