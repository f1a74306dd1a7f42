"""Somebody's year at Cego, or that of a whole circle: a few figures and one picture."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any, NamedTuple

from django.db.models import Count, QuerySet, Sum
from django.utils.translation import gettext as _, ngettext

from cegoscore.clubs.club_names import label_club
from cegoscore.clubs.house_rules.rule_sets import rules_of
from cegoscore.clubs.models import Player, RuleSet
from cegoscore.clubs.people import initials_of
from cegoscore.clubs.wording import game_label
from cegoscore.outings.models import EVENINGS, Outing, OutingGame, OutingPair, Role
from cegoscore.pictures import Picture, PictureRow
from cegoscore.scoring.contracts import Contract
from tournaments.clubhouse.players.hands import notable
from tournaments.clubhouse.players.page import knows
from tournaments.clubhouse.players.results import Outings, outings_of
from tournaments.clubhouse.reach import Reach

FEWEST = 5
"""Evenings below which nothing is told."""
JANUARY, DECEMBER = 1, 12


class YearFact(NamedTuple):
    """A figure of the year: points where it is some, and what or whom it is about."""

    label: str
    points: int | None
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CegoYear:
    """A year: of whom, and what there is to tell; nothing below five evenings."""

    name: str
    year: int
    is_circle: bool = False
    evenings: int = 0
    hands: int = 0
    """Those of everybody in it: of a circle each hand counts for each who played it."""
    facts: tuple[YearFact, ...] = ()

    @property
    def title(self) -> str:
        """Title of the page and of the picture."""
        return _("%(name)s: the Cego year %(year)s") % {"name": self.name, "year": self.year}

    @property
    def counted(self) -> str:
        """Evenings, and hands where there are any, in words."""
        evenings = ngettext("%(n)s evening", "%(n)s evenings", self.evenings) % {"n": self.evenings}
        hands = ngettext("%(n)s hand", "%(n)s hands", self.hands) % {"n": self.hands}
        of_whom = [_("counted for each player")] if self.is_circle else []
        return ", ".join([evenings, hands, *of_whom] if self.hands else [evenings])


def year_told(today: date) -> int:
    """The year that is told: from December on this one, else the one before."""
    return today.year if today.month == DECEMBER else today.year - 1


def year_linked(today: date) -> int | None:
    """The year to which other pages lead: in December and January."""
    return year_told(today) if today.month in (JANUARY, DECEMBER) else None


def year_of(reach: Reach, year: int, person: Player | None = None) -> CegoYear | None:
    """The year as far as the reader may know it; None where they may know nothing of it.

    What the hands say is for those of the club; whoever was erased is not named.
    """
    if not reach.whole and (person is None or not knows(person, reach, None)):
        return None
    if person is None:
        name, written = label_club(reach.club), Outing.objects.filter(club=reach.club.pk)
    else:
        name = (initials_of(person.name) if person.pk in reach.short() else "") or person.label
        written = outings_of(person, reach).written
    written = written.filter(day__year=year)
    events = written.filter(points__isnull=False).order_by().values("key").distinct().count()
    if events < FEWEST:
        return CegoYear(name=name, year=year)
    hands = written.aggregate(hands=Sum("hands", default=0))["hands"] if reach.whole else 0
    facts = filter(None, (_run(written, person), *(_of_hands(written, person) if reach.whole else ())))
    counts: dict[str, Any] = {"is_circle": person is None, "evenings": events, "hands": hands}
    return CegoYear(name=name, year=year, facts=tuple(facts), **counts)


def _of_hands(written: QuerySet[Outing], person: Player | None) -> Iterable[YearFact | None]:
    yield _best(written, person)
    yield _favourite(written)
    yield _who_paid(written)
    yield _with_whom(written, person)


def _best(written: QuerySet[Outing], person: Player | None) -> YearFact | None:
    best = notable(Outings(written=written, further=(), running=()), "most", -1)
    if best is None:
        return None
    who = "" if person else _named({best["person"]: 0}).get(best["person"], "")
    return YearFact(_("Best hand"), best["points"], ", ".join(filter(None, (who, best["game"]))))


def _favourite(written: QuerySet[Outing]) -> YearFact | None:
    """The game that was declared most often, by its name in the rules by which that was."""
    games = OutingGame.objects.filter(outing__in=written.order_by(), role=Role.ALONE).order_by()
    rows = games.values_list("game", "rule_set").annotate(n=Sum("n")).order_by("-n", "rule_set", "game")
    for game, rules, n in rows[:1]:
        label = game_label(rules_of(RuleSet.objects.get(pk=rules)), Contract(game))
        return YearFact(_("Favourite game"), None, f"{label} ({n})")
    return None


def _who_paid(written: QuerySet[Outing]) -> YearFact | None:
    """The person who paid most in games that one of two declared, by one rule set."""
    pairs = OutingPair.objects.filter(outing__in=written.order_by()).order_by()
    flows = [(points, other) for other, _rules, points in pairs.values_list("other", "rule_set").annotate(Sum("flow"))]
    names = _named({other: 0 for _points, other in flows})
    points, other = max(((points, other) for points, other in flows if other in names), default=(0, 0))
    return YearFact(_("Paid most"), -points, names[other]) if points > 0 else None


def _run(written: QuerySet[Outing], person: Player | None) -> YearFact | None:
    """The longest run of evenings in plus, of somebody or of the best in the circle."""
    now, longest = Counter[int](), Counter[int]()
    rows = written.filter(points__isnull=False).order_by("moment", "pk").values_list("player", "points")
    for player, points in rows:
        now[player] = now[player] + 1 if (points or 0) > 0 else 0
        longest[player] = max(longest[player], now[player])
    names = {person.pk: ""} if person else _named(longest)
    length, player = max(((n, -player) for player, n in longest.items() if player in names), default=(0, 0))
    if length < 2:
        return None
    text = _("%(n)s evenings in plus") % {"n": length}
    return YearFact(_("Longest run"), None, ", ".join(filter(None, (names[-player], text))))


def _with_whom(written: QuerySet[Outing], person: Player | None) -> YearFact | None:
    """The person at most of the same evenings; in a circle the one who came most often."""
    there = Outing.objects.filter(key__in=written.order_by().values("key"), kind__in=EVENINGS, points__isnull=False)
    there = there.exclude(player=person) if person else there
    often = dict(there.order_by().values_list("player").annotate(Count("pk")))
    names = _named(often)
    n, player = max(((n, -player) for player, n in often.items() if player in names), default=(0, 0))
    if not n:
        return None
    label = _("Most often with") if person else _("Came most often")
    return YearFact(label, None, f"{names[-player]} ({n})")


def _named(people: Mapping[int, Any]) -> dict[int, str]:
    """Names by key, without those whose name was erased."""
    return dict(Player.objects.filter(pk__in=people).exclude(name="").values_list("pk", "name"))


def year_picture(year: CegoYear) -> Picture | None:
    """The picture: points as rows, the rest as the sentence; none where nothing is told."""
    if not year.facts:
        return None
    rows = [
        PictureRow(name=one.label, amount=one.points, note=one.text) for one in year.facts if one.points is not None
    ]
    rest = ". ".join(f"{one.label}: {one.text}" for one in year.facts if one.points is None)
    return Picture(title=year.title, day=year.counted, rows=rows, sentence=rest)
