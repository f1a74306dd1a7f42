"""Behaviour of hx.js with the attributes of a page and with answers: pages and answers are this test's own."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from urllib.parse import parse_qsl, urlsplit

import pytest
from django.templatetags.static import static
from playwright.sync_api import Browser, Error, Page, Route, expect

from tests.browser.conftest import PATIENCE, ServerAsInProduction, Watch, phone_options
from tests.browser.without_network import eventually

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
    """A page of ours that loads the script."""
    head = f'<title>{title}</title><script src="{static("scripts/follow.js")}" defer></script>'
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


def test_form_is_sent_with_its_button_and_the_answer_stands_in_place_of_its_target(
    stage: Stage, server: Server
) -> None:
    page = stage(FORM.format('hx-target="#t" hx-swap="outerHTML"') + '<p id="t">old</p>')
    with page.expect_request("**/hx/write") as sent:
        page.get_by_role("button").click()
    assert sent.value.headers["hx-request"] == "true"
    expect(page.locator("#f")).to_have_class("htmx-request")
    assert server.asked == [("POST", "/hx/write", {"a": "1", "b": "2"})]
    server.release('<p id="t">new</p>')
    expect(page.locator("#t")).to_have_text("new")
    expect(page.locator("#f")).not_to_have_class(re.compile("htmx"))
    assert page.evaluate("told") == [
        ["confirm", "f", None],
        ["configRequest", "f", None],
        ["beforeRequest", "f", None],
        ["beforeOnLoad", "f", None],
        ["beforeSwap", "t", True],
        ["afterSwap", "body", True],
        ["afterSettle", "body", True],
        ["afterRequest", "f", True],
    ]


def test_form_that_gets_asks_by_its_fields_and_fills_itself(stage: Stage, server: Server) -> None:
    page = stage(
        '<form id="f" action="/hx/find" hx-get="/hx/find?n=1"><input name="a" value="ä b"><button>go</button></form>'
    )
    server.say("/hx/find", "found")
    page.get_by_role("button").click()
    expect(page.locator("#f")).to_have_text("found")
    assert server.asked == [("GET", "/hx/find", {"n": "1", "a": "ä b"})]


def test_parts_besides_go_where_they_belong(stage: Stage, server: Server) -> None:
    page = stage(FORM.format('hx-swap="none"') + '<p id="a">old</p><ol id="list"><li>1</li></ol><p id="b">kept</p>')
    page.evaluate(
        """() => document.addEventListener("htmx:oobBeforeSwap", ({ detail }) => {
          if (detail.target.id === "b") detail.shouldSwap = false;
        })"""
    )
    parts = (
        '<p id="a" hx-swap-oob="true">new</p><ol hx-swap-oob="afterbegin:#list"><li>2</li></ol>'
        '<p id="b" hx-swap-oob="true">unwanted</p><p id="nowhere" hx-swap-oob="true">lost</p><b>not swapped</b>'
    )
    server.say("/hx/write", parts)
    page.get_by_role("button").click()
    expect(page.locator("#a")).to_have_text("new")
    assert page.locator("#list li").all_text_contents() == ["2", "1"]
    assert page.locator("#b").text_content() == "kept"
    assert page.get_by_text("lost").or_(page.get_by_text("not swapped")).count() == 0
    assert page.locator("#f").get_by_role("button").is_visible()


def test_what_readers_listen_to_stays_and_says_something_new_only(stage: Stage, server: Server) -> None:
    """A live region that comes with its text is read by some screen readers only."""
    page = stage(
        FORM.format('hx-target="#t" hx-swap="outerHTML"')
        + '<p id="t" role="status"></p><p id="s" role="status"></p><p id="same" role="status">as before</p>'
    )
    page.evaluate(
        """() => {
          window.regions = [...document.querySelectorAll("[role=status]")];
          window.same = window.regions[2].firstChild;
        }"""
    )
    regions = {"t": "new", "s": "said", "same": "as before"}
    parts = [f'<p id="{name}" data-v="2" role="status" hx-swap-oob="true">{said}</p>' for name, said in regions.items()]
    server.say("/hx/write", "\n".join([parts[0].replace(' hx-swap-oob="true"', ""), *parts[1:]]))
    page.get_by_role("button").click()
    expect(page.locator("#t")).to_have_text("new")
    told = "regions.map((one) => [one.isConnected, one.textContent, one.dataset.v])"
    assert page.evaluate(told) == [[True, said, "2"] for said in regions.values()]
    assert page.evaluate("same.isConnected")


@pytest.mark.usefixtures("no_network")
def test_what_becomes_of_an_answer(stage: Stage, server: Server) -> None:
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


def test_answer_that_is_not_ours_changes_nothing(stage: Stage, server: Server, phone: Page) -> None:
    page = stage(FORM.format('hx-target="#t"') + '<p id="t">old</p>')
    page.get_by_role("button").click()
    asked_until(page, server, 1)
    server.held.pop().fulfill(status=200, body="log in")
    wait_for(page, "afterRequest")
    assert page.locator("#t").text_content() == "old"


@pytest.mark.usefixtures("no_network")
def test_no_answer_is_told(stage: Stage, server: Server) -> None:
    page = stage(FORM.format('hx-target="#t"') + '<p id="t">old</p>')
    page.get_by_role("button").click()
    asked_until(page, server, 1)
    server.held.pop().abort()
    wait_for(page, "sendError")
    expect(page.locator("#f")).not_to_have_class(re.compile("htmx"))
    page.evaluate("document.addEventListener('htmx:configRequest', ({ detail }) => (detail.timeout = 1))")
    page.get_by_role("button").click()
    wait_for(page, "timeout")


def test_request_under_way_is_broken_off(stage: Stage, server: Server) -> None:
    page = stage(FORM.format(""))
    page.get_by_role("button").click()
    asked_until(page, server, 1)
    page.evaluate("document.querySelector('#f').dispatchEvent(new Event('htmx:abort'))")
    assert told(page)[-2:] == ["afterRequest", "sendAbort"]
    page.get_by_role("button").click()
    asked_until(page, server, 2)


def test_taps_while_a_request_is_under_way(stage: Stage, server: Server) -> None:
    for sync, values in (("this:drop", ["1"]), ("this:queue last", ["1", "3"]), ("", ["1", "3"])):
        server.answers.pop("/hx/write", None)
        page = stage(FORM.format(f'hx-swap="none" {f"hx-sync={sync!r}" if sync else ""}'))
        for value in "123":
            page.locator("[name=a]").fill(value)
            page.get_by_role("button").click()
        asked_until(page, server, 1)
        server.say("/hx/write", "")
        server.release("")
        eventually(lambda: told(page).count("afterRequest") == len(values), page)  # noqa: B023
        assert [fields["a"] for _, _, fields in server.asked] == values, sync


def test_focus_and_selection_stay_where_they_were(stage: Stage, server: Server) -> None:
    fields = '<div id="t"><input id="i" value="Anna"><input id="j" value="Bernd"></div>'
    page = stage(f'<div id="v" hx-get="/hx/look" hx-trigger="look" hx-target="#t" hx-swap="outerHTML"></div>{fields}')
    server.say("/hx/look", fields.replace("Anna", "Annabel"))
    page.evaluate("() => { const { i } = window; i.focus(); i.setSelectionRange(1, 3); }")
    page.evaluate("v.dispatchEvent(new Event('look'))")
    expect(page.locator("#i")).to_have_value("Annabel")
    where = "[document.activeElement.id, document.activeElement.selectionStart, document.activeElement.selectionEnd]"
    assert page.evaluate(where) == ["i", 1, 3]


def test_scripts_of_an_answer_are_not_run(stage: Stage, server: Server) -> None:
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


def test_page_works_under_our_policy_without_inline_style_or_script(stage: Stage, server: Server) -> None:
    """The policy of the page is the server's own; whatever breaks it is a complaint of the watch."""
    assert "unsafe" not in server.policy
    page = stage(FORM.format('hx-target="#t"') + '<p id="t"></p>')
    server.say("/hx/write", "<b>there</b>")
    page.get_by_role("button").click()
    expect(page.locator("#t b")).to_be_visible()


def test_server_names_another_target_and_another_way(stage: Stage, server: Server) -> None:
    page = stage(FORM.format('hx-target="#t" hx-swap="none"') + '<p id="t">old</p><p id="u">old</p>')
    server.say("/hx/write", '<p id="u">new</p>', HX_Retarget="#u", HX_Reswap="outerHTML")
    page.get_by_role("button").click()
    expect(page.locator("#u")).to_have_text("new")
    assert page.locator("#t").text_content() == "old"


def test_server_sends_the_page_elsewhere_or_has_it_loaded_anew(stage: Stage, server: Server) -> None:
    page = stage(FORM.format(""))
    server.say("/hx/write", "not shown", HX_Redirect="/hx/elsewhere")
    server.say("/hx/elsewhere", page_with(FORM.format("")))
    page.get_by_role("button").click()
    page.wait_for_url("**/hx/elsewhere")
    server.say("/hx/write", "not shown", HX_Refresh="true")
    server.say("/hx/elsewhere", page_with("as it is now"))
    page.get_by_role("button").click()
    expect(page.get_by_text("as it is now")).to_be_visible()


BOOSTED = '<form id="f" method="post" action="/hx/write" hx-boost="true" {}><button>go</button></form>'


def test_boosted_form_leads_to_another_page_and_back(stage: Stage, server: Server) -> None:
    page = stage(BOOSTED.format("") + "<p>here</p>")
    server.say("/hx/write", page_with("<p>there</p>", title="second"))
    page.evaluate("window.same = true")
    page.get_by_role("button").click()
    expect(page.get_by_text("there", exact=True)).to_be_visible()
    assert (urlsplit(page.url).path, page.title(), page.evaluate("window.same")) == ("/hx/write", "second", True)
    page.go_back()
    expect(page.get_by_text("here", exact=True)).to_be_visible()
    assert (urlsplit(page.url).path, page.title()) == ("/hx/page", "first")


def test_boosted_form_stays_under_the_address_of_the_page(stage: Stage, server: Server) -> None:
    for status, more in ((422, ""), (200, 'hx-push-url="false"')):
        page = stage(BOOSTED.format(more))
        server.say("/hx/write", page_with("<p>said</p>"), status=status)
        page.get_by_role("button").click()
        expect(page.get_by_text("said")).to_be_visible()
        assert urlsplit(page.url).path == "/hx/page", status


def test_parts_are_chosen_from_a_whole_page(stage: Stage, server: Server) -> None:
    view = (
        '<div id="v" hx-get="/hx/look" hx-trigger="look" hx-select="#v" hx-select-oob="#o" hx-swap="outerHTML">{}</div>'
    )
    page = stage(view.format("old") + '<p id="o">old</p><p id="p">old</p>')
    server.say("/hx/look", page_with(view.format("new") + '<p id="o">new</p><p id="p">new</p>', title="second"))
    page.evaluate("v.dispatchEvent(new Event('look', { bubbles: true }))")
    expect(page.locator("#v")).to_have_text("new")
    assert [page.locator(f"#{name}").text_content() for name in "vop"] == ["new", "new", "old"]
    assert (page.title(), page.locator("#v").count()) == ("second", 1)
    server.say("/hx/look", page_with(view.format("newer")))
    page.evaluate("v.dispatchEvent(new Event('look', { bubbles: true }))")
    expect(page.locator("#v")).to_have_text("newer")


def test_typing_asks_once_it_rests(stage: Stage, server: Server) -> None:
    page = stage(
        '<input id="who" name="who" hx-get="/hx/find" hx-trigger="input delay:80ms" hx-target="#t"><p id="t"></p>'
    )
    server.say("/hx/find", "found")
    page.evaluate(
        """() => {
          for (const text of ["A", "An", "Ann"]) {
            who.value = text;
            who.dispatchEvent(new Event("input", { bubbles: true }));
          }
        }"""
    )
    expect(page.locator("#t")).to_have_text("found")
    assert server.asked == [("GET", "/hx/find", {"who": "Ann"})]


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


def test_answer_that_nobody_wants_any_more_is_dropped(stage: Stage, server: Server) -> None:
    page = stage(FORM.format('hx-target="#t"') + '<p id="t">old</p>')
    page.evaluate("document.addEventListener('htmx:beforeOnLoad', (event) => event.preventDefault())")
    server.say("/hx/write", "new")
    page.get_by_role("button").click()
    wait_for(page, "afterRequest")
    assert page.locator("#t").text_content() == "old"


def test_fault_in_putting_an_answer_in_place_is_told_and_the_next_one_is_asked(
    stage: Stage, server: Server, watch: Watch
) -> None:
    page = stage(FORM.format('hx-target="#t"') + '<p id="t">old</p>')
    server.say("/hx/write", "new", HX_Retarget="#nowhere", HX_Reswap="outerHTML")
    page.get_by_role("button").click()
    wait_for(page, "swapError")
    server.say("/hx/write", "new")
    page.get_by_role("button").click()
    expect(page.locator("#t")).to_have_text("new")
    watch.complaints.clear()  # the fault itself


def test_form_without_the_script_is_sent_as_it_is(new_phone: Callable[..., Page], server: Server) -> None:
    phone = new_phone(java_script_enabled=False)
    phone.route("**/hx/**", server.handle)
    server.say("/hx/page", page_with(FORM.format('hx-target="#t"')))
    server.say("/hx/write", page_with("<p>written</p>"))
    phone.goto("/hx/page")
    phone.get_by_role("button").click()
    expect(phone.get_by_text("written")).to_be_visible()
    assert server.asked[-1] == ("POST", "/hx/write", {"a": "1", "b": "2"})
