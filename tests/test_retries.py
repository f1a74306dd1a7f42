"""Errors of the database: what is tried again, what is a conflict, and what is neither."""

import threading
from collections.abc import Callable, Iterator
from typing import Any
from uuid import uuid4

import psycopg
import pytest
from django.db import IntegrityError, InternalError, OperationalError, connection
from django.http import HttpResponse
from django.test import RequestFactory
from django.urls import ResolverMatch
from psycopg.errors import CheckViolation, DeadlockDetected, LockNotAvailable, ReadOnlySqlTransaction

from cegoscore.clubs.models import Device
from cegoscore.database.retries import TRIES, code_of, commits, second_try
from cegoscore.scoresheet.ledger.services.ledger import write_hand
from cegoscore.scoresheet.ledger.services.notes import adjust
from cegoscore.scoresheet.ledger.wording import Conflict
from tests.worlds.sheet import World, client_of, posted, writing

Failing = Callable[..., None]


@pytest.fixture
def failing() -> Iterator[Failing]:
    """Let the first so many statements that begin so fail with an error of PostgreSQL's."""
    left: dict[str, Any] = {"times": 0}

    def execute(run: Callable[..., Any], statement: str, *args: Any) -> Any:
        if left["times"] and statement.lstrip().startswith(left["beginning"]):
            left["times"] -= 1
            raise left["error"] from left["cause"]
        return run(statement, *args)

    def fail(beginning: str, cause: Exception, times: int = 1, error: type[Exception] = OperationalError) -> None:
        left.update(beginning=beginning, cause=cause, times=times, error=error(str(cause)))

    with connection.execute_wrapper(execute):
        yield fail


def record(world: World) -> tuple[int, int]:
    """Send a hand as a browser does: the answer's status, and how many hands there are then."""
    status = client_of(world.owner).post(f"/sheets/{world.sheet.id}/hands", posted(1)).status_code
    return status, world.sheet.hands.count()


@pytest.mark.django_db
def test_hand_whose_transaction_was_ended_for_another_one_is_written_by_the_next_try(failing: Failing) -> None:
    world = World()
    failing("UPDATE scoresheet_session", DeadlockDetected("deadlock"), times=TRIES - 1)
    assert record(world) == (302, 1)


@pytest.mark.django_db
def test_tries_have_an_end(failing: Failing) -> None:
    world = World()
    failing("UPDATE scoresheet_session", DeadlockDetected("deadlock"), times=TRIES)
    assert record(world) == (503, 0)


@pytest.mark.django_db
def test_whoever_waited_for_a_lock_is_not_sent_to_wait_again(failing: Failing) -> None:
    world = World()
    failing("UPDATE scoresheet_session", LockNotAvailable("too long"))
    assert record(world) == (503, 0)


@pytest.mark.django_db
def test_host_that_became_a_standby_is_unavailable_and_no_fault(failing: Failing) -> None:
    world = World()
    failing("UPDATE scoresheet_session", ReadOnlySqlTransaction("read-only"), error=InternalError)
    assert record(world) == (503, 0)


@pytest.mark.django_db(transaction=True)
def test_request_that_has_committed_something_is_not_run_again(rf: RequestFactory) -> None:
    world, problem = World(), OperationalError()
    problem.__cause__ = DeadlockDetected("deadlock")
    request = rf.get("/")
    request.resolver_match = ResolverMatch(lambda request: HttpResponse("again"), (), {})

    before = commits()
    nothing_yet = second_try(request, problem, before)
    write_hand(world.sheet, writing(1), device=None)
    assert second_try(request, problem, before) is None
    assert nothing_yet is not None
    assert nothing_yet.content == b"again"


@pytest.mark.django_db(transaction=True)
@pytest.mark.both
def test_error_that_is_no_duplicate_is_no_conflict() -> None:
    world, nobody = World(), Device(id=uuid4())
    with pytest.raises(IntegrityError):
        write_hand(world.sheet, writing(1), device=nobody)
    with pytest.raises(IntegrityError):
        adjust(world.sheet, uuid=uuid4(), amounts=[1, -1, 0, 0], why="", device=nobody)
    write_hand(world.sheet, writing(1), device=None)
    with pytest.raises(Conflict):
        write_hand(world.sheet, writing(1), device=None)


@pytest.mark.django_db
def test_check_that_fails_is_no_conflict(failing: Failing) -> None:
    world = World()
    failing('INSERT INTO "scoresheet_hand"', CheckViolation("check"), error=IntegrityError)
    with pytest.raises(IntegrityError):
        write_hand(world.sheet, writing(1), device=None)


@pytest.mark.postgres
@pytest.mark.django_db
def test_real_deadlock_is_known_by_its_code() -> None:
    """Two transactions that each want the lock that the other one has."""
    address = connection.get_connection_params() | {"autocommit": True}
    one, other = (psycopg.connect(**{k: v for k, v in address.items() if v is not None}) for _ in range(2))
    found: list[psycopg.Error] = []

    def wait(waiting: psycopg.Connection[Any], key: int) -> None:
        try:
            waiting.execute("SELECT pg_advisory_xact_lock(%s)", [key])
        except psycopg.Error as error:
            found.append(error)
        waiting.execute("ROLLBACK")

    for each, key in ((one, 1), (other, 2)):
        each.execute("BEGIN; SET LOCAL deadlock_timeout = '10ms'")
        each.execute("SELECT pg_advisory_xact_lock(%s)", [key])
    threads = [threading.Thread(target=wait, args=args) for args in ((one, 2), (other, 1))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    one.close()
    other.close()
    error = OperationalError()
    error.__cause__ = found[0]
    assert (len(found), code_of(error)) == (1, "40P01")
