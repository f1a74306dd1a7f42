"""Correcting a hand on a small phone, with network and without."""

import uuid
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from cegoscore.scoresheet.ledger.seats import next_turn
from cegoscore.scoresheet.ledger.services import ledger
from cegoscore.scoresheet.models import Hand
from cegoscore.scoring.rules.rule_files import published
from tests.browser.panel import Panel, totals
from tests.browser.without_network import SAVED, SOLO, all_kept, cut_off, reconnect, seat
from tests.effort import sample, thorough
from tests.scoresheet.hand.test_every_rule_set import NAMES, one_of_a_kind, outcomes, post_data
from tests.worlds.sheet import World, client_of, writing

OUTDATED = "Jemand hat dieses Spiel inzwischen geändert, darum wurde deine Änderung nicht gespeichert."


def strike_or_restore(world: World, revision: int, *, void: bool) -> None:
    """Revise the first hand on another phone."""
    key = uuid.uuid4()
    ledger.strike_or_restore(world.sheet, number=1, revision=revision, uuid=key, void=void, why="", device=world.mate)


@pytest.mark.django_db(transaction=True)
def test_the_panel_is_in_sight_when_a_correction_opens(new_phone: Callable[..., Page]) -> None:
    phone = seat(new_phone(viewport={"width": 360, "height": 640}), World())
    Panel(phone).write(SOLO)
    expect(phone.locator(SAVED)).to_be_visible()
    phone.goto(f"{phone.url}/hands/1")
    panel = phone.locator("#panel").bounding_box()
    assert panel
    assert panel["y"] < 320


@thorough
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("act", ["correct", "strike", "restore"][: sample(3, 1)])
def test_change_that_came_too_late_is_refused_in_sight(new_phone: Callable[..., Page], act: str) -> None:
    world = World()
    phone = new_phone()
    sheet = seat(phone, world).url
    ledger.write_hand(world.sheet, writing(1), device=world.owner)
    if act == "restore":
        strike_or_restore(world, 2, void=True)
    phone.goto(f"{urlsplit(sheet).path}/hands/1")
    strike_or_restore(world, 3 if act == "restore" else 2, void=act != "restore")
    if act == "correct":
        Panel(phone).keys(4)
        phone.locator("#panel [data-save]").tap()
    else:
        if act == "strike":
            phone.get_by_text("Dieses Spiel streichen").tap()
        named = {"strike": "Streichen", "restore": "Wieder gelten lassen"}
        phone.get_by_role("button", name=named[act], exact=True).tap()
    expect(phone.get_by_text(OUTDATED)).to_be_visible()
    assert urlsplit(phone.url).path == urlsplit(sheet).path + "/hands/1"
    answer = phone.reload()
    assert answer
    assert answer.status == 200


CORRECT_EVERY_LINE = """async () => {
  const until = async (what, happened) => {
    const patience = performance.now() + 30_000;
    while (!happened()) {
      if (performance.now() > patience) throw new Error(what);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  };
  const form = document.querySelector("#panel .entry");
  const { number } = form.elements;
  for (const { dataset } of [...document.querySelectorAll("#ledger .line[data-number]")].reverse()) {
    const line = () => document.querySelector(`#ledger .line[data-number="${dataset.number}"]`);
    line().querySelector("a").click();
    await until(`no actions at ${dataset.fields}`, () => line().querySelector("[data-do=correct]"));
    line().querySelector("[data-do=correct]").click();
    await until(`not the hand ${dataset.fields}`, () => number.value === dataset.number);
    form.elements.stake_factor.value = 3;
    form.elements.stake_factor.dispatchEvent(new Event("input", { bubbles: true }));
    const save = form.querySelector("[data-save]");
    await until(`not complete: ${dataset.fields}`, () => !save.disabled);
    if (form.dataset.stage !== "result") throw new Error(`begins anew: ${dataset.fields}`);
    save.click();
    await until(`not written: ${dataset.fields}`, () => number.value !== dataset.number);
  }
}"""


RULES = ("braeunlingen-loewen", "schwarzwaldmeisterschaft", "baumann-bluemle", "braeunlingen-ministranten")


def new_kinds(identifier: str) -> list[dict[str, Any]]:
    """One outcome of each kind that these rules have and none of `RULES` before them, for it fills the same fields.

    And the Räuber, whose result each rule set asks for in its own way.
    """
    before = [outcome for other in RULES[: RULES.index(identifier)] for outcome in outcomes(published(other))]
    ours = list(outcomes(published(identifier)))
    new = one_of_a_kind([*before, *ours])[len(one_of_a_kind(before)) :]
    raeuber = [each for each in one_of_a_kind(ours) if each.get("contract") == "raeuber"]
    return [*new, *(each for each in raeuber if each not in new)]


def said(revision: int) -> list[tuple[object, ...]]:
    rows = Hand.objects.filter(revision=revision).order_by("number")
    return list(rows.values_list("number", "dealer", "outcome", "auction"))


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("no_network", "still")
@pytest.mark.parametrize("identifier", RULES)
def test_correction_without_network_begins_with_what_stands_there(phone: Page, identifier: str) -> None:
    """Whoever corrects by how many times the stake every hand counts has changed nothing else."""
    rules = published(identifier)
    world = World(identifier, NAMES[: rules.players])
    client = client_of(world.mate)
    for outcome in new_kinds(identifier):
        turn = next_turn(world.sheet, list(world.sheet.hands.order_by("place", "revision")), rules)
        fields = post_data(turn, outcome) | {"stake_factor": 2}
        assert client.post(f"{world.sheet.get_absolute_url()}/hands", fields).status_code == 302
    all_kept(seat(phone, world))
    cut_off(phone)
    phone.evaluate(CORRECT_EVERY_LINE)
    shown = totals(phone)
    reconnect(phone)
    assert said(2) == said(1)
    assert {*Hand.objects.filter(revision=2).values_list("stake_factor", flat=True)} == {3}
    assert totals(phone) == shown == world.totals()


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("no_network")
def test_hand_that_is_corrected_twice_without_network_begins_with_the_first_correction(phone: Page) -> None:
    """And what changes nothing is no correction."""
    world = World()
    ledger.write_hand(world.sheet, writing(1), device=world.mate)
    all_kept(seat(phone, world))
    cut_off(phone)
    panel = Panel(phone)
    for points, shown in (("41", "5"), ("5", ""), ("5", "6")):
        phone.locator("#ledger .line[data-number='1'] > a").tap()
        phone.locator("#ledger .line[data-number='1'] [data-do=correct]").tap()
        expect(phone.locator("#panel-title")).to_have_text("Spiel 1 berichtigen")
        expect(phone.locator("#panel [data-back]")).to_be_visible()
        expect(phone.locator("#panel [data-save]")).to_have_text("Berichtigen")
        expect(phone.locator("#panel [name=points]")).to_have_value(points)
        panel.keys(shown)
        panel.tap("#panel [data-save]")
    reconnect(phone)
    assert list(Hand.objects.order_by("revision").values_list("outcome__points", flat=True)) == [41, 5, 6]
