"""The form that opens a table, and what other forms share with it: who is meant, house rules."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any
from uuid import UUID

from django import forms
from django.db.models import Max
from django.utils import formats, timezone
from django.utils.translation import gettext as _, gettext_lazy

from cegoscore.clubs.house_rules.rule_sets import SHORT, Choices, choices_for, chosen, kept_rules
from cegoscore.clubs.likeness import alike
from cegoscore.clubs.models import Player
from cegoscore.clubs.names import NameField
from cegoscore.clubs.people import identity, name_and_village, names_in, names_of, person_typed
from cegoscore.clubs.rights.access import managed_club
from cegoscore.scoresheet.evening.money_form import MoneyForm
from cegoscore.scoresheet.ledger.writing import DEFAULT_RULES, NewTable
from cegoscore.scoresheet.models import Seat
from cegoscore.scoring.house_rules import HouseRules
from cegoscore.scoring.rules.rule_files import published, published_identifiers

NEW = "new"


class WhoIsMeant(forms.Form):
    """A form that takes names of a club's people and asks before it takes somebody who is like one for a new person.

    A question is a field of its own, there once there is something to ask; the answer takes the place of what was
    typed, so that whoever opens the table finds the person by the exact name.
    """

    def ask_who(self, club: UUID | None, names: Iterable[str], *, taken: Collection[Player] = ()) -> None:
        """Ask about the typed names in these fields, as far as they are valid; nobody can mean one of those `taken`."""
        rows = list(names_in(club)) if club and not self.errors else []
        people = [row for row in rows if row.person == row]
        typed = {name: self.cleaned_data[name] for name in names if self.cleaned_data.get(name)}
        sitting = [person for text in typed.values() if (person := person_typed(people, text))]
        free = [row for row in rows if row.person not in sitting and row.person not in taken]
        for name, text in typed.items():
            if person_typed(people, text) is None and (likely := _likely(free, text)):
                self._ask(name, text, likely)

    def _ask(self, name: str, text: str, likely: Sequence[Player]) -> None:
        key = f"who_{name}"
        choices = [(str(person.pk), _who(person)) for person in likely]
        field = self.fields[key] = forms.ChoiceField(
            label=_("Who is “%(name)s”?") % {"name": text},
            choices=[*choices, (NEW, _("Somebody new"))],
            widget=forms.RadioSelect,
            required=False,  # whoever types another name instead need not answer
        )
        answer = self.data.get(self.add_prefix(key), "")
        if not field.valid_value(answer):
            self.add_error(key, _("Somebody in your group is called almost the same."))
        elif answer != NEW:
            person = next(person for person in likely if str(person.pk) == answer)
            self.cleaned_data[name] = f"{person.name}, {person.village}" if person.village else person.name

    @property
    def questions(self) -> list[forms.BoundField]:
        """Fields that ask, for the page."""
        return [self[name] for name in self.fields if name.startswith("who_")]


def _likely(people: Iterable[Player], text: str) -> list[Player]:
    """Everybody like the typed one; a comma may stand behind the surname or before the village."""
    rows = list(people)
    return list(dict.fromkeys(alike(rows, text) + alike(rows, *name_and_village(text))))


def _who(person: Player) -> str:
    """The person with what tells them apart: village, last evening."""
    last = Seat.objects.filter(player__in=names_of(person.pk)).aggregate(day=Max("session__started_at"))["day"]
    played = formats.date_format(timezone.localtime(last), "SHORT_DATE_FORMAT") if last else ""
    besides = [person.village, _("last here on %(day)s") % {"day": played} if played else ""]
    return ", ".join([person.name, *filter(None, besides)])


SEATS = 5
LONGEST = 60
"""Characters of a name, and of a village."""


def sizes_of(choice: Any) -> Sequence[int]:
    """Numbers of people for whom a published rule set is; empty for a club's own, and for none."""
    return published(str(choice)).sizes if str(choice) in published_identifiers() else ()


class RulesSelect(forms.Select):
    """House rules to choose; the published ones say for how many people they are."""

    def create_option(self, name: str, value: Any, *args: Any, **more: Any) -> dict[str, Any]:
        """An option with the sizes of its table."""
        option = super().create_option(name, value, *args, **more)
        sizes = {"data-sizes": ",".join(map(str, possible))} if (possible := sizes_of(value)) else {}
        return option | {"attrs": option["attrs"] | sizes}


class TermsForm(MoneyForm):
    """House rules and the worth of a point."""

    marks_optional = True

    rules = forms.ChoiceField(label=gettext_lazy("House rules"), widget=RulesSelect)

    def offer_rules(self, device: UUID | None, start: Mapping[str, Any], *, none: str = "") -> None:
        """Offer what the device may choose, and `start["rules"]`, which may be the digest of a set not offered.

        `none` is what it means to choose none of them, where that is allowed.
        """
        self.device, self._kept = device, start["rules"]
        field = self.fields["rules"]
        assert isinstance(field, forms.ChoiceField)
        offered: Choices = choices_for(device)
        field.choices = [("", [("", none)]), *offered] if none else offered
        field.required = not none
        if not field.valid_value(self._kept):
            field.choices = [(self._kept, start["rules_name"]), *field.choices]

    def chosen_rules(self, data: Mapping[str, Any]) -> HouseRules | None:
        """The rule set of the choice."""
        value = data.get("rules", "")
        return (kept_rules(value) if value == self._kept else None) or chosen(value, self.device)


class PersonField(NameField):
    """Somebody of the circle, found by any letters of the name, or somebody new; a village may stand behind a comma."""

    widget = forms.TextInput(
        attrs={
            "list": "known-people",
            "placeholder": gettext_lazy("Name"),
            "enterkeyhint": "next",
            "autocapitalize": "words",
            "autocorrect": "off",
            "spellcheck": "false",
        }
    )

    def __init__(self, *, required: bool = False, **more: Any) -> None:
        super().__init__(max_length=2 * LONGEST + 2, required=required, **more)

    def validate(self, value: Any) -> None:
        """Both parts have to fit."""
        super().validate(value)
        if max(map(len, name_and_village(value))) > LONGEST:
            raise forms.ValidationError(_("A name has at most %(most)s letters.") % {"most": LONGEST})


class SeatsForm(WhoIsMeant):
    """The names of those who sit down at a table, in the order of the seats, and who of them deals first."""

    club: UUID | None = None
    """The circle whose people may be meant; nobody is asked about without one."""

    first_dealer = forms.TypedChoiceField(
        label=gettext_lazy("Who deals first"), coerce=int, choices=[(n, str(n + 1)) for n in range(SEATS)], initial=0
    )

    def __init__(self, data: Mapping[str, Any] | None = None, **more: Any) -> None:
        super().__init__(data, **more)
        for number in range(SEATS):
            self.fields[f"name_{number}"] = PersonField(label=_("Player %(number)s") % {"number": number + 1})

    @property
    def places(self) -> list[dict[str, Any]]:
        """The seats, for the page."""
        dealer = str(self["first_dealer"].value())
        return [
            {"field": self[f"name_{number}"], "number": number, "deals": dealer == str(number)}
            for number in range(SEATS)
        ]

    def clean(self) -> dict[str, Any]:
        """Adds `names` (in the order of the seats, gaps closed); the dealer counts in `names`."""
        self.ask_who(self.club, [f"name_{number}" for number in range(SEATS)])
        data = dict(self.cleaned_data)
        typed = [data.get(f"name_{number}", "") for number in range(SEATS)]
        names = [name for name in typed if name]
        people = [identity(*name_and_village(name)) for name in typed]
        for number, name in enumerate(typed):
            if name and people.index(people[number]) < number:
                self.add_error(f"name_{number}", _("This name is here twice. Add an initial."))
        dealer = data.get("first_dealer", 0)
        if names and not typed[dealer]:
            self.add_error("first_dealer", _("Nobody sits there."))
        elif names:
            data["first_dealer"] = names.index(typed[dealer])
        return data | {"names": names}


class NewTableForm(TermsForm, SeatsForm):
    """A new sheet: who sits where, by which rules, for what stake."""

    circle = forms.UUIDField(required=False, widget=forms.HiddenInput)
    title = NameField(label=gettext_lazy("Name of your group"), max_length=120, required=False)

    def __init__(
        self,
        data: Mapping[str, Any] | None = None,
        *,
        device: UUID | None,
        start: Mapping[str, Any] | None = None,
    ) -> None:
        """`start` is what it begins with, as `circles_of` has it; of a bound form, whose rules may be chosen, too."""
        super().__init__(data)
        start = start or {"rules": DEFAULT_RULES}
        self.club = UUID(start["circle"]) if start.get("circle") else None
        self.initial = _initial(start)
        self.offer_rules(device, start)

    def clean(self) -> dict[str, Any]:
        """Adds `names` and `house_rules`, which must be for so many."""
        data = super().clean()
        rules = self.chosen_rules(data)
        if rules is not None and not self.errors.keys() - {"first_dealer"}:
            self._check_size(rules, data["names"])
        return data | {"house_rules": rules}

    def table(self) -> NewTable:
        """Its table; only after the form was found valid."""
        data = self.cleaned_data
        plain = {name: data[name] for name in ("names", "first_dealer", "title", "stake", "currency")}
        return NewTable(rules=data["house_rules"], **plain)

    def _check_size(self, rules: HouseRules, names: list[str]) -> None:
        """Report somebody who is missing at their place, and offer rules for so many people first."""
        size = len(names)
        if size in rules.sizes:
            return
        sizes = _(" or ").join(map(str, rules.sizes))
        sentence = _("These house rules are for %(sizes)s players, and here are %(size)s.")
        empty = [f"name_{number}" for number in range(SEATS) if not self.cleaned_data.get(f"name_{number}")]
        self.add_error(empty[0] if size < min(rules.sizes) else "rules", sentence % {"sizes": sizes, "size": size})
        field = self.fields["rules"]
        if isinstance(field, forms.ChoiceField):
            offered: Any = field.choices
            field.choices = sorted(offered, key=lambda group: not _is_for(group, size))


def _is_for(group: tuple[Any, Any], size: int) -> bool:
    """Tell whether a group of choices has rules for so many people; what is not published may always be."""
    offers = group[1] if isinstance(group[1], list | tuple) else [group]
    return any(size in (sizes_of(value) or (size,)) for value, _name in offers)


def _initial(start: Mapping[str, Any]) -> dict[str, Any]:
    """Fields of a new table from what its circle begins with."""
    fields = {name: start[name] for name in ("circle", "title", "rules", "stake", "currency") if name in start}
    return fields | {f"name_{seat}": name for seat, (name, _key) in enumerate(start.get("people", ()))}


class TakenInForm(NewTableForm):
    """A sheet that a phone opened without network, with the ids that it made.

    Rules are found by their digest, whatever became of the offer meanwhile; a published set that was changed since by
    its identifier.
    """

    id = forms.UUIDField()
    asks = forms.BooleanField(required=False)
    """True while somebody waits for the answer, who can be asked who is meant."""
    digest = forms.CharField(max_length=SHORT, required=False)
    started_at = forms.DateTimeField(required=False)

    def __init__(self, data: Mapping[str, Any] | None = None, *, device: UUID | None) -> None:
        super().__init__(data, device=device)
        self.fields["rules"] = forms.CharField(max_length=60)
        for number in range(SEATS):
            self.fields[f"person_{number}"] = forms.IntegerField(required=False)

    def chosen_rules(self, data: Mapping[str, Any]) -> HouseRules | None:
        """The rules of this digest, else those chosen."""
        rules = kept_rules(data.get("digest", "")) or chosen(data.get("rules", ""), self.device)
        if rules is None:
            self.add_error("rules", _("These house rules are not known here."))
        return rules

    def clean(self) -> dict[str, Any]:
        """Asks about people of the circle, if the device manages it."""
        club = managed_club(self.cleaned_data.get("circle"), self.device) if self.cleaned_data["asks"] else None
        self.club, self.asks_about_much = club.pk if club else None, self.cleaned_data["asks"]
        return super().clean()

    def opening(self) -> dict[str, Any]:
        """The evening as `services.take_in` has it; only after the form was found valid."""
        data = self.cleaned_data
        seats = [number for number in range(SEATS) if data[f"name_{number}"]]
        return {
            "key": data["id"],
            "table": self.table(),
            "circle": data["circle"],
            "persons": [data[f"person_{number}"] for number in seats],
            "started_at": data["started_at"],
        }
