"""Setting a tournament up on the page, changing it, and holding it again."""

import re
from datetime import UTC, date, datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from cegoscore.clubs.rights.rescue import make_rescue_code
from cegoscore.contest.ties import TieBreak
from tests.effort import thorough
from tests.pages import body_of, leads_to_its_field
from tests.worlds.copied import copied
from tests.worlds.desk import text_of
from tests.worlds.tournament import World, client_of, drawn
from tournaments.course.access import EVERYTHING
from tournaments.course.locks import settings_seen
from tournaments.desk import services as desk
from tournaments.door import announcing, services as door
from tournaments.models import Category, CategoryKind, Prize, PrizeKind, Tournament
from tournaments.setup import listing
from tournaments.setup.plans import CategoryPlan, PrizePlan
from tournaments.setup.services import in_words
from tournaments.standings.queries import standings_of

pytestmark = pytest.mark.django_db

CATEGORIES: list[CategoryPlan] = [(CategoryKind.WOMEN, ""), (CategoryKind.OWN, "Hüfinger")]


def filled(**changes: Any) -> dict[str, Any]:
    """Form as a browser sends it for a plain tournament; a changed value of `None` is not sent."""
    data = {
        "uuid": str(uuid4()),
        "name": "Preiscego",
        "club_name": "Cegofreunde",
        "day": "2026-11-28",
        "rules": "schwarzwaldmeisterschaft",
        "rounds": "2",
        "hands": "24",
        "table_size": "4",
        "remainder": "house",
        "currency": "€",
        "tie_0": "last_round",
        "tie_1": "card",
    }
    return {key: value for key, value in (data | changes).items() if value is not None}


def create(client: Client | None = None, **changes: Any) -> Any:
    return (client or Client()).post(reverse("new_tournament"), filled(**changes))


def url_of(world: World, name: str) -> str:
    return reverse(name, args=[world.tournament.pk])


def shown(world: World, page: str = "tournament_settings", /, **changes: Any) -> dict[str, Any]:
    """Form as a browser sends it for the settings as they are shown, with some of them changed."""
    form = client_of(world.organiser).get(url_of(world, page)).context["form"]
    data = {name: form[name].value() for name in form.fields}
    data = {name: "on" if value is True else value for name, value in data.items()}
    return {name: value for name, value in (data | changes).items() if value not in (None, False, "")}


def save(world: World, data: dict[str, Any]) -> Any:
    return client_of(world.organiser).post(url_of(world, "tournament_settings"), data)


# A new one


def test_announcing_ends_at_a_moment_of_the_day_or_before_and_next_time_it_is_asked_anew() -> None:
    client = Client()
    late = create(client, announced_until="2026-11-29T00:00")
    assert (late.status_code, "Das ist nach dem Tag des Turniers." in body_of(late)) == (422, True)
    create(client, announced_until="2026-11-28T11:30")
    tournament = Tournament.objects.get()
    assert tournament.announced_until == datetime(2026, 11, 28, 10, 30, tzinfo=UTC)
    page = body_of(client.get(reverse("tournament_settings", args=[tournament.pk])))
    assert 'value="2026-11-28T11:30"' in page
    assert "2026-11-28T" not in body_of(client.get(reverse("copy_tournament", args=[tournament.pk])))


def test_tournament_is_set_up_by_a_phone_that_nobody_knew() -> None:
    client = Client()
    response = create(
        client,
        venue="Stadthalle",
        minutes="120",
        entry_fee="12,50",
        categories=["women"],
        own_categories="Hüfinger,  Gäste , Hüfinger",
        prizes="1. 200 €\n2–3. 50 €\nDamen: Blumen\nLetzter: Wurstsalat",
        takes_announcements="on",
    )
    tournament = Tournament.objects.get()
    assert (response.status_code, response["Location"]) == (302, reverse("door", args=[tournament.pk]))
    assert client.get(response["Location"]).status_code == 200
    assert (tournament.day, tournament.venue, tournament.minutes) == (date(2026, 11, 28), "Stadthalle", 120)
    assert str(tournament.entry_fee) == "12.50"
    assert (tournament.is_public, tournament.takes_announcements) == (False, True)
    assert tournament.tie_breaks == [TieBreak.LAST_ROUND, TieBreak.CARD]
    assert list(Category.objects.order_by("pk").values_list("kind", "name")) == [
        ("women", ""),
        ("own", "Hüfinger"),
        ("own", "Gäste"),
    ]
    assert list(Prize.objects.order_by("pk").values_list("kind", "rank", "what")) == [
        ("rank", 1, "200 €"),
        ("rank", 2, "50 €"),
        ("rank", 3, "50 €"),
        ("category", 1, "Blumen"),
        ("last", None, "Wurstsalat"),
    ]


def test_double_tap_sets_up_one_tournament() -> None:
    client, key = Client(), str(uuid4())
    addresses = {create(client, uuid=key)["Location"] for _tap in range(2)}
    assert addresses == {reverse("door", args=[key])}
    assert Tournament.objects.count() == 1


@thorough
def test_form_sent_again_after_its_tournament_was_deleted_says_so() -> None:
    client, key = Client(), str(uuid4())
    create(client, uuid=key)
    copy = filled(name="Preiscego 2027", day="2027-11-20")
    client.post(reverse("copy_tournament", args=[key]), copy)
    client.post(reverse("delete_tournament", args=[copy["uuid"]]))
    again = client.post(reverse("copy_tournament", args=[key]), copy)
    client.post(reverse("delete_tournament", args=[key]))
    for answer in (again, create(client, uuid=key)):
        assert (answer.status_code, "gelöschtes Turnier holst du" in body_of(answer)) == (409, True)
    assert Tournament.with_deleted.count() == 2


def test_key_of_somebody_elses_tournament_sets_nothing_up(world: World) -> None:
    assert create(client_of(world.stranger), uuid=str(world.tournament.pk)).status_code == 409
    assert Tournament.objects.count() == 1


@thorough
@pytest.mark.parametrize(("name", "typed"), [("Cegofreunde", "cegofreunde"), ("Öflinger Löwen", "öflinger LÖWEN")])
def test_same_club_holds_the_next_tournament_and_its_name_is_proposed(name: str, typed: str) -> None:
    client = Client()
    create(client, club_name=name)
    form = client.get(reverse("new_tournament")).context["form"]
    assert form["club_name"].value() == name
    create(client, club_name=typed)
    assert len({tournament.club_id for tournament in Tournament.objects.all()}) == 1


@pytest.mark.parametrize(
    ("field", "changes"),
    [
        ("name", {"name": ""}),
        ("day", {"day": "neulich"}),
        ("rounds", {"rounds": "0"}),
        ("table_size", {"table_size": "3"}),
        ("small_rules", {"remainder": "smaller"}),
        ("remainder", {"rules": "dreier", "table_size": "3", "remainder": "smaller"}),
        ("entry_fee", {"entry_fee": "-1"}),
        ("prizes", {"prizes": "10 Flaschen Wein"}),
        ("prizes", {"prizes": "Junioren: Buch"}),
        ("tie_0", {"tie_1": "last_round"}),
        ("own_categories", {"own_categories": "x" * 61}),
    ],
)
def test_what_cannot_be_is_said_beside_its_field_and_what_was_typed_stays(field: str, changes: dict[str, Any]) -> None:
    response = create(**(changes | {"venue": "Stadthalle"}))
    assert response.status_code == 422
    assert list(response.context["form"].errors) == [field]
    assert 'value="Stadthalle"' in body_of(response)
    assert not Tournament.objects.exists()


def test_smaller_tables_have_rules_and_a_sentence_of_their_own() -> None:
    assert create(remainder="smaller", small_rules="dreier", small_note="zählt mal vier Drittel").status_code == 302
    tournament = Tournament.objects.get()
    assert tournament.small_rule_set is not None
    assert (tournament.small_rule_set.identifier, tournament.small_note) == ("dreier", "zählt mal vier Drittel")


def test_page_for_a_new_tournament_proposes_all_of_this() -> None:
    form = Client().get(reverse("new_tournament")).context["form"]
    proposal = {name: form[name].value() for name in form.fields}
    assert UUID(proposal.pop("uuid"))
    assert proposal == {
        "name": None,
        "day": timezone.localdate(),
        "hour": "",
        "venue": None,
        "club_name": None,
        "rules": "schwarzwaldmeisterschaft",
        "rounds": 2,
        "hands": 24,
        "hands_larger": None,
        "hands_smaller": None,
        "minutes": None,
        "table_size": None,
        "remainder": None,
        "small_rules": "",
        "small_note": None,
        "team_size": None,
        "team_best": None,
        "entry_fee": None,
        "currency": "€",
        "fees": None,
        "categories": None,
        "own_categories": None,
        "prizes": None,
        "meant": None,
        "one_prize_each": True,
        "prizes_for_present": True,
        "is_public": False,
        "takes_announcements": False,
        "announced_until": None,
        "places": None,
        "fills_last_total": False,
        "types_twice": False,
        "shows_chances": False,
        "gives_awards": False,
        "tie_0": "last_round",
        "tie_1": "card",
        "tie_2": "",
        "tie_3": "",
    }


DRAWN = [("card", "Sie ziehen eine Karte"), ("lot", "Das Los entscheidet")]


@pytest.mark.parametrize(
    ("name", "counted"),
    [
        (
            "new_tournament",
            [("last_round", "Mehr Punkte im letzten Durchgang"), ("games_won", "Mehr gewonnene Spiele als Spieler")],
        ),
        ("new_season", [("wins", "Mehr gewonnene Termine"), ("best", "Das beste Einzelergebnis")]),
    ],
)
def test_tie_breaks_are_offered_in_words_in_their_order(name: str, counted: list[tuple[str, str]]) -> None:
    fields = Client().get(reverse(name)).context["form"].tie_fields
    offered = [[(value, str(label)) for value, label in field.field.choices] for field in fields]
    assert offered == [[("", "nichts weiter"), *counted, *DRAWN]] * 4


@thorough
def test_name_day_and_rules_are_enough() -> None:
    """All else has a value that will do, also where the rules are not those of most."""
    for rules, size, remainder in (("schwarzwaldmeisterschaft", 4, "larger"), ("dreier", 3, "house")):
        client, key = Client(), str(uuid4())
        three = {"name": f"Preis {rules}", "day": "2026-11-28", "rules": rules}
        assert client.post(reverse("new_tournament"), {"uuid": key} | three).status_code == 422
        page = client.get(reverse("new_tournament")).context["form"]
        rest = {name: page[name].value() for name in page.fields if name not in three}
        typed = {name: value for name, value in rest.items() if value not in (None, False, "")} | three
        assert client.post(reverse("new_tournament"), typed).status_code == 302
        tournament = Tournament.objects.get(name=three["name"])
        assert (tournament.table_size, tournament.remainder) == (size, remainder)
        assert tournament.club.name == three["name"]


# Changing it


def test_settings_saved_as_shown_change_nothing() -> None:
    world = World(
        categories=CATEGORIES,
        prizes=[PrizePlan(kind=PrizeKind.CATEGORY, rank=2, category=1, what="Wein", goods="Wein")],
        entry_fee="12.50",
        rules="dreier",
        table_size=3,
    )
    before = settings_seen(world.tournament)
    assert save(world, shown(world)).status_code == 302
    assert settings_seen(world.tournament) == before


@thorough
def test_settings_are_changed_and_categories_that_stay_keep_their_players(world: World) -> None:
    save(world, shown(world, categories=["women"]))
    women = world.tournament.categories.get()
    world.register(1, categories=(women.pk,))
    save(world, shown(world, name="Winter-Cego", entry_fee="8", categories=["women", "juniors"]))
    world.tournament.refresh_from_db()
    assert (world.tournament.name, str(world.tournament.entry_fee)) == ("Winter-Cego", "8.00")
    assert world.tournament.categories.count() == 2
    assert women.entrants.count() == 1


def test_category_named_with_a_telephones_marks_keeps_its_players_and_prize(world: World) -> None:
    category = Category.objects.create(tournament=world.tournament, kind=CategoryKind.OWN, name="Ü\u201050 d’Wälder")
    world.register(1, categories=(category.pk,))
    Prize.objects.create(tournament=world.tournament, kind="category", rank=1, category=category, what="Speck")
    assert save(world, shown(world, venue="Ochsen")).status_code == 302
    assert Category.objects.get().entrants.count() == 1


def test_categories_stand_once_and_in_one_order_however_they_are_sent(world: World) -> None:
    assert save(world, shown(world, categories=["juniors", "women", "juniors"])).status_code == 302
    assert [row.kind for row in world.tournament.categories.order_by("pk")] == ["women", "juniors"]


@thorough
def test_whoever_looked_before_somebody_else_saved_looks_again(world: World) -> None:
    one, other = shown(world, name="Eins"), shown(world, name="Zwei", venue="Löwen")
    assert save(world, one).status_code == 302
    response = save(world, other)
    assert response.status_code == 409
    assert 'value="Löwen"' in body_of(response)
    world.tournament.refresh_from_db()
    assert world.tournament.name == "Eins"
    again = other | {"seen": response.context["form"]["seen"].value()}
    assert save(world, again).status_code == 302


def test_neither_a_double_tap_nor_registrations_meanwhile_are_a_conflict(world: World) -> None:
    data = shown(world, name="Winter-Cego")
    world.register(3)
    assert [save(world, data).status_code for _tap in range(2)] == [302, 302]


def test_what_a_draw_rests_on_stays_and_prizes_want_a_reason() -> None:
    world = copied(drawn)
    response = save(world, shown(world, hands="20"))
    assert response.status_code == 422
    assert 'role="alert"' in body_of(response)
    refused = save(world, shown(world, prizes="1. Schinken"))
    assert (refused.status_code, "Schinken" in body_of(refused)) == (422, True)
    assert leads_to_its_field(refused, "why")
    assert save(world, shown(world, venue="Löwen")).status_code == 302
    world.tournament.refresh_from_db()
    assert (world.tournament.hands, world.tournament.venue) == (24, "Löwen")


@thorough
def test_own_rules_that_are_no_longer_offered_stay_chosen(world: World) -> None:
    form = client_of(world.organiser).get(url_of(world, "tournament_settings")).context["form"]
    assert form["rules"].value() == "kept"
    save(world, shown(world, venue="Löwen"))
    digest = world.tournament.rule_set.digest
    assert Tournament.objects.get().rule_set.digest == digest


# Last year's


def test_tournament_is_held_again_with_all_that_was_set_and_nobody_registered_once() -> None:
    world = copied(
        World,
        name="Preiscego 2026",
        categories=CATEGORIES,
        prizes=[PrizePlan(kind=PrizeKind.CATEGORY, rank=1, category=1, what="Wein")],
        rules="dreier",
        table_size=3,
        rounds=3,
        entry_fee="12.50",
        tie_breaks=[TieBreak.LOT.value],
        is_public=True,
    )
    world.register(3)
    client, data = client_of(world.organiser), shown(world, "copy_tournament")
    this_year = str(timezone.localdate().year)
    assert (data["name"], str(data["day"])) == (f"Preiscego {this_year}", str(timezone.localdate()))
    for _tap in range(2):
        response = client.post(url_of(world, "copy_tournament"), data | {"day": "2027-11-20"})
    assert response["Location"] == reverse("door", args=[data["uuid"]])
    copy = Tournament.objects.get(pk=data["uuid"])
    before, now = in_words(Tournament.objects.get(pk=world.tournament.pk)), in_words(copy)
    assert {name for name in before if before[name] != now[name]} <= {"name", "day"}
    assert (copy.day, copy.entrants.count(), copy.club) == (date(2027, 11, 20), 0, world.tournament.club)
    assert copy.prizes.get().category == copy.categories.get(name="Hüfinger")
    assert Tournament.objects.count() == 2


def test_other_rules_than_last_time_bring_the_tables_that_they_are_for(world: World) -> None:
    data = shown(world, "copy_tournament", rules="dreier")
    assert client_of(world.organiser).post(url_of(world, "copy_tournament"), data).status_code == 302
    copy = Tournament.objects.get(pk=data["uuid"])
    assert (copy.rule_set.identifier, copy.table_size, copy.remainder) == ("dreier", 3, "house")


@thorough
def test_rules_of_the_last_time_are_proposed_as_such() -> None:
    world = copied(World, rules="dreier", table_size=3, day=date(2025, 11, 20))
    world.hold_again(name="Davor", day=date(2024, 11, 20))
    field = client_of(world.organiser).get(reverse("new_tournament")).context["form"]["rules"]
    chosen = dict(field.field.choices)[field.value()]
    assert chosen == "wie letztes Mal: Cego zu dritt"


@thorough
def test_list_and_group_begin_with_last_years_tournament() -> None:
    world = copied(World, day=date(2025, 11, 20))
    pages = reverse("tournaments"), reverse("club", args=[world.tournament.club_id])
    for page in pages:
        (main,) = re.findall(r'class="button main" href="([^"]*)"', body_of(client_of(world.organiser).get(page)))
        assert main == url_of(world, "copy_tournament")
    stranger = body_of(client_of(world.stranger).get(pages[0]))
    assert re.findall(r'class="button main" href="([^"]*)"', stranger) == [reverse("new_tournament")]


@thorough
@pytest.mark.parametrize("day", ["9999-12-31", "2200-01-01", "0025-11-20"])
def test_day_that_no_document_could_hold_is_refused_in_a_sentence(day: str) -> None:
    answer = create(day=day)
    assert (answer.status_code, "ein Tag der Jahre 1900 bis 2199" in text_of(answer)) == (422, True)
    assert not Tournament.objects.exists()


# The list


def listed(client: Client) -> tuple[list[str], ...]:
    """The names under today, those to come and those of the past."""
    found = client.get(reverse("tournaments")).context["listed"]
    return tuple([tournament.name for tournament, *_more in part] for part in found.values())


@thorough
def test_list_shows_what_is_coming_and_what_was_to_those_who_may_see_it() -> None:
    today = timezone.localdate()
    world = copied(World, name="Bald", day=today + timedelta(days=3))
    for name, days in (("Heute", 0), ("Gestern", -1), ("Voriges Jahr", -365)):
        world.hold_again(name=name, day=today + timedelta(days=days))
    World(name="Öffentlich", day=today + timedelta(days=9), is_public=True)
    assert listed(client_of(world.organiser)) == (["Heute"], ["Bald", "Öffentlich"], ["Gestern", "Voriges Jahr"])
    assert listed(client_of(world.helper)) == ([], ["Bald", "Öffentlich"], [])
    assert listed(client_of(world.stranger)) == ([], ["Öffentlich"], [])


@thorough
def test_own_tournament_is_listed_whatever_strangers_make_public(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listing, "MOST_SHOWN", 2)
    world = copied(World, name="Bald", day=timezone.localdate() + timedelta(days=3))
    for number in range(3):
        World(name=f"Fern {number}", day=date(2099, 1, 1), is_public=True)
    assert listed(client_of(world.organiser)) == ([], ["Bald", "Fern 1", "Fern 0"], [])
    assert listed(client_of(world.stranger)) == ([], ["Fern 1", "Fern 0"], [])


@thorough
def test_evening_that_runs_past_midnight_stands_under_today_until_it_is_over_or_cancelled() -> None:
    world = World(name="Lange Nacht", day=timezone.localdate() - timedelta(days=1), rounds=1)
    world.register(4)
    client, club = client_of(world.organiser), reverse("club", args=[world.tournament.club_id])
    assert listed(client) == ([], [], ["Lange Nacht"])
    round_ = world.draw()
    assert listed(client) == (["Lange Nacht"], [], [])
    assert [tournament.name for tournament, _opens in client.get(club).context["page"]["today"]] == ["Lange Nacht"]
    world.type_all(round_)
    desk.close_round(round_)
    assert listed(client) == (["Lange Nacht"], [], []), "prizes are given yet"
    Tournament.objects.update(finished_at=timezone.now())
    assert listed(client) == ([], [], ["Lange Nacht"])
    assert client.get(club).context["page"]["today"] == []
    Tournament.objects.update(finished_at=None, day=timezone.localdate())
    assert listed(client)[0] == ["Lange Nacht"]
    Tournament.objects.update(cancelled_at=timezone.now())
    assert listed(client)[0] == []


@thorough
def test_list_counts_the_players_that_the_standings_have() -> None:
    world = World(day=timezone.localdate())
    entrants = world.register(7)

    def count() -> int:
        listed = client_of(world.organiser).get(reverse("tournaments")).context["listed"]
        players: int = listed["today"][0][1]
        return players

    assert count() == 7
    round_ = world.draw()
    world.type_all(round_)
    desk.close_round(round_)
    door.withdraw_entrant(entrants[0], why="heim", device=None)
    announcing.announce_all(world.tournament, [door.Newcomer(name="Kommt nicht")])
    assert count() == len(standings_of(world.tournament, EVERYTHING).lines) == 7


@pytest.mark.parametrize(
    ("who", "links"), [("organiser", {"desk", "copy"}), ("helper", {"desk"}), ("guest", set()), ("stranger", None)]
)
def test_list_offers_what_each_may_do(world: World, who: str, links: set[str] | None) -> None:
    html = body_of(client_of(getattr(world, who)).get(reverse("tournaments")))
    offered = set(re.findall(rf"{world.tournament.pk}(?:/(\w+))?\"", html))
    assert offered == (set() if links is None else links | {""})


def test_start_page_leads_to_the_tournaments() -> None:
    assert f'href="{reverse("tournaments")}"' in body_of(Client().get(reverse("home")))


@thorough
def test_who_runs_only_tournaments_is_led_to_a_second_manager_and_a_rescue_code() -> None:
    world = copied(World)
    asks = f'href="{reverse("managers", args=[world.tournament.club_id])}"'
    pages = [f"/tournaments/{world.tournament.pk}/{name}" for name in ("door", "links")]
    for address in pages:
        assert asks not in body_of(client_of(world.helper).get(address)), "is no manager"
        assert asks in body_of(client_of(world.organiser).get(address))
    make_rescue_code(world.tournament.club, by=world.organiser.pk)
    for address in pages:
        assert asks not in body_of(client_of(world.organiser).get(address))
