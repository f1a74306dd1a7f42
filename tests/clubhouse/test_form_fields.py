"""Every control of every page says what is hinted and what is wrong with it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser

import pytest
from django.db import transaction
from django.test import Client
from django.urls import resolve

from tests.effort import EVERY_CASE, sample, sampled, spread
from tests.worlds.copied import copied
from tests.worlds.lively_club import LivelyClub
from tests.worlds.pages import one_of_each
from tests.worlds.tournament import client_of

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]  # what a page looks like does not depend on the database

UNLABELLED = {"hidden", "submit", "button", "reset", "image"}
VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "wbr"}


@dataclass
class Element:
    """A tag with its attributes and what is within it."""

    tag: str
    attributes: dict[str, str]
    parent: Element | None = None
    inside: list[Element] = field(default_factory=list)
    text: str = ""

    def within(self) -> Iterator[Element]:
        """All elements below this one."""
        for each in self.inside:
            yield each
            yield from each.within()

    def above(self) -> Iterator[Element]:
        """The elements around this one, the nearest first."""
        if self.parent:
            yield self.parent
            yield from self.parent.above()

    @property
    def words(self) -> str:
        """Its text."""
        return " ".join([self.text, *(each.text for each in self.within())]).strip()

    def has_class(self, name: str) -> bool:
        """True if it has this class."""
        return name in self.attributes.get("class", "").split()

    def ids(self, attribute: str) -> list[str]:
        """The ids that an attribute names."""
        return self.attributes.get(attribute, "").split()


class Page(HTMLParser):
    """A page as a tree; what is in a `<template>` belongs to it as well."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.root = self.here = Element("", {})
        self.feed(text)
        self.elements = list(self.root.within())
        self.controls = [each for each in self.elements if is_control(each)]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        element = Element(tag, {name: value or "" for name, value in attrs}, self.here)
        self.here.inside.append(element)
        if tag not in VOID:
            self.here = element

    def handle_endtag(self, tag: str) -> None:
        opened = next((each for each in (self.here, *self.here.above()) if each.tag == tag), None)
        if opened and opened.parent:
            self.here = opened.parent

    def handle_data(self, data: str) -> None:
        self.here.text += data


def is_control(element: Element) -> bool:
    """Something to fill in."""
    return element.tag in ("select", "textarea") or (
        element.tag == "input" and element.attributes.get("type", "text") not in UNLABELLED
    )


def faults_of(page: Page) -> list[str]:
    """Faults of a page that a screen reader would meet."""
    ids = {each.attributes.get("id") for each in page.elements}
    named = {
        name
        for each in page.elements
        for name in each.ids("aria-describedby")
        if each.tag == "fieldset" or is_control(each)
    }
    return [
        *(f"wrong without a reason: {shown(each)}" for each in page.controls if is_silent(each, page)),
        *(f"describes nothing: {name}" for name in named if name not in ids),
        *(
            f"nothing is described by: {shown(each)}"
            for each in said_of_fields(page)
            if each.attributes.get("id") not in named
        ),
        *(f"leads nowhere: {place}" for place in places_within(page) if place not in ids),
    ]


def places_within(page: Page) -> list[str]:
    """Places of the page that its own links lead to."""
    links = [each.attributes.get("href", "") for each in page.elements if each.tag == "a"]
    return [link[1:] for link in links if link.startswith("#") and link != "#"]


def says_so_above(page: Page) -> bool:
    """True if a page with wrong fields says so where the reader begins."""
    return any("autofocus" in each.attributes and each.tag == "div" for each in page.elements)


def shown(element: Element) -> str:
    keys = ("type", "name", "id", "class")
    return " ".join([element.tag, *(f"{key}={element.attributes[key]}" for key in keys if key in element.attributes)])


def is_silent(control: Element, page: Page) -> bool:
    """Marked as wrong, and nothing says why."""
    around = [control, *(each for each in control.above() if each.tag == "fieldset")]
    named = {name for each in around for name in each.ids("aria-describedby")}
    reasons = [each for each in page.elements if each.attributes.get("id") in named and each.words]
    return control.attributes.get("aria-invalid") == "true" and not reasons


def said_of_fields(page: Page) -> list[Element]:
    """Errors of a field, and hints that stand within one."""
    errors = [each for each in page.elements if each.has_class("field-error") and "id" in each.attributes]
    hints = [
        each
        for each in page.elements
        if each.has_class("hint")
        and each.parent
        and each.parent.has_class("field")
        and not any(inner.tag == "a" for inner in each.within())
    ]
    return errors + hints


def blank_posts(page: Page) -> Iterator[tuple[str, dict[str, str]]]:
    """Address of every form that something is typed into, and the values that it sends if nothing is."""
    for form in page.elements:
        inside = list(form.within())
        if (
            form.tag != "form"
            or form.attributes.get("method") != "post"
            or not any(is_control(each) for each in inside)
        ):
            continue
        kept = {each.attributes["name"]: each.attributes.get("value", "") for each in inside if is_kept(each)}
        blank = {each.attributes["name"]: "" for each in inside if is_control(each) and "name" in each.attributes}
        yield form.attributes.get("action", ""), blank | kept


def is_kept(element: Element) -> bool:
    return element.tag == "input" and element.attributes.get("type") == "hidden" and "name" in element.attributes


@pytest.fixture
def lively() -> LivelyClub:
    return copied(LivelyClub)


@pytest.fixture
def client(lively: LivelyClub) -> Client:
    return client_of(lively.organiser)


def kind_of(address: str, posted: dict[str, str]) -> tuple[str | None, *tuple[str, ...]]:
    """Route and names of the fields: blank forms of one kind differ in the row that they are about."""
    return resolve(address.partition("?")[0]).url_name, *sorted(posted)


def answered(client: Client, address: str, posted: dict[str, str] | None = None) -> str:
    """The page at an address, or the answer to a form; nothing of it lasts. Empty if it is no page."""
    with transaction.atomic():
        response = client.get(address) if posted is None else client.post(address, posted)
        transaction.set_rollback(True)
    content = b"".join(response)
    return content.decode() if response.headers.get("Content-Type", "").startswith("text/html") else ""


@sampled
def test_every_field_says_what_is_hinted_and_every_blank_form_what_is_missing(
    lively: LivelyClub, client: Client
) -> None:
    """One walk over all pages for both; `make test` sees a spread of the routes, and one blank form of each kind.

    That every control has a label, and each id once, is tried by the validator (tests/test_html.py).
    """
    faults, wrong, tried = {}, set(), set()
    for address in spread(one_of_each(lively), 60):
        page = Page(answered(client, address))
        if found := faults_of(page):
            faults[address] = found
        for action, posted in blank_posts(page):
            kind = kind_of(action or address, posted)
            if kind in tried and not EVERY_CASE:
                continue
            tried.add(kind)
            answer = Page(answered(client, action or address, posted))
            wrong |= {each.attributes["name"] for each in answer.controls if "aria-invalid" in each.attributes}
            found = faults_of(answer)
            if any("aria-invalid" in each.attributes for each in answer.controls) and not says_so_above(answer):
                found.append("only the field says that it is wrong")
            if found:
                faults[f"{action or address} with nothing typed"] = found
    assert faults == {}
    assert len(wrong) > sample(15, 4)
