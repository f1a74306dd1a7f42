"""Jobs that run by themselves: each once when it is due, whatever becomes of the others."""

from collections.abc import Callable
from datetime import datetime, timedelta
from io import StringIO
from zoneinfo import ZoneInfo

import pytest
from django.core.management import call_command
from django.utils import timezone
from pytest_django import Settings

from cegoscore.clubs.purging import surely_before
from cegoscore.hosting import jobs
from cegoscore.hosting.jobs import JOBS, JobFailed, next_night, run_due
from cegoscore.hosting.models import JobRun
from cegoscore.registry import Registry

pytestmark = pytest.mark.django_db

PURGED = (
    *("tournaments removed", "announcements removed", "evenings of seasons went back", "fixed by who sat there"),
    *("sheets removed", "late hands removed", "empty clubs removed"),
)


class Work:
    """A job's work that counts how often it was done."""

    def __init__(self, problem: Exception | None = None) -> None:
        self.problem = problem
        self.done = 0

    def __call__(self) -> str:
        self.done += 1
        if self.problem:
            raise self.problem
        return f"done {self.done} times"


@pytest.fixture
def registered(monkeypatch: pytest.MonkeyPatch) -> Registry[Callable[[], str]]:
    """No jobs but those of the test."""
    registry: Registry[Callable[[], str]] = Registry()
    monkeypatch.setattr(jobs, "JOBS", registry)
    return registry


def at(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=ZoneInfo("Europe/Berlin"))


def let_all_be_due() -> None:
    JobRun.objects.update(due_at=timezone.now() - timedelta(seconds=1))


def test_job_runs_once_when_it_is_due_and_not_on_the_first_evening(registered: Registry[Callable[[], str]]) -> None:
    work = Work()
    registered.register("work", work)
    assert run_due() == []
    let_all_be_due()
    (run,) = run_due()
    assert (run.outcome, run.has_failed) == ("done 1 times", False)
    assert run_due() == []
    row = JobRun.objects.get()
    assert row.due_at > timezone.now()
    assert row.began_at is not None
    assert row.ended_at is not None
    assert row.began_at <= row.ended_at


def test_another_host_that_saw_the_same_hour_does_not_run_it_again(registered: Registry[Callable[[], str]]) -> None:
    work = Work()
    registered.register("work", work)
    run_due()
    let_all_be_due()
    seen = JobRun.objects.get()
    assert len(run_due()) == 1
    assert JobRun.objects.filter(name="work", due_at=seen.due_at).update(began_at=timezone.now()) == 0
    assert work.done == 1


def test_job_that_ran_while_the_clock_was_years_ahead_is_due_now(registered: Registry[Callable[[], str]]) -> None:
    work = Work()
    registered.register("work", work)
    run_due()
    JobRun.objects.update(due_at=timezone.now() + timedelta(days=3650))
    assert len(run_due()) == 1
    assert run_due() == []


def test_host_whose_clock_is_a_little_behind_leaves_a_job_to_the_one_that_ran_it(
    registered: Registry[Callable[[], str]],
) -> None:
    work = Work()
    registered.register("work", work)
    run_due()
    JobRun.objects.update(due_at=timezone.now() + timedelta(hours=25, minutes=1))  # the night the clocks go back
    assert run_due() == []


@pytest.mark.parametrize(
    ("problem", "outcome"),
    [(JobFailed("the disk is full"), "the disk is full"), (ValueError("odd"), "ValueError: odd")],
)
def test_job_that_fails_holds_nobody_up_and_is_tried_again(
    problem: Exception, outcome: str, registered: Registry[Callable[[], str]]
) -> None:
    good, bad = Work(), Work(problem)
    registered.register("bad", bad)
    registered.register("good", good)
    run_due()
    let_all_be_due()
    runs = run_due()
    assert [(run.outcome, run.has_failed) for run in runs] == [(outcome, True), ("done 1 times", False)]
    let_all_be_due()
    run_due()
    assert bad.done == 2


@pytest.mark.parametrize(
    ("now", "expected"),
    [
        (at("2026-11-22 03:59"), at("2026-11-22 04:00")),
        (at("2026-11-22 04:00"), at("2026-11-23 04:00")),
        (at("2026-10-24 12:00"), at("2026-10-25 04:00")),  # the night in which the clocks go back
    ],
)
def test_time_of_day_is_the_clock_on_the_wall(now: datetime, expected: datetime) -> None:
    assert next_night(now) == expected


def test_purge_and_backup_run_by_themselves_and_the_command_says_how_they_ended(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert JOBS.names == ("backup", "purge", "outings", "champions", "erase", "joined", "scrub")
    monkeypatch.setattr("django.conf.settings.BACKUPS", None)  # this host claims no backup
    call_command("due")
    let_all_be_due()
    out, repaired = StringIO(), StringIO()
    call_command("due", stdout=out)
    call_command("repair", stdout=repaired)
    lines = out.getvalue().splitlines()
    assert repaired.getvalue().splitlines() == lines
    assert lines == [
        "purge: " + ", ".join(f"0 {what}" for what in PURGED),
        "outings: 0 events written down",
        "champions: points of the champions of 0 seasons counted",
        "erase: 0 clubs deleted, 0 erased",
        "joined: 0 backups of joined groups removed",
        "scrub: old versions of names are still being read",  # a test is a transaction
    ]


def test_command_ends_with_a_status_when_a_job_failed(registered: Registry[Callable[[], str]]) -> None:
    registered.register("bad", Work(JobFailed("no")))
    call_command("due", stdout=StringIO())
    let_all_be_due()
    with pytest.raises(SystemExit, match="1"):
        call_command("due", stdout=StringIO())


def test_host_that_makes_no_backups_leaves_the_nights_one_to_those_that_do(settings: Settings) -> None:
    run_due()
    let_all_be_due()
    JobRun.objects.filter(name="backup").update(due_at=timezone.now() - timedelta(days=3))
    settings.BACKUPS = None
    assert "backup" not in {run.name for run in run_due()}
    row = JobRun.objects.get(name="backup")
    assert (row.due_at < timezone.now(), row.ended_at, row.outcome) == (True, None, "")


def test_host_that_lacks_a_program_leaves_the_job_to_others_for_an_hour_and_then_says_why(
    registered: Registry[Callable[[], str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    hindrances: Registry[Callable[[], str]] = Registry()
    hindrances.register("work", lambda: "pg_dump is missing")
    monkeypatch.setattr(jobs, "HINDRANCES", hindrances)
    registered.register("work", Work(JobFailed("pg_dump is missing")))
    run_due()
    let_all_be_due()
    assert run_due() == []
    JobRun.objects.update(due_at=timezone.now() - jobs.LEFT_TO_OTHERS)
    (run,) = run_due()
    assert (run.has_failed, run.host) == (True, jobs.this_host())


def test_what_is_removed_for_good_after_thirty_days_outlives_a_clock_that_leaps_once(
    registered: Registry[Callable[[], str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ten years ahead for one night, and back: what was deleted today can still be brought back."""
    judged: list[datetime] = []

    def judge() -> str:
        judged.append(surely_before(timedelta(days=30)))
        return "judged"

    registered.register("purge", judge)
    deleted_at = real = timezone.now()
    run_due()
    let_all_be_due()
    for ahead in (timedelta(days=3650), timedelta()):
        monkeypatch.setattr(timezone, "now", lambda ahead=ahead: real + ahead)
        assert len(run_due()) == 1
    assert max(judged) < deleted_at
    # Whoever was off for a year is in step again with the second night.
    for days in (365, 366):
        monkeypatch.setattr(timezone, "now", lambda days=days: real + timedelta(days=days))
        run_due()
    assert judged[-1] == real + timedelta(days=366 - 30)
