"""Circles of a device: who sat together last, in which order, by which rules, for what stake."""

from __future__ import annotations

import uuid
from typing import Any

from django.db.models import OuterRef, Prefetch, Subquery

from cegoscore.clubs.house_rules.rule_sets import rules_of, short_digest
from cegoscore.clubs.models import Grant, Right
from cegoscore.clubs.wording import in_language
from cegoscore.scoresheet.blank_sheets import blank_sheets
from cegoscore.scoresheet.models import Hand, Seat, Session
from cegoscore.scoring.hands import next_seat
from cegoscore.scoring.rule_files import published, published_identifiers

MOST = 12


def circles_of(device: uuid.UUID | None) -> dict[str, Any]:
    """The phone's own copy of its circles, the newest evening first, and blank sheets of rules that are not published.

    Each of `circles` has what its next evening would begin with: `people` as name and row id, from who deals first.
    """
    if device is None:
        return {"circles": []}
    newest = list(_newest_evenings(device))
    known = {published(identifier).digest for identifier in published_identifiers()}
    own = {sheet.rule_set.digest: rules_of(sheet.rule_set) for sheet in newest if sheet.rule_set.digest not in known}
    found = {"circles": [_circle(sheet) for sheet in newest]}
    return found | {"blank": blank_sheets(own.values())} if own else found


def _newest_evenings(device: uuid.UUID) -> Any:
    """The last evening of each club that the device manages."""
    clubs = Grant.objects.valid().filter(device=device, right=Right.MANAGE).values("target")
    evenings = Session.objects.filter(deleted_at=None, event=None)
    last_of_club = evenings.filter(club=OuterRef("club")).order_by("-started_at", "-id").values("pk")[:1]
    hands = Hand.objects.filter(session=OuterRef("pk"), void=False).order_by("-place", "-revision")
    last = {f"last_{name}": Subquery(hands.values(name)[:1]) for name in ("lineup", "dealer")}
    seats = Prefetch("seats", Seat.objects.select_related("player__merged_into").order_by("number"))
    found = evenings.filter(club__in=clubs, pk=Subquery(last_of_club)).annotate(**last)
    return found.select_related("rule_set", "club").prefetch_related(seats).order_by("-started_at")[:MOST]


def _circle(sheet: Any) -> dict[str, Any]:
    lineup, dealer = sheet.lineup, sheet.dealer
    if sheet.last_lineup:
        lineup, dealer = sheet.last_lineup, next_seat(sheet.last_lineup, sheet.last_dealer)
    start = lineup.index(dealer)
    seats = {seat.number: seat for seat in sheet.seats.all()}
    order = [seats[number] for number in (*lineup[start:], *lineup[:start])]
    rules = rules_of(sheet.rule_set)
    return {
        "circle": str(sheet.club_id),
        "title": sheet.title or sheet.club.name,
        "people": [[seat.name, seat.player.person.pk] for seat in order],
        "rules": rules.id,
        "digest": short_digest(rules),
        "rules_name": in_language(rules.name),
        "stake": "" if sheet.stake is None else f"{sheet.stake.normalize():f}",
        "currency": sheet.currency,
    }
