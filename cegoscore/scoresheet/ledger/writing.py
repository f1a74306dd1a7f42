"""Values that go into a write and come out of it: a table, a revision as a device sends it, its result."""

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from decimal import Decimal

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from cegoscore.clubs.models import Club
from cegoscore.scoresheet.ledger.ledger_rows import Sent
from cegoscore.scoresheet.models import Hand, Session
from cegoscore.scoring import hands
from cegoscore.scoring.house_rules import HouseRules


@dataclass(frozen=True, slots=True, kw_only=True)
class Writing:
    """One revision as a device sends it: the place in the ledger that it saw, plus one."""

    uuid: uuid.UUID
    number: int
    revision: int
    hand: hands.Hand
    void: bool = False
    why: str = ""
    place: int | None = None
    """Position of a new hand on the sheet; at the end of it if `None`. A correction stays where the hand is."""
    outdated: bool = False
    """Begun before the stake or the games that may be bid changed: refused, unless it is written already."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Written:
    """The row in the ledger, whether it was there already (`again`), and the changes that came with it."""

    row: Hand
    again: bool
    version: int = 0
    paid: Mapping[int, int] = field(default_factory=dict)
    """Points gained or lost, by seat number."""
    changes: Mapping[int, int] = field(default_factory=dict)
    """Change of the running total, by seat number; seats left out keep theirs."""
    numbered: int = 0
    """Number of hands that count by then."""
    lately: Sequence[Sent] = ()
    """The newest rows of the ledger, the last first."""
    completes: bool = False
    """As many hands count now as belong on the sheet."""
    hand: hands.Hand | None = None
    """The hand as it was read; `None` where the row was there already."""
    warnings: tuple[str, ...] = ()
    """Doubts about a hand that is possible."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Differing:
    """An item of a phone's queue (`at` which place) where something else stands: a person has to choose."""

    at: int
    kind: str
    when: datetime | None
    """As the phone's clock has it."""
    standing: Hand
    sentence: str
    """Reason why it was not written."""
    mine: Hand | None
    """The row that it would become, not saved; `None` where no hand is written, or none can be by these rules."""
    paid: Mapping[int, int]
    """Payments of that, by seat number."""


@dataclass(slots=True, kw_only=True)
class QueueWritten:
    """Result of a queue, by places in it: `written` or standing there alike, the refused one, and what differs.

    An item in none of them was not looked at: it waits until a person has decided.
    """

    written: list[int] = field(default_factory=list)
    again: int = 0
    """Number of those that were there before."""
    theirs: list[int] = field(default_factory=list)
    """Places of those that another phone had written alike: no phone takes back what is not its own."""
    own: int = 0
    """Number of those that made a version of the sheet, now or when their answer was lost."""
    refused: tuple[int, str] | None = None
    is_closed: bool = False
    """It was refused because the sheet takes no more hands."""
    late: list[tuple[int, str]] = field(default_factory=list)
    """Those that were handed to those who manage the circle, each with what its phone is told."""
    differing: list[Differing] = field(default_factory=list)
    last: Written | None = None


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
