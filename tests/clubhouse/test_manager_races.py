"""Managers at the same moment: a club never loses its last one, and a link never makes two."""

from functools import partial

import pytest
from django.db.models import F

from cegoscore.clubs.errors import Refused
from cegoscore.clubs.models import Club, Device, Link, Passkey, Removal
from cegoscore.clubs.rights import deletion
from cegoscore.clubs.rights.ceremonies import Answered
from cegoscore.clubs.rights.links import open_club
from cegoscore.clubs.rights.managers import come_by_link, manager_link, managers_of, put_out
from cegoscore.clubs.rights.passkeys import come_by_passkey
from cegoscore.clubs.rights.rescue import come_by_code, make_rescue_code, typed_rescue_code
from tests.scoresheet.ledger.test_races import at_once

pytestmark = [pytest.mark.both, pytest.mark.django_db(transaction=True)]


def club_of_two() -> tuple[Club, Device, Device]:
    one, two = Device.objects.create(), Device.objects.create()
    club = open_club(one, name="Cegofreunde")
    come_by_link(two, manager_link(club, by=one))
    return club, one, two


def out(club: Club, device: Device, by: Device) -> str:
    try:
        put_out(club, device.pk, by=by.pk)
    except Refused as refusal:
        return refusal.code
    return "out"


def test_of_two_managers_who_put_each_other_out_one_stays() -> None:
    for _time in range(4):
        club, one, two = club_of_two()
        come_by_link(Device.objects.create(), manager_link(club, by=one))
        answers = at_once([partial(out, club, two, one), partial(out, club, one, two)])
        assert sorted(answers) == ["no_manager", "out"]
        assert len(managers_of(club.pk)) == 2


def open_link(device: Device, link: int) -> bool:
    return come_by_link(device, Link.objects.get(pk=link))


def test_link_makes_one_manager_however_many_open_it() -> None:
    club = open_club(Device.objects.create(), name="Cegofreunde")
    link = manager_link(club, by=None)
    devices = [Device.objects.create() for _n in range(4)]
    answers = at_once([partial(open_link, each, link.pk) for each in devices])
    assert sorted(answers) == [False, False, False, True]
    assert len(managers_of(club.pk)) == 2


def test_code_typed_twice_at_once_is_one_right() -> None:
    club, device = open_club(Device.objects.create()), Device.objects.create()
    code = typed_rescue_code(make_rescue_code(club, by=None)) or ""
    at_once([lambda: come_by_code(device, code)] * 2)
    assert [grant.device_id for grant in managers_of(club.pk)][1:] == [device.pk]


def use(device: Device, answered: Answered) -> str:
    try:
        come_by_passkey(device, answered)
    except Refused as refusal:
        return refusal.code
    return "in"


def test_answer_of_a_passkey_is_taken_once_however_often_it_is_sent() -> None:
    club = open_club(Device.objects.create(), name="Cegofreunde")
    passkey = Passkey.objects.create(club=club, rp_id="localhost", credential_id="x")
    answered = Answered(passkey, b"said")
    devices = [Device.objects.create() for _n in range(3)]
    answers = at_once([partial(use, each, answered) for each in devices])
    assert sorted(answers) == ["in", "passkey_refused", "passkey_refused"]
    assert len(managers_of(club.pk)) == 2


def test_deletion_that_is_stopped_while_it_falls_due_ends_in_one_of_the_two() -> None:
    for _time in range(4):
        club, one, two = club_of_two()
        deletion.ask_deletion(club, by=one.pk)
        Removal.objects.update(at=F("at") - deletion.OPEN_FOR)
        deleted, _stopped = at_once([deletion.delete_asked, partial(deletion.stop_deletion, club, by=two.pk)])
        assert bool(deleted) != Club.objects.filter(pk=club.pk).exists()
