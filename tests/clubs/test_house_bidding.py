"""Decisions of a house about the bidding: asked in the editor, kept with the rules, followed and marked everywhere."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from django.urls import reverse

from cegoscore.clubs.house_rules.bidding import open_points
from cegoscore.clubs.house_rules.forms import HouseRulesForm
from cegoscore.clubs.house_rules.questions import QuestionsForm
from cegoscore.clubs.house_rules.rule_sets import rules_of
from cegoscore.clubs.models import HouseRuleSet, LogEntry
from cegoscore.scoresheet.evening.exports import document_of
from cegoscore.scoresheet.ledger.services.sheets import import_document
from cegoscore.scoresheet.models import Hand
from cegoscore.scoring.auction.auction import auction_table
from cegoscore.scoring.auction.house_auctions import auction_of
from cegoscore.scoring.documents.document import parse, write
from cegoscore.scoring.rules.auction_readings import Point, open_points_of, readings_of
from cegoscore.scoring.rules.rule_files import parse_house_rules, published, published_auction, published_identifiers
from tests.effort import thorough
from tests.pages import body_of
from tests.scoresheet.test_auction_command import asked
from tests.worlds.club import World, client_of, posted, sent
from tests.worlds.lively_club import backup_of, empty_database, restored
from tests.worlds.sheet import NAMES, open_table, posted as posted_hand
from tournaments.clubhouse.backup import parse_json

pytestmark = pytest.mark.django_db

TURNIER = "braeunlingen-turnier"
NOBODY = {"like": TURNIER, "answers_gegensolo": "nobody"}
AUCTION = "A:solo B:gegensolo C:eine D:gut"
HTMX = {"HX-Request": "true"}
AGREED = "so abgemacht"


def test_reading_that_makes_no_difference_to_three_decides_nothing() -> None:
    original = published("dreier")
    decided = {"like": "dreier", "over_solo_order": "right_then_left"}
    rules, _problems = parse_house_rules({**original.document, "id": "own-x", "auction": decided})
    assert rules
    (point,) = open_points(rules, original)
    assert (point.decided, point.answer) == ("", next(iter(point.readings.values())))


def save(world: World, identifier: str = TURNIER, **changes: Any) -> HouseRuleSet:
    url = reverse("copy_rule_set", args=[identifier])
    response = client_of(world.owner).post(url, posted(identifier, **changes) | {"save": "1"})
    assert response.status_code == 302
    return HouseRuleSet.objects.select_related("rule_set").latest("created_at")


def text_of(response: Any) -> str:
    """Text of a page, without its tags."""
    return " ".join(re.sub(r"<[^>]*>", "", body_of(response)).split())


# The editor


@pytest.mark.parametrize("identifier", published_identifiers())
def test_editor_and_questions_offer_every_open_point_with_all_its_readings_and_no_other(identifier: str) -> None:
    rules = published(identifier)
    expected = {f"auction.{point}": ["", *readings_of(point, rules.players)] for point in open_points_of(identifier)}
    form = HouseRulesForm(base=rules, original=rules, name="Stammtisch")
    questions = QuestionsForm(base=rules, original=rules)
    for fields in (form.fields, questions.fields):
        asked = {key: field for key, field in fields.items() if key.removeprefix("auction.") in list(Point)}
        choices = {
            key: [value for value, _label in (getattr(field, "choices", None) or field.widget.choices)]
            for key, field in asked.items()
        }
        assert choices == expected
    assert ("bidding" in [part["group"].id for part in form.page()]) == bool(published_auction(identifier))


@thorough
def test_open_point_tells_how_it_is_bid_until_it_is_decided(world: World) -> None:
    page = body_of(client_of(world.owner).get(reverse("copy_rule_set", args=[TURNIER])))
    assert "Wer antwortet, wenn ein Gegensolo überboten wird?" in page
    assert "Offen. So lange gilt: Wer Gegensolo gesagt hat, mit „selbst“ oder „gut“." in page


@thorough
def test_reading_that_there_is_not_is_named_beside_its_field(world: World) -> None:
    url = reverse("copy_rule_set", args=[TURNIER])
    answer = client_of(world.owner).post(url, posted(TURNIER, auction__answers_gegensolo="both") | {"save": "1"})
    assert answer.status_code == 422
    assert list(answer.context["form"].errors) == ["auction.answers_gegensolo"]


@thorough
def test_answers_lead_to_the_editor_with_the_decision(world: World) -> None:
    questions = QuestionsForm(base=published(TURNIER), original=published(TURNIER))
    data = {name: questions[name].value() for name in questions.fields}
    data = {name: "on" if value is True else value for name, value in data.items() if value}
    url = reverse("ask_house_rules", args=[TURNIER])
    answer = client_of(world.owner).post(url, data | {"auction.answers_gegensolo": "nobody"})
    assert answer.status_code == 200
    assert answer.context["form"].rules.auction == NOBODY
    assert "Antwort auf mehr als Gegensolo" in body_of(answer)


# Kept with the rules


def test_decision_is_stored_beside_the_document_and_is_part_of_the_digest(world: World) -> None:
    plain = save(world)
    decided = save(world, auction__answers_gegensolo="nobody")
    assert (plain.rule_set.auction, decided.rule_set.auction) == ({}, NOBODY)
    assert plain.rule_set.document == decided.rule_set.document
    assert plain.rule_set.digest != decided.rule_set.digest
    assert rules_of(decided.rule_set).auction == NOBODY
    again, _problems = parse_house_rules({**decided.rule_set.document, "auction": decided.rule_set.auction})
    assert again
    assert again.digest == decided.rule_set.digest


@thorough
def test_decision_can_be_changed_and_taken_back_and_stands_in_the_log(world: World) -> None:
    row = save(world, auction__answers_gegensolo="nobody")
    page = client_of(world.owner).get(reverse("edit_rule_set", args=[row.id]))
    form = page.context["form"]
    assert form["auction.answers_gegensolo"].value() == "nobody"
    data = {key: value for key, value in sent(form).items() if value}
    url = reverse("edit_rule_set", args=[row.id])
    client_of(world.owner).post(url, data | {"auction.answers_gegensolo": "", "save": "1"})
    assert HouseRuleSet.objects.select_related("rule_set").latest("created_at").rule_set.auction == {}
    entry = LogEntry.objects.filter(kind="rules_changed").get()
    assert "Antwort auf mehr als Gegensolo: Niemand" in str(entry.before)


@thorough
def test_decision_comes_back_from_a_backup(world: World) -> None:
    row = save(world, auction__answers_gegensolo="nobody")
    document = backup_of(world.club)
    empty_database()
    restored(document)
    again = HouseRuleSet.objects.select_related("rule_set").get(pk=row.pk)
    assert (again.rule_set.digest, again.rule_set.auction) == (row.rule_set.digest, NOBODY)


@thorough
def test_backup_with_another_decision_than_its_digest_is_refused(world: World) -> None:
    save(world, auction__answers_gegensolo="nobody")
    document = backup_of(world.club)
    part = document["rule_sets"]
    place = part["columns"].index("auction")
    part["rows"][0][place]["answers_gegensolo"] = "its_bidder"
    _backup, problems = parse_json(json.dumps(document))
    assert "no_digest" in [problem.code for problem in problems]


def test_backup_from_before_there_were_decisions_is_read(world: World) -> None:
    row = save(world)
    document = backup_of(world.club)
    part = document["rule_sets"]
    place = part["columns"].index("auction")
    part["columns"].pop(place)
    for each in part["rows"]:
        each.pop(place)
    empty_database()
    restored(document)
    assert HouseRuleSet.objects.select_related("rule_set").get(pk=row.pk).rule_set.auction == {}


@thorough
def test_evening_by_decided_rules_is_carried_out_and_in_again_and_held_to_the_same_fold(world: World) -> None:
    row = save(world, auction__answers_gegensolo="nobody")
    sheet = open_table(world.owner, names=NAMES, rules=rules_of(row.rule_set), first_dealer=3)
    fields = {"game": "eine", "declarer": 2, "over_solo": "on", "points": 41}
    url = reverse("record_hand", args=[sheet.id])
    client = client_of(world.owner)
    assert client.post(url, posted_hand(1, auction=AUCTION, **fields), headers=HTMX).status_code == 200
    assert Hand.objects.get().auction == AUCTION
    data = write(document_of(sheet))
    assert data["rules"]["auction"] == NOBODY
    document, problems = parse(data)
    assert problems == ()
    assert document
    again = import_document(document, device=world.owner)
    assert rules_of(again.rule_set).auction == NOBODY
    data["hands"][0]["auction"] = "A:solo B:gegensolo C:eine B:selbst C:gut D:gut"
    assert [problem.code for problem in parse(data)[1]] == ["auction_not_possible"]


# Followed and marked


@thorough
def test_tariff_and_play_page_mark_what_was_decided(world: World) -> None:
    row = save(world, auction__answers_gegensolo="nobody")
    for name in ("rule_set", "play_rules"):
        page = text_of(client_of(world.owner).get(reverse(name, args=[row.id])))
        assert "Antwort auf mehr als Gegensolo: Niemand, das höhere Spiel gilt." in page
        assert AGREED in page
        plain = body_of(client_of(world.owner).get(reverse(name, args=[TURNIER])))
        assert AGREED not in plain
    page = body_of(client_of(world.owner).get(reverse("rule_set", args=[row.id])))
    assert "geändert: Antwort auf mehr als Gegensolo" in page


@thorough
def test_page_of_the_bidding_and_its_table_of_states_follow(world: World) -> None:
    row = save(world, auction__answers_gegensolo="nobody")
    rules = rules_of(row.rule_set)
    sheet = open_table(world.owner, names=NAMES, rules=rules, first_dealer=3)
    decided, before = auction_of(rules), auction_of(published(TURNIER))
    assert decided
    assert before
    assert auction_table(decided) != auction_table(before)
    for url in (reverse("sheet_bidding", args=[sheet.id]), reverse("bidding_rules", args=[row.id])):
        page = body_of(client_of(world.owner).get(url))
        found = re.search(r'<script id="auction"[^>]*>(.*?)</script>', page)
        assert found
        assert json.loads(found[1])["states"] == json.loads(json.dumps(auction_table(decided)["states"]))
        assert AGREED in page


# The command


def test_command_takes_own_rules_by_their_address(world: World, capsys: pytest.CaptureFixture[str]) -> None:
    row = save(world, auction__answers_gegensolo="nobody")
    for named in (str(row.id), f"/rules/{row.id}", f"https://cego.example/rules/{row.id}/"):
        status, out, err = asked(capsys, named, "A:solo B:gegensolo C:eine")
        assert (status, json.loads(out), err) == (
            0,
            {"ended": False, "turn": "D", "options": ["eine_leere", "gut"]},
            "",
        )
    status, out, err = asked(capsys, str(row.id), "A:solo B:gegensolo C:eine B:selbst")
    assert (status, out, err) == (2, "", "B:selbst is not possible here; possible: D:eine_leere, D:gut\n")


def test_command_bids_own_rules_that_decided_nothing_as_their_original(
    world: World, capsys: pytest.CaptureFixture[str]
) -> None:
    row = save(world)
    _status, out, _err = asked(capsys, str(row.id), "A:solo B:gegensolo C:eine")
    assert json.loads(out) == {"ended": False, "turn": "B", "options": ["selbst", "gut"]}


def test_command_takes_a_file_with_rules_or_with_an_evening(
    world: World, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    rules = rules_of(save(world, auction__answers_gegensolo="nobody").rule_set)
    sheet = open_table(world.owner, names=NAMES, rules=rules, first_dealer=3)
    files = {"rules.json": dict(rules.document), "evening.json": write(document_of(sheet))}
    for name, data in files.items():
        (tmp_path / name).write_text(json.dumps(data), encoding="utf-8")
        _status, out, _err = asked(capsys, str(tmp_path / name), AUCTION)
        assert json.loads(out) == {
            "ended": True,
            "declarer": "C",
            "contract": "eine",
            "over_solo": True,
            "leads": "C",
        }


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("no json", "is no file with JSON"),
        ("[]", "has no rules"),
        ('{"rules": "nirgends"}', "has no rules"),
        ('{"rules": {"id": "x"}}', "name: is missing"),
    ],
)
def test_command_says_what_is_wrong_with_a_file(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, text: str, line: str
) -> None:
    file = tmp_path / "rules.json"
    file.write_text(text, encoding="utf-8")
    status, out, err = asked(capsys, str(file), "")
    assert (status, out) == (2, "")
    assert line in err
    assert err.count("\n") == 1


def test_command_knows_no_foreign_address(capsys: pytest.CaptureFixture[str]) -> None:
    named = "/rules/00000000-0000-4000-8000-000000000000"
    assert asked(capsys, named, "") == (2, "", f"{named} is no club's own rules here\n")
