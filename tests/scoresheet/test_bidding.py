"""The referee of the bidding as the panel fetches it, and the auction that is written with a hand."""

from __future__ import annotations

import json
import re
from html import unescape
from typing import Any
from uuid import uuid4

import pytest
from django.http import HttpResponse
from django.urls import reverse

from cegoscore.clubs.house_rules.rule_sets import stored
from cegoscore.clubs.house_rules.services import add_house_rules
from cegoscore.scoresheet.exports import document_of
from cegoscore.scoresheet.models import Hand, Session
from cegoscore.scoresheet.services.documents import import_document
from cegoscore.scoresheet.services.ledger import strike_or_restore
from cegoscore.scoresheet.services.rule_change import change_rules
from cegoscore.scoring.auction_table import auction_table
from cegoscore.scoring.document import parse, write
from cegoscore.scoring.rule_files import parse_house_rules, published, published_auction, published_identifiers
from tests.effort import spread
from tests.worlds.copied import copied
from tests.worlds.sheet import NAMES, World, client_of, posted

pytestmark = pytest.mark.django_db

AUCTION = "A:fort B:solo A:gut C:gut D:gut"
HTMX = {"HX-Request": "true"}
LEFT_OUT = "Das Bieten passte nicht mehr und wurde weggelassen."


@pytest.fixture
def loewen() -> World:
    """Four at a table by the Löwen's rules; Bernd wins a Solo if not said otherwise."""
    return copied(World, "braeunlingen-loewen")


def record(world: World, **fields: Any) -> Any:
    """Anna is Vorhand in the first hand."""
    url = reverse("record_hand", args=[world.sheet.id])
    return client_of(world.owner).post(url, posted(1, auction=AUCTION, **fields), headers=HTMX)


def correct(world: World, **fields: Any) -> Any:
    url = reverse("correct_hand", args=[world.sheet.id, 1])
    return client_of(world.owner).post(url, posted(1, revision=2, **fields))


def auctions() -> list[str]:
    return list(Hand.objects.order_by("revision").values_list("auction", flat=True))


def referee(world: World, language: str = "de") -> HttpResponse:
    url = reverse("bidding", args=[world.sheet.id])
    return client_of(world.owner).get(url, headers=HTMX | {"accept-language": language})  # type: ignore[return-value]


@pytest.mark.sqlite  # reads alone
@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize("rules", spread(published_identifiers(), 8))
def test_referee_of_every_rule_set_has_its_table_and_a_meaning_for_every_word(rules: str, language: str) -> None:
    world = World(rules, NAMES[: published(rules).players])
    answer = referee(world, language)
    page = answer.content.decode()
    assert answer.headers["X-Keep-Offline"].endswith(language)
    found = re.search(r'data-table="([^"]*)"', page)
    auction = published_auction(rules)
    assert bool(found) == bool(auction)
    if found is None or auction is None:
        assert "<button" not in page
        return
    table = json.loads(unescape(found[1]))
    said = table.pop("said")
    assert table == auction_table(auction)
    assert [len(word) for word in said] == [3] * len(table["words"])
    unexplained = {label for label, meaning, _unsure in said if not meaning}
    assert unexplained == set()
    assert ("°" in page) == (bool(auction.open) or any(status != "stated" for status in auction.status.values()))


def test_without_script_one_is_led_to_the_rules_and_a_stranger_nowhere(loewen: World) -> None:
    url = reverse("bidding", args=[loewen.sheet.id])
    assert client_of(loewen.guest).get(url).headers["Location"] == reverse("sheet_rules", args=[loewen.sheet.id])
    assert client_of(loewen.stranger).get(url, headers=HTMX).status_code == 404


def test_panel_offers_the_referee_where_the_bidding_is_known(loewen: World) -> None:
    offers = 'data-count="bidding"'
    assert offers in client_of(loewen.owner).get(loewen.sheet.get_absolute_url()).content.decode()
    two = World("offiziers-cego", NAMES[:2])
    assert offers not in client_of(two.owner).get(two.sheet.get_absolute_url()).content.decode()


def own_rules(world: World, **changes: Any) -> None:
    """Let the sheet be played by the owner's own rules, made from those of the Löwen."""
    rules, problems = parse_house_rules(
        dict(published("braeunlingen-loewen").document) | {"id": "own-hirschen"} | changes
    )
    assert rules is not None, problems
    add_house_rules(world.owner, rules, name="Hirschen", copied_from="braeunlingen-loewen")
    Session.objects.filter(pk=world.sheet.pk).update(rule_set=stored(rules))


def test_own_rules_are_bid_as_those_they_go_back_to(loewen: World) -> None:
    own_rules(loewen, penalty=99)
    assert 'data-count="bidding"' in client_of(loewen.owner).get(loewen.sheet.get_absolute_url()).content.decode()
    found = re.search(r'data-table="([^"]*)"', referee(loewen).content.decode())
    assert found
    table = json.loads(unescape(found[1]))
    table.pop("said")
    auction = published_auction("braeunlingen-loewen")
    assert auction
    assert table == auction_table(auction)
    assert record(loewen).status_code == 200
    assert auctions() == [AUCTION]


def test_own_rules_without_a_game_of_the_auction_say_nothing_about_the_bidding(loewen: World) -> None:
    targets = published("braeunlingen-loewen").document["targets"]
    own_rules(loewen, targets={name: table for name, table in targets.items() if name != "piccolo"})
    page = referee(loewen)
    assert (page.status_code, "data-table" in page.content.decode()) == (200, False)


def test_auction_is_written_with_its_hand_and_shown_in_the_history(loewen: World) -> None:
    assert record(loewen).status_code == 200
    assert auctions() == [AUCTION]
    history = client_of(loewen.guest).get(reverse("hand", args=[loewen.sheet.id, 1])).content.decode()
    assert "Bieten: Anna fort, Bernd Solo, Anna gut, Clara gut, Dieter gut" in history


@pytest.mark.parametrize("auction", ["A:fort B:solo", "A:eine", "nonsense", "A:solo B:gut C:gut D:gut"])
def test_auction_that_does_not_end_as_the_hand_says_is_refused_and_asked_about(loewen: World, auction: str) -> None:
    url = reverse("record_hand", args=[loewen.sheet.id])
    answer = client_of(loewen.owner).post(url, posted(1, auction=auction), headers=HTMX)
    assert answer.status_code == 422
    assert 'name="without_auction"' in answer.content.decode()
    assert auctions() == []


def test_correction_of_the_bidding_alone_is_called_one(loewen: World) -> None:
    record(loewen)
    assert correct(loewen, auction="").status_code == 302
    assert auctions() == [AUCTION, ""]
    page = client_of(loewen.owner).get(loewen.sheet.get_absolute_url()).context["page"]
    assert [line.corrected for line in page.lines] == [True]


def test_correction_that_still_fits_keeps_the_auction(loewen: World) -> None:
    record(loewen)
    page = client_of(loewen.owner).get(reverse("hand", args=[loewen.sheet.id, 1])).content.decode()
    assert f'name="auction" value="{AUCTION}"' in page
    assert correct(loewen, points=50, auction=AUCTION).status_code == 302
    assert auctions() == [AUCTION, AUCTION]


def test_correction_that_no_longer_fits_asks_and_then_drops_the_auction_with_a_note(loewen: World) -> None:
    record(loewen)
    asked = correct(loewen, declarer=2, auction=AUCTION)
    assert (asked.status_code, auctions()) == (422, [AUCTION])
    assert 'name="without_auction"' in asked.content.decode()
    again = correct(loewen, declarer=2, auction=AUCTION, without_auction="on", reason="Clara war es.")
    assert again.status_code == 302
    assert auctions() == [AUCTION, ""]
    assert Hand.objects.get(revision=2).why == f"Clara war es. {LEFT_OUT}"


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
    fields = {"game": "piccolo", "declarer": 3, "points": None, "made": "true", "auction": auction}
    url = reverse("record_hand", args=[loewen.sheet.id])
    assert client_of(loewen.owner).post(url, posted(1, **fields), headers=HTMX).status_code == 200
    loewen.sheet.refresh_from_db()
    change_rules(
        loewen.sheet,
        seen=loewen.sheet.version,
        rules=published("braeunlingen-ministranten"),
        lineup=(0, 1, 2, 3),
        dealer=0,
        why="",
        device=loewen.owner,
    )
    assert auctions() == [auction, ""]
    document, problems = parse(write(document_of(loewen.sheet)))
    assert problems == ()
    assert document
    assert {entry.hand.auction for entry in document.entries} == {""}
