"""Jobs that run by themselves: registered by any room, claimed in the database, so that only one host runs each."""

import logging
import socket
import sys
from collections.abc import Callable, Collection
from datetime import datetime, timedelta

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from cegoscore.clubs.purging import judged_on
from cegoscore.hosting.models import JobRun
from cegoscore.registry import Registry

logger = logging.getLogger(__name__)

NIGHT = 4
"""Local hour at which nobody plays any more."""


class JobFailed(CommandError):
    """The job could not be done; the message is a sentence for the host, with which a command ends, too."""


JOBS: Registry[Callable[[], str]] = Registry()
"""Jobs of every night by name; each returns a sentence for the host."""

LEFT_TO_OTHERS = timedelta(hours=1)
"""Time that a host leaves to others what it cannot do itself; then it fails there, so that somebody hears of it."""


class NotHere(JobFailed):
    """The job is not for this host at all: others have it, or nobody."""


HINDRANCES: Registry[Callable[[], str]] = Registry()
"""By the name of a job: why this host cannot do it, in a sentence; empty if it can. Raises `NotHere`."""


def next_night(moment: datetime) -> datetime:
    """The next moment at which jobs are due."""
    local = timezone.localtime(moment)
    due = local.replace(hour=NIGHT, minute=0, second=0, microsecond=0)
    return due if due > local else due + timedelta(days=1)


def this_host() -> str:
    """The machine and the data folder, by which hosts on one database tell apart where something lies."""
    return f"{socket.gethostname()}:{settings.DATA_DIR}"


def run_due() -> list[JobRun]:
    """Run every job that is due, that this host can do, and that no other process has claimed; how they ended."""
    return [run(name, night=night) for name in JOBS.names if (night := _claim(name))]


def tell(command: BaseCommand, runs: Collection[JobRun]) -> None:
    """Print how jobs ended, and end a command with status 1 if one failed."""
    for job in runs:
        command.stdout.write(f"{job.name}: {job.outcome}")
    if any(job.has_failed for job in runs):
        sys.exit(1)


def run(name: str, *, night: datetime | None = None) -> JobRun:
    """Run a job now and note how it ended; `night` is the one for which it was due, else the one that comes."""
    job = JOBS.get(name)
    assert job is not None
    try:
        with judged_on(night or next_night(timezone.now())):
            outcome, has_failed = job(), False
    except JobFailed as problem:
        outcome, has_failed = str(problem), True
    except Exception as problem:  # whatever a job comes to, the others go on, and the host sees it
        logger.exception("Job %s", name)
        outcome, has_failed = f"{type(problem).__name__}: {problem}", True
    logger.log(logging.ERROR if has_failed else logging.INFO, "Job %s: %s", name, outcome)
    values = {"ended_at": timezone.now(), "outcome": outcome, "has_failed": has_failed}
    values |= {"host": this_host()}
    due = {"due_at": next_night(timezone.now())}
    return JobRun.objects.update_or_create(name=name, defaults=values, create_defaults=values | due)[0]


def _claim(name: str) -> datetime | None:
    """Move the job's next time on: the night for which it was due, for the one process that did.

    A job never seen before waits for its first.
    """
    now = timezone.now()
    row, is_new = JobRun.objects.get_or_create(name=name, defaults={"due_at": next_night(now)})
    if is_new or (row.due_at > now and not row.is_ahead) or _is_left_to_others(name, since=row.due_at):
        return None
    claimed = JobRun.objects.filter(name=name, due_at=row.due_at)
    return row.due_at if claimed.update(due_at=next_night(now), began_at=now) == 1 else None


def _is_left_to_others(name: str, *, since: datetime) -> bool:
    """True while another host may do what this one cannot."""
    hindrance = HINDRANCES.get(name)
    try:
        return bool(hindrance and hindrance()) and timezone.now() < since + LEFT_TO_OTHERS
    except NotHere:
        return True
