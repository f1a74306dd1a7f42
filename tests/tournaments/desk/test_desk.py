"""The course of the evening at the desk, who may do what, decisions, ties and the end."""

import re
from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone

from cegoscore.contest.ties import TieBreak
from tests.effort import thorough
from tests.pages import body_of
from tests.worlds.copied import copied
from tests.worlds.desk import Browser, problem_of, text_of, totals
from tests.worlds.tournament import World, drawn, type_table
from tournaments.course.access import EVERYTHING
from tournaments.course.entrants import people_of
from tournaments.course.forms import label_of
from tournaments.course.steps import Step, current_step, steps_of
from tournaments.desk import services
from tournaments.door import services as door
from tournaments.drawing import seating, services as drawing
from tournaments.models import COURSE, Apart, CategoryKind, Decision, DecisionKind, PrizeKind, Tournament
from tournaments.setup.plans import PrizePlan
from tournaments.standings.queries import awards_of, standings_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def desk(world: World) -> Browser:
    return Browser(world)


# The course of the evening


@thorough
def test_desk_leads_to_the_step_that_the_evening_has_come_to(world: World) -> None:
    seen = [current_step(world.tournament)]
    world.register(8)
    round_ = world.draw(start=False)
    seen.append(current_step(world.tournament))
    drawing.start_round(round_)
    seen.append(current_step(world.tournament))
    world.type_all(round_)
    services.close_round(round_)
    seen.append(current_step(world.tournament))
    world.play_round("zwei")
    seen.append(current_step(world.tournament))
    assert seen == [("door", 0), ("draw", 1), ("round_desk", 1), ("draw", 2), ("ceremony", 0)]


def test_steps_can_be_taken_only_when_it_is_time() -> None:
    world = copied(drawn)
    steps = {
        step["key"]: (step["state"], bool(step["address"])) for step in steps_of(world.tournament, ("round_desk", 1))
    }
    assert list(steps) == [("door", 0), ("draw", 1), ("round_desk", 1), ("draw", 2), ("round_desk", 2), ("ceremony", 0)]
    assert steps["draw", 1] == ("done", True)
    assert steps["round_desk", 1] == ("now", True)
    assert [steps[key] for key in (("draw", 2), ("round_desk", 2), ("ceremony", 0))] == [("later", False)] * 3


@thorough
def test_head_leads_on_to_what_is_needed_next() -> None:
    world = World(rounds=2)
    world.register(8)

    def on(here: Step) -> list[Step]:
        return [step["key"] for step in steps_of(Tournament.objects.get(), here) if step["is_next"]]

    assert (on(("door", 0)), on(("draw", 1)), on(("", 0))) == ([("draw", 1)], [], [("door", 0)])
    round_ = world.draw(start=False)
    assert (on(("door", 0)), on(("draw", 1))) == ([("draw", 1)], [])
    drawing.start_round(round_)
    assert (on(("door", 0)), on(("draw", 2)), on(("round_desk", 1))) == ([("round_desk", 1)], [("round_desk", 1)], [])
    world.type_all(round_)
    services.close_round(round_)
    assert (on(("round_desk", 1)), on(("draw", 2))) == ([("draw", 2)], [])
    world.play_round("zwei")
    assert (on(("round_desk", 2)), on(("ceremony", 0))) == ([("ceremony", 0)], [])
    Tournament.objects.update(finished_at=timezone.now())
    assert on(("round_desk", 2)) == []


@pytest.mark.parametrize("path", ["door", "rounds/1/draw", "rounds/1", "ceremony", "results", "desk/decisions"])
def test_head_of_the_desk_has_one_button_four_links_and_one_way_to_print(path: str) -> None:
    world = copied(drawn)
    page = body_of(Browser(world).get(path))
    head, more = page.split('<nav class="desk-ways"')[1].split("</nav>")[0].split("<details>")
    buttons = head.count('class="button')
    assert buttons <= 1
    assert head.count("<a ") - buttons + more.count("<summary>") == 4
    paper = reverse("paper", args=[world.tournament.pk])
    assert [way for way in re.findall(r'href="([^"]*)"', page) if way.startswith(paper)] == [paper]


def test_step_that_is_shown_is_marked_as_the_page(world: World, desk: Browser) -> None:
    world.register(8)
    world.draw()
    page = body_of(desk.get("rounds/1/draw"))
    assert page.count('aria-current="page"') == 1
    assert f'href="{desk.home}/rounds/1/draw" aria-current="page"' in page


# Rights: tests/clubhouse/test_role_matrix.py has every address, role by role

POSTS = (
    "desk/wishes/apart",
    "desk/wishes/apart/1/drop",
    "desk/wishes/fixed",
    "desk/wishes/fixed/1/drop",
    "rounds/1/tables/1/totals",
    "rounds/1/tables/1/accept",
    "rounds/1/tables/1/dispute",
    "rounds/1/tables/1/came",
    "rounds/1/tables/1/substitute",
    "rounds/1/draw/again",
    "rounds/1/draw/swap",
    "rounds/1/draw/back",
    "rounds/1/start",
    "rounds/1/close",
    "rounds/1/tables/1/reopen",
    "rounds/1/tables/1/void",
    "rounds/1/tables/1/sheets",
    "ceremony/ties/1",
    "ceremony/finish",
    "rounds/1/end",
)


def test_helper_is_not_offered_what_only_the_organiser_may() -> None:
    world = copied(drawn)
    page = body_of(Browser(world, world.helper).get("rounds/1/tables/1"))
    assert "/totals" in page
    assert "/void" not in page
    assert "tables/1/sheets" not in page


def test_changes_are_posts(world: World, desk: Browser) -> None:
    world.register(8)
    world.draw()
    assert {desk.get(path).status_code for path in POSTS} == {405}


# Decisions


def test_decisions_are_told_in_sentences_with_their_reasons(world: World, desk: Browser) -> None:
    assert "Bisher wurde nichts von Hand entschieden." in text_of(desk.get("desk/decisions"))
    anna = world.register(8)[0]
    round_ = world.draw(start=False)
    one, other = round_.draw["tables"][0][0], round_.draw["tables"][1][2]
    drawing.swap(round_, one, other, why="Ehepaar", device=None)
    drawing.start_round(round_)
    door.substitute(anna, door.Newcomer(name="Ersatz"), why="musste heim", device=None)
    table = round_.tables.get(number=1)
    type_table(table)
    services.type_totals(table, {0: 40, 1: 30, 2: -30, 3: -40}, why="verschrieben", device=None)
    people = people_of(world.tournament)
    text = text_of(desk.get("desk/decisions"))
    assert f"Plätze getauscht: {one} {people[one].name}, {other} {people[other].name} Ehepaar" in text
    assert "Nummer 1: Ersatz spielt für Anna 1 weiter musste heim" in text
    seats = {result.entrant.number or 0: result.seat for result in table.results.select_related("entrant")}
    moved = {0: "+90 → +40", 3: "−90 → −40"}
    changes = [f"{n} {people[n].name} {moved[seats[n]]}" for n in sorted(seats) if seats[n] in moved]
    assert f"Tisch 1: Ergebnis berichtigt ({'; '.join(changes)}) verschrieben" in text


# Wishes


def test_wish_keeps_two_apart_and_only_its_weight_changes(world: World, desk: Browser) -> None:
    world.register(8)
    for one, other, weight in ((5, 2, 1), (2, 5, 9)):
        sent = desk.post("desk/wishes/apart", {"one": one, "other": other, "weight": weight})
        assert sent.status_code == 302
    wish = Apart.objects.get()
    assert (wish.one.number, wish.other.number, wish.weight) == (2, 5, 9)
    round_ = world.draw(start=False)
    assert not any({2, 5} <= set(table) for table in round_.draw["tables"])
    desk.post(f"desk/wishes/apart/{wish.pk}/drop")
    assert not Apart.objects.exists()


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        ({"one": 1, "other": 1, "weight": 1}, "Bitte verschiedene Startnummern wählen."),
        ({"one": 1, "other": 99, "weight": 1}, "Nummer 99 hat hier niemand."),
        (
            {"one": "x", "other": 2, "weight": 1},
            "Hier fehlt etwas oder ist nicht zu lesen. Es hat sich nichts geändert.",
        ),
    ],
)
def test_wish_for_nobody_is_refused(world: World, desk: Browser, data: dict[str, Any], sentence: str) -> None:
    world.register(8)
    refused = desk.post("desk/wishes/apart", data)
    assert (refused.status_code, problem_of(refused)) == (422, sentence)
    assert f'value="{data["one"]}"' in body_of(refused)
    assert not Apart.objects.exists()


def test_wish_of_another_tournament_stays(world: World, desk: Browser) -> None:
    other = World(club_name="Andere")
    other.register(8)
    seating.keep_apart(other.tournament, 1, 2)
    desk.post(f"desk/wishes/apart/{Apart.objects.get().pk}/drop")
    assert Apart.objects.count() == 1


def test_fixed_table_is_kept_by_the_draw(world: World, desk: Browser) -> None:
    world.register(12)
    desk.post("desk/wishes/fixed", {"number": 7, "table": 3})
    assert "7 Georg 7 Bräunlingen immer an Tisch 3" in text_of(desk.get("desk/wishes"))
    assert 7 in world.draw(start=False).draw["tables"][2]
    desk.post("desk/wishes/fixed/7/drop")
    assert world.tournament.entrants.get(number=7).fixed_table is None


# Ties and the end


def tied_world() -> tuple[World, Browser]:
    """One round of two tables, typed alike: every rank is shared by two."""
    world = copied(World, rounds=1, prizes=[PrizePlan(kind=PrizeKind.RANK, what="Schinken", rank=3)])
    world.register(8)
    world.play_round()
    return world, Browser(world)


def tied_at(world: World, rank: int) -> list[int]:
    return [line.row.number for line in standings_of(world.tournament, EVERYTHING).lines if line.row.rank == rank]


@thorough
def test_ties_about_a_prize_come_first(world: World) -> None:
    _world, desk = tied_world()
    text = text_of(desk.get("ceremony"))
    assert re.findall(r"(\d)\. \D+\d", text.partition("Ganz vorn")[2]) == ["1", "1", "3", "3"]
    assert text.index("Platz 3, alle +30 da geht es um einen Preis") < text.index("Platz 1, alle +90")


@thorough
@pytest.mark.parametrize("is_named", [False, True])
def test_drawn_tie_is_recorded_with_who_drew_it(*, is_named: bool) -> None:
    """Numbers and names, whichever were typed."""
    world, desk = tied_world()
    one, other = tied_at(world, 1)
    people = people_of(world.tournament)
    typed = f"{people[other].name.upper()}; {people[one].name}" if is_named else f"{other}, {one}"
    sent = {"numbers": typed, "by": "card", "drawn_by": "Wirt"}
    for _tap in range(2):
        assert desk.post("ceremony/ties/1", sent).status_code == 302
    decision = Decision.objects.get(kind=DecisionKind.TIE)
    assert (decision.data, decision.why) == ({"numbers": [other, one], "by": TieBreak.CARD.value, "round": 1}, "Wirt")
    assert [line.row.number for line in standings_of(world.tournament, EVERYTHING).lines][:2] == [other, one]
    assert "gezogen hat: Wirt" in text_of(desk.get("ceremony"))
    late = desk.post("ceremony/ties/1", sent | {"numbers": f"{one} {other}"})
    assert (late.status_code, problem_of(late)) == (
        409,
        "Auf diesem Platz gibt es keinen Gleichstand mehr. Bitte die Seite neu laden.",
    )


@thorough
def test_tie_is_drawn_by_somebody_among_exactly_those_who_are_equal() -> None:
    world, desk = tied_world()
    one, other = tied_at(world, 1)
    assert desk.post("ceremony/ties/1", {"numbers": f"{one} {other}", "by": "card"}).status_code == 422
    for numbers in (f"{one}", f"{one} {one}", f"{one} {other} {tied_at(world, 3)[0]}", "Anna Bernd"):
        refused = desk.post("ceremony/ties/1", {"numbers": numbers, "by": "card", "drawn_by": "Wirt"})
        assert refused.status_code == 422
        people = people_of(world.tournament)
        equal = "; ".join(label_of(people[number]) for number in sorted((one, other)))
        assert f"Schreib jeden davon einmal: {equal}." in text_of(refused)
        assert f'value="{numbers}"' in body_of(refused)
    assert not Decision.objects.exclude(kind__in=COURSE).exists()


@thorough
def test_nothing_is_drawn_for_or_finished_before_the_last_round_is_closed(world: World, desk: Browser) -> None:
    world.register(8)
    world.play_round()
    text = text_of(desk.get("ceremony"))
    assert "1 Durchgang fehlt noch oder ist offen." in text
    assert "Turnier beenden" not in text
    refused = desk.post("ceremony/finish")
    assert refused.status_code == 422
    assert problem_of(refused).endswith(": 1.")


def test_that_nothing_is_left_to_draw_is_said_once() -> None:
    world, desk = tied_world()
    for rank in (1, 3, 5, 7):
        numbers = ", ".join(map(str, tied_at(world, rank)))
        desk.post(f"ceremony/ties/{rank}", {"numbers": numbers, "by": "card", "drawn_by": "Wirt"})
    assert "Um keinen Platz muss mehr gezogen werden." in text_of(desk.get("ceremony"))
    asked = text_of(desk.get("ceremony?finish"))
    assert ("Um keinen Preis muss" in asked, "Um keinen Platz muss" in asked) == (True, False)
    desk.post("ceremony/finish")
    assert "gezogen werden" not in text_of(desk.get("ceremony"))


def test_tournament_is_finished_once_and_then_nothing_changes() -> None:
    world, desk = tied_world()
    one, other = tied_at(world, 3)
    asked = text_of(desk.get("ceremony?finish"))
    assert "Um einen Preis" not in asked
    assert "Um diese Preise muss noch gezogen werden" in asked
    tied = ", ".join(world.tournament.entrants.get(number=number).player.name for number in (one, other))
    assert f"Schinken (Platz 3): {tied}" in asked
    assert "Dann teilen sich die Punktgleichen diese Preise." in asked
    refused = desk.post("ceremony/finish")
    assert refused.status_code == 422
    assert problem_of(refused) == (
        f"Es muss noch gezogen werden: Schinken (Platz 3): {tied}. Halte fest, wer was gezogen hat, oder begründe,"
        " warum sie teilen."
    )
    desk.post("ceremony/ties/3", {"numbers": f"{other}, {one}", "by": "card", "drawn_by": "Wirt"})
    asked = text_of(desk.get("ceremony?finish"))
    assert "Um keinen Preis muss mehr gezogen werden." in asked
    assert "Warum" not in asked, "nothing is left to be explained"
    for _tap in range(2):
        assert desk.post("ceremony/finish").status_code == 302
    world.tournament.refresh_from_db()
    assert world.tournament.finished_at
    links = body_of(desk.get("ceremony")).partition('class="now"')[2]
    for name in ("cash", "copy_tournament"):
        assert reverse(name, args=[world.tournament.pk]) in links
    assert reverse("paper", args=[world.tournament.pk, "certificates"]) in links
    refused = desk.post("rounds/1/tables/1/totals", totals(10, 10, -10, -10, why="x"))
    assert refused.status_code == 409
    assert "Dieses Turnier ist vorbei. Es hat sich nichts geändert." in text_of(refused)


@thorough
def test_tournament_is_finished_with_a_prize_undecided_only_with_a_reason() -> None:
    _world, desk = tied_world()
    refused = desk.post("ceremony/finish", {"why": " "})
    assert refused.status_code == 422
    assert "3" in problem_of(refused)
    assert not Decision.objects.filter(kind=DecisionKind.FINISH).exists()
    assert desk.post("ceremony/finish", {"why": "sie teilen sich den Schinken"}).status_code == 302
    row = Decision.objects.get(kind=DecisionKind.FINISH)
    assert (row.data["undecided"], row.why) == ([3], "sie teilen sich den Schinken")


def world_with_flowers(*women: int, **settings: Any) -> tuple[World, Browser]:
    """One table, 60 and three times −20: the best by points gets a ham, the best woman (by her seat) flowers."""
    prizes = [
        PrizePlan(kind=PrizeKind.RANK, what="Schinken", rank=1),
        PrizePlan(kind=PrizeKind.CATEGORY, what="Blumen", rank=1, category=0),
    ]
    world = copied(World, rounds=1, categories=[(CategoryKind.WOMEN, "")], prizes=prizes, **settings)
    world.register(4)
    round_, desk = world.draw(), Browser(world)
    world.tournament.categories.get().entrants.set(world.tournament.entrants.filter(results__seat__in=women))
    desk.post("rounds/1/tables/1/totals", totals(60, -20, -20, -20))
    services.close_round(round_)
    return world, desk


@thorough
def test_tie_for_a_categorys_prize_is_drawn_for_before_the_end() -> None:
    """Two women share the last rank with a man: the drawing for that rank says who is the best of them."""
    world, desk = world_with_flowers(2, 3)
    assert "Platz 2, alle −20 da geht es um einen Preis" in text_of(desk.get("ceremony"))
    assert "Um diese Preise muss noch gezogen werden" in text_of(desk.get("ceremony?finish"))
    assert "Es muss noch gezogen werden: Blumen (Damen, Platz 1): " in problem_of(desk.post("ceremony/finish"))
    man, other, woman = world.tournament.entrants.exclude(results__seat=0).order_by("results__seat")
    drawn = {"numbers": f"{woman.number}, {man.number}, {other.number}", "by": "card", "drawn_by": "Wirt"}
    assert desk.post("ceremony/ties/2", drawn).status_code == 302
    flowers, _ham = awards_of(world.tournament, standings_of(world.tournament, EVERYTHING))
    assert (flowers.numbers, flowers.undecided) == ((woman.number,), False)
    assert desk.post("ceremony/finish").status_code == 302


@thorough
@pytest.mark.parametrize(
    ("women", "one_each", "status"), [((3,), True, 302), ((0, 1, 2, 3), True, 422), ((0, 1, 2, 3), False, 302)]
)
def test_a_prize_that_passes_on_is_drawn_for_as_well(women: tuple[int, ...], one_each: bool, status: int) -> None:
    """The best woman has the ham; whoever is next among the women gets the flowers if nobody takes two.

    Who is alone in a category draws with nobody.
    """
    _world, desk = world_with_flowers(*women, one_prize_each=one_each)
    assert desk.post("ceremony/finish").status_code == status
