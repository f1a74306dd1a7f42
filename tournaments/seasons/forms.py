"""Forms about a season, whose cleaned data are the services' arguments."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from cegoscore.clubs.club_labels import label_clubs
from cegoscore.clubs.models import Club
from cegoscore.clubs.names import NameField, sort_key
from cegoscore.contest.league import PROPOSED_TIE_BREAKS, TIE_BREAKS, LeagueRules, Worth
from cegoscore.contest.ties import TieBreak
from cegoscore.scoring.names import tidy
from tournaments.course.tie_breaks import TieBreaksForm, drawn_choices
from tournaments.models import CategoryKind
from tournaments.seasons.models import Season

DATE = forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
WORTHS = (
    (Worth.POINTS.value, gettext_lazy("its points, plus and minus")),
    (Worth.PLUS.value, gettext_lazy("only plus points")),
    (Worth.RANKS.value, gettext_lazy("points by rank")),
)
KINDS = (CategoryKind.WOMEN, CategoryKind.JUNIORS)
MOST_CATEGORIES = 12
MOST_RANKS = 400
HIGHEST = 1_000_000


class SeasonForm(TieBreaksForm):
    """Name, days and way of counting."""

    offered = TIE_BREAKS
    proposed = PROPOSED_TIE_BREAKS

    name = NameField(label=gettext_lazy("Name of the season"), max_length=120)
    first_day = forms.DateField(label=gettext_lazy("First day"), widget=DATE)
    last_day = forms.DateField(label=gettext_lazy("Last day"), widget=DATE)
    worth = forms.ChoiceField(
        label=gettext_lazy("What an event counts"), choices=WORTHS, widget=forms.RadioSelect, initial=Worth.POINTS.value
    )
    rank_points = forms.CharField(
        label=gettext_lazy("Points by rank, from the first on"),
        help_text=gettext_lazy("For instance 25, 20, 16, 13, 11, 10, 9, 8 … Whoever comes after these gets nothing."),
        max_length=3000,
        required=False,
    )
    best = forms.IntegerField(
        label=gettext_lazy("How many events of a player count"),
        help_text=gettext_lazy("The best ones; empty means all."),
        min_value=1,
        max_value=999,
        required=False,
    )
    least = forms.IntegerField(
        label=gettext_lazy("From how many events on a player is ranked"), min_value=1, max_value=999, initial=1
    )
    categories = forms.MultipleChoiceField(
        label=gettext_lazy("Tables of their own for"),
        choices=[(kind.value, kind.label) for kind in KINDS],
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )
    own_categories = forms.CharField(
        label=gettext_lazy("and for these categories"),
        help_text=gettext_lazy("Separated by commas, as the tournaments call them."),
        max_length=800,
        required=False,
    )
    is_public = forms.BooleanField(label=gettext_lazy("Everybody may see the table"), required=False)

    def __init__(self, data: Mapping[str, Any] | None = None, *, season: Season | None = None) -> None:
        super().__init__(data, initial=_initial(season) if season else None)

    def clean_rank_points(self) -> list[int]:
        """Whole numbers, none higher than the one before it."""
        words = self.cleaned_data["rank_points"].replace(",", " ").replace(";", " ").split()
        if any(not word.isascii() or not word.isdigit() for word in words):
            raise forms.ValidationError(_("Please write whole numbers with commas between them."))
        points = [int(word) for word in words]
        if len(points) > MOST_RANKS or any(amount > HIGHEST for amount in points):
            raise forms.ValidationError(_("These are too many, or too large."))
        if points != sorted(points, reverse=True):
            raise forms.ValidationError(_("A better rank cannot get less than the one behind it."))
        return points

    def clean_own_categories(self) -> list[str]:
        """The names, each once."""
        names = (tidy(name) for name in self.cleaned_data["own_categories"].split(","))
        found = list({name.casefold(): name for name in names if name}.values())
        if len(found) > MOST_CATEGORIES or any(len(name) > 60 for name in found):
            raise forms.ValidationError(_("These are too many, or too long."))
        return found

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
        categories = [[kind, ""] for kind in data["categories"]]
        own = [[CategoryKind.OWN.value, name] for name in data["own_categories"]]
        plain = ("name", "first_day", "last_day", "worth", "rank_points", "best", "least", "tie_breaks", "is_public")
        return {key: data[key] for key in plain} | {"categories": categories + own}

    def rules(self) -> LeagueRules:
        """The way of counting that was typed."""
        settings = self.settings()
        return LeagueRules(
            worth=Worth(settings["worth"]),
            best=settings["best"],
            rank_points=tuple(settings["rank_points"]),
            least=settings["least"],
            tie_breaks=tuple(TieBreak(value) for value in settings["tie_breaks"]),
        )


def _initial(season: Season) -> dict[str, Any]:
    plain = ("name", "first_day", "last_day", "worth", "best", "least", "is_public")
    own = [name for kind, name in season.categories if kind == CategoryKind.OWN]
    return {
        **{key: getattr(season, key) for key in plain},
        **SeasonForm.tie_break_values(season.tie_breaks),
        "rank_points": ", ".join(map(str, season.rank_points)),
        "categories": [kind for kind, _name in season.categories if kind != CategoryKind.OWN],
        "own_categories": ", ".join(own),
    }


class NewSeasonForm(SeasonForm):
    """A season and whose it is: a club that the device manages, or one that is opened for it."""

    uuid = forms.UUIDField(widget=forms.HiddenInput)
    club = forms.ChoiceField(label=gettext_lazy("Club"), required=False)
    club_name = NameField(label=gettext_lazy("Name of the club"), max_length=120, required=False)

    def __init__(
        self, data: Mapping[str, Any] | None = None, *, clubs: Iterable[Club], start: Mapping[str, Any] | None = None
    ) -> None:
        super().__init__(data)
        self.initial = dict(start or {})
        self.clubs = {str(club.pk): club for club in clubs}
        field = self.fields["club"]
        assert isinstance(field, forms.ChoiceField)
        named = [(str(key), label) for key, label in label_clubs(self.clubs.values()).items()]
        named.sort(key=lambda choice: sort_key(choice[1]))
        field.choices = [*named, ("", _("a new club"))]

    def clean(self) -> dict[str, Any]:
        """A new club needs a name; a chosen one that has none gets what was typed, and no other is renamed here."""
        data = super().clean()
        chosen = self.clubs.get(data.get("club", ""))
        if chosen is not None and chosen.name and data.get("club_name") not in ("", None, chosen.name):
            sentence = _("This circle is called “%(name)s” already. Choose “a new club”, or rename it on its page.")
            self.add_error("club_name", sentence % {"name": chosen.name})
        if not data.get("club") and not data.get("club_name") and "club" not in self.errors:
            self.add_error("club_name", _("Please say what the club is called."))
        return data

    @property
    def chosen_club(self) -> Club | None:
        """The club that was chosen; none if a new one is to be opened."""
        return self.clubs.get(self.cleaned_data["club"])


class ReasonForm(forms.Form):
    """Why something is done, and with which version of the season in view."""

    version = forms.IntegerField(min_value=0, max_value=2**31 - 2, widget=forms.HiddenInput, required=False)
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
        self, data: Mapping[str, Any] | None = None, *, people: Iterable[tuple[int, str]], tie_breaks: Iterable[str]
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
