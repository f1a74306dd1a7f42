"""Reading a posted panel: text of a form into one hand of the core, checked, every problem tied to its field."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django import forms
from django.core.exceptions import ValidationError
from django.utils.datastructures import MultiValueDict
from django.utils.translation import gettext_lazy

from cegoscore.clubs.house_rules.statements import doubt_about_claim
from cegoscore.clubs.names import SignedField
from cegoscore.clubs.wording import PROBLEMS, problem_sentence
from cegoscore.scoresheet.ledger.games import WITHOUT_CONTRACT, GameButton, games_of
from cegoscore.scoresheet.ledger.panel_fields import OF_EACH_SEAT
from cegoscore.scoresheet.ledger.wording import DEADS, PENALTIES
from cegoscore.scoresheet.ledger.writing import Writing
from cegoscore.scoring.auction.words import MOST_AUCTION, without_wrong_auction
from cegoscore.scoring.checks import check_hand, warn_hand
from cegoscore.scoring.documents.document import MOST_CENTS
from cegoscore.scoring.documents.entries import MOST_FACTOR
from cegoscore.scoring.documents.hand_document import MOST_AMOUNT, MOST_TEXT, take_outcome
from cegoscore.scoring.hands import Hand, Outcome, Schinden
from cegoscore.scoring.house_rules import HouseRules
from cegoscore.scoring.problems import Problem
from cegoscore.scoring.reading import Fields

NOT_OFFERED = gettext_lazy("Please choose one of the options shown.")

MOST_NUMBER = 10_000
"""Largest number and revision of a ledger that is read."""
SEATS = ("declarer", "announcer", "last_trick", "offender", "challenger")
"""Fields whose value is one seat of the line-up."""
SEVERAL = ("culprits", "most", "without_trick")
"""Fields whose values are any number of seats of the line-up."""
TICKS = ("over_solo", "ouvert", "pfeif_frei", "no_trick", "next_dealer", "eightfold")


def _whole(least: int, most: int, *, required: bool = False) -> forms.Field:
    return forms.IntegerField(required=required, min_value=least, max_value=most)


def _one_of(*values: Any) -> forms.Field:
    choices = [(value, "") for value in values]
    return forms.ChoiceField(required=False, choices=choices, error_messages={"invalid_choice": NOT_OFFERED})


AMOUNT = SignedField(required=False, min_value=-MOST_AMOUNT, max_value=MOST_AMOUNT)
TYPED: Mapping[str, forms.Field] = {
    "uuid": forms.UUIDField(),
    "number": _whole(1, MOST_NUMBER, required=True),
    "revision": _whole(1, MOST_NUMBER, required=True),
    "lineup": forms.CharField(max_length=100),
    "points": _whole(0, 99),
    "points_of": _one_of("declarer", "defenders"),
    "made": _one_of("true", "false"),
    "penalty": _one_of(*PENALTIES),
    "dead": _one_of(*DEADS),
    "why": forms.CharField(required=False, max_length=MOST_TEXT),
    "result": _one_of("per_defender", "schinden", "fault"),
    "per_defender": AMOUNT,
    "trumps": forms.TypedMultipleChoiceField(
        coerce=int,
        required=False,
        choices=[(trump, "") for trump in range(1, 22)],
        error_messages={"invalid_choice": NOT_OFFERED},
    ),
    "stake_factor": _whole(1, MOST_FACTOR),
    "reason": forms.CharField(required=False, max_length=MOST_TEXT),
    "auction": forms.CharField(required=False, max_length=MOST_AUCTION),
}
"""Fields that are read alike on every panel: their types, limits and messages."""
BY_SEAT: Mapping[str, forms.Field] = dict(zip(OF_EACH_SEAT, (_whole(0, 99), AMOUNT), strict=True))
"""Fields of which every seat has one, named `card_points_0` and so on."""


class RevisionForm(forms.Form):
    """Striking or restoring a hand: the revision that will be written, and the reason."""

    uuid = forms.UUIDField()
    of = forms.UUIDField(required=False)
    """The hand that its phone takes back, if it is no other: neither number nor revision decides then."""
    revision = forms.IntegerField(min_value=1, max_value=10_000)
    reason = forms.CharField(required=False, max_length=MOST_TEXT)


class PaymentForm(forms.Form):
    """Money that one seat gave another, in cents."""

    uuid = forms.UUIDField()
    payer = forms.IntegerField(min_value=0)
    receiver = forms.IntegerField(min_value=0)
    cents = forms.IntegerField(min_value=1, max_value=MOST_CENTS)
    seen = forms.RegexField(r"^(none|[0-9a-f-]{36}(,[0-9a-f-]{36})*)$", required=False, max_length=4000)
    """The payments alike, by their UUIDs, of which the page knew when it was tapped; nothing if it does not say."""

    def clean_seen(self) -> frozenset[UUID] | None:
        """None if it is not known."""
        keys = self.cleaned_data["seen"]
        try:
            return frozenset(UUID(key) for key in keys.split(",") if key != "none") if keys else None
        except ValueError:
            raise ValidationError("no payments") from None


@dataclass(frozen=True, slots=True, kw_only=True)
class FieldProblem:
    """One thing wrong with a posted hand; `field` is empty for the hand as a whole."""

    field: str
    sentence: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Posted:
    """A posted hand as read. `writing` is `None` as soon as there are problems."""

    writing: Writing | None
    game: str = ""
    problems: tuple[FieldProblem, ...] = ()
    warnings: tuple[str, ...] = ()
    """Doubts about a hand that is possible."""


def read_hand(data: MultiValueDict[str, str], rules: HouseRules, names: Mapping[int, str]) -> Posted:
    """Read a hand as the panel sends it, and check it by the rules; `names` are those of the sheet's seats.

    Every field is read, also those that do not go with the chosen game. The auction goes along, as it stood or as a
    phone has noted it, but not with a hand that it does not end with.
    """
    form = _PostedForm(data, rules, names)
    game, typed = form.take_game(), form.take_typed()
    if form.problems or game is None:
        return Posted(writing=None, problems=tuple(form.problems))
    outcome, problems = _outcome_of(game, typed)
    if outcome is None:
        return Posted(writing=None, problems=_in_words(problems, names))
    factor, auction = typed["stake_factor"] or 1, typed["auction"] or ""
    hand = Hand(lineup=form.lineup, dealer=typed["dealer"], outcome=outcome, stake_factor=factor, auction=auction)
    if problems := check_hand(hand, rules, len(names)):
        return Posted(writing=None, problems=_in_words(problems, names))
    writing = Writing(
        hand=without_wrong_auction(hand, rules) if auction else hand,
        why=typed["reason"] or "",
        **{name: typed[name] for name in ("uuid", "number", "revision")},
    )
    return Posted(writing=writing, game=game.value, warnings=doubts_about(hand, rules, names))


def doubts_about(hand: Hand, rules: HouseRules, names: Mapping[int, str]) -> tuple[str, ...]:
    """Sentences about what is possible but hardly true, or not as the source has it."""
    warnings = [problem_sentence(problem, names) for problem in warn_hand(hand, rules)]
    claim = doubt_about_claim(hand.outcome, rules) if isinstance(hand.outcome, Schinden) else ""
    return (*warnings, *([claim] if claim else []))


def _in_words(problems: Iterable[Problem], names: Mapping[int, str]) -> tuple[FieldProblem, ...]:
    """Problems of the core as sentences beside the fields that they are about."""
    return tuple(
        FieldProblem(field=_field_of(problem.key.rpartition(".")[2]), sentence=problem_sentence(problem, names))
        for problem in problems
    )


def _field_of(key: str) -> str:
    """The panel's field for a key of the core; lists by seat have none of their own."""
    return key if key in TYPED or key in SEATS or key in SEVERAL or key in ("dealer", "lineup") else ""


def seats_in(text: str, names: Mapping[int, str]) -> tuple[int, ...]:
    """Seat numbers out of `0,1,2,3`; empty if one of them is no seat of the sheet."""
    known, parts = {str(seat): seat for seat in names}, text.split(",")
    return tuple(known[part] for part in parts) if known.keys() >= set(parts) else ()


def is_ticked(text: str | None) -> bool:
    """Read a checkbox; a missing one is not ticked."""
    return text is not None and text.lower() not in ("", "false")


class _PostedForm:
    """The fields of one form that are filled in, taken one by one; what is wrong with them is in `problems`."""

    def __init__(self, data: MultiValueDict[str, str], rules: HouseRules, names: Mapping[int, str]) -> None:
        self._data, self._rules, self._names = data, rules, names
        self._last = {name: values[-1] for name, values in data.lists() if values and values[-1]}
        self.problems: list[FieldProblem] = []
        lineup = self.take("lineup")
        self.lineup = seats_in(lineup, names) if lineup else ()
        if lineup and not self.lineup:
            self.complain("lineup", PROBLEMS["unknown_seat"])

    def complain(self, name: str, sentence: Any) -> None:
        self.problems.append(FieldProblem(field=name, sentence=str(sentence)))

    def take(self, name: str, field: forms.Field | None = None) -> Any:
        """The value of a field that is read alike on every panel, empty if it was left out; `None` after a problem."""
        text: Any = self._data.getlist(name) if name == "trumps" else self._last.get(name)
        try:
            return (field or TYPED[name]).clean(text)
        except ValidationError as error:
            for sentence in error.messages:
                self.complain(name, sentence)
            return None

    def take_game(self) -> GameButton | None:
        """The chosen game, if the rule set has it."""
        value = self._last.get("game")
        game = next((game for game in games_of(self._rules) if game.value == value), None)
        if game is None:
            self.complain("game", NOT_OFFERED if value else forms.Field.default_error_messages["required"])
        return game

    def _seat(self, name: str, text: str) -> int | None:
        """A seat of the line-up; of the whole sheet if the line-up could not be read."""
        seat = next((seat for seat in self.lineup or self._names if str(seat) == text), None)
        if seat is None:
            self.complain(name, NOT_OFFERED)
        return seat

    def take_typed(self) -> dict[str, Any]:
        """All the rest, by the keys of the core; points are the declarer's."""
        typed: dict[str, Any] = dict.fromkeys((*TYPED, *SEATS, "dealer")) | dict.fromkeys(TICKS, False)
        if "dealer" not in self._last:
            self.complain("dealer", forms.Field.default_error_messages["required"])
        typed |= {name: self._seat(name, self._last[name]) for name in ("dealer", *SEATS) if name in self._last}
        typed |= {name: is_ticked(self._last[name]) for name in TICKS if name in self._last}
        typed |= {name: [self._seat(name, text) for text in self._data.getlist(name)] for name in SEVERAL}
        there = (name for name, field in TYPED.items() if name in self._last or field.required)
        typed |= {name: self.take(name) for name in there if name != "lineup"}
        for name, field in BY_SEAT.items():
            typed[name] = [
                self._by_seat(f"{name}_{seat}", seat, field) if f"{name}_{seat}" in self._last else None
                for seat in sorted(self._names)
            ]
        if typed["points"] is not None and typed["points_of"] == "defenders":
            typed["points"] = self._rules.total - typed["points"]
        return typed

    def _by_seat(self, name: str, seat: int, field: forms.Field) -> Any:
        value = self.take(name, field)
        return value if seat in self.lineup else None


def _outcome_of(game: GameButton, typed: Mapping[str, Any]) -> tuple[Outcome | None, list[Problem]]:
    """The outcome by the core's own reader; only the fields that go with the game are handed to it."""
    fields = Fields({key: value for key, value in _document_of(game, typed).items() if value is not None})
    outcome = take_outcome(fields)
    fields.done()
    return (None if fields.problems else outcome), fields.problems


def _document_of(game: GameButton, typed: Mapping[str, Any]) -> dict[str, Any]:
    """The outcome as a session document says it."""
    if game.kind in WITHOUT_CONTRACT:
        return _without_contract(game, typed)
    data: dict[str, Any] = {"contract": game.value, "declarer": typed["declarer"]}
    if game.kind in ("raeuber", "dresch"):
        data["declarer"] = typed["announcer"]
    if typed["result"]:
        return data | _other_result(game, typed)
    match game.kind:
        case "raeuber":
            return data | _raeuber_result(typed)
        case "partie":
            return {"contract": game.value, "card_points": typed["card_points"]}
        case "dresch":
            return data | {"last_trick": typed["last_trick"]}
        case "target":
            return data | {"made": _made(typed)} | _announced(game, typed)
        case _:
            return data | _normal_result(game, typed)


def _raeuber_result(typed: Mapping[str, Any]) -> dict[str, Any]:
    """The seats with most, or the piles. Of both the core's reader complains; neither asks for the piles."""
    if not typed["most"]:
        return {"card_points": typed["card_points"]}
    counted = any(points is not None for points in typed["card_points"])
    piles = {"card_points": typed["card_points"]} if counted else {}
    return piles | {"most": typed["most"], "without_trick": typed["without_trick"] or None}


def _without_contract(game: GameButton, typed: Mapping[str, Any]) -> dict[str, Any]:
    match game.kind:
        case "penalty":
            return {"penalty": typed["penalty"] or "other", "offender": typed["offender"]}
        case "dead":
            return {"dead": typed["dead"] or "thrown_in", "next_dealer": typed["next_dealer"]}
        case _:
            return {"free": typed["free"], "why": typed["why"] or None}


def _other_result(game: GameButton, typed: Mapping[str, Any]) -> dict[str, Any]:
    """A game known by its amount only, a Solo held back, or a fault."""
    common = _over_solo(game, typed) | _announced(game, typed)
    match typed["result"]:
        case "per_defender":
            return common | {"per_defender": typed["per_defender"]}
        case "schinden":
            claim = {"culprits": typed["culprits"], "challenger": typed["challenger"]}
            return common | {"schinden": {key: value for key, value in claim.items() if value is not None}}
        case _:
            offender = {} if typed["offender"] is None else {"offender": typed["offender"]}
            return common | {"fault": offender | {"eightfold": typed["eightfold"]}}


def _over_solo(game: GameButton, typed: Mapping[str, Any]) -> dict[str, Any]:
    return {"over_solo": True if typed["over_solo"] and game.over_solo else None}


def _announced(game: GameButton, typed: Mapping[str, Any]) -> dict[str, Any]:
    """Announcements of a target game."""
    trumps = typed["trumps"] if game.trumps else []
    return {"ouvert": True if typed["ouvert"] and game.ouvert else None, "trumps": trumps or None}


def _normal_result(game: GameButton, typed: Mapping[str, Any]) -> dict[str, Any]:
    common = _over_solo(game, typed)
    if typed["pfeif_frei"] and game.pfeif_frei:
        made = _made(typed)
        return common | {"pfeif_frei": True, "made": made, "points": typed["points"] if made else None}
    return common | ({"no_trick": True} if typed["no_trick"] else {"points": typed["points"]})


def _made(typed: Mapping[str, Any]) -> bool | None:
    return {"true": True, "false": False}.get(typed["made"])
