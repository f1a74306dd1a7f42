"""No address answers 500 to any form, whatever its body is."""

from collections.abc import Iterable, Iterator
from itertools import cycle
from typing import Any

import pytest
from django.db import transaction
from django.test import Client
from django.urls import reverse

from cegoscore.scoresheet.ledger.services.ledger import write_hand
from cegoscore.scoresheet.models import Session
from tests.clubhouse.test_form_fields import Page, answered, kind_of
from tests.effort import sample, sampled, spread
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
    *((f"multipart/form-data{boundary}", b"anything") for boundary in ("", "; boundary=", "; boundary=" + "x" * 300)),
    ("application/json", b'{"half'),
]
WORDS = "0 1 -1 1.5 NaN 1e999 ² 💥 1,2,3 9,,x [1] {} null 0001-01-01 9999-12-31"
VALUES = [*WORDS.split(), "", "\0", "a\nb", "9" * 30, "9" * 5_000, str(2**31), str(2**63), "x" * 5_000, ["1", "2"]]
Post = tuple[str, dict[str, Any]]
"""An address, and what the client is told to send there."""


def test_hand_is_not_put_in_at_a_table_where_nobody_sits() -> None:
    world = copied(World, "braeunlingen-loewen")
    write_hand(Session.objects.get(), writing(1), device=None)
    address = reverse("insert_hand", args=[world.sheet.id, 1])
    assert client_of(world.owner).get(address, {"dealer": "2"}).status_code == 422


def forms_of(page: Page, path: str) -> Iterator[Post]:
    """Every form with a value for each of its fields."""
    for form in page.elements:
        if form.tag == "form" and form.attributes.get("method") == "post":
            fields: dict[str, Any] = {}
            for element in form.within():
                field = element.parent if element.parent and element.tag == "option" else element
                name, is_chosen = field.attributes.get("name"), element.attributes.keys() & {"checked", "selected"}
                if name and (is_chosen or name not in fields):
                    fields[name] = element.attributes.get("value", "")
            yield form.attributes.get("action") or path, fields


def odd_posts(client: Client, paths: Iterable[str], values: Iterator[Any]) -> Iterator[Post]:
    """Every form of these pages with one field odd, and all that forms have to every address."""
    forms: dict[Any, Post] = {}
    names = set[str]()
    for path in paths:
        for address, fields in forms_of(Page(answered(client, path)), path.partition("?")[0]):
            names |= fields.keys()
            forms.setdefault(kind_of(address, fields), (address, fields))
    for address, fields in forms.values():
        yield from ((address, {"data": {**fields, name: next(values)}}) for name in fields)
    for path in paths:
        yield path, {"data": {name: next(values) for name in sorted(names)}}


def failed(client: Client, posts: Iterable[Post]) -> Iterator[tuple[Any, ...]]:
    """Those that are answered with 500, and what was raised; nothing of any lasts."""
    client.raise_request_exception = False
    cookies = client.cookies.output(header="", sep=";")
    for address, sent in posts:
        with transaction.atomic():
            response = client.post(address, **sent)
            if response.status_code >= 500:
                yield address, sent, getattr(response, "exc_info", None)
            transaction.set_rollback(True)
        client.cookies.load(cookies)


@sampled
def test_no_address_answers_500_to_any_form() -> None:
    """Asked with a token: it is looked for in the form, which is read for that. Each address gets one body in turn."""
    lively = copied(LivelyClub)
    client = client_of(lively.organiser)
    client.handler.enforce_csrf_checks = True
    client.cookies["csrftoken"] = token = "a" * 32
    paths = [reverse("record_queue", args=[lively.running.pk]), "/no/such/page", *spread(one_of_each(lively), 50)]
    posts = (
        (path, {"data": body, "content_type": kind, "headers": {"X-CSRFToken": token}})
        for path, (kind, body) in zip(paths, cycle(BODIES), strict=False)
    )
    assert list(failed(client, posts)) == []


@sampled
@pytest.mark.both
def test_no_address_answers_500_to_an_odd_field() -> None:
    lively = copied(LivelyClub)
    client = client_of(lively.organiser)
    rows = [lively.people[0], lively.tournament, lively.running, lively.first, lively.season]
    values = cycle([*VALUES, *(str(row.pk) for row in rows)])
    posts = odd_posts(client, spread(one_of_each(lively), 30), values)
    some = list(posts)[:: sample(4, 8)]
    assert list(failed(client, some)) == []
