"""Two clubs of the same people become one, and are two again with equal documents."""

import json
import os
import time
from collections import Counter
from datetime import date, timedelta
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.urls import reverse
from hypothesis import given, settings, strategies as st

from cegoscore.bookings.models import BOX, DUE, Booking
from cegoscore.clubs.errors import Refused
from cegoscore.clubs.house_rules.rule_sets import own_offers, stored
from cegoscore.clubs.likeness import alike, words
from cegoscore.clubs.models import (
    Club,
    Device,
    Grant,
    HouseRuleSet,
    Link,
    LogEntry,
    Player,
    Right,
)
from cegoscore.clubs.people import persons_of, same_person
from cegoscore.clubs.rights.links import accept_link, link_for, open_club
from cegoscore.clubs.rights.managers import managers_of
from cegoscore.clubs.rights.rescue import come_by_code, make_rescue_code, typed_rescue_code
from cegoscore.scoresheet.evening.circles import circles_of
from cegoscore.scoresheet.evening.services import open_circle_table
from cegoscore.scoresheet.ledger.selfcheck import faults_in
from cegoscore.scoresheet.ledger.services.ledger import write_hand
from cegoscore.scoresheet.ledger.writing import NewTable
from cegoscore.scoresheet.models import Session
from cegoscore.scoring.rules.rule_files import published
from tests.effort import BY_CLOCK, examples, thorough
from tests.pages import body_of
from tests.worlds.copied import copied
from tests.worlds.lively_club import NAMES, LivelyClub, backup_of
from tests.worlds.sheet import client_of, writing
from tournaments.clubhouse import joining
from tournaments.clubhouse.backup.parts import PARTS
from tournaments.clubhouse.backup.scopes import rows_of
from tournaments.clubhouse.people.services import erase_person
from tournaments.models import Tournament
from tournaments.seasons import services as seasons
from tournaments.seasons.models import Season

pytestmark = pytest.mark.django_db

RULES = "braeunlingen-ministranten"


class Twins:
    """A lively club, and another one of the same people, which the organiser manages, too."""

    def __init__(self) -> None:
        self.lively = copied(LivelyClub)
        self.owner: Device = self.lively.organiser
        self.other: Club = self.lively.club
        self.club = open_club(self.owner, name="Donnerstagsrunde")
        Club.objects.filter(pk=self.club.pk).update(currency="CHF")
        self.neighbour = Device.objects.create()
        Grant.objects.create(device=self.neighbour, club=self.other, target=self.other.pk, right=Right.MANAGE)
        self.sheet = self.table(self.club, ("Anna Müller", "Bernd", "Clara", "Xaver"))

    def table(self, club: Club, names: tuple[str, ...]) -> Session:
        """An evening of a club with one hand."""
        table = NewTable(names=names, rules=published(RULES), first_dealer=3)
        sheet = open_circle_table(self.owner, table, circle=club.pk)
        write_hand(sheet, writing(1), device=None)
        return sheet

    def counts(self) -> list[int]:
        """Sheets, tournaments and seasons of the club that stays, and of the other."""
        models, clubs = (Session, Tournament, Season), (self.club, self.other)
        return [model.objects.filter(club=club).count() for club in clubs for model in models]

    def answers(self, **apart: bool) -> dict[str, str]:
        """The form of the page, with everybody one person but those who are named."""
        page = client_of(self.owner).get(self.address, {"other": str(self.other.pk)})
        names = {field.name: gone.name for gone, _kept, _is_same, field in page.context["form"].rows}
        answers = {name: "apart" if apart.get(who.split()[0]) else "same" for name, who in names.items()}
        return {"other": str(self.other.pk), **answers}

    def join(self, **apart: bool) -> None:
        """Both become one on the page."""
        assert client_of(self.owner).post(self.address, self.answers(**apart)).status_code == 302

    @property
    def address(self) -> str:
        return reverse("join_clubs", args=[self.club.pk])


@pytest.fixture
def twins() -> Twins:
    return copied(Twins)


def test_everything_is_there_once(twins: Twins) -> None:
    before = twins.counts()
    log = LogEntry.objects.filter(club=twins.other).count()
    twins.join()
    other = Club.objects.get(pk=twins.other.pk)
    left = [part.name for part in PARTS if part.club not in ("", "pk") and rows_of(part, other).exists()]
    assert (left, other.joined_to_id) == ([], twins.club.pk)
    names = [player.name for player in persons_of(twins.club.pk).exclude(name="")]
    assert {name: names.count(name) for name in (*NAMES, "Xaver")} == dict.fromkeys((*NAMES, "Xaver"), 1)
    assert twins.counts() == [*map(sum, zip(before[:3], before[3:], strict=True)), 0, 0, 0]
    assert list(faults_in(twins.club)) == []
    assert LogEntry.objects.filter(club=twins.club).count() > log


def test_without_a_backup_two_clubs_stay_two(twins: Twins, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "full").touch()
    monkeypatch.setattr(joining, "FOLDER", tmp_path / "full" / "joined")
    answer = client_of(twins.owner).post(twins.address, twins.answers())
    assert (answer.status_code, "keine Sicherung" in body_of(answer)) == (422, True)
    assert not Club.objects.exclude(joined_to=None).exists()


@pytest.mark.both
def test_boxes_of_two_currencies_are_never_added_up(twins: Twins) -> None:
    """The page says before what it would bring and what stays; a settled box is nothing in any currency."""
    Club.objects.filter(pk=twins.club.pk).update(currency="€", stake="0.05", box_rule="fee", box_amount="2")
    Booking.objects.filter(kind__in=[BOX, DUE]).delete()
    paid = {"club": twins.other, "kind": BOX, "reason": "Anfang"}
    Booking.objects.create(**paid, uuid=uuid4(), cents=1000)
    client = client_of(twins.owner)
    said = body_of(client.get(twins.address, {"other": str(twins.other.pk)})).replace("\xa0", " ")
    assert all(each in said for each in ("10,00 CHF", "Währung: €", "Währung: CHF", "Geld je Punkt: 0,05"))
    refusal = client.post(twins.address, twins.answers())
    assert (refusal.status_code, "Kasse" in refusal.context["problem"]) == (422, True)
    assert Club.objects.get(pk=twins.other.pk).joined_to is None
    Booking.objects.create(**paid, uuid=uuid4(), cents=-1000)
    twins.join()


def naively(people: list[Player], others: list[Player]) -> list[joining.Alike]:
    """The same by looking at everybody."""
    free, pairs = list(people), []
    for player in sorted(others, key=lambda player: not same_person(free, player.name, player.village)):
        same = same_person(free, player.name, player.village)
        if partner := same or next(iter(alike(free, player.name, player.village)), None):
            free.remove(partner)
            pairs.append((player, partner, same is not None))
    return pairs


NAMED = st.sampled_from(
    ["Jörg Müller", "jörg müller", "Mueller, Jörg", "Dr. Müller Jörg", "O’Brien", "O'Brien", "Anna"]
)
LIVING = st.sampled_from(["", "Sankt Georgen", "St. Georgen", "st. georgen", "Urach", "Ürach"])
PEOPLE = st.lists(st.tuples(NAMED, LIVING), max_size=8)


@settings(max_examples=examples(150), deadline=None, suppress_health_check=BY_CLOCK)
@given(here=PEOPLE, there=PEOPLE)
def test_who_may_be_one_person_is_found_as_by_looking_at_everybody(here: Any, there: Any) -> None:
    people = [Player(pk=key, name=name, village=village) for key, (name, village) in enumerate(here, 1)]
    others = [Player(pk=key, name=name, village=village) for key, (name, village) in enumerate(there, 100)]
    assert joining.pair(people, others) == naively(people, others)


def test_nobody_of_a_large_club_is_compared_with_everybody(monkeypatch: pytest.MonkeyPatch) -> None:
    """Comparing is counted, not timed: so many for each person, however many there are."""
    counts = []
    for size in (50, 500):
        compared = Counter[str]()
        monkeypatch.setattr(joining, "words", lambda name, seen=compared: seen.update("w") or words(name))
        people = [Player(pk=key, name=f"Anna {key % 7}", village=f"Dorf {key}") for key in range(1, size)]
        others = [Player(pk=key + size, name=f"Anna {key % 7}") for key in range(1, size)]
        joining.pair(people, others)
        counts.append(compared["w"] / size)
    assert counts[1] < counts[0] * 1.5


def unversioned(backup: dict[str, Any]) -> dict[str, Any]:
    """Parts of a backup in which no version is counted up by the lock on all that a club has."""
    return {name: part for name, part in backup.items() if isinstance(part, dict) and "version" not in part["columns"]}


@thorough
def test_backups_of_both_lie_on_the_server_for_30_days(
    twins: Twins, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(joining, "FOLDER", tmp_path / "joined")
    before = [unversioned(backup_of(club)) for club in (twins.club, twins.other)]
    twins.join()
    left = sorted((tmp_path / "joined").iterdir(), key=lambda path: str(twins.other.pk) in path.name)
    assert [unversioned(json.loads(path.read_text())) for path in left] == before
    assert (tmp_path / "joined").stat().st_mode & 0o077 == 0
    old = time.time() - timedelta(days=31).total_seconds()
    os.utime(left[0], (old, old))
    assert joining.drop_old_backups() == "1 backups of joined groups removed"
    assert list((tmp_path / "joined").iterdir()) == left[1:]


def test_backup_in_which_an_erased_name_stands_goes_in_the_next_night(
    twins: Twins, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(joining, "FOLDER", tmp_path / "joined")
    twins.join()
    (tmp_path / "joined" / "by-hand.json").write_text("{}")
    assert joining.drop_old_backups() == "0 backups of joined groups removed"
    erase_person(Player.objects.filter(club=twins.club, merged_into=None).exclude(name="").earliest("pk"))
    assert joining.drop_old_backups() == "2 backups of joined groups removed"


@thorough
def test_whoever_managed_one_of_them_manages_the_whole_and_links_go_on(twins: Twins) -> None:
    guest = Device.objects.create()
    accept_link(guest, link_for(twins.other, right=Right.LOOK, target=twins.lively.evening.pk))
    code = make_rescue_code(twins.other, by=None)
    before = [{grant.device_id for grant in managers_of(club.pk)} for club in (twins.club, twins.other)]
    twins.join()
    assert {grant.device_id for grant in managers_of(twins.club.pk)} == before[0] | before[1]
    assert client_of(guest).get(twins.lively.evening.get_absolute_url()).status_code == 200
    for club in (twins.club, twins.other):
        page = client_of(twins.neighbour).get(reverse("club", args=[club.pk]))
        assert page.context["club"] == twins.club
    lost = Device.objects.create()
    assert come_by_code(lost, typed_rescue_code(code) or "") == twins.club
    links = Link.objects.filter(target=twins.lively.evening.pk)
    assert set(links.values_list("club", flat=True)) == {twins.club.pk}


@thorough
def test_old_rescue_code_leads_to_the_whole_also_where_both_have_one(twins: Twins) -> None:
    codes = [make_rescue_code(club, by=None) for club in (twins.club, twins.other)]
    twins.join()
    found = [come_by_code(Device.objects.create(), typed_rescue_code(code) or "") for code in codes]
    assert found == [twins.club, twins.club]


@thorough
def test_somebody_kept_apart_stays_two_people(twins: Twins) -> None:
    twins.join(Bernd=True)
    people = [player.name for player in persons_of(twins.club.pk)]
    assert (people.count("Bernd"), people.count("Clara")) == (2, 1)


def test_it_needs_who_manages_both(twins: Twins) -> None:
    posted = twins.answers()
    stranger = open_club(twins.neighbour, name="Fremde")
    for device in (twins.neighbour, twins.lively.stranger, twins.lively.guest):
        assert client_of(device).post(twins.address, posted).status_code in (403, 404)
    elsewhere = reverse("join_clubs", args=[stranger.pk])
    assert client_of(twins.neighbour).post(elsewhere, {**posted, "other": str(twins.club.pk)}).status_code == 422
    with pytest.raises(Refused, match="club_not_managed"):
        joining.join_clubs(stranger, twins.club, pairs={}, by=twins.neighbour.pk)
    assert not Club.objects.exclude(joined_to=None).exists()


@thorough
def test_nothing_offers_the_other_club_or_two_things_that_look_alike(twins: Twins) -> None:
    rules = stored(published("grupp"))
    for club, content in ((twins.club, rules), (twins.other, rules), (twins.club, stored(published(RULES)))):
        name = "Hausregeln" if content == rules else "Unsere"
        HouseRuleSet.objects.create(club=club, rule_set=content, name=name, copied_from="grupp")
    days: dict[str, Any] = {"first_day": date(2026, 1, 1), "last_day": date(2026, 12, 31)}
    seasons.open_season(twins.owner, club=twins.club, uuid=uuid4(), name="Mittwoch", **days)
    twins.join()
    labels = [circle["label"] for circle in circles_of(twins.owner.pk)["circles"]]
    assert labels.count("Donnerstagsrunde") == 1
    assert "Cegofreunde" not in labels
    offered = [offer.name for offer in own_offers(twins.owner.pk)]
    assert len({*offered}) == len(offered) == 4  # by the day that they are from
    called = list(twins.club.seasons.values_list("name", flat=True))
    assert sorted(called) == ["Meisterschaft", "Mittwoch", "Mittwoch (Cegofreunde)", "November"]


def test_erased_name_stands_nowhere_in_what_was_joined(twins: Twins) -> None:
    Club.objects.filter(pk=twins.other.pk).update(name="Bei Anna Müller")
    twins.other.refresh_from_db()
    for club in (twins.club, twins.other):
        days: dict[str, Any] = {"first_day": date(2026, 1, 1), "last_day": date(2026, 12, 31)}
        seasons.open_season(twins.owner, club=club, uuid=uuid4(), name="Pokal von Anna Müller", **days)
    twins.join()
    erase_person(Player.objects.get(club=twins.club, name="Anna Müller", merged_into=None), by=twins.owner.pk)
    texts = [*Club.objects.values_list("name", flat=True), *Season.objects.values_list("name", flat=True)]
    assert [text for text in texts if "Anna" in text] == []
