"""Metrics in the Prometheus format, on an address of their own (METRICS); imported only where that is set.

Every process counts in files of `metrics` in the data folder, which the start empties; the one that has got the address
adds all of them up.
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Iterator

from django.conf import settings
from django.db import connection
from django.http import HttpRequest, HttpResponse
from prometheus_client import CollectorRegistry, Histogram, start_http_server
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import Collector

from cegoscore.gauges import GAUGES

AGAIN_AFTER = 5.0
"""Seconds after which a process tries again to get the address, in case the one that had it has ended."""

REQUESTS = Histogram(
    "cegoscore_request_seconds",
    "Time from a whole request to its answer, held questions of the bell not among them",
    ["route", "method", "status"],
    buckets=(0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10),
)


def timed(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Count every request by the name of its route, never by what a stranger typed."""

    def middleware(request: HttpRequest) -> HttpResponse:
        began = time.perf_counter()
        response = get_response(request)
        route = request.resolver_match.url_name if request.resolver_match else None
        method = request.method if request.method in ("GET", "HEAD", "POST") else "other"
        REQUESTS.labels(route or "none", method, response.status_code).observe(time.perf_counter() - began)
        return response

    return middleware


class Gauges(Collector):
    """The registered gauges, read anew for everyone who asks."""

    def collect(self) -> Iterator[GaugeMetricFamily]:
        """Read them with a connection of this thread's own, which ends with the answer."""
        try:
            for read in GAUGES:
                for gauge in read():
                    yield GaugeMetricFamily(gauge.name, gauge.meaning, value=gauge.value)
        finally:
            connection.close()


def serve_metrics() -> None:
    """Answer on the address of METRICS as soon as no other process does."""
    threading.Thread(target=_serve, args=settings.METRICS or (), daemon=True).start()


def _serve(host: str, port: int) -> None:
    registry = CollectorRegistry()
    if "PROMETHEUS_MULTIPROC_DIR" in os.environ:
        MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    registry.register(Gauges())
    while True:
        try:
            start_http_server(port, addr=host, registry=registry)
        except OSError:
            time.sleep(AGAIN_AFTER)
        else:
            return
