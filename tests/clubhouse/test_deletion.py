"""Deleting a club: who may, that everything of it then answers like unknown, the way back, and the end."""

from __future__ import annotations

import io
from collections.abc import Iterator
from datetime import timedelta
from functools import cached_property
from typing import Any

import pytest
from django.core.management import call_command
from django.db import models
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from cegoscore.clubs.models import Club, Device, Grant, Link, LogEntry, LogKind, Removal, Right, RuleSet
from cegoscore.clubs.rights import deletion
from cegoscore.clubs.rights.codes import code_of, give_code
from cegoscore.clubs.rights.links import accept_link, find_link, link_for, open_club, secret_of
from cegoscore.clubs.rights.managers import come_by_link, manager_link
from cegoscore.clubs.rights.rescue import make_rescue_code
from cegoscore.hosting.jobs import JOBS
from tests.clubhouse.test_matrix import keyed
from tests.effort import sample
from tests.worlds.copied import begin_as, copied
from tests.worlds.lively_club import LivelyClub
from tests.worlds.sheet import client_of
from tournaments.clubhouse.backup.parts import PARTS, rows_of
from tournaments.clubhouse.deletion.erasing import erase_clubs
from tournaments.clubhouse.joining.services import join_clubs
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

    def kinds(self) -> list[str]:
        ours = (LogKind.DELETION_ASKED, LogKind.DELETION_DROPPED, LogKind.CLUB_DELETED, LogKind.CLUB_RESTORED)
        entries = LogEntry.objects.filter(club=self.club, kind__in=ours).order_by("pk")
        return list(entries.values_list("kind", flat=True))


@pytest.fixture
def doomed(db: None) -> Doomed:
    return copied(Doomed)


def later(monkeypatch: pytest.MonkeyPatch, days: int) -> None:
    then = timezone.now() + timedelta(days=days)
    monkeypatch.setattr(timezone, "now", lambda: then)


# Who may


def test_two_managers_delete_a_club(doomed: Doomed) -> None:
    assert doomed.one.get(reverse("delete_club", args=[doomed.club.pk])).status_code == 200
    doomed.post(doomed.one, "ask_deletion")
    assert doomed.is_there()
    news = doomed.two.get(reverse("club", args=[doomed.club.pk])).context["news"]
    assert any("löschen" in line.what for line in news)
    page = doomed.two.get(reverse("delete_club", args=[doomed.club.pk])).context["page"]
    assert (page.is_asked, page.is_mine) == (True, False)
    response = doomed.post(doomed.two, "agree_to_deletion")
    assert response["Location"] == reverse("restore_club", args=[doomed.club.pk])
    assert not doomed.is_there()
    assert doomed.kinds() == [LogKind.DELETION_ASKED, LogKind.CLUB_DELETED]


def test_one_device_cannot_agree_with_itself_nor_by_a_device_that_it_lets_in(doomed: Doomed) -> None:
    assert doomed.post(doomed.one, "agree_to_deletion").status_code == 422
    doomed.post(doomed.one, "ask_deletion")
    assert doomed.one.get(reverse("delete_club", args=[doomed.club.pk])).context["page"].is_mine
    assert doomed.post(doomed.one, "agree_to_deletion").status_code == 422
    third = Device.objects.create()
    come_by_link(third, manager_link(doomed.club, by=doomed.organiser))
    assert doomed.post(client_of(third), "agree_to_deletion").status_code == 422
    assert doomed.is_there()


def test_wish_is_dropped_by_anybody_who_manages_and_holds_for_30_days(
    doomed: Doomed, monkeypatch: pytest.MonkeyPatch
) -> None:
    doomed.post(doomed.one, "ask_deletion")
    for _twice in range(2):
        doomed.post(doomed.two, "drop_deletion")
    assert doomed.post(doomed.two, "agree_to_deletion").status_code == 422
    assert doomed.kinds() == [LogKind.DELETION_ASKED, LogKind.DELETION_DROPPED]
    doomed.post(doomed.one, "ask_deletion")
    later(monkeypatch, 31)
    assert doomed.post(doomed.two, "agree_to_deletion").status_code == 422
    assert doomed.is_there()


def test_one_manager_deletes_with_the_rescue_code_and_with_no_other(doomed: Doomed) -> None:
    code = make_rescue_code(doomed.club, by=doomed.organiser.pk)
    neighbour = make_rescue_code(Club.objects.create(name="Nachbarn"), by=None)
    wrong = "-".join(["ACDEF"] * 6)
    assert doomed.post(doomed.one, "delete_club", code="kurz").status_code == 422
    for typed in (neighbour, wrong):
        assert doomed.post(doomed.one, "delete_club", code=typed).status_code == 422
    assert doomed.is_there()
    assert doomed.post(doomed.two, "delete_club", code=code).status_code == 302
    assert not doomed.is_there()


@pytest.mark.parametrize("name", ["delete_club", "ask_deletion", "agree_to_deletion", "drop_deletion", "restore_club"])
def test_nobody_else_deletes_a_club(doomed: Doomed, name: str) -> None:
    code = make_rescue_code(doomed.club, by=None)
    for who, status in ((doomed.helper, 403), (doomed.stranger, 404)):
        expected = 404 if name == "restore_club" else status
        assert doomed.post(client_of(who), name, code=code).status_code == expected
    assert not Removal.objects.exists()


# Deleted


def delete(doomed: Doomed) -> None:
    deletion.ask_deletion(doomed.club, by=doomed.organiser.pk)
    deletion.agree_to_deletion(doomed.club, by=doomed.second.pk)


@pytest.mark.parametrize("who", ["organiser", "helper", "stranger"][: sample(3, 1)])
def test_everything_of_a_deleted_club_answers_like_unknown(doomed: Doomed, who: str) -> None:
    """Public pages, exports and followers, too; only the way back opens, for whoever managed it."""
    addresses = [(name, address) for name, address in keyed(doomed) if name != "restore_club"]
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
    back = reverse("restore_club", args=[doomed.club.pk])
    assert client.get(back).status_code == (200 if who == "organiser" else 404)


def test_links_codes_and_the_rescue_code_of_a_deleted_club_open_nothing(doomed: Doomed) -> None:
    link = link_for(doomed.club, right=Right.WRITE, target=doomed.evening.pk)
    accept_link(doomed.helper, link)
    give_code(link)
    code, typed = code_of(link) or "", make_rescue_code(doomed.club, by=None)
    delete(doomed)
    assert find_link(secret_of(link)) is None
    assert Client().post(reverse("enter_code"), {"code": code}).status_code == 404
    assert Client().post(reverse("rescue"), {"code": typed}).status_code == 404
    lists = [doomed.one.get(reverse(name)).content.decode() for name in ("tournaments", "seasons", "evenings")]
    assert [text for text in lists if doomed.tournament.name in text or doomed.season.name in text] == []


def test_club_comes_back_with_every_right_and_link(doomed: Doomed) -> None:
    link = link_for(doomed.club, right=Right.WRITE, target=doomed.evening.pk)
    rights = list(Grant.objects.valid().filter(club=doomed.club).order_by("pk").values_list("pk", flat=True))
    delete(doomed)
    home = doomed.two.get(reverse("home"))
    assert [each.club for each in home.context["deleted"]] == [doomed.club]
    back = reverse("restore_club", args=[doomed.club.pk])
    assert back in home.content.decode()
    assert doomed.two.post(back)["Location"] == reverse("club", args=[doomed.club.pk])
    assert find_link(secret_of(link)) == link
    assert list(Grant.objects.valid().filter(club=doomed.club).order_by("pk").values_list("pk", flat=True)) == rights
    assert doomed.two.get(reverse("home")).context["deleted"] == []
    assert doomed.two.post(back).status_code == 404
    assert doomed.kinds()[-1] == LogKind.CLUB_RESTORED


# The end


def everything(doomed: Doomed) -> Iterator[tuple[str, models.QuerySet[Any]]]:
    return ((part.name, rows_of(part, doomed.club)) for part in PARTS if part.club)


@pytest.mark.thorough
@pytest.mark.both
def test_after_30_days_every_row_is_erased_and_nothing_of_another_club(
    doomed: Doomed, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tournaments.clubhouse.deletion.erasing.AT_ONCE", 2)
    neighbours = LivelyClub()
    kept = {part.name: rows_of(part, neighbours.club).count() for part in PARTS}
    empty = [name for name, rows in everything(doomed) if not rows.exists()]
    assert empty == []
    delete(doomed)
    later(monkeypatch, 29)
    assert erase_clubs() == "0 deleted clubs erased"
    later(monkeypatch, 2)
    assert deletion.deleted_clubs(doomed.organiser.pk) == []
    assert erase_clubs() == "1 deleted clubs erased"
    assert [name for name, rows in everything(doomed) if rows.exists()] == []
    assert not Link.objects.filter(club=doomed.club.pk).exists()
    assert Device.objects.get(pk=doomed.second.pk).name == ""
    assert {part.name: rows_of(part, neighbours.club).count() for part in PARTS} == kept
    assert RuleSet.objects.exists()


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
    assert doomed.one.post(reverse("restore_club", args=[key])).status_code == 404
    if act == "lock":
        later(monkeypatch, 400)
        erase_clubs()
    clubs(undo, key)
    assert doomed.is_there()
    assert LogEntry.objects.filter(club=doomed.club).latest("pk").device is None


def test_host_brings_back_what_managers_deleted_and_is_told_what_cannot_be(doomed: Doomed) -> None:
    delete(doomed)
    clubs("restore", doomed.club.name)
    assert doomed.is_there()
    for words in (["restore", doomed.club.name], ["delete"], ["delete", "Skatfreunde"], ["unlock", doomed.club.name]):
        with pytest.raises(SystemExit):
            clubs(*words)
