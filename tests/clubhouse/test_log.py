"""The club's log: in words, searchable, undone where it makes sense, and without a name that was erased."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.urls import reverse

from cegoscore.clubs.house_rules.rule_sets import rules_of
from cegoscore.clubs.house_rules.services import replace_house_rules, retire_house_rules
from cegoscore.clubs.log import note
from cegoscore.clubs.models import Club, Device, HouseRuleSet, LogEntry, LogKind, Player
from cegoscore.clubs.models.club import BESIDE_THE_NAME, PERSON_SETTINGS
from cegoscore.scoresheet.ledger.services.notes import set_stake
from cegoscore.scoresheet.models import Session
from cegoscore.scoring.house_rules import HouseRules
from cegoscore.scoring.rules.rule_files import parse_house_rules
from tests.effort import thorough
from tests.pages import body_of
from tests.worlds.club import World as House
from tests.worlds.copied import copied
from tests.worlds.lively_club import LivelyClub, backup_of
from tests.worlds.sheet import World as Table, client_of
from tournaments.clubhouse.backup.reading import parse_json
from tournaments.clubhouse.log import PER_PAGE, SENTENCES, sentence_of
from tournaments.clubhouse.people import services as people
from tournaments.models import Entrant
from tournaments.models.tournament import ALL_SETTINGS
from tournaments.setup.services import change_settings, in_words, plan_of

pytestmark = pytest.mark.django_db


class Logged(LivelyClub):
    """A lively club whose organiser's device has a name."""

    def __init__(self) -> None:
        Device.objects.create(name="other")
        super().__init__()
        Device.objects.filter(pk=self.organiser.pk).update(name="Laptop")


@pytest.fixture
def lively() -> LivelyClub:
    return copied(Logged)


def page(lively: LivelyClub, **asked: str) -> Any:
    address = reverse("club_log", args=[lively.club.pk])
    return client_of(lively.organiser).get(address, asked, headers={"Accept-Language": "en"})


def texts(response: Any) -> list[tuple[str, str]]:
    return [(who, what) for _entry, who, what, _may_undo in response.context["lines"]]


def undo(lively: LivelyClub, entry: int) -> Any:
    return client_of(lively.organiser).post(reverse("undo_entry", args=[lively.club.pk, entry]))


def test_every_kind_has_a_sentence() -> None:
    assert set(SENTENCES) == set(LogKind)
    entry = LogEntry(subject="S", before="B", after="A")
    for entry.kind in LogKind.values:
        assert "{" not in sentence_of(entry)


def test_sentence_ends_with_one_full_stop() -> None:
    entry = LogEntry(kind=LogKind.BOOKED, subject="Rundenkasse", after="Georg, 1,50 Fr.")
    assert sentence_of(entry) == "Rundenkasse: Georg, 1,50 Fr."


@thorough
def test_change_of_a_name_is_said_in_words_and_undone(lively: LivelyClub) -> None:
    person = lively.people[1]
    address = reverse("rename_person", args=[lively.club.pk, person.pk])
    client_of(lively.organiser).post(address, {"name": "Berthold", "village": ""})
    response = page(lively)
    assert texts(response)[0] == ("Laptop", "“Bernd” is now called “Berthold”.")
    assert undo(lively, response.context["lines"][0][0].pk).status_code == 302
    assert Player.objects.get(pk=person.pk).name == "Bernd"
    assert texts(page(lively))[0] == ("Laptop", "“Berthold” is now called “Bernd”.")


def called(lively: LivelyClub, who: int) -> tuple[str, ...]:
    person = Player.objects.get(pk=lively.people[who].pk)
    return tuple(getattr(person, field) for field in PERSON_SETTINGS)


BESIDE: dict[str, Any] = {field: f"another {field}" for field in BESIDE_THE_NAME}
RENAMES: dict[str, Callable[[LivelyClub], Any]] = {
    "page": lambda lively: people.rename_person(lively.people[0], name="Berthold", **BESIDE),
    "page, the village only": lambda lively: people.rename_person(
        lively.people[0], name="Anna Müller", village="Aasen"
    ),
    "door": lambda lively: rename_at_the_desk(
        lively, lively.organiser, Entrant.objects.get(player=lively.people[0]), "Berthold"
    ),
}


@thorough
@pytest.mark.parametrize("how", RENAMES)
def test_undoing_a_rename_gives_all_of_it_back(lively: LivelyClub, how: str) -> None:
    Player.objects.filter(pk=lively.people[0].pk).update(village="Öflingen", sorted_by="von Anna")
    before = called(lively, 0)
    RENAMES[how](lively)
    assert called(lively, 0) != before
    undo(lively, LogEntry.objects.latest("pk").pk)
    assert called(lively, 0) == before


@thorough
@pytest.mark.parametrize("forget", [people.erase_person, people.shorten_person])
def test_what_was_kept_to_undo_a_rename_goes_with_the_name(
    lively: LivelyClub, forget: Callable[[Player], None]
) -> None:
    Player.objects.filter(pk=lively.people[1].pk).update(village="Öflingen", sorted_by="von Bernd")
    people.rename_person(lively.people[1], name="Berthold", village="Aasen", sorted_by="")
    assert "von Bernd" in str(backup_of(lively.club))
    forget(Player.objects.get(pk=lively.people[1].pk))
    kept = str(backup_of(lively.club))
    assert ("von Bernd" in kept, "Öflingen" in kept) == (False, False)
    assert LogEntry.objects.filter(undoes={"player": lively.people[1].pk}).exists()


@thorough
def test_rename_of_an_earlier_version_is_undone_as_it_was_then(lively: LivelyClub) -> None:
    people.rename_person(lively.people[1], name="Berthold", village="Aasen", sorted_by="von Bernd")
    LogEntry.objects.filter(kind=LogKind.RENAMED).update(undoes={"player": lively.people[1].pk})
    undo(lively, LogEntry.objects.latest("pk").pk)
    assert called(lively, 1) == ("Bernd", "Aasen", "")


@thorough
@pytest.mark.parametrize("undoes", [[], {"village": 5}, {"sorted_by": "x" * 61}])
def test_backup_with_something_else_than_it_takes_to_undo_is_refused(lively: LivelyClub, undoes: Any) -> None:
    people.rename_person(lively.people[1], name="Berthold", village="")
    document = backup_of(lively.club)
    document["log"]["rows"][-1][document["log"]["columns"].index("undoes")] = undoes
    _backup, problems = parse_json(json.dumps(document, default=str))
    assert [each for each in problems if each.key.endswith(".undoes") and each.code == "no_shape"], problems


@thorough
def test_merge_is_undone_from_the_log(lively: LivelyClub) -> None:
    xaver = Player.objects.create(club=lively.club, name="Xaverl")
    people.merge_person(xaver, kept=lively.people[2].pk, by=lively.organiser.pk)
    response = page(lively)
    assert texts(response)[0] == ("Laptop", "“Xaverl” and “Clara” are one person: “Clara”.")
    undo(lively, response.context["lines"][0][0].pk)
    assert Player.objects.get(pk=xaver.pk).merged_into is None
    assert texts(page(lively))[0][1] == "“Clara” and “Xaverl” are two people again."


def test_what_was_changed_since_is_not_undone(lively: LivelyClub) -> None:
    for name in ("Berthold", "Bertram"):
        people.rename_person(lively.people[1], name=name, village="", by=lively.organiser.pk)
    first = page(lively).context["lines"][1][0].pk
    assert undo(lively, first).status_code == 409
    assert Player.objects.get(pk=lively.people[1].pk).name == "Bertram"
    assert undo(lively, 999_999).status_code == 422


def test_log_is_found_by_name_and_by_device(lively: LivelyClub) -> None:
    people.rename_person(lively.people[1], name="Berthold", village="", by=lively.organiser.pk)
    note(lively.club.pk, LogKind.RESCUE_MADE, device=lively.organiser)
    assert [what for _who, what in texts(page(lively, q="berthold, laptop"))] == ["“Bernd” is now called “Berthold”."]
    people.rename_person(lively.people[1], name="ÖZLEM", village="", by=lively.organiser.pk)
    assert texts(page(lively, q="özlem")) == texts(page(lively, q="o\u0308zlem")) != []
    assert texts(page(lively, q="Zita")) == []
    assert "Nothing found" in body_of(page(lively, q="Zita"))


def test_log_of_years_is_shown_in_pages(lively: LivelyClub, django_assert_max_num_queries: Any) -> None:
    for _n in range(PER_PAGE + 1):
        note(lively.club.pk, LogKind.RESCUE_MADE, device=None)
    with django_assert_max_num_queries(6):
        assert len(texts(page(lively))) == PER_PAGE
    assert texts(page(lively, page="2"))[0] == (
        "those who run the server",
        "A new rescue code was made; an earlier one opens nothing any more.",
    )


def test_erased_name_is_gone_from_the_log_and_cannot_be_brought_back(lively: LivelyClub) -> None:
    person = lively.people[1]
    people.rename_person(person, name="Berthold Bächle", village="", by=lively.organiser.pk)
    entry = LogEntry.objects.latest("pk").pk
    people.erase_person(Player.objects.select_related("club").get(pk=person.pk), by=lively.organiser.pk)
    assert "Bächle" not in body_of(page(lively))
    assert LogEntry.objects.get(pk=entry).after == "(gelöscht)"
    assert undo(lively, entry).status_code == 409
    assert Player.objects.get(pk=person.pk).name == ""


@thorough
def test_earlier_name_is_gone_with_the_name_and_whoever_has_it_now_keeps_it(lively: LivelyClub) -> None:
    person, namesake = lively.people[1], lively.people[2]
    first, by = person.name, lively.organiser.pk
    Session.objects.filter(pk=lively.evening.pk).update(title=f"Abschied von {first}, bald Hubert Hofer")
    people.rename_person(person, name="Berthold Bächle", village="", by=by)
    people.rename_person(fresh(person), name="Hubert Hofer", village="", by=by)
    people.rename_person(namesake, name="Berthold Bächle", village="", by=by)
    people.erase_person(fresh(person), by=by)
    kept = json.dumps(backup_of(lively.club), ensure_ascii=False)
    assert (f'"{first}"' in kept, "Hofer" in kept, kept.count("Berthold Bächle")) == (False, False, 2)
    assert Session.objects.get(pk=lively.evening.pk).title == "Abschied von (gelöscht), bald (gelöscht)"
    assert fresh(namesake).name == "Berthold Bächle"


def fresh(person: Player) -> Player:
    return Player.objects.select_related("club").get(pk=person.pk)


def test_what_happens_to_a_season_is_told_and_a_tournaments_decisions_are_not_copied(lively: LivelyClub) -> None:
    said = [what for _who, what in texts(page(lively))]
    assert "Season “Mittwoch”: season closed." in said
    assert LogEntry.objects.get(kind=LogKind.SEASON, after="closed").tells
    assert not [what for what in said if "Xaver" in what]


def rename_at_the_desk(lively: LivelyClub, device: Device, entrant: Entrant, name: str) -> Any:
    address = reverse("entrant", args=[lively.tournament.pk, entrant.pk])
    client = client_of(device)
    form = client.get(address).context["form"]
    data = {key: value for key, value in form.initial.items() if value not in (None, False)}
    return client.post(address, data | {"name": name, "village": "Bräunlingen"})


@thorough
def test_helper_renames_nobody_who_stands_anywhere_else_and_the_manager_is_told_of_the_others(
    lively: LivelyClub,
) -> None:
    regular = Entrant.objects.get(player=lively.people[0])
    newcomer = lively.tournament.entrants.filter(player__name="Bernd 2").get()
    assert rename_at_the_desk(lively, lively.helper, regular, "Nobody Atall").status_code == 422
    assert Player.objects.get(pk=lively.people[0].pk).name == "Anna Müller"
    assert rename_at_the_desk(lively, lively.helper, newcomer, "Bernd Zwei").status_code == 302
    assert Player.objects.get(pk=newcomer.player_id).name == "Bernd Zwei"
    entry = LogEntry.objects.latest("pk")
    assert (entry.kind, entry.after, entry.device_id, entry.tells) == (
        LogKind.RENAMED,
        "Bernd Zwei",
        lively.helper.pk,
        True,
    )
    assert rename_at_the_desk(lively, lively.organiser, regular, "Anna Maier").status_code == 302


# Rules, stake, settings


@thorough
def test_house_rules_are_noted_with_what_changed_and_found_by_it() -> None:
    house = House()
    row = house.add(penalty=20)
    replaced = replace_house_rules(row, altered(row, penalty=30), name="Stammtisch neu", device=house.owner)
    retire_house_rules(replaced, device=house.owner)
    lines = log_of(house.club, house.owner)
    assert lines[0] == "House rules “Stammtisch neu” are no longer offered."
    assert lines[1].startswith("House rules “Stammtisch”: Stammtisch; ")
    assert "became Stammtisch neu; " in lines[1]
    assert "30" in lines[1].partition("became")[2]
    assert lines[2] == "House rules “Stammtisch” were made, from braeunlingen-loewen."
    assert log_of(house.club, house.owner, q="neu") == lines[:2]


def test_house_rules_saved_as_they_were_are_no_entry() -> None:
    house = House()
    row = house.add()
    replace_house_rules(row, rules_of(row.rule_set), name=row.name, device=house.owner)
    assert len(log_of(house.club, house.owner)) == 1


def test_stake_is_noted_once_however_often_it_is_sent() -> None:
    table = Table()
    for _twice in range(2):
        set_stake(Session.objects.get(), seen=0, factor=2, round_left=0, device=table.owner)
    (line,) = log_of(table.sheet.club, table.owner, q="×2")
    assert line.endswith(": Einsatz ×1 became Einsatz ×2.")


def test_settings_of_a_tournament_are_noted_unless_its_chain_has_them(lively: LivelyClub) -> None:
    tournament = lively.tournament
    stands: dict[str, Any] = {"rules": rules_of(tournament.rule_set), "small_rules": None}
    plan: dict[str, Any] = dict(zip(("categories", "prizes"), plan_of(tournament), strict=True))
    others = {name: not getattr(tournament, name) for name in ("is_public", "one_prize_each")}
    changes: dict[str, Any] = {"venue": "Adler"} | others
    change_settings(tournament, **stands, **plan, **changes, why="Ausschreibung", device=lively.organiser)
    (who, what), *_older = texts(page(lively, q="Adler"))
    assert (who, what.startswith(f"Tournament “{tournament.name}”: Wo: –; ")) == ("Laptop", True)
    assert "became Wo: Adler; Alle dürfen die Seite des Turniers sehen: " in what
    assert "Platz" not in what  # a decision, with its reason, in the tournament's chain
    change_settings(tournament, **stands, **plan, **changes, device=lively.organiser)
    assert len(texts(page(lively, q="Adler"))) == 1


def test_every_setting_has_a_label_and_its_value_in_words(lively: LivelyClub) -> None:
    words = in_words(lively.tournament)
    assert set(ALL_SETTINGS) <= words.keys()
    assert [name for name, (label, _value) in words.items() if not label] == []
    assert words["prizes"][1]


def altered(row: HouseRuleSet, **changes: Any) -> HouseRules:
    rules, problems = parse_house_rules({**row.rule_set.document, **changes})
    assert rules, problems
    return rules


def log_of(club: Club, device: Device, **asked: str) -> list[str]:
    client = client_of(device)
    address = reverse("club_log", args=[club.pk])
    lines = client.get(address, asked, headers={"Accept-Language": "en"}).context["lines"]
    return [what for _entry, _who, what, _may_undo in lines]


def test_device_without_a_name_is_called_so(db: None) -> None:
    club = Club.objects.create()
    entry = LogEntry(club=club, kind=LogKind.MANAGER_OUT, subject="")
    assert sentence_of(entry) == "Das Gerät „ohne Namen“ leitet die Runde nicht mehr."
    renamed = LogEntry(club=club, kind=LogKind.DEVICE_NAMED, before="", after="Annas Handy")
    assert sentence_of(renamed) == "Das Gerät „ohne Namen“ heißt jetzt „Annas Handy“."
