"""Setting a tournament up, and what may be changed of it afterwards."""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from datetime import date
from decimal import Decimal
from typing import Any, TypeVar
from uuid import UUID, uuid4

from django.db import IntegrityError, transaction
from django.db.models import F, Model, QuerySet
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from cegoscore.bookings.models import Booking
from cegoscore.clubs import log
from cegoscore.clubs.house_rules.rule_sets import rules_of, stored
from cegoscore.clubs.models import Club, Device, Grant, LogKind, Right, RuleSet
from cegoscore.clubs.people import identity
from cegoscore.clubs.rights.links import let_end, noon_tomorrow, open_club
from cegoscore.clubs.wording import in_language
from cegoscore.contest.replay import BECOMES, DECIDING, text_of_prizes
from cegoscore.contest.ties import TieBreak
from cegoscore.database.retries import unless_duplicate
from cegoscore.outings.models import Kind
from cegoscore.outings.services import follow
from cegoscore.scoresheet.ledger.money import typed
from cegoscore.scoresheet.models import Session
from cegoscore.scoring.house_rules import HouseRules
from tournaments.course.access import make_hall_link
from tournaments.course.fees import take_over
from tournaments.course.locks import (
    DELETED,
    Refused,
    category_rows,
    changing,
    decide,
    lock_though_over,
    lock_tournament,
    release_what_never_comes,
    tell_tables,
)
from tournaments.course.queries import PlannedPrize, planned_prizes, prizes_now
from tournaments.course.tie_breaks import told
from tournaments.models import Category, CategoryKind, DecisionKind, Prize, Tournament
from tournaments.models.tournament import ALL_SETTINGS, FIXED_BY_THE_DRAW
from tournaments.setup.fee_plans import FeePlan, fees_of, plan_fees, write_fees
from tournaments.setup.plans import CategoryPlan, PrizePlan


def set_up(
    device: Device,
    *,
    club_name: str,
    rules: HouseRules,
    small_rules: HouseRules | None,
    categories: Sequence[CategoryPlan],
    prizes: Sequence[PrizePlan],
    fees: Sequence[FeePlan] = (),
    club: Club | None = None,
    uuid: UUID | None = None,
    **settings: Any,
) -> Tournament:
    """A new tournament of a club, or of the one of this name that the device manages; opened if there is none.

    Sent twice (by its UUID), set up once. Raises `Refused` if it was deleted since.
    """

    def make(key: UUID) -> Tournament:
        tournament = Tournament.objects.create(
            id=key,
            club=club or club_named(device, club_name),
            rule_set=stored(rules),
            small_rule_set=_stored(small_rules),
            **settings,
        )
        _plan(tournament, categories, prizes)
        plan_fees(tournament, fees)
        make_hall_link(tournament)
        return tournament

    return made_once(uuid or uuid4(), make, among=lambda: Tournament.with_deleted.known_to(device.pk))


Made = TypeVar("Made", bound=Model)


def made_once(key: UUID, make: Callable[[UUID], Made], *, among: Callable[[], QuerySet[Made]]) -> Made:
    """The row with this key, made if there is none; of two that make it at once, one does.

    `among` reads those that may be the answer, once more if another one has made it meanwhile. Raises `Refused` if it
    was deleted since or is none of them.
    """
    try:
        with transaction.atomic():
            if not among().filter(pk=key).exists():
                return make(key)
    except IntegrityError as error:
        unless_duplicate(error)
    row = among().filter(pk=key).first()
    if row is None or getattr(row, "deleted_at", None):
        raise Refused("sent_before")
    return row


def _stored(rules: HouseRules | None) -> Any:
    return None if rules is None else stored(rules)


def club_named(device: Device, name: str) -> Club:
    """The club of this name that the device manages; opened if there is none."""
    clubs = Club.objects.filter(id__in=Grant.objects.managed_by(device)).order_by("created_at")
    same = (club for club in clubs if identity(club.name) == identity(name))
    return next(same, None) or open_club(device, name=name)


def _plan(tournament: Tournament, categories: Sequence[CategoryPlan], prizes: Sequence[PrizePlan]) -> None:
    """Categories that stay keep their players; prizes are planned anew.

    One for the same place keeps the key that it was paid out by, and its words if it stays what it is.
    """
    before = planned_prizes(tournament)
    tournament.prizes.all().delete()
    standing = {(CategoryKind(row.kind), row.name): row for row in tournament.categories.all()}
    for key, row in standing.items():
        if key not in categories:
            row.delete()
    rows = [
        standing.get((kind, name)) or Category.objects.create(tournament=tournament, kind=kind, name=name)
        for kind, name in categories
    ]
    stood = _by_place_and_parts(categories, prizes, before)
    Prize.objects.bulk_create(
        Prize(
            tournament=tournament,
            kind=prize.kind,
            rank=prize.rank,
            category=None if prize.category is None else rows[prize.category],
            what=was.what if was and was.parts == prize.parts else prize.what,
            uuid=was.uuid if was else uuid4(),
            to_look_at=prize.to_look_at,
            **prize.parts._asdict(),
        )
        for prize, was in zip(prizes, stood, strict=True)
    )


def _by_place_and_parts(
    categories: Sequence[CategoryPlan], prizes: Sequence[PrizePlan], before: Iterable[PlannedPrize]
) -> list[PlannedPrize | None]:
    """The prize that stood for the place of each; of several for one place those that are alike first."""
    left: dict[Any, list[PlannedPrize]] = defaultdict(list)
    for row in before:
        left[row.place].append(row)
    matches: dict[int, PlannedPrize] = {}
    for must_be_alike in (True, False):
        for index, prize in enumerate(prizes):
            category = None if prize.category is None else categories[prize.category]
            here = left[prize.kind, prize.rank, category]
            fits = [row for row in here if row.parts == prize.parts or not must_be_alike]
            if index not in matches and fits:
                matches[index] = fits[0]
                here.remove(fits[0])
    return [matches.get(index) for index in range(len(prizes))]


def change_settings(
    tournament: Tournament,
    *,
    rules: HouseRules,
    small_rules: HouseRules | None,
    categories: Sequence[CategoryPlan],
    prizes: Sequence[PrizePlan],
    fees: Sequence[FeePlan] | None = None,
    seen: str | None = None,
    why: str = "",
    device: Device | None = None,
    **settings: Any,
) -> None:
    """Change what was set up. Categories that stay keep their players; the prizes are planned anew.

    Raises `Refused` for what a drawn round rests on, for fewer rounds than were drawn, for what decides about places
    and prizes if a round is drawn and no reason given, and if somebody else changed the settings since they were
    `seen`; for another currency once money was booked. What is no decision stands in the club's log.
    """
    new = settings | {"rule_set": stored(rules), "small_rule_set": _stored(small_rules)}
    with transaction.atomic():
        before = lock_tournament(tournament)
        this = Tournament.objects.filter(pk=before.pk)
        take_over(before)
        _refuse_what_is_drawn(before, new)
        _refuse_what_is_booked(before, new)
        stood, prizes_stood, words = _deciding(before), text_of_prizes(prizes_now(before)), in_words(before)
        with changing(before, seen):
            this.update(**new)
            _plan(before, categories, prizes)
            if fees is not None:
                plan_fees(before, fees)
        after = this.get()
        decided = _decide_about(after, stood, prizes_stood, why=why, device=device) if was_drawn(after) else ()
        release_what_never_comes(after, why=why, device=device)
        was, now = changes(words, in_words(after), but=decided)
        if was:
            log.note(after.club_id, LogKind.SETTINGS, device=device, subject=after.name, before=was, after=now)


def _decide_about(
    tournament: Tournament, stood: Mapping[str, Any], prizes_stood: str, *, why: str, device: Device | None
) -> Collection[str]:
    """Record one decision about the settings that decide (`_deciding`) and stand otherwise now; their names."""
    changed = [name for name, value in _deciding(tournament).items() if value != stood[name]]
    if changed:
        about_prizes = {"prizes", "categories"} & {*changed}
        prizes_told = _told(prizes_stood, text_of_prizes(prizes_now(tournament))) if about_prizes else ""
        data = {"settings": changed, "before": stood["tie_breaks"]}
        data |= {name: getattr(tournament, name) for name in DECIDING}
        decide(tournament, DecisionKind.SETTINGS, why=why, what=prizes_told, data=data, device=device)
    return changed


def _told(before: str, after: str) -> str:
    """The prizes before and after a change; alone if they stay."""
    return after if before == after else f"{before}{BECOMES}{after}"


def was_drawn(tournament: Tournament) -> bool:
    """True once a round was drawn, also if that draw was taken back."""
    return tournament.decisions.filter(kind=DecisionKind.DRAW).exists() or tournament.played_rounds.exists()


def _deciding(tournament: Tournament) -> dict[str, Any]:
    """Settings that decide about places and prizes: fixed by the first draw, changed afterwards only with a reason."""
    return {
        **{name: getattr(tournament, name) for name in DECIDING},
        "categories": list(tournament.categories.order_by("pk").values_list("kind", "name")),
        "prizes": plan_of(tournament)[1],
    }


def _refuse_what_is_drawn(tournament: Tournament, new: Mapping[str, Any]) -> None:
    drawn = tournament.played_rounds.count()
    if drawn and any(_changes(tournament, name, new) for name in FIXED_BY_THE_DRAW):
        raise Refused("fixed_by_the_draw")
    if new.get("rounds", tournament.rounds) < drawn:
        raise Refused("rounds_drawn_already", rounds=drawn)


def _refuse_what_is_booked(tournament: Tournament, new: Mapping[str, Any]) -> None:
    """Refuse to call what is in the cash by another currency, or what was paid out of it."""
    booked = Booking.objects.filter(key=tournament.pk, reverses=None, reversed_by=None).exclude(cents=0)
    if _changes(tournament, "currency", new) and tournament.currency and booked.exists():
        raise Refused("paid_in_currency", currency=tournament.currency)


def _changes(tournament: Tournament, name: str, new: Mapping[str, Any]) -> bool:
    return name in new and bool(getattr(tournament, name) != new[name])


def plan_of(tournament: Tournament) -> tuple[list[CategoryPlan], list[PrizePlan]]:
    """Its categories and prizes as they were planned."""
    categories = [(CategoryKind(kind), name) for kind, name in category_rows(tournament.pk)]
    prizes = [
        PrizePlan(
            kind=row.kind,
            what=row.what,
            rank=row.rank,
            category=categories.index(row.category) if row.category else None,
            to_look_at=row.to_look_at,
            **row.parts._asdict(),
        )
        for row in planned_prizes(tournament)
    ]
    return categories, prizes


@transaction.atomic
def let_helpers_run(tournament: Tournament, *, lets: bool, device: Device | None = None) -> None:
    """Let helpers at the desk draw, start and close rounds of this tournament, or no longer. Raises `Refused`."""
    tournament = lock_tournament(tournament)
    Tournament.objects.filter(pk=tournament.pk).update(helpers_run=lets)
    _log(tournament, _("helpers may draw and close") if lets else _("helpers no longer draw and close"), device)


def _log(tournament: Tournament, text: str, device: Device | None) -> None:
    """Note in the club's log what is no decision of the tournament's."""
    log.note(tournament.club_id, LogKind.TOURNAMENT, device=device, subject=tournament.name, after=text)


# Its end before the end


@transaction.atomic
def cancel_tournament(tournament: Tournament, *, why: str, device: Device | None) -> None:
    """Call a tournament off; everybody who knows it sees that, with the reason. Cancelled twice is cancelled once.

    Raises `Refused` without a reason, or once it is finished.
    """
    if Tournament.objects.filter(pk=tournament.pk, cancelled_at__isnull=False).exists():
        return
    tournament = lock_tournament(tournament)
    decide(tournament, DecisionKind.CANCELLED, why=why, data={}, device=device)
    Tournament.objects.filter(pk=tournament.pk).update(cancelled_at=timezone.now())
    follow(Kind.TOURNAMENT, tournament.pk)
    tell_tables(tournament)
    let_end(tournament.pk, right=Right.DESK, at=noon_tomorrow())


def seasons_of(tournament: Tournament) -> list[Any]:
    """The seasons that the tournament counts in, closed ones first."""
    events = tournament.season_events.select_related("season")
    return [event.season for event in events.order_by(F("season__closed_at").asc(nulls_last=True), "pk")]


@transaction.atomic
def delete_tournament(tournament: Tournament, *, why: str = "", device: Device | None = None) -> None:
    """Hide a tournament with its sheets from everybody, league tables too; it can be brought back for 30 days.

    Raises `Refused` without a reason while it counts in a season that is closed.
    """
    fresh = lock_though_over(tournament)
    if not why.strip() and any(season.is_closed for season in seasons_of(fresh)):
        raise Refused("tournament_in_season")
    if fresh.deleted_at is None:
        fresh.deleted_at = timezone.now()
        Session.objects.filter(event=fresh.pk, deleted_at=None).update(deleted_at=fresh.deleted_at)
        _hide(fresh, why, _("deleted; for 30 days it can be brought back"), device)


@transaction.atomic
def restore_tournament(tournament: Tournament, *, device: Device | None = None) -> None:
    """Bring a deleted tournament back, with the sheets that went with it."""
    fresh = lock_though_over(tournament)
    Session.objects.filter(event=fresh.pk, deleted_at=fresh.deleted_at).update(deleted_at=None)
    fresh.deleted_at = None
    _hide(fresh, _("brought back"), _("brought back"), device)


def _hide(tournament: Tournament, why: str, what: str, device: Device | None) -> None:
    """Keep since when it is deleted, if it is; log that, and let follow what counts it."""
    Tournament.with_deleted.filter(pk=tournament.pk).update(deleted_at=tournament.deleted_at)
    follow(Kind.TOURNAMENT, tournament.pk)
    _log(tournament, what, device)
    for tell in DELETED:
        tell(tournament, why, device)


def in_words(tournament: Tournament) -> dict[str, tuple[str, str]]:
    """Label and value of every setting by its name, and of categories and prizes."""
    words = settings_in_words(tournament, ALL_SETTINGS)
    categories = tournament.categories.order_by("pk")
    named = ", ".join(row.name or str(row.get_kind_display()) for row in categories)
    return words | {
        "fees": (_("Other fees"), write_fees(fees_of(tournament), tournament.currency).replace("\n", ", ")),
        "categories": (_("Categories"), named),
        "prizes": (_("Prizes"), prizes_now(tournament)["prizes"].replace("\n", ", ")),
    }


def settings_in_words(row: Model, names: Iterable[str]) -> dict[str, tuple[str, str]]:
    """Label and value of settings that are fields, by their names."""
    labels = {column.name: str(column.verbose_name) for column in row._meta.fields}
    return {name: (labels[name], _value_in_words(row, name)) for name in names}


def changes(
    before: Mapping[str, tuple[str, str]], after: Mapping[str, tuple[str, str]], *, but: Collection[str] = ()
) -> tuple[str, str]:
    """Differences as they were and as they are; `but` names settings that are told elsewhere."""
    changed = [name for name in before if before[name] != after[name] and name not in but]
    return _said([before[name] for name in changed]), _said([after[name] for name in changed])


def _said(settings: Iterable[tuple[str, str]]) -> str:
    return "; ".join(f"{label}: {value or '–'}" for label, value in settings)


def _value_in_words(row: Model, name: str) -> str:
    value = getattr(row, name)
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if value in (None, ""):
        return ""
    if isinstance(value, RuleSet):
        return in_language(rules_of(value).name)
    if name == "tie_breaks":
        return told(map(TieBreak, value))
    if isinstance(value, date):
        return date_format(value)
    if isinstance(value, Decimal):
        return typed(value)
    return str(getattr(row, f"get_{name}_display", lambda: value)())
