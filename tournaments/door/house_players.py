"""House players: they fill tables, and sit down, rest or come anew as a draw needs them."""

from itertools import count

from django.utils.translation import gettext as _

from tournaments.course.entrants import by_number
from tournaments.door.services import Newcomer, entrant_of, next_number, person_for
from tournaments.models import Entrant, EntrantStatus, Tournament


def one_more_house_player(tournament: Tournament) -> Entrant:
    """One more house player who is present: one that rests and was never drawn, or a new one. Called within a write."""
    houses = tournament.entrants.filter(is_house=True)
    resting = by_number(houses.filter(status=EntrantStatus.WITHDRAWN, results=None)).first()
    return _new_house_player(tournament) if resting is None else _wake(resting)


def _wake(house: Entrant) -> Entrant:
    """Make a house player present; one who left the number to a substitute gets the next."""
    house.number, house.status = house.number or next_number(house.tournament), EntrantStatus.PRESENT
    house.save()
    return house


def _new_house_player(tournament: Tournament) -> Entrant:
    """Add the next house player who has no number yet; those left are fewer than were named once one was replaced."""
    places = count(tournament.entrants.filter(is_house=True).count() + 1)
    names = (_("House player %(number)s") % {"number": place} for place in places)
    players = (person_for(tournament, Newcomer(name=name)) for name in names)
    return tournament.entrants.create(
        player=next(player for player in players if entrant_of(tournament, player) is None),
        number=next_number(tournament),
        is_house=True,
        has_paid=True,
    )


def house_players(tournament: Tournament, needed: int) -> None:
    """Make `needed` house players present, adding new ones if needed; further ones rest. Called within a write."""
    resting = list(by_number(tournament.entrants.filter(is_house=True)))
    for place, entrant in enumerate(resting):
        if place < needed:
            _wake(entrant)
        else:
            Entrant.objects.filter(pk=entrant.pk).update(status=EntrantStatus.WITHDRAWN)
    for _missing in range(len(resting), needed):
        _new_house_player(tournament)
