"""The lock with which every write to a tournament begins, the refusals common to all, and the decision at its end.

A form sends back a short digest of the values that it showed, so that a conflict is noticed (`changing`).
"""

import hashlib
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any
from uuid import UUID

from django.db.models import F, QuerySet
from django.utils import timezone

from cegoscore.clubs.errors import Refused
from cegoscore.clubs.models import Device, Player
from cegoscore.clubs.rights.access import right_on
from cegoscore.database.prepared import Prepared
from cegoscore.registry import Registry
from cegoscore.scoresheet.models import Session
from tournaments.chaining import head_of, link_behind
from tournaments.models import (
    Category,
    Decision,
    DecisionKind,
    Entrant,
    Fee,
    Prize,
    Round,
    RoundState,
    Table,
    Tournament,
)
from tournaments.models.tournament import ALL_SETTINGS

__all__ = [
    "DECIDED",
    "DELETED",
    "Refused",
    "current_round",
    "decide",
    "lock_entrant",
    "lock_round",
    "lock_sheets",
    "lock_table",
    "lock_though_over",
    "lock_tournament",
    "lock_tournaments",
    "release_what_never_comes",
    "role_on",
    "tell_tables",
]

WITHOUT_REASON = frozenset(
    {
        DecisionKind.DRAW,
        DecisionKind.SEATED,
        DecisionKind.UNSEATED,
        DecisionKind.START,
        DecisionKind.CLOSE,
        DecisionKind.DISPUTE,
        DecisionKind.SETTLED,
        DecisionKind.HELD_BACK,
        DecisionKind.RELEASED,
        DecisionKind.FINISH,
    }
)
"""Decisions that belong to the course of every evening: a reason may be given, but none is asked for."""


DECIDED: Registry[Callable[[Decision], None]] = Registry()
"""Called with every decision within its write: what higher floors made from the results follows."""

DELETED: Registry[Callable[[Tournament, str, Device | None], None]] = Registry()
"""Called within the write with a tournament that was just deleted or brought back, the reason and the device."""


def lock_tournament(tournament: Tournament, *, though_cancelled: bool = False) -> Tournament:
    """The first statement of every write: writers of one tournament queue on its version. The tournament as it is now.

    Raises `Refused` once the tournament is finished, deleted or, unless the write is for that, cancelled.
    """
    this = Tournament.objects.filter(pk=tournament.pk)
    goes_on = this if though_cancelled else this.filter(cancelled_at=None)
    if not goes_on.filter(finished_at=None).update(version=F("version") + 1):
        raise Refused("tournament_finished" if goes_on.exists() else "tournament_cancelled")
    return Tournament.objects.select_related("rule_set", "small_rule_set").get(pk=tournament.pk)


def lock_entrant(entrant: Entrant, *, though_cancelled: bool = False) -> Entrant:
    """Lock the tournament for a write about an entrant; the row as it is now, with the tournament. Raises `Refused`."""
    tournament = lock_tournament(entrant.tournament, though_cancelled=though_cancelled)
    fresh = tournament.entrants.select_related("player__merged_into").filter(pk=entrant.pk).first()
    if fresh is None:
        raise Refused("player_unknown")
    return fresh


def lock_tournaments(club: UUID) -> None:
    """Let writers of a club's tournaments that are not over wait while it changes who is who."""
    Tournament.objects.filter(club=club, finished_at=None, cancelled_at=None).update(version=F("version") + 1)


def lock_though_over(tournament: Tournament) -> Tournament:
    """Lock a tournament, finished and cancelled ones too, to open or delete it; the fresh tournament."""
    if not Tournament.with_deleted.filter(pk=tournament.pk).update(version=F("version") + 1):
        raise Refused("tournament_cancelled")
    return Tournament.with_deleted.get(pk=tournament.pk)


def tell_tables(tournament: Tournament) -> None:
    """Let open pages of the tournament's sheets ask again: it was cancelled, or opened again. Called within a write."""
    Session.objects.filter(event=tournament.pk).update(version=F("version") + 1)


def current_round(tournament: Tournament) -> Round | None:
    """The last round that was drawn."""
    for round_ in _newest(tournament.pk):
        round_.tournament = tournament
        return round_
    return None


@Prepared
def _newest(tournament: UUID) -> QuerySet[Round]:
    return Round.objects.filter(tournament=tournament).order_by("-number")[:1]


def lock_round(round_: Round, *states: RoundState) -> Round:
    """Lock the tournament (`lock_tournament`) for a write that needs the round in one of the states; the fresh round.

    Raises `Refused`.
    """
    tournament = lock_tournament(round_.tournament)
    return _in_state(tournament.played_rounds.filter(pk=round_.pk).first(), states)


def lock_table(table: Table, *states: RoundState) -> Table:
    """Lock the tournament for a write to a table; as it stands, with sheet, round and tournament. Raises `Refused`."""
    tournament = lock_tournament(table.round.tournament)
    fresh = Table.objects.select_related("round", "sheet").filter(pk=table.pk, round__tournament=tournament).first()
    if fresh is None:
        raise Refused("round_drawn_anew")
    fresh.round.tournament = tournament
    _in_state(fresh.round, states)
    return fresh


def lock_sheets(*tables: Table | int) -> None:
    """Before a write from above to what plays at tables: whoever writes a hand there waits, and phones ask again.

    What is read of the sheets before may be stale by now: read it afterwards. A hand that was begun before is checked
    against the table as it is then (`TableChanged`).
    """
    keys = [table.pk if isinstance(table, Table) else table for table in tables]
    Session.objects.filter(table__in=keys).update(version=F("version") + 1)


def _in_state(round_: Round | None, states: Sequence[RoundState]) -> Round:
    if round_ is None:
        raise Refused("round_drawn_anew")
    if round_.state not in states:
        raise Refused(f"round_is_{round_.state}", number=round_.number)
    return round_


def decide(
    about: Tournament | Round,
    kind: DecisionKind,
    *,
    data: Mapping[str, Any],
    device: Device | None,
    why: str = "",
    what: str = "",
    left: Player | None = None,
    came: Player | None = None,
) -> Decision:
    """Note what the desk decided about a tournament, or a round of it, as the next link of its chain; ends a write.

    `data` gets the round's number. `left` and `came` are the people of a substitution. Raises `Refused` without a
    reason, unless the decision needs none.
    """
    if not why.strip() and kind not in WITHOUT_REASON:
        raise Refused("reason_missing")
    round_, tournament = (about, about.tournament) if isinstance(about, Round) else (None, about)
    row = Decision(
        tournament=tournament,
        round=round_,
        kind=kind,
        by=role_on(tournament, device),
        why=why.strip(),
        what=what,
        data=dict(data) if round_ is None else {**data, "round": round_.number},
        device=device,
        at=timezone.now().replace(microsecond=0),  # nothing to vary until a mark comes out as wished
        left=left,
        came=came,
    )
    link_behind(head_of(tournament), row)
    row.save(force_insert=True)
    for follow in DECIDED:
        follow(row)
    return row


def release_what_never_comes(tournament: Tournament, *, why: str, device: Device | None) -> None:
    """Release results that were to be held back from a round that is planned no more. Called within a write."""
    held_from = tournament.held_from
    if held_from is not None and tournament.holds_from is None:
        Tournament.objects.filter(pk=tournament.pk).update(held_from=None, unveiled_from=None)
        decide(tournament, DecisionKind.RELEASED, why=why, data={"round": held_from}, device=device)


def role_on(tournament: Tournament, device: Device | None) -> str:
    """The right by which a device decides; empty for none, as in commands."""
    right = right_on(device.pk, target=tournament.pk, club=tournament.club_id) if device else None
    return "" if right is None else right.value


def settings_seen(tournament: Tournament) -> str:
    """Digest of the settings as they stand in the database."""
    key = tournament.pk
    fees = Fee.objects.filter(tournament=key).order_by("pk").values_list("name", "cents")
    return _short([*_settings(key), *category_rows(key), *prize_rows(key), *fees])


@Prepared
def _settings(tournament: UUID) -> QuerySet[Tournament, tuple[Any, ...]]:
    return Tournament.objects.filter(pk=tournament).values_list(*ALL_SETTINGS)


@Prepared
def category_rows(tournament: UUID) -> QuerySet[Category, tuple[str, str]]:
    """Kind and name of its categories, in their order."""
    return Category.objects.filter(tournament=tournament).order_by("pk").values_list("kind", "name")


@Prepared
def prize_rows(tournament: UUID) -> QuerySet[Prize, tuple[Any, ...]]:
    """Kind and rank of its prizes, kind and name of their category, their words and parts, in their order.

    Behind them whether somebody still has to look at it, and its UUID.
    """
    rows = Prize.objects.filter(tournament=tournament).order_by("pk")
    place = ("kind", "rank", "category__kind", "category__name")
    return rows.values_list(*place, "what", "cents", "goods", "is_each", "to_look_at", "uuid")


def entrant_seen(entrant: Entrant) -> str:
    """Digest of an entrant's data as it stands in the database."""
    this = Entrant.objects.filter(pk=entrant.pk)
    person = ("player", "player__name", "player__village", "player__sorted_by")
    values = this.values_list(*person, "has_paid", "practises", "fixed_table", "team", "fee", "due")
    return _short([*values, *sorted(entrant.categories.values_list("pk"))])


def _short(values: object) -> str:
    text = json.dumps(values, default=str, ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


@contextmanager
def changing(subject: Tournament | Entrant, seen: str | None) -> Iterator[None]:
    """Around a change within a transaction: refuses it if somebody else changed the same meanwhile.

    Sent twice is no conflict: then it already is as wanted. Raises `Refused`.
    """
    mark = settings_seen if isinstance(subject, Tournament) else entrant_seen
    before = mark(subject)  # type: ignore[arg-type]
    yield
    if seen is not None and seen != before != mark(subject):  # type: ignore[arg-type]
        raise Refused("changed_meanwhile")
