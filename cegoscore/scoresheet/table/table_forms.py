"""Forms about the table itself: seats, people, rules, customs, and points outside any hand.

Every form that changes a sheet carries the version that it was shown with.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext as _, gettext_lazy

from cegoscore.clubs.models import Player
from cegoscore.clubs.names import NameField, SignedField
from cegoscore.clubs.people import identity, name_and_village, person_typed
from cegoscore.clubs.sent_once import SentOnceForm
from cegoscore.clubs.wording import problem_sentence
from cegoscore.scoresheet.evening.money_form import MoneyForm
from cegoscore.scoresheet.evening.new_table_form import WhoIsMeant
from cegoscore.scoresheet.ledger.seats import seats_of
from cegoscore.scoresheet.models import Seat, Session
from cegoscore.scoring.checks import check_table
from cegoscore.scoring.documents.entries import MOST_FACTOR
from cegoscore.scoring.documents.hand_document import MOST_AMOUNT, MOST_TEXT
from cegoscore.scoring.hands import next_seat
from cegoscore.scoring.house_rules import HouseRules

MOST_PLACES = 5
"""More than that do not sit at a table in any rule set."""

LOAD_AGAIN = gettext_lazy("The form arrived incomplete. Please load this page again.")

Choices = Sequence[tuple[Any, Any]]


class SeenForm(forms.Form):
    """A change to a sheet as it was seen."""

    version = forms.IntegerField(
        widget=forms.HiddenInput,
        min_value=0,
        max_value=2**31 - 2,
        error_messages=dict.fromkeys(("required", "invalid", "min_value", "max_value"), LOAD_AGAIN),
    )

    def __init__(self, data: Mapping[str, Any] | None = None, *, sheet: Session, **kwargs: Any) -> None:
        initial = {"version": sheet.version} | kwargs.pop("initial", {})
        super().__init__(data, initial=initial, **kwargs)

    def is_done(self) -> bool:
        """Tell whether what it asks for was done already, as far as that can be told."""
        return False

    def more(self) -> dict[str, Any]:
        """Values besides the places; only after it was found valid."""
        return {}

    def _choose(self, name: str, choices: Iterable[tuple[Any, Any]]) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        field.choices = list(choices)


class PlacesForm(forms.Form):
    """Seats by chair, anticlockwise, and the dealer's chair; from an empty one the deal goes on to the next."""

    dealer = forms.TypedChoiceField(coerce=int)

    def __init__(
        self,
        data: Mapping[str, Any] | None = None,
        *,
        names: Mapping[int, str],
        lineup: Sequence[int],
        dealer: int,
        rules: HouseRules | None = None,
        **kwargs: Any,
    ) -> None:
        """`rules` says how many may sit there; where they are typed along, they are not known yet."""
        super().__init__(data, **kwargs)
        self.names, self._rules = names, rules
        self._proposed = (tuple(lineup), dealer)
        places = max(rules.sizes) if rules else min(MOST_PLACES, len(names))
        choices = [("", _("nobody")), *names.items()]
        for place in range(places):
            field = forms.TypedChoiceField(coerce=int, required=False, empty_value=None, choices=choices)
            field.label = _("Seat %(number)s") % {"number": place + 1}
            field.initial = lineup[place] if place < len(lineup) else None
            self.fields[f"place_{place}"] = field
        chair = self.fields["dealer"]
        assert isinstance(chair, forms.ChoiceField)
        chair.choices = [(place, "") for place in range(places)]
        chair.initial = lineup.index(dealer) if dealer in lineup else None

    @property
    def places(self) -> list[dict[str, Any]]:
        """The chairs, for the page."""
        dealer = str(self["dealer"].value())
        names = [name for name in self.fields if name.startswith("place_")]
        return [
            {"field": self[name], "number": place, "deals": dealer == str(place)} for place, name in enumerate(names)
        ]

    def clean(self) -> dict[str, Any]:
        """Adds `lineup` (gaps closed) and `dealer_seat`."""
        data = dict(super().clean() or self.cleaned_data)
        seats = [data.get(f"place_{place['number']}") for place in self.places]
        for place, seat in enumerate(seats):
            if seat is not None and seats.index(seat) < place:
                self.add_error(f"place_{place}", _("%(name)s sits here twice.") % {"name": self.names[seat]})
        lineup = tuple(seat for seat in seats if seat is not None)
        chair = data.get("dealer")
        dealer = (
            None
            if chair is None
            else next((seat for seat in (*seats[chair:], *seats[:chair]) if seat is not None), None)
        )
        if not self.errors and self._rules:
            self._check_table(lineup, dealer, self._rules)
        return data | {"lineup": lineup, "dealer_seat": dealer}

    def table(self) -> tuple[tuple[int, ...], int]:
        """Line-up and dealer: as typed if that can be, else as they were proposed."""
        if not self.is_bound or not self.is_valid():
            return self._proposed
        return self.cleaned_data["lineup"], self.cleaned_data["dealer_seat"]

    def _check_table(self, lineup: tuple[int, ...], dealer: int | None, rules: HouseRules) -> None:
        problems = check_table(lineup, -1 if dealer is None else dealer, rules, len(self.names))
        for problem in problems if lineup else problems[:1]:  # where nobody sits, nobody can deal
            self.add_error(None, problem_sentence(problem, self.names))


class TurnForm(SeenForm, PlacesForm):
    """Line-up and dealer of the next hand."""


class RulesForm(SeenForm):
    """A rule set for the sheet, or the one that continues it."""

    rules = forms.ChoiceField(label=gettext_lazy("House rules"))

    def __init__(self, data: Mapping[str, Any] | None = None, *, choices: Choices, **kwargs: Any) -> None:
        super().__init__(data, **kwargs)
        self._choose("rules", choices)


class GoOnForm(RulesForm, PlacesForm):
    """Seats and rules of the sheet that continues this one."""


class LeaveForm(SeenForm):
    """The seat of somebody who leaves a table that goes on without them."""

    seat = forms.TypedChoiceField(label=gettext_lazy("Who?"), coerce=int, widget=forms.RadioSelect)

    def __init__(
        self,
        data: Mapping[str, Any] | None = None,
        *,
        names: Mapping[int, str],
        lineup: tuple[int, ...],
        dealer: int,
        **kwargs: Any,
    ) -> None:
        super().__init__(data, **kwargs)
        self._lineup, self._dealer = lineup, dealer
        self._choose("seat", [(seat, names[seat]) for seat in lineup])

    def table(self) -> tuple[tuple[int, ...], int]:
        """Line-up and dealer of the next hand; only after the form was found valid."""
        leaving = self.cleaned_data["seat"]
        dealer = next_seat(self._lineup, leaving) if leaving == self._dealer else self._dealer
        return tuple(seat for seat in self._lineup if seat != leaving), dealer


class TakeOverForm(SeenForm):
    """Somebody who sat in another one's place from a hand on."""

    seat = forms.TypedChoiceField(label=gettext_lazy("Who sat there?"), coerce=int)
    instead = forms.TypedChoiceField(label=gettext_lazy("In whose place?"), coerce=int)

    def __init__(
        self, data: Mapping[str, Any] | None = None, *, names: Mapping[int, str], lineup: Sequence[int], **kwargs: Any
    ) -> None:
        super().__init__(data, auto_id="over_%s", **kwargs)
        for name in ("seat", "instead"):
            self._choose(name, [("", _("please choose")), *names.items()])
        self.fields["seat"].initial = next((seat for seat in names if seat not in lineup), None)


class JoinForm(SeenForm, WhoIsMeant):
    """Somebody joins: right of somebody, in somebody's place, or only to look on for now."""

    name = NameField(label=gettext_lazy("Name"), max_length=60)
    where = forms.ChoiceField(label=gettext_lazy("Where?"), required=False)

    def __init__(
        self,
        data: Mapping[str, Any] | None = None,
        *,
        names: Mapping[int, str],
        lineup: tuple[int, ...],
        dealer: int,
        room: bool,
        **kwargs: Any,
    ) -> None:
        super().__init__(data, **kwargs)
        self._names, self._lineup, self._dealer = names, lineup, dealer
        self._sheet: Session = kwargs["sheet"]
        right_of = [(f"after-{seat}", _("to the right of %(name)s") % {"name": names[seat]}) for seat in lineup]
        instead = [(f"instead-{seat}", _("in place of %(name)s") % {"name": names[seat]}) for seat in lineup]
        self._choose("where", [*(right_of if room else []), *instead, ("", _("nowhere yet"))])
        self.fields["where"].initial = f"after-{lineup[-1]}" if room else ""

    def clean(self) -> dict[str, Any]:
        """Asks who is meant, among those who do not sit there; adds the `column`, which somebody who left has."""
        columns = {seat.player.person: seat.number for seat in seats_of(self._sheet)}
        self.ask_who(self._sheet.club_id, ["name"], taken=list(columns))
        known = person_typed(list(columns), self.cleaned_data.get("name", ""))
        column = columns[known] if known else None
        return self.cleaned_data | {"column": len(columns) if column is None or column in self._lineup else column}

    def more(self) -> dict[str, Any]:
        """Name of who joins."""
        return {"name": self.cleaned_data["name"]}

    def is_done(self) -> bool:
        """Tell a second tap: the last to come since the form was shown is whom it names."""
        came_since = self.cleaned_data.get("version", self._sheet.version) < self._sheet.version
        typed, _village = name_and_village(self.cleaned_data.get("name", ""))
        return came_since and identity(self._names[len(self._names) - 1]) == identity(typed)

    def table(self) -> tuple[tuple[int, ...], int]:
        """Line-up and dealer of the next hand; only after the form was found valid."""
        how, _dash, seat = self.cleaned_data["where"].partition("-")
        new = self.cleaned_data["column"]
        if not seat:
            return self._lineup, self._dealer
        at = self._lineup.index(int(seat))
        if how == "after":
            return (*self._lineup[: at + 1], new, *self._lineup[at + 1 :]), self._dealer
        dealer = new if self._dealer == int(seat) else self._dealer
        return (*self._lineup[:at], new, *self._lineup[at + 1 :]), dealer


class ReseatForm(SeenForm):
    """The person that each column really is."""

    def __init__(
        self,
        data: Mapping[str, Any] | None = None,
        *,
        seats: Sequence[Seat],
        others: Sequence[Player],
        **kwargs: Any,
    ) -> None:
        super().__init__(data, **kwargs)
        self._seats = seats
        choices: list[tuple[Any, Any]] = [(seat.player.person.pk, seat.name) for seat in seats]
        if others:
            choices.append((_("not on this sheet"), [(player.pk, player.name) for player in others]))
        for seat in seats:
            field = forms.TypedChoiceField(coerce=int, choices=choices, initial=seat.player.person.pk)
            field.label = seat.name
            self.fields[f"seat_{seat.number}"] = field

    @property
    def columns(self) -> list[dict[str, Any]]:
        """The columns with what stands on them, for the page."""
        return [{"seat": seat, "field": self[f"seat_{seat.number}"]} for seat in self._seats]

    def players(self) -> dict[int, int]:
        """Players' keys by seat number; only after the form was found valid."""
        return {seat.number: self.cleaned_data[f"seat_{seat.number}"] for seat in self._seats}


class RuleChangeForm(RulesForm):
    """The rule set that should have been chosen."""

    counted = forms.BooleanField(required=False)
    """Somebody says that the card points on the sheet were counted as these rules count them."""


class CompulsoryRoundForm(SeenForm):
    """Begin a round of Pflicht-Räuber, or break it off."""

    begin = forms.BooleanField(required=False)


class StakeForm(MoneyForm, SeenForm):
    """Factor by which the next hands count more, and what a point is worth."""

    factor = forms.IntegerField(
        label=gettext_lazy("How many times the stake"),
        min_value=1,
        max_value=MOST_FACTOR,
        widget=forms.TextInput(attrs={"inputmode": "numeric", "maxlength": 4}),
    )


class GstiessForm(SentOnceForm, SeenForm):
    """Holder of the Gstieß: a seat, `look` for the next hand, or `off` if the evening goes on after all."""

    LOOK, OFF = "look", "off"

    holder = forms.ChoiceField()

    def __init__(self, data: Mapping[str, Any] | None = None, *, names: Mapping[int, str], **kwargs: Any) -> None:
        super().__init__(data, **kwargs)
        self._choose("holder", [*((str(seat), name) for seat, name in names.items()), (self.LOOK, ""), (self.OFF, "")])


class AdjustmentForm(SentOnceForm):
    """Points outside any hand, one amount a seat; one left empty takes what is left over."""

    why = forms.CharField(label=gettext_lazy("Why?"), max_length=MOST_TEXT)

    def __init__(self, data: Mapping[str, Any] | None = None, *, names: Mapping[int, str], **kwargs: Any) -> None:
        super().__init__(data, **kwargs)
        self._names = names
        for seat, name in names.items():
            field = SignedField(label=name, required=False, min_value=-MOST_AMOUNT, max_value=MOST_AMOUNT)
            self.fields[f"amount_{seat}"] = field

    @property
    def columns(self) -> list[forms.BoundField]:
        """The amounts in the order of the seats, for the page."""
        return [self[f"amount_{seat}"] for seat in sorted(self._names)]

    def clean(self) -> dict[str, Any]:
        """Adds `amounts`, one a seat, summing to zero."""
        data = dict(self.cleaned_data)
        typed = [data.get(column.name) if column.name in self.data else 0 for column in self.columns]
        over = sum(amount or 0 for amount in typed)
        if any(column.errors for column in self.columns):
            return data
        amounts = [amount or 0 for amount in typed]
        if typed.count(None) == 1:
            amounts[typed.index(None)] = -over
        elif over:
            sentence = _("Plus and minus must come to zero; %(sum)s is left over.")
            self.add_error(None, sentence % {"sum": f"{over:+d}".replace("-", "−")})
        if not any(amounts):
            self.add_error(None, _("Somebody must get or pay something."))
        elif not self.errors and max(map(abs, amounts)) > MOST_AMOUNT:
            self.add_error(None, _("That is too much."))
        return data | {"amounts": amounts}
