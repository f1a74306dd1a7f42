"""Settings of a club; evenings that were opened before their circle was: moved into it, and back."""

import logging
from collections.abc import Mapping, Sequence
from copy import copy
from functools import partial
from typing import Any
from uuid import UUID

from django import forms
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from cegoscore.clubs.club_names import label_clubs, name_club
from cegoscore.clubs.errors import Refused
from cegoscore.clubs.house_rules.rule_sets import choice_of, own_keys, rules_of, stored
from cegoscore.clubs.log import note
from cegoscore.clubs.models import Club, Device, LogKind, Right
from cegoscore.clubs.models.club import SETTINGS
from cegoscore.clubs.names import NameField
from cegoscore.clubs.rights.access import right_on
from cegoscore.clubs.sites import site_of
from cegoscore.clubs.wording import in_language
from cegoscore.scoresheet.evening.evenings import Evening, evenings_of
from cegoscore.scoresheet.evening.forms import field_of
from cegoscore.scoresheet.evening.new_table_form import TermsForm
from cegoscore.scoresheet.ledger.services.sheets import called, move_sheets
from cegoscore.scoresheet.models import Session
from cegoscore.scoring.house_rules import HouseRules
from tournaments.clubhouse.joining import joinable_clubs
from tournaments.clubhouse.money.page import is_settled
from tournaments.seasons.models import SeasonEvent
from tournaments.setup.services import changes, settings_in_words

logger = logging.getLogger(__name__)


@transaction.atomic
def change_club(club: Club, *, name: str, rules: HouseRules | None, by: Device, **settings: Any) -> None:
    """Change what a club's managers set; its log says what, a name in an entry of its own. Idempotent."""
    name_club(club, name, by=by)
    before = settings_in_words(Club.objects.get(pk=club.pk), SETTINGS)
    Club.objects.filter(pk=club.pk).update(rule_set=stored(rules) if rules else None, **settings)
    was, now = changes(before, settings_in_words(Club.objects.get(pk=club.pk), SETTINGS))
    if was:
        note(club.pk, LogKind.CLUB_SETTINGS, device=by, before=was, after=now)


def gather(club: Club, evenings: Sequence[Session], *, by: UUID) -> None:
    """Move evenings of other clubs that the device manages into this one; the log can move each of them back.

    A sheet goes with those whose totals went on to it. Raises `Refused` if the device does not manage one of the clubs,
    and for an evening that counts in a season.
    """
    labels: dict[UUID, str] = {}

    def check(sheets: Sequence[Session]) -> None:
        clubs = {club.pk, *(sheet.club_id for sheet in sheets)}
        if any(right_on(by, target=key, club=key) != Right.MANAGE for key in clubs):
            raise Refused("club_not_managed")
        if any(sheet.night_id for sheet in sheets):
            raise Refused("table_of_a_night")
        if SeasonEvent.objects.filter(sheet__in=sheets).exists():
            raise Refused("counts_in_a_season")
        labels.update(label_clubs(Club.objects.filter(pk__in=clubs)))

    with transaction.atomic():
        sheets = move_sheets(evenings, club, check=check)
        for sheet in sheets:
            undoes = {"sheet": str(sheet.pk), "from": str(sheet.club_id)}
            moved = partial(
                note,
                kind=LogKind.SHEET_MOVED,
                device=by,
                subject=called(sheet),
                before=labels[sheet.club_id],
                after=labels[club.pk],
                tells=True,
            )
            moved(club.pk, undoes=undoes)
            moved(sheet.club_id)
    logger.info("device %s: %d sheets moved into club %s", by, len(sheets), club.pk)


def move_back(club: Club, *, sheet: UUID, to: UUID, by: UUID) -> None:
    """Undo what `gather` did to a sheet. Raises `Refused`, also if the sheet was moved on since."""
    there = Session.objects.filter(pk=sheet, club=club).first()
    before = Club.objects.filter(pk=to).first()
    if there is None or before is None:
        raise Refused("changed_since")
    gather(before, [there], by=by)


MOST = 200


def evenings_elsewhere(club: Club, device: UUID | None) -> list[tuple[Evening, str]]:
    """The newest evenings of other clubs that the device manages, each with what its club is called.

    Without those that count in a season.
    """
    labels = joinable_clubs(club, device)
    sheets = Session.objects.filter(club__in=list(labels), event=None, night=None, deleted_at=None, season_events=None)
    return [(evening, labels[evening.sheet.club_id]) for evening in evenings_of(sheets, MOST)]


TYPED = tuple(name for name in SETTINGS if name != "rule_set")


class ClubForm(TermsForm, forms.ModelForm):  # type: ignore[type-arg]
    """The settings of a club."""

    name = NameField(label=_("Name of your group"), max_length=120)

    class Meta:
        model = Club
        fields = TYPED
        formfield_callback = field_of

    def __init__(self, data: Mapping[str, Any] | None = None, *, device: UUID | None, club: Club) -> None:
        row = club.rule_set
        rules = choice_of(row, club.pk, own_keys([club])) if row else ""
        super().__init__(data, instance=copy(club), initial={"rules": rules})
        name = in_language(rules_of(row).name) if row else ""
        self.offer_rules(device, {"rules": rules, "rules_name": name}, none=str(_("as on the evening before")))

    def clean_site(self) -> str:
        """The site as browsers write it."""
        typed = self.cleaned_data["site"]
        return site_of(typed) if typed else ""

    def clean(self) -> dict[str, Any]:
        """A rule of the box says nothing without an amount; a page of the version before says nothing of the last."""
        data = super().clean() or {}
        if "site" not in self.data:
            data |= {name: getattr(self.instance, name) for name in ("names_last", "site")}
        if data.get("box_rule") and not data.get("box_amount"):
            self.add_error("box_amount", _("Say how much it is."))
        if self.has_changed_currency(data) and not is_settled(self.instance):
            self.add_error("currency", _("Money was booked in it. Settle the box first: nothing in it, nobody owes."))
        return data

    def has_changed_currency(self, data: Mapping[str, Any]) -> bool:
        """True if the amounts of the box would be of another currency."""
        before = Club.with_hidden.filter(pk=self.instance.pk).values_list("currency", flat=True).get()
        return bool(data.get("currency", before) != before)

    def settings(self) -> dict[str, Any]:
        """Arguments of `services.change_club`; only after the form was found valid."""
        data = self.cleaned_data
        return {name: data[name] for name in TYPED} | {"rules": self.chosen_rules(data)}


class GatherForm(forms.Form):
    """Evenings to be moved into a club."""

    def __init__(self, data: Mapping[str, Any] | None = None, *, offered: Sequence[tuple[Evening, str]]) -> None:
        super().__init__(data)
        self.fields["evenings"] = forms.ModelMultipleChoiceField(
            queryset=Session.objects.filter(pk__in=[evening.sheet.pk for evening, _club in offered]),
            error_messages={"required": _("Tick at least one evening.")},
        )
