"""Customs: Pflicht-Räuber, a higher stake, the Gstieß, and two phones at a sheet."""

import re
from datetime import timedelta
from decimal import Decimal
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from cegoscore.clubs.models import LogEntry, LogKind
from cegoscore.scoresheet.evening.exports import document_of
from cegoscore.scoresheet.ledger.seats import Customs
from cegoscore.scoresheet.ledger.services.ledger import write_hand
from cegoscore.scoresheet.ledger.services.notes import set_round, set_stake
from cegoscore.scoresheet.ledger.services.sheets import close_sheet, import_document
from cegoscore.scoresheet.ledger.writing import Writing
from cegoscore.scoresheet.models import Adjustment, Hand, Note
from cegoscore.scoresheet.table.services import change_rules, insert_hand
from cegoscore.scoring import hands
from cegoscore.scoring.contracts import Contract, DeadKind
from cegoscore.scoring.documents.entries import MOST_FACTOR
from cegoscore.scoring.rules.rule_files import published
from tests.effort import thorough
from tests.pages import body_of
from tests.scoresheet.acting import begin, fresh, gstiess, page_of, send, strike, version, write
from tests.worlds.copied import copied
from tests.worlds.sheet import World, client_of, posted, writing

HTMX = {"HX-Request": "true"}
COMPULSORY = hands.Raeuber(contract=Contract.PFLICHT_RAEUBER, card_points=(20, 9, 14, 7))
PILES = {"card_points_0": 20, "card_points_1": 9, "card_points_2": 14, "card_points_3": 7}
AGAIN = hands.Dead(kind=DeadKind.MISDEAL, next_dealer=False)


@pytest.fixture
def loewen(db: None) -> World:
    """A sheet by the Löwen's rules, which have a round of Pflicht-Räuber and ten times the stake after it."""
    return copied(World, rules="braeunlingen-loewen")


FORMS: list[tuple[str, dict[str, Any]]] = [
    ("change_round", {"version": 0, "begin": "on"}),
    ("set_stake", {"version": 0, "factor": 2}),
    ("set_stake", {"version": 0, "factor": 1, "stake": "0,05", "currency": "€"}),
    ("note_gstiess", {"version": 0, "uuid": uuid4(), "holder": "look"}),
    ("adjust_sheet", {"uuid": uuid4(), "why": "Zettel", "amount_0": 5}),
]


@pytest.mark.parametrize(("name", "data"), FORMS)
def test_closed_sheet_takes_nothing(loewen: World, name: str, data: dict[str, Any]) -> None:
    close_sheet(loewen.sheet)
    data = data | {"version": 1, "amount_1": -5}
    response = send(loewen, name, data)
    assert response.status_code == 409
    assert "abgeschlossen" in body_of(response)
    assert (Note.objects.count(), Adjustment.objects.count()) == (0, 0)


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("change_round", {"version": "x"}),
        ("set_stake", {"version": 0, "factor": 0}),
        ("set_stake", {"version": 0, "factor": 1001}),
        ("set_stake", {"factor": 2}),
        ("set_stake", {"version": 0, "factor": 2, "stake": "viel"}),
        ("note_gstiess", {"version": 0, "uuid": uuid4(), "holder": "7"}),
        ("note_gstiess", {"version": 0, "uuid": uuid4()}),
    ],
)
def test_nonsense_changes_nothing(loewen: World, name: str, data: dict[str, Any]) -> None:
    assert send(loewen, name, data).status_code == 422
    assert version(loewen) == 0


@pytest.mark.parametrize(("name", "data"), FORMS[:4])
def test_stale_page_changes_nothing_and_says_so(loewen: World, name: str, data: dict[str, Any]) -> None:
    write(loewen, 1)
    write(loewen, 2)
    response = send(loewen, name, data | {"version": 1})
    assert response.status_code == 409
    sheet = fresh(loewen)
    stands = (sheet.compulsory_after, sheet.stake_factor, sheet.stake, sheet.notes.count())
    assert stands == (None, 1, None, 0)


@pytest.mark.parametrize(("name", "data"), FORMS[:4])
def test_second_tap_changes_nothing_more(loewen: World, name: str, data: dict[str, Any]) -> None:
    assert [send(loewen, name, data).status_code for _tap in range(2)] == [302, 302]
    sheet = fresh(loewen)
    assert (version(loewen), sheet.notes.count() <= 1) == (1, True)


# Pflicht-Räuber


def test_round_lasts_until_everybody_has_dealt_and_raises_the_stake(loewen: World) -> None:
    write(loewen, 1)
    begin(loewen)
    for number in range(2, 6):
        customs = page_of(loewen).customs
        assert (customs.round_left, customs.stake_factor, customs.only[0]) == (6 - number, 1, "pflicht_raeuber")
        assert page_of(loewen).banners[0].startswith("Pflicht-Räuber: noch")
        write(loewen, number, COMPULSORY)
    customs = page_of(loewen).customs
    assert (customs.round_left, customs.round_over, customs.stake_factor, customs.only) == (0, True, 10, ())
    assert page_of(loewen).banners == ("Ab jetzt zählt alles zehnfach",)


def test_stake_that_a_round_raises_is_one_that_a_hand_may_have(loewen: World) -> None:
    set_stake(loewen.sheet, seen=0, factor=200, round_left=0, device=loewen.owner)
    begin(loewen)
    for number in range(1, 5):
        write(loewen, number, COMPULSORY)
    assert page_of(loewen).customs.stake_factor == MOST_FACTOR


def test_deal_that_is_dealt_again_is_not_one_of_the_round(loewen: World) -> None:
    begin(loewen)
    write(loewen, 1, COMPULSORY)
    write(loewen, 2, AGAIN)
    assert page_of(loewen).customs.round_left == 3


def test_struck_hand_of_the_round_is_played_again_at_the_old_stake(loewen: World) -> None:
    begin(loewen)
    for number in range(1, 5):
        write(loewen, number, COMPULSORY)
    strike(loewen, 4)
    assert (page_of(loewen).customs.round_left, page_of(loewen).customs.stake_factor) == (1, 1)


def test_forgotten_hand_before_the_round_does_not_count_in_it(loewen: World) -> None:
    write(loewen, 1)
    write(loewen, 2)
    begin(loewen)
    insert_hand(fresh(loewen), writing(3, dealer=1), before=2, device=None)
    assert page_of(loewen).customs.round_left == 4


def test_round_is_broken_off(loewen: World) -> None:
    begin(loewen)
    write(loewen, 1, COMPULSORY)
    assert send(loewen, "change_round", {"version": version(loewen)}).status_code == 302
    assert (page_of(loewen).customs.only, page_of(loewen).banners) == ((), ())


def test_rule_set_without_pflicht_raeuber_has_no_round(world: World) -> None:
    assert send(world, "change_round", {"version": 0, "begin": "on"}).status_code == 422
    page = body_of(client_of(world.owner).get(reverse("customs", args=[world.sheet.id])))
    assert 'name="begin"' not in page
    assert fresh(world).compulsory_after is None


def test_other_rules_end_a_round_that_they_do_not_have(loewen: World) -> None:
    begin(loewen)
    change_rules(
        fresh(loewen),
        seen=1,
        rules=published("grupp"),
        why="",
        device=None,
    )
    assert page_of(loewen).customs == Customs()


def test_money_is_said_on_the_sheet_and_settles_what_was_written_before(loewen: World) -> None:
    """No hand is changed; whoever sends the factor alone leaves the money as it is."""
    write(loewen, 1)
    address, totals = reverse("customs", args=[loewen.sheet.id]), loewen.totals()
    client = client_of(loewen.owner)
    assert f'href="{address}"' in body_of(client.get(reverse("table", args=[loewen.sheet.id])))
    assert send(loewen, "set_stake", {"version": 1, "factor": 1, "stake": "0,5", "currency": "€"}).status_code == 302
    assert 'value="0,50"' in body_of(client.get(address))
    evening = client.get(reverse("evening", args=[loewen.sheet.id]), headers={"Accept-Language": "de"})
    assert (loewen.totals(), "+22,50\xa0€" in body_of(evening)) == (totals, True)
    entry = LogEntry.objects.get(kind=LogKind.SHEET_CHANGED)
    assert (entry.before, entry.after) == ("Einsatz ×1", "Einsatz ×1, 0,50 €")
    assert send(loewen, "set_stake", {"version": 2, "factor": 2}).status_code == 302
    assert fresh(loewen).stake == Decimal("0.5")


def panel_of(world: World) -> str:
    html = body_of(client_of(world.owner).get(reverse("sheet", args=[world.sheet.id])))
    return html[html.index('id="panel"') :]


def offered(html: str) -> list[str]:
    return re.findall(r'name="game" value="(\w+)"', html)


def test_panel_offers_only_what_may_be_written_in_a_round(loewen: World) -> None:
    begin(loewen)
    assert offered(panel_of(loewen)) == ["pflicht_raeuber", "dead", "free"]
    set_round(fresh(loewen), seen=1, begin=False)
    assert {"solo", "raeuber", "pflicht_raeuber"} < set(offered(panel_of(loewen)))


def test_hand_of_the_round_is_answered_with_a_new_banner_and_panel(loewen: World) -> None:
    begin(loewen)
    for number, banner in ((1, "noch 3 Spiele"), (2, "noch 2 Spiele"), (3, "noch 1 Spiel"), (4, "zehnfach")):
        sent = posted(number, game="pflicht_raeuber", declarer=None, points=None, seen=f"{number}+") | PILES
        html = body_of(loewen.send([loewen.item(sent)]).json()["parts"])
        assert banner in html[html.index('id="banners"') :]
        assert ("solo" in offered(html)) == (number == 4)
    assert 'size="4" value="10"' in html


def test_hand_that_was_written_before_the_round_may_be_sent_again(loewen: World) -> None:
    sent = posted(1, seen="0")
    assert send(loewen, "record_hand", sent).status_code == 302
    begin(loewen)
    assert send(loewen, "record_hand", sent).status_code == 302
    assert Hand.objects.count() == 1


def test_hand_begun_at_the_old_stake_is_refused_and_proposed_at_the_new_one(loewen: World) -> None:
    write(loewen, 1)
    set_stake(fresh(loewen), seen=1, factor=2, round_left=0, device=loewen.owner)
    response = send(loewen, "record_hand", posted(2, seen="1", stake_factor=1))
    assert response.status_code == 409
    html = body_of(response)
    assert 'size="4" value="2"' in html
    assert re.search(r'name="points" \s*inputmode="numeric" maxlength="2" size="3" value="41"', html)
    again = posted(2, seen="2+", stake_factor=2)
    assert send(loewen, "record_hand", again).status_code == 302
    assert loewen.totals() == [-45, 135, -45, -45]


def test_stake_that_somebody_typed_survives_a_conflict(loewen: World) -> None:
    write(loewen, 1)
    set_stake(fresh(loewen), seen=1, factor=2, round_left=0, device=loewen.owner)
    response = send(loewen, "record_hand", posted(2, seen="1", stake_factor=4))
    assert (response.status_code, 'size="4" value="4"' in body_of(response)) == (409, True)


def test_correction_keeps_the_stake_at_which_the_hand_was_played(loewen: World) -> None:
    write(loewen, 1)
    set_stake(fresh(loewen), seen=1, factor=2, round_left=0, device=loewen.owner)
    html = body_of(client_of(loewen.owner).get(reverse("hand", args=[loewen.sheet.id, 1])))
    assert 'size="4" value="1"' in html
    assert "solo" in offered(html)


@thorough
def test_forgotten_hand_has_the_stake_of_the_one_above(loewen: World) -> None:
    write(loewen, 1)
    set_stake(fresh(loewen), seen=1, factor=2, round_left=0, device=loewen.owner)
    double = hands.Hand(lineup=(0, 1, 2, 3), dealer=0, outcome=writing(2).hand.outcome, stake_factor=2)
    sent = Writing(uuid=uuid4(), number=2, revision=1, hand=double)
    write_hand(fresh(loewen), sent, device=None)
    write(loewen, 3)
    client = client_of(loewen.owner)
    for before, factor in ((2, 1), (3, 2)):
        html = body_of(client.get(reverse("insert_hand", args=[loewen.sheet.id, before])))
        assert f'size="4" value="{factor}"' in html


def test_stake_that_is_set_takes_the_place_of_what_a_round_brought(loewen: World) -> None:
    begin(loewen)
    for number in range(1, 5):
        write(loewen, number, COMPULSORY)
    assert page_of(loewen).customs.stake_factor == 10
    send(loewen, "set_stake", {"version": version(loewen), "factor": 1})
    assert (page_of(loewen).customs.stake_factor, page_of(loewen).banners) == (1, ())


def test_stake_that_is_set_in_a_round_leaves_the_round_alone(loewen: World) -> None:
    begin(loewen)
    send(loewen, "set_stake", {"version": 1, "factor": 2})
    assert (page_of(loewen).customs.round_left, page_of(loewen).customs.stake_factor) == (4, 2)


# Der Gstieß gibt ab


def test_evening_ends_with_the_holders_next_deal(world: World) -> None:
    write(world, 1)  # Dieter deals
    gstiess(world, "look")
    assert page_of(world).banners == ("Der Gstieß gibt ab: Wer hat ihn in diesem Spiel?",)
    write(world, 2)
    assert page_of(world).banners == ("Der Gstieß gibt ab: Wer hatte ihn in Spiel 2?",)
    gstiess(world, "2")
    assert page_of(world).banners == ("Der Gstieß gibt ab: noch 2 Spiele, das letzte gibt Clara",)
    write(world, 3)
    assert page_of(world).banners == ("Der Gstieß gibt ab: Clara gibt, das ist das letzte Spiel",)
    write(world, 4)
    assert page_of(world).banners == ("Der Gstieß gibt ab: Das war das letzte Spiel",)


def test_wrong_holder_is_corrected_and_all_of_it_taken_back(world: World) -> None:
    gstiess(world, "look")
    write(world, 1)
    gstiess(world, "0")
    gstiess(world, "3")
    assert page_of(world).banners == ("Der Gstieß gibt ab: noch 4 Spiele, das letzte gibt Dieter",)
    gstiess(world, "look")
    assert page_of(world).banners == ("Der Gstieß gibt ab: Wer hat ihn in diesem Spiel?",)
    gstiess(world, "off")
    assert page_of(world).banners == ()


def test_struck_hand_is_not_the_last_one(world: World) -> None:
    gstiess(world, "look")
    write(world, 1)
    gstiess(world, "0")
    write(world, 2)
    assert page_of(world).customs.gstiess.left == 0  # type: ignore[union-attr]
    strike(world, 2)
    assert page_of(world).customs.gstiess.left == 1  # type: ignore[union-attr]


def test_who_looks_on_sees_banners_but_no_way_to_change_them(world: World) -> None:
    gstiess(world, "look")
    pages = [
        body_of(client_of(device).get(reverse("sheet", args=[world.sheet.id]))) for device in (world.owner, world.guest)
    ]
    assert ["Gstieß gibt ab" in page for page in pages] == [True, True]
    assert [reverse("customs", args=[world.sheet.id]) in page for page in pages] == [True, False]


def test_banners_come_with_the_changes_that_an_open_sheet_asks_for(world: World) -> None:
    gstiess(world, "look")
    url = reverse("sheet_changes", args=[world.sheet.id])
    for device in (world.mate, world.guest):
        html = body_of(client_of(device).get(url + "?v=0", headers=HTMX))
        assert "Gstieß gibt ab" in html[html.index('id="banners"') :]


def test_recording_a_hand_reads_the_whole_sheet_only_for_a_banner(world: World) -> None:
    write(world, 1)
    asked = {}
    for number, banner in ((2, ""), (3, "+")):
        sent = posted(number, seen=f"{version(world)}{banner}")
        with CaptureQueriesContext(connection) as queries_of:
            assert world.send([world.item(sent)]).json()["written"] == [0]
        asked[banner] = [query["sql"] for query in queries_of if "scoresheet_note" in query["sql"]]
    assert [len(asked[""]), len(asked["+"])] == [0, 1]


# Two phones


def wrote(world: World, number: int, device: Any, *, minutes_ago: int = 0) -> None:
    write_hand(fresh(world), writing(number), device=device)
    Hand.objects.filter(number=number).update(written_at=timezone.now() - timedelta(minutes=minutes_ago))


TWO = "Mehr als ein Handy schreibt auf diesem Blatt"


def test_two_phones_that_write_are_worth_a_word(world: World) -> None:
    wrote(world, 1, world.owner, minutes_ago=10)
    wrote(world, 2, world.owner, minutes_ago=8)
    assert page_of(world).banners == ()
    wrote(world, 3, world.mate, minutes_ago=3)
    assert page_of(world).banners == (TWO,)


def test_phone_that_wrote_long_ago_is_forgotten(world: World) -> None:
    wrote(world, 1, world.mate, minutes_ago=40)
    wrote(world, 2, world.owner, minutes_ago=20)
    assert page_of(world).banners == ()


def test_phone_that_wrote_five_hands_ago_is_forgotten(world: World) -> None:
    wrote(world, 1, world.mate)
    for number in range(2, 7):
        assert page_of(world).banners == (() if number == 2 else (TWO,))
        wrote(world, number, world.owner)
    assert page_of(world).banners == ()


@thorough
def test_history_says_which_phone_wrote(world: World) -> None:
    write(world, 1)
    write_hand(fresh(world), writing(1, revision=2, why="verzählt", dealer=2), device=world.mate)
    url = reverse("hand", args=[world.sheet.id, 1])
    texts = {
        who: body_of(client_of(getattr(world, who)).get(url, headers={"Accept-Language": "de"}))
        for who in ("owner", "mate", "guest")
    }
    said = {who: re.findall(r"auf (?:diesem )?Handy [(\w)]+", text) for who, text in texts.items()}
    assert said == {
        "owner": ["auf Handy B", "auf diesem Handy (A)"],
        "mate": ["auf diesem Handy (B)", "auf Handy A"],
        "guest": ["auf Handy B", "auf Handy A"],
    }


def test_history_of_a_sheet_with_one_phone_says_nothing_to_it(world: World) -> None:
    write(world, 1)
    url = reverse("hand", args=[world.sheet.id, 1])
    html = body_of(client_of(world.owner).get(url, headers={"Accept-Language": "de"}))
    assert "Handy" not in html[html.index('class="history"') : html.index("</section>")]


@thorough
def test_hands_from_a_document_are_nobodys_news(world: World) -> None:
    write_hand(fresh(world), writing(1), device=world.mate)
    world.sheet = import_document(document_of(fresh(world)), device=world.owner)
    set_stake(fresh(world), seen=0, factor=2, round_left=0, device=world.owner)
    url = reverse("sheet_changes", args=[world.sheet.id])
    html = body_of(client_of(world.owner).get(url + "?v=0", headers=HTMX | {"Accept-Language": "de"}))
    assert "zählt alles doppelt" in html
    assert "anderen Handy" not in html
    history = client_of(world.owner).get(reverse("hand", args=[world.sheet.id, 1]), headers={"Accept-Language": "de"})
    assert "von A" in body_of(history)


# Schnaps


@thorough
def test_menu_leads_to_who_owes_where_rounds_are_owed(world: World, loewen: World) -> None:
    link = reverse("evening", args=[world.sheet.id]) + "#schnaps"
    page = body_of(client_of(world.guest).get(reverse("sheet", args=[world.sheet.id])))
    assert link in page
    evening = body_of(client_of(world.guest).get(link, headers={"Accept-Language": "de"}))
    assert 'id="schnaps"' in evening
    assert "Niemand ist eine Runde schuldig." in evening
    assert "#schnaps" not in body_of(client_of(loewen.owner).get(reverse("sheet", args=[loewen.sheet.id])))
