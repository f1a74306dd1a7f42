"""Our house rules: copying, changing, saving; nothing typed is lost, nothing of another club is reached."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.translation import override

from cegoscore.clubs.house_rules import rule_sets
from cegoscore.clubs.house_rules.document import document_of, values_of
from cegoscore.clubs.house_rules.fields import fields_in
from cegoscore.clubs.house_rules.forms import HouseRulesForm
from cegoscore.clubs.house_rules.groups import groups_of
from cegoscore.clubs.house_rules.rule_sets import choices_for, chosen, offer_of, rules_of, stored
from cegoscore.clubs.house_rules.services import (
    AlreadyReplaced,
    add_house_rules,
    replace_house_rules,
    retire_house_rules,
)
from cegoscore.clubs.models import Club, Device, HouseRuleSet, LogEntry, LogKind, RuleSet
from cegoscore.scoring.amounts import normal_amount
from cegoscore.scoring.contracts import Contract
from cegoscore.scoring.house_rules import HouseRules
from cegoscore.scoring.rules.rule_files import published, published_identifiers
from tests.effort import thorough
from tests.pages import body_of
from tests.worlds.club import World, client_of, posted, rows_of

LOEWEN = "braeunlingen-loewen"


def save(client: Client, identifier: str = LOEWEN, *, how: str = "save", **changes: Any) -> Any:
    """Send the form of a copy, with some fields changed."""
    url = reverse("copy_rule_set", args=[identifier])
    return client.post(url, posted(identifier, **changes) | {how: "1"})


def saved_rules() -> HouseRules:
    """Document of the only house rules in the database."""
    return rules_of(HouseRuleSet.objects.select_related("rule_set").get().rule_set)


# From document to fields and back


@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize("identifier", published_identifiers())
def test_document_that_nobody_changed_comes_back_equal(identifier: str, language: str) -> None:
    rules = published(identifier)
    document, fields = rules.document, tuple(fields_in(groups_of(rules, rules)))
    with override(language):
        values = values_of(document, fields)
        assert document_of(values, fields, document, identifier=identifier) == document


HOUSES: dict[str, tuple[str, dict[str, Any]]] = {
    "c239002d7bf2d6ca1b0b693171c98795f6da5e3d0943064a8d1a25ed5d9d5b78": (
        LOEWEN,
        {
            "targets__ulti__amount": "",
            "targets__ulti__ouvert": "3",
            "targets__ulti__trumps": "1, 2;3",
            "targets__duo__on": "on",
            "targets__duo__amount": "25",
            "targets__bettel__on": None,
            "normal__base": "table",
            "normal__brackets__won": "36 41 46 51",
            "normal__brackets__lost": "30 20 0",
            "normal__brackets__worth": "5",
            "normal__factors__halbe__on": "on",
            "normal__factors__halbe__won": "2",
            "normal__factors__halbe__lost": "2",
            "normal__over_solo__eine__lost": "7",
            "normal__over_solo__kleiner_mann__on": None,
            "normal__extra__solo": "20",
            "labels__ulti": "Ultimo",
            "raeuber__points_above": "30",
            "raeuber__points_rounded__how": "up",
            "raeuber__points_rounded__to": "5",
            "raeuber__takes_all": "90",
            "pflicht_raeuber__on": None,
        },
    ),
    "bb336db575928c9398c57ae4cc4279be52ef1cdad643e980db5f51317fdf5352": (
        "oberwolfach-4",
        {
            "table__hands": "36",
            "table__one_sits_out": None,
            "normal__rounded__how": "nearest",
            "normal__rounded__to": "5",
            "normal__rounded__at_least": "5",
            "dresch__on": "on",
            "dresch__amount": "15",
            "dresch__vorhand_factor": "2",
            "schinden__pays": "eightfold",
            "schinden__strong_hand": "Zwölf Trumpf.",
            "schnaps__no_trick": "on",
            "fault": "on",
            "penalty": "77",
            "pfeif_frei": "a_trick",
        },
    ),
}


@pytest.mark.parametrize("digest", HOUSES)
def test_what_a_form_sends_makes_the_document_that_it_made_in_version_0_1(digest: str) -> None:
    """To the byte: so no house that was stored gets another digest when it is sent once more."""
    identifier, changes = HOUSES[digest]
    original = published(identifier)
    form = HouseRulesForm(posted(identifier, **changes), base=original, original=original, name="Stammtisch")
    assert form.is_valid(), form.errors
    assert form.rules
    assert form.rules.digest == digest
    start = HouseRulesForm(base=form.rules, original=original, name="Stammtisch").start
    again = HouseRulesForm(start, base=form.rules, original=original, name="Stammtisch")
    assert again.is_valid(), again.errors
    assert again.rules
    assert again.rules.digest == digest


@pytest.mark.parametrize("source", ["Die Tafel.", {"de": "Die Tafel.", "en": "The slate."}])
def test_source_that_somebody_changed_stands_for_both_languages(source: str | dict[str, str]) -> None:
    rules = published(LOEWEN)
    document, fields = {**rules.document, "source": source}, tuple(fields_in(groups_of(rules, rules)))
    with override("de"):
        values = values_of(document, fields)
        assert values["source"] == "Die Tafel."
        assert document_of(values, fields, document, identifier=LOEWEN) == document
        changed = document_of(values | {"source": "Der Wirt."}, fields, document, identifier=LOEWEN)
    assert changed["source"] == {"de": "Der Wirt.", "en": "Der Wirt."}


@pytest.mark.both
@pytest.mark.django_db
def test_rules_that_are_not_in_memory_are_read_from_their_row(monkeypatch: pytest.MonkeyPatch) -> None:
    row = stored(published(LOEWEN))
    monkeypatch.setattr(rule_sets, "_PARSED", {})
    lean = RuleSet.objects.defer("document", "auction").get(pk=row.pk)
    assert rules_of(lean) == published(LOEWEN)
    assert rules_of(lean) is rules_of(row)


@thorough
@pytest.mark.django_db
@pytest.mark.parametrize("identifier", published_identifiers())
def test_untouched_copy_of_every_set_is_saved_and_pays_alike(identifier: str) -> None:
    client = client_of(language="en")
    with override("en"):
        response = save(client, identifier)
    assert response.status_code == 302
    copy, original = saved_rules().document, published(identifier).document
    assert {**copy, "id": "", "name": ""} == {**original, "id": "", "name": ""}
    assert copy["id"] == "own-stammtisch"
    assert "Nothing is different" in body_of(client.get(response["Location"]))


# Copying


@pytest.mark.django_db
def test_somebody_without_a_club_gets_one_and_keeps_it() -> None:
    client = client_of()
    first = save(client, name="Eins")
    second = save(client, name="Zwei")
    assert (first.status_code, second.status_code) == (302, 302)
    assert Club.objects.count() == 1
    assert client.get(first["Location"]).status_code == 200
    assert [row.name for row in HouseRuleSet.objects.order_by("created_at")] == ["Eins", "Zwei"]


def test_copy_saved_by_a_double_tap_is_saved_once(world: World) -> None:
    client = client_of(world.owner)
    tariffs = [save(client, name="Unsere")["Location"] for _tap in range(2)]
    assert tariffs[0] == tariffs[1]
    assert (HouseRuleSet.objects.count(), LogEntry.objects.filter(kind=LogKind.RULES_ADDED).count()) == (1, 1)
    assert save(client, name="Andere")["Location"] != tariffs[0]


def test_copy_goes_to_the_club_that_the_device_manages(world: World) -> None:
    assert save(client_of(world.mate)).status_code == 302
    assert HouseRuleSet.objects.get().club == world.club
    assert HouseRuleSet.objects.get().copied_from == LOEWEN


def test_changed_numbers_games_and_names_are_what_is_played(world: World) -> None:
    changes: dict[str, Any] = {
        "targets__ulti__amount": "95",
        "targets__duo__on": "on",
        "targets__duo__amount": "25",
        "targets__bettel__on": None,
        "normal__factors__halbe__on": "on",
        "normal__factors__halbe__won": "2",
        "normal__factors__halbe__lost": "1",
        "normal__rounded__to": "10",
        "labels__kleiner_mann": "Geiß",
        "schnaps__no_trick": "on",
    }
    assert save(client_of(world.owner), **changes).status_code == 302
    rules = saved_rules()
    assert rules.targets[Contract.ULTI].amount == 95
    assert rules.targets[Contract.DUO].amount == 25
    assert Contract.BETTEL not in rules.targets
    assert normal_amount(rules, Contract.HALBE, 43, over_solo=False) == 20
    assert normal_amount(rules, Contract.HALBE, 27, over_solo=False) == -10
    assert rules.labels == {Contract.KLEINER_MANN: {"de": "Geiß", "en": "Geiß"}}
    assert rules.schnaps_no_trick


def test_amount_left_empty_is_set_by_the_house(world: World) -> None:
    assert save(client_of(world.owner), targets__ulti__amount="").status_code == 302
    assert saved_rules().targets[Contract.ULTI].amount is None


def test_text_in_both_languages_stays_if_it_was_not_touched(world: World) -> None:
    save(client_of(world.owner), "oberwolfach-4")
    schinden = saved_rules().schinden
    assert schinden
    assert schinden.strong_hand == published("oberwolfach-4").document["schinden"]["strong_hand"]


@thorough
def test_show_what_changes_saves_nothing(world: World) -> None:
    response = save(client_of(world.owner, "en"), how="preview", targets__ulti__amount="95", normal__rounded__to="10")
    html = body_of(response)
    assert (response.status_code, HouseRuleSet.objects.count()) == (200, 0)
    assert rows_of(html, "versus")[0] == ["Bräunlingen, Gasthaus zum Löwen", "Stammtisch"]
    assert ["80", "95"] in rows_of(html, "versus")
    assert any(row[0] == "Cego" and "+5 / +10" in row for row in rows_of(html, "versus-games"))
    assert "Original: 80" in html
    assert 'value="95"' in html


# What is wrong


@pytest.mark.parametrize(
    ("field", "typed", "sentence"),
    [
        ("targets__ulti__amount", "viel", "This must be a whole number."),
        ("targets__ulti__amount", "0", "This must be from 1 to 100000."),
        ("normal__factors__eine__won", "", "This is missing."),
        ("normal__factors__eine__won", "2,5", "This must be a whole number."),
        ("normal__base_up_to", "", "This must be a whole number."),
        ("normal__rounded__to", "", "This is missing."),
        ("raeuber__vorhand_factor", "-1", "This must be from 1 to 100."),
        ("raeuber__amounts__0", "", "This is missing."),
        ("pflicht_raeuber__amounts__1", "", "This must be a whole number."),
        ("name", "", "This must not be empty."),
        ("source", " ", "This must not be empty."),
        ("table__players", "7", "This must be from 2 to 4."),
        ("penalty", "9" * 5000, "This must be a whole number."),
    ],
)
def test_wrong_value_is_kept_and_gets_its_sentence(world: World, field: str, typed: str, sentence: str) -> None:
    response = save(client_of(world.owner, "en"), **{field: typed}, labels__duo="Grebsler")
    html = body_of(response)
    assert (response.status_code, HouseRuleSet.objects.count()) == (422, 0)
    assert sentence in [error for errors in response.context["form"].errors.values() for error in errors]
    assert html.count(sentence) == 1
    assert 'value="Grebsler"' in html
    if typed.strip() and field != "table__players":
        assert f'value="{typed}"' in html


@thorough
def test_problem_stands_beside_its_own_field(world: World) -> None:
    response = save(
        client_of(world.owner, "en"),
        "grupp",
        normal__brackets__won="41 45",
        normal__brackets__lost="35 30",
        targets__duo__on="on",
        targets__duo__amount="x",
    )
    assert {key: list(errors) for key, errors in response.context["form"].errors.items()} == {
        "normal.brackets.won": ["The first number must be 40."],
        "normal.brackets.lost": ["The last number must be 0."],
        "targets.duo.amount": ["This must be a whole number."],
    }


@thorough
@pytest.mark.parametrize(
    ("identifier", "changes", "errors"),
    [
        (
            "schweden",
            {"normal__factors__solo__on": None},
            {"schinden.on": ["There is no Solo here that could be held back. Leave this out, or play a Solo."]},
        ),
        (
            LOEWEN,
            {"normal__buergermeister": ""},
            {"normal.buergermeister": ["Without a number here 35 each would cost nothing."]},
        ),
        (
            LOEWEN,
            {"normal__rounded__how": "nearest"},
            {
                "normal.rounded.at_least": [
                    "With 33 card points nobody would pay anything. How much is the least?",
                ]
            },
        ),
    ],
)
def test_game_for_which_nobody_would_pay_anything_is_refused(
    world: World, identifier: str, changes: dict[str, Any], errors: dict[str, list[str]]
) -> None:
    response = save(client_of(world.owner, "en"), identifier, **changes)
    assert response.status_code == 422
    assert {key: list(found) for key, found in response.context["form"].errors.items()} == errors


@thorough
def test_rule_set_without_any_game_is_refused(world: World) -> None:
    off: dict[str, Any] = {f"{game}__on": None for game in ("normal", "raeuber", "pflicht_raeuber", "dresch")}
    off |= {f"targets__{game}__on": None for game in ("ulti", "piccolo", "bettel")}
    response = save(client_of(world.owner, "en"), **off)
    assert response.status_code == 422
    assert list(response.context["form"].non_field_errors()) == ["No game is left."]


def test_what_is_typed_for_a_game_that_is_switched_off_is_not_read(world: World) -> None:
    changes: dict[str, Any] = {"targets__ulti__on": None, "targets__ulti__amount": "viel", "labels__ulti": "Ultimo"}
    assert save(client_of(world.owner), pflicht_raeuber__on=None, **changes).status_code == 302
    rules = saved_rules()
    assert Contract.ULTI not in rules.targets
    assert (rules.labels, rules.rare) == ({}, ())


# Editing


def edit(client: Client, own: HouseRuleSet, **changes: Any) -> Any:
    """Send the form of a club's own rule set."""
    return client.post(reverse("edit_rule_set", args=[own.id]), posted(LOEWEN, **changes) | {"save": "1"})


def test_editing_makes_a_new_version_and_leaves_the_old_one_as_it_was(world: World) -> None:
    old = world.add()
    digest = old.rule_set.digest
    response = edit(client_of(world.mate), old, targets__ulti__amount="95", name="Neu")
    assert response.status_code == 302
    old.refresh_from_db()
    new = HouseRuleSet.objects.offered().get()
    assert (new.replaces, new.name, new.copied_from, new.club) == (old, "Neu", LOEWEN, world.club)
    assert old.retired_at is not None
    assert RuleSet.objects.get(pk=old.rule_set_id).digest == digest
    assert "neueren Fassung" in body_of(client_of(world.owner).get(old.get_absolute_url()))


@thorough
def test_second_editor_is_told_and_loses_nothing(world: World) -> None:
    old = world.add()
    edit(client_of(world.owner), old, targets__ulti__amount="95")
    response = edit(client_of(world.mate), old, targets__ulti__amount="96")
    assert response.status_code == 409
    assert 'value="96"' in body_of(response)
    assert HouseRuleSet.objects.count() == 2


def test_version_has_only_one_successor(world: World) -> None:
    old = world.add()
    replace_house_rules(old, published("grupp"), name="Eins", device=Device.objects.create())
    with pytest.raises(AlreadyReplaced):
        replace_house_rules(old, published("dreier"), name="Zwei", device=Device.objects.create())
    assert [row.name for row in HouseRuleSet.objects.offered()] == ["Eins"]


def test_retired_house_rules_are_no_longer_offered(world: World) -> None:
    own = world.add()
    client = client_of(world.owner)
    for _ in range(2):  # Twice does no harm.
        assert client.post(reverse("retire_rule_set", args=[own.id])).status_code == 302
    assert HouseRuleSet.objects.offered().count() == 0
    assert client.get(own.get_absolute_url()).status_code == 200


def test_same_rules_by_another_name_stay_when_one_of_them_is_retired(world: World) -> None:
    friday = world.add()
    rules = rules_of(friday.rule_set)
    wednesday = add_house_rules(world.owner, rules, name="Mittwoch", copied_from=friday.copied_from)
    club = Club.objects.get(pk=friday.club_id)
    Club.objects.filter(pk=club.pk).update(rule_set=friday.rule_set)
    retire_house_rules(friday, device=world.owner)
    club.refresh_from_db()
    assert club.rule_set == friday.rule_set
    assert offer_of(friday.rule_set, club.pk).name == "Mittwoch"
    retire_house_rules(wednesday, device=world.owner)
    club.refresh_from_db()
    assert club.rule_set is None


@pytest.mark.parametrize("who", ["guest", "stranger", None])
@pytest.mark.parametrize("action", ["rule_set", "copy_rule_set", "edit_rule_set", "retire_rule_set"])
def test_own_rule_set_does_not_exist_for_a_stranger(world: World, action: str, who: str | None) -> None:
    own = world.add()
    client = client_of(getattr(world, who) if who else None)
    url = reverse(action, args=[own.id])
    if action != "retire_rule_set":
        assert client.get(url).status_code == 404
    if action != "rule_set":
        assert client.post(url, posted(LOEWEN) | {"save": "1"}).status_code == 404
    assert HouseRuleSet.objects.offered().count() == 1


@pytest.mark.parametrize("action", ["edit_rule_set", "retire_rule_set"])
def test_published_rule_set_cannot_be_changed(world: World, action: str) -> None:
    response = client_of(world.owner).post(reverse(action, args=[LOEWEN]), posted(LOEWEN) | {"save": "1"})
    assert response.status_code == 404


# For the page of a new table


def test_choices_begin_with_our_own_then_go_by_players(world: World) -> None:
    own = world.add("Unser Löwen")
    with override("en"):
        choices = choices_for(world.owner.id)
        assert [heading for heading, _ in choices] == ["Our house rules", "4 players", "3 players", "2 players"]
        assert choices[0][1] == [(str(own.id), "Unser Löwen")]
        assert [heading for heading, _ in choices_for(None)] == ["4 players", "3 players", "2 players"]
    values = [value for _, group in choices_for(world.stranger.id) for value, _ in group]
    assert sorted(values) == sorted(published_identifiers())


def test_chosen_is_what_is_offered_and_nothing_else(world: World) -> None:
    own = world.add(targets={"ulti": {"amount": 95}})
    assert chosen("grupp", None) == published("grupp")
    mine = chosen(str(own.id), world.owner.id)
    assert mine
    assert mine.targets[Contract.ULTI].amount == 95
    assert [chosen(value, world.stranger.id) for value in (str(own.id), "nothing", "")] == [None, None, None]
    replace_house_rules(own, published("dreier"), name="Neu", device=Device.objects.create())
    assert chosen(str(own.id), world.owner.id) is None
