"""Every address of a tournament, a season and a club, role by role: while it runs, when links ended, when it is over.

403 and 404 mean that the door was shut; of somebody who may pass, only 403 is wrong, because forms are sent empty and
some rows are not there.
"""

from collections.abc import Callable, Collection, Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.urls import get_resolver
from django.utils import timezone

from cegoscore.clubs.models import Device, Link, Right
from cegoscore.clubs.rights.links import accept_link, link_for, open_club, revoke
from cegoscore.clubs.rights.managers import come_by_link, manager_link, put_out
from tests.clubhouse.test_matrix import FOR_EVERYBODY, keyed
from tests.effort import EVERY_CASE, sampled
from tests.test_house import routes
from tests.worlds.copied import begin_as, copied
from tests.worlds.lively_club import LivelyClub
from tests.worlds.sheet import client_of
from tournaments.models import Tournament
from tournaments.seasons.models import Season

pytestmark = pytest.mark.django_db

TOURNAMENT = {
    Right.LOOK: """
        announce my_announcement paper press_text prizes published_draw remember_me replay_document standings
        standings_csv standings_json tournament tournament_calendar tournament_image wall
    """,
    Right.DESK: """
        accept_table act_on_team all_totals ceremony check_in_entrant desk desk_decisions desk_news
        desk_table
        dispute_table door door_teams
        door_changes draw:get draw_changes draw_wishes entrant find_entrants find_table fix_table tournament_give_code
        import_entrants keep_apart let_move let_together tournament_links pay_entrant referee_at_table register_entrant
        round_changes round_desk seat_late substitute substitute_entrant table_changes take_back_entrant type_totals
        withdraw_entrant
    """,
    Right.MANAGE: """
        cancel_tournament cash copy_tournament decide_takes decide_tie delete_tournament divide_field end_early
        export_tournament finish_tournament hold_results open_again penalize release_results
        results results_changes unveil
        reopen_table restore_tournament tournament_revoke_link swap_sheets
        tournament_series tournament_settings void_table widen_helpers
    """,
}
RUN = ["draw:post", "start_round", "redraw", "undraw", "swap", "close_round", "empty_seat"]
"""For the organiser, and for helpers whom the organiser lets run the tournament."""
SEASON = {
    Right.LOOK: """
        remember_row season season_calendar season_csv season_image season_json season_table season_wall
    """,
    Right.MANAGE: """
        season_give_code season_guests remove_season_event season_revoke_link season_end season_events season_import
        season_settings season_tie season_links weigh_season_event
    """,
}
CLUB = {
    Right.LOOK: """
        club club_calendar club_fame:get club_records club_tournaments player player_hands player_year
        player_year_image
    """,
    Right.MANAGE: """
        add_passkey box box_of_person club_again club_backup club_fame:post club_log club_settings club_year
        club_year_image
        copy_person delete_club download_backup erase_person
        gather_evenings invite_manager join_clubs managers merge_person name_this_device new_night new_passkey_question
        new_rescue_code people person put_device_out read_news remove_champion remove_passkey rename_person show_juniors
        revoke_invitation separate_person shorten_person stop_deletion table_signs undo_entry
    """,
}
"""A club's pages show those who may look what is public or what their link opens; `test_player_pages` has what."""
NOT_THERE = "restore_tournament"
"""Opens only when something was deleted; `test_before_the_end` tries it."""
PLACES = {"tournament_id": TOURNAMENT, "season_id": SEASON, "club_id": CLUB}


def needed() -> dict[str, dict[str, Right | str]]:
    """By the key in the address: what each name (or name and method) asks for."""
    found: dict[str, dict[str, Right | str]] = {}
    for key, lists in PLACES.items():
        found[key] = {name: right for right, names in lists.items() for name in names.split()}
    found["tournament_id"] |= dict.fromkeys(RUN, "run")
    return found


NEEDED = needed()
EVERY_NAME = {name.partition(":")[0] for names in NEEDED.values() for name in names}


def test_every_address_is_in_the_matrix_once() -> None:
    for key, names in NEEDED.items():
        there = {str(route.name) for route in routes(get_resolver()) if key in route.pattern.converters}
        assert {name.partition(":")[0] for name in names} == there - FOR_EVERYBODY, key
        assert sum(len(listed.split()) for listed in PLACES[key].values()) == len(set(names) - set(RUN))


class Open(LivelyClub):
    """Nothing is public; every role has a device of its own.

    `looking` looks at the tournament and at the season, `holding` has whatever links give; `out` was put out as a
    manager, and has a club of its own.
    """

    def __init__(self) -> None:
        begin_as(self, LivelyClub)
        Tournament.objects.update(is_public=False)
        Season.objects.update(is_public=False)
        self.second, self.out, self.season_guest, self.looking, self.holding = (
            Device.objects.create() for _ in range(5)
        )
        open_club(self.out, name="Nachbarn")
        for device in (self.second, self.out):
            come_by_link(device, manager_link(self.club, by=self.organiser))
        for device in (self.season_guest, self.looking, self.holding):
            accept_link(device, link_for(self.club, right=Right.LOOK, target=self.season.pk))
        accept_link(self.looking, link_for(self.club, right=Right.LOOK, target=self.tournament.pk))
        accept_link(self.holding, link_for(self.club, right=Right.DESK, target=self.tournament.pk))
        accept_link(self.out, link_for(self.club, right=Right.DESK, target=self.tournament.pk))
        put_out(self.club, self.out.pk, by=self.organiser.pk)

    def shut_and_open(self, who: str, has: dict[str, Any], names: Collection[str]) -> list[tuple[str, str, int]]:
        """Answers of these addresses to the device that are not as its rights on the three say."""
        client, wrong = client_of(getattr(self, who)), []
        for key, name, address in self.addresses(names):
            for method in ("get", "post"):
                asked = NEEDED[key].get(f"{name}:{method}") or NEEDED[key].get(name)
                right = has.get(key)
                passes = asked is not None and right is not None and covers(right, asked)
                if asked is None or (passes and (name == NOT_THERE or (method == "post" and right == Right.MANAGE))):
                    continue  # what a manager may send would change what the others are tried on
                answer = getattr(client, method)(address)
                if answer.streaming:
                    answer.getvalue()  # a file that is not read stays open
                status = answer.status_code
                if status != 405 and (status == 403 if passes else status not in (403, 404)):
                    wrong.append((name, method, status))
        return wrong

    def addresses(self, names: Collection[str]) -> Iterator[tuple[str, str, str]]:
        """Key, name and address of each of these routes."""
        keys = {name: key for key, names in NEEDED.items() for name in {each.partition(":")[0] for each in names}}
        return ((keys[name], name, address) for name, address in keyed(self) if name in keys.keys() & names)


def covers(right: Right | str, asked: Right | str) -> bool:
    """`run` is between the desk and managing."""
    order = [Right.LOOK, Right.DESK, "run", Right.MANAGE]
    return order.index(right) >= order.index(asked)


def runs(_world: Open) -> None:
    """The evening as it is."""


def helpers_run(world: Open) -> None:
    Tournament.objects.filter(pk=world.tournament.pk).update(helpers_run=True)


def links_ran_out(_world: Open) -> None:
    Link.objects.update(expires_at=timezone.now() - timedelta(minutes=1))


def links_taken_back(_world: Open) -> None:
    for link in Link.objects.valid():
        revoke(link)


def over(world: Open) -> None:
    Tournament.objects.filter(pk=world.tournament.pk).update(finished_at=timezone.now())
    Season.objects.filter(pk=world.season.pk).update(closed_at=timezone.now())


def public(_world: Open) -> None:
    Tournament.objects.update(is_public=True)
    Season.objects.update(is_public=True)


ALL = {"tournament_id": Right.MANAGE, "season_id": Right.MANAGE, "club_id": Right.MANAGE}
HELPER = {"tournament_id": Right.DESK, "club_id": Right.LOOK}
GUEST = {"tournament_id": Right.LOOK, "club_id": Right.LOOK}
SEASON_GUEST = {"season_id": Right.LOOK, "club_id": Right.LOOK}
PUBLIC = {"tournament_id": Right.LOOK, "season_id": Right.LOOK, "club_id": Right.LOOK}

STAGES: list[tuple[Callable[[Open], None], dict[str, dict[str, Any]]]] = [
    (runs, {"organiser": ALL, "guest": GUEST, "season_guest": SEASON_GUEST, "helper": HELPER}),
    (helpers_run, {"guest": GUEST, "helper": HELPER | {"tournament_id": "run"}}),
    (links_ran_out, {"holding": {}, "second": ALL}),
    (links_taken_back, {"holding": {}}),
    (over, {"organiser": ALL, "looking": GUEST | SEASON_GUEST, "helper": HELPER}),
    (public, {"stranger": PUBLIC, "out": PUBLIC, "helper": PUBLIC | HELPER}),
]
"""Rights of each role at each stage; those who were put out and strangers are tried by `test_matrix`, too."""


AT_ONCE = ("runs-guest", "runs-helper")
"""`.ci/run` tries the others, too. `test_form_fields` opens the organiser's pages; `test_matrix` tries ended rights."""


def cases() -> Iterator[Any]:
    """Each stage and role."""
    for stage, roles in STAGES:
        for who, has in roles.items():
            name = f"{stage.__name__}-{who}"
            yield pytest.param(stage, who, has, id=name, marks=[] if name in AT_ONCE else [pytest.mark.heavy])


@sampled
@pytest.mark.parametrize(("stage", "who", "has"), list(cases()))
def test_address_opens_for_its_role_and_for_no_other(
    stage: Callable[[Open], None], who: str, has: dict[str, Any]
) -> None:
    world = copied(Open)
    stage(world)
    names = {name.partition(":")[0] for name in RUN} if stage is helpers_run and not EVERY_CASE else EVERY_NAME
    assert world.shut_and_open(who, has, names) == []
