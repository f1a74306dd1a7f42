"""Lines of the sheet: their words, and the news for an open sheet about hands of others."""

from dataclasses import replace

from django.urls import reverse
from django.utils.html import escape

from cegoscore.clubs.models import Player
from cegoscore.scoresheet.ledger.services.ledger import write_hand
from cegoscore.scoresheet.ledger.services.sheets import renew
from cegoscore.scoresheet.models import Hand
from cegoscore.scoresheet.table.services import change_rules
from cegoscore.scoring import hands
from cegoscore.scoring.contracts import Contract
from cegoscore.scoring.rules.rule_files import published
from tests.pages import body_of
from tests.scoresheet.acting import fresh, page_of, strike
from tests.worlds.sheet import World, client_of, posted, writing

ENGLISH = {"Accept-Language": "en"}
FIFTY = hands.Points(contract=Contract.SOLO, declarer=1, points=50)


def test_news_tells_of_hands_and_not_of_other_changes(world: World) -> None:
    write_hand(world.sheet, writing(1), device=world.owner)
    client, url = client_of(world.mate), reverse("sheet_changes", args=[world.sheet.id])
    known = str(Hand.objects.latest("pk").pk)
    Player.objects.filter(name="Anna").update(name="Annegret")
    renew(world.sheet)
    response = client.get(url, {"v": "1", "newest": known})
    assert "Annegret" in body_of(response)
    assert response.context["news"] is None
    write_hand(world.sheet, writing(1, revision=2, void=True), device=world.owner)
    response = client.get(url, {"v": "2", "newest": known}, headers=ENGLISH)
    assert "Struck on another phone: Solo, Bernd 41 : 29." in body_of(response)


def test_other_rules_are_no_news_of_a_hand(world: World) -> None:
    write_hand(world.sheet, writing(1), device=world.owner)
    client, url = client_of(world.mate), reverse("sheet_changes", args=[world.sheet.id])
    known = str(Hand.objects.latest("pk").pk)
    rules = published("braeunlingen-loewen")
    change_rules(world.sheet, seen=1, rules=rules, why="", device=world.owner)
    response = client.get(url, {"v": "1", "newest": known})
    assert str(response.context["page"].newest.key) != known
    assert response.context["news"] is None


def test_hand_struck_and_restored_is_not_called_corrected(world: World) -> None:
    written = {1: ((None, True), (None, False)), 2: ((FIFTY, False),), 3: ((FIFTY, False), (FIFTY, True))}
    for number, revisions in written.items():
        write_hand(world.sheet, writing(number), device=None)
        for revision, (outcome, void) in enumerate(revisions, 2):
            write_hand(world.sheet, writing(number, outcome, revision=revision, void=void), device=None)
    page = client_of(world.owner).get(world.sheet.get_absolute_url()).context["page"]
    assert {line.number: line.corrected for line in page.lines} == {1: False, 2: True, 3: True}


def test_amounts_are_read_out_with_names(world: World) -> None:
    write_hand(world.sheet, writing(1), device=None)
    client, said = client_of(world.owner), "Anna −10, Bernd +30, Clara −10, Dieter −10"
    assert f'<span class="vh">{said}</span>' in body_of(client.get(world.sheet.get_absolute_url()))
    assert f'<p class="vh">{said}</p>' in body_of(client.get(reverse("hand", args=[world.sheet.id, 1])))


def test_hand_far_ahead_of_the_sheet_is_told_that_places_are_empty(world: World) -> None:
    url = reverse("record_hand", args=[world.sheet.id])
    response = client_of(world.owner).post(url, posted(99), headers=ENGLISH)
    assert response.status_code == 422
    assert "A hand before this one is missing, so yours was not saved." in body_of(response)
    assert response.context["panel"].place["number"] == "1"
    assert not Hand.objects.exists()


def test_revision_far_ahead_is_told_that_places_are_empty(world: World) -> None:
    write_hand(world.sheet, writing(1), device=None)
    url = reverse("correct_hand", args=[world.sheet.id, 1])
    response = client_of(world.owner).post(url, posted(1, revision=7), headers=ENGLISH)
    assert response.status_code == 422
    assert "A hand before this one is missing, so yours was not saved." in body_of(response)
    assert Hand.objects.count() == 1


def test_struck_hand_has_no_number_and_those_after_it_move_up(world: World) -> None:
    for number in (1, 2, 3):
        write_hand(fresh(world), writing(number), device=None)
    strike(world, 2)
    page = page_of(world)
    assert [(line.number, line.shown) for line in page.lines] == [(3, 2), (2, None), (1, 1)]
    assert page.turn.shown == 3
    answer = world.send([world.item(posted(4, seen=fresh(world).version))]).json()
    assert '<b class="number">3</b>' in answer["parts"], "counted in one statement, not from all rows"


def test_what_people_typed_is_text_in_a_line(world: World) -> None:
    typed = '<b>"it\'s & {0}"</b>'
    Player.objects.filter(name="Clara").update(name=typed)
    write_hand(world.sheet, writing(1, hands.Free(amounts=(1, -1, 0, 0), why=typed)), device=None)
    write_hand(world.sheet, writing(2, replace(FIFTY, declarer=2, points=35)), device=None)
    write_hand(world.sheet, writing(3), device=None)
    write_hand(world.sheet, writing(3, revision=2, void=True), device=None)
    page = client_of(world.owner).get(world.sheet.get_absolute_url(), headers=ENGLISH).context["page"]
    struck, owes, free = (line.drawn for line in page.lines)
    assert typed not in owes + free
    assert (escape(f"{typed} buys a round") in owes, free.count(escape(typed))) == (True, 2)
    assert '<span class="tag">struck</span>' in struck
