"""Pages of the sheet: what each visitor may do, what bad input gets, and that nothing typed is lost."""

import re
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from cegoscore.clubs.models import Link, Right
from cegoscore.clubs.rights.links import accept_link, link_for, secret_of
from cegoscore.scoresheet.hand.reading import FieldProblem
from cegoscore.scoresheet.ledger.services.ledger import write_hand
from cegoscore.scoresheet.models import Hand, Session
from tests.effort import thorough
from tests.pages import body_of
from tests.worlds.copied import copied
from tests.worlds.sheet import World, client_of, posted, writing


def record(world: World, client: Client, **fields: Any) -> Any:
    """Post a hand to the world's sheet."""
    number = fields.pop("number", 1)
    return client.post(reverse("record_hand", args=[world.sheet.id]), posted(number, **fields))


def test_correction_that_changes_nothing_is_not_written_and_says_so(world: World) -> None:
    write_hand(world.sheet, writing(1), device=None)
    url = reverse("correct_hand", args=[world.sheet.id, 1])
    response = client_of(world.owner).post(
        url, posted(1, revision=2, reason="noch einmal"), headers={"Accept-Language": "de"}
    )
    assert (response.status_code, Hand.objects.count()) == (422, 1)
    assert "So steht das Spiel schon da. Es wurde nichts geschrieben." in body_of(response)
    assert Session.objects.get().version == 1


def test_correction_without_a_result_of_a_hand_that_was_struck_meanwhile_is_said_not_to_be_saved(world: World) -> None:
    write_hand(world.sheet, writing(1, void=True), device=None)
    url, sent = reverse("correct_hand", args=[world.sheet.id, 1]), posted(1, revision=2, points="")
    response = client_of(world.owner).post(url, sent, headers={"Accept-Language": "de"})
    assert "darum wurde deine Änderung nicht gespeichert" in body_of(response)


@pytest.mark.parametrize("action", ["strike_hand", "restore_hand"])
def test_striking_what_is_struck_and_restoring_what_counts_writes_nothing(world: World, action: str) -> None:
    write_hand(world.sheet, writing(1, void=action == "strike_hand"), device=None)
    data = {"uuid": uuid4(), "revision": 2}
    response = client_of(world.owner).post(reverse(action, args=[world.sheet.id, 1]), data)
    assert (response.status_code, Hand.objects.count()) == (302, 1)


def test_link_lets_a_device_in_and_redirects_to_a_clean_address(world: World) -> None:
    link = link_for(world.sheet.club, right=Right.WRITE, target=world.sheet.id)
    client = Client()
    response = client.get(reverse("open_link", args=[secret_of(link)]))
    assert (response.status_code, response["Location"]) == (302, f"/sheets/{world.sheet.id}")
    assert client.get(response["Location"]).status_code == 200
    assert record(world, client).status_code == 302


def test_forged_cookie_is_nobody(world: World) -> None:
    client = Client()
    client.cookies["device"] = f"{world.owner.id}:forged"
    assert client.get(world.sheet.get_absolute_url()).status_code == 404


# Writing


def test_recorded_hand_stands_on_the_sheet(world: World) -> None:
    client = client_of(world.owner)
    assert record(world, client)["Location"] == world.sheet.get_absolute_url()
    page = client.get(world.sheet.get_absolute_url()).context["page"]
    line = page.lines[0]
    assert (line.shown, line.game, line.text, line.amounts) == (1, "Solo", "Bernd 41 : 29", (-10, 30, -10, -10))
    assert [seat.total for seat in page.seats] == [-10, 30, -10, -10]
    assert (page.turn.shown, page.dealer, page.vorhand) == (2, "Anna", "Bernd")


def test_page_of_version_0_1_0_that_records_by_htmx_is_loaded_anew(world: World) -> None:
    url, hand = reverse("record_hand", args=[world.sheet.id]), posted(1)
    for _twice in range(2):
        answer = client_of(world.owner).post(url, hand, headers={"HX-Request": "true"})
        assert (answer.status_code, answer.headers["HX-Refresh"]) == (200, "true")
    assert Hand.objects.count() == 1


@pytest.mark.parametrize(
    ("rules", "fields", "outcome", "totals"),
    [
        (
            "oberwolfach-4",
            {"game": "eine", "result": "schinden", "culprits": [2], "points": None},
            {"contract": "eine", "declarer": 1, "schinden": {"culprits": [2]}},
            [16, 16, -48, 16],
        ),
        (
            "oberwolfach-4",
            {"game": "eine", "result": "schinden", "points": None},
            {"contract": "eine", "declarer": 1, "schinden": {"culprits": []}},
            [16, -48, 16, 16],
        ),
        (
            "baumann-bluemle",
            {"game": "cego", "result": "fault", "offender": 2, "eightfold": "on", "points": None},
            {"contract": "cego", "declarer": 1, "fault": {"offender": 2, "eightfold": True}},
            [0, 24, -24, 0],
        ),
        (
            "braeunlingen-loewen",
            {"game": "eine", "result": "per_defender", "per_defender": -20, "points": None},
            {"contract": "eine", "declarer": 1, "per_defender": -20},
            [20, -60, 20, 20],
        ),
    ],
)
def test_claim_fault_and_amount_can_be_posted_and_stand_on_the_page_of_the_hand(
    db: None, rules: str, fields: dict[str, Any], outcome: dict[str, Any], totals: list[int]
) -> None:
    world = copied(World, rules)
    assert record(world, client_of(world.owner), **fields).status_code == 302
    assert Hand.objects.get().outcome == outcome
    assert world.totals() == totals
    page = client_of(world.owner).get(reverse("hand", args=[world.sheet.id, 1]))
    assert page.status_code == 200


# Bad input: a sentence with 4xx, nothing written, what was typed still there


BAD_HANDS: list[tuple[dict[str, Any], str]] = [
    ({"points": "viel"}, "points"),
    ({"points": 71}, "points"),
    ({"points": None}, ""),
    ({"declarer": None}, "declarer"),
    ({"game": None}, "game"),
    ({"lineup": f"0,1,2,{'3' * 5000}"}, ""),
    ({"dealer": 7}, ""),
    ({"game": "piccolo", "points": None, "made": None}, ""),
    ({"game": "piccolo", "points": None, "made": "perhaps"}, "made"),
    ({"game": "raeuber", "card_points_0": 20}, ""),
    ({"game": "free", "free_0": 30, "free_1": -10, "free_2": -10, "free_3": 0, "why": "x"}, ""),
    ({"game": "free", "free_0": 30, "free_1": "x", "why": "Wette"}, "free_1"),
    ({"game": "free", "free_0": 30, "free_1": -30}, "why"),
    ({"game": "penalty", "penalty": "revoke"}, "offender"),
    ({"reason": "x" * 5000}, ""),
]
"""Fields that are posted, and the one beside which the sentence stands; none if it is about the whole hand.

What each field may hold is tried in `test_panel_reading.py`.
"""


@pytest.mark.parametrize(("fields", "field"), BAD_HANDS)
def test_bad_hand_is_refused_with_what_was_typed_and_a_sentence_at_its_field(
    world: World, fields: dict[str, Any], field: str
) -> None:
    response = record(world, client_of(world.owner), **fields)
    html = body_of(response)
    assert response.status_code == 422
    assert not Hand.objects.exists()
    assert world.totals() == [0, 0, 0, 0]
    panel = response.context["panel"]
    assert panel.problems
    assert all(problem.sentence in html for problem in panel.problems)
    assert 'role="alert"' in html
    if field:
        [problem] = panel.problems
        assert html.count(f'aria-describedby="problem-{field}"') == html.count(f'id="wrong-{field}"') == 1
        assert re.search(rf'"problem-{field}">\s*<a\s+href="#wrong-{field}"\s*>{re.escape(problem.sentence)}</a>', html)
    kept = {key: str(value) for key, value in ({"points": 41} | fields).items() if value is not None}
    kept.pop("declarer", None)  # somebody who is not at the table cannot be shown as chosen
    seats = {f"{name}_{seat.number}": getattr(seat, name) for seat in panel.seats for name in ("card_points", "free")}
    shown = {**panel.typed, **panel.place, **seats}
    assert {key: shown[key] for key in kept} == kept
    assert [seat.number for seat in panel.seats if "declarer" in seat.roles] == ([] if "declarer" in fields else [1])


def test_declarer_who_sits_out_is_refused_by_name(db: None) -> None:
    world = copied(World, names=("Anna", "Bernd", "Clara", "Dieter", "Emil"))
    response = record(world, client_of(world.owner), lineup="0,1,2,3,4", dealer=4, declarer=4)
    assert response.status_code == 422
    [problem] = response.context["panel"].problems
    assert problem.field == "declarer"
    assert "Emil" in problem.sentence


def test_more_points_than_the_pack_is_said_in_german_and_in_english(world: World) -> None:
    client = client_of(world.owner)
    german = body_of(record(world, client, points=71))
    assert "Das sind mehr Augen, als es gibt (70)" in german
    client.cookies["django_language"] = "en"
    assert "more than the pack holds (70)" in body_of(record(world, client, points=71))


def test_unlikely_points_are_written_with_a_warning_that_names_the_hand(world: World) -> None:
    write_hand(world.sheet, writing(1), device=None)
    answer = world.send([world.item(posted(2, points=3, seen=1))]).json()
    assert Hand.objects.count() == 2
    doubt = "Spiel 2: Nur 3 Augen? Mit einem Stich sind es mindestens 5. Bitte noch einmal zählen."
    assert body_of(answer["parts"]).count(f"</svg>{doubt}</p>") == 1


@thorough
def test_warning_follows_a_hand_that_was_corrected_or_written_without_scripts(world: World) -> None:
    client = client_of(world.owner)
    first = record(world, client, points=3)
    url = reverse("correct_hand", args=[world.sheet.id, 1])
    second = client.post(url, posted(1, revision=2, points=4))
    third = client.post(url, posted(1, revision=3, points=40))
    assert [response["Location"].partition("?")[2] for response in (first, second, third)] == ["doubt=1"] * 2 + [""]
    assert client.get(second["Location"]).context["panel"].warnings == ()
    client.post(url, posted(1, revision=4, points=4))
    assert client.get(second["Location"]).context["panel"].warnings == (
        "Spiel 1: Nur 4 Augen? Mit einem Stich sind es mindestens 5. Bitte noch einmal zählen.",
    )
    sheet_url = world.sheet.get_absolute_url()
    assert [client.get(f"{sheet_url}?doubt={typed}").status_code for typed in ("", "x", "9" * 50)] == [200] * 3


def test_invalid_choice_does_not_come_back_with_what_was_typed(world: World) -> None:
    response = record(world, client_of(world.owner), game="x" * 5000, declarer="<b>" * 500)
    assert response.status_code == 422
    assert response.context["panel"].problems == (
        FieldProblem(field="game", sentence="Bitte etwas von dem wählen, was dasteht."),
        FieldProblem(field="declarer", sentence="Bitte etwas von dem wählen, was dasteht."),
    )


@thorough
@pytest.mark.parametrize(
    ("rules", "there"),
    [
        ("schwarzwaldmeisterschaft", {"over_solo", "per_defender", "fault"}),
        ("braeunlingen-ministranten", {"over_solo", "per_defender"}),
        ("baumann-bluemle", {"over_solo", "per_defender", "fault", "schinden", "challenger", "trumps"}),
        ("st-georgen", {"over_solo", "ouvert", "per_defender"}),
    ],
)
def test_panel_has_the_fields_of_its_rule_set_only(db: None, rules: str, there: set[str]) -> None:
    world = copied(World, rules)
    html = body_of(client_of(world.owner).get(world.sheet.get_absolute_url()))
    fields = {"over_solo", "ouvert", "pfeif_frei", "challenger", "trumps"}
    found = {name for name in fields if f'name="{name}"' in html}
    found |= {value for value in ("per_defender", "fault", "schinden") if f'name="result" value="{value}"' in html}
    assert found == there


def test_culprits_are_still_there_after_a_conflict(db: None) -> None:
    world = copied(World, "baumann-bluemle")
    write_hand(world.sheet, writing(1), device=None)
    claim = {"result": "schinden", "culprits": [0, 2], "challenger": 3, "points": None}
    response = record(world, client_of(world.owner), **claim)
    assert response.status_code == 409
    panel = response.context["panel"]
    assert [seat.number for seat in panel.playing if "culprits" in seat.roles] == [0, 2]
    again = posted(2, **claim, **{name: panel.place[name] for name in ("uuid", "dealer", "lineup")})
    assert client_of(world.owner).post(reverse("record_hand", args=[world.sheet.id]), again).status_code == 302


def new_table(client: Client, **fields: Any) -> Any:
    """Post the form for a new table of four."""
    names = {f"name_{n}": name for n, name in enumerate(("Anna", "Bernd", "Clara", "Dieter"))}
    data = {"rules": "braeunlingen-loewen", "first_dealer": 0, "stake": "0.01", "currency": "€"} | names | fields
    return client.post(reverse("new_table"), data)


def test_new_table_belongs_to_the_device_that_opened_it(db: None) -> None:
    client = Client()
    response = new_table(client)
    assert response.status_code == 302
    sheet = Session.objects.get()
    assert [seat.player.name for seat in sheet.seats.order_by("number")] == ["Anna", "Bernd", "Clara", "Dieter"]
    assert client.get(response["Location"]).status_code == 200
    assert Client().get(response["Location"]).status_code == 404
    cookie = client.cookies["device"]
    assert (cookie["httponly"], cookie["samesite"]) == (True, "Lax")


@pytest.mark.parametrize("charset", ["latin-1", "utf-16"])
def test_form_in_another_encoding_is_refused(db: None, charset: str) -> None:
    client = Client(raise_request_exception=False)
    content_type = f"application/x-www-form-urlencoded; charset={charset}"
    assert client.post(reverse("new_table"), b"a=b", content_type=content_type).status_code == 400


def test_largest_amounts_fit_into_the_database(world: World) -> None:
    amounts: dict[str, Any] = {
        "result": "per_defender",
        "per_defender": 1_000_000,
        "stake_factor": 1000,
        "points": None,
    }
    assert record(world, client_of(world.owner), **amounts).status_code == 302
    assert world.totals() == [-(10**9), 3 * 10**9, -(10**9), -(10**9)]


def test_own_hand_at_a_taken_place_is_not_blamed_on_another_phone(world: World) -> None:
    client = client_of(world.owner)
    record(world, client)
    sentence = record(world, client, points=52).context["panel"].notice.sentence
    assert "anderes Handy" not in sentence


@pytest.mark.parametrize(
    "fields",
    [
        {"name_0": "x" * 5000},
        {"name_0": "Bernd"},
        {"name_3": ""},
        {"rules": "poker"},
        {"first_dealer": 4},
        {"first_dealer": 9},
        {"stake": "-1"},
        {"stake": "NaN"},
        {"title": "x" * 5000},
    ],
)
def test_bad_new_table_is_refused_with_what_was_typed(db: None, fields: dict[str, Any]) -> None:
    response = new_table(Client(), **fields)
    assert response.status_code == 422
    assert not Session.objects.exists()
    assert "Clara" in body_of(response)


def test_unknown_sheet_and_unknown_hand_do_not_exist(world: World) -> None:
    client = client_of(world.owner)
    assert client.get(reverse("sheet", args=[uuid4()])).status_code == 404
    assert client.get(reverse("hand", args=[world.sheet.id, 1])).status_code == 404


# Two phones


def test_second_phone_on_the_same_place_gets_409_and_what_stands_there(world: World) -> None:
    record(world, client_of(world.owner))
    response = record(world, client_of(world.mate), points=52)
    assert response.status_code == 409
    assert Hand.objects.count() == 1
    assert response.context["panel"].notice.line.text == "Bernd 41 : 29"
    assert 'value="52"' in body_of(response)


def test_second_correction_of_the_same_revision_gets_409_and_the_new_state(world: World) -> None:
    write_hand(world.sheet, writing(1), device=None)
    url = reverse("correct_hand", args=[world.sheet.id, 1])
    assert client_of(world.owner).post(url, posted(1, revision=2, points=43)).status_code == 302
    response = client_of(world.mate).post(url, posted(1, revision=2, points=45))
    assert response.status_code == 409
    assert "Bernd 43 : 27" in body_of(response)
    assert world.totals() == [-15, 45, -15, -15]


def test_open_sheet_asks_for_changes_and_gets_204_until_there_are_some(world: World) -> None:
    client = client_of(world.guest)
    url = reverse("sheet_changes", args=[world.sheet.id])
    assert client.get(url, {"v": "0"}).status_code == 204
    write_hand(world.sheet, writing(1), device=world.owner)
    response = client.get(url, {"v": "0"})
    html = body_of(response)
    assert response.status_code == 200
    for part in ('id="live"', "?v=1", 'id="totals"', 'id="lines"', "Bernd 41 : 29"):
        assert part in html
    assert 'id="panel"' not in html
    assert client.get(url, {"v": "1"}).status_code == 204
    assert client_of(world.stranger).get(url).status_code == 404


@thorough
def test_a_phone_knows_when_its_links_end_unless_one_of_them_never_does(world: World) -> None:
    url, soon = world.sheet.get_absolute_url(), timezone.now() + timedelta(minutes=30)
    links = Link.objects.filter(target=world.sheet.pk, right=Right.WRITE)
    assert b"data-until" not in client_of(world.mate).get(url).content
    links.update(expires_at=soon)
    assert f'data-until="{timezone.localtime(soon):%Y-%m-%dT%H:%M}' in body_of(client_of(world.mate).get(url))
    assert b"data-until" not in client_of(world.owner).get(url).content
    accept_link(world.mate, Link.objects.create(club=world.sheet.club, right=Right.WRITE, target=world.sheet.pk))
    assert b"data-until" not in client_of(world.mate).get(url).content


@thorough
def test_start_page_counts_hands_and_not_deals_without_a_result(db: None) -> None:
    client = Client()
    client.post(reverse("open_demo"))
    [sheet] = client.get(reverse("home")).context["sheets"]
    assert sheet.hands == 24


def test_demo_is_opened_once_per_device(db: None) -> None:
    client = Client()
    first, second = (client.post(reverse("open_demo"))["Location"] for _ in range(2))
    assert first == second
    assert len(client.get(first).context["page"].lines) == 25
