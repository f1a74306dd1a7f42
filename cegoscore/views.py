"""The views that belong to no app."""

import logging

from django.db import DatabaseError, connection
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.templatetags.static import static
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

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


@require_safe
@never_cache
def healthz(request: HttpRequest) -> HttpResponse:
    """Tell a monitor whether the app can serve: the database has to answer."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError:
        logger.exception("The database does not answer")
        return HttpResponse("the database does not answer", status=503, content_type="text/plain")
    return HttpResponse("ok", content_type="text/plain")
