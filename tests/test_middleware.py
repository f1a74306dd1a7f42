"""Headers of every answer."""

import io
import re
from html import unescape
from typing import Any
from urllib.parse import quote

import pytest
from django.test import Client
from django.urls import reverse

from cegoscore.clubs.models import Right
from cegoscore.clubs.rights.links import link_for, secret_of
from cegoscore.front.turns import TOO_MANY
from cegoscore.messages import LOCALE_DIR
from cegoscore.middleware import OURS
from tests.pages import body_of
from tests.worlds.copied import copied
from tests.worlds.sheet import World


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("path", "status"), [("/", 200), ("/healthz", 200), ("/sheets/none", 404), ("/static/none.js", 404)]
)
def test_every_answer_says_that_it_is_ours_whatever_its_status(client: Client, path: str, status: int) -> None:
    response = client.get(path)
    assert (response.status_code, response.headers[OURS]) == (status, "1")


@pytest.mark.django_db
def test_refusals_of_the_middleware_say_that_they_are_ours() -> None:
    client = Client(enforce_csrf_checks=True)
    assert client.post("/new").status_code == 403
    assert client.post("/new").headers[OURS] == "1"
    odd = client.post("/new", b"", content_type="text/plain; charset=utf-16")
    assert (odd.status_code, odd.headers[OURS]) == (400, "1")


@pytest.mark.parametrize("origin", ["null", "https://cego.example.org:8443"])
def test_form_of_another_origin_is_said_to_be_the_proxys_doing(origin: str, caplog: pytest.LogCaptureFixture) -> None:
    """To the visitor and in the log; a form without its token is the visitor's own."""
    client = Client(enforce_csrf_checks=True)
    assert "Proxy" not in body_of(client.post("/new"))
    assert "cegoscore doctor" not in caplog.text
    page = body_of(client.post("/new", headers={"origin": origin}))
    assert "Proxy" in page
    assert "cegoscore doctor" in page
    assert "cegoscore doctor" in caplog.text


def test_scripts_look_for_the_header_that_the_server_sends() -> None:
    assert f'OURS = "{OURS}"' in (LOCALE_DIR.parent / "static/ours.js").read_text()


@pytest.mark.django_db
def test_address_of_a_form_leads_to_its_page_where_a_browser_opens_it(client: Client) -> None:
    """A language that was chosen on the page of a refusal, a tab that a phone opens again."""
    sheet = copied(World).sheet.get_absolute_url()
    pages = {"/table/join": "/table", "/adjustments/1/strike": "/adjustments", "/hands/1/correct": "/hands/1"}
    for form, page in (pages | {"/pay": ""}).items():
        answer = client.get(sheet + form, headers={"Accept": "text/html,*/*;q=0.8"})
        assert (answer.status_code, answer.headers.get("Location")) == (302, sheet + page), form
    assert client.get("/demo", headers={"Accept": "text/html"}).headers["Location"] == "/"
    assert client.get(f"{sheet}/pay").status_code == 405


@pytest.mark.django_db
def test_end_of_a_sentence_behind_a_link_does_no_harm(client: Client) -> None:
    world = copied(World)
    secret = secret_of(link_for(world.sheet.club, right=Right.LOOK, target=world.sheet.id))
    for end in (".", ")", ").", "!", " ", "\u201d,", "?", "*", "_", "/", "\u00a0", "\u2069", "\u00ad", "|", "\u2014"):
        asked = client.get(f"/s/{quote(secret + end)}")
        assert (asked.status_code, asked.headers.get("Location")) == (302, f"/s/{secret}"), end
    for unknown in ("//cegoscore.example.org.", "/\\cegoscore.example.org.", "/nothing.", "//cegoscore.example.org/"):
        assert client.get("/", PATH_INFO=unknown).status_code == 404, unknown
    assert client.get("/s/nothing.", follow=True).status_code == 404


@pytest.mark.django_db
@pytest.mark.parametrize("language", ["de", "en"])
def test_what_waits_too_long_for_its_turn_says_so_and_what_was_typed_is_sent_again(language: str) -> None:
    typed = {"text": 'Name;Ort\nAnna "Kern"; Urach & Co', "as": "here"}
    late: dict[str, Any] = {TOO_MANY: True, "headers": {"Accept-Language": language}}
    sentence = {
        "de": "Gerade liest der Server eine andere Datei. Versuch es gleich noch einmal.",
        "en": "The server is reading another file just now. Try again in a moment.",
    }[language]
    address = reverse("import_sheet")
    page = Client().post(address, typed | {"file": io.StringIO("{}")}, **late)
    assert (page.status_code, page.headers["Retry-After"]) == (503, "5")
    html = page.content.decode()
    assert sentence in html
    kept = {unescape(name): unescape(value) for name, value in re.findall(r'name="(\w+)" value="([^"]*)"', html)}
    kept.pop("csrfmiddlewaretoken")
    assert kept == typed
    assert re.search(r'<form[^>]* action="/import"[^>]*>', html)
    assert re.search(r'<input type="file" name="file"[^>]*>', html)
    assert "<form" not in Client().get(address, **late).content.decode().partition("<main")[2].partition("</main")[0]
