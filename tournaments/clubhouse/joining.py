"""Two clubs of the same people become one: which could, who in both may be one person, and how it is done."""

import logging
from collections import Counter, defaultdict, deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from io import TextIOWrapper
from operator import attrgetter
from pathlib import Path
from typing import Any
from uuid import UUID

from django import forms
from django.conf import settings
from django.db import transaction
from django.db.models import Model, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from cegoscore.clubs import people
from cegoscore.clubs.club_names import label_clubs
from cegoscore.clubs.errors import Refused
from cegoscore.clubs.likeness import words, words_of_village
from cegoscore.clubs.log import note
from cegoscore.clubs.models import (
    Club,
    ForgottenName,
    Grant,
    Link,
    LogKind,
    NameState,
    Player,
    Removal,
    RescueCode,
    Right,
)
from cegoscore.clubs.models.club import SETTINGS
from cegoscore.clubs.people import identity, persons_of
from cegoscore.clubs.purging import surely_before
from cegoscore.clubs.rights.access import right_on
from cegoscore.clubs.rights.deletion import WAY_BACK
from cegoscore.files import written_whole
from cegoscore.outings.services import settle
from tournaments.clubhouse.backup import CannotBackUp, write_backup
from tournaments.clubhouse.money.page import box_page, has_box, is_settled
from tournaments.clubhouse.people.services import lock_club, show_juniors
from tournaments.seasons.queries import clubs_managed_by
from tournaments.setup.services import changes, settings_in_words

Alike = tuple[Player, Player, bool]
"""Somebody of the other club, the one of this club who is called so or alike, and whether the name is the same."""


def joinable_clubs(club: Club, device: UUID | None) -> Mapping[UUID, str]:
    """The other clubs that the device manages, by what they are called; no two look alike."""
    return label_clubs(managed for managed in clubs_managed_by(device) if managed.pk != club.pk)


TERMS = tuple(name for name in SETTINGS if name != "name")


def joining_page(club: Club, other: Club, label: str, alike: Sequence[Alike]) -> dict[str, Any]:
    """Everything that another club would bring along; of its people those whose name is new here; what stays behind."""
    dropped, kept = changes(*(settings_in_words(one, TERMS) for one in (other, club)))
    known = {gone.pk for gone, _kept, _is_same in alike}
    everybody = persons_of(other.pk).exclude(name="").order_by("name", "pk")
    return {
        "other": other,
        "label": label,
        "new": [player for player in everybody if player.pk not in known],
        "evenings": other.sessions.filter(event=None, deleted_at=None).count(),
        "tournaments": other.tournaments.count(),
        "seasons": other.seasons.count(),
        "dropped": dropped,
        "kept": kept,
        "box": box_page(other, whole=False) if has_box(other) else None,
    }


def alike_people(club: Club, other: Club) -> list[Alike]:
    """People of the other club who are in this one by the same name, or one that is alike, each with one of it."""
    here, there = (persons_of(one.pk).exclude(name="") for one in (club, other))
    return pair(here.order_by("pk"), there.order_by("name", "pk"))


def pair(people: Iterable[Player], left: Iterable[Player]) -> list[Alike]:
    """Pair people of one club with those of the other by name, the same before one alike; `left` are the others."""
    free, pairs = Unpaired(people), list[Alike]()
    for player in sorted(left, key=lambda player: free.same(player) is None):
        same = free.same(player)
        if partner := same or free.alike(player):
            free.take(partner)
            pairs.append((player, partner, same is not None))
    return pairs


class Unpaired:
    """People of a club with whom nobody was paired yet, found by name at once, however many they are.

    The same answers as `people.same_person` and `likeness.alike`, which look at everybody.
    """

    def __init__(self, people: Iterable[Player]) -> None:
        self.taken: set[int] = set()
        self.by: dict[Any, deque[Player]] = defaultdict(deque)
        self.villages: dict[Any, Counter[Any]] = defaultdict(Counter)
        for player in people:
            name, village = identity(player.name), identity(player.village)
            self.villages[name][village] += 1
            called, home = words(player.name), words_of_village(player.village)
            for key in ((name, village), called, ("home", called, home)):
                self.by[key].append(player)

    def take(self, player: Player) -> None:
        """Leave somebody out from now on."""
        self.taken.add(player.pk)
        villages, village = self.villages[identity(player.name)], identity(player.village)
        villages[village] -= 1
        if not villages[village]:
            del villages[village]

    def same(self, player: Player) -> Player | None:
        """The first who is the same person; without a village the one of another, if all of the name are of that."""
        name, village = identity(player.name), identity(player.village)
        if not village[0] and len(self.villages.get(name, ())) == 1:
            (village,) = self.villages[name]
        return self._first((name, village))

    def alike(self, player: Player) -> Player | None:
        """The first who is called alike, if no two villages that are known differ."""
        called, home = words(player.name), words_of_village(player.village)
        if not home:
            return self._first(called)
        people = [self._first(("home", called, village)) for village in (home, ())]
        return min((person for person in people if person), key=attrgetter("pk"), default=None)

    def _first(self, key: Any) -> Player | None:
        rows = self.by.get(key, deque())
        while rows and rows[0].pk in self.taken:
            rows.popleft()
        return rows[0] if rows else None


SAME, APART = "same", "apart"


class OtherClubForm(forms.Form):
    """The club that is to become one with this one."""

    def __init__(self, data: Mapping[str, Any] | None = None, *, offered: Mapping[UUID, str]) -> None:
        super().__init__(data)
        self.fields["other"] = forms.TypedChoiceField(
            label=_("The other group"), choices=list(offered.items()), coerce=UUID
        )


class SamePeopleForm(forms.Form):
    """An answer for everybody whose name is in both clubs: one person, or two."""

    def __init__(self, data: Mapping[str, Any] | None = None, *, alike: Sequence[Alike]) -> None:
        super().__init__(data)
        self.alike = alike
        for gone, _kept, is_same in alike:
            self.fields[f"person_{gone.pk}"] = forms.ChoiceField(
                label=gone.name,
                choices=[(SAME, _("one person")), (APART, _("two people"))],
                initial=SAME if is_same else APART,
            )

    @property
    def rows(self) -> list[tuple[Player, Player, bool, forms.BoundField]]:
        """The pairs with their fields."""
        return [(*pair, self[f"person_{pair[0].pk}"]) for pair in self.alike]

    @property
    def pairs(self) -> dict[int, int]:
        """Those who are one person, by the key of the other club's row; only after the form was found valid."""
        data = self.cleaned_data
        return {gone.pk: kept.pk for gone, kept, _same in self.alike if data[f"person_{gone.pk}"] == SAME}


logger = logging.getLogger(__name__)

FOLDER = settings.DATA_DIR / "joined"
STAYING: tuple[type[Model], ...] = (Club, Grant, Removal, RescueCode)
"""Models that point to a club and are not simply moved with it."""


def moved_models() -> Iterator[type[Model]]:
    """Every model whose rows belong to a club; asked of the club's model, because higher floors add to it."""
    for relation in Club._meta.related_objects:
        if relation.related_model not in STAYING and isinstance(relation.related_model, type):
            yield relation.related_model


def join_clubs(kept: Club, gone: Club, *, pairs: Mapping[int, int], by: UUID) -> None:
    """Let everything of one club belong to another: people, tables, tournaments, seasons, rules, links, rights, log.

    `pairs` are those who are one person: the key of who is kept by that of who was in the club that goes. Backups of
    both lie on the server for 30 days. Whoever had asked to delete one of the two did not mean what both are now: that
    wish is dropped. Strangers read initials of juniors if one of the two had it so. Raises `Refused` if the device does
    not manage both, two of a pair have played together, the other box is not settled and has another currency, or there
    can be no backup.
    """
    with transaction.atomic():
        for club in sorted((kept, gone), key=lambda club: club.pk):  # always in one order
            lock_club(club)
        rights = {right_on(by, target=club.pk, club=club.pk) for club in (kept, gone)}
        if kept.pk == gone.pk or rights != {Right.MANAGE}:
            raise Refused("club_not_managed")
        _check_boxes(kept, gone)
        _back_up(kept, gone)
        Removal.objects.filter(club__in=[kept, gone]).delete()  # a wish to delete was about one of them alone
        labels = label_clubs([kept, gone])
        _name_seasons_apart(kept, gone, labels[gone.pk])
        for model in moved_models():
            model._base_manager.filter(club=gone).update(club=kept)
        _move_rights(kept, gone)
        for other, same in pairs.items():
            people.merge(kept.pk, kept=same, gone=other)
        Club.objects.filter(joined_to=gone).update(joined_to=kept)
        Club.objects.filter(pk=gone.pk).update(joined_to=kept)
        people.tell_others(kept.pk)
        settle(gone.pk)
        note(kept.pk, LogKind.CLUBS_JOINED, device=by, subject=labels[gone.pk], tells=True)
        if Club.objects.filter(pk=gone.pk, juniors_by_initials=True).exists():
            show_juniors(kept, by_initials=True, by=by)
    logger.info("device %s: club %s joined to %s", by, gone.pk, kept.pk)


def _check_boxes(kept: Club, gone: Club) -> None:
    """Refuse to call amounts of one currency by another one."""
    kept.refresh_from_db(fields=["currency"])
    gone.refresh_from_db(fields=["currency"])
    if kept.currency != gone.currency and not is_settled(gone):
        raise Refused("two_currencies", here=kept.currency or "–", there=gone.currency or "–")


def _back_up(*clubs: Club) -> None:
    try:
        FOLDER.mkdir(mode=0o700, parents=True, exist_ok=True)
        for club in clubs:
            path = FOLDER / f"{timezone.localtime():%Y-%m-%dT%H-%M-%S}-{club.pk}.json"
            with written_whole(path) as file, TextIOWrapper(file, encoding="utf-8") as out:
                write_backup(club, out)
    except (CannotBackUp, OSError) as problem:
        logger.warning("no backup before clubs are joined: %s", problem)
        raise Refused("no_backup") from problem


def drop_old_backups() -> str:
    """Remove backups of clubs that were joined more than 30 days ago; a line with how many there were.

    So those in which somebody stands who was erased or shortened since.
    """
    before = surely_before(WAY_BACK).timestamp()
    old = [path for path in FOLDER.glob("*.json") if path.stat().st_mtime < before or _names_forgotten(path)]
    for path in old:
        path.unlink(missing_ok=True)
    return f"{len(old)} backups of joined groups removed"


def _names_forgotten(path: Path) -> bool:
    """True for a copy that was written before somebody of what the club is now was erased or shortened."""
    try:
        key = UUID(path.stem[-36:])
    except ValueError:
        return False
    clubs = Club.with_hidden.filter(Q(pk=key) | Q(joined=key))
    people = Player.objects.filter(club__in=clubs).values("uuid")
    written = datetime.fromtimestamp(path.stat().st_mtime, UTC)
    return ForgottenName.objects.exclude(state=NameState.NAMED).filter(pk__in=people, at__gte=written).exists()


def _move_rights(kept: Club, gone: Club) -> None:
    """Whoever managed the one club manages the whole; a code on paper goes on if the other club has none."""
    Link.objects.filter(target=gone.pk).update(target=kept.pk)
    managing = Grant.objects.filter(target=kept.pk, right=Right.MANAGE, link=None).values("device")
    Grant.objects.filter(target=gone.pk, right=Right.MANAGE, link=None, device__in=managing).delete()
    Grant.objects.filter(target=gone.pk).update(target=kept.pk)
    Grant.objects.filter(club=gone).update(club=kept)
    if not RescueCode.objects.filter(club=kept).exists():
        RescueCode.objects.filter(club=gone).update(club=kept)


MOST = 120


def _name_seasons_apart(kept: Club, gone: Club, label: str) -> None:
    """Call seasons of the club that goes by its name, too, where the other club has one of that name."""
    names = {name.casefold() for name in kept.seasons.values_list("name", flat=True)}
    for season in gone.seasons.all():
        room = MOST - len(season.name) - len(" ()")
        if season.name.casefold() in names and room > 0:
            gone.seasons.filter(pk=season.pk).update(name=f"{season.name} ({label[:room]})")
