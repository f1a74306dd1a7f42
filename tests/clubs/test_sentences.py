"""Sentences on the pages of rule sets: each with key, status and place, and none missing about a game that is paid."""

import json
import re
from collections import Counter
from io import StringIO

import pytest
from django.core.management import call_command
from django.utils.translation import override

from cegoscore.answers.views import sentences, sentences_of
from cegoscore.clubs.house_rules.bidding import said_at_the_table
from cegoscore.clubs.house_rules.card_page import card_page
from cegoscore.clubs.wording import game_label
from cegoscore.scoring.auction.house_auctions import auction_of
from cegoscore.scoring.contracts import TARGET, Contract
from cegoscore.scoring.house_rules import HouseRules
from cegoscore.scoring.rules.auction_readings import Point
from cegoscore.scoring.rules.citations import POINTS, SAID, SOURCES, WORDS, Status, least_sure, place_of_sentence
from cegoscore.scoring.rules.rule_files import parse_house_rules, published, published_identifiers
from tests.clubs.test_card_page import houses_after

ALL = pytest.mark.parametrize("identifier", published_identifiers())


@ALL
def test_every_sentence_has_its_own_key_a_status_and_a_place(identifier: str) -> None:
    with override("de"):
        keys = Counter(key for key, _text, _said in sentences_of(card_page(published(identifier))))
    assert [key for key, times in keys.items() if times > 1] == []
    out = StringIO()
    call_command("sentences", identifier, stdout=out)
    lines = [json.loads(line) for line in out.getvalue().splitlines()]
    assert [line["key"] for line in lines] == list(keys)
    for line in lines:
        assert line["status"] in list(Status), line
        assert line["at"], line
        assert {place.partition(":")[0] for place in line["at"]} <= set(SOURCES), line
        assert line["de"], line
        assert line["en"], line


@ALL
def test_german_and_english_speak_of_the_same_numbers_and_the_same_pile(identifier: str) -> None:
    """Neither language says the blind where the other says the discards, or 35 for 36."""
    for line in sentences(identifier):
        numbers = [set(re.findall(r"(?<![\d:])\d+", line[language])) for language in ("de", "en")]
        assert numbers[0] == numbers[1], line
        assert ("Blinde" in line["de"]) == ("blind" in line["en"].casefold()), line


@ALL
def test_line_on_the_bidding_is_as_sure_as_the_least_sure_value_it_says(identifier: str) -> None:
    """Values of one line: special games and who comes first among them, first bids and how an Ultimo ends them."""
    rules = published(identifier)
    auction, lines = auction_of(rules, rules), {line.key: line for line in said_at_the_table(rules, rules)}
    if not auction:
        return
    for value, key in {"first_call": "first", "specials": "specials_when", "specials_rank": "specials_when"}.items():
        if line := lines.get(f"say.{key}"):
            assert least_sure([auction.status[value], line.status]) is line.status, (value, line)


@ALL
def test_no_sentence_stands_twice_on_the_page_of_the_play(identifier: str) -> None:
    with override("de"):
        page = card_page(published(identifier))
    texts = [(line.label, line.text) for section in page["sections"] for line in section.statements]
    texts += [("", line.text) for line in page["said"]]
    assert [text for text, times in Counter(texts).items() if times > 1] == []


@ALL
def test_page_of_the_play_names_every_source_of_its_sentences(identifier: str) -> None:
    page = card_page(published(identifier))
    lines = [*page["said"], *page["tips"], *(line for section in page["sections"] for line in section.statements)]
    named = [(source["en"], places) for source, places in page["read_from"]]
    for line in lines:
        for at in line.at:
            source, _colon, sections = at.partition(": ")
            (places,) = (places for name, places in named if name == SOURCES[source]["en"])
            assert not sections or set(sections.split("; ")) <= set(places.split("; ")), at


def says_how_it_is_bid(game: Contract, rules: HouseRules, original: HouseRules) -> bool:
    auction = auction_of(rules, original)
    said = " ".join(line.text for line in said_at_the_table(rules, original))
    bid = auction is not None and (game in auction.games or (game == "solo_durch" and Point.MARCH in auction.open))
    return bid or game_label(rules, game) in said


@ALL
def test_every_game_that_is_paid_can_be_bid_or_the_page_says_what_is_missing(identifier: str) -> None:
    """Also in a house's own rules that have one game more, or one less, than those that they go back to."""
    original = published(identifier)
    never_bid = (Contract.PFLICHT_RAEUBER, Contract.PARTIE)
    houses = [original, *(rules for _key, rules in houses_after(original))] if original.normal else [original]
    for rules in houses:
        unsaid = [game for game in rules.contracts if not says_how_it_is_bid(game, rules, original)]
        assert set(unsaid) <= set(never_bid), rules.document


def test_sentence_that_the_source_does_not_have_is_inferred_from_the_place_that_does() -> None:
    stated, inferred, unclear = Status.STATED, Status.INFERRED, Status.UNCLEAR
    assert place_of_sentence("dealing.cut", "braeunlingen-loewen", "pagat", stated) == ("pagat: Deal", stated)
    assert place_of_sentence("dealing.cut", "baumann-bluemle", "wikipedia", stated) == ("pagat: Deal", inferred)
    assert place_of_sentence("dealing.cut", "grupp", "pagat", unclear) == ("pagat: Deal", unclear)
    own = place_of_sentence("games.piccolo", "grupp", "pagat", unclear)
    assert own == ("wikipedia: Special games, table", stated)
    of_another = place_of_sentence("games.trio", "grupp", "wikipedia", stated)
    assert of_another == ("wikipedia: Special game variations", inferred)


def test_house_may_add_any_game_to_any_published_rules() -> None:
    for original in map(published, published_identifiers()):
        for game in TARGET:
            games = {**original.document.get("targets", {}), game: {"amount": 10}}
            rules, _problems = parse_house_rules({**original.document, "targets": games})
            assert rules
            page = card_page(rules, original)
            assert f"games.{game}" in [line.key for section in page["sections"] for line in section.statements]


def test_data_of_sentences_name_known_sources_and_rule_sets() -> None:
    for key, entry in {**SAID, **WORDS}.items():
        places = [*entry.get("at", ()), *entry.get("own", {}).values()]
        assert {place.partition(":")[0] for place in places} <= set(SOURCES), key
        assert set(entry.get("own", ())) <= set(published_identifiers()), key
        assert entry["de"], key
        assert entry["en"], key
    assert set(POINTS) == set(Point)
    assert {f"games.{game}" for game in Contract} <= set(SAID)


@pytest.mark.parametrize("language", ["de", "en"])
def test_every_label_and_text_is_there_in_both_languages(language: str) -> None:
    texts = [*SAID.values(), *WORDS.values(), *SOURCES.values()]
    texts += [entry["label"] for entry in SAID.values() if "label" in entry]
    texts += [text for point in POINTS.values() for text in point.values()]
    assert all(text[language] for text in texts)
