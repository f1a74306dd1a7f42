"""Seasons: what belongs to one, what is read from the database, and what may be changed when."""

from collections.abc import Callable
from dataclasses import replace
from datetime import date, timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.utils import timezone

from cegoscore.clubs import people as persons
from cegoscore.clubs.models import Player
from cegoscore.contest.ties import TieBreak
from cegoscore.scoresheet.ledger.selfcheck import faults_in
from cegoscore.scoresheet.ledger.services.sheets import delete_sheet
from cegoscore.scoresheet.models import Session
from tests.effort import thorough
from tests.pages import body_of
from tests.tournaments.test_services import refused
from tests.worlds.copied import copied
from tests.worlds.said_columns import columns_of
from tests.worlds.season import BY, FIRST, SeasonWorld, client_of, with_reason
from tournaments.clubhouse.people.services import merge_person
from tournaments.course.access import EVERYTHING
from tournaments.course.lists.list_lines import ListLine
from tournaments.course.lists.reading import read_lines
from tournaments.desk import services as desk
from tournaments.desk.exchange import hold_results, release_results
from tournaments.door import services as door
from tournaments.models import Entrant, Result, ResultSource, RoundState, Table, Tournament
from tournaments.seasons import importing as season_import, queries, services
from tournaments.seasons.addable import addable_evenings
from tournaments.seasons.champions import champions_of, faults_of_season
from tournaments.seasons.models import FixedPoints, Season, SeasonDecision, SeasonDecisionKind, SeasonEvent
from tournaments.seasons.page import decided
from tournaments.seasons.rows import column_headings
from tournaments.standings.queries import standings_of

pytestmark = pytest.mark.django_db


def settings_of(season: Season, **changes: Any) -> dict[str, Any]:
    """All settings of a season as a form sends them, some changed."""
    names = ("name", "first_day", "last_day", "worth", "best", "rank_points", "least", "tie_breaks", "categories")
    return {name: getattr(season, name) for name in (*names, "is_public")} | changes


# What is added up


def test_all_rounds_of_a_tournament_that_are_closed_are_one_event(world: SeasonWorld) -> None:
    tournament = world.tournament({"Anna": 100, "Bernd": -100})
    world.round(tournament, 2, {"Anna": -20, "Bernd": 20})
    world.round(tournament, 3, {"Anna": -500, "Bernd": 500}, state=RoundState.PLAYING)
    assert world.table() == [(1, "Anna", 80), (2, "Bernd", -80)]
    line = queries.league_table_of(world.fresh()).lines()[0]
    assert [result.points for result in line.row.results if result] == [80]


def test_house_players_and_practice_are_left_out(world: SeasonWorld) -> None:
    tournament = world.tournament({"Anna": 100, "Bernd": -100, "Haus": 50, "Lehrling": 40})
    Entrant.objects.filter(player__name="Haus").update(is_house=True)
    Entrant.objects.filter(player__name="Lehrling").update(practises=True)
    table = Table.objects.create(round=tournament.played_rounds.get(), number=9, is_practice=True)
    world.round(tournament, 2, {"Anna": 7, "Bernd": 8})
    Result.objects.filter(round__number=2, entrant__player__name="Anna").update(table=table)
    Result.objects.all().settle()
    assert world.table() == [(1, "Anna", 100), (2, "Bernd", -92)]


def test_who_only_practises_later_keeps_what_counted_before(world: SeasonWorld) -> None:
    """A result counts for the season if and only if it counts for the tournament."""
    tournament = world.tournament({"Anna": 100, "Bernd": -100})
    table = Table.objects.create(round=tournament.played_rounds.get(), number=1)
    Result.objects.filter(entrant__player__name="Bernd").update(table=table)
    Entrant.objects.filter(player__name="Bernd").update(practises=True)
    assert world.table() == [(1, "Anna", 100), (2, "Bernd", -100)]
    assert [line.row.total for line in standings_of(tournament, EVERYTHING).lines] == [100, -100]


def test_tournaments_and_evenings_add_up_and_two_records_of_one_person_are_one_row(world: SeasonWorld) -> None:
    world.tournament({"Anna": 100, "Bernd": -100})
    world.tournament({"Anna K.": 30, "Bernd": -30})
    world.evening({"Anna": 1, "Bernd": 2, "Clara": -3})
    Player.objects.filter(name="Anna K.").update(merged_into=world.player("Anna"))
    assert world.table() == [(1, "Anna", 131), (2, "Clara", -3), (3, "Bernd", -128)]


@thorough
def test_tournament_in_two_seasons_counts_once_in_each(world: SeasonWorld) -> None:
    tournament = world.tournament({"Anna": 100, "Bernd": -100})
    other = SeasonWorld()
    days: dict[str, Any] = {"first_day": date(2025, 1, 1), "last_day": date(2025, 12, 31)}
    year = services.open_season(world.organiser, club=world.club, uuid=uuid4(), name="Jahr", **days)
    services.add_events(year, tournaments=[tournament], by=BY)
    assert world.table() == [(1, "Anna", 100), (2, "Bernd", -100)]
    assert [line.row.total for line in queries.league_table_of(year).lines()] == [100, -100]
    assert other.table() == []


def test_category_has_those_who_were_in_it_at_any_event() -> None:
    world = copied(SeasonWorld, categories=[["women", ""], ["own", "Wirte"]])
    world.tournament({"Anna": 100, "Bernd": -100}, women=("Anna",))
    world.tournament({"Anna": -10, "Clara": 10}, women=("Clara",))
    league = queries.league_table_of(world.fresh())
    women, landlords = league.categories
    assert [(line.row.rank, line.person.name) for line in league.lines(women)] == [(1, "Anna"), (2, "Clara")]
    assert league.lines(landlords) == ()


# What belongs to a season


def test_events_of_other_clubs_and_tournament_tables_are_refused(world: SeasonWorld) -> None:
    other = SeasonWorld()
    with refused("event_of_another_club"):
        services.add_events(world.season, tournaments=[other.tournament({"Anna": 0}, add=False)], by=BY)
    sheet = world.evening({"Anna": 1, "Bernd": -1, "Clara": 0}, add=False)
    Session.objects.filter(pk=sheet.pk).update(event=uuid4())
    sheet.refresh_from_db()
    with refused("no_evening"):
        services.add_events(world.season, sheets=[sheet], by=BY)
    assert world.season.events.count() == 0


@thorough
def test_evening_and_the_sheet_that_goes_on_from_it_never_both_count(world: SeasonWorld) -> None:
    first = world.evening({"Anna": 1, "Bernd": -1, "Clara": 0})
    second = world.evening({"Anna": 5, "Bernd": -5, "Clara": 0}, add=False)
    Session.objects.filter(pk=second.pk).update(continues=first)
    assert second not in addable_evenings(world.season)
    with refused("evening_counted_already"):
        services.add_events(world.season, sheets=[second], by=BY)
    services.remove_event(world.event(), by=BY)
    with refused("evening_counted_already"):
        services.add_events(world.season, sheets=[first], by=BY)
    services.add_events(world.season, sheets=[second], by=BY)
    assert world.table()[0] == (1, "Anna", 5)


def test_evening_that_went_on_counts_by_the_sheet_before_once_the_next_is_deleted(world: SeasonWorld) -> None:
    first = world.evening({"Anna": 1, "Bernd": -1, "Clara": 0}, add=False)
    second = world.evening({"Anna": 5, "Bernd": -5, "Clara": 0})
    Session.objects.filter(pk=second.pk).update(continues=first)
    second.refresh_from_db()
    delete_sheet(second)
    assert world.table()[0] == (1, "Anna", 1)


# Settings


def test_other_way_of_counting_is_noted_for_everybody_and_another_name_is_not(world: SeasonWorld) -> None:
    services.change_season(world.season, seen=0, by=BY, **settings_of(world.season, name="Sommer"))
    assert (world.fresh().name, SeasonDecision.objects.exists()) == ("Sommer", False)
    services.change_season(world.season, seen=1, by=BY, **settings_of(world.season, best=2))
    decision = SeasonDecision.objects.get()
    ways = {key: decision.data[key]["best"] for key in ("before", "after")}
    assert (decision.kind, ways) == (SeasonDecisionKind.COUNTING, {"before": None, "after": 2})
    assert world.fresh().version == 2


@thorough
def test_any_setting_of_a_closed_season_is_worth_a_note(world: SeasonWorld) -> None:
    closed(world)
    version = world.fresh().version
    services.change_season(
        world.season, seen=version, by=with_reason("Tippfehler"), **settings_of(world.season, name="Sommer")
    )
    decision = SeasonDecision.objects.latest("pk")
    assert (decision.kind, decision.why) == (SeasonDecisionKind.SETTINGS, "Tippfehler")


def test_change_that_rests_on_an_old_page_is_refused_but_sent_twice_it_is_one(world: SeasonWorld) -> None:
    changed = settings_of(world.season, best=2)
    for _tap in range(2):
        services.change_season(world.season, seen=0, by=BY, **changed)
    with refused("season_changed"):
        services.change_season(world.season, seen=0, by=BY, **settings_of(world.season, best=3))
    assert (world.fresh().best, SeasonDecision.objects.count()) == (2, 1)


# The end


def closed(world: SeasonWorld) -> None:
    world.tournament({"Anna": 100, "Bernd": -100})
    world.evening({"Anna": -10, "Bernd": 10, "Clara": 0})
    services.close_season(world.season, seen=world.fresh().version, by=BY)


def champions(world: SeasonWorld) -> list[str]:
    return list(champions_of(world.fresh()))


def test_closing_declares_the_champion_and_is_done_once(world: SeasonWorld) -> None:
    closed(world)
    services.close_season(world.season, seen=0, by=BY)
    assert champions(world) == ["Anna"]
    assert [decision.kind for decision in SeasonDecision.objects.all()] == [SeasonDecisionKind.CLOSED]


def test_closed_season_says_which_evenings_would_count_otherwise_if_it_were_opened_again(world: SeasonWorld) -> None:
    closed(world)
    world.tournament({"Emil": 5, "Anna": -5}, add=False)
    sheet = Session.objects.get(title="Mittwoch")
    told = []
    before = dict(sheet.seats.values_list("number", "total"))
    for total in (before[0] + 10, before[0]):
        sheet.seats.filter(number=0).update(total=total)
        told.append([event.name for event in queries.otherwise_now(world.fresh())])
    sheet.seats.update(total=0)
    told.append([event.name for event in queries.otherwise_now(world.fresh())])
    delete_sheet(sheet)  # opened again, its points would stay
    told.append([event.name for event in queries.otherwise_now(world.fresh())])
    assert told == [["Mittwoch"], [], ["Mittwoch"], []]
    services.reopen_season(world.season, by=with_reason())
    assert queries.otherwise_now(world.fresh()) == []


def test_closed_season_changes_only_with_a_reason(world: SeasonWorld) -> None:
    closed(world)
    late = world.tournament({"Bernd": 500, "Anna": -500}, add=False)
    version = world.fresh().version
    changes: tuple[Callable[[services.Signature], object], ...] = (
        lambda by: services.add_events(world.season, tournaments=[late], by=by),
        lambda by: services.remove_event(world.event(), by=by),
        lambda by: services.change_season(world.season, seen=version, by=by, **settings_of(world.season, best=1)),
        lambda by: services.reopen_season(world.season, by=by),
    )
    for change in changes:
        with refused("season_reason_missing"):
            change(BY)
    assert (champions(world), world.fresh().version) == (["Anna"], version)
    services.add_events(world.season, tournaments=[late], by=with_reason("Zettel gefunden"))
    assert champions(world) == ["Bernd"]
    assert SeasonDecision.objects.filter(kind=SeasonDecisionKind.ADDED).get().why == "Zettel gefunden"


def test_evening_added_to_a_closed_season_is_fixed_at_once(world: SeasonWorld) -> None:
    closed(world)
    sheet = world.evening({"Bernd": 300, "Anna": -300, "Clara": 0}, add=False, title="Nachtrag")
    services.add_events(world.season, sheets=[sheet], by=with_reason())
    sheet.seats.update(total=0)
    assert world.table()[0] == (1, "Bernd", 210)


def test_season_opened_again_has_no_champion_and_follows_its_sheets(world: SeasonWorld) -> None:
    closed(world)
    services.reopen_season(world.season, by=with_reason())
    Session.objects.get().seats.filter(number=1).update(total=1000)
    assert champions(world) == []
    assert world.table()[0] == (1, "Bernd", 900)
    assert not FixedPoints.objects.exists()


@thorough
def test_opening_again_keeps_what_no_sheet_can_give_any_more(world: SeasonWorld) -> None:
    closed(world)
    sheet = Session.objects.get()
    delete_sheet(sheet)
    before = world.table()
    for close_again in (False, True, True):
        if close_again:
            services.close_season(world.season, seen=world.fresh().version, by=BY)
            assert world.table() == before
        services.reopen_season(world.season, by=with_reason())
        assert world.table() == before
        Session.objects.filter(pk=sheet.pk).delete()
    assert [event.name for event in queries.events_of(world.fresh())] == ["Preiscego 1", "Abend"]


def test_season_with_a_running_tournament_or_without_anybody_cannot_be_closed(world: SeasonWorld) -> None:
    with refused("nobody_ranked"):
        services.close_season(world.season, seen=0, by=BY)
    world.tournament({"Anna": 1, "Bernd": -1}, finished=False)
    with refused("season_tournaments_running"):
        services.close_season(world.season, seen=world.fresh().version, by=BY)
    assert not world.fresh().is_closed
    Tournament.objects.update(cancelled_at="2026-01-01T00:00Z")
    services.close_season(world.season, seen=world.fresh().version, by=BY)
    assert champions(world) == ["Anna"]


@thorough
def test_equal_at_the_top_have_to_draw_if_the_settings_say_so() -> None:
    world = copied(SeasonWorld, tie_breaks=[TieBreak.LOT.value])
    world.tournament({"Anna": 50, "Bernd": 50, "Clara": -100})
    with refused("champion_undecided"):
        services.close_season(world.season, seen=world.fresh().version, by=BY)
    order = [world.player("Bernd").pk, world.player("Anna").pk]
    with refused("season_reason_missing"):
        services.decide_tie(world.season, players=order, by_what=TieBreak.LOT, by=BY)
    with refused("not_drawn_here"):
        services.decide_tie(world.season, players=order, by_what=TieBreak.CARD, by=with_reason())
    with refused("not_equal_any_more"):
        services.decide_tie(
            world.season, players=[order[0], world.player("Clara").pk], by_what=TieBreak.LOT, by=with_reason()
        )
    services.decide_tie(world.season, players=order, by_what=TieBreak.LOT, by=with_reason("Die Wirtin"))
    assert world.table()[:2] == [(1, "Bernd", 50), (2, "Anna", 50)]
    services.close_season(world.season, seen=world.fresh().version, by=BY)
    assert champions(world) == ["Bernd"]


def test_drawing_follows_a_person_who_is_merged() -> None:
    world = copied(SeasonWorld, tie_breaks=[TieBreak.LOT.value])
    world.tournament({"Anna": 50, "Bernd": 50, "Clara": -100})
    order = [world.player("Bernd").pk, world.player("Anna").pk]
    services.decide_tie(world.season, players=order, by_what=TieBreak.LOT, by=with_reason())
    Player.objects.filter(name="Bernd").update(merged_into=world.player("Bernhard"))
    assert world.table()[:2] == [(1, "Bernhard", 50), (2, "Anna", 50)]


# A tournament from before the app


def lines_of(season: Season, text: str, **people: int) -> list[ListLine]:
    """The good lines of a list of totals; `_N` is the person of line N, everybody else is new."""
    lines = read_lines(text, season_import.wanted_of(season), columns_of(text)).good
    return [replace(line, player=people.get(f"_{line.number}")) for line in lines]


def imported(world: SeasonWorld, key: UUID, **people: int) -> Tournament:
    return season_import.import_tournament(
        world.season,
        uuid=key,
        name="Preiscego 1998",
        venue="Triberg",
        day=date(2025, 11, 1),
        totals=lines_of(world.season, "Anna;Hüfingen;300\nNeu;Urach;-300", **people),
        by=BY,
    )


def test_list_becomes_a_finished_tournament_of_the_season_once(world: SeasonWorld) -> None:
    world.tournament({"Anna": 10, "Bernd": -10})
    key, anna = uuid4(), world.player("Anna").pk
    assert {imported(world, key, _1=anna).pk for _tap in range(2)} == {key}
    assert world.table() == [(1, "Anna", 310), (2, "Bernd", -10), (3, "Neu", -300)]
    assert Result.objects.filter(round__tournament=key, source=ResultSource.IMPORTED, table=None).count() == 2
    assert [event.name for event in queries.events_of(world.season)] == ["Preiscego 1998", "Preiscego 1"]
    assert Player.objects.filter(name="Anna").count() == 1


def test_list_with_somebody_in_two_lines_or_of_another_club_is_refused(world: SeasonWorld) -> None:
    anna, stranger = world.player("Anna").pk, SeasonWorld().player("Fremd").pk
    for people in ({"_1": anna, "_2": anna}, {"_1": stranger}):
        with refused("people_do_not_fit"):
            imported(world, uuid4(), **people)
    assert Tournament.objects.count() == 0


# Who turned out to be one person


@thorough
def test_closed_season_says_that_its_champion_is_another_one_when_two_names_are_one_person(world: SeasonWorld) -> None:
    world.tournament({"Anna": 50, "Bernd": 30, "Clara": -80})
    world.tournament({"Anna": -5, "Bernhard": 30, "Clara": -25})
    services.close_season(world.season, seen=world.fresh().version, by=BY)
    assert champions_of(world.season) == ["Anna"]
    before = world.fresh().version
    merge_person(world.player("Bernhard"), kept=world.player("Bernd").pk)
    assert (champions_of(world.season), world.fresh().version > before) == (["Bernd"], True)
    assert list(faults_in(world.club)) == []
    persons.separate(world.club.pk, player=world.player("Bernhard").pk)
    assert champions_of(world.season) == ["Anna"]
    assert [row.kind for row in world.season.decisions.order_by("pk")] == ["closed", "people", "people"]
    persons.merge(
        world.club.pk, kept=world.player("Clara").pk, gone=Player.objects.create(club=world.club, name="C").pk
    )
    assert world.season.decisions.count() == 3, "nothing changed at the top"


@thorough
def test_closed_season_follows_points_taken_off_a_single_player(world: SeasonWorld) -> None:
    tournament = world.tournament({"Anna": 50, "Bernd": -50})
    table = Table.objects.create(round=tournament.played_rounds.get(), number=1)
    for seat, result in enumerate(Result.objects.order_by("pk")):
        Result.objects.filter(pk=result.pk).update(table=table, seat=seat)
    services.close_season(world.season, seen=world.fresh().version, by=BY)
    desk.open_again(tournament, why="verrechnet", device=None)
    number = table.results.get(seat=0).entrant.number or 0
    for points, champion in ((101, "Bernd"), (0, "Anna")):
        desk.penalize(table, number, points=points, why="nicht bedient", device=None)
        assert (champions_of(world.season), list(faults_of_season(world.fresh()))) == ([champion], [])
    line = decided(world.season, to_strangers=False)[0]
    assert line["label"] == "nach dem Ende geändert (15.11.2025, Punktabzug), und dadurch ein anderer Saisonsieger"


@thorough
def test_closed_season_follows_a_result_that_is_put_right_and_says_why(world: SeasonWorld) -> None:
    tournament = world.tournament({"Anna": 50, "Bernd": -50})
    table = Table.objects.create(round=tournament.played_rounds.get(), number=1)
    for seat, result in enumerate(Result.objects.order_by("pk")):
        Result.objects.filter(pk=result.pk).update(table=table, seat=seat)
    services.close_season(world.season, seen=world.fresh().version, by=BY)
    version = world.fresh().version
    desk.open_again(tournament, why="verrechnet", device=None)
    desk.type_totals(table, {0: -20, 1: 20}, why="Vorzeichen", device=None)
    assert (champions_of(world.season), list(faults_of_season(world.fresh()))) == (["Bernd"], [])
    desk.void_table(table, why="Zettel weg", device=None)
    assert (champions_of(world.season), list(faults_of_season(world.fresh()))) == (["Anna", "Bernd"], [])
    hold_results(tournament, first=1, device=None)
    release_results(tournament, device=None)
    lines = [(line["label"], line["why"]) for line in decided(world.season, to_strangers=False)][::-1]
    other = ", und dadurch ein anderer Saisonsieger"
    assert lines[1:4] == [
        ("nach dem Ende geändert (15.11.2025, Turnier wieder geöffnet)", "verrechnet"),
        ("nach dem Ende geändert (15.11.2025, Ergebnis berichtigt)" + other, "Vorzeichen"),
        ("nach dem Ende geändert (15.11.2025, Tisch ungültig)" + other, "Zettel weg"),
    ]
    assert world.fresh().version - version == len(lines) - 1 == 5
    page = body_of(client_of(world.organiser).get(f"/tournaments/{tournament.pk}/ceremony"))
    assert "Winter" not in page, "it is open"
    Tournament.objects.update(finished_at="2026-01-01T00:00Z")
    assert "Winter" in body_of(client_of(world.organiser).get(f"/tournaments/{tournament.pk}/ceremony"))


@thorough
def test_two_who_sat_at_one_table_are_two_people_though_its_sheet_is_purged(world: SeasonWorld) -> None:
    sheet = world.evening({"Anna": 10, "Bernd": -20, "Clara": 10})
    services.close_season(world.season, seen=world.fresh().version, by=BY)
    sheet.delete()
    with refused("played_together"):
        persons.merge(world.club.pk, kept=world.player("Anna").pk, gone=world.player("Clara").pk)


@thorough
def test_selfcheck_names_a_champion_who_is_not_the_first(world: SeasonWorld) -> None:
    world.tournament({"Anna": 50, "Bernd": -50})
    services.close_season(world.season, seen=world.fresh().version, by=BY)
    assert list(faults_in(world.club)) == []
    world.season.champions.set([world.player("Bernd")])
    anna, bernd = world.player("Anna").pk, world.player("Bernd").pk
    fault = f"{world.season.pk}: the champions are [{bernd}], the first of the table [{anna}]"
    points = f"{world.season.pk}: the champions have 50, the table says [-50]"
    assert list(faults_in(world.club)) == [fault, points]


@thorough
def test_columns_of_one_place_are_told_apart_by_their_day(world: SeasonWorld) -> None:
    for _evening in range(3):
        world.tournament({"Anna": 10, "Bernd": -10})
    Tournament.objects.update(venue="Löwen")
    elsewhere = world.tournament({"Anna": 10, "Bernd": -10})
    two = [world.evening({"Anna": 1, "Bernd": -1}) for _table in range(2)]
    SeasonEvent.objects.filter(sheet__in=two).update(day=FIRST)
    headings = list(column_headings(list(queries.events_of(world.season))).values())
    assert len(set(headings)) == 6
    assert elsewhere.venue in headings
    assert sum(heading.startswith("Löwen ") for heading in headings) == 3


@thorough
def test_event_that_is_moved_moves_in_the_season() -> None:
    world = copied(SeasonWorld)
    first, second = (world.tournament({"Anna": points, "Bernd": -points}) for points in (10, 20))
    (sheet,) = Session.objects.filter(pk=world.evening({"Anna": 5, "Bernd": -5}).pk)
    days = [first.day, second.day, timezone.localdate(sheet.started_at)]
    assert [event.held_on for event in queries.events_of(world.season)] == sorted(days)
    moved = max(days) + timedelta(days=3)
    Tournament.objects.filter(pk=first.pk).update(day=moved)
    Session.objects.filter(pk=sheet.pk).update(started_at=sheet.started_at + (moved - days[2]) + timedelta(days=2))
    later = moved + timedelta(days=2)
    assert [event.held_on for event in queries.events_of(world.season)] == [second.day, moved, later]
    table = body_of(client_of(world.organiser).get(f"/seasons/{world.season.pk}/table.csv"))
    assert (f"{moved:%Y-%m-%d}" in table, f"{first.day:%Y-%m-%d}" in table) == (True, False)


def test_event_without_a_venue_has_its_day_once_in_the_heading(db: None) -> None:
    world = copied(SeasonWorld)
    first, second = (world.tournament({"Anna": 10, "Bernd": -10}) for _ in range(2))
    Tournament.objects.filter(pk=first.pk).update(venue="")
    head = body_of(client_of(world.organiser).get(f"/seasons/{world.season.pk}/table.csv")).splitlines()[0]
    assert (f'"{first.day:%Y-%m-%d}"' in head, f'"Ort 2 {second.day:%Y-%m-%d}"' in head) == (True, True)


def test_who_is_no_longer_first_is_no_champion_while_others_have_yet_to_draw(db: None) -> None:
    world = SeasonWorld(tie_breaks=["card"])
    tournament = world.tournament({"Anna": 30, "Bernd": 20, "Clara": 20, "Dieter": -70})
    services.close_season(world.fresh(), seen=world.fresh().version, by=with_reason())
    desk.open_again(tournament, why="Zettel", device=None)
    cheat = tournament.entrants.get(player__name="Anna")
    door.decide_takes(cheat, takes="nothing", why="betrogen", device=None)
    assert (champions_of(world.fresh()), list(faults_in(world.club))) == ([], [])
    assert world.fresh().decisions.latest("pk").data["another"]
    tied = [world.players[name].pk for name in ("Clara", "Bernd")]
    services.decide_tie(world.fresh(), players=tied, by_what=TieBreak.CARD, by=with_reason("Clara zog den Gstieß"))
    assert champions_of(world.fresh()) == ["Clara"]
