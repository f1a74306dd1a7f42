"""A manager reads a club in from its backup as a new one: first what is in it, then all of it or nothing."""

import json
from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from django.utils.html import escape

from cegoscore.clubs.models import Club, Device, FailedGuess, Grant, Link, LogKind, Player
from cegoscore.clubs.rights import stranger_limits
from cegoscore.scoresheet.ledger.selfcheck import faults_in
from cegoscore.scoresheet.models import Session
from tests.pages import body_of
from tests.worlds.copied import copied
from tests.worlds.lively_club import LivelyClub, backup_of, empty_database, shown
from tests.worlds.season import text_of
from tests.worlds.sheet import client_of
from tournaments.clubhouse.people.services import erase_person
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db

ADDRESS = "/clubs/read"


@pytest.fixture
def lively() -> LivelyClub:
    return copied(LivelyClub)


def sent(client: Client, document: Any, **more: Any) -> Any:
    """Send a file to the page, by default to see what is in it."""
    data = document if isinstance(document, bytes) else json.dumps(document).encode()
    form = {"file": SimpleUploadedFile("club.json", data), "key": str(uuid4())} | more
    return client.post(ADDRESS, form)


def agreed(client: Client, document: Any, **more: Any) -> Any:
    """Send it, and once more with a yes to what was shown."""
    return sent(client, document, shown=sent(client, document).context["form"].mark, **more)


def club_of(answer: Any) -> Club:
    """The club to which an answer leads."""
    assert answer.status_code == 302, text_of(answer)
    return Club.objects.get(pk=answer["Location"].split("/")[-1])


def tables_of(everything: dict[str, Any]) -> list[str]:
    """Everything that stands in it, in the order of the words, because the order of keys is another one."""
    seasons = ([season["tables"], season["events"]] for season in everything["seasons"])
    return sorted(map(str, [*everything["standings"], *everything["people"], *everything["prizes"], *seasons]))


def test_page_says_what_is_in_the_file_and_writes_nothing(lively: LivelyClub) -> None:
    answer = sent(client_of(lively.organiser), backup_of(lively.club))
    found = answer.context["found"]
    assert found["name"] == "Cegofreunde"
    named = Player.objects.exclude(name="").filter(merged_into=None).count()
    evenings, hands = (
        Session.objects.filter(event=None).count(),
        sum(sheet.hands.values("number").distinct().count() for sheet in Session.objects.all()),
    )
    assert [number for _label, number in found["counts"]] == [named, evenings, hands, 1, 1, 3]
    assert "Du leitest diese Runde hier schon" in text_of(answer)
    assert Club.objects.count() == 1
    assert "Du leitest" not in text_of(sent(client_of(lively.stranger), backup_of(lively.club)))


def test_club_on_another_server_is_the_same_under_new_keys_and_opens_to_nobody_else(lively: LivelyClub) -> None:
    document, seen, old = backup_of(lively.club), shown(lively.club), list(Tournament.objects.values_list("pk"))
    empty_database()
    newcomer = Client()
    club = club_of(agreed(newcomer, document))
    assert tables_of(shown(club)) == tables_of(seen)
    assert list(faults_in(club)) == []
    assert club.pk != lively.club.pk
    assert list(Tournament.objects.values_list("pk")) != old
    assert (Grant.objects.count(), Link.objects.count()) == (1, 0)
    assert newcomer.get(reverse("club_backup", args=[club.pk])).status_code == 200
    assert newcomer.get(reverse("club_backup", args=[lively.club.pk])).status_code == 404
    assert list(club.log.filter(kind=LogKind.CLUB_READ_IN).values_list("device")) == [(Grant.objects.get().device_id,)]


def test_club_that_is_here_becomes_a_second_one_that_shares_nobody(lively: LivelyClub) -> None:
    document = backup_of(lively.club)
    club = club_of(agreed(client_of(lively.organiser), document))
    assert backup_of(lively.club) == document
    assert not set(club.players.values_list("uuid")) & set(lively.club.players.values_list("uuid"))
    erase_person(club.players.filter(merged_into=None)[0])
    assert backup_of(lively.club) == document


def test_tap_twice_reads_in_once_and_the_key_of_somebody_else_nothing(lively: LivelyClub) -> None:
    document, key = backup_of(lively.club), str(uuid4())
    client = client_of(lively.organiser)
    first, second = agreed(client, document, key=key), agreed(client, document, key=key)
    assert club_of(first) == club_of(second)
    assert Club.objects.count() == 2
    assert agreed(Client(), document, key=key).status_code == 422
    assert Club.objects.count() == 2


def test_whoever_was_erased_here_since_stays_erased_in_what_is_read_in(lively: LivelyClub) -> None:
    document, gone = backup_of(lively.club), lively.people[1]
    erase_person(gone)
    club = club_of(agreed(client_of(lively.organiser), document))
    assert not club.players.filter(name=NAME).exists()


NAME = "Bernd"


def test_only_what_was_shown_is_read_in(lively: LivelyClub) -> None:
    document = backup_of(lively.club)
    mark = sent(client_of(lively.organiser), document).context["form"].mark
    document["club"]["rows"][0][document["club"]["columns"].index("name")] = "Andere"
    answer = sent(client_of(lively.organiser), document, shown=mark)
    assert (answer.status_code, answer.context["found"]["name"]) == (200, "Andere")
    assert Club.objects.count() == 1


def forged(document: dict[str, Any]) -> None:
    scores = document["scores"]
    scores["rows"][0][scores["columns"].index("points")] += 10


def another_version(document: dict[str, Any]) -> None:
    document["format"] = "cegoscore/backup@9"


def a_column_more(document: dict[str, Any]) -> None:
    document["people"]["columns"].append("age")


def of_a_tournament(document: dict[str, Any]) -> None:
    document["format"] = "cegoscore/tournament@2"


def a_million_devices(document: dict[str, Any]) -> None:
    document["devices"] = 1_000_000


@pytest.mark.parametrize("damage", [forged, another_version, a_column_more, of_a_tournament, a_million_devices])
def test_bad_file_is_refused_with_a_reason_and_writes_nothing(
    lively: LivelyClub, damage: Callable[[dict[str, Any]], None]
) -> None:
    document, client = backup_of(lively.club), client_of(lively.organiser)
    damage(document)
    devices = Device.objects.count()
    answer = sent(client, document)
    answer = sent(client, document, shown=answer.context["form"].mark) if answer.status_code == 200 else answer
    assert answer.status_code == 422
    assert len(answer.context["problems"]) >= 1
    assert (Club.objects.count(), Device.objects.count(), FailedGuess.objects.count()) == (1, devices, 1)


@pytest.mark.parametrize(
    "text", [b"", b"\xff\xfe", b"[" * 1000, b" " * 10_000_001], ids=["empty", "bytes", "deep", "large"]
)
def test_what_is_no_backup_at_all_is_refused(lively: LivelyClub, text: bytes) -> None:
    assert sent(client_of(lively.organiser), text).status_code == 422
    assert Club.objects.count() == 1


def test_whoever_sends_many_bad_files_waits(lively: LivelyClub, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stranger_limits, "MOST_OF_A_DEVICE", 1)
    client = client_of(lively.organiser)
    assert [sent(client, []).status_code for _ in range(2)] == [422, 429]
    assert sent(client, backup_of(lively.club)).status_code == 429


@pytest.mark.parametrize(
    ("setting", "stranger", "known"), [("everybody", 302, 302), ("invitation", 403, 302), ("nobody", 403, 403)]
)
def test_club_is_read_in_where_new_ones_are_allowed(
    lively: LivelyClub, settings: Any, setting: str, stranger: int, known: int
) -> None:
    settings.PUBLIC_URL, settings.NEW_CLUBS = "http://testserver", setting
    document = backup_of(lively.club)
    assert agreed(Client(), document).status_code == stranger
    assert agreed(client_of(lively.organiser), document).status_code == known
    assert Club.objects.count() == 1 + (stranger == 302) + (known == 302)


def test_with_htmx_the_file_stays_chosen_and_the_end_is_the_club(lively: LivelyClub) -> None:
    client, document = client_of(lively.organiser), backup_of(lively.club)
    assert "Wähle dieselbe Datei" in text_of(sent(client, document))
    client.defaults["HTTP_HX_REQUEST"] = "true"
    assert "Wähle dieselbe Datei" not in text_of(sent(client, document))
    answer = agreed(client, document)
    assert Club.objects.filter(pk=answer["HX-Redirect"].split("/")[-1]).exists()


def test_page_of_the_backup_says_when_it_was_saved_last(lively: LivelyClub) -> None:
    client = client_of(lively.organiser)
    page = reverse("club_backup", args=[lively.club.pk])
    assert "wurde noch nicht gesichert" in text_of(client.get(page))
    client.get(reverse("download_backup", args=[lively.club.pk])).getvalue()
    assert "Zuletzt gesichert am" in text_of(client.get(page))
    assert escape(ADDRESS) in body_of(client.get(page))
