"""A finished page that a crowd reads, compressed once for everybody."""

from __future__ import annotations

import gzip
import hashlib
from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils.cache import get_conditional_response

VERSION = b"@version@"
"""Placeholder for the page's own version, with which it asks for a newer one."""
COMPRESSION = 4
"""Saves most of what can be saved, in half the time."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """A finished page; its version is made of its content."""

    body: bytes
    zipped: bytes
    version: str


def finished(content: bytes) -> Page:
    """A page made of its content."""
    version = hashlib.sha256(content).hexdigest()[:16]
    body = content.replace(VERSION, version.encode())
    return Page(body=body, zipped=gzip.compress(body, COMPRESSION, mtime=0), version=version)


def answer(request: HttpRequest, page: Page, *, is_public: bool) -> HttpResponseBase:
    """The page as this browser takes it: 204 for a live view that shows it already, 304 for a cache that has it.

    Compressed here, so that no middleware compresses it again for everybody.
    """
    if request.GET.get("v") == page.version:
        return HttpResponse(status=204)
    zipped = "gzip" in request.headers.get("Accept-Encoding", "")
    etag = f'"{page.version}{"-gz" if zipped else ""}"'
    headers = {
        "ETag": etag,
        "Cache-Control": "no-cache" if is_public else "private, no-cache",
        "Vary": "Accept-Encoding, Accept-Language, Cookie",
    }
    if zipped:
        headers["Content-Encoding"] = "gzip"
    response = HttpResponse(page.zipped if zipped else page.body, headers=headers)
    if "If-None-Match" not in request.headers:
        return response
    return get_conditional_response(request, etag=etag, response=response) or response
