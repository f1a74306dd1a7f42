"""Hands played out: legal card by card, counted, written and paid by what counts and pays everything else."""

import gzip
import re
from dataclasses import replace
from itertools import chain

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.translation import override

from cegoscore.learning.played import replayed, stored, titles, told
from cegoscore.scoring.contracts import Contract
from cegoscore.scoring.rules.rule_files import published, published_identifiers
from cegoscore.scoring.tricks import PACK, Course
from tests.learning.grounds import ground_of
from tests.pages import body_of

SETS_OF_FOUR = [name for name in published_identifiers() if published(name).pack.hands == 4]


@pytest.mark.parametrize("identifier", SETS_OF_FOUR)
def test_every_set_of_four_players_has_what_its_rules_let_be_played(identifier: str) -> None:
    """One in which the declarer leads once more after the open card, has no Eine Leere: it would go on otherwise."""
    expected = {"cego", "solo", "eine-leere", "raeuber"}
    if identifier == "braeunlingen-ministranten":
        expected.remove("eine-leere")
    assert set(titles(ground_of(identifier))) == expected


@pytest.mark.parametrize("identifier", ["dreier", "dorset", "offiziers-cego"])
def test_sets_of_other_packs_have_none(identifier: str) -> None:
    assert titles(ground_of(identifier)) == {}


def test_card_that_may_not_be_played_is_found() -> None:
    values = told("cego", ground_of("schwarzwaldmeisterschaft"))
    assert values
    replay = values["replay"]
    hands = [[move.card for move in chain(*values["tricks"]) if move.seat == seat] for seat in range(4)]
    tricks = [trick.cards for trick in replay.tricks]
    assert replayed(replay.course, hands, tricks) == replay.tricks
    # the last two tricks of one player the other way round: either not theirs to lead, or no card of the suit led
    assert replayed(replay.course, hands, [*tricks[:9], tricks[10], tricks[9]]) == []
    revoke = [(*tricks[0][:3], next(card for card in hands[3] if card.suit != "trump")), *tricks[1:]]
    assert replayed(replay.course, hands, revoke) == []
    solo = replace(replay.course, contract=Contract.SOLO, first=1)
    assert isinstance(solo, Course)
    assert replayed(solo, hands, tricks) == []


@pytest.mark.parametrize(
    ("key", "line", "amounts"),
    [
        ("cego", "Anna 50 : 29", (60, -20, -20, -20)),
        ("solo", "Bernd 34 : 45", (10, -30, 10, 10)),
        ("eine-leere", "Clara 48 : 31", (-40, -40, 120, -40)),
        ("raeuber", "Clara 36", (40, 40, -120, 40)),
    ],
)
def test_what_is_counted_written_and_paid(key: str, line: str, amounts: tuple[int, ...]) -> None:
    values = told(key, ground_of("schwarzwaldmeisterschaft"))
    assert values
    assert (values["line"], values["amounts"]) == (line, amounts)
    groups = list(values["groups"])
    assert sum(points for _cards, points in groups) == values["points"]
    cards = [card for cards, _points in groups for card in cards]
    assert len(cards) == len(set(cards))
    assert [len(cards) for cards, _points in groups] == [2] * len(groups)


@pytest.mark.parametrize("key", list(stored()))
@pytest.mark.parametrize("identifier", SETS_OF_FOUR)
def test_every_card_in_play_is_played_once(identifier: str, key: str) -> None:
    if values := told(key, ground_of(identifier)):
        played = [move.card for move in chain(*values["tricks"])]
        assert len(set(played)) == 44
        put_aside = values["replay"].away or values["replay"].dealt.blind
        assert {*played, *put_aside} == set(PACK)
        assert [move.step for move in chain(*values["tricks"])] == list(range(1, 45))


@pytest.mark.parametrize(
    ("key", "sentences"),
    [
        (
            "cego",
            [
                "Anna spielt allein und spielt aus.",
                "Bernd kann Kreuz nicht bedienen und muss Trumpf spielen.",
                "Clara hat weder Kreuz noch Trumpf und darf alles spielen.",
                "Dieter bedient. Bernd macht den Stich.",
            ],
        ),
        ("raeuber", ["Anna ist Vorhand und spielt aus.", "Clara hat den letzten Stich und spielt aus."]),
    ],
)
def test_why_a_card_is_played(key: str, sentences: list[str]) -> None:
    with override("de"):
        values = told(key, ground_of("schwarzwaldmeisterschaft"))
        assert values
        said = [move.text for move in chain(*values["tricks"])]
    assert set(sentences) <= set(said)


@pytest.mark.django_db
@pytest.mark.parametrize("key", list(stored()))
def test_page_has_the_whole_hand_and_is_light(client: Client, key: str) -> None:
    answer = client.get(reverse("played", args=["schwarzwaldmeisterschaft", key]))
    html = body_of(answer)
    assert re.findall(r'<li data-step="(\d+)"', html) == [str(step) for step in range(1, 45)]
    assert len(re.findall(r'data-until="\d+"', html)) == 11
    assert len(gzip.compress(answer.content)) < 10_000


@pytest.mark.django_db
def test_hands_stand_on_the_list_and_unknown_ones_nowhere(client: Client) -> None:
    address = reverse("played", args=["schwarzwaldmeisterschaft", "solo"])
    assert address in body_of(client.get(reverse("learn", args=["schwarzwaldmeisterschaft"])))
    for unknown, instead in (
        (address.replace("/solo", "/skat"), "schwarzwaldmeisterschaft"),
        (reverse("played", args=["dreier", "solo"]), "dreier"),
    ):
        assert client.get(unknown)["Location"] == reverse("learn", args=[instead])
    assert "/played/" not in body_of(client.get(reverse("learn", args=["dreier"])))
