"""Ways that people go with the keys of a keyboard alone: what has the focus is always seen, and never lost."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from cegoscore.scoresheet.models import Hand, Session
from tests.browser.panel import known_as
from tests.browser.without_network import SAVED, eventually, seat
from tests.effort import thorough
from tests.worlds import sheet, tournament
from tournaments.models import Entrant, EntrantStatus

pytestmark = [pytest.mark.django_db(transaction=True), thorough]

LAPTOP = {"viewport": {"width": 1280, "height": 800}, "has_touch": False, "is_mobile": False}
FOCUSED = """() => {
  const one = document.activeElement;
  if (!one || one === document.body) return null;
  const around = [one, one.nextElementSibling, one.closest("label"), one.closest(".tile")].filter(Boolean);
  const isRinged = (part) => {
    const { outlineStyle, outlineWidth } = getComputedStyle(part);
    return outlineStyle !== "none" && parseFloat(outlineWidth) >= 2;
  };
  const isThere = (part) => {
    const { width, height, left, right, top, bottom } = part.getBoundingClientRect();
    const isIn = right > 0 && bottom > 0 && left < innerWidth && top < innerHeight;
    return width > 4 && height > 4 && isIn && part.checkVisibility({ visibilityProperty: true });
  };
  const isUncovered = (part) => {
    const { left, right, top, bottom } = part.getBoundingClientRect();
    const middle = (from, to, size) => (Math.max(from, 0) + Math.min(to, size)) / 2;
    const hit = document.elementFromPoint(middle(left, right, innerWidth), middle(top, bottom, innerHeight));
    return around.some((each) => each.contains(hit) || hit?.contains(each));
  };
  return [one.outerHTML.slice(0, 200), around.some((part) => isRinged(part) && isThere(part) && isUncovered(part))];
}"""
"""HTML of what has the focus, and whether its frame is seen; null where nothing has it."""


class Keys:
    """Keys of a keyboard in front of a page: Tab goes on until it is there, and every stop is seen."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def at(self) -> str | None:
        """HTML of what has the focus, whose frame is seen."""
        if (found := self.page.evaluate(FOCUSED)) is None:
            return None
        html, is_seen = found
        assert is_seen, f"it has the focus, and nobody sees it: {html}"
        return str(html)

    def to(self, target: Locator, key: str = "Tab") -> None:
        """Go on until the target has the focus, at most once round the page."""
        expect(target).to_be_attached()
        passed = []
        for _step in range(150):
            if target.evaluate("one => one === document.activeElement"):
                self.at()
                return
            self.page.keyboard.press(key)
            passed.append(self.at())
        raise AssertionError(f"no way to {target}: {passed}")

    def press(self, target: Locator, key: str = "Enter") -> None:
        """Go there, and press a key."""
        self.to(target)
        self.page.keyboard.press(key)

    def type(self, target: Locator, text: str) -> None:
        self.to(target)
        self.page.keyboard.press("ControlOrMeta+A")
        self.page.keyboard.type(text)

    def is_kept(self) -> None:
        """Wait until something has the focus after the page, or a part of it, has come anew."""
        eventually(lambda: self.at() is not None, self.page)

    def choose(self, name: str, value: str) -> None:
        """Go to a choice of the panel: by Tab to the first, by arrows along all of them."""
        choices = self.page.locator(f"#panel .entry [name={name}]:visible")
        self.to(choices.first)
        self.to(choices.and_(self.page.locator(f"[value={value!r}]")), "ArrowRight")
        self.page.keyboard.press("Space")


def result(keys: Keys, points: str) -> None:
    """Type points, and save."""
    keys.is_kept()
    keys.page.keyboard.type(points)
    keys.press(keys.page.locator("#panel [data-save]"))


def test_a_table_writes_a_hand_corrects_it_and_ends_the_evening(new_phone: Callable[..., Page]) -> None:
    page = seat(new_phone(**LAPTOP), sheet.World())
    keys, panel = Keys(page), page.locator("#panel .entry")
    keys.choose("declarer", "1")
    keys.choose("game", "solo")
    expect(panel).to_have_attribute("data-stage", "result")
    result(keys, "41")
    expect(page.locator("#panel input[name=number]")).to_have_value("2")
    expect(page.locator(SAVED)).to_be_visible()
    keys.is_kept()

    keys.press(page.locator("#ledger > .line a").first)
    page.wait_for_url("**/hands/1")
    keys.to(panel.locator("[name=points_of]:checked"))
    result(keys, "50")
    eventually(lambda: Hand.objects.filter(number=1, revision=2).exists(), page)
    expect(page.locator("#ledger > .line .tag")).to_contain_text("berichtigt")
    expect(page.locator("#outbox[data-ready]")).to_be_attached()

    keys.press(page.locator(".menu summary"))
    keys.press(page.locator("#settle"))
    page.wait_for_url("**/evening")
    keys.press(page.get_by_role("button", name="Abend beenden"))
    expect(page.locator(".note").first).to_contain_text("nimmt keine Spiele mehr an")
    assert Session.objects.get().state == "closed"
    keys.to(page.get_by_role("button", name="Wieder öffnen und weiterspielen"))


def test_an_organiser_registers_draws_types_and_closes_a_round(new_phone: Callable[..., Page]) -> None:
    world = tournament.World(rounds=1, hands=2)
    world.register(7)
    page = new_phone(**LAPTOP)
    known_as(page, world.organiser)
    page.goto(f"/tournaments/{world.tournament.pk}/door")
    keys = Keys(page)
    keys.to(page.locator("#who"))
    page.keyboard.type("Vroni Scherer, Hüfingen\n")
    expect(page.locator("#said .registered")).to_contain_text("Vroni Scherer")
    expect(page.locator("#who")).to_be_focused()
    keys.press(page.locator("#said").get_by_role("button", name="Rückgängig"))
    expect(page.locator("#said .registered")).to_have_count(0)
    keys.is_kept()
    keys.to(page.locator("#who"))
    page.keyboard.type("Vroni Scherer, Hüfingen\n")
    expect(page.locator("#said .registered")).to_contain_text("Vroni Scherer")

    page.goto(f"/tournaments/{world.tournament.pk}/rounds/1/draw")
    keys.press(page.get_by_role("button", name="Auslosen", exact=True))
    expect(page.locator(".seated")).to_have_count(2)
    keys.press(page.get_by_role("button", name="Durchgang 1 anfangen"))
    expect(page.locator("#entry input[name=number]")).to_be_focused()
    keys.press(page.get_by_role("link", name="Tisch 1"))
    page.wait_for_url("**/tables/1")
    expect(page.locator("h1")).to_contain_text("Tisch 1")

    page.go_back()
    keys.to(page.locator("#entry input[name=number]"))
    for table in ("1", "2"):
        page.keyboard.type(f"{table}\n")
        expect(page.locator("#entry [data-total]").first).to_be_focused()
        page.keyboard.type("90\n-30\n-30\n-30\n")
        expect(page.locator("#entry")).to_contain_text(f"Tisch {table} ist eingetippt.")
    keys.press(page.get_by_role("button", name="Durchgang 1 abschließen"))
    expect(page.get_by_text("Dieser Durchgang ist abgeschlossen.")).to_be_visible()


def test_somebody_announces_and_looks_up_where_they_sit_and_stand(new_phone: Callable[..., Page]) -> None:
    world = tournament.World(is_public=True, takes_announcements=True)
    world.register(8)
    page = new_phone(**LAPTOP)
    known_as(page, world.guest)
    base = f"/tournaments/{world.tournament.pk}"
    page.goto(f"{base}/announce")
    keys = Keys(page)
    keys.type(page.get_by_label("Vor- und Nachname"), "Vroni Scherer")
    keys.type(page.get_by_label("Woher"), "Hüfingen")
    keys.press(page.get_by_role("button", name="Ich komme"))
    eventually(lambda: Entrant.objects.filter(status=EntrantStatus.ANNOUNCED).exists(), page)

    world.play_round()
    page.goto(base)
    keys.type(page.locator("#q"), "Anna")
    page.keyboard.press("Enter")
    page.wait_for_url("**q=Anna")
    mine = page.get_by_role("link", name="Rangliste").first
    keys.press(mine)
    expect(page.locator(".ranks")).to_be_visible()
    for link in page.locator(".ranks a").all()[:2]:
        keys.to(link)
