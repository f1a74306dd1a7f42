"""Everything that is printed. What the printed pages look like is tested in the browser."""

import re

import pytest
from django.test import Client

from cegoscore.clubs.models import Device, Link
from cegoscore.clubs.rights.codes import code_of
from cegoscore.clubs.rights.links import revoke, secret_of
from tests.effort import thorough
from tests.pages import body_of
from tests.worlds.copied import copied
from tests.worlds.tournament import World, client_of, drawn as just_drawn, play_hands, type_table
from tournaments.desk import services as desk
from tournaments.drawing import services as drawing
from tournaments.models import PrizeKind, Table, Tournament

pytestmark = pytest.mark.django_db

KINDS = ("poster", "names", "tables", "cards", "sheets", "everything", "standings", "certificates")
FOR_THE_DESK = {"cards", "everything"}


@pytest.fixture
def drawn(db: None) -> World:
    """Eight players, the first round drawn, but not begun: now the cards are printed."""
    return copied(just_drawn, start=False)


def url_of(world: World, what: str) -> str:
    return f"/tournaments/{world.tournament.pk}/print/{what}"


def page_of(world: World, what: str, device: Device | None = None) -> str:
    answer = client_of(device or world.helper).get(url_of(world, what))
    assert answer.status_code == 200
    return body_of(answer)


def link_of(table: Table) -> Link:
    assert table.sheet_id
    return Link.objects.get(target=table.sheet_id)


def test_cards_are_for_the_desk_and_the_rest_for_everybody_who_may_look(drawn: World) -> None:
    codes = {
        name: [client_of(device).get(url_of(drawn, kind)).status_code for kind in KINDS]
        for name, device in vars(drawn).items()
        if isinstance(device, Device)
    }
    everything, nothing = [200] * len(KINDS), [404] * len(KINDS)
    assert codes == {
        "organiser": everything,
        "helper": everything,
        "guest": [403 if kind in FOR_THE_DESK else 200 for kind in KINDS],
        "stranger": nothing,
    }
    assert client_of(drawn.helper).get(url_of(drawn, "money")).status_code == 404
    shown = {
        name: set(re.findall(r'print/(\w+)"', body_of(client_of(getattr(drawn, name)).get(url_of(drawn, "")[:-1]))))
        for name in ("guest", "helper")
    }
    assert shown == {"guest": set(KINDS) - FOR_THE_DESK, "helper": set(KINDS)}


@pytest.mark.parametrize("kind", KINDS)
def test_paper_before_the_draw_says_so_and_breaks_nothing(world: World, kind: str) -> None:
    assert page_of(world, kind)


def test_card_opens_its_own_table_and_only_that(drawn: World) -> None:
    page = page_of(drawn, "cards")
    tables = list(drawn.tournament.played_rounds.get().tables.order_by("number"))
    codes = re.findall(r"<strong>(\w{4}-\w{4})</strong>", page)
    links = [link_of(table) for table in tables]
    assert codes == [code_of(link) for link in links]
    assert page.count('class="qr"') == 2 * 2  # the table's own, and the hall's
    for table, code in zip(tables, codes, strict=True):
        player = Client()
        answer = player.post("/code", {"code": code})
        assert answer.headers["Location"] == f"/sheets/{table.sheet_id}"
        opened = [player.get(f"/sheets/{other.sheet_id}").status_code for other in tables]
        assert opened == [200 if other == table else 404 for other in tables]
        assert player.get(f"/tournaments/{drawn.tournament.pk}").status_code == 404


@thorough
def test_codes_on_cards_printed_before_the_start_hold_afterwards(drawn: World) -> None:
    before = re.findall(r"<strong>(\w{4}-\w{4})</strong>", page_of(drawn, "cards"))
    drawing.start_round(drawn.tournament.played_rounds.get())
    assert re.findall(r"<strong>(\w{4}-\w{4})</strong>", page_of(drawn, "cards")) == before
    assert len(set(before)) == 2


def test_secret_itself_is_not_written_out(drawn: World) -> None:
    page = page_of(drawn, "cards")
    assert [link for link in Link.objects.all() if secret_of(link) in page] == []


def test_card_of_a_revoked_link_has_no_code(drawn: World) -> None:
    table = drawn.tournament.played_rounds.get().tables.get(number=1)
    revoke(link_of(table))
    page = page_of(drawn, "cards")
    assert page.count('class="qr"') == 1 + 2
    assert "Der Link zu diesem Blatt wurde zurückgenommen." in page


def test_lists_have_everybody_once(drawn: World) -> None:
    people = {entrant.name for entrant in drawn.tournament.entrants.all()}
    by_name = re.findall(r"<b>([^<]+)</b>", page_of(drawn, "names"))
    assert (set(by_name), len(by_name), by_name) == (people, 8, sorted(by_name))
    by_table = re.findall(r"<b>([^<]+)</b>", page_of(drawn, "tables"))
    assert (set(by_table), len(by_table)) == (people, 8)
    assert page_of(drawn, "tables").count("gibt zuerst") == 2


@thorough
@pytest.mark.parametrize("hands", [15, 24, 40])
def test_blank_sheet_has_a_row_a_hand_and_a_column_a_player(hands: int) -> None:
    """Also at the table of five, which plays more."""
    world = copied(World, hands=hands, remainder="larger", hands_larger=hands + 5)
    world.register(9)
    world.draw()
    for paper in ("sheets", "everything"):
        sheets = re.findall(r"<section class=\"blank.*?</section>", page_of(world, paper), re.DOTALL)
        assert sorted(sheet.count('scope="col"') - 4 for sheet in sheets) == [4, 5]
        for sheet in sheets:
            players = sheet.count('scope="col"') - 4
            rows = sheet.partition("<tbody>")[2].partition("</tbody>")[0]
            assert rows.count("<tr>") == (hands if players == 4 else hands + 5)
            assert rows.count("<td>") == rows.count("<tr>") * (3 + players)


@thorough
def test_earlier_round_can_be_printed_again(drawn: World) -> None:
    drawing.start_round(drawn.tournament.played_rounds.get())
    drawn.type_all(drawn.tournament.played_rounds.get())
    desk.close_round(drawn.tournament.played_rounds.get())
    drawn.draw("zwei")
    assert "Durchgang 2" in page_of(drawn, "tables")
    assert "Durchgang 1" in page_of(drawn, "tables?round=1")
    for number in ("3", "x", "99999"):
        assert client_of(drawn.helper).get(url_of(drawn, f"tables?round={number}")).status_code == 404


def test_one_paper_has_all_that_is_needed_to_go_on_without_computers(drawn: World) -> None:
    table = drawn.tournament.played_rounds.get().tables.select_related("sheet").earliest("number")
    assert table.sheet
    play_hands(table.sheet, 2)
    page = body_of(client_of(drawn.helper).get(url_of(drawn, "everything")))
    people = [entrant.name for entrant in drawn.tournament.entrants.all()]
    assert all(page.count(name) >= 3 for name in people)  # on the list, at the table, on the sheet
    assert page.count('class="blank') == drawn.tournament.played_rounds.get().tables.count()
    assert "2 Spiele stehen schon auf dem Handy" in page
    assert "Rangliste" in page


@thorough
def test_certificates_follow_the_prizes_or_are_for_the_first_three(drawn: World) -> None:
    round_ = drawn.tournament.played_rounds.get()
    drawing.start_round(round_)
    for number, table in enumerate(round_.tables.all(), 1):
        type_table(table, 30 * number)
    desk.close_round(round_)
    places = r'class="reason">([^<]+)<'
    assert re.findall(places, page_of(drawn, "certificates")) == ["Platz 1", "Platz 2", "Platz 3"]
    drawn.tournament.prizes.create(kind=PrizeKind.RANK, rank=1, what="Schinken")
    drawn.tournament.prizes.create(kind=PrizeKind.LAST, what="Wurstsalat")
    assert re.findall(places, page_of(drawn, "certificates")) == [], "the second round is still to come"
    Tournament.objects.update(rounds=1)
    assert re.findall(places, page_of(drawn, "certificates")) == ["Platz 1", "Letzter Platz"]
