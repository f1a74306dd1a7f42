"""Forms of a tournament's settings, whose cleaned data are the services' arguments."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar
from uuid import UUID, uuid4

from django import forms
from django.utils import timezone
from django.utils.translation import gettext as _, gettext_lazy, ngettext

from cegoscore.clubs.house_rules.rule_sets import choices_for, chosen, rules_of
from cegoscore.clubs.models import Club
from cegoscore.clubs.names import NameField
from cegoscore.clubs.wording import in_language
from cegoscore.contest.draw import TABLE_SIZES, Remainder
from cegoscore.contest.standings import PROPOSED_TIE_BREAKS, TIE_BREAKS
from cegoscore.scoresheet.evening.forms import field_of
from cegoscore.scoresheet.ledger.money import typed
from cegoscore.scoresheet.ledger.writing import DEFAULT_RULES
from cegoscore.scoring.house_rules import HouseRules
from cegoscore.scoring.names import tidy
from tournaments.course.locks import settings_seen
from tournaments.course.tie_breaks import TieBreaksForm
from tournaments.models import CategoryKind, Tournament
from tournaments.models.tournament import REMAINDERS, SETTINGS, TYPED
from tournaments.prize_words import money_words
from tournaments.setup.fee_plans import fees_of, read_fees, write_fees
from tournaments.setup.plans import (
    CategoryPlan,
    PrizePlan,
    asked,
    meant as words_meant,
    questions_of,
    read_prizes,
    understood,
    write_prizes,
)
from tournaments.setup.services import plan_of

KEPT = "kept"
"""The value of a rule set that stays as it was stored, whatever is offered by now."""

FIXED_KINDS = (CategoryKind.WOMEN, CategoryKind.JUNIORS, CategoryKind.OLDEST)


MOST_CATEGORIES = 12
LONGEST_NAME = 60


class CategoryNamesField(forms.CharField):
    """Names with commas between them; its value is the list of them, each once."""

    def __init__(self, **more: Any) -> None:
        super().__init__(max_length=800, required=False, **more)

    def prepare_value(self, value: Any) -> Any:
        """The names as they are typed."""
        return ", ".join(value) if isinstance(value, list) else value

    def clean(self, value: Any) -> Any:
        """The names, of those that differ in capitals only the last; neither too many nor too long."""
        typed = (tidy(name) for name in super().clean(value).split(","))
        names = list({name.casefold(): name for name in typed if name}.values())
        if len(names) > MOST_CATEGORIES:
            raise forms.ValidationError(_("At most %(most)s categories.") % {"most": MOST_CATEGORIES})
        if any(len(name) > LONGEST_NAME for name in names):
            raise forms.ValidationError(
                _("The name of a category has at most %(most)s letters.") % {"most": LONGEST_NAME}
            )
        return names


class MeantField(forms.MultipleChoiceField):
    """Answers to questions about a plan of prizes; those that nobody asks mean nothing."""

    def valid_value(self, _value: str) -> bool:
        """Take every answer."""
        return True


class SettingsForm(TieBreaksForm, forms.ModelForm):  # type: ignore[type-arg]
    """All settings of a tournament, its categories and its prizes."""

    offered = TIE_BREAKS
    proposed = PROPOSED_TIE_BREAKS
    sections = SETTINGS
    kept: ClassVar = gettext_lazy("as it is: %(rules)s")
    """Label of the choice of the rules that stand."""

    rules = forms.ChoiceField(label=gettext_lazy("Rules"))
    small_rules = forms.ChoiceField(label=gettext_lazy("Rules of the smaller tables"), required=False)
    fees = forms.CharField(
        label=gettext_lazy("Other fees, one a line"),
        help_text=gettext_lazy(
            "A name and an amount: Youth 6, Late 15. At the door each owes one; what was paid stays as it was."
        ),
        max_length=20_000,
        required=False,
        widget=forms.Textarea(attrs={"rows": 2}),
    )
    categories = forms.MultipleChoiceField(
        label=gettext_lazy("Categories"),
        choices=[(kind.value, kind.label) for kind in FIXED_KINDS],
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )
    own_categories = CategoryNamesField(label=gettext_lazy("Own categories, separated by commas"))
    prizes = forms.CharField(
        label=gettext_lazy("Prizes, one a line"),
        help_text=gettext_lazy("Who gets it, then what; money always with its currency, goods behind “and”:"),
        template_name="tournaments/setup/_prizes.html",  # type: ignore[call-arg]  # the stubs lack it
        max_length=20_000,
        required=False,
        widget=forms.Textarea(attrs={"rows": 7}),
    )
    meant = MeantField(label=gettext_lazy("Meant as written"), required=False, widget=forms.CheckboxSelectMultiple)

    class Meta:
        model = Tournament
        fields = TYPED
        widgets: ClassVar = {"remainder": forms.RadioSelect}
        formfield_callback = field_of

    def __init__(
        self,
        data: Mapping[str, Any] | None = None,
        *,
        device: UUID | None,
        initial: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(data, initial=initial)
        self.device = device
        choices = choices_for(device)
        self._rule_choices("rules", choices, DEFAULT_RULES)
        self._rule_choices("small_rules", [("", _("the same")), *choices], "")
        categories, prizes = self.initial.get("plan", ((), ()))
        self._show_plan(prizes, categories, questions_of(dict.fromkeys(prizes, 0)))

    def _show_plan(
        self, prizes: Sequence[PrizePlan], categories: Sequence[CategoryPlan], questions: Iterable[str]
    ) -> None:
        """Show what was understood of the prizes, and offer the answers to questions about them."""
        data: Mapping[str, Any] = getattr(self, "cleaned_data", self.initial)
        self.table = understood(prizes, categories, data.get("currency") or "")
        meant = self.fields["meant"]
        assert isinstance(meant, MeantField)
        meant.choices = [(question, words_meant(question)) for question in questions]

    @property
    def asks(self) -> bool:
        """True if somebody still has to say whether there is money in a prize that was taken over."""
        return any(plan.to_look_at for plan in self.initial.get("plan", ((), ()))[1])

    @property
    def sums(self) -> str:
        """The money of the prizes beside what the fees bring, as far as it is known who comes."""
        shown: dict[str, Any] = {**self.initial, "entry_fee": self.initial.get("fee")}
        data = getattr(self, "cleaned_data", shown)
        fee, currency = data.get("entry_fee") or 0, data.get("currency") or ""
        count = self.initial.get("entrants") or data.get("places") or 0
        words = {"sum": money_words(self.table.cents, currency), "count": count}
        if not fee or not count:
            return _("Prize money together: %(sum)s.") % words
        words["fees"] = money_words(int(fee * 100) * int(count), currency)
        sentence = ngettext(
            "Prize money together: %(sum)s. %(count)s entry fee brings %(fees)s.",
            "Prize money together: %(sum)s. %(count)s entry fees bring %(fees)s.",
            int(count),
        )
        return sentence % words

    def _rule_choices(self, name: str, choices: Sequence[tuple[str, Any]], otherwise: str) -> None:
        """Offer rule sets, and before them the one that stands."""
        row = self.initial.get(f"{name}_row")
        if row is not None:
            label = str(self.kept) % {"rules": in_language(rules_of(row).name)}
            choices = [(KEPT, label), *choices]
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        field.choices = choices
        field.initial = otherwise
        self.initial.setdefault(name, otherwise if row is None else KEPT)

    def _rules(self, name: str) -> HouseRules | None:
        value = self.cleaned_data.get(name, "")
        if value == KEPT:
            return rules_of(self.initial[f"{name}_row"])
        return chosen(value, self.device) if value else None

    def clean(self) -> dict[str, Any]:
        """Adds `house_rules`, `small_house_rules`, `fee_plans` and `prize_plans`."""
        data = super().clean()
        data["fee_plans"], faults = read_fees(data.get("fees", ""), data.get("currency", ""))
        for fault in faults:
            self.add_error("fees", fault)
        until, day = data.get("announced_until"), data.get("day")
        if until and day and timezone.localdate(until) > day:
            self.add_error("announced_until", _("This is after the day of the tournament."))
        prizes = self._read_prizes(data)
        rules, small = self._rules("rules"), self._rules("small_rules")
        if rules is not None:
            self._size_tables(data, rules, small)
        return data | {
            "house_rules": rules,
            "small_house_rules": small if data.get("remainder") == Remainder.SMALLER.value else None,
            "prize_plans": prizes,
        }

    def _read_prizes(self, data: Mapping[str, Any]) -> list[PrizePlan]:
        """The prizes; what is wrong with them, or nobody has said to be meant so, is said at the field."""
        reading = read_prizes(data.get("prizes", ""), data["category_keys"], data.get("currency") or "")
        answered = data.get("meant", ())
        questions = (asked(question, line) for question, line in reading.questions.items() if question not in answered)
        for sentence in (*reading.problems, *questions):
            self.add_error("prizes", sentence)
        self._show_plan(reading.plans, data["category_keys"], reading.questions)
        return reading.plans

    def _size_tables(self, data: dict[str, Any], rules: HouseRules, small: HouseRules | None) -> None:
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
        """Arguments of `services.change_settings`; only after the form was found valid."""
        data = self.cleaned_data
        return {name: data[name] for name in TYPED} | {
            "tie_breaks": data["tie_breaks"],
            "rules": data["house_rules"],
            "small_rules": data["small_house_rules"],
            "categories": data["category_keys"],
            "prizes": data["prize_plans"],
            "fees": data["fee_plans"],
        }


class NewTournamentForm(SettingsForm):
    """A new tournament: name, day and rules are asked, everything else has a value that will do."""

    kept = gettext_lazy("as last time: %(rules)s")

    uuid = forms.UUIDField(widget=forms.HiddenInput)
    club_name = NameField(
        label=gettext_lazy("Organiser"),
        help_text=gettext_lazy(
            "Club, inn or group of regulars: its people are found at the door. Left empty, it gets the name of the "
            "tournament."
        ),
        max_length=120,
        required=False,
    )
    table_size = forms.TypedChoiceField(
        label=gettext_lazy("Players per table"),
        choices=[("", gettext_lazy("by the rules")), *((size, str(size)) for size in TABLE_SIZES)],
        coerce=int,
        required=False,
    )
    remainder = forms.ChoiceField(
        label=gettext_lazy("If the players don't divide evenly"),
        choices=[("", gettext_lazy("As few house players as possible")), *REMAINDERS],
        required=False,
        widget=forms.RadioSelect,
    )

    def __init__(self, data: Mapping[str, Any] | None = None, **more: Any) -> None:
        super().__init__(data, **more)
        self.club: Club | None = self.initial.get("club")
        if self.club is not None:
            del self.fields["club_name"]

    @property
    def has_more_errors(self) -> bool:
        """True if something is wrong with what is not asked first."""
        return bool(self.errors.keys() - {*SETTINGS["first"], "rules"})

    def _size_tables(self, data: dict[str, Any], rules: HouseRules, small: HouseRules | None) -> None:
        size = data["table_size"] = data.get("table_size") or max(rules.players, min(TABLE_SIZES))
        data["remainder"] = data.get("remainder") or _fewest_house_players(rules, size)
        super()._size_tables(data, rules, small)

    def settings(self) -> dict[str, Any]:
        """Arguments of `services.set_up`."""
        data = self.cleaned_data
        club_name = data.get("club_name") or data["name"]
        return super().settings() | {"uuid": data["uuid"], "club": self.club, "club_name": club_name}


class ChangeSettingsForm(SettingsForm):
    """The settings of a tournament that there is."""

    seen = forms.CharField(max_length=16, widget=forms.HiddenInput)
    why = forms.CharField(
        label=gettext_lazy("Why?"),
        help_text=gettext_lazy(
            "Tie-breaks, categories, prizes and the number of rounds are changed only with a reason now; it stays"
            " readable for everybody."
        ),
        max_length=300,
        required=False,
    )

    def settings(self) -> dict[str, Any]:
        """Arguments of `services.change_settings`."""
        return super().settings() | {"seen": self.cleaned_data["seen"], "why": self.cleaned_data["why"]}


def _fewest_house_players(rules: HouseRules, size: int) -> str:
    """The treatment of those who are left over that needs the fewest house players at tables of this size."""
    return Remainder.LARGER.value if size + 1 in rules.sizes else Remainder.HOUSE.value


def new_initial(club: Club | None) -> dict[str, Any]:
    """Initial values of the form for a new tournament, with what the club set, and by its rules of the last time."""
    initial = {"uuid": uuid4(), "day": timezone.localdate(), "prizes_for_present": True}
    if club is not None:
        last = club.tournaments.select_related("rule_set").order_by("-day").first()
        initial |= {"club_name": club.name, "currency": club.currency}
        initial["rules_row"] = last.rule_set if last else club.rule_set
    return initial


def initial_again(last: Tournament) -> dict[str, Any]:
    """Initial values of the form for last year's tournament once more: all that was set, on another day."""
    day, rules = timezone.localdate(), rules_of(last.rule_set)
    initial = initial_of(last) | {"uuid": uuid4(), "day": day, "club": last.club, "entrants": 0}
    initial["announced_until"] = None
    initial["name"] = last.name.replace(str(last.day.year), str(day.year))
    for name, usual in (("table_size", rules.players), ("remainder", _fewest_house_players(rules, last.table_size))):
        if initial[name] == usual:
            initial[name] = ""
    return initial


def _meant(prizes: Sequence[PrizePlan]) -> list[str]:
    """The questions about a plan that whoever saved it has answered: all but those of the version before."""
    to_look_at = {plan.goods for plan in prizes if plan.to_look_at}
    return [question for question in questions_of(dict.fromkeys(prizes, 0)) if question not in to_look_at]


def initial_of(tournament: Tournament) -> dict[str, Any]:
    """Initial values of the form for a tournament as it stands."""
    categories, prizes = plan_of(tournament)
    return SettingsForm.values_of(tournament, TYPED, categories) | {
        "fees": write_fees(fees_of(tournament), tournament.currency),
        "entry_fee": "" if tournament.entry_fee is None else typed(tournament.entry_fee),
        "rules_row": tournament.rule_set,
        "small_rules_row": tournament.small_rule_set,
        "plan": (categories, prizes),
        "fee": tournament.entry_fee,
        "entrants": tournament.entrants.filter(is_house=False).count(),
        "prizes": write_prizes(prizes, categories, tournament.currency),
        "meant": _meant(prizes),
        "seen": settings_seen(tournament),
    }
