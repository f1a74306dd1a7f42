"""Clubs that could become one, people of both who may be one person, and the forms that ask."""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from cegoscore.clubs.club_names import label_clubs
from cegoscore.clubs.likeness import alike
from cegoscore.clubs.models import Club, Player
from cegoscore.clubs.people import persons_of, same_person
from tournaments.seasons.queries import clubs_managed_by

Alike = tuple[Player, Player, bool]
"""Somebody of the other club, the one of this club who is called so or alike, and whether the name is the same."""


def joinable_clubs(club: Club, device: uuid.UUID | None) -> Mapping[uuid.UUID, str]:
    """The other clubs that the device manages, by what they are called; no two look alike."""
    return label_clubs(managed for managed in clubs_managed_by(device) if managed.pk != club.pk)


def joining_page(other: Club, label: str, alike: Sequence[Alike]) -> dict[str, Any]:
    """Everything that another club would bring along; of its people those whose name is new here."""
    known = {gone.pk for gone, _kept, _is_same in alike}
    everybody = persons_of(other.pk).exclude(name="").order_by("name", "pk")
    return {
        "other": other,
        "label": label,
        "new": [player for player in everybody if player.pk not in known],
        "evenings": other.sessions.filter(event=None, deleted_at=None).count(),
        "tournaments": other.tournaments.count(),
        "seasons": other.seasons.count(),
    }


def alike_people(club: Club, other: Club) -> list[Alike]:
    """People of the other club who are in this one by the same name, or one that is alike, each with one of it."""
    free = list(persons_of(club.pk).exclude(name="").order_by("pk"))
    left = persons_of(other.pk).exclude(name="").order_by("name", "pk")
    pairs: list[Alike] = []
    for player in sorted(left, key=lambda player: not same_person(free, player.name, player.village)):
        same = same_person(free, player.name, player.village)
        if partner := same or next(iter(alike(free, player.name, player.village)), None):
            free.remove(partner)
            pairs.append((player, partner, same is not None))
    return pairs


SAME, APART = "same", "apart"


class OtherClubForm(forms.Form):
    """The club that is to become one with this one."""

    other = forms.ChoiceField(label=_("The other group"))

    def __init__(self, data: Mapping[str, Any] | None = None, *, offered: Mapping[uuid.UUID, str]) -> None:
        super().__init__(data)
        field = self.fields["other"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [(str(key), label) for key, label in offered.items()]


class SamePeopleForm(forms.Form):
    """An answer for everybody whose name is in both clubs: one person, or two."""

    def __init__(self, data: Mapping[str, Any] | None = None, *, alike: Sequence[Alike]) -> None:
        super().__init__(data)
        self.alike = alike
        for gone, _kept, is_same in alike:
            self.fields[f"person_{gone.pk}"] = forms.ChoiceField(
                label=gone.name,
                choices=[(SAME, _("one person")), (APART, _("two people"))],
                initial=SAME if is_same else APART,
            )

    @property
    def rows(self) -> list[tuple[Player, Player, bool, forms.BoundField]]:
        """The pairs with their fields."""
        return [(*pair, self[f"person_{pair[0].pk}"]) for pair in self.alike]

    @property
    def pairs(self) -> dict[int, int]:
        """Those who are one person, by the key of the other club's row; only after the form was found valid."""
        data = self.cleaned_data
        return {gone.pk: kept.pk for gone, kept, _same in self.alike if data[f"person_{gone.pk}"] == SAME}
