"""Doubts about totals typed from paper."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _

from cegoscore.clubs.house_rules.rule_sets import rules_of
from cegoscore.clubs.templatetags.cego import signed
from cegoscore.scoring.limits import limits_of
from tournaments.desk.queries import Tile


def doubt_about(tile: Tile, totals: Sequence[int]) -> str:
    """The question about a total beyond what the tariff pays in the table's hands, or off its grain; empty if none."""
    sheet, tournament = tile.table.sheet, tile.table.round.tournament
    limits = limits_of(rules_of(sheet.rule_set if sheet else tournament.rule_set))
    if limits is None:
        return ""
    most = limits.most * tile.planned
    far = next((total for total in totals if tile.planned and abs(total) > most), None)
    if far is not None:
        values = {"total": signed(far), "hands": tile.planned, "most": most}
        return _("%(total)s? In %(hands)s hands the games of these rules bring at most %(most)s.") % values
    odd = next((total for total in totals if limits.grain and total % limits.grain), None)
    if odd is not None:
        values = {"total": signed(odd), "grain": limits.grain}
        return _("%(total)s? These rules pay in steps of %(grain)s.") % values
    return ""
