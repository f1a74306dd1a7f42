"""Names of juniors: strangers read initials on every public page, in every file and on the wall, if the club likes."""

import re
from collections.abc import Iterable
from datetime import date, timedelta
from html import unescape

import pytest
from django.db import transaction
from django.test import Client

from cegoscore.clubs.likeness import letters_of
from cegoscore.clubs.models import Club, Device, LogEntry, LogKind, Player
from cegoscore.clubs.people import merge
from cegoscore.clubs.rights.links import open_club
from tests.effort import thorough
from tests.pages import body_of
from tests.worlds.copied import begin_as, copied
from tests.worlds.desk import Browser, text_of
from tests.worlds.lively_club import LivelyClub
from tests.worlds.pages import pages
from tests.worlds.season import SeasonWorld
from tests.worlds.tournament import World, client_of
from tournaments.clubhouse.joining import join_clubs
from tournaments.clubhouse.people.services import show_juniors
from tournaments.course.entrants import people_by_initials
from tournaments.course.locks import decide
from tournaments.desk import exchange
from tournaments.models import Category, CategoryKind, DecisionKind, Entrant, EntrantStatus, Tournament
from tournaments.seasons.models import Season, SeasonDecisionKind

pytestmark = pytest.mark.django_db

NAME, INITIALS = "Zacharias Kinderle", "Z. K."


class Young(LivelyClub):
    """The lively club, all of it public: the winner of the season, who is at the tournament, too, is a junior."""

    def __init__(self) -> None:
        begin_as(self, LivelyClub)
        Tournament.objects.update(is_public=True)
        Season.objects.update(is_public=True)
        self.child = self.people[0]
        self.child.name = NAME
        self.child.save()
        self.season.champions.set([self.child])
        make_junior(self.tournament, self.child)
        why = f"{NAME} war da"
        with transaction.atomic():
            decide(self.tournament, DecisionKind.SETTLED, why=why, data={"table": 1}, device=None)
        self.season.decisions.create(kind=SeasonDecisionKind.SETTINGS, why=why)


def texts(client: Client, addresses: Iterable[str]) -> dict[str, str]:
    """Answers of those addresses that open, without the places where a name may break."""
    answers = ((address, client.get(address)) for address in addresses)
    return {
        address: (b"".join(answer) if answer.streaming else answer.content).decode(errors="replace").replace("\xad", "")
        for address, answer in answers
        if answer.status_code == 200
    }


def make_junior(tournament: Tournament, *players: Player) -> None:
    category, _made = tournament.categories.get_or_create(kind=CategoryKind.JUNIORS)
    category.entrants.set(Entrant.objects.filter(tournament=tournament, player__in=players))


@thorough
@pytest.mark.sqlite
def test_strangers_read_initials_on_every_page_and_in_every_file_and_whoever_has_a_link_the_name() -> None:
    young = copied(Young)
    number = Entrant.objects.get(tournament=young.tournament, player=young.child).number
    home, league = young.tournament.get_absolute_url(), young.season.get_absolute_url()
    home, league = home.rstrip("/"), league.rstrip("/")
    everything = [*pages(young), f"{home}?q=zach", f"{home}?me={number}", f"{home}?q={number}"]
    assert NAME in texts(client_of(young.organiser), [league])[league]
    for address in (f"{home}/standings", home):  # kept for a crowd, of which strangers are none
        by_link, by_stranger = (texts(client, [address])[address] for client in (client_of(young.guest), Client()))
        assert (NAME in by_link, "Kinderle" in by_stranger, INITIALS in by_stranger) == (True, False, True)
    by_name = {f"{home}/{what}" for what in ("standings", "standings.csv", "standings.json", "press")}
    by_name |= {f"{home}/print/{what}" for what in ("tables", "sheets", "standings")}
    by_name |= {f"{home}/beamer?show={what}" for what in ("tables", "standings")}
    by_name |= {f"{home}?me={number}", f"{home}?q={number}", league}
    by_name |= {f"{league}/{what}" for what in ("table", "table.csv", "table.json", "wall")}
    by_name |= {f"/clubs/{young.club.pk}/{what}" for what in (f"players/{young.child.pk}", "records")}
    seen = texts(Client(), {*everything, *by_name})
    assert [address for address, text in seen.items() if "Kinderle" in text] == []
    short = {address for address, text in seen.items() if INITIALS in text}
    assert by_name - short == set()
    named = texts(client_of(young.guest), sorted(each for each in short if home in each))
    assert all(NAME in text for text in named.values())

    assert client_of(young.organiser).post(f"/clubs/{young.club.pk}/people/juniors").status_code == 302
    assert all(NAME in text for text in texts(Client(), sorted(short)).values())
    page = text_of(client_of(young.organiser).get(f"/clubs/{young.club.pk}/people"))
    assert "Alle sehen die Namen der Jugendlichen." in page


SPELLINGS = (
    "Zacharias Kinderle",
    "zacharias KINDERLE",
    "Zacharias Kinderles Karte",
    "Zacharias Kinderle's Karte",
    "Kinderle, Zacharias",
    "Kinderle Zacharias",
    "Zacharias-Kinderle",
    "Zácharias  Kinderlé",
    "Zacharias und Paul Kinderle",
)


def test_no_spelling_of_a_reason_tells_strangers_a_juniors_name() -> None:
    young = copied(Young)
    for typed in SPELLINGS:
        with transaction.atomic():
            decide(young.tournament, DecisionKind.SETTLED, why=f"vertauscht: {typed}.", data={"table": 1}, device=None)
        young.season.decisions.create(kind=SeasonDecisionKind.SETTINGS, why=typed)
    pages = [young.tournament.get_absolute_url(), young.season.get_absolute_url()]
    seen = texts(Client(), pages)
    assert len(seen) == len(pages)
    assert not [page for page, text in seen.items() if {"kinderle", "zacharias"} & {*words_of(text)}]
    assert seen[pages[0]].count("vertauscht: ") == len(SPELLINGS)
    told = texts(client_of(young.guest), pages[:1]) | texts(client_of(young.organiser), pages[1:])
    assert [(page, typed) for page, text in told.items() for typed in SPELLINGS if typed not in unescape(text)] == []


def words_of(text: str) -> list[str]:
    return [word[:8] if word.startswith("kinderle") else word for word in re.findall(r"\w+", letters_of(text))]


def test_the_wall_unveils_a_junior_by_initials_for_strangers() -> None:
    world = copied(World, rounds=1, is_public=True, categories=[(CategoryKind.JUNIORS, "")])
    entrants = world.register(8, categories=(Category.objects.get().pk,))
    exchange.hold_results(world.tournament, first=1, device=world.organiser)
    world.play_round()
    exchange.unveil(world.tournament, place=1, seen=0)
    shown = {who: text_of(client_of(who).get(f"{Browser(world).home}/beamer")) for who in (world.guest, world.stranger)}
    name = entrants[0].name
    assert (name in shown[world.guest], name in shown[world.stranger]) == (True, False)
    assert "A. 1." in shown[world.stranger]


@thorough
def test_a_junior_is_who_was_one_at_the_newest_tournament_with_juniors() -> None:
    world = copied(SeasonWorld)
    first, second, third = (world.tournament({"Anna": 3, "Bernd": 1, "Clara": -4}) for _ in range(3))
    anna, bernd = world.player("Anna"), world.player("Bernd")
    for day, tournament in enumerate((first, second, third)):
        Tournament.objects.filter(pk=tournament.pk).update(day=date(2026, 1, 1) + timedelta(days=day))
    make_junior(first, anna, bernd)
    assert people_by_initials(world.club.pk) == {anna.pk, bernd.pk}  # the others have no juniors at all
    make_junior(second, bernd)
    assert people_by_initials(world.club.pk) == {bernd.pk}
    Tournament.objects.filter(pk=third.pk).update(day=date(2025, 1, 1))
    make_junior(third, anna)
    assert people_by_initials(world.club.pk) == {bernd.pk}
    second.entrants.filter(player=bernd).update(status=EntrantStatus.ANNOUNCED, number=None)
    assert people_by_initials(world.club.pk) == {bernd.pk}
    twin = Player.objects.create(club=world.club, name="Bernie")
    merge(world.club.pk, kept=twin.pk, gone=bernd.pk)
    assert people_by_initials(world.club.pk) == {twin.pk}
    Tournament.objects.filter(pk=first.pk).update(deleted_at=first.created_at)
    assert people_by_initials(world.club.pk) == set()


@thorough
def test_two_with_the_same_initials_are_told_apart_by_number_and_village() -> None:
    world = copied(World, is_public=True, categories=[(CategoryKind.JUNIORS, "")])
    entrants = world.register(4, categories=(Category.objects.get().pk,))
    for entrant, name in zip(entrants, ("Anna Maier", "Albert Müller"), strict=False):
        Player.objects.filter(pk=entrant.player_id).update(name=name)
    world.draw()
    page = text_of(client_of(world.stranger).get(f"{Browser(world).home}/print/tables"))
    assert page.count("A. M.") == 2
    assert all(f"{number}, Bräunlingen" in page for number in (1, 2))


@thorough
def test_the_choice_is_the_managers_and_stands_in_the_log() -> None:
    young = copied(Young)
    path = f"/clubs/{young.club.pk}/people/juniors"
    for who, status in ((young.helper, 403), (young.guest, 403), (Device.objects.create(), 404)):
        assert client_of(who).post(path).status_code == status
    page = text_of(client_of(young.organiser).get(f"/clubs/{young.club.pk}/people"))
    assert "Fremde sehen von Jugendlichen nur die Anfangsbuchstaben." in page
    for _twice in range(2):
        show_juniors(young.club, by_initials=False, by=young.organiser.pk)
    assert LogEntry.objects.filter(club=young.club, kind=LogKind.JUNIORS_SHOWN).count() == 1
    log = text_of(client_of(young.organiser).get(f"/clubs/{young.club.pk}/log"))
    assert "Alle sehen auf öffentlichen Seiten die Namen der Jugendlichen." in log


@thorough
def test_juniors_of_a_club_that_joins_one_which_shows_them_stay_initials() -> None:
    young = copied(Young)
    kept = open_club(young.organiser, name="Donnerstagsrunde")
    Club.objects.filter(pk=kept.pk).update(currency="CHF")  # as the lively one
    show_juniors(kept, by_initials=False, by=young.organiser.pk)
    asks = client_of(young.organiser).get(f"/clubs/{kept.pk}/join?other={young.club.pk}")
    assert "nur die Anfangsbuchstaben der Jugendlichen" in text_of(asks)
    standings = f"{young.tournament.get_absolute_url()}/standings.csv"
    join_clubs(kept, young.club, pairs={}, by=young.organiser.pk)
    read = body_of(Client().get(standings))
    assert (NAME in read, INITIALS in read) == (False, True)
    assert LogEntry.objects.filter(club=kept, kind=LogKind.JUNIORS_SHORTENED).count() == 1
