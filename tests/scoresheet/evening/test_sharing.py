"""Codes typed on the start page, links taken back, and the evening's text on the page for sharing."""

from collections.abc import Iterable
from datetime import UTC, datetime
from functools import partial
from typing import Any
from unittest.mock import Mock
from uuid import UUID

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from cegoscore.clubs.models import Device, FailedGuess, Grant, Link, Right
from cegoscore.clubs.rights import links
from cegoscore.clubs.rights.codes import code_of, give_codes
from cegoscore.clubs.rights.links import accept_link, keep_looking, link_for, revoke, secret_of
from cegoscore.scoresheet.models import Session
from cegoscore.scoring.rules.rule_files import published
from tests.effort import thorough
from tests.pages import body_of
from tests.scoresheet.ledger.test_races import at_once
from tests.worlds.sheet import World, another_evening, client_of, open_table, posted


def link_to(world: World, right: Right = Right.LOOK) -> Link:
    return link_for(world.sheet.club, right=right, target=world.sheet.id)


def code_to(world: World, right: Right = Right.LOOK) -> str:
    link = link_to(world, right)
    give_codes([link])
    return code_of(link) or ""


def enter(code: str, client: Client | None = None) -> Any:
    return (client or Client()).post(reverse("enter_code"), {"code": code})


def act(world: World, name: str, who: str, link: Link) -> Any:
    return client_of(getattr(world, who)).post(reverse(name, args=[world.sheet.id, link.pk]))


@pytest.mark.parametrize("action", ["sheet_give_code", "sheet_revoke_link"])
def test_link_to_another_sheet_does_not_exist_here(world: World, action: str) -> None:
    other = link_to(World())
    assert act(world, action, "owner", other).status_code == 404
    assert act(world, action, "owner", link_to(world)).status_code == 302


def test_link_taken_back_shuts_out_whoever_came_by_it_and_a_new_one_is_another(world: World) -> None:
    old = link_to(world)
    assert client_of(world.guest).get(world.sheet.get_absolute_url()).status_code == 200
    act(world, "sheet_revoke_link", "owner", old)
    assert client_of(world.guest).get(world.sheet.get_absolute_url()).status_code == 404
    assert Client().get(reverse("open_link", args=[secret_of(old)])).status_code == 404
    assert client_of(world.mate).get(world.sheet.get_absolute_url()).status_code == 200
    assert link_to(world) != old


def lasting(device: Device) -> list[Any]:
    """Rights of a device that hang on no link."""
    return list(Grant.objects.filter(device=device, link=None).values_list("right", flat=True))


@pytest.mark.parametrize("comes", ["opens it", "is there when the sheet is closed"])
def test_link_taken_back_meanwhile_gives_no_right_to_look_on(
    world: World, comes: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    link = link_to(world, Right.WRITE)
    if comes == "opens it":
        revoke(link)
        accept_link(world.stranger, link)
    else:
        accept_link(world.stranger, link)

        def too_late(this: Link, devices: Iterable[UUID]) -> None:
            revoke(this)
            keep_looking(this, devices)

        monkeypatch.setattr(links, "keep_looking", too_late)
        links.let_end(world.sheet.pk, right=Right.WRITE, at=timezone.now())
    assert lasting(world.stranger) == []


def test_who_could_not_come_by_a_link_may_not_look_on_either(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(Grant.objects), "get_or_create", Mock(side_effect=RuntimeError))
    with pytest.raises(RuntimeError):
        accept_link(world.stranger, link_to(world, Right.WRITE))
    assert lasting(world.stranger) == []


@pytest.mark.both
@pytest.mark.django_db(transaction=True)
def test_link_that_is_opened_and_taken_back_at_once_leaves_no_right() -> None:
    world = World()
    for _time in range(4):
        link, device = link_to(world, Right.WRITE), Device.objects.create()
        came, gone = at_once([partial(accept_link, device, link), partial(revoke, link)])
        assert (came.link_id, gone) == (link.pk, None)
        assert not Grant.objects.valid().filter(device=device).exists()


@pytest.mark.parametrize(("right", "status"), [(Right.LOOK, 403), (Right.WRITE, 302)])
def test_code_gives_the_right_of_its_link_and_no_more(world: World, right: Right, status: int) -> None:
    client = Client()
    response = enter(code_to(world, right).lower().replace("-", " "), client)
    assert (response.status_code, response["Location"]) == (302, world.sheet.get_absolute_url())
    assert client.get(response["Location"]).status_code == 200
    assert client.post(reverse("record_hand", args=[world.sheet.id]), posted(1)).status_code == status


def test_code_stands_on_the_page_while_it_holds(world: World) -> None:
    url = reverse("sheet_links", args=[world.sheet.id])
    client = client_of(world.mate)
    assert [link.code for link in client.get(url).context["links"]] == [None, None]
    code = code_to(world, Right.WRITE)
    response = client.get(url)
    assert [link.code for link in response.context["links"]] == [None, code]
    assert code in body_of(response)
    assert reverse("sheet_revoke_link", args=[world.sheet.id, link_to(world).pk]) not in body_of(response)


def test_wrong_code_is_counted_and_what_was_typed_stays(db: None) -> None:
    response = enter("acde fhjk")
    assert response.status_code == 404
    assert FailedGuess.objects.count() == 1
    html = body_of(response)
    assert 'value="acde fhjk"' in html
    assert 'role="alert"' in html


@pytest.mark.parametrize("code", ["", "Stammtisch", "ACDE", "x" * 5000])
def test_what_is_no_code_is_said_and_not_counted(db: None, code: str) -> None:
    assert enter(code).status_code == 422
    assert not FailedGuess.objects.exists()


def test_start_page_takes_codes(db: None) -> None:
    html = body_of(Client().get(reverse("home")))
    assert f'action="{reverse("enter_code")}"' in html
    assert Client().get(reverse("enter_code")).status_code == 200


def test_same_code_twice_is_one_grant(world: World) -> None:
    code, client = code_to(world), Client()
    before = Grant.objects.count()
    for _twice in range(2):
        enter(code, client)
    assert Grant.objects.count() == before + 1


def test_page_for_sharing_opens_with_the_code_to_look_on(db: None) -> None:
    device = Device.objects.create()
    sheet = open_table(device, names=("Anna", "Bernd", "Clara", "Dieter"), rules=published("schweden"), first_dealer=0)
    for each in (sheet, another_evening(sheet)):
        page = client_of(device).get(reverse("sheet_links", args=[each.pk]))
        assert [(row.link.right, "<svg" in row.qr_svg) for row in page.context["links"]] == [("look", True)]


def test_page_for_sharing_has_the_evening_as_text(world: World) -> None:
    client = client_of(world.owner)
    client.post(reverse("record_hand", args=[world.sheet.id]), posted(1))
    response = client.get(reverse("sheet_links", args=[world.sheet.id]))
    assert "Bernd +30\nAnna −10" in body_of(response)
    assert body_of(client.get(reverse("share_text", args=[world.sheet.id]))) == response.context["message"]


BY_LINK = (
    "sheet",
    "evening",
    "export_document",
    "export_csv",
    "share_text",
    "picture",
    "sheet_links",
    "table",
    "sheet_changes",
)


@pytest.mark.parametrize("page", BY_LINK)
def test_nothing_of_a_sheet_is_for_search_engines(world: World, page: str) -> None:
    response = client_of(world.owner).get(reverse(page, args=[world.sheet.id]))
    assert (response.status_code, response["X-Robots-Tag"]) == (200, "noindex")


def test_start_page_may_be_found_and_a_link_may_not(world: World) -> None:
    assert "X-Robots-Tag" not in Client().get(reverse("home"))
    assert Client().get(reverse("open_link", args=[secret_of(link_to(world))]))["X-Robots-Tag"] == "noindex"


@thorough
@pytest.mark.parametrize(("language", "date"), [("de", "1. Mai 2026"), ("en", "1 May 2026")])
def test_dates_are_written_as_the_language_does(world: World, language: str, date: str) -> None:
    Session.objects.update(started_at=datetime(2026, 5, 1, 18, tzinfo=UTC))
    for page in ("evening", "delete_sheet", "share_text"):
        url = reverse(page, args=[world.sheet.id])
        assert date in body_of(client_of(world.owner).get(url, headers={"Accept-Language": language}))


@thorough
def test_list_of_evenings_and_start_page_write_english_dates(world: World) -> None:
    Session.objects.update(started_at=datetime(2026, 5, 1, 18, tzinfo=UTC))
    client, english = client_of(world.owner), {"Accept-Language": "en"}
    assert "1 May 2026" in body_of(client.get(reverse("evenings"), headers=english))
    assert "1 May" in body_of(client.get(reverse("home"), headers=english))


@thorough
def test_share_page_says_that_plain_http_cannot_be_opened_without_network(world: World) -> None:
    page, said = reverse("sheet_links", args=[world.sheet.id]), "Hier gibt es kein HTTPS"
    client = client_of(world.owner)
    assert said in " ".join(body_of(client.get(page)).split())
    for good in (client.get(page, secure=True), client.get(page, headers={"host": "localhost:8000"})):
        assert said not in " ".join(body_of(good).split())
