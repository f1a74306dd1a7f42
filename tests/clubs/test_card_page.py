"""Page of a rule set besides its amounts: how sure each part is, what may be said, how it is played."""

import re
from collections.abc import Iterator, Mapping
from copy import deepcopy
from typing import Any

import pytest
from django.urls import reverse
from django.utils.translation import override

from cegoscore.clubs.glossary import TERMS
from cegoscore.clubs.house_rules.bidding import open_points
from cegoscore.clubs.house_rules.card_page import after_original, card_page
from cegoscore.clubs.templatetags.cego import glossed
from cegoscore.scoring.contracts import TARGET, Contract
from cegoscore.scoring.house_rules import HouseRules
from cegoscore.scoring.rules.citations import Status
from cegoscore.scoring.rules.play_rules import parse_play
from cegoscore.scoring.rules.rule_documents import completed_table, leaves, value_at
from cegoscore.scoring.rules.rule_files import (
    parse_house_rules,
    play_at,
    published,
    published_citations,
    published_identifiers,
    published_play,
)
from cegoscore.scoring.rules.subjects import filled
from tests.clubs.test_rule_pages import page
from tests.effort import thorough

EVERY = pytest.mark.parametrize("identifier", published_identifiers())
BOTH = pytest.mark.parametrize("language", ["de", "en"])


@EVERY
@BOTH
def test_every_set_says_how_it_is_played(identifier: str, language: str) -> None:
    html = page(reverse("play_rules", args=[identifier]), language=language)
    assert html.count('<svg class="playing-card') == 5
    with override(language):
        made = card_page(published(identifier))
        points = [f"{point.label}: {point.answer}" for point in open_points(made["rules"], made["rules"])]
        assert all(glossed(text) in html for text in points)
    lines = len(made["said"]) - len(points)
    assert lines in ((0,) if identifier == "offiziers-cego" else (4, 5, 6))
    assert [(line.text, not line.is_stated) for line in made["said"][lines:]] == [(text, True) for text in points]
    assert [section.key for section in made["sections"]][:1] == ["cards"]


def test_numbers_that_are_not_the_authors_are_marked() -> None:
    """Weißauer gives only his special games: 35 times 7 amounts of normal games stood under his name."""
    html = page(reverse("rule_set", args=["weissauer"]))
    assert "Was im Text nicht steht" in html
    assert "Von Weißauer sind nur die Sonderspiele überliefert" in html
    marked = card_page(published("weissauer"))
    assert [row.name for row, source in marked["targets"] if source.is_stated][:3] == ["Ulti", "Piccolo", "Bettel"]
    assert {fact.key: source.is_stated for fact, source in marked["facts"]} == {
        "players": False,
        "values": False,
        "counting": False,
        "normal": False,
        "buergermeister": False,
    }
    assert card_page(published("braeunlingen-loewen"))["unsure"] is None


@pytest.mark.parametrize(
    ("identifier", "line", "words"),
    [
        ("braeunlingen-loewen", 1, "Haben alle „fort“ gesagt, muss Vorhand anfangen: Cego, Piccolo oder Bettel."),
        ("braeunlingen-ministranten", 5, "Ein Gegensolo beendet das Bieten."),
        ("oberwolfach-3", 1, "Der Nächste muss dann Eine sagen."),
        *(
            (
                identifier,
                3 if identifier in ("dreier", "oberwolfach-3") else 5,
                "Der Solospieler bietet nicht mehr mit.",
            )
            for identifier in ("oberwolfach-3", "oberwolfach-4", "dreier", "schmid", "st-georgen")
        ),
        ("baumann-bluemle", 0, "Ulti sagt man, bevor geboten wird"),
        ("schwarzwaldmeisterschaft", 0, "Ultimo geht allem vor, was schon geboten ist, und beendet das Bieten."),
    ],
)
def test_what_may_be_said_in_six_lines(identifier: str, line: int, words: str) -> None:
    with override("de"):
        said = card_page(published(identifier))["said"]
    assert words.replace("Ulti sagt", "Ultimo sagt") in said[line].text or words in said[line].text


@pytest.mark.parametrize(
    ("identifier", "words"),
    [
        ("braeunlingen-loewen-3", "Kreuz 7, Schippen 7, Karo 4."),
        ("braeunlingen-ministranten-3", "Herz 4, Karo 4, Schippen 7."),
        ("oberwolfach-3", "sieben"),
        ("braeunlingen-turnier", "zwei Durchgänge zu 24 Spielen"),
        ("braeunlingen-ministranten", "35 statt 40"),
        ("baumann-bluemle", "10 und 15"),
        ("braeunlingen-loewen-3", "nach dem Blick in den"),
        ("schweden", "vor dem ersten Ausspielen"),
        ("weissauer", "Geregelter"),
        ("braeunlingen-ministranten", "Bikel"),
        ("dreier", "doppelt statt eins mehr"),
        ("ichenheim", "Im Wald, da sind die"),
        ("baumann-bluemle", "Auf dem Berg"),
        ("schweden", "Eine 14 bis 16"),
    ],
)
def test_what_the_sources_tell_stands_on_the_pages(identifier: str, words: str) -> None:
    html = page(reverse("play_rules", args=[identifier]))
    assert words in html


def test_house_rules_say_after_whom_and_what_was_changed() -> None:
    original = published("schweden")
    document = dict(original.document) | {"targets": {**original.document["targets"], "ulti": {"amount": 100}}}
    document["labels"] = {**document["labels"], "bettel": {"de": "Pettl", "en": "Pettl"}}
    rules, problems = parse_house_rules(document | {"id": "own-us"})
    assert rules is not None, problems
    with override("de"):
        assert after_original(rules, original).startswith("nach Schwedische Runde, geändert: Ulti")
        assert "Namen" in after_original(rules, original)
        assert after_original(original, original) == "nach Schwedische Runde, unverändert"


def test_words_of_the_game_can_be_tapped_once_a_text() -> None:
    html = glossed("Vorhand <b>sagt</b> der Vorhand etwas über den Blinden.")
    assert html.count("<button") == 2
    assert "&lt;b&gt;" in html
    assert 'popovertarget="term-vorhand"' in html
    signs = re.sub("<.*?>", "|", glossed("<Leeren>, („Vorhand“)."))
    assert signs == "&lt;||Leeren||&gt;, |(„|Vorhand|“).|"
    assert [term.key for term in TERMS] == sorted(term.key for term in TERMS)


def how_it_is_played(identifier: str) -> str:
    """Every sentence on the play of a published set, in German."""
    with override("de"):
        sections = card_page(published(identifier))["sections"]
    return " ".join(statement.text for section in sections for statement in section.statements)


@thorough
def test_open_cards_that_need_not_be_led_say_nothing_of_their_tricks() -> None:
    led = {name for name in published_identifiers() if "Bei zwei offenen Karten" in how_it_is_played(name)}
    free = {
        name for name in published_identifiers() if "Ausspielen darf der Spieler, was er will" in how_it_is_played(name)
    }
    assert free == {"oberwolfach-3", "oberwolfach-4", "schmid", "schmid-3", "dreier"}
    assert led == set(published_identifiers()) - free - {"offiziers-cego"}
    assert not any("Nach zwei offenen Karten" in how_it_is_played(name) for name in free)


@thorough
def test_open_leere_never_wins_where_a_source_says_so() -> None:
    said = [name for name in published_identifiers() if "macht nie einen Stich" in how_it_is_played(name)]
    sure = [name for name in said if published_play(name).status["open_never_wins"] is Status.STATED]
    assert "dreier" not in said
    assert "baumann-bluemle" not in said
    assert sure == ["braeunlingen-loewen", "braeunlingen-loewen-3", "schweden"]


def house_with(document: Mapping[str, Any], key: str, value: Any) -> HouseRules | None:
    """A house that has this value at one key, or none for `None`; nothing if nobody could play so."""
    changed = deepcopy(dict(document)) | {"id": "own-us"}
    *path, last = key.split(".")
    inner = changed
    for part in path:
        inner = inner.setdefault(part, {})
    inner[last] = value
    if value is None:
        del inner[last]
    return parse_house_rules(changed)[0]


def other(value: Any) -> Any:
    if isinstance(value, bool):
        return not value
    return [each * 2 for each in value] if isinstance(value, list) else value + 1


@thorough
@EVERY
def test_nothing_is_said_of_a_value_that_a_house_changed(identifier: str) -> None:
    """Neither under "Was im Text nicht steht" nor beside an amount; many texts speak of several values."""
    original, citations = published(identifier), published_citations(identifier)
    for key in leaves(original.document):
        if not isinstance(value_at(original.document, key), int | list):
            continue
        rules = house_with(original.document, key, other(value_at(original.document, key)))
        if rules is None:
            continue
        with override("en"):
            made = card_page(rules, original)
        said = {source.text for source in made["open_points"]}
        said |= {source.text for _cells, source in made["cell_sources"] if not source.by_house}
        about = {
            filled(c.text["en"], original, "en")
            for c in citations.statements
            if any(f"{key}.".startswith(f"{own}.") for own in c.keys)
        }
        assert not said & about, key


FACTORS = ("factors", "over_solo")

NEW: dict[str, Any] = {
    "penalty": 33,
    "pfeif_frei": "last_trick",
    "schinden": {"pays": "eightfold", "claimant": "anyone", "strong_hand": {"de": "Acht.", "en": "Eight."}},
} | {f"targets.{game}": {"amount": 33} for game in TARGET}


def houses_after(original: HouseRules) -> Iterator[tuple[str, HouseRules]]:
    """Houses that play one thing otherwise, with its key: changed, left out, or new."""
    document = original.document
    keys = [key for key in leaves(document) if key.partition(".")[0] not in ("id", "name", "source")]
    groups = {key.rpartition(".")[0] for key in keys if "." in key}
    changes = [(key, other(value)) for key in keys if isinstance(value := value_at(document, key), int | list)]
    changes += [(key, None) for key in (*keys, *groups)]
    changes += [(key, value) for key, value in NEW.items() if value_at(document, key) is None]
    for key, value in changes:
        rules = house_with(document, key, value)
        if rules is not None:
            yield key, rules


def has_gegensolo(rules: HouseRules) -> bool:
    return value_at(rules.document, "normal.over_solo.cego") is not None


@thorough
@pytest.mark.parametrize("identifier", published_identifiers())
def test_remarks_are_those_on_what_a_house_plays_like_its_original(identifier: str) -> None:
    original, play = published(identifier), published_play(identifier)
    remarks = (*play.notes, *play.tips)
    for key, rules in houses_after(original):
        left = play_at(rules, original)
        said = [remark.text["de"] for remark in (*left.notes, *left.tips)]
        games = {*map(str, {*rules.contracts} ^ {*original.contracts})}
        untrue = {
            remark.text["de"]
            for remark in remarks
            for about in remark.subjects
            if about in games
            or (about not in list(Contract) and (f"{key}.".startswith(f"{about}.") or about.startswith(f"{key}.")))
            or (about == "gegensolo" and has_gegensolo(rules) is not has_gegensolo(original))
            or (about == "cards" and rules.pack != original.pack)
        }
        expected = [remark.of(rules).text["de"] for remark in remarks if remark.text["de"] not in untrue]
        assert said == expected, key


@pytest.mark.parametrize("identifier", published_identifiers())
def test_remark_names_the_games_and_customs_that_it_speaks_of(identifier: str) -> None:
    """By their words, but for those of a song."""
    play = published_play(identifier)
    spoken = {"Ulti": "ulti", "Piccolo": "piccolo", "Bettel": "bettel", "Räuber": "raeuber", "Pascha": "pascha"}
    spoken |= {"Halbe": "halbe", "schinden": "schinden", "geschunden": "schinden", "ouvert": "ouvert", "Pfeif": "pfeif"}
    for remark in (*play.notes, *play.tips):
        text = remark.text["de"].partition("singen")[0]
        assert all(about in " ".join(remark.subjects) for word, about in spoken.items() if word in text), text


def test_remark_on_a_value_that_the_file_does_not_have_is_refused() -> None:
    remark = {
        "keys": ["targets.ulit"],
        "status": "stated",
        "at": "pagat: X",
        "de": "Ein Ulti zählt 20.",
        "en": "An Ulti counts 20.",
    }
    document = completed_table("oberwolfach-3", "play") or {}
    _play, problems = parse_play(document | {"notes": [remark]}, published("oberwolfach-3"))
    assert [problem.key for problem in problems] == ["play.notes.keys.targets.ulit"]


def test_house_that_has_an_ulti_does_not_say_that_there_is_none() -> None:
    original = published("oberwolfach-3")
    rules = house_with(original.document, "targets.ulti", {"amount": 20})
    assert rules
    with override("de"):
        for own, said in ((original, ["Einen Ulti gibt es hier nicht."]), (rules, [])):
            notes = card_page(own, original)["sections"][-1].statements
            assert [note.text for note in notes if "Ulti" in note.text] == said


def test_house_is_told_only_of_cards_that_its_own_games_lay_open_or_put_away() -> None:
    original = published("braeunlingen-loewen")
    ladder = original.document["normal"]
    solo_and_cego = {
        key: {game: ladder[key][game] for game in ladder[key] if game in ("solo", "cego")} for key in FACTORS
    }
    targets = {key: value for key, value in original.document.items() if key not in ("normal", "labels", "rare")}
    with override("de"):
        for document, words in (
            ({**original.document, "labels": {}, "normal": ladder | solo_and_cego}, ["Die abgelegten Karten"]),
            (targets | {"schinden": None}, []),
        ):
            rules, problems = parse_house_rules(
                {key: value for key, value in document.items() if value is not None} | {"id": "own-us"}
            )
            assert rules, problems
            made = card_page(rules, original)
            text = " ".join(statement.text for section in made["sections"] for statement in section.statements)
            about = ("zwei offenen", "eine Leere", "Die abgelegten Karten")
            assert [start for start in about if start in text] == words


@pytest.mark.parametrize(
    ("identifier", "point", "reading", "ours"),
    [
        ("dreier", "over_solo_order", "left", "rechte Nachbar"),
        ("braeunlingen-ministranten", "equal_bids", "who_sits_earlier", "Nur Vorhand"),
        ("ichenheim", "first_rank", "highest_bid", "das Bieten sofort"),
    ],
)
def test_our_reading_of_an_open_point_is_marked_and_not_said_where_a_house_decided_it(
    identifier: str, point: str, reading: str, ours: str
) -> None:
    """As in `dreier`: the player to the left begins, says its text, and nothing of the direction of play."""
    original = published(identifier)
    rules = house_with(original.document, "auction", {"like": identifier, point: reading})
    assert rules
    with override("de"):
        assert all(not line.is_stated for line in card_page(original)["said"] if ours in line.text)
        said = card_page(rules, original)["said"]
    assert not any(ours in line.text for line in said)
    assert [bool(line.by_house) for line in said].count(True) == 1
