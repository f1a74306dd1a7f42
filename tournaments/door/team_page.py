"""The page of the teams: everybody of a team with their state, and the act that was just done."""

from collections import defaultdict
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from cegoscore.clubs.names import sort_key
from tournaments.course.entrants import registered
from tournaments.course.fees import rows_in_step
from tournaments.course.team_names import Team, teams_in
from tournaments.door.page import Found, who_it_may_be
from tournaments.door.which_one import NEW
from tournaments.models import Entrant, EntrantStatus, Tournament


@dataclass(frozen=True, slots=True, kw_only=True)
class Member:
    """Somebody of a team; `found` are people of the club whom they may be, if that is asked."""

    entrant: Entrant
    is_here: bool
    is_ticked: bool
    """True if they are proposed for a common act: nobody who does not come is."""
    found: list[Found]


@dataclass(frozen=True, slots=True, kw_only=True)
class WholeTeam:
    """A team with its people."""

    team: Team
    members: list[Member]
    may_pay: bool
    """True if somebody who is not here yet owes a fee."""
    has_seat: bool
    """True if somebody of it was drawn: leaving needs a reason."""

    @property
    def is_here(self) -> bool:
        """True if everybody is here already."""
        return all(member.is_here for member in self.members)

    @property
    def inside(self) -> list[Member]:
        """Those who did not withdraw."""
        return [member for member in self.members if member.is_ticked]


def members_by_team(tournament: Tournament, asked: Mapping[int, list[Found]]) -> list[WholeTeam]:
    """The teams by name with everybody in them, also who withdrew. None where no teams play."""
    teams = {team.name: team for team in teams_in(tournament)}
    people = defaultdict(list)
    for entrant in registered(tournament).exclude(team="") if tournament.team_size else ():
        people[entrant.team].append(entrant)
    drawn = set(tournament.entrants.exclude(results=None).values_list("pk", flat=True))
    _rows, balances = rows_in_step(tournament)
    whole = []
    for name in sorted(people, key=sort_key):
        here = [one.status == EntrantStatus.PRESENT for one in people[name]]
        owe = [one.pk in balances and balances[one.pk].owed > 0 and not one.has_paid for one in people[name]]
        members = [
            Member(
                entrant=one,
                is_here=is_here,
                is_ticked=one.status != EntrantStatus.WITHDRAWN,
                found=list(asked.get(one.pk, ())),
            )
            for one, is_here in zip(people[name], here, strict=True)
        ]
        whole.append(
            WholeTeam(
                team=teams.get(name) or Team(name=name, size=tournament.team_size or 0, here=0, coming=0),
                members=members,
                may_pay=any(owes and not is_here for owes, is_here in zip(owe, here, strict=True)),
                has_seat=any(one.pk in drawn for one in people[name]),
            )
        )
    return whole


def done_to(tournament: Tournament, act: str, keys: Collection[int]) -> dict[str, Any]:
    """The act that was just done with a team, by what it was done to; nothing if none was."""
    rows = list(registered(tournament).filter(pk__in=keys)) if act in ("came", "left", "called") else []
    if not rows:
        return {}
    return {"act": act, "team": rows[0].team, "rows": rows, "numbers": [row.number for row in rows if row.number]}


def who_is_meant(
    tournament: Tournament, keys: Collection[int], answers: Mapping[str, str]
) -> tuple[dict[int, list[Found]], dict[int, int]]:
    """People of the club whom somebody may be, by entrant, if that is not said (`who_KEY`); and who is said.

    An entrant who is not there is left to the service.
    """
    asked, meant = {}, {}
    for entrant in registered(tournament).filter(pk__in=keys):
        alike, answer = who_it_may_be(entrant), answers.get(f"who_{entrant.pk}", "")
        if alike and answer not in (NEW, *(str(person.player) for person in alike)):
            asked[entrant.pk] = alike
        elif alike and answer != NEW:
            meant[entrant.pk] = int(answer)
    return asked, meant
