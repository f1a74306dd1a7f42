"""What people type, turned into values of the core; whatever is wrong is said beside the field it was typed in."""

from __future__ import annotations

import uuid
from collections.abc import Collection, Mapping
from copy import deepcopy
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy

from cegoscore.clubs.wording import PROBLEMS, in_language, problem_sentence
from cegoscore.scoresheet.games import Game, OtherResult, games_of, other_results_of
from cegoscore.scoresheet.wording import DEADS, PENALTIES
from cegoscore.scoresheet.writing import Writing
from cegoscore.scoring.checks import check_hand, warn_hand
from cegoscore.scoring.contracts import Contract
from cegoscore.scoring.hand_document import MOST_AMOUNT, take_outcome
from cegoscore.scoring.hands import Hand
from cegoscore.scoring.house_rules import Claimant, HouseRules
from cegoscore.scoring.problems import Problem
from cegoscore.scoring.reading import Fields

MANNERS = ("over_solo", "ouvert", "pfeif_frei")
PLACE = ("uuid", "number", "revision", "lineup", "dealer")

Choices = list[tuple[Any, Any]]


SEATED = ("declarer", "announcer", "last_trick", "offender", "dealer", "culprits", "challenger")
"""Fields that are answered by somebody at the table."""
CARD_POINTS = forms.IntegerField(required=False, min_value=0, max_value=99)
FREE = forms.IntegerField(required=False, min_value=-MOST_AMOUNT, max_value=MOST_AMOUNT)


class _Shared(dict[str, forms.Field]):
    """The fields of every panel.

    One has its own only of those whose choices are its own; the others hold nothing of a request, and to copy all of
    them takes longer than to read a hand.
    """

    def __deepcopy__(self, memo: dict[int, Any]) -> dict[str, forms.Field]:
        own = {"game", *SEATED}
        return {name: deepcopy(field, memo) if name in own else field for name, field in self.items()}


class HandForm(forms.Form):
    """One hand as the panel sends it: who, what, and the one result that goes with the game."""

    uuid = forms.UUIDField(widget=forms.HiddenInput)
    number = forms.IntegerField(widget=forms.HiddenInput, min_value=1, max_value=10_000)
    revision = forms.IntegerField(widget=forms.HiddenInput, min_value=1, max_value=10_000)
    game = forms.ChoiceField()
    declarer = forms.TypedChoiceField(coerce=int, required=False, empty_value=None)
    over_solo = forms.BooleanField(required=False)
    ouvert = forms.BooleanField(required=False)
    pfeif_frei = forms.BooleanField(required=False)
    points = forms.IntegerField(required=False, min_value=0, max_value=99)
    points_of = forms.ChoiceField(required=False, choices=[("declarer", ""), ("defenders", "")])
    no_trick = forms.BooleanField(required=False)
    made = forms.ChoiceField(required=False, choices=[("true", ""), ("false", "")])
    announcer = forms.TypedChoiceField(coerce=int, required=False, empty_value=None)
    last_trick = forms.TypedChoiceField(coerce=int, required=False, empty_value=None)
    penalty = forms.ChoiceField(required=False, choices=list(PENALTIES.items()))
    offender = forms.TypedChoiceField(coerce=int, required=False, empty_value=None)
    dead = forms.ChoiceField(required=False, choices=list(DEADS.items()))
    next_dealer = forms.BooleanField(required=False, initial=True)
    why = forms.CharField(required=False, max_length=500)
    result = forms.ChoiceField(required=False, choices=[(name, "") for name in ("per_defender", "schinden", "fault")])
    per_defender = forms.IntegerField(required=False, min_value=-MOST_AMOUNT, max_value=MOST_AMOUNT)
    culprits = forms.TypedMultipleChoiceField(coerce=int, required=False)
    challenger = forms.TypedChoiceField(coerce=int, required=False, empty_value=None)
    eightfold = forms.BooleanField(required=False)
    trumps = forms.TypedMultipleChoiceField(coerce=int, required=False, choices=[(n, str(n)) for n in range(1, 22)])
    stake_factor = forms.IntegerField(required=False, min_value=1, max_value=1000, initial=1)
    lineup = forms.CharField(widget=forms.HiddenInput, max_length=100)
    dealer = forms.TypedChoiceField(coerce=int)
    reason = forms.CharField(required=False, max_length=500)

    conflict: dict[str, Any] | None = None
    undo: dict[str, Any] | None = None

    def __init__(
        self,
        data: Mapping[str, Any] | None = None,
        *,
        rules: HouseRules,
        names: Mapping[int, str],
        lineup: tuple[int, ...],
        dealer: int,
        initial: Mapping[str, Any] | None = None,
        only: Collection[str] = (),
    ) -> None:
        """`only`: the games that may be bid; nothing: whatever the rule set knows."""
        given = {"uuid": uuid.uuid4(), "points_of": "declarer", "dealer": dealer, "lineup": ",".join(map(str, lineup))}
        super().__init__(data, initial=given | dict(initial or {}))
        self.rules, self.names, self.turn_dealer = rules, names, dealer
        self.seats = _seats(data.get("lineup", ""), names) or lineup if data is not None else lineup
        self.warnings: list[str] = []
        self.only = only
        self._all_games = [game for game in games_of(rules) if not only or game.value in only]
        self._choose("game", [(game.value, game.label) for game in self._all_games])
        at_table: Choices = [(seat, names[seat]) for seat in self.seats]
        for name in SEATED:
            self._choose(name, at_table)
        for seat in names:
            self.fields[f"card_points_{seat}"], self.fields[f"free_{seat}"] = CARD_POINTS, FREE

    def _choose(self, name: str, choices: Choices) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        field.choices = choices

    @property
    def place(self) -> dict[str, Any]:
        """The hidden fields that say which revision of which hand is written, and who sat there."""
        return {name: self[name].value() for name in PLACE}

    @property
    def games(self) -> list[Game]:
        """Games that are always in view."""
        return [game for game in self._all_games if not self._rare(game)]

    @property
    def rare_games(self) -> list[Game]:
        """Games that are folded away."""
        return [game for game in self._all_games if self._rare(game)]

    def _rare(self, game: Game) -> bool:
        return game.kind in ("penalty", "dead", "free") or (game.value in self.rules.rare and not self.only)

    @property
    def manners(self) -> set[str]:
        """In which ways some game of the rule set may be played: over a Solo, ouvert, with Pfeif' frei."""
        return {name for name in MANNERS for game in self._all_games if getattr(game, name)}

    @property
    def other_results(self) -> list[OtherResult]:
        """How a game may end that was not counted or played out."""
        return other_results_of(self.rules)

    @property
    def anyone_claims(self) -> bool:
        """Whether anybody may claim that a Solo was held back, not only the declarer."""
        return self.rules.schinden is not None and self.rules.schinden.claimant is Claimant.ANYONE

    @property
    def other_kinds(self) -> str:
        """The kinds of games that may end so."""
        return " ".join(sorted({kind for other in self.other_results for kind in other.kinds.split()}))

    @property
    def trump_choices(self) -> list[dict[str, Any]]:
        """Every trump with which some game of the rule set may announce the last trick, where that is a choice."""
        chosen = [str(trump) for trump in self["trumps"].value() or ()]
        trumps = sorted({trump for game in self._all_games for trump in game.trumps})
        return [{"number": trump, "checked": str(trump) in chosen} for trump in trumps]

    @property
    def strong_hand(self) -> str:
        """What counts as a Solo that must be bid."""
        return in_language(self.rules.schinden.strong_hand) if self.rules.schinden else ""

    @property
    def playing(self) -> list[dict[str, Any]]:
        """Seats that hold cards, with their names."""
        return [seat for seat in self.at_table if not seat["sits_out"]]

    @property
    def at_table(self) -> list[dict[str, Any]]:
        """Seats of the line-up, with their names."""
        return [self._seat(seat) for seat in self.seats]

    def _seat(self, seat: int) -> dict[str, Any]:
        return {
            "number": seat,
            "name": self.names[seat],
            "card_points": self[f"card_points_{seat}"],
            "free": self[f"free_{seat}"],
            "culprit": str(seat) in map(str, self["culprits"].value() or ()),
            "sits_out": len(self.seats) > self.rules.players and seat == self.turn_dealer,
        }

    def clean_lineup(self) -> tuple[int, ...]:
        """The seats at the table when the hand was played."""
        seats = _seats(self.cleaned_data["lineup"], self.names)
        if not seats:
            raise ValidationError(PROBLEMS["unknown_seat"], code="unknown_seat")
        return seats

    def clean(self) -> dict[str, Any]:
        """Adds `hand`, checked against the rule set."""
        data = dict(self.cleaned_data)
        if self.errors:
            return data
        fields = Fields({key: value for key, value in self._outcome(data).items() if value is not None})
        outcome = take_outcome(fields)
        fields.done()
        if outcome is None or fields.problems:
            self._complain(fields.problems)
            return data
        factor = data["stake_factor"] or 1
        hand = Hand(lineup=data["lineup"], dealer=data["dealer"], outcome=outcome, stake_factor=factor)
        self._complain(check_hand(hand, self.rules, len(self.names)))
        if not self.errors:
            self.warnings = [problem_sentence(problem, self.names) for problem in warn_hand(hand, self.rules)]
        return data | {"hand": hand}

    def _complain(self, problems: list[Problem]) -> None:
        for problem in problems:
            key = problem.key.rpartition(".")[2]
            field = key if key in self.fields else None
            self.add_error(field, ValidationError(problem_sentence(problem, self.names), code=problem.code))

    def _outcome(self, data: dict[str, Any]) -> dict[str, Any]:
        """The outcome as a document says it; only what goes with the chosen game is looked at."""
        game = next(game for game in self._all_games if game.value == data["game"])
        match game.kind:
            case "penalty":
                return {"penalty": data["penalty"] or "other", "offender": data["offender"]}
            case "dead":
                return {"dead": data["dead"] or "thrown_in", "next_dealer": data["next_dealer"]}
            case "free":
                return {"free": self._by_seat("free", data), "why": data["why"] or None}
        if data["result"] and game.value in self.rules.contracts:
            who = {"raeuber": "announcer", "dresch": "announcer"}.get(game.kind, "declarer")
            return {"contract": game.value, "declarer": data[who]} | self._other_result(data, game)
        match game.kind:
            case "raeuber" | "partie":
                announcer = data["announcer"] if game.kind == "raeuber" else None
                return {
                    "contract": game.value,
                    "declarer": announcer,
                    "card_points": self._by_seat("card_points", data),
                }
            case "dresch":
                return {"contract": game.value, "declarer": data["announcer"], "last_trick": data["last_trick"]}
        result = self._target_result(data, game) if game.kind == "target" else self._normal_result(data, game)
        return {"contract": game.value, "declarer": data["declarer"]} | result

    def _by_seat(self, prefix: str, data: dict[str, Any]) -> list[int | None]:
        return [data[f"{prefix}_{seat}"] if seat in self.seats else None for seat in sorted(self.names)]

    def _other_result(self, data: dict[str, Any], game: Game) -> dict[str, Any]:
        """A game known by its amount only, a Solo held back, or a fault."""
        common: dict[str, Any] = {"over_solo": True if data["over_solo"] and game.over_solo else None}
        common |= self._announced(data, game)
        if data["result"] == "per_defender":
            return common | {"per_defender": data["per_defender"]}
        if data["result"] == "schinden":
            claim = {"culprits": data["culprits"], "challenger": data["challenger"]}
            return common | {"schinden": {key: value for key, value in claim.items() if value is not None}}
        offender = {} if data["offender"] is None else {"offender": data["offender"]}
        return common | {"fault": offender | {"eightfold": data["eightfold"]}}

    def _announced(self, data: dict[str, Any], game: Game) -> dict[str, Any]:
        """How a target game was announced."""
        trumps = data["trumps"] if game.trumps else []
        return {"ouvert": True if data["ouvert"] and game.ouvert else None, "trumps": trumps or None}

    def _normal_result(self, data: dict[str, Any], game: Game) -> dict[str, Any]:
        points = data["points"]
        if points is not None and data["points_of"] == "defenders":
            points = self.rules.total - points
        common = {"over_solo": True if data["over_solo"] and game.over_solo else None}
        if data["pfeif_frei"] and game.pfeif_frei:
            made = self._made(data)
            return common | {"pfeif_frei": True, "made": made, "points": points if made else None}
        return common | ({"no_trick": True} if data["no_trick"] else {"points": points})

    def _target_result(self, data: dict[str, Any], game: Game) -> dict[str, Any]:
        return {"made": self._made(data)} | self._announced(data, game)

    def _made(self, data: dict[str, Any]) -> bool | None:
        return {"true": True, "false": False}.get(data["made"])

    def writing(self) -> Writing:
        """The revision to be written; only after the form was found valid."""
        data = self.cleaned_data
        return Writing(
            uuid=data["uuid"],
            number=data["number"],
            revision=data["revision"],
            hand=data["hand"],
            why=data["reason"],
        )


for _field in HandForm.base_fields.values():
    if isinstance(_field, forms.ChoiceField):
        _field.error_messages["invalid_choice"] = gettext_lazy("Please choose one of what stands there.")
HandForm.base_fields = _Shared(HandForm.base_fields)


def _seats(text: str, names: Mapping[int, str]) -> tuple[int, ...]:
    """Seat numbers out of `0,1,2,3`; nothing if one of them is none."""
    parts = text[:100].split(",")
    seats = tuple(int(part) for part in parts if part.isascii() and part.isdigit())
    return seats if len(seats) == len(parts) and set(seats) <= set(names) else ()


class RevisionForm(forms.Form):
    """Striking or restoring: which revision was seen, and why."""

    uuid = forms.UUIDField()
    revision = forms.IntegerField(min_value=1, max_value=10_000)
    reason = forms.CharField(required=False, max_length=500)


def initial_of(outcome: Mapping[str, Any]) -> dict[str, Any]:
    """What the fields of a `HandForm` hold for an outcome as a row keeps it."""
    game = outcome.get("contract") or next(kind for kind in ("penalty", "dead", "free") if kind in outcome)
    initial = {key: value for key, value in outcome.items() if key not in ("contract", "card_points", "free", "made")}
    initial["game"] = game
    for claim in ("schinden", "fault"):
        if claim in outcome:
            initial |= initial.pop(claim) | {"result": claim}
    if "per_defender" in outcome:
        initial["result"] = "per_defender"
    if "made" in outcome:
        initial["made"] = "true" if outcome["made"] else "false"
    if "points" not in outcome and outcome.get("no_trick"):
        initial["no_trick"] = True
    if game in (Contract.RAEUBER, Contract.PFLICHT_RAEUBER, Contract.DRESCH):
        initial["announcer"] = initial.pop("declarer", None)
    for key in ("card_points", "free"):
        for seat, value in enumerate(outcome.get(key, ())):
            initial[f"{key}_{seat}"] = value
    return initial
