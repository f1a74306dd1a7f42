"""Deleting a club: who may, that everything of it then answers like unknown, the way back, and the end."""

import io
from collections.abc import Callable, Iterator
from datetime import timedelta
from functools import cached_property
from importlib import import_module
from typing import Any

import pytest
from django.apps import apps
from django.core.management import call_command
from django.db import models
from django.db.models import F
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from cegoscore.clubs.models import Club, Device, Grant, Link, LogEntry, LogKind, Removal, RemovalState, Right, RuleSet
from cegoscore.clubs.rights import deletion
from cegoscore.clubs.rights.codes import code_of, give_codes
from cegoscore.clubs.rights.links import accept_link, find_link, link_for, open_club, secret_of
from cegoscore.clubs.rights.managers import come_by_link, manager_link, put_out
from cegoscore.clubs.rights.rescue import make_rescue_code
from cegoscore.hosting.jobs import JOBS
from tests.clubhouse.test_matrix import keyed
from tests.effort import sample, thorough
from tests.pages import body_of
from tests.worlds.copied import begin_as, copied
from tests.worlds.lively_club import LivelyClub
from tests.worlds.sheet import client_of
from tournaments.clubhouse import erasing
from tournaments.clubhouse.backup.parts import PARTS
from tournaments.clubhouse.backup.scopes import rows_of
from tournaments.clubhouse.erasing import erase_clubs
from tournaments.clubhouse.joining import join_clubs
from tournaments.models import Tournament
from tournaments.seasons.models import Season

pytestmark = pytest.mark.django_db


class Doomed(LivelyClub):
    """A club with something of everything, all of it public, and two devices that manage it."""

    def __init__(self) -> None:
        begin_as(self, LivelyClub)
        self.second = Device.objects.create(name="Berts Handy")
        come_by_link(self.second, manager_link(self.club, by=self.organiser))
        Tournament.objects.filter(club=self.club).update(is_public=True)
        Season.objects.filter(club=self.club).update(is_public=True)

    @cached_property
    def one(self) -> Client:
        return client_of(self.organiser)

    @cached_property
    def two(self) -> Client:
        return client_of(self.second)

    def post(self, client: Client, name: str, **data: str) -> Any:
        return client.post(reverse(name, args=[self.club.pk]), data)

    def is_there(self) -> bool:
        return Club.objects.filter(pk=self.club.pk).exists()

    def log(self) -> list[tuple[str, Device | None]]:
        kinds = (LogKind.DELETION_ASKED, LogKind.DELETION_DROPPED, LogKind.CLUB_DELETED, LogKind.CLUB_RESTORED)
        entries = LogEntry.objects.filter(club=self.club, kind__in=kinds).select_related("device").order_by("pk")
        return [(entry.kind, entry.device) for entry in entries]


@pytest.fixture
def doomed(db: None) -> Doomed:
    return copied(Doomed)


def later(monkeypatch: pytest.MonkeyPatch, days: int) -> None:
    then = timezone.now() + timedelta(days=days)
    monkeypatch.setattr(timezone, "now", lambda: then)


# Who may


@thorough
def test_one_manager_asks_and_the_night_after_seven_days_deletes(
    doomed: Doomed, monkeypatch: pytest.MonkeyPatch
) -> None:
    for _twice in range(2):
        doomed.post(doomed.one, "delete_club")
    until = Removal.objects.get().at + timedelta(days=7)
    for name in ("club", "managers", "delete_club"):
        page = doomed.two.get(reverse(name, args=[doomed.club.pk]))
        assert page.context["deletion"] == {"asked_by": "ein Gerät ohne Namen", "until": until}
        assert body_of(page).count(reverse("stop_deletion", args=[doomed.club.pk])) == 1
    assert told(doomed)
    later(monkeypatch, 6)
    assert (erase_clubs(), doomed.is_there()) == ("0 clubs deleted, 0 erased", True)
    later(monkeypatch, 2)
    assert (erase_clubs(), doomed.is_there()) == ("1 clubs deleted, 0 erased", False)
    assert doomed.log() == [(LogKind.DELETION_ASKED, doomed.organiser), (LogKind.CLUB_DELETED, doomed.organiser)]


def told(doomed: Doomed) -> bool:
    """True if the second manager reads that somebody wants to delete the club."""
    news = doomed.two.get(reverse("club", args=[doomed.club.pk])).context["news"]
    return any("löschen" in what for _entry, _who, what, _may_undo in news)


def test_every_manager_stops_it_with_one_tap_and_the_days_begin_anew(
    doomed: Doomed, monkeypatch: pytest.MonkeyPatch
) -> None:
    doomed.post(doomed.one, "delete_club")
    Removal.objects.update(at=F("at") - timedelta(days=6))
    for _twice in range(2):
        assert doomed.post(doomed.two, "stop_deletion")["Location"] == reverse("club", args=[doomed.club.pk])
    assert doomed.log() == [(LogKind.DELETION_ASKED, doomed.organiser), (LogKind.DELETION_DROPPED, doomed.second)]
    doomed.post(doomed.one, "delete_club")
    later(monkeypatch, 6)
    assert (erase_clubs(), doomed.is_there()) == ("0 clubs deleted, 0 erased", True)


def test_wish_from_before_begins_anew_and_a_void_one_goes(doomed: Doomed) -> None:
    """Deletions that waited for a second manager are neither lost nor carried out at once."""
    void = open_club(doomed.organiser, name="Die vom Adler")
    for club, days in ((doomed.club, 20), (void, 31)):
        asked = {"state": RemovalState.ASKED, "device": doomed.organiser.pk}
        Removal.objects.create(club=club, at=timezone.now() - timedelta(days=days), **asked)
    import_module("cegoscore.clubs.migrations.0014_deletion_stays_open").begin_anew(apps, None)
    removal = Removal.objects.get()
    assert (removal.club, timezone.now() - removal.at < timedelta(minutes=1)) == (doomed.club, True)
    assert told(doomed)


# Deleted


def delete(doomed: Doomed) -> None:
    deletion.ask_deletion(doomed.club, by=doomed.organiser.pk)
    Removal.objects.filter(club=doomed.club).update(at=F("at") - deletion.OPEN_FOR)
    assert deletion.delete_asked() == 1


@pytest.mark.parametrize("who", ["organiser", "helper", "stranger"][: sample(3, 1)])
def test_everything_of_a_deleted_club_answers_like_unknown(doomed: Doomed, who: str) -> None:
    """Public pages, exports and followers, too."""
    addresses = list(keyed(doomed))
    sheets = [reverse(name, args=[doomed.evening.pk]) for name in ("sheet", "sheet_changes", "evening", "export_csv")]
    delete(doomed)
    client = client_of(getattr(doomed, who))
    answers = {
        (name, method): getattr(client, method)(address).status_code
        for name, address in [*addresses, *(("sheet", each) for each in sheets)]
        for method in ("get", "post")
    }
    assert len(answers) > 150
    assert {place: status for place, status in answers.items() if status not in (404, 405)} == {}


def test_links_and_codes_of_a_deleted_club_open_nothing(doomed: Doomed) -> None:
    link = link_for(doomed.club, right=Right.WRITE, target=doomed.evening.pk)
    accept_link(doomed.helper, link)
    give_codes([link])
    code = code_of(link) or ""
    delete(doomed)
    assert find_link(secret_of(link)) is None
    assert Client().post(reverse("enter_code"), {"code": code}).status_code == 404
    lists = [body_of(doomed.one.get(reverse(name))) for name in ("tournaments", "seasons", "evenings")]
    assert [text for text in lists if doomed.tournament.name in text or doomed.season.name in text] == []


def test_rescue_code_brings_a_club_back_with_every_right_and_link(doomed: Doomed) -> None:
    typed = make_rescue_code(doomed.club, by=None)
    link = link_for(doomed.club, right=Right.WRITE, target=doomed.evening.pk)
    rights = list(Grant.objects.valid().filter(club=doomed.club).order_by("pk").values_list("pk", flat=True))
    delete(doomed)
    home = doomed.two.get(reverse("home"))
    assert [removal.club for removal in home.context["deleted"]] == [doomed.club]
    assert f'href="{reverse("rescue")}"' in body_of(home)
    newcomer = Client()
    assert newcomer.post(reverse("rescue"), {"code": typed})["Location"] == reverse("managers", args=[doomed.club.pk])
    assert find_link(secret_of(link)) == link
    still = Grant.objects.valid().filter(club=doomed.club).order_by("pk").values_list("pk", flat=True)
    assert list(still)[:-1] == rights
    assert newcomer.get(reverse("club", args=[doomed.club.pk])).context["manages"]
    assert doomed.two.get(reverse("home")).context["deleted"] == []
    assert doomed.log()[-1][0] == LogKind.CLUB_RESTORED


def test_rescue_code_opens_nothing_after_30_days_nor_what_the_host_shut(
    doomed: Doomed, monkeypatch: pytest.MonkeyPatch
) -> None:
    typed = make_rescue_code(doomed.club, by=None)
    for shut in (deletion.delete_as_host, deletion.lock_as_host):
        shut(doomed.club)
        assert Client().post(reverse("rescue"), {"code": typed}).status_code == 404
        deletion.bring_back(doomed.club, by=doomed.organiser.pk)
        assert not doomed.is_there()
        deletion.bring_back(doomed.club, by=None)
    delete(doomed)
    later(monkeypatch, 31)
    assert Client().post(reverse("rescue"), {"code": typed}).status_code == 404
    assert not doomed.is_there()


@pytest.mark.both
@pytest.mark.parametrize("hide", [deletion.lock_as_host, deletion.delete_as_host])
def test_deletion_that_was_asked_for_is_open_again_when_the_host_lets_go(
    doomed: Doomed, monkeypatch: pytest.MonkeyPatch, hide: Callable[[Club], None]
) -> None:
    """For as long as everybody could still stop it then: while nothing opened nobody could."""
    deletion.ask_deletion(doomed.club, by=doomed.organiser.pk)
    later(monkeypatch, 3)
    hide(doomed.club)
    hide(doomed.club)
    later(monkeypatch, 20)
    deletion.bring_back(doomed.club, by=None)
    asked = Removal.objects.get(club=doomed.club)
    assert (asked.state, asked.device, doomed.is_there()) == (RemovalState.ASKED, doomed.organiser.pk, True)
    later(monkeypatch, 3)
    assert deletion.delete_asked() == 0
    later(monkeypatch, 2)
    assert deletion.delete_asked() == 1


# The end


def everything(doomed: Doomed) -> Iterator[tuple[str, models.QuerySet[Any]]]:
    return ((part.name, rows_of(part, doomed.club)) for part in PARTS if part.club)


@thorough
@pytest.mark.both
def test_after_30_days_every_row_is_erased_and_nothing_of_another_club(
    doomed: Doomed, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cegoscore.clubs.purging.AT_ONCE", 2)
    neighbours = LivelyClub()
    kept = {part.name: rows_of(part, neighbours.club).count() for part in PARTS}
    empty = [name for name, rows in everything(doomed) if not rows.exists()]
    assert empty == []
    delete(doomed)
    later(monkeypatch, 29)
    assert erase_clubs() == "0 clubs deleted, 0 erased"
    later(monkeypatch, 2)
    assert deletion.deleted_clubs(doomed.organiser.pk) == []
    assert erase_clubs() == "0 clubs deleted, 1 erased"
    assert [name for name, rows in everything(doomed) if rows.exists()] == []
    assert not Link.objects.filter(club=doomed.club.pk).exists()
    assert Device.objects.get(pk=doomed.second.pk).name == ""
    assert {part.name: rows_of(part, neighbours.club).count() for part in PARTS} == kept
    assert RuleSet.objects.exists()


def test_half_erased_club_cannot_be_brought_back(doomed: Doomed, monkeypatch: pytest.MonkeyPatch) -> None:
    deletion.delete_as_host(doomed.club)
    Removal.objects.update(at=F("at") - timedelta(days=31))
    with monkeypatch.context() as patch:
        left = iter(range(9))
        patch.setattr(erasing, "remove", lambda _rows: next(left))
        with pytest.raises(StopIteration):
            erase_clubs()
    with pytest.raises(SystemExit):
        clubs("restore", doomed.club.name)
    deletion.bring_back(doomed.club, by=None)
    assert not doomed.is_there()
    assert erase_clubs() == "0 clubs deleted, 1 erased"
    assert not Club.with_hidden.filter(pk=doomed.club.pk).exists()


def test_device_that_was_put_out_before_keeps_no_name(doomed: Doomed, monkeypatch: pytest.MonkeyPatch) -> None:
    put_out(doomed.club, doomed.second.pk, by=doomed.organiser.pk)
    delete(doomed)
    later(monkeypatch, 31)
    erase_clubs()
    assert Device.objects.get(pk=doomed.second.pk).name == ""


def test_club_that_became_a_part_of_a_deleted_one_goes_with_it(doomed: Doomed, monkeypatch: pytest.MonkeyPatch) -> None:
    part = open_club(doomed.organiser, name="Die vom Adler")
    for club in (doomed.club, part):
        deletion.ask_deletion(club, by=doomed.organiser.pk)
    join_clubs(doomed.club, part, pairs={}, by=doomed.organiser.pk)
    assert not Removal.objects.exists()
    delete(doomed)
    assert doomed.one.get(reverse("club", args=[part.pk])).status_code == 404
    later(monkeypatch, 31)
    erase_clubs()
    assert not Club.with_hidden.filter(pk__in=[doomed.club.pk, part.pk]).exists()


def test_erasing_is_a_job_of_every_night_before_old_rows_are_cleared_away() -> None:
    names = JOBS.names
    assert names.index("erase") < names.index("scrub")


# The host


def clubs(*words: str) -> str:
    out = io.StringIO()
    call_command("clubs", *words, stdout=out, stderr=out)
    return out.getvalue()


@pytest.mark.parametrize(("act", "state", "undo"), [("delete", "by_host", "restore"), ("lock", "locked", "unlock")])
def test_host_deletes_or_locks_a_club_and_only_the_host_brings_it_back(
    doomed: Doomed, monkeypatch: pytest.MonkeyPatch, act: str, state: str, undo: str
) -> None:
    key = str(doomed.club.pk)
    clubs(act, key)
    assert (doomed.is_there(), state in clubs()) == (False, True)
    assert doomed.one.get(reverse("home")).context["deleted"] == []
    if act == "lock":
        later(monkeypatch, 400)
        erase_clubs()
    clubs(undo, key)
    assert doomed.is_there()
    assert LogEntry.objects.filter(club=doomed.club).latest("pk").device is None


@pytest.mark.parametrize(("act", "state"), [("delete", "deleted"), ("lock", "locked")])
def test_host_is_told_what_became_of_a_club(
    doomed: Doomed, capsys: pytest.CaptureFixture[str], act: str, state: str
) -> None:
    key = str(doomed.club.pk)
    clubs(act, key)
    for words, answer in ((["manager", key], "is deleted or locked: type"), (["clubs", act, key], f"is {state}; ")):
        with pytest.raises(SystemExit):
            call_command(*words)
        assert f"{doomed.club} {answer}" in capsys.readouterr().err


def test_host_brings_back_what_managers_deleted_and_is_told_what_cannot_be(doomed: Doomed) -> None:
    delete(doomed)
    clubs("restore", doomed.club.name)
    assert doomed.is_there()
    for words in (["restore", doomed.club.name], ["delete"], ["delete", "Skatfreunde"], ["unlock", doomed.club.name]):
        with pytest.raises(SystemExit):
            clubs(*words)
