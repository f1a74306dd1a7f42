"""No address answers 500 to any form, whatever its body is."""

from __future__ import annotations

import re
import uuid
from collections.abc import Iterator, Mapping
from itertools import cycle

import pytest
from django.db import transaction
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from cegoscore.scoresheet.models import Session
from cegoscore.scoresheet.services.ledger import write_hand
from tests.clubhouse.test_form_fields import Page, answered, kind_of
from tests.effort import spread
from tests.worlds.copied import copied
from tests.worlds.lively_club import LivelyClub
from tests.worlds.pages import one_of_each
from tests.worlds.sheet import World, client_of, writing

pytestmark = pytest.mark.django_db

MULTIPART = "multipart/form-data; boundary=b"
LARGE_HEAD = b'--b\r\nContent-Disposition: form-data; name="%s"\r\n\r\nx\r\n--b--\r\n' % (b"n" * 2_000)
BODIES = [
    ("application/x-www-form-urlencoded", b"%ff=%00&dealer=2&lineup=9,,x&number=-1&csrfmiddlewaretoken=%ff&a&=&"),
    ("application/x-www-form-urlencoded", b"&".join(b"a%d=" % number for number in range(2_000))),
    (MULTIPART, b'--b\r\nContent-Disposition: form-data; name="uuid"\r\n\r\n\xff\x00\r\n--b--\r\n'),
    (MULTIPART, b"--b\r\n\r\nno end"),
    (MULTIPART, LARGE_HEAD),
    ("application/json", b'{"half'),
]


def test_hand_is_not_put_in_at_a_table_where_nobody_sits() -> None:
    world = copied(World, "braeunlingen-loewen")
    write_hand(Session.objects.get(), writing(1), device=None)
    address = reverse("insert_hand", args=[world.sheet.id, 1])
    assert client_of(world.owner).get(address, {"dealer": "2"}).status_code == 422


@pytest.mark.parametrize(("kind", "body"), BODIES)
def test_queue_of_a_phone_is_no_form(kind: str, body: bytes) -> None:
    """Asked with a token: it is looked for in the form, which is read for that."""
    world = copied(World, "braeunlingen-loewen")
    client = client_of(world.owner)
    client.handler.enforce_csrf_checks = True
    client.cookies["csrftoken"] = token = "a" * 32
    address = reverse("record_queue", args=[world.sheet.id])
    sent = client.post(address, body, content_type=kind, headers={"X-CSRFToken": token})
    assert sent.status_code in (400, 403)


def addresses(patterns: list[URLPattern | URLResolver] | None = None, before: str = "") -> list[str]:
    """One address of every route."""
    found = []
    for pattern in get_resolver().url_patterns if patterns is None else patterns:
        route = before + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            found += addresses(pattern.url_patterns, route)
        else:
            filled = re.sub(r"<uuid:\w+>", str(uuid.UUID(int=1)), route)
            found.append("/" + re.sub(r"<\w+:\w+>|<\w+>", "1", filled))
    return found


@pytest.mark.parametrize(("kind", "body"), BODIES)
@pytest.mark.parametrize("is_checked", [True, False])
def test_no_address_answers_500_to_any_form(kind: str, body: bytes, is_checked: bool) -> None:
    client = Client(enforce_csrf_checks=is_checked, raise_request_exception=False)
    client.cookies["csrftoken"] = "a" * 32
    paths = [*addresses(), "/no/such/page"]
    assert len(paths) > 100
    answers = {path: client.post(path, body, content_type=kind).status_code for path in paths}
    assert {path: status for path, status in answers.items() if status >= 500} == {}


VALUES = [
    *(
        "",
        "0",
        "1",
        "-1",
        "1.5",
        "9" * 30,
        "9" * 5_000,
        str(2**31),
        str(2**63),
        "NaN",
        "1e999",
        "²",
        "\0",
        "\ufffd",
        "💥",
        "a\nb",
    ),
    *("1,2,3", "9,,x", "[1]", "{}", "null", str(uuid.UUID(int=1)), "0001-01-01", "9999-12-31", "x" * 5_000),
]
Fields = Mapping[str, str | list[str]]


def forms_of(page: Page, path: str) -> Iterator[tuple[str, dict[str, str]]]:
    """Every form with a value for each of its fields."""
    for form in page.elements:
        if form.tag == "form" and form.attributes.get("method") == "post":
            fields = {}
            for control in form.within():
                if control.tag in ("input", "select", "textarea", "button") and (
                    name := control.attributes.get("name")
                ):
                    options = [each.attributes for each in (control, *control.within()) if "value" in each.attributes]
                    chosen = [each for each in options if each.keys() & {"checked", "selected"}] or options or [{}]
                    if name not in fields or "checked" in control.attributes:
                        fields[name] = chosen[0].get("value", "")
            yield form.attributes.get("action") or path, fields


def odd_posts(lively: LivelyClub, client: Client) -> Iterator[tuple[str, Fields]]:
    """Every form of every page with one field odd, and all that forms have to every address."""
    rows = [lively.people[0], lively.tournament, lively.running, lively.first, lively.season]
    odd: Iterator[str | list[str]] = cycle([*VALUES, *(str(row.pk) for row in rows), ["1", "2"]])
    paths, seen, names = spread(one_of_each(lively), 60), set(), set[str]()
    for path in paths:
        for address, fields in forms_of(Page(answered(client, path)), path.partition("?")[0]):
            names |= fields.keys()
            if (kind := kind_of(address, fields)) not in seen:
                seen.add(kind)
                yield from ((address, {**fields, name: next(odd)}) for name in fields)
    for path in paths:
        yield path, {name: next(odd) for name in sorted(names)}


def test_no_address_answers_500_to_an_odd_field_of_whoever_may_do_everything() -> None:
    lively = copied(LivelyClub)
    client = client_of(lively.organiser)
    client.raise_request_exception = False
    cookies, failed = client.cookies.output(header="", sep=";"), []
    for address, fields in spread(list(odd_posts(lively, client)), 150):
        with transaction.atomic():
            if client.post(address, fields).status_code >= 500:
                failed.append((address, fields))
            transaction.set_rollback(True)
        client.cookies.load(cookies)
    assert failed == []
