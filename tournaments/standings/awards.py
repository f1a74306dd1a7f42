"""The prizes with the people who get them, as they are called up."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from cegoscore.contest.prizes import OF_SEVERAL, Award, PrizeFor, same_list
from cegoscore.scoresheet.ledger.money import CENT, Stake
from tournaments.models import Tournament
from tournaments.standings.queries import Standings, StandingsLine, awards_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Awarded:
    """A prize, what it is given for, and whoever gets it, or may."""

    award: Award
    reason: str
    lines: tuple[StandingsLine, ...]
    provisional: bool = False
    """True while somebody may still play, and get it."""
    is_shared: bool = False
    """True if several are level and nobody draws for it: they divide the prizes of their places."""
    pool: tuple[Awarded, ...] = ()
    """All prizes that they divide, the best first."""
    cents: int = 0
    """The money that each of them gets."""
    share: str = ""
    """The division of it among several, in words."""

    @property
    def winner(self) -> StandingsLine | None:
        """The line of the winner, if that is settled."""
        return self.lines[0] if len(self.lines) == 1 and not (self.award.undecided or self.provisional) else None

    @property
    def settled(self) -> tuple[StandingsLine, ...]:
        """The line of the winner, or of all who share it; none while that may change."""
        is_theirs = self.award.prize.given_for in OF_SEVERAL and not self.provisional
        return self.lines if self.winner or self.is_shared or is_theirs else ()


def awarded(tournament: Tournament, table: Standings) -> list[Awarded]:
    """Every prize in the order of the ceremony, from the last to the first; none while results are held back."""
    if not table.shown.is_everything:
        return []
    categories = {str(category.pk): category.label for category, _lines in table.categories}
    awards = [_with_lines(award, table, categories) for award in awards_of(tournament, table)]
    return [_with_money(one, awards, tournament.currency) for one in awards]


def _with_lines(award: Award, table: Standings, categories: dict[str, str]) -> Awarded:
    lines = {line.person.number: line for line in table.lines}
    winners = tuple(lines[number] for number in award.numbers if number in lines)
    return Awarded(
        award=award,
        reason=_reason(award, categories, winners[0].person.team if winners else ""),
        lines=winners,
        provisional=table.provisional,
        is_shared=award.prize.given_for not in OF_SEVERAL
        and len(winners) > 1
        and not table.provisional
        and (table.is_over or not any(line.row.undecided for line in winners)),
    )


def _with_money(one: Awarded, awards: Sequence[Awarded], currency: str) -> Awarded:
    """The same with all prizes that its winners divide, and what each of them gets of the money."""
    award, rows = one.award, reversed(awards) if one.is_shared else ()
    pool = tuple(row for row in rows if row.award.numbers == award.numbers and same_list(row.award.prize, award.prize))
    amounts = [row.award.prize.cents or 0 for row in pool or (one,)]
    among = 1 if award.prize.is_each else len(one.settled)
    if not (among and any(amounts)):
        return replace(one, pool=pool)
    share = _share(sum(amounts), among, currency) if among > 1 else ""
    return replace(one, pool=pool, cents=sum(amounts) // among, share=share)


def _share(cents: int, among: int, currency: str) -> str:
    stake = Stake(amount=CENT, currency=currency)
    words = ("sum", "part", "left"), [stake.text(stake.of(amount)) for amount in (cents, *divmod(cents, among))]
    is_even = cents % among == 0
    text = _("together %(sum)s: %(part)s each") if is_even else _("together %(sum)s: %(part)s each, %(left)s left over")
    return text % dict(zip(*words, strict=True))


def _reason(award: Award, categories: dict[str, str], team: str) -> str:
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
