"""Limits of the database that a valid session document may exceed, and its times as ours."""

from __future__ import annotations

from datetime import datetime
from decimal import Decimal

from django.utils import timezone

from cegoscore.scoring.documents.document import Document
from cegoscore.scoring.problems import Problem

SMALLEST_STAKE, LARGEST_STAKE = Decimal("0.0001"), Decimal("999999.9999")
YEARS = range(1900, 2200)


def cannot_keep(document: Document) -> list[Problem]:
    """List the values of a valid document that do not fit the database: odd stakes and times far off."""
    problems = []
    stake = document.stake
    if stake is not None and (stake > LARGEST_STAKE or stake != stake.quantize(SMALLEST_STAKE)):
        limits = (("least", str(SMALLEST_STAKE)), ("most", str(LARGEST_STAKE)))
        problems.append(Problem(code="out_of_range", key="stake", params=limits))
    for key, time in (("started", document.started), ("ended", document.ended)):
        if time is not None and datetime.fromisoformat(time).year not in YEARS:
            problems.append(Problem(code="not_time", key=key))
    for deal, entry in enumerate(document.entries, 1):
        if entry.at is not None and datetime.fromisoformat(entry.at).year not in YEARS:
            problems.append(Problem(code="not_time", key="at", hand=deal))
    return problems


def moment(text: str | None) -> datetime | None:
    """Read a time of the document; one without a zone is local time."""
    if text is None:
        return None
    written = datetime.fromisoformat(text)
    return timezone.make_aware(written) if timezone.is_naive(written) else written
