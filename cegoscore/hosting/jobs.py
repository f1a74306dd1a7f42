"""Jobs that run by themselves: registered by any room, claimed in the database, so that only one host runs each."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, time, timedelta

from django.utils import timezone

from cegoscore.hosting.models import JobRun
from cegoscore.registry import Registry

logger = logging.getLogger(__name__)

NIGHTLY = time(4)
"""Local time at which nobody plays any more."""


class JobFailed(Exception):
    """The job could not be done; the message is a sentence for the host."""


@dataclass(frozen=True, slots=True)
class Job:
    """A job, the local time of day at which it runs, and what it does; it returns a sentence for the host."""

    name: str
    at: time
    run: Callable[[], str]

    def next_after(self, moment: datetime) -> datetime:
        """The next moment at which it is due."""
        local = timezone.localtime(moment)
        due = local.replace(hour=self.at.hour, minute=self.at.minute, second=0, microsecond=0)
        return due if due > local else due + timedelta(days=1)


JOBS: Registry[Job] = Registry()


def run_due() -> list[JobRun]:
    """Run every job that is due and that no other process has claimed; return how they ended."""
    return [run(job) for job in JOBS if _claim(job)]


def run(job: Job) -> JobRun:
    """Run a job now and note how it ended."""
    try:
        outcome, has_failed = job.run(), False
    except JobFailed as problem:
        outcome, has_failed = str(problem), True
    except Exception as problem:  # whatever a job comes to, the others go on, and the host sees it
        logger.exception("Job %s", job.name)
        outcome, has_failed = f"{type(problem).__name__}: {problem}", True
    logger.log(logging.ERROR if has_failed else logging.INFO, "Job %s: %s", job.name, outcome)
    values = {"ended_at": timezone.now(), "outcome": outcome, "has_failed": has_failed}
    due = {"due_at": job.next_after(timezone.now())}
    return JobRun.objects.update_or_create(name=job.name, defaults=values, create_defaults=values | due)[0]


def _claim(job: Job) -> bool:
    """Move the job's next time on: true for the one process that did. A job never seen before waits for its first."""
    now = timezone.now()
    row, is_new = JobRun.objects.get_or_create(name=job.name, defaults={"due_at": job.next_after(now)})
    if is_new or (row.due_at > now and not row.is_ahead):
        return False
    claimed = JobRun.objects.filter(name=job.name, due_at=row.due_at)
    return claimed.update(due_at=job.next_after(now), began_at=now) == 1
