"""The core's codes and the sentences of the apps are the same list, with the same parameters."""

from string import Formatter

import pytest
from django.utils.translation import override

from cegoscore.clubs.wording import PROBLEMS, game_label, problem_sentence
from cegoscore.scoring.contracts import Contract
from cegoscore.scoring.problems import TEXTS, Problem
from cegoscore.scoring.rules.rule_files import published


def fields_of(text: str) -> set[str]:
    """The names in braces."""
    return {name for _, name, _, _ in Formatter().parse(text) if name}


def test_every_code_of_the_core_has_a_sentence_and_no_sentence_is_left_over() -> None:
    assert set(PROBLEMS) == set(TEXTS)


@pytest.mark.parametrize("language", ["de", "en"])
def test_sentence_names_nothing_that_the_core_does_not_give(language: str) -> None:
    with override(language):
        unknown = {code: fields_of(str(PROBLEMS[code])) - fields_of(text) for code, text in TEXTS.items()}
    assert {code: names for code, names in unknown.items() if names} == {}


def test_sentence_calls_seats_by_name_and_games_by_label() -> None:
    problem = Problem(code="sits_out", key="declarer", params=(("seat", 2),))
    game = Problem(code="unknown_game", key="contract", params=(("contract", "eine_leere"),))
    with override("en"):
        assert problem_sentence(problem, {2: "Clara"}) == "Clara deals and sits out."
        assert problem_sentence(game, {}) == "Eine Leere is not played by these house rules."


def test_cego_over_a_solo_is_a_gegensolo() -> None:
    rules = published("braeunlingen-loewen")
    assert game_label(rules, Contract.CEGO) == "Cego"
    assert game_label(rules, Contract.CEGO, over_solo=True) == "Gegensolo"
