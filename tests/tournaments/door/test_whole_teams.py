"""Teams at the door: announced by one for all, full or not, alike names asked about, and acts on all of a team at once.

Whatever is done to a whole team leaves the same as if it were done to each of them, and its way back what was before.
"""

import re
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse
from hypothesis import given, strategies as st

from cegoscore.scoresheet.ledger.selfcheck import faults_in
from tests.pages import body_of
from tests.tournaments.test_teams import Desk, world_of
from tests.worlds.tournament import World
from tournaments.course.team_names import alike_teams, teams_in
from tournaments.models import DecisionKind, Entrant, EntrantStatus

pytestmark = [pytest.mark.django_db, pytest.mark.both]

ONE_TEAM = ["Rössle 1", "Roessle 1", "Rössle1", "Rössle I", "rössle 01", "Rößle-1", "Rössle"]
OTHERS = ["Rössle 2", "Rössle II", "Rössle Urach", "Adler 1"]


def announce(world: World, **data: Any) -> Any:
    usual = {"uuid": uuid4(), "name": "Anna Kern", "village": "Urach"}
    return Client().post(reverse("announce", args=[world.tournament.pk]), usual | data)


def text_of(answer: Any) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", body_of(answer)).split())


def rows() -> list[tuple[str, str, str, int | None]]:
    return list(Entrant.objects.order_by("pk").values_list("player__name", "team", "status", "number"))


def keys(**which: Any) -> list[int]:
    return list(Entrant.objects.filter(**which).order_by("pk").values_list("pk", flat=True))


def act(desk: Desk, name: str, members: list[int], status: int = 302, **more: Any) -> Any:
    return desk.post("act_on_team", status=status, **more | {"member": members, name: "1"})


def undo(desk: Desk, answer: Any) -> Any:
    """Press the button of the way back, as the page has it behind an act."""
    (form,) = re.findall(
        r'<div class="note registered".*?<form.*?</form>', body_of(desk.client.get(answer.url)), re.DOTALL
    )
    fields = re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', form)
    data: dict[str, Any] = {}
    for name, value in fields:
        data.setdefault(name, []).append(value)
    (button,) = re.findall(r'<button[^>]*\bname="(\w+)"', form)
    return desk.post("act_on_team", **data | {button: ["1"]})


@given(st.sampled_from(ONE_TEAM), st.sampled_from(ONE_TEAM), st.sampled_from(OTHERS))
def test_names_of_one_team_are_alike_and_another_number_is_another_team(one: str, same: str, other: str) -> None:
    assert (alike_teams(one, [same, other]) == [same]) == (one.casefold() != same.casefold())
    assert one not in alike_teams(other, [one])


def test_one_announces_the_whole_team_with_its_name_and_each_has_a_page_of_their_own() -> None:
    world = world_of(3, takes_announcements=True)
    answer = announce(world, team="Rössle 1", mate_0="Bert Maier, Aasen", mate_1="Cleo Huber")
    assert answer.status_code == 200
    assert [(row.name, row.village, row.team) for row in Entrant.objects.order_by("pk")] == [
        ("Anna Kern", "Urach", "Rössle 1"),
        ("Bert Maier", "Aasen", "Rössle 1"),
        ("Cleo Huber", "Urach", "Rössle 1"),
    ]
    links = list(dict.fromkeys(re.findall(r'href="(/tournaments/[^"]+/announced/[^"]+)"', body_of(answer))))
    assert len(links) == 3
    assert "Rössle 1 (vollzählig)" in text_of(Client().get(links[1]))
    Client().post(links[1], {"back": "1"})
    assert "Rössle 1 (1 fehlt)" in text_of(Client().get(links[0]))
    assert [status for _name, _team, status, _number in rows()].count(EntrantStatus.WITHDRAWN) == 1


def test_team_that_is_full_takes_nobody_more_and_nobody_of_the_others_either() -> None:
    world = world_of(2, takes_announcements=True)
    announce(world, team="Rössle", mate_0="Bert Maier, Aasen")
    for name in ("Dora Neu", "Anna Kern"):  # the answer tells nobody who is on the list
        answer = announce(world, name=name, team="rössle")
        assert answer.status_code == 422
        assert "ist vollzählig" in text_of(answer)
    assert announce(world, name="Dora Neu", team="Adler", mate_0="Emil, Urach").status_code == 200
    answer = announce(world, name="Fritz", team="", mate_0="Gerd")
    assert (answer.status_code, "Für welche Mannschaft" in text_of(answer)) == (422, True)
    assert Entrant.objects.count() == 4


def test_names_that_are_nearly_the_same_are_asked_about_by_every_way_in() -> None:
    world = world_of(4, takes_announcements=True)
    desk = Desk(world)
    desk.register("Anna 0, Aasen", team="Rössle 1")
    answers = [announce(world, name="Bert", team="Roessle 1"), desk.register("Carl, Aasen", team="Rössle1", status=422)]
    desk.register("Dora, Aasen", team="Adler")
    dora = Entrant.objects.get(player__name="Dora")
    typed: dict[str, Any] = {"name": "Dora", "village": "Aasen", "team": "Rössle I"}
    seen = desk.client.get(reverse("entrant", args=[world.tournament.pk, dora.pk])).context["form"]["seen"].value()
    answers.append(desk.post("entrant", dora.pk, status=422, seen=seen, **typed))
    answers.append(act(desk, "called", [dora.pk], 422, team="Rössle I"))
    for answer in answers:
        assert answer.status_code == 422
        assert "Es gibt eine Mannschaft mit fast diesem Namen." in text_of(answer)
        assert 'name="team_is"' in body_of(answer)
    assert [team for _name, team, *_more in rows()] == ["Rössle 1", "Adler"]
    announce(world, name="Bert", team="Roessle 1", team_is="Rössle 1")
    desk.register("Carl, Aasen", team="Rössle1", team_is="+")
    desk.post("entrant", dora.pk, seen=seen, team_is="Rössle 1", **typed)
    assert [team for _name, team, *_more in rows()] == ["Rössle 1", "Rössle 1", "Rössle 1", "Rössle1"]
    for page in (desk.get("door"), desk.get("draw", 1)):
        assert "Ist das eine Mannschaft? Rössle 1, Rössle1" in " ".join(page.split())


def test_whole_team_comes_and_that_is_taken_back() -> None:
    world = world_of(3, entry_fee=10)
    desk = Desk(world)
    desk.read_list("Name;Ort;Team\nAnna;Aasen;Bären\nBert;Aasen;Bären\nCarl;Aasen;Adler", way="announced")
    before = rows()
    answer = act(desk, "came_paid", keys(team="Bären"), list=str(uuid4()))
    assert [(status, number) for _name, _team, status, number in rows()] == [
        (EntrantStatus.PRESENT, 1),
        (EntrantStatus.PRESENT, 2),
        (EntrantStatus.ANNOUNCED, None),
    ]
    assert list(Entrant.objects.order_by("pk").values_list("has_paid", flat=True)) == [True, True, False]
    assert "Bären (1 fehlt)" in desk.get("door")
    undo(desk, answer)
    assert rows() == before
    assert not Entrant.objects.filter(has_paid=True).exists()
    assert list(faults_in(world.tournament.club)) == []


def test_whole_team_leaves_with_one_decision_and_is_back_as_it_was() -> None:
    world = world_of(2)
    desk = Desk(world)
    for place in range(4):
        desk.register(f"Anna {place}, Aasen", team="Bären" if place < 2 else "Adler")
    desk.read_list("Name;Ort;Team\nWart;Aasen;Hirsch", way="announced")
    undo(desk, act(desk, "left", keys(team="Hirsch")))
    assert rows()[-1][1:] == ("Hirsch", EntrantStatus.ANNOUNCED, None)
    desk.post("draw", 1, seed="Gstieß")
    before, bears = rows(), keys(team="Bären")
    act(desk, "left", bears, 422)
    assert rows() == before
    for _twice in range(2):
        answer = act(desk, "left", bears, why="Autopanne")
    (decision,) = world.tournament.decisions.filter(kind=DecisionKind.WITHDRAWAL)
    assert (decision.data, decision.why) == ({"numbers": [1, 2]}, "Autopanne")
    assert "1 Anna 0, 2 Anna 1" in desk.get("desk_decisions")
    assert [status for _name, _team, status, _number in rows()][:3] == ["withdrawn", "withdrawn", "present"]
    undo(desk, answer)
    assert rows() == before
    assert list(faults_in(world.tournament.club)) == []


def test_whole_team_is_called_otherwise_joins_another_and_is_parted_again() -> None:
    world = world_of(3)
    desk = Desk(world)
    for place, team in enumerate(("Roessle", "Roessle", "Rössle", "Adler", "Adler")):
        desk.register(f"Anna {place}, Aasen", team=team if place != 2 else "Rössle", team_is="+")
    before = rows()
    answer = act(desk, "called", keys(team="Roessle"), team="RÖSSLE", before="Roessle")
    assert [team for _name, team, *_more in rows()] == ["Rössle"] * 3 + ["Adler"] * 2
    undo(desk, answer)
    assert rows() == before
    full = act(desk, "called", keys(team="Adler"), 422, team="Roessle")
    assert "ist vollzählig" in text_of(full)
    desk.post("draw", 1, seed="Gstieß")
    act(desk, "called", keys(team="Adler"), team="Hirsch")
    decision = world.tournament.decisions.last()
    assert decision is not None
    assert (decision.why, decision.data["numbers"]) == ("Adler → Hirsch", [4, 5])
    assert list(faults_in(world.tournament.club)) == []


def test_somebody_of_the_team_who_may_be_known_is_asked_about_before_anybody_comes() -> None:
    world = world_of(2, takes_announcements=True)
    desk = Desk(world)
    known = world.tournament.club.players.create(name="Jörg Müller", village="Urach")
    announce(world, name="Joerg Mueller", team="Bären", mate_0="Bert, Aasen")
    asked = act(desk, "came", keys(), 422)
    assert f'<option value="{known.pk}">' in body_of(asked)
    assert {number for *_more, number in rows()} == {None}
    first = Entrant.objects.get(player__name="Joerg Mueller").pk
    said: dict[str, Any] = {f"who_{first}": str(known.pk)}
    act(desk, "came", keys(), **said)
    assert {(row.name, row.number) for row in Entrant.objects.all()} == {("Jörg Müller", 1), ("Bert", 2)}


def test_draw_says_which_teams_are_not_full_and_how_many_of_them_are_here() -> None:
    world = world_of(2)
    desk = Desk(world)
    for place, team in enumerate(("Bären", "Bären", "Adler", "")):
        desk.register(f"Anna {place}, Aasen", team=team)
    page = " ".join(re.sub(r"<[^>]+>", " ", desk.get("draw", 1)).split())
    assert "1 Mannschaft ist nicht vollzählig" in page
    assert "Adler, 1 von 2 da" in page
    assert [(team.name, team.missing) for team in teams_in(world.tournament)] == [("Adler", 1), ("Bären", 0)]


def test_preview_of_a_list_says_which_teams_are_full_and_asks_which_one_is_meant() -> None:
    world = world_of(2)
    desk = Desk(world)
    desk.register("Anna, Aasen", team="Rössle 1")
    text = (
        "Name;Ort;Team\nBert;Aasen;Roessle 1\nCarl;Aasen;Adler\nDora;Aasen;adler\nEmil;Aasen;Adler\nFritz;Aasen;Hirsch"
    )
    shown = desk.post("import_entrants", status=200, text=text)
    for sentence in ("Roessle 1 1 fehlt", "Adler 1 zu viel", "Hirsch 1 fehlt"):
        assert sentence in text_of(shown)
    agreed: dict[str, Any] = {"text": text.replace("Emil;Aasen;Adler\n", ""), "as": "here"}
    agreed["shown"] = desk.post("import_entrants", status=200, text=agreed["text"]).context["preview"]["shown"]
    asked = desk.post("import_entrants", status=422, **agreed)
    assert "Mannschaften heißen fast gleich." in text_of(asked)
    assert Entrant.objects.count() == 1
    desk.post("import_entrants", team_0="Rössle 1", **agreed)
    assert [(name, team) for name, team, *_more in rows()] == [
        ("Anna", "Rössle 1"),
        ("Bert", "Rössle 1"),
        ("Carl", "Adler"),
        ("Dora", "Adler"),
        ("Fritz", "Hirsch"),
    ]
