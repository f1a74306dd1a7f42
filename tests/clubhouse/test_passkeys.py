"""Passkeys: made by a manager, open the club on any device, and every answer that must be refused."""

import json
from collections.abc import Callable
from datetime import timedelta
from importlib import import_module
from typing import Any

import pytest
from django.apps import apps
from django.test import Client, RequestFactory
from django.urls import reverse
from django.utils import timezone

from cegoscore.clubs.models import Club, Device, LogEntry, LogKind, Passkey, SpentChallenge
from cegoscore.clubs.rights.ceremonies import RelyingParty, relying_party
from cegoscore.clubs.rights.links import open_club
from cegoscore.clubs.rights.managers import come_by_link, manager_link, managers_of, put_out
from cegoscore.hosting.doctor import findings
from tests.effort import thorough
from tests.pages import body_of
from tests.worlds.authenticator import PRESENT, Authenticator
from tests.worlds.sheet import client_of

pytestmark = pytest.mark.django_db

LOCAL: dict[str, Any] = {"HTTP_HOST": "localhost"}


class Circle:
    """A club with a passkey of its owner, who was asked under localhost."""

    def __init__(self) -> None:
        self.owner = Device.objects.create(name="Annas Handy")
        self.club = open_club(self.owner, name="Cegofreunde")
        self.client = client_of(self.owner)
        self.key = Authenticator()

    def question(self, club: Club | None = None) -> str:
        address = reverse("new_passkey_question", args=[(club or self.club).pk])
        return body_of(self.client.get(address, **LOCAL))

    def add(self, credential: str, name: str = "Annas Daumen") -> Any:
        return self.client.post(
            reverse("add_passkey", args=[self.club.pk]), {"credential": credential, "name": name}, **LOCAL
        )


@pytest.fixture
def circle(db: None) -> Circle:
    circle = Circle()
    assert circle.add(circle.key.make(circle.question())).status_code == 302
    return circle


def asked(client: Client) -> str:
    return body_of(client.get(reverse("passkey_question"), **LOCAL))


def come(client: Client, credential: str, **more: str) -> Any:
    return client.post(reverse("open_by_passkey"), {"credential": credential} | more, **LOCAL)


def opens(client: Client, club: Club) -> bool:
    return client.get(reverse("managers", args=[club.pk])).status_code == 200


def kinds(club: Club) -> list[str]:
    return list(LogEntry.objects.filter(club=club).order_by("pk").values_list("kind", flat=True))


def test_passkey_makes_any_device_a_manager_and_the_others_are_told(circle: Circle) -> None:
    newcomer = Client()
    response = come(newcomer, circle.key.answer(asked(newcomer)), name="Annas Tablet")
    assert response["Location"] == reverse("managers", args=[circle.club.pk])
    assert opens(newcomer, circle.club)
    assert [grant.device.name for grant in managers_of(circle.club.pk)] == ["Annas Handy", "Annas Tablet"]
    assert kinds(circle.club) == [LogKind.PASSKEY_ADDED, LogKind.PASSKEY_USED]
    ((_entry, who, what, _may_undo),) = circle.client.get(reverse("club", args=[circle.club.pk])).context["news"]
    assert (who, "Annas Daumen" in what) == ("Annas Tablet", True)


@thorough
def test_passkey_still_opens_the_club_after_the_servers_key_was_lost(circle: Circle, settings: Any) -> None:
    settings.SECRET_KEY = "another " * 10
    assert not opens(circle.client, circle.club)
    newcomer = Client()
    come(newcomer, circle.key.answer(asked(newcomer)))
    assert opens(newcomer, circle.club)


def test_asking_writes_nothing_and_the_server_keeps_the_public_half_only(circle: Circle) -> None:
    before = Device.objects.count(), SpentChallenge.objects.count()
    page = Client().get(reverse("open_by_passkey"), **LOCAL)
    assert (page.status_code, page.cookies.get("device")) == (200, None)
    asked(Client())
    assert (Device.objects.count(), SpentChallenge.objects.count()) == before
    row = Passkey.objects.get()
    assert (row.rp_id, row.name, row.device) == ("localhost", "Annas Daumen", circle.owner)
    assert str(circle.club.pk) not in circle.question()
    assert row.user_handle not in circle.question()


def test_each_passkey_has_a_handle_of_its_own_and_those_that_are_known_are_named(circle: Circle) -> None:
    question = json.loads(circle.question())
    assert [each["id"] for each in question["excludeCredentials"]] == [Passkey.objects.get().credential_id]
    assert question["authenticatorSelection"]["residentKey"] == "required"
    second = Authenticator()
    circle.add(second.make(circle.question()), name="")
    assert Passkey.objects.values("user_handle").distinct().count() == 2
    page = body_of(circle.client.get(reverse("managers", args=[circle.club.pk])))
    assert "Annas Daumen" in page


# Answers that are refused

Wrong = Callable[[Circle, Client], str]


def other_origin(circle: Circle, client: Client) -> str:
    circle.key.origin = "http://evil.example"
    return circle.key.answer(asked(client))


def other_host(circle: Circle, client: Client) -> str:
    circle.key.rp_id = "evil.example"
    return circle.key.answer(asked(client))


def own_challenge(circle: Circle, _client: Client) -> str:
    return circle.key.answer(json.dumps({"challenge": "bXkgb3duIGNoYWxsZW5nZQ"}))


def challenge_for_making(circle: Circle, _client: Client) -> str:
    return circle.key.answer(circle.question())


def other_key(circle: Circle, client: Client) -> str:
    stranger = Authenticator()
    stranger.id, stranger.handle = circle.key.id, circle.key.handle
    return stranger.answer(asked(client))


def other_handle(circle: Circle, client: Client) -> str:
    circle.key.handle = b"somebody else"
    return circle.key.answer(asked(client))


def no_finger(circle: Circle, client: Client) -> str:
    circle.key.flags = PRESENT
    return circle.key.answer(asked(client))


def removed(circle: Circle, client: Client) -> str:
    answer = circle.key.answer(asked(client))
    circle.client.post(reverse("remove_passkey", args=[circle.club.pk, Passkey.objects.get().pk]))
    return answer


def replayed(circle: Circle, client: Client) -> str:
    answer = circle.key.answer(asked(client))
    assert come(Client(), answer).status_code == 302
    return answer


def count_gone_back(circle: Circle, client: Client) -> str:
    circle.key.count = 7
    assert come(Client(), circle.key.answer(asked(client))).status_code == 302
    return circle.key.answer(asked(client))


def nothing(_circle: Circle, _client: Client) -> str:
    return ""


def no_credential(_circle: Circle, _client: Client) -> str:
    return json.dumps({"id": "AAAA", "rawId": "AAAA", "type": "public-key", "response": {"clientDataJSON": "AAAA"}})


def much_too_long(_circle: Circle, _client: Client) -> str:
    return "[" * 100_000


@pytest.mark.parametrize(
    "wrong",
    [
        other_origin,
        other_host,
        own_challenge,
        challenge_for_making,
        other_key,
        other_handle,
        no_finger,
        removed,
        replayed,
        count_gone_back,
        nothing,
        no_credential,
        much_too_long,
    ],
)
def test_wrong_answer_opens_nothing(circle: Circle, wrong: Wrong) -> None:
    client = Client()
    answer = wrong(circle, client)
    managers = len(managers_of(circle.club.pk))
    assert come(client, answer).status_code == 422
    assert len(managers_of(circle.club.pk)) == managers
    assert not opens(client, circle.club)


@pytest.mark.parametrize("make", [True, False])
def test_challenge_runs_out_after_minutes(circle: Circle, monkeypatch: pytest.MonkeyPatch, *, make: bool) -> None:
    made, answered = Authenticator().make(circle.question()), circle.key.answer(asked(Client()))
    then = timezone.now() + timedelta(minutes=6)
    monkeypatch.setattr("time.time", then.timestamp)
    assert (circle.add(made) if make else come(Client(), answered)).status_code == 422
    assert Passkey.objects.count() == 1


def test_new_passkey_is_taken_once_and_from_the_device_and_club_that_asked(circle: Circle) -> None:
    made = Authenticator().make(circle.question())
    neighbours = open_club(circle.owner, name="Nachbarn")
    strange = circle.client.post(reverse("add_passkey", args=[neighbours.pk]), {"credential": made}, **LOCAL)
    assert strange.status_code == 422
    second = Device.objects.create()
    come_by_link(second, manager_link(circle.club, by=circle.owner))
    address = reverse("add_passkey", args=[circle.club.pk])
    assert client_of(second).post(address, {"credential": made}, **LOCAL).status_code == 422
    assert [circle.add(made).status_code for _twice in range(2)] == [302, 422]
    assert circle.add(circle.key.make(circle.question())).status_code == 422  # a known credential
    nobodys = Authenticator()
    nobodys.flags = PRESENT  # but no finger, no face and no number proved whose it is
    assert circle.add(nobodys.make(circle.question())).status_code == 422
    assert Passkey.objects.count() == 2


def test_passkey_opens_its_own_club_only(circle: Circle) -> None:
    neighbours = open_club(Device.objects.create(), name="Nachbarn")
    newcomer = Client()
    come(newcomer, circle.key.answer(asked(newcomer)))
    assert not opens(newcomer, neighbours)
    key = Passkey.objects.get().pk
    assert newcomer.post(reverse("remove_passkey", args=[neighbours.pk, key])).status_code == 404
    own = client_of(managers_of(neighbours.pk)[0].device)
    assert own.post(reverse("remove_passkey", args=[neighbours.pk, key])).status_code == 302
    assert Passkey.objects.count() == 1


def test_only_managers_make_and_remove_passkeys(circle: Circle) -> None:
    stranger, key = client_of(Device.objects.create()), Passkey.objects.get().pk
    club = circle.club.pk
    assert stranger.get(reverse("new_passkey_question", args=[club]), **LOCAL).status_code == 404
    assert stranger.post(reverse("add_passkey", args=[club]), {"credential": "{}"}, **LOCAL).status_code == 404
    assert stranger.post(reverse("remove_passkey", args=[club, key])).status_code == 404
    circle.client.post(reverse("remove_passkey", args=[club, key]))
    circle.client.post(reverse("remove_passkey", args=[club, key]))
    assert kinds(circle.club) == [LogKind.PASSKEY_ADDED, LogKind.PASSKEY_REMOVED]


def test_club_has_so_many_passkeys_and_no_more(circle: Circle, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cegoscore.clubs.rights.passkeys.MOST", 1)
    assert circle.add(Authenticator().make(circle.question())).status_code == 422


# Where they are allowed, and what ends them


@pytest.mark.parametrize(
    ("public_url", "host", "is_secure", "allowed"),
    [
        ("", "localhost:8000", False, True),
        ("", "192.168.1.5", False, False),
        ("", "testserver", False, False),
        ("https://cego.example", "cego.example", True, True),
        ("https://cego.example", "cego.example", False, False),
        ("https://cego.example", "localhost", True, False),
        ("https://192.0.2.7", "192.0.2.7", True, False),
        ("http://cego.example", "cego.example", False, False),
    ],
)
def test_passkeys_are_offered_where_browsers_allow_them(
    circle: Circle, settings: Any, public_url: str, host: str, *, is_secure: bool, allowed: bool
) -> None:
    settings.PUBLIC_URL = public_url
    how: dict[str, Any] = {"HTTP_HOST": host, "wsgi.url_scheme": "https" if is_secure else "http"}
    page = Client().get(reverse("open_by_passkey"), **how)
    assert (page.context["form"] is not None) == allowed
    assert Client().get(reverse("passkey_question"), **how).status_code == (200 if allowed else 404)
    assert (reverse("open_by_passkey") in body_of(Client().get(reverse("home"), **how))) == allowed
    managers = circle.client.get(reverse("managers", args=[circle.club.pk]), **how)
    assert (managers.context["passkeys"]["form"] is not None) == allowed
    if not allowed:
        assert Client().post(reverse("open_by_passkey"), {"credential": "{}"}, **how).context["form"] is None


@pytest.mark.parametrize("host", ["cego.example", "cego.example:8443"])
def test_port_of_the_public_address_may_be_lost_on_the_way(settings: Any, host: str) -> None:
    settings.PUBLIC_URL = "https://cego.example:8443"
    party = relying_party(RequestFactory().get("/", secure=True, headers={"host": host}))
    assert party == RelyingParty(id="cego.example", origin="https://cego.example:8443")


@thorough
def test_changed_public_address_ends_passkeys_and_page_and_doctor_say_so(circle: Circle, settings: Any) -> None:
    found = {each.what: each for each in findings()}["passkeys"]
    assert (found.wrong, found.well) == ("", "bound to localhost")
    settings.PUBLIC_URL = "https://cego.example"
    key = Authenticator(origin="https://cego.example", rp_id="cego.example")
    key.id, key.handle, key.key = circle.key.id, circle.key.handle, circle.key.key
    how: dict[str, Any] = {"HTTP_HOST": "cego.example", "wsgi.url_scheme": "https"}
    question = body_of(Client().get(reverse("passkey_question"), **how))
    answer = Client().post(reverse("open_by_passkey"), {"credential": key.answer(question)}, **how)
    assert answer.status_code == 422
    page = circle.client.get(reverse("managers", args=[circle.club.pk]), **how)
    ((_passkey, lost_with),) = page.context["passkeys"]["listed"]
    assert lost_with == "localhost"
    found = {each.what: each for each in findings()}["passkeys"]
    assert "1 to localhost" in found.wrong


@pytest.mark.parametrize(("links_too", "left"), [(False, ["Bernds Daumen"]), (True, [])])
def test_putting_a_device_out_ends_its_passkeys_and_after_a_theft_all(
    circle: Circle, left: list[str], *, links_too: bool
) -> None:
    second = Device.objects.create()
    come_by_link(second, manager_link(circle.club, by=circle.owner))
    Passkey.objects.create(club=circle.club, name="Bernds Daumen", rp_id="localhost", credential_id="x", device=second)
    put_out(circle.club, circle.owner.pk, by=second.pk, links_too=links_too)
    assert [each.name for each in Passkey.objects.all()] == left
    assert come(Client(), circle.key.answer(asked(Client()))).status_code == 422


def test_spent_challenges_are_forgotten_when_they_ran_out_anyway(circle: Circle) -> None:
    SpentChallenge.objects.update(at=timezone.now() - timedelta(hours=1))
    come(Client(), circle.key.answer(asked(Client())))
    assert SpentChallenge.objects.count() == 1


def test_passkey_is_not_in_the_clubs_backup(circle: Circle) -> None:
    text = circle.client.get(reverse("download_backup", args=[circle.club.pk])).getvalue().decode()
    assert circle.club.name in text
    assert Passkey.objects.get().credential_id not in text


def test_makers_of_earlier_passkeys_are_those_of_the_log(circle: Circle) -> None:
    """Of one that was used, and of which the log says nothing, the maker is not known."""
    other = Device.objects.create()
    more: dict[str, Any] = {"club": circle.club, "rp_id": "localhost", "device": other}
    Passkey.objects.create(**more, name="nie benutzt", credential_id="x")
    Passkey.objects.create(**more, name="unbekannt", credential_id="y", used_at=timezone.now())
    Passkey.objects.update(made_with=None)
    Passkey.objects.filter(name="Annas Daumen").update(device=other, used_at=timezone.now())
    import_module("cegoscore.clubs.migrations.0020_who_made_it_and_merged_first").note_makers(apps, None)
    makers = dict(Passkey.objects.values_list("name", "made_with"))
    assert makers == {"Annas Daumen": circle.owner.pk, "nie benutzt": other.pk, "unbekannt": None}
