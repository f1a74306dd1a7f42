"""The desk as a browser uses it: addresses, forms as they are posted, and what a page says."""

import re
from html import unescape
from typing import Any

from django.test import Client

from cegoscore.clubs.models import Device
from tests.pages import body_of
from tests.worlds.tournament import World, client_of
from tournaments.models import Round

HTMX = {"HX-Request": "true"}


class Browser:
    """A device at the desk; paths are those behind the tournament's address."""

    def __init__(self, world: World, device: Device | None = None) -> None:
        self.world = world
        self.client: Client = client_of(device or world.organiser)
        self.home = f"/tournaments/{world.tournament.pk}"

    def get(self, path: str, **more: Any) -> Any:
        """A page."""
        return self.client.get(f"{self.home}/{path}", **more)

    def post(self, path: str, data: dict[str, Any] | None = None, **more: Any) -> Any:
        """Send a form."""
        return self.client.post(f"{self.home}/{path}", data or {}, **more)


def text_of(response: Any) -> str:
    """Text of a page without its tags, white space put in order."""
    html = re.sub(r"(?s)<svg.*?</svg>", "", body_of(response))
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", html)).split())


def problem_of(response: Any) -> str:
    """The sentence of a refusal."""
    found = re.search(r'(?s)class="problem" role="alert">.*?<div>(.*?)</div>', body_of(response))
    return unescape(found.group(1)) if found else ""


def fresh(round_: Round) -> Round:
    """The round as it stands in the database."""
    return Round.objects.select_related("tournament").get(pk=round_.pk)


def totals(*points: int | str, why: str = "", **more: str) -> dict[str, Any]:
    """Totals as they are posted, in the order of the seats."""
    return {f"points_{seat}": amount for seat, amount in enumerate(points)} | {"why": why} | more
