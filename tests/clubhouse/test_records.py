"""A club's records: by hand-made events that can be checked, what counts, who sees how much, in how many queries."""

import re
from html import unescape
from itertools import pairwise
from random import Random
from typing import Any
from uuid import uuid4

import pytest
from django.urls import reverse
from django.utils import timezone
from hypothesis import given, strategies as st

from cegoscore.clubs.house_rules.rule_sets import stored
from cegoscore.clubs.models import Device, Player
from cegoscore.contest.records import Best, Career, Records, Series, Tally
from cegoscore.scoresheet.ledger.services.ledger import write_hand
from cegoscore.scoresheet.ledger.services.sheets import close_sheet
from cegoscore.scoresheet.ledger.writing import Writing
from cegoscore.scoresheet.models import Session
from cegoscore.scoring import hands
from cegoscore.scoring.contracts import Contract
from cegoscore.scoring.rules.rule_files import published
from tests.effort import thorough
from tests.pages import body_of
from tests.worlds.club import rows_of
from tests.worlds.copied import copied
from tests.worlds.made_up import played_hands, write_hands
from tests.worlds.season import SeasonWorld, client_of, compared_of, small_winter
from tests.worlds.tournament import World, play_hands
from tournaments.clubhouse.reach import reach_of
from tournaments.clubhouse.records.queries import evenings_of, hands_of, tournaments_of
from tournaments.models import Decision, Result, Tournament
from tournaments.seasons.models import Season

ANNA, BERND, CLARA = 1, 2, 3


def tally(*points: dict[int, int], running: tuple[int, ...] = (), first: int = 0) -> Tally:
    """These events one after the other, with their numbers; whoever has most points won."""
    found = Tally()
    for number, of in enumerate(points, first):
        winners = {player for player in of if of[player] == max(of.values())}
        found.note(number, of, () if number in running else winners)
    return found


def records_of(*points: dict[int, int], running: tuple[int, ...] = ()) -> Records:
    return tally(*points, running=running).records()


def test_table_of_all_times_says_that_tariffs_are_mixed(db: None) -> None:
    world = copied(SeasonWorld)
    address = reverse("club_records", args=[world.club.pk])
    hint = "Hier werden Termine mit verschiedenen Tarifen zusammengezählt"
    for rules, is_mixed in (("cego-online", False), ("oberwolfach-4", True)):
        sheet = world.evening({"Anna": 0, "Bernd": 0, "Clara": 0, "Dieter": 0}, add=False)
        sheet.rule_set = stored(published(rules))
        sheet.save(update_fields=["rule_set"])
        write_hands(sheet, played_hands(Random(1), published(rules), 8, dealer=3, skills=[0.0] * 4))
        close_sheet(sheet)
        page = body_of(client_of(world.organiser).get(address, {"of": "evenings"}))
        assert (hint in page) == is_mixed


FIVE = records_of(
    {ANNA: 50, BERND: 10, CLARA: -60},
    {ANNA: 20, BERND: 30, CLARA: -50},
    {ANNA: 5, BERND: 5},
    {ANNA: -70, BERND: 10, CLARA: 60},
    {BERND: -5, CLARA: 5},
)
"""Anna misses the last one, Clara the third."""


def test_table_of_all_times_adds_everything_up() -> None:
    assert FIVE.careers == (
        Career(player=BERND, rank=1, events=5, wins=2, total=50),
        Career(player=ANNA, rank=2, events=4, wins=2, total=5),
        Career(player=CLARA, rank=3, events=4, wins=2, total=-45),
    )
    assert [(each.player, each.rank) for each in records_of({ANNA: 5, BERND: 5, CLARA: 1}).careers] == [
        (ANNA, 1),
        (BERND, 1),
        (CLARA, 3),
    ]


def test_highest_results_come_from_single_events_the_earlier_first() -> None:
    assert FIVE.highest == [
        Best(player=CLARA, event=3, points=60),
        Best(player=ANNA, event=0, points=50),
        Best(player=BERND, event=1, points=30),
        Best(player=ANNA, event=1, points=20),
        Best(player=BERND, event=0, points=10),
        Best(player=BERND, event=3, points=10),
    ]


def test_who_was_there_without_missing_one() -> None:
    assert FIVE.attended == [
        Series(player=BERND, length=5, first=0, last=4, goes_on=True),
        Series(player=ANNA, length=4, first=0, last=3, goes_on=False),
        Series(player=CLARA, length=2, first=0, last=1, goes_on=False),
        Series(player=CLARA, length=2, first=3, last=4, goes_on=True),
    ]


def test_limit_cuts_no_tie() -> None:
    """Seven are equal: all of them are named; of series that ten share none."""
    seven = dict.fromkeys(range(7), 10)
    assert [best.player for best in records_of(seven).highest] == list(range(7))
    assert len(records_of(seven, seven).attended) == 7
    ten = dict.fromkeys(range(10), 10)
    assert records_of(ten, ten).attended == []
    assert [run.player for run in records_of(ten, ten, {3: 5}).attended] == [3]


def test_series_of_plus_points_passes_over_what_was_missed_and_ends_with_a_loss() -> None:
    assert FIVE.in_plus == [
        Series(player=BERND, length=4, first=0, last=3, goes_on=False),
        Series(player=ANNA, length=3, first=0, last=2, goes_on=False),
        Series(player=CLARA, length=2, first=3, last=4, goes_on=True),
    ]
    assert records_of({ANNA: 5}, {ANNA: 0}, {ANNA: 5}).in_plus == [], "nothing is no plus, and once is no series"


def test_events_won_in_a_row_are_shared_where_nothing_separates() -> None:
    assert FIVE.won == [
        Series(player=BERND, length=2, first=1, last=2, goes_on=False),
        Series(player=CLARA, length=2, first=3, last=4, goes_on=True),
    ]


def test_event_that_runs_gives_points_but_neither_wins_nor_series() -> None:
    running = records_of({ANNA: 5, BERND: -5}, {ANNA: 7, BERND: -7}, running=(1,))
    assert running.careers[0] == Career(player=ANNA, rank=1, events=2, wins=1, total=12)
    assert [getattr(running, series) for series in ("won", "in_plus", "attended")] == [[]] * 3
    assert running.highest[0] == Best(player=ANNA, event=1, points=7)


def test_closed_rounds_of_a_cancelled_tournament_count_for_sums_wins_and_series(world: SeasonWorld) -> None:
    Tournament.objects.filter(name="Preiscego 2").update(finished_at=None, cancelled_at=timezone.now())
    records = tournaments_of(reach_of(world.club, world.organiser.pk)).records
    careers = {each.player: (each.wins, each.total) for each in records.careers}
    assert careers[world.player("Clara").pk] == (1, 70)
    assert [each.player for each in records.attended][:2] == [world.player("Anna").pk, world.player("Bernd").pk]


@given(
    points=st.lists(st.dictionaries(st.integers(1, 4), st.integers(-9, 9), min_size=1), max_size=12),
    cuts=st.lists(st.integers(0, 12), max_size=3),
    running=st.sets(st.integers(0, 11), max_size=2),
)
def test_events_counted_in_parts_are_what_they_are_together(
    points: list[dict[int, int]], cuts: list[int], running: set[int]
) -> None:
    """However they are cut, and whatever of it was written down and read again."""
    joined = Tally()
    for begin, end in pairwise([0, *sorted(cuts), len(points)]):
        joined.follow(tally(*points[begin:end], running=tuple(running), first=begin))
    assert joined.records() == records_of(*points, running=tuple(running))


def test_cautious_average_counts_what_hands_are_there_for_and_joins_as_the_rest_does() -> None:
    """24 x (100 - 10) / (48 + 730), 24 x 95 / (24 + 730); Clara's points of an event without hands say nothing."""
    first, later = Tally(), Tally()
    first.note(0, {ANNA: 100, BERND: 95, CLARA: 300}, {CLARA}, {ANNA: 24, BERND: 24})
    later.note(1, {ANNA: -10, BERND: 10}, {BERND}, {ANNA: 24})
    first.follow(later)
    careers = {each.player: (each.total, each.hands, each.average) for each in first.records().careers}
    assert careers == {ANNA: (90, 48, 3), BERND: (105, 24, 3), CLARA: (300, 0, 0)}


# The page


@pytest.fixture
def world(db: None) -> SeasonWorld:
    return copied(small_winter)


def page_of(world: SeasonWorld, device: Device, **query: str) -> Any:
    return client_of(device).get(reverse("club_records", args=[world.club.pk]), query)


def text_of(response: Any) -> str:
    return unescape(body_of(response))


def table_of(response: Any) -> list[str]:
    rows = rows_of(text_of(response), "all-time")[1:]
    return [" ".join(" ".join(row).split()).replace(" Hüfingen", "") for row in rows]


@thorough
def test_page_has_the_table_of_all_times_with_links_that_lead_somewhere(world: SeasonWorld) -> None:
    page = page_of(world, world.organiser)
    assert table_of(page) == [
        "1. Clara 2 1 +70",
        "2. Bernd 3 1 +63",
        "3. Anna 3 2 +57",
        "4. Edgar 1 0 −10",
        "5. Dieter 1 0 −180",
    ]
    addresses = set(re.findall(r'href="(/(?:tournaments|seasons|clubs)/[^"#?]+)"', text_of(page)))
    assert len(addresses) > 7
    assert {client_of(world.organiser).get(address).status_code for address in addresses} == {200}


@thorough
def test_table_is_sorted_by_a_link(world: SeasonWorld) -> None:
    orders = {"name": "Anna Bernd Clara Dieter Edgar", "events": "Bernd Anna Clara Edgar Dieter"}
    orders |= {"wins": "Anna Clara Bernd Edgar Dieter"} | dict.fromkeys(
        ("", "nonsense"), "Clara Bernd Anna Edgar Dieter"
    )
    for sort, names in orders.items():
        assert [row.split()[1] for row in table_of(page_of(world, world.organiser, sort=sort))] == names.split(), sort


def test_highest_result_says_when_and_where(world: SeasonWorld) -> None:
    points, person, event = page_of(world, world.organiser).context["page"]["highest"][0]
    assert (person.name, points, event.shown.name) == ("Anna", 100, "Preiscego 1")
    text = " ".join(text_of(page_of(world, world.organiser)).split())
    assert f'href="{event.shown.address}"> 15.11.2025, Preiscego 1, Ort 1 </a>' in text


def test_everybody_sees_as_much_as_is_theirs(world: SeasonWorld) -> None:
    def seen(device: Device, **query: str) -> list[str]:
        response = page_of(world, device, **query)
        return table_of(response)[:1] if response.status_code == 200 else [str(response.status_code)]

    assert seen(world.organiser) == ["1. Clara 2 1 +70"]
    assert seen(world.organiser, of="evenings") == ["1. Anna 1 0 +12"], "the sheet is still open: nobody won"
    assert seen(world.guest) == ["1. Bernd 2 1 +70"]
    assert page_of(world, world.guest).context["page"]["events"] == 2, "those of the season by link"
    for of in ("evenings", "hands"):
        assert page_of(world, world.guest, of=of).context["page"]["of"] == "tournaments", "evenings are the club's own"
    assert seen(world.stranger) == ["404"]
    Tournament.objects.filter(name="Preiscego 3").update(is_public=True)
    assert seen(world.stranger) == ["1. Anna 1 1 +7"]
    Season.objects.update(is_public=True)
    assert page_of(world, world.stranger).context["page"]["events"] == 3
    assert client_of(world.organiser).get(reverse("club_records", args=[uuid4()])).status_code == 404


def test_links_lead_only_where_the_reader_may_go(world: SeasonWorld) -> None:
    Season.objects.update(is_public=True)
    page = text_of(page_of(world, world.stranger))
    assert "/tournaments/" not in page
    for address in set(re.findall(r'href="(/(?:tournaments|seasons|clubs)/[^"#?]+)"', page)):
        assert client_of(world.stranger).get(address).status_code == 200, address


@thorough
def test_club_and_season_lead_to_the_records(world: SeasonWorld) -> None:
    address = reverse("club_records", args=[world.club.pk])
    for path in (reverse("club", args=[world.club.pk]), world.season.get_absolute_url()):
        assert f'href="{address}"' in text_of(client_of(world.guest).get(path))
    assert page_of(SeasonWorld(), Device.objects.create()).status_code == 404
    empty = copied(SeasonWorld)
    assert "Noch ist kein Turnier gespielt." in text_of(page_of(empty, empty.organiser))
    assert "Noch ist kein Abend gespielt." in text_of(page_of(empty, empty.organiser, of="evenings"))


def test_open_rounds_house_players_practice_and_deleted_evenings_do_not_count(world: SeasonWorld) -> None:
    tournament = Tournament.objects.get(name="Preiscego 1")
    world.round(tournament, 2, {"Anna": 1000}, state="playing")
    world.tournament({"Haus": 1000, "Übung": 1000, "Anna": 0})
    last = Tournament.objects.latest("day")
    last.entrants.filter(player__name="Haus").update(is_house=True)
    last.entrants.filter(player__name="Übung").update(practises=True)
    Result.objects.all().settle()
    page = page_of(world, world.organiser)
    assert page.context["page"]["highest"][0][0] == 100
    assert not {"Haus", "Übung"} & {row.split()[1] for row in table_of(page)}
    Session.objects.update(deleted_at=timezone.now())
    assert table_of(page_of(world, world.organiser, of="evenings")) == []


def test_tie_at_the_top_is_won_by_whom_the_standings_put_first(world: SeasonWorld) -> None:
    tournament = Tournament.objects.get(name="Preiscego 2")
    numbers = dict(tournament.entrants.values_list("player__name", "number"))
    tournament.tie_breaks = ["lot"]
    tournament.save()
    drawn = {"by": "lot", "numbers": [numbers["Clara"], numbers["Bernd"]]}
    Decision.objects.create(tournament=tournament, kind="tie", data=drawn)
    wins = {row.split()[1]: row.split()[3] for row in table_of(page_of(world, world.organiser))}
    assert (wins["Clara"], wins["Bernd"]) == ("1", "0")


def write(sheet: Session, number: int, *, revision: int = 1) -> None:
    outcome = hands.Points(contract=Contract.SOLO, declarer=0, points=40 + revision)
    hand = hands.Hand(lineup=(0, 1, 2), dealer=(2 + number) % 3, outcome=outcome)
    writing = Writing(uuid=uuid4(), number=number, revision=revision, hand=hand, why="so" * (revision > 1))
    write_hand(sheet, writing, device=None)


@thorough
def test_house_players_are_nobody_who_played_hands(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    world = copied(World, hands=3)
    people = [entrant.player for entrant in world.register(6)]
    round_ = world.draw()
    for table in round_.tables.select_related("sheet"):
        assert table.sheet
        play_hands(table.sheet, 3)
    houses = Player.objects.filter(entries__is_house=True)
    reach = reach_of(world.tournament.club, world.organiser.pk)
    assert houses.count() == 2
    assert hands_of(reach).by_person == dict.fromkeys((each.pk for each in people), 3)
    monkeypatch.setattr("tournaments.clubhouse.players.compared.FEWEST_HANDS", 1)
    plays = [compared_of(person) for person in people]
    company = {each.query for play in plays for each in (*play["well"], *play["badly"])}
    assert company
    assert company <= {f"with={each.pk}" for each in people}


@thorough
def test_table_of_all_times_is_sorted_by_the_cautious_average_where_hands_are_written_down(world: SeasonWorld) -> None:
    assert "Vorsichtig" not in text_of(page_of(world, world.organiser)), "totals alone have no hands"
    for _week in range(2):
        sheet = world.evening(dict.fromkeys(("Anna", "Bernd", "Clara"), 0), add=False)
        for number in range(1, 4):
            write(sheet, number)
        close_sheet(sheet)
    page = page_of(world, world.organiser, of="evenings", sort="average")
    people = {person.name: career for career, person in careers_of(world)}
    assert "Vorsichtig" in text_of(page)
    rows = [row.split() for row in table_of(page)]
    assert [row[1] for row in rows] == sorted(people, key=lambda name: -people[name].average)
    assert people["Anna"].hands == 6


def careers_of(world: SeasonWorld) -> list[tuple[Career, Player]]:
    """The table's lines with their people."""
    records = evenings_of(reach_of(world.club, world.organiser.pk)).records
    return [(career, Player.objects.get(pk=career.player)) for career in records.careers]


# All past tournaments


@thorough
def test_all_past_tournaments_are_listed_year_by_year(world: SeasonWorld) -> None:
    address = reverse("club_tournaments", args=[world.club.pk])
    club = reverse("club", args=[world.club.pk])
    assert address not in text_of(client_of(world.organiser).get(club)), "three stand on the club's page"
    for _more in range(10):
        world.tournament({"Anna": 5, "Bernd": -5}, add=False)
    page = client_of(world.organiser).get(address)
    years = [(year, [tournament.name for tournament, _opens in entries]) for year, entries in page.context["years"]]
    assert years == [
        (2026, [f"Preiscego {number}" for number in range(13, 4, -1)]),
        (2025, ["Preiscego 4", "Preiscego 3", "Preiscego 2", "Preiscego 1"]),
    ]
    assert address in text_of(client_of(world.organiser).get(club))
    assert client_of(world.stranger).get(address).status_code == 404
    Tournament.objects.filter(name="Preiscego 7").update(is_public=True)
    seen = client_of(world.stranger).get(address).context["years"]
    assert [tournament.name for _year, entries in seen for tournament, _opens in entries] == ["Preiscego 7"]
