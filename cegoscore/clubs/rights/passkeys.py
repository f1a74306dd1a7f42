"""Passkeys of a club: a fingerprint or face that makes any device a manager, without a code to keep.

They are bound to the server's host name: when that changes they open nothing, and pages and `doctor` say so.
"""

import uuid
from collections import Counter
from collections.abc import Mapping, Sequence

from django.db import IntegrityError, transaction
from django.utils import timezone

from cegoscore.clubs.errors import Refused
from cegoscore.clubs.log import note
from cegoscore.clubs.models import Club, Device, LogKind, Passkey
from cegoscore.clubs.people import queue_on
from cegoscore.clubs.rights.ceremonies import Answered, bound_to, spend
from cegoscore.clubs.rights.managers import end_passkeys, make_manager

MOST = 50
"""Passkeys of a club; whoever wants more removes one first."""


def passkeys_of(club: Club) -> Sequence[Passkey]:
    """The passkeys of a club, the first first; also those that are bound to another host."""
    return list(Passkey.objects.filter(club=club).order_by("created_at", "pk"))


def add_passkey(made: Answered, *, name: str) -> None:
    """Keep a new passkey of a club; the other managers are told. Raises `Refused`."""
    passkey, challenge = made
    with transaction.atomic():
        queue_on(passkey.club_id)
        if Passkey.objects.filter(club=passkey.club_id).count() >= MOST:
            raise Refused("passkeys_full")
        spend(challenge)
        passkey.name = name
        try:
            with transaction.atomic():
                passkey.save(force_insert=True)
        except IntegrityError as error:
            raise Refused("passkey_refused") from error
        note(passkey.club_id, LogKind.PASSKEY_ADDED, device=passkey.device_id, subject=name, tells=True)


def come_by_passkey(device: Device, answered: Answered, *, name: str = "") -> Club:
    """Make the device a manager of the passkey's club, and tell the others.

    Raises `Refused` if the challenge was answered before or the passkey was removed meanwhile.
    """
    passkey = answered.passkey
    with transaction.atomic():
        queue_on(passkey.club_id)
        spend(answered.challenge)
        used = {"sign_count": passkey.sign_count, "used_at": timezone.now(), "device": device}
        if not Passkey.objects.filter(pk=passkey.pk).update(**used):
            raise Refused("passkey_refused")
        make_manager(device, passkey.club, LogKind.PASSKEY_USED, name=name, subject=passkey.name)
    return passkey.club


@transaction.atomic
def remove_passkey(club: Club, key: int, *, by: uuid.UUID) -> None:
    """Remove a passkey: it opens nothing any more; who came by it stays. Idempotent."""
    queue_on(club.pk)
    end_passkeys(Passkey.objects.filter(club=club, pk=key), by=by)


def passkeys_elsewhere() -> Mapping[str, int]:
    """Count the passkeys that are bound to each host that is not this server's any more."""
    return Counter(Passkey.objects.exclude(rp_id=bound_to()).order_by("rp_id").values_list("rp_id", flat=True))
