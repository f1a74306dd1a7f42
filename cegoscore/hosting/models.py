"""Rows in which the server notes things about itself."""

from django.db import models
from django.utils import timezone

from cegoscore.clubs.purging import LONGEST_DAY


class JobRun(models.Model):
    """A job that runs by itself: when it is due again, and how it ended last. One row a job."""

    name = models.CharField(max_length=40, primary_key=True)
    due_at = models.DateTimeField()
    began_at = models.DateTimeField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)
    outcome = models.TextField(blank=True)
    """A sentence for the host."""
    has_failed = models.BooleanField(default=False, db_default=False)
    host = models.TextField(default="", db_default="", blank=True)
    """The machine and the data folder where it ran last: what it left on a disk is there."""

    def __str__(self) -> str:
        return self.name

    @property
    def is_ahead(self) -> bool:
        """True if the clock was ahead when it ran: it would not be due for longer than any day lasts."""
        return self.due_at > timezone.now() + LONGEST_DAY


class Heartbeat(models.Model):
    """The proof that the database can be written to; one row, written at most every ten seconds (`health`)."""

    at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return f"{self.at:%F %T}"
