"""Pages of houses made at random in the real form: none names a game that the house does not play."""

import re
from collections.abc import Iterator
from random import Random

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.translation import override

from cegoscore.clubs.house_rules.rule_sets import rules_of
from cegoscore.clubs.models import Device, HouseRuleSet
from cegoscore.clubs.wording import game_label
from cegoscore.scoring.contracts import LABELS, Contract
from cegoscore.scoring.house_rules import HouseRules
from cegoscore.scoring.rules.rule_files import published, published_identifiers
from tests.learning.grounds import text_of
from tests.pages import body_of
from tests.worlds.club import World, client_of
from tests.worlds.made_up_houses import made_up_house
from tests.worlds.sheet import NAMES, open_table

ABOUT_OTHERS = [
    r'<section class="sources.*?</section>',
    r'<section [^>]*aria-labelledby="changes-heading".*?</section>',
    r'<header class="tariff-head">.*?</header>',
    r"<(script|style|title|head)\b.*?</\1>",
    r'<span class="where">.*?</span>',
    r'<ul class="told small">.*?</ul>',
    r'<span class="small faint">.*?</span>',
    "[„“]Im Wald[^“”]*[“”]",
]
"""Parts of a page that are about something else than what is played: sources, what was changed, a song."""
WORDS_BESIDES = {"Cego", "Eine", "Eine Leere", "Zwei Leere", "Geiß", "Pagat", "Pfeif"}


NOT_PLAYED = ("gibt es hier nicht", "There is no")
"""Notes that say so."""
ENDS = r"</(?:p|li|dt|dd|h\d|td|th|div|label|legend|button|option|summary)>"


def told_on(html: str) -> list[str]:
    """The sentences of a page, as far as it is about this house, line by line."""
    for part in ABOUT_OTHERS:
        html = re.sub(part, " ", html, flags=re.DOTALL)
    lines = map(text_of, re.split(ENDS, html))
    return [line for line in lines if not any(note in line for note in NOT_PLAYED)]


def absent_names(rules: HouseRules, original: HouseRules) -> set[str]:
    games = {*Contract} - {*rules.contracts}
    names = {LABELS[game] for game in games} | {game_label(original, game) for game in games}
    if rules.normal is None or Contract.CEGO not in rules.normal.over_solo:
        names.add("Gegensolo")
    return names - WORDS_BESIDES - names_in(rules)


def names_in(rules: HouseRules) -> set[str]:
    """Names of the games that a house plays, and those by which everybody knows them."""
    return {name for game in rules.contracts for name in (game_label(rules, game), LABELS[game])}


def any_of(names: set[str]) -> str:
    return rf"(?<!\w)(?:{'|'.join(sorted(map(re.escape, names), key=len, reverse=True))})(?:s|spielers?)?(?![\w-])"


def pages_of(own: HouseRuleSet, device: Device, client: Client) -> Iterator[tuple[str, str]]:
    """Every page that tells of a house: its rules, its lessons and papers, a sheet; each with its name."""
    key, rules = str(own.pk), rules_of(own.rule_set)
    for name in ("rule_set", "play_rules", "bidding_rules", "first_evening", "learn"):
        yield name, body_of(client.get(reverse(name, args=[key])))
    listed = body_of(client.get(reverse("learn", args=[key])))
    for address in re.findall(rf'href="(/learn/{key}/[^"]+)"', listed):
        yield address, body_of(client.get(address))
    sheet = open_table(device, names=NAMES[: rules.players], rules=rules, first_dealer=0)
    yield "sheet", body_of(client.get(sheet.get_absolute_url()))


@pytest.mark.django_db
@pytest.mark.parametrize("identifier", published_identifiers())
def test_no_page_of_a_house_names_a_game_that_it_does_not_play(identifier: str) -> None:
    original, device = published(identifier), World().owner
    data = made_up_house(identifier, Random(identifier))
    answer = client_of(device).post(reverse("copy_rule_set", args=[identifier]), data | {"save": "1"})
    own = HouseRuleSet.objects.select_related("rule_set").get(pk=answer["Location"].rpartition("/")[2])
    rules = rules_of(own.rule_set)
    for language in ("de", "en"):
        with override(language):
            absent, present = absent_names(rules, original), names_in(rules)
        for page, html in pages_of(own, device, client_of(device, language)):
            assert "{" not in "".join(told_on(html)), page
            bare = [re.sub(any_of(present), "", line) for line in told_on(html)]
            assert [line for line in bare if re.search(any_of(absent), line)] == [], (page, rules.contracts)
