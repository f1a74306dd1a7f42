"""The views that belong to no app: the manifest, a form that was refused, all components for developers."""

import logging
import re

from django import forms
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.utils.translation import get_language, gettext as _, gettext_lazy
from django.views.decorators.http import require_safe

from cegoscore import files

logger = logging.getLogger(__name__)


@require_safe
def manifest(request: HttpRequest) -> JsonResponse:
    """Web app manifest, which a phone reads to put the app on its home screen."""
    icons = [
        ("icon-192", "192x192", "any"),
        ("icon-512", "512x512", "any"),
        ("icon-maskable-512", "512x512", "maskable"),
    ]
    content = {
        "name": "Cego",
        "short_name": "Cego",
        "description": _("The score sheet for Cego"),
        "lang": get_language(),
        "id": "/",
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": "#f3e9d5",
        "theme_color": "#f3e9d5",
        "icons": [
            {"src": static(f"img/{name}.png"), "sizes": sizes, "type": "image/png", "purpose": purpose}
            for name, sizes, purpose in icons
        ],
    }
    return JsonResponse(content, content_type="application/manifest+json")


FROM_ELSEWHERE = ("Origin checking failed", "Referer checking failed")
"""Beginnings of Django's reasons for a form that seems to come from another site."""


def refused_form(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Say why a form was refused: it is the visitor's, or what stands between us has changed where it comes from."""
    from_elsewhere = reason.startswith(FROM_ELSEWHERE)
    if from_elsewhere:
        logger.error("A form is taken for one of another site. If it was ours, the proxy is wrong: cegoscore doctor")
    return render(request, "403_csrf.html", {"from_elsewhere": from_elsewhere}, status=403)


SYMBOLS = ("_fir.html", "_symbols.html")
COLOURS = ("ground", "paper", "tray", "key", "ink", "faint", "rule", "edge", "accent", "on-accent")
"""Custom properties of `static/app.css`."""


class ComponentsForm(forms.Form):
    """A field of each kind; posted empty, so that it shows its errors."""

    marks_optional = True

    name = forms.CharField(label=gettext_lazy("Name"), help_text=gettext_lazy("Name, village"))
    hands = forms.IntegerField(label=gettext_lazy("Hands"), min_value=1)
    day = forms.DateField(label=gettext_lazy("Day"), required=False, widget=forms.DateInput(attrs={"type": "date"}))
    rules = forms.ChoiceField(
        label=gettext_lazy("Rules"), choices=[("grupp", "Claus D. Grupp"), ("dreier", "Dreier-Cego")]
    )
    order = forms.ChoiceField(
        label=gettext_lazy("Equal points: what decides, one after the other"),
        choices=[("points", gettext_lazy("Points")), ("name", gettext_lazy("Name"))],
        widget=forms.RadioSelect,
    )
    people = forms.MultipleChoiceField(
        label=gettext_lazy("People"),
        choices=[("1", "Anna"), ("2", "Bernd")],
        widget=forms.CheckboxSelectMultiple,
        required=False,
    )
    is_public = forms.BooleanField(label=gettext_lazy("Who sees it"), required=False)


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
