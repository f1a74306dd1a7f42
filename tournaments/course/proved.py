"""Values of a tournament as its decisions name them beside the settings: house players, and who went home."""

from tournaments.models import EntrantStatus, Tournament


def house_now(tournament: Tournament) -> list[int]:
    """The start numbers of house players, as decisions name them that may bring or send one."""
    return _numbers(tournament, is_house=True)


def gone_now(tournament: Tournament) -> list[int]:
    """The start numbers of those who are not here any more, as the end names them."""
    return _numbers(tournament, status__in=[EntrantStatus.WITHDRAWN, EntrantStatus.ANNOUNCED])


def _numbers(tournament: Tournament, **only: object) -> list[int]:
    numbers = tournament.entrants.filter(**only).values_list("number", flat=True)
    return sorted(number for number in numbers if number)
