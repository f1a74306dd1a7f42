"""Forms of a club night: its plan, who sits at which table, who goes to another one."""

from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from typing import Any, ClassVar
from uuid import UUID

from django import forms
from django.utils.translation import gettext as _, gettext_lazy

from cegoscore.clubs.house_rules.rule_sets import choice_of, own_keys, rules_of
from cegoscore.clubs.models import Club
from cegoscore.clubs.people import identity, name_and_village
from cegoscore.clubs.wording import in_language
from cegoscore.nights.page import NightLine
from cegoscore.nights.queries import MOST_TABLES, last_played
from cegoscore.scoresheet.evening.circles import begins_with
from cegoscore.scoresheet.evening.forms import field_of
from cegoscore.scoresheet.evening.new_table_form import SEATS, PersonField, SeatsForm, TermsForm, WhoIsMeant
from cegoscore.scoresheet.ledger.writing import DEFAULT_RULES
from cegoscore.scoresheet.models import PLANNED, ClubNight

MOST_VERSION = 2**31 - 2


class NightForm(TermsForm, forms.ModelForm):  # type: ignore[type-arg]
    """Name, day and place of a night; rules and stake of its tables."""

    uuid = forms.UUIDField(widget=forms.HiddenInput)
    version = forms.IntegerField(widget=forms.HiddenInput, min_value=0, max_value=MOST_VERSION)
    places = forms.IntegerField(label=gettext_lazy("How many tables?"), min_value=1, max_value=MOST_TABLES)

    class Meta:
        model = ClubNight
        fields = PLANNED
        labels: ClassVar = {
            "name": gettext_lazy("Name of the group night"),
            "day": gettext_lazy("Day"),
            "place": gettext_lazy("Place"),
        }
        formfield_callback = field_of

    def __init__(self, data: Mapping[str, Any] | None = None, *, device: UUID | None, night: ClubNight) -> None:
        """`night`: what it begins with, whose rules may be such as nobody is offered."""
        row = night.rule_set if night.rule_set_id else None
        rules = choice_of(row, night.club_id, own_keys([night.club])) if row else DEFAULT_RULES
        start = {"uuid": night.pk, "version": night.version, "rules": rules}
        super().__init__(data, instance=copy(night), initial=start)
        self.offer_rules(device, start | {"rules_name": in_language(rules_of(row).name) if row else ""})

    def clean(self) -> dict[str, Any]:
        """Adds `house_rules`."""
        data = super().clean()
        return data | {"house_rules": self.chosen_rules(data)}

    def plan(self) -> dict[str, Any]:
        """The night as `services.plan_night` takes it; only after the form was found valid."""
        data = self.cleaned_data
        return {name: data[name] for name in PLANNED} | {"rules": data["house_rules"]}


def begun(club: Club, **begins: Any) -> ClubNight:
    """A night that nobody has saved yet, with rules and stake as the club's tables begin."""
    rules, money = begins_with(club, last_played(club))
    return ClubNight(club=club, places=2, rule_set=rules, stake=money.stake, currency=money.currency, **begins)


class OpenTablesForm(WhoIsMeant):
    """The names of those who sit at each free table; a table without names stays free."""

    def __init__(
        self, data: Mapping[str, Any] | None = None, *, numbers: Sequence[int], club: UUID | None = None
    ) -> None:
        super().__init__(data)
        self.numbers, self.club = numbers, club
        for number in numbers:
            for seat in range(SEATS):
                label = _("Table %(table)s, player %(number)s") % {"table": number, "number": seat + 1}
                self.fields[_seat(number, seat)] = PersonField(label=label)

    @property
    def tables(self) -> list[tuple[int, list[forms.BoundField]]]:
        """The fields of each table."""
        return [(number, [self[_seat(number, seat)] for seat in range(SEATS)]) for number in self.numbers]

    def clean(self) -> dict[str, Any]:
        """Adds `rows`: names by table. Nobody sits in two places."""
        self.ask_who(self.club, [_seat(number, seat) for number in self.numbers for seat in range(SEATS)])
        data, seen = self.cleaned_data, set[tuple[str, ...]]()
        rows: dict[int, list[str]] = {}
        for number in self.numbers:
            fields = [_seat(number, seat) for seat in range(SEATS)]
            rows[number] = [data[field] for field in fields if data.get(field)]
            for field in fields:
                person = identity(*name_and_village(data.get(field, "")))
                if person[0] and person in seen:
                    self.add_error(field, _("This name is here twice. Add an initial."))
                seen.add(person)
        return data | {"rows": rows}


def _seat(number: int, seat: int) -> str:
    return f"table_{number}_{seat}"


class OwnTableForm(SeatsForm):
    """A free table, and who sits down at it."""

    table = forms.TypedChoiceField(label=gettext_lazy("Table"), coerce=int)

    def __init__(self, data: Mapping[str, Any] | None = None, *, numbers: Sequence[int], asked: str = "") -> None:
        super().__init__(data)
        field = self.fields["table"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [(number, str(number)) for number in numbers]
        field.initial = asked if asked in map(str, numbers) else None


class AddSheetsForm(forms.Form):
    """Open sheets of the club that are to be tables of the night."""

    def __init__(self, data: Mapping[str, Any] | None = None, *, offered: Iterable[UUID]) -> None:
        super().__init__(data)
        self.fields["sheets"] = forms.TypedMultipleChoiceField(
            choices=[(key, "") for key in offered],
            coerce=UUID,
            error_messages={"required": gettext_lazy("Tick at least one table.")},
        )


class ArrangeForm(forms.Form):
    """The table of everybody on the night."""

    version = forms.IntegerField(widget=forms.HiddenInput, min_value=0, max_value=MOST_VERSION)

    def __init__(
        self,
        data: Mapping[str, Any] | None = None,
        *,
        night: ClubNight,
        lines: Sequence[NightLine],
        numbers: Sequence[int],
    ) -> None:
        super().__init__(data, initial={"version": night.version})
        self.people = {_person(line.key): line.key for line in lines}
        tables = [(number, _("Table %(number)s") % {"number": number}) for number in numbers]
        for line in lines:
            self.fields[_person(line.key)] = forms.TypedChoiceField(
                label=line.name,
                choices=[("", _("at no table")), *tables],
                coerce=int,
                empty_value=None,
                required=False,
                initial=line.table,
            )

    @property
    def rows(self) -> list[forms.BoundField]:
        """A choice for everybody."""
        return [self[name] for name in self.people]

    @property
    def places(self) -> dict[int, int | None]:
        """The table of each person who was on the page; only after the form was found valid."""
        return {person: self.cleaned_data[name] for name, person in self.people.items() if name in self.data}


def _person(key: int) -> str:
    return f"person_{key}"
