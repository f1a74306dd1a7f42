"""The entry panel as fingers use it. Every tap is counted; nothing is typed on a system keyboard."""

from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from playwright.sync_api import Locator, Page, expect

import tests.worlds.sheet
from cegoscore.clubs.models import Device
from cegoscore.clubs.rights.devices import COOKIE
from cegoscore.scoresheet.ledger.services.ledger import write_hand
from cegoscore.scoresheet.ledger.writing import Writing
from cegoscore.scoring.rules.rule_files import published
from tests.worlds.sheet import client_of


class Panel:
    """Writes hands of a session document by touch."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.taps = 0

    def tap(self, target: str | Locator) -> None:
        """Tap something on the panel that can be seen."""
        (self.page.locator(target) if isinstance(target, str) else target).tap()
        self.taps += 1

    def pick(self, name: str, value: Any) -> None:
        """Tap one choice."""
        self.tap(f"#panel label.pick:has(input[name={name}][value='{value}'])")

    def keys(self, digits: Any) -> None:
        """Tap digits on the keypad."""
        for digit in str(digits):
            self.tap(f"#panel [data-key='{digit}']")

    def choose(self, hand: Mapping[str, Any]) -> None:
        """Everything but saving."""
        game = hand.get("contract") or next(kind for kind in ("penalty", "dead", "free") if kind in hand)
        if "declarer" in hand:
            self.pick("declarer", hand["declarer"])
        choice = self.page.locator(f"#panel label.pick:has(input[name=game][value='{game}'])")
        if not choice.is_visible():
            self.tap("#panel .games:not(.rare) [data-more]")
        self.tap(choice)
        if hand.get("over_solo"):
            self.tap("#panel label.switch:has(input[name=over_solo])")
        self._result(hand)

    def _result(self, hand: Mapping[str, Any]) -> None:
        if "points" in hand:
            self.keys(hand["points"])
        if hand.get("no_trick"):
            self.tap("#panel [data-key=none]")
        if "made" in hand:
            self.pick("made", str(hand["made"]).lower())
        for name in ("most", "without_trick"):
            for seat in hand.get(name, []):
                self.pick(name, seat)
        if "card_points" in hand:
            self._count_piles()
        for seat, points in enumerate(hand.get("card_points", [])):
            if points is not None:
                self._pile(seat, points)
        for key, name in (("last_trick", "last_trick"), ("offender", "offender"), ("dead", "dead")):
            if key in hand:
                self.pick(name, hand[key])
        if "penalty" in hand:
            self.page.select_option("#panel select[name=penalty]", hand["penalty"])
        if "free" in hand:
            self._free(hand)

    def _count_piles(self) -> None:
        """Go from who had the most to the card points of all, where the rules ask for the first only."""
        most = self.page.locator("#panel label.pick:has([name=most])")
        most.or_(self.page.locator("#panel .tile:has([name^=card_points])")).and_(
            self.page.locator(":visible")
        ).first.wait_for()
        if most.first.is_visible():
            self.tap("#panel button[data-piles]")

    def _pile(self, seat: int, points: int) -> None:
        """A player's card points; digits go to another player only when that one is tapped."""
        tile = self.page.locator(f"#panel .tile:has(input[name=card_points_{seat}])")
        if tile.get_attribute("data-active") is None:
            self.tap(tile)
        self.tap("#panel [data-key=none]") if points == 0 else self.keys(points)

    def _free(self, hand: Mapping[str, Any]) -> None:
        """Amounts by keypad, the last one is proposed."""
        for seat, amount in enumerate(hand["free"][:-1]):
            self.tap(f"#panel input[name=free_{seat}]")
            self.keys(abs(amount))
            if amount < 0:
                self.tap("#panel [data-key=sign]")
        self.page.fill("#panel input[name=why]", hand["why"])

    def save(self, state: str | None = None) -> None:
        """Write it down and wait until the server has it or, without network, until it waits on the phone.

        The line and the totals show it before that: whoever reads the database next needs the state. Give another
        state than the browser's own idea of its network leads to, where a test answers in the server's place.
        """
        number = self.page.locator("#panel input[name=number]").input_value()
        self.tap("#panel [data-save]")
        expect(self.page.locator("#panel input[name=number]")).to_have_value(str(int(number) + 1))
        expect(self.page.locator("#panel .entry")).to_have_attribute("data-stage", "choose")
        if state is None:
            state = "saved" if self.page.evaluate("navigator.onLine") else "waiting"
        expect(self.page.locator("#saved")).to_have_attribute("data-state", state)

    def write(self, hand: Mapping[str, Any], state: str | None = None) -> int:
        """Choose and save a hand; how many taps it took."""
        before = self.taps
        self.choose(hand)
        self.save(state)
        return self.taps - before


def hold_time(page: Page) -> Callable[[], object]:
    """Stop the clock of a page, also after it has gone on to another address; what is returned puts it on.

    A tap that comes too soon stays so, however slow the machine is. It stops when no tap is too soon, and so goes on.
    """
    now = datetime.now(UTC) + timedelta(seconds=2)
    page.clock.set_fixed_time(now)
    return lambda: page.clock.set_fixed_time(now + timedelta(seconds=2))


def known_as(page: Page, device: Device) -> None:
    """Let the browser carry the device's cookie, for the server of the tests."""
    value = client_of(device).cookies[COOKIE].value
    page.context.add_cookies([{"name": COOKIE, "value": value, "domain": "localhost", "path": "/"}])


def open_table(page: Page, names: Sequence[str], rules: str, first_dealer: int, hands: Sequence[Writing] = ()) -> None:
    """Sit down at a new table that is there already, with these hands written by the same phone."""
    device = Device.objects.create()
    sheet = tests.worlds.sheet.open_table(device, names=names, rules=published(rules), first_dealer=first_dealer)
    for hand in hands:
        write_hand(sheet, hand, device=device)
    known_as(page, device)
    page.goto(sheet.get_absolute_url())


def open_table_by_form(page: Page, names: Sequence[str], rules: str, first_dealer: int) -> None:
    """Open a new table as people do."""
    page.goto("/new")
    for seat, name in enumerate(names):
        page.fill(f"input[name=name_{seat}]", name)
    page.locator(f"label:has(input[name=first_dealer][value='{first_dealer}'])").tap()
    page.select_option("select[name=rules]", rules)
    page.locator("form.new-table button.main").tap()
    page.wait_for_url("**/sheets/*")


def totals(page: Page) -> list[int]:
    """The running totals as the page shows them at one moment."""
    shown = page.locator("#totals [data-total]").evaluate_all("(all) => all.map(({ dataset }) => dataset.total)")
    return [int(total) for total in shown]
