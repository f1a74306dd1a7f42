"""The three questions of a table: each rule set answers them by its own sentences, on the page that "?" opens."""

import pytest
from django.urls import reverse
from django.utils.translation import override

from cegoscore.clubs.house_rules.card_page import card_page
from cegoscore.scoresheet.table.counting_help import ASKED, table_questions
from cegoscore.scoring.rules.rule_files import published, published_identifiers
from tests.effort import thorough
from tests.pages import body_of
from tests.worlds.sheet import World, client_of

WINS, LEADS, LOOK = ASKED


def answers(identifier: str) -> dict[str, str]:
    """Every question in German with what the rule set says."""
    with override("de"):
        asked = table_questions(card_page(published(identifier))["sections"])
        return {str(question): " ".join(each.text for each in said) for question, said in asked.items()}


def test_every_set_with_an_auction_answers_all_three() -> None:
    for identifier in published_identifiers():
        assert len(answers(identifier)) == (0 if identifier == "offiziers-cego" else 3), identifier


@thorough
def test_every_sentence_that_answers_is_one_of_some_set() -> None:
    known = {
        statement.key
        for identifier in published_identifiers()
        for section in card_page(published(identifier))["sections"]
        for statement in section.statements
    }
    assert {key for keys in ASKED.values() for key in keys} <= known


@pytest.mark.parametrize(
    ("identifier", "question", "words", "absent"),
    [
        ("braeunlingen-loewen", WINS, "Leere macht nie einen Stich", "–"),
        ("baumann-bluemle", WINS, "Den Stich macht der höchste Trumpf", "Leere"),
        ("braeunlingen-loewen", LEADS, "die höhere Karte", "nach den offenen Karten noch einmal"),
        ("oberwolfach-4", LEADS, "Wer einen Stich macht", "zwei offenen Karten"),
        ("schwarzwaldmeisterschaft", LOOK, "bis der dritte Stich gemacht ist", "bis der erste"),
        ("braeunlingen-loewen", LOOK, "bis der erste Stich gemacht ist", "bis der dritte"),
    ],
)
def test_answers_are_those_of_the_rule_set(identifier: str, question: str, words: str, absent: str) -> None:
    with override("de"):
        said = answers(identifier)[str(question)]
    assert words in said
    assert absent not in said


@pytest.mark.django_db
def test_rules_of_a_sheet_answer_whoever_may_look() -> None:
    loewen = World("braeunlingen-loewen")
    url = reverse("sheet_rules", args=[loewen.sheet.id])
    page = body_of(client_of(loewen.guest).get(url, headers={"Accept-Language": "de"}))
    asked = page.partition('id="asked"')[2].partition("</section>")[0]
    assert "Wer macht den Stich?" in asked
    assert "bis der erste Stich gemacht ist" in asked
    assert reverse("lesson", args=["braeunlingen-loewen", "tricks"]) in asked
    assert f'href="{url}#asked" data-asked' in page
    assert client_of(loewen.stranger).get(url).status_code == 404
