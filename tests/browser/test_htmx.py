"""Promises of htmx that our pages rely on, as we set it up: pages and answers are this test's own."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from urllib.parse import parse_qsl, urlsplit

import pytest
from django.template.loader import render_to_string
from django.templatetags.static import static
from playwright.sync_api import Browser, Error, Page, Route, expect

from tests.browser.conftest import PATIENCE, ServerAsInProduction, Watch, phone_options
from tests.browser.without_network import eventually
from tests.effort import thorough

Stage = Callable[[str], Page]

WATCH_EVENTS = """() => {
  window.told = [];
  const names = ["confirm", "configRequest", "beforeRequest", "afterRequest", "beforeOnLoad", "beforeSwap", "afterSwap",
    "oobBeforeSwap", "afterSettle", "responseError", "sendError", "sendAbort", "timeout", "swapError"];
  for (const name of names)
    document.addEventListener(`htmx:${name}`, ({ target, detail }) =>
      window.told.push([name, target.id || target.localName, detail.successful ?? null]));
}"""
FORM = """<form id="f" method="post" action="/hx/write" hx-post="/hx/write" {}>
  <input name="a" value="1"><button name="b" value="2">go</button>
</form>"""


class Server:
    """Answers under `/hx/`: given beforehand by path, or else held until the test gives them."""

    def __init__(self, policy: str) -> None:
        self.policy = policy
        self.answers: dict[str, tuple[int, str, dict[str, str]]] = {}
        self.held: list[Route] = []
        self.asked: list[tuple[str, str, dict[str, str]]] = []

    def say(self, path: str, body: str = "", *, status: int = 200, **headers: str) -> None:
        """Answer so from now on."""
        self.answers[path] = (status, body, {name.replace("_", "-"): value for name, value in headers.items()})

    def handle(self, route: Route) -> None:
        """Note a request, and answer it or hold it."""
        request, parts = route.request, urlsplit(route.request.url)
        fields = dict(parse_qsl(parts.query) + parse_qsl(request.post_data or ""))
        self.asked.append((request.method, parts.path, fields))
        if parts.path in self.answers:
            self.answer(route, *self.answers[parts.path])
        else:
            self.held.append(route)

    def answer(self, route: Route, status: int, body: str, headers: dict[str, str]) -> None:
        """Answer as our server does: under its name and its policy."""
        ours = {"X-Cegoscore": "1", "Content-Security-Policy": self.policy, "Content-Type": "text/html; charset=utf-8"}
        route.fulfill(status=status, body=body, headers=ours | headers)

    def release(self, body: str) -> None:
        """Answer the request that is held longest."""
        self.answer(self.held.pop(0), 200, body, {})


@pytest.fixture(scope="module")
def kept_phone(browser: Browser, live_server: ServerAsInProduction) -> Iterator[Page]:
    """One phone for all tests of this file, in which each opens a page of its own: nothing else is left of them."""
    context = browser.new_context(**phone_options(live_server.url, ()))
    context.set_default_timeout(PATIENCE)
    yield context.new_page()
    context.close()


@pytest.fixture
def phone(kept_phone: Page, watch: Watch, live_server: ServerAsInProduction) -> Iterator[Page]:
    """The phone of this file under the watch of the test."""
    watch.follow(kept_phone)
    kept_phone.on("request", watch.request)
    yield kept_phone
    kept_phone.goto("about:blank")
    kept_phone.unroute_all(behavior="wait")
    kept_phone.remove_listener("request", watch.request)
    watch.leave(kept_phone)
    live_server.come_to_rest()


@pytest.fixture
def server(phone: Page) -> Iterator[Server]:
    """Answers for the phone."""
    server = Server(phone.request.get("/rules/").headers["content-security-policy"])
    phone.route("**/hx/**", server.handle)
    yield server
    while server.held:
        with suppress(Error):  # the page has given up waiting already
            server.release("")


def page_with(body: str, title: str = "first") -> str:
    """A page of ours that loads htmx and what follows with it."""
    scripts = f'{render_to_string("_htmx.html")}<script src="{static("scripts/live.js")}" defer></script>'
    head = f"<title>{title}</title>{scripts}"
    return f'<!DOCTYPE html><html lang="de"><head>{head}</head><body>{body}</body></html>'


@pytest.fixture
def stage(phone: Page, server: Server) -> Stage:
    """Opens a page with this body."""

    def show(body: str) -> Page:
        server.say("/hx/page", page_with(body))
        phone.goto("/hx/page")
        phone.evaluate(WATCH_EVENTS)
        server.asked.clear()
        return phone

    return show


def told(page: Page) -> list[str]:
    """Names of the events so far."""
    return [name for name, _target, _successful in page.evaluate("told")]


def wait_for(page: Page, name: str) -> None:
    """Wait until it was told."""
    eventually(lambda: name in told(page), page)


def asked_until(page: Page, server: Server, number: int) -> None:
    """Wait until so many requests have come."""
    for _ in range(2000):
        if len(server.asked) >= number:
            return
        page.wait_for_timeout(20)
    raise AssertionError(server.asked)


@pytest.mark.usefixtures("no_network")
def test_refusals_are_shown_and_errors_leave_the_page(stage: Stage, server: Server, watch: Watch) -> None:
    page = stage(FORM.format('hx-target="#t"') + '<p id="t">old</p>')
    for status, shown, successful in (
        (200, "new", True),
        (204, "old", True),
        (409, "new", True),
        (422, "new", True),
        (404, "old", False),
        (500, "old", False),
    ):
        page.evaluate("told.length = 0, t.textContent = 'old'")
        server.say("/hx/write", "" if status == 204 else "new", status=status)
        page.get_by_role("button").click()
        wait_for(page, "afterRequest")
        assert page.locator("#t").text_content() == shown, status
        assert page.evaluate("told.at(-1)") == ["afterRequest", "f", successful], status
        assert ("responseError" in told(page)) is not successful, status
    assert [fields for _, _, fields in server.asked] == [{"a": "1", "b": "2"}] * 6


def test_answer_that_is_not_ours_changes_nothing(stage: Stage, server: Server, watch: Watch) -> None:
    page = stage(FORM.format('hx-target="#t"') + '<p id="t">old</p>')
    page.get_by_role("button").click()
    asked_until(page, server, 1)
    server.held.pop().fulfill(status=200, body="log in")
    wait_for(page, "afterRequest")
    assert page.locator("#t").text_content() == "old"
    watch.complaints.clear()  # it is an error, which htmx writes down


PROMISE = """async ([source, path]) => {
  const asked = htmx.ajax("GET", path, { source: document.querySelector(source) ?? window.gone, swap: "none" });
  window.promised = "open";
  asked.then(() => (window.promised = "kept"), () => (window.promised = "broken"));
}"""
PROMISED = "new Promise((resolve) => setTimeout(() => resolve(promised)))"


@pytest.mark.usefixtures("no_network")
def test_what_ajax_promises(stage: Stage, server: Server) -> None:
    """It is kept with any answer and where nothing is asked, at once where another request comes first."""
    page = stage('<p id="plain"></p><p id="drops" hx-sync="this:drop"></p><p id="gone"></p>')
    for status in (200, 204, 409, 500):
        server.say(f"/hx/{status}", "x", status=status)
        page.evaluate(PROMISE, ["#plain", f"/hx/{status}"])
        eventually(lambda: page.evaluate("promised") == "kept", page)
    page.evaluate("window.gone = document.querySelector('#gone'), gone.remove()")
    page.evaluate(PROMISE, ["#nowhere", "/hx/gone"])
    assert page.evaluate(PROMISED) == "kept"
    for source in ("#drops", "#plain"):
        page.evaluate(PROMISE, [source, "/hx/first"])
        assert page.evaluate(PROMISED) == "open"
        page.evaluate(PROMISE, [source, "/hx/second"])
        assert page.evaluate(PROMISED) == "kept"
        asked_until(page, server, 5 if source == "#drops" else 6)
        page.evaluate("(source) => htmx.trigger(source, 'htmx:abort')", source)
        wait_for(page, "sendAbort")
    asked_until(page, server, 7)
    paths = [f"/hx/{name}" for name in (200, 204, 409, 500, "first", "first", "second")]
    assert [path for _, path, _ in server.asked] == paths  # the dropped one never, the other after the one before it
    page.evaluate("told.length = 0")
    page.evaluate(PROMISE, ["#drops", "/hx/third"])
    asked_until(page, server, 8)
    page.evaluate("htmx.trigger('#drops', 'htmx:abort')")
    eventually(lambda: page.evaluate("promised") == "broken", page)
    page.evaluate(PROMISE, ["#drops", "/hx/fourth"])
    asked_until(page, server, 9)
    server.held.pop().abort()
    eventually(lambda: page.evaluate("promised") == "broken", page)
    wait_for(page, "sendError")


def test_parts_besides_go_where_they_belong(stage: Stage, server: Server) -> None:
    page = stage(FORM.format('hx-swap="none"') + '<p id="a">old</p><ol id="list"><li>1</li></ol><p id="b">kept</p>')
    page.evaluate(
        """() => document.addEventListener("htmx:oobBeforeSwap", ({ detail }) => {
          if (detail.target.id === "b") detail.shouldSwap = false;
        })"""
    )
    parts = (
        '<p id="a" hx-swap-oob="true">new</p><ol hx-swap-oob="afterbegin:#list"><li>2</li></ol>'
        '<p id="b" hx-swap-oob="true">unwanted</p><b>not swapped<i id="a" hx-swap-oob="true">nor this</i></b>'
    )
    server.say("/hx/write", parts)
    page.get_by_role("button").click()
    expect(page.locator("#a")).to_have_text("new")
    assert page.locator("#list li").all_text_contents() == ["2", "1"]
    assert page.locator("#b").text_content() == "kept"
    assert page.get_by_text("not swapped").count() == 0


def test_what_readers_listen_to_stays_and_says_something_new_only(stage: Stage, server: Server) -> None:
    """A live region that comes with its text is read by some screen readers only."""
    page = stage(FORM.format('hx-swap="none"') + '<p id="s" role="status"></p><p id="same" role="status">as before</p>')
    page.evaluate(
        """() => {
          window.regions = [...document.querySelectorAll("[role=status]")];
          window.same = window.regions[1].firstChild;
        }"""
    )
    regions = {"s": "said", "same": "as before"}
    parts = [f'<p id="{name}" role="status" hx-swap-oob="innerHTML">{said}</p>' for name, said in regions.items()]
    server.say("/hx/write", "\n".join(parts))
    page.get_by_role("button").click()
    expect(page.locator("#s")).to_have_text("said")
    assert page.evaluate("regions.map((one) => [one.isConnected, one.textContent])") == [
        [True, "said"],
        [True, "as before"],
    ]
    assert page.evaluate("same.isConnected")


def test_scripts_of_an_answer_are_not_run(stage: Stage, server: Server) -> None:
    """The policy of the page is the server's own; whatever breaks it is a complaint of the watch."""
    assert "unsafe" not in server.policy
    page = stage(FORM.format('hx-target="#t"') + '<p id="t"></p>')
    server.say("/hx/evil.js", "window.evil = true", Content_Type="text/javascript")
    script = '<script>window.evil = true</script><script src="/hx/evil.js"></script>'
    server.say("/hx/write", f"{script}<b>there</b>")
    page.get_by_role("button").click()
    expect(page.locator("#t b")).to_be_visible()
    server.say("/hx/write", page_with(f"{script}<b>all</b>"))
    page.evaluate("f.setAttribute('hx-target', 'body')")
    page.get_by_role("button").click()
    expect(page.get_by_text("all")).to_be_visible()
    assert page.evaluate("'evil' in window") is False
    assert [path for _, path, _ in server.asked] == ["/hx/write", "/hx/write"]


def test_another_host_is_not_asked(stage: Stage, server: Server, watch: Watch) -> None:
    page = stage(FORM.format("").replace('hx-post="/hx/write"', 'hx-post="https://example.org/hx/write"'))
    page.get_by_role("button").click()
    assert page.evaluate("told.map(([name]) => name)") == ["confirm", "configRequest"]
    assert server.asked == []
    assert "htmx:invalidPath" in watch.complaints.pop()


BOOSTED = '<form id="f" method="post" action="/hx/write" hx-boost="true"><button>go</button></form>'


@thorough
def test_boosted_form_leads_to_another_page_and_back(stage: Stage, server: Server) -> None:
    page = stage(f"{BOOSTED}<p>here</p>")
    server.say("/hx/write", page_with("<p>there</p>", title="second"))
    page.evaluate("window.same = true")
    page.get_by_role("button").click()
    expect(page.get_by_text("there", exact=True)).to_be_visible()
    assert (urlsplit(page.url).path, page.title(), page.evaluate("window.same")) == ("/hx/write", "second", True)
    page.go_back()
    expect(page.get_by_text("here", exact=True)).to_be_visible()
    assert (urlsplit(page.url).path, page.title()) == ("/hx/page", "first")
    assert "htmx-history-cache" not in page.evaluate("[...Object.keys(sessionStorage), ...Object.keys(localStorage)]")


@thorough
@pytest.mark.usefixtures("no_network")
def test_view_that_follows_chooses_its_part_and_outlives_a_refusal(stage: Stage, server: Server) -> None:
    view = (
        '<div id="v" hx-get="/hx/look" hx-trigger="look" hx-select="#v" hx-select-oob="#o" hx-swap="outerHTML">{}</div>'
    )
    page = stage(view.format("old") + '<p id="o">old</p><p id="p">old</p>')
    look = "v.dispatchEvent(new Event('look', { bubbles: true }))"
    for status in (403, 404, 500):
        server.say("/hx/look", page_with("refused"), status=status)
        page.evaluate(f"told.length = 0; {look}")
        wait_for(page, "responseError")
        assert page.locator("#v").text_content() == "old"
    server.say("/hx/look", page_with(view.format("new") + '<p id="o">new</p><p id="p">new</p>', title="second"))
    page.evaluate(look)
    expect(page.locator("#v")).to_have_text("new")
    assert [page.locator(f"#{name}").text_content() for name in "vop"] == ["new", "new", "old"]
    assert page.title() == "second"


@thorough
@pytest.mark.usefixtures("no_network")
def test_part_asks_when_it_comes_and_with_the_network_until_it_is_gone(stage: Stage, server: Server) -> None:
    part = '<div id="o" hx-get="/hx/more" hx-trigger="load delay:1ms, online from:window" hx-swap="outerHTML"></div>'
    page = stage(FORM.format('hx-target="#t" hx-swap="none"') + '<div id="t"></div>')
    server.say("/hx/write", f'<div id="t" hx-swap-oob="true">{part}</div>')
    server.say("/hx/more", "", status=500)
    page.get_by_role("button").click()
    wait_for(page, "responseError")
    server.say("/hx/more", '<div id="o">more</div>')
    page.evaluate("dispatchEvent(new Event('online'))")
    expect(page.locator("#o")).to_have_text("more")
    page.evaluate("dispatchEvent(new Event('online'))")
    assert told(page).count("beforeRequest") == 3


@thorough
def test_listener_changes_and_holds_a_request(stage: Stage, server: Server) -> None:
    page = stage(FORM.format('hx-swap="none" hx-include="#x"') + '<input id="x" name="x" value="7">')
    page.evaluate(
        """() => {
          document.addEventListener("htmx:confirm", (event) => {
            event.preventDefault();
            window.goOn = event.detail.issueRequest;
          });
          document.addEventListener("htmx:configRequest", ({ detail }) => detail.formData.set("a", "changed"));
        }"""
    )
    server.say("/hx/write", "")
    page.get_by_role("button").click()
    assert server.asked == []
    page.evaluate("goOn(true)")
    wait_for(page, "afterRequest")
    assert server.asked == [("POST", "/hx/write", {"a": "changed", "b": "2", "x": "7"})]


def test_form_without_scripts_is_sent_as_it_is(new_phone: Callable[..., Page], server: Server) -> None:
    phone = new_phone(java_script_enabled=False)
    phone.route("**/hx/**", server.handle)
    server.say("/hx/page", page_with(FORM.format('hx-target="#t"')))
    server.say("/hx/write", page_with("<p>written</p>"))
    phone.goto("/hx/page")
    phone.get_by_role("button").click()
    expect(phone.get_by_text("written")).to_be_visible()
    assert server.asked[-1] == ("POST", "/hx/write", {"a": "1", "b": "2"})
