"""Short codes: derived, kept as a hash, good for a day, for the right of their link and nothing else."""

from datetime import datetime, timedelta
from typing import Any

import pytest
from django.db import IntegrityError
from django.utils import timezone

from cegoscore.clubs.models import Device, Link, Right
from cegoscore.clubs.rights import codes
from cegoscore.clubs.rights.links import link_for, open_club, revoke


@pytest.fixture
def link(db: None) -> Link:
    """A link to write, without a code."""
    club = open_club(Device.objects.create())
    return link_for(club, right=Right.WRITE, target=Device.objects.create().id)


def later(monkeypatch: pytest.MonkeyPatch, **by: Any) -> datetime:
    """Let time pass for everybody who asks."""
    now = timezone.now() + timedelta(**by)
    monkeypatch.setattr(timezone, "now", lambda: now)
    return now


def with_code(link: Link) -> str:
    """The code of the link as somebody types it."""
    codes.give_codes([link])
    typed = codes.typed_code(codes.code_of(Link.objects.get(pk=link.pk)) or "")
    assert typed is not None
    return typed


def test_link_has_no_code_until_it_is_given_one(link: Link) -> None:
    assert codes.code_of(link) is None


def test_code_opens_its_link(link: Link) -> None:
    assert codes.find_by_code(with_code(link)) == link


def test_code_is_eight_plain_characters_in_two_groups(link: Link) -> None:
    codes.give_codes([link])
    shown = codes.code_of(link)
    assert shown is not None
    assert (len(shown), shown[4]) == (9, "-")
    assert set(shown) <= {*codes.ALPHABET, "-"}
    assert not set("BGILOQSVZ01258") & set(codes.ALPHABET)


def test_code_can_be_shown_again_and_only_its_hash_is_stored(link: Link) -> None:
    code = with_code(link)
    stored = Link.objects.get(pk=link.pk)
    codes.give_codes([stored])
    assert codes.typed_code(codes.code_of(stored) or "") == code
    assert code not in str(Link.objects.filter(pk=link.pk).values().get())


def test_two_phones_that_ask_for_a_code_at_once_see_the_same(link: Link) -> None:
    other = Link.objects.get(pk=link.pk)
    first = with_code(link)
    codes.give_codes([other])
    assert codes.typed_code(codes.code_of(Link.objects.get(pk=link.pk)) or "") == first


def test_code_of_another_day_is_another_one(link: Link, monkeypatch: pytest.MonkeyPatch) -> None:
    old = with_code(link)
    later(monkeypatch, hours=23)
    assert codes.find_by_code(old) == link
    later(monkeypatch, hours=2)
    assert codes.find_by_code(old) is None
    assert codes.code_of(Link.objects.get(pk=link.pk)) is None
    assert with_code(Link.objects.get(pk=link.pk)) != old


def test_code_made_by_a_clock_that_was_ahead_is_none_once_it_is_right(
    link: Link, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as ahead:
        later(ahead, days=3650)
        code = with_code(link)
        assert codes.find_by_code(code) == link
    link.refresh_from_db()
    assert (codes.find_by_code(code), codes.code_of(link)) == (None, None)
    assert codes.find_by_code(with_code(link)) == link


def test_code_of_a_revoked_link_opens_nothing(link: Link) -> None:
    code = with_code(link)
    revoke(link)
    assert codes.find_by_code(code) is None


def test_two_links_never_share_a_code(link: Link) -> None:
    with_code(link)
    other = link_for(link.club, right=Right.LOOK, target=link.target)
    with pytest.raises(IntegrityError):
        Link.objects.filter(pk=other.pk).update(code_hash=Link.objects.get(pk=link.pk).code_hash)


@pytest.mark.parametrize(
    "typed", ["ACDE-FHJK", "acde fhjk", " AcDeFhJk ", "A C D E F H J K", "„ACDE–FHJK“.", "\u200eACDE\u2011FHJK"]
)
def test_code_may_be_typed_in_any_way(typed: str) -> None:
    assert codes.typed_code(typed) == "ACDEFHJK"


@pytest.mark.parametrize("typed", ["", "ACDEFHJ", "ACDEFHJKK", "ACDEFHJ0", "ÄCDEFHJK", "ACDE_FHJK", "\x00" * 8])
def test_what_no_code_looks_like_is_none(typed: str) -> None:
    assert codes.typed_code(typed) is None
