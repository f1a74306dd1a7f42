"""Sheets that are not for looking: whoever does not write on them waits until their results are released."""

from __future__ import annotations

from functools import reduce
from operator import or_

from django.db.models import Q

from cegoscore.registry import Registry

WITHHELD: Registry[Q] = Registry()
"""Conditions on sheets, registered by those who own them."""
NONE = Q(pk__in=[])


def is_withheld() -> Q:
    """The condition on sheets that one of the conditions holds."""
    return reduce(or_, WITHHELD, NONE)
