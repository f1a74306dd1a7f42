"""The year of a player and of a circle: told anew from scores, and what it keeps to itself."""

import random
from collections import Counter, defaultdict
from datetime import UTC, date, datetime, timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from cegoscore.clubs.house_rules.rule_sets import stored
from cegoscore.clubs.models import Device, Player
from cegoscore.clubs.rights.links import open_club
from cegoscore.outings.models import Kind
from cegoscore.outings.services import follow
from cegoscore.scoresheet.models import Score, Session, State
from cegoscore.scoring.rules.rule_files import published
from tests.pages import body_of
from tests.worlds.copied import copied
from tests.worlds.made_up import hands_of_every_kind, write_hands
from tests.worlds.season import SeasonWorld
from tests.worlds.sheet import client_of
from tournaments.clubhouse.players.year import CegoYear, year_linked, year_of, year_picture, year_told
from tournaments.clubhouse.reach import reach_of
from tournaments.models import Category, CategoryKind, Entrant, Tournament

pytestmark = pytest.mark.django_db

RULES = "schwarzwaldmeisterschaft"
PEOPLE = ("Anna", "Bernd", "Clara", "Dieter", "Emma")


class Circle:
    """Evenings of a circle in 2026 with hands of every kind; the fifth person takes turns with the fourth."""

    def __init__(self, evenings: int = 20) -> None:
        self.device, draws = Device.objects.create(), random.Random(evenings)
        self.club = open_club(self.device, name="Mittwochs")
        people = {name: Player.objects.create(club=self.club, name=name) for name in PEOPLE}
        for evening in range(evenings):
            rules = stored(published(RULES))
            sheet = Session.objects.create(club=self.club, rule_set=rules, lineup=[0, 1, 2, 3], dealer=3)
            for number, name in enumerate((*PEOPLE[:3], PEOPLE[3 + evening % 3 // 2])):
                sheet.seats.create(number=number, player=people[name])
            write_hands(sheet, hands_of_every_kind(draws, published(RULES), 14, dealer=3, seats=4))
            day = datetime(2026, 1, 7, 20, tzinfo=UTC) + timedelta(days=14 * evening)
            Session.objects.filter(pk=sheet.pk).update(state=State.CLOSED, started_at=day, ended_at=day)
            follow(Kind.SHEET, sheet.pk)

    def year(self, name: str = "", year: int = 2026) -> CegoYear:
        person = Player.objects.get(name=name, club=self.club) if name else None
        if person:
            person.club = self.club
        told = year_of(reach_of(self.club, self.device.pk), year, person)
        assert told
        return told


def facts_of(year: CegoYear) -> dict[str, tuple[int | None, str]]:
    return {one.label: (one.points, one.text) for one in year.facts}


@pytest.mark.parametrize("me", ["Anna", "Clara"])
def test_year_of_a_player_is_that_of_the_scores(me: str) -> None:
    circle = copied(Circle)
    hands, best, flow, totals, beside = 0, 0, Counter[str](), defaultdict[str, int](int), Counter[str]()
    games: Counter[str] = Counter()
    for sheet in Session.objects.order_by("started_at"):
        names = dict(sheet.seats.values_list("number", "player__name"))
        beside.update(name for name in names.values() if name != me)
        for row in sheet.hands.all():
            points = {names[n]: p for n, p in Score.objects.filter(hand=row).values_list("seat__number", "points")}
            totals[str(sheet.pk)] += points.get(me, 0)
            if row.game in ("penalty", "free", "dead") or me not in points:
                continue
            hands, best = hands + 1, max(best, points[me])
            outcome = row.outcome
            if "fault" in outcome:
                paying = [names[outcome["fault"]["offender"]]]
            elif "schinden" in outcome:
                continue
            else:
                paying = [names[outcome["declarer"]]] if "declarer" in outcome else []
                games[row.game] += paying == [me]
            for who in paying:
                if who == me:
                    flow.update({other: -amount for other, amount in points.items() if other != me})
                else:
                    flow[who] += points[me]
    run = longest = 0
    for total in totals.values():
        run = run + 1 if total > 0 else 0
        longest = max(longest, run)
    year = circle.year(me)
    facts = facts_of(year)
    assert (year.evenings, year.hands) == (20, hands)
    assert facts["Bestes Spiel"][0] == best
    name, most = flow.most_common(1)[0]
    assert facts.get("Am meisten gezahlt") == ((-most, name) if most > 0 else None)
    assert facts["Lieblingsspiel"][1].endswith(f"({games.most_common(1)[0][1]})")
    assert facts.get("Längste Serie", (None, "1 "))[1].startswith(f"{max(longest, 1)} ")
    other = "Bernd" if me == "Anna" else "Anna"
    assert facts["Am häufigsten mit"] == (None, f"{other} ({beside[other]})")


def test_year_of_a_circle_names_who_it_was() -> None:
    circle = copied(Circle)
    year = circle.year()
    facts = facts_of(year)
    best = Score.objects.exclude(hand__game__in=("penalty", "free", "dead")).order_by("-points", "hand__pk")[0]
    assert year.name == "Mittwochs"
    assert year.evenings == 20
    assert facts["Bestes Spiel"][0] == best.points
    assert facts["Bestes Spiel"][1].startswith(best.seat.player.name)
    assert facts["Am häufigsten da"] == (None, "Anna (20)")
    picture = year_picture(year)
    assert picture
    assert [row.amount for row in picture.rows] == [best.points, facts["Am meisten gezahlt"][0]]


@pytest.mark.parametrize(("evenings", "tells"), [(4, False), (5, True)])
def test_nothing_is_told_below_five_evenings(evenings: int, tells: bool) -> None:
    circle = Circle(evenings)
    for name in ("Anna", ""):
        assert bool(circle.year(name).facts) == tells
    assert not circle.year("Anna", 2025).facts
    home = reverse("club", args=[circle.club.pk])
    client = client_of(circle.device)
    assert ("Ab 5 Abenden" in body_of(client.get(f"{home}/year?year=2026"))) != tells
    answer = client.get(f"{home}/year.png?year=2026")
    assert answer.status_code == (200 if tells else 404)
    assert len(answer.content) < 80_000


def test_whoever_was_erased_is_not_named_and_a_stranger_sees_nothing() -> None:
    circle = copied(Circle)
    Player.objects.filter(name="Bernd").update(name="")
    for name in ("Anna", ""):
        told = str(facts_of(circle.year(name)))
        assert "Bernd" not in told
        assert "erased" not in told
    anna = Player.objects.get(name="Anna")
    for address in (
        reverse("player_year", args=[circle.club.pk, anna.pk]),
        reverse("club_year", args=[circle.club.pk]),
    ):
        assert client_of(circle.device).get(f"{address}?year=2026").status_code == 200
        assert Client().get(f"{address}?year=2026").status_code == 404
        assert Client().get(f"{address}.png?year=2026").status_code == 404
        assert client_of(circle.device).get(f"{address}?year=x").status_code == 404


def test_stranger_reads_the_initials_of_a_junior_and_nothing_of_the_hands() -> None:
    world = SeasonWorld()
    for _tournament in range(6):
        held = world.tournament({"Anna Bach": 30, "Bernd": -30})
        held.day = date(2026, 1, 1 + held.pk.int % 28)
        held.is_public = True
        held.save()
        juniors = Category.objects.create(tournament=held, kind=CategoryKind.JUNIORS)
        juniors.entrants.set(Entrant.objects.filter(tournament=held, player__name="Anna Bach"))
        follow(Kind.TOURNAMENT, held.pk)
    assert Tournament.objects.count() == 6
    address = reverse("player_year", args=[world.club.pk, world.player("Anna Bach").pk])
    page = body_of(Client().get(f"{address}?year=2026"))
    assert "Anna Bach" not in page
    assert "Längste Serie" in page
    assert "Am häufigsten" not in page


@pytest.mark.parametrize(
    ("today", "told", "linked"),
    [
        ((2026, 11, 30), 2025, None),
        ((2026, 12, 1), 2026, 2026),
        ((2027, 1, 31), 2026, 2026),
        ((2027, 2, 1), 2026, None),
    ],
)
def test_year_is_told_from_december_on(today: tuple[int, int, int], told: int, linked: int | None) -> None:
    assert year_told(date(*today)) == told
    assert year_linked(date(*today)) == linked


def test_pages_lead_there_in_december(monkeypatch: pytest.MonkeyPatch) -> None:
    circle = copied(Circle, 5)
    monkeypatch.setattr(timezone, "localdate", lambda *_moment: date(2026, 12, 24))
    client = client_of(circle.device)
    home = reverse("club", args=[circle.club.pk])
    anna = Player.objects.get(name="Anna")
    assert f'href="{home}/year"' in body_of(client.get(home))
    assert f'href="{home}/players/{anna.pk}/year"' in body_of(client.get(f"{home}/players/{anna.pk}"))
    assert "14" in body_of(client.get(f"{home}/year"))
