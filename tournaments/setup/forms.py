"""What an organiser sets up, turned into what the services want to know."""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from cegoscore.clubs.house_rules.rule_sets import Choices, choices_for, chosen, rules_of
from cegoscore.clubs.models import RuleSet
from cegoscore.clubs.wording import in_language
from cegoscore.contest.draw import TABLE_SIZES, Remainder
from cegoscore.contest.standings import TieBreak
from cegoscore.scoresheet.new_table_form import DEFAULT_RULES, MoneyField
from cegoscore.scoring.house_rules import HouseRules
from tournaments.course.seen import settings_seen
from tournaments.models import CategoryKind, Tournament
from tournaments.setup.categories import label_of
from tournaments.setup.plans import CategoryPlan
from tournaments.setup.prize_lines import read_prizes, write_prizes
from tournaments.setup.services import plan_of

KEPT = "kept"
"""The value of a rule set that stays as it was stored, whatever is offered by now."""

REMAINDERS = (
    (Remainder.HOUSE.value, gettext_lazy("House players fill the empty seats")),
    (Remainder.LARGER.value, gettext_lazy("Some tables have one more, and the dealer sits out")),
    (Remainder.SMALLER.value, gettext_lazy("Some tables have one less, by other rules")),
)
TIE_BREAKS = (
    (TieBreak.LAST_ROUND.value, gettext_lazy("More points in the last round")),
    (TieBreak.GAMES_WON.value, gettext_lazy("More games won as declarer")),
    (TieBreak.CARD.value, gettext_lazy("They draw a card")),
    (TieBreak.LOT.value, gettext_lazy("The lot decides")),
)
FIXED_KINDS = (CategoryKind.WOMEN, CategoryKind.JUNIORS, CategoryKind.OLDEST)
MOST_CATEGORIES = 12

DATE = forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")


class CopyForm(forms.Form):
    """Last year's tournament once more: only what it is called and when it is."""

    uuid = forms.UUIDField(widget=forms.HiddenInput)
    name = forms.CharField(label=gettext_lazy("Name of the tournament"), max_length=120)
    day = forms.DateField(label=gettext_lazy("Day"), widget=DATE)


class SettingsForm(forms.Form):
    """Everything about a tournament that is said beforehand."""

    name = forms.CharField(label=gettext_lazy("Name of the tournament"), max_length=120)
    day = forms.DateField(label=gettext_lazy("Day"), widget=DATE)
    venue = forms.CharField(label=gettext_lazy("Where"), max_length=120, required=False)
    rules = forms.ChoiceField(label=gettext_lazy("Rules"))
    rounds = forms.IntegerField(label=gettext_lazy("Rounds"), min_value=1, max_value=12, initial=2)
    hands = forms.IntegerField(label=gettext_lazy("Hands a round"), min_value=1, max_value=200, initial=24)
    minutes = forms.IntegerField(
        label=gettext_lazy("Minutes a round"),
        help_text=gettext_lazy("Only if there is a limit: then a clock runs."),
        min_value=1,
        max_value=1000,
        required=False,
    )
    table_size = forms.TypedChoiceField(
        label=gettext_lazy("Players a table"), coerce=int, choices=[(n, str(n)) for n in TABLE_SIZES], initial=4
    )
    remainder = forms.ChoiceField(
        label=gettext_lazy("If the field does not divide"),
        choices=REMAINDERS,
        initial=Remainder.HOUSE.value,
        widget=forms.RadioSelect,
    )
    small_rules = forms.ChoiceField(label=gettext_lazy("Rules of the smaller tables"), required=False)
    small_note = forms.CharField(
        label=gettext_lazy("How their points compare, in a sentence for everybody"), max_length=300, required=False
    )
    entry_fee = MoneyField(label=gettext_lazy("Entry fee"), required=False, min_value=0, max_digits=8, decimal_places=2)
    currency = forms.CharField(label=gettext_lazy("Currency"), max_length=10, required=False, initial="€")
    categories = forms.MultipleChoiceField(
        label=gettext_lazy("Categories"),
        choices=[(kind.value, kind.label) for kind in FIXED_KINDS],
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )
    own_categories = forms.CharField(
        label=gettext_lazy("Own categories, separated by commas"), max_length=600, required=False
    )
    prizes = forms.CharField(
        label=gettext_lazy("Prizes, one a line"),
        help_text=gettext_lazy("Who gets it, then what:"),
        template_name="tournaments/setup/_prizes.html",  # type: ignore[call-arg]  # the stubs lack it
        max_length=20_000,
        required=False,
        widget=forms.Textarea(attrs={"rows": 7}),
    )
    one_prize_each = forms.BooleanField(
        label=gettext_lazy("Whoever has a prize by rank gets none of a category"), required=False, initial=True
    )
    is_public = forms.BooleanField(
        label=gettext_lazy("Everybody may see the tournament's page"),
        help_text=gettext_lazy("Otherwise only whoever has a link."),
        required=False,
    )
    takes_announcements = forms.BooleanField(
        label=gettext_lazy("People may announce themselves there beforehand"), required=False
    )

    def __init__(
        self,
        data: Mapping[str, Any] | None = None,
        *,
        device: uuid.UUID | None,
        initial: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(data, initial=dict(initial or {}))
        self.device = device
        self._rule_choices("rules", _rule_set_of(initial, "rules_row"), DEFAULT_RULES)
        self._rule_choices("small_rules", _rule_set_of(initial, "small_rules_row"), "")
        for place, value in enumerate((TieBreak.LAST_ROUND.value, TieBreak.CARD.value, "", "")):
            self.fields[f"tie_{place}"] = forms.ChoiceField(
                label=_("%(place)s. tie-break") % {"place": place + 1},
                choices=[("", _("nothing more")), *TIE_BREAKS],
                required=False,
                initial=value,
            )

    def _rule_choices(self, name: str, row: RuleSet | None, otherwise: str) -> None:
        """What is offered to this device; before it, what the tournament has already."""
        choices: Choices = choices_for(self.device)
        if row is not None:
            choices = [(_("As it is"), [(KEPT, _label_of_row(row))]), *choices]
        if name == "small_rules":
            choices = [("", [("", _("the same"))]), *choices]
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        field.choices = choices
        field.initial = otherwise
        self.initial.setdefault(name, KEPT if row is not None else otherwise)

    @property
    def tie_fields(self) -> list[forms.BoundField]:
        """The tie-breaks in their order."""
        return [self[f"tie_{place}"] for place in range(len(TieBreak))]

    def _rules(self, name: str) -> HouseRules | None:
        value = self.cleaned_data.get(name, "")
        if value == KEPT:
            row = _rule_set_of(self.initial, f"{name}_row")
            return rules_of(row) if row else None
        return chosen(value, self.device) if value else None

    def clean_own_categories(self) -> list[str]:
        """The names, each once."""
        names = (" ".join(name.split()) for name in self.cleaned_data["own_categories"].split(","))
        found = list(dict.fromkeys(name for name in names if name))
        if len(found) > MOST_CATEGORIES:
            raise forms.ValidationError(
                _("So many categories nobody honours; at most %(most)s.") % {"most": MOST_CATEGORIES}
            )
        if any(len(name) > 60 for name in found):
            raise forms.ValidationError(_("The name of a category has at most 60 letters."))
        return found

    def clean(self) -> dict[str, Any]:
        """Adds `house_rules`, `small_house_rules`, `category_plans`, `prize_plans` and `tie_breaks`."""
        data = dict(self.cleaned_data)
        kinds: list[CategoryPlan] = [(kind, "") for kind in FIXED_KINDS if kind.value in data.get("categories", ())]
        kinds += [(CategoryKind.OWN, name) for name in data.get("own_categories", ())]
        prizes, problems = read_prizes(data.get("prizes", ""), kinds)
        for problem in problems:
            self.add_error("prizes", problem)
        ties = [value for place in range(len(TieBreak)) if (value := data.get(f"tie_{place}", ""))]
        if len(set(ties)) < len(ties):
            self.add_error("tie_0", _("The same stands here twice."))
        rules, small = self._rules("rules"), self._rules("small_rules")
        if rules is not None:
            self._check_sizes(data, rules, small)
        return data | {
            "house_rules": rules,
            "small_house_rules": small if data.get("remainder") == Remainder.SMALLER.value else None,
            "category_plans": kinds,
            "prize_plans": prizes,
            "tie_breaks": ties,
        }

    def _check_sizes(self, data: Mapping[str, Any], rules: HouseRules, small: HouseRules | None) -> None:
        """The tables that there may be must be playable."""
        size, remainder = data.get("table_size"), data.get("remainder")
        if size is None:
            return
        if size not in rules.sizes:
            sizes = _(" or ").join(map(str, rules.sizes))
            self.add_error("table_size", _("These rules are for %(sizes)s players a table.") % {"sizes": sizes})
        elif remainder == Remainder.LARGER.value and size + 1 not in rules.sizes:
            self.add_error("remainder", _("By these rules nobody plays at tables of %(size)s.") % {"size": size + 1})
        elif remainder == Remainder.SMALLER.value and size == min(TABLE_SIZES):
            self.add_error(
                "remainder", _("Tables of %(size)s do not exist; choose something else.") % {"size": size - 1}
            )
        elif remainder == Remainder.SMALLER.value and size - 1 not in (small or rules).sizes:
            sentence = _("Choose rules for tables of %(size)s.")
            self.add_error("small_rules", sentence % {"size": size - 1})

    def settings(self) -> dict[str, Any]:
        """What `services.change_settings` wants to know; only after the form was found valid."""
        data = self.cleaned_data
        plain = (
            "name",
            "day",
            "venue",
            "rounds",
            "hands",
            "minutes",
            "table_size",
            "remainder",
            "small_note",
            "entry_fee",
            "currency",
            "tie_breaks",
            "one_prize_each",
            "is_public",
            "takes_announcements",
        )
        return {key: data[key] for key in plain} | {
            "rules": data["house_rules"],
            "small_rules": data["small_house_rules"],
            "categories": data["category_plans"],
            "prizes": data["prize_plans"],
        }


class NewTournamentForm(SettingsForm):
    """A new tournament, of a club that the device manages or that is opened for it."""

    uuid = forms.UUIDField(widget=forms.HiddenInput)
    club_name = forms.CharField(
        label=gettext_lazy("Who holds it"),
        help_text=gettext_lazy("Club, inn or circle of regulars: whose regulars are found at the door."),
        max_length=120,
    )

    def settings(self) -> dict[str, Any]:
        """What `services.set_up` wants to know."""
        data = self.cleaned_data
        return super().settings() | {"uuid": data["uuid"], "club_name": data["club_name"]}


class ChangeSettingsForm(SettingsForm):
    """The settings of a tournament that there is."""

    seen = forms.CharField(max_length=16, widget=forms.HiddenInput)

    def settings(self) -> dict[str, Any]:
        """What `services.change_settings` wants to know."""
        return super().settings() | {"seen": self.cleaned_data["seen"]}


def new_initial(club_name: str) -> dict[str, Any]:
    """What the form for a new tournament proposes."""
    return {"uuid": uuid.uuid4(), "day": timezone.localdate(), "club_name": club_name}


def initial_of(tournament: Tournament) -> dict[str, Any]:
    """What the form shows of a tournament as it stands."""
    categories, prizes = plan_of(tournament)
    same = ("name", "day", "venue", "rounds", "hands", "minutes", "table_size", "remainder", "small_note", "currency")
    flags = ("one_prize_each", "is_public", "takes_announcements")
    ties = [*tournament.tie_breaks, "", "", "", ""][: len(TieBreak)]
    return (
        {key: getattr(tournament, key) for key in (*same, *flags)}
        | {f"tie_{place}": value for place, value in enumerate(ties)}
        | {
            "entry_fee": _money(tournament.entry_fee),
            "rules_row": tournament.rule_set,
            "small_rules_row": tournament.small_rule_set,
            "categories": [kind.value for kind, _name in categories if kind != CategoryKind.OWN],
            "own_categories": ", ".join(label_of(each) for each in categories if each[0] == CategoryKind.OWN),
            "prizes": write_prizes(prizes, categories),
            "seen": settings_seen(tournament),
        }
    )


def _money(amount: Decimal | None) -> str:
    """As it is typed: without cents where there are none, and with the language's point or comma."""
    if amount is None:
        return ""
    return number_format(amount, decimal_pos=0 if amount == amount.to_integral_value() else 2)


def _rule_set_of(initial: Mapping[str, Any] | None, key: str) -> RuleSet | None:
    return (initial or {}).get(key)


def _label_of_row(row: RuleSet) -> str:
    return in_language(rules_of(row).name)
