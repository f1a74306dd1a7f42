"""Names of tables that tell them apart: the circle, the day, and which table of that day it is."""

from __future__ import annotations

from datetime import date

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from cegoscore.clubs.models import Club
from cegoscore.scoresheet.models import Session


def table_title(club: Club, *, circle: str, day: date) -> str:
    """The title of a club's next table: `Mittwochsrunde, 21. November, Tisch 2`; nothing for a circle without a name.

    To be asked for while the club is locked (`people.queue_on`), so that no two tables get one number.
    """
    if not circle:
        return ""
    title = _("%(circle)s, %(day)s") % {"circle": circle, "day": date_format(day, "MONTH_DAY_FORMAT")}
    earlier = Session.objects.filter(club=club, event=None, continues=None, started_at__date=day).count()
    return _("%(title)s, table %(number)s") % {"title": title, "number": earlier + 1} if earlier else title
