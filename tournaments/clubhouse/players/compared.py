"""Somebody's play by one rule set, beside the others of the club: amounts of different tariffs are not added.

All of it is added up in the database, in a constant number of queries.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import accumulate, chain
from typing import Any, NamedTuple
from urllib.parse import urlencode

from django.db.models import Exists, OuterRef, Sum
from django.utils.translation import gettext as _, gettext_lazy, pgettext

from cegoscore.clubs.house_rules.rule_sets import rules_of
from cegoscore.clubs.models import ERASED, Player, RuleSet
from cegoscore.clubs.wording import in_language
from cegoscore.contest.chance import EVENING, band, cautious, deviation, won_beyond_chance
from cegoscore.outings.models import GAME, SUMS, ClubSpan, OutingGame, OutingPair, PersonSpan, Role
from cegoscore.outings.services import added_up
from cegoscore.scoresheet.ledger.lines import title_of
from cegoscore.scoring.contracts import NORMAL, Contract
from cegoscore.scoring.hands import Aim, Points
from cegoscore.scoring.house_rules import HouseRules
from tournaments.clubhouse.players.results import Outings

MOST_NAMED = 3
"""The number of people named who paid most, and of those who got most."""
FEWEST_HANDS = 10
"""Hands that one of two must have declared before it is said who pays whom."""
FEWEST_OTHERS = 20
"""Games of the others below which theirs are not compared."""
FEWEST_EVENINGS, MOST_EVENINGS = 3, 40
"""Limits of the events in the curve of the form."""
FEWEST_OWN = 3
"""Games below which nobody is known for one, and none is called a favourite."""
UNUSUAL = 2
"""Deviations from which on a number of wins is called unusual."""
ROLES = {
    Role.ALONE: gettext_lazy("alone"),
    Role.AGAINST: gettext_lazy("against somebody"),
    Role.ALL: gettext_lazy("all against all"),
}


class Sums(NamedTuple):
    """Some hands added up."""

    n: int = 0
    won: int = 0
    points: int = 0
    squares: int = 0

    @property
    def average(self) -> int:
        """Points a hand, rounded."""
        return round(self.points / self.n)

    @property
    def percent(self) -> int:
        """Hands won of 100."""
        return round(100 * self.won / self.n)


Games = Mapping[tuple[Any, ...], Sums]
"""Sums by role, game, over a Solo, ouvert."""


class NamedRules(NamedTuple):
    """A rule set by its row."""

    key: int
    name: str


class RoleSum(NamedTuple):
    """Hands in one role, and those of the whole club in it."""

    query: str
    """Asks for the hands behind it."""
    label: Any
    own: Sums
    club: Sums


class GameKind(NamedTuple):
    """A kind of game that somebody declared; the others' of the club, if there are enough of them."""

    label: str
    own: Sums
    others: Sums | None

    @property
    def query(self) -> str:
        """Asks for the hands behind it."""
        return urlencode({"game": self.label})


class Company(NamedTuple):
    """Another person at the table, and what came from them in hands that one of the two declared."""

    query: str
    """Asks for the hands behind it."""
    name: str
    hands: int
    points: int


def comparison(outings: Outings, person: Player, name: str, rules: int | None = None) -> dict[str, Any] | None:
    """Somebody's hands by these rules, else by those of most of their hands; none without any. Eight queries at most.

    `name` is the person's as the reader may see it. `others` are further rule sets by which they played, `verdict` is a
    word on how often they win, empty where chance explains it.
    """
    everything = list(chain.from_iterable(PersonSpan.objects.filter(player=person.pk).values_list("games", flat=True)))
    games = _games(outings, everything)
    rows = _by_hands(games, rules)
    if not rows:
        return None
    key, rules_there = rows[0].pk, [rules_of(row) for row in rows]
    first, *others = [NamedRules(row.pk, in_language(rules.name)) for row, rules in zip(rows, rules_there, strict=True)]
    spans = ClubSpan.objects.filter(club=person.club_id).values_list("games", flat=True)
    club = _by_rules(chain.from_iterable(spans))[key]
    rest = _without(club, _by_rules(everything)[key])
    theirs = _added(games[key].values())
    spread = spread_of(club)
    company = _company(outings, key)
    return {
        "rules": first,
        "others": others,
        "hands": theirs.n,
        "roles": _roles(games[key], club),
        "kinds": (kinds := _kinds(games[key], rest, rules_there[0])),
        "known_for": known_for(kinds),
        "favourite": favourite(kinds),
        "verdict": verdict(games[key], rest),
        "well": [other for other in company if other.points > 0][:MOST_NAMED],
        "badly": [other for other in reversed(company) if other.points < 0][:MOST_NAMED],
        "form": _form(outings, key, deviation(theirs.n, theirs.points, theirs.squares), name),
        "sure": cautious(theirs.points, theirs.n, spread),
    }


def _by_hands(games: Mapping[int, Games], asked: int | None) -> list[RuleSet]:
    """Rule sets: the one that was asked for, then those of most hands. One query."""
    hands = {key: _added(theirs.values()).n for key, theirs in games.items()}
    rows = RuleSet.objects.filter(pk__in=hands)
    return sorted(rows, key=lambda row: (row.pk != asked, -hands[row.pk], row.pk))


# Sums


def spread_of(club: Games) -> float:
    """The deviation of a club's amounts a seat and hand."""
    sums = _added(club.values())
    return deviation(sums.n, sums.points, sums.squares)


def _games(outings: Outings, everything: Sequence[Sequence[Any]]) -> Mapping[int, Games]:
    """Somebody's games by rule set; `everything` is what is written of them. One query, none for all years."""
    within = OutingGame.objects.filter(outing__in=outings.written.order_by())
    rows = everything if outings.of_all_years else added_up(within, GAME, SUMS)
    further = ((game, sums) for outing in outings.further for game, sums in outing.games.items())
    return _by_rules([*rows, *((*game, *(sums[name] for name in SUMS)) for game, sums in further)])


def _by_rules(rows: Iterable[Sequence[Any]]) -> Mapping[int, dict[tuple[Any, ...], Sums]]:
    games: dict[int, dict[tuple[Any, ...], Sums]] = defaultdict(lambda: defaultdict(Sums))
    for rules, *row in rows:
        game = tuple(row[: -len(SUMS)])
        games[rules][game] = _added([games[rules][game], row[-len(SUMS) :]])
    return games


def _added(sums: Iterable[Iterable[int]]) -> Sums:
    return Sums(*map(sum, zip(*sums, strict=True)))


def _without(club: Games, theirs: Games) -> Games:
    """Subtract somebody's sums from those of the club."""
    return {game: _added([sums, (-number for number in theirs.get(game, Sums()))]) for game, sums in club.items()}


# Cards


def _roles(games: Games, club: Games) -> list[RoleSum]:
    """The roles in which there are hands: together they are all of them."""
    rows = []
    for role, label in ROLES.items():
        theirs, all_ = (_added(sums for game, sums in some.items() if game[0] == role) for some in (games, club))
        if theirs.n:
            rows.append(RoleSum(f"role={role}", label, theirs, all_))
    return rows


def _kinds(games: Games, rest: Games, rules: HouseRules) -> list[GameKind]:
    """Games declared, the most frequent first."""
    declared, others = (_by_label(some, rules) for some in (games, rest))
    kinds = [
        GameKind(label, sums, theirs if (theirs := others.get(label, Sums())).n >= FEWEST_OTHERS else None)
        for label, sums in declared.items()
    ]
    return sorted(kinds, key=lambda kind: (-kind.own.n, kind.label))


def favourite(kinds: Sequence[GameKind]) -> GameKind | None:
    """The game declared most often, if that is one alone, played three times or more, and won."""
    first = kinds[0].own if kinds else Sums()
    is_alone = len(kinds) < 2 or kinds[1].own.n < first.n
    return kinds[0] if is_alone and first.n >= FEWEST_OWN and first.won else None


def known_for(kinds: Sequence[GameKind]) -> GameKind | None:
    """The game with the largest share of somebody's own beyond its share of the others', if they win half of it."""
    compared = [(kind, kind.own, kind.others) for kind in kinds if kind.others]
    all_own = sum(own.n for _kind, own, _others in compared)
    all_others = sum(others.n for _kind, _own, others in compared)
    beyond = [
        (own.n / all_own - others.n / all_others, kind)
        for kind, own, others in compared
        if own.n >= FEWEST_OWN and 2 * own.won >= own.n
    ]
    share, kind = max(beyond, key=lambda each: each[0], default=(0, None))
    return kind if share > 0 else None


def _by_label(games: Games, rules: HouseRules) -> dict[str, Sums]:
    """Declared games by their name, whatever their result."""
    named: dict[str, Sums] = defaultdict(Sums)
    for (role, game, over_solo, ouvert), sums in games.items():
        if role == Role.ALONE:
            contract = Contract(game)
            outcome = (
                Points(contract=contract, declarer=0, points=0, over_solo=over_solo)
                if contract in NORMAL
                else Aim(contract=contract, declarer=0, made=True, ouvert=ouvert)
            )
            label = title_of(outcome, rules)
            named[label] = _added([named[label], sums])
    return named


def verdict(games: Games, rest: Games) -> str:
    """A word where the number of wins is more than chance beside what the others win of the same games."""
    compared = [
        (sums, rest[game])
        for game, sums in games.items()
        if game[0] == Role.ALONE and rest.get(game, Sums()).n >= FEWEST_OTHERS
    ]
    beyond = won_beyond_chance(
        sum(sums.won for sums, _others in compared), [(sums.n, others.won / others.n) for sums, others in compared]
    )
    if abs(beyond) < UNUSUAL:
        return ""
    return _("Wins more often than usual.") if beyond > 0 else _("Wins less often than usual.")


def _company(outings: Outings, rules: int) -> list[Company]:
    """People with enough hands that one of the two declared, who paid most first. Two queries."""
    rows = OutingPair.objects.filter(outing__in=outings.written.order_by(), rule_set=rules).values_list("other")
    hands, flow = Counter[int](), Counter[int]()
    for other, n, points in rows.annotate(Sum("n"), Sum("flow")):
        hands[other], flow[other] = n, points
    for event in outings.further:
        for (other, by), sums in event.pairs.items():
            if by == rules:
                hands[other] += sums["n"]
                flow[other] += sums["flow"]
    people = Player.objects.filter(pk__in=[other for other, n in hands.items() if n >= FEWEST_HANDS])
    company = [
        Company(query=f"with={other.pk}", name=other.name or str(ERASED), hands=hands[other.pk], points=flow[other.pk])
        for other in people
    ]
    return sorted(company, key=lambda other: (-other.points, other.name))


def _form(outings: Outings, rules: int, spread: float, name: str) -> dict[str, Any] | None:
    """The newest events by hands played, and how far chance alone carries; none below three. One query.

    `spread` is the person's own deviation a hand: who often plays alone is carried further. `evenings` are their days,
    hands, points and those for 24 hands; the `chart` has the total over hands played between the edges of chance, which
    carries about 19 of 20 that far if `is_chance`, else one of them.
    """
    games = OutingGame.objects.filter(rule_set=rules)
    with_hands = outings.written.filter(Exists(games.filter(outing=OuterRef("pk"))))
    newest = games.filter(outing__in=with_hands.order_by("-moment")[:MOST_EVENINGS])
    rows = [*newest.values_list("outing__moment", "outing__day").annotate(Sum("n"), Sum("points"))]
    for event in outings.further:
        if theirs := [sums for game, sums in event.games.items() if game[0] == rules]:
            counts = sum(sums["n"] for sums in theirs), sum(sums["points"] for sums in theirs)
            rows.append((event.outing.moment, event.outing.day, *counts))
    rows = sorted(rows)[-MOST_EVENINGS:]
    if len(rows) < FEWEST_EVENINGS:
        return None
    hands = [0, *accumulate(count for _moment, _day, count, _points in rows)]
    totals = [0, *accumulate(points for _moment, _day, _count, points in rows)]
    edge, chance = [round(band(count, spread)) for count in hands], pgettext("edge of a curve", "chance")
    return {
        "evenings": [(day, count, points, round(EVENING * points / count)) for _moment, day, count, points in rows],
        "chart": {
            "names": [name, chance, chance],
            "hands": hands,
            "totals": [totals, edge, [-points for points in edge]],
        },
        "is_chance": abs(totals[-1]) <= band(hands[-1], spread),
    }
