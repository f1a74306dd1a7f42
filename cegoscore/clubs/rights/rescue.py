"""The rescue code of a club: printed or written down, long enough never to be guessed, and shown once.

Only its SHA-256 is kept, which hangs on no key: the code still works when the server's key is lost.
"""

import hashlib
import secrets
import uuid

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from cegoscore.clubs.log import note
from cegoscore.clubs.models import Club, Device, LogKind, RescueCode, is_there
from cegoscore.clubs.people import queue_on
from cegoscore.clubs.rights.codes import ALPHABET, typed_code
from cegoscore.clubs.rights.deletion import bring_back, with_way_back
from cegoscore.clubs.rights.managers import make_manager, rescue_codes

GROUPS, GROUP = 6, 5
LENGTH = GROUPS * GROUP
"""Thirty of 22 characters: 133 bits."""


def make_rescue_code(club: Club, *, by: uuid.UUID | None) -> str:
    """A new code as it is written down, `ACDEF-…`; those before, also of clubs joined to it, open nothing any more."""
    letters = "".join(secrets.choice(ALPHABET) for _place in range(LENGTH))
    with transaction.atomic():
        queue_on(club.pk)
        fields = {"code_hash": _hash(letters), "created_at": timezone.now()}
        rescue_codes(club).exclude(club=club).delete()
        RescueCode.objects.update_or_create(club=club, defaults=fields)
        note(club.pk, LogKind.RESCUE_MADE, device=by, tells=True)
    return "-".join(letters[start : start + GROUP] for start in range(0, LENGTH, GROUP))


def typed_rescue_code(text: str) -> str | None:
    """The code in what was typed; `None` if it does not have the form of one."""
    return typed_code(text, LENGTH)


def club_of(code: str) -> Club | None:
    """The club that a code opens, or the one that it has become a part of: it is there, or can be brought back."""
    club = Club.with_hidden.filter(rescue_code__code_hash=_hash(code)).select_related("joined_to").first()
    opens = Q(is_there("pk")) | Q(removal__in=with_way_back().values("pk"))
    return Club.with_hidden.filter(opens, pk=club.whole.pk).first() if club else None


def come_by_code(device: Device, code: str, *, name: str = "") -> Club | None:
    """Make the device a manager of the code's club, and tell the others; `None` if the code opens nothing.

    A club that was deleted comes back with that.
    """
    with transaction.atomic():
        club = club_of(code)
        if club is not None:
            bring_back(club, by=device.pk)
            make_manager(device, club, LogKind.RESCUE_USED, name=name)
    return club


def _hash(code: str) -> str:
    return hashlib.sha256(f"cegoscore.rescue {code}".encode()).hexdigest()
