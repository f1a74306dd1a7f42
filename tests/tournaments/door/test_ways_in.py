"""Every way into a tournament knows the same people: equal names come in, alike ones are asked about, nobody twice."""

from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from cegoscore.clubs import people
from cegoscore.clubs.models import Player
from tests.pages import body_of
from tests.worlds.copied import copied
from tests.worlds.desk import Browser
from tests.worlds.said_columns import columns_of
from tests.worlds.tournament import World
from tournaments.door import services
from tournaments.models import EntrantStatus

pytestmark = pytest.mark.django_db

VILLAGE = "Furtwangen"
TYPED = {
    "equal": ("Jörg Müller", VILLAGE),
    "capitals": ("jörg  MÜLLER", VILLAGE.upper()),
    "merged": ("Georg Müller", VILLAGE),
    "umlaut": ("Joerg Mueller", VILLAGE),
    "order": ("Müller Jörg", VILLAGE),
    "initial": ("J. Müller", VILLAGE),
    "former umlaut": ("Georg Mueller", VILLAGE),
}
CERTAIN = ("equal", "capitals")

Answer = int | str | None
"""The key of the person chosen, `new`, or nothing before the question."""
Way = Callable[[World, str, str, Answer], Any]


def at_the_door(world: World, name: str, village: str, answer: Answer) -> Any:
    said = {} if answer is None else {"new": "on"} if answer == "new" else {"player": answer}
    return Browser(world).post("door/register", {"who": f"{name}, {village}", "uuid": str(uuid4())} | said)


def announced(world: World, name: str, village: str, answer: Answer) -> Any:
    data = {"uuid": str(uuid4()), "name": name, "village": village}
    if answer is None:
        assert Client().post(reverse("announce", args=[world.tournament.pk]), data).status_code == 200
    came = world.tournament.entrants.filter(status=EntrantStatus.ANNOUNCED).first()
    return (
        Browser(world).post("door/came", {"came": came.pk} | ({} if answer is None else {"player": answer}))
        if came
        else None
    )


def on_a_list(world: World, name: str, village: str, answer: Answer) -> Any:
    text = f"Name;Ort\n{name};{village}"
    data = {"text": text} | columns_of(text) | ({} if answer is None else {"who_2": answer})
    preview = Browser(world).post("import", data)
    (line,) = preview.context["preview"]["people"].lines
    if (line.state == "which" and answer is None) or line.problem:
        return preview
    return Browser(world).post("import", data | {"shown": preview.context["preview"]["shown"], "as": "here"})


def as_substitute(world: World, name: str, village: str, answer: Answer) -> Any:
    leaves = world.tournament.entrants.exclude(results=None).earliest("number")
    data = {"who": f"{name}, {village}", "why": "krank"} | ({} if answer is None else {"player": answer})
    return Browser(world).post(f"door/{leaves.pk}/substitute", data)


def as_substitute_at_the_table(world: World, name: str, village: str, answer: Answer) -> Any:
    table = world.tournament.played_rounds.get().tables.get(number=1)
    leaves = table.results.order_by("seat")[0].entrant.number
    data = {"number": leaves, "name": name, "village": village, "why": "krank"}
    address = "rounds/1/tables/1/substitute"
    return Browser(world).post(address, data | ({} if answer is None else {"player": answer}))


WAYS: dict[str, Way] = {
    way.__name__: way for way in (at_the_door, announced, on_a_list, as_substitute, as_substitute_at_the_table)
}


def world_with(way: str) -> tuple[World, Player]:
    """A tournament, drawn if a substitute comes; and somebody whom the club knows, once under another name."""
    world = copied(World, takes_announcements=True, is_public=True)
    if "substitute" in way:
        world.register(8)
        world.draw()
    club = world.tournament.club_id
    known, former = (
        Player.objects.create(club_id=club, name=name, village=VILLAGE) for name in ("Jörg Müller", "Georg Müller")
    )
    people.merge(club, kept=known.pk, gone=former.pk)
    return world, known


def here(world: World) -> list[tuple[str, str]]:
    """Names and villages of those who have a number, but for those who were drawn from the first."""
    rows = world.tournament.entrants.exclude(number=None).select_related("player__merged_into")
    return [(row.name, row.village) for row in rows if row.village.casefold() == VILLAGE.casefold()]


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("typed", TYPED)
def test_who_is_known_comes_in_as_themselves_or_is_asked_about_first(way: str, typed: str) -> None:
    world, known = world_with(way)
    said = WAYS[way](world, *TYPED[typed], None)
    if typed not in CERTAIN and not here(world):
        assert "Jörg Müller, Furtwangen" in " ".join(body_of(said).split()).replace("</strong> <span>", ", ")
        WAYS[way](world, *TYPED[typed], known.pk)
    assert here(world) == [(known.name, known.village)]


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("typed", TYPED)
def test_who_is_here_already_gets_no_second_number(way: str, typed: str) -> None:
    world, known = world_with(way)
    services.register(world.tournament, services.Newcomer(name="", player=known.pk))
    WAYS[way](world, *TYPED[typed], None)
    WAYS[way](world, *TYPED[typed], known.pk)
    assert here(world) == [(known.name, known.village)]


@pytest.mark.parametrize("way", WAYS)
def test_somebody_else_of_a_name_that_is_alike_is_somebody_new(way: str) -> None:
    world, _known = world_with(way)
    WAYS[way](world, *TYPED["umlaut"], None)
    assert here(world) == []
    WAYS[way](world, *TYPED["umlaut"], "new")
    assert here(world) == [TYPED["umlaut"]]
