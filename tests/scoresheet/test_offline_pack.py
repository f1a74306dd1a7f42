"""Pack and headers that a phone goes on with when there is no network: whose, of which edition, and how much."""

from __future__ import annotations

import json
from typing import Any

import brotli
import pytest
from django.test import Client
from django.urls import reverse

import cegoscore
from cegoscore.scoresheet.models import Session
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
        f"{sheet}/share",
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
    assert f'"version":"{client.get("/").headers["X-Keep-Offline"]}"' in answer.content.decode()


def packed(world: World, name: str) -> dict[str, Any]:
    """A pack as the owner's phone gets it."""
    pack: dict[str, Any] = client_of(world.owner).get(reverse(name)).json()
    return pack


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
    assert f'hx-get="{outbox}"' in client.get(world.sheet.get_absolute_url()).content.decode()
    assert outbox in client.get(reverse("worker")).content.decode()
    answer = client.get(outbox)
    assert answer.headers["Cache-Control"] == "max-age=31536000, immutable"
    assert 'id="unsent"' in answer.content.decode()


def test_page_of_an_edition_that_is_gone_is_loaded_anew() -> None:
    assert Client().get(f"{reverse('outbox')}?0.0.9-abc-de").headers["HX-Refresh"] == "true"


@pytest.mark.parametrize(("name", "most"), [("offline_pack", 15_000), ("offline_rest", 28_000)])
def test_packs_stay_small(world: World, name: str, most: int) -> None:
    """The rest: a third each of blank sheets of all rule sets, pages before any sheet, and scripts."""
    answer = client_of(world.owner).get(reverse(name), headers={"accept-encoding": "br"})
    assert json.loads(brotli.decompress(answer.content))
    assert len(answer.content) <= most
