"""The search in a club's log."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from cegoscore.clubs.names import NameField


class LogSearchForm(forms.Form):
    """Words that an entry or its device has."""

    q = NameField(label=_("A name, an evening, a device"), required=False, max_length=100)
