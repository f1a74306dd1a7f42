"""Values of the question that a phone asks when another one wrote something else at the same places."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from django.utils.translation import gettext as _

from cegoscore.clubs.house_rules.rule_sets import rules_of
from cegoscore.clubs.models import Device
from cegoscore.scoresheet.ledger.ledger_rows import phones_of, rows_of, shown_numbers
from cegoscore.scoresheet.ledger.lines import line_of
from cegoscore.scoresheet.ledger.seats import seats_of
from cegoscore.scoresheet.ledger.writing import Differing
from cegoscore.scoresheet.models import Hand, Seat, Session


@dataclass(frozen=True, slots=True, kw_only=True)
class HandVersion:
    """Statement of one of the two phones: the game in words, what everybody gets, who wrote it and when."""

    game: str
    text: str
    amounts: tuple[tuple[str, int], ...]
    """Names and amounts of those who were at the table."""
    who: str
    when: datetime | None


@dataclass(frozen=True, slots=True, kw_only=True)
class DifferingHand:
    """One hand with both versions, by the place of the item in the queue."""

    at: int
    number: int | None
    """As people count; a deal without a result has none."""
    mine: HandVersion
    theirs: HandVersion
    is_new: bool
    """Both may be right: this phone's is a hand of its own, which goes to the end."""


def questions_of(sheet: Session, differing: Sequence[Differing], device: Device) -> tuple[DifferingHand, ...]:
    """All that a person has to choose between, in the order of writing."""
    rows, seats = rows_of(sheet), seats_of(sheet)
    shown, phones = shown_numbers(rows), phones_of(rows)
    return tuple(
        DifferingHand(
            at=one.at,
            number=shown.get(one.standing.number),
            mine=_mine(sheet, one, seats),
            theirs=_theirs(sheet, one.standing, seats, phones.get(one.standing.device_id, ""), device),
            is_new=one.kind == "new",
        )
        for one in differing
    )


def _mine(sheet: Session, one: Differing, seats: list[Seat]) -> HandVersion:
    who = _("this phone")
    if one.mine is None:
        words = {"strike": _("struck"), "restore": _("counts again")}.get(one.kind, one.sentence)
        return HandVersion(game=words, text="", amounts=(), who=who, when=one.when)
    scores = {seat.pk: one.paid[seat.number] for seat in seats if seat.number in one.paid}
    return _version(sheet, one.mine, scores, seats, who=who, when=one.when)


def _theirs(sheet: Session, row: Hand, seats: list[Seat], letter: str, device: Device) -> HandVersion:
    scores = {score.seat_id: score.points for score in row.scores.all()}
    mine = row.device_id == device.id
    who = _("this phone") if mine else row.by or _("phone {letter}").format(letter=letter)
    version = _version(sheet, row, scores, seats, who=who, when=row.written_at)
    if not row.void:
        return version
    struck = _("struck")
    return replace(version, game=f"{version.game}, {struck}")


def _version(
    sheet: Session, row: Hand, scores: Mapping[int, int], seats: list[Seat], *, who: str, when: datetime | None
) -> HandVersion:
    line = line_of(row, None, scores, seats, rules_of(sheet.rule_set))
    amounts = tuple((seat.name, scores[seat.pk]) for seat in seats if seat.pk in scores)
    return HandVersion(game=line.game, text=line.text, amounts=amounts, who=who, when=when)
