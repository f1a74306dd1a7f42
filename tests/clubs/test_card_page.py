"""Page of a rule set besides its amounts: how sure each part is, what may be said, how it is played."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import pytest
from django.urls import reverse
from django.utils.translation import override

from cegoscore.clubs.glossary import TERMS
from cegoscore.clubs.house_rules.card_page import after_original, card_page
from cegoscore.clubs.templatetags.cego import glossed
from cegoscore.scoring.citations import Status
from cegoscore.scoring.play_rules import published_play
from cegoscore.scoring.rule_documents import leaves, value_at
from cegoscore.scoring.rule_files import parse_house_rules, published, published_citations, published_identifiers
from tests.clubs.test_rule_pages import page
from tests.effort import spread

EVERY = pytest.mark.parametrize("identifier", spread(published_identifiers(), 8))
BOTH = pytest.mark.parametrize("language", ["de", "en"])


@EVERY
@BOTH
def test_every_set_says_how_it_is_played(identifier: str, language: str) -> None:
    html = page(reverse("play_rules", args=[identifier]), language=language)
    assert html.count("<svg viewBox") == 5
    with override(language):
        made = card_page(published(identifier))
    assert len(made.said) in ((0,) if identifier == "offiziers-cego" else (5, 6))
    assert [section.key for section in made.sections][:1] == ["cards"]


def test_numbers_that_are_not_the_authors_are_marked() -> None:
    """Weißauer gives only his special games: 35 times 7 amounts of normal games stood under his name."""
    html = page(reverse("rule_set", args=["weissauer"]))
    assert "Was im Text nicht steht" in html
    assert "Von Weißauer sind nur die Sonderspiele überliefert" in html
    marked = card_page(published("weissauer"))
    assert [row.name for row, source in marked.targets if source.is_stated][:3] == ["Ulti", "Piccolo", "Bettel"]
    assert {fact.key: source.is_stated for fact, source in marked.facts} == {
        "players": False,
        "counting": False,
        "normal": False,
        "buergermeister": False,
    }
    assert card_page(published("braeunlingen-loewen")).unsure == []


@pytest.mark.parametrize(
    ("identifier", "line", "words"),
    [
        ("braeunlingen-loewen", 1, "Haben alle „fort“ gesagt, muss Vorhand anfangen: Cego, Piccolo oder Bettel."),
        ("braeunlingen-ministranten", 5, "Ein Gegensolo beendet das Bieten."),
        ("oberwolfach-3", 1, "Der Nächste muss dann Eine sagen."),
        *(
            (identifier, -1, "Der Solospieler bietet nicht mehr mit.")
            for identifier in ("oberwolfach-3", "oberwolfach-4", "dreier", "schmid", "st-georgen")
        ),
        ("baumann-bluemle", 0, "Ulti sagt man, bevor geboten wird"),
        ("schwarzwaldmeisterschaft", 0, "Ultimo geht allem vor, was schon geboten ist, und beendet das Bieten."),
    ],
)
def test_what_may_be_said_in_six_lines(identifier: str, line: int, words: str) -> None:
    with override("de"):
        said = card_page(published(identifier)).said
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
    assert [term.key for term in TERMS] == sorted(term.key for term in TERMS)


def how_it_is_played(identifier: str) -> str:
    """Every sentence on the play of a published set, in German."""
    with override("de"):
        sections = card_page(published(identifier)).sections
    return " ".join(statement.text for section in sections for statement in section.statements)


def test_open_cards_that_need_not_be_led_say_nothing_of_their_tricks() -> None:
    led = {name for name in published_identifiers() if "Bei zwei offenen Karten" in how_it_is_played(name)}
    free = {
        name for name in published_identifiers() if "Ausspielen darf der Spieler, was er will" in how_it_is_played(name)
    }
    assert free == {"oberwolfach-3", "oberwolfach-4", "schmid", "schmid-3", "dreier"}
    assert led == set(published_identifiers()) - free - {"offiziers-cego"}
    assert not any("Nach zwei offenen Karten" in how_it_is_played(name) for name in free)


def test_open_leere_never_wins_where_a_source_says_so() -> None:
    said = [name for name in published_identifiers() if "macht nie einen Stich" in how_it_is_played(name)]
    sure = [name for name in said if published_play(name).status["open_never_wins"] is Status.STATED]
    assert "dreier" not in said
    assert "baumann-bluemle" not in said
    assert sure == [
        "braeunlingen-loewen",
        "braeunlingen-loewen-3",
        "braeunlingen-ministranten",
        "braeunlingen-ministranten-3",
        "schweden",
    ]


def changed_at(document: dict[str, Any], key: str) -> dict[str, Any]:
    """The document of a house that has another value at one key."""
    changed = deepcopy(document) | {"id": "own-us"}
    *path, last = key.split(".")
    inner = changed
    for part in path:
        inner = inner[part]
    value = inner[last]
    inner[last] = (
        not value if isinstance(value, bool) else [each * 2 for each in value] if isinstance(value, list) else value + 1
    )
    return changed


@EVERY
def test_nothing_is_said_of_a_value_that_a_house_changed(identifier: str) -> None:
    """Neither under "Was im Text nicht steht" nor beside an amount; many texts speak of several values."""
    original, citations = published(identifier), published_citations(identifier)
    for key in leaves(original.document):
        if not isinstance(value_at(original.document, key), int | list):
            continue
        rules, _problems = parse_house_rules(changed_at(dict(original.document), key))
        if rules is None:
            continue
        with override("en"):
            made = card_page(rules, original)
        said = {source.text for source in made.open_points}
        said |= {source.text for _cells, source in made.cell_sources if not source.changed}
        about = {c.text["en"] for c in citations.statements if any(f"{key}.".startswith(f"{own}.") for own in c.keys)}
        assert not said & about, key


def test_copy_of_st_georgen_says_nothing_that_its_house_plays_otherwise() -> None:
    original = published("st-georgen")
    document = deepcopy(dict(original.document)) | {"id": "own-us"}
    document["normal"]["brackets"]["worth"] = 5
    document["normal"]["factors"]["solo"]["won"] = 3
    document["raeuber"]["tie_with_vorhand"] = "vorhand_alone"
    document["table"]["one_sits_out"] = False
    rules, problems = parse_house_rules(document)
    assert rules, problems
    with override("de"):
        before = " ".join(source.text for source in card_page(original).open_points)
        after = " ".join(source.text for source in card_page(rules, original).open_points)
    for words in ("Grupp", "gewonnen 2", "gleichauf", "Fünfter"):
        assert words in before
        assert words not in after
