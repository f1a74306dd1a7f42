"""Forms of the door and of announcements."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any
from uuid import uuid5

from django import forms
from django.utils.translation import gettext as _, gettext_lazy

from cegoscore.clubs.models import Device, Player
from cegoscore.clubs.names import NameField
from cegoscore.clubs.people import name_and_village
from cegoscore.clubs.sent_once import SentOnceForm
from cegoscore.scoresheet.evening.forms import field_of
from tournaments.course import fees
from tournaments.course.forms import WhyForm
from tournaments.course.lists.list_names import POSTCODE, whole_name
from tournaments.course.team_names import WhichTeamForm
from tournaments.door.corrections import WAIVED
from tournaments.door.services import Newcomer
from tournaments.door.which_one import WhichOneForm
from tournaments.models import Category, Entrant, Takes, Tournament
from tournaments.prize_words import money_words

LONGEST_NAME = 60


class SomeoneField(forms.CharField):
    """A person as `Name, village`."""

    def __init__(self, **more: Any) -> None:
        super().__init__(max_length=2 * LONGEST_NAME + 10, **more)

    def clean(self, value: Any) -> Any:
        """A pair of name and village; the name is never empty if something has to be typed."""
        name, village = name_and_village(super().clean(value))
        if self.required and not name:
            raise forms.ValidationError(_("Who is it? Type the name, then a comma and the village."))
        if max(len(name), len(village)) > LONGEST_NAME:
            raise forms.ValidationError(_("A name or a village has at most %(most)s letters.") % {"most": LONGEST_NAME})
        return name, village


class CategoriesField(forms.TypedMultipleChoiceField):
    """Categories of the tournament, ticked."""

    def __init__(self, categories: Iterable[Category]) -> None:
        choices = [(category.pk, category.label) for category in categories]
        super().__init__(
            label=gettext_lazy("Categories"),
            coerce=int,
            choices=choices,
            required=False,
            widget=forms.CheckboxSelectMultiple,
        )


def fee_choices(tournament: Tournament) -> list[tuple[str, str]]:
    """The fees that somebody may owe, by their keys; none where no money is taken."""
    prices = fees.prices_of(tournament)
    choices = [
        (str(key or ""), f"{one.name}, {money_words(one.cents, tournament.currency)}") for key, one in prices.items()
    ]
    return choices if any(one.cents for one in prices.values()) else []


class CategorisedForm(forms.Form):
    """Somebody's data, with their categories ticked, and the fee that they owe, if there are several."""

    def __init__(
        self, *args: Any, categories: Iterable[Category], prices: Sequence[tuple[str, str]] = (), **more: Any
    ) -> None:
        super().__init__(*args, **more)
        self.fields["categories"] = CategoriesField(categories)
        if prices:
            self.fields["fee"] = forms.ChoiceField(label=gettext_lazy("Fee"), choices=prices, required=False)


class EntryForm(CategorisedForm, WhichTeamForm):
    """A person at the door: found in the list (`player`), or typed."""

    uuid = forms.UUIDField()
    who = SomeoneField(required=False)
    player = forms.IntegerField(required=False, min_value=1, max_value=2**63 - 1)
    new = forms.BooleanField(required=False)
    """True if the person is none of those found."""
    paid = forms.BooleanField(required=False)
    practises = forms.BooleanField(required=False)

    def clean(self) -> dict[str, Any]:
        """Check that a person is named, and of which team."""
        data = super().clean()
        if not data.get("player") and not data.get("who", ("", ""))[0] and not self.errors:
            self.add_error("who", _("Who is it? Type the name, then a comma and the village."))
        return data

    def newcomer(self, player: int | None, by: Device | None = None) -> Newcomer:
        """The newcomer to register; `player` is the key of a known person."""
        data = self.cleaned_data
        return Newcomer(
            name=data["who"][0],
            village=data["who"][1],
            player=player,
            has_paid=data["paid"],
            practises=data["practises"],
            categories=tuple(data["categories"]),
            team=data["team"],
            is_new=data["new"],
            fee=int(data.get("fee") or 0) or None,
            payment=uuid5(data["uuid"], f"{player} {data['who']}"),
            by=by,
        )


class EntrantForm(CategorisedForm, WhichTeamForm):
    """Corrections to an entrant."""

    seen = forms.CharField(max_length=16, widget=forms.HiddenInput)
    name = NameField(label=gettext_lazy("Name"), max_length=LONGEST_NAME)
    village = NameField(label=gettext_lazy("Village"), max_length=LONGEST_NAME, required=False)
    sorted_by = field_of(Player.sorted_by.field)
    paid = forms.BooleanField(label=gettext_lazy("has paid"), required=False)
    practises = forms.BooleanField(label=gettext_lazy("sits at the practice table"), required=False)

    def changes(self) -> dict[str, Any]:
        """The arguments of `corrections.change_entrant`."""
        return {"has_paid" if name == "paid" else name: value for name, value in self.cleaned_data.items()}


class TakesForm(WhyForm):
    """A share in prizes and ranking, with the reason."""

    takes = forms.ChoiceField(label=gettext_lazy("What holds"), choices=Takes.choices)


class SubstituteForm(WhichOneForm, CategorisedForm, WhyForm):
    """A substitute under the same number."""

    who = SomeoneField(label=gettext_lazy("Who comes: name, village"))

    def typed(self) -> tuple[str, str]:
        """Name and village as one text has them."""
        name, village = self.cleaned_data.get("who", ("", ""))
        return name, village


class AnnounceForm(WhichTeamForm, SentOnceForm):
    """An announcement; where teams play, of a team and others of it, if the page asks for them (`mates`)."""

    name = NameField(
        label=gettext_lazy("First name and name"),
        max_length=LONGEST_NAME,
        widget=forms.TextInput(attrs={"autocomplete": "name"}),
    )
    village = NameField(
        label=gettext_lazy("Where from"),
        max_length=LONGEST_NAME,
        widget=forms.TextInput(attrs={"autocomplete": "address-level2"}),
    )

    def __init__(self, *args: Any, team_size: int | None = None, mates: int = 0, **more: Any) -> None:
        super().__init__(*args, **more)
        for name in () if team_size else ("team", "team_is"):
            del self.fields[name]
        for place in range(mates):
            self.fields[f"mate_{place}"] = SomeoneField(
                label=_("Name, village of number %(number)s of the team") % {"number": place + 2}, required=False
            )

    def clean(self) -> dict[str, Any]:
        """Check that others are of a named team."""
        data = super().clean()
        if self._mates() and not data.get("team") and "team" not in self.errors:
            self.add_error("team", _("Which team do they play for?"))
        return data

    def _mates(self) -> list[tuple[str, str]]:
        return [who for name, who in self.cleaned_data.items() if name.startswith("mate_") and who[0]]

    @property
    def mates(self) -> list[forms.BoundField]:
        """The fields of others of the team."""
        return [self[name] for name in self.fields if name.startswith("mate_")]

    def newcomers(self) -> list[Newcomer]:
        """Everybody who is announced: others of the team come from the same village if none is typed."""
        first = self.newcomer()
        mates = [replace(first, name=name, village=village or first.village) for name, village in self._mates()]
        return [first, *mates]

    def newcomer(self) -> Newcomer:
        """The announced person, the first name in front, no postcode before the village.

        Two words before a comma may be a whole name.
        """
        data = self.cleaned_data
        before, comma, _behind = data["name"].partition(",")
        name = "" if comma and " " in before.strip() else whole_name(data)[0]
        village = POSTCODE.sub("", data["village"])
        return Newcomer(name=name or data["name"], village=village, team=data.get("team", ""))


def initial_of(entrant: Entrant, seen: str) -> dict[str, Any]:
    """Initial values for the form of an entrant."""
    return {
        "seen": seen,
        "name": entrant.name,
        "village": entrant.village,
        "sorted_by": entrant.player.person.sorted_by,
        "paid": entrant.has_paid,
        "fee": WAIVED if entrant.due == 0 else entrant.fee_id or "",
        "practises": entrant.practises,
        "categories": [category.pk for category in entrant.categories.all()],
        "team": entrant.team,
    }
