"""One more hand: pages that show everything before it get what it changes."""

import re
from typing import Any
from uuid import uuid4

import pytest
from django.urls import reverse

from cegoscore.clubs.models import Device, Player
from cegoscore.scoresheet.hand.one_hand import READS
from cegoscore.scoresheet.hand.sheet_page import hand_after
from cegoscore.scoresheet.ledger.services import ledger
from cegoscore.scoresheet.ledger.services.ledger import write_hand
from cegoscore.scoresheet.ledger.services.notes import adjust, note_gstiess
from cegoscore.scoresheet.models import Hand, Session
from tests.effort import thorough
from tests.pages import body_of
from tests.worlds.copied import copied
from tests.worlds.sheet import World, client_of, posted, writing

pytestmark = pytest.mark.django_db

PARTS = re.compile(r'id="(next|undo|totals|lines|live|news|panel|called|banners)"')
UUID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22}")


@pytest.fixture
def world() -> World:
    """Two hands stand there, from one phone, as a page that follows shows them."""
    world = copied(World)
    for number in (1, 2):
        write_hand(fresh(world), writing(number), device=world.owner)
    return world


def fresh(world: World) -> Session:
    return Session.objects.select_related("rule_set").get(pk=world.sheet.pk)


def look(world: World, device: Device, **shown: Any) -> str:
    """The answer to a page that showed the sheet as it was before the newest row."""
    rows = Hand.objects.order_by("-pk").values_list("pk", flat=True)
    query = {"v": fresh(world).version - 1, "newest": rows[1] if len(rows) > 1 else ""} | shown
    answer = client_of(device).get(reverse("sheet_changes", args=[world.sheet.id]), query)
    assert answer.status_code == 200
    return body_of(answer)


def record(world: World, number: int, device: Device | None = None, **fields: Any) -> str:
    """The parts that the phone gets with whose queue a hand is written."""
    answer = world.send([world.item(posted(number, seen=fresh(world).version) | fields)], device)
    return body_of(answer.json()["parts"])


def parts(answer: str) -> list[str]:
    return PARTS.findall(answer)


def test_followers_get_what_the_hand_changes(world: World) -> None:
    record(world, 3)
    guest, mate = look(world, world.guest), look(world, world.mate)
    assert parts(guest) == ["live", "totals", "news"]
    assert parts(mate) == ["live", "totals", "news", "next"]
    for answer in (guest, mate):
        assert answer.count('<li class="line') == 1
        assert 'hx-swap-oob="afterbegin:#ledger"' in answer
        assert "Auf einem anderen Handy aufgeschrieben" in answer
        assert f"?v=3&amp;newest={Hand.objects.latest('pk').pk}" in answer
    assert 'data-number="4"' in mate
    assert "Auf einem anderen Handy" not in look(world, world.owner)


def test_first_part_is_for_the_element_that_asked(world: World) -> None:
    written = record(world, 3)
    for answer in (written, look(world, world.mate)):
        assert parts(answer)[0] == "live"
        first, *others = re.findall(r'<(?:div|ol|p) [^>]*\bid="(?:next|undo|totals|live|news)"[^>]*>', answer)
        assert "hx-swap-oob" not in first
        assert ["hx-swap-oob" in other for other in others] == [True] * len(others)


def test_every_panel_has_a_uuid_of_its_own(world: World) -> None:
    record(world, 3)
    answers = [look(world, world.mate) for _ in range(3)]
    assert len({UUID.findall(answer[answer.index('id="next"') :])[0] for answer in answers}) == 3


def test_first_hand_brings_the_list(world: World) -> None:
    other = World()
    adjust(other.sheet, uuid=uuid4(), amounts=(30, -10, -10, -10), why="before", device=other.owner)
    record(other, 1)
    query: dict[str, Any] = {"v": 1, "newest": ""}
    answer = body_of(client_of(other.guest).get(reverse("sheet_changes", args=[other.sheet.id]), query))
    assert parts(answer) == ["live", "totals", "lines", "news"]
    assert "before" in answer


WHOLE = ["live", "called", "totals", "banners", "lines", "news", "panel"]


@thorough
@pytest.mark.parametrize(
    "shown",
    [{"v": "0"}, {"v": "x"}, {"newest": ""}, {"newest": "0"}, {"v": "1", "newest": ""}],
)
def test_page_that_lacks_more_gets_the_whole(world: World, shown: dict[str, str]) -> None:
    record(world, 3)
    answer = look(world, world.mate, **shown)
    assert [part for part in parts(answer) if part not in ("next", "undo")] == WHOLE
    assert answer.count('<li class="line') == 3


def change_nothing_but_a_note(world: World) -> None:
    note_gstiess(world.sheet, seen=fresh(world).version, uuid=uuid4(), seat=2, device=None)


def correct(world: World) -> None:
    write_hand(fresh(world), writing(2, revision=2, void=True), device=world.owner)


def write_on_another_phone(world: World) -> None:
    record(world, 3, world.mate)


def begin_a_higher_stake(world: World) -> None:
    Session.objects.update(stake_factor=2)
    record(world, 3, stake_factor=2)


def note_the_gstiess_before(world: World) -> None:
    change_nothing_but_a_note(world)
    write_hand(fresh(world), writing(3), device=world.owner)


@thorough
@pytest.mark.parametrize(
    "change",
    [change_nothing_but_a_note, correct, write_on_another_phone, begin_a_higher_stake, note_the_gstiess_before],
)
def test_whatever_changes_more_is_shown_whole(world: World, change: Any) -> None:
    change(world)
    answer = look(world, world.mate)
    assert [part for part in parts(answer) if part not in ("next", "undo")] == WHOLE


def test_second_phone_is_told_that_two_write(world: World) -> None:
    answer = record(world, 3, world.mate)
    assert "Mehr als ein Handy schreibt" in answer
    assert 'id="banners"' in answer


def test_hand_of_a_planned_table_says_how_many_there_are(world: World) -> None:
    Session.objects.update(planned=9)
    record(world, 3)
    answer = look(world, world.mate)
    assert parts(answer) == ["live", "totals", "news", "next"]
    assert ('data-planned="9"' in answer, "/ 9" in answer) == (True, True)


def test_write_between_reading_and_drawing_is_not_overlooked(world: World) -> None:
    record(world, 3)
    sheet = fresh(world)
    sheet.version -= 1  # read before the hand came
    assert hand_after(sheet, str(sheet.version - 1), str(Hand.objects.get(number=2).pk)) is None


def test_script_that_reads_values_gets_them_and_an_older_one_parts(world: World) -> None:
    """The same of one hand for the phone that wrote it, with doubts about it, and for those that follow."""
    sent = [world.item(posted(3, seen=2, points=3))]
    answer = world.send(sent, headers={READS: "hand"}).json()
    written = answer["hand"]
    followed = {"v": 2, "newest": Hand.objects.get(number=2).pk}
    at = reverse("sheet_changes", args=[world.sheet.id])
    seen = client_of(world.mate).get(at, followed, headers={READS: "hand", "Accept-Language": "de"}).json()
    assert "parts" not in answer
    assert (written["version"], written["number"], written["shown"]) == (3, 3, 3)
    assert [total for total, _looks in written["seats"]] == world.totals()
    assert written["next"] == {"dealer": 2, "vorhand": 3, "shown": 4}
    assert written["warnings"][0].startswith("Spiel 3: Nur 3 Augen?")
    assert (written["news"], seen["news"]) == ("", f"Auf einem anderen Handy aufgeschrieben: Solo, {written['text']}.")
    assert seen | {"news": "", "warnings": written["warnings"]} == written
    older = client_of(world.guest).get(at, followed)
    assert parts(body_of(older)) == ["live", "totals", "news"]


def test_first_hand_is_no_values(world: World) -> None:
    """With it comes the list, and what stands in that already."""
    other = World()
    answer = other.send([other.item(posted(1, seen=0))], headers={READS: "hand"}).json()
    assert ("hand" in answer, 'id="lines"' in answer["parts"]) == (False, True)


def test_writer_whose_page_missed_a_write_gets_the_whole(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody adjusts between the reading of the sheet and the writing of the hand."""
    lock_sheet = ledger.lock_sheet_asking

    def late(sheet: Session, *asked: Any) -> Any:
        monkeypatch.setattr(ledger, "lock_sheet_asking", lock_sheet)
        adjust(fresh(world), uuid=uuid4(), amounts=(30, -10, -10, -10), why="meanwhile", device=world.owner)
        return lock_sheet(sheet, *asked)

    monkeypatch.setattr(ledger, "lock_sheet_asking", late)
    assert "meanwhile" in record(world, 3)


def test_parts_of_one_hand_are_those_of_the_whole_page(world: World) -> None:
    """Whatever stands in a name, and with doubts: what is sent alone stands so on the page that is opened anew."""
    for seat, name in zip(world.sheet.seats.order_by("number"), ["<b>Anna</b>", "Bernd & Co", "C", "D"], strict=True):
        Player.objects.filter(pk=seat.player_id).update(name=name)
    Session.objects.update(planned=12)
    written, followed = record(world, 3, points=34), look(world, world.mate)
    whole = plain(body_of(client_of(world.owner).get(world.sheet.get_absolute_url() + "?doubt=3")))
    for answer in (written, followed):
        for part, end in (("totals", "</ol>"), ("live", "</div>")):
            assert within(answer, f'id="{part}"', end) in whole
        assert within(answer, '<li class="line', "</li>") in whole
    assert within(written, 'id="next"', "</header>") in whole
    assert "&lt;b&gt;Anna&lt;/b&gt;" in within(written, 'id="totals"', "</ol>")


def within(answer: str, begin: str, end: str) -> str:
    """Text between two marks, without what each answer has for itself."""
    return plain(answer[answer.index(begin) :].partition(end)[0])


def plain(text: str) -> str:
    own = re.compile(r'hx-swap-oob="true"|data-script="[^"]*"|name="uuid" value="[^"]*"|\s+')
    return own.sub("", text)
