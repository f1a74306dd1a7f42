"""What is added to every answer."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, HttpResponseBadRequest

# What a browser may offer to pages of this site; a score sheet only ever asks to keep the screen on.
PERMISSIONS_POLICY = ", ".join(
    [
        "screen-wake-lock=(self)",
        *(f"{feature}=()" for feature in ("camera", "geolocation", "microphone", "payment", "usb", "browsing-topics")),
    ]
)

BY_LINK = ("/sheets/", "/s/")


def permissions_policy(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Send the Permissions-Policy header, which Django has no setting for."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        response.headers.setdefault("Permissions-Policy", PERMISSIONS_POLICY)
        return response

    return middleware


def sheets_are_not_indexed(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Keep what travels by link out of search engines; the pages say so too, documents and tables cannot."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if request.path.startswith(BY_LINK):
            response.headers["X-Robots-Tag"] = "noindex"
        return response

    return middleware


def utf8_forms(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Refuse forms in another encoding, which no page of ours sends, before anything tries to read them."""

    def middleware(request: HttpRequest) -> HttpResponse:
        if (request.content_params or {}).get("charset", "utf-8").lower() not in ("utf-8", "utf8"):
            return HttpResponseBadRequest("Only UTF-8, please.", content_type="text/plain")
        return get_response(request)

    return middleware
