"""Names that people had when something ended: a later name does not rewrite who won."""

from collections.abc import Sequence
from datetime import datetime

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from cegoscore.clubs.likeness import words
from cegoscore.clubs.people import initials_of

History = Sequence[tuple[str, str]]
"""`Player.names_before`."""


def called_before(now: str, end: datetime | None, *histories: History, by_initials: bool = False) -> str:
    """Say what somebody was called until a day after the `end`, if that is another name and not only other letters.

    The first of the histories with a change since then counts: that of the row that took part goes before that of its
    person. Empty for what is not over, and for who was erased.
    """
    if end is None or not now:
        return ""
    since = ((datetime.fromisoformat(until), name) for history in histories for until, name in history)
    until, name = next(((until, name) for until, name in since if until > end), (end, now))
    if words(name) == words(now):
        return ""
    earlier = initials_of(name) if by_initials else name
    day = date_format(timezone.localtime(until), "SHORT_DATE_FORMAT")
    return _("called %(name)s until %(day)s") % {"name": earlier, "day": day}
