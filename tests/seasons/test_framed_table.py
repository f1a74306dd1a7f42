"""The table for a frame on the club's own site: who may frame it, how a site is typed, and what it tells whom."""

import json
from datetime import timedelta
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.test import Client
from django.urls import resolve, reverse

from cegoscore.clubs.models import Club, Removal, RemovalState
from cegoscore.clubs.rights import devices
from cegoscore.clubs.sites import is_site, site_of
from tests.effort import sampled, spread
from tests.pages import body_of
from tests.worlds.club import rows_of
from tests.worlds.copied import copied
from tests.worlds.lively_club import LivelyClub, backup_of
from tests.worlds.pages import one_of_each
from tests.worlds.season import SeasonWorld, client_of, small_winter, text_of
from tournaments.clubhouse.backup import parse_json
from tournaments.clubhouse.people.services import erase_person
from tournaments.course import queries
from tournaments.desk.exchange import hold_results
from tournaments.models import Category, CategoryKind, Entrant
from tournaments.seasons.models import Season

pytestmark = pytest.mark.django_db

SITE = "https://www.example.org"


@pytest.fixture
def world(db: None) -> SeasonWorld:
    world = copied(small_winter)
    Season.objects.update(is_public=True)
    Club.objects.update(site=SITE)
    return world


def ask(world: SeasonWorld, client: Client | None = None) -> Any:
    return (client or Client()).get(reverse("season_table", args=[world.season.pk]))


def table_of(response: Any) -> list[list[str]]:
    """Rank, name with village, and points of every row."""
    assert response.status_code == 200
    return rows_of(text_of(response), "framed-table")[1:]


# The policy


def ancestors(response: Any) -> str:
    """Those who may frame the answer, by its policy."""
    parts = [part.strip() for part in str(response["Content-Security-Policy"]).split(";")]
    return next(part.removeprefix("frame-ancestors ") for part in parts if part.startswith("frame-ancestors "))


def test_the_clubs_own_site_alone_may_frame_the_table(world: SeasonWorld) -> None:
    answer, other = ask(world), Client().get(world.season.get_absolute_url())
    assert (ancestors(answer), answer.headers.get("X-Frame-Options")) == (SITE, None)
    strict = answer["Content-Security-Policy"].replace(SITE, "'none'")
    assert strict == other["Content-Security-Policy"], "every other part of it is as everywhere"
    assert b"<script" not in answer.content
    assert b'content="noindex"' in answer.content


@sampled
def test_no_other_page_of_the_server_may_be_framed() -> None:
    lively = copied(LivelyClub)
    Season.objects.update(is_public=True)
    table = reverse("season_table", args=[lively.season.pk])
    open_to_frames = []
    for address in dict.fromkeys([*spread(one_of_each(lively), 60), table, f"{table}x", "/"]):
        response = client_of(lively.organiser).get(address)
        list(response)  # a large document comes as a file, which is closed at its end
        if (ancestors(response), response.headers.get("X-Frame-Options")) != ("'none'", "DENY"):
            open_to_frames.append(address)
    assert {resolve(address).url_name for address in open_to_frames} == {"season_table"}


def test_site_that_is_taken_back_may_frame_it_no_more_at_once(world: SeasonWorld) -> None:
    assert ask(world).status_code == 200
    Club.objects.update(site="https://other.example")
    assert ancestors(ask(world)) == "https://other.example"
    Club.objects.update(site="")
    refused = ask(world)
    assert (refused.status_code, ancestors(refused), refused["X-Frame-Options"]) == (404, "'none'", "DENY")


def test_nothing_that_is_no_site_gets_into_the_header_however_it_came_into_its_column(world: SeasonWorld) -> None:
    for text in ("https://a.example; script-src *", "https://a.example https://b.example", "*", "https://a.example\n"):
        Club.objects.update(site=text)
        answer = ask(world)
        assert (answer.status_code, ancestors(answer)) == (404, "'none'"), text


def test_forged_backup_brings_no_site_that_is_none(world: SeasonWorld) -> None:
    document = backup_of(world.club)
    part = document["club"]
    place = part["columns"].index("site")
    assert part["rows"][0][place] == SITE
    for text in NO_SITES:
        part["rows"][0][place] = text
        _backup, problems = parse_json(json.dumps(document))
        assert [problem.key for problem in problems] == (["club.1.site"] if text else []), text


# Who reads what


def test_everybody_reads_the_table_as_strangers_whatever_cookie_comes(world: SeasonWorld) -> None:
    pages = {body_of(ask(world, client)) for client in (Client(), client_of(world.organiser), client_of(world.guest))}
    assert len(pages) == 1
    assert table_of(ask(world)) == [
        ["1.", "Bernd Hüfingen", "+68"],
        ["2.", "Anna Hüfingen", "+62"],
        ["3.", "Clara Hüfingen", "+60"],
        ["4.", "Edgar Hüfingen", "−10"],
        ["5.", "Dieter Hüfingen", "−180"],
    ]


def test_private_season_deleted_or_locked_club_is_unknown_to_its_manager_too(world: SeasonWorld) -> None:
    manager = client_of(world.organiser)
    Season.objects.update(is_public=False)
    assert ask(world, manager).status_code == 404
    Season.objects.update(is_public=True)
    removal = Removal.objects.create(club=world.club, state=RemovalState.ASKED)
    assert ask(world, manager).status_code == 200
    for state in (RemovalState.DELETED, RemovalState.BY_HOST, RemovalState.LOCKED):
        Removal.objects.filter(pk=removal.pk).update(state=state)
        assert ask(world, manager).status_code == 404


def test_results_that_are_held_back_are_not_in_it(world: SeasonWorld) -> None:
    tournament = world.tournament({"Anna": 1000, "Bernd": -1000}, finished=False)
    assert table_of(ask(world))[0] == ["1.", "Anna Hüfingen", "+1062"]
    hold_results(tournament, first=1, device=None)
    assert table_of(ask(world))[0] == ["1.", "Bernd Hüfingen", "+68"]


def test_juniors_are_read_by_initials_by_their_own_manager_too(world: SeasonWorld) -> None:
    event = world.event().tournament
    assert event
    juniors = Category.objects.create(tournament=event, kind=CategoryKind.JUNIORS)
    juniors.entrants.set(Entrant.objects.filter(tournament=event, player__name="Anna"))
    for client in (Client(), client_of(world.guest), client_of(world.organiser)):
        assert [row[1] for row in table_of(ask(world, client))][1] == "A. Hüfingen"


def test_frame_and_page_show_nothing_that_was_kept_for_the_other(
    world: SeasonWorld, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(queries, "OLDEST", 60)
    event = world.event().tournament
    assert event
    juniors = Category.objects.create(tournament=event, kind=CategoryKind.JUNIORS)
    juniors.entrants.set(Entrant.objects.filter(player__name="Anna"))
    page = reverse("season", args=[world.season.pk])
    assert "Anna" in body_of(client_of(world.guest).get(page))
    assert "Anna" not in body_of(ask(world))
    assert "/hands?" not in body_of(Client().get(page))


def test_who_was_erased_is_in_it_without_a_name(world: SeasonWorld) -> None:
    assert "Anna" in body_of(ask(world))
    erase_person(world.players["Anna"], by=world.organiser.pk)
    assert "Anna" not in body_of(ask(world))


def test_it_sets_no_cookie_not_even_one_that_is_due(world: SeasonWorld, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(devices, "RENEWED_AFTER", timedelta(days=-1))
    client = client_of(world.organiser)
    assert client.get(world.season.get_absolute_url()).cookies
    assert not ask(world, client_of(world.organiser)).cookies
    assert "Set-Cookie" not in ask(world).headers


# How a site is named

SITES = {
    "https://www.example.org": "https://www.example.org",
    "HTTPS://Www.Example.Org/": "https://www.example.org",
    "https://example.org:443": "https://example.org",
    "https://example.org:8443/": "https://example.org:8443",
    "https://xn--mller-kva.example": "https://xn--mller-kva.example",
}


def test_site_is_kept_as_browsers_write_it() -> None:
    assert {text: site_of(text) for text in SITES} == SITES
    assert all(is_site(site) for site in SITES.values())
    assert not is_site("")


NO_SITES = (
    *("http://www.example.org", "www.example.org", "example.org", "//example.org", "https:a.example", "https://", "*"),
    *("https://*", "https://*.example", "https://example.org/verein", "https://a.example?a", "https://a.example#", ""),
    *("https://example.org;", "https://example.org; script-src *", "https://a.example https://b.example", "'self'"),
    *("https://a.example,https://b.example", "https://example.org\nX: y", "https://example.org\r\n", "https://a..b"),
    *("https://anna@example.org", "https://anna:geheim@example.org", "https://[2001:db8::1]", "https://192.0.2.1"),
    *("https://müller.example", "https://straße.example", "https://www.еxample.org", "https://example.org."),
    *("https://localhost", "https://-a.example", "https://a-.example", "https://example.org:", "https://example.org//"),
    *("https://example.org:0", "https://example.org:65536", "https://example.org:٤٤", "javascript:alert(1)", "data:,"),
)


def test_anything_but_one_origin_is_refused_with_a_sentence() -> None:
    for text in NO_SITES:
        with pytest.raises(ValidationError, match=r"xn--"):
            site_of(text)
    assert not any(map(is_site, NO_SITES))


def name_site(world: SeasonWorld, site: str) -> Any:
    posted = {"name": "Cegofreunde", "rules": "", "stake": "", "currency": "€", "site": site}
    return client_of(world.organiser).post(reverse("club_settings", args=[world.club.pk]), posted)


def test_club_names_its_site_which_is_off_at_first_and_its_log_says_so(world: SeasonWorld) -> None:
    assert Club(name="Neu").site == ""
    assert name_site(world, "https://Cego.Example/ ").status_code == 302
    assert Club.objects.get(pk=world.club.pk).site == "https://cego.example"
    log = text_of(client_of(world.organiser).get(reverse("club_log", args=[world.club.pk])))
    assert "Eure eigene Webseite: https://cego.example" in log
    refused = name_site(world, "https://cego.example; script-src *")
    assert (refused.status_code, "Nur der Anfang der Adresse" in text_of(refused)) == (422, True)
    assert Club.objects.get(pk=world.club.pk).site == "https://cego.example"
    assert name_site(world, "").status_code == 302
    assert ask(world).status_code == 404


def test_line_to_paste_stands_at_a_public_season_of_a_club_that_named_a_site(world: SeasonWorld) -> None:
    Season.objects.update(name='Winter "25" <b>')
    address = reverse("season_links", args=[world.season.pk])
    page = body_of(client_of(world.organiser).get(address))
    src = f"http://testserver{reverse('season_table', args=[world.season.pk])}"
    line = f'<iframe src="{src}" title="Winter &quot;25&quot; &lt;b&gt;" loading="lazy"'
    escaped = line.replace("&", "&amp;").replace('"', "&quot;").replace("<", "&lt;").replace(">", "&gt;")
    assert f'value="{escaped}' in page
    Club.objects.update(site="")
    assert "iframe" not in body_of(client_of(world.organiser).get(address))
    Club.objects.update(site=SITE)
    Season.objects.update(is_public=False)
    assert "iframe" not in body_of(client_of(world.organiser).get(address))
