"""At the door: finding, adding, paying, checking in, putting right, going home, taking over; and who may."""

import re
from datetime import date
from decimal import Decimal
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from cegoscore.clubs import people
from cegoscore.clubs.errors import Refused
from cegoscore.clubs.models import Player
from cegoscore.clubs.people import name_and_village
from tests.effort import thorough
from tests.pages import body_of
from tests.worlds.copied import copied
from tests.worlds.desk import HTMX, Browser
from tests.worlds.tournament import World, client_of
from tournaments.course.locks import current_round
from tournaments.desk import services as desk
from tournaments.door import announcing, services
from tournaments.door.page import find_people, list_of, proposed
from tournaments.door.people_list import read_list
from tournaments.models import COURSE, CategoryKind, Decision, DecisionKind, Entrant, EntrantStatus, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def world(db: None) -> World:
    return copied(World, entry_fee=Decimal("10.00"), categories=[(CategoryKind.WOMEN, ""), (CategoryKind.OWN, "Gäste")])


def url_of(world: World, name: str, *more: Any) -> str:
    return reverse(name, args=[world.tournament.pk, *more])


def know(world: World, *people: tuple[str, str]) -> list[Player]:
    """Regulars of the club."""
    return [Player.objects.create(club=world.tournament.club, name=name, village=village) for name, village in people]


def come(world: World, who: str = "", *, client: Client | None = None, htmx: bool = False, **more: Any) -> Any:
    """Somebody is typed at the door, by the helper."""
    data = {"uuid": str(uuid4()), "who": who} | {key: value for key, value in more.items() if value is not None}
    headers = {"HX-Request": "true"} if htmx else {}
    return (client or client_of(world.helper)).post(url_of(world, "register_entrant"), data, headers=headers)


def on_list(world: World) -> list[tuple[int | None, str, str]]:
    """Number, name and village of everybody who is here, in the order of numbers."""
    rows = world.tournament.entrants.filter(status=EntrantStatus.PRESENT).order_by("number")
    return [(row.number, row.name, row.village) for row in rows]


# The field


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("Anna Maier, Hüfingen", ("Anna Maier", "Hüfingen")),
        ("  Anna   Maier ", ("Anna Maier", "")),
        ("Maier, Anna, Hüfingen", ("Maier, Anna", "Hüfingen")),
        ("Anna,", ("Anna", "")),
    ],
)
def test_village_stands_behind_the_last_comma(typed: str, read: tuple[str, str]) -> None:
    assert name_and_village(typed) == read


@pytest.mark.parametrize(
    ("typed", "names"),
    [
        ("mul", ["Franz Müller"]),
        ("MÜL fr", ["Franz Müller"]),
        ("hüf", ["Karl Huber", "Anna Maier"]),
        ("mai bräun", ["Anna Maier"]),
        ("karl k", ["Karl Kern"]),
        ("K Karl", ["Karl Kern"]),
        ("ier", []),
        ("a", []),
        ("", []),
    ],
)
def test_three_letters_of_name_or_village_find_somebody(world: World, typed: str, names: list[str]) -> None:
    know(world, ("Anna Maier", "Hüfingen"), ("Anna Maier", "Bräunlingen"), ("Franz Müller", "Löffingen"))
    know(world, ("Karl Huber", "Hüfingen"), ("Karl Kern", "Urach"))
    other = World(club_name="Andere")
    know(other, ("Franz Müller", "Anderswo"))
    assert [each.name for each in find_people(world.tournament, typed)] == names


def test_who_is_here_comes_last_and_is_never_what_enter_takes(world: World) -> None:
    here, free = know(world, ("Anna Maier", "Hüfingen"), ("Anna Zeller", "Hüfingen"))
    services.register(world.tournament, services.Newcomer(name="", player=here.pk))
    found = find_people(world.tournament, "anna")
    assert [(each.player, each.is_here) for each in found] == [(free.pk, False), (here.pk, True)]
    assert proposed("anna", found) == found[0]
    assert proposed("anna ma", find_people(world.tournament, "anna ma")) is None


def test_enter_takes_nobody_of_nearly_the_same_name(world: World) -> None:
    here, _other = know(world, ("Anna Maier", "Hüfingen"), ("Anna Maierhofer", "Hüfingen"))
    services.register(world.tournament, services.Newcomer(name="", player=here.pk))
    assert proposed("Anna Maier", find_people(world.tournament, "Anna Maier")) is None
    assert come(world, "Anna Maier").status_code == 422


@pytest.mark.parametrize(("typed", "is_taken"), [("ann", True), ("Anne", True), ("Änne", False), ("Kern Ann", True)])
def test_enter_takes_a_beginning_and_nobody_who_is_only_alike(world: World, typed: str, is_taken: bool) -> None:
    for name in ("Anne", "Anné Kern"):
        Player.objects.create(club=world.tournament.club, name=name)
    assert (proposed(typed, find_people(world.tournament, typed)) is not None) is is_taken
    assert proposed("Kern Anne", find_people(world.tournament, "Kern Anne")) is None
    assert proposed("Kern Anné", find_people(world.tournament, "Kern Anné")) is not None


def test_house_players_and_people_put_together_are_not_found(world: World) -> None:
    world.register(7)
    world.draw()
    assert find_people(world.tournament, "Hausspieler") == []
    kept, gone = know(world, ("Anna Maier", "Hüfingen"), ("Anna Mayer", "Hüfingen"))
    Player.objects.filter(pk=gone.pk).update(merged_into=kept)
    assert [each.player for each in find_people(world.tournament, "anna ma")] == [kept.pk]


def test_name_that_turned_out_to_be_somebodys_asks_before_there_is_a_second_person(world: World) -> None:
    kept, gone = know(world, ("Anna Huber", "Hüfingen"), ("Anna Kern", "Hüfingen"))
    people.merge(world.tournament.club_id, kept=kept.pk, gone=gone.pk)
    found = find_people(world.tournament, "Anna Kern")
    assert ([one.name for one in found], proposed("Anna Kern", found)) == (["Anna Huber"], None)
    assert come(world, "Anna Kern, Hüfingen").status_code == 422
    (line,) = read_list(world.tournament, "Name;Ort\nKern, Anna; Hüfingen").lines
    assert (line.state, line.player) == ("which", kept.pk)
    (otto,) = know(world, ("Otto Kern", "Hüfingen"))
    assert getattr(proposed("Kern", find_people(world.tournament, "Kern")), "player", None) == otto.pk


def test_door_shows_the_row_that_counts_of_who_came_under_two_names(world: World) -> None:
    kept, gone = know(world, ("Anna Huber", "Hüfingen"), ("Anna Kern", "Hüfingen"))
    rows = [
        Entrant.objects.create(tournament=world.tournament, player=player, status=status)
        for player, status in ((gone, EntrantStatus.WITHDRAWN), (kept, EntrantStatus.ANNOUNCED))
    ]
    people.merge(world.tournament.club_id, kept=kept.pk, gone=gone.pk)
    (found,) = find_people(world.tournament, "Anna")
    assert (found.entrant, found.status) == (rows[1].pk, EntrantStatus.ANNOUNCED)


def test_own_name_comes_before_one_that_turned_out_to_be_somebody_elses(world: World) -> None:
    kept, gone, other = know(world, ("Anna Huber", "Hüfingen"), ("Anna Kern", ""), ("Anna Kern", "Urach"))
    people.merge(world.tournament.club_id, kept=kept.pk, gone=gone.pk)
    (line,) = read_list(world.tournament, "Anna Kern").lines
    assert line.player == other.pk
    other.delete()
    first, second = read_list(world.tournament, "Anna Huber\nAnna Kern").lines
    assert (first.player, second.state) == (kept.pk, "which")


def test_suggestions_come_as_a_list_of_buttons_with_village_and_state(world: World) -> None:
    know(world, ("Anna Maier", "Hüfingen"))
    html = body_of(client_of(world.helper).get(url_of(world, "find_entrants"), {"who": "ann"}))
    assert html.lstrip().startswith('<div id="suggestions"')
    assert "Hüfingen" in html
    assert html.count("data-proposed") == 1
    assert 'data-for="ann"' in html
    assert "<html" not in html


# Registering


def test_unknown_person_is_added_in_the_same_field(world: World) -> None:
    women = world.tournament.categories.first()
    assert women
    assert come(world, "Anna Maier, Hüfingen", paid="on", categories=[women.pk]).status_code == 302
    entrant = world.tournament.entrants.get()
    assert (entrant.number, entrant.name, entrant.village, entrant.has_paid) == (1, "Anna Maier", "Hüfingen", True)
    assert list(entrant.categories.all()) == [women]


def test_known_person_typed_in_full_is_not_made_twice(world: World) -> None:
    (anna,) = know(world, ("Anna Maier", "Hüfingen"))
    come(world, "anna maier")
    assert world.tournament.entrants.get().player == anna
    assert Player.objects.count() == 1


def test_chosen_person_is_registered_whatever_was_typed(world: World) -> None:
    _one, other = know(world, ("Anna Maier", "Hüfingen"), ("Anna Maier", "Löffingen"))
    come(world, "ann", player=other.pk)
    assert on_list(world) == [(1, "Anna Maier", "Löffingen")]


@pytest.mark.parametrize("typed", ["ann", "Anna Maier", "Anna Maier, Hüf"])
def test_when_it_is_not_clear_who_is_meant_the_desk_is_asked(world: World, typed: str) -> None:
    know(world, ("Anna Maier", "Hüfingen"), ("Anna Maier", "Löffingen"))
    response = come(world, typed)
    html = body_of(response)
    assert response.status_code == 422
    assert f'value="{typed}"' in html
    assert 'name="player"' in html
    assert 'role="status"' in html
    assert on_list(world) == []
    come(world, typed, new="on")
    assert on_list(world) == [(1, *name_and_village(typed))]


@pytest.mark.parametrize("typed", ["", " , Hüfingen", "x" * 61, "Anna, " + "x" * 61, "x" * 500])
def test_nobody_is_registered_without_a_sensible_name(world: World, typed: str) -> None:
    assert come(world, typed).status_code == 422
    assert not Entrant.objects.exists()


def test_double_tap_gives_one_number_and_another_name_another(world: World) -> None:
    key = str(uuid4())
    for who in ("Anna, Hüfingen", "Anna, Hüfingen", "Bernd, Hüfingen"):
        assert come(world, who, uuid=key).status_code == 302
    assert on_list(world) == [(1, "Anna", "Hüfingen"), (2, "Bernd", "Hüfingen")]


def test_who_is_registered_already_is_said_with_the_number(world: World) -> None:
    come(world, "Anna, Hüfingen")
    response = come(world, "Anna, Hüfingen")
    assert response.status_code == 422
    assert "Nummer 1" in body_of(response)


@pytest.mark.parametrize("announced", [False, True])
def test_who_was_put_together_with_somebody_is_registered_once_under_either_name(
    world: World, *, announced: bool
) -> None:
    enter = announcing.announce_all if announced else services.register_all
    enter(world.tournament, [services.Newcomer(name="Xaver", has_paid=True)])
    before = world.tournament.entrants.get(player__name="Xaver")
    kept = Player.objects.create(club=world.tournament.club, name="Xaver Müller")
    people.merge(world.tournament.club_id, kept=kept.pk, gone=before.player_id)
    newcomer = services.Newcomer(name="Xaver Müller")
    if announced:
        announcing.announce_all(world.tournament, [newcomer])
        assert services.register(world.tournament, newcomer).pk == before.pk
    services.register_all(world.tournament, [newcomer])
    with pytest.raises(Refused, match="already_registered"):
        services.register(world.tournament, newcomer)
    assert [row.has_paid for row in world.tournament.entrants.filter(player__in=people.names_of(kept.pk))] == [True]


@thorough
def test_father_and_son_of_one_name_are_told_apart_by_what_is_typed(world: World) -> None:
    first = come(world, "Hans Kern, Urach")
    assert first.status_code == 302
    assert "etwa jun. oder sen." in body_of(come(world, "Hans Kern, Urach", new="1"))
    for typed in ("Hans Kern jun., Urach", "Hans Kern sen., Urach"):
        assert come(world, typed).status_code == 302
    assert Player.objects.filter(name__startswith="Hans Kern", entries__number__isnull=False).count() == 3


@thorough
def test_substitute_who_takes_part_under_a_former_name_is_refused(world: World) -> None:
    first, second = world.register(8)[:2]
    world.draw()
    kept = Player.objects.create(club=world.tournament.club, name="Xaver Müller")
    people.merge(world.tournament.club_id, kept=kept.pk, gone=second.player_id)
    with pytest.raises(Refused, match="already_registered"):
        services.substitute(first, services.Newcomer(name="Xaver Müller"), why="musste heim", device=None)


def test_answer_to_a_scripted_page_is_the_list_and_the_field_made_ready(world: World) -> None:
    html = body_of(come(world, "Anna, Hüfingen", htmx=True))
    assert "<html" not in html
    assert html.count("hx-swap-oob=") == 3
    assert reverse("take_back_entrant", args=[world.tournament.pk, Entrant.objects.get().pk]) in html


def test_question_to_a_scripted_page_leaves_the_list_alone(world: World) -> None:
    know(world, ("Anna Maier", "Hüfingen"), ("Anna Maier", "Löffingen"))
    response = come(world, "ann", htmx=True)
    assert response.status_code == 422
    assert 'id="people"' not in body_of(response)


def test_somebody_of_another_club_cannot_be_chosen(world: World) -> None:
    (stranger,) = know(World(club_name="Andere"), ("Fremder", ""))
    assert come(world, player=stranger.pk).status_code == 422
    assert come(world, player=10**30).status_code == 422
    assert not Entrant.objects.exists()


@thorough
def test_latecomer_is_told_from_when_there_is_a_seat(world: World) -> None:
    world.register(8)
    url = url_of(world, "door")
    assert client_of(world.helper).get(url).context["seats_from"] == 1
    world.draw()
    assert client_of(world.helper).get(url).context["seats_from"] == 2
    assert come(world, "Nachzügler, Hüfingen").status_code == 302
    world.type_all(current_round(world.tournament))  # type: ignore[arg-type]
    desk.close_round(current_round(world.tournament))  # type: ignore[arg-type]
    assert client_of(world.helper).get(url).context["seats_from"] == 2
    world.draw("zwei")
    assert client_of(world.helper).get(url).context["seats_from"] is None


@thorough
def test_finished_tournament_takes_nobody_and_shows_its_list(world: World) -> None:
    world.register(8)
    for seed in ("eins", "zwei"):
        world.play_round(seed)
    desk.finish_tournament(world.tournament)
    html = body_of(client_of(world.helper).get(url_of(world, "door")))
    assert 'id="entry"' not in html
    assert "Anna 1" in html
    assert come(world, "Zu spät, Hüfingen").status_code == 409


# The list


def test_list_counts_who_is_here_and_what_is_in_the_box(world: World) -> None:
    world.tournament.entry_fee = Decimal("12.50")
    world.tournament.save()
    people = world.register(3, has_paid=True)
    services.register(world.tournament, services.Newcomer(name="Schuldner"))
    announcing.announce_all(world.tournament, [services.Newcomer(name="Später", has_paid=True)])
    services.withdraw_entrant(people[0], why="", device=None)
    listed = list_of(world.tournament)
    assert [row["number"] for row in listed["here"]] == ["4", "3", "2"]
    assert [row["name"] for row in listed["announced"]] == ["Später"]
    assert [row["number"] for row in listed["gone"]] == ["1"]
    assert (listed["paid"], listed["box"]) == (4, "50,00\xa0€")


@thorough
def test_house_players_are_on_no_list_and_in_no_box(world: World) -> None:
    world.register(7)
    world.draw()
    listed = list_of(world.tournament)
    assert (len(listed["here"]), listed["paid"]) == (7, 0)


def test_without_an_entry_fee_nothing_is_said_of_money() -> None:
    world = copied(World)
    world.register(2)
    html = body_of(client_of(world.helper).get(url_of(world, "door")))
    assert "Kasse" not in html
    assert 'name="paid"' not in html


def test_unchanged_list_is_not_sent_again(world: World) -> None:
    client, url = client_of(world.helper), url_of(world, "door_changes")
    world.register(1)
    world.tournament.refresh_from_db()
    version = world.tournament.version
    assert client.get(url, {"v": version}).status_code == 204
    world.register(1)
    services.register(world.tournament, services.Newcomer(name="Neu"))
    html = body_of(client.get(url, {"v": version}))
    assert html.lstrip().startswith('<section id="people"')
    assert "Neu" in html


# One of them


def act(world: World, view: str, entrant: Entrant, /, **data: Any) -> Any:
    return client_of(world.helper).post(url_of(world, view, entrant.pk), data)


def pay(world: World, entrant: Entrant, name: str = "paid") -> Any:
    return client_of(world.helper).post(url_of(world, "pay_entrant"), {name: entrant.pk})


def test_fee_is_paid_and_given_back_and_a_double_tap_is_one(world: World) -> None:
    (anna,) = world.register(1)
    for name, paid in (("paid", True), ("paid", True), ("unpaid", False)):
        assert pay(world, anna, name).status_code == 302
        anna.refresh_from_db()
        assert anna.has_paid is paid


def test_who_announced_themselves_is_checked_in_once_with_what_was_noted(world: World) -> None:
    women = world.tournament.categories.first()
    assert women
    newcomer = services.Newcomer(name="Anna", has_paid=True, categories=(women.pk,))
    (anna,) = announcing.announce_all(world.tournament, [newcomer])
    world.register(2)
    for _tap in range(2):
        response = client_of(world.helper).post(url_of(world, "check_in_entrant"), {"came": anna.pk})
        assert response["Location"].endswith("?number=3")
    anna.refresh_from_db()
    assert (anna.number, anna.status, anna.has_paid) == (3, EntrantStatus.PRESENT, True)
    assert list(anna.categories.all()) == [women]


def test_just_registered_is_taken_back_and_the_money_with_it(world: World) -> None:
    come(world, "Verschrieben, Hüfingen", paid="on")
    entrant = world.tournament.entrants.get()
    for _tap in range(2):
        assert act(world, "take_back_entrant", entrant).status_code == 302
    assert not world.tournament.entrants.exists()
    come(world, "Richtig, Hüfingen")
    assert on_list(world) == [(1, "Richtig", "Hüfingen")]


def test_who_has_a_seat_is_not_simply_taken_back(world: World) -> None:
    anna = world.register(8)[0]
    world.draw(start=False)
    assert act(world, "take_back_entrant", anna).status_code == 422
    anna.refresh_from_db()
    assert anna.status == EntrantStatus.PRESENT


def shown(world: World, entrant: Entrant, **changes: Any) -> dict[str, Any]:
    form = client_of(world.helper).get(url_of(world, "entrant", entrant.pk)).context["form"]
    data = {name: form[name].value() for name in form.fields}
    data = {name: "on" if value is True else value for name, value in data.items()}
    return {name: value for name, value in (data | changes).items() if value not in (None, False, "")}


@thorough
def test_what_was_noted_is_put_right(world: World) -> None:
    (anna,) = world.register(1)
    guests = world.tournament.categories.get(kind=CategoryKind.OWN)
    data = shown(world, anna, name="Anna Maier", village="Döggingen", paid="on", categories=[guests.pk])
    assert act(world, "entrant", anna, **data).status_code == 302
    anna.refresh_from_db()
    assert (anna.name, anna.village, anna.has_paid, list(anna.categories.all())) == (
        "Anna Maier",
        "Döggingen",
        True,
        [guests],
    )


def test_fixed_table_survives_a_correction_at_the_door(world: World) -> None:
    (anna,) = world.register(1)
    Entrant.objects.filter(pk=anna.pk).update(fixed_table=3)
    act(world, "entrant", anna, **shown(world, anna, name="Anna Maier"))
    anna.refresh_from_db()
    assert (anna.name, anna.fixed_table) == ("Anna Maier", 3)


@thorough
def test_correction_of_what_somebody_else_corrected_is_shown_first(world: World) -> None:
    (anna,) = world.register(1)
    one, other = shown(world, anna, name="Anna Eins"), shown(world, anna, name="Anna Zwei")
    assert act(world, "entrant", anna, **one).status_code == 302
    response = act(world, "entrant", anna, **other)
    assert response.status_code == 409
    assert 'value="Anna Zwei"' in body_of(response)
    again = other | {"seen": response.context["form"]["seen"].value()}
    assert act(world, "entrant", anna, **again).status_code == 302
    anna.refresh_from_db()
    assert anna.name == "Anna Zwei"


def test_name_that_somebody_else_has_is_refused(world: World) -> None:
    anna, _bernd = world.register(2)
    response = act(world, "entrant", anna, **shown(world, anna, name="Bernd 2"))
    assert response.status_code == 422
    anna.refresh_from_db()
    assert anna.name == "Anna 1"


def test_helper_does_not_rename_whom_a_decision_of_another_tournament_names(world: World) -> None:
    (anna,) = world.register(1)
    rules = world.tournament.rule_set
    other = Tournament.objects.create(club=world.tournament.club, name="Früher", day=date(2025, 1, 1), rule_set=rules)
    left = services.register(other, services.Newcomer(name="", player=anna.player_id))
    services.substitute(left, services.Newcomer(name="Ersatz"), why="heim", device=None)
    assert act(world, "entrant", anna, **shown(world, anna, name="Anna Maier")).status_code == 422
    anna.refresh_from_db()
    assert anna.name == "Anna 1"


def test_who_goes_before_the_draw_needs_no_reason_after_it_one(world: World) -> None:
    people = world.register(9)
    assert act(world, "withdraw_entrant", people[8]).status_code == 302
    world.draw()
    response = act(world, "withdraw_entrant", people[0])
    assert response.status_code == 422
    assert not Decision.objects.exclude(kind__in=COURSE).exists()
    for _tap in range(2):
        assert act(world, "withdraw_entrant", people[0], why="krank").status_code == 302
    assert Decision.objects.get(kind=DecisionKind.WITHDRAWAL).why == "krank"
    assert world.tournament.entrants.filter(status=EntrantStatus.WITHDRAWN).count() == 2


@thorough
def test_substitute_takes_over_the_number(world: World) -> None:
    anna = world.register(8)[0]
    world.draw()
    assert act(world, "substitute_entrant", anna, who="Ersatz, Hüfingen").status_code == 422
    for _tap in range(2):
        response = act(world, "substitute_entrant", anna, who="Ersatz, Hüfingen", why="krank")
        assert response.status_code == 302
    came = world.tournament.entrants.get(number=1)
    assert (came.name, came.village) == ("Ersatz", "Hüfingen")
    assert Decision.objects.filter(kind=DecisionKind.SUBSTITUTE).count() == 1


def test_the_categories_of_a_substitute_are_ticked_with_the_name(world: World) -> None:
    women = world.tournament.categories.get(kind="women")
    anna = world.register(8)[0]
    world.draw()
    assert act(world, "substitute_entrant", anna, who="Ida", why="krank", categories=[women.pk]).status_code == 302
    assert list(world.tournament.entrants.get(number=1).categories.all()) == [women]


@thorough
def test_refused_substitute_keeps_what_was_typed(world: World) -> None:
    anna, bernd = world.register(8)[:2]
    world.draw()
    response = act(world, "substitute_entrant", anna, who="Bernd 2, Bräunlingen", why="krank")
    assert response.status_code == 422
    assert 'value="krank"' in body_of(response)
    bernd.refresh_from_db()
    assert bernd.number == 2


def test_house_player_has_no_page_at_the_door(world: World) -> None:
    world.register(7)
    world.draw()
    house = world.tournament.entrants.get(is_house=True)
    assert client_of(world.helper).get(url_of(world, "entrant", house.pk)).status_code == 404


# Somebody else


OF_ONE = ["entrant", "take_back_entrant", "withdraw_entrant", "substitute_entrant"]


@pytest.mark.parametrize("name", OF_ONE)
def test_entrant_of_another_tournament_does_not_exist_here(world: World, name: str) -> None:
    (other,) = World(club_name="Andere").register(1)
    assert act(world, name, other, why="x", who="Ersatz, Hüfingen").status_code == 404
    other.refresh_from_db()
    assert other.status == EntrantStatus.PRESENT


@pytest.mark.parametrize("key", ["", "x", "99999999999999999999", "-1"])
def test_what_is_no_entrant_is_not_found(world: World, key: str) -> None:
    assert client_of(world.helper).post(url_of(world, "pay_entrant"), {"paid": key}).status_code == 404


# The step at the door


@thorough
def test_step_at_the_door_counts_with_everybody_who_comes(world: World) -> None:
    desk = Browser(world)
    whole = body_of(desk.get("door"))
    assert re.findall(r'<span[^>]*id="door-note"[^>]*>([^<]*)<', whole) == ["0 da"]
    data = {"uuid": str(uuid4()), "who": "Anna Maier", "new": "1"}
    answer = body_of(desk.post("door/register", data, headers=HTMX))
    assert 'data-here="1 da"' in answer
    world.register(2, practises=True)
    changes = body_of(desk.get("door/changes?v=x", headers=HTMX))
    assert 'data-here="1 da"' in changes, "who sits at the practice table plays for no rank"
    assert re.search(r'id="door-note"[^>]*>1 da<', body_of(desk.get("door")))
