"""Rows in which the server notes things about itself."""

from __future__ import annotations

from django.db import models
from django.utils import timezone


class JobRun(models.Model):
    """A job that runs by itself: when it is due again, and how it ended last. One row a job."""

    name = models.CharField(max_length=40, primary_key=True)
    due_at = models.DateTimeField()
    began_at = models.DateTimeField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)
    outcome = models.TextField(blank=True)
    """A sentence for the host."""
    has_failed = models.BooleanField(default=False, db_default=False)

    def __str__(self) -> str:
        return self.name


class Heartbeat(models.Model):
    """The proof that the database can be written to; one row, written at most every ten seconds (`health`)."""

    at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return f"{self.at:%F %T}"
