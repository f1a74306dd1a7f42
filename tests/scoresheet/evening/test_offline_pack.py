"""Pack and headers that a phone goes on with when there is no network: whose, of which edition, and how much."""

import json
import re
from typing import Any

import brotli
import pytest
from django.test import Client
from django.urls import reverse

import cegoscore
from cegoscore.scoresheet.models import Session
from tests.effort import thorough
from tests.pages import body_of
from tests.worlds.copied import copied
from tests.worlds.sheet import World, client_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def world() -> World:
    """A table of four."""
    return copied(World)


def test_every_answer_says_whose_it_is(world: World) -> None:
    for client in (client_of(world.owner), Client()):
        for path in ("/", "/nowhere", world.sheet.get_absolute_url(), reverse("record_hand", args=[world.sheet.id])):
            assert client.get(path).headers["X-Cegoscore"] == "1"


@thorough
def test_pages_that_may_be_kept_name_their_edition_and_their_device(world: World) -> None:
    def mark(client: Client, path: str) -> tuple[str | None, str | None]:
        headers = client.get(path).headers
        return headers.get("X-Keep-Offline"), headers.get("X-Kept-For")

    owner, mate, guest = client_of(world.owner), client_of(world.mate), client_of(world.guest)
    sheet, (edition, device) = world.sheet.get_absolute_url(), mark(owner, "/")
    assert edition
    assert edition.startswith(f"{cegoscore.__version__}-")
    assert edition.endswith("-de")
    for path in (sheet, "/evenings"):
        assert mark(client_of(world.owner), path) == (edition, device)
    assert mark(mate, sheet) == (edition, mark(mate, "/")[1])
    assert mark(mate, "/") != mark(owner, "/")
    english = client_of(world.owner).get("/", headers={"accept-language": "en"})
    assert english.headers["X-Keep-Offline"] == f"{edition[:-2]}en"
    never = (
        f"{sheet}/links",
        f"{sheet}/evening",
        f"{sheet}/document.json",
        "/evenings?q=Anna",
        "/code",
        "/tournaments",
    )
    assert {mark(owner, path) for path in never} == {(None, None)}
    assert mark(guest, sheet) == (None, None)
    Session.objects.update(state="closed")
    assert mark(owner, sheet) == (None, None)


def test_worker_may_answer_for_the_whole_site_and_is_of_the_same_edition() -> None:
    client = Client()
    answer = client.get(reverse("worker"))
    assert answer.headers["Service-Worker-Allowed"] == "/"
    assert f'"version":"{client.get("/").headers["X-Keep-Offline"]}"' in body_of(answer)


@thorough
@pytest.mark.parametrize("path", ["/", "/new", "outbox"])
def test_worker_has_the_language_of_its_page_and_asks_for_it_whatever_the_browser_asks_for(path: str) -> None:
    reader = Client(headers={"accept-language": "en"})
    if path == "outbox":
        path = f"{reverse('outbox')}?{reader.get('/').headers['X-Keep-Offline']}"
    page = body_of(reader.get(path))
    [address] = re.findall(r'data-worker="(.*?)"', page)
    browser = Client(headers={"accept-language": "de"})
    told = json.loads(body_of(browser.get(address)).partition("=")[2].partition(";\n")[0])
    assert told["version"].endswith("-en")
    language = address.removeprefix(reverse("worker"))
    for asked in (told["pack"], told["rest"]):
        assert browser.get(asked + language).json()["edition"] == told["version"]
    for asked in ("/", "/new"):
        answer = browser.get(asked + language)
        assert answer.headers["X-Keep-Offline"] == told["version"]
        assert f'name="next" value="{asked}"' in body_of(answer)
    assert "immutable" in browser.get(told["files"][-1]).headers["Cache-Control"]


def test_worker_of_a_phone_from_before_finds_one_that_agrees_with_its_packs() -> None:
    browser = Client(headers={"accept-language": "en"})
    worker = body_of(browser.get(reverse("worker")))
    assert f'"version":"{browser.get(reverse("offline_pack")).json()["edition"]}"' in worker


def test_language_that_a_person_has_chosen_comes_before_that_of_an_address() -> None:
    client = Client()
    client.post(reverse("set_language"), {"language": "en"})
    assert client.get("/?lang=de").headers["Content-Language"] == "en"


@pytest.mark.parametrize("query", ["lang=xx", "q=some-en", "slang=en", "lang=en&q=1", "lang="])
def test_address_without_a_language_of_ours_is_as_any_other(query: str) -> None:
    answer = Client().get(f"/?{query}")
    assert answer.headers["Content-Language"] == "de"
    assert answer.wsgi_request.META["QUERY_STRING"] == query


def packed(world: World, name: str) -> dict[str, Any]:
    """A pack as the owner's phone gets it."""
    pack: dict[str, Any] = client_of(world.owner).get(reverse(name)).json()
    return pack


@thorough
@pytest.mark.parametrize("name", ["offline_pack", "offline_rest"])
def test_packs_have_what_a_phone_needs_later_and_are_of_the_edition_of_its_pages(world: World, name: str) -> None:
    pack = packed(world, name)
    assert pack["edition"] == client_of(world.owner).get("/").headers["X-Keep-Offline"]
    assert "Diese Seite braucht Netz" in pack["answers"]["/no-network"][1]
    scripts = [kind for url, (kind, _text) in pack["answers"].items() if url.endswith("js")]
    assert set(scripts) == {"text/javascript"}


def test_first_pack_says_what_it_has_not_and_the_rest_brings_it(world: World) -> None:
    first, rest = packed(world, "offline_pack"), packed(world, "offline_rest")
    assert "Ein neuer Tisch, die Regeln, das Zählen und das Bieten" in first["answers"]["/no-network"][1]
    assert "Auch ein neuer Tisch lässt sich" in rest["answers"]["/no-network"][1]
    assert (list(first["lists"]), list(rest["lists"])) == ([], ["/", "/new"])
    assert set(first["answers"]) & set(rest["answers"]) == {"/no-network"}
    assert list(rest["answers"])[-1] == "/blank-sheets.json"


def test_outbox_never_changes_under_its_address(world: World) -> None:
    client = client_of(world.owner)
    outbox = f"{reverse('outbox')}?{client.get('/').headers['X-Keep-Offline']}"
    assert f'hx-get="{outbox}"' in body_of(client.get(world.sheet.get_absolute_url()))
    assert outbox in body_of(client.get(reverse("worker")))
    answer = client.get(outbox)
    assert answer.headers["Cache-Control"] == "max-age=31536000, immutable"
    assert 'id="unsent"' in body_of(answer)


def test_page_of_an_edition_that_is_gone_is_loaded_anew() -> None:
    assert Client().get(f"{reverse('outbox')}?0.0.9-abc-de").headers["HX-Refresh"] == "true"


@thorough
@pytest.mark.parametrize(("name", "most"), [("offline_pack", 16_000), ("offline_rest", 30_500)])
def test_packs_stay_small(world: World, name: str, most: int) -> None:
    """The rest: a third each of blank sheets of all rule sets, pages before any sheet, and scripts."""
    answer = client_of(world.owner).get(reverse(name), headers={"accept-encoding": "br"})
    assert json.loads(brotli.decompress(answer.content))
    assert len(answer.content) <= most
