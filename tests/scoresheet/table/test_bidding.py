"""The page that says what may be said, of a sheet and of a rule set, and the auction that a hand may have."""

import json
import re
from typing import Any
from uuid import uuid4

import pytest
from django.http import HttpResponse
from django.urls import reverse

from cegoscore.clubs.house_rules.rule_sets import stored
from cegoscore.clubs.house_rules.services import add_house_rules
from cegoscore.scoresheet.evening.exports import document_of
from cegoscore.scoresheet.ledger.services.ledger import strike_or_restore
from cegoscore.scoresheet.ledger.services.sheets import import_document
from cegoscore.scoresheet.models import Hand, Session
from cegoscore.scoresheet.table.services import change_rules
from cegoscore.scoring.auction.auction import auction_table
from cegoscore.scoring.documents.document import parse, write
from cegoscore.scoring.rules.rule_files import parse_house_rules, published, published_auction, published_identifiers
from tests.effort import thorough
from tests.pages import body_of
from tests.worlds.copied import copied
from tests.worlds.sheet import NAMES, World, client_of, posted

pytestmark = pytest.mark.django_db

AUCTION = "A:fort B:solo A:gut C:gut D:gut"


@pytest.fixture
def loewen() -> World:
    """Four at a table by the Löwen's rules; Bernd wins a Solo if not said otherwise."""
    return copied(World, "braeunlingen-loewen")


def record(world: World, auction: str = AUCTION, **fields: Any) -> Any:
    """Anna is Vorhand in the first hand; a phone with a page of the version before sends its auction along."""
    url = reverse("record_hand", args=[world.sheet.id])
    return client_of(world.owner).post(url, posted(1, auction=auction, **fields))


def correct(world: World, **fields: Any) -> Any:
    url = reverse("correct_hand", args=[world.sheet.id, 1])
    return client_of(world.owner).post(url, posted(1, revision=2, **fields))


def auctions() -> list[str]:
    return list(Hand.objects.order_by("revision").values_list("auction", flat=True))


def bidding_of(world: World, language: str = "de") -> HttpResponse:
    url = reverse("sheet_bidding", args=[world.sheet.id])
    return client_of(world.owner).get(url, headers={"accept-language": language})  # type: ignore[return-value]


def table_in(page: Any) -> dict[str, Any]:
    """Table that its script reads; nothing where the page has none."""
    found = re.search(r'<script id="auction"[^>]*>(.*?)</script>', body_of(page))
    return json.loads(found[1]) if found else {}


# The page


@pytest.mark.sqlite  # reads alone
@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize("rules", published_identifiers())
def test_bidding_of_every_rule_set_has_its_table_and_a_meaning_for_every_word(rules: str, language: str) -> None:
    page = bidding_of(World(rules, NAMES[: published(rules).players]), language)
    assert page.headers["X-Keep-Offline"].endswith(language)
    auction, table = published_auction(rules), table_in(page)
    assert bool(table) == bool(auction)
    if auction is None:
        assert "scripts/bidding" not in body_of(page)
        return
    words = table.pop("words")
    assert table.pop("names") == [*NAMES][: auction.players]
    expected = auction_table(auction)
    assert table == json.loads(json.dumps({key: value for key, value in expected.items() if key != "words"}))
    unexplained = [word for word, (_label, meaning) in zip(expected["words"], words, strict=True) if not meaning]
    assert unexplained in ([], ["no_special"])
    unsure = bool(auction.open) or any(status != "stated" for status in auction.status.values())
    assert ('class="unsure"' in body_of(page)) == unsure


@thorough
def test_page_of_a_rule_set_is_everybodys_and_calls_people_by_their_seats(loewen: World) -> None:
    page = client_of(loewen.stranger).get(reverse("bidding_rules", args=["braeunlingen-loewen"]))
    assert (page.status_code, table_in(page)["names"]) == (200, [])
    assert "muss Vorhand anfangen" in body_of(page)
    assert "X-Keep-Offline" not in page.headers


def test_names_begin_with_vorhand_of_the_next_hand_and_are_nobodys_who_may_not_look(loewen: World) -> None:
    assert record(loewen, auction="").status_code == 302
    assert table_in(bidding_of(loewen))["names"] == ["Bernd", "Clara", "Dieter", "Anna"]
    url = reverse("sheet_bidding", args=[loewen.sheet.id])
    assert client_of(loewen.guest).get(url).status_code == 200
    assert client_of(loewen.stranger).get(url).status_code == 404


@thorough
def test_rules_of_the_sheet_and_of_the_set_lead_to_it_and_the_panel_has_no_row_for_it(loewen: World) -> None:
    client = client_of(loewen.owner)
    for of_rules, bidding, key in (
        ("sheet_rules", "sheet_bidding", loewen.sheet.id),
        ("rule_set", "bidding_rules", "braeunlingen-loewen"),
    ):
        page = body_of(client.get(reverse(of_rules, args=[key])))
        assert f'href="{reverse(bidding, args=[key])}"' in page
    assert "Bieten" not in body_of(client.get(loewen.sheet.get_absolute_url()))


def own_rules(world: World, **changes: Any) -> None:
    """Let the sheet be played by the owner's own rules, made from those of the Löwen."""
    rules, problems = parse_house_rules(
        dict(published("braeunlingen-loewen").document) | {"id": "own-hirschen"} | changes
    )
    assert rules is not None, problems
    add_house_rules(world.owner, rules, name="Hirschen", copied_from="braeunlingen-loewen")
    Session.objects.filter(pk=world.sheet.pk).update(rule_set=stored(rules))


def test_own_rules_are_bid_as_those_they_go_back_to(loewen: World) -> None:
    expected = table_in(bidding_of(loewen))
    own_rules(loewen, penalty=99)
    assert table_in(bidding_of(loewen)) == expected


@thorough
def test_own_rules_without_a_game_of_the_auction_are_bid_as_those_they_go_back_to_without_it(loewen: World) -> None:
    targets = published("braeunlingen-loewen").document["targets"]
    own_rules(loewen, targets={name: table for name, table in targets.items() if name != "piccolo"})
    words = [word for word, _meaning in table_in(bidding_of(loewen))["words"]]
    assert "Piccolo" not in words
    assert {"Cego", "Bettel"} <= {*words}


# The auction of a hand


def test_auction_that_a_phone_sends_along_is_kept_and_shown_in_the_history(loewen: World) -> None:
    assert record(loewen).status_code == 302
    assert auctions() == [AUCTION]
    history = body_of(client_of(loewen.guest).get(reverse("hand", args=[loewen.sheet.id, 1])))
    assert "Bieten: Anna fort, Bernd Solo, Anna gut, Clara gut, Dieter gut" in history


def test_auction_of_a_hand_that_waited_on_a_phone_is_kept(loewen: World) -> None:
    assert loewen.send([loewen.item(posted(1, auction=AUCTION))]).json()["written"] == [0]
    assert auctions() == [AUCTION]


@pytest.mark.parametrize("auction", ["A:fort B:solo", "A:eine", "nonsense", "A:solo B:gut C:gut D:gut"])
def test_hand_is_written_without_an_auction_that_does_not_end_with_it(loewen: World, auction: str) -> None:
    fields = posted(1, auction=auction)
    url = reverse("record_hand", args=[loewen.sheet.id])
    for _sent_twice in range(2):
        assert client_of(loewen.owner).post(url, fields).status_code == 302
        assert auctions() == [""]


def test_correction_of_the_bidding_alone_is_called_one(loewen: World) -> None:
    record(loewen)
    assert correct(loewen, auction="").status_code == 302
    assert auctions() == [AUCTION, ""]
    page = client_of(loewen.owner).get(loewen.sheet.get_absolute_url()).context["page"]
    assert [line.corrected for line in page.lines] == [True]


@pytest.mark.parametrize(
    ("changes", "kept"), [({"points": 50}, AUCTION), ({"declarer": 2}, ""), ({"game": "ulti", "made": "true"}, "")]
)
def test_correction_keeps_the_auction_while_the_hand_is_what_it_ended_with(
    loewen: World, changes: dict[str, Any], kept: str
) -> None:
    record(loewen)
    page = body_of(client_of(loewen.owner).get(reverse("hand", args=[loewen.sheet.id, 1])))
    assert f'name="auction" value="{AUCTION}"' in page
    assert correct(loewen, auction=AUCTION, **changes).status_code == 302
    assert auctions() == [AUCTION, kept]


def test_hand_that_is_struck_and_restored_keeps_its_auction(loewen: World) -> None:
    record(loewen)
    for revision, void in ((2, True), (3, False)):
        strike_or_restore(
            loewen.sheet, number=1, revision=revision, uuid=uuid4(), void=void, why="", device=loewen.owner
        )
    assert auctions() == [AUCTION] * 3


def test_document_carries_the_auction_out_and_in_again(loewen: World) -> None:
    record(loewen)
    document, problems = parse(write(document_of(loewen.sheet)))
    assert problems == ()
    assert document
    again = import_document(document, device=loewen.owner)
    assert again.hands.get().auction == AUCTION


def test_other_rules_leave_out_what_cannot_be_said_by_them(loewen: World) -> None:
    auction = "A:fort B:fort C:fort D:fort A:cego B:eine D:piccolo"
    assert record(loewen, auction, game="piccolo", declarer=3, points=None, made="true").status_code == 302
    loewen.sheet.refresh_from_db()
    change_rules(
        loewen.sheet,
        seen=loewen.sheet.version,
        rules=published("braeunlingen-ministranten"),
        why="",
        device=loewen.owner,
    )
    assert auctions() == [auction, ""]
    document, problems = parse(write(document_of(loewen.sheet)))
    assert problems == ()
    assert document
    assert {entry.hand.auction for entry in document.entries} == {""}
