"""Static files of another edition, for a page of a host that is updated sooner or later than this one.

While hosts have two editions, a page may come from the one and its files be asked for at the other, in either
direction. The file that now bears the name stands in for one whose hash is not here: nobody has the other edition's,
least of all a host that is still to be updated. So a page has its style and scripts, perhaps of a day before or after.
"""

import re
from urllib.parse import urlsplit

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from whitenoise.middleware import WhiteNoiseMiddleware

HASHED = re.compile(r"(.+)\.[0-9a-f]{12}(\.\w+)")
"""A file's address with the hash of its content."""


class StaticFiles(WhiteNoiseMiddleware):  # type: ignore[misc]  # WhiteNoise has no types
    """Serves the collected files; nobody keeps one that stands in for another."""

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Serve a file, or pass the request on."""
        stand_in = None if request.path_info in self.files else self.files.get(self._stand_in(request.path_info))
        if stand_in is None:
            answer: HttpResponseBase = super().__call__(request)
            return answer
        response: HttpResponseBase = self.serve(stand_in, request)
        response["Cache-Control"] = "no-store"
        response["Vary"] = "*"  # nor does a phone's worker, which keeps what it is told to: it refuses this
        return response

    def _stand_in(self, path: str) -> str:
        """The address under which this edition has the file; empty if it has none of that name."""
        named = HASHED.fullmatch(path) if path.startswith(self.static_prefix) else None
        address = self.get_static_url(f"{named[1]}{named[2]}".removeprefix(self.static_prefix)) if named else None
        return urlsplit(address or "").path
