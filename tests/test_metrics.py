"""Metrics in the Prometheus format: off by default, counted by route, added up over the processes."""

from __future__ import annotations

import os
import re
import signal
import urllib.request
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

import pytest
from django.db import connection
from django.http import HttpResponse
from django.test import Client, RequestFactory
from django.urls import resolve
from prometheus_client import REGISTRY, CollectorRegistry, generate_latest
from pytest_django import Settings

from cegoscore.hosting.models import JobRun
from cegoscore.metrics import Gauges, timed
from tests.served import Server, Visitor, free_port, wait_until


def test_nothing_is_counted_or_served_by_default(client: Client, settings: Settings) -> None:
    assert settings.METRICS is None
    assert not any("metrics" in name for name in settings.MIDDLEWARE)
    assert client.get("/metrics").status_code == 404


def test_requests_are_counted_by_route_and_not_by_what_was_typed(rf: RequestFactory) -> None:
    def answer(request: object) -> HttpResponse:
        return HttpResponse(status=418)

    for path, route in (("/healthz", "healthz"), ("/typed/by/somebody", None)):
        request = rf.get(path)
        request.resolver_match = resolve(path) if route else None
        timed(answer)(request)
        labels = {"route": route or "none", "method": "GET", "status": "418"}
        assert REGISTRY.get_sample_value("cegoscore_request_seconds_count", labels) == 1
    timed(answer)(rf.generic("BREW", "/"))
    labels = {"route": "none", "method": "other", "status": "418"}
    assert REGISTRY.get_sample_value("cegoscore_request_seconds_count", labels) == 1


@pytest.mark.django_db
def test_gauges_say_what_the_host_has_to_know() -> None:
    ended = datetime(2026, 11, 22, 4, tzinfo=UTC)
    JobRun.objects.create(name="backup", due_at=ended, ended_at=ended, has_failed=True)
    registry = CollectorRegistry()
    closed: list[bool] = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(connection, "close", lambda: closed.append(True))  # the test's own is not closed
        registry.register(Gauges())
        text = generate_latest(registry).decode()
    assert closed == [True]  # each question comes in a thread of its own: nobody else would close its connection
    values = dict(re.findall(r"^(cegoscore_\w+) (.+)$", text, re.MULTILINE))
    assert float(values.pop("cegoscore_free_bytes")) > 0
    assert {name: float(value) for name, value in values.items()} == {
        "cegoscore_ready": 1,
        "cegoscore_backup_failed": 1,
        "cegoscore_backup_timestamp_seconds": ended.timestamp(),
    }


@pytest.mark.heavy
@pytest.mark.sqlite
def test_one_process_answers_for_all_and_another_one_after_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    port = free_port()
    monkeypatch.setenv("METRICS", f"127.0.0.1:{port}")
    server = Server(tmp_path, "", processes=3)

    def count() -> float:
        with suppress(OSError), urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=5) as answer:
            found = re.findall(
                r'^cegoscore_request_seconds_count{.*route="privacy".*} (.+)$', answer.read().decode(), re.MULTILINE
            )
            return sum(map(float, found))
        return -1

    try:
        for _ in range(30):
            Visitor(server).get("/privacy")
        wait_until(lambda: count() == 30, "all processes are counted")
        workers = children(server.started.process.pid)
        for worker in workers[:-1]:
            os.kill(worker, signal.SIGKILL)
        wait_until(lambda: count() == 30, "another process answers")
    finally:
        server.kill()


def children(parent: int) -> list[int]:
    return [int(number) for number in Path(f"/proc/{parent}/task/{parent}/children").read_text().split()]
