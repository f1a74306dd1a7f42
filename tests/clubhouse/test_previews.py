"""Previews of links in messengers, for every kind of link: who may only look is told what it leads to, nobody else."""

import re
from html import unescape

import pytest
from django.test import Client
from django.urls import reverse

from cegoscore.clubs.models import Device, Grant, Link, Player, Right
from cegoscore.clubs.rights.links import link_for, secret_of
from cegoscore.clubs.rights.managers import manager_link
from tests.effort import thorough
from tests.pages import body_of
from tests.worlds.copied import copied
from tests.worlds.lively_club import LivelyClub
from tournaments.desk import exchange
from tournaments.models import Tournament
from tournaments.seasons.models import Season

pytestmark = pytest.mark.django_db

WHATSAPP = {"User-Agent": "WhatsApp/2.23.20.0"}
META = re.compile(r'<meta property="og:(\w+)" content="([^"]*)">')
NOTHING = {"site_name": "Cego", "title": "Cego"}
OPENED_BY = ("open_link", "open_tournament_link", "open_season_link", "open_club")


def tags(path: str) -> dict[str, str]:
    page = body_of(Client(headers=WHATSAPP).get(path))
    return {name: unescape(content) for name, content in META.findall(page)}


def preview_of(link: Link, opened_by: str = "open_link") -> dict[str, str]:
    return tags(reverse(opened_by, args=[secret_of(link)]))


def size_of(image: str, host: str) -> tuple[int, bytes]:
    assert image.startswith(f"{host}/"), image
    answer = Client().get(image.removeprefix(host))
    return answer.status_code, answer.content[:4]


@pytest.fixture
def lively(settings: object) -> LivelyClub:
    settings.PUBLIC_URL = "https://testserver"  # type: ignore[attr-defined]
    lively = copied(LivelyClub)
    Player.objects.filter(pk=lively.people[0].pk).update(name="Anna")
    return lively


@thorough
def test_links_to_look_show_what_they_lead_to(lively: LivelyClub) -> None:
    titles = {
        lively.evening: lively.evening.title,
        lively.tournament: lively.tournament.name,
        lively.championship: "Meisterschaft",
        lively.night: lively.night.name,
    }
    for target, title in titles.items():
        shown = preview_of(link_for(lively.club, right=Right.LOOK, target=target.pk))
        assert shown["title"] == title
        assert ("image" in shown) == (target != lively.night)
        if "image" in shown:
            assert size_of(shown["image"], "https://testserver") == (200, b"\x89PNG")


@pytest.mark.parametrize("right", [right for right in Right if right != Right.LOOK])
@pytest.mark.parametrize("opened_by", OPENED_BY)
def test_links_that_let_do_more_show_nothing_but_the_apps_name(
    lively: LivelyClub, right: Right, opened_by: str
) -> None:
    for target in (lively.evening, lively.tournament, lively.season, lively.night, lively.club):
        link = link_for(lively.club, right=right, target=target.pk)
        page = body_of(Client(headers=WHATSAPP).get(reverse(opened_by, args=[secret_of(link)])))
        assert dict(META.findall(page)) == NOTHING
        assert "Anna" not in page
        assert lively.tournament.name not in page
        assert Client().get(reverse("link_picture", args=[secret_of(link)])).status_code == 404


def test_invitation_of_a_manager_shows_nothing_and_is_not_used_up(lively: LivelyClub) -> None:
    link = manager_link(lively.club, by=lively.organiser)
    assert preview_of(link, "open_club") == NOTHING
    assert Link.objects.valid().filter(pk=link.pk).exists()


@pytest.mark.parametrize("model", ["CUBOT NOTE 20", "M bot 60"])
def test_phone_called_a_bot_is_let_in(lively: LivelyClub, model: str) -> None:
    link = link_for(lively.club, right=Right.LOOK, target=lively.tournament.pk)
    phone = {"User-Agent": f"Mozilla/5.0 (Linux; Android 12; {model} Build/S10; wv) Chrome/120.0 Mobile Safari/537.36"}
    assert Client(headers=phone).get(reverse("open_link", args=[secret_of(link)])).status_code == 302


@pytest.mark.parametrize(
    "program",
    [
        "WhatsApp/2.12.81 Android/5.0",
        "Mozilla/5.0 (Linux; Android 6.0.1; Nexus 5X) Mobile Safari/537.36 (compatible; Googlebot/2.1)",
        "TelegramBot (like TwitterBot)",
        "Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)",
        "Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)",
    ],
)
def test_program_gets_no_right_though_it_names_a_phone(lively: LivelyClub, program: str) -> None:
    link = link_for(lively.club, right=Right.LOOK, target=lively.tournament.pk)
    before = Grant.objects.count(), Device.objects.count()
    assert Client(headers={"User-Agent": program}).get(reverse("open_link", args=[secret_of(link)])).status_code == 200
    assert (Grant.objects.count(), Device.objects.count()) == before


@pytest.mark.parametrize("is_public", [True, False])
def test_pages_have_a_preview_only_where_they_are_public(lively: LivelyClub, *, is_public: bool) -> None:
    Tournament.objects.update(is_public=is_public)
    Season.objects.update(is_public=is_public)
    for name, target in (("tournament", lively.tournament), ("season", lively.championship)):
        shown = tags(reverse(name, args=[target.pk]))
        assert shown.get("title") == (target.name if is_public else None)
        if is_public:
            assert size_of(shown["image"], "https://testserver") == (200, b"\x89PNG")
        else:
            assert Client().get(reverse(f"{name}_image", args=[target.pk])).status_code == 404


def test_held_back_results_show_none(lively: LivelyClub) -> None:
    Tournament.objects.update(is_public=True)
    table = lively.running
    to_table, to_hall = (
        link_for(lively.club, right=Right.LOOK, target=target) for target in (table.pk, lively.tournament.pk)
    )
    assert "image" in preview_of(to_table)
    exchange.hold_results(lively.tournament, first=1, device=lively.organiser)
    assert preview_of(to_table) == NOTHING
    for shown in (preview_of(to_hall), tags(reverse("tournament", args=[lively.tournament.pk]))):
        assert shown["title"] == lively.tournament.name
        assert "image" not in shown
    for path in (
        reverse("link_picture", args=[secret_of(to_hall)]),
        f"/tournaments/{lively.tournament.pk}/picture.png",
    ):
        assert Client().get(path).status_code == 404
