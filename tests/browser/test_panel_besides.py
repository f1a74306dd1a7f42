"""Rare results of a hand, the counting help, and doubts before saving: all of it by touch."""

from collections.abc import Callable, Mapping
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from cegoscore.scoresheet.models import Hand
from tests.browser.fitting import too_small
from tests.browser.panel import Panel, open_table, totals
from tests.effort import thorough

NAMES = ["Anna", "Bernd", "Clara", "Dieter"]
LONG_NAMES = ["Maximilian", "Annemarie-Sophie", "Hansjörg", "Wilhelmine"]
SOLO = {"contract": "solo", "declarer": 1}

pytestmark = pytest.mark.django_db(transaction=True)


class Besides(Panel):
    """The panel with what lies behind its dots."""

    def result(self, value: str) -> None:
        """Choose how the game ended."""
        self.tap("#panel [data-besides-toggle]")
        self.pick("result", value)

    def amount(self, amount: int) -> None:
        """Type the amount that each of the others pays, in place of the one before."""
        for _ in self.page.input_value("#panel input[name=per_defender]").strip("+−"):
            self.tap("#panel [data-key=erase]")
        self.keys(abs(amount))
        if amount < 0:
            self.tap("#panel [data-key=sign]")

    def count(self, cards: Mapping[str, int]) -> None:
        """Open the counting help and tap the cards."""
        self.tap(self.page.locator("#panel .count-link:visible"))
        expect(self.page.locator(".counting [data-take]")).to_be_visible()
        for kind, number in cards.items():
            if self.page.locator(f".counting .ones [name={kind}]").count():
                self.tap(f".counting label.pick:has([name={kind}])")
                continue
            fives, ones = divmod(number, 5) if kind == "other" else (0, number)
            for step in [5] * fives + [1] * ones:
                self.tap(f".counting .{kind} [data-step='{step}']")

    def verdict(self) -> str:
        """Payments of the hand as the panel shows them."""
        return " ".join(self.page.locator("#panel .verdict").inner_text().split())

    def correct(self, sheet_url: str, number: int) -> None:
        """Open a hand to correct it."""
        self.page.goto(f"{sheet_url}/hands/{number}")
        expect(self.page.locator("#panel .entry")).to_have_attribute("data-stage", "result")

    def save_correction(self) -> None:
        """Save it and go back to the sheet."""
        self.tap("#panel [data-save]")
        self.page.wait_for_url("**/sheets/*")


@pytest.fixture
def small(new_phone: Callable[..., Page]) -> Callable[..., Besides]:
    """Opens a table of four on the smallest phone that we promise anything for; Dieter to deal."""

    def make(rules: str, names: list[str] = NAMES, **options: Any) -> Besides:
        page = new_phone(viewport={"width": 360, "height": 640}, **options)
        open_table(page, names, rules, len(names) - 1)
        return Besides(page)

    return make


def test_amount_alone_is_written_and_corrected(small: Callable[..., Besides]) -> None:
    panel = small("braeunlingen-ministranten")
    sheet_url = panel.page.url
    panel.choose(SOLO)
    panel.result("per_defender")
    panel.amount(-15)
    expect(panel.page.locator("#panel [data-payments]")).to_have_text("Bernd −45, die anderen je +15")
    panel.save()
    assert totals(panel.page) == [15, -45, 15, 15]
    assert Hand.objects.get().outcome == {"contract": "solo", "declarer": 1, "per_defender": -15}
    panel.correct(sheet_url, 1)
    expect(panel.page.locator("#panel [data-payments]")).to_have_text("Bernd −45, die anderen je +15")
    panel.amount(20)
    panel.save_correction()
    assert totals(panel.page) == [-20, 60, -20, -20]


@pytest.mark.heavy
def test_solo_held_back_is_written_and_corrected_to_a_false_claim(small: Callable[..., Besides]) -> None:
    panel = small("baumann-bluemle")
    page, sheet_url = panel.page, panel.page.url
    panel.choose({"contract": "eine", "declarer": 0})
    panel.result("schinden")
    expect(page.locator("#panel")).to_contain_text("Mehr als acht Trümpfe")
    expect(page.locator("#panel [data-save]")).to_be_disabled()
    panel.pick("culprits", 1)
    panel.pick("culprits", 3)
    assert panel.verdict() == "Solo geschunden: Bernd und Dieter Anna +32, Bernd −32, Clara +32, Dieter −32"
    panel.save()
    assert totals(page) == [32, -32, 32, -32]
    panel.correct(sheet_url, 1)
    assert panel.verdict().endswith("Anna +32, Bernd −32, Clara +32, Dieter −32")
    panel.tap("#panel label.pick:has(input[name=nobody])")
    assert not page.is_checked("input[name=culprits][value='1']")
    panel.pick("challenger", 2)
    assert panel.verdict() == "zu Unrecht reklamiert Clara −48, die anderen je +16"
    panel.save_correction()
    assert totals(page) == [16, 16, -48, 16]


@pytest.mark.heavy
def test_where_only_the_declarer_claims_the_declarer_is_no_culprit(small: Callable[..., Besides]) -> None:
    panel = small("oberwolfach-4")
    panel.choose({"contract": "solo", "declarer": 1})
    panel.tap("#panel [data-besides-toggle]")
    expect(panel.page.locator("#panel label.pick:has(input[value=per_defender])")).to_be_visible()
    expect(panel.page.locator("#panel label.pick:has(input[value=schinden])")).to_be_hidden()
    panel = small("oberwolfach-4")
    panel.choose({"contract": "cego", "declarer": 1, "over_solo": True})
    panel.result("schinden")
    expect(panel.page.locator("#panel label.pick:has(input[name=culprits][value='1'])")).to_be_hidden()
    assert panel.page.locator("#panel input[name=challenger]").count() == 0
    panel.tap("#panel label.pick:has(input[name=nobody])")
    said = panel.verdict()
    panel.save()
    assert totals(panel.page) == [16, -48, 16, 16]
    assert said == "zu Unrecht reklamiert Bernd −48, die anderen je +16"


@pytest.mark.heavy
def test_another_game_drops_a_result_that_does_not_go_with_it(small: Callable[..., Besides]) -> None:
    panel = small("schwarzwaldmeisterschaft")
    panel.choose(SOLO)
    panel.result("per_defender")
    panel.tap("#panel [data-change=what]")
    panel.choose({"contract": "raeuber", "card_points": [11, 20, 14, 10]})
    panel.save()
    assert totals(panel.page) == [40, -120, 40, 40]


@pytest.mark.heavy
def test_announced_trumps_are_written_and_corrected(small: Callable[..., Besides]) -> None:
    panel = small("baumann-bluemle")
    sheet_url = panel.page.url
    panel.choose({"contract": "ulti", "declarer": 1, "made": True})
    panel.tap("#panel [data-besides-toggle]")
    panel.tap("#panel label.pick:has(input[name=trumps][value='2'])")
    panel.save()
    assert Hand.objects.get().outcome == {"contract": "ulti", "declarer": 1, "made": True, "trumps": [2]}
    panel.correct(sheet_url, 1)
    panel.tap("#panel [data-besides-toggle]")
    assert panel.page.is_checked("input[name=trumps][value='2']")
    panel.tap("#panel label.pick:has(input[name=trumps][value='3'])")
    panel.save_correction()
    assert Hand.objects.get(revision=2).outcome["trumps"] == [2, 3]


PILE = {"gstiess": 1, "trump_1": 1, "king": 3, "queen": 2, "jack": 1, "other": 14}
"""22 cards, 49 by their values: seven threes and one, or eleven pairs; the blind and three tricks."""


@thorough
def test_cards_are_counted_and_taken_with_one_tap(small: Callable[..., Besides]) -> None:
    panel = small("braeunlingen-ministranten")
    page = panel.page
    panel.choose(SOLO)
    panel.count(PILE)
    expect(page.locator(".counting [data-take]")).to_have_text("34 : 36 übernehmen")
    expect(page.locator(".counting [data-pile]")).to_contain_text("Karten: 22")
    expect(page.locator(".counting [data-missing]")).to_have_text("")
    panel.tap(".counting [data-take]")
    expect(page.locator(".counting")).to_be_hidden()
    assert (page.inner_text("#panel [data-own]"), page.inner_text("#panel [data-theirs]")) == ("34", "36")
    panel.save()
    assert Hand.objects.get().outcome["points"] == 34


@pytest.mark.heavy
def test_pile_of_the_others_is_counted_and_missing_cards_are_said(small: Callable[..., Besides]) -> None:
    panel = small("braeunlingen-ministranten")
    page = panel.page
    panel.choose(SOLO)
    panel.tap("#panel label.side:has(input[value=defenders])")
    panel.count({"trump_21": 1, "king": 1, "other": 5})
    expect(page.locator(".counting [data-missing]")).to_have_text("Für volle Stiche fehlen: 1")
    panel.tap(".counting .knight [data-step='1']")
    expect(page.locator(".counting [data-missing]")).to_have_text("")
    panel.tap(".counting [data-take]")
    assert (page.inner_text("#panel [data-theirs]"), page.inner_text("#panel [data-own]")) == ("13", "57")
    panel.save()
    assert Hand.objects.get().outcome["points"] == 57


@pytest.mark.heavy
def test_pile_of_a_raeuber_is_counted_into_the_tile_that_was_tapped(small: Callable[..., Besides]) -> None:
    panel = small("schwarzwaldmeisterschaft")
    page = panel.page
    panel.choose({"contract": "raeuber"})
    panel.tap("#panel button[data-piles]")
    panel.keys(11)
    panel.tap("#panel input[name=card_points_1]")
    panel.count({"king": 2, "other": 10})
    panel.tap(".counting [data-take]")
    assert [page.input_value(f"input[name=card_points_{seat}]") for seat in range(4)] == ["11", "14", "", ""]
    panel.tap("#panel input[name=card_points_2]")
    panel.keys(12)
    assert page.input_value("input[name=card_points_2]") == "12"


@pytest.mark.heavy
def test_next_hand_is_counted_from_nothing(small: Callable[..., Besides]) -> None:
    panel = small("braeunlingen-ministranten")
    panel.choose(SOLO)
    panel.count({"king": 2, "gstiess": 1})
    panel.tap(".counting button[data-count]")
    panel.keys(41)
    panel.save()
    panel.choose(SOLO)
    panel.count({"other": 5})
    expect(panel.page.locator(".counting [data-pile]")).to_contain_text("Karten: 5")


FETCHED_BEFORE_READY = """() => {
  const { domContentLoadedEventEnd } = performance.getEntriesByType("navigation")[0];
  const before = ({ startTime }) => startTime <= domContentLoadedEventEnd;
  return performance.getEntriesByType("resource").filter(before).map(({ name }) => name);
}"""


@thorough
def test_first_page_of_the_sheet_does_not_wait_for_the_help_or_the_outbox(small: Callable[..., Besides]) -> None:
    """Those are fetched once it stands, so that they are there without network."""
    panel = small("schwarzwaldmeisterschaft")
    panel.page.reload()
    panel.page.locator("#outbox[data-ready]").wait_for(state="attached")
    fetched = panel.page.evaluate(FETCHED_BEFORE_READY)
    assert [url for url in fetched if "count" in url or "besides" in url or "outbox" in url] == []
    assert [".js" in url for url in fetched].count(True) == 2  # sheet, htmx


TAP_AND_SEE = """() => ["4", "5", "erase", "erase", "3"].map((key) => {
  document.querySelector(`#panel [data-key="${key}"]`).click();
  const verdict = document.querySelector("#panel [data-verdict]");
  return [verdict.textContent, getComputedStyle(verdict).visibility];
})"""


@thorough
def test_what_can_hardly_be_is_doubted_before_saving_and_after_it_by_its_number(small: Callable[..., Besides]) -> None:
    panel = small("braeunlingen-ministranten")
    panel.choose({"contract": "solo", "declarer": SOLO["declarer"]})
    seen = panel.page.evaluate(TAP_AND_SEE)
    assert seen[:2] == [["4 kann kaum sein. Bitte nachzählen.", "hidden"], ["gewonnen", "visible"]]
    expect(panel.page.locator("#panel [data-verdict]")).to_have_text("3 kann kaum sein. Bitte nachzählen.")
    expect(panel.page.locator("#panel [data-verdict]")).to_be_visible()
    assert not Hand.objects.exists()
    panel.save()
    assert Hand.objects.count() == 1
    expect(panel.page.locator("#next .note")).to_contain_text("Spiel 1:")


@pytest.mark.heavy
def test_nothing_is_shown_as_plus_nothing_in_a_free_entry(small: Callable[..., Besides]) -> None:
    panel = small("braeunlingen-ministranten")
    panel.choose({"free": [30, 0, -30, 0], "why": "Wette"})
    assert [panel.page.input_value(f"input[name=free_{seat}]") for seat in range(4)] == ["+30", "0", "−30", "0"]
    panel.save()
    assert totals(panel.page) == [30, 0, -30, 0]


@pytest.mark.heavy
def test_besides_are_accessible_and_in_reach(
    small: Callable[..., Besides], assert_accessible: Callable[[Page], None]
) -> None:
    panel = small("baumann-bluemle", LONG_NAMES, reduced_motion="reduce")
    page = panel.page

    def check(last: str = "#panel [data-save]") -> None:
        assert_accessible(page)
        assert too_small(page, "#panel :is(button, a, label.pick, label.switch)", width=48, height=48) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
        box = page.locator(last).bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= 640
        assert page.locator("#panel").evaluate("panel => panel.scrollHeight - panel.clientHeight") <= 0

    panel.write(SOLO | {"points": 41})
    check("#panel .turn")
    panel.choose(SOLO | {"points": 3})
    check()
    panel.count(PILE)
    expect(page.locator(".counting [data-take]")).to_be_enabled()
    check(".counting [data-take]")
    panel.tap(".counting button[data-count]")
    panel.tap("#panel [data-besides-toggle]")
    check()
    panel.pick("result", "per_defender")
    panel.amount(-6)
    check()
    panel.result("schinden")
    panel.pick("culprits", 0)
    check()
    panel.result("fault")
    panel.pick("offender", 0)
    check()
    page.goto(f"{page.url}/count")
    assert_accessible(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


@pytest.mark.heavy
def test_counting_help_that_cannot_be_fetched_says_so_and_leaves_the_keypad(
    small: Callable[..., Besides], watch: Any
) -> None:
    panel = small("braeunlingen-ministranten")
    panel.choose(SOLO)
    panel.page.context.set_offline(True)
    panel.tap("#panel .sides a[data-count]")
    expect(panel.page.locator("#panel [data-network]")).to_be_visible()
    expect(panel.page.locator("#panel .keypad")).to_be_visible()
    panel.page.context.set_offline(False)
    panel.count({"king": 1})
    expect(panel.page.locator("#panel [data-network]")).to_be_hidden()
    watch.complaints.clear()


@pytest.mark.heavy
def test_without_javascript_each_result_and_the_count_are_plain_forms(new_phone: Callable[..., Page]) -> None:
    page = new_phone(java_script_enabled=False)
    open_table(page, NAMES, "baumann-bluemle", 3)
    sheet_url = page.url
    page.locator(".sides a[data-count]").tap()
    page.locator("label.pick:has(input[name=gstiess])").tap()
    page.fill("input[name=king]", "3")
    page.fill("input[name=other]", "10")
    page.locator("main button.main").tap()
    expect(page.locator(".counted")).to_contain_text("21 : 49")
    page.goto(sheet_url)
    for name, value in (("declarer", "1"), ("game", "solo"), ("result", "schinden"), ("challenger", "2")):
        page.check(f"input[name={name}][value='{value}']")
    page.check("input[name=culprits][value='0']")
    page.locator("#panel [data-save]").tap()
    expect(page.locator("#lines li.line")).to_contain_text("Solo geschunden: Anna")
    assert totals(page) == [-24, 8, 8, 8]
