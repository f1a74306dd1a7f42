"""Links and QR codes carry an address that phones reach, whatever name their page was opened by."""

import re
import socket
import uuid
from html import unescape
from unittest.mock import Mock

import pytest
import segno
from django.test import Client, RequestFactory
from django.urls import reverse
from pytest_django import Settings

from cegoscore import reached
from cegoscore.clubs.models import Right
from cegoscore.clubs.rights.link_pages import qr_svg
from cegoscore.clubs.rights.links import link_for
from cegoscore.hosting.moving import tables
from cegoscore.reached import PhoneAddresses, phone_addresses_of, public_address
from tests.effort import thorough
from tests.pages import body_of
from tests.worlds.sheet import World as SheetWorld
from tests.worlds.tournament import World, client_of

LAN = ["192.168.178.20", "10.0.0.7"]
LOCALHOST = "localhost:8102"
WARNING = "So erreicht es kein Handy"
PLAIN = "Hier gibt es kein HTTPS"


def at(host: str) -> str:
    """The address of a path for a page opened at this host."""
    return public_address(RequestFactory().get("/", headers={"host": host}), "/x")


@pytest.fixture
def laptop(settings: Settings) -> Settings:
    """Settings of a server on the organiser's laptop, in two networks."""
    settings.PHONE_HOSTS = LAN
    return settings


@pytest.mark.parametrize("host", ["localhost", "cego.localhost", "127.0.0.1", "127.1.2.3", "[::1]", "::1"])
def test_name_of_the_machine_itself_is_loopback(host: str) -> None:
    assert reached.is_loopback(host)


@pytest.mark.parametrize("host", ["", "cego.example.org", "192.168.178.20", "localhost.example.org", "laptop.local"])
def test_name_that_others_reach_is_not_loopback(host: str) -> None:
    assert not reached.is_loopback(host)


@pytest.mark.parametrize("host", ["localhost:8102", "127.0.0.1:8102", "[::1]:8102"])
def test_address_of_the_network_stands_for_localhost(laptop: Settings, host: str) -> None:
    assert at(host) == "http://192.168.178.20:8102/x"
    reach = phone_addresses_of(RequestFactory().get("/", headers={"host": host}))
    assert reach == PhoneAddresses(opened=host, addresses=("http://192.168.178.20:8102", "http://10.0.0.7:8102"))


@pytest.mark.usefixtures("laptop")
def test_address_that_phones_reach_stays() -> None:
    assert at("10.0.0.7:8102") == "http://10.0.0.7:8102/x"
    assert phone_addresses_of(RequestFactory().get("/", headers={"host": "10.0.0.7:8102"})) is None


def test_public_address_stands_for_localhost(laptop: Settings) -> None:
    laptop.PUBLIC_URL = "https://cego.example.org"
    assert at("localhost:8000") == "https://cego.example.org/x"
    assert phone_addresses_of(RequestFactory().get("/", headers={"host": "localhost:8000"})) is None


def test_no_code_is_drawn_of_an_address_that_no_phone_reaches(laptop: Settings) -> None:
    laptop.PUBLIC_URL = "http://127.0.0.1:8000"
    assert qr_svg(at("127.0.0.1:8000")) == ""
    drawn = qr_svg("http://192.168.178.20:8000/x")
    assert ('class="qr"' in drawn, "width=" in drawn) == (True, False), "it is as large as its box"


def test_modules_of_an_address_are_worked_out_once(monkeypatch: pytest.MonkeyPatch) -> None:
    make = Mock(side_effect=segno.make)
    monkeypatch.setattr(segno, "make", make)
    drawn = [qr_svg(f"http://192.168.178.20:8000/{path}") for path in ("once", "twice", "once", "once")]
    assert (make.call_count, drawn[0], drawn[0] == drawn[1]) == (2, drawn[2], False)


IPV4, IPV6 = "192.168.178.33", "2001:db8:1::33"


@pytest.mark.parametrize(
    ("listening", "offered"),
    [
        ("0.0.0.0", [IPV4]),
        ("::", [IPV4, f"[{IPV6}]"]),
        ("10.0.0.9", ["10.0.0.9"]),
        ("fd00::9", ["[fd00::9]"]),
        ("127.0.0.1", []),
        ("::1", []),
        ("localhost", []),
    ],
)
def test_network_that_came_after_the_start_is_offered_if_the_server_listens_there(
    laptop: Settings, monkeypatch: pytest.MonkeyPatch, listening: str, offered: list[str]
) -> None:
    laptop.PHONE_HOSTS, laptop.HOST = None, listening
    monkeypatch.setattr(reached, "_address_towards", lambda to: IPV6 if ":" in to else IPV4)
    reach = phone_addresses_of(RequestFactory().get("/", headers={"host": "localhost:8102"}))
    assert reach
    assert reach.addresses == tuple(f"http://{host}:8102" for host in offered)
    assert at("localhost:8102") == f"http://{(offered or ['localhost'])[0]}:8102/x"


@thorough
@pytest.mark.django_db
def test_laptop_that_changes_its_network_twice_loses_nobody(laptop: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each network's phone scans the sheet's code anew; back in the first one, the first phone just goes on."""
    laptop.PHONE_HOSTS, laptop.HOST = None, "0.0.0.0"
    world = SheetWorld()
    phones = {network: Client(headers={"host": f"{network}:8102"}) for network in LAN}
    for number, network in enumerate((LAN[0], LAN[1], LAN[0]), start=1):
        monkeypatch.setattr(reached, "_address_towards", lambda _to, now=network: now)
        page = client_of(world.owner).get(reverse("sheet_links", args=[world.sheet.pk]), headers={"host": LOCALHOST})
        shared = re.findall(rf"http://{re.escape(network)}:8102(/[^\s\"<]+)", body_of(page))
        assert [host for host in (*LAN, "localhost") if f"//{host}:8102/" in body_of(page)] == [network]
        if number < 3:
            for path in shared:
                phones[network].get(path)
        hand = {"uuid": str(uuid.uuid4()), "number": number, "revision": 1, "lineup": "0,1,2,3"}
        hand |= {"dealer": (number + 2) % 4, "game": "solo", "declarer": 1, "points": 40}
        answer = phones[network].post(f"{world.sheet.get_absolute_url()}/hands", hand)
        assert (answer.status_code, world.sheet.hands.count()) == (302, number)
    rows = [row for table in tables().values() for row in table._base_manager.values_list()]
    assert rows
    assert [row for row in rows if any(network in str(row) for network in LAN)] == []


@thorough
@pytest.mark.django_db
@pytest.mark.parametrize(
    ("own", "host", "status"),
    [
        ("laptop", "192.168.43.7:8000", 200),
        ("laptop", "100.101.102.103", 200),
        ("laptop", "[fd00::33]:8000", 200),
        ("laptop", "laptop:8000", 200),
        ("Laptop", "laptop.local", 200),
        ("laptop", "laptop.fritz.box:8000", 200),
        ("laptop", "laptop.lan", 200),
        ("laptop", "laptop.home.arpa", 200),
        ("laptop", "laptop.tail1234.ts.net", 200),
        ("laptop.fritz.box", "laptop.local", 200),
        ("cego.example.org", "cego.example.org", 200),
        ("laptop", "other.fritz.box", 400),
        ("laptop", "laptop.example.org", 400),
        ("laptop", "laptop.a.b.ts.net", 400),
        ("laptop", "laptop.local.example.org", 400),
        ("laptop", "192.168.43.7.example.org", 400),
    ],
)
def test_every_address_and_the_machines_own_names_are_answered_and_no_others(
    monkeypatch: pytest.MonkeyPatch, own: str, host: str, status: int
) -> None:
    monkeypatch.setattr("socket.gethostname", lambda: own)
    client = Client(enforce_csrf_checks=True, headers={"host": host, "origin": f"http://{host}"})
    page = client.get("/")
    assert page.status_code == status
    if status == 200:
        assert client.post("/demo", {"csrfmiddlewaretoken": str(page.context["csrf_token"])}).status_code == 302


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("language", "said"), [("de", "Kein Name dieses Servers"), ("en", "Not a name of this server")]
)
def test_refused_name_is_told_on_the_page_and_in_one_line_of_the_log_and_nothing_else_is(
    caplog: pytest.LogCaptureFixture, language: str, said: str
) -> None:
    page = body_of(Client().get("/clubs/", headers={"host": "evil.example", "accept-language": language}))
    assert (said in page, "evil.example" in page, "PUBLIC_URL" in page) == (True, True, True)
    assert not [name for name in (socket.gethostname(), *reached.addresses(both=True)) if name in page]
    assert [record.getMessage() for record in caplog.records] == ["Not a name of this server: evil.example"]


@pytest.mark.usefixtures("laptop")
def test_command_prints_an_address_that_phones_reach(settings: Settings) -> None:
    settings.PORT = 9303
    assert reached.printed("/x") == "http://192.168.178.20:9303/x"


# Pages


@pytest.fixture
def world(laptop: Settings, db: None) -> World:
    world = World()
    world.register(8)
    world.draw(start=False)
    link_for(world.tournament.club, right=Right.LOOK, target=world.tournament.pk)
    return world


def pages(world: World) -> dict[str, str]:
    """Every page that shows links or is printed, of a laptop that opened it as localhost, without tags."""
    key, club = world.tournament.pk, world.tournament.club_id
    sheet = world.tournament.played_rounds.get().tables.order_by("number")[0].sheet_id
    kinds = ("names", "tables", "cards", "sheets", "standings", "certificates")
    client: Client = client_of(world.organiser)
    client.post(reverse("invite_manager", args=[club]))
    urls = {kind: reverse("paper", args=[key, kind]) for kind in kinds} | {
        "links": reverse("tournament_links", args=[key]),
        "share": reverse("sheet_links", args=[sheet]),
        "managers": reverse("managers", args=[club]),
        "signs": reverse("table_signs", args=[club]),
    }
    answers = {name: client.get(url, headers={"host": "localhost:8102"}) for name, url in urls.items()}
    assert {answer.status_code for answer in answers.values()} == {200}
    return {name: unescape(body_of(answer)) for name, answer in answers.items()}


@thorough
def test_links_and_every_print_warn_and_carry_the_right_address(world: World) -> None:
    for name, page in pages(world).items():
        assert (name, WARNING in page, "http://10.0.0.7:8102" in page) == (name, True, True)
        assert (name, re.findall(r"//(?:localhost|127\.0\.0\.1)[^\s<]*", page)) == (name, [])
        assert (name, 'class="qr"' in page) == (
            name,
            name in ("poster", "cards", "sheets", "links", "share", "managers", "signs"),
        )


@thorough
def test_pages_from_which_others_write_say_what_plain_http_lacks(world: World, laptop: Settings) -> None:
    assert [name for name, page in pages(world).items() if PLAIN in page] == ["links", "share"]
    laptop.PUBLIC_URL = "https://cego.example.org"
    assert [name for name, page in pages(world).items() if PLAIN in page] == []


def test_sign_says_the_address_of_the_moment_and_the_wifi_that_was_typed(world: World, laptop: Settings) -> None:
    url = reverse("table_signs", args=[world.tournament.club_id])
    for network in LAN:
        laptop.PHONE_HOSTS = [network]
        shown: dict[str, str | int] = {"first": 1, "last": 2, "wifi": "Löwen <Gäste>"}
        page = body_of(client_of(world.organiser).get(url, shown, headers={"host": LOCALHOST}))
        assert page.count(f'<p class="address">http://{network}:8102/</p>') == 2
        assert page.count("Zuerst ins WLAN: Löwen &lt;Gäste&gt;</p>") == 2


def test_rescue_code_is_printed_with_an_address_that_others_reach(world: World) -> None:
    url = reverse("new_rescue_code", args=[world.tournament.club_id])
    page = body_of(client_of(world.organiser).post(url, headers={"host": "127.0.0.1:8102"}))
    assert f"http://192.168.178.20:8102{reverse('rescue')}" in page
    assert "127.0.0.1" not in page


@thorough
def test_machine_in_no_network_shows_no_code_at_all(world: World, laptop: Settings) -> None:
    laptop.PHONE_HOSTS = []
    shown = pages(world)
    assert {name: WARNING in page for name, page in shown.items()} == dict.fromkeys(shown, True)
    assert [name for name, page in shown.items() if 'class="qr"' in page] == []
    assert "Der Link zu diesem Blatt wurde zurückgenommen." not in shown["cards"]
    assert len(re.findall(r"<strong>(\w{4}-\w{4})</strong>", shown["cards"])) == 2


@thorough
def test_page_that_phones_reach_does_not_warn(world: World) -> None:
    url = reverse("paper", args=[world.tournament.pk, "cards"])
    page = body_of(client_of(world.organiser).get(url, headers={"host": "192.168.178.20:8102"}))
    assert (WARNING in page, page.count('class="qr"'), "http://192.168.178.20:8102/code" in page) == (
        False,
        2 * 2,
        True,
    )
