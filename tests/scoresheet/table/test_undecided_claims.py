"""Until when a claim of a Solo held back is open, on sheets of houses that have not decided it themselves."""

import pytest
from django.urls import reverse

from cegoscore.clubs.house_rules.rule_sets import stored
from cegoscore.clubs.house_rules.services import add_house_rules
from cegoscore.scoresheet.models import Session
from cegoscore.scoring.rules.rule_files import parse_house_rules, published
from tests.pages import body_of
from tests.worlds.copied import copied
from tests.worlds.sheet import World, client_of

pytestmark = pytest.mark.django_db

UNTOLD = "Diese Hausregeln sagen nicht, bis wann"


@pytest.fixture
def loewen() -> World:
    """Four at a table by the Löwen's rules, which know no claim."""
    return copied(World, "braeunlingen-loewen")


def play_by_own(world: World, copied_from: str, **decided: str) -> str:
    """Let the sheet be played by own rules with claims; the address at which they are changed."""
    claims = published("oberwolfach-4").document["schinden"]
    document = {**published(copied_from).document, "id": "own-hirschen", "schinden": claims, "play": decided}
    rules, problems = parse_house_rules(document)
    assert rules, problems
    row = add_house_rules(world.owner, rules, name="Hirschen", copied_from=copied_from)
    Session.objects.filter(pk=world.sheet.pk).update(rule_set=stored(rules))
    return reverse("edit_rule_set", args=[row.pk])


def sheet_of(world: World) -> str:
    return body_of(client_of(world.owner).get(reverse("sheet", args=[world.sheet.id])))


def rules_page(world: World, device: object) -> str:
    return body_of(client_of(device).get(reverse("sheet_rules", args=[world.sheet.id])))  # type: ignore[arg-type]


def test_sheet_says_that_nobody_decided_and_leads_a_manager_to_where_it_is_decided(loewen: World) -> None:
    edit = play_by_own(loewen, "braeunlingen-loewen")
    assert UNTOLD in sheet_of(loewen)
    assert f'href="{reverse("sheet_rules", args=[loewen.sheet.id])}#claims"' in sheet_of(loewen)
    managed, seen = rules_page(loewen, loewen.owner), rules_page(loewen, loewen.guest)
    for page in (managed, seen):
        assert 'id="claims"' in page
        assert "Bis wann ein geschundener Solo behauptet werden darf" in page
    assert f'href="{edit}#id_play.schinden"' in managed
    assert edit not in seen
    assert 'id="id_play.schinden"' in body_of(client_of(loewen.owner).get(edit))


@pytest.mark.parametrize(
    ("copied_from", "decided", "words"),
    [
        ("oberwolfach-4", {}, "Wenn alle „fort“ gesagt haben."),
        ("braeunlingen-loewen", {"schinden": "before_first_lead"}, "Vor dem ersten Ausspielen."),
    ],
)
def test_sheet_says_what_the_house_decided_or_its_original_says(
    loewen: World, copied_from: str, decided: dict[str, str], words: str
) -> None:
    edit = play_by_own(loewen, copied_from, **decided)
    sheet, rules = sheet_of(loewen), rules_page(loewen, loewen.owner)
    assert words in sheet
    assert UNTOLD not in sheet
    assert "#claims" not in sheet
    assert edit not in rules
