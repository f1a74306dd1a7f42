"""The pages of seasons: who may see and do what, what stands there, and what leaves as a file."""

import csv
import io
import json
import re
import uuid
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from cegoscore.clubs.models import Club, Device, Link, LogEntry, Player, Right
from cegoscore.clubs.rights.links import link_for, secret_of
from cegoscore.contest.league import Worth
from cegoscore.contest.ties import TieBreak
from cegoscore.scoresheet.models import Session
from cegoscore.scoring.rules.rule_files import published
from tests.effort import thorough
from tests.pages import body_of, leads_to_its_field
from tests.worlds.club import rows_of
from tests.worlds.copied import copied
from tests.worlds.season import BY, SeasonWorld, client_of, text_of
from tests.worlds.sheet import open_table
from tournaments.clubhouse.people.services import erase_person
from tournaments.models import Tournament
from tournaments.seasons import queries
from tournaments.seasons.models import Season
from tournaments.seasons.services import add_events

pytestmark = pytest.mark.django_db


def two_events() -> SeasonWorld:
    world = copied(SeasonWorld, tie_breaks=[TieBreak.LOT.value])
    world.tournament({"Anna": 100, "Bernd": 40, "Clara": 40, "Dieter": -180}, women=("Anna", "Clara"))
    world.tournament({"Anna": -50, "Bernd": 30, "Clara": 30, "Edgar": -10})
    return world


@pytest.fixture
def world(db: None) -> SeasonWorld:
    return copied(two_events)


def get(world: SeasonWorld, device: Device, name: str = "season", /, *more: Any, **query: Any) -> Any:
    return client_of(device).get(reverse(name, args=[world.season.pk, *more]), query)


def post(world: SeasonWorld, name: str, /, *more: Any, device: Device | None = None, **data: Any) -> Any:
    return client_of(device or world.organiser).post(reverse(name, args=[world.season.pk, *more]), data)


def table_of(response: Any) -> list[list[str]]:
    """Rank, change, name with village and notes, events, count, total; without the heading and the links' words."""
    rows = rows_of(text_of(response), "league-table")[1:]
    links = re.compile("Diese Zeile im Blick behalten|Alle Ergebnisse")
    return [[" ".join(links.sub(" ", cell).split()) for cell in row] for row in rows]


# Who may look


def test_club_says_how_many_of_its_seasons_events_are_over(world: SeasonWorld) -> None:
    world.season.events.all().delete()
    assert "vorbei" not in text_of(client_of(world.organiser).get(reverse("club", args=[world.club.pk])))
    world.tournament({"Anna": 1, "Bernd": -1})
    page = text_of(client_of(world.organiser).get(reverse("club", args=[world.club.pk])))
    assert "1 von einem Termin vorbei · Anna führt" in page


def test_list_shows_own_seasons_and_the_newest_public_ones(world: SeasonWorld, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(queries, "MOST_PUBLIC", 1)
    for name, year in (("Nah", 2098), ("Fern", 2099)):
        other = SeasonWorld(name=name, is_public=True)
        Season.objects.filter(pk=other.season.pk).update(last_day=date(year, 1, 1))
    page = text_of(client_of(world.guest).get(reverse("seasons")))
    assert [name in page for name in ("Winter", "Nah", "Fern")] == [True, False, True]


def test_link_lets_somebody_look_and_leads_to_the_table(world: SeasonWorld) -> None:
    link = link_for(world.club, right=Right.LOOK, target=world.season.pk)
    client = client_of(world.stranger)
    response = client.get(reverse("open_season_link", args=[secret_of(link)]))
    assert response["Location"] == world.season.get_absolute_url()
    assert client.get(response["Location"]).status_code == 200
    unknown = client.get(reverse("open_season_link", args=["nothing"]), follow=True)
    assert unknown.status_code == 404


def test_link_is_made_shown_and_taken_back(world: SeasonWorld) -> None:
    Link.objects.all().delete()
    post(world, "season_links", right="look")
    link = Link.objects.get()
    address = reverse("open_season_link", args=[secret_of(link)])
    assert address in text_of(get(world, world.organiser, "season_links"))
    post(world, "season_revoke_link", link.pk)
    assert address not in text_of(get(world, world.organiser, "season_links"))
    entries = LogEntry.objects.filter(subject=world.season.name, kind__startswith="link").order_by("pk")
    assert list(entries.values_list("kind", "after")) == [("link_made", "look"), ("link_revoked", "look")]


# The table


def test_table_shows_rank_change_name_events_and_total(world: SeasonWorld) -> None:
    world.tournament({"Bernd": 100, "Dieter": -100})
    assert table_of(get(world, world.guest)) == [
        ["1.", "=", "Bernd Hüfingen", "+40", "+30", "+100", "3", "+170"],
        ["2.", "↓1", "Clara Hüfingen", "+40", "+30", "", "2", "+70"],
        ["3.", "=", "Anna Hüfingen", "+100", "−50", "", "2", "+50"],
        ["4.", "=", "Edgar Hüfingen", "", "−10", "", "1", "−10"],
        ["5.", "=", "Dieter Hüfingen", "−180", "", "−100", "2", "−280"],
    ]


def test_who_has_most_points_while_an_event_still_runs_has_not_won_it(world: SeasonWorld) -> None:
    world.evening({"Bernd": 10, "Dieter": -10})
    page = text_of(get(world, world.guest))
    assert "vorn: Bernd" in page
    assert "Sieg: " not in page


@thorough
def test_who_was_at_a_tournament_leads_to_their_page_and_who_played_evenings_only_for_managers(
    world: SeasonWorld,
) -> None:
    world.evening({"Anna": 1, "Fritz": -1})
    pages = {name: reverse("player", args=[world.club.pk, world.player(name).pk]) for name in ("Anna", "Fritz")}
    for device, names in ((world.guest, ["Anna"]), (world.organiser, ["Anna", "Fritz"])):
        table = text_of(get(world, device))
        assert [name for name, page in pages.items() if f'href="{page}"' in table] == names


def test_tie_looks_like_a_tie_and_says_what_is_to_be_done(world: SeasonWorld) -> None:
    assert [row[:3] for row in table_of(get(world, world.guest))] == [
        ["1.", "↑1", "Bernd Hüfingen noch zu ziehen"],
        ["1.", "↑1", "Clara Hüfingen noch zu ziehen"],
        ["3.", "↓2", "Anna Hüfingen"],
        ["4.", "neu", "Edgar Hüfingen"],
        ["5.", "↓1", "Dieter Hüfingen"],
    ]
    Season.objects.update(tie_breaks=[])
    assert table_of(get(world, world.guest))[0][2] == "Bernd Hüfingen Platz geteilt"


@thorough
def test_nobody_of_a_closed_season_is_told_to_draw(db: None) -> None:
    world = copied(SeasonWorld, tie_breaks=[TieBreak.LOT.value])
    world.tournament({"Anna": 30, "Bernd": -15, "Clara": -15})
    assert table_of(get(world, world.guest))[1][2] == "Bernd Hüfingen noch zu ziehen"
    post(world, "season_end", end="close", version=world.fresh().version)
    assert world.fresh().is_closed
    assert table_of(get(world, world.guest))[1][2] == "Bernd Hüfingen Platz geteilt"


@thorough
def test_first_three_and_last_are_honoured_in_words(world: SeasonWorld) -> None:
    page = text_of(get(world, world.guest))
    honours = [
        (word, line.person.name, bool(line.row.tied_with))
        for word, line in get(world, world.guest).context["page"]["honours"]
    ]
    assert honours == [
        ("führt", "Bernd", True),
        ("führt", "Clara", True),
        ("Platz drei", "Anna", False),
        ("Schlusslicht", "Dieter", False),
    ]
    assert "führt (geteilt)" in page
    club = client_of(world.organiser).get(reverse("club", args=[world.club.pk]), headers={"Accept-Language": "de"})
    assert "Bernd und Clara führen" in body_of(club)


@thorough
def test_struck_and_rank_points_are_shown() -> None:
    world = copied(SeasonWorld, best=1, worth=Worth.RANKS.value, rank_points=[10, 5])
    world.tournament({"Anna": 100, "Bernd": -100})
    world.tournament({"Anna": -100, "Bernd": 100})
    page = text_of(get(world, world.guest))
    assert page.count("<s>5</s>") == 2
    assert [row[-1] for row in table_of(get(world, world.guest))] == ["10", "10"]
    assert "Punkte nach Platz, vom ersten an: 10, 5." in page
    assert "zählt nur der beste Termin" in page


@thorough
def test_table_is_sorted_by_a_link(world: SeasonWorld) -> None:
    as_ranked = "Bernd Clara Anna Edgar Dieter"
    orders = {"name": "Anna Bernd Clara Dieter Edgar", "events": as_ranked, "total": as_ranked, "nonsense": as_ranked}
    for sort, names in orders.items():
        rows = table_of(get(world, world.guest, sort=sort))
        assert [row[2].split()[0] for row in rows] == names.split(), sort


@thorough
def test_table_is_sorted_by_an_event_and_by_umlauts_as_in_a_word_list(world: SeasonWorld) -> None:
    rows = table_of(get(world, world.guest, sort=f"e{world.event(1).pk}"))
    assert [row[2].split()[0] for row in rows] == ["Bernd", "Clara", "Edgar", "Anna", "Dieter"]
    Player.objects.filter(name="Dieter").update(name="Ägidius")
    rows = table_of(get(world, world.guest, sort="name"))
    assert rows[0][2].split()[0] == "Ägidius"
    erase_person(world.player("Bernd"), by=world.organiser.pk)
    assert table_of(get(world, world.guest, sort="name"))[-1][2].split()[0] == "(gelöscht)"


@thorough
def test_category_has_a_table_of_its_own(world: SeasonWorld) -> None:
    Season.objects.update(categories=[["women", ""]])
    response = get(world, world.guest, table="1")
    assert [(row[0], row[2].split()[0]) for row in table_of(response)] == [("1.", "Clara"), ("2.", "Anna")]
    assert "<h2>Damen</h2>" in text_of(response)
    assert len(table_of(get(world, world.guest, table="7"))) == 5


def test_names_are_text_whatever_stands_in_them(world: SeasonWorld) -> None:
    Player.objects.filter(name="Anna").update(name="<script>alert(1)</script>", village='"><b>x')
    Tournament.objects.filter(name="Preiscego 1").update(venue='"><i>Ort')
    page = body_of(get(world, world.guest, me='1"><script>'))
    assert "<script>alert" not in page
    assert '"><b>x' not in page
    assert '"><i>Ort' not in page


@thorough
def test_own_row_is_kept_by_the_query_and_then_by_the_device(world: SeasonWorld) -> None:
    anna = world.player("Anna").pk
    client = client_of(world.guest)
    address = world.season.get_absolute_url()
    assert f'<tr id="p{anna}" class="mine">' in text_of(client.get(address, {"me": anna}))
    assert f'<tr id="p{anna}">' in text_of(client.get(address))
    client.post(reverse("remember_row", args=[world.season.pk]), {"player": anna})
    assert f'<tr id="p{anna}" class="mine">' in text_of(client.get(address))
    client.post(reverse("remember_row", args=[world.season.pk]))
    assert f'<tr id="p{anna}">' in text_of(client.get(address))


def test_empty_season_says_what_is_missing_and_can_be_ticked_later() -> None:
    world = copied(SeasonWorld)
    assert "noch kein Turnier und kein Abend" in text_of(get(world, world.guest))
    assert "sobald es welche gibt" in text_of(get(world, world.organiser, "season_events"))


# Files


def test_json_has_what_the_page_shows_for_programs_and_is_for_other_hosts_if_it_is_public(world: SeasonWorld) -> None:
    assert "Access-Control-Allow-Origin" not in get(world, world.guest, "season_json")
    Season.objects.update(categories=[["women", ""]], is_public=True)
    response = get(world, world.stranger, "season_json")
    assert response["Access-Control-Allow-Origin"] == "*"
    document = json.loads(response.content)
    assert (document["format"], document["version"], document["season"]["name"]) == (
        "cegoscore.league-table",
        1,
        "Winter",
    )
    assert [event["venue"] for event in document["events"]] == ["Ort 1", "Ort 2"]
    whole, women = document["tables"]
    assert (whole["category"], women["category"]) == (None, {"kind": "women", "name": ""})
    assert whole["rows"][2] == {
        "rank": 3,
        "change": whole["rows"][2]["change"],
        "player": {"id": world.player("Anna").pk, "name": "Anna", "village": "Hüfingen"},
        "events": 2,
        "wins": 1,
        "best": 100,
        "total": 50,
        "tied_with": [],
        "decided_by": [],
        "results": [
            {"points": 100, "value": 100, "rank": 1, "counts": True},
            {"points": -50, "value": -50, "rank": 4, "counts": True},
        ],
    }


def test_csv_is_a_row_a_player_and_no_formula(world: SeasonWorld) -> None:
    Player.objects.filter(name="Edgar").update(name="＝1+1")
    Season.objects.update(best=1)
    text = get(world, world.guest, "season_csv").content.decode("utf-8-sig")
    rows = list(csv.reader(io.StringIO(text), delimiter=";"))
    assert rows[0] == [
        "Platz",
        "Rauf oder runter",
        "Name",
        "Ort",
        "Termine",
        "Ort 1 2025-11-15",
        "Ort 2 2025-11-29",
        "Punkte",
        "Gestrichen",
    ]
    assert rows[1][2:] == ["Anna", "Hüfingen", "2", "100", "-50", "100", "Ort 2 2025-11-29"]
    assert rows[4][2] == "'＝1+1"
    assert 'filename="winter.csv"' in get(world, world.guest, "season_csv")["Content-Disposition"]


@thorough
def test_wall_turns_its_pages_by_itself(world: SeasonWorld) -> None:
    world.tournament({f"Spieler {number}": number for number in range(40)})
    response = get(world, world.guest, "season_wall")
    assert response["Refresh"] == f"15; url={reverse('season_wall', args=[world.season.pk])}?page=2"
    last = get(world, world.guest, "season_wall", page=2)
    assert last["Refresh"].endswith("?page=1")
    assert ("Seite 1 von 2" in text_of(response), "Seite 2 von 2" in text_of(last)) == (True, True)
    assert text_of(response).count('class="who"') == 30
    assert text_of(last).count('class="who"') == 15


@thorough
def test_wall_goes_on_to_the_tables_of_the_categories_or_stays_with_one(world: SeasonWorld) -> None:
    Season.objects.update(categories=[["women", ""], ["juniors", ""]])
    address = reverse("season_wall", args=[world.season.pk])
    first, women = get(world, world.guest, "season_wall"), get(world, world.guest, "season_wall", page=2)
    assert first["Refresh"] == f"15; url={address}?page=2"
    assert "<h1>Winter</h1>" in text_of(first)
    assert women["Refresh"] == f"15; url={address}?page=1", "nobody is a junior, so there is no empty table"
    assert "<h1>Winter, Damen</h1>" in text_of(women)
    assert re.findall("<b>(.*?)</b>", text_of(women)) == ["Clara", "Anna"]
    assert get(world, world.guest, "season_wall", table=1)["Refresh"] == f"15; url={address}?table=1&page=1"
    assert get(world, world.guest, "season_wall", table=2).status_code == 200
    assert get(world, world.guest, "season_wall", table=9, page=99)["Refresh"] == f"15; url={address}?page=2"


@thorough
def test_points_by_rank_have_no_sign_on_the_wall_and_at_the_end() -> None:
    world = copied(SeasonWorld, worth=Worth.RANKS.value, rank_points=[10, 5])
    world.tournament({"Anna": 100, "Bernd": -100})
    assert re.findall('class="total">(.*?)<', text_of(get(world, world.guest, "season_wall"))) == ["10", "5"]
    assert "(10)" in text_of(get(world, world.organiser, "season_end"))
    Season.objects.update(tie_breaks=["lot"], rank_points=[10, 10])
    for name, more in (("season_end", ()), ("season_tie", (1,))):
        assert "Anna, Bernd (10)" in " ".join(text_of(get(world, world.organiser, name, *more)).split())


# Arranging


def form_of(world: SeasonWorld, **changes: Any) -> dict[str, Any]:
    """The settings as a browser sends them."""
    data = {
        "name": "Winter",
        "first_day": "2025-11-15",
        "last_day": "2026-04-30",
        "worth": "points",
        "rank_points": "",
        "best": "",
        "least": "1",
        "tie_0": "lot",
        "version": world.fresh().version,
    }
    return {key: value for key, value in (data | changes).items() if value is not None}


@pytest.mark.parametrize(("today", "spring"), [(date(2026, 4, 30), 2026), (date(2026, 5, 1), 2027)])
def test_page_for_a_new_season_proposes_all_of_this(today: date, spring: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(timezone, "localdate", lambda *_moment: today)
    form = Client().get(reverse("new_season")).context["form"]
    proposal = {name: form[name].value() for name in form.fields}
    assert uuid.UUID(proposal.pop("uuid"))
    assert proposal == {
        "club": "",
        "club_name": None,
        "name": None,
        "first_day": today,
        "last_day": date(spring, 4, 30),
        "worth": "points",
        "rank_points": None,
        "best": None,
        "least": 1,
        "categories": None,
        "own_categories": None,
        "is_public": False,
        "tie_0": "",
        "tie_1": "",
        "tie_2": "",
        "tie_3": "",
    }


@thorough
def test_new_season_begins_with_the_circle_that_played_last_and_its_evenings_can_be_ticked(db: None) -> None:
    device = Device.objects.create()
    names, rules = ["Anna", "Bernd", "Clara", "Dieter"], published("braeunlingen-ministranten")
    _older, sheet = (open_table(device, names=names, rules=rules, first_dealer=0) for _table in range(2))
    client = client_of(device)
    form = client.get(reverse("new_season")).context["form"]
    assert form["club"].value() == str(sheet.club_id)
    proposed = {name: value for name in form.fields if (value := form[name].value()) is not None}
    response = client.post(reverse("new_season"), proposed | {"club_name": "Cegofreunde", "name": "Winter"})
    season = Season.objects.get()
    assert (season.club_id, season.club.name, Club.objects.count()) == (sheet.club_id, "Cegofreunde", 2)
    assert f'name="evening" value="{sheet.pk}"' in body_of(client.get(response["Location"]))


def test_season_is_opened_once_with_a_club_of_its_own() -> None:
    client = Client()
    data: dict[str, Any] = {
        "uuid": uuid.uuid4(),
        "club_name": "Cegofreunde",
        "name": "Winter",
        "first_day": "2025-11-01",
    }
    data |= {"last_day": "2026-04-30", "worth": "points", "least": "1", "tie_0": "wins"}
    first = client.post(reverse("new_season"), data)
    season = Season.objects.get()
    assert first["Location"] == reverse("season_events", args=[season.pk])
    assert (season.club.name, season.tie_breaks, season.is_public) == ("Cegofreunde", ["wins"], False)
    again = client.post(reverse("new_season"), data)
    assert again["Location"] == first["Location"]
    assert Client().post(reverse("new_season"), data | {"club_name": "Fremd"}).status_code == 409
    assert (Season.objects.count(), Club.objects.count()) == (1, 1)


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"last_day": "9999-12-31"}, "ein Tag der Jahre 1900 bis 2199"),
        ({"last_day": "2025-01-01"}, "Der letzte Tag liegt vor dem ersten."),
        ({"worth": "ranks"}, "was es für welchen Platz gibt"),
        ({"rank_points": "10, x"}, "Bitte ganze Zahlen"),
        ({"rank_points": "5, 10"}, "Ein besserer Platz kann nicht weniger"),
        ({"best": "0"}, "field-error"),
        ({"own_categories": "a, b, c, d, e, f, g, h, i, j, k, l, m"}, "Höchstens 12 Wertungen."),
        ({"own_categories": "x" * 61}, "Der Name einer Wertung hat höchstens 60 Buchstaben."),
        ({"tie_1": "lot"}, "Dasselbe steht hier zweimal."),
    ],
)
def test_settings_that_make_no_sense_are_said(world: SeasonWorld, changes: dict[str, Any], sentence: str) -> None:
    before = Season.objects.values().get()
    response = post(world, "season_settings", **form_of(world, **changes))
    assert response.status_code == 422
    assert sentence in text_of(response)
    assert Season.objects.values().get() == before


def test_other_way_of_counting_shows_whom_it_moves_before_it_is_saved(world: SeasonWorld) -> None:
    preview = post(world, "season_settings", **form_of(world, best="1"))
    assert preview.status_code == 200
    assert [(person.name, move.before, move.after) for person, move in preview.context["changes"]] == [
        ("Anna", 3, 1),
        ("Bernd", 1, 2),
        ("Clara", 1, 2),
    ]
    assert "2 rauf" in text_of(preview)
    assert world.fresh().best is None
    other = post(world, "season_settings", **form_of(world, best="2", shown=preview.context["shown"]))
    assert other.status_code == 200
    saved = post(world, "season_settings", **form_of(world, best="1", shown=preview.context["shown"]))
    assert saved["Location"] == world.season.get_absolute_url()
    assert world.fresh().best == 1
    page = text_of(get(world, world.guest))
    assert "Zählweise geändert" in page
    assert "Bis dahin: Die Punkte jedes Termins zählen, wie sie gespielt wurden. Alle Termine zählen." in page


def test_settings_that_move_nobody_are_saved_at_once_and_shown_again_to_who_saves_meanwhile(world: SeasonWorld) -> None:
    old = form_of(world, name="Alt")
    assert post(world, "season_settings", **form_of(world, name="Neu", is_public="on")).status_code == 302
    response = post(world, "season_settings", **old)
    assert response.status_code == 409
    assert 'value="Alt"' in text_of(response)
    assert (world.fresh().name, world.fresh().is_public) == ("Neu", True)


def test_events_are_ticked_and_taken_out_again(world: SeasonWorld) -> None:
    tournament = world.tournament({"Anna": 1, "Bernd": -1}, add=False)
    evening = world.evening({"Anna": 2, "Bernd": -2, "Clara": 0}, add=False)
    later = world.evening({"Anna": 2, "Bernd": -2}, add=False)
    begun = datetime(2026, 4, 30, 23, 55, tzinfo=UTC)
    Session.objects.filter(pk=evening.pk).update(started_at=begun)
    Session.objects.filter(pk=later.pk).update(started_at=begun + timedelta(days=3))
    summer = Season.objects.create(club=world.club, name="Sommer", first_day=begun, last_day=begun)
    add_events(summer, tournaments=[tournament], by=BY)
    page = text_of(get(world, world.organiser, "season_events"))
    assert str(tournament.pk) in page
    assert "zählt schon in Sommer" in page
    assert "Anna, Bernd, Clara" in page, "begun at midnight of the last day"
    assert str(later.pk) not in page
    post(world, "season_events", tournament=[tournament.pk, "x"], evening=[evening.pk])
    assert world.season.events.count() == 4
    post(world, "remove_season_event", world.event(0).pk)
    assert world.season.events.count() == 3


@thorough
def test_season_is_closed_after_the_first_have_drawn_and_opened_with_a_reason(world: SeasonWorld) -> None:
    end = text_of(get(world, world.organiser, "season_end"))
    assert "Bernd, Clara (+70)" in end
    refused = post(world, "season_end", end="close", version=world.fresh().version)
    assert (refused.status_code, world.fresh().is_closed) == (422, False)
    places: dict[str, Any] = {"place_0": world.player("Clara").pk, "place_1": world.player("Bernd").pk}
    assert 'value="card"' not in text_of(get(world, world.organiser, "season_tie", 1))
    twice = post(world, "season_tie", 1, by="lot", why="Wirtin", place_0=places["place_0"], place_1=places["place_0"])
    assert twice.status_code == 422
    assert post(world, "season_tie", 1, by="lot", why="Wirtin", **places).status_code == 302
    assert post(world, "season_tie", 1, by="lot", why="Wirtin", **places).status_code == 409
    post(world, "season_end", end="close", version=world.fresh().version)
    page = text_of(get(world, world.guest))
    assert "Saisonsieg" in page
    assert table_of(get(world, world.guest))[0][2] == "Clara Hüfingen entschieden: gelost"
    assert leads_to_its_field(post(world, "season_end", end="reopen"), "why")
    post(world, "season_end", end="reopen", why="Rechenfehler")
    assert not world.fresh().is_closed
    assert "Rechenfehler" in text_of(get(world, world.guest))


def test_json_is_as_its_description_says(world: SeasonWorld) -> None:
    Season.objects.update(categories=[["women", ""]])
    formats = (Path(__file__).parents[2] / "docs/formats/club.md").read_text(encoding="utf-8")
    described = formats.split("## The league table")[1].split("```json")[1].split("```")[0]
    document = json.loads(get(world, world.guest, "season_json").content)
    assert shape_of(json.loads(described)) == shape_of(document)


def shape_of(value: Any) -> Any:
    """The keys of a document, of lists those of their first entry."""
    if isinstance(value, dict):
        return {key: shape_of(each) for key, each in value.items() if key != "rank_points"}
    return [shape_of(value[0])] if isinstance(value, list) and value and isinstance(value[0], dict) else None


# Where somebody stands


def test_own_row_is_found_by_the_whole_name_too(world: SeasonWorld) -> None:
    joerg = ("Joerg", "muller", "Jörg Müller", "müller, jörg", "jö mü")
    found = {"Jörg Müller": joerg, "Ingrid": ["Ing"], "Drago": ["dr"], "Profit": ["Prof"], "Medard": ["MED"]}
    bernd = world.player("Bernd").pk
    for name, typed in found.items():
        Player.objects.filter(pk=bernd).update(name=name)
        for find in typed:
            assert f"?me={bernd}#stand" in text_of(get(world, world.guest, "season", find=find)), find


@thorough
def test_own_row_is_found_by_the_beginning_of_a_name(world: SeasonWorld) -> None:
    page = text_of(get(world, world.guest, "season", find=" bER"))
    assert f"?me={world.player('Bernd').pk}#stand" in page
    assert f"?me={world.player('Anna').pk}#league" not in page
    assert "So heißt hier niemand." in text_of(get(world, world.guest, "season", find="ern"))
    assert 'hx-get="?find=bER&v=' in page, "who was found stays when the table changes meanwhile"


@thorough
def test_only_the_newest_events_are_columns_on_a_desk(world: SeasonWorld) -> None:
    assert "off-" not in text_of(get(world, world.guest))
    for _event in range(12):
        world.tournament({"Anna": 1, "Bernd": -1})
    page = text_of(get(world, world.guest))
    row = page[page.index(f'id="p{world.player("Anna").pk}"') :].partition("</tr>")[0]
    assert (row.count('class="ev off-laptop"'), row.count('class="ev"')) == (2, 12)
    assert (page.count('scope="col" class="ev off-laptop"'), page.count('scope="col" class="ev"')) == (2, 12)
    before = re.search(r'<td class="before on-laptop">(<a [^>]+>)?\+50(</a>)?</td>', row)
    assert before, "100 and −50, so that all cells add up"
    assert page.count('scope="col" class="before on-laptop"') == 1


def test_what_is_taken_out_of_an_open_season_leaves_a_line(world: SeasonWorld) -> None:
    post(world, "remove_season_event", world.event(0).pk)
    assert "Termin herausgenommen" in text_of(get(world, world.guest))
    assert (world.table()[-1], Tournament.objects.count()) == ((4, "Anna", -50), 2)
