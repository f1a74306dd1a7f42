"""The page of a club's log with its search, and what of it its managers have not read yet."""

from __future__ import annotations

import uuid
from collections.abc import Iterable
from typing import Any

from django import forms
from django.core.paginator import Page, Paginator
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from cegoscore.clubs.models import Club, Grant, LogEntry, LogKind, Right
from cegoscore.clubs.names import NameField, in_capitals_or_not
from tournaments.clubhouse.log.wording import doer_of, sentence_of

PER_PAGE = 50
SEARCHED = ("subject", "before", "after", "device__name")
MOST_NEWS = 5
LogLine = tuple[LogEntry, str, str, bool]
UNDOABLE = (LogKind.RENAMED, LogKind.MERGED, LogKind.SHEET_MOVED)


class LogSearchForm(forms.Form):
    """Words that an entry or its device has."""

    q = NameField(label=_("A name, an evening, a device"), required=False, max_length=100)


def log_page(club: Club, words: str, number: Any) -> tuple[Page[Any], list[LogLine]]:
    """A page of the log, the newest first; with `words` only what has all of them in its texts."""
    entries = LogEntry.objects.filter(club=club).select_related("device").order_by("-at", "-pk")
    for word in words.split():
        spellings = in_capitals_or_not(word)
        here = ((f"{field}__icontains", spelling) for field in SEARCHED for spelling in spellings)
        entries = entries.filter(Q(*here, _connector=Q.OR))
    page = Paginator(entries, PER_PAGE).get_page(number)
    return page, lines_of(page.object_list)


def lines_of(entries: Iterable[LogEntry]) -> list[LogLine]:
    """Entries, each with who did it, what was done, and whether it can be undone."""
    return [
        (entry, doer_of(entry), sentence_of(entry), entry.kind in UNDOABLE and bool(entry.undoes)) for entry in entries
    ]


def news_for(club: Club, device: uuid.UUID | None) -> list[LogLine]:
    """Entries that a manager's device is to be told of and has not read: nothing that it did itself."""
    grants = Grant.objects.valid().filter(club=club, device=device, target=club.pk, right=Right.MANAGE)
    grant = grants.order_by("-told_at", "created_at").first() if device else None
    if grant is None:
        return []
    since = grant.told_at or grant.created_at
    news = LogEntry.objects.filter(club=club, tells=True, at__gt=since).exclude(device=device)
    return lines_of(news.select_related("device").order_by("-at", "-pk")[:MOST_NEWS])
