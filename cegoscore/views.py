"""The views that belong to no app."""

from django.http import HttpRequest, JsonResponse
from django.templatetags.static import static
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe


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
