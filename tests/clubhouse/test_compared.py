"""Figures of how somebody plays, against the same counted again hand by hand over clubs made at random."""

import re
import uuid
from collections import Counter, defaultdict
from random import Random
from typing import Any

import pytest
from django.urls import reverse
from django.utils import translation
from hypothesis import given, settings, strategies as st

from cegoscore.clubs import people
from cegoscore.clubs.house_rules.rule_sets import stored
from cegoscore.clubs.models import ERASED, Player
from cegoscore.clubs.people import persons_of
from cegoscore.outings.models import Role
from cegoscore.outings.services import settle
from cegoscore.scoresheet.ledger.services.ledger import strike_or_restore
from cegoscore.scoresheet.ledger.services.sheets import close_sheet
from cegoscore.scoresheet.models import Hand, Session
from cegoscore.scoring.rules.rule_files import published
from tests.effort import WITH_FIXTURES, evenings, examples, thorough
from tests.pages import body_of
from tests.worlds.copied import copied
from tests.worlds.made_up import hands_of_every_kind, write_hands
from tests.worlds.season import SeasonWorld, client_of, compared_of
from tournaments.clubhouse.players.compared import (
    FEWEST_HANDS,
    FEWEST_OTHERS,
    GameKind,
    Sums,
    favourite,
    known_for,
    verdict,
)
from tournaments.clubhouse.reach import reach_of
from tournaments.clubhouse.records.queries import ClubHands, flows_of, hands_of
from tournaments.seasons.queries import NamedPlayer, players_in

pytestmark = pytest.mark.django_db

NAMES = ("Anna", "Bernd", "Clara", "Dieter", "Emil", "Frieda")
RULES = ("baumann-bluemle", "braeunlingen-ministranten", "schwarzwaldmeisterschaft")
EVERYONE = {"raeuber", "dresch", "partie"}


def evening(world: SeasonWorld, random: Random, rules: str, names: list[str], hands: int) -> Session:
    """A closed evening of some who are there; one of its hands is struck."""
    house = published(rules)
    sheet = world.evening(dict.fromkeys(names, 0), add=False)
    sheet.rule_set = stored(house)
    sheet.save(update_fields=["rule_set"])
    write_hands(sheet, hands_of_every_kind(random, house, hands, dealer=len(names) - 1, seats=len(names)))
    struck = sheet.hands.order_by("number")[hands // 2]
    sheet.refresh_from_db()
    again: dict[str, Any] = {"number": struck.number, "revision": 2, "uuid": uuid.uuid4()}
    strike_or_restore(sheet, void=True, why="doppelt", device=None, **again)
    close_sheet(sheet)
    return sheet


def club(seed: int) -> SeasonWorld:
    """A club of six with evenings by up to three rule sets, somebody who was merged and somebody erased."""
    random, world = Random(seed), copied(SeasonWorld)
    for _evening in range(random.randint(2, 5)):
        names = random.sample(NAMES, random.choice((4, 4, 5)))
        evening(world, random, random.choice(RULES[: random.randint(1, 3)]), names, random.randint(10, 40))
    there = list(persons_of(world.club.pk).filter(name__in=NAMES).order_by("pk"))
    met = people.who_met([person.pk for person in there])
    strangers = [(one, two) for one in there for two in there if one.pk < two.pk and (one.pk, two.pk) not in met]
    for one, two in strangers[:1]:
        people.merge(world.club.pk, kept=one.pk, gone=two.pk)
    settle(world.club.pk)
    return world


def recounted(world: SeasonWorld) -> dict[int, Any]:
    """For each rule set, person and role, game or other person: hands, hands won, points. From scores alone.

    Whoever loses points by a claim or a fault paid each of those who got some.
    """
    found: dict[int, Any] = defaultdict(lambda: defaultdict(lambda: defaultdict(Counter)))
    for sheet in Session.objects.filter(club=world.club).select_related("rule_set"):
        last: dict[int, Hand] = {}
        for hand in sheet.hands.order_by("number", "revision"):
            last[hand.number] = hand
        for hand in last.values():
            if hand.void or hand.game in ("dead", "penalty", "free"):
                continue
            scores = {score.seat.number: score for score in hand.scores.select_related("seat__player__merged_into")}
            spoiled = "schinden" in hand.outcome or "fault" in hand.outcome
            declarer = None if hand.game in EVERYONE or spoiled else hand.outcome.get("declarer")
            culprits = [seat for seat, score in scores.items() if score.points < 0] if spoiled else []
            for seat, score in scores.items():
                role = "all" if declarer is None else "alone" if seat == declarer else "against"
                person = score.seat.player.person.pk
                row = {"n": 1, "won": int(score.points > 0), "points": score.points}
                own = found[sheet.rule_set_id][person]
                own["role", role].update(row)
                own["spoiled",].update(row if spoiled else {})
                if role == "alone":
                    own["game", hand.game, hand.outcome.get("over_solo", False)].update(row)
                elif declarer is not None:
                    other = scores[declarer].seat.player.person.pk
                    own["with", other].update({"n": 1, "points": score.points})
                    found[sheet.rule_set_id][other]["with", person].update({"n": 1, "points": -score.points})
                elif spoiled and seat not in culprits:
                    for culprit in culprits:
                        other, paid = scores[culprit].seat.player.person.pk, score.points // len(culprits)
                        own["with", other].update({"n": 1, "points": paid})
                        found[sheet.rule_set_id][other]["with", person].update({"n": 1, "points": -paid})
    return found


@thorough
@settings(max_examples=evenings(25), deadline=None, suppress_health_check=WITH_FIXTURES)
@given(seed=st.integers(0, 10_000))
def test_every_sum_is_that_of_the_hands(db: None, seed: int) -> None:
    world = club(seed)
    by_rules = recounted(world)
    names = {f"with={person.pk}": person.name for person in persons_of(world.club.pk)}
    for rules, everybody in by_rules.items():
        alone, against = (
            sum(own["role", role]["points"] for own in everybody.values()) for role in ("alone", "against")
        )
        assert alone + against == 0
        for person, own in everybody.items():
            found = compared_of(Player.objects.get(pk=person), rules)
            assert found["rules"].key == rules
            roles = {row.query: (row.own[:3], row.club[:3]) for row in found["roles"]}
            assert roles == {
                f"role={role}": (sums(own["role", role]), sums(*(each["role", role] for each in everybody.values())))
                for role in ("alone", "against", "all")
                if own["role", role]["n"]
            }
            assert found["hands"] == sum(row.own.n for row in found["roles"])
            assert sorted((kind.own[:3], (kind.others or ())[:3]) for kind in found["kinds"]) == sorted(
                (sums(played), theirs if theirs[0] >= FEWEST_OTHERS else ())
                for key, played in own.items()
                if key[0] == "game" and played["n"]
                for theirs in [sums(*(each[key] for other, each in everybody.items() if other != person))]
            )
            if found["form"]:
                assert found["form"]["chart"]["totals"][0][-1] == sum(row.own.points for row in found["roles"])
                assert found["form"]["chart"]["hands"][-1] == found["hands"]
            named = {row.query: (row.hands, row.points) for row in (*found["well"], *found["badly"])}
            company = {
                f"with={key[1]}": (pair["n"], pair["points"])
                for key, pair in own.items()
                if key[0] == "with" and pair["n"] >= FEWEST_HANDS
            }
            assert named.items() <= company.items()
            amounts = sorted(points for _n, points in company.values())
            assert [row.points for row in found["well"]] == [each for each in amounts[::-1] if each > 0][:3]
            assert [row.points for row in found["badly"]] == [each for each in amounts if each < 0][:3]
            assert all(names[row.query] == row.name for row in (*found["well"], *found["badly"]))


def sums(*rows: Counter[str]) -> tuple[int, int, int]:
    return sum(row["n"] for row in rows), sum(row["won"] for row in rows), sum(row["points"] for row in rows)


@thorough
def test_every_sum_on_the_page_leads_to_its_hands(db: None) -> None:
    """Also where somebody played by several rule sets: each page has the hands of one."""
    world = club(6)
    client, by_rules = client_of(world.organiser), recounted(world)
    assert len(by_rules) > 1
    person = min(set.intersection(*(set(everybody) for everybody in by_rules.values())))
    address = reverse("player", args=[world.club.pk, person])
    for rules in by_rules:
        page = body_of(client.get(address, {"rules": rules}))
        games = {kind.query: kind.own.points for kind in compared_of(Player.objects.get(pk=person), rules)["kinds"]}
        links = re.findall(r'<a href="([^"]+hands\?rules=[^"]+)"\s*>([^<]+)</a>', page)
        assert len(links) >= 3
        for link, amount in links:
            total = client.get(link.replace("&amp;", "&")).context["page"]["total"]
            assert total == games.get(link.partition("&amp;")[2], int(amount.replace("−", "-"))), link
    assert client.get(address, {"rules": "x"}).status_code == 404


@pytest.mark.parametrize(
    ("won", "word"), [(30, "Gewinnt öfter als üblich."), (15, ""), (3, "Gewinnt seltener als üblich.")]
)
def test_words_on_winning_come_with_two_deviations_only(won: int, word: str) -> None:
    """Of 30 Solos, where the others win half of 100; games that they hardly play say nothing."""
    solo, rare = (Role.ALONE, "solo", False, False), (Role.ALONE, "ulti", False, False)
    own = {solo: Sums(30, won), rare: Sums(50, 50)}
    with translation.override("de"):
        assert verdict(own, {solo: Sums(100, 50), rare: Sums(19, 1)}) == word


# The club's matrix


@settings(max_examples=examples(30, least=2), deadline=None, suppress_health_check=WITH_FIXTURES)
@given(seed=st.integers(0, 10_000), years=st.booleans())
def test_matrix_is_that_of_the_hands(db: None, seed: int, years: bool) -> None:
    """Antisymmetric, and where everybody is in it each row adds up to alone and against."""
    world = club(seed)
    reach = reach_of(world.club, world.organiser.pk)
    if years:
        Session.objects.filter(pk=Session.objects.order_by("pk")[0].pk).update(started_at="2020-01-01T19:00Z")
        settle(world.club.pk)
    hands = hands_of(reach)
    people = players_in({0: hands.by_person})
    for rules, everybody in recounted(world).items():
        flows = flows_of(hands, people, str(rules))
        pairs = {
            (person, key[1]): pair for person, own in everybody.items() for key, pair in own.items() if key[0] == "with"
        }
        enough = {pair: row["points"] for pair, row in pairs.items() if row["n"] >= FEWEST_HANDS}
        if flows is None or flows.rules[0].key != rules:
            assert len({person for pair in enough for person in pair}) < 3
            continue
        found = {(one.pk, other.pk): amount for one, row in flows.rows for other, amount in row}
        assert {pair: amount for pair, amount in found.items() if amount is not None} == enough
        assert all((found[other, one] or 0) == -(amount or 0) for (one, other), amount in found.items())
        if len(enough) == len(pairs):
            for person, row in flows.rows:
                own = everybody[person.pk]
                passed = [own["role", "alone"], own["role", "against"], own["spoiled",]]
                assert sum(amount or 0 for _other, amount in row) == sum(part["points"] for part in passed)


@thorough
def test_matrix_is_for_the_club_and_leads_to_the_hands(db: None) -> None:
    world = club(3)
    page = client_of(world.organiser).get(reverse("club_records", args=[world.club.pk]), {"of": "hands"})
    flows = page.context["page"]["flows"]
    links = re.findall(r'href="([^"]+hands\?rules=\d+&amp;with=\d+)"\s*>([^<]+)</a>', body_of(page))
    assert len(links) == sum(amount is not None for _person, row in flows.rows for _other, amount in row) >= 6
    for link, amount in links[:8]:
        total = client_of(world.organiser).get(link.replace("&amp;", "&")).context["page"]["total"]
        assert total == int(amount.replace("−", "-"))
    for other in flows.rules[1:]:
        asked = {"of": "hands", "rules": other.key}
        there = client_of(world.organiser).get(reverse("club_records", args=[world.club.pk]), asked)
        shown = there.context["page"]["flows"]
        assert shown is None or shown.rules[0] == other
    stranger = client_of(world.stranger).get(reverse("club_records", args=[world.club.pk]), {"of": "hands"})
    assert "flows" not in body_of(stranger)


def test_matrix_has_twelve_at_most_without_who_was_erased(db: None) -> None:
    rules = stored(published("cego-online")).pk
    between = {
        (rules, one, other): Counter(n=10 + one + other, flow=one - other)
        for one in range(15)
        for other in range(15)
        if one != other
    }
    people = {pk: NamedPlayer(pk=pk, name=f"P{pk:02}", village="") for pk in range(15)}
    people[14] = NamedPlayer(pk=14, name=str(ERASED), village="")
    flows = flows_of(ClubHands(Counter(), between), people, "")
    assert flows
    assert [person.pk for person, _row in flows.rows] == list(range(2, 14))
    two = {pair: between[pair] for pair in ((rules, 1, 2), (rules, 2, 1))}
    assert flows_of(ClubHands(Counter(), two), people, "") is None


def kind_of(label: str, n: int, won: int, others: int = 0) -> GameKind:
    """A game somebody declared so often, and the others so often."""
    return GameKind(label, Sums(n, won, 0, 0), Sums(others, others // 2, 0, 0) if others else None)


@pytest.mark.parametrize(
    ("kinds", "expected"),
    [
        ([("Solo", 4, 1), ("Eine", 3, 3)], "Solo"),
        ([("Bettel", 1, 0)], None),
        ([("Solo", 3, 0)], None),
        ([("Bettel", 3, 1), ("Eine", 3, 3)], None),
        ([], None),
    ],
)
def test_favourite_is_one_game_played_three_times_and_won(kinds: list[Any], expected: str | None) -> None:
    found = favourite([kind_of(*kind) for kind in kinds])
    assert (found and found.label) == expected


@pytest.mark.parametrize(
    ("kinds", "expected"),
    [
        ([("Eine", 10, 6, 50), ("Solo", 6, 3, 20)], "Solo"),
        ([("Eine", 10, 6, 50), ("Solo", 6, 2, 20)], None),
        ([("Eine", 5, 3, 50), ("Solo", 2, 2, 20)], None),
        ([("Eine", 5, 3, 50), ("Solo", 6, 6, 0)], None),
        ([], None),
    ],
)
def test_known_for_what_is_declared_more_often_than_the_others_do_and_half_of_it_won(
    kinds: list[Any], expected: str | None
) -> None:
    found = known_for([kind_of(*kind) for kind in kinds])
    assert (found and found.label) == expected
