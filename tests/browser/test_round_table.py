"""Every field of people on the panel names who sits at the table of this deal: online, offline, opened offline."""

import pytest
from playwright.sync_api import Page, expect

from cegoscore.scoresheet.models import Hand, Session
from cegoscore.scoresheet.table import services
from cegoscore.scoring.rules.rule_files import published
from tests.browser.panel import Panel, totals
from tests.browser.without_network import SOLO, cut_off, page_kept, ready, reconnect, seat, write_all
from tests.worlds.sheet import World

NAMES = ("Anna", "Bernd", "Clara", "Dieter", "Emil")
PEOPLE = """(names) => [...document.querySelectorAll("#panel .entry label:has(input)")]
  .map((label) => [label, label.querySelector("input"), (label.querySelector("span")?.textContent ?? "").trim()])
  .filter(([, , name]) => names.includes(name))
  .map(([label, { name, value }, text]) => {
    const [, field, seat] = /^(card_points|free)_(\\d+)$/.exec(name) ?? [null, name, value];
    return [field, text, Number(seat), label.dataset.kinds ?? ""];
  })"""
"""People by the field that names them, found by what is to be read, not by how the panel is built."""

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("no_network", "still")]


def offered(page: Page, names: tuple[str, ...]) -> dict[str, list[tuple[str, int, str]]]:
    fields: dict[str, list[tuple[str, int, str]]] = {}
    for field, *person in page.evaluate(PEOPLE, list(names)):
        fields.setdefault(field, []).append(tuple(person))
    return fields


def assert_right_people(page: Page, names: tuple[str, ...], lineup: list[int], dealer: int, players: int) -> set[str]:
    """Each field of people offers those of the deal; which fields there are.

    Who sits out can be named for a penalty and for an amount.
    """
    out = {dealer} if len(lineup) > players else set()
    people = [(names[each], each, "") for each in lineup]
    playing = [person for person in people if person[1] not in out]
    right = {
        "free": people,
        "offender": [(name, each, "penalty" if each in out else "") for name, each, _kinds in people],
    }
    fields = offered(page, names)
    assert fields == {name: right.get(name, playing) for name in fields}
    return set(fields)


def go_round(page: Page, names: tuple[str, ...], lineup: list[int], dealer: int, players: int) -> tuple[int, set[str]]:
    """One deal of everybody; who deals then, and which fields there were."""
    fields: set[str] = set()
    for _deal in lineup:
        fields |= assert_right_people(page, names, lineup, dealer, players)
        before, dealer = dealer, lineup[(lineup.index(dealer) + 1) % len(lineup)]
        write_all(page, [SOLO | {"declarer": lineup[1]} if lineup[1] != before else SOLO | {"declarer": lineup[0]}])
    return dealer, fields


@pytest.mark.parametrize(
    ("rules", "size", "fields"),
    [
        ("braeunlingen-loewen-3", 3, set()),
        ("braeunlingen-loewen", 5, {"most", "without_trick"}),
        ("schwarzwaldmeisterschaft", 5, {"offender", "most"}),
        ("baumann-bluemle", 5, {"culprits", "challenger", "last_trick"}),
    ],
)
def test_a_round_online_offline_and_opened_offline(phone: Page, rules: str, size: int, fields: set[str]) -> None:
    names, players = NAMES[:size], published(rules).players
    world, lineup = World(rules, names), list(range(size))
    seat(phone, world)
    dealer, there = go_round(phone, names, lineup, size - 1, players)
    assert there >= fields | {"declarer", "announcer", "free"}
    phone.reload()
    page_kept(ready(phone))
    cut_off(phone)
    dealer, _fields = go_round(phone, names, lineup, dealer, players)
    phone.reload()
    dealer, _fields = go_round(ready(phone), names, lineup, dealer, players)
    shown = totals(phone)
    reconnect(phone)
    assert totals(phone) == shown == world.totals()
    assert_right_people(phone, names, lineup, dealer, players)


def test_who_left_comes_back_to_their_own_column(phone: Page) -> None:
    world = World("braeunlingen-loewen", NAMES)
    seat(phone, world)
    dealer, _fields = go_round(phone, NAMES, [0, 1, 2, 3, 4], 4, 4)
    reconnect(phone)
    sheet = Session.objects.get()
    services.set_turn(sheet, seen=sheet.version, lineup=(0, 2, 3, 4), dealer=dealer)
    phone.reload()
    page_kept(ready(phone))
    dealer, _fields = go_round(phone, NAMES, [0, 2, 3, 4], dealer, 4)
    cut_off(phone)
    dealer, _fields = go_round(phone, NAMES, [0, 2, 3, 4], dealer, 4)
    reconnect(phone)
    phone.goto(f"{world.sheet.get_absolute_url()}/table")
    phone.locator("#join_name").fill("bernd")
    phone.locator("form:has(#join_name) button").tap()
    phone.wait_for_url(f"**{world.sheet.get_absolute_url()}")
    cut_off(ready(phone))
    go_round(phone, NAMES, [0, 2, 3, 4, 1], dealer, 4)
    reconnect(phone)
    assert world.sheet.seats.count() == 5


def test_a_refused_hand_is_corrected_from_its_line_and_what_waits_behind_it_goes_too(phone: Page) -> None:
    world = World("braeunlingen-loewen", NAMES)
    seat(phone, world)
    cut_off(phone)
    phone.locator("#panel [name=declarer]").first.evaluate("(choice) => (choice.value = '4')")  # Emil deals
    write_all(phone, [SOLO | {"declarer": 4}, SOLO | {"declarer": 1}])
    phone.context.set_offline(False)
    expect(phone.locator("#lines .refused .problem")).to_contain_text("Emil gibt und setzt aus")
    expect(phone.locator("#lines .refused .problem")).to_contain_text("Dahinter wartet noch eins.")
    phone.locator("#lines .refused [data-do=correct]").tap()
    expect(phone.locator("#panel-title")).to_have_text("Spiel 1 berichtigen")
    panel = Panel(phone)
    panel.pick("declarer", 0)
    expect(phone.locator("#panel-title")).to_be_visible()
    expect(phone.locator("#panel [data-back]")).to_be_visible()
    expect(phone.locator("#panel [data-save]")).to_have_text("Berichtigen")
    panel.tap("#panel [data-save]")
    reconnect(phone)
    rows = Hand.objects.order_by("number").values_list("number", "outcome__declarer", "revision")
    assert list(rows) == [(1, 0, 1), (2, 1, 1)]
    expect(phone.locator("#panel [data-save]")).to_have_text("Aufschreiben")
    assert totals(phone) == world.totals()


def test_a_number_goes_on_where_it_was_when_the_page_was_thrown_away(phone: Page) -> None:
    seat(phone, World())
    panel = Panel(phone)
    panel.choose(SOLO | {"points": 4})
    phone.reload()
    ready(phone)
    expect(phone.locator("#panel [name=points]")).to_have_value("4")
    panel.keys(5)
    expect(phone.locator("#panel [name=points]")).to_have_value("45")
