"""The entry panel as the page shows it: where the hand goes, what may be chosen, what is chosen or typed already."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from types import MappingProxyType
from typing import Any
from uuid import uuid4

from django.utils.datastructures import MultiValueDict
from django.utils.safestring import SafeString

from cegoscore.clubs.house_rules.rule_sets import original_of_claims, rules_of
from cegoscore.clubs.templatetags.cego import name_among
from cegoscore.scoresheet.hand.reading import BY_SEAT, SEATS, SEVERAL, TICKS, TYPED, FieldProblem, is_ticked, seats_in
from cegoscore.scoresheet.hand.sheet_page import SheetPage
from cegoscore.scoresheet.ledger.games import Choices, choices_of
from cegoscore.scoresheet.ledger.lines import LedgerLine
from cegoscore.scoresheet.ledger.panel_fields import BLANK, fields_of_row
from cegoscore.scoresheet.ledger.seats import Turn
from cegoscore.scoresheet.ledger.wording import DEADS, PENALTIES
from cegoscore.scoresheet.models import Hand, Session
from cegoscore.scoring.house_rules import HouseRules
from cegoscore.scoring.tariff import panel as amounts_of

PLACE = ("uuid", "number", "revision", "lineup", "dealer")
"""Hidden fields: the revision of the ledger that is written, and who sat there."""
SHOWN = ("game", *(name for name in TYPED if name not in (*PLACE, "trumps")))
"""Fields with one value each that are shown as they were typed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PanelSeat:
    """A seat of the line-up, with what the panel has about it."""

    number: int
    name: str
    label: SafeString
    """The name with what a narrow column shows of it."""
    deals: bool
    sits_out: bool
    roles: frozenset[str]
    """Fields of `SEATS` and `SEVERAL` in which this seat is chosen."""
    card_points: str
    free: str
    wrong: frozenset[str]
    """Fields of `BY_SEAT` that have a problem here."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PanelNotice:
    """Reason why a hand was not written; `line` is the hand that stands at its place."""

    sentence: str
    line: LedgerLine | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Panel:
    """One hand as it is being entered."""

    place: Mapping[str, str]
    choices: Choices
    seats: tuple[PanelSeat, ...]
    typed: Mapping[str, str]
    """Values of the fields in `SHOWN` and `TICKS`, empty for those that are blank."""
    trumps: tuple[tuple[int, bool], ...]
    """Trumps of an announcement, and whether they are chosen."""
    warnings: tuple[str, ...] = ()
    problems: tuple[FieldProblem, ...] = ()
    """One for each field at most, so that the field can name it."""
    notice: PanelNotice | None = None

    @property
    def penalties(self) -> list[tuple[str, str]]:
        """Breaches of the rules, by what the form sends, in words."""
        return [(kind.value, str(label)) for kind, label in PENALTIES.items()]

    @property
    def deads(self) -> list[tuple[str, str]]:
        """Reasons why a hand has no result, by what the form sends, in words."""
        return [(kind.value, str(label)) for kind, label in DEADS.items()]

    @property
    def wrong(self) -> frozenset[str]:
        """Fields that have a problem."""
        return frozenset(problem.field for problem in self.problems)

    @property
    def playing(self) -> list[PanelSeat]:
        """Seats that hold cards."""
        return [seat for seat in self.seats if not seat.sits_out]

    @property
    def has_culprits(self) -> bool:
        """Somebody is said to have held a Solo back."""
        return any("culprits" in seat.roles for seat in self.seats)

    def turn(self, turn: Turn) -> Turn:
        """The turn with line-up and dealer as the panel has them."""
        dealer = next(seat for seat in self.seats if seat.deals)
        lineup = tuple(seat.number for seat in self.seats)
        return replace(turn, lineup=lineup, dealer=dealer.number, sits_out=dealer.sits_out)


def panel_of(
    fields: MultiValueDict[str, str],
    sheet: Session,
    *,
    names: Mapping[int, str],
    lineup: Sequence[int],
    only: Collection[str] = (),
    problems: Sequence[FieldProblem] = (),
    **more: Any,
) -> Panel:
    """The panel with the given fields, as a form sends them; `lineup` is taken where theirs is no line-up.

    `only`: the games that may be bid, all if empty. `more`: warnings, notice.
    """
    rules = rules_of(sheet.rule_set)
    choices = choices_of(rules, only, original_of_claims(sheet.rule_set, sheet.club_id))
    problems = _one_a_field(problems)
    lineup = seats_in(fields.get("lineup") or "", names) or lineup
    return Panel(
        place={name: fields.get(name) or "" for name in PLACE},
        choices=choices,
        seats=_seats(fields, rules, names, lineup, problems),
        typed={name: fields.get(name) or "" for name in SHOWN}
        | {name: "on" if name in fields and is_ticked(fields.get(name)) else "" for name in TICKS},
        trumps=tuple((trump, str(trump) in fields.getlist("trumps")) for trump in choices.trumps),
        problems=problems,
        **more,
    )


def _one_a_field(problems: Sequence[FieldProblem]) -> tuple[FieldProblem, ...]:
    """Problems with those of the same field put together; those of the hand as a whole stay apart."""
    by_field: list[FieldProblem] = []
    for problem in problems:
        earlier = next(
            (at for at, other in enumerate(by_field) if problem.field and other.field == problem.field), None
        )
        if earlier is None:
            by_field.append(problem)
        else:
            by_field[earlier] = replace(problem, sentence=f"{by_field[earlier].sentence} {problem.sentence}")
    return tuple(by_field)


def _seats(
    fields: MultiValueDict[str, str],
    rules: HouseRules,
    names: Mapping[int, str],
    lineup: Sequence[int],
    problems: Sequence[FieldProblem],
) -> tuple[PanelSeat, ...]:
    dealer = next((seat for seat in lineup if str(seat) == fields.get("dealer")), lineup[0])
    wrong = {problem.field for problem in problems}
    roles: dict[int, set[str]] = {seat: set() for seat in lineup}
    for name in (*SEATS, *SEVERAL):
        for seat in lineup:
            if str(seat) in fields.getlist(name):
                roles[seat].add(name)
    return tuple(
        PanelSeat(
            number=seat,
            name=names[seat],
            label=name_among(names[seat], tuple(names[seat] for seat in lineup)),
            deals=seat == dealer,
            sits_out=len(lineup) > rules.players and seat == dealer,
            roles=frozenset(roles[seat]),
            wrong=frozenset(name for name in BY_SEAT if f"{name}_{seat}" in wrong),
            **{name: fields.get(f"{name}_{seat}") or "" for name in BY_SEAT},
        )
        for seat in lineup
    )


def next_panel(sheet: Session, page: SheetPage, **more: Any) -> Panel:
    """An empty panel for the next hand."""
    return turn_panel(
        sheet,
        page.names,
        page.turn,
        page.customs.stake_factor,
        only=page.customs.only,
        **more,
    )


def turn_panel(sheet: Session, names: Mapping[int, str], turn: Turn, stake_factor: int, **more: Any) -> Panel:
    """An empty panel for a turn."""
    place = _place_fields(turn.number, 1, turn.lineup, turn.dealer)
    blank = BLANK | {"stake_factor": str(stake_factor)}
    fields = MultiValueDict({name: [value] for name, value in blank.items()} | place)
    return panel_of(fields, sheet, names=names, lineup=turn.lineup, **more)


def correction_panel(
    sheet: Session, names: Mapping[int, str], row: Hand, *, lineup: Sequence[int], dealer: int, **more: Any
) -> Panel:
    """The panel for a further revision of a hand, filled with what the row says."""
    place = _place_fields(row.number, row.revision + 1, lineup, dealer)
    fields = MultiValueDict(dict(fields_of_row(row).lists()) | place)
    return panel_of(fields, sheet, names=names, lineup=lineup, **more)


def _place_fields(number: int, revision: int, lineup: Sequence[int], dealer: int) -> dict[str, list[str]]:
    values = (uuid4(), number, revision, ",".join(map(str, lineup)), dealer)
    return {name: [str(value)] for name, value in zip(PLACE, values, strict=True)}


def moved(fields: MultiValueDict[str, str], **changes: Any) -> MultiValueDict[str, str]:
    """Typed fields for another place in the ledger, as a write of its own: with a new UUID."""
    again = fields.copy()
    for name, value in {"uuid": uuid4(), **changes}.items():
        again[name] = str(value)
    return again


@lru_cache(maxsize=256)
def _amounts(rules: HouseRules) -> Mapping[str, Any]:
    return MappingProxyType(amounts_of(rules))


def script_data(sheet: Session, page: SheetPage, panel: Panel) -> dict[str, Any]:
    """Lookups of the panel's script: the rule set's amounts, and who sits where in this hand."""
    rules = rules_of(sheet.rule_set)
    return {
        **_amounts(rules),
        "half": rules.half,
        "penalty": rules.penalty,
        "names": page.names,
        "lineup": [seat.number for seat in panel.seats],
        "playing": [seat.number for seat in panel.playing],
        "vorhand": page.turn.vorhand,
    }
