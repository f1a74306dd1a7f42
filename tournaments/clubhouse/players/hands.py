"""A player's hands in figures: games by kind, best and worst hand, Räuber lost, Schnaps, and who pays whom.

All of it is added up in the database from what is written down, with what runs beside it, in a constant number of
queries.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db.models import Sum
from django.urls import reverse
from django.utils.translation import gettext as _

from cegoscore.clubs.house_rules.derivations import derivation_text
from cegoscore.clubs.house_rules.rule_sets import rules_of
from cegoscore.clubs.models import ERASED, Player, RuleSet
from cegoscore.outings.models import OutingGame, OutingPair, Role
from cegoscore.scoresheet.ledger.ledger_rows import hand_of
from cegoscore.scoresheet.ledger.lines import title_of
from cegoscore.scoresheet.models import Hand, Session
from cegoscore.scoring.contracts import NORMAL, Contract
from cegoscore.scoring.explanation import explain
from cegoscore.scoring.hands import Aim, Points
from cegoscore.scoring.house_rules import HouseRules
from tournaments.clubhouse.players.results import Outings

MOST_NAMED = 3
"""The number of people named who paid most, and of those who got most."""
FEWEST_HANDS = 10
"""Hands that one of two must have declared before it is said who pays whom."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NotableHand:
    """A hand that stands out, and where it was."""

    points: int
    game: str
    day: date
    where: str
    why: str
    """Derivation of the amount in one line."""
    url: str
    """Page of the hand, with its cell of the tariff and the sources."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GameKind:
    """A kind of game that somebody declared."""

    label: str
    declared: int
    won: int
    points: int

    @property
    def average(self) -> int:
        """Points a game, rounded."""
        return round(self.points / self.declared)


@dataclass(frozen=True, slots=True, kw_only=True)
class Company:
    """Another person at the table, and what came from them in hands that one of the two declared."""

    key: int
    """Row of the person."""
    name: str
    hands: int
    points: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Schnaps:
    """Rounds of Schnaps: bought, and on the last sheets still owed."""

    paid: int = 0
    owed: int = 0

    def __bool__(self) -> bool:
        return bool(self.paid or self.owed)


@dataclass(frozen=True, slots=True, kw_only=True)
class Play:
    """Figures of a player's hands."""

    hands: int
    kinds: tuple[GameKind, ...]
    best: NotableHand | None
    worst: NotableHand | None
    raeuber: int
    raeuber_lost: int
    buergermeister: int
    schnaps: Schnaps
    well: tuple[Company, ...]
    badly: tuple[Company, ...]


FIGURES = ("hands", "raeuber", "raeuber_lost", "buergermeister", "schnaps_paid", "schnaps_owed")
GAME = ("rule_set", "game", "over_solo", "ouvert")


def play_of(outings: Outings) -> Play:
    """The figures of all hands. Nine queries at most."""
    written = outings.written.aggregate(**{name: Sum(name, default=0) for name in FIGURES})
    figures = {name: written[name] + sum(getattr(each.outing, name) for each in outings.further) for name in FIGURES}
    company = _company(outings)
    return Play(
        hands=figures["hands"],
        kinds=_kinds(outings),
        best=_notable(outings, "most", -1),
        worst=_notable(outings, "least", 1),
        raeuber=figures["raeuber"],
        raeuber_lost=figures["raeuber_lost"],
        buergermeister=figures["buergermeister"],
        schnaps=Schnaps(paid=figures["schnaps_paid"], owed=figures["schnaps_owed"]),
        well=tuple(each for each in company if each.points > 0)[:MOST_NAMED],
        badly=tuple(each for each in reversed(company) if each.points < 0)[:MOST_NAMED],
    )


def _kinds(outings: Outings) -> tuple[GameKind, ...]:
    """Games declared, the most frequent first. Two queries."""
    rows = OutingGame.objects.filter(outing__in=outings.written.order_by(), role=Role.ALONE).values_list(*GAME)
    found: list[tuple[Any, ...]] = list(rows.annotate(Sum("n"), Sum("won"), Sum("points")))
    for each in outings.further:
        for (rule_set, role, *manner), sums in each.games.items():
            if role == Role.ALONE:
                found.append((rule_set, *manner, sums["n"], sums["won"], sums["points"]))
    rules = {row.pk: rules_of(row) for row in RuleSet.objects.filter(pk__in={row[0] for row in found})}
    kinds: dict[str, Counter[str]] = defaultdict(Counter)
    for rule_set, game, over_solo, ouvert, declared, won, points in found:
        label = _label(rules[rule_set], Contract(game), over_solo=over_solo, ouvert=ouvert)
        kinds[label].update(declared=declared, won=won, points=points)
    named = (GameKind(label=label, **counts) for label, counts in kinds.items())
    return tuple(sorted(named, key=lambda kind: (-kind.declared, kind.label)))


def _label(rules: HouseRules, contract: Contract, *, over_solo: bool, ouvert: bool) -> str:
    """The name of a game, whatever its result."""
    if contract in NORMAL:
        return title_of(Points(contract=contract, declarer=0, points=0, over_solo=over_solo), rules)
    return title_of(Aim(contract=contract, declarer=0, made=True, ouvert=ouvert), rules)


def _company(outings: Outings) -> list[Company]:
    """People with enough hands that one of the two declared, who paid most first. Two queries."""
    rows = OutingPair.objects.filter(outing__in=outings.written.order_by()).values_list("other")
    hands, flow = Counter[int](), Counter[int]()
    for other, n, points in rows.annotate(Sum("n"), Sum("flow")):
        hands[other], flow[other] = n, points
    for each in outings.further:
        for (other, _rules), sums in each.pairs.items():
            hands[other] += sums["n"]
            flow[other] += sums["flow"]
    people = Player.objects.filter(pk__in=[other for other, n in hands.items() if n >= FEWEST_HANDS])
    company = [
        Company(key=each.pk, name=each.name or str(ERASED), hands=hands[each.pk], points=flow[each.pk])
        for each in people
    ]
    return sorted(company, key=lambda each: (-each.points, each.name))


def _notable(outings: Outings, name: str, sign: int) -> NotableHand | None:
    """The highest gain (`most`) or loss (`least`); of equal ones the first. Two queries."""
    first = outings.written.exclude(**{name: 0}).order_by("-most" if name == "most" else "least", "moment", "pk")
    rows = [*first[:1], *(each.outing for each in outings.further if getattr(each.outing, name))]
    if not rows:
        return None
    outing = min(rows, key=lambda row: (sign * getattr(row, name), row.moment))
    row = Hand.objects.select_related("session__rule_set", "session__table__round__tournament").get(
        pk=getattr(outing, f"{name}_hand")
    )
    hand, rules = hand_of(row, max(row.lineup) + 1), rules_of(row.session.rule_set)
    return NotableHand(
        points=getattr(outing, name),
        game=title_of(hand.outcome, rules),
        day=outing.day,
        where=_where(row.session),
        why=derivation_text(explain(hand, rules), rules),
        url=reverse("hand", args=[row.session_id, row.number]),
    )


def _where(sheet: Session) -> str:
    """The evening, or the table of the tournament's round."""
    if sheet.event is None:
        return sheet.title or _("Evening")
    table = sheet.table
    return _("%(tournament)s, round %(round)s, table %(table)s") % {
        "tournament": table.round.tournament.name,
        "round": table.round.number,
        "table": table.number,
    }
