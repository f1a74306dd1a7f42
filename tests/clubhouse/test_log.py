"""The club's log: in words, searchable, undone where it makes sense, and without a name that was erased."""

from __future__ import annotations

from typing import Any

import pytest
from django.urls import reverse

from cegoscore.clubs.log import note
from cegoscore.clubs.models import Device, LogEntry, LogKind, Player
from tests.worlds.lively_club import LivelyClub, backup_of, empty_database, restored
from tests.worlds.sheet import client_of
from tournaments.clubhouse.log.page import PER_PAGE
from tournaments.clubhouse.log.wording import SENTENCES, sentence_of
from tournaments.clubhouse.people import services as people
from tournaments.models import Entrant

pytestmark = pytest.mark.django_db


@pytest.fixture
def lively() -> LivelyClub:
    Device.objects.create(name="other")
    lively = LivelyClub()
    Device.objects.filter(pk=lively.organiser.pk).update(name="Laptop")
    return lively


def page(lively: LivelyClub, **asked: str) -> Any:
    address = reverse("club_log", args=[lively.club.pk])
    return client_of(lively.organiser).get(address, asked, headers={"Accept-Language": "en"})


def texts(response: Any) -> list[tuple[str, str]]:
    return [(line.who, line.what) for line in response.context["lines"]]


def undo(lively: LivelyClub, entry: int) -> Any:
    return client_of(lively.organiser).post(reverse("undo_entry", args=[lively.club.pk, entry]))


def test_every_kind_has_a_sentence() -> None:
    assert set(SENTENCES) == set(LogKind)
    entry = LogEntry(subject="S", before="B", after="A")
    for entry.kind in LogKind.values:
        assert "{" not in sentence_of(entry)


def test_change_of_a_name_is_said_in_words_and_undone(lively: LivelyClub) -> None:
    person = lively.people[1]
    address = reverse("rename_person", args=[lively.club.pk, person.pk])
    client_of(lively.organiser).post(address, {"name": "Berthold", "village": ""})
    response = page(lively)
    assert texts(response)[0] == ("Laptop", "“Bernd” is now called “Berthold”.")
    assert undo(lively, response.context["lines"][0].key).status_code == 302
    assert Player.objects.get(pk=person.pk).name == "Bernd"
    assert texts(page(lively))[0] == ("Laptop", "“Berthold” is now called “Bernd”.")


def test_merge_is_undone_from_the_log(lively: LivelyClub) -> None:
    xaver = Player.objects.create(club=lively.club, name="Xaverl")
    people.merge_person(xaver, kept=lively.people[2].pk, by=lively.organiser.pk)
    response = page(lively)
    assert texts(response)[0] == ("Laptop", "“Xaverl” and “Clara” are one person: “Clara”.")
    undo(lively, response.context["lines"][0].key)
    assert Player.objects.get(pk=xaver.pk).merged_into is None
    assert texts(page(lively))[0][1] == "“Clara” and “Xaverl” are two people again."


def test_what_was_changed_since_is_not_undone(lively: LivelyClub) -> None:
    for name in ("Berthold", "Bertram"):
        people.rename_person(lively.people[1], name=name, village="", by=lively.organiser.pk)
    first = page(lively).context["lines"][1].key
    assert undo(lively, first).status_code == 422
    assert Player.objects.get(pk=lively.people[1].pk).name == "Bertram"
    assert undo(lively, 999_999).status_code == 422


def test_log_is_found_by_name_and_by_device(lively: LivelyClub) -> None:
    people.rename_person(lively.people[1], name="Berthold", village="", by=lively.organiser.pk)
    note(lively.club.pk, LogKind.RESCUE_MADE, device=lively.organiser)
    assert [what for _who, what in texts(page(lively, q="berthold laptop"))] == ["“Bernd” is now called “Berthold”."]
    assert texts(page(lively, q="Zita")) == []
    assert "Nothing found" in page(lively, q="Zita").content.decode()


def test_log_of_years_is_shown_in_pages(lively: LivelyClub, django_assert_max_num_queries: Any) -> None:
    for _n in range(PER_PAGE + 1):
        note(lively.club.pk, LogKind.RESCUE_MADE, device=None)
    with django_assert_max_num_queries(6):
        assert len(texts(page(lively))) == PER_PAGE
    assert texts(page(lively, page="2"))[0] == (
        "whoever runs the server",
        "A new rescue code was made; an earlier one opens nothing any more.",
    )


def test_erased_name_is_gone_from_the_log_and_cannot_be_brought_back(lively: LivelyClub) -> None:
    person = lively.people[1]
    people.rename_person(person, name="Berthold Bächle", village="", by=lively.organiser.pk)
    entry = LogEntry.objects.latest("pk").pk
    people.erase_person(Player.objects.select_related("club").get(pk=person.pk), by=lively.organiser.pk)
    assert "Bächle" not in page(lively).content.decode()
    assert LogEntry.objects.get(pk=entry).after == "(gelöscht)"
    assert undo(lively, entry).status_code == 422
    assert Player.objects.get(pk=person.pk).name == ""


def test_log_comes_back_with_the_backup_and_can_still_be_undone(lively: LivelyClub) -> None:
    people.rename_person(lively.people[1], name="Berthold", village="", by=lively.organiser.pk)
    document = backup_of(lively.club)
    said = [(entry.kind, entry.before, entry.after, entry.at) for entry in LogEntry.objects.order_by("pk")]
    empty_database()
    club = restored(document)
    entries = LogEntry.objects.filter(club=club).order_by("pk")
    assert [(entry.kind, entry.before, entry.after, entry.at) for entry in entries] == said
    assert Player.objects.get(pk=entries.last().undoes["player"]).name == "Berthold"  # type: ignore[union-attr]


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
