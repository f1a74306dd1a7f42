"""Open views follow by one held question each; a view that nobody looks at asks nothing."""

from collections.abc import Iterator
from functools import partial

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Request, Route, expect

from cegoscore.front.bell import HOLD
from cegoscore.middleware import OURS
from tests.browser.conftest import PATIENCE
from tests.browser.test_live import SHOW
from tests.browser.without_network import SAVED, SOLO, eventually, ready, write_all
from tests.effort import sample, thorough
from tests.front.crowd import connected, question
from tests.served import Server, Visitor, wait_until
from tests.worlds.sheet import posted


class Table:
    """A table whose owner writes, and a browser with the owner's cookie that follows in several windows.

    What another window of a phone writes waits in the store of both, of which each tells the other: that is looked at,
    too. Who counts looks opens the other window on a phone of its own.
    """

    def __init__(self, server: Server, browser: Browser) -> None:
        self.writer = Visitor(server)
        self.writer.get("/new")
        names = {f"name_{number}": name for number, name in enumerate(("Anna", "Bernd", "Clara", "Dieter"))}
        rules = {"rules": "braeunlingen-ministranten", "first_dealer": "3", "currency": "€"}
        self.path, _page = self.writer.post("/new", names | rules)
        self.held = list[str]()
        self.looks = 0
        self.browser = self.phone(browser)

    def phone(self, browser: Browser) -> BrowserContext:
        """A phone that the owner's link has made the owner's, too: of its own is what it stores."""
        phone = browser.new_context(base_url=self.writer.home)
        phone.set_default_timeout(PATIENCE)
        phone.add_cookies(
            [{"name": each.name, "value": each.value or "", "url": self.writer.home} for each in self.writer.jar]
        )
        phone.on("request", self._note)
        phone.on("requestfailed", self._drop)
        phone.on("requestfinished", self._drop)
        return phone

    def _note(self, request: Request) -> None:
        self.held += [request.url] if "/bell/" in request.url else []
        self.looks += "/changes" in request.url

    def _drop(self, request: Request) -> None:
        if "/bell/" in request.url:
            self.held.remove(request.url)

    def open(self, phone: BrowserContext | None = None) -> Page:
        page = (phone or self.browser).new_page()
        page.goto(self.path)
        return page

    def write(self, number: int) -> None:
        self.writer.post(f"{self.path}/hands", {key: str(value) for key, value in posted(number).items()})

    def holds(self, page: Page, count: int) -> None:
        """Wait until the whole browser holds so many questions."""
        eventually(lambda: len(self.held) == count, page)


def size_of(request: Request) -> int:
    """Bytes of a request without a body as HTTP/1.1 writes it."""
    lines = [f"{request.method} {request.url} HTTP/1.1", *(f"{k}: {v}" for k, v in request.all_headers().items()), ""]
    return sum(len(line) + len("\r\n") for line in lines)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One for all tests of this file: each opens a table of its own."""
    server = Server(tmp_path_factory.mktemp("bell"), processes=sample(2, 1))
    yield server
    server.kill()


@pytest.fixture
def table(server: Server, browser: Browser) -> Iterator[Table]:
    table = Table(server, browser)
    yield table
    table.browser.close()


@thorough
def test_windows_of_one_browser_all_follow(table: Table) -> None:
    one, two = table.open(), table.open()
    table.holds(one, 2)
    for number in (1, 2):
        table.write(number)
        for page in (one, two):
            expect(page.locator(f'li.line[data-number="{number}"]')).to_be_visible()
    table.holds(one, 2)
    assert table.looks == 4, "each window looks once a hand"


@thorough
def test_view_that_nobody_looks_at_asks_nothing(table: Table) -> None:
    one, two = table.open(), table.open()
    table.holds(one, 2)
    for page in (one, two):
        page.evaluate(SHOW, True)
    table.holds(one, 0)
    table.write(1)
    assert table.looks == 0
    two.evaluate(SHOW, False)
    expect(two.locator('li.line[data-number="1"]')).to_be_visible()
    table.holds(two, 1)
    two.evaluate(SHOW, True)
    table.holds(one, 0)
    two.close()
    one.evaluate(SHOW, False)
    expect(one.locator('li.line[data-number="1"]')).to_be_visible()
    table.holds(one, 1)


@pytest.mark.heavy
def test_view_polls_while_the_server_is_away_and_follows_again(table: Table, server: Server) -> None:
    page = table.open()
    table.holds(page, 1)
    server.kill()
    table.holds(page, 0)
    server.start()
    table.write(1)
    expect(page.locator('li.line[data-number="1"]')).to_be_visible()


@pytest.mark.heavy
def test_open_sheet_on_which_nothing_happens_costs_little_an_hour(table: Table, server: Server) -> None:
    """The hour is the page's own: the bell gives each question up as soon as it ever does."""
    with connected(server.port, 1, question(table.writer, table.path, "other")) as (connection,):
        answer = len(connection.recv(65536))  # it names a version, so it is longer than one about nothing
    page, asked, requests = table.browser.new_page(), list[Route](), list[int]()
    page.clock.install()
    page.route("**/bell/**", lambda route: asked.append(route))  # noqa: PLW0108 - no method will do
    page.goto(table.path)

    def asks() -> bool:
        page.wait_for_timeout(5)
        return bool(asked)

    for hold in range(int(3600 / HOLD[0])):
        wait_until(asks, "the page asks")
        if not hold:
            page.on("request", lambda request: requests.append(size_of(request)))  # the page is there, and follows
        page.clock.run_for(round(HOLD[0] * 1000))
        asked.pop().fulfill(status=204, headers={OURS: "1"})
    assert 50 <= len(requests) <= 120
    assert sum(requests) + answer * len(requests) <= 100_000, (requests[0], answer)


def test_hand_is_one_post_one_look_of_each_that_follows_and_no_page(table: Table, browser: Browser) -> None:
    """The phones of `measure_friday` counted in browsers: the bell names a version once to each."""
    with table.phone(browser) as other:
        pages = writing, following = table.open(), table.open(other)
        asked: dict[Page, list[str]] = {page: [] for page in pages}
        for page in pages:
            ready(page)
        table.holds(writing, 2)

        def note(page: Page, request: Request) -> None:
            asked[page].append(kind_of(request))

        for page in pages:
            page.on("request", partial(note, page))
        for number in (1, 2, 3):  # with the first hand comes the list
            for kinds in asked.values():
                kinds.clear()
            write_all(writing, [SOLO])
            expect(following.locator(f"#lines .line[data-number='{number}']")).to_be_visible()
            expect(writing.locator(SAVED)).to_be_visible()
            for page, kinds in asked.items():  # each has seen the hand, and waits for the next one
                eventually(partial(kinds.__contains__, "bell"), page)
            assert (asked[following].count("look"), set(asked[following]) - {"file"}) == (1, {"bell", "look"})
            assert (asked[writing].count("post"), set(asked[writing]) - {"bell", "look", "file"}) == (1, {"post"})


def kind_of(request: Request) -> str:
    """A kind of question: the bell, what changed, to write, a file that it keeps for a year; a page by its address."""
    kinds = {"/bell/": "bell", "/changes": "look", "/queue": "post", "/static/": "file"}
    return next((kind for part, kind in kinds.items() if part in request.url), request.url)
