"""Middleware of every answer: its headers and its compression."""

import re
import secrets
from collections.abc import Callable

import brotli
from django.conf import settings
from django.core.exceptions import SuspiciousOperation
from django.http import HttpRequest, HttpResponse, HttpResponseBadRequest, HttpResponseRedirect
from django.http.multipartparser import MultiPartParserError
from django.http.response import HttpResponseBase
from django.middleware.common import CommonMiddleware
from django.shortcuts import render
from django.urls import is_valid_path
from django.utils.cache import patch_vary_headers
from django.utils.log import log_response

from cegoscore import logs
from cegoscore.database.retries import commits, is_unavailable, second_try
from cegoscore.front.turns import TOO_MANY
from cegoscore.reached import is_ours

# What a browser may offer to pages of this site; a score sheet only ever asks to keep the screen on.
PERMISSIONS_POLICY = ", ".join(
    [
        "screen-wake-lock=(self)",
        *(f"{feature}=()" for feature in ("camera", "geolocation", "microphone", "payment", "usb", "browsing-topics")),
    ]
)

BROTLI = re.compile(r"\bbr\b")
BROTLI_QUALITY = 5
"""As quick as gzip, and a page is a tenth smaller. An answer that is asked for seldom may name a higher one itself."""
WORTH_IT = 200
"""Bytes, as for gzip."""

BOUNDARY = re.compile(r"[ -~]{0,200}[!-~]")
"""Text that divides the fields of a form with files (RFC 2046)."""

BY_LINK = ("/sheets/", "/s/")

OURS = "X-Cegoscore"
"""Header of every answer of this server. Without it a phone takes no answer for the server's word, whatever its status:
the login page of an inn's network and a proxy's refusal do not bear it."""


LINK = re.compile(r".*[^\W_]", re.DOTALL)
"""A link in a message, without the signs behind it that are taken for a part of it; some set it in bold or italics."""
LANGUAGE = re.compile(r"(lang=|[^=&]+-)([a-z]{2,3})")
"""All that stands behind the `?`: a language, or an edition, which ends with its language."""
REQUEST_ID = re.compile(r"[A-Za-z0-9_-]{8,64}")
"""Names that a proxy may give to its requests."""
SOON = "5"
"""Seconds after which it is worth trying again when the database could not be written to."""


Answer = Callable[[HttpRequest], HttpResponse]


def name_request(get_response: Answer) -> Answer:
    """Name the request in its log lines and its answer: as the proxy does, or by ourselves.

    The answer, be it a page, a refusal, an error or a file, bears the header by which phones know this server's.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        header = request.headers.get("X-Request-ID", "")
        name = header if REQUEST_ID.fullmatch(header) else secrets.token_hex(6)
        logs.request_id.set(name)
        response = get_response(request)
        response.headers["X-Request-ID"] = name
        response.headers[OURS] = "1"
        return response

    return middleware


class CommonForPages(CommonMiddleware):
    """Answers pages by our own names only. Proxies and monitors ask by the address that they know."""

    def process_request(self, request: HttpRequest) -> HttpResponse | None:  # type: ignore[override]  # not only to lead on
        """Look at pages alone: nothing that machines ask for says by which name it was asked.

        A refusal names nothing but what was asked for: whoever owns that name may have a script read it.
        """
        if any(re.search(path, request.path.lstrip("/")) for path in settings.SECURE_REDIRECT_EXEMPT):
            return None
        if is_ours(name := request.get_host()):
            return super().process_request(request)
        response = render(request, "unknown_name.html", {"name": name}, status=400)
        log_response("Not a name of this server: %s", name, response=response, request=request)
        return response

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        """Lead on from an address to which messengers added the end of the sentence, or which takes forms only."""
        is_lost = response.status_code == 404 and request.method in ("GET", "HEAD")
        link = LINK.match(request.path) if is_lost else None
        if link and link[0] != request.path and is_valid_path(link[0]):
            return HttpResponseRedirect(link[0])
        if response.status_code == 405 and "text/html" in request.headers.get("Accept", "") and request.method == "GET":
            return HttpResponseRedirect(_above(request.path))
        return super().process_response(request, response)


def _above(path: str) -> str:
    """The nearest page above an address: that of its form."""
    above = path.rpartition("/")[0]
    return above if is_valid_path(above) else _above(above) if above else "/"


class Unavailable:
    """Answers 503 in plain words when the database is away, full, or locked for too long; what was sent is lost.

    A view that was only unlucky is tried again before (`second_try`).
    """

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Pass the request on, with the commits before it."""
        request.commits_before = commits()  # type: ignore[attr-defined]
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, problem: Exception) -> HttpResponse | None:
        """Answer for a view that the database has left alone; its transaction is rolled back."""
        if answer := second_try(request, problem, request.commits_before):  # type: ignore[attr-defined]
            return answer
        if not is_unavailable(problem):
            return None
        response = render(request, "503.html", status=503)
        response.headers["Retry-After"] = SOON
        log_response("Unavailable: %s", request.path, response=response, request=request, exception=problem)
        return response


class OneAtATime:
    """Answers 503 in plain words where what is done one at a time is not to be had: what was typed is sent again."""

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Pass the request on."""
        return self.get_response(request)

    def process_view(self, request: HttpRequest, *_view: object) -> HttpResponse | None:
        """Answer in the view's place if the request's turn has not come."""
        if TOO_MANY not in request.META:
            return None
        typed = [(name, value) for name, values in request.POST.lists() for value in values]
        fields = [(name, value) for name, value in typed if name != "csrfmiddlewaretoken"]
        response = render(request, "one_at_a_time.html", {"kept": fields, "files": list(request.FILES)}, status=503)
        response.headers["Retry-After"] = SOON
        return response


def headers_of_pages(get_response: Answer) -> Answer:
    """Send the Permissions-Policy header, which Django has no setting for, and keep search engines from sheets.

    The pages of sheets say so too, documents and tables cannot. Answers are kept out of every cache: who asks decides
    what they say. A view that knows better says so itself; with a cookie no view knows better, so this stands outside
    of all that sets one.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        response.headers["Permissions-Policy"] = PERMISSIONS_POLICY
        if request.path.startswith(BY_LINK):
            response.headers["X-Robots-Tag"] = "noindex"
        if response.cookies or "Cache-Control" not in response.headers:
            response.headers["Cache-Control"] = "private, no-store"
        return response

    return middleware


def brotli_pages(get_response: Answer) -> Answer:
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
            quality = getattr(response, "brotli_quality", BROTLI_QUALITY)
            response.content = brotli.compress(response.content, mode=brotli.MODE_TEXT, quality=quality)
            response.headers["Content-Encoding"] = "br"
            response.headers["Content-Length"] = str(len(response.content))
        return response

    return middleware


def language_of_address(get_response: Answer) -> Answer:
    """Take the language of an address for the one that the browser asks for.

    What a phone's worker asks for must be of its pages' language, and browsers send what they like along with it. A
    language that a person has chosen on a page comes first. The view sees the address of a page without `lang=de`.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        named = LANGUAGE.fullmatch(request.META["QUERY_STRING"])
        if named and named[2] in dict(settings.LANGUAGES):
            request.META["HTTP_ACCEPT_LANGUAGE"] = named[2]
            if named[1] == "lang=":
                request.META["QUERY_STRING"] = ""
        return get_response(request)

    return middleware


def readable_forms(get_response: Answer) -> Answer:
    """Refuse forms that no page of ours sends, where it can still be said: a page of an error reads them, too."""

    def middleware(request: HttpRequest) -> HttpResponse:
        params = request.content_params or {}
        if params.get("charset", "utf-8").lower() not in ("utf-8", "utf8"):
            return HttpResponseBadRequest("Only UTF-8, please.", content_type="text/plain")
        if request.content_type == "multipart/form-data" and not BOUNDARY.fullmatch(params.get("boundary", "")):
            return HttpResponseBadRequest("A form without its boundary.", content_type="text/plain")
        try:
            _ = request.POST
        except (MultiPartParserError, SuspiciousOperation):
            return HttpResponseBadRequest("No form that can be read.", content_type="text/plain")
        return get_response(request)

    return middleware
