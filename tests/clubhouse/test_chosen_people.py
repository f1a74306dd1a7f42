"""Somebody of a club, chosen by letters of the name and never out of a menu of everybody; without scripts, too."""

import re

import pytest
from django.urls import reverse

from cegoscore.bookings.models import Booking
from cegoscore.clubs.models import Player
from tests.clubhouse.test_money import Round
from tests.pages import body_of
from tests.worlds.copied import copied
from tests.worlds.tournament import client_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def pub() -> Round:
    return copied(Round)


@pytest.mark.parametrize(
    ("typed", "status", "asked"),
    [
        ("die", 302, []),
        ("DIETER", 302, []),
        ("aenne ur", 302, []),
        ("Änne, Urach", 302, []),
        ("Änne", 422, ["Änne, Hüfingen", "Änne, Urach", "Änne, Urach"]),
        ("änn", 422, ["Anna", "Änne, Hüfingen", "Änne, Urach", "Änne, Urach"]),
        ("xy", 422, []),
        ("e", 422, ["Änne, Hüfingen", "Änne, Urach", "Änne, Urach", "Bernd", "Dieter"]),
    ],
)
def test_who_pays_is_found_by_letters_and_of_several_one_is_tapped(
    pub: Round, typed: str, status: int, asked: list[str]
) -> None:
    villages = ["Urach", "Hüfingen"] + (["Urach"] if status == 422 else [])
    people = [Player.objects.create(club=pub.club, name="Änne", village=village) for village in villages]
    answer = pub.book(payer=typed)
    assert answer.status_code == status
    page = body_of(answer) if status == 422 else ""
    assert "Sagt, wofür es war" not in page
    radios = re.findall(r'<input type="radio" name="payer_tapped" value="(\d+)">\s*<span>([^<]+)</span>', page)
    assert [name for _key, name in radios] == asked
    for key, _name in radios:
        assert pub.book(payer=typed, payer_tapped=key).status_code == 302
    assert not asked or {person.pk for person in people} <= set(Booking.objects.values_list("payer", flat=True))


def test_of_a_large_club_nobody_is_in_a_menu(pub: Round) -> None:
    Player.objects.bulk_create(Player(club=pub.club, name=f"Karl {number}") for number in range(345))
    page = body_of(client_of(pub.owner).get(reverse("box", args=[pub.club.pk])))
    assert max(page.count("<option ", *span.span()) for span in re.finditer(r"(?s)<select.*?</select>", page)) < 10
    assert "345 Leute" in body_of(pub.book(payer="Karl"))


def test_who_it_really_is_is_found_by_letters(pub: Round) -> None:
    twice = Player.objects.create(club=pub.club, name="Didi")
    address = reverse("merge_person", args=[pub.club.pk, twice.pk])
    assert client_of(pub.owner).post(address, {"kept": "diet"}).status_code == 302
    twice.refresh_from_db()
    assert twice.merged_into == pub.person("Dieter")
