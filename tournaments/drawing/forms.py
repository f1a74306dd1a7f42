"""Forms of the draw: seed, redraw, swaps, wishes."""

from django import forms
from django.utils.translation import gettext_lazy as _

from cegoscore.contest.draw import TABLE_SIZES, Remainder
from tournaments.course.forms import DeskForm, EntrantField, WhyForm, number_field
from tournaments.drawing.seating import HEAVIEST


class SeedForm(DeskForm):
    """The seed of a draw."""

    seed = forms.CharField(label=_("Draw number"), max_length=60)


class DivideForm(WhyForm):
    """Another division into tables."""

    size = forms.TypedChoiceField(coerce=int, choices=[(size, size) for size in TABLE_SIZES])
    remainder = forms.TypedChoiceField(coerce=Remainder, choices=[(way.value, way.value) for way in Remainder])


class UndrawForm(WhyForm):
    """A draw taken back; hands that were written before the start go with it only if that is ticked."""

    drops_hands = forms.BooleanField(label=_("The hands written so far go with it"), required=False)


class RedrawForm(SeedForm, UndrawForm):
    """Another draw instead of the one that was looked at."""

    seen = forms.CharField(max_length=20, widget=forms.HiddenInput)
    field_order = ("seed", "why", "drops_hands")


class SwapForm(WhyForm):
    """A swap of two start numbers' seats."""

    one = EntrantField(_("Name or number"))
    other = EntrantField(_("swaps with"))
    seen = forms.CharField(max_length=20, widget=forms.HiddenInput)
    field_order = ("one", "other", "why")


class KeepApartForm(DeskForm):
    """A wish of two start numbers to sit apart."""

    one = EntrantField(_("Name or number"))
    other = EntrantField(_("not with"))
    weight = forms.TypedChoiceField(
        label=_("How important"),
        coerce=int,
        choices=((1, _("if possible")), (3, _("important")), (HEAVIEST, _("very important"))),
    )


class FixedTableForm(DeskForm):
    """A start number and the table where it sits in every round."""

    number = EntrantField(_("Name or number"))
    table = number_field(_("always at table"))
