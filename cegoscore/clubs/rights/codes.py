"""Short codes that can be typed where no camera helps: eight characters, good for a day, for the right of a link.

Like a link's secret, a code is derived from its row and the server's key: it can be shown again while it is good, and
only a keyed hash is stored. It is short enough to be guessed with patience, so whoever got too many wrong is refused
for an hour, right or wrong; links, which nobody guesses, always work.
"""

import re
from collections.abc import Iterable
from datetime import timedelta

from django.db.models import Q
from django.utils import timezone
from django.utils.crypto import salted_hmac

from cegoscore.clubs.models import Link

ALPHABET = "ACDEFHJKMNPRTUWXY34679"
"""Letters and digits without look-alikes: B 8, G 6, I 1 L, O 0 Q, S 5, V U, Z 2."""

LENGTH = 8
GOOD_FOR = timedelta(days=1)
ASTRAY = timedelta(hours=1)
"""Distance that the clocks of two hosts may have."""


def code_of(link: Link) -> str | None:
    """The code of a link as it is read out, `ACDE-FHJK`; none if it has no good one."""
    if not _has_good_code(link):
        return None
    code = _derived(link)
    return f"{code[: LENGTH // 2]}-{code[LENGTH // 2 :]}"


def give_codes(links: Iterable[Link]) -> None:
    """Give each of the links a code for a day; valid ones are kept."""
    without = [link for link in links if not _has_good_code(link)]
    lost = Q(pk__in=[link.pk for link in without if link.code_expires_at and link.code_expires_at > timezone.now()])
    for link in without:
        link.code_expires_at = timezone.now() + GOOD_FOR
        link.code_hash = _hash(_derived(link))
    outdated = Q(code_expires_at=None) | Q(code_expires_at__lte=timezone.now())
    Link.objects.filter(outdated | lost).bulk_update(without, ["code_expires_at", "code_hash"])


def typed_code(text: str, length: int = LENGTH) -> str | None:
    """The letters and digits of a code in what was typed; `None` if they do not have the form of one of this length."""
    code = re.sub(r"\W", "", text).upper()
    return code if len(code) == length and set(code) <= set(ALPHABET) else None


def find_by_code(code: str) -> Link | None:
    """The valid link with this code."""
    link = Link.objects.valid().filter(code_hash=_hash(code)).first()
    return link if link and _holds(link) else None


def _has_good_code(link: Link) -> bool:
    """True if there is a code that holds and opens: one that another key of the server made does not."""
    return _holds(link) and _hash(_derived(link)) == link.code_hash


def _holds(link: Link) -> bool:
    """True for a day from when the code was made; one that was made by a clock that was ahead holds no more."""
    now, end = timezone.now(), link.code_expires_at
    return end is not None and now < end <= now + GOOD_FOR + ASTRAY


def _derived(link: Link) -> str:
    """The code that belongs to the link and to this expiry: a new day has a new one."""
    assert link.code_expires_at is not None
    seed = f"{link.pk} {link.code_expires_at.timestamp():.6f}"
    return spelled(salted_hmac("cegoscore.code", seed, algorithm="sha256").digest(), ALPHABET, LENGTH)


def spelled(digest: bytes, alphabet: str, length: int) -> str:
    """The number that a digest is, in so many letters of an alphabet, the last digit first."""
    number = int.from_bytes(digest)
    letters = []
    for _ in range(length):
        number, rest = divmod(number, len(alphabet))
        letters.append(alphabet[rest])
    return "".join(letters)


def _hash(code: str) -> str:
    return salted_hmac("cegoscore.code.hash", code, algorithm="sha256").hexdigest()
