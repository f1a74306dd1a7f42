"""Those who ask, by their addresses, and what each of them may have in progress at once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from granian.rsgi import Scope

from cegoscore.front.rsgi import RequestRefused
from cegoscore.reached import address_of, network_of


class Shares:
    """Things in progress of every caller, who may have only so many of them at once."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.taken = Counter[str]()

    @contextmanager
    def one_more(self, caller: str) -> Iterator[None]:
        """Count one more while it lasts; raises `RequestRefused` if the caller has its share already."""
        if self.taken[caller] >= self.most:
            raise RequestRefused(503)
        self.taken[caller] += 1
        try:
            yield
        finally:
            self.taken[caller] -= 1
            if not self.taken[caller]:
                del self.taken[caller]


def caller_of(scope: Scope) -> str:
    """Name whoever sent a request."""
    forwarded = ",".join(value for name, value in scope.headers.items() if name == "x-forwarded-for")
    return network_of(address_of(forwarded, scope.client.rpartition(":")[0].strip("[]")))
