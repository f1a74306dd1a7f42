"""Jobs that run by themselves: registered by any room, claimed in the database, so that only one host runs each."""

import logging
import sys
from collections.abc import Callable, Collection
from datetime import datetime, timedelta

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from cegoscore.hosting.models import JobRun
from cegoscore.registry import Registry

logger = logging.getLogger(__name__)

NIGHT = 4
"""Local hour at which nobody plays any more."""


class JobFailed(CommandError):
    """The job could not be done; the message is a sentence for the host, with which a command ends, too."""


JOBS: Registry[Callable[[], str]] = Registry()
"""Jobs of every night by name; each returns a sentence for the host."""


def next_night(moment: datetime) -> datetime:
    """The next moment at which jobs are due."""
    local = timezone.localtime(moment)
    due = local.replace(hour=NIGHT, minute=0, second=0, microsecond=0)
    return due if due > local else due + timedelta(days=1)


def run_due() -> list[JobRun]:
    """Run every job that is due and that no other process has claimed; return how they ended."""
    return [run(name) for name in JOBS.names if _claim(name)]


def tell(command: BaseCommand, runs: Collection[JobRun]) -> None:
    """Print how jobs ended, and end a command with status 1 if one failed."""
    for job in runs:
        command.stdout.write(f"{job.name}: {job.outcome}")
    if any(job.has_failed for job in runs):
        sys.exit(1)


def run(name: str) -> JobRun:
    """Run a job now and note how it ended."""
    job = JOBS.get(name)
    assert job is not None
    try:
        outcome, has_failed = job(), False
    except JobFailed as problem:
        outcome, has_failed = str(problem), True
    except Exception as problem:  # whatever a job comes to, the others go on, and the host sees it
        logger.exception("Job %s", name)
        outcome, has_failed = f"{type(problem).__name__}: {problem}", True
    logger.log(logging.ERROR if has_failed else logging.INFO, "Job %s: %s", name, outcome)
    values = {"ended_at": timezone.now(), "outcome": outcome, "has_failed": has_failed}
    due = {"due_at": next_night(timezone.now())}
    return JobRun.objects.update_or_create(name=name, defaults=values, create_defaults=values | due)[0]


def _claim(name: str) -> bool:
    """Move the job's next time on: true for the one process that did. A job never seen before waits for its first."""
    now = timezone.now()
    row, is_new = JobRun.objects.get_or_create(name=name, defaults={"due_at": next_night(now)})
    if is_new or (row.due_at > now and not row.is_ahead):
        return False
    claimed = JobRun.objects.filter(name=name, due_at=row.due_at)
    return claimed.update(due_at=next_night(now), began_at=now) == 1
