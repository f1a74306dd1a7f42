"""The table as somebody opens it, and its title."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from cegoscore.clubs.models import Club
from cegoscore.scoresheet.models import Session
from cegoscore.scoring.house_rules import HouseRules

DEFAULT_RULES = "schwarzwaldmeisterschaft"
"""House rules that are proposed to people who have not played yet."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NewTable:
    """A table as somebody opens it; `names` in the order of the seats, `first_dealer` is one of them."""

    names: Sequence[str]
    rules: HouseRules
    first_dealer: int
    title: str = ""
    stake: Decimal | None = None
    currency: str = ""


def table_title(club: Club, *, circle: str, day: date) -> str:
    """The title of a club's next table: `Mittwochsrunde, 21. November, Tisch 2`; nothing for a circle without a name.

    To be asked for while the club is locked (`people.queue_on`), so that no two tables get one number.
    """
    if not circle:
        return ""
    title = _("%(circle)s, %(day)s") % {"circle": circle, "day": date_format(day, "MONTH_DAY_FORMAT")}
    earlier = Session.objects.filter(club=club, event=None, continues=None, started_at__date=day).count()
    return _("%(title)s, table %(number)s") % {"title": title, "number": earlier + 1} if earlier else title
