"""Cost of a first look at a rule set, in calls of our functions.

Amounts are derived once for games that count alike and once for a base, which is derived once for all games.
"""

import pytest

from cegoscore.clubs.house_rules.card_page import card_page
from cegoscore.scoring.amounts import normal_amount, normal_amounts
from cegoscore.scoring.rules.rule_files import parse_house_rules, published, published_identifiers, published_play
from tests.calls import counted_calls
from tests.clubs.test_house_play import made_from

PAGE, FORM = 8_800, 9_500
"""Most calls of a page of rules that this process has not met, and of a form that makes them."""


@pytest.mark.parametrize("identifier", ["braeunlingen-loewen", "schwarzwaldmeisterschaft"])
def test_first_look_at_rules_is_cheap(identifier: str) -> None:
    original = published(identifier)
    for name in published_identifiers():
        published_play(name)
    card_page(original)
    rules, problems = parse_house_rules({**original.document, "id": f"seen-first-{identifier}"})
    assert rules, problems
    with counted_calls() as calls:
        card_page(rules, original)
    assert calls.total() <= PAGE, calls.most_common(9)


def test_saving_a_house_is_cheap() -> None:
    with counted_calls() as calls:
        made_from("schwarzwaldmeisterschaft", table__hands="23")
    assert calls.total() <= FORM, calls.most_common(9)


@pytest.mark.parametrize("identifier", published_identifiers())
def test_amounts_that_games_share_are_those_of_each(identifier: str) -> None:
    rules = published(identifier)
    tables = ((rules.normal.factors, False), (rules.normal.over_solo, True)) if rules.normal else ()
    for table, over_solo in tables:
        for game in table:
            each = tuple(normal_amount(rules, game, n, over_solo=over_solo) for n in range(rules.total + 1))
            assert normal_amounts(rules, game, over_solo) == each
