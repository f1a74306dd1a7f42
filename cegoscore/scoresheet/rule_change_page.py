"""Comparison of a sheet with the same hands under another rule set, hand by hand and player by player."""

from __future__ import annotations

from dataclasses import dataclass

from cegoscore.clubs.wording import problem_sentence
from cegoscore.scoresheet.hand_words import text_of, title_of
from cegoscore.scoresheet.models import Seat, Session
from cegoscore.scoresheet.repaid import Repaid, repaid_hands
from cegoscore.scoresheet.seats import seats_of
from cegoscore.scoring import hands
from cegoscore.scoring.house_rules import HouseRules


@dataclass(frozen=True, slots=True, kw_only=True)
class ComparedHand:
    """A hand with its amounts by both rule sets, by seat; `None` for who was not at the table."""

    shown: int | None
    game: str
    text: str
    old: tuple[int | None, ...]
    new: tuple[int | None, ...]
    problem: str

    @property
    def same(self) -> bool:
        """True if both rule sets pay alike."""
        return not self.problem and self.old == self.new


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleChange:
    """All that adopting another rule set would change."""

    names: tuple[str, ...]
    hands: tuple[ComparedHand, ...]
    old_totals: tuple[int, ...]
    new_totals: tuple[int, ...]

    @property
    def impossible(self) -> list[ComparedHand]:
        """The hands that the other rule set does not know."""
        return [hand for hand in self.hands if hand.problem]

    @property
    def differing(self) -> int:
        """Number of hands that are paid otherwise."""
        return sum(not hand.same for hand in self.hands)


def rules_changed(sheet: Session, rules: HouseRules, old_rules: HouseRules) -> RuleChange:
    """Every hand that counts under both, deals without a result left out unless they are impossible."""
    seats = seats_of(sheet)
    repaid = repaid_hands(sheet, rules)
    paid_otherwise = [sum(hand.new.get(s.number, 0) - hand.old.get(s.number, 0) for hand in repaid) for s in seats]
    return RuleChange(
        names=tuple(seat.name for seat in seats),
        hands=tuple(
            _compared(hand, seats, old_rules)
            for hand in repaid
            if hand.problems or not isinstance(hand.hand.outcome, hands.Dead)
        ),
        old_totals=tuple(seat.total for seat in seats),
        new_totals=tuple(seat.total + change for seat, change in zip(seats, paid_otherwise, strict=True)),
    )


def _compared(repaid: Repaid, seats: list[Seat], rules: HouseRules) -> ComparedHand:
    names = [seat.name for seat in seats]
    sentences = [problem_sentence(problem, dict(enumerate(names))) for problem in repaid.problems]
    return ComparedHand(
        shown=repaid.shown,
        game=title_of(repaid.hand.outcome, rules),
        text=text_of(repaid.hand, rules, names),
        old=tuple(repaid.old.get(seat.number) for seat in seats),
        new=tuple(repaid.new.get(seat.number) for seat in seats),
        problem=" ".join(sentences),
    )
