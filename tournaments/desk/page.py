"""The desk's page of a round: the tables in order of urgency, and the remaining time."""

from collections.abc import Sequence
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from cegoscore.clubs.models import Device
from cegoscore.clubs.templatetags.cego import signed
from tournaments.course.access import EVERYTHING, HELPER, tables_shown_to
from tournaments.course.decisions import ROLES
from tournaments.course.locks import role_on
from tournaments.course.queries import ends_at, live_version
from tournaments.desk.forms import TotalsForm
from tournaments.desk.tiles import Tile, tiles_of
from tournaments.models import Round, RoundState, Table
from tournaments.standings.outlook import outlook_context, outlook_of
from tournaments.standings.queries import standings_of

NEEDS_THE_DESK = ("calls", "disputed", "typed_once", "handed_in", "written")
WARNING = 600
"""Seconds before the end at which the clock warns."""


def clock_of(round_: Round) -> dict[str, Any] | None:
    """The round's clock, if it has a time limit and is being played: its end, the begun minutes left, its style."""
    ends = ends_at(round_)
    if ends is None or round_.state != RoundState.PLAYING:
        return None
    left = round((ends - timezone.now()).total_seconds())
    state = "over" if left <= 0 else "soon" if left <= WARNING else "running"
    return {"ends_at": ends, "minutes": -(-left // 60), "warns_at": WARNING, "state": state}


TITLES = {
    "needs": _("Waiting for you"),
    "playing": _("Still playing"),
    "settled": _("Finished"),
}


def groups_of(tiles: Sequence[Tile]) -> list[tuple[str, str, list[Tile]]]:
    """Key, title and tables of each group, what needs the desk first; in a group the more urgent, then by number."""
    chosen: dict[str, list[Tile]] = {key: [] for key in TITLES}
    for tile in sorted(tiles, key=lambda tile: (_urgency(tile), tile.number)):
        chosen["needs" if tile.state in NEEDS_THE_DESK else "settled" if tile.is_settled else "playing"].append(tile)
    return [(key, str(TITLES[key]), tiles) for key, tiles in chosen.items() if tiles]


def _urgency(tile: Tile) -> int:
    return NEEDS_THE_DESK.index(tile.state) if tile.state in NEEDS_THE_DESK else len(NEEDS_THE_DESK)


def round_live(round_: Round) -> dict[str, Any]:
    """The part of a round's page that is updated live. The version is read first: later changes are asked for again."""
    version = live_version(round_.tournament)
    tiles = tiles_of(round_, tables_shown_to(round_.tournament, HELPER))
    counting = [tile for tile in tiles if not tile.table.is_practice]
    outlook = outlook_of(round_.tournament, version)
    chances = outlook_context(outlook, standings_of(round_.tournament, EVERYTHING)) if outlook.firsts else {}
    return chances | {
        "version": version,
        "groups": groups_of(tiles),
        "clock": clock_of(round_),
        "open_tables": sorted(tile.number for tile in counting if not tile.is_settled),
        "settled": sum(tile.is_settled for tile in counting),
        "tables": len(counting),
    }


def tile_of(table: Table) -> Tile:
    """A table as the desk sees it."""
    (tile,) = tiles_of(table.round, tables_shown_to(table.round.tournament, HELPER), table)
    return tile


def totals_context(tile: Tile, form: TotalsForm | None = None) -> dict[str, Any]:
    """The form for a table's totals, if not said otherwise to be filled: rows (`TotalsForm.rows`), and the reason."""
    form = form or TotalsForm()
    return {"tile": tile, "form": form, "rows": form.rows(tile), "why": form["why"].as_field_group()}


DIFFERS = _("Not the same was typed: %(people)s. Typed first by: %(by)s. Look at the paper, and type all of it anew.")


def differing(tile: Tile) -> str:
    """The sentence about people for whom different totals were typed, with these; the last typing comes last."""
    typed = [points for _key, points in tile.table.typings if len(points) == len(tile.places)]
    rows = zip(tile.places, zip(*typed, strict=True), strict=bool(typed))
    people = "; ".join(
        f"{place.person.number} {place.person.name}: {' / '.join(map(signed, dict.fromkeys(totals)))}"
        for place, totals in rows
        if len(set(totals)) > 1
    )
    return str(DIFFERS) % {"people": people, "by": typed_first_by(tile.table) or "–"}


def typed_first_by(table: Table) -> str:
    """Whoever typed the first of the totals that wait: the name of their device, or their role; else nothing."""
    keys = [key for key, _points in table.typings[:1] if key != str(None)]
    if not keys:
        return ""
    device = Device.objects.filter(pk__in=keys).first()
    role = role_on(table.round.tournament, device)
    return device.name if device and device.name else str(ROLES.get(role, ""))
