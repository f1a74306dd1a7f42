"""A request reaches Django whole or not at all, and whoever sends or reads slowly keeps no thread busy."""

import asyncio
import os
import re
import tempfile
import threading
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, cast

import pytest
from django.conf import settings
from django.urls import reverse

from cegoscore.front import limits
from cegoscore.front.requests import Front
from cegoscore.front.turns import TOO_MANY
from cegoscore.server import system
from tests.front.fakes import Exchange, Headers, Scope

pytestmark = pytest.mark.sqlite  # needs no database: once is enough

FORM, IMPORT = "/new", "/tournaments/import"


class Handler:
    """In Django's place: notes each request with its body, and answers."""

    def __init__(self, answer: Iterable[bytes] = (b"done",), headers: tuple[tuple[str, str], ...] = ()) -> None:
        self.answer, self.headers = answer, headers
        self.requests: list[dict[str, Any]] = []

    def __call__(self, environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        self.requests.append(environ | {"body": environ["wsgi.input"].read()})
        start_response("200 OK", list(self.headers))
        return self.answer

    @property
    def bodies(self) -> list[bytes]:
        return [request["body"] for request in self.requests]


def ask(handler: Any, scope: Any, exchange: Any) -> Exchange:
    """Put one request to a front of one thread."""

    async def answer() -> None:
        with tempfile.TemporaryDirectory() as folder:
            await Front(handler, threads=1, folder=Path(folder)).__rsgi__(scope, exchange)
            await asyncio.sleep(0.1)  # then the file of a large answer is closed

    asyncio.run(answer())
    found: Exchange = exchange
    return found


def post(handler: Any, *parts: bytes | None, path: str = FORM, length: int | None = None) -> Exchange:
    """Send a body in parts: chunked, or with its length said before."""
    said = ("transfer-encoding", "chunked") if length is None else ("content-length", str(length))
    return ask(handler, Scope(method="POST", path=path, headers=Headers(said)), Exchange(*parts))


@pytest.fixture(autouse=True)
def hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody here has to be waited for."""
    monkeypatch.setattr(limits, "SILENCE", 0.05)
    monkeypatch.setattr(limits, "LOWEST_RATE", float("inf"))
    monkeypatch.setattr(limits, "LINGER", 0.05)


@pytest.mark.parametrize("length", [None, 7])
def test_a_body_that_came_in_pieces_reaches_django_whole_with_its_length(length: int | None) -> None:
    handler = Handler()
    exchange = post(handler, b"abc", b"defg", length=length)
    assert (exchange.status, exchange.body) == (200, b"done")
    assert [(request["body"], request["CONTENT_LENGTH"]) for request in handler.requests] == [(b"abcdefg", "7")]
    assert "HTTP_TRANSFER_ENCODING" not in handler.requests[0]


@pytest.mark.parametrize(("path", "length"), [(FORM, None), (FORM, 100), (IMPORT, None), (IMPORT, 1_000_000)])
def test_a_sender_who_falls_silent_is_given_up(length: int | None, path: str) -> None:
    handler = Handler()
    exchange = post(handler, b"abc", None, path=path, length=length)
    assert (exchange.status, exchange.headers["connection"], handler.requests) == (408, "close", [])


@pytest.mark.parametrize(("path", "length"), [(FORM, None), (FORM, 60_000), (IMPORT, None), (IMPORT, 1_000_000)])
def test_a_body_that_never_falls_silent_has_a_lowest_rate_all_the_same(length: int | None, path: str) -> None:
    handler = Handler()
    said = ("transfer-encoding", "chunked") if length is None else ("content-length", str(length))
    exchange = ask(handler, Scope(method="POST", path=path, headers=Headers(said)), Exchange(drips=True))
    assert (exchange.status, exchange.headers["connection"], handler.requests) == (408, "close", [])


@pytest.mark.parametrize(("parts", "length"), [((b"abc", b""), None), ((b"abc",), 100), ((b"abc", b""), 100)])
def test_a_body_that_breaks_off_never_reaches_django(parts: tuple[bytes, ...], length: int | None) -> None:
    handler = Handler()
    assert (post(handler, *parts, length=length).status, handler.requests) == (400, [])


def test_a_form_may_be_as_large_as_the_limit_and_not_a_byte_more() -> None:
    handler = Handler()
    most = b"x" * limits.MOST_FORM
    assert post(handler, most, length=len(most)).status == 200
    assert post(handler, most).status == 200
    assert post(handler, most, b"x").status == 413
    assert post(handler, most, b"x", length=len(most) + 1).status == 413
    assert handler.bodies == [most, most]


@pytest.mark.parametrize(("path", "most"), [(FORM, limits.MOST_FORM), (IMPORT, limits.MOST_IMPORT)])
def test_a_length_that_is_too_large_is_refused_before_anything_is_stored(
    path: str, most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "TemporaryFile", lambda: pytest.fail("something was stored"))
    monkeypatch.setattr(limits, "LINGER", 0)
    assert post(Handler(), None, path=path, length=most + 1).status == 413


def test_an_import_lies_on_disk_until_it_is_answered() -> None:
    large = os.urandom(1_000_000)
    kinds = []

    class Spying(Handler):
        def __call__(self, environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
            kinds.append(os.fstat(environ["wsgi.input"].fileno()).st_size)
            return super().__call__(environ, start_response)

    for length in (None, len(large)):
        handler = Spying()
        parts = [large[at : at + 50_000] for at in range(0, len(large), 50_000)]
        assert post(handler, *parts, path=IMPORT, length=length).status == 200
        assert handler.bodies == [large]
    assert kinds == [len(large)] * 2


def test_few_imports_at_once_and_the_next_one_is_asked_to_come_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "PATIENCE", 0.05)
    monkeypatch.setattr(limits, "SILENCE", 60)

    async def crowd(folder: Path) -> list[Any]:
        fronts = [Front(Handler(), threads=1, folder=folder) for _process in range(2)]
        scope: Any = Scope(method="POST", path=IMPORT, headers=Headers(("content-length", "100000")))
        slow: list[Any] = [Exchange(b"x", None) for _ in range(limits.MOST_IMPORTS)]
        busy = [asyncio.create_task(fronts[at % 2].__rsgi__(scope, each)) for at, each in enumerate(slow)]
        await asyncio.sleep(0)
        late: Any = Exchange(b"x" * 100_000)
        form: Any = Exchange(b"abc")
        await fronts[0].__rsgi__(scope, late)
        small: Any = Scope(method="POST", headers=Headers(("content-length", "3")))
        await fronts[0].__rsgi__(small, form)
        for task in busy:
            task.cancel()
        await asyncio.wait(busy)
        again: Any = Exchange(b"x" * 100_000)
        await fronts[1].__rsgi__(scope, again)
        return [late, form, again]

    with tempfile.TemporaryDirectory() as folder:
        late, form, again = asyncio.run(crowd(Path(folder)))
    assert [late.status, form.status, again.status] == [503, 200, 200]
    assert late.headers["retry-after"] == "2"


def test_of_many_imports_that_wait_for_a_place_only_one_looks_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    async def crowd(folder: Path) -> int:
        front, looks = Front(Handler(), threads=1, folder=folder), []
        monkeypatch.setattr(front, "_free_place", lambda: looks.append(1))
        monkeypatch.setattr(limits, "LOOK_FOR_ROOM", 60)
        scope: Any = Scope(method="POST", path=IMPORT, headers=Headers(("content-length", "100000")))
        exchanges: list[Any] = [Exchange(b"x" * 100_000) for _ in range(200)]
        tasks = [asyncio.create_task(front.__rsgi__(scope, exchange)) for exchange in exchanges]
        for _ in range(10):
            await asyncio.sleep(0)
        for task in tasks:
            task.cancel()
        await asyncio.wait(tasks)
        return len(looks)

    with tempfile.TemporaryDirectory() as folder:
        assert asyncio.run(crowd(Path(folder))) == 1


IMPORTS = (
    *("import_sheet", "read_unsent", "open_unsent", "import_entrants", "import_tournament", "replay_document"),
    "season_import",
    "read_club",
    "season_guests",
)


def test_every_view_that_takes_files_may_have_large_bodies() -> None:
    templates = [path.read_text() for path in (Path(__file__).parents[2] / "templates").rglob("*.html")]
    forms = [form for text in templates for form in re.findall(r"<form\b[^>]*>", text) if "multipart" in form]
    assert {name for form in forms for name in re.findall(r"{% url '(\w+)'", form)} == set(IMPORTS)
    some = "00000000-0000-4000-8000-000000000000"
    for name in IMPORTS:
        args = [] if name in ("import_sheet", "open_unsent", "import_tournament", "read_club") else [some]
        assert limits.most_bytes(reverse(name, args=args)) == limits.MOST_IMPORT, name
    for path in (FORM, "/no/such/page", f"/sheets/{some}/hands"):
        assert limits.most_bytes(path) == limits.MOST_FORM, path


def test_headers_mean_in_wsgi_what_they_said() -> None:
    handler = Handler()
    headers = Headers(
        ("host", "cego.example.org"),
        ("x-forwarded-for", "203.0.113.5"),
        ("x_forwarded_for", "10.0.0.1"),
        ("x_forwarded_proto", "https"),
        ("x-forwarded-for", "203.0.113.6"),
        ("cookie", "a=1"),
        ("cookie", "b=2"),
        ("content-type", "text/plain"),
    )
    ask(
        handler, Scope(path="/Räuber", query_string="q=%C3%A4", headers=headers, client="[2001:db8::1]:443"), Exchange()
    )
    (request,) = handler.requests
    assert {name: value for name, value in request.items() if name.startswith("HTTP_")} == {
        "HTTP_HOST": "cego.example.org",
        "HTTP_X_FORWARDED_FOR": "203.0.113.5,203.0.113.6",
        "HTTP_COOKIE": "a=1; b=2",
    }
    assert (request["CONTENT_TYPE"], request["REMOTE_ADDR"]) == ("text/plain", "2001:db8::1")
    assert (request["PATH_INFO"].encode("latin-1").decode(), request["QUERY_STRING"]) == ("/Räuber", "q=%C3%A4")
    assert (request["SERVER_NAME"], request["SERVER_PORT"], request["body"]) == ("127.0.0.1", "8000", b"")


def test_a_large_answer_is_sent_from_a_file_and_a_small_one_from_memory() -> None:
    piece = b"y" * 100_000
    small = ask(Handler((piece,)), Scope(), Exchange())
    large = ask(Handler(piece for _ in range(15)), Scope(), Exchange())
    said = ask(Handler((piece for _ in range(15)), (("Content-Length", "1500000"),)), Scope(), Exchange())
    assert (small.body, "x-from-file" in small.headers) == (piece, False)
    for exchange in (large, said):
        assert exchange.body == piece * 15
        assert exchange.headers["content-length"] == "1500000"
        assert exchange.headers["x-from-file"].startswith("/dev/fd/")


def test_a_large_answer_comes_from_memory_where_no_open_file_has_a_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(system, "FILES_HAVE_NAMES", False)
    exchange = ask(Handler((b"y" * 1_500_000,)), Scope(), Exchange())
    assert (len(exchange.body), "x-from-file" in exchange.headers) == (1_500_000, False)


def test_an_address_has_its_share_of_bodies_and_of_requests_and_others_go_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """By what the proxy says, if there is one; a customer's whole network is one address."""
    monkeypatch.setattr(limits, "MOST_BODIES", 2)
    monkeypatch.setattr(limits, "SILENCE", 60)
    monkeypatch.setattr(settings, "PUBLIC_URL", "https://cego.example.org")

    async def status(front: Front, address: str, **asked: Any) -> int:
        said = Headers(("x-forwarded-for", "192.0.2.1"), ("x-forwarded-for", address), ("content-length", "3"))
        exchange: Any = Exchange(b"abc")
        await front.__rsgi__(cast("Any", Scope(headers=said, **asked)), exchange)
        return int(exchange.status)

    async def crowd() -> tuple[list[int], list[int]]:
        front = Front(Handler(), threads=1, folder=Path("unused"), connections=6)
        said = Headers(("x-forwarded-for", "2001:db8::1"), ("content-length", "3"))
        slow: Any = Scope(method="POST", headers=said)
        busy = [asyncio.create_task(front.__rsgi__(slow, cast("Any", Exchange(None)))) for _ in range(3)]
        await asyncio.wait(busy[2:])
        forms = [await status(front, address, method="POST") for address in ("2001:db8::2", "192.0.2.1")]
        pages = [await status(front, "2001:db8::3")]
        front.requests.most = 2
        pages.append(await status(front, "2001:db8::3"))
        for task in busy:
            task.cancel()
        await asyncio.wait(busy)
        pages.append(await status(front, "2001:db8::3", method="POST"))
        assert not front.requests.taken
        assert not front.bodies.taken
        return forms, pages

    assert asyncio.run(crowd()) == ([503, 200], [200, 503, 200])


def test_an_answer_that_fails_half_way_is_none() -> None:
    def broken() -> Iterable[bytes]:
        yield b"half"
        raise ValueError("gone")

    assert (ask(Handler(broken()), Scope(), Exchange()).status) == 500


def test_too_many_who_wait_and_those_who_waited_too_long_are_asked_to_come_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(limits, "MOST_WAITING", 2)
    monkeypatch.setattr(limits, "PATIENCE", 0.05)
    go_on = threading.Event()

    class Slow(Handler):
        def __call__(self, environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
            go_on.wait()
            return super().__call__(environ, start_response)

    async def crowd() -> list[int]:
        front = Front(Slow(), threads=1, folder=Path("unused"))
        scope: Any = Scope()
        exchanges: list[Any] = [Exchange() for _ in range(3)]
        tasks = [asyncio.create_task(front.__rsgi__(scope, exchange)) for exchange in exchanges]
        try:
            async with asyncio.timeout(10):
                await asyncio.gather(*tasks[1:])
        finally:
            go_on.set()
        await tasks[0]
        return [exchange.status for exchange in exchanges]

    assert asyncio.run(crowd()) == [200, 503, 503]


DEAR = "/tournaments/import"
"""It waits for its turn."""


class Counting(Handler):
    """Notes how many requests whose turn it is are answered at once; they take until they may go on."""

    def __init__(self) -> None:
        super().__init__()
        self.now, self.most, self.go_on = 0, 0, threading.Event()

    def __call__(self, environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        if environ["PATH_INFO"] != DEAR or TOO_MANY in environ:
            return super().__call__(environ, start_response)
        self.now += 1
        self.most = max(self.most, self.now)
        self.go_on.wait()
        self.now -= 1
        return super().__call__(environ, start_response)


def dear(address: str = "192.0.2.7") -> Any:
    said = Headers(("x-forwarded-for", address), ("content-length", "3"))
    return Scope(method="POST", path=DEAR, headers=said, client=f"{address}:50000")


async def begun(handler: Counting) -> None:
    while not handler.now:  # noqa: ASYNC110 - a thread tells no loop
        await asyncio.sleep(0.01)


def test_what_takes_long_is_done_one_at_a_time_by_all_processes_and_other_pages_go_on(tmp_path: Path) -> None:
    handler = Counting()

    async def crowd() -> None:
        fronts = [Front(handler, threads=4, folder=tmp_path) for _ in range(2)]
        exchanges: list[Any] = [Exchange(b"abc") for _ in range(6)]
        tasks = [
            asyncio.create_task(fronts[n % 2].__rsgi__(dear(f"192.0.2.{n}"), exchange))
            for n, exchange in enumerate(exchanges)
        ]
        await begun(handler)
        form: Any = Exchange(b"abc")
        asked: Any = Scope(method="POST", path=FORM, headers=Headers(("content-length", "3")))
        await fronts[0].__rsgi__(asked, form)
        assert (form.status, [exchange.status for exchange in exchanges]) == (200, [0] * 6)
        handler.go_on.set()
        await asyncio.gather(*tasks)
        assert {exchange.status for exchange in exchanges} == {200}

    asyncio.run(crowd())
    assert (handler.most, len(handler.requests)) == (1, 7)
    assert not any(TOO_MANY in request for request in handler.requests)


def test_turn_that_does_not_come_is_told_to_django_and_nobody_waits_for_more_than_their_share(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "TURN", 0.1)
    monkeypatch.setattr(limits, "MOST_IN_TURN", 3)
    handler = Counting()

    async def crowd() -> list[int]:
        front = Front(handler, threads=2, folder=tmp_path)
        first = asyncio.create_task(front.__rsgi__(dear(), cast("Any", Exchange(b"abc"))))
        await begun(handler)
        late: list[Any] = [Exchange(b"abc") for _ in range(4)]
        asked = zip((dear(), dear(), dear(), dear("192.0.2.9")), late, strict=True)
        await asyncio.gather(*(front.__rsgi__(scope, exchange) for scope, exchange in asked))
        handler.go_on.set()
        await first
        await front.__rsgi__(dear(), cast("Any", Exchange(b"abc")))
        assert not front.in_turn.taken
        return [exchange.status for exchange in late]

    assert asyncio.run(crowd()) == [200, 200, 503, 200]
    assert [request.get(TOO_MANY, False) for request in handler.requests] == [True] * 3 + [False] * 2
    assert handler.most == 1
