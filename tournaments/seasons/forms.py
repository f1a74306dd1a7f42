"""Forms about a season, whose cleaned data are the services' arguments."""

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext as _, gettext_lazy

from cegoscore.clubs.club_names import label_clubs
from cegoscore.clubs.models import Club
from cegoscore.clubs.names import NameField, sort_key
from cegoscore.clubs.sent_once import SentOnceForm
from cegoscore.contest.league import PROPOSED_TIE_BREAKS, TIE_BREAKS, LeagueRules, Worth
from cegoscore.scoresheet.evening.forms import DayField, field_of
from tournaments.course.lists.page import ListForm
from tournaments.course.tie_breaks import TieBreaksForm, drawn_choices
from tournaments.models import CategoryKind
from tournaments.seasons.models import SETTINGS, TYPED, Season, SeasonEvent
from tournaments.setup.forms import CategoryNamesField

KINDS = (CategoryKind.WOMEN, CategoryKind.JUNIORS)
MOST_RANKS = 400
HIGHEST = 1_000_000


class AmountsField(forms.CharField):
    """Whole numbers with commas between them, none higher than the one before it."""

    def __init__(self, **more: Any) -> None:
        super().__init__(max_length=3000, required=False, **more)

    def prepare_value(self, value: Any) -> Any:
        """The numbers as they are typed."""
        return ", ".join(map(str, value)) if isinstance(value, list) else value

    def clean(self, value: Any) -> Any:
        """The numbers as a list."""
        words = super().clean(value).replace(",", " ").replace(";", " ").split()
        if any(not word.isascii() or not word.isdigit() for word in words):
            raise forms.ValidationError(_("Please write whole numbers with commas between them."))
        amounts = [int(word) for word in words]
        if len(amounts) > MOST_RANKS or any(amount > HIGHEST for amount in amounts):
            raise forms.ValidationError(_("These are too many, or too large."))
        if amounts != sorted(amounts, reverse=True):
            raise forms.ValidationError(_("A better rank cannot get less than the one behind it."))
        return amounts


class SeasonForm(TieBreaksForm, forms.ModelForm):  # type: ignore[type-arg]
    """All settings of a season."""

    offered = TIE_BREAKS
    proposed = PROPOSED_TIE_BREAKS
    sections = SETTINGS

    rank_points = AmountsField(
        label=gettext_lazy("Points by rank, from the first on"),
        help_text=gettext_lazy(
            "For instance 25, 20, 16, 13, 11, 10, 9, 8 … Anyone who comes after these gets nothing."
        ),
    )
    categories = forms.MultipleChoiceField(
        label=gettext_lazy("Separate tables for"),
        choices=[(kind.value, kind.label) for kind in KINDS],
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )
    own_categories = CategoryNamesField(
        label=gettext_lazy("and for these categories"),
        help_text=gettext_lazy("Separated by commas, as the tournaments call them."),
    )

    class Meta:
        model = Season
        fields = TYPED
        widgets: ClassVar = {"worth": forms.RadioSelect}
        formfield_callback = field_of

    def __init__(self, data: Mapping[str, Any] | None, *, season: Season | None = None) -> None:
        super().__init__(data, initial=self.values_of(season, TYPED, season.categories) if season else None)

    def clean(self) -> dict[str, Any]:
        """Check the order of the days, and that there are rank points where ranks count."""
        data = super().clean()
        first, last = data.get("first_day"), data.get("last_day")
        if first and last and last < first:
            self.add_error("last_day", _("The last day is before the first."))
        if data.get("worth") == Worth.RANKS and not data.get("rank_points") and "rank_points" not in self.errors:
            self.add_error("rank_points", _("Please say what each rank gets."))
        return data

    def settings(self) -> dict[str, Any]:
        """The season's settings as services and models have them."""
        data = self.cleaned_data
        categories = [[kind.value, name] for kind, name in data["category_keys"]]
        return {name: data[name] for name in TYPED} | {"tie_breaks": data["tie_breaks"], "categories": categories}

    def rules(self) -> LeagueRules:
        """The way of counting that was typed."""
        return Season(**self.settings()).rules


class NewSeasonForm(SeasonForm):
    """A season and whose it is: a club that the device manages, or one that is opened for it."""

    uuid = forms.UUIDField(widget=forms.HiddenInput)
    club = forms.ChoiceField(label=gettext_lazy("Club"), required=False)
    club_name = NameField(label=gettext_lazy("Name of the group"), max_length=120, required=False)

    def __init__(self, data: Mapping[str, Any] | None, *, clubs: Iterable[Club], start: Mapping[str, Any]) -> None:
        super().__init__(data)
        self.initial = dict(start)
        self.clubs = {str(club.pk): club for club in clubs}
        field = self.fields["club"]
        assert isinstance(field, forms.ChoiceField)
        named = [(str(key), label) for key, label in label_clubs(self.clubs.values()).items()]
        named.sort(key=lambda choice: sort_key(choice[1]))
        field.choices = [*named, ("", _("a new group"))]
        if named:
            self.fields["club_name"].help_text = _("Only for a new one, or one without a name so far.")

    def clean(self) -> dict[str, Any]:
        """A new club needs a name; a chosen one that has none gets what was typed, and no other is renamed here."""
        data = super().clean()
        chosen = self.clubs.get(data.get("club", ""))
        if chosen is not None and chosen.name and data.get("club_name") not in ("", None, chosen.name):
            sentence = _("This group is called “%(name)s” already. Choose “a new group”, or rename it on its page.")
            self.add_error("club_name", sentence % {"name": chosen.name})
        if not data.get("club") and not data.get("club_name") and "club" not in self.errors:
            self.add_error("club_name", _("Please say what the group is called."))
        return data

    @property
    def chosen_club(self) -> Club | None:
        """The club that was chosen; none if a new one is to be opened."""
        return self.clubs.get(self.cleaned_data["club"])


class ReasonForm(forms.Form):
    """A reason for an act, and the version of the season that was in view."""

    version = forms.IntegerField(min_value=0, max_value=2**31 - 2, widget=forms.HiddenInput, required=False)
    why = forms.CharField(label=gettext_lazy("Why"), max_length=300, required=False)


class WeightForm(ReasonForm, forms.ModelForm):  # type: ignore[type-arg]
    """Weight of an event."""

    class Meta:
        model = SeasonEvent
        fields = ("weight",)
        formfield_callback = field_of


class SeasonTotalsForm(SentOnceForm, ListForm):
    """The event that a list of totals is about, and the list."""

    name = NameField(label=gettext_lazy("Name of the tournament"), max_length=120)
    venue = NameField(label=gettext_lazy("Where"), max_length=120, required=False)
    day = DayField(label=gettext_lazy("Day"))
    why = forms.CharField(label=gettext_lazy("Why"), max_length=300, required=False)


class SeasonTieForm(ReasonForm):
    """The order in which equals were drawn, the best first."""

    by = forms.ChoiceField(label=gettext_lazy("Decided by"))
    why = forms.CharField(
        label=gettext_lazy("Who drew, and who was there"),
        max_length=300,
        required=False,
        widget=forms.TextInput(attrs={"required": True}),
    )

    def __init__(
        self, data: Mapping[str, Any] | None, *, people: Iterable[tuple[int, str]], tie_breaks: Iterable[str]
    ) -> None:
        """`tie_breaks`: the season's tie-breaks; those that are drawn can be chosen."""
        super().__init__(data)
        by = self.fields["by"]
        assert isinstance(by, forms.ChoiceField)
        by.choices = drawn_choices(tie_breaks)
        choices = [(str(key), name) for key, name in people]
        for place in range(len(choices)):
            self.fields[f"place_{place}"] = forms.TypedChoiceField(
                label=_("%(place)s. drawn") % {"place": place + 1},
                choices=choices,
                coerce=int,
                initial=choices[place][0],
            )

    @property
    def place_fields(self) -> list[forms.BoundField]:
        """The places in their order."""
        return [self[name] for name in self.fields if name.startswith("place_")]

    @property
    def players(self) -> list[int]:
        """Keys of those who were drawn, the best first."""
        return [self.cleaned_data[field.name] for field in self.place_fields]

    def clean(self) -> dict[str, Any]:
        """Everybody has one place."""
        places = [self.cleaned_data.get(field.name) for field in self.place_fields]
        if len(set(places)) < len(places):
            self.add_error(None, _("Everybody has exactly one place."))
        return self.cleaned_data
