"""The fingerprint of the server's secret key: a start with another one is noticed before anybody is locked out.

Cookies and the secrets of links hang on the key. Old ones can be kept beside it (`old_secret_keys`): then cookies go
on, and links are shown as they were.
"""

from datetime import datetime
from itertools import pairwise

from django.conf import settings
from django.db import transaction
from django.utils import timezone
from django.utils.crypto import salted_hmac

from cegoscore.clubs.models import Link, ServerKey
from cegoscore.clubs.rights.links import can_be_shown

SHOWN = 8
"""Characters of a fingerprint that are enough to tell keys apart."""


def fingerprint(key: str) -> str:
    """A text that tells a key from others, and nothing about it."""
    return salted_hmac("cegoscore.key", "fingerprint", secret=key, algorithm="sha256").hexdigest()


def key_in_use() -> str | None:
    """The fingerprint of the key that this database is used with; `None` before the first start."""
    return ServerKey.objects.order_by("-pk").values_list("fingerprint", flat=True).first()


def problem_with_key() -> str:
    """A line about a key that this database does not know, and what to do; empty if all is well.

    The first key is noted, and so is a new one whose predecessor is kept as a fallback.
    """
    now, before = fingerprint(settings.SECRET_KEY), key_in_use()
    if before == now:
        return ""
    if before is None or before in map(fingerprint, settings.SECRET_KEY_FALLBACKS):
        ServerKey.objects.create(fingerprint=now)
        return ""
    return (
        f"This database belongs to another secret key ({before[:SHOWN]}, not {now[:SHOWN]}): every device would be a "
        "stranger. Put the old secret_key back, or as a line into old_secret_keys beside it; if it is lost: "
        "cegoscore repair --lost-key"
    )


def key_lost_at() -> datetime | None:
    """Time from which cookies of before are worth nothing: when a key was adopted in the place of a lost one."""
    known = set(map(fingerprint, (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)))
    rows = list(ServerKey.objects.order_by("pk"))
    lost = [after.adopted_at for before, after in pairwise(rows) if before.fingerprint not in known]
    return max(lost, default=None)


@transaction.atomic
def adopt_key(*, end_links: bool) -> int:
    """Use the database with the key of now; with `end_links`, what the old one made opens nothing more.

    The number of links that were ended.
    """
    ServerKey.objects.create(fingerprint=fingerprint(settings.SECRET_KEY))
    old = [link.pk for link in Link.objects.valid().iterator() if not can_be_shown(link)] if end_links else []
    return Link.objects.filter(pk__in=old).update(revoked_at=timezone.now())
