"""The standings as a page: what it says, who gets it how fresh, and what it costs."""

import gzip
import re
from collections.abc import Iterator

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from cegoscore.clubs.models import Device, Right
from cegoscore.clubs.rights.links import accept_link, link_for
from cegoscore.contest.ties import TieBreak
from tests.effort import thorough
from tests.pages import body_of
from tests.worlds.copied import copied
from tests.worlds.desk import text_of
from tests.worlds.tournament import World, client_of, drawn, play_hands, type_table
from tournaments.course.access import EVERYTHING
from tournaments.desk import services as desk
from tournaments.models import CategoryKind, PrizeKind, Tournament
from tournaments.setup.plans import PrizePlan
from tournaments.standings.queries import standings_of
from tournaments.standings.unveiling import stage_of
from tournaments.standings.views import PAGES

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def no_pages() -> Iterator[None]:
    """Nothing is left of another test."""
    PAGES._values.clear()
    yield
    PAGES._values.clear()


@pytest.fixture
def public(db: None) -> World:
    """Eight players of a public tournament, the first round being played."""
    return copied(drawn, is_public=True)


def url_of(world: World, query: str = "") -> str:
    return f"/tournaments/{world.tournament.pk}/standings{query}"


def page_of(client: Client, world: World, query: str = "") -> str:
    answer = client.get(url_of(world, query))
    assert answer.status_code == 200
    return body_of(answer)


def ranks(page: str) -> list[str]:
    """The cells of the first column as somebody hears them."""
    cells = re.findall(r'<td class="rank">(.*?)</td>', page)
    return [re.sub("<.*?>", "", cell) for cell in cells]


# What it says


def test_it_is_provisional_and_says_because_of_which_tables(public: World) -> None:
    one, other = public.tournament.played_rounds.get().tables.order_by("number")
    type_table(one)
    page = page_of(client_of(public.organiser), public)
    assert "Durchgang 1: Tisch 2 ist noch nicht fertig." in page
    assert page.count("0</a><i>…</i></td>") == 4
    type_table(other)
    assert "Vorläufig" not in page_of(client_of(public.organiser), public)


def test_points_of_an_open_table_count_while_it_plays(public: World) -> None:
    table = public.tournament.played_rounds.get().tables.get(number=1)
    assert table.sheet
    play_hands(table.sheet, 1)
    total = table.sheet.seats.get(number=0).total
    assert total > 0
    assert re.search(
        rf'<td class="total"><a [^>]*>\+{total}</a><i>…</i></td>', page_of(client_of(public.organiser), public)
    )


def test_ties_share_a_rank_and_say_with_whom(public: World) -> None:
    public.type_all(public.tournament.played_rounds.get())
    client, url = client_of(public.organiser), f"/tournaments/{public.tournament.pk}"
    page = page_of(client, public)
    assert ranks(page) == [f"{rank} geteilt" for rank in (1, 1, 3, 3, 5, 5, 7, 7)]
    assert (page.count("gleichauf mit Nr."), page.count("es wird noch gelost")) == (8, 0)
    papers = [f"{url}/{path}" for path in ("press", "prizes", "print/certificates")]
    assert all("Vorläufig" in text_of(client.get(path)) for path in papers), "the second round is still to come"
    Tournament.objects.update(cancelled_at=public.tournament.created_at, version=98)
    assert "Vorläufig" not in text_of(client.get(f"{url}/press")), "none comes any more"
    Tournament.objects.update(cancelled_at=None, rounds=1, version=99)
    assert page_of(client, public).count("es wird noch gelost") == 8
    assert not any("Vorläufig" in text_of(client.get(path)) for path in papers)


@thorough
@pytest.mark.parametrize("path", ["standings", "print/standings", "beamer?show=standings"])
def test_before_the_first_result_everybody_sees_who_sits_where(public: World, path: str) -> None:
    client, url = client_of(public.organiser), f"/tournaments/{public.tournament.pk}/{path}"
    page = text_of(client.get(url))
    table = public.tournament.played_rounds.get().tables.get(number=2)
    for result in table.results.select_related("entrant"):
        assert re.search(rf"{result.entrant.name.split()[0]}[^A-Z]*(Bräunlingen )?Tisch 2", page)
    assert "0…" not in page.replace(" …", "…")
    assert "geteilt" not in page
    phone = text_of(client.get(f"/tournaments/{public.tournament.pk}"))
    assert "Alle Tische" in phone
    assert "0…" not in phone.replace(" …", "…")
    type_table(table)
    page = text_of(client.get(url))
    assert page.count("+90") == 1
    assert "0…" in page.replace(" …", "…")
    assert "Ganze Rangliste" in text_of(client.get(f"/tournaments/{public.tournament.pk}"))


@thorough
def test_many_open_tables_are_counted_and_not_named() -> None:
    world = copied(drawn, 32)
    type_table(world.tournament.played_rounds.get().tables.get(number=3))
    for path in ("standings", "print/standings"):
        page = text_of(client_of(world.organiser).get(f"/tournaments/{world.tournament.pk}/{path}"))
        assert "Durchgang 1: 7 Tische sind noch nicht fertig." in page


def test_drawn_tie_says_what_decided(public: World) -> None:
    round_ = public.tournament.played_rounds.get()
    public.type_all(round_)
    desk.close_round(round_)
    first = [result.entrant.number or 0 for result in round_.results.filter(seat=0).select_related("entrant")]
    desk.decide_tie(round_, numbers=first[::-1], by=TieBreak.CARD, drawn_by="Wirt", device=None)
    page = page_of(client_of(public.organiser), public)
    assert ranks(page)[:3] == ["1", "2", "3 geteilt"]
    assert page.count("Gleichstand: Karte gezogen") == 2


@thorough
def test_games_won_that_nobody_knows_are_not_zero() -> None:
    world = copied(World, is_public=True, hands=2, tie_breaks=[TieBreak.GAMES_WON.value])
    world.register(8)
    round_ = world.draw()
    one, other = round_.tables.order_by("number")
    assert one.sheet
    play_hands(one.sheet, 2, declarer=1)
    desk.accept_table(one, why="", device=None)
    type_table(other)
    desk.close_round(round_)
    cells = re.findall(r'<td class="won">(.*?)</td>', page_of(client_of(world.organiser), world))
    words = [re.sub("<.*?>", "", cell) for cell in cells]
    assert sorted(words) == ["0", "0", "0", "2"] + ["?nicht bekannt"] * 4


def test_void_table_is_told(public: World) -> None:
    table = public.tournament.played_rounds.get().tables.get(number=1)
    desk.void_table(table, why="x", device=None)
    assert page_of(client_of(public.organiser), public).count("zählt nicht: Durchgang 1") == 4


@thorough
def test_one_round_and_one_category_have_their_own_ranking() -> None:
    world = copied(World, is_public=True, categories=[(CategoryKind.WOMEN, "")])
    entrants = world.register(8)
    women = world.tournament.categories.get()
    for entrant in entrants[:3]:
        entrant.categories.add(women)
    world.play_round()
    world.draw("zwei")
    client = client_of(world.organiser)
    assert page_of(client, world).count('<td class="round">') == 16
    assert page_of(client, world, "?round=1").count('<td class="round">') == 0
    page = page_of(client, world, f"?category={women.pk}")
    assert len(ranks(page)) == 3
    assert {"n1", "n2", "n3"} == set(re.findall(r'<tr id="(n\d+)"', page))
    for query in ("?round=3", "?round=x", "?category=0", "?category=x", f"?category={women.pk}x"):
        assert client.get(url_of(world, query)).status_code == 404


@thorough
def test_drawing_about_the_whole_separates_nobody_in_a_category_of_one_round(public: World) -> None:
    round_ = public.tournament.played_rounds.get()
    public.type_all(round_)
    desk.close_round(round_)
    first = [result.entrant for result in round_.results.filter(seat=0).select_related("entrant")]
    women = public.tournament.categories.create(kind=CategoryKind.WOMEN)
    women.entrants.set(first)
    numbers = [entrant.number or 0 for entrant in first]
    desk.decide_tie(round_, numbers=numbers, by=TieBreak.CARD, drawn_by="Wirt", device=None)
    client = client_of(public.organiser)
    assert ranks(page_of(client, public, f"?category={women.pk}")) == ["1", "2"]
    assert ranks(page_of(client, public, "?round=1"))[:2] == ["1 geteilt"] * 2
    assert ranks(page_of(client, public, f"?round=1&category={women.pk}")) == ["1 geteilt"] * 2


def test_names_are_escaped(public: World) -> None:
    player = public.tournament.entrants.get(number=1).player
    player.name, player.village = "<b>Anna</b>", '"<script>'
    player.save()
    page = page_of(client_of(public.organiser), public)
    assert "&lt;b&gt;Anna&lt;/b&gt;" in page
    assert "<b>Anna</b>" not in page
    assert "<script>" not in page


def test_before_the_first_round_it_says_so(world: World) -> None:
    page = page_of(client_of(world.guest), world)
    assert "Sobald der erste Durchgang läuft" in page


# Who gets it


def test_new_guest_gets_in_at_once_while_the_page_is_kept(world: World) -> None:
    client_of(world.guest).get(url_of(world))
    newcomer = Device.objects.create()
    accept_link(newcomer, link_for(world.tournament.club, right=Right.LOOK, target=world.tournament.pk))
    answer = client_of(newcomer).get(url_of(world))
    assert (answer.status_code, answer.headers["Cache-Control"]) == (200, "private, no-cache")


# How fresh


def test_everybody_gets_the_kept_page_for_one_statement_until_something_changes(public: World) -> None:
    devices = (public.stranger, public.guest, public.helper, public.organiser)
    everybody = [Client(), *map(client_of, devices)]
    before = [page_of(client, public) for client in everybody]
    for client, page in zip(everybody, before, strict=True):
        with CaptureQueriesContext(connection) as captured:
            assert page_of(client, public) == page
        assert len(captured) == 1, "who may look, and at which version"
    type_table(public.tournament.played_rounds.get().tables.get(number=1))
    for client in everybody:
        assert "Durchgang 1: Tisch 2 ist noch nicht fertig." in page_of(client, public)


def test_nothing_grows_with_what_strangers_type(public: World) -> None:
    client = Client()
    for text in ("1", "01", "0001", "x", "2", "-1", "1" * 20, "١"):
        client.get(url_of(public), {"round": text})
        client.get(url_of(public), {"category": text})
    assert len(PAGES._values) == 1


def test_both_languages_are_kept_apart(public: World) -> None:
    german = Client().get(url_of(public), headers={"accept-language": "de"})
    english = Client().get(url_of(public), headers={"accept-language": "en"})
    assert "Wer wo sitzt" in body_of(german)
    assert "Who sits where" in body_of(english)


# On the wire


def test_kept_page_is_compressed_once_and_tells_caches_the_truth(public: World) -> None:
    plain = Client().get(url_of(public))
    zipped = Client().get(url_of(public), headers={"accept-encoding": "gzip, br"})
    assert zipped.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(zipped.content) == plain.content
    assert "Content-Encoding" not in plain.headers
    assert zipped.headers["ETag"] != plain.headers["ETag"]
    assert {"Accept-Encoding", "Accept-Language", "Cookie"} <= set(zipped.headers["Vary"].split(", "))
    assert (plain.headers["Cache-Control"], int(zipped.headers["Content-Length"])) == ("no-cache", len(zipped.content))
    again = Client().get(url_of(public), headers={"accept-encoding": "gzip", "if-none-match": zipped.headers["ETag"]})
    assert (again.status_code, again.content) == (304, b"")


def test_page_of_everybody_holds_no_token(public: World) -> None:
    page = page_of(client_of(public.organiser), public)
    assert "csrf" not in page
    assert str(public.organiser.pk) not in page


def test_live_view_gets_an_empty_answer_until_something_changes(public: World) -> None:
    client = client_of(public.organiser)
    page = page_of(client, public)
    found = re.search(r'hx-get="\?v=(\w+)"', page)
    assert found
    assert client.get(url_of(public, f"?v={found[1]}")).status_code == 204
    type_table(public.tournament.played_rounds.get().tables.get(number=1))
    changed = client.get(url_of(public, f"?v={found[1]}"))
    assert changed.status_code == 200
    assert 'id="standings"' in body_of(changed)


@thorough
def test_two_hundred_players_fit_in_sixty_kilobytes() -> None:
    world = copied(World, is_public=True)
    world.register(200)
    world.play_round()
    world.play_round("zwei")
    answer = Client().get(url_of(world), headers={"accept-encoding": "gzip"})
    assert gzip.decompress(answer.content).count(b"<tr id=") == 200
    assert len(answer.content) <= 20_000


# Prizes


@thorough
def test_prizes_are_listed_from_the_last_to_the_first() -> None:
    plans = [
        PrizePlan(kind=PrizeKind.RANK, what="Schinken", rank=1),
        PrizePlan(kind=PrizeKind.RANK, what="Kirsch", rank=2),
        PrizePlan(kind=PrizeKind.LAST, what="Wurstsalat"),
        PrizePlan(kind=PrizeKind.CATEGORY, what="Blumen", rank=1, category=0),
    ]
    world = copied(World, prizes=plans, categories=[(CategoryKind.WOMEN, "")])
    world.register(8)
    round_ = world.draw()
    url = f"/tournaments/{world.tournament.pk}/prizes"
    assert "Vorläufig" in body_of(client_of(world.guest).get(url))
    for number, table in enumerate(round_.tables.all(), 1):
        type_table(table, 30 * number)
    desk.close_round(round_)
    page = body_of(client_of(world.guest).get(url))
    order = [page.index(what) for what in ("Wurstsalat", "Blumen", "Kirsch", "Schinken")]
    assert order == sorted(order)
    assert "Dafür ist niemand da." in page
    first = round_.results.get(points=180).entrant
    assert page.index("Schinken") < page.index(first.name)
    assert client_of(world.stranger).get(url).status_code == 404


@thorough
@pytest.mark.parametrize(("tie_breaks", "is_over"), [([], False), (["lot"], True)])
def test_equals_who_do_not_draw_share_their_prizes_everywhere(tie_breaks: list[str], is_over: bool) -> None:
    world = copied(World, rounds=1, tie_breaks=tie_breaks)
    world.tournament.prizes.create(kind=PrizeKind.RANK, rank=1, what="Schinken")
    world.tournament.prizes.create(kind=PrizeKind.RANK, rank=2, what="Kirsch")
    world.register(8)
    world.play_round()
    if is_over:
        desk.finish_tournament(world.tournament, why="wird geteilt", device=None)
    first = [line.person for line in standings_of(world.tournament, EVERYTHING).lines[:2]]
    home, client = f"/tournaments/{world.tournament.pk}", client_of(world.organiser)
    page = text_of(client.get(f"{home}/prizes"))
    assert "losen darum" not in page
    assert page.count("Sie sind punktgleich und teilen sich die Preise ihrer Plätze.") == (0 if is_over else 2)
    who = ", ".join(f"{person.name} ({person.village})" for person in first)
    press = body_of(client.get(f"{home}/press"))
    assert f"Preise:\nSchinken + Kirsch (Platz 1, punktgleich): {who}\n" in press
    certificates = body_of(client.get(f"{home}/print/certificates"))
    assert certificates.count('class="reason">Platz 1<') == certificates.count('class="certificate"') == 2
    assert "Schinken" not in certificates, "nobody is promised all of it"
    world.tournament.refresh_from_db()
    stage = stage_of(world.tournament)
    assert [one.award.prize.label for one in stage.places[-1].prizes] == ["Kirsch", "Schinken"]


def test_prize_of_equals_is_not_decided(world: World) -> None:
    world.tournament.prizes.create(kind=PrizeKind.RANK, rank=1, what="Schinken")
    Tournament.objects.update(rounds=1)
    world.register(8)
    world.play_round()
    page = body_of(client_of(world.guest).get(f"/tournaments/{world.tournament.pk}/prizes"))
    assert "punktgleich und losen darum" in page


@thorough
@pytest.mark.parametrize(
    ("currency", "labels", "said"),
    [
        ("€", ["60 €", "35 €"], "zusammen 95,00 €: je 31,66 €, Rest 0,02 €"),
        ("€", ["€ 1.060,50", "Euro 9,-"], "zusammen 1.069,50 €: je 356,50 €"),
        ("CHF", ["60", "30 CHF"], "zusammen 90,00 CHF: je 30,00 CHF"),
        ("EUR", ["60 €", "30 Euro"], "zusammen 90,00 EUR: je 30,00 EUR"),
        ("€", ["60 €", "Schinken"], "zusammen 60,00 €: je 20,00 €"),
        ("CHF", ["60 €", "35 €"], ""),
    ],
)
def test_money_that_is_shared_is_worked_out_to_the_cent(currency: str, labels: list[str], said: str) -> None:
    world = copied(World, rounds=1, tie_breaks=[], currency=currency)
    for rank, what in enumerate(labels, 1):
        world.tournament.prizes.create(kind=PrizeKind.RANK, rank=rank, what=what)
    world.register(4)
    round_ = world.draw()
    desk.type_totals(round_.tables.get(), dict(enumerate([20, 20, 20, -60])), why="", device=None)
    desk.close_round(round_)
    home, client = f"/tournaments/{world.tournament.pk}", client_of(world.organiser)
    assert text_of(client.get(f"{home}/prizes")).count(said[1:] or "usammen") == (2 if said else 0)
    press = body_of(client.get(f"{home}/press"))
    assert f" (Platz 1, punktgleich{f'; {said}' if said else ''}): " in press
