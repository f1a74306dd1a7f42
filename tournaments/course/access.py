"""Access to a tournament: who may do what, which results are shown to whom, and the link of the hall.

Who manages the club is the organiser. A desk helper registers people, starts nothing that cannot be undone and enters
results; everybody else looks.
"""

from dataclasses import dataclass
from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.db.models import BigIntegerField, QuerySet
from django.db.models.functions import Cast
from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404
from django.utils.safestring import SafeString

from cegoscore.addresses import number_of
from cegoscore.clubs.models import Link, LinkQuerySet, Right
from cegoscore.clubs.rights import sights
from cegoscore.clubs.rights.access import right_on
from cegoscore.clubs.rights.devices import device_id
from cegoscore.clubs.rights.link_pages import qr_svg, row_of
from cegoscore.clubs.rights.links import can_be_shown, link_for
from cegoscore.clubs.rights.sights import Look
from cegoscore.database.prepared import Prepared
from cegoscore.reached import public_address
from cegoscore.scoresheet.models import Session
from tournaments.models import Entrant, Round, Table, Tournament

TOURNAMENT = """
    SELECT id, CAST(NULL AS uuid) AS event, club_id, is_public,
        CAST(version AS TEXT) || '.' || CAST(COALESCE(
            (SELECT SUM(sheet.version) FROM scoresheet_session sheet WHERE sheet.event = tournaments_tournament.id), 0
        ) AS TEXT) AS version
    FROM tournaments_tournament WHERE deleted_at IS NULL AND id IN ({keys})
"""
"""The version is as `queries.live_version` has it."""


KIND = sights.followed(TOURNAMENT)
"""The right to look is as `access.get_tournament` has it."""


ORGANISER = Right.MANAGE
HELPER = Right.DESK


def get_tournament(request: HttpRequest, tournament_id: UUID, right: Right = Right.LOOK) -> tuple[Tournament, Right]:
    """The tournament and what this device may do with it: 404 for a stranger, 403 for one who may do less.

    A public one may be looked at by everybody.
    """
    tournament, has = get_own_right(request, tournament_id)
    has = has or Right.LOOK
    if not has.covers(right):
        raise PermissionDenied
    return tournament, has


def get_own_right(request: HttpRequest, tournament_id: UUID) -> tuple[Tournament, Right | None]:
    """The tournament and the right that this device has of its own; none where it is public, else 404."""
    tournament = next(iter(_tournament(tournament_id)), None)
    if tournament is None:
        raise Http404
    right = right_on(device_id(request), target=tournament.pk, club=tournament.club_id)
    if right is None and not tournament.is_public:
        raise Http404
    return tournament, right


@Prepared
def _tournament(key: UUID) -> QuerySet[Tournament]:
    return Tournament.objects.select_related("rule_set", "small_rule_set").filter(pk=key)


def get_tournament_of(sheet: Session) -> Tournament:
    """The tournament that a sheet is a table of; 404 if it is none."""
    return get_object_or_404(Tournament, pk=sheet.event)


def get_run_tournament(request: HttpRequest, tournament_id: UUID) -> tuple[Tournament, Right]:
    """The tournament for somebody who may draw, start and close: the organiser, and helpers if they were let."""
    tournament, has = get_tournament(request, tournament_id, HELPER)
    if not may_run(tournament, has):
        raise PermissionDenied
    return tournament, has


def may_run(tournament: Tournament, right: Right) -> bool:
    """True if this right draws, starts and closes rounds here."""
    return right.covers(ORGANISER) or (tournament.helpers_run and right.covers(HELPER))


def get_deleted_tournament(request: HttpRequest, tournament_id: UUID) -> Tournament:
    """A deleted tournament that this device may bring back; 404 for everybody else, and once it is purged."""
    return get_object_or_404(Tournament.with_deleted.restorable_by(device_id(request)), pk=tournament_id)


def look_at(request: HttpRequest, tournament_id: UUID) -> Look:
    """The tournament's version, and what this device may do with it, in one statement: 404 for a stranger."""
    return sights.look_at(request, TOURNAMENT, tournament_id)


def shows_newest(request: HttpRequest, tournament_id: UUID, right: Right) -> bool:
    """True if an open page (`?v=`) of somebody with this right shows the newest version: nearly all that it asks."""
    look = look_at(request, tournament_id)
    return look.right.covers(right) and request.GET.get("v") == look.version


def is_tournament(key: UUID) -> bool:
    """True if the target of a link is a tournament."""
    return Tournament.objects.filter(pk=key).exists()


def find_round(tournament: Tournament, number: int) -> Round | None:
    """A round of the tournament by its number; `None` if it is not drawn."""
    return tournament.played_rounds.filter(number=number).first()


def get_round(tournament: Tournament, number: int) -> Round:
    """A round of the tournament by its number; 404 if it is not drawn."""
    return get_object_or_404(tournament.played_rounds, number=number)


def get_table(tournament: Tournament, round_number: int, number: int) -> Table:
    """A table of a round by its number; 404 if there is none."""
    table = next(iter(_table(tournament.pk, round_number, number)), None) if max(round_number, number) < MOST else None
    if table is None:
        raise Http404
    table.round.tournament = tournament
    return table


MOST = 10**6
"""More than the number of any round or table, as an address may have one."""


@Prepared
def _table(tournament: UUID, round_number: int, number: int) -> QuerySet[Table]:
    """A table by its numbers, compared as large ones: such are the marks of a prepared query."""
    tables = Table.objects.select_related("round", "sheet__rule_set").alias(
        of_round=Cast("round__number", BigIntegerField()), of_table=Cast("number", BigIntegerField())
    )
    return tables.filter(round__tournament=tournament, of_round=round_number, of_table=number)


def get_entrant(tournament: Tournament, key: str) -> Entrant:
    """An entrant by the row's key; 404 for a house player."""
    guests = tournament.entrants.filter(is_house=False).select_related("player__merged_into", "tournament")
    return get_object_or_404(guests, pk=number_of(key) or 0)


def get_entrant_still(tournament: Tournament, key: str) -> Entrant | None:
    """An entrant by the row's key; `None` if there is no such row any more: a second tap on what was undone."""
    try:
        return get_entrant(tournament, key)
    except Http404:
        if Entrant.objects.filter(pk=number_of(key) or 0).exists():
            raise
        return None


# What is shown: every page, export and print asks here. From the decision that holds results back until the one that
# releases them, nobody but the organiser gets what the rounds from `held_from` on brought. In the database the same
# condition is `models.is_held_back`.


@dataclass(frozen=True, slots=True)
class Shown:
    """Rounds whose results may be shown: those before `held_from`, or all of them."""

    held_from: int | None = None
    to_strangers: bool = False
    """True if it is shown to somebody without a right, who reads names as `public_names` has them."""

    @property
    def is_everything(self) -> bool:
        """True if nothing is held back."""
        return self.held_from is None

    def covers(self, number: int) -> bool:
        """True if the results of this round may be shown."""
        return self.held_from is None or number < self.held_from


EVERYTHING = Shown()
"""All rounds: services count with them, whoever asks."""


def get_shown(request: HttpRequest, tournament_id: UUID) -> tuple[Tournament, Right, Shown]:
    """The tournament for everybody who may look, the right, and what may be shown of it; 404 for all others."""
    tournament, right = get_own_right(request, tournament_id)
    return tournament, right or Right.LOOK, shown_to(tournament, right)


def shown_to(tournament: Tournament, right: Right | None) -> Shown:
    """Results that somebody with this right may see: all of them the organiser, what is not held back everybody.

    Without a right somebody is a stranger.
    """
    if right is not None and right.covers(ORGANISER):
        return EVERYTHING
    return Shown(tournament.holds_from, to_strangers=right is None)


def shown_to_all(tournament: Tournament, *, to_strangers: bool = False) -> Shown:
    """Results that everybody may see: on the wall and on the hall's page nobody sees more, not even the organiser."""
    return Shown(tournament.holds_from, to_strangers=to_strangers)


def tables_shown_to(tournament: Tournament, right: Right | None) -> Shown:
    """Totals of single tables that somebody with this right may see: who types and checks them sees them all."""
    return EVERYTHING if right is not None and right.covers(HELPER) else shown_to(tournament, right)


# The link by which everybody in the hall finds the tournament: one QR code on cards, wall, posters and sheets. It lets
# look and no more. It is made with the tournament, or with the first draw of one that never had it; once the organiser
# took it back, none is made unasked.


def make_hall_link(tournament: Tournament) -> None:
    """Make the link, unless there was one before. Called within a write."""
    if not _links(tournament).exists():
        link_for(tournament.club, right=Right.LOOK, target=tournament.pk)


def find_hall_link(tournament: Tournament) -> Link | None:
    """The link, if it holds and can be shown."""
    return next(filter(can_be_shown, _links(tournament).valid()), None)


def _links(tournament: Tournament) -> LinkQuerySet:
    return Link.objects.filter(club=tournament.club_id, right=Right.LOOK, target=tournament.pk)


def hall_address(request: HttpRequest, tournament: Tournament) -> str:
    """The address for phones in the hall: the link for whoever has it or manages it, else the public page, if any.

    A stranger who sees a public tournament is not handed the link, which lets look at single sheets, too.
    """
    knows = right_on(device_id(request), target=tournament.pk, club=tournament.club_id) is not None
    link = find_hall_link(tournament) if knows else None
    if link is not None:
        return row_of(request, link, "open_tournament_link").url
    return public_address(request, tournament.get_absolute_url()) if tournament.is_public else ""


def qr_of_hall(request: HttpRequest, tournament: Tournament) -> SafeString:
    """The QR code of `hall_address`; none if there is none that phones reach."""
    address = hall_address(request, tournament)
    return qr_svg(address) if address else SafeString()
