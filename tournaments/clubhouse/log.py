"""A club's log as its page shows it, searched, what of it managers have not read yet, and undoing what it tells."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from django import forms
from django.core.paginator import Page, Paginator
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _, gettext_lazy

from cegoscore.clubs.errors import Refused
from cegoscore.clubs.models import Club, Grant, LogEntry, LogKind, Player, Right
from cegoscore.clubs.models.club import BESIDE_THE_NAME
from cegoscore.clubs.names import NameField, in_capitals_or_not
from cegoscore.database.prepared import Prepared
from tournaments.clubhouse import home
from tournaments.clubhouse.managers.page import name_of
from tournaments.clubhouse.people import services as people
from tournaments.seasons.models import SeasonDecisionKind

PER_PAGE = 50
SEARCHED = ("subject", "before", "after", "device__name")
MOST_NEWS = 5
LogLine = tuple[LogEntry, str, str, bool]
UNDOABLE = (LogKind.RENAMED, LogKind.MERGED, LogKind.SHEET_MOVED)


class LogSearchForm(forms.Form):
    """Words that an entry or its device has."""

    q = NameField(label=gettext_lazy("A name, an evening, a device"), required=False, max_length=100)


def log_page(club: Club, words: str, number: Any) -> tuple[Page[Any], list[LogLine]]:
    """A page of the log, the newest first; with `words` only what has all of them in its texts."""
    entries = LogEntry.objects.filter(club=club).select_related("device").order_by("-at", "-pk")
    for word in words.replace(",", " ").split():
        spellings = in_capitals_or_not(word)
        here = ((f"{field}__icontains", spelling) for field in SEARCHED for spelling in spellings)
        entries = entries.filter(Q(*here, _connector=Q.OR))
    page = Paginator(entries, PER_PAGE).get_page(number)
    return page, lines_of(page.object_list)


def lines_of(entries: Iterable[LogEntry]) -> list[LogLine]:
    """Entries, each with who did it, what was done, and whether it can be undone."""
    shown = list(entries)
    mergers = _mergers_that_hold([entry for entry in shown if entry.kind == LogKind.MERGED])

    def may_undo(entry: LogEntry) -> bool:
        if entry.kind == LogKind.MERGED:
            return entry.pk in mergers
        return entry.kind in UNDOABLE and bool(entry.undoes)

    return [(entry, doer_of(entry), sentence_of(entry), may_undo(entry)) for entry in shown]


def _mergers_that_hold(entries: Sequence[LogEntry]) -> set[int]:
    """Keys of the entries whose own merger holds: it is the last one of its row, and was not undone. Two queries."""
    rows = {entry.undoes.get("player") for entry in entries} - {None}
    if not rows:
        return set()
    merged = Player.objects.filter(pk__in=rows).exclude(merged_into=None)
    now = {player.pk: player.merged_first_id or player.merged_into_id for player in merged}
    every = LogEntry.objects.filter(kind=LogKind.MERGED, undoes__player__in=list(now)).order_by("pk")
    last = dict(every.values_list("undoes__player", "pk"))
    return {
        entry.pk
        for entry in entries
        if last.get(player := entry.undoes.get("player")) == entry.pk
        and entry.undoes.get("kept", now[player]) == now[player]
    }


def news_for(club: Club, device: UUID | None) -> list[LogLine]:
    """Entries that a manager's device is to be told of and has not read: nothing that it did itself."""
    grants = _own_grant(club.pk, device, timezone.now()) if device else []
    if device is None or not grants:
        return []
    (grant,) = grants
    since = grant.told_at or grant.created_at
    return lines_of(_news(club.pk, device, since))


@Prepared
def _own_grant(club: UUID, device: UUID, at: datetime) -> QuerySet[Grant]:
    grants = Grant.objects.valid(at).filter(club=club, device=device, target=club, right=Right.MANAGE)
    return grants.order_by("-told_at", "created_at")[:1]


@Prepared
def _news(club: UUID, device: UUID, since: datetime) -> QuerySet[LogEntry]:
    news = LogEntry.objects.filter(club=club, tells=True, at__gt=since).exclude(device=device)
    return news.select_related("device").order_by("-at", "-pk")[:MOST_NEWS]


SENTENCES: dict[str, Any] = {
    LogKind.MANAGER_LINK: gettext_lazy("A link was made that lets one more device manage the group."),
    LogKind.MANAGER_CAME: gettext_lazy("A device came by link and manages the group."),
    LogKind.MANAGER_OUT: gettext_lazy("The device “{subject}” no longer manages the group."),
    LogKind.DEVICE_NAMED: gettext_lazy("The device “{before}” is now called “{after}”."),
    LogKind.RESCUE_MADE: gettext_lazy("A new rescue code was made; an earlier one opens nothing any more."),
    LogKind.RESCUE_USED: gettext_lazy("A device came by the rescue code and manages the group."),
    LogKind.PASSKEY_ADDED: gettext_lazy("The group can be opened with the fingerprint “{subject}”."),
    LogKind.PASSKEY_USED: gettext_lazy("A device came by the fingerprint “{subject}” and manages the group."),
    LogKind.PASSKEY_REMOVED: gettext_lazy("The fingerprint “{subject}” no longer opens the group."),
    LogKind.CLUB_NAMED: gettext_lazy("The group is called “{after}”; before: “{before}”."),
    LogKind.CLUB_SETTINGS: gettext_lazy("The group: {before} became {after}."),
    LogKind.JUNIORS_SHOWN: gettext_lazy("Everybody sees the names of juniors on public pages."),
    LogKind.JUNIORS_SHORTENED: gettext_lazy("Strangers see only the initials of juniors on public pages."),
    LogKind.DELETION_ASKED: gettext_lazy("Somebody wants to delete the group; anyone who manages it can stop that."),
    LogKind.DELETION_DROPPED: gettext_lazy("The group is not to be deleted after all."),
    LogKind.CLUB_DELETED: gettext_lazy("The group was deleted; for 30 days it can be brought back."),
    LogKind.CLUB_RESTORED: gettext_lazy("The group was brought back."),
    LogKind.CLUB_READ_IN: gettext_lazy("The group was loaded from its backup."),
    LogKind.CLUB_LOCKED: gettext_lazy("The group was locked."),
    LogKind.CLUB_UNLOCKED: gettext_lazy("The group was unlocked."),
    LogKind.LINK_MADE: gettext_lazy("Link to {after}: “{subject}”."),
    LogKind.LINK_REVOKED: gettext_lazy("Link to {after} was taken back: “{subject}”."),
    LogKind.RENAMED: gettext_lazy("“{before}” is now called “{after}”."),
    LogKind.SHORTENED: gettext_lazy("A name was reduced to its initials: “{after}”."),
    LogKind.ERASED: gettext_lazy("A name was erased."),
    LogKind.MERGED: gettext_lazy("“{before}” and “{after}” are one person: “{after}”."),
    LogKind.SEPARATED: gettext_lazy("“{before}” and “{after}” are two people again."),
    LogKind.RULES_ADDED: gettext_lazy("House rules “{subject}” were made, from {before}."),
    LogKind.RULES_CHANGED: gettext_lazy("House rules “{subject}”: {before} became {after}."),
    LogKind.RULES_RETIRED: gettext_lazy("House rules “{subject}” are no longer offered."),
    LogKind.SHEET_CLOSED: gettext_lazy("The evening “{subject}” was closed."),
    LogKind.SHEET_REOPENED: gettext_lazy("The evening “{subject}” was opened again."),
    LogKind.SHEET_DELETED: gettext_lazy("The evening “{subject}” was deleted; for 30 days it can be brought back."),
    LogKind.SHEET_RESTORED: gettext_lazy("The evening “{subject}” was brought back."),
    LogKind.SHEET_CHANGED: gettext_lazy("The evening “{subject}”: {before} became {after}."),
    LogKind.SHEET_MOVED: gettext_lazy("The evening “{subject}” was moved from “{before}” to “{after}”."),
    LogKind.HAND_LATE: gettext_lazy("Hands came late for the evening “{subject}”; they wait for an answer there."),
    LogKind.HAND_TAKEN: gettext_lazy("A late hand was taken into the evening “{subject}”: {after}."),
    LogKind.HAND_DECLINED: gettext_lazy("A late hand was not taken into the evening “{subject}”: {after}."),
    LogKind.NIGHT: gettext_lazy("Club night “{subject}”: {after}."),
    LogKind.BOOKED: gettext_lazy("{subject}: {after}."),
    LogKind.BACKUP_SAVED: gettext_lazy("The backup of the group was saved."),
    LogKind.CLUBS_JOINED: gettext_lazy("The group “{subject}” became one with this one."),
    LogKind.CLUBS_SEPARATED: gettext_lazy("The group “{subject}” was separated from this one again."),
    LogKind.SEASON: gettext_lazy("Season “{subject}”: {after}."),
    LogKind.CHAMPION_TYPED: gettext_lazy("Into the hall of fame: {subject}."),
    LogKind.CHAMPION_REMOVED: gettext_lazy("Out of the hall of fame: {subject}."),
    LogKind.TOURNAMENT: gettext_lazy("Tournament “{subject}”: {after}."),
    LogKind.SETTINGS: gettext_lazy("Tournament “{subject}”: {before} became {after}."),
}
"""A sentence for each kind; in braces what the entry keeps."""

NIGHT_ACTS: dict[str, Any] = {
    "planned": gettext_lazy("planned"),
    "changed": gettext_lazy("changed"),
    "deleted": gettext_lazy("deleted"),
    "opened": gettext_lazy("tables opened"),
    "moved": gettext_lazy("people went to other tables"),
    "ended": gettext_lazy("ended"),
    "reopened": gettext_lazy("opened again"),
}

LED_TO = {**dict(Right.choices), "series": gettext_lazy("count in a series of another club")}

IN_WORDS: dict[str, dict[str, Any]] = {
    LogKind.LINK_MADE: LED_TO,
    LogKind.LINK_REVOKED: LED_TO,
    LogKind.NIGHT: NIGHT_ACTS,
    LogKind.SEASON: dict(SeasonDecisionKind.choices),
}
"""Words for what an entry keeps as a key."""


def sentence_of(entry: LogEntry) -> str:
    """The entry in words, without who and when, and with one full stop."""
    words = {name: getattr(entry, name) or _("(nothing)") for name in ("subject", "before", "after")}
    if entry.kind in (LogKind.MANAGER_OUT, LogKind.DEVICE_NAMED):
        words = {name: getattr(entry, name) or _("without a name") for name in words}
    words["after"] = IN_WORDS.get(entry.kind, {}).get(entry.after, words["after"])
    sentence = str(SENTENCES[entry.kind]).format(**words)
    return sentence[:-1] if sentence.endswith("..") else sentence


def doer_of(entry: LogEntry) -> str:
    """Whoever did it: a device by its name, or the host of the server."""
    return name_of(entry.device) if entry.device else _("those who run the server")


def undo(club: Club, entry: int, *, by: UUID) -> None:
    """Undo a rename, a merge, or that an evening came here; that is an entry of its own.

    Raises `Refused`, above all if the person was renamed once more, or the merger undone, since.
    """
    row = LogEntry.objects.filter(club=club, pk=entry).first()
    if row and "sheet" in row.undoes:
        home.move_back(club, sheet=UUID(row.undoes["sheet"]), to=UUID(row.undoes["from"]), by=by)
        return
    player = Player.objects.filter(club=club, pk=row.undoes.get("player")).first() if row else None
    if row is None or player is None:
        raise Refused("player_unknown")
    if row.kind == LogKind.MERGED and _mergers_that_hold([row]):
        people.separate_person(player, by=by)
    elif row.kind == LogKind.RENAMED and player.name == row.after:
        was = {field: row.undoes[field] for field in BESIDE_THE_NAME if field in row.undoes}
        people.rename_person(player, name=row.before, by=by, **was)
    else:
        raise Refused("changed_since")
