"""Page of all components, for developers: one look tells what a change of style does. Only with DEBUG=1."""

from __future__ import annotations

import re

from django import forms
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from cegoscore import files

SYMBOLS = ("_fir.html", "_symbols.html")
COLOURS = ("ground", "paper", "tray", "key", "ink", "faint", "rule", "edge", "accent", "on-accent")
"""Custom properties of `static/app.css`."""


class ComponentsForm(forms.Form):
    """A field of each kind; posted empty, so that it shows its errors."""

    marks_optional = True

    name = forms.CharField(label=_("Name"), help_text=_("Name, village"))
    hands = forms.IntegerField(label=_("Hands"), min_value=1)
    day = forms.DateField(label=_("Day"), required=False, widget=forms.DateInput(attrs={"type": "date"}))
    rules = forms.ChoiceField(label=_("Rules"), choices=[("grupp", "Claus D. Grupp"), ("dreier", "Dreier-Cego")])
    order = forms.ChoiceField(
        label=_("Equal points: what decides, one after the other"),
        choices=[("points", _("Points")), ("name", _("Name"))],
        widget=forms.RadioSelect,
    )
    people = forms.MultipleChoiceField(
        label=_("People"), choices=[("1", "Anna"), ("2", "Bernd")], widget=forms.CheckboxSelectMultiple, required=False
    )
    is_public = forms.BooleanField(label=_("Who sees it"), required=False)


@require_safe
def components(request: HttpRequest) -> HttpResponse:
    """Show every component that pages share, with every symbol and colour."""
    if not settings.DEBUG:
        raise Http404
    drawings = "".join((files.HOME / "templates" / name).read_text("utf-8") for name in SYMBOLS)
    context = {
        "symbols": re.findall(r'id="i-([\w-]+)"', drawings),
        "colours": COLOURS,
        "form": ComponentsForm(),
        "faulty_form": ComponentsForm({}, auto_id="faulty_%s"),
    }
    return render(request, "components.html", context)
