"""Papers: the first evening keeps to its own games and pays as the core does; course sheets by number."""

import re

import pytest
from django.urls import reverse
from django.utils.translation import override

from cegoscore.clubs.house_rules.bidding import word_name
from cegoscore.clubs.wording import game_label
from cegoscore.learning.printed import ENOUGH
from cegoscore.learning.task import NAMES
from cegoscore.scoring.amounts import normal_amount
from cegoscore.scoring.auction.house_auctions import auction_of
from cegoscore.scoring.contracts import NORMAL, Contract
from cegoscore.scoring.house_rules import HouseRules
from cegoscore.scoring.rules.rule_files import published, published_identifiers
from tests.effort import thorough
from tests.learning.grounds import ground_of, label_of, text_of
from tests.pages import body_of
from tests.worlds.club import World, client_of

DEFAULT = "schwarzwaldmeisterschaft"
IDENTIFIERS = published_identifiers()
BID = [identifier for identifier in IDENTIFIERS if auction_of(published(identifier))]


def first_evening(identifier: str, language: str) -> str:
    return body_of(client_of(language=language).get(reverse("first_evening", args=[identifier])))


def others_of(rules: HouseRules) -> list[Contract]:
    return [game for game in Contract if game not in ENOUGH and game is not Contract.PARTIE]


# A first evening


@pytest.mark.parametrize("identifier", BID)
@pytest.mark.parametrize("language", ["de", "en"])
def test_first_evening_bids_and_names_its_own_games_only(identifier: str, language: str) -> None:
    """“Eine” is a word of the language, too: it is a game where it stands in a row of games, or is said."""
    rules, text = published(identifier), text_of(first_evening(identifier, language))
    with override(language):
        ladder = [word_name(game, rules) for game in (Contract.CEGO, Contract.EINE_LEERE) if game in rules.contracts]
        assert re.search(rf": {' – '.join(ladder)}\.", text)
        others = {game_label(rules, game) for game in others_of(rules)} - {game_label(rules, game) for game in ENOUGH}
    without_card = re.sub(r"1 \([^)]*\)", "", text)
    words = {name: r"\bEine( –|[.,]| sagen| oder)" if name == "Eine" else rf"\b{name}\b" for name in others}
    assert [name for name, pattern in words.items() if re.search(pattern, without_card)] == []


@pytest.mark.parametrize("identifier", IDENTIFIERS)
def test_every_result_can_be_looked_up_on_a_first_evening(identifier: str) -> None:
    rules = published(identifier)
    looked_up: dict[tuple[str, int], int] = {}
    for table in re.findall(r'<table class="tariff">.*?</table>', first_evening(identifier, "de"), re.DOTALL):
        heads = re.findall(r'<th scope="col" data-won="([^"]*)" data-lost="([^"]*)"', table)
        for tag, row in re.findall(r"<tr([^>]*data-(?:won|lost)[^>]*)>(.*?)</tr>", table, re.DOTALL):
            amounts = [int(amount) for amount in re.findall(r"<td\s*>(\d+)</td>", row)]
            for side, run in re.findall(r'data-(won|lost)="([^"]*)"', tag):
                low, _dash, high = run.partition("–")
                for head, amount in zip(heads, amounts, strict=True):
                    for game in head[side == "lost"].split():
                        for points in range(int(low), int(high or low) + 1):
                            looked_up[game, points] = amount if side == "won" else -amount
    games = [game for game in ENOUGH if rules.normal and game in rules.normal.factors]
    expected = {
        (f"{game}{'+' * over_solo}", points): normal_amount(rules, game, points, over_solo=over_solo)
        for over_solo in (False, True)
        for game in games
        if rules.normal and (not over_solo or game in rules.normal.over_solo)
        for points in range(rules.total + 1)
        if rules.total != 2 * points or not rules.normal.buergermeister
    }
    assert looked_up == expected


def test_first_evening_says_how_a_hand_goes() -> None:
    ground = ground_of(DEFAULT)
    text = text_of(first_evening(DEFAULT, "de"))
    with override("de"):
        for key in ("dealing.to_the_right", "dealing.players", "say.over_solo", "ends.no_trick", "ends.pays"):
            assert ground.text(key), key
            assert ground.text(key) in text, key
    assert "°" not in text


# Sheets for a course


@thorough
@pytest.mark.parametrize("identifier", IDENTIFIERS)
def test_course_has_twelve_hands_and_answers_what_the_core_pays(identifier: str) -> None:
    client, rules = client_of(language="de"), published(identifier)
    answer, address = client.get(reverse("course", args=[identifier])), reverse("course", args=[identifier])
    assert (f'href="{address}"' in body_of(client.get(reverse("learn", args=[identifier])))) == bool(rules.normal)
    if not rules.normal:
        assert answer.headers["Location"] == reverse("learn", args=[identifier])
        return
    asked, answered = body_of(answer).split('<section class="answers"')
    questions = re.findall(r"<h2>(\d+)\. (.+?)</h2>\s*<p>(.+?)</p>", asked)
    assert [int(number) for number, *_rest in questions] == list(range(1, 13))
    assert re.findall(r"<h3>(\d+)\. (.+?): (.+?)</h3>", answered) == questions
    assert not re.search(r"[+−]\d", asked)
    paid = [text_of(text) for text in re.findall(r"</h3>\s*<p>(.*?)</p>", answered, re.DOTALL)]
    games = {game: label_of(ground_of(identifier), game) for game in rules.contracts}
    counted = 0
    for (_number, title, result), text in zip(questions, paid, strict=True):
        amounts = {name: int(amount.replace("−", "-")) for name, amount in re.findall(r"(\w+) ([+−]?\d+)", text)}
        assert sorted(amounts) == sorted(NAMES[: rules.players])
        assert sum(amounts.values()) == 0
        if found := re.fullmatch(r"(\w+) (\d+) : (\d+)", result):
            own, others = int(found[2]), int(found[3])
            assert own + others == rules.total
            game = next(game for game, label in games.items() if label == title and game in NORMAL)
            each = normal_amount(rules, game, own, over_solo=False)
            assert amounts == dict.fromkeys(amounts, -each) | {found[1]: each * (rules.players - 1)}
            counted += 1
    assert counted >= 6


@pytest.mark.parametrize("identifier", [DEFAULT, "braeunlingen-ministranten", "st-georgen"])
def test_every_course_sheet_has_other_hands_and_says_its_number(identifier: str) -> None:
    address = reverse("course", args=[identifier])
    hands = {}
    for number in range(1, 7):
        html = body_of(client_of(language="de").get(f"{address}?n={number}"))
        assert len(re.findall(rf"Blatt {number}\b", text_of(html))) == 2
        assert f'value="{number + 1}"' in html
        hands[number] = re.findall(r"<h2>\d+\. (.+?)</h2>\s*<p>(.+?)</p>", html)
    everything = [tuple(hand) for sheet in hands.values() for hand in sheet]
    assert len({tuple(sheet) for sheet in hands.values()}) == 6
    assert len(set(everything)) > len(everything) / 2
    for odd in ("", "?n=x", "?n=-1", "?n=99999999999999999999", "?n=%C2%B2"):
        assert "Blatt 1" in text_of(body_of(client_of(language="de").get(address + odd)))


# A house of one's own


@pytest.mark.django_db
def test_house_with_other_games_has_its_own_first_evening(world: World) -> None:
    """It plays no Eine Leere, and calls its Solo by another name."""
    document = published("braeunlingen-loewen").document
    without = {key: value for key, value in document["normal"].items() if key not in ("factors", "over_solo")}
    factors = {"solo": {"won": 2, "lost": 1}, "cego": 1, "eine": 2}
    house = world.add(
        "Ohne Leere",
        normal=without | {"factors": factors, "over_solo": {"cego": 3}},
        labels={"solo": {"de": "Alleingang", "en": "Alleingang"}},
    )
    html = body_of(client_of(world.owner, "de").get(reverse("first_evening", args=[str(house.pk)])))
    assert re.findall(r"<dt>(.*?)</dt>", html)[:3] == ["Cego", "Alleingang", "Räuber"]
    text = text_of(html)
    assert "3 Spiele reichen" in text
    assert "Alleingang oder „fort“" in text
    assert "Leere offen hinlegen" not in text
