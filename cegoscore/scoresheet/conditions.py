"""Conditions on rows of sheets that queries of many rooms share."""

from django.db.models import Exists, OuterRef, Q

from cegoscore.scoresheet.models import Hand, Score

HAVE_PLAYED = Exists(Score.objects.filter(seat=OuterRef("pk"))) | ~Q(total=0) | Q(session__continues__isnull=False)
"""Condition for columns: somebody played there, or on the sheet whose totals went on here."""


def is_replaced(hand: str = "") -> Exists:
    """Condition for queries that add up: a later revision of the hand exists. `hand` is the path to it, as `hand__`."""
    same = {"session": OuterRef(f"{hand}session"), "number": OuterRef(f"{hand}number")}
    return Exists(Hand.objects.filter(**same, revision__gt=OuterRef(f"{hand}revision")))
