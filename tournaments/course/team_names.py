"""Teams before they play: who is in them, how many are missing, and names that may be one team's."""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from django import forms
from django.db.models import QuerySet
from django.utils.translation import gettext as _, gettext_lazy, ngettext

from cegoscore.clubs.likeness import letters_of
from cegoscore.clubs.names import NameField, sort_key
from tournaments.models import Entrant, EntrantStatus, Tournament

ROMAN = {"i": "1", "ii": "2", "iii": "3", "iv": "4", "v": "5", "vi": "6"}
LONGEST_TEAM = 60

OF_ITS_OWN = "+"
"""The answer that a name is another team's than those that are nearly the same; no name has nothing but signs."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Team:
    """A team by its name, with the number of people who are here or announced for it, of `size` whom it has."""

    name: str
    size: int
    here: int
    coming: int
    """Those who are here, too."""
    alike: tuple[str, ...] = ()
    """Names of other teams that are nearly the same."""

    @property
    def missing(self) -> int:
        """The number of people who are missing."""
        return max(self.size - self.coming, 0)

    @property
    def said(self) -> str:
        """The words about those who are missing."""
        if self.coming > self.size:
            return _("%(count)s too many") % {"count": self.coming - self.size}
        if not self.missing:
            return _("full")
        return ngettext("%(count)s missing", "%(count)s missing", self.missing) % {"count": self.missing}

    @property
    def named(self) -> str:
        """The name with these words."""
        return f"{self.name} ({self.said})"


def in_teams(tournament: Tournament) -> QuerySet[Entrant]:
    """Everybody who is in a team. Whoever left before they had a seat is not in it any more."""
    named = tournament.entrants.exclude(team="")
    return named.exclude(status=EntrantStatus.WITHDRAWN, results=None).distinct()


def names_of_teams(tournament: Tournament, *, besides: Collection[int] = ()) -> list[str]:
    """The names of the teams that others are in than these keys' entrants; none where no teams play. One query."""
    if not tournament.team_size:
        return []
    others = in_teams(tournament).exclude(pk__in=besides)
    return sorted(set(others.values_list("team", flat=True)), key=sort_key)


def teams_in(tournament: Tournament) -> list[Team]:
    """The teams by name; none where no teams play. One query."""
    if not tournament.team_size:
        return []
    rows = in_teams(tournament).values_list("pk", "team", "status")
    return teams_among([(team, status == EntrantStatus.PRESENT) for _pk, team, status in rows], tournament.team_size)


def teams_among(rows: Iterable[tuple[str, bool]], size: int) -> list[Team]:
    """Teams by name, of each person's team and whether they are here."""
    rows = list(rows)
    coming, here = Counter(team for team, _here in rows), Counter(team for team, is_here in rows if is_here)
    return [
        Team(name=name, size=size, here=here[name], coming=coming[name], alike=tuple(alike_teams(name, coming)))
        for name in sorted(coming, key=sort_key)
    ]


def alike_teams(name: str, others: Collection[str]) -> list[str]:
    """Names of other teams that may be this one's; the same but for capitals is no other."""
    mark, same = _mark(name), name.casefold()
    return [other for other in others if mark[0] and _mark(other) == mark and other.casefold() != same]


def _mark(name: str) -> tuple[str, tuple[str, ...]]:
    """The letters of a name and its numbers, Roman ones too, by which it is compared; without one it is the first's."""
    parts = re.findall(r"[^\W\d_]+|\d+", letters_of(name))
    parts = [ROMAN.get(part, part) if place else part for place, part in enumerate(parts)]
    numbers = sorted(str(int(part)) for part in parts if part.isdecimal())
    return "".join(part for part in parts if not part.isdecimal()), tuple(numbers or "1")


def questions_of(teams: Sequence[Team]) -> list[str]:
    """Names that may be one team's, together, each group once."""
    asked = sorted((team for team in teams if team.alike), key=lambda team: (_mark(team.name), team.name))
    return [", ".join(team.name for team in group) for _key, group in groupby(asked, key=lambda team: _mark(team.name))]


class WhichTeamForm(forms.Form):
    """A team by its name; one that is nearly the name of another is asked about, with the same words everywhere."""

    team = NameField(
        label=gettext_lazy("Team"),
        max_length=LONGEST_TEAM,
        required=False,
        widget=forms.TextInput(attrs={"list": "teams", "autocomplete": "off"}),
    )
    team_is = forms.CharField(label=gettext_lazy("Which team is meant?"), required=False, widget=forms.RadioSelect)

    def __init__(self, *args: Any, teams: Collection[str] = (), **more: Any) -> None:
        super().__init__(*args, **more)
        self.teams = teams

    def clean(self) -> dict[str, Any]:
        """Add the question and its fault as long as it is open; `team` is the one that is meant."""
        data = super().clean() or self.cleaned_data
        typed, answer = data.get("team", ""), data.pop("team_is", "")
        is_there = typed.casefold() in map(str.casefold, self.teams)
        if not is_there and (alike := alike_teams(typed, self.teams)):
            own = _("“%(name)s” is a team of its own") % {"name": typed}
            self.fields["team_is"].widget.choices = [*((name, name) for name in alike), (OF_ITS_OWN, own)]
            if answer in alike:
                data["team"] = answer
            elif answer != OF_ITS_OWN:
                self.add_error("team_is", _("There is a team of nearly this name."))
        return data

    @property
    def choices_of_team(self) -> list[tuple[str, str]]:
        """The answers to the question which team is meant; none if there is no question."""
        return list(self.fields["team_is"].widget.choices) if "team_is" in self.fields else []
