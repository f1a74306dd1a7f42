"""From every sum to its hands, and from there to the derivation: for whoever may see them, and for nobody else."""

import re
import uuid
from collections.abc import Iterator
from html import unescape
from typing import Any

import pytest
from django.urls import reverse

from cegoscore.clubs.models import Device, Player, Right
from cegoscore.clubs.rights.links import accept_link, link_for
from cegoscore.scoresheet.evening.services import go_on
from cegoscore.scoresheet.ledger.services.ledger import strike_or_restore
from cegoscore.scoresheet.models import Hand, Session
from cegoscore.scoring.rules.rule_files import published
from tests.effort import spread, thorough
from tests.pages import body_of
from tests.worlds.copied import copied
from tests.worlds.night import NightWorld
from tests.worlds.season import SeasonWorld
from tests.worlds.sheet import client_of
from tests.worlds.tournament import World, play_hands
from tournaments.clubhouse.players import own_hands
from tournaments.models import Round, Table, Tournament
from tournaments.seasons.models import Season

pytestmark = pytest.mark.django_db

AMOUNT = re.compile(r'<a\s+href="([^"]+)"\s*>([+−]\d+|0)</a>')


def text_of(response: Any) -> str:
    return unescape(body_of(response))


def linked(response: Any) -> list[tuple[str, str]]:
    """Amounts on a page that lead somewhere, with where."""
    return AMOUNT.findall(text_of(response))


def amounts_on(response: Any) -> list[str]:
    """Amounts of the hands on a page of hands."""
    return [amount for address, amount in linked(response) if address.endswith("#why")]


def sums_on(response: Any) -> list[str]:
    return re.findall(r"<tfoot>.*?<td>([^<]*)</td>", text_of(response), re.DOTALL)


def follow(device: Device, response: Any) -> Iterator[tuple[str, Any]]:
    """Each linked amount of a page, with the page that it leads to."""
    client = client_of(device)
    for address, amount in dict(linked(response)).items():
        yield amount, client.get(address.partition("#")[0])


def tournament_world() -> World:
    """A tournament with hands at two tables of a closed round, everything public."""
    world = copied(World, is_public=True)
    world.register(8)
    world.draw()
    for place, table in enumerate(Table.objects.filter(round__number=1).order_by("number")):
        play_hands(Session.objects.get(table=table), 2 + place)
    return world


@pytest.fixture
def world(db: None) -> World:
    return copied(tournament_world)


def standings(world: World, device: Device) -> Any:
    return client_of(device).get(reverse("standings", args=[world.tournament.pk]))


@thorough
def test_points_lead_to_hands_that_the_reader_may_see(world: World) -> None:
    for device in (world.organiser, world.helper, world.guest):
        page = standings(world, device)
        found = linked(page)
        assert len({address for address, _amount in found}) == 8
        for address, amount in found:
            hands = client_of(device).get(address)
            assert hands.status_code == 200
            assert sums_on(hands) == [amount]
            for why, _amount in linked(hands):
                derived = client_of(device).get(why.partition("#")[0])
                assert (derived.status_code, 'id="why"' in text_of(derived)) == (200, True)
    stranger = standings(world, world.stranger)
    assert stranger.status_code == 200
    assert linked(stranger) == []
    hands_of = found[0][0]
    assert client_of(world.stranger).get(hands_of).status_code == 404


def test_standings_of_a_round_lead_to_the_hands_of_that_round(world: World) -> None:
    address = reverse("standings", args=[world.tournament.pk])
    page = client_of(world.guest).get(address, {"round": "1"})
    assert all("round=1" in hands for hands, _amount in linked(page))
    hands, amount = linked(page)[0]
    assert sums_on(client_of(world.guest).get(hands)) == [amount]
    nothing = client_of(world.guest).get(hands.replace("round=1", "round=2"))
    assert (nothing.status_code, sums_on(nothing)) == (200, [])
    assert "nur die Summen" in text_of(nothing)


def test_held_back_round_is_shown_to_the_organiser_alone(world: World) -> None:
    hands, _amount = linked(standings(world, world.guest))[0]
    Round.objects.update(state="closed")
    Tournament.objects.update(held_from=1)
    assert amounts_on(client_of(world.guest).get(hands)) == []
    assert amounts_on(client_of(world.organiser).get(hands)) != []


def test_own_evening_at_a_tournament_leads_to_its_derivations(world: World) -> None:
    page = client_of(world.guest).get(reverse("tournament", args=[world.tournament.pk]), {"me": "1"})
    amounts = [address for address, _amount in linked(page) if address.endswith("#why")]
    assert len(amounts) in (2, 3)
    assert client_of(world.guest).get(amounts[0]).status_code == 200


def club_world() -> SeasonWorld:
    """An evening of three hands and a tournament of typed totals, both in the season."""
    world = copied(SeasonWorld)
    world.tournament({"Anna": 30, "Bernd": -10, "Clara": -10, "Dieter": -10})
    sheet = world.evening(dict.fromkeys(("Anna", "Bernd", "Clara", "Dieter"), 0))
    play_hands(sheet, 3)
    return world


@thorough
def test_sums_of_evening_player_season_and_records_lead_to_their_hands() -> None:
    world = copied(club_world)
    client = client_of(world.organiser)
    sheet = Session.objects.get(event=None)
    anna = world.player("Anna").pk
    total = f"+{sheet.seats.get(player=anna).total}"
    addresses = {
        "evening": reverse("evening", args=[sheet.pk]),
        "player": reverse("player", args=[world.club.pk, anna]),
        "season": world.season.get_absolute_url(),
        "records": reverse("club_records", args=[world.club.pk]) + "?of=evenings",
    }
    others = (f"{addresses['player']}?season={world.season.pk}", reverse("club_records", args=[world.club.pk]))
    for name, address in (*addresses.items(), *(("", other) for other in others)):
        found = linked(client.get(address))
        assert {client.get(hands.partition("#")[0]).status_code for hands, _amount in found} == {200}
        own = [hands for hands, amount in found if f"/players/{anna}/hands" in hands and amount == total]
        assert own or not name
        for hands in own:
            page = client.get(hands)
            assert sums_on(page)[0] == total, (name, hands)
            assert len(amounts_on(page)) == 3


def test_guests_of_the_season_and_strangers_find_no_way_to_hands() -> None:
    world = copied(club_world)
    Season.objects.update(is_public=True)
    Tournament.objects.update(is_public=True)
    anna = world.player("Anna").pk
    pages = [
        world.season.get_absolute_url(),
        reverse("club_records", args=[world.club.pk]),
        reverse("player", args=[world.club.pk, anna]),
    ]
    hands = reverse("player_hands", args=[world.club.pk, anna])
    keys = {"sheet": Session.objects.get(event=None).pk, "tournament": Tournament.objects.get().pk}
    for device in (world.guest, world.stranger):
        assert [linked(client_of(device).get(page)) for page in pages] == [[], [], []]
        for query in ("", f"?season={world.season.pk}", *(f"?{name}={key}" for name, key in keys.items())):
            assert client_of(device).get(hands + query).status_code == 404


def test_games_played_alone_and_company_lead_to_just_those_hands() -> None:
    world = copied(club_world)
    sheet = Session.objects.get(event=None)
    play_hands(sheet, 1, first=4, declarer=1)
    client = client_of(world.organiser)
    hands = reverse("player_hands", args=[world.club.pk, world.player("Anna").pk])
    assert len(amounts_on(client.get(hands, {"sheet": str(sheet.pk)}))) == 4
    solos = client.get(hands, {"game": "Solo"})
    assert amounts_on(solos) == ["+30", "+30", "+30"]
    assert sums_on(solos) == ["+90"]
    assert amounts_on(client.get(hands, {"game": "Bettel"})) == []
    assert len(amounts_on(client.get(hands, {"with": str(world.player("Bernd").pk)}))) == 4
    assert amounts_on(client.get(hands, {"with": "999999"})) == []


@thorough
def test_club_night_leads_to_the_hands_of_the_tables_that_one_may_open() -> None:
    world = copied(NightWorld)
    for sheet in world.night.sheets.order_by("night_table"):
        play_hands(sheet, 2)
    night = world.night.get_absolute_url()
    owner = client_of(world.owner)
    found = linked(owner.get(night))
    assert len(found) == 9
    for address, amount in spread(found, 4):
        assert sums_on(owner.get(address)) == [amount]
    writer = client_of(world.writer)
    assert linked(client_of(world.guest).get(night)) == []
    first = world.night.sheets.get(night_table=1)
    for seat in first.seats.all():
        address = reverse("player_hands", args=[world.club.pk, seat.player_id]) + f"?night={world.night.pk}"
        assert len(amounts_on(writer.get(address))) == 2
        assert client_of(world.guest).get(address).status_code == 404
    other = world.night.sheets.get(night_table=2).seats.first()
    assert other
    assert writer.get(reverse("player_hands", args=[world.club.pk, other.player_id])).status_code == 404


def test_guest_learns_no_name_of_somebody_who_was_not_there(world: World) -> None:
    absent = Player.objects.create(club=world.tournament.club, name="Heimlich")
    address = reverse("player_hands", args=[absent.club_id, absent.pk])
    for query in ("", f"?tournament={world.tournament.pk}", f"?sheet={world.tournament.pk}"):
        assert client_of(world.guest).get(address + query).status_code == 404
    assert client_of(world.organiser).get(address).status_code == 200


def test_struck_hands_are_left_out_and_what_was_written_outside_of_hands_is_said() -> None:
    world = copied(club_world)
    sheet = Session.objects.get(event=None)
    hand = Hand.objects.get(session=sheet, number=2)
    strike_or_restore(sheet, number=2, revision=2, uuid=world.season.pk, void=True, why="", device=world.organiser)
    sheet.seats.filter(player=world.player("Anna")).update(total=100)
    address = reverse("player_hands", args=[world.club.pk, world.player("Anna").pk])
    page = client_of(world.organiser).get(address, {"sheet": str(sheet.pk)})
    assert len(amounts_on(page)) == 2
    assert reverse("hand", args=[sheet.pk, hand.number]) not in text_of(page)
    assert "Außerhalb der Spiele" in text_of(page)
    assert sums_on(page) == ["+100"]


@thorough
def test_evening_that_went_on_shows_the_hands_of_both_sheets_and_counts_nothing_twice() -> None:
    world = copied(club_world)
    sheet = Session.objects.get(event=None)
    rules = published("braeunlingen-ministranten")
    following = go_on(
        sheet, seen=sheet.version, device=world.organiser, staying=[0, 1, 2, 3], dealer=0, rules=rules, why=""
    )
    play_hands(following, 1)
    anna = world.player("Anna").pk
    address = reverse("player_hands", args=[world.club.pk, anna])
    page = client_of(world.organiser).get(address, {"sheet": str(following.pk)})
    assert len(amounts_on(page)) == 4
    assert f"+{following.seats.get(player=anna).total}" in text_of(page).partition("all-together")[2]


def test_guest_of_one_sheet_is_told_that_others_are_left_out() -> None:
    world = copied(club_world)
    play_hands(world.evening(dict.fromkeys(("Anna", "Bernd", "Clara", "Dieter"), 0)), 1)
    sheet = Session.objects.filter(event=None).earliest("started_at")
    device = Device.objects.create()
    accept_link(device, link_for(world.club, right=Right.LOOK, target=sheet.pk))
    page = client_of(device).get(reverse("player_hands", args=[world.club.pk, world.player("Anna").pk]))
    assert page.status_code == 200
    assert "nicht öffnen darfst" in text_of(page)
    assert len(sums_on(page)) == 1


def test_older_sheets_stand_on_further_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    world = copied(club_world)
    play_hands(world.evening(dict.fromkeys(("Anna", "Bernd", "Clara", "Dieter"), 0)), 1)
    monkeypatch.setattr(own_hands, "AT_ONCE", 1)
    client, address = client_of(world.organiser), reverse("player_hands", args=[world.club.pk, world.player("Anna").pk])
    first, second = client.get(address, {"of": "evenings"}), client.get(address, {"of": "evenings", "page": "1"})
    assert sorted(len(amounts_on(page)) for page in (first, second)) == [1, 3]
    assert "of=evenings&page=1" in text_of(first)
    assert "page=2" not in text_of(second)


@pytest.mark.parametrize("query", ["sheet=x", "round=x", "page=-1", "with=999999999999999", "season=x"])
def test_sum_that_there_is_not_is_not_found(query: str) -> None:
    world = copied(club_world)
    address = reverse("player_hands", args=[world.club.pk, world.player("Anna").pk])
    assert client_of(world.organiser).get(f"{address}?{query}").status_code == 404


def test_hands_of_a_sheet_whose_tournament_is_being_removed_are_still_listed() -> None:
    world = copied(club_world)
    address = reverse("player_hands", args=[world.club.pk, world.player("Anna").pk])
    Session.objects.update(event=uuid.uuid4())  # its tables are gone
    assert client_of(world.organiser).get(address).status_code == 200
