"""A club in which everything has happened once: evenings, a tournament, and every kind of row that belongs to them."""

import io
import json
from datetime import date
from typing import Any
from uuid import uuid4

from django.db.models import Model
from django.http import QueryDict
from django.utils import timezone

from cegoscore.bookings.models import Booking
from cegoscore.clubs.house_rules.rule_sets import stored
from cegoscore.clubs.models import (
    Club,
    Device,
    ErasedClub,
    FailedGuess,
    ForgottenName,
    Grant,
    HouseRuleSet,
    Link,
    Passkey,
    Player,
    Removal,
    RescueCode,
    Right,
    ServerKey,
    SpentChallenge,
)
from cegoscore.clubs.rights.links import accept_link, link_for
from cegoscore.contest.ties import TieBreak
from cegoscore.hosting.models import Heartbeat, JobRun
from cegoscore.nights import services as nights
from cegoscore.outings.models import ClubSpan, Outing, OutingGame, OutingPair, PersonSpan
from cegoscore.scoresheet.evening.exports import document_of
from cegoscore.scoresheet.evening.services import go_on
from cegoscore.scoresheet.hand.services import Unsent, hand_over
from cegoscore.scoresheet.ledger.money import bookings_of
from cegoscore.scoresheet.ledger.services.ledger import strike_or_restore, write_hand
from cegoscore.scoresheet.ledger.services.notes import add_note, adjust, pay, strike_adjustment, unpay
from cegoscore.scoresheet.ledger.services.sheets import close_sheet, delete_sheet
from cegoscore.scoresheet.ledger.writing import QueueWritten, Writing
from cegoscore.scoresheet.models import ClubNight, Session
from cegoscore.scoring import hands
from cegoscore.scoring.contracts import Contract
from cegoscore.scoring.documents.document import NoteKind, write
from cegoscore.scoring.rules.rule_files import published
from tests.golden import HERE
from tests.worlds.copied import copied
from tests.worlds.tournament import World, play_hands, type_table
from tournaments.clubhouse.backup import parse_json, restore, write_backup
from tournaments.clubhouse.backup.parts import PARTS, comes_later, relations_of
from tournaments.clubhouse.money.services import book, take_back
from tournaments.clubhouse.people.services import merge_person
from tournaments.course.access import EVERYTHING
from tournaments.course.entrants import registered
from tournaments.course.queries import decisions_of
from tournaments.desk import services as desk
from tournaments.door import services as door
from tournaments.models import Apart, CategoryKind, PrizeKind, Round, Tournament
from tournaments.seasons import services as seasons
from tournaments.seasons.champions import champions_of
from tournaments.seasons.exports import table_document
from tournaments.seasons.models import FixedPoints, GuestEvent, PastChampion, Season, SeriesOffer
from tournaments.seasons.page import decided
from tournaments.seasons.services import Signature
from tournaments.setup.plans import PrizePlan
from tournaments.standings.queries import standings_of

GOLDEN = HERE / "0.1" / "backup.json"
"""The backup of such a club, as the first published version wrote it."""

NAMES = ("Anna Müller", "Bernd", "Clara", "Dieter")


class LivelyClub(World):
    """`evening` is an evening of the club's; the tournament has a closed round and one that is being played."""

    def __init__(self) -> None:
        prize = PrizePlan(kind=PrizeKind.CATEGORY, category=0, rank=1, what="Blumen")
        categories = [(CategoryKind.WOMEN, ""), (CategoryKind.OWN, "Wirte")]
        super().__init__(
            hands=3,
            categories=categories,
            prizes=[prize],
            entry_fee="12.50",
            fees=[("Jugend", 600)],
        )
        self.club: Club = self.tournament.club
        self.people = [Player.objects.create(club=self.club, name=name) for name in NAMES]
        Club.objects.update(rule_set=stored(published("grupp")), stake="0.1", currency="CHF")
        Club.objects.update(box_rule="losers", box_amount="0.1", box_most="20", site="https://www.example.org")
        self.phone = Device.objects.create()
        self.evening = self._evening()
        self._house_rules()
        self.first = self._first_round()
        self.running = self._second_round()
        self.season, self.championship = self._seasons()
        SeriesOffer.objects.create(tournament=self.tournament)
        self.night = self._night()
        self._money()

    def _money(self) -> None:
        """Something in the box that was taken back, and in the cash of the tournament."""
        by: dict[str, Any] = {"device": self.organiser, "reason": "Geschenk für Anna Müller"}
        book(self.club, uuid=uuid4(), cents=-1500, payer=self.people[1], **by)
        book(self.tournament, uuid=uuid4(), cents=-350, **by)
        row = Booking.objects.get(club=self.club, kind="box", reverses=None)
        take_back(self.club, row.pk, device=self.organiser)

    def _evening(self) -> Session:
        """Written on by two phones: corrected and struck hands, adjustments, notes, somebody twice; gone on."""
        rules = published("braeunlingen-ministranten")
        sheet = Session.objects.create(
            club=self.club, rule_set=stored(rules), title="Bei Anna Müller", stake="0.05", lineup=[0, 1, 2, 3], dealer=3
        )
        for number, player in enumerate(self.people):
            sheet.seats.create(number=number, player=player)
        for number in (1, 2, 3):
            _write(sheet, number, self.phone if number > 1 else self.organiser)
        _write(sheet, 2, self.phone, revision=2, points=45, why="Anna Müller hat sich verzählt")
        struck: dict[str, Any] = {"number": 3, "revision": 2, "uuid": uuid4()}
        strike_or_restore(sheet, void=True, why="doppelt", device=self.phone, **struck)
        for uid in (uuid4(), uuid4()):
            bet = adjust(sheet, uuid=uid, amounts=[5, -5, 0, 0], why="Wette mit Anna Müller", device=self.phone)
        strike_adjustment(sheet, adjustment=bet.pk, why="doch nicht", device=None)
        add_note(sheet, uuid4(), NoteKind.TEXT, None, "Müller gibt", self.phone)
        twice = Player.objects.create(club=self.club, name="Anni")
        sheet.refresh_from_db()
        merge_person(twice, kept=self.people[0].pk)
        sheet.refresh_from_db()
        pay(sheet, uuid=uuid4(), payer=0, receiver=1, cents=5, device=self.phone)
        unpay(sheet, bookings_of(sheet).get(), device=self.phone)
        sheet.refresh_from_db()
        going_on: dict[str, Any] = {"staying": [0, 1, 2, 3], "dealer": 0, "rules": rules, "why": "Übertrag"}
        late = Unsent(kind="new", number=None, data=QueryDict(f"uuid={uuid4()}&game=solo&why=Anna Müller"))
        hand_over(sheet, [late], QueueWritten(), device=self.phone.pk)
        following = go_on(sheet, seen=sheet.version, device=self.organiser, **going_on)
        delete_sheet(following)
        accept_link(self.phone, link_for(self.club, right=Right.WRITE, target=sheet.pk))
        return sheet

    def _seasons(self) -> tuple[Season, Season]:
        """A closed one, with a tie drawn; one that has the tournament."""
        rules = stored(published("braeunlingen-ministranten"))
        evening = Session.objects.create(club=self.club, rule_set=rules, lineup=[0, 1, 2, 3], dealer=3)
        for number, player in enumerate(self.people):
            evening.seats.create(number=number, player=player)
        _write(evening, 1, self.organiser, declarer=0)
        close_sheet(evening)
        days: dict[str, Any] = {"first_day": date(2026, 1, 1), "last_day": date(2026, 12, 31)}
        season, championship = (
            seasons.open_season(
                self.organiser,
                club=self.club,
                uuid=uuid4(),
                name=name,
                tie_breaks=[TieBreak.LOT.value],
                categories=[[CategoryKind.WOMEN.value, ""]],
                **days,
            )
            for name in ("Mittwoch", "Meisterschaft")
        )
        seasons.add_events(season, sheets=[evening], by=_signed(""))
        seasons.add_events(championship, tournaments=[self.tournament], by=_signed(""))
        equal = [player.pk for player in self.people[1:]]
        seasons.decide_tie(season, players=equal, by_what=TieBreak.LOT, by=_signed("Anna Müller"))
        PastChampion.objects.create(club=self.club, player=self.people[0], year=1998, event="Pokal", points=612)
        season.refresh_from_db()
        seasons.close_season(season, seen=season.version, by=_signed("Anna Müller sagt es an"))
        guest = GuestEvent(name="Preis von Anna Müller", venue="Bei Anna Müller", host="Anna Müllers Runde")
        guest.origin = guest.mark = "0" * 64
        there = {"player": self.people[0], "number": 1, "categories": [["own", "Anna Müllers"]]}
        points = [FixedPoints(points=7, **there)]
        seasons.count_guest(championship, guest, points, day=date(2026, 11, 1), by=_signed(""))
        return season, championship

    def _night(self) -> ClubNight:
        """A club night of two tables; one is free. It counts in a season of its own."""
        plan = {
            "name": "Spielabend bei Anna Müller",
            "day": date(2026, 11, 20),
            "place": "Löwen",
            "rules": published("braeunlingen-ministranten"),
            "places": 2,
        }
        night = nights.plan_night(self.club, plan, key=uuid4(), by=self.organiser.pk)
        sheet = nights.open_own_table(night, number=1, names=NAMES, first_dealer=3, device=self.phone)
        _write(sheet, 1, self.phone)
        nights.end_night(night, by=self.organiser.pk)
        days: dict[str, Any] = {"first_day": date(2026, 11, 1), "last_day": date(2026, 11, 30)}
        season = seasons.open_season(self.organiser, club=self.club, uuid=uuid4(), name="November", **days)
        seasons.add_events(season, nights=[night], by=_signed(""))
        return night

    def _house_rules(self) -> None:
        """Two versions, the first replaced by the second."""
        rules = published("grupp")
        row = {"club": self.club, "rule_set": stored(rules), "name": "Unsere", "copied_from": rules.id}
        old = HouseRuleSet.objects.create(**row, retired_at=timezone.now())
        HouseRuleSet.objects.create(**row, replaces=old)

    def _first_round(self) -> Round:
        """A table by hands, one typed, one void; a substitute, a wish to sit apart, a tie decided."""
        entrants = self.register(11, has_paid=True, categories=(self.tournament.categories.earliest("pk").pk,))
        entrants += self._one_of_the_club()
        Apart.objects.create(tournament=self.tournament, one=entrants[0], other=entrants[1])
        round_ = self.draw()
        one, two, three = round_.tables.order_by("number")
        assert one.sheet
        play_hands(one.sheet, 3)
        desk.accept_table(one, why="", device=self.helper)
        type_table(two)
        desk.void_table(three, why="Fehler am Tisch", device=self.helper)
        substitute = door.Newcomer(name="Xaver", village="Hüfingen")
        door.substitute(entrants[3], substitute, why="Anna Müller fährt heim", device=self.helper)
        desk.close_round(round_)
        round_.refresh_from_db()
        equal = [result.entrant.number or 0 for result in round_.results.filter(table=three)[:2]]
        desk.decide_tie(round_, numbers=equal, by=TieBreak.CARD, drawn_by="Anna Müller", device=self.helper)
        return round_

    def _one_of_the_club(self) -> list[Any]:
        anna = door.Newcomer(name="", player=self.people[0].pk)
        return [door.register(self.tournament, anna)]

    def _second_round(self) -> Session:
        """The sheet of a table that plays on, with one hand."""
        round_ = self.draw("zweite")
        table = round_.tables.order_by("number").select_related("sheet")[0]
        assert table.sheet
        play_hands(table.sheet, 1)
        desk.dispute_table(table, disputed=True)
        return table.sheet


class Neighbours:
    """Two lively clubs beside each other, and the backup of the first while there was no other."""

    def __init__(self) -> None:
        self.one = copied(LivelyClub)
        self.alone = backup_of(self.one.club)
        self.other = LivelyClub()


def _write(
    sheet: Session,
    number: int,
    device: Device,
    *,
    declarer: int = 1,
    points: int = 41,
    revision: int = 1,
    why: str = "",
) -> None:
    outcome = hands.Points(contract=Contract.SOLO, declarer=declarer, points=points)
    hand = hands.Hand(lineup=(0, 1, 2, 3), dealer=(2 + number) % 4, outcome=outcome)
    write_hand(sheet, Writing(uuid=uuid4(), number=number, revision=revision, hand=hand, why=why), device=device)


def _signed(why: str) -> Signature:
    return Signature(why=why, device=Device.objects.create())


def backup_of(whole: Club | Tournament) -> dict[str, Any]:
    """The document of a club or tournament as a value."""
    out = io.StringIO()
    write_backup(whole, out)
    document: dict[str, Any] = json.loads(out.getvalue())
    return document


LEFT_OUT: dict[type[Model], str] = {
    Device: "somebody's phone: it becomes a new one without any right, so that hands keep saying A, B, C",
    Link: "opens doors here, and its secret hangs on this server's key",
    SeriesOffer: "holds by its links, which stay here",
    Grant: "what somebody's phone may do here",
    RescueCode: "opens a door here; a restored club gets a new one",
    ErasedClub: "is about this server, which has nothing else of that club",
    ForgottenName: "is about this server, and outlives the club's rows",
    Removal: "a club that is deleted or locked makes no backup",
    Passkey: "opens a door here; one that was put out must not come back with an older backup",
    SpentChallenge: "is about this server",
    ServerKey: "is about this server",
    FailedGuess: "is about addresses, not about a club",
    Outing: "is counted from hands and results again",
    OutingGame: "is counted from hands and results again",
    OutingPair: "is counted from hands and results again",
    ClubSpan: "is counted from hands and results again",
    PersonSpan: "is counted from hands and results again",
    JobRun: "is about this server",
    Heartbeat: "is about this server",
}
"""Models whose rows never leave the server."""


def empty_database() -> None:
    """As on a server where nothing has happened yet."""
    for part in reversed(PARTS):
        for field in part.model._meta.many_to_many:
            through: Any = field.remote_field.through
            through._base_manager.all().delete()
        for relation in relations_of(part):
            if comes_later(part, relation):
                part.model._base_manager.update(**{relation.name: None})
        part.model._base_manager.all().delete()
    for model in LEFT_OUT:
        model._base_manager.all().delete()


def restored(document: dict[str, Any], **options: Any) -> Club:
    """The club of a document, through its text."""
    backup, problems = parse_json(json.dumps(document))
    assert backup, problems
    return restore(backup, **options)


def shown(club: Club) -> dict[str, Any]:
    """Everything people see of a club: sheets as documents, standings, league tables, everybody at the door."""
    tournaments = list(club.tournaments.order_by("pk"))
    lines = [[(line.person.name, line.row.total) for line in standings_of(t, EVERYTHING).lines] for t in tournaments]
    return {
        "sheets": {str(sheet.pk): write(document_of(sheet)) for sheet in club.sessions.all()},
        "standings": lines,
        "people": [
            [(e.number, e.name, e.has_paid, [c.label for c in e.categories.all()]) for e in registered(t)]
            for t in tournaments
        ],
        "prizes": [[prize.what for prize in t.prizes.order_by("pk")] for t in tournaments],
        "decisions": [[(d.kind, d.why) for d in decisions_of(t)] for t in tournaments],
        "seasons": [shown_of(season) for season in club.seasons.order_by("pk")],
    }


def shown_of(season: Season) -> dict[str, Any]:
    """Everything people see of a season: the tables without anybody's key, winners and decisions."""
    document = table_document(season)
    for table in document["tables"]:
        for row in table["rows"]:
            row["player"].pop("id")
            row["tied_with"] = len(row["tied_with"])
    decisions = [tuple(decision.values()) for decision in decided(season, to_strangers=False)]
    return document | {"champions": champions_of(season), "decisions": decisions}
