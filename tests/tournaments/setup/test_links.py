"""Links and codes to a tournament: where they lead, what they allow, and who hands them on or takes them back."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from cegoscore.clubs.models import Link, LogEntry, Right
from cegoscore.clubs.rights.codes import code_of, give_codes
from cegoscore.clubs.rights.links import address_of, link_for, revoke, secret_of
from tests.pages import body_of
from tests.worlds.tournament import World, client_of
from tournaments.desk import services as desk
from tournaments.models import Tournament
from tournaments.setup import services as setup

pytestmark = pytest.mark.django_db


def url_of(world: World, name: str, *more: Any) -> str:
    return reverse(name, args=[world.tournament.pk, *more])


def link_to(world: World, right: Right) -> Link:
    return link_for(world.tournament.club, right=right, target=world.tournament.pk)


def opened(link: Link, client: Client | None = None, **query: str) -> Any:
    return (client or Client()).get(reverse("open_tournament_link", args=[secret_of(link)]), query)


# Where they lead


@pytest.mark.parametrize(("right", "page"), [(Right.LOOK, "tournament"), (Right.DESK, "desk")])
def test_link_leads_to_the_page_of_its_right(world: World, right: Right, page: str) -> None:
    client = Client()
    response = opened(link_to(world, right), client)
    assert (response.status_code, response["Location"]) == (302, url_of(world, page))
    assert client.get(response["Location"], follow=True).status_code == 200


def test_link_leads_to_the_announcements_if_it_says_so(world: World) -> None:
    client = Client()
    response = opened(link_to(world, Right.LOOK), client, to="announce")
    assert response["Location"] == url_of(world, "announce")
    assert client.get(response["Location"]).status_code == 200
    assert opened(link_to(world, Right.LOOK), to="//example.org")["Location"] == url_of(world, "tournament")


def test_wrong_link_opens_nothing(world: World) -> None:
    for query in ({}, {"to": "announce"}):
        response = Client().get(reverse("open_tournament_link", args=["x" * 26]), query)
        assert response.status_code == 404


def test_codes_of_tournaments_and_of_their_sheets_lead_to_the_right_place(world: World) -> None:
    world.register(8)
    table = world.draw().tables.get(number=1)
    assert table.sheet
    sheet_link = Link.objects.get(target=table.sheet.pk)
    for link, address in (
        (link_to(world, Right.DESK), url_of(world, "desk")),
        (link_to(world, Right.LOOK), url_of(world, "tournament")),
        (sheet_link, table.sheet.get_absolute_url()),
    ):
        give_codes([link])
        response = Client().post(reverse("enter_code"), {"code": code_of(link)})
        assert (response.status_code, response["Location"]) == (302, address)


def test_secret_of_a_sheet_opens_the_sheet_at_either_address(world: World) -> None:
    world.register(8)
    table = world.draw().tables.get(number=1)
    assert table.sheet
    link = Link.objects.get(target=table.sheet.pk)
    for name in ("open_link", "open_tournament_link"):
        response = Client().get(reverse(name, args=[secret_of(link)]), {"to": "announce"})
        assert response["Location"] == table.sheet.get_absolute_url()


def test_link_to_what_is_gone_opens_nothing(world: World) -> None:
    link = link_to(world, Right.LOOK)
    Link.objects.filter(pk=link.pk).update(target="00000000-0000-4000-8000-000000000000")
    link.refresh_from_db()
    assert address_of(link) is None
    assert opened(link).status_code == 404


# The page


def rights_shown(world: World, who: str) -> list[str]:
    context = client_of(getattr(world, who)).get(url_of(world, "tournament_links")).context
    return [row.link.right for row in context["links"]]


def test_organiser_sees_both_links_and_a_helper_the_one_to_look(world: World) -> None:
    assert rights_shown(world, "organiser") == ["desk", "look"]
    assert rights_shown(world, "helper") == ["look"]


@pytest.mark.parametrize("public", [True, False])
def test_code_for_the_poster_opens_the_announcements_to_a_stranger(public: bool) -> None:
    world = World(takes_announcements=True, is_public=public)
    shown = client_of(world.organiser).get(url_of(world, "tournament_links")).context["links"][0]
    stranger = Client()
    page = stranger.get(shown.url.removeprefix("http://testserver"), follow=True)
    assert page.status_code == 200
    assert page.request["PATH_INFO"] == url_of(world, "announce")


def test_without_announcements_there_is_no_code_for_the_poster(world: World) -> None:
    page = client_of(world.organiser).get(url_of(world, "tournament_links"))
    assert None not in [row.link for row in page.context["links"]]


# Making and taking back


@pytest.mark.parametrize(
    ("who", "right", "status"),
    [
        ("organiser", "desk", 302),
        ("organiser", "look", 302),
        ("organiser", "manage", 404),
        ("organiser", "", 404),
        ("helper", "look", 302),
        ("helper", "desk", 404),
    ],
)
def test_who_may_make_which_link(world: World, who: str, right: str, status: int) -> None:
    if status == 302:
        revoke(link_to(world, Right(right)))
    before = Link.objects.count()
    response = client_of(getattr(world, who)).post(url_of(world, "tournament_links"), {"right": right})
    assert response.status_code == status
    assert Link.objects.count() == before + (status == 302)


@pytest.mark.parametrize(
    ("who", "right", "status"),
    [
        ("organiser", Right.DESK, 302),
        ("helper", Right.LOOK, 302),
        ("helper", Right.DESK, 404),
    ],
)
def test_who_may_give_a_code(world: World, who: str, right: Right, status: int) -> None:
    link = link_to(world, right)
    response = client_of(getattr(world, who)).post(url_of(world, "tournament_give_code", link.pk))
    assert response.status_code == status
    assert (code_of(Link.objects.get(pk=link.pk)) is not None) == (status == 302)


@pytest.mark.parametrize("name", ["tournament_give_code", "tournament_revoke_link"])
def test_link_to_another_tournament_does_not_exist_here(world: World, name: str) -> None:
    other = link_to(World(club_name="Andere"), Right.LOOK)
    assert client_of(world.organiser).post(url_of(world, name, other.pk)).status_code == 404
    assert Link.objects.valid().filter(pk=other.pk, code_hash=None).exists()


# Their end, and the club's log


@pytest.mark.parametrize("end", ["finish", "cancel"])
def test_desk_link_ends_at_noon_of_the_day_after_the_end_and_helpers_look_on(
    world: World, monkeypatch: pytest.MonkeyPatch, end: str
) -> None:
    link = link_to(world, Right.DESK)
    page = body_of(client_of(world.organiser).get(url_of(world, "tournament_links")))
    assert "Mittag des Tages nach Turnierende" in page
    if end == "finish":
        Tournament.objects.update(rounds=1)
        world.tournament.refresh_from_db()
        world.register(8)
        world.play_round()
        desk.finish_tournament(world.tournament, why="Wunsch", device=world.organiser)
    else:
        setup.cancel_tournament(world.tournament, why="Schnee", device=world.organiser)
    link.refresh_from_db()
    assert link.expires_at
    local = timezone.localtime(link.expires_at)
    assert (local.date() - timezone.localdate(), local.hour) == (timedelta(days=1), 12)
    helper = client_of(world.helper)
    assert helper.get(url_of(world, "door")).status_code == 200
    monkeypatch.setattr(timezone, "now", lambda: local + timedelta(seconds=1))
    assert [helper.get(url_of(world, name)).status_code for name in ("door", "tournament")] == [403, 200]


def test_tournament_that_goes_on_keeps_its_desk_link(world: World) -> None:
    link = link_to(world, Right.DESK)
    setup.cancel_tournament(world.tournament, why="Schnee", device=world.organiser)
    desk.open_again(world.tournament, why="Getaut", device=world.organiser)
    link.refresh_from_db()
    assert link.expires_at is None


def test_links_of_a_tournament_stand_in_the_clubs_log(world: World) -> None:
    client = client_of(world.organiser)
    client.post(url_of(world, "tournament_links"), {"right": "desk"})
    client.post(url_of(world, "tournament_revoke_link", link_to(world, Right.DESK).pk))
    entries = LogEntry.objects.filter(kind__in=("link_made", "link_revoked")).order_by("pk")
    told = [(entry.kind, entry.subject, entry.after, entry.device) for entry in entries]
    assert told == [(kind, "Preiscego", "desk", world.organiser) for kind in ("link_made", "link_revoked")]
