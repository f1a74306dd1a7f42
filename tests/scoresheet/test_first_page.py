"""Weight of the first visit, over the wire; the budget is 30 kB and six requests."""

from __future__ import annotations

import re
from typing import Any

import brotli
import pytest
from django.conf import settings

from tests.worlds.sheet import World, client_of

pytestmark = pytest.mark.django_db

KILOBYTE = 1000
FILES = re.compile(r'<(?:link rel="stylesheet"|script)[^>]* (?:href|src)="/static/([^"]+)"')
NOSCRIPT = re.compile(r"<noscript>.*?</noscript>", re.DOTALL)


def page_of(world: World, encoding: str) -> Any:
    """The sheet as its owner's browser gets it."""
    return client_of(world.owner).get(world.sheet.get_absolute_url(), headers={"accept-encoding": encoding})


def files_of(page: str) -> list[str]:
    """Styles and scripts that the page loads."""
    return FILES.findall(NOSCRIPT.sub("", page))


def over_the_wire(encoding: str, suffix: str) -> dict[str, int]:
    """Bytes of the page and of everything that it loads with it; `suffix` is that of the compressed files."""
    world = World()
    page = page_of(world, encoding)
    assert page.headers["Content-Encoding"] == encoding
    sizes = {"page": len(page.content)}
    for name in files_of(page_of(world, "identity").content.decode()):
        sizes[name] = (settings.STATIC_ROOT / f"{name}{suffix}").stat().st_size
    return sizes


def test_first_page_of_the_sheet_is_thirty_kilobytes_over_https() -> None:
    """Browsers offer Brotli over HTTPS."""
    sizes = over_the_wire("br", ".br")
    assert len(sizes) <= 6, sizes
    assert sum(sizes.values()) <= 30 * KILOBYTE, sizes


def test_first_page_of_the_sheet_is_little_more_over_plain_http() -> None:
    """Half of it is htmx, which gzip makes a tenth bigger than Brotli does."""
    sizes = over_the_wire("gzip", ".gz")
    assert sum(sizes.values()) <= 33 * KILOBYTE, sizes


def test_page_without_brotli_is_the_same_page() -> None:
    world = World()
    plain, zipped = page_of(world, "identity"), page_of(world, "gzip, br;q=0.9")
    assert "Content-Encoding" not in plain.headers
    assert (zipped.headers["Content-Encoding"], int(zipped.headers["Content-Length"])) == ("br", len(zipped.content))
    assert "Accept-Encoding" in zipped.headers["Vary"]
    tokens = re.compile(r'name="csrfmiddlewaretoken" value="\w+"|name="uuid" value="[\w-]+"')
    same = [tokens.sub("", body.decode()) for body in (plain.content, brotli.decompress(zipped.content))]
    assert same[0] == same[1]
