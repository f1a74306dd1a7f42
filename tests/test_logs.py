"""Log lines: which request, when, and nothing that opens a door or buries what matters."""

import logging
import logging.config
from collections.abc import Iterator
from datetime import datetime
from unittest.mock import patch

import pytest
from django.core.exceptions import PermissionDenied
from django.db import OperationalError
from django.test import Client
from django.urls import get_resolver

from cegoscore import logs
from tests.pages import body_of
from tests.test_house import routes
from tests.worlds.tournament import World

WRONG = "Kx9wQm3v-topsecretsecret"


class Written(logging.Handler):
    """The lines as they would be written."""

    def __init__(self) -> None:
        super().__init__()
        configurator = logging.config.DictConfigurator(logs.LOGGING)
        self.setFormatter(configurator.configure_formatter(dict(logs.LOGGING["formatters"]["text"])))
        self.addFilter(logs.LineFilter())
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(self.format(record))


@pytest.fixture
def written() -> Iterator[Written]:
    """Lines of all of Django's loggers."""
    handler = Written()
    logger = logging.getLogger("django")
    logger.addHandler(handler)
    yield handler
    logger.removeHandler(handler)


@pytest.mark.django_db
def test_no_secret_of_a_link_is_written_down(client: Client, written: Written) -> None:
    with_secret = [route for route in routes(get_resolver()) if "secret" in str(route.pattern)]
    world = World(is_public=True)
    own = f"tournaments/{world.tournament.pk}/announced/"
    addresses = [f"/{prefix}{WRONG}" for prefix in ("s/", "t/", "seasons/s/", "clubs/open/", "host/open/", own)]
    addresses.append(f"/s/{WRONG}/picture.png")
    assert len(addresses) == len(with_secret)
    addresses += [f"/s//{WRONG}", f"/s/%20{WRONG}", f"/S/{WRONG}"]  # as messengers and people make of them
    for address in addresses:
        assert client.get(address).status_code == 404
    assert len(written.lines) == len(addresses)
    assert not [line for line in written.lines if WRONG in line]


@pytest.mark.django_db
def test_refusal_is_one_line(client: Client, written: Written) -> None:
    with patch("cegoscore.views.static", side_effect=PermissionDenied):
        assert client.get("/manifest.webmanifest").status_code == 403
    assert len(written.lines) == 1
    assert "\n" not in written.lines[0]


@pytest.mark.django_db
def test_lost_database_is_one_line_and_an_answer_to_try_again(client: Client, written: Written) -> None:
    with patch("cegoscore.views.static", side_effect=OperationalError("database or disk is full\nDETAIL: more")):
        response = client.get("/manifest.webmanifest")
    assert (response.status_code, response["Retry-After"]) == (503, "5")
    assert "disk" not in body_of(response)
    (line,) = written.lines
    assert "\n" not in line
    assert line.endswith("Unavailable: /manifest.webmanifest: database or disk is full")


@pytest.mark.django_db
def test_mistake_of_ours_keeps_its_trace(client: Client, written: Written) -> None:
    client.raise_request_exception = False
    with patch("cegoscore.views.static", side_effect=ZeroDivisionError):
        assert client.get("/manifest.webmanifest").status_code == 500
    assert "Traceback" in written.lines[0]


@pytest.mark.django_db
def test_line_tells_moment_with_offset_and_request(client: Client, written: Written) -> None:
    response = client.get("/nothing/here", headers={"X-Request-ID": "from-the-proxy-17"})
    assert response["X-Request-ID"] == "from-the-proxy-17"
    moment, rest = written.lines[0].split(" WARNING ")
    assert datetime.fromisoformat(moment).utcoffset() is not None
    assert rest == "django.request [from-the-proxy-17]: Not Found: /nothing/here"


@pytest.mark.django_db
@pytest.mark.parametrize("given", ["", "short", "with blank in it", "x" * 65, 'quote"quote'])
def test_request_without_a_good_name_gets_one(given: str, client: Client) -> None:
    name = client.get("/healthz", headers={"X-Request-ID": given})["X-Request-ID"]
    assert name != given
    assert len(name) == 12
