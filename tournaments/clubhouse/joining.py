"""Two clubs of the same people become one: which could, who in both may be one person, and how it is done."""

import logging
from collections.abc import Iterator, Mapping, Sequence
from io import TextIOWrapper
from typing import Any
from uuid import UUID

from django import forms
from django.conf import settings
from django.db import transaction
from django.db.models import Model
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from cegoscore.clubs import people
from cegoscore.clubs.club_names import label_clubs
from cegoscore.clubs.errors import Refused
from cegoscore.clubs.likeness import alike
from cegoscore.clubs.log import note
from cegoscore.clubs.models import Club, Grant, Link, LogKind, Player, Removal, RescueCode, Right
from cegoscore.clubs.people import persons_of, same_person
from cegoscore.clubs.purging import surely_before
from cegoscore.clubs.rights.access import right_on
from cegoscore.clubs.rights.deletion import WAY_BACK
from cegoscore.files import written_whole
from cegoscore.outings.services import settle
from tournaments.clubhouse.backup import CannotBackUp, write_backup
from tournaments.clubhouse.people.services import lock_club, show_juniors
from tournaments.seasons.queries import clubs_managed_by

Alike = tuple[Player, Player, bool]
"""Somebody of the other club, the one of this club who is called so or alike, and whether the name is the same."""


def joinable_clubs(club: Club, device: UUID | None) -> Mapping[UUID, str]:
    """The other clubs that the device manages, by what they are called; no two look alike."""
    return label_clubs(managed for managed in clubs_managed_by(device) if managed.pk != club.pk)


def joining_page(other: Club, label: str, alike: Sequence[Alike]) -> dict[str, Any]:
    """Everything that another club would bring along; of its people those whose name is new here."""
    known = {gone.pk for gone, _kept, _is_same in alike}
    everybody = persons_of(other.pk).exclude(name="").order_by("name", "pk")
    return {
        "other": other,
        "label": label,
        "new": [player for player in everybody if player.pk not in known],
        "evenings": other.sessions.filter(event=None, deleted_at=None).count(),
        "tournaments": other.tournaments.count(),
        "seasons": other.seasons.count(),
    }


def alike_people(club: Club, other: Club) -> list[Alike]:
    """People of the other club who are in this one by the same name, or one that is alike, each with one of it."""
    free = list(persons_of(club.pk).exclude(name="").order_by("pk"))
    left = persons_of(other.pk).exclude(name="").order_by("name", "pk")
    pairs: list[Alike] = []
    for player in sorted(left, key=lambda player: not same_person(free, player.name, player.village)):
        same = same_person(free, player.name, player.village)
        if partner := same or next(iter(alike(free, player.name, player.village)), None):
            free.remove(partner)
            pairs.append((player, partner, same is not None))
    return pairs


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
    not manage both, two of a pair have played together, or there can be no backup.
    """
    with transaction.atomic():
        for club in sorted((kept, gone), key=lambda club: club.pk):  # always in one order
            lock_club(club)
        rights = {right_on(by, target=club.pk, club=club.pk) for club in (kept, gone)}
        if kept.pk == gone.pk or rights != {Right.MANAGE}:
            raise Refused("club_not_managed")
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
    """Remove backups of clubs that were joined more than 30 days ago; a line with how many there were."""
    before = surely_before(WAY_BACK).timestamp()
    old = [path for path in FOLDER.glob("*.json") if path.stat().st_mtime < before]
    for path in old:
        path.unlink(missing_ok=True)
    return f"{len(old)} backups of joined groups removed"


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
