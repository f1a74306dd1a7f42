"""Forms of the draw: seed, redraw, swaps, wishes."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.course.forms import DeskForm, WhyForm, number_field
from tournaments.drawing.wishes import HEAVIEST


class SeedForm(DeskForm):
    """The seed of a draw."""

    seed = forms.CharField(label=_("The lot follows from"), max_length=60)


class RedrawForm(SeedForm, WhyForm):
    """Another draw instead of the one that was looked at."""

    edition = forms.CharField(max_length=20, widget=forms.HiddenInput)
    field_order = ("seed", "why")


class SwapForm(WhyForm):
    """A swap of two start numbers' seats."""

    one = number_field(_("Number"))
    other = number_field(_("swaps with number"))
    edition = forms.CharField(max_length=20, widget=forms.HiddenInput)
    field_order = ("one", "other", "why")


class KeepApartForm(DeskForm):
    """A wish of two start numbers to sit apart."""

    one = number_field(_("Number"))
    other = number_field(_("not with number"))
    weight = forms.TypedChoiceField(
        label=_("How important"),
        coerce=int,
        choices=((1, _("if possible")), (3, _("important")), (HEAVIEST, _("very important"))),
    )


class FixedTableForm(DeskForm):
    """A start number and the table where it sits in every round."""

    number = number_field(_("Number"))
    table = number_field(_("always at table"))
