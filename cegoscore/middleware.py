"""Middleware of every answer: its headers and its compression."""

import re
from collections.abc import Callable

import brotli
from django.http import HttpRequest, HttpResponse, HttpResponseBadRequest
from django.utils.cache import patch_vary_headers

# What a browser may offer to pages of this site; a score sheet only ever asks to keep the screen on.
PERMISSIONS_POLICY = ", ".join(
    [
        "screen-wake-lock=(self)",
        *(f"{feature}=()" for feature in ("camera", "geolocation", "microphone", "payment", "usb", "browsing-topics")),
    ]
)

BROTLI = re.compile(r"\bbr\b")
BROTLI_QUALITY = 5
"""As quick as gzip, and a page is a tenth smaller."""
WORTH_IT = 200
"""Bytes, as for gzip."""

BY_LINK = ("/sheets/", "/s/")

OURS = "X-Cegoscore"
"""Header of every answer of this server. Without it a phone takes no answer for the server's word, whatever its status:
the login page of an inn's network and a proxy's refusal do not bear it."""


def permissions_policy(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Send the Permissions-Policy header, which Django has no setting for."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        response.headers.setdefault("Permissions-Policy", PERMISSIONS_POLICY)
        return response

    return middleware


def bears_our_name(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Send the header by which phones know answers of this server: refusals, errors and files bear it as well."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        response.headers[OURS] = "1"
        return response

    return middleware


def brotli_pages(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Compress pages for browsers that take Brotli, which they say over HTTPS only; gzip gets the others.

    Nothing secret in a page can be guessed by its size: form tokens are masked anew, and the cookie that makes a page
    somebody's own is not sent along by other sites.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        accepted = BROTLI.search(request.headers.get("Accept-Encoding", ""))
        if not accepted or response.streaming or response.has_header("Content-Encoding"):
            return response
        if len(response.content) >= WORTH_IT:
            patch_vary_headers(response, ("Accept-Encoding",))
            response.content = brotli.compress(response.content, mode=brotli.MODE_TEXT, quality=BROTLI_QUALITY)
            response.headers["Content-Encoding"] = "br"
            response.headers["Content-Length"] = str(len(response.content))
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
