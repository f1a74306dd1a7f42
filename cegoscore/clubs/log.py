"""The log of a club: who did what to it, to its people, links, rights and settings.

An entry is written in the transaction of what it tells. A tournament's chain of decisions is its own log.
"""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from cegoscore.clubs.models import Device, LogEntry, LogKind


def note(
    club: UUID,
    kind: LogKind,
    *,
    device: Device | UUID | None,
    subject: str = "",
    before: str = "",
    after: str = "",
    tells: bool = False,
    undoes: Mapping[str, Any] | None = None,
) -> LogEntry:
    """Write an entry; `device` is `None` for the host of the server. Longer texts are cut to what is kept."""
    return LogEntry.objects.create(
        club_id=club,
        kind=kind,
        device_id=device.pk if isinstance(device, Device) else device,
        subject=subject[:200],
        before=before[:500],
        after=after[:500],
        tells=tells,
        undoes=dict(undoes or {}),
    )
