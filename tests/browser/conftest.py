"""Chromium as a phone in front of the real app, and a watch over everything a page does."""

import os
import shutil
import threading
import time
from collections.abc import Callable, Collection, Iterable, Iterator
from typing import Any, Literal
from urllib.parse import urlsplit
from wsgiref.types import StartResponse, WSGIApplication

import pytest
from axe_playwright_python.base import AXE_SCRIPT, AxeResults
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Error, Page, Request, expect
from pytest_django.live_server_helper import LiveServer

from cegoscore.middleware import BROTLI_QUALITY
from cegoscore.scoresheet.evening.views import start
from tests.effort import SLOW, THOROUGH

# Playwright's synchronous API runs an event loop in this thread, which Django would take for an asynchronous caller.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"

PATIENCE = 120_000
"""Milliseconds after which something that should happen counts as not happening, also on a busy machine."""
expect.set_options(timeout=PATIENCE)

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True, "locale": "de-DE"}
BRIEF = {"resultTypes": ["violations"], "preload": False}
CONTRAST: dict[str, Any] = {"runOnly": {"type": "rule", "values": ["color-contrast"]}} | BRIEF
WCAG: dict[str, Any] = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]} | BRIEF
ALL_BUT_COLOURS = {**WCAG, "rules": {"color-contrast": {"enabled": False}}}
NEW_TEXTS = """async ([seen, options]) => {
  const found = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const parents = new Set(document.querySelectorAll("input, select, textarea"));
  while (found.nextNode()) if (found.currentNode.data.trim()) parents.add(found.currentNode.parentElement);
  const grounds = new Map(); // of an element with all that it stands in
  const ground = (element) => {
    if (!element) return "";
    if (!grounds.has(element)) {
      const { backgroundColor, backgroundImage, opacity, filter, position } = getComputedStyle(element);
      const lies = /absolute|fixed|sticky/.test(position) ? `${element.tagName}.${element.className}` : "";
      const own = [backgroundColor, backgroundImage, opacity, filter, lies].join(" ");
      const outer = ground(element.parentElement);
      grounds.set(element, own === "rgba(0, 0, 0, 0) none 1 none " ? outer : `${own} on ${outer}`);
    }
    return grounds.get(element);
  };
  const texts = new Map();
  for (const element of parents) {
    if (!element.checkVisibility({ visibilityProperty: true })) continue;
    const { color, fontSize, fontWeight, textShadow } = getComputedStyle(element);
    const isLarge = parseFloat(fontSize) >= (fontWeight >= 700 ? 18.67 : 24);
    texts.set([color, isLarge, textShadow, element.matches(":disabled"), ground(element)].join(" "), element);
  }
  for (const look of seen) texts.delete(look);
  const answer = texts.size ? await axe.run({ include: [...texts.values()] }, options) : { violations: [] };
  return [[...texts.keys()], answer];
}"""
"""Runs axe on one text of each look that was not seen yet: colour, size, and all that it lies on."""
# What Chromium and htmx write to the console for an answer that a test may well want, such as 409, and Playwright.
EXPECTED_NOISE = (
    "Failed to load resource: the server responded with a status of 4",
    "Response Status Error Code 4",
    "Service Worker registration blocked by Playwright",
)


def late(application: WSGIApplication) -> WSGIApplication:
    """Answer forms late, and pages a little."""

    def answer(environ: dict[str, Any], start_response: StartResponse) -> Iterable[bytes]:
        if not environ["PATH_INFO"].startswith("/static/"):
            time.sleep(SLOW if environ["REQUEST_METHOD"] == "POST" else SLOW / 5)
        return application(environ, start_response)

    return answer


class ServerAsInProduction(LiveServer):
    """pytest-django's server, but WhiteNoise serves the collected static files, hashed and compressed."""

    def __init__(self, addr: str) -> None:
        super().__init__(addr, start=False)
        self.answering = 0
        self.changed = threading.Condition()
        self.thread.static_handler = self.counted  # type: ignore[assignment]
        self.start()

    def counted(self, application: WSGIApplication) -> WSGIApplication:
        """Count the requests that are being answered."""
        answered = late(application) if SLOW else application

        def answer(environ: dict[str, Any], start_response: StartResponse) -> Iterable[bytes]:
            self.count(1)
            try:
                return answered(environ, start_response)
            finally:
                self.count(-1)

        return answer

    def count(self, more: int) -> None:
        """Note a request that began or ended."""
        with self.changed:
            self.answering += more
            self.changed.notify_all()

    def come_to_rest(self) -> None:
        """Wait for requests that phones left behind: PostgreSQL empties no table that one of them is writing to."""
        with self.changed:
            assert self.changed.wait_for(lambda: not self.answering, timeout=PATIENCE / 1000)


@pytest.fixture(scope="session")
def live_server(prepared: None) -> Iterator[ServerAsInProduction]:
    server = ServerAsInProduction("localhost")
    yield server
    server.stop()


@pytest.fixture(scope="session")
def browser_type_launch_args() -> dict[str, object]:
    path = os.environ.get("CHROMIUM") or shutil.which("chromium-headless-shell") or shutil.which("chromium")
    return {"args": FLAGS} | ({"executable_path": path} if path else {})


class Watch:
    """Everything a page did that it must not do: errors, and requests to any other host."""

    def __init__(self, home: str) -> None:
        self.home = urlsplit(home).netloc
        self.complaints: list[str] = []

    def follow(self, page: Page) -> None:
        """Watch this page until it is closed or left."""
        page.on("console", self._console)
        page.on("pageerror", self._error)

    def leave(self, page: Page) -> None:
        """Watch it no more."""
        page.remove_listener("console", self._console)
        page.remove_listener("pageerror", self._error)

    def request(self, request: Request) -> None:
        """Note a request that leaves the house."""
        parts = urlsplit(request.url)
        if parts.scheme not in ("data", "blob") and parts.netloc != self.home:
            self.complaints.append(f"request to another host: {request.url}")

    def _error(self, error: Error) -> None:
        self.complaints.append(f"error in a script: {error}")

    def _console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning") and not message.text.startswith(EXPECTED_NOISE):
            self.complaints.append(f"console: {message.text}")


@pytest.fixture(autouse=True)
def quick_packs(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Pack what phones keep as quickly as pages: packed best, it takes longer than the rest of a test on such a phone.

    How small it gets is counted by tests with the fixture `wire`, and on each pack; `.ci/run` packs as in production.
    """
    if not THOROUGH and "wire" not in request.fixturenames:
        monkeypatch.setattr(start, "BEST_BROTLI", BROTLI_QUALITY)


@pytest.fixture
def watch(live_server: LiveServer) -> Iterator[Watch]:
    """Fails the test at its end if any of its pages misbehaved. A test that provokes an error clears `complaints`."""
    watch = Watch(live_server.url)
    yield watch
    assert watch.complaints == []


@pytest.fixture
def worker() -> None:
    """Let the phones have the service worker, for tests of what it does.

    It fetches and keeps pages and scripts for every new phone: `make test` does
    without where nobody asks for it, `.ci/run` never.
    """


@pytest.fixture
def motion() -> None:
    """Let the phones show what moves, for tests of that.

    Each picture of a movement costs as much as a page: `make test` does without where nobody asks for it, `.ci/run`
    only where somebody asks to be `still`.
    """


@pytest.fixture
def still() -> None:
    """Let the phones show nothing that moves, in `.ci/run`, too: for tests that write many hands one after the other.

    What moves with a hand is seen where a few are written.
    """


@pytest.fixture
def second_taps() -> None:
    """Let the phones tell second taps from new ones (taps.js); other tests tap faster than any finger."""


@pytest.fixture
def no_network(watch: Watch, worker: None) -> Iterator[None]:
    """For tests that cut phones off: what Chromium says about each request without network is noise."""
    yield
    chromium = ("net::ERR_", "status of 50", "An unknown error occurred when fetching the script")
    htmx = (
        "Response Status Error Code 50",
        "Response Status Error Code 200",
        "htmx:afterRequest",
        "htmx:sendAbort",
        "htmx:sendError",
        "htmx:timeout",
    )
    noise = (*chromium, *htmx)
    watch.complaints[:] = [each for each in watch.complaints if not any(part in each for part in noise)]


def phone_options(home: str, fixtures: Collection[str]) -> dict[str, Any]:
    """Arguments of Playwright's new_context for a phone in front of this server, by the fixtures of its test."""
    has_motion = "motion" in fixtures or (THOROUGH and "still" not in fixtures)
    return PHONE | {
        "base_url": home,
        "service_workers": "allow" if THOROUGH or "worker" in fixtures else "block",
        "reduced_motion": None if has_motion else "reduce",
    }


@pytest.fixture
def new_phone(
    request: pytest.FixtureRequest, browser: Browser, live_server: ServerAsInProduction, watch: Watch
) -> Iterator[Callable[..., Page]]:
    """Makes phones with cookies of their own. Keyword arguments go to Playwright's new_context."""
    contexts: list[BrowserContext] = []
    ours = phone_options(live_server.url, request.fixturenames)

    def make(**options: object) -> Page:
        context = browser.new_context(**{**ours, **options})
        context.set_default_timeout(PATIENCE)
        context.on("page", watch.follow)
        context.on("request", watch.request)
        contexts.append(context)
        if "second_taps" not in request.fixturenames:
            context.add_init_script("addEventListener('click', () => sessionStorage.removeItem('tap'), true)")
        return context.new_page()

    yield make
    for context in contexts:
        context.close()
    live_server.come_to_rest()


@pytest.fixture
def phone(new_phone: Callable[..., Page]) -> Page:
    """One phone, 390 by 844, with touch, in German."""
    return new_phone()


@pytest.fixture(scope="session")
def readable() -> set[str]:
    """Looks of texts (`NEW_TEXTS`) in which axe has found contrast enough, on any page of this process."""
    return set()


@pytest.fixture
def assert_accessible(request: pytest.FixtureRequest, readable: set[str]) -> Callable[[Page], None]:
    """Axe finds nothing on the page as it stands now; what still fades in is shown at once.

    Colours come from the same few variables on every page, and looking at them costs three times as much as all the
    rest: `.ci/run` looks at one text of each look, by day and by night, `make test` on the page of all components.
    What moves begins anew for a phone that is asked for motion afterwards: it is asked as it was before.
    """
    before: Literal["reduce", "null"] = phone_options("", request.fixturenames)["reduced_motion"] or "null"

    def check(page: Page, colours: bool = THOROUGH) -> None:
        page.evaluate(AXE_SCRIPT)
        page.emulate_media(reduced_motion="reduce", color_scheme="light")
        assert_none(page.evaluate("(options) => axe.run(options)", ALL_BUT_COLOURS), "")
        for scheme in ("light", "dark") if colours else ():
            page.emulate_media(reduced_motion="reduce", color_scheme=scheme)
            looks, answer = page.evaluate(NEW_TEXTS, [sorted(readable), CONTRAST])
            assert_none(answer, scheme)
            readable.update(looks)
        page.emulate_media(reduced_motion=before, color_scheme="null")

    def assert_none(answer: dict[str, Any], scheme: str) -> None:
        results = AxeResults(answer)
        assert results.violations_count == 0, (scheme, results.generate_report())

    return check


@pytest.fixture
def assert_accessible_too(assert_accessible: Callable[[Page], None]) -> Callable[[Page], None]:
    """The same for one more state of a page that axe looks at in `make test` already: `.ci/run` looks at every one."""
    return assert_accessible if THOROUGH else lambda page: None
