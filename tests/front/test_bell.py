"""The bell answers everybody who may look when what they follow has moved, and nobody else."""

import asyncio
import time
from collections.abc import Collection
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.db import DatabaseError, connection
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from cegoscore.clubs.rights.devices import COOKIE
from cegoscore.front import bell as bells
from cegoscore.front.bell import Bell, Question, Watch
from cegoscore.front.watched import KINDS, Device, Sight, WatchedKind
from cegoscore.scoresheet.ledger import access
from cegoscore.scoresheet.ledger.services.ledger import write_hand
from tests.front.fakes import Exchange, Headers, Scope
from tests.worlds.sheet import World, client_of, writing

THING = uuid4()
ANNA, BERND, CLARA = (uuid4() for _ in range(3))


@dataclass(kw_only=True)
class Things:
    """One thing that Anna and Bernd may look at."""

    version: str = "1"
    readers: dict[Device, timedelta | None] = field(default_factory=lambda: {ANNA: None, BERND: None})
    looks: list[str] = field(default_factory=list)

    def versions(self, keys: Collection[UUID]) -> dict[UUID, str]:
        self.looks.append("versions")
        return dict.fromkeys(keys, self.version)

    def sights(self, key: UUID, devices: Collection[Device]) -> dict[Device, Sight]:
        self.looks.append("sights")
        ends = {device: self.readers[device] for device in devices if device in self.readers}
        return {
            device: Sight(version=self.version, ends_at=None if left is None else timezone.now() + left)
            for device, left in ends.items()
        }


@pytest.fixture
def things(monkeypatch: pytest.MonkeyPatch) -> Things:
    things = Things()
    kind = WatchedKind(
        device_in=lambda cookies: UUID(cookies["who"]) if "who" in cookies else None,
        versions=things.versions,
        sights=things.sights,
    )
    monkeypatch.setitem(KINDS._values, "thing", kind)
    return things


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The monotonic clock, as a list of its one value."""
    now = [1000.0]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    return now


class Room:
    """Questions held by a watch, whose database is told to have changed or not."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.watch, self.loop = Watch(), asyncio.new_event_loop()
        self.database = [0]
        monkeypatch.setattr(bells, "probe", lambda: self.database[0])

    def question(self, device: Device, version: str = "1") -> Question:
        return Question(thing=("thing", THING), device=device, version=version, answer=self.loop.create_future())

    def look(self, *arrived: Question, wrote: bool = False) -> dict[Device, tuple[int, str]]:
        """The answers of one look by device."""
        self.database[0] += wrote
        return {question.device: (status, version) for question, status, version in self.watch.look(arrived)}


@pytest.fixture
def room(monkeypatch: pytest.MonkeyPatch, things: Things, clock: list[float]) -> Any:
    room = Room(monkeypatch)
    yield room
    room.loop.close()


def test_question_about_another_version_is_answered_at_once(room: Room) -> None:
    assert room.look(room.question(ANNA, "0"), room.question(BERND)) == {ANNA: (200, "1")}


def test_stranger_is_told_nothing(room: Room) -> None:
    assert room.look(room.question(CLARA), room.question(None, "0")) == {CLARA: (404, ""), None: (404, "")}


def test_everybody_is_told_when_the_version_moves(room: Room, things: Things, clock: list[float]) -> None:
    assert room.look(room.question(ANNA), room.question(BERND)) == {}
    things.version = "2"
    clock[0] += bells.TICK
    assert room.look(wrote=True) == {ANNA: (200, "2"), BERND: (200, "2")}
    clock[0] += bells.TICK
    assert room.look(wrote=True) == {}


def test_nothing_is_looked_up_while_nobody_writes(room: Room, things: Things, clock: list[float]) -> None:
    room.look(room.question(ANNA), room.question(BERND), wrote=True)
    things.looks.clear()
    for _ in range(5):
        clock[0] += bells.TICK
        assert room.look() == {}
    assert things.looks == []


def test_all_things_are_looked_up_at_once_while_others_write(room: Room, things: Things, clock: list[float]) -> None:
    room.look(room.question(ANNA), room.question(BERND), wrote=True)
    things.looks.clear()
    clock[0] += bells.TICK
    assert room.look(wrote=True) == {}
    assert things.looks == ["versions"]


def test_right_that_was_taken_ends_the_question_within_a_moment(room: Room, things: Things, clock: list[float]) -> None:
    room.look(room.question(ANNA), room.question(BERND), wrote=True)
    del things.readers[ANNA]
    clock[0] += bells.RIGHTS
    assert room.look(wrote=True) == {ANNA: (404, "")}


def test_who_lost_the_right_is_not_told_of_a_change(room: Room, things: Things, clock: list[float]) -> None:
    room.look(room.question(ANNA), room.question(BERND), wrote=True)
    del things.readers[ANNA]
    things.version = "2"
    clock[0] += bells.TICK
    assert room.look(wrote=True) == {ANNA: (404, ""), BERND: (200, "2")}


def test_right_that_ends_by_the_clock_ends_the_question(room: Room, things: Things, clock: list[float]) -> None:
    things.readers[ANNA] = timedelta(seconds=10)
    room.look(room.question(ANNA), room.question(BERND))
    clock[0] += 9
    assert room.look() == {}
    clock[0] += 2
    assert room.look() == {ANNA: (204, "")}


def test_question_is_held_for_less_than_a_minute(room: Room, clock: list[float]) -> None:
    room.look(room.question(ANNA))
    clock[0] += bells.HOLD[0] - 1
    assert room.look() == {}
    clock[0] += 60 - bells.HOLD[0]
    assert room.look() == {ANNA: (204, "")}
    assert not room.watch.questions


def test_question_that_nobody_waits_for_any_more_is_dropped(room: Room, clock: list[float]) -> None:
    question = room.question(ANNA)
    room.look(question)
    question.answer.cancel()
    clock[0] += bells.TICK
    room.look()
    assert not room.watch.questions


def ask(bell: Bell, path: str, who: UUID | None = ANNA, method: str = "GET") -> tuple[asyncio.Task[None], Exchange]:
    """Put a question to the bell."""
    path, _, query = path.partition("?")
    headers = Headers(("cookie", f"who={who}")) if who else Headers()
    exchange: Any = Exchange()
    scope: Any = Scope(method=method, path=path, query_string=query, headers=headers)
    return asyncio.create_task(bell.answer(scope, exchange)), exchange


async def silenced(bell: Bell) -> None:
    """The bell's thread has ended."""
    bell.stop()
    if bell.thread.ident:
        await asyncio.to_thread(bell.thread.join)


def asked_once(path: str, **more: Any) -> int:
    """The status of the answer to one question."""

    async def answered() -> int:
        bell = Bell(most=1)
        task, exchange = ask(bell, path, **more)
        await task
        await silenced(bell)
        return exchange.status

    return asyncio.run(answered())


@pytest.mark.parametrize(
    "path",
    ["", "thing", "thing/x", f"other/{THING}", f"thing/{THING}/x"],
    ids=["nothing", "kind alone", "no key", "other kind", "more behind it"],  # the key differs between processes
)
def test_what_makes_no_sense_is_not_found(path: str, things: Things) -> None:
    assert asked_once(f"/bell/{path}") == 404


def test_only_looking_is_answered(things: Things) -> None:
    assert asked_once(f"/bell/thing/{THING}?v=0", method="POST") == 404


def quiet(bell: Bell) -> None:
    """A bell whose thread is never there."""
    bell._ask = lambda question: None  # type: ignore[method-assign]


def test_too_many_are_to_poll_and_at_a_stop_all_are_answered(things: Things) -> None:
    async def evening() -> list[tuple[int, str]]:
        bell = Bell(most=2)
        quiet(bell)
        path = f"/bell/thing/{THING}?v=1"
        held = [ask(bell, path) for _ in range(2)]
        await asyncio.sleep(0)
        late, answer = ask(bell, path)
        await late
        bell.stop()
        await asyncio.wait([task for task, _exchange in held])
        after, closed = ask(bell, path)
        await after
        assert not bell.held
        assert all(exchange.disconnect.is_cancelled for _task, exchange in held)
        exchanges = [answer, *(exchange for _task, exchange in held), closed]
        return [(exchange.status, exchange.headers["retry-after"]) for exchange in exchanges]

    assert asyncio.run(evening()) == [(503, "2")] * 4


def test_who_goes_away_leaves_room_for_another(things: Things) -> None:
    async def evening() -> None:
        bell = Bell(most=1)
        quiet(bell)
        task, exchange = ask(bell, f"/bell/thing/{THING}?v=1")
        await asyncio.sleep(0)
        assert len(bell.held) == 1
        exchange.disconnect.callbacks[0](None)
        await task
        assert (len(bell.held), exchange.status) == (0, 0)

    asyncio.run(evening())


@pytest.mark.parametrize("error", [DatabaseError, ValueError])
def test_questions_are_answered_by_polling_when_a_look_at_the_database_fails(
    error: type[Exception], things: Things, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*_args: object) -> None:
        raise error("gone")

    monkeypatch.setattr(bells, "probe", fail)
    monkeypatch.setattr(connection, "close", lambda: None)
    assert asked_once(f"/bell/thing/{THING}?v=1") == 503
    assert "The bell's look at the database failed" in caplog.text


@pytest.mark.django_db
def test_a_look_at_a_sheet_is_one_statement_for_all_its_followers(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    world = World()
    devices = [world.owner.id, world.mate.id, world.guest.id, world.stranger.id, None]
    with django_assert_num_queries(1):
        sights = access.KIND.sights(world.sheet.id, devices)
    assert set(sights) == {world.owner.id, world.mate.id, world.guest.id}
    with django_assert_num_queries(1):
        assert access.KIND.versions([world.sheet.id, uuid4()]) == {world.sheet.id: "0"}


@pytest.mark.django_db(transaction=True)
def test_bell_tells_a_follower_of_a_hand() -> None:
    world = World()
    cookie = Headers(("cookie", f"{COOKIE}={client_of(world.guest).cookies[COOKIE].value}"))

    async def evening() -> Any:
        exchange: Any = Exchange()
        scope: Any = Scope(path=f"/bell/sheet/{world.sheet.id}", query_string="v=0", headers=cookie)
        bell = Bell(most=1)
        asked = asyncio.create_task(bell.answer(scope, exchange))
        await asyncio.sleep(0)

        def write() -> None:
            write_hand(world.sheet, writing(1), device=None)
            connection.close()

        await asyncio.to_thread(write)
        await asked
        await silenced(bell)
        return exchange

    exchange: Any = asyncio.run(evening())
    assert (exchange.status, exchange.body) == (200, b"1")
    assert exchange.headers["cache-control"] == "no-store"
