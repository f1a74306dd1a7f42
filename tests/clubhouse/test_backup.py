"""A club leaves as one document and comes back without loss, anywhere; a damaged document changes nothing."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.apps import apps
from django.core.management import CommandError, call_command
from django.db.models import AutoField, CharField, F, JSONField, ManyToManyField, TextField
from django.test import Client
from django.urls import reverse
from hypothesis import example, given, settings

from cegoscore.clubs.models import Club, Device, Grant, Link, RuleSet
from cegoscore.clubs.models.club import PERSON_SETTINGS
from cegoscore.clubs.rights.links import open_club
from cegoscore.nights.services import reopen_night
from cegoscore.scoresheet.evening.services import go_on
from cegoscore.scoresheet.ledger.selfcheck import faults_in
from cegoscore.scoresheet.ledger.services.sheets import purge_sheets
from cegoscore.scoresheet.models import Hand, Score, Seat, Session
from cegoscore.scoring.rules.rule_files import published
from tests.commands import called
from tests.effort import WITH_FIXTURES, evenings, thorough
from tests.pages import body_of
from tests.scoresheet.ledger.test_selfcheck import ACTIONS, change_hand, change_table
from tests.worlds.copied import copied
from tests.worlds.lively_club import (
    GOLDEN,
    LEFT_OUT,
    LivelyClub,
    Neighbours,
    backup_of,
    empty_database,
    restored,
    shown,
)
from tests.worlds.sheet import World as Table
from tests.worlds.tournament import client_of
from tournaments.clubhouse.backup import CannotBackUp
from tournaments.clubhouse.backup.part import Part
from tournaments.clubhouse.backup.parts import PARTS, comes_later, relations_of
from tournaments.clubhouse.erasing import erase
from tournaments.models import Decision, Result, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def lively() -> LivelyClub:
    return copied(LivelyClub)


# What belongs to a club


def test_every_model_is_in_the_backup_or_left_out_on_purpose() -> None:
    """Whoever adds a model says in `parts` how it hangs on the club, or in `LEFT_OUT` why it stays on the server."""
    ours = {model for config in apps.get_app_configs() if _is_ours(config.name) for model in config.get_models()}
    assert {part.model for part in PARTS} | LEFT_OUT.keys() == ours
    assert {part.model for part in PARTS} & LEFT_OUT.keys() == set()


def _is_ours(name: str) -> bool:
    return name.startswith(("cegoscore.", "tournaments"))


DERIVED = {"has_outings", "offer"}
"""Fields that are made again with what they tell of, or hold on this server only."""


@pytest.mark.parametrize("part", PARTS, ids=lambda part: part.name)
def test_every_field_has_a_column(part: Part) -> None:
    """Whoever adds a field names its column in `parts`; those that point to several rows stand last."""
    meta = part.model._meta
    own = [each for each in meta.concrete_fields if not isinstance(each, AutoField) and each.name not in DERIVED]
    assert set(part.fields.values()) == {*own, *meta.many_to_many}
    assert list(part.fields.values())[len(own) :] == list(meta.many_to_many)


@pytest.mark.parametrize("part", PARTS, ids=lambda part: part.name)
def test_every_part_can_be_written_and_put_back(part: Part) -> None:
    """Parts come after all that their rows cannot be without, and every model is known."""
    models = {each.model for each in PARTS}
    for relation in relations_of(part):
        assert relation.related_model in models | {Device}, f"{relation.name} points to what is not in the backup"
        if not isinstance(relation, ManyToManyField):
            assert relation.null or not comes_later(part, relation), f"{relation.name} must come before {part.name}"
    named = {column for column, *_rest in (*part.shapes, *part.texts_inside, *part.keys_inside)}
    in_json = {name for name, field in part.fields.items() if isinstance(field, JSONField)}
    assert named <= in_json
    assert in_json <= {name for name, _ in part.shapes}


NOBODYS = {
    "rule_sets": {"digest", "identifier"},
    "club": {"currency", "site"},
    "people": set(PERSON_SETTINGS),
    "house_rules": {"copied_from"},
    "nights": {"currency"},
    "sheets": {"currency"},
    "hands": {"game", "auction"},
    "late_hands": {"kind"},
    "bookings": {"kind", "rule", "currency"},
    "guest_events": {"origin", "mark"},
    "tournaments": {"currency"},
    "decisions": {"by", "salt", "reason", "hash"},
}
"""Columns with text that is nobody's: words of the program, names of things; people's names have a way of their own."""


@pytest.mark.parametrize("part", PARTS, ids=lambda part: part.name)
def test_every_text_is_said_to_be_free_or_not(part: Part) -> None:
    """Somebody's name may stand in free text; whoever adds a text column says there or here which it is."""
    found = {name for name, f in part.fields.items() if isinstance(f, CharField | TextField) and not f.choices}
    assert found - NOBODYS.get(part.name, set()) == set(part.texts)
    assert NOBODYS.get(part.name, set()) <= found - set(part.texts)


# There and back


def test_club_comes_back_without_loss_on_an_empty_server(lively: LivelyClub) -> None:
    before, seen = backup_of(lively.club), shown(lively.club)
    empty_database()
    club = restored(before)
    assert backup_of(club) == before
    assert shown(club) == seen
    assert list(faults_in(club)) == []


def purge(lively: LivelyClub) -> None:
    Session.objects.filter(night=lively.night).update(deleted_at="2020-01-01T00:00Z")
    purge_sheets()


AFTERWARDS: list[Callable[[LivelyClub], Any]] = [
    lambda lively: restored(backup_of(lively.club), as_copy=True),
    lambda lively: erase(lively.club.pk),
    purge,
]


@pytest.mark.parametrize("do", AFTERWARDS, ids=["restore", "erase", "purge"])
def test_table_of_a_night_that_went_on_comes_back_and_goes(lively: LivelyClub, do: Callable[[LivelyClub], Any]) -> None:
    """Two sheets with one number, of which only the later one says that it goes on."""
    reopen_night(lively.night, by=lively.organiser.pk)
    sheet = lively.night.sheets.get()
    rules, seen = published("braeunlingen-ministranten"), sheet.version
    go_on(sheet, seen=seen, staying=[0, 1, 2, 3], dealer=0, rules=rules, why="Übertrag", device=lively.organiser)
    do(lively)
    assert lively.night.sheets.count() in (0, 2)


def test_every_part_of_a_lively_club_has_rows(lively: LivelyClub) -> None:
    """Otherwise the test above proves less than it seems to."""
    document = backup_of(lively.club)
    assert [part.name for part in PARTS if not document[part.name]["rows"]] == []


def _chained(row: list[Any]) -> list[Any]:
    """A decision of version 0.1 as it is after it got its place in the chain: its round inside, people outside."""
    _tournament, round_, _kind, _why, data, *_rest = row
    inside = {key: value for key, value in data.items() if key not in ("left", "came")}
    return [*row[:4], inside if round_ is None else inside | {"round": 1}, *row[5:]]


@thorough
def test_document_from_elsewhere_reads_the_same_on_every_database() -> None:
    """The document in the repository was made on SQLite; what it does not know yet is not compared."""
    golden = json.loads(GOLDEN.read_text())
    again = backup_of(restored(golden))
    for name in golden.keys() - {"format", "devices"}:
        columns = golden[name]["columns"]
        places = [again[name]["columns"].index(column) for column in columns]
        rows = [[row[place] for place in places] for row in again[name]["rows"]]
        assert rows == (
            [_chained(row) for row in golden[name]["rows"]] if name == "decisions" else golden[name]["rows"]
        )
    assert (again["format"], again["devices"]) == (golden["format"], golden["devices"])


@thorough
@settings(max_examples=evenings(15), deadline=None, suppress_health_check=WITH_FIXTURES)
@given(actions=ACTIONS)
@example(actions=[("record", 0, 1), ("correct", 0, 1)])
def test_any_evening_comes_back_without_loss(db: None, actions: list[tuple[str, int, int]]) -> None:
    world = Table()
    for action, pick, points in actions:
        sheet = Session.objects.select_related("rule_set").get(pk=world.sheet.pk)
        if action in ("reseat", "set_turn", "join", "change_rules"):
            change_table(sheet, action, pick)
        else:
            change_hand(sheet, action, pick, points)
    club = Club.objects.get(pk=world.sheet.club_id)
    before, seen = backup_of(club), shown(club)
    empty_database()
    assert backup_of(restored(before)) == before
    assert shown(Club.objects.get()) == seen


def test_nothing_of_another_club_is_in_it_and_other_clubs_stay() -> None:
    both = copied(Neighbours)
    before, others = backup_of(both.one.club), backup_of(both.other.club)
    assert before == both.alone
    lively_ids = {row[0] for row in before["sheets"]["rows"]}
    assert lively_ids.isdisjoint(row[0] for row in others["sheets"]["rows"])


def test_no_device_link_or_right_leaves_the_server(lively: LivelyClub) -> None:
    text = json.dumps(backup_of(lively.club))
    secrets = [str(pk) for pk in Device.objects.values_list("pk", flat=True)]
    secrets += [pk.hex for pk in Device.objects.values_list("pk", flat=True)]
    secrets += Link.objects.values_list("secret_hash", flat=True)
    assert len(secrets) > 10
    assert [secret for secret in secrets if secret in text] == []


@thorough
def test_devices_come_back_as_strangers_that_are_still_told_apart(lively: LivelyClub) -> None:
    before = [hand.device_id for hand in Hand.objects.filter(session=lively.evening).order_by("pk")]
    document = backup_of(lively.club)
    empty_database()
    club = restored(document)
    after = [hand.device_id for hand in Hand.objects.filter(session=lively.evening).order_by("pk")]
    assert set(after).isdisjoint(before)
    assert [before.index(device) for device in before] == [after.index(device) for device in after]
    assert not Grant.objects.exists()
    assert not club.links.exists()


# Not twice


@thorough
def test_copy_stands_beside_the_club_and_shares_nothing_with_it(lively: LivelyClub) -> None:
    document, seen, rule_sets = backup_of(lively.club), shown(lively.club), RuleSet.objects.count()
    club = restored(document, as_copy=True)
    assert (backup_of(lively.club), RuleSet.objects.count()) == (document, rule_sets)
    assert club.pk != lively.club.pk
    assert list(shown(club)["sheets"].values()) != []
    assert sorted(map(str, shown(club)["standings"])) == sorted(map(str, seen["standings"]))
    tournament = club.tournaments.get()
    assert set(club.sessions.exclude(event=None).values_list("event", flat=True)) == {tournament.pk}
    came = Decision.objects.get(tournament=tournament, kind="substitute").came
    assert came
    assert came.club == club
    assert list(faults_in(club)) == []


# Commands and pages


@thorough
def test_row_of_another_club_is_said_instead_of_written() -> None:
    both = copied(Neighbours)
    both.other.evening.seats.filter(number=0).update(player=both.one.people[0])
    with pytest.raises(CannotBackUp):
        backup_of(both.other.club)


@thorough
def test_commands_carry_a_club_over_and_print_the_way_in(lively: LivelyClub, tmp_path: Path) -> None:
    before, file = backup_of(lively.club), tmp_path / "club.json"
    assert called("backup", "cegofreunde", "--out", str(file)) == (0, "", "")
    assert json.loads(file.read_text()) == before
    assert [path.name for path in tmp_path.iterdir()] == ["club.json"]
    empty_database()
    status, out, _err = called("restore", str(file))
    assert (status, out.splitlines()[0]) == (0, "Cegofreunde: 17 people, 10 sheets, 1 tournaments")
    address = out.split()[-1]
    newcomer = Client()
    assert newcomer.get(address).status_code == 200
    assert newcomer.get(reverse("sheet", args=[lively.evening.pk])).status_code == 404
    newcomer.post(reverse("become_manager"), {"secret": address.rpartition("/")[2]})
    assert newcomer.get(reverse("sheet", args=[lively.evening.pk])).status_code == 200


def test_backup_command_prints_what_it_would_write(lively: LivelyClub) -> None:
    status, out, _err = called("backup", str(lively.club.pk))
    assert (status, json.loads(out)) == (0, backup_of(lively.club))


def test_backup_command_says_which_club_it_cannot_find(lively: LivelyClub) -> None:
    status, _out, err = called("backup", "Skatfreunde")
    assert (status, err) == (2, "There is no club Skatfreunde. The command clubs lists all, with their keys.\n")
    assert called("backup", str(uuid4()))[0] == 2
    open_club(lively.stranger, name="Cegofreunde")
    status, _out, err = called("backup", "Cegofreunde")
    assert (status, len(err.splitlines()), str(lively.club.pk) in err) == (2, 3, True)


def test_restore_command_says_every_problem_and_changes_nothing(lively: LivelyClub, tmp_path: Path) -> None:
    file, before = tmp_path / "club.json", backup_of(lively.club)
    file.write_text(json.dumps(before))
    status, _out, err = called("restore", str(file))
    assert (status, err.splitlines()[-1]) == (2, "Nothing was restored.")
    assert f"club: {lively.club.pk} is here already; nothing was changed" in err.splitlines()
    assert backup_of(lively.club) == before
    assert called("restore", str(file), "--copy")[0] == 0
    file.write_bytes(b"\xff")
    assert called("restore", str(file)) == (2, "", f"{file}: is not UTF-8\nNothing was restored.\n")
    assert called("restore", str(tmp_path / "none"))[0] == 2


# The page


@pytest.mark.parametrize(("who", "status"), [("organiser", 200), ("helper", 403), ("guest", 403), ("stranger", 404)])
@pytest.mark.parametrize("view", ["club_backup", "download_backup"])
def test_backup_is_for_who_manages_the_club(lively: LivelyClub, view: str, who: str, status: int) -> None:
    client = client_of(getattr(lively, who))
    response = client.get(reverse(view, args=[lively.club.pk]))
    assert b"".join(response)
    assert response.status_code == status
    assert client.get(reverse(view, args=[uuid4()])).status_code == 404


def test_button_saves_the_backup(lively: LivelyClub) -> None:
    client = client_of(lively.organiser)
    address = reverse("download_backup", args=[lively.club.pk])
    assert f'href="{address}"' in body_of(client.get(reverse("club_backup", args=[lively.club.pk])))
    before = backup_of(lively.club)
    response = client.get(address)
    assert json.loads(b"".join(response.streaming_content)) == before  # type: ignore[attr-defined]
    assert re.fullmatch(r'attachment; filename="cegofreunde-[\d-]+\.json"', response["Content-Disposition"])
    assert "no-store" in response["Cache-Control"]


# The self-check of tournaments


@thorough
@pytest.mark.parametrize(
    "damage",
    [
        lambda: Result.objects.filter(source="sheet").exclude(points=None).update(points=F("points") + 1),
        lambda: Result.objects.filter(source="sheet").exclude(points=None).update(games_won=9),
        lambda: Result.objects.filter(round__number=1, source="sheet").update(points=None),
        lambda: Result.objects.filter(source="typed", seat=0).update(points=7),
        lambda: Result.objects.filter(source="void").update(points=7),
        lambda: Tournament.objects.update(tie_breaks=["beauty"]),
        lambda: Decision.objects.filter(kind="tie").update(data={}),
    ],
)
def test_selfcheck_names_what_does_not_agree_in_a_tournament(lively: LivelyClub, damage: Callable[[], Any]) -> None:
    damage()
    status, out, _err = called("selfcheck")
    assert status == 1
    assert out.startswith(f"10 sheets checked, 0 faults\n{lively.tournament.pk}: ")


@thorough
def test_selfcheck_of_one_club_looks_at_nothing_else() -> None:
    both = copied(Neighbours)
    lively, other = both.one, both.other
    Seat.objects.filter(session=other.evening, number=0).update(total=99)
    Score.objects.filter(hand__session=other.evening).update(points=1)
    status, out, _err = called("selfcheck", "--club", str(lively.club.pk))
    checked = ("10 sheets", "1 tournaments", "3 seasons", "1 clubs", "2 reversals", "3 events")
    assert (status, out.splitlines()) == (0, [f"{things} checked, 0 faults" for things in checked])
    assert called("selfcheck", "--club", str(other.club.pk))[0] == 1
    with pytest.raises(CommandError):
        call_command("selfcheck", "--club", str(uuid4()))
