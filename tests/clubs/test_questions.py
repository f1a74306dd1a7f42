"""Ten questions to a table: what comes of the answers, and what is not asked."""

from typing import Any

import pytest
from django.urls import reverse

from cegoscore.clubs.house_rules.questions import QuestionsForm
from cegoscore.scoring.amounts import normal_amount
from cegoscore.scoring.contracts import Contract
from cegoscore.scoring.derivation import normal_steps
from cegoscore.scoring.house_rules import HouseRules
from cegoscore.scoring.rules.rule_files import parse_house_rules, published, published_identifiers
from tests.effort import thorough
from tests.pages import body_of
from tests.worlds.club import client_of

pytestmark = pytest.mark.django_db


def questions_about(identifier: str) -> QuestionsForm:
    return QuestionsForm(base=published(identifier), original=published(identifier))


def as_asked(identifier: str, **changes: Any) -> dict[str, Any]:
    """The answers that stand on the page, as a browser sends them, with some changed; `False` is a box without tick.

    Double underscores in the names of changes stand for dots.
    """
    form = questions_about(identifier)
    answers = {name: field.prepare_value(form.initial.get(name)) for name, field in form.fields.items()}
    answers |= {name.replace("__", "."): value for name, value in changes.items()}
    return {name: "on" if value is True else value for name, value in answers.items() if value is not False}


def rules_after(identifier: str, **changes: Any) -> HouseRules:
    response = client_of().post(reverse("ask_house_rules", args=[identifier]), as_asked(identifier, **changes))
    assert response.status_code == 200, response.context["form"].errors
    form = response.context["form"]
    assert form.rules is not None, form.errors
    rules: HouseRules = form.rules
    return rules


@thorough
@pytest.mark.parametrize("identifier", published_identifiers())
def test_answers_that_nobody_changed_change_nothing_that_pays(identifier: str) -> None:
    before, after = published(identifier).document, rules_after(identifier).document
    left_out = ("id", "name", "source")
    assert {key: value for key, value in after.items() if key not in left_out} == {
        key: value for key, value in before.items() if key not in left_out
    }


@thorough
def test_answers_become_rules() -> None:
    rules = rules_after(
        "braeunlingen-loewen",
        table__one_sits_out=False,
        rounding="up-10",
        normal__factors__solo__won="3",
        normal__buergermeister="10",
        schnaps__buergermeister=True,
        targets__ulti__amount="100",
        targets__piccolo__amount="",
        raeuber__amounts__0="40",
        double=False,
        penalty="50",
    )
    assert rules.normal
    assert (rules.one_sits_out, rules.normal.rounded.to, rules.normal.factors[Contract.SOLO].won) == (False, 10, 3)
    assert (rules.normal.buergermeister, rules.schnaps_buergermeister, rules.penalty) == (10, True, 50)
    assert rules.targets[Contract.ULTI].amount == 100
    assert Contract.PICCOLO not in rules.targets
    assert (rules.raeuber[Contract.RAEUBER].amounts, rules.raeuber[Contract.RAEUBER].vorhand_factor) == ((40,), 1)


@thorough
def test_halbe_moves_the_games_above_it_up_and_down_again() -> None:
    with_halbe = rules_after("braeunlingen-loewen", normal__factors__halbe__on=True).normal
    assert with_halbe
    assert with_halbe.factors == published("schweden").normal.factors  # type: ignore[union-attr]
    assert with_halbe.over_solo == published("schweden").normal.over_solo  # type: ignore[union-attr]
    without = rules_after("schweden", normal__factors__halbe__on=False).normal
    assert without
    assert without.factors == published("braeunlingen-loewen").normal.factors  # type: ignore[union-attr]


@thorough
def test_flat_extra_is_paid_and_explained() -> None:
    """Solo 20 and the difference: that could not be said."""
    rules = rules_after("braeunlingen-loewen", normal__extra__solo="20")
    assert normal_amount(rules, Contract.SOLO, 41, over_solo=False) == 35
    assert normal_amount(rules, Contract.SOLO, 29, over_solo=False) == -30
    assert normal_amount(rules, Contract.CEGO, 41, over_solo=False) == 10
    (*_rest, last) = normal_steps(rules, Contract.SOLO, 41, over_solo=False)
    assert (last.code, last.amount, last.cell) == ("extra", 35, "normal.extra.solo")
    document = dict(rules.document) | {"normal": {**rules.document["normal"], "extra": {"halbe": 5}}}
    assert [(each.key, each.code) for each in parse_house_rules(document)[1]] == [
        ("normal.extra.halbe", "factor_without_game")
    ]


@thorough
def test_page_shows_what_changes_before_anything_is_saved_and_saves_it_as_a_copy() -> None:
    url = reverse("ask_house_rules", args=["braeunlingen-loewen"])
    html = body_of(client_of(language="de").post(url, as_asked("braeunlingen-loewen", targets__ulti__amount="100")))
    assert "changes-heading" in html
    assert "tariff-card" in html
    assert f'action="{reverse("copy_rule_set", args=["braeunlingen-loewen"])}"' in html


def test_what_is_no_number_is_named_beside_its_question() -> None:
    response = client_of().post(
        reverse("ask_house_rules", args=["grupp"]), as_asked("grupp", raeuber__amounts__0="viel")
    )
    assert response.status_code == 422
    assert list(response.context["form"].errors) == ["raeuber.amounts.0"]


def test_tables_in_twos_are_not_asked_about_a_buergermeister() -> None:
    assert "normal.buergermeister" not in questions_about("grupp").fields
    assert "rounding" not in questions_about("offiziers-cego").fields


@thorough
def test_game_that_is_rounded_to_the_nearest_five_is_never_worth_nothing() -> None:
    rules = rules_after("braeunlingen-loewen", rounding="nearest-5")
    assert normal_amount(rules, Contract.CEGO, 36, over_solo=False) == 5
    assert normal_amount(rules, Contract.CEGO, 34, over_solo=False) == -5


def test_what_strangers_settle_before_they_play_is_asked_first() -> None:
    first = [*questions_about("braeunlingen-loewen").fields][:4]
    assert first == ["normal.factors.halbe.on", "table.counting", "auction.unopposed", "schinden.on"]


@thorough
def test_answers_to_what_is_settled_first_are_kept() -> None:
    changes: dict[str, Any] = {"auction__unopposed": ["geregelter_raeuber"], "table__counting": "twos"}
    loewen = rules_after("braeunlingen-loewen", schinden__on=True, **changes)
    assert (loewen.auction["unopposed"], loewen.total) == (("geregelter_raeuber",), 79)
    oberwolfach = published("oberwolfach-4").schinden
    assert loewen.schinden
    assert oberwolfach
    assert loewen.schinden.strong_hand["de"] == oberwolfach.strong_hand["de"]
    grupp = rules_after("grupp", table__counting="threes").normal
    assert grupp
    assert grupp.brackets == published("baumann-bluemle").normal.brackets  # type: ignore[union-attr]
