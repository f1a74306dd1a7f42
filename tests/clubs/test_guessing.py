"""Wrong codes are counted by device, by address and in sum; a hall behind one address is never locked out."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from cegoscore import reached
from cegoscore.clubs.models import Device, FailedGuess, Grant, Link, Right
from cegoscore.clubs.rights import stranger_limits
from cegoscore.clubs.rights.codes import ALPHABET, code_of, give_codes
from cegoscore.clubs.rights.devices import address_hash
from cegoscore.clubs.rights.links import make_links, open_club
from cegoscore.clubs.rights.stranger_limits import count_wrong_code
from tests.effort import thorough
from tests.worlds.sheet import World, client_of

pytestmark = pytest.mark.django_db

HALL = "198.51.100.7"


@pytest.fixture(autouse=True)
def stopped_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """A turn lasts seconds, and so may what a test does within one."""
    now = timezone.now()
    monkeypatch.setattr(timezone, "now", lambda: now)


def enter(code: str, client: Client | None = None, address: str = HALL) -> int:
    answer = (client or Client()).post(reverse("enter_code"), {"code": code}, REMOTE_ADDR=address)
    return answer.status_code


def codes_for(world: World, count: int) -> list[str]:
    """A code each, as cards on the tables have them."""
    links = [make_links(world.sheet.club, right=Right.LOOK, targets=[world.sheet.pk])[0] for _n in range(count)]
    give_codes(links)
    return [code_of(link) or "" for link in Link.objects.filter(pk__in=[link.pk for link in links])]


@thorough
def test_forty_phones_of_a_hall_get_in_after_three_hundred_wrong_codes_of_one_of_them() -> None:
    codes = codes_for(World(), 40)
    vandal = Device.objects.create()
    wrong_at(HALL, 240)
    statuses = [enter("ACDEFHJK", client_of(vandal)) for _n in range(40)] + [enter("ACDEFHJK") for _n in range(20)]
    assert (statuses.count(429), statuses.count(404)) == (10, 50)
    assert [enter(code) for code in codes] == [302] * 40


def test_device_waits_after_thirty_wrong_codes_wherever_it_is() -> None:
    (code,) = codes_for(World(), 1)
    client = client_of(Device.objects.create())
    assert [enter("ACDEFHJK", client) for _n in range(31)] == [404] * 30 + [429]
    assert enter(code, client) == 429
    assert enter(code, client, "192.0.2.9") == 429
    assert enter(code) == 302


def wrong_at(address: str, count: int) -> None:
    """So many wrong codes, without the pages around them."""
    hashed = address_hash(_request(address))
    FailedGuess.objects.bulk_create(FailedGuess(address_hash=hashed, at=timezone.now()) for _n in range(count))


def _request(address: str) -> Any:
    return Client().get(reverse("enter_code"), REMOTE_ADDR=address).wsgi_request


@thorough
@pytest.mark.parametrize(
    ("guessed_at", "typed_at", "status"),
    [
        (HALL, HALL, 429),
        (HALL, "198.51.100.8", 302),
        ("2001:db8:1:2::1", "2001:db8:1:2:ffff::9", 429),
        ("2001:db8:1:2::1", "2001:db8:1:3::1", 302),
        ("::ffff:198.51.100.7", HALL, 429),
        ("fe80::1%eth0", "fe80::2", 429),
    ],
)
def test_address_waits_after_a_thousand_and_ipv6_counts_by_network(guessed_at: str, typed_at: str, status: int) -> None:
    (code,) = codes_for(World(), 1)
    wrong_at(guessed_at, stranger_limits.MOST_OF_AN_ADDRESS - 1)
    assert enter(code, address=typed_at) == 302
    wrong_at(guessed_at, 1)
    assert enter(code, address=typed_at) == status


def test_wrong_codes_of_strangers_keep_nobody_out_who_has_a_right_and_strangers_take_turns(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    world = World()
    code, other = codes_for(world, 2)
    wrong_at(HALL, stranger_limits.MOST_OF_AN_ADDRESS * 2)
    assert enter(code, client_of(world.owner)) == 302
    assert enter(code) == 429
    then = timezone.now() + stranger_limits.TURN
    monkeypatch.setattr(timezone, "now", lambda: then)
    assert [enter(other), enter("ACDEFHJK"), enter(other)] == [302, 404, 429]


def came_by(link: Link, devices: int) -> list[Device]:
    """So many browsers without a cookie that opened a link."""
    made = Device.objects.bulk_create(Device() for _n in range(devices))
    target = {"club_id": link.club_id, "target": link.target, "right": link.right}
    Grant.objects.bulk_create(Grant(device=device, link=link, **target) for device in made)
    return made


def wrong_of(devices: list[Device], count: int, address: str = HALL) -> None:
    """So many wrong codes of each of them."""
    hashed = address_hash(_request(address))
    guesses = [device.pk for device in devices for _n in range(count)]
    rows = [FailedGuess(address_hash=hashed, device=device, at=timezone.now()) for device in guesses]
    FailedGuess.objects.bulk_create(rows)


def an_hour_ago(*devices: Device) -> None:
    """Their rights were there before anybody guessed."""
    before = timezone.now() - stranger_limits.WINDOW - timedelta(minutes=1)
    Grant.objects.filter(device__in=devices).update(created_at=before)


def test_codes_of_whoever_opened_a_public_link_lock_out_nobody_in_charge_and_others_take_turns(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The link hangs on the wall, and each browser without a cookie is a new device with a right."""
    world = World()
    code, other, third = codes_for(world, 3)
    (wall,) = make_links(world.sheet.club, right=Right.LOOK, targets=[world.sheet.pk])
    (desk,) = make_links(world.sheet.club, right=Right.DESK, targets=[world.sheet.pk])
    an_hour_ago(world.owner, *(helper := came_by(desk, 1)))
    wrong_of(came_by(wall, 70), stranger_limits.MOST_OF_A_DEVICE)
    assert enter(code, client_of(world.owner)) == 302
    assert enter(code, client_of(helper[0])) == 302
    assert enter(other) == 302, "a stranger"
    (guest,) = came_by(wall, 1)
    assert enter(third, client_of(guest)) == 429
    then = timezone.now() + stranger_limits.TURN
    monkeypatch.setattr(timezone, "now", lambda: then)
    assert enter(third, client_of(guest)) == 302


def test_club_in_charge_has_wrong_codes_of_its_own_and_those_of_other_clubs_are_not_counted() -> None:
    world = World()
    code, other = codes_for(world, 2)
    club = open_club(Device.objects.create())
    (desk,) = make_links(club, right=Right.DESK, targets=[club.pk])
    vandals = came_by(desk, 40)
    an_hour_ago(world.owner, *vandals)
    wrong_of(vandals[:-1], stranger_limits.MOST_OF_A_DEVICE)
    assert enter(code, client_of(vandals[-1])) == 429
    assert enter(code, client_of(world.owner)) == 302
    an_hour_ago(*(helpers := came_by(make_links(world.sheet.club, right=Right.DESK, targets=[club.pk])[0], 5)))
    wrong_of(helpers, stranger_limits.MOST_OF_A_CLUB // 5)
    assert enter(other, client_of(world.owner)) == 429


def test_club_that_was_opened_for_it_has_none(monkeypatch: pytest.MonkeyPatch) -> None:
    world = World()
    (code,) = codes_for(world, 1)
    wrong_of([world.owner], stranger_limits.MOST_OF_A_DEVICE - 1)
    wrong_of(came_by(make_links(world.sheet.club, right=Right.LOOK, targets=[world.sheet.pk])[0], 40), 30)
    fresh = Device.objects.create()
    open_club(fresh)
    assert enter(code, client_of(fresh)) == 429
    assert enter(code, client_of(world.owner)) == 429
    monkeypatch.setattr(stranger_limits, "MOST_IN_SUM", 0)
    an_hour_ago(world.owner)
    assert enter(code, client_of(world.owner)) == 429, "beyond the lid on the sum"


def test_thousand_codes_are_safe_from_one_address_for_500_days() -> None:
    turns = timedelta(hours=1) / stranger_limits.TURN
    an_hour = 2 * stranger_limits.MOST_OF_AN_ADDRESS + turns
    assert len(ALPHABET) ** 8 / 1000 / an_hour / 24 > 500


@thorough
def test_beyond_the_lid_on_the_sum_an_address_has_few_guesses_left(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stranger_limits, "MOST_IN_SUM", 50)
    (code,) = codes_for(World(), 1)
    for number in range(10):
        wrong_at(f"192.0.2.{number}", 5)
    assert enter(code, address="192.0.2.3") == 429
    assert [enter("ACDEFHJK") for _n in range(6)] == [404] * 5 + [429]
    assert enter(code, address="203.0.113.1") == 302


PROXY, CDN = "127.0.0.1", "192.0.2.99"


@pytest.mark.parametrize(
    ("proxies", "told", "address"),
    [
        (1, HALL, HALL),
        (1, f"203.0.113.5, {HALL}", HALL),
        (1, f"{HALL}:50123", HALL),
        (1, "[2001:db8::1]:50123", "2001:db8::1"),
        (1, "2001:db8::1", "2001:db8::1"),
        (1, "unknown", PROXY),
        (2, f"203.0.113.5, {HALL}, {CDN}", HALL),
        (2, HALL, HALL),
        (0, HALL, PROXY),
        (1, "", PROXY),
    ],
)
def test_address_behind_proxies_is_the_one_that_the_first_of_them_has_seen(
    settings: Any, proxies: int, told: str, address: str
) -> None:
    settings.PUBLIC_URL, settings.PROXIES = "http://cego.example.org", proxies
    assert reached.address_of(told, PROXY) == address


@thorough
@pytest.mark.parametrize("name", ["open_link", "open_club", "open_tournament_link"])
def test_wrong_link_is_not_counted_and_writes_nothing(name: str, django_assert_num_queries: Any) -> None:
    address = reverse(name, args=["x" * 26])
    with django_assert_num_queries(1):
        assert Client().get(address).status_code == 404
    assert [Client().get(address).status_code for _n in range(40)] == [404] * 40
    assert not FailedGuess.objects.exists()
    assert not Device.objects.exists()


def test_old_guesses_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    request = _request(HALL)
    count_wrong_code(request)
    then = timezone.now() + stranger_limits.WINDOW * 2
    monkeypatch.setattr(timezone, "now", lambda: then)
    count_wrong_code(request)
    assert FailedGuess.objects.count() == 1
