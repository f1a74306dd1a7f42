"""The prizes with the people who get them, as they are called up."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

from cegoscore.contest.prizes import OF_SEVERAL, Award, PrizeFor
from cegoscore.scoresheet.ledger.money import CENT, Stake
from tournaments.models import Tournament
from tournaments.standings.queries import Standings, StandingsLine, awards_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Awarded:
    """A prize, what it is given for, and whoever gets it, or may."""

    award: Award
    reason: str
    lines: tuple[StandingsLine, ...]
    draws: tuple[StandingsLine, ...] = ()
    """Those who draw before anybody gets it."""
    passed_on: tuple[StandingsLine, ...] = ()
    """Those who would have it, or be ahead for it, but have a prize by rank."""
    provisional: bool = False
    """True while somebody may still play, and get it."""
    share: str = ""
    """The division of its money among several, in words."""

    @property
    def winner(self) -> StandingsLine | None:
        """The line of the winner, if that is settled."""
        return self.lines[0] if len(self.lines) == 1 and not (self.award.undecided or self.provisional) else None

    @property
    def settled(self) -> tuple[StandingsLine, ...]:
        """The line of the winner, or of all who share it; none while that may change."""
        return () if self.award.undecided or self.provisional else self.lines

    @property
    def is_shared(self) -> bool:
        """True if several are level and nobody draws: they divide the prizes of their places, or get alike ones."""
        return self.award.prize.given_for not in OF_SEVERAL and len(self.settled) > 1

    @property
    def drawing(self) -> str:
        """The prize with those who draw before anybody gets it."""
        names = ", ".join(line.person.name for line in self.draws)
        words = {"prize": self.award.prize.label, "reason": self.reason, "name": names}
        return _("%(prize)s (%(reason)s): %(name)s") % words

    @property
    def waits_for_others(self) -> bool:
        """True if others draw first, for a prize that rules out this one."""
        return not {*self.award.waits_for} <= {*self.award.numbers}

    @property
    def is_first_of_pool(self) -> bool:
        """True unless it is shared together with a better one: what they get is told there."""
        return not self.award.pool or self.award.pool[0] is self.award.prize

    @property
    def cents(self) -> int:
        """The money that each of them gets."""
        return self.award.cents if self.settled else 0

    @property
    def label(self) -> str:
        """Everything that they share, or that each of them gets, in words."""
        return " + ".join(prize.label for prize in self.award.each or self.award.pool or (self.award.prize,))


def awarded(tournament: Tournament, table: Standings) -> list[Awarded]:
    """Every prize in the order of the ceremony, from the last to the first; none while results are held back."""
    if not table.shown.is_everything:
        return []
    categories = {str(category.pk): category.label for category, _lines in table.categories}
    lines = {line.person.number: line for line in table.lines}
    return [_with_lines(award, lines, table, categories, tournament.currency) for award in awards_of(tournament, table)]


def _with_lines(
    award: Award, lines: Mapping[int, StandingsLine], table: Standings, categories: Mapping[str, str], currency: str
) -> Awarded:
    winners = tuple(lines[number] for number in award.numbers)
    return Awarded(
        award=award,
        reason=_reason(award, categories, winners[0].person.team if winners else ""),
        lines=winners,
        draws=tuple(lines[number] for number in award.waits_for),
        passed_on=tuple(lines[number] for number in award.passed_on),
        provisional=table.provisional,
        share="" if table.provisional else _share(award, currency),
    )


def waiting(tournament: Tournament, table: Standings) -> list[Awarded]:
    """The prizes that wait for a drawing, the first one first."""
    return [one for one in reversed(awarded(tournament, table)) if one.award.undecided and not one.provisional]


def _share(award: Award, currency: str) -> str:
    """The division of money, where several divide some."""
    if not award.cents or award.each is not None or len(award.numbers) < 2:
        return ""
    whole = award.cents * len(award.numbers) + award.left
    stake = Stake(amount=CENT, currency=currency)
    words = {"sum": whole, "part": award.cents, "left": award.left}
    text = (
        _("together %(sum)s: %(part)s each, %(left)s left over") if award.left else _("together %(sum)s: %(part)s each")
    )
    return text % {name: stake.text_of_cents(cents) for name, cents in words.items()}


def _reason(award: Award, categories: Mapping[str, str], team: str) -> str:
    prize = award.prize
    if prize.given_for is PrizeFor.LAST:
        return _("Last place")
    if prize.given_for is PrizeFor.PLUS:
        return _("Everybody with plus points")
    place = _("Place %(place)s") % {"place": prize.place}
    if prize.given_for is PrizeFor.TEAM:
        return ", ".join(filter(None, (_("Team ranking"), place, team)))
    if prize.given_for is PrizeFor.CATEGORY:
        return f"{categories.get(prize.category, '')}, {place}"
    return place
