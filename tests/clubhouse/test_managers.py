"""Managers of a club: every way back in after every loss, that no other way exists, and how a device is put out."""

import io
from datetime import timedelta
from typing import Any

import pytest
from django.apps import apps
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import Settings

from cegoscore.clubs.models import (
    Club,
    Device,
    FailedGuess,
    Grant,
    Link,
    LogEntry,
    LogKind,
    Passkey,
    RescueCode,
    Right,
    access,
)
from cegoscore.clubs.rights import managers, rescue
from cegoscore.clubs.rights.access import right_on
from cegoscore.clubs.rights.codes import ALPHABET
from cegoscore.clubs.rights.devices import COOKIE, HOST_COOKIE, device_in
from cegoscore.clubs.rights.links import accept_link, link_for, open_club, secret_of
from cegoscore.clubs.rights.managers import manager_link, managers_of, put_out
from cegoscore.clubs.rights.rescue import make_rescue_code
from tests.effort import thorough
from tests.pages import body_of
from tests.worlds.sheet import client_of
from tournaments.clubhouse.managers import views

pytestmark = pytest.mark.django_db


class Circle:
    """A named club that `owner` opened; `helper` may write on something of it, `stranger` has nothing."""

    def __init__(self) -> None:
        self.owner, self.helper, self.stranger = (Device.objects.create() for _ in range(3))
        self.club = open_club(self.owner, name="Cegofreunde")
        self.thing = Device.objects.create().pk  # any opaque target will do
        accept_link(self.helper, link_for(self.club, right=Right.WRITE, target=self.thing))

    def manages(self, device: Device) -> bool:
        return right_on(device.pk, target=self.club.pk, club=self.club.pk) is Right.MANAGE

    def secret(self) -> str:
        return secret_of(manager_link(self.club, by=self.owner))

    def kinds(self) -> list[str]:
        return list(LogEntry.objects.filter(club=self.club).order_by("pk").values_list("kind", flat=True))


@pytest.fixture
def circle(db: None) -> Circle:
    return Circle()


def become(client: Client, secret: str, **more: str) -> Any:
    return client.post(reverse("become_manager"), {"secret": secret} | more)


def type_rescue(client: Client, code: str, **more: str) -> Any:
    return client.post(reverse("rescue"), {"code": code} | more)


def opens(client: Client, circle: Circle) -> bool:
    """True if the browser behind the client manages the club."""
    return client.get(reverse("managers", args=[circle.club.pk])).status_code == 200


# Ways in


def test_second_device_comes_by_a_link_that_asks_first_and_opens_once(circle: Circle) -> None:
    secret = circle.secret()
    second = Client()
    for _preview in range(3):
        page = second.get(reverse("open_club", args=[secret]))
        assert (page.status_code, page.cookies.get("device")) == (200, None)
    assert len(managers_of(circle.club.pk)) == 1
    response = become(second, secret, name="Laptop im Vereinsheim")
    assert response["Location"] == reverse("managers", args=[circle.club.pk])
    assert opens(second, circle)
    assert [grant.device.name for grant in managers_of(circle.club.pk)] == ["", "Laptop im Vereinsheim"]
    third = Client()
    assert third.get(reverse("open_club", args=[secret])).status_code == 404
    assert become(third, secret).status_code == 404
    assert not opens(third, circle)


def test_link_that_makes_a_manager_ends_after_a_day_and_can_be_taken_back(
    circle: Circle, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = client_of(circle.owner)
    assert client.post(reverse("invite_manager", args=[circle.club.pk])).status_code == 302
    (row,) = client.get(reverse("managers", args=[circle.club.pk])).context["page"]["invitations"]
    assert row.url in body_of(client.get(reverse("managers", args=[circle.club.pk])))
    client.post(reverse("revoke_invitation", args=[circle.club.pk, row.link.pk]))
    assert become(Client(), secret_of(row.link)).status_code == 404
    late = circle.secret()
    then = timezone.now() + timedelta(hours=25)
    monkeypatch.setattr(timezone, "now", lambda: then)
    assert become(Client(), late).status_code == 404


def test_link_of_another_right_makes_no_manager(circle: Circle) -> None:
    link = link_for(circle.club, right=Right.WRITE, target=circle.thing)
    assert become(Client(), secret_of(link)).status_code == 404
    assert become(Client(), "").status_code == 404
    assert len(managers_of(circle.club.pk)) == 1


def test_rescue_code_is_shown_once_kept_as_a_hash_and_lets_a_new_device_in(circle: Circle) -> None:
    client = client_of(circle.owner)
    response = client.post(reverse("new_rescue_code", args=[circle.club.pk]))
    code = response.context["code"]
    assert code in body_of(response)
    assert "no-store" in response["Cache-Control"]
    assert code not in body_of(client.get(reverse("managers", args=[circle.club.pk])))
    assert code.replace("-", "") not in str(RescueCode.objects.values().get())
    newcomer = Client()
    response = type_rescue(newcomer, code.lower().replace("-", " "), name="Neues Handy")
    assert response["Location"] == reverse("managers", args=[circle.club.pk])
    assert opens(newcomer, circle)
    assert circle.kinds() == [LogKind.RESCUE_MADE, LogKind.RESCUE_USED]


@pytest.mark.parametrize("way", ["link", "code"])
@pytest.mark.parametrize("https", [False, True])
def test_planted_cookie_of_a_device_that_has_rights_gets_nothing_of_a_manager(
    circle: Circle, settings: Settings, way: str, https: bool
) -> None:
    """Over plain HTTP; behind HTTPS nobody can plant one, and the device stays what it is."""
    settings.BEHIND_TLS = https
    attacker = Device.objects.create()
    own = open_club(attacker, name="Falle")
    victim, name = Client(), HOST_COOKIE if https else COOKIE
    for client in (victim, spy := Client()):
        client.cookies[name] = client_of(attacker).cookies[name].value

    def come() -> Any:
        if way == "code":
            return type_rescue(victim, make_rescue_code(circle.club, by=circle.owner.pk))
        return become(victim, secret_of(manager_link(circle.club, by=circle.owner)))

    assert come()["Location"] == reverse("managers", args=[circle.club.pk])
    assert (opens(victim, circle), opens(spy, circle)) == (True, https)
    assert victim.get(reverse("managers", args=[own.pk])).status_code == 200, "what it had it has"
    cookie, devices = victim.cookies[name].value, Device.objects.count()
    assert come().status_code == 302
    assert Device.objects.count() == devices, "it manages the club already"
    assert device_in({name: victim.cookies[name].value}) == device_in({name: cookie})


def test_others_are_told_of_the_rescue_code_until_they_have_read_it(circle: Circle) -> None:
    client, address = client_of(circle.owner), reverse("club", args=[circle.club.pk])
    type_rescue(Client(), make_rescue_code(circle.club, by=circle.owner.pk), name="Neues Handy")
    ((_entry, who, _what, _may_undo),) = client.get(address).context["news"]
    assert (who, "Neues Handy" in body_of(client.get(address))) == ("Neues Handy", True)
    assert client.get(reverse("home")).context["told"] == [circle.club]
    client.post(reverse("read_news", args=[circle.club.pk]))
    assert client.get(address).context["news"] == []
    assert client.get(reverse("home")).context["told"] == []


@thorough
def test_nobody_is_told_what_they_did_themselves(circle: Circle) -> None:
    make_rescue_code(circle.club, by=circle.owner.pk)
    client = client_of(circle.owner)
    assert client.get(reverse("home")).context["told"] == []
    assert client_of(circle.helper).get(reverse("home")).context["told"] == []
    second = second_manager(circle)
    assert client_of(second).get(reverse("home")).context["told"] == []
    assert client.get(reverse("home")).context["told"] == [circle.club]


def test_new_rescue_code_ends_the_one_before(circle: Circle) -> None:
    old, new = (make_rescue_code(circle.club, by=circle.owner.pk) for _twice in range(2))
    assert type_rescue(Client(), old).status_code == 404
    assert type_rescue(Client(), new).status_code == 302


def test_rescue_codes_are_long_and_plain(circle: Circle) -> None:
    code = make_rescue_code(circle.club, by=None)
    assert (len(ALPHABET) ** rescue.LENGTH).bit_length() > 128
    assert [len(group) for group in code.split("-")] == [5] * 6


@pytest.mark.parametrize("typed", ["", "ACDE-FHJK", "x" * 5000, "ACDEF-" * 5 + "ACDE0"])
def test_what_is_no_rescue_code_is_said_and_not_counted(circle: Circle, typed: str) -> None:
    assert type_rescue(Client(), typed).status_code == 422
    assert not FailedGuess.objects.exists()


def test_wrong_codes_of_whoever_is_there_keep_nobody_from_the_rescue_code(circle: Circle) -> None:
    """133 bits are not guessed: wrong ones are not counted, and wrong short codes do not stand in its way."""
    client, code = client_of(circle.stranger), make_rescue_code(circle.club, by=None)
    wrong, devices = "-".join(["ACDEF"] * 6), Device.objects.count()
    assert [type_rescue(client, wrong).status_code for _n in range(31)] == [404] * 31
    assert (FailedGuess.objects.count(), Device.objects.count()) == (0, devices)
    for _n in range(31):
        client.post(reverse("enter_code"), {"code": "ACDEFHJK"})
    assert client.post(reverse("enter_code"), {"code": "ACDEFHJK"}).status_code == 429
    assert type_rescue(client, code).status_code == 302


def run_manager(club: str) -> str:
    out = io.StringIO()
    call_command("manager", club, stdout=out, stderr=out)
    return out.getvalue().split()[-1]


def test_host_lets_a_device_in_and_the_log_says_so(circle: Circle) -> None:
    address = run_manager("cegofreunde")
    newcomer = Client()
    assert newcomer.get(address).status_code == 200
    become(newcomer, address.rpartition("/")[2])
    assert opens(newcomer, circle)
    first = LogEntry.objects.filter(club=circle.club).earliest("pk")
    assert (first.kind, first.device, first.tells) == (LogKind.MANAGER_LINK, None, True)
    with pytest.raises(SystemExit):
        run_manager("Skatfreunde")


# Every loss, and the ways back


@thorough
def test_lost_key_of_the_server_leaves_the_rescue_code_and_the_host(circle: Circle, settings: Any) -> None:
    """A new key makes every cookie and every link that was derived from the old one a stranger's."""
    code, client = make_rescue_code(circle.club, by=circle.owner.pk), client_of(circle.owner)
    assert opens(client, circle)
    settings.SECRET_KEY = "another " * 10
    assert not opens(client, circle)
    newcomer, by_host = Client(), Client()
    type_rescue(newcomer, code)
    assert opens(newcomer, circle)
    become(by_host, run_manager("Cegofreunde").rpartition("/")[2])
    assert opens(by_host, circle)


# Putting out


def second_manager(circle: Circle) -> Device:
    become(Client(), circle.secret(), name="Altes Handy")
    return managers_of(circle.club.pk)[-1].device


def test_device_that_is_put_out_has_no_right_left_and_its_old_link_opens_nothing(circle: Circle) -> None:
    """Also after a link of 0.1, which several devices came by and which held for good."""
    lost, other = Device.objects.create(name="Altes Handy"), Device.objects.create()
    shared = link_for(circle.club, right=Right.MANAGE, target=circle.club.pk)
    for device in (lost, other):
        accept_link(device, shared)
    accept_link(lost, link_for(circle.club, right=Right.WRITE, target=circle.thing))
    client = client_of(circle.owner)
    page = client.get(reverse("managers", args=[circle.club.pk])).context["page"]
    (line,) = [each for each in page["managers"] if each.device_id == lost.pk]
    address = reverse("put_device_out", args=[circle.club.pk, line.pk])
    assert client.get(address).status_code == 200
    assert client.post(address)["Location"] == reverse("managers", args=[circle.club.pk])
    assert not Grant.objects.filter(device=lost).exists()
    assert not opens(client_of(lost), circle)
    assert become(client_of(lost), secret_of(shared)).status_code == 404
    assert opens(client_of(other), circle)
    assert circle.manages(circle.owner)
    last = LogEntry.objects.latest("pk")
    assert (last.kind, last.subject, last.tells) == (LogKind.MANAGER_OUT, "Altes Handy", True)


@pytest.mark.parametrize(("links_too", "stays"), [({}, True), ({"links": "on"}, False)])
def test_theft_ends_all_links_on_demand(circle: Circle, links_too: dict[str, str], *, stays: bool) -> None:
    lost = second_manager(circle)
    client = client_of(circle.owner)
    page = client.get(reverse("managers", args=[circle.club.pk])).context["page"]
    (line,) = [each for each in page["managers"] if each.device_id == lost.pk]
    client.post(reverse("put_device_out", args=[circle.club.pk, line.pk]), links_too)
    assert (right_on(circle.helper.pk, target=circle.thing, club=circle.club.pk) is Right.WRITE) == stays


def test_every_way_to_manage_a_club_ends_with_a_theft(circle: Circle) -> None:
    """Whatever opens a club hangs on it, and `put_out` ends it; the codes of clubs that joined it open it, too."""
    opening = {model for model in apps.get_app_config("clubs").get_models() if model.__module__ == access.__name__}
    assert {m for m in opening if any(f.related_model is Club for f in m._meta.fields)} == {
        Grant,
        Link,
        Passkey,
        RescueCode,
    }
    lost = second_manager(circle)
    part = Club.objects.create(name="Samstagsrunde", joined_to=circle.club)
    codes = [make_rescue_code(club, by=lost.pk) for club in (circle.club, part)]
    Passkey.objects.create(club=circle.club, name="Daumen", rp_id="localhost", credential_id="x", device=circle.owner)
    link = circle.secret()
    (line,) = [grant for grant in managers_of(circle.club.pk) if grant.device_id == lost.pk]
    address = reverse("put_device_out", args=[circle.club.pk, line.pk])
    answer = client_of(circle.owner).post(address, {"links": "on"})
    assert [type_rescue(client_of(lost), code).status_code for code in codes] == [404, 404]
    assert become(client_of(lost), link).status_code == 404
    assert not Passkey.objects.exists()
    assert not circle.manages(lost)
    assert type_rescue(Client(), answer.context["code"]).status_code == 302


def give_up(circle: Circle, **more: str) -> Any:
    (grant,) = [each for each in managers_of(circle.club.pk) if each.device_id == circle.owner.pk]
    return client_of(circle.owner).post(reverse("put_device_out", args=[circle.club.pk, grant.pk]), more)


def test_last_device_stays_unless_there_is_another_or_a_rescue_code(circle: Circle) -> None:
    assert give_up(circle).status_code == 422
    assert circle.manages(circle.owner)
    make_rescue_code(circle.club, by=circle.owner.pk)
    assert give_up(circle, links="on").status_code == 422, "the code would end with all the rest"
    assert give_up(circle)["Location"] == reverse("home")
    assert not circle.manages(circle.owner)


def test_club_is_handed_over(circle: Circle) -> None:
    heir = second_manager(circle)
    assert give_up(circle).status_code == 302
    assert [grant.device_id for grant in managers_of(circle.club.pk)] == [heir.pk]


def test_unknown_device_and_one_that_is_out_already_change_nothing(circle: Circle) -> None:
    second_manager(circle)
    client = client_of(circle.owner)
    assert client.post(reverse("put_device_out", args=[circle.club.pk, 999_999])).status_code == 302
    put_out(circle.club, circle.stranger.pk, by=circle.owner.pk)
    assert len(managers_of(circle.club.pk)) == 2


def test_device_that_is_put_out_in_the_same_moment_is_told_nothing_more(
    circle: Circle, monkeypatch: pytest.MonkeyPatch
) -> None:
    second = second_manager(circle)

    def later(*who: Any, **how: Any) -> None:
        put_out(circle.club, circle.owner.pk, by=second.pk)
        put_out(*who, **how)

    monkeypatch.setattr(views, "put_out", later)
    assert give_up(circle, links="1").status_code in (403, 404)
    assert circle.manages(second)


# Names, and what is suggested


def test_device_is_called_what_its_owner_says(circle: Circle) -> None:
    client, address = client_of(circle.owner), reverse("managers", args=[circle.club.pk])
    android = client.get(address, headers={"User-Agent": "Mozilla/5.0 (Linux; Android 15)"})
    assert 'value="Android"' in body_of(android)
    for _twice in range(2):
        client.post(reverse("name_this_device", args=[circle.club.pk]), {"name": "  Annas  Handy "})
    assert "Annas Handy" in body_of(client.get(address))
    assert circle.kinds() == [LogKind.DEVICE_NAMED]


@thorough
def test_named_club_on_one_device_asks_for_a_second_and_a_nameless_one_does_not(circle: Circle) -> None:
    client, address = client_of(circle.owner), reverse("club", args=[circle.club.pk])
    assert client.get(address).context["lacks_spare"]
    Club.objects.update(name="")
    assert not client.get(address).context["lacks_spare"]
    Club.objects.update(name="Cegofreunde")
    second_manager(circle)
    assert not client.get(address).context["lacks_spare"]


def test_used_link_is_no_invitation_any_more(circle: Circle) -> None:
    second_manager(circle)
    page = client_of(circle.owner).get(reverse("managers", args=[circle.club.pk])).context["page"]
    assert page["invitations"] == []
    assert timedelta(days=1) == managers.LINK_HOLDS
