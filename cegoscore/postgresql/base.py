"""Django's PostgreSQL engine, which tells whether a request has committed anything yet."""

from django.db.backends.postgresql import base

from cegoscore.database.retries import CountedCommits


class DatabaseWrapper(CountedCommits, base.DatabaseWrapper):
    """One thread's connection."""
