"""Sentences and what they are about: nothing is said of a house that it does not have, or has otherwise."""

import re
from random import Random
from typing import Any

import pytest
from django.urls import reverse
from django.utils.translation import override

from cegoscore.clubs.house_rules.card_page import card_page
from cegoscore.clubs.house_rules.statements import claim_sentence, doubt_about_claim, window_of, words_of
from cegoscore.clubs.wording import game_label
from cegoscore.scoring.contracts import LABELS, TARGET, Contract
from cegoscore.scoring.hands import Schinden
from cegoscore.scoring.house_rules import HouseRules
from cegoscore.scoring.rules.citations import POINTS, SAID, WORDS
from cegoscore.scoring.rules.play_rules import Window
from cegoscore.scoring.rules.rule_files import parse_house_rules, published, published_identifiers
from cegoscore.scoring.rules.subjects import subjects_of, unbound, value_of
from tests.clubs.test_house_play import made_from
from tests.clubs.test_rule_pages import page
from tests.effort import sample, sampled


def said_of(rules: HouseRules, original: str, language: str = "de") -> str:
    """Every sentence on the pages of a house besides its tariff."""
    with override(language):
        page = card_page(rules, published(original))
        lines = [*page["said"], *page["tips"], *page["open_points"]]
        lines += [line for section in page["sections"] for line in section.statements]
        lines += [source for _topic, source in page["cell_sources"]]
        return " ".join(f"{line.label}: {line.text}" for line in lines)


def without(identifier: str, *games: str) -> HouseRules:
    """A house that plays as a published set, but for these games."""
    document = {key: value for key, value in published(identifier).document.items() if key not in games}
    for part in ("targets", "labels"):
        document[part] = {game: said for game, said in document.get(part, {}).items() if game not in games}
    if normal := document.get("normal"):
        kept = {
            key: {game: factor for game, factor in normal[key].items() if game not in games}
            for key in ("factors", "over_solo")
        }
        document["normal"] = {**normal, **kept}
    document["rare"] = [game for game in document.get("rare", ()) if game not in games]
    rules, problems = parse_house_rules({**document, "id": "own-us"})
    assert rules, problems
    return rules


@pytest.mark.parametrize(("language", "says"), [("de", "zwei Durchgänge zu 24"), ("en", "of 24 hands")])
@pytest.mark.parametrize("identifier", ["schwarzwaldmeisterschaft", "braeunlingen-turnier"])
def test_number_of_hands_in_a_note_is_that_of_the_house(identifier: str, language: str, says: str) -> None:
    assert says in said_of(published(identifier), identifier, language)
    assert says not in said_of(made_from(identifier, table__hands="16"), identifier, language)


def test_note_on_a_claim_goes_where_a_house_opens_it_at_another_time() -> None:
    note = "wenn alle Fort gesagt haben"
    assert note in said_of(published("oberwolfach-4"), "oberwolfach-4")
    assert note not in said_of(made_from("oberwolfach-4", play__schinden="before_play"), "oberwolfach-4")


def with_players(identifier: str, number: int) -> HouseRules:
    document = dict(published(identifier).document)
    table = {key: value for key, value in document["table"].items() if key != "cards"}
    rules, problems = parse_house_rules({**document, "id": "own-us", "table": {**table, "players": number}})
    assert rules, problems
    return rules


def test_house_for_four_leaves_no_card_out_and_is_told_no_arithmetic_of_three() -> None:
    identifier = "braeunlingen-loewen-3"
    for rules, told in ((published(identifier), True), (with_players(identifier, 4), False)):
        said = said_of(rules, identifier)
        assert ("Ausgelassen: Kreuz 7" in said) is told
        assert ("gefahrlos" in said) is told


def test_house_for_three_is_asked_which_cards_it_leaves_out() -> None:
    said = said_of(with_players("oberwolfach-4", 3), "oberwolfach-4")
    assert "Ausgelassen: 3 Zahlenkarten; welche, steht nirgends" in said


@pytest.mark.parametrize(
    ("identifier", "changes", "words"),
    [
        ("baumann-bluemle-3", {"targets__piccolo__on": "on", "targets__piccolo__amount": "10"}, "nur Piccolo und"),
        ("cego-online", "halbe", "mit der Halben"),
        ("ichenheim", "ulti", "dass Ulti und Solodu"),
        ("baumann-bluemle", "solo_durch", "Durchmarsch"),
        ("baumann-bluemle", "zwei_leere", "Zwei Leere und Zwei"),
        ("schmid", {"play__empties": "may_be_named"}, "Bilder statt Leerer"),
    ],
)
def test_what_a_house_has_otherwise_is_no_longer_said(identifier: str, changes: Any, words: str) -> None:
    rules = without(identifier, changes) if isinstance(changes, str) else made_from(identifier, **changes)
    assert words in said_of(published(identifier), identifier)
    assert words not in said_of(rules, identifier)


def test_championship_says_of_a_fault_only_when_it_loses_the_hand() -> None:
    said = said_of(published("schwarzwaldmeisterschaft"), "schwarzwaldmeisterschaft")
    assert "was das kostet, steht nicht da" in said
    assert "und was ein Fehler kostet" not in said


def test_claim_is_open_when_the_house_says_so() -> None:
    rules, outcome = made_from("oberwolfach-4", play__schinden="before_play"), claim(Contract.SOLO)
    assert window_of(rules) is Window.BEFORE_PLAY
    with override("de"):
        assert claim_sentence(rules).startswith("Vor dem Spiel")
    assert doubt_about_claim(outcome, rules) == ""
    first = made_from("schweden", play__schinden="all_fort_after_blind")
    with override("de"):
        assert doubt_about_claim(outcome, first).startswith("Nach diesen Regeln")


def claim(contract: Contract) -> Schinden:
    return Schinden(contract=contract, declarer=0, culprits=(1,), over_solo=False)


def test_claim_is_open_as_in_the_rules_that_a_house_goes_back_to() -> None:
    original = published("oberwolfach-4")
    rules = made_from("oberwolfach-4", table__one_sits_out=None)
    assert window_of(rules) is None
    assert window_of(rules, original) is Window.ALL_FORT_AFTER_BLIND
    bid = made_from("oberwolfach-4", auction__special_held="yes")
    assert window_of(bid) is Window.ALL_FORT_AFTER_BLIND


def test_sentences_and_words_name_games_and_numbers_by_placeholders() -> None:
    """As the reader asks of rule files; what has none of its own is marked as such."""
    rules = published("braeunlingen-loewen")
    entries: list[tuple[str, Any]] = [*SAID.items(), *WORDS.items()]
    entries += [(key, entry["label"]) for key, entry in SAID.items() if "label" in entry]
    entries += [(f"{point}.{part}", text) for point, texts in POINTS.items() for part, text in texts.items()]
    for key, texts in entries:
        for language in ("de", "en"):
            assert unbound(texts[language], rules) == [], key
            assert None not in [value_of(subject, rules) for subject in subjects_of(texts[language])] or "when" in texts
        assert {*subjects_of(texts["de"])} == {*subjects_of(texts["en"])}, key


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("Sind fünf da, zählt er zweimal, verloren vierfach.", ["fünf", "zweimal", "vierfach"]),
        (
            "Bis zum nächsten Zehner; mit zweien das Doppelte, am Ende sechzehn.",
            ["Zehner", "zweien", "Doppelte", "sechzehn"],
        ),
        ("Four play; it counts twice, then fourfold or fifteen.", ["Four", "twice", "fourfold", "fifteen"]),
        ("Zu viert wie zu dritt: ein Spieler, der dritte Stich, achten, verdoppelt, einmal, Dreiergruppen.", []),
        ("As with four, not for three players: one card, the third trick, once, doubled, counted in threes.", []),
        ("Mit {'zwei'} Karten und {cards}.", []),
    ],
)
def test_numbers_in_words_are_numbers(text: str, numbers: list[str]) -> None:
    assert unbound(text, published("braeunlingen-loewen")) == numbers


@pytest.mark.parametrize("identifier", ["grupp", "schwarzwaldmeisterschaft", "dorset", "offiziers-cego", "weissauer"])
def test_every_word_that_can_be_tapped_has_its_meaning_on_the_page(identifier: str) -> None:
    html = page(reverse("play_rules", args=[identifier]))
    tapped = set(re.findall(r'popovertarget="(term-\w+)"', html))
    assert tapped <= set(re.findall(r'id="(term-\w+)"', html))


def test_words_of_what_a_rule_set_does_not_have_are_not_explained() -> None:
    with override("de"):
        words = {
            key: {word.word: word.meaning for word in words_of(published(key), None)} for key in ("grupp", "dreier")
        }
    assert "Bürgermeister" not in words["grupp"]
    assert words["dreier"]["Bürgermeister"] == "Gleich viele Augen auf beiden Seiten: 35 zu 35."
    assert words["dreier"]["Blinder"].startswith("Die 12 Karten")
    assert {"Schinden", "Fach", "Räuber", "ouvert", "Strafe"}.isdisjoint(words["dreier"])
    assert "Trumpf 21" in words["grupp"]["Mond"]


AMBIGUOUS = {"de": {"Eine", "Eine Leere", "Zwei Leere"}, "en": set[str]()}
"""Names that are also words of every German sentence; the English one names the game beside it."""


OF_CARDS = {"Geiß", "Pagat", "Pfeif"}
"""Names of a game that are names of trump 1, too."""
SONG = re.compile("[„“]Im Wald[^“”]*[“”]")


def random_house(identifier: str, lots: Random) -> HouseRules | None:
    """A house that left out some games of a published set, plays others, more or fewer hands, and names of its own."""
    original = published(identifier)
    gone = [game for game in original.contracts if lots.random() < 0.25 and game not in (Contract.SOLO, Contract.CEGO)]
    document = dict(without(identifier, *gone).document) if {*original.contracts} - {*gone} else None
    if document is None:
        return None
    if lots.random() < 0.5:
        document["targets"] = {**document["targets"], str(lots.choice(TARGET)): {"amount": lots.randint(1, 99)}}
    table = {**document["table"], "hands": lots.choice([12, 16, 17])}
    if lots.random() < 0.3:
        table["players"] = lots.choice([3, 4])
        table.pop("cards", None)
    document |= {"table": table, "penalty": lots.randint(1, 99)}
    return parse_house_rules(document)[0]


def sentences_on(rules: HouseRules, original: HouseRules) -> list[str]:
    """All that the pages of a house say, the words of its glossary and of its panel included."""
    page = card_page(rules, original)
    lines = [*page["said"], *page["tips"], *page["open_points"], *(source for _topic, source in page["cell_sources"])]
    lines += [line for section in page["sections"] for line in section.statements]
    said = [f"{line.label}: {SONG.sub('', line.text)}" for line in lines]
    said += [fact.text for fact, _source in (*page["facts"], *page["customs"])]
    return said + [word.meaning for word in page["words"] if word.word not in named_in(rules)]


def named_in(rules: HouseRules) -> set[str]:
    return {game_label(rules, game) for game in rules.contracts}


def absent_names(rules: HouseRules, original: HouseRules, language: str) -> set[str]:
    """Names of games that a house does not play, and its original does, as everybody or as that calls them."""
    games = {*original.contracts} - {*rules.contracts}
    names = {LABELS[game] for game in games} | {game_label(original, game) for game in games}
    return names - AMBIGUOUS[language] - OF_CARDS - named_in(rules)


def names_one_of(absent: set[str], text: str, rules: HouseRules) -> bool:
    """True if a text has one of these names, besides those of the games that a house plays."""
    bare = re.sub(any_of(named_in(rules)), "", text)
    return bool(absent) and re.search(any_of(absent), bare) is not None


def any_of(names: set[str]) -> str:
    return rf"(?<!\w)(?:{'|'.join(sorted(map(re.escape, names), key=len, reverse=True))})(?!\w)"


@sampled
@pytest.mark.parametrize("identifier", [name for name in published_identifiers() if published(name).normal])
@pytest.mark.parametrize("language", ["de", "en"])
def test_house_made_at_random_is_told_of_no_game_and_no_number_that_it_does_not_have(
    identifier: str, language: str
) -> None:
    original, lots = published(identifier), Random(identifier)
    made = [house for _number in range(sample(24, 3)) if (house := random_house(identifier, lots))]
    assert made
    for rules in made:
        with override(language):
            told, absent = sentences_on(rules, original), absent_names(rules, original, language)
            assert [text for text in told if names_one_of(absent, text, rules)] == [], rules.contracts
        said = " ".join(told)
        assert {*re.findall(r"(\d+) (?:Spielen|hands)\b", said)} <= {str(rules.hands)}
        assert {*re.findall(r"(\d+) (?:zu \d+|all(?! higher))\b", said)} <= {str(rules.half)}
        assert {*re.findall(r"(\d+) (?:Karten|cards)\b", said)} <= {str(each) for each in cards_of(rules)}


def cards_of(rules: HouseRules) -> tuple[int, ...]:
    return rules.pack.cards, rules.pack.hand, rules.pack.blind


SETS_WITH_GAMES = [
    (name, game)
    for name in published_identifiers()
    for game in published(name).contracts
    if game not in (Contract.SOLO, Contract.CEGO) and len(published(name).contracts) > 1
]


@pytest.mark.parametrize("identifier", [*dict.fromkeys(name for name, _game in SETS_WITH_GAMES)])
def test_game_taken_out_of_a_set_is_named_by_no_sentence(identifier: str) -> None:
    original = published(identifier)
    for game in (game for name, game in SETS_WITH_GAMES if name == identifier):
        rules = without(identifier, game)
        for language in ("de", "en"):
            with override(language):
                told, absent = sentences_on(rules, original), absent_names(rules, original, language)
                assert [text for text in told if names_one_of(absent, text, rules)] == [], game
