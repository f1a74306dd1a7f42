"""A player's hands in figures: best and worst hand, Räuber lost, Schnaps.

All of it is added up in the database from what is written down, with what runs beside it, in a constant number of
queries.
"""

from typing import Any

from django.db.models import Sum
from django.urls import reverse
from django.utils.translation import gettext as _

from cegoscore.clubs.house_rules.derivations import derivation_text
from cegoscore.clubs.house_rules.rule_sets import rules_of
from cegoscore.scoresheet.ledger.ledger_rows import hand_of
from cegoscore.scoresheet.ledger.lines import title_of
from cegoscore.scoresheet.models import Hand, Session
from cegoscore.scoring.payments import explain
from tournaments.clubhouse.players.results import Outings

FIGURES = ("hands", "raeuber", "raeuber_lost", "buergermeister", "schnaps_paid", "schnaps_owed")


def play_of(outings: Outings) -> dict[str, Any]:
    """The `FIGURES` of all hands, with the `best` and the `worst` hand. Five queries at most.

    Rounds of Schnaps are those that were bought, and those that are still owed on the last sheets.
    """
    written = outings.written.aggregate(**{name: Sum(name, default=0) for name in FIGURES})
    figures = {name: written[name] + sum(getattr(event.outing, name) for event in outings.further) for name in FIGURES}
    return figures | {"best": notable(outings, "most", -1), "worst": notable(outings, "least", 1)}


def notable(outings: Outings, name: str, sign: int) -> dict[str, Any] | None:
    """The highest gain (`most`) or loss (`least`); of equal ones the first. Two queries.

    `why` is the derivation of the amount in one line, `url` the page of the hand, with its cell of the tariff.
    """
    first = outings.written.exclude(**{name: 0}).order_by("-most" if name == "most" else "least", "moment", "pk")
    rows = [*first[:1], *(event.outing for event in outings.further if getattr(event.outing, name))]
    if not rows:
        return None
    outing = min(rows, key=lambda row: (sign * getattr(row, name), row.moment))
    row = Hand.objects.select_related("session__rule_set", "session__table__round__tournament").get(
        pk=getattr(outing, f"{name}_hand")
    )
    hand, rules = hand_of(row, max(row.lineup) + 1), rules_of(row.session.rule_set)
    return {
        "person": outing.player_id,
        "points": getattr(outing, name),
        "game": title_of(hand.outcome, rules),
        "day": outing.day,
        "where": where_of(row.session),
        "why": derivation_text(explain(hand, rules), rules),
        "url": reverse("hand", args=[row.session_id, row.number]),
    }


def where_of(sheet: Session) -> str:
    """The evening, or the table of the tournament's round; a sheet whose table is removed already is an evening."""
    table = getattr(sheet, "table", None)
    if table is None:
        return sheet.title or _("Evening")
    return _("%(tournament)s, round %(round)s, table %(table)s") % {
        "tournament": table.round.tournament.name,
        "round": table.round.number,
        "table": table.number,
    }
