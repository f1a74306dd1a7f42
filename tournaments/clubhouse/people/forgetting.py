"""Erased and shortened names, for a backup from before that is put back."""

from __future__ import annotations

from collections.abc import Mapping

from cegoscore.clubs.models import Player
from cegoscore.clubs.people import initials_of
from tournaments.clubhouse.people.services import erase_person, shorten_person


def erased_names() -> dict[str, str]:
    """Nothing or initials, by club and row, of everybody whose name was erased or shortened."""
    players = Player.objects.values_list("club", "pk", "name").iterator()
    return {f"{club}/{pk}": name for club, pk, name in players if name == initials_of(name)}


def erase_names_again(wanted: Mapping[str, str]) -> int:
    """Erase or shorten the names that have come back, wherever they were typed, too; how many those were."""
    count = 0
    for player in _named(wanted):
        name = wanted[_key(player)]
        player.refresh_from_db(fields=("name",))  # several rows may be one person
        if player.name == name or name not in ("", initials_of(player.name)):
            continue
        (shorten_person if name else erase_person)(player)
        count += 1
    return count


def _named(wanted: Mapping[str, str]) -> list[Player]:
    """The players that are meant; a key of another server's row is nobody's here."""
    return [player for player in Player.objects.exclude(name="").iterator() if _key(player) in wanted]


def _key(player: Player) -> str:
    return f"{player.club_id}/{player.pk}"
