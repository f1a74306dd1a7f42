"""A tournament from before the app: names and totals become a finished tournament of the club and of the season."""

from __future__ import annotations

import uuid as uuids
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from django.db import IntegrityError, transaction
from django.utils import timezone

from cegoscore.clubs.models import Club, Player, RuleSet
from cegoscore.clubs.rule_sets import stored
from cegoscore.scoresheet.services import Refused
from cegoscore.scoring.rule_files import published
from tournaments.models import Entrant, Result, Round, RoundState, Source, Tournament
from tournaments.seasons import Season
from tournaments.services.seasons import Signature, add_events
from tournaments.totals_csv import Total

RULES = "schwarzwaldmeisterschaft"
"""By what it is said to have been played if the club has no tournament yet; nothing is counted by it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Occasion:
    """What the list is about."""

    name: str
    venue: str
    day: date


def candidates(club: Club, totals: Sequence[Total]) -> dict[int, list[Player]]:
    """Whom the club knows by the name in each line, by line; from the same village first."""
    known: dict[str, list[Player]] = {}
    for player in Player.objects.filter(club=club, merged_into=None).order_by("pk"):
        known.setdefault(player.name.casefold(), []).append(player)
    return {
        total.line: sorted(
            known.get(total.name.casefold(), ()), key=lambda player: not _same_village(player, total.village)
        )
        for total in totals
    }


def _same_village(player: Player, village: str) -> bool:
    return player.village.casefold() == village.casefold()


def proposed(total: Total, found: Sequence[Player]) -> Player | None:
    """Who it most likely is: of the same village, or the only one of the name if a village is missing."""
    if found and _same_village(found[0], total.village):
        return found[0]
    alone = len(found) == 1 and not (found[0].village and total.village)
    return found[0] if alone else None


def import_tournament(
    season: Season,
    *,
    uuid: uuids.UUID,
    occasion: Occasion,
    totals: Sequence[Total],
    people: Mapping[int, int],
    by: Signature,
) -> Tournament:
    """Take over totals; `people` are known players' keys by line, whoever is not in it is new to the club.

    Sent twice (by its UUID), read in once. Raises `Refused` if a player is not the club's, or stands in two lines.
    """
    before = Tournament.objects.filter(pk=uuid, club=season.club_id)
    try:
        with transaction.atomic():
            return before.first() or _import(season, uuid, occasion, totals, people, by)
    except IntegrityError:
        there = before.first()
        if there is None:
            raise Refused("tournament_there_already") from None
        return there


def _import(
    season: Season,
    uuid: uuids.UUID,
    occasion: Occasion,
    totals: Sequence[Total],
    people: Mapping[int, int],
    by: Signature,
) -> Tournament:
    known = Player.objects.filter(club=season.club_id, merged_into=None).in_bulk(set(people.values()))
    if len(known) < len(people):
        raise Refused("people_do_not_fit")
    tournament = Tournament.objects.create(
        pk=uuid,
        club_id=season.club_id,
        name=occasion.name,
        venue=occasion.venue,
        day=occasion.day,
        rule_set=_rule_set(season),
        rounds=1,
        is_public=season.is_public,
        finished_at=timezone.now(),
    )
    players = [known[people[total.line]] if total.line in people else _new(season, total) for total in totals]
    _write(tournament, players, totals)
    add_events(season, tournaments=[tournament], by=by)
    return tournament


def _rule_set(season: Season) -> RuleSet:
    """The club's own of late, so that its pages say something sensible."""
    last = Tournament.objects.filter(club=season.club_id).select_related("rule_set").order_by("-day").first()
    return last.rule_set if last else stored(published(RULES))


def _new(season: Season, total: Total) -> Player:
    return Player.objects.create(club_id=season.club_id, name=total.name, village=total.village)


def _write(tournament: Tournament, players: Sequence[Player], totals: Sequence[Total]) -> None:
    """One closed round without tables; start numbers as in the list."""
    played = Round.objects.create(
        tournament=tournament, number=1, state=RoundState.CLOSED, draw={}, closed_at=timezone.now()
    )
    entrants = Entrant.objects.bulk_create(
        Entrant(tournament=tournament, number=number, player=player) for number, player in enumerate(players, 1)
    )
    Result.objects.bulk_create(
        Result(round=played, entrant=entrant, points=total.points, source=Source.IMPORTED)
        for entrant, total in zip(entrants, totals, strict=True)
    )
