"""Play of a house, and when its games are called: each a field, a sentence, and its own value."""

from typing import Any

import pytest
from django.urls import reverse
from django.utils.translation import override

from cegoscore.clubs.house_rules.bidding import said_at_the_table
from cegoscore.clubs.house_rules.card_page import card_page
from cegoscore.clubs.house_rules.fields import fields_in
from cegoscore.clubs.house_rules.forms import HouseRulesForm
from cegoscore.clubs.house_rules.groups import groups_of
from cegoscore.clubs.house_rules.rule_sets import rules_of
from cegoscore.clubs.models import HouseRuleSet, LogEntry, RuleSet
from cegoscore.scoring.house_rules import HouseRules
from cegoscore.scoring.rules.rule_files import play_at, published, published_identifiers, published_play
from tests.clubs.test_house_bidding import text_of
from tests.effort import thorough
from tests.worlds.club import World, client_of, posted, sent
from tests.worlds.lively_club import backup_of, empty_database, restored

LOEWEN = "braeunlingen-loewen"


def made_from(identifier: str, **changes: Any) -> HouseRules:
    """Own rules as the form makes them of a copy with these fields changed."""
    original = published(identifier)
    form = HouseRulesForm(posted(identifier, **changes), base=original, original=original, name="Stammtisch")
    assert form.is_valid(), form.errors
    assert form.rules
    return form.rules


def said_of_play(rules: HouseRules, identifier: str) -> list[str]:
    """Everything that its page says of the play."""
    sections = card_page(rules, published(identifier))["sections"]
    return [statement.text for section in sections for statement in section.statements]


@pytest.mark.parametrize(
    ("identifier", "changes"),
    [
        (LOEWEN, {"play__legage": "third_trick"}),
        (LOEWEN, {"play__leads__eine_leere": "free"}),
        (LOEWEN, {"play__empties": "must_be_empty"}),
        (LOEWEN, {"play__open_never_wins": None}),
        (LOEWEN, {"play__throw_in": "seven_empties"}),
        ("schwarzwaldmeisterschaft", {"play__third_lead": "winner"}),
        ("baumann-bluemle", {"play__zwei_discard": "trump_shown"}),
        ("oberwolfach-4", {"play__schinden": "before_play"}),
        ("braeunlingen-loewen-3", {"play__left_out": ["spades 7", "hearts 4", "diamonds 4"]}),
    ],
)
def test_house_plays_as_it_says_and_the_rest_as_its_original(identifier: str, changes: dict[str, Any]) -> None:
    rules, original = made_from(identifier, **changes), published(identifier)
    (key,) = (name.removeprefix("play__").split("__")[0] for name in changes)
    assert {*rules.document["play"]} == {key}
    differing = {*said_of_play(rules, identifier)} ^ {*said_of_play(original, identifier)}
    assert 1 <= len(differing) <= 5
    mine, theirs = play_at(rules, original), published_play(identifier)
    others = [name for name in theirs.__slots__ if name not in (key, "notes", "tips", "status")]
    assert [getattr(mine, name) for name in others] == [getattr(theirs, name) for name in others]


@pytest.mark.parametrize("identifier", published_identifiers())
def test_every_value_of_play_is_a_field(identifier: str) -> None:
    rules = published(identifier)
    fields = {field.place.split(".")[1] for field in fields_in(groups_of(rules, rules)) if field.default is not None}
    play = published_play(identifier) if rules.normal else None
    values = {name for name in getattr(play, "__slots__", ()) if getattr(play, name)}
    assert values - {"notes", "tips", "status"} <= fields


def test_house_says_how_a_raeuber_by_rules_is_played() -> None:
    for words, said in ((["geregelter_raeuber", "dresch"], True), (["raeuber", "dresch"], False)):
        rules = made_from("braeunlingen-loewen", auction__unopposed=words)
        lines = [line.text for line in said_at_the_table(rules, published("braeunlingen-loewen"))]
        assert any("der Gstieß in den ersten" in line for line in lines) is said


@pytest.mark.parametrize("called", [False, True])
def test_game_that_a_house_adds_is_called_where_it_says_or_the_page_says_that_it_is_not(*, called: bool) -> None:
    changes: dict[str, Any] = {"targets__ulti__on": "on", "targets__ulti__amount": "20"}
    rules = made_from("oberwolfach-4", **changes, **({"auction__first": ["ulti"]} if called else {}))
    said = " ".join(line.text for line in said_at_the_table(rules, published("oberwolfach-4")))
    assert ("geboten wird, steht nirgends" in said) is not called
    assert ("Solo, Ulti oder „fort“" in said) is called


def test_form_from_before_there_were_these_fields_decides_nothing() -> None:
    original, sent_now = published(LOEWEN), posted(LOEWEN)
    before = {key: value for key, value in sent_now.items() if not key.startswith(("play.", "auction."))}
    form = HouseRulesForm(before, base=original, original=original, name="Stammtisch")
    assert form.is_valid(), form.errors
    assert form.rules
    assert {"play", "auction"}.isdisjoint(form.rules.document)


@thorough
@pytest.mark.django_db
def test_decisions_are_kept_beside_the_document_in_backups_and_in_the_log(world: World) -> None:
    client = client_of(world.owner)
    changes: dict[str, Any] = {"play__legage": "third_trick", "auction__specials": ["bettel"]}
    client.post(reverse("copy_rule_set", args=[LOEWEN]), posted(LOEWEN, **changes) | {"save": "1"})
    own = HouseRuleSet.objects.select_related("rule_set").latest("created_at")
    row = own.rule_set
    assert (row.play, row.auction) == ({"legage": "third_trick"}, {"like": LOEWEN, "specials": ["bettel"]})
    assert {"play", "auction"}.isdisjoint(row.document)
    assert "bis der dritte Stich fertig ist" in text_of(client.get(own.get_absolute_url()))
    form = HouseRulesForm(base=rules_of(row), original=published(LOEWEN), name="Stammtisch")
    data = {key: value for key, value in sent(form).items() if value}
    client.post(reverse("edit_rule_set", args=[own.pk]), data | {"play.legage": "first_trick", "save": "1"})
    assert HouseRuleSet.objects.select_related("rule_set").latest("created_at").rule_set.play == {}
    assert "dritte" in LogEntry.objects.get(kind="rules_changed").before
    document = backup_of(world.club)
    empty_database()
    restored(document)
    assert rules_of(RuleSet.objects.get(digest=row.digest)).play == {"legage": "third_trick"}


@pytest.mark.parametrize(
    ("left_out", "said"),
    [
        ((), "geht es mit den höheren Spielen weiter."),
        (
            ("eine_leere", "zwei_leere", "zwei_verschiedene"),
            "Über einen Gegensolo geht nur noch Eine oder Kleiner Mann.",
        ),
        (("eine", "eine_leere", "zwei_leere", "zwei_verschiedene", "kleiner_mann"), "geht kein Spiel mehr."),
    ],
)
def test_house_says_which_games_go_over_a_gegensolo(left_out: tuple[str, ...], said: str) -> None:
    rules = made_from("grupp", **{f"normal__over_solo__{game}__on": None for game in left_out})
    with override("de"):
        page = card_page(rules, published("grupp"))
        (line,) = [line.text for line in page["said"] if line.key == "say.over_solo"]
    assert said in line
