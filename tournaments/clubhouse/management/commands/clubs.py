"""`clubs`: everybody who uses this server, the host's way to delete or lock a club; the base of commands about one."""

import sys
import uuid
from argparse import ArgumentParser
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, NoReturn

from django.core.management.base import BaseCommand
from django.db.models import Count, F, Max, Model, OuterRef, QuerySet, Subquery
from django.utils import timezone

from cegoscore.clubs.models import Club, Player, Removal, RemovalState
from cegoscore.clubs.rights import deletion
from cegoscore.scoresheet.models import Hand, Session


class ClubCommand(BaseCommand):
    """A command about a club; exit status 2 if it is not clear which one is meant."""

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Define the club."""
        parser.add_argument("club", help="its name, or its key")

    def find_club(self, asked: str, *, among: QuerySet[Club] | None = None) -> Club:
        """The club of this name or key, among those that are there if nothing else is said."""
        clubs = Club.objects.all() if among is None else among
        try:
            matching = [club.whole for club in clubs.select_related("joined_to").filter(pk=uuid.UUID(asked))]
        except ValueError:
            named = clubs.filter(joined_to=None).exclude(name="")
            matching = [club for club in named if club.name.casefold() == asked.casefold()]
        if len(matching) > 1:
            self.end("\n".join(["Several clubs have this name; say which key:", *(str(club.pk) for club in matching)]))
        if not matching and among is None:
            hidden = self.find_club(asked, among=Club.with_hidden.all())
            self.end(f"{hidden} is deleted or locked: type clubs restore or clubs unlock before.")
        if not matching:
            self.end(f"There is no club {asked}. The command clubs lists all, with their keys.")
        return matching[0]

    def end(self, why: str) -> NoReturn:
        """Say why nothing was done."""
        self.stderr.write(why, style_func=str)
        sys.exit(2)


DONE = ("restore", "unlock")
ACTS: Mapping[str, tuple[Callable[[Club], None], str]] = {
    "delete": (deletion.delete_as_host, "is deleted; clubs restore brings it back for 30 days, then it is erased."),
    "restore": (partial(deletion.bring_back, by=None), "is back with every right and link."),
    "lock": (deletion.lock_as_host, "is locked: nothing of it opens until clubs unlock."),
    "unlock": (partial(deletion.bring_back, by=None), "is unlocked."),
}
"""Acts of the host on a club, each with what is said then."""


class Command(ClubCommand):
    """Prints a line a club, the one used last first: last sheet, sheets, hands, people, state, key, name."""

    help = "Lists the clubs of this server with their size and last use; deletes, locks or brings back one."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Define what is to be done with which club; without both it lists them."""
        acts = "lock shuts it for everybody, delete erases it after 30 days; unlock and restore take that back"
        parser.add_argument("act", nargs="?", choices=sorted(ACTS), help=acts)
        parser.add_argument("club", nargs="?", help="its name, or its key")

    def handle(self, *args: Any, **options: Any) -> None:
        """List the clubs, or do it."""
        if options["act"] is None:
            self._list()
            return
        club = self.find_club(options["club"] or "", among=Club.with_hidden.all())
        removal = Removal.objects.filter(club=club).exclude(state=RemovalState.ASKED).first()
        if (removal is not None) != (options["act"] in DONE):
            state = removal.state.replace(RemovalState.BY_HOST, RemovalState.DELETED) if removal else "there"
            self.end(f"{club} is {state}; nothing was changed.")
        if club.pk in deletion.overdue():
            self.end(
                f"{club} was deleted more than 30 days ago and is being erased: only its own backup brings it back."
            )
        act, outcome = ACTS[options["act"]]
        act(club)
        self.stdout.write(f"{club} {outcome}")

    def _list(self) -> None:
        self.stdout.write(f"last used   sheets  hands  people  state    {'key':36}  name")
        for club in with_sizes(clubs_by_use()):
            used = f"{timezone.localtime(club.used_at):%Y-%m-%d}" if club.used_at else "never     "
            sizes = f"{club.sheets or 0:>6}  {club.hands or 0:>5}  {club.persons or 0:>6}"
            self.stdout.write(f"{used}  {sizes}  {club.removal_state or '-':7}  {club.pk}  {club.name or '-'}")


def clubs_by_use() -> QuerySet[Any]:
    """Clubs, the one whose newest sheet is the newest first, also those that are deleted or locked."""
    newest = Session.objects.filter(club=OuterRef("pk")).order_by().values("club").annotate(last=Max("started_at"))
    clubs = Club.with_hidden.filter(joined_to=None).annotate(used_at=Subquery(newest.values("last")))
    return clubs.order_by(F("used_at").desc(nulls_last=True), "created_at")


def with_sizes(clubs: QuerySet[Any]) -> QuerySet[Any]:
    """Clubs with their sheets, hands and people counted: a millisecond a club and 1,000 hands."""

    def count(model: type[Model], way: str) -> Subquery:
        rows = model._base_manager.filter(**{way: OuterRef("pk")}).order_by().values(way)
        return Subquery(rows.annotate(count=Count("pk")).values("count"))

    sized: QuerySet[Any] = clubs.annotate(
        sheets=count(Session, "club"),
        persons=count(Player, "club"),
        hands=count(Hand, "session__club"),
        removal_state=F("removal__state"),
    )
    return sized
