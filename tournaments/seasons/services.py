"""Every write to a season. Writers queue on its version; a closed season changes only with a reason."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import F, Q
from django.utils import timezone

from cegoscore.clubs.club_names import name_club
from cegoscore.clubs.errors import Refused
from cegoscore.clubs.log import note
from cegoscore.clubs.models import Club, Device, Grant, LogKind
from cegoscore.clubs.people import rows_with_persons
from cegoscore.clubs.rights.links import open_club
from cegoscore.contest.ties import DRAWN, TieBreak
from cegoscore.scoresheet.models import ClubNight, Session
from tournaments.models import Decision, DecisionKind, Tournament
from tournaments.seasons.crowning import declare, declare_if_another
from tournaments.seasons.evening_events import count_earlier, count_following, fix, fix_by_rows
from tournaments.seasons.models import (
    DrawnPlace,
    FixedPoints,
    GuestEvent,
    Season,
    SeasonDecision,
    SeasonDecisionKind,
    SeasonEvent,
)
from tournaments.seasons.queries import events_of, fixed_for_nothing, numbers_of
from tournaments.seasons.season_end import end_of_season, record_end, recorded_end
from tournaments.setup.services import made_once

TOLD = (
    SeasonDecisionKind.COUNTING,
    SeasonDecisionKind.REMOVED,
    SeasonDecisionKind.WEIGHED,
    SeasonDecisionKind.TIE,
    SeasonDecisionKind.CLOSED,
    SeasonDecisionKind.REOPENED,
)
"""Decisions of which the club's other managers are told; of a closed season they are told all."""


MOVING = (
    DecisionKind.GOES_ON,
    DecisionKind.CORRECTION,
    DecisionKind.VOID,
    DecisionKind.PENALTY,
    DecisionKind.SUBSTITUTE,
    DecisionKind.TAKES,
    DecisionKind.CLOSE,
    DecisionKind.HELD_BACK,
    DecisionKind.RELEASED,
)
"""Decisions of a tournament's desk that a closed season which counts it notes: its table may be another by them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Signature:
    """Device and reason of a change; a closed season needs a reason."""

    why: str = ""
    device: Device | None = None


def _take_turn(season: Season, by: Signature, *, seen: int | None = None) -> Season:
    """The first statement of every write; the season as it is now.

    Raises `Refused` if the season changed after the page with version `seen` was shown, or if it is closed and nobody
    says why it has to change.
    """
    this = Season.objects.filter(pk=season.pk)
    if seen is not None:
        this = this.filter(version=seen)
    if not this.update(version=F("version") + 1):
        raise Refused("season_changed")
    fresh = Season.objects.select_related("club").get(pk=season.pk)
    if fresh.is_closed and not by.why.strip():
        raise Refused("season_reason_missing")
    return fresh


def _decide(
    season: Season, kind: SeasonDecisionKind, by: Signature, data: Mapping[str, Any] | None = None
) -> SeasonDecision:
    data = dict(data or {})
    tells = season.is_closed or kind in TOLD
    note(season.club_id, LogKind.SEASON, device=by.device, subject=season.name, after=kind.value, tells=tells)
    return SeasonDecision.objects.create(season=season, kind=kind, why=by.why.strip(), data=data, device=by.device)


# Setting up


def open_season(
    device: Device, *, uuid: UUID, club: Club | None = None, club_name: str = "", **settings: Any
) -> Season:
    """A new season of a club, which gets the name if it has none; one is opened for the device if none is given.

    Sent twice (by its UUID), opened once. Raises `Refused` if somebody else's season has the UUID.
    """

    def make(key: UUID) -> Season:
        owner = club or open_club(device, name=club_name)
        if club_name and not owner.name:
            name_club(owner, club_name, by=device)
        return Season.objects.create(pk=key, club=owner, **settings)

    return made_once(uuid, make, among=lambda: Season.objects.filter(club__in=Grant.objects.managed_by(device)))


@transaction.atomic
def change_season(season: Season, *, seen: int, by: Signature, **settings: Any) -> None:
    """Change what was set up; a new way of counting is noted for everybody. The same settings again change nothing.

    Raises `Refused` if somebody changed the season meanwhile, or without a reason if it is closed.
    """
    if _has(Season.objects.get(pk=season.pk), settings):
        return
    before = _take_turn(season, by, seen=seen)
    Season.objects.filter(pk=season.pk).update(**settings)
    old = before.counting
    new = {name: settings.get(name, value) for name, value in old.items()}
    decision = None
    if old != new:
        decision = _decide(before, SeasonDecisionKind.COUNTING, by, {"before": old, "after": new})
    elif before.is_closed:
        decision = _decide(before, SeasonDecisionKind.SETTINGS, by)
    _declare_anew(before, decision)


def _has(season: Season, settings: Mapping[str, Any]) -> bool:
    return all(getattr(season, key) == value for key, value in settings.items())


# Events


@transaction.atomic
def add_events(
    season: Season,
    *,
    tournaments: Iterable[Tournament] = (),
    nights: Iterable[ClubNight] = (),
    sheets: Iterable[Session] = (),
    by: Signature,
) -> None:
    """Let tournaments, club nights and evenings belong to the season; what belongs to it already stays as it is.

    Raises `Refused` for what is not the club's, for a table of a tournament or of a club night, and for an evening
    whose totals are counted on another sheet.
    """
    season = _take_turn(season, by)
    added = [_add(season, by, day=tournament.day, tournament=tournament) for tournament in tournaments]
    added += [_add(season, by, day=night.day, night=night) for night in nights]
    for sheet in sheets:
        _check_evening(season, sheet)
        added.append(_add(season, by, day=timezone.localdate(sheet.started_at), sheet=sheet))
    _declare_anew(season, *added)


def _check_evening(season: Season, sheet: Session) -> None:
    if sheet.event is not None or sheet.night_id is not None or sheet.deleted_at is not None:
        raise Refused("no_evening")
    counted = Q(continues=sheet.pk, deleted_at=None) | Q(continued_by=sheet.pk, season_events__season=season)
    if Session.objects.filter(counted).exists():
        raise Refused("evening_counted_already")


def _add(season: Season, by: Signature, *, day: date, **what: Any) -> SeasonDecision | None:
    """Add an event; the decision that says so of a closed season."""
    if any(thing.club_id != season.club_id for thing in what.values()):
        raise Refused("event_of_another_club")
    event, is_new = SeasonEvent.objects.get_or_create(season=season, **what, defaults={"day": day})
    if is_new and season.is_closed:
        fix(season, [event])
        return _decide(season, SeasonDecisionKind.ADDED, by, {"day": day.isoformat()})
    if is_new:
        added = SeasonDecisionKind.ADDED.value
        note(season.club_id, LogKind.SEASON, device=by.device, subject=season.name, after=added)
    return None


@transaction.atomic
def count_guest(season: Season, guest: GuestEvent, points: Sequence[FixedPoints], *, day: date, by: Signature) -> None:
    """Let a tournament of another club count; one that does already, by its origin, is replaced by what came now.

    Raises `Refused` if the season counts it as a tournament of the club's own.
    """
    season = _take_turn(season, by)
    if Decision.objects.filter(tournament__season_events__season=season, hash=guest.origin).exists():
        raise Refused("guest_counts_already")
    before = season.events.filter(guest__origin=guest.origin).first()
    guest.event = before or SeasonEvent(season=season)
    guest.event.day = day
    guest.event.save()
    GuestEvent.objects.filter(event=guest.event).delete()
    guest.event.fixed.all().delete()
    guest.save()
    for row in points:
        row.event = guest.event
    FixedPoints.objects.bulk_create(points)
    kind = SeasonDecisionKind.RESULT if before else SeasonDecisionKind.ADDED
    if season.is_closed:
        _decide(season, kind, by, {"day": day.isoformat()})
    else:
        note(season.club_id, LogKind.SEASON, device=by.device, subject=season.name, after=kind.value)
    _declare_anew(season)


@transaction.atomic
def remove_event(event: SeasonEvent, *, by: Signature, **more: Any) -> None:
    """An event no longer belongs to the season; what was played stays where it is. Raises `Refused`.

    The decision keeps what there is `more` to say.
    """
    season = _take_turn(event.season, by)
    decision = None
    for row in season.events.filter(pk=event.pk):
        row.delete()
        decision = _decide(season, SeasonDecisionKind.REMOVED, by, {"day": row.held_on.isoformat()} | more)
    _declare_anew(season, decision)


@transaction.atomic
def weigh_event(event: SeasonEvent, weight: int, *, by: Signature) -> None:
    """Let an event count so many times. The same again changes nothing. Raises `Refused`."""
    season = _take_turn(event.season, by)
    decision = None
    for row in season.events.filter(pk=event.pk).exclude(weight=weight):
        SeasonEvent.objects.filter(pk=row.pk).update(weight=weight)
        data = {"day": row.held_on.isoformat(), "weight": weight}
        decision = _decide(season, SeasonDecisionKind.WEIGHED, by, data)
    _declare_anew(season, decision)


# The end of a season


def close_season(season: Season, *, seen: int, by: Signature) -> None:
    """Declare the champion and fix what the evenings gave. Closed twice is closed once.

    Raises `Refused` while a tournament is running or nobody is ranked, and if those who are equal at the top have yet
    to draw.
    """
    if Season.objects.filter(pk=season.pk, closed_at__isnull=False).exists():
        return
    with transaction.atomic():
        season = _take_turn(season, by, seen=seen)
        running = [event for event in events_of(season) if event.tournament and event.tournament.is_running]
        if running:
            raise Refused("season_tournaments_running", names=", ".join(event.name for event in running))
        fixed_for_nothing(season).delete()
        fix(season, events_of(season))
        declare(season)
        Season.objects.filter(pk=season.pk).update(closed_at=timezone.now())
        record_end(season, _decide(season, SeasonDecisionKind.CLOSED, by))


def _declare_anew(season: Season, *decisions: SeasonDecision | None) -> None:
    """After a change of a closed season: whoever is first now; its decisions record the table."""
    if season.is_closed:
        declare(Season.objects.get(pk=season.pk))
        for decision in filter(None, decisions):
            record_end(season, decision)


def lock_seasons(club: UUID) -> None:
    """Raise the version of every season of a club: its writers wait, and whoever looks at one asks again."""
    Season.objects.filter(club=club).update(version=F("version") + 1)


def lock_before_people_change(club: UUID) -> None:
    """Lock the seasons of a club (`lock_seasons`), and fix what is fixed by rows while people are as they were."""
    lock_seasons(club)
    fix_by_rows(Season.objects.filter(club=club))


def declare_after_people_changed(club: UUID) -> None:
    """Declare the champions of closed seasons anew after people were merged or separated, and note the change.

    Also if nobody else won, but the table that was recorded is another one now. Called within a write that locked them
    (`lock_seasons`).
    """
    for season in Season.objects.filter(club=club, closed_at__isnull=False).order_by("pk"):
        is_another, recorded = declare_if_another(season), recorded_end(season)
        if is_another or (recorded and recorded != end_of_season(season)):
            decision = _decide(season, SeasonDecisionKind.PEOPLE, Signature(), {"another": is_another})
            record_end(season, decision)


def declare_after_decision(decision: Decision) -> None:
    """Declare the champions of closed seasons anew after the desk changed a tournament of theirs, and note why."""
    if decision.kind not in MOVING:
        return
    by = Signature(why=decision.why, device=decision.device)
    seasons = Season.objects.filter(events__tournament=decision.tournament_id, closed_at__isnull=False)
    for season in seasons.order_by("pk"):
        if not Season.objects.filter(pk=season.pk, closed_at__isnull=False).update(version=F("version") + 1):
            continue
        data: dict[str, Any] = {"day": decision.tournament.day.isoformat(), "kind": decision.kind}
        data["another"] = declare_if_another(season)
        record_end(season, _decide(season, SeasonDecisionKind.RESULT, by, data))


def declare_after_deletion(tournament: Tournament, why: str, device: Device | None) -> None:
    """Let every season that counts a tournament follow when it is deleted or brought back.

    A closed one notes that with the reason, and declares its champions anew; nobody, if nobody is ranked any more.
    """
    by, kind = Signature(why=why, device=device), SeasonDecisionKind.REMOVED
    if tournament.deleted_at is None:
        kind = SeasonDecisionKind.ADDED
    for event in tournament.season_events.select_related("season").order_by("season"):
        season = _take_turn(event.season, by)
        if season.is_closed:
            declare_if_another(season)
            record_end(season, _decide(season, kind, by, {"day": tournament.day.isoformat()}))


@transaction.atomic
def reopen_season(season: Season, *, by: Signature) -> None:
    """Go on with a closed season; nobody is champion any more, and what no sheet can give again stays fixed.

    Raises `Refused` without a reason.
    """
    season = _take_turn(season, by)
    if not season.is_closed:
        return
    season.champions.clear()
    Season.objects.filter(pk=season.pk).update(closed_at=None, champion_points=None)
    count_following(SeasonEvent.objects.filter(season=season))
    count_earlier(SeasonEvent.objects.filter(season=season))
    fixed_for_nothing(season).delete()
    _decide(season, SeasonDecisionKind.REOPENED, by)


@transaction.atomic
def decide_tie(season: Season, *, players: Sequence[int], by_what: TieBreak, by: Signature) -> None:
    """Record the order in which a card or lot put people who are equal, the best first; `by.why` says who drew.

    Raises `Refused` without that, and if they are not those who share a rank.
    """
    season = _take_turn(season, by)
    if not by.why.strip():
        raise Refused("season_reason_missing")
    rules = season.rules
    rows = {row.player: row for row in numbers_of(season).table(rules)}
    equal = [rows.get(player) for player in players]
    totals = {row.total for row in equal if row and row.rank is not None}
    if len(players) < 2 or len(set(players)) < len(players) or None in equal or len(totals) != 1:
        raise Refused("not_equal_any_more")
    if by_what not in DRAWN or by_what not in rules.tie_breaks:
        raise Refused("not_drawn_here")
    decision = _decide(season, SeasonDecisionKind.TIE, by, {"by": by_what.value, "total": totals.pop()})
    places = {player: place for place, player in enumerate(players, 1)}
    DrawnPlace.objects.bulk_create(
        DrawnPlace(decision=decision, player_id=row, place=places[person]) for row, person in rows_with_persons(players)
    )
    _declare_anew(season, decision)
