"""A tournament with everybody who might ask for it: organiser, desk helper, guest by link, stranger."""

import uuid
from collections.abc import Sequence
from datetime import date
from typing import Any

from django.utils import timezone

from cegoscore.clubs.models import Device, Player, Right
from cegoscore.clubs.rights.links import accept_link, link_for
from cegoscore.contest.ties import TieBreak
from cegoscore.scoresheet.ledger.services.ledger import write_hand
from cegoscore.scoresheet.ledger.writing import Writing
from cegoscore.scoresheet.models import Session
from cegoscore.scoring import hands
from cegoscore.scoring.contracts import Contract
from cegoscore.scoring.rules.rule_files import published
from tests.worlds.copied import copied
from tests.worlds.sheet import client_of
from tournaments.course.locks import lock_tournament
from tournaments.desk import services as desk
from tournaments.door import services as door
from tournaments.drawing import services as drawing
from tournaments.models import Entrant, Round, Table, Tournament
from tournaments.setup import services as setup

__all__ = ["World", "client_of"]

NAMES = ("Anna", "Bernd", "Clara", "Dieter", "Edgar", "Frieda", "Georg", "Hanna", "Ignaz", "Josef", "Karla", "Lukas")
VILLAGE = "Bräunlingen"


class World:
    """A tournament of two rounds by the championship's rules; the guest may look, the helper has the desk's link."""

    def __init__(
        self, *, rounds: int = 2, hands: int = 24, rules: str = "schwarzwaldmeisterschaft", **settings: Any
    ) -> None:
        self.organiser, self.helper, self.guest, self.stranger = (Device.objects.create() for _ in range(4))
        usual: dict[str, Any] = {
            "name": "Preiscego",
            "day": timezone.localdate() if settings.get("takes_announcements") else date(2026, 11, 21),
            "rounds": rounds,
            "hands": hands,
            "tie_breaks": [TieBreak.LAST_ROUND.value, TieBreak.CARD.value],
        }
        self.tournament: Tournament = setup.set_up(
            self.organiser,
            club_name=settings.pop("club_name", "Cegofreunde"),
            rules=published(rules),
            small_rules=settings.pop("small_rules", None),
            categories=settings.pop("categories", ()),
            prizes=settings.pop("prizes", ()),
            **usual | settings,
        )
        for device, right in ((self.helper, Right.DESK), (self.guest, Right.LOOK)):
            accept_link(device, link_for(self.tournament.club, right=right, target=self.tournament.pk))

    def hold_again(self, **settings: Any) -> Tournament:
        """Another tournament of the same club."""
        return setup.set_up(
            self.organiser,
            club=self.tournament.club,
            club_name="",
            rules=published("schwarzwaldmeisterschaft"),
            small_rules=None,
            categories=(),
            prizes=(),
            **settings,
        )

    def register(self, count: int, **more: Any) -> list[Entrant]:
        """So many people at the door, with made-up names.

        The first ones are written at once, as the door writes them one by one.
        """
        people = [door.Newcomer(name=f"{NAMES[n % len(NAMES)]} {n + 1}", village=VILLAGE, **more) for n in range(count)]
        known = Player.objects.filter(club=self.tournament.club, village=VILLAGE)
        if count > door.MOST_ENTRANTS or known.exists() or self.tournament.entrants.exists():
            return door.register_all(self.tournament, people)
        return _written_at_once(self.tournament, people)

    def draw(self, seed: str = "Gstieß", *, start: bool = True) -> Round:
        """The next round, drawn and (if not said otherwise) started."""
        round_ = drawing.draw_round(self.tournament, seed=seed)
        if start:
            drawing.start_round(round_)
        round_.refresh_from_db()
        return round_

    def type_all(self, round_: Round, step: int = 30) -> None:
        """Typed totals for every table: the further down the table, the less."""
        for table in round_.tables.all():
            type_table(table, step)

    def play_round(self, seed: str = "Gstieß") -> Round:
        """A whole round from the draw to its end, with typed totals."""
        round_ = self.draw(seed)
        self.type_all(round_)
        desk.close_round(round_)
        round_.refresh_from_db()
        return round_


def drawn(players: int = 8, *, start: bool = True, **settings: Any) -> World:
    """A tournament of so many, its first round drawn and (if not said otherwise) started."""
    world = copied(World, **settings)
    world.register(players)
    world.draw(start=start)
    return world


def _written_at_once(tournament: Tournament, people: Sequence[door.Newcomer]) -> list[Entrant]:
    """Register people of whom the club and the tournament know nobody yet."""
    lock_tournament(tournament)
    players = Player.objects.bulk_create(
        Player(club_id=tournament.club_id, name=person.name, village=person.village) for person in people
    )
    entrants = Entrant.objects.bulk_create(
        Entrant(
            tournament=tournament,
            number=number,
            player=player,
            has_paid=person.has_paid,
            practises=person.practises,
            before=[{}],
        )
        for number, (player, person) in enumerate(zip(players, people, strict=True), 1)
    )
    belongings = Entrant.categories.through
    belongings.objects.bulk_create(
        belongings(entrant_id=entrant.pk, category_id=category)
        for entrant, person in zip(entrants, people, strict=True)
        for category in person.categories
    )
    return entrants


def type_table(table: Table, step: int = 30) -> None:
    """Totals that sum to zero: +3, +1, −1, −3 steps at a table of four."""
    size = table.results.count()
    points = {seat: (size - 1 - 2 * seat) * step for seat in range(size)}
    desk.type_totals(table, points, why="", device=None)


def play_hands(sheet: Session, count: int, *, first: int = 1, declarer: int = 0, points: int = 41) -> None:
    """So many Solos of one seat, dealt around the table."""
    size = len(sheet.lineup)
    for number in range(first, first + count):
        hand = hands.Hand(
            lineup=tuple(sheet.lineup),
            dealer=(sheet.dealer + number - 1) % size,
            outcome=hands.Points(contract=Contract.SOLO, declarer=declarer, points=points),
        )
        write_hand(sheet, _writing(number, hand), device=None)


def _writing(number: int, hand: hands.Hand) -> Writing:
    return Writing(uuid=uuid.uuid4(), number=number, revision=1, hand=hand)


def numbers(entrants: Sequence[Entrant]) -> list[int | None]:
    """Their start numbers."""
    return [entrant.number for entrant in entrants]
