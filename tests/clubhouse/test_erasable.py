"""An erased name is erased everywhere: in every text and every value for JSON of every model, however it is written."""

import json
from typing import Any
from unicodedata import normalize

import pytest
from django.apps import apps
from django.db.models import CharField, JSONField, Model, TextField
from django.urls import reverse

from cegoscore.clubs.house_rules.rule_sets import rules_of
from cegoscore.clubs.house_rules.services import add_house_rules, retold
from cegoscore.clubs.models import (
    Device,
    FailedGuess,
    ForgottenName,
    Grant,
    HouseRuleSet,
    Link,
    Passkey,
    Player,
    Removal,
    RescueCode,
    RuleSet,
    ServerKey,
    SpentChallenge,
)
from cegoscore.clubs.models.club import PERSON_SETTINGS
from cegoscore.clubs.texts_inside import changed
from cegoscore.hosting.models import JobRun
from cegoscore.outings.models import ClubSpan, Outing, OutingGame, OutingPair, PersonSpan
from cegoscore.scoresheet.ledger.selfcheck import faults_in
from cegoscore.scoresheet.models import Session
from tests.clubhouse.test_backup import NOBODYS
from tests.pages import body_of
from tests.worlds.copied import copied
from tests.worlds.lively_club import LivelyClub, backup_of
from tests.worlds.tournament import client_of
from tournaments.clubhouse.backup.parts import PARTS
from tournaments.clubhouse.backup.scopes import rows_of
from tournaments.clubhouse.people import services as people
from tournaments.clubhouse.people.naming import Names
from tournaments.models import Category, Entrant

pytestmark = pytest.mark.django_db

NAME = "Jörg Ö. Nirgendwo"
SPELLED = normalize("NFD", NAME)
"""The same name as it comes from a PDF, or from the name of a file."""


@pytest.fixture
def lively() -> LivelyClub:
    return copied(LivelyClub)


def person_of(lively: LivelyClub) -> Player:
    Player.objects.filter(pk=lively.people[0].pk).update(name=NAME)
    return Player.objects.select_related("club").get(pk=lively.people[0].pk)


# Every column

BESIDE: dict[type[Model], set[str]] = {
    Device: {"name", "address_hash"},
    Passkey: {"name", "credential_id", "public_key", "rp_id", "transports", "user_handle"},
}
"""Rows that are in no backup: the typed name goes, the rest are digests and words of protocols."""

NUMBERS = {
    "people": {"names_before"},
    "rule_sets": {"auction", "play"},
    "sheets": {"lineup"},
    "hands": {"lineup"},
    "adjustments": {"amounts"},
    "rounds": {"draw"},
    "tables": {"typings"},
    "tournaments": {"tie_breaks"},
    "seasons": {"rank_points", "tie_breaks"},
    "decisions": {"data"},
    "season_decisions": {"data"},
    "log": {"undoes"},
}
"""Values for JSON without a typed text: numbers, words of the program; `undoes` goes with the names of its entry,
`names_before` with the name."""

OF_THE_SERVER: dict[type[Model], str] = {
    ClubSpan: "numbers by keys",
    FailedGuess: "digests of addresses",
    ForgottenName: "words of the program",
    Grant: "words of the program",
    JobRun: "sentences for the host, of counts and folders",
    Link: "digests and words of the program",
    Outing: "words of the program",
    OutingGame: "words of the program",
    OutingPair: "words of the program",
    PersonSpan: "numbers by keys",
    Removal: "words of the program",
    RescueCode: "digests",
    ServerKey: "a digest",
    SpentChallenge: "digests",
}
"""Models that are in no backup, with what their texts are."""


def typed_columns(model: type[Model]) -> set[str]:
    """Columns with text that the program has no list of, or with JSON."""
    fields = [field for field in model._meta.concrete_fields if not field.choices]
    return {field.name for field in fields if isinstance(field, CharField | TextField | JSONField)}


def test_every_text_of_every_model_is_erasable_or_said_to_be_nobodys() -> None:
    """Whoever adds a column with text or JSON says which it is."""
    said: dict[type[Model], set[str]] = dict(BESIDE)
    for part in PARTS:
        erasable = {*part.texts, *(column for column, _key in part.texts_inside)}
        nobodys = NOBODYS.get(part.name, set()) | NUMBERS.get(part.name, set())
        assert not erasable & nobodys, part.name
        said[part.model] = {part.fields[column].name for column in erasable | nobodys}
    ours = {model for model in apps.get_models() if model.__module__.startswith(("cegoscore.", "tournaments"))}
    columns = {model: typed_columns(model) for model in ours if model not in OF_THE_SERVER}
    unsaid = {(model.__name__, name) for model, names in columns.items() for name in names - said.get(model, set())}
    assert unsaid == set()


def test_nothing_that_was_typed_about_a_person_stays_in_their_rows(lively: LivelyClub) -> None:
    """Also of a field that nobody thought of when it was added: it is one of `PERSON_SETTINGS`, or the program's."""
    person, gone = lively.people[:2]
    typed = {name: field for name in typed_columns(Player) if (field := Player._meta.get_field(name))}
    assert typed.keys() == {*PERSON_SETTINGS, "names_before"}
    planted = {name: [["2026-01-01", SPELLED]] if isinstance(typed[name], JSONField) else SPELLED for name in typed}
    Player.objects.filter(pk=gone.pk).update(merged_into=person)
    Player.objects.filter(pk__in=[person.pk, gone.pk]).update(**planted)
    people.erase_person(Player.objects.get(pk=person.pk))
    rows = Player.objects.filter(pk__in=[person.pk, gone.pk]).values(*typed)
    assert [any(row.values()) for row in rows] == [False, False]


def test_name_goes_from_every_text_of_every_row(lively: LivelyClub) -> None:
    person = person_of(lively)
    planted = [plant(lively, part) for part in PARTS if part.texts or part.texts_inside]
    Device.objects.filter(pk=lively.organiser.pk).update(name=f"{SPELLED}s Handy"[:60])
    tell_rules_of(lively, f"Regeln von {SPELLED}")
    assert sum(planted) > 40
    of_planting = set(faults_in(lively.club))
    people.erase_person(person)
    document = json.dumps(backup_of(lively.club), ensure_ascii=False)
    left = [line for line in document.splitlines() if SPELLED in line or NAME in line]
    assert left == []
    assert "nirgendwo" not in document.casefold()
    assert "Nirgendwo" not in Device.objects.get(pk=lively.organiser.pk).name
    assert set(faults_in(lively.club)) <= of_planting


def plant(lively: LivelyClub, part: Any) -> int:
    """Write the name into every text of a part's rows; how many there were."""
    if part.model is RuleSet:
        return 0
    count = 0
    for row in rows_of(part, lively.club):
        for column in part.texts:
            field = part.fields[column]
            if part.salt or (part.model is Category and row.kind != "own"):
                continue
            said = f"{row.pk} {SPELLED}" if field.unique or part.model is Category else SPELLED
            type(row)._base_manager.filter(pk=row.pk).update(**{field.name: said})
            count += 1
        for column, key in part.texts_inside:
            field = part.fields[column]
            value = changed(getattr(row, field.name), key, lambda _text: SPELLED)
            if part.model is Entrant:
                value = [*value, {"team": SPELLED}]
            type(row)._base_manager.filter(pk=row.pk).update(**{field.name: value})
            count += 1
    return count


def tell_rules_of(lively: LivelyClub, text: str) -> HouseRuleSet:
    """Own rules of the club whose document says this of them, and by which its evening is played."""
    told = retold(lively.evening.rule_set, lambda _text: text)
    own = add_house_rules(lively.organiser, rules_of(told), name=text, copied_from="braeunlingen-ministranten")
    Session.objects.filter(pk=lively.evening.pk).update(rule_set=told)
    return own


def test_name_goes_from_house_rules_with_everything_that_is_played_by_them(lively: LivelyClub) -> None:
    person, before = person_of(lively), lively.evening.rule_set
    own = tell_rules_of(lively, f"Regeln von {NAME}")
    told = own.rule_set
    page = body_of(client_of(lively.organiser).get(reverse("erase_person", args=[lively.club.pk, person.pk])))
    assert f"Regeln von {NAME}" in page
    people.erase_person(person)
    own.refresh_from_db()
    lively.evening.refresh_from_db()
    rules = rules_of(own.rule_set)
    assert set(rules.name.values()) == {own.name} == {"Regeln von (gelöscht)"}
    assert (lively.evening.rule_set, own.rule_set.identifier) == (own.rule_set, "own-regeln-von-geloscht")
    assert not RuleSet.objects.filter(pk=told.pk).exists()
    assert RuleSet.objects.filter(pk=before.pk).exists()


# How it is written


@pytest.mark.parametrize(
    ("name", "text", "whole"),
    [
        ("Jörg Müller", normalize("NFD", "von Jörg Müller"), True),
        ("Jörg Müller", "Joerg Mueller gibt", False),
        ("Hans Strauß", "STRAUSS zahlt", False),
        ("Bo Li", "Li, Bo", False),
    ],
)
def test_name_is_found_however_its_letters_are_written(name: str, text: str, whole: bool) -> None:
    names = Names([normalize("NFC", name)])
    assert (names.stand_in(text), names.partly_stand_in(text)) == (whole, True)
    gone = names.replaced(text, "X", parts=True)
    assert not names.partly_stand_in(gone)


def test_name_inside_of_somebody_elses_longer_one_is_only_asked_about() -> None:
    names = Names(["Anna"], ["Anna Kern", "Bernd"])
    for text in ("Anna Kern hat verworfen", "Anna-Lena gibt"):
        assert (names.stand_in(text), names.partly_stand_in(text)) == (False, True)
    assert names.replaced("Anna Kern, Anna und Anna-Lena", "X", parts=False) == "Anna Kern, X und Anna-Lena"
    assert names.replaced("Anna Kern hat verworfen", "X", parts=True) == "X Kern hat verworfen"


def test_text_stays_whose_tick_was_taken_out(lively: LivelyClub) -> None:
    """Each text that would be written anew has a tick, also where the whole name stands."""
    person = person_of(lively)
    Session.objects.filter(pk=lively.evening.pk).update(title=f"Bei {NAME} (dem anderen)")
    note = lively.evening.notes.get()
    type(note).objects.filter(pk=note.pk).update(why=f"{NAME} gibt")
    address = reverse("erase_person", args=[lively.club.pk, person.pk])
    client = client_of(lively.organiser)
    context = client.get(address).context
    keys = {mention.text: mention.key for mention in context["whole"]}
    shown = " ".join(keys.values())
    client.post(address, {"shown": shown, "also": [keys[f"{NAME} gibt"]]})
    note.refresh_from_db()
    lively.evening.refresh_from_db()
    assert (lively.evening.title, note.why) == (f"Bei {NAME} (dem anderen)", "(gelöscht) gibt")
