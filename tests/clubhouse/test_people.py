"""People are personal data: other names, initials, none at all, one person twice; and no sum ever changes."""

import json
import re
from collections.abc import Iterable
from contextlib import suppress
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import get_resolver, resolve, reverse
from hypothesis import given, settings, strategies as st

from cegoscore.bookings.models import Booking
from cegoscore.clubs.errors import Refused
from cegoscore.clubs.models import Device, Passkey, Player
from cegoscore.clubs.people import initials_of
from cegoscore.clubs.rights.links import open_club
from cegoscore.scoresheet.ledger.selfcheck import faults_in
from cegoscore.scoresheet.models import Hand, Seat, Session
from tests.effort import WITH_FIXTURES, examples, thorough
from tests.pages import body_of
from tests.test_house import routes
from tests.worlds.copied import copied
from tests.worlds.lively_club import LivelyClub, Neighbours, backup_of
from tests.worlds.pages import pages
from tests.worlds.tournament import client_of
from tournaments.chaining import faults_of_chain
from tournaments.clubhouse.people import services as people
from tournaments.clubhouse.people.copy import copy_of
from tournaments.clubhouse.people.mentions import Mention, mentions_of
from tournaments.clubhouse.people.naming import Names
from tournaments.clubhouse.reach import reach_of
from tournaments.clubhouse.records.queries import evenings_of, tournaments_of
from tournaments.course.access import EVERYTHING
from tournaments.course.entrants import people_of
from tournaments.course.queries import live_version
from tournaments.models import Apart, Decision, Entrant, Result, Tournament
from tournaments.seasons.models import FixedPoints, Season
from tournaments.seasons.queries import league_table_of
from tournaments.standings.queries import standings_of

pytestmark = pytest.mark.django_db

ANNA, BERND = "Anna Müller", "Bernd Bauer"


@pytest.fixture
def lively() -> LivelyClub:
    return copied(LivelyClub)


def anna_of(lively: LivelyClub) -> Player:
    return Player.objects.select_related("club").get(pk=lively.people[0].pk)


def sums_of(lively: LivelyClub) -> Any:
    """Every number that is counted, and to whom it belongs, without anybody's name."""
    seats = Seat.objects.filter(session__club=lively.club).order_by("session", "number")
    tables = [standings_of(tournament, EVERYTHING) for tournament in lively.club.tournaments.order_by("pk")]
    reach = reach_of(lively.club, lively.organiser.pk)
    return (
        list(seats.values_list("session", "number", "total")),
        [[(line.row.rank, line.row.number, line.row.total, line.row.points) for line in t.lines] for t in tables],
        list(Result.objects.order_by("pk").values_list("round", "entrant", "points", "source")),
        list(FixedPoints.objects.order_by("pk").values_list("event", "points")),
        [in_season(season) for season in lively.club.seasons.order_by("pk")],
        [sum(line.total for line in of(reach).records.careers) for of in (tournaments_of, evenings_of)],
    )


def in_season(season: Season) -> tuple[list[int], int]:
    """Sums over all people at each event, and in the league table."""
    league = league_table_of(season)
    points = [sum(league.numbers.points.get(event.pk, {}).values()) for event in league.events]
    return points, sum(line.row.total for line in league.lines())


# Every page


def read(client: Client, addresses: Iterable[str]) -> dict[str, str]:
    """Text of those pages and exports that open, by address."""
    said = {}
    for address in addresses:
        response = client.get(address)
        if response.status_code == 200 and response.headers["Content-Type"] != "image/png":
            said[address] = b"".join(response).decode()
    return said


@thorough
def test_walk_goes_everywhere_where_no_secret_is_needed(lively: LivelyClub) -> None:
    addresses = pages(lively)
    reached = {resolve(address.partition("?")[0]).url_name for address in addresses}
    assert len(addresses) == len(set(addresses))
    assert reached == {route.name for route in routes(get_resolver()) if "secret" not in route.pattern.converters}


def name_together(lively: LivelyClub) -> None:
    """Give Bernd a surname, and name him wherever somebody typed Anna's name."""
    Player.objects.filter(pk=lively.people[1].pk).update(name=BERND)
    for mention in list(mentions_of(lively.club, Names([ANNA]))):
        if mention.is_whole and not mention.inside:
            row = mention.model._base_manager.filter(pk=mention.pk)
            row.update(**{mention.column: f"{mention.text} mit {BERND}"})


@thorough
def test_erased_name_and_shortened_one_stand_on_no_page_and_in_no_export(lively: LivelyClub) -> None:
    """One walk over all pages for both: the same code takes names out of texts."""
    name_together(lively)
    client, everything = client_of(lively.organiser), pages(lively)
    before = read(client, everything)
    shown = {name: [address for address, text in before.items() if name in text] for name in (ANNA, BERND)}
    people.erase_person(anna_of(lively))
    people.shorten_person(Player.objects.select_related("club").get(pk=lively.people[1].pk))
    after = read(client, everything)
    assert after.keys() >= before.keys()
    assert min(len(addresses) for addresses in shown.values()) > 15
    gone = (ANNA, "Anni", BERND)
    assert [address for address, text in after.items() if any(name in text for name in gone)] == []
    about_anna = reverse("person", args=[lively.club.pk, lively.people[0].pk])  # lists texts that named her
    tournament = reverse("tournament", args=[lively.tournament.pk])
    # The reason of a decision goes as a whole: what is left of it would no longer be what its hash was made of.
    without = (about_anna, f"{tournament}/desk/decisions", f"{tournament}/document.json", f"{tournament}?")
    elsewhere = [address for address in shown[BERND] if not address.startswith(without) and address != tournament]
    assert [address for address in elsewhere if "B. B." not in after[address]] == []
    sheet = reverse("sheet", args=[lively.evening.pk])
    assert "Spieler 1" in after[sheet]
    assert "(gelöscht)" in after[reverse("people", args=[lively.club.pk])]


def test_erased_name_is_in_no_row_of_the_club(lively: LivelyClub) -> None:
    """Merged records, reasons, titles and documents' authors included."""
    hand = Hand.objects.filter(session=lively.evening).earliest("pk")
    free = {"free": [1, -1, 0, 0], "why": f"Strafe für {ANNA}s Zuruf"}
    Hand.objects.filter(pk=hand.pk).update(by=f"{ANNA} (Handy)", outcome=free, game="free")
    Session.objects.filter(pk=lively.evening.pk).update(title="bei anna müller")
    before = json.dumps(backup_of(lively.club), ensure_ascii=False)
    number = Entrant.objects.get(player=lively.people[0]).number or 0
    people.erase_person(anna_of(lively))
    entrant = people_of(lively.tournament)[number]
    assert (entrant.name, entrant.village) == (f"Spieler {number}", "")
    after = json.dumps(backup_of(lively.club), ensure_ascii=False)
    assert len(re.findall("anna müller|anni", before, re.IGNORECASE)) == 39
    assert re.findall("anna müller|anni", after, re.IGNORECASE) == []
    hand.refresh_from_db()
    assert (hand.by, hand.outcome["why"]) == ("(gelöscht) (Handy)", "Strafe für (gelöscht) Zuruf")
    tie = Decision.objects.get(kind="tie")
    assert (tie.why, tie.salt, tie.is_erased) == ("", "", True)
    assert list(faults_of_chain(lively.tournament)) == []


def test_erased_name_is_in_no_name_of_a_device_or_passkey(lively: LivelyClub) -> None:
    Device.objects.filter(pk=lively.organiser.pk).update(name=f"{ANNA}s Handy")
    Passkey.objects.create(club=lively.club, name=f"Laptop von {ANNA}", credential_id="a", user_handle="b")
    other = Device.objects.create(name=ANNA)  # of no circle: nobody's that is meant here
    people.erase_person(anna_of(lively))
    for page in ("managers", "club_log"):
        assert ANNA not in body_of(client_of(lively.organiser).get(reverse(page, args=[lively.club.pk])))
    names = [Device.objects.get(pk=lively.organiser.pk).name, Passkey.objects.get().name]
    assert names == ["(gelöscht) Handy", "Laptop von (gelöscht)"]
    assert Device.objects.get(pk=other.pk).name == ANNA


# Texts


@pytest.mark.parametrize(
    ("text", "whole", "partly"),
    [
        ("Anna Müller gibt", True, True),
        ("anna müllers Fehler", True, True),
        ("Anna Müller’s Fehler", True, True),
        ("Wette Anna Müller/Bernd", True, True),
        ("Anna gibt", False, True),
        ("Müllers Karten", False, True),
        ("Annaberg", False, False),
        ("Susanna Müllermeister", False, False),
        ("von Ib", False, False),
        ("", False, False),
    ],
)
def test_name_is_found_as_words(text: str, whole: bool, partly: bool) -> None:
    names = Names(["Anna Müller", "Ib An", ""])
    assert (names.stand_in(text), names.partly_stand_in(text)) == (whole, partly)


@pytest.mark.parametrize(
    ("names", "text", "replaced"),
    [
        (["Anna", "Anna Müller"], "Anna Müller und Anna", "P und P"),
        (["A.*"], "Alles von A.*", "Alles von P"),
        (["Rita O’Brien"], "Rita O'Brien hat gezahlt", "P hat gezahlt"),
        (["Rita O'Brien"], "Rita O’Brien hat gezahlt", "P hat gezahlt"),
    ],
)
def test_name_is_replaced_as_a_whole_whatever_is_in_it(names: list[str], text: str, replaced: str) -> None:
    assert Names(names).replaced(text, "P", parts=False) == replaced


def test_part_of_a_name_goes_only_where_that_is_ticked(lively: LivelyClub) -> None:
    """Somebody else may have it."""
    person = anna_of(lively)
    (mention,) = [each for each in mentions_of(person.club, Names([person.name])) if not each.is_whole]
    assert mention.text == "Müller gibt"
    page = body_of(client_of(lively.organiser).get(reverse("erase_person", args=[lively.club.pk, person.pk])))
    assert f'name="also" value="{mention.key}"' in page
    people.shorten_person(person)
    assert lively.evening.notes.get().why == "Müller gibt"


def test_ticked_part_of_a_name_goes_too(lively: LivelyClub) -> None:
    note = lively.evening.notes.get()
    act(lively, "erase_person", also=[key_of(note.why)])
    note.refresh_from_db()
    assert note.why == "(gelöscht) gibt"


def key_of(text: str) -> str:
    return Mention(model=Session, pk=0, column="", inside="", text=text, is_whole=False).key


def test_part_of_a_name_may_go_from_a_booking_or_from_its_reversal_alone(lively: LivelyClub) -> None:
    box = Booking.objects.filter(kind="box").order_by("pk")
    box.update(reason="Geschenk für Müller")
    box.filter(pk=box[1].pk).update(reason="Doch nicht für Müller")
    act(lively, "erase_person", also=[key_of("Geschenk für Müller")])
    assert [row.reason for row in box.all()] == ["Geschenk für (gelöscht)", "Doch nicht für Müller"]
    assert list(faults_in(lively.club)) == []


@thorough
def test_text_stays_within_its_column(lively: LivelyClub) -> None:
    Session.objects.filter(pk=lively.evening.pk).update(title="Bo " * 66)
    person = Player.objects.get(pk=lively.people[1].pk)
    Player.objects.filter(pk=person.pk).update(name="Bo")
    person.refresh_from_db()
    people.erase_person(person)
    title = Session.objects.get(pk=lively.evening.pk).title
    assert len(title) == 200
    assert "Bo" not in title


@thorough
def test_names_of_others_and_of_other_clubs_stay() -> None:
    both = copied(Neighbours)
    lively, other = both.one, both.other
    before = backup_of(other.club)
    namesake = Player.objects.create(club=lively.club, name="Anna Müllermeister")
    people.erase_person(anna_of(lively))
    namesake.refresh_from_db()
    assert namesake.name == "Anna Müllermeister"
    assert backup_of(other.club) == before


@pytest.mark.parametrize(
    ("name", "initials"),
    [
        ("Anna Müller", "A. M."),
        ("Anna", "A."),
        ("özlem von Berg", "Ö. V. B."),
        ("A. M.", "A. M."),
        ("Anna (Löwen)", "A."),
        ("", ""),
    ],
)
def test_initials(name: str, initials: str) -> None:
    assert initials_of(name) == initials


# One person twice


def test_merged_people_are_one_everywhere_until_they_are_separated(lively: LivelyClub) -> None:
    xaver, clara = Player.objects.get(name="Xaver"), lively.people[2]
    before, sums = backup_of(lively.club)["people"], sums_of(lively)
    people.merge_person(xaver, kept=clara.pk)
    assert Entrant.objects.get(player=xaver).name == "Clara"
    assert sums_of(lively) == sums
    people.separate_person(Player.objects.get(pk=xaver.pk))
    assert backup_of(lively.club)["people"] == before
    assert sums_of(lively) == sums


def test_who_played_together_was_erased_or_merged_or_is_of_another_club_is_not_merged(lively: LivelyClub) -> None:
    anna = lively.people[0]
    erased = Player.objects.create(club=lively.club, name="")
    stranger = Player.objects.create(club=open_club(lively.stranger), name="Anna")
    merged = Player.objects.create(club=lively.club, name="Uli")
    people.merge_person(merged, kept=Player.objects.create(club=lively.club, name="Ulrich").pk)
    codes = []
    for gone in (Player.objects.get(name="Xaver"), lively.people[1], erased, stranger, merged, anna):
        with pytest.raises(Refused) as refused:
            people.merge_person(gone, kept=anna.pk)
        codes.append(refused.value.code)
    assert codes == [*["played_together"] * 2, *["player_unknown"] * 3, "same_person"]
    with pytest.raises(Refused, match="player_unknown"):
        people.rename_person(erased, name="Zurück", village="")


@thorough
def test_who_only_announced_themselves_can_turn_out_to_be_somebody(lively: LivelyClub) -> None:
    twice = Player.objects.create(club=lively.club, name="A. Müller")
    Entrant.objects.create(tournament=lively.tournament, player=twice, status="announced")
    people.merge_person(twice, kept=lively.people[0].pk)
    assert Player.objects.get(pk=twice.pk).merged_into == lively.people[0]


ACTS = st.lists(
    st.tuples(
        st.sampled_from(["rename", "shorten", "erase", "merge", "separate"]), st.integers(0, 30), st.integers(0, 30)
    ),
    max_size=12,
)


@thorough
@settings(max_examples=examples(12), deadline=None, suppress_health_check=WITH_FIXTURES)
@given(acts=ACTS)
def test_whatever_happens_to_people_no_sum_changes(db: None, acts: list[tuple[str, int, int]]) -> None:
    lively = copied(LivelyClub)
    sums, scores = sums_of(lively), backup_of(lively.club)["scores"]
    everybody = list(lively.club.players.order_by("pk"))
    for what, one, other in acts:
        person = Player.objects.select_related("club").get(pk=everybody[one % len(everybody)].pk)
        another = everybody[other % len(everybody)].pk
        with suppress(Refused):
            do(what, person, another)
        assert sums_of(lively) == sums
    assert backup_of(lively.club)["scores"] == scores
    assert list(faults_in(lively.club)) == []
    assert not Player.objects.filter(merged_into__merged_into__isnull=False).exists()


def do(what: str, person: Player, another: int) -> None:
    match what:
        case "rename":
            people.rename_person(person, name=f"Nr. {another}", village="Hüfingen")
        case "merge":
            people.merge_person(person, kept=another)
        case "shorten":
            people.shorten_person(person.person)
        case "erase":
            people.erase_person(person.person)
        case "separate":
            people.separate_person(person)


# A copy for the one it is about


def test_copy_has_everything_about_one_person_and_nothing_about_others(lively: LivelyClub) -> None:
    copy = copy_of(anna_of(lively))
    assert (copy["name"], copy["other_names"]) == (ANNA, [{"name": "Anni", "village": ""}])
    evening = copy["sheets"][0]
    assert (evening["title"], evening["total"]) == ("Bei Anna Müller", lively.evening.seats.get(number=0).total)
    assert [hand["points"] for hand in evening["hands"]] == [-10, -20]
    assert (
        sum(hand["points"] for hand in evening["hands"]) + sum(row["points"] for row in evening["adjustments"])
        == evening["total"]
    )
    assert [(row["kind"], row["cents"]) for row in copy["payments"]] == [
        *(("sheet", -5), ("sheet", 5), ("due", -250), ("due", -100))
    ]
    (tournament,) = copy["tournaments"]
    entrant = Entrant.objects.get(player=lively.people[0])
    assert (tournament["name"], tournament["number"], tournament["has_paid"]) == ("Preiscego", entrant.number, False)
    first = entrant.results.get(round__number=1)
    assert [(row["round"], row["points"]) for row in tournament["rounds"]] == [(1, first.points), (2, None)]
    championship, season = sorted(copy["seasons"], key=lambda row: row["name"])
    assert (championship["name"], [row["points"] for row in championship["points"]]) == ("Meisterschaft", [7])
    assert (season["name"], season["is_champion"], [row["points"] for row in season["points"]]) == (
        "Mittwoch",
        True,
        [30],
    )
    text = json.dumps(copy, ensure_ascii=False, default=str)
    others = Player.objects.exclude(name__in=(ANNA, "Anni")).values_list("name", flat=True)
    assert [name for name in others if name in text] == []


def test_copy_leaves_out_a_reason_that_names_somebody_else(lively: LivelyClub) -> None:
    anna = anna_of(lively)
    box = Booking.objects.filter(payer=anna).first()
    assert box is not None
    other = lively.people[1].name
    for reason, copied_reason in ((f"Kranz für {other}", ""), ("Kranz", "Kranz")):
        Booking.objects.filter(pk=box.pk).update(reason=reason)
        assert copied_reason in [row["reason"] for row in copy_of(anna)["payments"]]
        assert other not in json.dumps(copy_of(anna)["payments"], default=str)


def live_once_more(lively: LivelyClub) -> None:
    """Another evening, tournament and season with Anna in them, by rows alone."""
    anna = lively.people[0]
    sheet = Session.objects.create(club=lively.club, rule_set=lively.evening.rule_set, lineup=[0, 1, 2, 3], dealer=0)
    sheet.seats.create(number=0, player=anna)
    sheet.adjustments.create(uuid=uuid4(), amounts=[0])
    event = Tournament.objects.get(pk=lively.tournament.pk)
    event.pk, event._state.adding = uuid4(), True
    event.save()
    one, other = (
        event.entrants.create(uuid=uuid4(), player=player, number=number)
        for number, player in enumerate(lively.people[:2], 1)
    )
    one.categories.set([event.categories.create(kind="women")])
    Apart.objects.create(tournament=event, one=other, other=one)
    Result.objects.create(round=event.played_rounds.create(number=1, draw={}), entrant=one, seat=1)
    days = {"first_day": event.day, "last_day": event.day}
    season = Season.objects.create(club=lively.club, name="Noch eine", **days)
    season.events.create(sheet=sheet, day=event.day).fixed.create(player=anna, points=7)
    season.decisions.create(kind="tie").drawn_places.create(player=anna, place=1)


@thorough
def test_copy_of_many_evenings_takes_no_more_queries(lively: LivelyClub, django_assert_num_queries: Any) -> None:
    live_once_more(lively)
    with CaptureQueriesContext(connection) as before:
        small = copy_of(anna_of(lively))
    for _time in range(2):
        live_once_more(lively)
    with django_assert_num_queries(len(before)):
        large = copy_of(anna_of(lively))
    for part in ("sheets", "tournaments", "seasons"):
        assert len(large[part]) == len(small[part]) + 2
    assert (small["tournaments"][-1]["wishes_to_sit_apart"], len(small["tournaments"][-1]["rounds"])) == (1, 1)
    new = {"name": "Noch eine", "is_champion": False, "drawn_places": [1]}
    (day, *_same) = {season.events.get().held_on.isoformat() for season in Season.objects.filter(name="Noch eine")}
    assert new | {"points": [{"day": day, "points": 7}]} in small["seasons"]


def test_copy_is_a_file(lively: LivelyClub) -> None:
    response = client_of(lively.organiser).get(reverse("copy_person", args=[lively.club.pk, lively.people[0].pk]))
    assert json.loads(response.content) == json.loads(json.dumps(copy_of(anna_of(lively)), default=str))
    assert response["Content-Disposition"].startswith("attachment")
    assert "no-store" in response["Cache-Control"]


# The pages


def act(lively: LivelyClub, view: str, who: str = "organiser", player: int | None = None, **data: Any) -> Any:
    address = reverse(view, args=[lively.club.pk, player or lively.people[0].pk])
    return client_of(getattr(lively, who)).post(address, data)


VIEWS = ("person", "copy_person", "shorten_person", "erase_person")
CHANGES = ("rename_person", "merge_person", "separate_person", "shorten_person", "erase_person")


def test_person_of_another_club_is_nobody(lively: LivelyClub) -> None:
    other = Player.objects.create(club=open_club(lively.stranger), name="Anna")
    for view in VIEWS:
        address = reverse(view, args=[lively.club.pk, other.pk])
        assert client_of(lively.organiser).get(address).status_code == 404, view
    for view in CHANGES:
        assert act(lively, view, player=other.pk, name="X").status_code == 404, view


def test_changes_need_a_post(lively: LivelyClub) -> None:
    client = client_of(lively.organiser)
    for view in ("rename_person", "merge_person", "separate_person"):
        assert client.get(reverse(view, args=[lively.club.pk, lively.people[0].pk])).status_code == 405
    assert anna_of(lively).name == ANNA


def listed(lively: LivelyClub, **query: Any) -> list[str]:
    response = client_of(lively.organiser).get(reverse("people", args=[lively.club.pk]), query)
    assert response.status_code == 200
    return [person.label for person in response.context["page"]]


def test_people_are_found_by_name_other_name_and_village(lively: LivelyClub) -> None:
    assert listed(lively, q="müller") == [ANNA]
    assert listed(lively, q="Anni") == [ANNA]
    assert listed(lively, q="xaver hüfingen") == ["Xaver"]
    assert listed(lively, q="niemand") == []
    everybody = listed(lively)
    assert (len(everybody), len(set(everybody)), "Anni" in everybody) == (16, 16, False)
    people.erase_person(anna_of(lively))
    assert listed(lively)[-1] == "(gelöscht)"


@thorough
def test_long_lists_have_pages(lively: LivelyClub, django_assert_num_queries: Any) -> None:
    Player.objects.bulk_create(Player(club=lively.club, name=f"Nr. {n:03}") for n in range(120))
    assert listed(lively, q="Nr.", page=2) == [f"Nr. {n:03}" for n in range(100, 120)]
    with django_assert_num_queries(4):
        client_of(lively.organiser).get(reverse("people", args=[lively.club.pk]))


def test_rename_from_the_page(lively: LivelyClub) -> None:
    assert act(lively, "rename_person", name=" Anna  Maier ", village="Aasen").status_code == 302
    person = anna_of(lively)
    assert (person.name, person.village) == ("Anna Maier", "Aasen")
    assert lively.evening.seats.get(number=0).name == "Anna Maier"


def test_rename_to_somebody_of_the_same_village_is_refused_with_a_sentence(lively: LivelyClub) -> None:
    response = act(lively, "rename_person", name="bernd", village="")
    assert response.status_code == 422
    assert 'role="alert"' in body_of(response)
    assert act(lively, "rename_person", name="", village="").status_code == 422
    assert act(lively, "rename_person", name="Bernd", village="Aasen").status_code == 302
    Player.objects.filter(name="Bernd", village="").update(village="Öflingen")
    assert act(lively, "rename_person", name="Bernd", village="öflingen").status_code == 422


@thorough
def test_merge_and_separate_from_the_page(lively: LivelyClub) -> None:
    xaver = Player.objects.get(name="Xaver")
    kept: dict[str, Any] = {"kept": lively.people[2].pk}
    for _twice in range(2):
        response = act(lively, "merge_person", player=xaver.pk, **kept)
        assert response["Location"] == reverse("person", args=[lively.club.pk, kept["kept"]])
    page = client_of(lively.organiser).get(reverse("person", args=[lively.club.pk, xaver.pk]), follow=True)
    assert reverse("separate_person", args=[lively.club.pk, xaver.pk]) in body_of(page)
    for _twice in range(2):
        assert act(lively, "separate_person", player=xaver.pk).status_code == 302
    assert Player.objects.get(pk=xaver.pk).merged_into is None


def test_merger_that_makes_no_sense_is_refused_with_a_sentence(lively: LivelyClub) -> None:
    for kept in (lively.people[1].pk, lively.people[0].pk, 10**30, ""):
        response = act(lively, "merge_person", kept=kept)
        assert response.status_code == 422, kept
    assert "können nicht dieselbe Person sein" in body_of(act(lively, "merge_person", kept=lively.people[1].pk))


@thorough
def test_erasing_is_asked_first_and_shows_the_texts(lively: LivelyClub) -> None:
    address = reverse("erase_person", args=[lively.club.pk, lively.people[0].pk])
    page = body_of(client_of(lively.organiser).get(address))
    texts = ("Bei Anna Müller", "Anna Müller hat sich verzählt", "Wette mit Anna Müller", "Anna Müller fährt heim")
    assert [text for text in texts if text not in page] == []
    assert anna_of(lively).name == ANNA
    for _twice in range(2):
        assert act(lively, "erase_person").status_code == 302
    assert anna_of(lively).name == ""
    page = body_of(client_of(lively.organiser).get(reverse("person", args=[lively.club.pk, lively.people[0].pk])))
    assert "Der Name ist gelöscht." in page


def test_everybody_who_looks_on_is_shown_the_change(lively: LivelyClub) -> None:
    sheet, version = lively.evening, Session.objects.get(pk=lively.evening.pk).version
    live = live_version(Tournament.objects.get(pk=lively.tournament.pk))
    people.erase_person(anna_of(lively))
    assert Session.objects.get(pk=sheet.pk).version > version
    assert live_version(Tournament.objects.get(pk=lively.tournament.pk)) > live


def test_way_to_the_people_is_shown_to_managers_only(lively: LivelyClub) -> None:
    address, page = reverse("people", args=[lively.club.pk]), reverse("table", args=[lively.evening.pk])
    assert f'href="{address}"' in body_of(client_of(lively.organiser).get(reverse("club", args=[lively.club.pk])))
    assert f'href="{address}/' in body_of(client_of(lively.organiser).get(page))
    assert address not in body_of(client_of(lively.phone).get(page))
    assert client_of(Device.objects.create()).get(page).status_code == 404
    assert client_of(lively.organiser).get(reverse("people", args=[uuid4()])).status_code == 404
