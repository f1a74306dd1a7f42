"""A finished tournament in which everything happened that its ranks and prizes are made of, and a season of it."""

import uuid
from typing import Any

from cegoscore.contest.ties import TieBreak
from tests.worlds.tournament import World, play_hands, type_table
from tournaments.desk import services as desk
from tournaments.desk.exchange import hold_results, release_results
from tournaments.door import services as door
from tournaments.drawing import seating
from tournaments.models import CategoryKind, PrizeKind, Round, Table
from tournaments.setup.plans import PrizePlan

CATEGORIES = ((CategoryKind.WOMEN, ""), (CategoryKind.OWN, "Wirte"))
PRIZES = (
    PrizePlan(kind=PrizeKind.RANK, what="100 €", rank=1, cents=10_000),
    PrizePlan(kind=PrizeKind.RANK, what="50 € und ein Schinken", rank=2, cents=5_000, goods="ein Schinken"),
    PrizePlan(kind=PrizeKind.CATEGORY, what="20 €", rank=1, category=0, cents=2_000),
    PrizePlan(kind=PrizeKind.CATEGORY, what="Bierkrug", rank=1, category=1, goods="Bierkrug"),
    PrizePlan(kind=PrizeKind.TEAM, what="40 €", rank=1, cents=4_000),
    PrizePlan(kind=PrizeKind.PLUS, what="je 1 €", cents=100, is_each=True),
    PrizePlan(kind=PrizeKind.LAST, what="Wurstsalat", goods="Wurstsalat"),
)
TEAMS = ("Adler Urach", "Ochsen Hüfingen", "Krone Bräunlingen", "Die Zocker")


class FullTournament(World):
    """Thirteen in teams and two at practice, a house player, a sheet with hands, a void table, a penalty and the rest.

    Somebody went home, somebody plays for fun, one is out of the ranking, a substitute came, and a tie was drawn for.
    """

    def __init__(self) -> None:
        super().__init__(
            categories=CATEGORIES,
            prizes=PRIZES,
            team_size=4,
            team_best=3,
            prizes_for_present=True,
            tie_breaks=[TieBreak.GAMES_WON.value, TieBreak.LAST_ROUND.value, TieBreak.CARD.value],
            hands=3,
            hands_larger=4,
            hands_smaller=2,
            entry_fee=12,
            venue="Löwen",
        )
        self.register(13)
        self.register_at_practice()
        self._put_into_teams()
        first = self._first_round()
        self._second_round()
        self._decide(first)
        desk.finish_tournament(self.tournament, why="gelost wird nicht mehr", device=self.organiser)
        self.tournament.refresh_from_db()

    def register_at_practice(self) -> None:
        """Two who only try."""
        for name in ("Probe", "Neu"):
            newcomer = door.Newcomer(name=name, village="Aasen", practises=True, has_paid=True)
            door.register(self.tournament, newcomer, uuid=uuid.uuid4())

    def _put_into_teams(self) -> None:
        women, hosts = self.tournament.categories.order_by("pk")
        for entrant in self.tournament.entrants.filter(practises=False).order_by("number"):
            entrant.team = TEAMS[(entrant.number or 1) % 4]
            entrant.save()
            entrant.categories.set(
                [kind for kind, step in ((women, 2), (hosts, 3)) if (entrant.number or 0) % step == 0]
            )
        seating.keep_apart(self.tournament, 1, 2, weight=3)
        seating.fix_table(self.tournament, 3, 1)

    def _first_round(self) -> Round:
        round_ = self.draw("eins")
        counting = list(round_.tables.filter(is_practice=False).order_by("number"))
        self._play(counting[0])
        for table in counting[1:]:
            type_table(table, 30)
        desk.close_round(round_, device=self.organiser)
        desk.void_table(counting[-1], why="nicht mehr nachvollziehbar", device=self.organiser)
        other = dict(enumerate((90, 30, -20, -100)))
        desk.type_totals(counting[1], other, why="vertippt", device=self.organiser)
        return round_

    def _play(self, table: Table) -> None:
        assert table.sheet
        play_hands(table.sheet, 3)
        desk.accept_table(table, why="", device=self.organiser)

    def _second_round(self) -> None:
        leaves = self.tournament.entrants.get(number=5)
        came = door.Newcomer(name="Ersatz", village="Aasen")
        door.substitute(leaves, came, why="krank", device=self.organiser)
        hold_results(self.tournament, first=2, device=self.organiser)
        round_ = self.draw("zwei")
        for table in round_.tables.filter(is_practice=False):
            type_table(table, 30)
        desk.close_round(round_, device=self.organiser)
        release_results(self.tournament, device=self.organiser)

    def _decide(self, first: Round) -> None:
        by_number: Any = {entrant.number: entrant for entrant in self.tournament.entrants.exclude(number=None)}
        table = first.tables.get(results__entrant__number=7)
        desk.penalize(table, 7, points=10, why="zu spät", device=self.organiser)
        door.withdraw_entrant(by_number[2], why="heim", device=self.organiser)
        door.decide_takes(by_number[4], takes="rank", why="zum Spaß", device=self.organiser)
        door.decide_takes(by_number[6], takes="nothing", why="betrogen", device=self.organiser)
        second = self.tournament.played_rounds.get(number=2)
        desk.decide_tie(second, numbers=[9, 8], by=TieBreak.CARD, drawn_by="Wirtin", device=self.organiser)
