"""The lessons: every task has one set of right answers, that of the game, and nothing is said that is not elsewhere."""

import gzip
import json
import re
from collections import Counter

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.translation import override
from pytest_django import DjangoAssertNumQueries

from cegoscore.clubs.glossary import card_label
from cegoscore.clubs.house_rules import statements
from cegoscore.clubs.house_rules.bidding import word_name
from cegoscore.learning.bidding_tasks import refusal
from cegoscore.learning.lessons import EXERCISES, LESSONS, advice, fitting
from cegoscore.learning.task import NAMES, Ground, Task
from cegoscore.scoring.amounts import normal_amount
from cegoscore.scoring.auction.auction import begin, fold, options_of, say
from cegoscore.scoring.auction.house_auctions import auction_of
from cegoscore.scoring.auction.state import Auction
from cegoscore.scoring.cards import Counting
from cegoscore.scoring.contracts import Contract
from cegoscore.scoring.rules.rule_files import parse_house_rules, published, published_identifiers
from cegoscore.scoring.tricks import TRUMP, Card
from tests.effort import sample, sampled, thorough
from tests.learning.grounds import ground_of, label_of, text_of
from tests.pages import body_of
from tests.worlds.club import World, client_of

LANGUAGES = ("de", "en")
DEFAULT = "schwarzwaldmeisterschaft"
VARIANTS = sample(40, 3)
MOST_BYTES = 9_000
"""Compressed, of a page without its files; `tests/browser/test_lessons.py` weighs all of it."""

IDENTIFIERS = published_identifiers()
SOME = pytest.mark.parametrize("identifier", dict.fromkeys([DEFAULT, *IDENTIFIERS]))
EVERY_LESSON = {**LESSONS, **EXERCISES}


def tasks_of(identifier: str, key: str) -> list[tuple[Ground, Task]]:
    """Tasks of several variants of a lesson; none where it does not fit."""
    grounds = [ground_of(identifier, key, variant) for variant in range(VARIANTS)]
    lesson = EVERY_LESSON[key]
    return [(ground, task) for ground in grounds if lesson.fits(ground) for task in lesson.tasks(ground)]


def right_cards(task: Task) -> set[Card]:
    return {choice.card for choice in task.choices if choice.right and choice.card}


def right_words(task: Task) -> list[str]:
    return [choice.text for choice in task.choices if choice.right]


# What is right, worked out once more without the engine


def strength(card: Card, led: str) -> tuple[bool, bool, int]:
    """Rank of a card in a trick: a trump, of the suit led, and how high it is."""
    courts = {"gstiess": 100, "king": 14, "queen": 13, "knight": 12, "jack": 11}
    number = int(card.rank) if card.rank.isdecimal() else courts[card.rank]
    turned = card.suit in ("hearts", "diamonds") and card.rank.isdecimal()
    return card.suit == TRUMP, card.suit == led, -number if turned else number


@sampled
@SOME
def test_higher_card_is_that_of_the_ranks(identifier: str) -> None:
    for _ground, task in tasks_of(identifier, "ranks"):
        pair = [choice.card for choice in task.choices if choice.card]
        assert len(set(pair)) == 2
        assert right_cards(task) == {max(pair, key=lambda card: strength(card, pair[0].suit))}


@sampled
@SOME
def test_tricks_are_followed_trumped_and_won_as_at_the_table(identifier: str) -> None:
    for ground, task in tasks_of(identifier, "tricks"):
        led = task.table[0][1]
        if len(task.table) == 1:
            hand = [choice.card for choice in task.choices if choice.card]
            of_suit = {card for card in hand if card.suit == led.suit}
            trumps = {card for card in hand if card.suit == TRUMP}
            assert right_cards(task) == (of_suit or trumps or set(hand))
            continue
        assert len({card for _name, card in task.table}) == ground.rules.players
        lies_open = "Eine Leere" in task.question
        able = list(task.table)[lies_open:]
        followed = [card for _name, card in able if card.suit == led.suit]
        (best,) = right_words(task)
        assert best == max(able, key=lambda played: strength(played[1], led.suit))[0]
        if lies_open:  # nobody following it would have to trump it: 22 trumps are not all with the declarer
            assert [strength(card, led.suit) < strength(led, led.suit) for card in followed] == [True]
            assert TRUMP not in {card.suit for _name, card in able}


@sampled
@SOME
@pytest.mark.parametrize("key", ["counting", "trainer"])
def test_piles_are_counted_group_by_group(identifier: str, key: str) -> None:
    values = {"gstiess": 5, "king": 5, "queen": 4, "knight": 3, "jack": 2}
    for ground, task in tasks_of(identifier, key):
        worth = [5 if str(card) in ("trump 21", "trump 1") else values.get(card.rank, 1) for card in task.hand]
        size = {Counting.THREES: 3, Counting.TWOS: 2}[ground.rules.counting]
        groups = [worth[start : start + size] for start in range(0, len(worth), size)]
        off = [size - 1 if len(group) == size else size - 2 for group in groups]
        assert task.number == sum(worth) - sum(off)
        assert str(task.number) in task.answer


@sampled
@SOME
def test_what_may_be_said_is_what_the_referee_lets_pass(identifier: str) -> None:
    for ground, task in tasks_of(identifier, "bidding"):
        auction = ground.auction
        assert auction is not None
        named = {
            word_name(word, ground.rules): word
            for word in ("fort", "gut", "selbst", "no_special", "geregelter_raeuber", "wilder_raeuber", *Contract)
        }
        before = task.question.partition(" Vorhand ist ")[0]
        rounds = " ".join(f"{name} \\1\\2" for name in NAMES[: ground.rules.players])
        twice = re.sub(r"2-mal reihum ([^,.]+)([,.])", rf"{rounds} {rounds}", before)
        spoken = re.findall(rf"({'|'.join(NAMES)}) ([^,.]+)[,.]", re.sub(r"alle ([^,.]+)([,.])", rounds, twice))
        assert max(Counter(re.findall(r"(?:alle|reihum) [^,.]+", before)).values(), default=1) == 1
        state = fold(auction, [(NAMES.index(name), named[word]) for name, word in spoken])
        assert f"Du bist {NAMES[state.turn]}." in task.question
        held = {str(card) for card in task.hand}
        may = [word for word in options_of(state) if has_cards(word, ground, held)]
        assert sorted(right_words(task)) == sorted(word_name(word, ground.rules) for word in may)
        assert len(held) == len(task.hand) == ground.rules.pack.hand


def has_cards(word: str, ground: Ground, held: set[str]) -> bool:
    """True unless a game cannot be played without a card that the hand has not."""
    if word == "pascha":
        return {"trump gstiess", "trump 21", "trump 20"} <= held
    if word in ("ulti", "solo_ulti", "solo_ulti_durch"):
        return any(f"trump {number}" in held for number in ground.rules.targets[Contract(word)].trumps)
    return word != "kleiner_mann" or "trump 1" in held


@sampled
@SOME
def test_auction_over_a_solo_is_among_the_tasks(identifier: str) -> None:
    grounds = {id(ground): ground for ground, _task in tasks_of(identifier, "bidding")}
    with override("de"):
        asked = [task for _ground, task in tasks_of(identifier, "bidding") if "Gegensolo" in right_words(task)]
    assert len(asked) == len(grounds)


@sampled
@SOME
def test_worth_is_what_the_core_pays(identifier: str) -> None:
    for ground, task in tasks_of(identifier, "worth"):
        label, points = re.findall(r"^(.*) mit (\d+) Augen", task.question)[0]
        amounts = {
            abs(normal_amount(ground.rules, game, int(points), over_solo=False))
            for game in ground.rules.contracts
            if ground.rules.normal and game in ground.rules.normal.factors and label_of(ground, game) == label
        }
        assert amounts == {task.number}


@sampled
@SOME
@pytest.mark.parametrize("key", EVERY_LESSON)
def test_every_task_can_be_done_and_done_wrong(identifier: str, key: str) -> None:
    for _ground, task in tasks_of(identifier, key):
        assert (task.number is None) == bool(task.choices)
        assert task.question
        assert task.answer
        if not task.choices:
            continue
        texts = [choice.text for choice in task.choices]
        assert len(set(texts)) == len(texts) > 1
        assert right_words(task)
        assert all(choice.why for choice in task.choices if not choice.right)
        may_all_be_right = key == "tricks" and len(task.table) == 1
        assert may_all_be_right or len(right_words(task)) < len(texts)
        assert all(text in task.answer for text in right_words(task))


@sampled
@SOME
@pytest.mark.parametrize("key", EVERY_LESSON)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_wrong_tap_has_a_reason_of_its_own_and_gives_nothing_away(identifier: str, key: str, language: str) -> None:
    """Two cards that are wrong have two reasons: each is about its card."""
    with override(language):
        for _ground, task in tasks_of(identifier, key):
            assert all(why and int(number) != task.number for number, why in json.loads(task.told_apart).items())
            right, wrong = ([choice for choice in task.choices if choice.right is of] for of in (True, False))
            if len(task.choices) < 3:
                continue
            for choice in wrong:
                assert task.answer not in choice.why
                if key == "ladder":  # its own aim, in words that may be names of other games: “Zwei Leere”
                    continue
                given_away = [other for other in right if re.search(rf"\b{re.escape(other.text)}\b", choice.why)]
                assert not given_away or len(given_away) < len(right) or given_away[0].text in task.question
            of_cards = [choice.why for choice in wrong if choice.card]
            assert len(set(of_cards)) == len(of_cards)


def test_wrong_word_of_the_bidding_says_why_it_is_wrong() -> None:
    with override("de"):
        ground = ground_of(DEFAULT, "bidding")
        assert ground.auction
        start = begin(ground.auction)
        why = {word: refusal(word, start, ground.rules) for word in ("eine_leere", "gut", "selbst")}
        assert why["eine_leere"] == "Eine Leere gehört in die zweite Runde des Bietens."
        assert "zweite Runde" in why["gut"]
        over = fold(ground.auction, [(seat, "fort") for seat in range(4)])
        assert refusal("solo", over, ground.rules) == "Solo sagt man in der ersten Runde, und die ist vorbei."


def states_of(start: Auction) -> list[Auction]:
    """Every state of an auction, each once."""
    seen, left = {start}, [start]
    while left:
        state = left.pop()
        following = {say(state, state.turn, word) for word in options_of(state)}
        left += [after for after in following - seen if not after.outcome]
        seen |= following
    return [state for state in seen if not state.outcome]


@SOME
def test_every_word_that_is_refused_in_any_auction_has_a_reason_that_is_so(identifier: str) -> None:
    ground = ground_of(identifier)
    if ground.auction is None:
        return
    rules, ladder = ground.auction, list(ground.auction.ladder)
    with override("en"):
        for state in states_of(begin(rules)):
            possible = options_of(state)
            for word in {*rules.first, "fort", *ladder, "selbst", "gut"} - set(possible):
                why = refusal(word, state, ground.rules)
                assert why
                assert "%" not in why
                if "not higher" in why and word in ladder:
                    assert ladder.index(word) <= state.level
                if "skips a game" in why:
                    assert any(ladder.index(other) < ladder.index(word) for other in possible if other in ladder)
                if "outbid and answer" in why:
                    assert not {*ladder} & {*possible}
                    assert state.turn == state.holder or "selbst" in possible
                if "nobody can pass" in why:
                    assert not {"gut", "fort", "no_special"} & set(possible)
                if "first round, and that is over" in why:
                    assert "fort" not in possible


def test_pascha_is_right_for_the_three_highest_trumps_alone() -> None:
    """St. Georgen plays it: with a hand that lacks one of them it is wrong, and says so."""
    with override("de"):
        asked = [
            (choice, {str(card) for card in task.hand})
            for variant in range(40)
            for task in LESSONS["bidding"].tasks(ground_of("st-georgen", "bidding", variant))
            for choice in task.choices
            if choice.text == "Pascha"
        ]
    right = {choice.right for choice, _hand in asked}
    assert right == {True, False}
    for choice, hand in asked:
        assert choice.right == ({"trump gstiess", "trump 21", "trump 20"} <= hand)
        assert choice.right or choice.why.endswith("Die Karten dafür hast du nicht.")


@sampled
@SOME
def test_round_the_table_it_goes_to_the_right(identifier: str) -> None:
    with override("de"):
        for ground, task in tasks_of(identifier, "table"):
            if task.choices:
                names = NAMES[: ground.rules.players]
                asked = task.question.partition(f"sitzen {', '.join(names)}. ")[2].split()[0]
                assert right_words(task) == [names[(names.index(asked) + 1) % len(names)]]


@sampled
@SOME
def test_what_is_written_for_who_plays_is_what_all_others_pay(identifier: str) -> None:
    with override("de"):
        for ground, task in tasks_of(identifier, "paying"):
            others = ground.rules.players - 1
            if found := re.search(r"Im Tarif stehen (\d+)", task.question):
                amount = int(found[1])
                amounts = {
                    normal_amount(ground.rules, Contract.CEGO, points, over_solo=False)
                    for points in range(ground.rules.half + 1, ground.rules.total + 1)
                }
                assert amount in amounts
                assert task.number == amount * others
            elif "keinen Stich" in task.question:
                assert task.number == 0
            elif "allein die meisten Augen" in task.question:
                assert len(right_words(task)) == others


# Pages


@SOME
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_lesson_is_there_says_what_the_play_page_says_and_is_light(identifier: str, language: str) -> None:
    client = client_of(language=language)
    pages = ("play_rules", "rule_set")
    elsewhere = " ".join(text_of(body_of(client.get(reverse(page, args=[identifier])))) for page in pages)
    listed = body_of(client.get(reverse("learn", args=[identifier])))
    with override(language):
        ground = ground_of(identifier)
        table = {"de": "%s am Tisch; ", "en": "%s at the table; "}[language] % ground.rules.players
        assert (table in listed) == bool(ground.text("games.aim"))
        for key, lesson in fitting(EVERY_LESSON, ground).items():
            said = [statement.text for statement in lesson.said(ground)]
            assert [text for text in said if text not in elsewhere] == []
            assert said
            address = reverse("lesson", args=[identifier, key])
            assert f'href="{address}"' in listed
            answer = client.get(address)
            assert answer.status_code == 200
            assert len(gzip.compress(answer.content)) <= MOST_BYTES, key
            html = body_of(answer)
            assert "°" not in html
            assert not lesson.clocked or str(lesson.about) in html
            told, _summary, origin = html.partition("Where that is from" if language == "en" else "Woher das kommt")
            assert [one.text for one in lesson.said(ground) if one.status_text in told] == []
            assert [one.text for one in lesson.said(ground) if one.status_text not in origin] == []
            origins = re.findall(r"<li>(.*?)</li>", origin, re.DOTALL)
            assert len(set(origins)) == len(origins)
            tasks = list(lesson.tasks(ground_of(identifier, key)))
            assert html.count("data-task") == len(tasks)
            assert html.count(" data-right") == sum(choice.right for task in tasks for choice in task.choices)
            assert [int(number) for number in re.findall(r'data-number="(\d+)"', html)] == [
                task.number for task in tasks if task.number is not None
            ]
            for task in tasks:
                assert all(f'aria-label="{card_label(card)}"' in html for card in task.hand)


@thorough
@pytest.mark.parametrize("identifier", IDENTIFIERS)
def test_lesson_of_every_word_is_there(identifier: str) -> None:
    """One that does not fit the rule set leads to those that do."""
    for key in set(statements.LESSONS.values()):
        answer = Client().get(reverse("lesson", args=[identifier, key]))
        known = key in fitting(LESSONS, ground_of(identifier))
        assert answer.status_code == (200 if known else 302)
        assert known or answer.headers["Location"] == reverse("learn", args=[identifier])


@thorough
def test_other_tasks_are_others_and_the_same_again_under_their_number() -> None:
    address = reverse("lesson", args=[DEFAULT, "counting"])
    numbers = {n: re.findall(r'data-number="(\d+)"', body_of(Client().get(f"{address}?n={n}"))) for n in (1, 2, 3)}
    assert len({tuple(found) for found in numbers.values()}) == 3
    for odd in ("", "?n=x", "?n=-1", "?n=99999999999999999999", "?n=%C2%B2"):
        assert re.findall(r'data-number="(\d+)"', body_of(Client().get(address + odd))) == numbers[1]


# Whose rules


@pytest.mark.django_db
def test_lessons_are_by_the_rules_of_the_reader_and_a_strangers_by_those_of_a_new_table(
    world: World, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    own = world.add("Unser Löwen", labels={"ulti": {"de": "Geiß", "en": "Geiß"}})
    for device, sees in ((world.owner, True), (world.mate, True), (world.stranger, False)):
        client = client_of(device, "de")
        assert ("Unser Löwen" in body_of(client.get(reverse("learn")))) is sees
        lesson = body_of(client.get(reverse("lesson", args=[str(own.pk), "specials"])))
        assert ("<b>Geiß:</b>" in lesson, "<b>Ultimo:</b>" in lesson) == (sees, not sees)
    with django_assert_num_queries(0):
        Client().get(reverse("lesson", args=[DEFAULT, "cards"]))


@pytest.mark.parametrize("identifier", ["schweden", "grupp"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_advice_on_bidding_is_a_sources_and_names_it(identifier: str, language: str) -> None:
    with override(language):
        advised = advice(ground_of(identifier))
    told = text_of(body_of(client_of(language=language).get(reverse("lesson", args=[identifier, "bidding"]))))
    words = {"de": "Was sich lohnt, sagt eine Quelle so:", "en": "A source advises on what is worth it:"}
    assert words[language] in told
    assert advised
    with override(language):
        assert [each.text for each in advised if f"{each.text} {each.place}" not in told] == []


def test_game_that_a_house_does_not_pay_over_a_solo_is_refused_for_that() -> None:
    document = published("grupp").document
    over_solo = {game: pair for game, pair in document["normal"]["over_solo"].items() if game in {"cego", "eine"}}
    rules, problems = parse_house_rules(
        {**document, "id": "own-us", "normal": {**document["normal"], "over_solo": over_solo}}
    )
    assert rules, problems
    auction = auction_of(rules, published("grupp"))
    assert auction
    state = fold(auction, [(0, "solo"), (1, "gegensolo")])
    with override("en"):
        assert refusal("eine_leere", state, rules) == "Eine Leere is not played over a Solo by these rules."
