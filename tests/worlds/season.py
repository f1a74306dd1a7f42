"""A season with everybody who might ask for it, and quick ways to give it events."""

import re
import uuid
from collections.abc import Mapping
from datetime import date, timedelta
from html import unescape
from typing import Any

from cegoscore.clubs.house_rules.rule_sets import stored
from cegoscore.clubs.models import Device, Player, Right
from cegoscore.clubs.rights.links import accept_link, link_for, open_club
from cegoscore.scoresheet.models import Session
from cegoscore.scoring.rules.rule_files import published
from tests.pages import body_of
from tests.worlds.sheet import client_of, open_table
from tournaments.clubhouse.players.compared import comparison
from tournaments.clubhouse.players.hands import play_of
from tournaments.clubhouse.players.results import outings_of
from tournaments.clubhouse.reach import Reach
from tournaments.models import Category, CategoryKind, Entrant, Result, ResultSource, Round, RoundState, Tournament
from tournaments.seasons import queries, services
from tournaments.seasons.models import Season, SeasonEvent
from tournaments.seasons.services import Signature

__all__ = ["BY", "FIRST", "SeasonWorld", "client_of", "figures_of", "small_winter", "with_reason"]

FIRST = date(2025, 11, 15)
BY = Signature()


def with_reason(why: str = "Beschluss der Sitzung") -> Signature:
    """Somebody who says why."""
    return Signature(why=why)


class SeasonWorld:
    """A club's season that the organiser manages, a guest may look at by link and a stranger may not."""

    def __init__(self, **settings: Any) -> None:
        self.organiser, self.guest, self.stranger = (Device.objects.create() for _ in range(3))
        self.club = open_club(self.organiser, name="Cegofreunde")
        values: dict[str, Any] = {"name": "Winter", "first_day": FIRST, "last_day": date(2026, 4, 30)}
        self.season = services.open_season(self.organiser, club=self.club, uuid=uuid.uuid4(), **values | settings)
        accept_link(self.guest, link_for(self.club, right=Right.LOOK, target=self.season.pk))
        self.players: dict[str, Player] = {}
        self.count = 0

    def player(self, name: str) -> Player:
        """The person of this name."""
        if name not in self.players:
            self.players[name] = Player.objects.create(club=self.club, name=name, village="Hüfingen")
        return self.players[name]

    def tournament(
        self, points: Mapping[str, int], *, women: tuple[str, ...] = (), finished: bool = True, add: bool = True
    ) -> Tournament:
        """A tournament of one closed round with these totals, a fortnight after the last."""
        day = FIRST + timedelta(days=14 * self.count)
        self.count += 1
        tournament = Tournament.objects.create(
            club=self.club,
            name=f"Preiscego {self.count}",
            venue=f"Ort {self.count}",
            day=day,
            rule_set=stored(published("schwarzwaldmeisterschaft")),
            rounds=1,
            finished_at="2026-01-01T00:00Z" if finished else None,
        )
        self.round(tournament, 1, points)
        if women:
            category = Category.objects.create(tournament=tournament, kind=CategoryKind.WOMEN)
            category.entrants.set(tournament.entrants.filter(player__name__in=women))
        if add:
            services.add_events(self.season, tournaments=[tournament], by=BY)
        return tournament

    def round(self, tournament: Tournament, number: int, points: Mapping[str, int], **more: Any) -> Round:
        """A round with these points; closed if not said otherwise."""
        state = more.pop("state", RoundState.CLOSED)
        round_ = Round.objects.create(tournament=tournament, number=number, state=state, draw={})
        for name, amount in points.items():
            player = self.player(name)
            entrant, _is_new = Entrant.objects.get_or_create(
                tournament=tournament, player=player, defaults={"number": player.pk, **more}
            )
            Result.objects.create(round=round_, entrant=entrant, points=amount, source=ResultSource.TYPED)
        return round_

    def evening(self, points: Mapping[str, int], *, add: bool = True, title: str = "Mittwoch") -> Session:
        """An evening of the circle that ended with these totals."""
        sheet = open_table(
            self.organiser,
            names=tuple(points),
            rules=published("braeunlingen-ministranten"),
            first_dealer=0,
            title=title,
        )
        Session.objects.filter(pk=sheet.pk).update(club=self.club)
        for seat, (name, amount) in enumerate(points.items()):
            sheet.seats.filter(number=seat).update(player=self.player(name), total=amount)
        sheet.refresh_from_db()
        if add:
            services.add_events(self.season, sheets=[sheet], by=BY)
        return sheet

    def table(self) -> list[tuple[int | None, str, int]]:
        """Rank, name and total of every line, fresh from the database."""
        lines = queries.league_table_of(self.fresh()).lines()
        return [(line.row.rank, line.person.name, line.row.total) for line in lines]

    def fresh(self) -> Season:
        """The season as it is now."""
        return Season.objects.get(pk=self.season.pk)

    def event(self, place: int = 0) -> SeasonEvent:
        """An event by its place."""
        return self.season.events.select_related("season").order_by("day", "pk")[place]


def small_winter() -> SeasonWorld:
    """Two tournaments in the season, one beside it, and an evening of it."""
    world = SeasonWorld()
    world.tournament({"Anna": 100, "Bernd": 40, "Clara": 40, "Dieter": -180})
    world.tournament({"Anna": -50, "Bernd": 30, "Clara": 30, "Edgar": -10})
    world.tournament({"Anna": 7, "Bernd": -7}, add=False)
    world.evening({"Anna": 12, "Bernd": -2, "Clara": -10})
    return world


def text_of(response: Any) -> str:
    """The page with its tags, as a browser sees its texts: white space in order, none at the edges of an element."""
    html = " ".join(unescape(body_of(response)).split())
    return re.sub(r"(<[a-z][^>]*>) | (?=</)", r"\1", html)


def figures_of(person: Player) -> dict[str, Any]:
    """The figures of somebody's hands, as the page of the person has them for those who see all."""
    return play_of(outings_of(person, sees_all(person)))


def compared_of(person: Player, rules: int | None = None) -> dict[str, Any]:
    """The same for how they play by one rule set."""
    found = comparison(outings_of(person, sees_all(person)), person, person.label, rules)
    assert found
    return found


def sees_all(person: Player) -> Reach:
    """The reach of who manages the person's club."""
    return Reach(club=person.club, is_known=True, rights={person.club_id: Right.MANAGE})
