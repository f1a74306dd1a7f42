"""The end of an evening: who pays whom, Schnaps, closing and reopening, and the next evening."""

from datetime import UTC, datetime, timedelta
from decimal import Decimal
from typing import Any
from uuid import uuid4

import pytest
from django.urls import reverse
from django.utils import translation

from cegoscore.scoresheet.evening.evening_page import (
    Feat,
    Payment,
    PlayerReview,
    Standing,
    evening_page,
)
from cegoscore.scoresheet.ledger import money
from cegoscore.scoresheet.ledger.services.ledger import strike_or_restore, write_hand
from cegoscore.scoresheet.ledger.services.notes import adjust
from cegoscore.scoresheet.ledger.services.sheets import close_sheet, reopen_sheet
from cegoscore.scoresheet.models import Note, Session, State
from cegoscore.scoring import hands
from cegoscore.scoring.contracts import Contract, DeadKind
from cegoscore.scoring.documents.document import NoteKind
from cegoscore.scoring.documents.ledger import settle
from tests.effort import thorough
from tests.pages import body_of
from tests.worlds.sheet import World, another_evening, client_of, posted, writing

SOLO_NO_TRICK = hands.Points(contract=Contract.SOLO, declarer=2, points=0)
SOLO = hands.Points(contract=Contract.SOLO, declarer=1, points=41)
BUERGERMEISTER = hands.Points(contract=Contract.SOLO, declarer=2, points=35)
ULTI = hands.Aim(contract=Contract.ULTI, declarer=0, made=True)


def play(world: World, *outcomes: hands.Outcome | None) -> None:
    """Write hands to the world's sheet; `None` is Bernd's Solo with 41."""
    start = world.sheet.hands.count()
    for number, outcome in enumerate(outcomes, start + 1):
        write_hand(world.sheet, writing(number, outcome), device=world.owner)


def act(world: World, name: str, who: str = "owner", **fields: Any) -> Any:
    return client_of(getattr(world, who)).post(reverse(name, args=[world.sheet.id]), fields)


def state(world: World) -> str:
    return Session.objects.get(pk=world.sheet.pk).state


# Who pays whom


def test_whole_evening_in_numbers(world: World) -> None:
    world.sheet.stake, world.sheet.currency = Decimal("0.05"), "€"
    play(world, None, ULTI, SOLO_NO_TRICK)
    assert world.totals() == [235, -5, -185, -45]
    page = evening_page(world.sheet)
    assert page["standings"] == (
        Standing(name="Anna", total=235, money="+11,75\xa0€", leads=True),
        Standing(name="Bernd", total=-5, money="−0,25\xa0€"),
        Standing(name="Dieter", total=-45, money="−2,25\xa0€"),
        Standing(name="Clara", total=-185, money="−9,25\xa0€"),
    )
    assert page["payments"] == (
        Payment(payer="Clara", receiver="Anna", points=185, money="9,25\xa0€"),
        Payment(payer="Dieter", receiver="Anna", points=45, money="2,25\xa0€"),
        Payment(payer="Bernd", receiver="Anna", points=5, money="0,25\xa0€"),
    )
    assert page["rounded"] is False
    here = f"/sheets/{world.sheet.id}/hands"
    best = Feat(name="Anna", amount=210, number=2, text="Ulti, Anna geschafft", why="Ulti zählt 70", url=f"{here}/2")
    no_trick = "kein Stich: die anderen haben alle 70, 35 über 35, mal 1 für Solo: 35, auf 5er gerundet: 35"
    worst = Feat(name="Clara", amount=-105, number=3, text="Solo, Clara kein Stich", why=no_trick, url=f"{here}/3")
    assert (page["best"], page["worst"]) == (best, worst)
    assert page["players"][1] == PlayerReview(
        name="Bernd",
        declared=1,
        won=1,
        best=Feat(name="Bernd", amount=35, number=3, text=worst.text, why=no_trick, url=worst.url),
        worst=Feat(name="Bernd", amount=-70, number=2, text=best.text, why=best.why, url=best.url),
    )
    assert [(one.declared, one.won) for one in page["players"]] == [(1, 1), (1, 1), (1, 0), (0, 0)]
    assert page["kinds"] == [("Solo", 2, 1), ("Ulti", 1, 1)]
    assert page["curve"] == [
        (None, "", (0, 0, 0, 0)),
        (1, f"{here}/1", (-10, 30, -10, -10)),
        (2, f"{here}/2", (200, -40, -80, -80)),
        (3, f"{here}/3", (235, -5, -185, -45)),
    ]


def test_games_of_everyone_have_no_winner(world: World) -> None:
    play(world, hands.Raeuber(contract=Contract.RAEUBER, card_points=(20, 9, 14, 7)))
    assert evening_page(world.sheet)["kinds"] == [("Räuber", 1, None)]


def test_struck_hands_and_deals_without_result_are_no_games(world: World) -> None:
    play(world, None, hands.Dead(kind=DeadKind.MISDEAL), ULTI)
    strike_or_restore(world.sheet, number=3, revision=2, uuid=uuid4(), void=True, why="", device=world.owner)
    page = evening_page(world.sheet)
    assert (page["hands"], page["kinds"]) == (1, [("Solo", 1, 1)])


@pytest.mark.parametrize(("hours", "said"), [(14, []), (4, ["Gespielt wurde 4 Std. 0 Min."])])
def test_hand_that_came_the_next_day_says_nothing_of_how_long_it_took(
    world: World, hours: int, said: list[str]
) -> None:
    play(world, *[None] * 8)
    late = world.sheet.hands.latest("pk").written_at + timedelta(hours=hours)
    world.sheet.hands.filter(number=8).update(written_at=late)
    assert [text for text, _hand in evening_page(world.sheet)["figures"] if "Std." in text] == said


def test_what_was_brought_along_is_where_the_curve_starts(world: World) -> None:
    adjust(world.sheet, uuid=uuid4(), amounts=[50, -50, 0, 0], why="vom Zettel", device=None)
    play(world, None)
    assert evening_page(world.sheet)["curve"] == [
        (None, "", (50, -50, 0, 0)),
        (1, f"/sheets/{world.sheet.id}/hands/1", (40, -20, -10, -10)),
    ]


def test_evening_without_hands_owes_nothing(world: World) -> None:
    page = evening_page(world.sheet)
    assert (page["payments"], page["best"], page["hands"]) == ((), None, 0)
    html = body_of(client_of(world.owner).get(reverse("evening", args=[world.sheet.id])))
    assert "Alle sind quitt; niemand zahlt etwas." in html


# Money


@pytest.mark.parametrize(
    ("stake", "text"),
    [
        ("0.01", "1,85\xa0€"),
        ("0.05", "9,25\xa0€"),
        ("1", "185\xa0€"),
        ("7.5", "1.387,50\xa0€"),
        ("0.0025", "0,46\xa0€"),
    ],
)
def test_money_reads_like_money(db: None, stake: str, text: str) -> None:
    euro = money.Stake(amount=Decimal(stake), currency="€")
    assert euro.text(euro.of(185)) == text


@pytest.mark.parametrize(("currency", "text"), [("€", "−€1,387.50"), ("CHF", "−1,387.50\xa0CHF"), ("", "−1,387.50")])
def test_money_reads_like_money_in_english(db: None, currency: str, text: str) -> None:
    stake = money.Stake(amount=Decimal("7.5"), currency=currency)
    with translation.override("en"):
        assert stake.signed(stake.of(-185)) == text


def test_rounded_money_still_comes_to_zero() -> None:
    transfers = settle([235, -5, -185, -45])
    stake = money.Stake(amount=Decimal("0.0025"), currency="€")
    coins = money.balances(transfers, stake, 4)
    assert coins == (Decimal("0.58"), Decimal("-0.01"), Decimal("-0.46"), Decimal("-0.11"))
    assert sum(coins) == 0
    assert money.is_rounded(transfers, stake)
    assert not money.is_rounded(transfers, money.Stake(amount=Decimal("0.02"), currency="€"))


@thorough
def test_rounding_is_said_on_the_page(world: World) -> None:
    play(world, None, ULTI, SOLO_NO_TRICK)
    url = reverse("evening", args=[world.sheet.id])
    sentence = "Auf ganze Cent gerundet"
    Session.objects.update(stake=Decimal("0.01"), currency="€")
    assert sentence not in body_of(client_of(world.owner).get(url))
    Session.objects.update(stake=Decimal("0.0025"))
    assert sentence in body_of(client_of(world.owner).get(url))


# Schnaps


def test_round_is_owed_until_it_is_bought(world: World) -> None:
    play(world, BUERGERMEISTER, BUERGERMEISTER)
    assert evening_page(world.sheet)["schnaps"] == [(2, "Clara", 2)]
    key = uuid4()
    for _twice in range(2):
        assert act(world, "buy_round", uuid=key, seat=2).status_code == 302
    assert evening_page(world.sheet)["schnaps"] == [(2, "Clara", 1)]
    note = Note.objects.get()
    assert (note.kind, note.seat, note.after, note.device_id) == (NoteKind.SCHNAPS_BOUGHT, 2, 2, world.owner.id)


@pytest.mark.parametrize("fields", [{"seat": 0}, {"seat": 9}, {"seat": -1}, {"seat": "x"}, {}])
def test_nobody_buys_a_round_that_is_not_owed(world: World, fields: dict[str, Any]) -> None:
    play(world, BUERGERMEISTER)
    assert act(world, "buy_round", uuid=uuid4(), **fields).status_code == 302
    assert not Note.objects.exists()
    assert Session.objects.get().version == 1


def test_closed_sheet_takes_no_rounds(world: World) -> None:
    play(world, BUERGERMEISTER)
    close_sheet(world.sheet)
    act(world, "buy_round", uuid=uuid4(), seat=2)
    assert not Note.objects.exists()


# Closing and reopening


def test_closed_sheet_takes_no_hand_until_it_is_reopened(world: World) -> None:
    client = client_of(world.owner)
    url = reverse("record_hand", args=[world.sheet.id])
    assert act(world, "close_sheet")["Location"] == reverse("evening", args=[world.sheet.id])
    sheet = Session.objects.get()
    assert (sheet.state, sheet.ended_at is not None, sheet.version) == (State.CLOSED, True, 1)
    assert client.post(url, posted(1)).status_code == 409
    assert "nimmt keine Spiele mehr an" in body_of(client.get(world.sheet.get_absolute_url()))
    assert act(world, "reopen_sheet")["Location"] == world.sheet.get_absolute_url()
    sheet = Session.objects.get()
    assert (sheet.state, sheet.ended_at) == (State.OPEN, None)
    assert client.post(url, posted(1)).status_code == 302


def changes(world: World, query: str) -> Any:
    return client_of(world.mate).get(f"{reverse('sheet_changes', args=[world.sheet.id])}?{query}")


def test_other_phones_hear_that_the_sheet_was_closed_and_keep_what_is_typed(world: World) -> None:
    close_sheet(world.sheet)
    html = body_of(changes(world, "v=0"))
    assert "nimmt keine Spiele mehr an" in html
    assert 'id="panel"' not in html


def test_phone_that_shows_a_closed_sheet_loads_it_anew_when_it_is_reopened(world: World) -> None:
    close_sheet(world.sheet)
    page = body_of(client_of(world.mate).get(world.sheet.get_absolute_url()))
    assert f"{reverse('sheet_changes', args=[world.sheet.id])}?v=1&amp;closed" in page
    assert changes(world, "v=1&closed").status_code == 204
    reopen_sheet(world.sheet)
    assert changes(world, "v=1&closed").headers.get("HX-Refresh") == "true"


def test_time_of_another_day_is_said_with_that_day(world: World) -> None:
    play(world, None)
    close_sheet(world.sheet)
    sheet, evening = world.sheet, f"{world.sheet.get_absolute_url()}/evening"
    client, began = client_of(world.owner), datetime(2026, 11, 27, 19, 15, tzinfo=UTC)
    Session.objects.filter(pk=sheet.pk).update(started_at=began, ended_at=began + timedelta(hours=3))
    assert "(23:15 Uhr)" in body_of(client.get(evening))
    Session.objects.filter(pk=sheet.pk).update(ended_at=began + timedelta(hours=14))
    sheet.hands.update(written_at=began + timedelta(days=7))
    assert "(28.11.2026, 10:15 Uhr)" in body_of(client.get(evening))
    assert "04.12.2026, 20:15 Uhr, gegeben hat Dieter" in body_of(client.get(reverse("hand", args=[sheet.pk, 1])))


def test_sheet_whose_totals_were_carried_over_stays_closed_and_shows_where_it_goes_on(world: World) -> None:
    close_sheet(world.sheet)
    new = another_evening(world.sheet)
    Session.objects.filter(pk=new.pk).update(continues=world.sheet)
    act(world, "reopen_sheet")
    assert Session.objects.get(pk=world.sheet.pk).state == State.CLOSED
    page = body_of(client_of(world.owner).get(reverse("evening", args=[world.sheet.id])))
    assert new.get_absolute_url() in page
    assert reverse("reopen_sheet", args=[world.sheet.id]) not in page


def test_sheet_that_was_handed_in_is_not_reopened_here(world: World) -> None:
    Session.objects.update(state=State.HANDED_IN)
    act(world, "reopen_sheet")
    act(world, "close_sheet")
    assert state(world) == State.HANDED_IN


def test_a_phone_that_closes_later_is_told_in_a_word_and_only_whoever_may_closes(world: World) -> None:
    url = reverse("close_sheet", args=[world.sheet.id])
    assert client_of(world.mate).post(url, headers={"prefer": "return=minimal"}).status_code == 403
    ended = set()
    for _twice in range(2):
        assert client_of(world.owner).post(url, headers={"prefer": "return=minimal"}).status_code == 204
        ended.add(Session.objects.get(state=State.CLOSED).ended_at)
    assert len(ended) == 1
