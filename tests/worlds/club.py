"""A club and everybody who might ask for its house rules, and how a browser sees a page."""

from html.parser import HTMLParser
from typing import Any

from django.core.signing import get_cookie_signer
from django.test import Client

from cegoscore.clubs.house_rules.forms import HouseRulesForm, SeveralField
from cegoscore.clubs.house_rules.services import add_house_rules
from cegoscore.clubs.models import Device, HouseRuleSet, Right
from cegoscore.clubs.rights.devices import COOKIE, SALT
from cegoscore.clubs.rights.links import accept_link, link_for, open_club
from cegoscore.scoring.rules.rule_files import parse_house_rules, published


class World:
    """A club that `owner` opened and `mate` manages by link; `guest` may look at a sheet of it, `stranger` nothing."""

    def __init__(self) -> None:
        self.owner, self.mate, self.guest, self.stranger = (Device.objects.create() for _ in range(4))
        self.club = open_club(self.owner)
        accept_link(self.mate, link_for(self.club, right=Right.MANAGE, target=self.club.id))
        sheet = Device.objects.create().id  # Any opaque target will do.
        accept_link(self.guest, link_for(self.club, right=Right.LOOK, target=sheet))

    def add(self, name: str = "Stammtisch", copied_from: str = "braeunlingen-loewen", **changes: Any) -> HouseRuleSet:
        """House rules of the club: a published set with other values at the top of its document."""
        document = {**published(copied_from).document, "id": "own-rules", "name": {"de": name, "en": name}, **changes}
        rules, problems = parse_house_rules(document)
        assert rules, problems
        return add_house_rules(self.owner, rules, name=name, copied_from=copied_from)


def client_of(device: Device | None = None, language: str = "de") -> Client:
    """A browser that carries the device's cookie."""
    client = Client(headers={"Accept-Language": language})
    if device:
        client.cookies[COOKIE] = get_cookie_signer(salt=COOKIE + SALT).sign(str(device.id))
    return client


def posted(identifier: str, **changes: Any) -> dict[str, Any]:
    """Form as a browser sends it for an untouched copy of a published rule set; a changed value of `None` is not sent.

    Double underscores in the names of changes stand for dots.
    """
    rules = published(identifier)
    form = HouseRulesForm(base=rules, original=rules, name="Stammtisch")
    data = sent(form)
    data |= {key.replace("__", "."): value for key, value in changes.items()}
    return {key: value for key, value in data.items() if value is not None and value is not False}


def sent(form: HouseRulesForm) -> dict[str, Any]:
    """Fields of a form that nobody changed, as a browser sends them; boxes without a tick as False."""
    data = {key: "on" if value is True else value for key, value in form.start.items() if key in form.fields}
    several = {key: field for key, field in form.fields.items() if isinstance(field, SeveralField)}
    data |= {key: field.prepare_value(data[key]) for key, field in several.items()}
    return data


class _Tables(HTMLParser):
    """Collects tables as rows of texts."""

    def __init__(self, css_class: str) -> None:
        super().__init__()
        self.css_class = css_class
        self.rows: list[list[str]] = []
        self.inside = False
        self.cell: list[str] | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "table":
            self.inside = dict(attrs).get("class") == self.css_class
        elif self.inside and tag == "tr":
            self.rows.append([])
        elif self.inside and tag in ("th", "td"):
            self.cell = []

    def handle_data(self, data: str) -> None:
        if self.cell is not None:
            self.cell.append(data)

    def handle_endtag(self, tag: str) -> None:
        if self.inside and tag in ("th", "td") and self.cell is not None:
            self.rows[-1].append(" ".join("".join(self.cell).split()))
            self.cell = None
        elif tag == "table":
            self.inside = False


def rows_of(html: str, css_class: str) -> list[list[str]]:
    """The rows of all tables with this class, heads included."""
    parser = _Tables(css_class)
    parser.feed(html)
    return parser.rows
